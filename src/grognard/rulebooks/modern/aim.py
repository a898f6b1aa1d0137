"""What a hand on the picture may mean: a drag or click as orders, likeliest first.

A unit led to a hex moves there, onto an enemy it fires, onto a transport it goes aboard; a click on a counter or a hex
means whatever can be done to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from grognard.core.book import allows
from grognard.core.game import Heard
from grognard.core.state import Arg, Order, Question
from grognard.rulebooks.meanings import legal
from grognard.rulebooks.modern.decisions import DECISIONS
from grognard.rulebooks.modern.deployment import RESERVE, changed, proposal
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.paper import paper
from grognard.rulebooks.modern.targets import word_for
from grognard.rulebooks.modern.view import ModernView
from grognard.space.hex_grid import Hex

if TYPE_CHECKING:
    from grognard.rulebooks.book import Drag

Aimed = Iterable[Order]


class Hand(msgspec.Struct, frozen=True):
    """A drag or click: ``piece`` the unit that is led, None for a click; ``hex`` under the pointer, None beside the
    map; ``target`` the unit there, or the one beside the map that was pointed at."""

    view: ModernView
    question: Question
    piece: Unit | None
    hex: Hex | None
    target: Unit | None
    draft: Order

    @property
    def field(self) -> Field:
        return self.view.field

    @property
    def seat(self) -> str:
        """Whose orders they are; of a window who is asked."""
        about = self.question.about
        if self.question.kind == "answer":
            return str(about[3])
        return str(about[0]) if about and about[0] in self.field.setup.generals else self.question.seat

    @property
    def listed(self) -> tuple[Order, ...]:
        found: tuple[Order, ...] = DECISIONS[self.question.kind].options(self.view, self.question)
        return found

    def is_foe(self, unit: Unit | None) -> bool:
        return unit is not None and unit.side != self.field.setup.side_of(self.question.seat)

    def word(self, unit: Unit) -> Arg:
        """How orders name a unit."""
        return word_for(self.field, self.field.setup.side_of(self.question.seat), unit)


def aim(
    view: ModernView, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
) -> tuple[Order, ...]:
    """Orders that a drag or click may mean, likeliest first; all pass the check, or the nearest one that does not
    stands alone."""
    if question.kind not in _AIMS:
        return ()
    field, hex = view.field, paper(view, lang).to_hex(drag.x, drag.y)
    piece, target = _unit(field, drag.piece), _unit(field, drag.target)
    if target is None or target is piece:
        target = field.at(hex) if hex is not None else None
    if piece is not None and hex is not None and piece.status == "map" and piece.hex == hex:
        piece, target = None, piece
    hand = Hand(view, question, piece, hex, None if target is piece else target, drag.draft)
    nearest = bool(hand.piece or hand.target)
    return legal(DECISIONS[question.kind], view, question, _AIMS[question.kind](hand), nearest)


def _unit(field: Field, name: str) -> Unit | None:
    found = field.pieces.get(name)
    return found if isinstance(found, Unit) else None


# --- movement --------------------------------------------------------------------------------------------


def _movement(hand: Hand) -> Iterator[Order]:
    piece, hex = hand.piece, hand.hex
    if piece is None:
        yield from _clicked(hand)
        return
    if hand.is_foe(piece) or hex is None:
        return
    if piece.status == "aboard":
        yield ("disembark", piece.id, hex)
    elif hand.target is not None and not hand.is_foe(hand.target):
        yield ("embark", piece.id, hand.target.id)
        yield from _works(hand, piece, hex)
    if piece.status == "map":
        yield ("move", piece.id, hex)
        yield from _works(hand, piece, hex)
    yield from _cards(hand, (piece.id, hex), (hex, piece.id))


def _works(hand: Hand, unit: Unit, hex: Hex) -> Iterator[Order]:
    return (one for one in hand.listed if one[:2] == ("work", unit.id) and one[3] == hex)


def _clicked(hand: Hand) -> Iterator[Order]:
    """What a unit can do where it is, or what a card can do to what was clicked."""
    unit = hand.target
    if unit is not None and not hand.is_foe(unit):
        yield from (one for one in hand.listed if one[:2] == ("work", unit.id))
        yield from (one for one in hand.listed if one[0] in ("embark", "disembark") and one[1] == unit.id)
        if unit.status == "map":
            yield ("move", unit.id, unit.hex)
    yield from _at_target(hand)


# --- fire ------------------------------------------------------------------------------------------------


def _attack(hand: Hand) -> Iterator[Order]:
    piece, target = hand.piece, hand.target
    if piece is not None and not hand.is_foe(piece):
        if target is not None and hand.is_foe(target):
            yield ("fire", piece.id, target.hex)
        return
    if target is not None and hand.is_foe(target):
        yield from (one for one in hand.listed if one[0] == "fire" and one[2] == target.hex)
    elif target is not None:
        yield from (one for one in hand.listed if one[:2] == ("fire", target.id))
    yield from _at_target(hand)


def _shot(hand: Hand) -> Iterator[Order]:
    """Led or clicked, the unit that may fire at once fires at what is pointed at."""
    if hand.target is not None and hand.is_foe(hand.target):
        yield ("fire", hand.target.hex)


# --- cards and counters ----------------------------------------------------------------------------------


def _at_target(hand: Hand) -> Iterator[Order]:
    """Cards and inspections that name what is pointed at: a unit, or the hex."""
    words = [hand.word(hand.target)] if hand.target is not None and hand.target.status == "map" else []
    if hand.hex is not None and hand.hex not in words:
        words.append(hand.hex)
    for word in words:
        yield from (
            one for one in hand.listed if one[0] in ("inspect", "play", "ability") and word in one[1:]
        )
        yield from _cards(hand, (word,))


def _cards(hand: Hand, *targets: Order) -> Iterator[Order]:
    """Cards in hand at these targets; the ability too."""
    field = hand.field
    known = field.general(hand.seat).hand if hand.seat in field.setup.generals else ()
    heads: list[Order] = [("play", card) for card in dict.fromkeys(known) if card]
    for words in targets:
        orders = ((*head, *words) for head in (*heads, ("ability",)))
        yield from (
            order
            for order in orders
            if allows(DECISIONS[hand.question.kind], hand.view, hand.question, order)
        )


def _playing(hand: Hand) -> Iterator[Order]:
    if hand.piece is not None and hand.hex is not None:
        yield from _cards(hand, (hand.word(hand.piece), hand.hex), (hand.hex, hand.piece.id))
    elif hand.piece is None:
        yield from _at_target(hand)


def _inspection(hand: Hand) -> Iterator[Order]:
    if hand.target is not None and hand.is_foe(hand.target):
        yield ("inspect", hand.target.hex)


# --- deployment ------------------------------------------------------------------------------------------


def _deployment(hand: Hand) -> Iterator[Order]:
    """A unit goes where it is put, in the draft that lies on the table; who stands there changes places with it;
    on a transport it goes aboard; beside the map it is in reserve."""
    field, seat, piece = hand.field, hand.seat, hand.piece
    known = proposal(field, seat)
    if piece is None or piece.id not in known:
        return
    draft = hand.draft if hand.draft[:1] == ("deploy",) else ("deploy",)
    places = changed(field, seat, draft[1:]) if len(draft) % 2 else dict(known)
    if hand.hex is None:
        yield _diff(known, {**places, piece.id: RESERVE})
        return
    there = next((one for one, place in places.items() if place == hand.hex and one != piece.id), "")
    if there:
        yield _diff(known, {**places, piece.id: there})
        yield _diff(known, {**places, piece.id: hand.hex, there: places[piece.id]})
    yield _diff(known, {**places, piece.id: hand.hex})


def _diff(known: Mapping[str, Arg], places: Mapping[str, Arg]) -> Order:
    """Only what stands elsewhere than proposed."""
    words = [word for one, place in places.items() if known[one] != place for word in (one, place)]
    return ("deploy", *words)


_AIMS: Mapping[str, Callable[[Hand], Aimed]] = {
    "deployment": _deployment,
    "kso": _playing,
    "answer": _playing,
    "exchange": _playing,
    "movement": _movement,
    "attack": _attack,
    "shot": _shot,
    "inspection": _inspection,
}
