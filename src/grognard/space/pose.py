"""Points, headings and poses, and the one way in which positions are rounded.

Every position that is worked out (a turned centre, a corner, a step along a heading) is rounded once, to the
nearest thousandth, halves away from zero as seen from the point it is worked out from. So a scene turned by
a right angle, mirrored or shifted gives the same answers. Distances are rounded to the nearest thousandth
too: the number that is shown is the number that decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, TypeAlias

import msgspec

from grognard.space.sine import COS, ONE, SIN, TURN

Point: TypeAlias = tuple[int, int]
"""x to the east, y to the north, in thousandths of the book's unit."""
Vector: TypeAlias = tuple[int, int]
Heading: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=TURN)]
"""Tenths of a degree, as fields of pieces hold it: another number is not read."""

SLACK = 3
"""Thousandths by which two things that were laid edge to edge may overlap, or gape, through rounding alone:
half a diagonal thousandth for each of two centres and of two corners, 2.83 in all."""


class Pose(msgspec.Struct, frozen=True, order=True):
    """A place and a heading: ``x`` and ``y`` in thousandths, ``heading`` in tenths of a degree, 0 to 3599."""

    x: int
    y: int
    heading: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.heading < TURN:
            raise ValueError(f"heading {self.heading} is not between 0 and {TURN - 1} tenths of a degree")

    @property
    def at(self) -> Point:
        return self.x, self.y

    def shifted(self, by: Vector) -> Pose:
        return Pose(self.x + by[0], self.y + by[1], self.heading)

    def turned(self, angle: int, pivot: Point | None = None) -> Pose:
        """Turned clockwise by ``angle`` tenths, about ``pivot`` (its own place where none is given)."""
        x, y = self.at if pivot is None else turned(self.at, pivot, angle)
        return Pose(x, y, (self.heading + angle) % TURN)

    def ahead(self, distance: int) -> Pose:
        """The same heading, ``distance`` farther on (negative: back)."""
        east, north = step(self.heading, distance)
        return Pose(self.x + east, self.y + north, self.heading)


def nearest(n: int, d: int) -> int:
    """n / d to the nearest integer, halves away from zero; d > 0."""
    return (2 * n + d) // (2 * d) if n >= 0 else -((d - 2 * n) // (2 * d))


def root(n: int, d: int = 1) -> int:
    """The square root of n / d to the nearest integer, halves up; n >= 0, d > 0."""
    return (math.isqrt(4 * n // d) + 1) // 2


def thousandths(value: float | int | str | Decimal) -> int:
    """A length as people write it, in thousandths: 2.5 gives 2500; halves of a thousandth go away from 0."""
    return int((Decimal(str(value)) * 1000).to_integral_value(ROUND_HALF_UP))


def tenths(degrees: float | int | str | Decimal) -> int:
    """A heading in degrees as people write it, in tenths from 0 to 3599."""
    return int((Decimal(str(degrees)) * 10).to_integral_value(ROUND_HALF_UP)) % TURN


def decimal(length: int) -> str:
    """A length as people read it: 2500 gives ``2.5``, 3000 ``3``."""
    whole, part = divmod(abs(length), 1000)
    text = f"{whole}.{part:03}".rstrip("0").rstrip(".")
    return f"-{text}" if length < 0 else text


def place_words(point: Point) -> str:
    """A place as people read it: ``(2.5, 3)``."""
    return f"({decimal(point[0])}, {decimal(point[1])})"


def cross(a: Point, b: Point, c: Point) -> int:
    """Twice the area of the triangle a, b, c: positive where c lies to the left of the way from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between2(a: Point, b: Point) -> int:
    """The square of the distance of two points."""
    return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


def distance(a: Point, b: Point) -> int:
    """The distance of two points, to the nearest thousandth."""
    return root(between2(a, b))


def step(heading: int, ahead: int, right: int = 0, *, over: int = 1) -> Vector:
    """The way ``ahead`` along a heading and ``right`` across it, both in ``1 / over`` thousandths."""
    sine, cosine = SIN[heading % TURN], COS[heading % TURN]
    scale = ONE * over
    half = scale // 2
    east, north = ahead * sine + right * cosine, ahead * cosine - right * sine
    return (
        (east + half) // scale if east >= 0 else -((half - east) // scale),
        (north + half) // scale if north >= 0 else -((half - north) // scale),
    )


def turned(point: Point, pivot: Point, angle: int) -> Point:
    """``point`` turned clockwise about ``pivot`` by ``angle`` tenths of a degree."""
    east, north = step(angle, point[1] - pivot[1], point[0] - pivot[0])
    return pivot[0] + east, pivot[1] + north


def local(pose: Pose, point: Point) -> tuple[int, int]:
    """Where ``point`` lies as seen from a pose: how far to the right, how far ahead (to the thousandth)."""
    right, ahead = scaled_local(pose, point)
    return nearest(right, ONE), nearest(ahead, ONE)


def scaled_local(pose: Pose, point: Point) -> tuple[int, int]:
    """The same, not rounded, times ONE."""
    dx, dy = point[0] - pose.x, point[1] - pose.y
    sine, cosine = SIN[pose.heading], COS[pose.heading]
    return dx * cosine - dy * sine, dx * sine + dy * cosine


def turn_to(start: int, end: int) -> int:
    """The shorter turn from one heading to another: -1799 to 1800 tenths, clockwise positive."""
    angle = (end - start) % TURN
    return angle - TURN if angle > TURN // 2 else angle


def heading_to(start: Point, end: Point) -> int:
    """The heading of the table of sines nearest to the way from ``start`` to ``end``; 0 where they are one."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not (dx or dy):
        return 0
    best = guess = round(math.degrees(math.atan2(dx, dy)) * 10) + 1
    most = None
    for heading in (guess % TURN, (guess - 1) % TURN, (guess - 2) % TURN):
        far = dx * SIN[heading] + dy * COS[heading]
        if most is None or far > most:
            best, most = heading, far
    return best


def share_of(a: Point, b: Point, part: int, whole: int) -> Point:
    """The point ``part / whole`` of the way from ``a`` to ``b``, to the thousandth."""
    return a[0] + nearest((b[0] - a[0]) * part, whole), a[1] + nearest((b[1] - a[1]) * part, whole)


def middle(points: Iterable[Point]) -> Point:
    """The mean of some points; ValueError where there are none."""
    all_points = tuple(points)
    if not all_points:
        raise ValueError("the middle of no points")
    count = len(all_points)
    return nearest(sum(x for x, _ in all_points), count), nearest(sum(y for _, y in all_points), count)
