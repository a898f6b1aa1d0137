"""How every order may be put: the concepts and things to be said, and which of them go without saying. Hexes are said
by their labels, as numbers; counters by their hexes too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.orders import Way
from grognard.orders.model import Key
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.order_words import path_of, waypoints, where_is

ONE_WORD = {
    "end_turn": "do:end_turn",
    "wait": "do:wait",
    "concede": "do:concede",
    "leave": "do:leave",
    "accept": "do:agree",
    "refuse": "do:refuse",
}
SOME = 2
"""Of a way of more hexes any may be left out: it was made from those that somebody wrote."""


def ways(field: Field, question: Question, order: Order, listed: Sequence[Order]) -> Iterator[Way]:
    """``listed``: the orders that are offered, which tell what goes without saying."""
    verb, rest = str(order[0]), order[1:]
    if verb in ONE_WORD:
        yield Way((ONE_WORD[verb],))
        return
    match verb:
        case "end":
            yield Way(("do:enough" if question.kind == "exchange" else "do:end",))
        case "pass":
            yield from _passes(question, rest)
        case "move":
            yield from _moves(field, order)
        case "embark":
            yield Way(("do:embark", *rest))
        case "disembark":
            yield _meant("do:disembark", rest[0], label_key(field, rest[1]))
        case "work":
            yield from _works(field, order, listed)
        case "fire":
            yield _meant("do:fire", *(target_key(field, word) for word in rest))
        case _:
            yield from _of_cards(field, order, listed)


def label_key(field: Field, hex: Arg) -> Key:
    """The number that a label is read as."""
    return int(field.label(hex)) if isinstance(hex, int) and field.grid.holds(hex) else hex


def target_key(field: Field, word: Arg) -> Key:
    """A hex with a counter is that counter."""
    unit = field.at(word) if isinstance(word, int) else None
    return unit.id if unit is not None else label_key(field, word)


def _meant(verb: Key, *parts: Key) -> Way:
    """The verb goes without saying."""
    return Way((verb, *parts), (verb,))


# --- phases ----------------------------------------------------------------------------------------------


def _passes(question: Question, rest: Order) -> Iterator[Way]:
    if rest:
        yield Way(("do:pass", "do:whole_turn"), ("do:pass",))
    else:
        yield Way(("do:look_at_nothing" if question.kind == "inspection" else "do:pass",))


@clause("MO-MOVE-09")
def _moves(field: Field, order: Order) -> Iterator[Way]:
    """By its end, with the hexes on the way where it isn't the usual one; or hex by hex; or by some of them."""
    unit, path = order[1], path_of(order)
    if path == (where_is(field, unit),):
        yield Way(("do:stay", unit))
        return
    via = waypoints(field, order) if len(path) > 1 else ()
    keys = tuple(label_key(field, hex) for hex in (path[-1], *via))
    yield _meant("do:move", unit, *keys)
    if len(path) > 2 and not via:
        yield _meant("do:move", unit, *(label_key(field, hex) for hex in path[1:]))
    if len(path) > SOME:
        every: tuple[Key, ...] = ("do:move", unit, *(label_key(field, hex) for hex in path[1:]))
        yield Way(every, every)


@clause("MO-WORK-01")
def _works(field: Field, order: Order, listed: Sequence[Order]) -> Iterator[Way]:
    """Where goes without saying if there is but one place; who is helped may be named."""
    verb, where = f"work:{order[2]}", order[3]
    alike = [one for one in listed if one[:3] == order[:3]]
    label = label_key(field, where)
    implied: tuple[Key, ...] = (label,) if alike == [order] else ()
    yield Way((verb, order[1], label), implied)
    unit = field.at(where) if isinstance(where, int) else None
    if isinstance(unit, Unit) and unit.id != order[1]:
        yield Way((verb, order[1], unit.id))


# --- cards, counters, credits, places --------------------------------------------------------------------


def _of_cards(field: Field, order: Order, listed: Sequence[Order]) -> Iterator[Way]:
    verb, rest = str(order[0]), order[1:]
    match verb:
        case "play":
            targets = tuple(target_key(field, word) for word in rest[1:])
            alone = sum(one[:2] == order[:2] for one in listed) == 1
            yield Way(("do:play", card_key(rest[0]), *targets), ("do:play", *(targets if alone else ())))
        case "ability":
            targets = tuple(target_key(field, word) for word in rest)
            alone = sum(one[0] == verb for one in listed) == 1
            yield Way(("do:ability", "ability", *targets), ("ability", *(targets if alone else ())))
            yield Way(("do:ability", "ability", *targets), ("do:ability", *(targets if alone else ())))
        case "withdraw":
            yield Way(("do:withdraw", rest[0]))
        case "inspect":
            yield from _inspections(field, rest, listed)
        case "propose":
            yield Way(("do:propose", f"conf:{rest[0]}", rest[1]), ("do:propose",))
        case "take" | "voucher":
            yield _taking(order)
        case "discard":
            yield _meant("do:discard", card_key(rest[0]))
        case "deploy":
            yield from _places(field, rest)


def card_key(card: Arg) -> str:
    """Of a card in a hand or a deck; cards on the table are called by their own ids."""
    return f"kso:{card}"


@clause("MO-VIS-04")
def _inspections(field: Field, rest: Order, listed: Sequence[Order]) -> Iterator[Way]:
    keys = tuple(target_key(field, word) for word in rest)
    yield _meant("do:inspect", *keys)
    if (
        len(rest) == max(len(one) - 1 for one in (*listed, ("inspect", *rest)) if one[0] == "inspect")
        and rest
    ):
        yield Way(("do:inspect", "do:everything"))


def _taking(order: Order) -> Way:
    """Tier; what goes first; what is named."""
    verb, tier, gone, named = (*map(str, order), "", "", "")[:4]
    parts: list[Key] = ["do:take", f"tier:{tier}"]
    if verb == "voucher":
        parts.append("do:voucher")
    if gone:
        parts += ["do:discard", card_key(gone)]
    if named:
        parts += ["do:namely", card_key(named)]
    return Way(tuple(parts), ("do:take",))


@clause("MO-TURN-08")
def _places(field: Field, rest: Order) -> Iterator[Way]:
    """All at once; or one after another, for all that were written belong to one order."""
    if not rest:
        yield Way(("do:deploy", "at:proposed"), ("do:deploy",))
        return
    pairs = [(one, place_key(field, place)) for one, place in zip(rest[::2], rest[1::2], strict=False)]
    yield _meant("do:deploy", *(key for pair in pairs for key in pair))
    if len(pairs) > 1:
        yield from (_meant("do:deploy", *pair) for pair in pairs)


def place_key(field: Field, place: Arg) -> Key:
    if isinstance(place, int):
        return label_key(field, place)
    return "at:reserve" if place == "reserve" else place
