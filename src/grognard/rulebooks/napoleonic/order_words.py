"""Questions and orders in words. What is said of an order can be read as that order again: a verb, then what belongs
to it; places as x and y in merka, headings in degrees, parts after commas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import Name, T, Text
from grognard.orders.wording import decimal
from grognard.rulebooks.napoleonic import command, deployment, persons
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Unit
from grognard.rulebooks.napoleonic.refusals import must_reform
from grognard.rulebooks.napoleonic.words_names import name_of
from grognard.space.pose import Pose

if TYPE_CHECKING:
    from grognard.rulebooks.napoleonic.view import NapoleonicView

Saying = Callable[[Field, Order], Text]

# --- questions -------------------------------------------------------------------------------------------

ASKED: Mapping[str, Text] = {
    "deploy": T("Where do your troops stand?"),
    "persons": T("Generals and staff: who joins whom, who takes over what?"),
    "initiative": T("For which broken links, splits and reunions do you throw?"),
    "fire": T("{unit}: at whom does it fire?"),
    "skirmish": T("{unit}, in open order: does it fire?"),
    "strike": T("{unit}: whom does it strike?"),
    "replacement": T("{unit} has no general: who takes the post?"),
    "end": T("Go on, offer a truce or concede the field?"),
}


@clause("NA-MOVE-01", "NA-MOVE-18")
def question_words(view: NapoleonicView, question: Question) -> Text:
    """What is asked, as one short question."""
    field, about = view.field, question.about
    saying = _QUESTIONS.get(question.kind)
    if saying is not None:
        return saying(field, about)
    words = ASKED.get(question.kind)
    if words is None:
        return Text("{kind}", {"kind": question.kind})
    if "{unit}" not in words.source:
        return words
    return Text(words.source, {"unit": _name(field, about[0])})


def _order_question(field: Field, about: Sequence[Arg]) -> Text:
    name, body = _name(field, about[0]), field.find(str(about[0]))
    if isinstance(body, Unit) and must_reform(field, body):
        return T("{unit}, out of hand after its pursuit: it re-forms", unit=name)
    if isinstance(body, Unit) and body.locks:
        enemies = tuple(_name(field, one) for one in field.locked_with(body))
        return T("{unit}, in a firefight with {enemies}: what is its order?", unit=name, enemies=enemies)
    if body is not None and not command.may_act(field, body):
        return T("{unit}, without command: what is its order?", unit=name)
    return T("{unit}: its order?", unit=name)


@clause("NA-CC-22", "NA-CC-32")
def _follow_question(field: Field, about: Sequence[Arg]) -> Text:
    unit, loser, most = about
    return T(
        "{unit}: does it follow {enemy}, up to {length} merka?",
        unit=_name(field, unit),
        enemy=_name(field, loser),
        length=decimal(int(most), 1000),
    )


@clause("NA-PURS-03", "NA-PURS-04")
def _pursue_question(field: Field, about: Sequence[Arg]) -> Text:
    unit, must, *routed = about
    facts = {"unit": _name(field, unit), "enemies": tuple(_name(field, one) for one in routed)}
    if must:
        return T("{unit} does not obey and must pursue: whom of {enemies}?", **facts)
    return T("{unit} obeys: does it pursue {enemies}?", **facts)


_QUESTIONS: Mapping[str, Callable[[Field, Sequence[Arg]], Text]] = {
    "order": _order_question,
    "follow": _follow_question,
    "pursue": _pursue_question,
}


# --- orders ----------------------------------------------------------------------------------------------


def order_words(view: NapoleonicView, question: Question, order: Order) -> Text:
    """An order in words; whatever is no order is said as it is written."""
    if not order:
        return T("no order")
    kinds = _OTHERS.get(question.kind, _BODY)
    saying = kinds.get(str(order[0]))
    if saying is None:
        return _as_written(order)
    try:
        return saying(view.field, order)
    except (ValueError, TypeError, IndexError):
        return _as_written(order)


def body_order_words(field: Field, order: Order) -> Text:
    """The order of step 1.4 for a unit, gun or wagon."""
    saying = _BODY.get(str(order[0])) if order else None
    return saying(field, order) if saying else _as_written(order)


def _as_written(order: Order) -> Text:
    return Text("{order}", {"order": " ".join(map(str, order))})


def _name(field: Field, one: Arg) -> Name:
    return name_of(field.setup, str(one))


def _plain(words: Text) -> Saying:
    return lambda field, order: words


# --- ways ------------------------------------------------------------------------------------------------


@clause("NA-MOVE-04")
def legs(words: Sequence[Arg]) -> tuple[Text, ...]:
    """``to 3.2 2.5 facing 90°`` for each leg."""
    return tuple(
        T("to {x} {y} facing {degrees}°", x=_merka(x), y=_merka(y), degrees=decimal(int(heading), 10))
        for x, y, heading in _by(3, words)
    )


def _by(count: int, words: Sequence[Arg]) -> Iterator[Sequence[Arg]]:
    for at in range(0, len(words), count):
        yield words[at : at + count]


def _merka(value: Arg) -> Name:
    """``minus 0.5`` is beyond the edge of the table."""
    length = decimal(abs(int(value)), 1000)
    return length if int(value) >= 0 else Name(f"minus {length.en}", f"минус {length.ru}")


def _way(plain: Text, along: Text) -> Saying:
    """``plain`` where there is no leg, else ``along`` with its {path}."""
    return lambda field, order: Text(along.source, {"path": legs(order[1:])}) if order[1:] else plain


@clause("NA-MOVE-06")
def _attack(field: Field, order: Order) -> Text:
    target = _name(field, order[1])
    if len(order) == 2:
        return T("attack {target}", target=target)
    points = tuple(Text("{x} {y}", {"x": _merka(x), "y": _merka(y)}) for x, y in _by(2, order[2:]))
    return T("attack {target} by way of {points}", target=target, points=points)


FORMS: Mapping[str, Text] = {
    "line": T("form line"),
    "march_column": T("form march column"),
    "open_order": T("form open order"),
    "dismounted": T("dismount"),
    "mounted": T("mount up"),
}


def _form(field: Field, order: Order) -> Text:
    return FORMS[str(order[1])] if str(order[1]) in FORMS else _as_written(order)


@clause("NA-UNIT-08")
def _split(field: Field, order: Order) -> Text:
    return T("split into parts of {figures}", figures=tuple(order[1:]))


@clause("NA-ART-16")
def _swap(field: Field, order: Order) -> Text:
    return T("take {gunners} gunners from {gun}", gun=_name(field, order[1]), gunners=order[2])


def _naming(words: Text) -> Saying:
    """A sentence with the one thing that the order names in the place {name}."""
    return lambda field, order: Text(words.source, {"name": _name(field, order[1])})


_BODY: Mapping[str, Saying] = {
    "hold": _plain(T("hold")),
    "move": _way(T("move"), T("move {path}")),
    "attack": _attack,
    "withdraw_half": _way(T("withdraw half a move"), T("withdraw half a move {path}")),
    "withdraw_full": _way(T("withdraw a full move"), T("withdraw a full move {path}")),
    "about_face": _plain(T("about face")),
    "form": _form,
    "cross": _naming(T("cross {name}")),
    "split": _split,
    "rejoin": _naming(T("reunite as {name}")),
    "reform": _plain(T("re-form")),
    "escort": _naming(T("escort {name} to the rear")),
    "move_half": _way(T("move half a move"), T("move half a move {path}")),
    "move_full": _way(T("move a full move"), T("move a full move {path}")),
    "swap_crew": _swap,
}


# --- fire and close combat -------------------------------------------------------------------------------


@clause("NA-ART-03", "NA-ART-05")
def _shot(field: Field, order: Order) -> Text:
    """``ball at Odessa Infantry, pivot right 12.5°``."""
    ammunition, target, pivot = order
    words = T("ball at {target}", target=_name(field, target))
    if ammunition == "canister":
        words = T("canister at {target}", target=_name(field, target))
    if not pivot:
        return words
    angle = decimal(abs(int(pivot)), 10)
    if int(pivot) > 0:
        return T("{order}, pivot right {degrees}°", order=words, degrees=angle)
    return T("{order}, pivot left {degrees}°", order=words, degrees=angle)


@clause("NA-SKIR-03")
def _skirmish(field: Field, order: Order) -> Text:
    if len(order) > 1:
        return T("fire, first at {target}", target=_name(field, order[1]))
    return T("fire")


@clause("NA-CC-05")
def _none(field: Field, order: Order) -> Text:
    if len(order) > 1:
        return T("strike nobody, losses to {enemy}", enemy=_name(field, order[1]))
    return T("strike nobody")


def _follow(field: Field, order: Order) -> Text:
    return T("follow {length} merka", length=_merka(order[1]))


# --- persons ---------------------------------------------------------------------------------------------

CHANGES: Mapping[str, Text] = {
    "join": T("{who} joins {other}"),
    "take": T("{who} takes over {other}"),
    "give": T("{who} gives back the post"),
    "cover": T("{who} covers guns under {other}"),
    "release": T("{who} covers guns no more"),
}


@clause("NA-CMD-02", "NA-CMD-10", "NA-CMD-16", "NA-CMD-20")
def _persons(field: Field, order: Order) -> Text:
    changes = persons.read(order)
    if changes is None:
        return _as_written(order)
    if not changes:
        return T("all persons stay")
    said = tuple(_change(field, one) for one in changes)
    return Text("{changes}", {"changes": said})


def _change(field: Field, change: persons.Change) -> Text:
    facts = {"who": _name(field, change.who)}
    if change.other:
        facts["other"] = _name(field, change.other)
    return Text(CHANGES[change.what].source, facts)


@clause("NA-CMD-07", "NA-UNIT-08")
def _initiative(field: Field, order: Order) -> Text:
    links, splits = command.read(order)
    said = []
    if links:
        said.append(T("roll for {names}", names=tuple(_name(field, one) for one in links)))
    if splits:
        said.append(T("roll to split {names}", names=tuple(_name(field, one) for one in splits)))
    return Text("{parts}", {"parts": tuple(said)}) if said else T("roll for nobody")


@clause("NA-CMD-18")
def _juniors(field: Field, order: Order) -> Text:
    if len(order) == 1:
        return T("all juniors may try")
    return T("juniors may try: {names}", names=tuple(_name(field, one) for one in order[1:]))


@clause("NA-SEQ-07")
def _deploy(field: Field, order: Order) -> Text:
    places = deployment.read(order)
    if places is None:
        return _as_written(order)
    if not places:
        return T("deploy as printed")
    rows = tuple(_placed(field, unit, pose) for unit, pose in places.items())
    return T("deploy {units}", units=rows)


def _placed(field: Field, unit: str, pose: Pose) -> Text:
    return T(
        "{unit} at point {x} {y} facing {degrees}°",
        unit=_name(field, unit),
        x=_merka(pose.x),
        y=_merka(pose.y),
        degrees=decimal(pose.heading, 10),
    )


_OTHERS: Mapping[str, Mapping[str, Saying]] = {
    "deploy": {"deploy": _deploy},
    "persons": {"persons": _persons},
    "initiative": {"roll": _initiative},
    "fire": {"hold": _plain(T("hold fire")), "ball": _shot, "canister": _shot},
    "skirmish": {"hold": _plain(T("hold fire")), "fire": _skirmish},
    "strike": {"strike": _naming(T("strike {name}")), "none": _none},
    "follow": {"stay": _plain(T("stay")), "follow": _follow},
    "pursue": {"stay": _plain(T("stay")), "pursue": _naming(T("pursue {name}"))},
    "replacement": {
        "wait": _plain(T("wait")),
        "juniors": _juniors,
        "senior": _naming(T("{name} leads in person")),
        "appoint": _naming(T("appoint {name}")),
        "give": _naming(T("give it to {name}")),
    },
    "end": {
        "go_on": _plain(T("go on")),
        "truce": _plain(T("offer a truce")),
        "concede": _plain(T("concede the field")),
    },
}
