"""Things with an outline: bases, polygons, discs. Corners are integers, so every question about them is exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from grognard.space.pose import Point, Pose, Vector, between2, cross, nearest, root, share_of, step
from grognard.space.sine import ONE, TURN

Ring: TypeAlias = tuple[Point, ...]
"""Corners of a polygon in clockwise order, the last joined to the first."""
Box: TypeAlias = tuple[int, int, int, int]
"""West, south, east and north limits."""
Segment: TypeAlias = tuple[Point, Point]
Frame: TypeAlias = tuple[Vector, Vector, int, int, int]
"""Of a base about its centre: the front right and front left corner, half of how wide and how high its box is, and the
radius of a circle that holds it."""


class Edge(StrEnum):
    """The four sides of a base, in clockwise order."""

    FRONT = "front"
    RIGHT = "right"
    REAR = "rear"
    LEFT = "left"

    @property
    def turn(self) -> int:
        """The heading of the side's outer face, seen from a base that faces north."""
        return EDGES.index(self) * (TURN // 4)


EDGES = tuple(Edge)
FLANKS = (Edge.RIGHT, Edge.LEFT)


T = TypeVar("T")


class once(Generic[T]):
    """A property worked out once, without the lock that ``functools.cached_property`` has before Python 3.12: every
    base that moves makes some anew."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, thing: Any, owner: type | None = None) -> T:
        found = thing.__dict__[self.name] = self.work(thing)
        return found


class Base(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """A rectangle that stands at ``pose`` (its centre and heading); sizes in thousandths.

    The corners are worked out from the centre and rounded to thousandths; opposite ones stay opposite.
    """

    pose: Pose
    frontage: int
    depth: int

    @property
    def at(self) -> Point:
        return self.pose.x, self.pose.y

    @property
    def heading(self) -> int:
        return self.pose.heading

    @property
    def offsets(self) -> tuple[Vector, Vector]:
        """From the centre to the front right and to the front left corner."""
        return self.frame[:2]

    @once
    def frame(self) -> Frame:
        return _frame(self.pose.heading, self.frontage, self.depth)

    @once
    def ring(self) -> Ring:
        """The corners front left, front right, rear right, rear left."""
        pose = self.pose
        (rx, ry), (lx, ly), _, _, _ = _frame(pose.heading, self.frontage, self.depth)
        x, y = pose.x, pose.y
        return (x + lx, y + ly), (x + rx, y + ry), (x - lx, y - ly), (x - rx, y - ry)

    @once
    def reach(self) -> int:
        """No corner is farther from the centre."""
        return self.frame[4]

    @once
    def box(self) -> Box:
        pose = self.pose
        _, _, wide, high, _ = _frame(pose.heading, self.frontage, self.depth)
        x, y = pose.x, pose.y
        return x - wide, y - high, x + wide, y + high

    @property
    def parts(self) -> tuple[Ring, ...]:
        return (self.ring,)

    @property
    def convex(self) -> bool:
        return True

    def edge(self, edge: Edge) -> Segment:
        """The two ends of a side, clockwise: the front runs from front left to front right."""
        k = EDGES.index(edge)
        return self.ring[k], self.ring[(k + 1) % 4]

    def edge_middle(self, edge: Edge) -> Point:
        (ax, ay), (bx, by) = self.edge(edge)
        x, y = self.at
        return x + nearest(ax + bx - 2 * x, 2), y + nearest(ay + by - 2 * y, 2)

    def facing(self, edge: Edge) -> int:
        """The heading that a side looks to."""
        return (self.pose.heading + edge.turn) % TURN

    def length(self, edge: Edge) -> int:
        return self.depth if edge in FLANKS else self.frontage

    def put(self, pose: Pose) -> Base:
        """The same base somewhere else."""
        return Base(pose, self.frontage, self.depth)

    def shifted(self, by: Vector) -> Base:
        return self.put(self.pose.shifted(by))

    def turned(self, angle: int, pivot: Point | None = None) -> Base:
        """Turned clockwise by ``angle`` tenths of a degree, about ``pivot`` or on the spot."""
        return self.put(self.pose.turned(angle, pivot))

    @once
    def reference_points(self) -> tuple[Point, ...]:
        """Four corners, four edge middles, the centre."""
        return *self.ring, *(self.edge_middle(edge) for edge in EDGES), self.at


@lru_cache(maxsize=2048)
def _frame(heading: int, frontage: int, depth: int) -> Frame:
    """The same for all bases of a size that face one way."""
    right = rx, ry = step(heading, depth, frontage, over=2)
    left = lx, ly = step(heading, depth, -frontage, over=2)
    reach = root(max(rx * rx + ry * ry, lx * lx + ly * ly)) + 1
    return right, left, max(abs(rx), abs(lx)), max(abs(ry), abs(ly)), reach


class Outline(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """A simple polygon with clockwise corners. Make one from strange points with ``terrain.polygon``."""

    ring: Ring

    @once
    def box(self) -> Box:
        return box_of(self.ring)

    @once
    def convex(self) -> bool:
        return all(cross(a, b, c) <= 0 for a, b, c in _corners(self.ring))

    @once
    def parts(self) -> tuple[Ring, ...]:
        """Convex pieces that make up the polygon and share no inside."""
        return (self.ring,) if self.convex else tuple(_triangles(self.ring))

    def shifted(self, by: Vector) -> Outline:
        return Outline(tuple((x + by[0], y + by[1]) for x, y in self.ring))


class Disc(msgspec.Struct, frozen=True):
    """A circle: a commander's stand, an objective, a template. Takes part in distances only."""

    at: Point
    radius: int


Shape: TypeAlias = Base | Outline
"""Something with an inside, that may overlap another."""
Place: TypeAlias = Base | Outline | Disc | Point
"""Anything that a distance is measured to."""


def box_of(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def box_between(a: Point, b: Point) -> Box:
    """The box of two points."""
    (ax, ay), (bx, by) = a, b
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    return west, south, east, north


def edges_of(ring: Ring) -> Iterable[Segment]:
    return zip(ring, ring[1:] + ring[:1], strict=True)


def area2(ring: Iterable[Point]) -> int:
    """Twice the area of a polygon: positive where its corners run clockwise."""
    points = tuple(ring)
    return -sum(a[0] * b[1] - a[1] * b[0] for a, b in edges_of(points))


def hull(points: Iterable[Point]) -> Outline:
    """The smallest convex outline around some points, without points inside its edges."""
    ordered = sorted(set(points))
    return Outline((*_chain(ordered)[:-1], *_chain(ordered[::-1])[:-1]))


def _chain(points: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and cross(chain[-2], chain[-1], point) >= 0:
            chain.pop()
        chain.append(point)
    return chain


def where(ring: Ring, x: int, y: int, scale: int = 1) -> int:
    """1 where the point (x / scale, y / scale) lies inside a polygon, 0 on its outline, -1 outside."""
    inside = False
    bx, by = ring[-1][0] * scale, ring[-1][1] * scale
    for corner in ring:
        ax, ay, bx, by = bx, by, corner[0] * scale, corner[1] * scale
        if (ay > y) == (by > y):
            if (
                (ay == y == by and min(ax, bx) <= x <= max(ax, bx))
                or (ax, ay) == (x, y)
                or (bx, by) == (x, y)
            ):
                return 0
            continue
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0:
            return 0
        inside ^= (side > 0) == (by > ay)
    return 1 if inside else -1


def holds(shape: Shape, point: Point) -> bool:
    """Whether a point lies in a shape or on its outline."""
    west, south, east, north = shape.box
    return west <= point[0] <= east and south <= point[1] <= north and where(shape.ring, *point) >= 0


def segment_gap2(point: Point, a: Point, b: Point) -> tuple[int, int]:
    """The squared distance from a point to a segment, exactly, as numerator and denominator."""
    length2 = between2(a, b)
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    if along <= 0:
        return between2(point, a), 1
    if along >= length2:
        return between2(point, b), 1
    return cross(a, b, point) ** 2, length2


def foot(point: Point, a: Point, b: Point) -> Point:
    """The point of a segment nearest to ``point``, to the thousandth."""
    length2 = between2(a, b)
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    if along <= 0 or length2 == 0:
        return a
    if along >= length2:
        return b
    return share_of(a, b, along, length2)


def moved_box(box: Box, heading_vector: Vector, limit: int) -> Box:
    """The box swept by a box that moves up to ``limit`` along a unit vector (times ONE)."""
    dx, dy = (nearest(part * limit, ONE) for part in heading_vector)
    west, south, east, north = box
    return west + min(dx, 0), south + min(dy, 0), east + max(dx, 0), north + max(dy, 0)


def boxes_near(a: Box, b: Box, distance: int = 0) -> bool:
    """Whether two boxes are no farther apart than ``distance`` along either axis."""
    return (
        a[0] <= b[2] + distance
        and b[0] <= a[2] + distance
        and a[1] <= b[3] + distance
        and b[1] <= a[3] + distance
    )


def _corners(ring: Ring) -> Iterable[tuple[Point, Point, Point]]:
    return zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)


def _triangles(ring: Ring) -> Iterable[Ring]:
    """Ears cut off one by one; corners in the middle of a straight edge are dropped."""
    rest = list(ring)
    while len(rest) >= 3:
        ear = next((i for i in range(len(rest)) if _is_ear(rest, i)), None)
        if ear is None:
            raise ValueError("an outline that crosses itself has no inside")
        triangle = rest[ear - 1], rest[ear], rest[(ear + 1) % len(rest)]
        if cross(*triangle):
            yield triangle
        del rest[ear]


def _is_ear(rest: list[Point], i: int) -> bool:
    a, b, c = rest[i - 1], rest[i], rest[(i + 1) % len(rest)]
    turn = cross(a, b, c)
    if turn >= 0:
        return turn == 0
    return not any(
        cross(a, b, p) <= 0 and cross(b, c, p) <= 0 and cross(c, a, p) <= 0
        for p in rest
        if p not in (a, b, c)
    )
