"""The ground: what it costs, where nobody gets through, what hides and covers (chapter TER)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.model import Ground
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.tables import TerrainKind
from grognard.space.measure import gap, overlap
from grognard.space.outline import Base, Box, Outline, Ring, box_of, edges_of, holds
from grognard.space.pose import SLACK, Point, cross, share_of, step

PASSAGES = frozenset({"bridge", "ford"})
"""Kinds that lead over ground where nobody else gets through (FA-TER-04)."""
CORNER = 50
"""A round piece is drawn with a corner every five degrees."""


class Piece(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """A piece of ground with its row of the table: an area, or a line (walls, hedges)."""

    id: str
    row: TerrainKind
    shape: Outline | None = None
    line: tuple[Point, ...] = ()

    @cached_property
    def box(self) -> Box:
        return self.shape.box if self.shape else box_of(self.line)

    @property
    def closed(self) -> bool:
        """Nobody gets in."""
        return self.row.cost == 0 and self.shape is not None


class Land(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """All ground of a table, ``width`` by ``height`` thousandths."""

    width: int
    height: int
    pieces: tuple[Piece, ...] = ()

    @cached_property
    def areas(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.shape)

    @cached_property
    def closed(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.closed)

    @cached_property
    def passages(self) -> tuple[Outline, ...]:
        return tuple(piece.shape for piece in self.pieces if piece.shape and piece.row.id in PASSAGES)

    @cached_property
    def hills(self) -> tuple[Outline, ...]:
        return tuple(piece.shape for piece in self.pieces if piece.shape and piece.row.los == "hill")

    @cached_property
    def going(self) -> tuple[Piece, ...]:
        """Pieces that a path must know of: dear ones, such as must not be marched through, walls, and passages, which
        take the place of what they lead over."""
        return tuple(piece for piece in self.pieces if _matters(piece.row))


def _matters(row: TerrainKind) -> bool:
    return row.cost not in (0, 100) or not row.march or bool(row.cross) or row.id in PASSAGES


@lru_cache(maxsize=64)
def _printed(setup: FantasySetup) -> tuple[Piece, ...]:
    kinds = setup.tables.terrain
    return tuple(
        Piece(piece.id, kinds[piece.kind], piece.shape if piece.polygon else None, piece.line)
        for piece in setup.terrain
    )


@clause("FA-TER-01")
def land_of(setup: FantasySetup, conjured: Iterable[Ground] = ()) -> Land:
    """The ground of a battle: the map's, and round pieces that spells have made."""
    return _land(setup, tuple(conjured))


@lru_cache(maxsize=64)
def _land(setup: FantasySetup, conjured: tuple[Ground, ...]) -> Land:
    """One and the same for the same ground, so that what is worked out about it is worked out once."""
    kinds = setup.tables.terrain
    rounds = (
        Piece(piece.id, kinds[piece.kind], round_shape((piece.x, piece.y), piece.radius))
        for piece in conjured
    )
    return Land(setup.width, setup.height, (*_printed(setup), *rounds))


@lru_cache(maxsize=256)
def round_shape(centre: Point, radius: int) -> Outline:
    """A circle as a polygon."""
    steps = (step(heading, radius) for heading in range(0, 3600, CORNER))
    return Outline(tuple((centre[0] + east, centre[1] + north) for east, north in steps))


@clause("FA-TER-01", "FA-TER-02", "FA-CHG-11")
def on_hill(land: Land, point: Point) -> bool:
    """Whether a unit is on a hill whose centre (of a charger: the middle of whose front) is at a point."""
    return any(holds(hill, point) for hill in land.hills)


# --- where nobody gets through --------------------------------------------------------------------------


@clause("FA-MOV-07")
def off_table(land: Land, base: Base) -> bool:
    """Whether a rectangle crosses the table's edge."""
    west, south, east, north = base.box
    return west < 0 or south < 0 or east > land.width or north > land.height


@clause("FA-TER-04", "FA-MOV-03")
def barred(land: Land, base: Base) -> str:
    """Id of closed ground that a rectangle would overlap, "" for none; a touch is none. Bridges and fords lead over."""
    return barred_by(land, land.closed, base)


def barred_by(land: Land, pieces: Iterable[Piece], base: Base) -> str:
    """The same of some pieces of closed ground."""
    for piece in pieces:
        if piece.shape and overlap(base, piece.shape) and not _bridged(land, base, piece.shape):
            return piece.id
    return ""


def _bridged(land: Land, base: Base, closed: Outline) -> bool:
    """Whether all of a rectangle that lies over closed ground lies on one passage."""
    over = [part for ring in closed.parts if (part := _common(base.ring, ring))]
    corners = [corner for part in over for corner in part]
    return bool(corners) and any(
        all(gap(way, corner) <= SLACK for corner in corners) for way in land.passages
    )


def _common(ring: Ring, other: Ring) -> Ring:
    """What two convex polygons with clockwise corners have in common, to the thousandth; () for nothing."""
    for a, b in edges_of(other):
        ring = tuple(_cut(ring, a, b))
    return ring


def _cut(ring: Ring, a: Point, b: Point) -> Iterator[Point]:
    for p, q in edges_of(ring) if len(ring) > 1 else ():
        first, second = cross(a, b, p), cross(a, b, q)
        if first <= 0:
            yield p
        if (first < 0 < second) or (first > 0 > second):
            yield share_of(p, q, abs(first), abs(first - second))


# --- walls ----------------------------------------------------------------------------------------------


@clause("FA-TER-03")
def crosses_line(line: tuple[Point, ...], start: Point, end: Point) -> bool:
    """Whether a straight way leads over a line; one that ends on it has not yet, one that starts there has."""
    return any(_over(a, b, start, end) for a, b in pairwise(line))


def _over(a: Point, b: Point, start: Point, end: Point) -> bool:
    """Either limit belongs to one side, so that a way is over a corner of the line, or from a point on it, once."""
    if (cross(a, b, start) > 0) == (cross(a, b, end) > 0):
        return False
    return (cross(start, end, a) > 0) != (cross(start, end, b) > 0)


@clause("FA-TER-03", "FA-CHG-11")
def over_wall(land: Land, start: Point, end: Point) -> bool:
    """Whether a wall or hedge lies between two points."""
    return any(crosses_line(piece.line, start, end) for piece in land.pieces if piece.row.line)


def over_line(a: Point, b: Point, start: Point, end: Point) -> Point:
    """Where a way crosses the line through two points, to the thousandth; it must."""
    first, second = cross(a, b, start), cross(a, b, end)
    return share_of(start, end, abs(first), abs(first - second))
