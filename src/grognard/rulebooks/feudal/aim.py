"""What a hand on the picture may mean: a drag or click as orders, likeliest first.

The sheet is a diagram, so that only who is led upon whom counts, and whether an army is led forward or back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from grognard.core.game import Heard
from grognard.core.state import Order, Question
from grognard.rulebooks.feudal.decisions import DECISIONS
from grognard.rulebooks.feudal.order_words import OF_A_SEAT
from grognard.rulebooks.feudal.picture_arrows import NORMALS, Place
from grognard.rulebooks.feudal.places import places
from grognard.rulebooks.feudal.view import FeudalView
from grognard.rulebooks.meanings import legal

if TYPE_CHECKING:
    from grognard.rulebooks.book import Drag

STEP = 24.0
"""An army led less far than this stays where it is."""
Where = Literal["ahead", "here", "back"]
AT_ONE = ("ambush", "second_choice", "strike_back")
"""Questions that a single enemy answers."""


class Hand(msgspec.Struct, frozen=True):
    """A drag or click: ``piece`` "" for a click; ids that are no armies are "". ``laid``: the army asked about is on
    the sheet; one that has left the field can't be pointed at, and any click means it."""

    view: FeudalView
    question: Question
    piece: str
    target: str
    where: Where
    laid: bool

    @property
    def listed(self) -> tuple[Order, ...]:
        return DECISIONS[self.question.kind].options(self.view, self.question)

    @property
    def army(self) -> str:
        return "" if self.question.kind in OF_A_SEAT else str(self.question.about[0])

    def is_foe(self, army_id: str) -> bool:
        return bool(army_id) and self.view.seen[army_id].side != self.view.setup.side_of(self.question.seat)


def aim(
    view: FeudalView, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
) -> tuple[Order, ...]:
    """Orders that a drag or click may mean, likeliest first; all pass the check, or the nearest one that does not
    stands alone."""
    if question.kind not in DECISIONS:
        return ()
    here = places(view, lang, heard)
    piece, target = (name if name in view.seen else "" for name in (drag.piece, drag.target))
    where = _where(here[piece], drag) if piece in here else "here"
    if piece and where == "here" and target in ("", piece):
        piece, target = "", piece
    army = str(question.about[0]) if question.about else ""
    hand = Hand(view, question, piece, target, where, army in here)
    return legal(DECISIONS[question.kind], view, question, _orders(hand))


def _where(place: Place, drag: Drag) -> Where:
    """Ahead of its place, as its front looks, or behind it."""
    east, south = NORMALS[place.front]
    way = (drag.x - place.x - place.width / 2) * east + (drag.y - place.y - place.height / 2) * south
    return "ahead" if way > STEP else "back" if way < -STEP else "here"


def _orders(hand: Hand) -> Iterable[Order]:
    """Whoever is led upon an enemy, or the army asked about when an enemy is clicked, deals with him; a click on an
    army of one's own, or on bare ground where the seat itself is asked, means all that can be answered."""
    if hand.question.kind in OF_A_SEAT:
        return _of_a_seat(hand)
    if hand.piece not in ("", hand.army):
        return ()
    if hand.target and hand.target != hand.army:
        return _upon(hand)
    if hand.piece:
        return _led(hand)
    return hand.listed if hand.target == hand.army or not hand.laid else ()


def _of_a_seat(hand: Hand) -> Iterator[Order]:
    """An artefact goes where one points, any other answer is one of the list."""
    if hand.target:
        yield from (one for one in hand.listed if hand.target in one)
    yield from (one for one in hand.listed if one[0] in ("auto", "set") or len(one) < 3)
    if hand.target:
        items = hand.view.setup.tables.conditions.values()
        able = hand.question.kind == "conditions"
        yield from (("set", f"{hand.target}={one.id}") for one in items if able and one.scope == "army")


def _upon(hand: Hand) -> Iterator[Order]:
    """Against an army of the enemy; upon a friend nothing is possible."""
    target, kind = hand.target, hand.question.kind
    if not hand.is_foe(target):
        return
    if kind == "ranged_order":
        yield from ((target, move) for move in ("hold", "advance", "withdraw"))
    elif kind == "melee_order":
        yield "attack", target
    elif kind in AT_ONE:
        yield (target,)
    elif kind == "veto":
        yield from hand.listed


def _led(hand: Hand) -> Iterator[Order]:
    """Led forward, back, or left where it stands."""
    kind, where = hand.question.kind, hand.where
    if kind == "ranged_order":
        moves = {"ahead": ("advance",), "here": ("hold",), "back": ("withdraw",)}[where]
        yield from (("none", move) for move in moves)
        yield from (one for one in hand.listed if one[1] in moves)
    elif kind == "melee_order":
        if where == "ahead":
            yield from (one for one in hand.listed if one[0] == "attack")
        elif where == "back":
            if hand.view.seen[hand.army].posture == "in_melee":
                yield ("fall_back",)
            yield ("withdraw",)
        else:
            yield from (("hold",), *(one for one in hand.listed if one == ("tend",)))
    elif where == "here":
        yield from hand.listed
