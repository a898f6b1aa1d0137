"""How the table lies on the sheet: a part of it, its scale, and shapes in the sheet's units.

On the sheet x runs to the right and y down, in pixels at scale 1 from the upper left corner of the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import cos, hypot, pi, sin
from zlib import crc32

import msgspec

from grognard.show.drawing import Point
from grognard.space.outline import Box, boxes_near

LEAST_DETAIL = 52
"""Pixels a merka below which figures are not drawn and names are ids."""
Area = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Beyond = tuple[float, float]
"""A point of the table, or beside it, that need not be whole."""


class Map(msgspec.Struct, frozen=True, cache_hash=True):
    """The part of the table that is shown (thousandths of a merka) at ``scale`` pixels a merka."""

    box: Box
    scale: float

    @property
    def width(self) -> float:
        return self.px(self.box[2] - self.box[0])

    @property
    def height(self) -> float:
        return self.px(self.box[3] - self.box[1])

    @property
    def fine(self) -> bool:
        """Large enough for names and signs."""
        return self.scale >= LEAST_DETAIL

    @property
    def grain(self) -> float:
        """Pixels a tenth of a merka: the room of one soldier of foot."""
        return self.scale / 10

    @property
    def letters(self) -> float:
        """Size of names on the map."""
        return min(max(self.grain * 0.95, 8.6), 12.5)

    @property
    def pen(self) -> float:
        """Width of arrows."""
        return min(max(self.grain * 0.16, 1.5), 2.6)

    def px(self, length: float) -> float:
        return length * self.scale / 1000

    def at(self, point: tuple[float, float]) -> Point:
        return self.px(point[0] - self.box[0]), self.px(self.box[3] - point[1])

    def ring(self, points: Iterable[tuple[float, float]]) -> list[Point]:
        return [self.at(point) for point in points]

    def shows(self, box: Box, around: int = 0) -> bool:
        return boxes_near(self.box, box, around)


def way(heading: float, ahead: float, right: float = 0) -> tuple[float, float]:
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


def wavy(path: list[Point], size: float, step: float) -> list[Point]:
    """The path drawn with a trembling hand, a wave every two steps: flight."""
    waves = [
        (x - dy * size * sin(pi * at / 5), y + dx * size * sin(pi * at / 5))
        for at, ((x, y), (dx, dy)) in enumerate(along(path, step / 5))
    ]
    return [path[0], *waves, path[-1]]
