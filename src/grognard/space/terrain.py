"""The ground: pieces of terrain, checked polygons, strips along a line, and the edges of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import combinations, pairwise
from typing import TypeAlias

import msgspec

from grognard.core.errors import GrognardError
from grognard.locale import T, Text
from grognard.space.measure import crosses, nearest_point, overlap
from grognard.space.outline import (
    Outline,
    Segment,
    Shape,
    area2,
    box_of,
    boxes_near,
    edges_of,
    holds,
    hull,
    segment_gap2,
)
from grognard.space.pose import Point, cross, heading_to, place_words, step
from grognard.space.sine import TURN

Fact: TypeAlias = str | int | float | bool


class Piece(msgspec.Struct, frozen=True):
    """A piece of terrain: a kind of the rule book's, its polygons, and what else the map says about it.

    An area is one polygon. A line (a stream, a hedge) keeps its ``line`` of points, with a polygon for each
    leg where the map gives it a width. A lone point is a line of one point.
    """

    id: str
    kind: str
    shapes: tuple[Outline, ...] = ()
    line: tuple[Point, ...] = ()
    facts: tuple[tuple[str, Fact], ...] = ()


class Broken(GrognardError):
    """Points that make no polygon; ``problems`` says everything that is wrong."""

    def __init__(self, problems: Sequence[Text]) -> None:
        super().__init__(problems[0] if len(problems) == 1 else T("{problems}", problems=tuple(problems)))
        self.problems = tuple(problems)


def faults(points: Sequence[Point]) -> tuple[Text, ...]:
    """Why points make no polygon: too few, one twice, edges that cross or touch, no area. Points from 1."""
    if len(points) < 3:
        return (T("a polygon needs at least 3 points, not {count}", count=len(points)),)
    firsts: dict[Point, int] = {}
    found = [
        T("points {first} and {second} are the same, {at}", first=first, second=second, at=place_words(point))
        for second, point in enumerate(points, 1)
        if (first := firsts.setdefault(point, second)) != second
    ]
    if not found and area2(points) == 0 and all(cross(points[0], points[1], p) == 0 for p in points):
        found.append(T("all its points lie on one straight line"))
    return tuple(found or _tangles(points))


def _tangles(points: Sequence[Point]) -> Iterable[Text]:
    sides = list(edges_of(tuple(points)))
    for i, j in combinations(range(len(sides)), 2):
        neighbours = j == i + 1 or (i == 0 and j == len(sides) - 1)
        if neighbours:
            if _folds_back(sides[i], sides[j]) or _folds_back(sides[j], sides[i]):
                yield T("it folds back on itself at point {point}", point=(j if j == i + 1 else 0) + 1)
        elif _meet(sides[i], sides[j]):
            yield T(
                "edge {first} from {a} to {b} meets edge {second} from {c} to {d}",
                first=i + 1, a=place_words(sides[i][0]), b=place_words(sides[i][1]),
                second=j + 1, c=place_words(sides[j][0]), d=place_words(sides[j][1]),
            )  # fmt: skip


def _folds_back(first: Segment, second: Segment) -> bool:
    """Whether ``second``, which starts where ``first`` ends, runs back along it."""
    (a, b), (c, d) = first, second
    if b != c or cross(a, b, d):
        return False
    return (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0


def _meet(first: Segment, second: Segment) -> bool:
    if not boxes_near(box_of(first), box_of(second)):
        return False
    on = [(point, second) for point in first] + [(point, first) for point in second]
    return crosses(*first, *second) or any(segment_gap2(point, *side)[0] == 0 for point, side in on)


def polygon(points: Iterable[Point]) -> Outline:
    """A checked polygon, its corners put in clockwise order; raises Broken with all that is wrong."""
    ring = tuple(points)
    if wrong := faults(ring):
        raise Broken(wrong)
    return Outline(ring if area2(ring) > 0 else ring[::-1])


def legs(line: Sequence[Point], width: int) -> tuple[Outline, ...]:
    """A strip of a given width along a line: one convex polygon a leg, bevelled where legs join."""
    banks = []
    for a, b in pairwise(line):
        right = step(heading_to(a, b), 0, width, over=2)
        banks.append([(x + s * right[0], y + s * right[1]) for x, y in (a, b) for s in (1, -1)])
    ends = [*(bank[:2] for bank in banks[1:]), []]
    return tuple(hull((*bank, *joint)) for bank, joint in zip(banks, ends, strict=True))


def fences(line: Sequence[Point]) -> tuple[Outline, ...]:
    """A line without width as obstacles, one a leg: ``overlap`` and ``slide`` stop at them, no line of sight."""
    return tuple(Outline(leg) for leg in pairwise(line))


def at(point: Point, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces whose area holds a point, the outline included."""
    return tuple(piece for piece in pieces if any(holds(shape, point) for shape in piece.shapes))


def under(shape: Shape, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces whose area a shape overlaps."""
    return tuple(piece for piece in pieces if any(overlap(shape, ground) for ground in piece.shapes))


class Compass(StrEnum):
    """The edges of a table."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    @property
    def heading(self) -> int:
        """The heading that leads straight to the edge, in tenths of a degree."""
        return tuple(Compass).index(self) * (TURN // 4)


class Table(msgspec.Struct, frozen=True):
    """The table, its south-west corner at (0, 0); sizes in thousandths."""

    width: int
    height: int

    @property
    def outline(self) -> Outline:
        return Outline(((0, self.height), (self.width, self.height), (self.width, 0), (0, 0)))

    def edge(self, edge: Compass) -> Segment:
        """The two ends of an edge of the table, clockwise."""
        ring = self.outline.ring
        k = tuple(Compass).index(edge)
        return ring[k], ring[(k + 1) % 4]

    def crossed(self, shape: Shape) -> tuple[Compass, ...]:
        """The edges that a shape reaches over; none where it stands on the table, limits included."""
        west, south, east, north = shape.box
        over = (north > self.height, east > self.width, south < 0, west < 0)
        return tuple(edge for edge, crosses_it in zip(Compass, over, strict=True) if crosses_it)

    def holds(self, shape: Shape) -> bool:
        """Whether a shape stands wholly on the table."""
        return not self.crossed(shape)

    def nearest(self, edge: Compass, point: Point) -> Point:
        """The point of an edge nearest to ``point``."""
        return nearest_point(Outline(self.edge(edge)), point)
