"""How a table lies on the sheet: a part of it, its scale, and shapes in the sheet's units.

On the sheet x runs to the right and y down, in pixels at scale 1 from the upper left corner of the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import ClassVar
from zlib import crc32

import msgspec

from grognard.show.drawing import Point
from grognard.space.outline import Box, boxes_near

Area = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Beyond = tuple[float, float]
"""A point of the table, or beside it, that need not be whole."""


class Plane(msgspec.Struct, frozen=True, cache_hash=True):
    """The part of the table that is shown (thousandths of a book's measure) at ``scale`` pixels a measure."""

    box: Box
    scale: float
    finest: ClassVar[float]
    """Pixels a measure below which signs are left away and names are ids."""
    grains: ClassVar[float] = 1
    """Grains a measure: letters and pens are measured by the grain."""
    lettering: ClassVar[tuple[float, float]]
    """Size of names in grains, and in pixels at least."""
    inking: ClassVar[float]
    """Width of arrows in grains."""

    @property
    def width(self) -> float:
        return self.px(self.box[2] - self.box[0])

    @property
    def height(self) -> float:
        return self.px(self.box[3] - self.box[1])

    @property
    def fine(self) -> bool:
        """Large enough for names and signs."""
        return self.scale >= self.finest

    @property
    def grain(self) -> float:
        """Pixels a grain."""
        return self.scale / self.grains

    @property
    def letters(self) -> float:
        """Size of names on the map."""
        share, least = self.lettering
        return min(max(self.grain * share, least), 12.5)

    @property
    def pen(self) -> float:
        """Width of arrows."""
        return min(max(self.grain * self.inking, 1.5), 2.6)

    def px(self, length: float) -> float:
        return length * self.scale / 1000

    def at(self, point: Beyond) -> Point:
        return self.px(point[0] - self.box[0]), self.px(self.box[3] - point[1])

    def ring(self, points: Iterable[Beyond]) -> list[Point]:
        return [self.at(point) for point in points]

    def shows(self, box: Box, around: int = 0) -> bool:
        return boxes_near(self.box, box, around)


def way(heading: float, ahead: float, right: float = 0) -> Beyond:
    """East and north parts of a way along a heading in tenths of a degree."""
    turn = heading * pi / 1800
    return ahead * sin(turn) + right * cos(turn), ahead * cos(turn) - right * sin(turn)


# --- shapes in the sheet's units ---


def noise(salt: int, i: int, j: int = 0) -> float:
    """A number from 0 to 1 that looks like chance and is always the same."""
    mixed = (salt * 83492791 ^ i * 73856093 ^ j * 19349663) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    return ((mixed ^ mixed >> 15) & 0xFFFF) / 0xFFFF


def salt(name: str) -> int:
    return crc32(name.encode())


def inside(ring: list[Point], x: float, y: float) -> bool:
    """Whether a point lies in a polygon."""
    found = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            found = not found
    return found


def bounds(points: Iterable[Point]) -> Area:
    """Left, top, right and bottom of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def around(at: Point, far: float) -> Area:
    """The square around a point."""
    x, y = at
    return x - far, y - far, x + far, y + far


def wider(one: Area, far: float) -> Area:
    """An area with some room around it."""
    left, top, right, bottom = one
    return left - far, top - far, right + far, bottom + far


def along(path: list[Point], step: float) -> list[tuple[Point, Point]]:
    """Places every ``step`` along a path, each with the direction there (of length 1)."""
    found: list[tuple[Point, Point]] = []
    left = step / 2
    for (ax, ay), (bx, by) in pairwise(path):
        long = hypot(bx - ax, by - ay)
        if not long:
            continue
        dx, dy = (bx - ax) / long, (by - ay) / long
        while left <= long:
            found.append(((ax + dx * left, ay + dy * left), (dx, dy)))
            left += step
        left -= long
    return found


def smoothed(ring: list[Point]) -> list[Point]:
    """A closed line with its corners cut off twice."""
    for _ in range(2):
        ring = [
            (a[0] * (1 - t) + b[0] * t, a[1] * (1 - t) + b[1] * t)
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
            for t in (0.25, 0.75)
        ]
    return ring


def wavy(path: list[Point], size: float, step: float) -> list[Point]:
    """The path drawn with a trembling hand, a wave every two steps: flight."""
    waves = [
        (x - dy * size * sin(pi * at / 5), y + dx * size * sin(pi * at / 5))
        for at, ((x, y), (dx, dy)) in enumerate(along(path, step / 5))
    ]
    return [path[0], *waves, path[-1]]
