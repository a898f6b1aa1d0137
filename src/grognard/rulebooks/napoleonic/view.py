"""Who sees what (chapter Model, hidden information). A view is built up from nothing for each seat.

With fog ``line_of_sight`` a side sees of the enemy what is seen now: nothing is remembered but in its log. Of an enemy
seen from afar it knows place, front, formation and whether it flees; within 1 merka all but what is sealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import PUBLIC, UMPIRE, Order, Outcome, Question
from grognard.rulebooks.napoleonic import aiming
from grognard.rulebooks.napoleonic.field import Field, field_of, printed_leaders
from grognard.rulebooks.napoleonic.hindrances import flag
from grognard.rulebooks.napoleonic.model import (
    FRAY,
    WORKS,
    Body,
    Corridor,
    Formation,
    Fray,
    Gun,
    NapoleonicSetup,
    NapoleonicState,
    Person,
    Standing,
    Thing,
    Unit,
    Wagon,
    Works,
)
from grognard.space.outline import once

NO_STATUS = "line"


class NapoleonicView(msgspec.Struct, frozen=True, dict=True):
    """The battle as one seat knows it: ``pieces`` and the ``setup`` without what it may not know. ``far``: enemies seen
    from afar only. ``side`` is "" for the umpire and the public; ``answers`` are sealed orders of its own side."""

    seat: str
    side: str
    setup: NapoleonicSetup
    pieces: tuple[Thing, ...]
    far: tuple[str, ...]
    asked: tuple[Question, ...]
    answers: tuple[tuple[str, Order], ...]
    waiting: tuple[str, ...]
    outcome: Outcome | None
    finished: bool

    @once
    def field(self) -> Field:
        """The pieces as rules look at them; kept, because every question of a step looks at the same ones."""
        return field_of(self.setup, self.pieces)


@clause("NA-SEQ-07")
def view(setup: NapoleonicSetup, state: NapoleonicState, seat: str) -> NapoleonicView:
    """The position with what is asked of the seat, and the sealed answers of its own side."""
    side = "" if seat == UMPIRE else setup.side_of(seat)
    all_open = seat == UMPIRE or state.outcome is not None or setup.options["fog"] != "line_of_sight"
    known = Known(setup, state.pieces, ()) if all_open else _known(setup, state.pieces, side)
    open_now = [one for one in state.questions if one.answer is None]
    allies = () if seat == PUBLIC else tuple(s.id for s in setup.seats if seat == UMPIRE or s.side == side)
    return NapoleonicView(
        seat,
        side,
        known.setup,
        known.pieces,
        known.far,
        tuple(one for one in open_now if one.seat == seat),
        tuple(
            (one.id, one.answer) for one in state.questions if one.answer is not None and one.seat in allies
        ),
        _awaited(setup, open_now),
        state.outcome,
        state.finished,
    )


def _awaited(setup: NapoleonicSetup, open_now: list[Question]) -> tuple[str, ...]:
    """In the order of the seats: that of the questions would tell which of them have an answer."""
    asked = {one.seat for one in open_now}
    return tuple(seat for seat in (*(one.id for one in setup.seats), UMPIRE) if seat in asked)


# --- eyes --------------------------------------------------------------------------------------------


class Eyes:
    """What a side sees of a position in the fog. ``side`` "" is the public's: it is of no side and sees no troops."""

    def __init__(self, field: Field, side: str) -> None:
        self.field, self.side = field, side

    def owns(self, body: Body) -> bool:
        """Whether it stands under the side's own flag."""
        return flag(body) == self.side

    def sees(self, body: Body) -> bool:
        return self.owns(body) or (bool(self.side) and aiming.side_sees(self.field, self.side, body))

    def is_near(self, body: Body) -> bool:
        """Near enough for persons, exact figures, statuses and states to be seen."""
        if self.owns(body):
            return True
        limit = self.field.distances.see_details
        return any(self.field.gap(one, body) <= limit for one in self.field.units_of(self.side))

    def meets(self, man: Person) -> bool:
        """Whether he is of the side, or stands with a body that is near."""
        body = self.field.find(man.at)
        here = man.present and body is not None and body.on_table
        return man.side == self.side or (here and body is not None and self.is_near(body))

    @clause("NA-ROUT-15")
    def finds(self, corridor: Corridor) -> bool:
        """Whether a corridor is seen: one's own, and any that is near or in sight of a unit."""
        sheet = corridor.unit.partition(".")[0]
        own = self.field.setup.units.get(sheet) or self.field.setup.guns.get(sheet)
        if own is not None and own.side == self.side:
            return True
        return bool(self.side) and aiming.sees_ground(self.field, self.side, corridor.shape)


