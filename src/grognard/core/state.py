"""What lies on the table: one frozen tree, and the setup that never changes during a battle.

Copying is sharing; equal positions are equal and hash fast. No dice, log, text or seat object is in a state.
"""

from __future__ import annotations

import hashlib
from typing import Any, Generic, TypeAlias, TypeVar
from weakref import WeakValueDictionary

import msgspec

from grognard.locale import Name

Arg: TypeAlias = str | int
Order: TypeAlias = tuple[Arg, ...]
"""An answer to a question: a verb and what it is done with, e.g. ``("attack", "d_knights")``."""
Call: TypeAlias = tuple[str, tuple[Arg, ...]]
"""A rule call on the agenda: the rule's name and its arguments (ids and numbers; an order is laid out flat)."""

UMPIRE = "umpire"
"""The seat that sees everything. It's always there, held by a person or by nobody."""
PUBLIC = "public"
"""Whoever holds no seat: he sees and hears what everybody may, on no side."""


class Piece(msgspec.Struct, frozen=True, cache_hash=True, tag=True, tag_field="piece", gc=False):
    """Anything on the table that can change: a unit, a marker, the field itself. ``id`` is unique."""

    id: str


P = TypeVar("P", bound=Piece)


class Question(msgspec.Struct, frozen=True, cache_hash=True):
    """What a seat is asked: a kind of decision of the rule book, and the ids that it is about.

    ``secret`` questions of one step wait for each other: nothing is shown before the last is answered.
    ``then`` is the rule that is called with ``about`` and the answer.
    """

    kind: str
    seat: str
    about: tuple[Arg, ...] = ()
    then: str = ""
    secret: bool = False
    answer: Order | None = None

    @property
    def id(self) -> str:
        """Name of the question while it is open, e.g. ``melee_order:a_knights``."""
        return ":".join((self.kind, *map(str, self.about or (self.seat,))))


class Outcome(msgspec.Struct, frozen=True, cache_hash=True):
    """How a battle ended: the winning sides (none: nobody) and why, as an id of the rule book."""

    winners: tuple[str, ...]
    reason: str


class State(msgspec.Struct, Generic[P], frozen=True, cache_hash=True, gc=False):
    """One position. ``agenda`` is a stack (next call last); ``questions`` are those now open, in asking order."""

    pieces: tuple[P, ...]
    agenda: tuple[Call, ...] = ()
    questions: tuple[Question, ...] = ()
    outcome: Outcome | None = None

    @property
    def finished(self) -> bool:
        """Nothing left to do and nothing asked."""
        return not self.agenda and not self.questions

    def piece(self, piece_id: str) -> P:
        """The piece with that id; KeyError if there is none."""
        for piece in self.pieces:
            if piece.id == piece_id:
                return piece
        raise KeyError(piece_id)

    def digest(self) -> str:
        """64 hex digits, the same on every machine."""
        return digest(self)


class Side(msgspec.Struct, frozen=True):
    """One or more allied seats."""

    id: str
    name: Name


class Seat(msgspec.Struct, frozen=True):
    """Whoever answers for some pieces: ``kind`` is ``player`` or ``npc``."""

    id: str
    side: str
    kind: str = "player"


class Setup(msgspec.Struct, frozen=True, kw_only=True, weakref=True):
    """What never changes during a battle. A rule book adds its tables, terrain and order of battle."""

    book: str
    version: str
    scenario: str
    name: Name
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    options: dict[str, str | int | bool]

    def digest(self) -> str:
        """64 hex digits that name this setup."""
        return digest(self)

    def side_of(self, seat: str) -> str:
        """Side of a seat, "" for the public; KeyError if there is no such seat."""
        if seat == PUBLIC:
            return ""
        for one in self.seats:
            if one.id == seat:
                return one.side
        raise KeyError(seat)

    def allies(self, seat: str) -> tuple[str, ...]:
        """All seats of that seat's side, itself included."""
        side = self.side_of(seat)
        return tuple(one.id for one in self.seats if one.side == side)


_IN_USE: WeakValueDictionary[tuple[type, str], Setup] = WeakValueDictionary()
S = TypeVar("S", bound=Setup)


def shared(setup: S) -> S:
    """The setup, or an equal one of another battle that is in memory: what has been worked out about that one serves
    both, and is kept once."""
    found = _IN_USE.setdefault((type(setup), setup.digest()), setup)
    assert isinstance(found, type(setup))
    return found


_encoder = msgspec.json.Encoder()


def encode(value: Any) -> bytes:
    """Canonical JSON: the same bytes for equal values, everywhere. Mappings keep their order (file order is a fact)."""
    return _encoder.encode(value)


def digest(value: Any) -> str:
    """sha256 of the canonical JSON, 64 hex digits."""
    return hashlib.sha256(encode(value)).hexdigest()
