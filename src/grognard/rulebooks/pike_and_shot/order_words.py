"""Questions and orders in words. What is said of an offered order is read as that order (``order_reading``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import Name, T, Text
from grognard.orders.wording import decimal, readable
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.order_names import flag_place, point_words, unit_behind, unit_name
from grognard.rulebooks.pike_and_shot.words_names import STANCES
from grognard.space.pose import heading_to, turn_to

if TYPE_CHECKING:
    from grognard.rulebooks.pike_and_shot.view import PikeView
    from grognard.show.model import Words

# --- questions ---------------------------------------------------------------------------------------


def question_words(view: PikeView, question: Question) -> Text:
    """What is asked, as one short question."""
    about = [str(one) for one in question.about]
    unit = unit_name(view.setup, about[0]) if about else Name("")
    who = _commander(view, about[0]) if about else Name("")
    match question.kind:
        case "card":
            return _card_words(view, question, who)
        case "use":
            piece = view.field.pieces.get(about[0])
            left = getattr(piece, "left", 0)
            return T("{unit}: what does it do? Impulses left: {left}", unit=unit, left=left)
        case "step":
            points = getattr(view.field.pieces.get(about[0]), "mp", 0)
            return T("{unit}: which step? Move points left: {points}", unit=unit, points=points)
        case "react":
            return _react_words(view, question, about)
        case "reply":
            foe = unit_name(view.setup, about[1])
            return T("{unit}: spend an impulse to fight back against {enemy}?", unit=unit, enemy=foe)
        case "fight_next":
            return T("{unit}: which enemy does it fight next?", unit=unit)
    return _rarer_words(view, question, unit, who)


def _rarer_words(view: PikeView, question: Question, unit: Words, who: Words) -> Text:
    match question.kind:
        case "face":
            number = int(question.about[1]) + 1
            return T("{unit}: whom does base {number} fight?", unit=unit, number=number)
        case "loss":
            return T("{unit}: which base is lost?", unit=unit)
        case "deploy":
            return T("{commander}: where do his troops deploy?", commander=who)
        case "initial_order":
            return T("{commander}: what is his order?", commander=who)
        case "successor":
            return T("{commander} has fallen: who takes over the army?", commander=who)
    return Text("{kind}", {"kind": question.kind})


@clause("PS-TURN-03", "PS-TURN-06")
def _card_words(view: PikeView, question: Question, who: Words) -> Text:
    left = getattr(view.field.pieces.get(str(question.about[0])), "cp", 0)
    if int(question.about[1]):
        return T(
            "{commander} acts at his superior's call: what next? Command points: {left}",
            commander=who,
            left=left,
        )
    return T("{commander}'s card: what next? Command points: {left}", commander=who, left=left)


@clause("PS-REACT-02")
def _react_words(view: PikeView, question: Question, about: list[str]) -> Text:
    actors = tuple(unit_name(view.setup, one) for one in about[5:])
    match about[1]:
        case "charge":
            return T("Charge by {actors}: react?", actors=actors)
        case "shot":
            return T("Fire from {actors}: react?", actors=actors)
    return T("Passing by, {actors}: react?", actors=actors)


# --- orders ------------------------------------------------------------------------------------------

MOST_NAMED = 5
"""A coordinated order names its units if they are no more than can be read back in one breath."""
Saying: TypeAlias = "Callable[[PikeView, Question, Order], Text]"


def order_words(view: PikeView, question: Question, order: Order) -> Text:
    """An order in words; those that are offered are read back as themselves, free ones are only said."""
    return _SAYINGS[question.kind](view, question, order)


def _words(order: Order) -> Text:
    """What has no words of its own."""
    return Text("{order}", {"order": " ".join(map(str, order))})


def _commander(view: PikeView, commander_id: Arg) -> Name:
    post = view.setup.commanders.get(str(commander_id))
    return readable(post.name) if post else Name(str(commander_id))


# --- cards ---


def _card(view: PikeView, question: Question, order: Order) -> Text:
    verb, rest = str(order[0]), order[1:]
    match verb:
        case "end":
            return T("end the card")
        case "activate":
            return T("activate {unit}", unit=unit_name(view.setup, rest[0]))
        case "coordinate":
            return _together(view, rest)
        case "command":
            return T("activate {commander}", commander=_commander(view, rest[0]))
        case "pass":
            return T("hand over {cp} CP to {commander}", cp=rest[1], commander=_commander(view, rest[0]))
        case "replace":
            return T(
                "replace {commander}, {unit}",
                commander=_commander(view, rest[0]),
                unit=unit_name(view.setup, rest[1]),
            )
    return _cp(view, str(question.about[0]), order)


def _cp(view: PikeView, commander: str, order: Order) -> Text:
    """Command points spent during a card or a unit's activation."""
    verb, rest = str(order[0]), order[1:]
    match verb:
        case "go":
            behind = unit_behind(view, commander, (int(rest[0]), int(rest[1])))
            if behind:
                return T("ride to {unit}", unit=unit_name(view.setup, behind))
            return T("ride to {place}", place=point_words(int(rest[0]), int(rest[1])))
        case "attach":
            return T("join {unit}", unit=unit_name(view.setup, rest[0]))
        case "remove_dp":
            return T("take disorder off {unit}", unit=unit_name(view.setup, rest[0]))
        case "impulse":
            return T("extra impulse, {unit}", unit=unit_name(view.setup, rest[0]))
        case "order":
            return T(
                "new order for {commander}, {stance}, {place}",
                commander=_commander(view, rest[0]),
                stance=STANCES.get(str(rest[1]), str(rest[1])),
                place=flag_place(view, str(rest[0]), int(rest[2]), int(rest[3])),
            )
    return _words(order)