# --- fog ---------------------------------------------------------------------------------------------


class Known(msgspec.Struct, frozen=True):
    """Setup and pieces as a side knows them."""

    setup: NapoleonicSetup
    pieces: tuple[Thing, ...]
    far: tuple[str, ...]


@lru_cache(maxsize=64)
def _known(setup: NapoleonicSetup, pieces: tuple[Thing, ...], side: str) -> Known:
    """In the fog."""
    eyes = Eyes(field_of(setup, pieces), side)
    shown = {one.id: one for piece in pieces if isinstance(piece, Body) for one in _body(eyes, piece)}
    near = {
        piece.id: piece
        for piece in pieces
        if isinstance(piece, Body) and piece.on_table and piece.id in shown and eyes.is_near(piece)
    }
    known = tuple(
        one
        for piece in pieces
        for one in ([shown[piece.id]] if piece.id in shown else _other(eyes, piece, shown, near))
    )
    far = tuple(one for one in shown if one not in near and not _is_own(eyes, shown[one]))
    sheets = frozenset(one.sheet for one in near.values() if one.side != side)
    return Known(_known_setup(setup, side, sheets), known, far)


def _is_own(eyes: Eyes, body: Body) -> bool:
    return eyes.side in (body.side, flag(body))


# --- bodies ------------------------------------------------------------------------------------------


def _body(eyes: Eyes, body: Body) -> Iterator[Any]:
    """A body as the side knows it, or nothing; of a gun that was taken its old side knows its own."""
    if eyes.owns(body):
        yield body if body.side == eyes.side or not isinstance(body, Gun) else _taken(body)
    elif body.side == eyes.side:
        seen = body.on_table and eyes.sees(body)
        yield body if seen else replace(body, standing="gone", x=0, y=0, heading=0, start=None, moved=0)
    elif body.on_table and eyes.sees(body):
        yield _near(body) if eyes.is_near(body) else _far(eyes.field, body)


def _taken(gun: Gun) -> Gun:
    """Where the crew of a gun that was taken is now, its old side knows."""
    return replace(gun, spare=0, spare_from=0)


def _near(body: Body) -> Body:
    """An enemy within 1 merka: all but where it came from and what is sealed."""
    if isinstance(body, Unit):
        return replace(body, start=None, moved=0, rolled=0, declared=(), may_split=0, covers="")
    if isinstance(body, Gun):
        return _taken(replace(body, start=None, moved=0, rolled=0, declared=()))
    return replace(body, start=None, moved=0)


def _far(field: Field, body: Body) -> Body:
    """An enemy seen from afar: where and how it stands, whether it flees, who holds it. Pursuits are public, and so is
    who is safe from fire after one (NA-ROUT-18)."""
    place = body.id, body.side, body.sheet, body.x, body.y, body.heading, body.frontage, body.depth
    standing: Standing = "fleeing" if body.standing == "fleeing" else "ready"
    if isinstance(body, Unit):
        figures = guessed_figures(field, body)
        return Unit(
            *place, standing, figures=figures, kind=body.kind, pursued=body.pursued, exposed=body.exposed
        )
    if isinstance(body, Gun):
        return Gun(*place, standing, crew=1, owner=body.owner)
    assert isinstance(body, Wagon)
    return Wagon(*place, standing, owner=body.owner)


