"""Questions and orders in words, and the words for the order language: what is said here is read as the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from grognard.core.state import Order, Question
from grognard.locale import Name, T, Text
from grognard.orders import Asked, Keyword, Option, Thing, Vocabulary, Way
from grognard.orders.model import Key
from grognard.rulebooks.feudal.order_keywords import FILLERS, GRADES, TOPICS, VERBS

if TYPE_CHECKING:
    from grognard.rulebooks.feudal.view import FeudalView
    from grognard.show.model import Words

TOPIC_OF: Mapping[str, str] = {
    "commander": "topic:commander",
    "conditions": "topic:conditions",
    "artefact": "topic:artefact",
    "ambush": "topic:ambush",
    "tactic": "topic:tactic",
    "change_tactic": "topic:tactic",
    "parting": "topic:parting",
    "strategy": "topic:strategy",
    "veto": "topic:veto",
    "second_choice": "topic:second",
    "strike_back": "topic:strike_back",
    "decree": "topic:decree",
    "feature": "topic:feature",
    "learn": "topic:learn",
}
"""Kind of question -> the concept that says which question is meant; orders to attack or shoot need none."""
OF_A_SEAT = ("conditions", "artefact", "parting", "decree")
"""Kinds that ask the seat itself, not one of its armies."""


# --- questions ---------------------------------------------------------------------------------------


def question_words(view: FeudalView, question: Question) -> Text:
    """What is asked, as one short question."""
    army = _army(view, question.about[0]) if question.about else ""
    match question.kind:
        case "commander":
            return T("{army}: who commands it?", army=army)
        case "conditions":
            return T("Which conditions hold in round {round}?", round=view.field.round)
        case "artefact":
            return T("Use an artefact?")
        case "ambush":
            return T("{army}: whom to ambush?", army=army)
        case "tactic":
            return T("{army}: which tactic?", army=army)
        case "change_tactic":
            now = _of(view.setup.tables.tactics, view.seen[str(question.about[0])].tactic)
            return T("{army}: try to change its tactic ({now})?", army=army, now=now)
        case "ranged_order":
            return T("{army}: shoot at whom, and move how?", army=army)
        case "parting":
            return T("Offer to part?")
        case "strategy":
            return T("{army}: which strategy?", army=army)
        case "melee_order":
            return T("{army}: what does it do in the melee?", army=army)
    return _rarer_question(view, question, army)


def _rarer_question(view: FeudalView, question: Question, army: Words) -> Text:
    match question.kind:
        case "veto":
            target = next(
                (i.target for i in view.field.intents if i.army == question.about[0] and i.target), ""
            )
            return T("{army} against {target}: allow it?", army=army, target=_army(view, target))
        case "second_choice":
            return T("{army}: its target is forbidden; whom instead?", army=army)
        case "strike_back":
            return T("{army}: strike back at whom?", army=army)
        case "decree":
            return T("Part the sides?")
        case "feature":
            return T("{army}: which feature does its commander take?", army=army)
        case "learn":
            return T("{army}: which tactic does it learn?", army=army)
    return Text("{kind}", {"kind": question.kind})


# --- orders ------------------------------------------------------------------------------------------


def order_words(view: FeudalView, question: Question, order: Order) -> Text:
    """An order in words that the order language reads as that order (reasons of an umpire are only said)."""
    if order == ("concede",):
        return T("concede")
    if question.kind == "ranged_order" and not shoots(view, question) and order[0] == "none":
        return MOVES[str(order[1])]
    return _SAYINGS[question.kind](view, order)


def shoots(view: FeudalView, question: Question) -> bool:
    """The army has missiles, so that not to shoot is worth a word."""
    return bool(view.seen[str(question.about[0])].missiles)


Saying: TypeAlias = "Callable[[FeudalView, Order], Text]"


def _commander(view: FeudalView, order: Order) -> Text:
    if order == ("nameless",):
        return T("nameless")
    free = view.lords[view.seat].commanders if view.seat in view.lords else ()
    named = next((who.called for who in free if who.name == order[0]), str(order[0]))
    return Text("{name}", {"name": named})


def _conditions(view: FeudalView, order: Order) -> Text:
    if order == ("auto",):
        return T("as scripted")
    if len(order) == 1:
        return T("leave as it is")
    return T("set {conditions}", conditions=tuple(_item(view, str(one)) for one in order[1:]))


def _item(view: FeudalView, item: str) -> Words:
    army, _, condition = item.rpartition("=")
    name = _of(view.setup.tables.conditions, condition)
    return T("{army}: {condition}", army=_army(view, army), condition=name) if army else name


def _artefact(view: FeudalView, order: Order) -> Text:
    if order[0] == "pass":
        return T("pass")
    name = _of(view.setup.tables.artefacts, str(order[1]))
    if len(order) > 2:
        return T("use {artefact}, {army}", artefact=name, army=_target(view, order[2]))
    return T("use {artefact}", artefact=name)


def _ambush(view: FeudalView, order: Order) -> Text:
    return T("nobody") if order == ("none",) else T("ambush {target}", target=_target(view, order[0]))


def _tactic(view: FeudalView, order: Order) -> Text:
    return Text("{tactic}", {"tactic": _of(view.setup.tables.tactics, str(order[0]))})


def _change_tactic(view: FeudalView, order: Order) -> Text:
    if order[0] == "keep":
        return T("keep the tactic")
    return T("change to {tactic}", tactic=_of(view.setup.tables.tactics, str(order[1])))


MOVES: Mapping[str, Text] = {
    "advance": T("advance"),
    "hold": T("hold"),
    "withdraw": T("withdraw"),
}


def _ranged(view: FeudalView, order: Order) -> Text:
    move = MOVES[str(order[1])]
    if order[0] == "none":
        return T("no shot, {move}", move=move)
    return T("shoot at {target}, {move}", target=_target(view, order[0]), move=move)


def _parting(view: FeudalView, order: Order) -> Text:
    return {"yes": T("yes"), "no": T("no")}.get(str(order[0]), T("concede"))


def _strategy(view: FeudalView, order: Order) -> Text:
    grades = {grade.id: grade.name for grade in view.setup.tables.grades.values()}
    return Text("{grade}", {"grade": grades.get(str(order[0]), str(order[0]))})


def _melee(view: FeudalView, order: Order) -> Text:
    if order[0] == "attack":
        return T("attack {target}", target=_target(view, order[1]))
    others = {
        "hold": T("hold"),
        "fall_back": T("fall back"),
        "withdraw": T("withdraw"),
        "tend": T("tend the wounded"),
    }
    return others[str(order[0])]


def _veto(view: FeudalView, order: Order) -> Text:
    said = {"allow": T("allow"), "forbid": T("forbid")}.get(str(order[0]), T("no attack at all"))
    return _reasoned(said, order)


def _decree(view: FeudalView, order: Order) -> Text:
    return _reasoned(T("part the sides") if order[0] == "part" else T("go on"), order)


def _reasoned(said: Text, order: Order) -> Text:
    reason = " ".join(map(str, order[1:]))
    return T("{order}: {reason}", order=said, reason=reason) if reason else said


def _second(view: FeudalView, order: Order) -> Text:
    return T("nobody") if order == ("none",) else T("turn to {target}", target=_target(view, order[0]))


def _strike_back(view: FeudalView, order: Order) -> Text:
    return T("nobody") if order == ("none",) else T("strike back at {target}", target=_target(view, order[0]))


def _feature(view: FeudalView, order: Order) -> Text:
    name = _of(view.setup.tables.features, str(order[0]))
    if len(order) > 1:
        tactic = _of(view.setup.tables.tactics, str(order[1]))
        return T("take {feature}, {tactic}", feature=name, tactic=tactic)
    return T("take {feature}", feature=name)


def _learn(view: FeudalView, order: Order) -> Text:
    return T("learn {tactic}", tactic=_of(view.setup.tables.tactics, str(order[0])))


_SAYINGS: Mapping[str, Saying] = {
    "commander": _commander,
    "conditions": _conditions,
    "artefact": _artefact,
    "ambush": _ambush,
    "tactic": _tactic,
    "change_tactic": _change_tactic,
    "ranged_order": _ranged,
    "parting": _parting,
    "strategy": _strategy,
    "melee_order": _melee,
    "veto": _veto,
    "second_choice": _second,
    "strike_back": _strike_back,
    "decree": _decree,
    "feature": _feature,
    "learn": _learn,
}


def _army(view: FeudalView, army_id: object) -> Words:
    seen = view.seen.get(str(army_id))
    return seen.name if seen else str(army_id)


def _target(view: FeudalView, army_id: object) -> Words:
    """An army with its number, so that no two are called alike."""
    seen = view.seen.get(str(army_id))
    return Text("{oob} {name}", {"oob": seen.oob, "name": seen.name}) if seen else str(army_id)


def _of(table: Mapping[str, object], key: str) -> Words:
    name = getattr(table.get(key), "name", None)
    return name if isinstance(name, Name) else key


# --- the order language ------------------------------------------------------------------------------


def vocabulary(view: FeudalView) -> Vocabulary:
    """Verbs, grades and tactics always; artefacts, conditions, features and commanders while they are asked for."""
    asked = {question.kind for question in view.asked}
    tables = view.setup.tables
    words = [*VERBS, *TOPICS, *_grades(view)]
    words += [Keyword(f"tactic:{one.id}", one.name) for one in tables.tactics.values()]
    if "artefact" in asked:
        words += [Keyword(f"artefact:{one.id}", one.name) for one in tables.artefacts.values()]
    if "conditions" in asked:
        words += [Keyword(f"condition:{one.id}", one.name) for one in tables.conditions.values()]
    if "feature" in asked:
        words += [Keyword(f"feature:{one.id}", one.name) for one in tables.features.values()]
    return Vocabulary(tuple(words), tuple(_things(view, "commander" in asked)), FILLERS)


def _grades(view: FeudalView) -> Iterator[Keyword]:
    for grade in view.setup.tables.grades.values():
        en, ru = GRADES.get(grade.id, ((), ()))
        yield Keyword(f"grade:{grade.id}", grade.name, en, ru)


def _things(view: FeudalView, commanders: bool) -> Iterator[Thing]:
    """Armies by name, number and troop type; while it is asked, free commanders by name."""
    for one in view.seen.values():
        troop = view.setup.tables.troops[one.troop].name
        aliases = tuple(dict.fromkeys(filter(None, (troop.en, troop.ru))))
        yield Thing(one.id, one.name, one.oob, aliases)
    if commanders and view.seat in view.lords:
        for who in view.lords[view.seat].commanders:
            yield Thing(f"commander:{who.name}", who.called)


def asked(view: FeudalView, questions: Sequence[Question]) -> tuple[Asked, ...]:
    """Open questions for the order language, with their defaults."""
    return tuple(_asked(view, question) for question in questions)


def _asked(view: FeudalView, question: Question) -> Asked:
    from grognard.rulebooks.feudal.decisions import DECISIONS

    decision = DECISIONS[question.kind]
    orders = list(decision.options(view, question))
    default = decision.default(view, question)
    if question.kind == "parting":
        orders.append(("concede",))
    silent = question.kind == "ranged_order" and not shoots(view, question)
    return Asked(
        question.id,
        tuple(
            Option(one, ways(question.kind, one, silent), order_words(view, question, one)) for one in orders
        ),
        None if question.kind in OF_A_SEAT else str(question.about[0]),
        TOPIC_OF.get(question.kind),
        order_words(view, question, default),
    )


def ways(kind: str, order: Order, silent: bool = False) -> tuple[Way, ...]:
    """How an order may be put: the concepts and things to be said, and which of them go without saying.
    ``silent``: nobody expects a shot."""
    first, rest = str(order[0]), [str(one) for one in order[1:]]
    match kind:
        case "commander":
            return _say("do:nameless" if first == "nameless" else f"commander:{first}")
        case "conditions":
            if rest:
                return _meant("do:set", f"condition:{rest[0]}")
            return _say("do:leave" if first == "set" else "do:auto")
        case "artefact":
            return _meant("do:use", f"artefact:{rest[0]}", *rest[1:]) if rest else _say("do:pass")
        case "tactic":
            return _say(f"tactic:{first}")
        case "change_tactic":
            return _meant("do:change", f"tactic:{rest[0]}") if rest else _say("do:keep")
        case "ranged_order":
            return _ranged_ways(first, rest[0], silent)
        case "strategy":
            return _say(f"grade:{first}")
        case "feature":
            return _meant("do:take", f"feature:{first}", *(f"tactic:{one}" for one in rest))
        case "learn":
            return _meant("do:learn", f"tactic:{first}")
        case "ambush" | "second_choice" | "strike_back":
            return _target_ways(kind, first)
    return (Way((f"do:{first}", *rest)),)


def _ranged_ways(target: str, move: str, silent: bool) -> tuple[Way, ...]:
    """A shot goes without a move (it holds then), a move without saying that nothing is shot."""
    still = ("do:hold",) if move == "hold" else ()
    if target == "none":
        whole = Way(("do:no_shot", f"do:{move}"), ("do:no_shot", *still))
        return (*_say(f"do:{move}"), whole) if silent else (whole,)
    return (Way(("do:shoot", target, f"do:{move}"), still),)


def _target_ways(kind: str, target: str) -> tuple[Way, ...]:
    if target == "none":
        return (*_say("do:none"), *_say("do:hold"))
    verbs = {"ambush": ("do:ambush", "do:attack"), "strike_back": ("do:strike_back", "do:attack")}
    return tuple(
        Way((verb, target), (verb,)) for verb in verbs.get(kind, ("do:turn", "do:attack", "do:shoot"))
    )


def _say(key: Key) -> tuple[Way, ...]:
    return (Way((key,)),)


def _meant(verb: Key, *parts: Key) -> tuple[Way, ...]:
    """The verb goes without saying."""
    return (Way((verb, *parts), (verb,)),)
