"""What happened. Reports, animations and statistics are made from events alone."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from grognard.core.state import UMPIRE, Arg


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """Base of everything that is told. Facts are ids, numbers and tuples of them; words come later.

    Nothing that is told holds itself, so the cycle collector need not look at it (``gc=False``; pieces too).
    """


Seats: TypeAlias = tuple[str, ...] | None
"""Who may hear something; None is everybody."""
Version: TypeAlias = tuple[Event, Seats]


class Told(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, in one version for each audience: a viewer hears the first version meant for him,
    and the umpire the first of all. ``clauses`` are those of the rule that told it."""

    clauses: tuple[str, ...]
    versions: tuple[Version, ...]

    def heard_by(self, seat: str) -> Event | None:
        """The version for ``seat``, or None if it hears nothing of it."""
        if seat == UMPIRE:
            return self.versions[0][0]
        for event, seats in self.versions:
            if seats is None or seat in seats:
                return event
        return None


class Rolled(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Dice that fell: why, for whom, the dice and their faces in drawing order."""

    purpose: str
    who: str
    sides: int
    faces: tuple[int, ...]


class Change(msgspec.Struct, frozen=True):
    """One field of one piece, before and after, as canonical JSON text."""

    piece: str
    field: str
    before: str
    after: str


class Ruling(Event, frozen=True):
    """The umpire changed something by hand. ``scope`` says for how long or for whom it counts, in his words."""

    reason: str
    scope: str
    changes: tuple[Change, ...]


class Undone(Event, frozen=True):
    """A step was taken back: by whom, and which question is open again."""

    seat: str
    question: str
    dice_lost: int


class WordsAdded(Event, frozen=True):
    """A seat stirred the dice with words of its own."""

    seat: str
    words: str


class DefaultTaken(Event, frozen=True):
    """Nobody answered in time, so the default of the rules was taken."""

    seat: str
    question: str
    order: tuple[Arg, ...]


class AnswerVetoed(Event, frozen=True):
    """The umpire gave a waiting answer back to its seat, which alone hears of it."""

    seat: str
    question: str
    reason: str


class WentBack(Event, frozen=True):
    """The umpire took back everything since an earlier position."""

    reason: str
    dice_lost: int


class UmpireEnded(Event, frozen=True):
    """The umpire ended the battle; ``winners`` are sides."""

    reason: str
    winners: tuple[str, ...]


CORE_EVENTS: tuple[type[Event], ...] = (
    Ruling,
    Undone,
    WordsAdded,
    DefaultTaken,
    AnswerVetoed,
    WentBack,
    UmpireEnded,
)