TOGETHER: Mapping[str, Text] = {
    "restore": T("together restore order"),
    "shoot": T("together shoot"),
    "move": T("together move"),
    "charge": T("together charge"),
}


@clause("PS-COORD-01", "PS-COORD-06")
def _together(view: PikeView, rest: Order) -> Text:
    """Action and command points, and the units (with whom they shoot at) where so many can be read at once."""
    action, cp, named = together(rest), rest[1], named_in(rest)
    if len(named) > MOST_NAMED:
        return T("{order}, {cp} CP", order=TOGETHER[action], cp=cp)
    if action == "shoot":
        pairs = zip(named[::2], named[1::2], strict=True)
        units = tuple(
            T("{unit} at {enemy}", unit=unit_name(view.setup, unit), enemy=unit_name(view.setup, enemy))
            for unit, enemy in pairs
        )
    else:
        units = tuple(Text("{unit}", {"unit": unit_name(view.setup, unit)}) for unit in named)
    return T("{order} ({units}), {cp} CP", order=TOGETHER[action], units=units, cp=cp)


def together(rest: Order) -> str:
    """What a coordinated order (without its verb) amounts to: restore, shoot, move or charge."""
    return "charge" if rest[0] == "move" and "charge" in rest[3::2] else str(rest[0])


def named_in(rest: Order) -> list[str]:
    """The units of a coordinated order; of volleys with their targets."""
    return [str(one) for one in (rest[2::2] if rest[0] == "move" else rest[2:])]


# --- impulses and move points ---


def _use(view: PikeView, question: Question, order: Order) -> Text:
    match order[0]:
        case "stop":
            return T("stop")
        case "restore":
            return T("restore order")
        case "move":
            return T("move")
        case "charge":
            return T("charge")
        case "shoot":
            return T("shoot at {unit}", unit=unit_name(view.setup, order[1]))
        case "fight":
            return T("fight")
        case "cp":
            return _cp(view, str(question.about[1]), order[1:])
    return _words(order)


def _step(view: PikeView, question: Question, order: Order) -> Text:
    match order[0]:
        case "stop":
            return T("stop")
        case "advance":
            return T("advance {length}″", length=decimal(int(order[1]), 1000))
        case "go_on":
            return T("carry on with the manoeuvre")
        case "manoeuvre":
            return _faces(view, str(question.about[0]), order) or _manoeuvre(view, order[1:])
    return _words(order)


def _faces(view: PikeView, unit_id: str, order: Order) -> Text | None:
    """A turn by an odd angle is offered because it faces an enemy: then the words say whom."""
    if order[1] != "turn" or int(order[2]) % EVEN == 0:
        return None
    unit = view.field.pieces.get(unit_id)
    if not isinstance(unit, Unit):
        return None
    angle = int(order[2])
    faced = [one.id for one in view.field.enemies(unit_id) if facing(unit, one) == angle]
    if not faced:
        return None
    return T(
        "turn {side} {degrees}° to face {enemy}",
        side=LEFT if angle < 0 else RIGHT,
        degrees=decimal(abs(angle), 10),
        enemy=unit_name(view.setup, faced[0]),
    )


