"""How every order may be put: the concepts and things to be said, and which of them go without saying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import T
from grognard.orders import Way
from grognard.orders.model import Key
from grognard.rulebooks.pike_and_shot.order_names import number_key, place_key, unit_behind
from grognard.rulebooks.pike_and_shot.order_words import facing, named_in, together
from grognard.rulebooks.pike_and_shot.steps import furthest
from grognard.rulebooks.pike_and_shot.touch import touched

if TYPE_CHECKING:
    from grognard.rulebooks.pike_and_shot.view import PikeView

Maker: TypeAlias = "Callable[[PikeView, Question, Order], Iterator[Way]]"
MOVES = ("do:move", "do:advance", "do:turn", "do:wheel", "do:about", "do:quarter", "do:face", "do:form",
         "do:side_step", "do:step_back", "do:swap", "do:go_on")  # fmt: skip
"""All of this takes a move impulse."""


def ways(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    return _MAKERS[question.kind](view, question, order)


def _say(*parts: Key) -> Way:
    return Way(parts)


def _enemies(view: PikeView, unit_id: str) -> list[str]:
    return [one.id for one in view.field.enemies(unit_id)]


# --- cards ---


def _card(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    """Said to nobody, or to the commander whose card it is."""
    commander = str(question.about[0])
    for way in _of_card(view, question, order):
        yield way
        yield Way((commander, *way.parts), way.implied, way.doubt)


def _of_card(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    verb, rest = str(order[0]), order[1:]
    match verb:
        case "end":
            yield _say("do:end")
            yield _say("do:stop")
        case "activate":
            yield from _activate(view, str(rest[0]))
        case "command":
            yield _say("do:activate", rest[0])
        case "coordinate":
            yield from _together(view, question, rest)
        case "pass":
            yield Way(("do:give", rest[0], rest[1]), (rest[1],) if rest[1] == 1 else ())
        case "replace":
            yield Way(("do:replace", rest[0], rest[1]), (rest[1],))
        case _:
            yield from _cp(view, str(question.about[0]), order)


def _activate(view: PikeView, unit_id: str) -> Iterator[Way]:
    """By itself, or by what the unit is to do first: that is asked next."""
    yield _say("do:activate", unit_id)
    meant, later = ("do:activate",), T("it is only activated; what it does is asked next").source
    for verb in ("do:restore", "do:move", "do:advance", "do:charge", "do:fight", "do:shoot"):
        yield Way(("do:activate", unit_id, verb), meant, later)
    for verb in ("do:charge", "do:fight", "do:shoot"):
        for enemy in _enemies(view, unit_id):
            yield Way(("do:activate", unit_id, verb, enemy), meant, later)


@clause("PS-COORD-01")
def _together(view: PikeView, question: Question, rest: Order) -> Iterator[Way]:
    """Who takes part is said in full, or goes without saying if it is all who can."""
    from grognard.rulebooks.pike_and_shot.decisions import DECISIONS

    listed = DECISIONS[question.kind].options(view, question)
    everybody = any(one[:2] == ("coordinate", rest[0]) and one[3:] == rest[2:] for one in listed)
    named: Sequence[Key] = named_in(rest)
    action = together(rest)
    for verb in ("move", "advance") if action == "move" else (action,):
        parts: tuple[Key, ...] = ("do:together", f"do:{verb}", rest[1])
        yield Way((*parts, *named))
        if everybody:
            yield Way(parts)


def _cp(view: PikeView, commander: str, order: Order) -> Iterator[Way]:
    verb, rest = str(order[0]), order[1:]
    match verb:
        case "go":
            behind = unit_behind(view, commander, (int(rest[0]), int(rest[1])))
            yield _say("do:go", behind)
        case "attach":
            yield _say("do:attach", rest[0])
        case "remove_dp":
            yield _say("do:steady", rest[0])
        case "impulse":
            yield _say("do:extra", rest[0])
        case "order":
            place = place_key(view, str(rest[0]), int(rest[2]), int(rest[3]))
            parts = ("do:order", rest[0], f"stance:{rest[1]}", place)
            yield _say(*parts)
            yield _say(*parts, "at:flag")


# --- impulses and move points ---


def _use(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    unit_id, commander = str(question.about[0]), str(question.about[1])
    match order[0]:
        case "stop":
            yield _say("do:stop")
            yield _say("do:end")
        case "restore":
            yield _say("do:restore")
        case "move":
            yield from _move_ways()
        case "charge":
            yield _say("do:charge")
            yield from (_say("do:charge", enemy) for enemy in _enemies(view, unit_id))
        case "shoot":
            yield _say("do:shoot", order[1])
        case "fight":
            yield from _fights(view, unit_id)
        case "cp":
            yield from _own_cp(view, commander, order[1:])


def _move_ways() -> Iterator[Way]:
    """What sort of move is asked after the test."""
    later = T("it is only a move; which one is asked after the test").source
    for verb in MOVES:
        yield Way((verb,), doubt="" if verb in ("do:move", "do:advance", "do:go_on") else later)
        yield from (Way((verb, side), doubt=later) for side in ("side:left", "side:right"))


def _fights(view: PikeView, unit_id: str) -> Iterator[Way]:
    for verb in ("do:fight", "do:charge"):
        yield _say(verb)
        yield from (_say(verb, enemy) for enemy in touched(view.field, view.field.unit(unit_id)))


def _own_cp(view: PikeView, commander: str, order: Order) -> Iterator[Way]:
    """On the unit that is acting: its name may be left out."""
    for way in _cp(view, commander, order):
        yield Way(way.parts, (*way.implied, *map(str, order[1:2])))


def _step(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    unit = view.field.unit(str(question.about[0]))
    match order[0]:
        case "stop":
            yield _say("do:stop")
            yield _say("do:end")
        case "go_on":
            yield _say("do:go_on")
        case "advance":
            yield from _advances(view, unit.id, int(order[1]))
        case "manoeuvre":
            yield from _manoeuvre(view, unit.id, order[1:])


def _advances(view: PikeView, unit_id: str, length: int) -> Iterator[Way]:
    for verb in ("do:advance", "do:move", "do:charge"):
        yield _say(verb, number_key(length, 1000))
    if length == furthest(view.field, view.field.unit(unit_id)).distance:
        for verb in ("do:advance", "do:move", "do:charge"):
            yield Way((verb, "far:most"), ("far:most",))
            yield from (Way((verb, enemy, "far:most"), ("far:most",)) for enemy in _enemies(view, unit_id))


def _manoeuvre(view: PikeView, unit_id: str, words: Order) -> Iterator[Way]:
    name, rest = str(words[0]), words[1:]
    match name:
        case "turn":
            yield from _turns(view, unit_id, int(rest[0]))
        case "wheel":
            yield _say("do:wheel", f"side:{rest[0]}", number_key(int(rest[1]), 10))
        case "turn_about":
            yield _say("do:about")
        case "quarter_turn":
            yield _say("do:quarter", f"side:{rest[0]}")
        case "form":
            yield from _forms(str(rest[0]), rest[1])
        case "side_step":
            yield _say("do:side_step", f"side:{rest[0]}", number_key(int(rest[1]), 1000))
        case "step_back":
            yield _say("do:step_back", number_key(int(rest[0]), 1000))
        case "swap":
            yield _say("do:swap")


def _turns(view: PikeView, unit_id: str, angle: int) -> Iterator[Way]:
    """By side and angle, or to face an enemy."""
    side = "side:left" if angle < 0 else "side:right"
    yield _say("do:turn", side, number_key(abs(angle), 10))
    unit = view.field.unit(unit_id)
    for enemy in view.field.enemies(unit_id):
        if facing(unit, enemy) == angle:
            yield _say("do:face", enemy.id)
            yield _say("do:turn", enemy.id)
            yield _say("do:turn", side, number_key(abs(angle), 10), "do:face", enemy.id)


def _forms(formation: str, files: Arg) -> Iterator[Way]:
    key = f"formation:{formation}"
    yield Way(("do:form", key, files), ("do:form",))
    yield Way(("do:form", key), ("do:form",))


# --- reactions and close combat ---

REACTIONS: Mapping[str, tuple[str, ...]] = {
    "stand_and_shoot": ("do:stand_and_shoot", "do:shoot"),
    "counter_charge": ("do:counter_charge", "do:charge"),
    "brace": ("do:brace",),
    "mixed": ("do:mixed",),
    "evade": ("do:evade", "do:step_back"),
    "shoot": ("do:shoot",),
    "charge": ("do:charge",),
    "reform": ("do:reform", "do:form", "do:turn"),
}


def _react(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    """Unit and enemy go without saying; where several units may do the same, the reader asks which."""
    if order == ("pass",):
        yield _say("do:pass")
        yield _say("do:stop")
        return
    unit, enemy = str(order[1]), str(order[2])
    for verb in REACTIONS[str(order[0])]:
        yield Way((verb, unit, enemy), (unit, enemy))
    if order[0] == "mixed":  # both of it at once
        for verb in REACTIONS["stand_and_shoot"]:
            yield Way(("do:brace", verb, unit, enemy), (unit, enemy))


def _reply(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    verb = "do:reply" if order == ("reply",) else "do:spare"
    enemy = str(question.about[1])
    yield _say(verb)
    yield _say(verb, enemy)


def _fight(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    for verb in ("do:fight", "do:charge"):
        yield Way((verb, order[0]), (verb,))


def _loss(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    base = f"base:{order[0]}"
    if len(order) < 2:
        yield Way(("do:lose", base), ("do:lose",))
        return
    end = f"end:{order[1]}"
    implied = ("do:lose", end) if order[1] == "right" else ("do:lose",)
    yield Way(("do:lose", base, end), implied)


# --- before the battle ---


def _deploy(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    yield _say("do:auto" if order == ("auto",) else "do:place")


def _initial(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    place = place_key(view, str(question.about[0]), int(order[1]), int(order[2]))
    yield _say(f"stance:{order[0]}", place)
    yield _say(f"stance:{order[0]}", place, "at:flag")


def _successor(view: PikeView, question: Question, order: Order) -> Iterator[Way]:
    yield _say(order[0])
    yield _say("do:activate", order[0])


_MAKERS: Mapping[str, Maker] = {
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
