"""Who sees what (chapter Model, hidden information). A view is built up from nothing for each seat."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import PUBLIC, UMPIRE, Order, Outcome, Question
from grognard.rulebooks.napoleonic import aiming
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import (
    Body,
    Corridor,
    Gun,
    NapoleonicSetup,
    NapoleonicState,
    Person,
    Thing,
    Unit,
)

NO_STATUS = "line"


class NapoleonicView(msgspec.Struct, frozen=True):
    """The battle as one seat knows it: ``pieces`` and the ``setup`` without what it may not know. ``side`` is "" for
    the umpire and the public; ``answers`` are sealed orders of its own side."""

    seat: str
    side: str
    setup: NapoleonicSetup
    pieces: tuple[Thing, ...]
    asked: tuple[Question, ...]
    answers: tuple[tuple[str, Order], ...]
    waiting: tuple[str, ...]
    outcome: Outcome | None
    finished: bool

    @property
    def field(self) -> Field:
        """The pieces as rules look at them; kept, because every question of a step looks at the same ones."""
        return field_of(self.setup, self.pieces)


@lru_cache(maxsize=32)
def field_of(setup: NapoleonicSetup, pieces: tuple[Thing, ...]) -> Field:
    return Field(setup, {piece.id: piece for piece in pieces})


@clause("NA-SEQ-07")
def view(setup: NapoleonicSetup, state: NapoleonicState, seat: str) -> NapoleonicView:
    """The position with what is asked of the seat, and the sealed answers of its own side."""
    side = "" if seat == UMPIRE else setup.side_of(seat)
    over = state.outcome is not None
    known, pieces = (setup, state.pieces) if seat == UMPIRE or over else _seen(setup, state.pieces, side)
    open_now = [one for one in state.questions if one.answer is None]
    allies = () if seat == PUBLIC else tuple(s.id for s in setup.seats if seat == UMPIRE or s.side == side)
    return NapoleonicView(
        seat,
        side,
        known,
        pieces,
        tuple(one for one in open_now if one.seat == seat),
        tuple(
            (one.id, one.answer) for one in state.questions if one.answer is not None and one.seat in allies
        ),
        tuple(dict.fromkeys(one.seat for one in open_now)),
        state.outcome,
        state.finished,
    )


# --- fog ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _seen(
    setup: NapoleonicSetup, pieces: tuple[Thing, ...], side: str
) -> tuple[NapoleonicSetup, tuple[Thing, ...]]:
    """Setup and pieces as a side knows them: with ``open_table`` all of it. The public is of no side and sees none of
    the bodies then."""
    if setup.options["fog"] != "line_of_sight":
        return setup, pieces
    field = field_of(setup, pieces)
    hidden, far = set[str](), set[str]()
    for body in (piece for piece in pieces if isinstance(piece, Body) and piece.side != side):
        if not side or not body.on_table or not aiming.side_sees(field, side, body):
            hidden.add(body.id)
        elif not is_near(field, side, body):
            far.add(body.id)
    known = tuple(one for piece in pieces for one in _dimmed(field, piece, side, hidden, far))
    return _known_setup(setup, side, frozenset(hidden), frozenset(far)), known


def is_near(field: Field, side: str, body: Body) -> bool:
    """Near enough for persons, exact figures and statuses to be seen."""
    limit = field.distances.see_details
    return any(field.gap(one, body) <= limit for one in field.units_of(side))


def _dimmed(field: Field, piece: Thing, side: str, hidden: set[str], far: set[str]) -> tuple[Thing, ...]:
    """A piece as a side knows it, or nothing."""
    if isinstance(piece, Person) and piece.side != side and piece.present and piece.at in hidden | far:
        return (replace(piece, at=""),)
    if isinstance(piece, Corridor):
        return (piece,)
    if piece.id in hidden:
        return ()
    if piece.id in far and isinstance(piece, Unit):
        return (
            replace(
                piece, figures=guessed_figures(field, piece), recruits=0, order=(), colours=1, may_split=0
            ),
        )
    return (replace(piece, crew=1, order=()),) if piece.id in far and isinstance(piece, Gun) else (piece,)


def guessed_figures(field: Field, unit: Unit) -> int:
    """As many as its front shows from afar."""
    footprints, kinds = field.tables.footprints, field.tables.kinds
    row = footprints[kinds[unit.kind].footprint or field.unit_sheet(unit).branch]
    files, ranks = max(unit.frontage // row.file, 1), max(unit.depth // row.rank, 1)
    return files * ranks


@lru_cache(maxsize=256)
def _known_setup(
    setup: NapoleonicSetup, side: str, hidden: frozenset[str], far: frozenset[str]
) -> NapoleonicSetup:
    """Without the enemy's places at the start, strengths and statuses that were not seen from near."""
    dim: dict[str, Any] = {"x": 0, "y": 0, "heading": 0}
    units = {
        one: sheet
        if sheet.side == side or one not in hidden | far
        else replace(sheet, **dim, status=NO_STATUS, figures=0, full=0, recruits=0, lances=False)
        for one, sheet in setup.units.items()
    }
    guns = {
        one: sheet if sheet.side == side or one not in hidden | far else replace(sheet, **dim, crew=0)
        for one, sheet in setup.guns.items()
    }
    persons = {
        one: sheet if sheet.side == side else replace(sheet, at="") for one, sheet in setup.persons.items()
    }
    return replace(setup, units=units, guns=guns, persons=persons)
