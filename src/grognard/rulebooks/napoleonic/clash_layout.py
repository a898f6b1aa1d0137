"""Where everybody of a described clash stands: strikers about their target, guns before it, terrain under it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic import relations
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Terrain, Unit
from grognard.rulebooks.napoleonic.tablemodel import Tables
from grognard.space.pose import Point
from grognard.space.terrain import polygon

TABLE, MIDDLE = 40_000, 20_000
"""Width of the table; in the middle of it stands the target, facing north."""
APART, BESIDE = 400, 50
"""Between a striker and its target, and between strikers of one side, in thousandths."""
GUN_INTERVAL = 600
MARGIN, WIDE = 50, 5000
TURNS = {"front": 1800, "right": 2700, "rear": 0, "left": 900}
"""Which way a striker on that side looks."""


@clause("NA-MOD-23", "NA-CC-01")
def around(field: Field, target: Body, strikers: Mapping[str, Sequence[Unit]]) -> Iterator[Unit]:
    """Strikers by the side that they strike, side by side with the front to the target; Refused where so many don't
    find room on that side."""
    for side, units in strikers.items():
        width = sum(unit.frontage for unit in units) + BESIDE * (len(units) - 1)
        along = -width // 2
        for unit in units:
            placed = _placed(unit, target, side, along + unit.frontage // 2)
            along += unit.frontage + BESIDE
            if relations.flank(field, placed, target) != side or not relations.reaches(field, placed, target):
                raise Refused("NA-MOD-23", T("so many units find no room on one side of it"),
                              T("spread them over front, left, right and rear"))  # fmt: skip
            yield placed


def _placed(unit: Unit, target: Body, side: str, along: int) -> Unit:
    ahead = (target.depth if side in ("front", "rear") else target.frontage) // 2 + APART + unit.depth // 2
    east, north = {
        "front": (along, ahead),
        "rear": (-along, -ahead),
        "right": (ahead, -along),
        "left": (-ahead, along),
    }[side]
    x, y, heading = target.x + east, target.y + north, TURNS[side]
    return replace(unit, x=x, y=y, heading=heading, start=(x, y, heading))


def guns_before(bodies: Sequence[Body], target: Body, distance: int) -> Iterator[Body]:
    """Guns or skirmishers in a row before the front of their target."""
    row = -GUN_INTERVAL * (len(bodies) - 1) // 2
    for number, body in enumerate(bodies):
        x = target.x + row + GUN_INTERVAL * number
        y = target.y + target.depth // 2 + distance + body.depth // 2
        yield replace(body, x=x, y=y, heading=1800, start=(x, y, 1800))


# --- ground ------------------------------------------------------------------------------------------


@clause("NA-OBS-10", "NA-ROUT-03", "NA-ROUT-05")
def ground(places: Mapping[str, str], frontage: int, depth: int, tables: Tables) -> Iterator[Terrain]:
    """The place in which the target stands, what lies before it, what lies behind it."""
    for said, kind in places.items():
        line = tables.obstacles[kind].shape == "line"
        where = "before" if line and said == "in" else said
        level = 1 if tables.obstacles[kind].uphill_only else 0
        if line:
            yield Terrain(where, kind, tuple(_line(where, depth)), line=True)
        else:
            yield Terrain(where, kind, polygon(tuple(_area(where, frontage, depth))).ring, level=level)


def _line(where: str, depth: int) -> Iterator[Point]:
    away = depth // 2 + 2 * MARGIN
    north = MIDDLE + (away if where == "before" else -away)
    yield MIDDLE - WIDE, north
    yield MIDDLE + WIDE, north


def _area(where: str, frontage: int, depth: int) -> Iterator[Point]:
    half, high = frontage // 2 + MARGIN, depth // 2 + MARGIN
    south, north = {
        "in": (-high, high),
        "before": (high, high + 2 * MARGIN),
        "behind": (-high - 2 * MARGIN, -high),
    }[where]
    for east, up in ((-half, south), (-half, north), (half, north), (half, south)):
        yield MIDDLE + east, MIDDLE + up
