"""What is said of every order on a list: keys by which prompts complete it, and the ways of the other questions."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.orders import Way
from grognard.orders.model import Key
from grognard.rulebooks.fantasy import orders
from grognard.rulebooks.fantasy.model import Leg, UnitOrder
from grognard.rulebooks.fantasy.view import FantasyView

VERBS: dict[str, tuple[Key, ...]] = {
    "stand_and_shoot": ("do:hold", "do:shoot"),
    "move_and_shoot": ("do:move", "do:shoot"),
    orders.RALLY: ("do:rally",),
    orders.RUN: ("do:run",),
    orders.DEFAULT: ("do:default",),
}


def ways(view: FantasyView, question: Question, order: Order) -> tuple[Way, ...]:
    """How an order may be put; of a unit's order, which a grammar reads, only what it speaks of."""
    if question.kind == "order":
        return (Way(tuple(dict.fromkeys(keys_of(order)))),)
    return tuple(_others(view, question, order))


@clause("FA-LEG-01", "FA-GEN-10")
def _others(view: FantasyView, question: Question, order: Order) -> Iterator[Way]:
    match question.kind:
        case "legend" if len(order) > 1:
            seat = str(order[1])
            yield Way(("do:legend", seat_key(seat)), ("do:legend",))
        case "legend":
            yield Way(("do:nobody",))
        case "legend_bonus":
            bonus, piece = f"bonus:{order[1]}", str(order[2])
            yield Way((bonus, piece), (bonus,) if _is_only(view, question, piece) else ())
        case "deploy":
            yield Way(("do:deploy", "at:listed"), ("do:deploy",))
        case "confirm":
            yield Way(("do:confirm",))


def _is_only(view: FantasyView, question: Question, piece: str) -> bool:
    """A piece may get one bonus only."""
    from grognard.rulebooks.fantasy.decisions import DECISIONS

    listed: tuple[Order, ...] = DECISIONS[question.kind].options(view, question)
    return sum(one[2:] == (piece,) for one in listed) == 1


def seat_key(seat: str) -> str:
    """Key of a seat; its side's names stand for it too."""
    return f"seat:{seat}"


def keys_of(order: Order) -> Iterator[Key]:
    """Everything that a unit's order speaks of."""
    word = str(order[0])
    yield from VERBS.get(word, (f"do:{word}",))
    try:
        given = orders.read(order)
    except Refused:
        return
    yield from given.targets
    yield from _attached(given)


def _attached(given: UnitOrder) -> Iterator[Key]:
    for leg in given.path:
        yield _leg(leg)
    if given.if_charged != "hold":
        yield "if:charged"
    if given.pursue is not None:
        yield "do:pursue" if given.pursue else "no:pursue"
    if given.challenge:
        yield from ("do:challenge", *given.challenge)
    if given.accept:
        yield from ("do:accept", *given.accept)
    for cast in given.casts:
        yield from (
            cast.wizard,
            f"spell:{cast.spell}",
            *(one for one in cast.targets if isinstance(one, str)),
        )
    if given.formation:
        yield f"form:{given.formation}"


def _leg(leg: Leg) -> Key:
    if leg.kind == "fwd":
        return "dir:forward"
    return "dir:right" if leg.amount > 0 else "dir:left"