def guessed_figures(field: Field, unit: Unit) -> int:
    """As many as its front shows from afar."""
    footprints, kinds = field.tables.footprints, field.tables.kinds
    row = footprints[kinds[unit.kind].footprint or field.unit_sheet(unit).branch]
    files, ranks = max(unit.frontage // row.file, 1), max(unit.depth // row.rank, 1)
    return files * ranks


# --- the rest ----------------------------------------------------------------------------------------


def _other(eyes: Eyes, piece: Thing, shown: dict[str, Any], near: dict[str, Any]) -> Iterator[Thing]:
    match piece:
        case Person():
            yield (
                piece if eyes.meets(piece) else Person(piece.id, piece.side, piece.post, piece.formation, "")
            )
        case Formation():
            yield piece if eyes.field.setup.formations[piece.id].side == eyes.side else _printed(eyes, piece)
        case Corridor():
            if eyes.finds(piece):
                yield piece
        case Works():
            taken = tuple(one for one in piece.taken if one[1] in shown)
            yield Works(WORKS, piece.burning, piece.destroyed, taken)
        case Fray():
            yield _fray(piece, shown, near)
        case Body():
            pass
        case _:
            yield piece


def _printed(eyes: Eyes, formation: Formation) -> Formation:
    """Who leads an enemy formation now is its own affair."""
    return Formation(formation.id, printed_leaders(eyes.field.setup).get(formation.id, ""))


def _fray(fray: Fray, shown: dict[str, Any], near: dict[str, Any]) -> Fray:
    """Shots, strikes and dice are public; who ran or fell back where nobody saw it isn't."""
    return Fray(
        FRAY,
        shots=fray.shots,
        strikes=fray.strikes,
        figures=tuple(one for one in fray.figures if one[0] in near),
        leaders=tuple(one for one in fray.leaders if one[0] in near),
        falls=fray.falls,
        dice=fray.dice,
        bouts=fray.bouts,
        routed=tuple(one for one in fray.routed if one in shown),
        pushed=tuple(one for one in fray.pushed if one in shown),
        tested=tuple(one for one in fray.tested if one in shown),
        backed=tuple(one for one in fray.backed if one in shown),
        obedience=fray.obedience,
        pursuits=fray.pursuits,
    )


@lru_cache(maxsize=256)
def _known_setup(setup: NapoleonicSetup, side: str, near: frozenset[str]) -> NapoleonicSetup:
    """Of the enemy names, arms, posts and who is under whom; strengths and statuses of those that are near. Neither
    places at the start nor when who comes."""
    away: dict[str, Any] = {"x": 0, "y": 0, "heading": 0, "turn": 0}
    dim = {**away, "status": NO_STATUS, "figures": 0, "full": 0, "recruits": 0, "lances": False, "colours": 1,
           "kind": "line", "tired": False}  # fmt: skip
    units = {
        one: sheet if sheet.side == side else replace(sheet, **(away if one in near else dim))
        for one, sheet in setup.units.items()
    }
    guns = {
        one: sheet if sheet.side == side else replace(sheet, **away, crew=sheet.crew if one in near else 0)
        for one, sheet in setup.guns.items()
    }
    wagons = {
        one: sheet if sheet.side == side else replace(sheet, **away) for one, sheet in setup.wagons.items()
    }
    persons = {
        one: sheet if sheet.side == side else replace(sheet, at="") for one, sheet in setup.persons.items()
    }
    formations = {
        one: sheet if sheet.side == side else replace(sheet, turn=0)
        for one, sheet in setup.formations.items()
    }
    carried = {seat: army for seat, army in setup.carried.items() if setup.side_of(seat) == side}
    return replace(
        setup, units=units, guns=guns, wagons=wagons, persons=persons, formations=formations, carried=carried
    )
