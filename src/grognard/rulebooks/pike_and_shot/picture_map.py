"""How the table lies on the sheet: a part of it, its scale, and shapes in the sheet's units.

On the sheet x runs to the right and y down, in pixels at scale 1 from the upper left corner of the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from zlib import crc32

import msgspec

from grognard.rulebooks.pike_and_shot.model import Bases
from grognard.show.drawing import Point
from grognard.space import formation as layout
from grognard.space import outline
from grognard.space.outline import Box, boxes_near

LEAST_DETAIL = 6.5
"""Pixels an inch below which bases carry no signs."""


class Map(msgspec.Struct, frozen=True, cache_hash=True):
    """The part of the table that is shown (thousandths of an inch) at ``scale`` pixels an inch."""

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
        """Large enough for signs and marks."""
        return self.scale >= LEAST_DETAIL

    @property
    def letters(self) -> float:
        """Size of names on the map."""
        return min(max(self.scale * 0.92, 9.5), 12.5)

    def px(self, length: float) -> float:
        return length * self.scale / 1000

    def at(self, point: tuple[float, float]) -> Point:
        return self.px(point[0] - self.box[0]), self.px(self.box[3] - point[1])

    def ring(self, points: Iterable[tuple[float, float]]) -> list[Point]:
        return [self.at(point) for point in points]

    def shows(self, box: Box, around: int = 0) -> bool:
        return boxes_near(self.box, box, around)

    def ahead(self, at: tuple[float, float], heading: int, ahead: float, right: float = 0) -> Point:
        """The place so many thousandths ahead (and to the right) of a point of the table."""
        east, north = way(heading, ahead, right)
        return self.at((at[0] + east, at[1] + north))


def way(heading: int, ahead: float, right: float = 0) -> tuple[float, float]:
    """East and north parts of a way along a heading in tenths of a degree."""
    turn = heading * pi / 1800
    return ahead * sin(turn) + right * cos(turn), ahead * cos(turn) - right * sin(turn)


@lru_cache(maxsize=1024)
def block(bases: Bases) -> outline.Base:
    """The rectangle that holds a unit, turned as its first base is."""
    return layout.block([base.shape for base in bases])


def front(bases: Bases) -> tuple[int, int]:
    """The middle of the front of that rectangle."""
    return block(bases).edge_middle(outline.Edge.FRONT)


def rear(bases: Bases) -> tuple[int, int]:
    """The middle of its rear."""
    return block(bases).edge_middle(outline.Edge.REAR)


# --- shapes in the sheet's units ---


def turned(point: Point, degrees: float) -> Point:
    """A point of the sheet turned clockwise about the origin."""
    turn = degrees * pi / 180
    return point[0] * cos(turn) - point[1] * sin(turn), point[0] * sin(turn) + point[1] * cos(turn)


def noise(salt: int, i: int, j: int = 0) -> float:
    """A number from 0 to 1 that looks like chance and is always the same."""
    mixed = (salt * 83492791 ^ i * 73856093 ^ j * 19349663) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 12) * 0x297A2D39) & 0xFFFFFFFF
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


def chords(ring: list[Point], y: float) -> list[tuple[float, float]]:
    """The stretches of a level line that lie in a polygon, from left to right."""
    crossed = sorted(
        ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)
        if (ay > y) != (by > y)
    )
    return list(zip(crossed[::2], crossed[1::2], strict=False))


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def smoothed(ring: list[Point], times: int = 2) -> list[Point]:
    """A closed line with its corners cut off again and again."""
    for _ in range(times):
        ring = [
            (a[0] * (1 - t) + b[0] * t, a[1] * (1 - t) + b[1] * t)
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
            for t in (0.25, 0.75)
        ]
    return ring


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
    fine = step / 5
    waves = [
        (x - dy * size * sin(pi * at / 5), y + dx * size * sin(pi * at / 5))
        for at, ((x, y), (dx, dy)) in enumerate(along(path, fine))
    ]
    return [path[0], *waves, path[-1]]