def facing(unit: Unit, enemy: Unit) -> int:
    """The turn that brings a unit face to face with an enemy."""
    return turn_to(unit.bases[0].heading, heading_to(unit.centroid, enemy.centroid))


EVEN = 50
"""Whole steps of 5 degrees speak for themselves."""
LEFT, RIGHT = T("left"), T("right")


def _side(word: Arg) -> Text:
    return LEFT if word == "left" else RIGHT


@clause("PS-MAN-10")
def _manoeuvre(view: PikeView, words: Order) -> Text:
    name, rest = str(words[0]), words[1:]
    match name:
        case "turn":
            angle = int(rest[0])
            side = LEFT if angle < 0 else RIGHT
            return T("turn {side} {degrees}°", side=side, degrees=decimal(abs(angle), 10))
        case "wheel":
            return T("wheel {side} {degrees}°", side=_side(rest[0]), degrees=decimal(int(rest[1]), 10))
        case "turn_about":
            return T("turn about")
        case "quarter_turn":
            return T("quarter turn {side}", side=_side(rest[0]))
        case "form":
            found = view.setup.tables.formations.get(str(rest[0]))
            formation: Words = found.name if found else str(rest[0])
            return T("form {formation}, {files} files", formation=formation, files=rest[1])
        case "side_step":
            return T("side-step {side} {length}″", side=_side(rest[0]), length=decimal(int(rest[1]), 1000))
        case "step_back":
            return T("step back {length}″", length=decimal(int(rest[0]), 1000))
        case "swap":
            return T("mount or dismount")
        case "custom":
            return T("move the bases as drawn")
    return _words(words)


# --- reactions and close combat ---

REACTIONS: Mapping[str, Text] = {
    "stand_and_shoot": T("{unit}, stand and shoot at {enemy}"),
    "counter_charge": T("{unit}, counter-charge {enemy}"),
    "brace": T("{unit}, brace for {enemy}"),
    "mixed": T("{unit}, pikes brace and shot fire at {enemy}"),
    "evade": T("{unit}, evade {enemy}"),
    "shoot": T("{unit}, shoot at {enemy}"),
    "charge": T("{unit}, charge {enemy}"),
    "reform": T("{unit}, re-form against {enemy}"),
}


def _react(view: PikeView, question: Question, order: Order) -> Text:
    if order == ("pass",):
        return T("no reaction")
    found = REACTIONS.get(str(order[0]))
    if found is None or len(order) != 3:
        return _words(order)
    facts = {"unit": unit_name(view.setup, order[1]), "enemy": unit_name(view.setup, order[2])}
    return Text(found.source, facts)


def _reply(view: PikeView, question: Question, order: Order) -> Text:
    return T("fight back") if order == ("reply",) else T("spare the impulse")


def _fight(view: PikeView, question: Question, order: Order) -> Text:
    return T("fight {unit}", unit=unit_name(view.setup, order[0]))


def _loss(view: PikeView, question: Question, order: Order) -> Text:
    base = view.setup.tables.bases.get(str(order[0]))
    name: Words = base.name if base else str(order[0])
    if len(order) < 2:
        return T("lose {base}", base=name)
    if order[1] == "left":
        return T("lose {base}, close up from the left", base=name)
    return T("lose {base}, close up from the right", base=name)


# --- before the battle ---


def _deploy(view: PikeView, question: Question, order: Order) -> Text:
    if order == ("auto",):
        return T("deploy by the rules")
    return T("deploy at the places shown")


@clause("PS-ORD-01", "PS-ORD-03")
def _initial(view: PikeView, question: Question, order: Order) -> Text:
    stance = STANCES.get(str(order[0]), str(order[0]))
    place = flag_place(view, str(question.about[0]), int(order[1]), int(order[2]))
    return T("{stance}, {place}", stance=stance, place=place)


def _successor(view: PikeView, question: Question, order: Order) -> Text:
    return Text("{commander}", {"commander": _commander(view, order[0])})


_SAYINGS: Mapping[str, Saying] = {
    "card": _card,
    "use": _use,
    "step": _step,
    "react": _react,
    "reply": _reply,
    "fight_next": _fight,
    "face": _fight,
    "loss": _loss,
    "deploy": _deploy,
    "initial_order": _initial,
    "successor": _successor,
}
