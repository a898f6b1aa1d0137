"""Moving: turns and wheels, what a manoeuvre costs in distance, how far a unit may slide, what it sweeps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from grognard.space.measure import gap, overlap, within
from grognard.space.outline import (
    Base,
    Box,
    Edge,
    Outline,
    Ring,
    Segment,
    Shape,
    boxes_near,
    edges_of,
    hull,
    moved_box,
)
from grognard.space.pose import (
    SLACK,
    Point,
    Pose,
    Vector,
    between2,
    middle,
    nearest,
    root,
    share_of,
    step,
    turn_to,
)
from grognard.space.sine import COS, ONE, SIN, TURN

Bases: TypeAlias = tuple[Base, ...]
Stretch: TypeAlias = tuple[int, int]
"""Of ways along a heading, in millionths of a thousandth, from minus to plus."""
_FINE = 10**6
"""Along a slide, places are found to a millionth of a thousandth."""


class Slide(msgspec.Struct, frozen=True):
    """How far a unit may go, and what it then touches: indexes of obstacles; none where nothing stops it."""

    distance: int
    hits: tuple[int, ...] = ()


def travel(start: Base, end: Base) -> int:
    """The greatest straight way of a corner, each compared with itself, to the thousandth."""
    return root(max(between2(a, b) for a, b in zip(start.ring, end.ring, strict=True)))


def between(start: Pose, end: Pose, part: int, whole: int) -> Pose:
    """The pose ``part / whole`` of the way along: centre in a straight line, heading by the shorter turn."""
    x, y = share_of(start.at, end.at, part, whole)
    return Pose(x, y, (start.heading + nearest(turn_to(start.heading, end.heading) * part, whole)) % TURN)


def shifted(bases: Iterable[Base], by: Vector) -> Bases:
    """All bases moved alike: a rigid shift stays rigid to the thousandth."""
    return tuple(base.shifted(by) for base in bases)


def advanced(bases: Iterable[Base], heading: int, distance: int) -> Bases:
    """All bases moved by ``distance`` along a heading, their own or another (a step aside or back)."""
    return shifted(bases, step(heading, distance))


def turned(bases: Iterable[Base], angle: int, pivot: Point) -> Bases:
    """All bases turned rigidly about a point, clockwise by ``angle`` tenths.

    Each centre is rounded; lay a formation anew (``formation.laid``) where many turns must not add up.
    """
    return tuple(base.turned(angle, pivot) for base in bases)


def turned_in_place(bases: Iterable[Base], angle: int) -> Bases:
    """Each base turned about its own centre."""
    return tuple(base.turned(angle) for base in bases)


def centroid(bases: Iterable[Base]) -> Point:
    """The middle of the bases' centres."""
    return middle(base.at for base in bases)


def wheel_pivot(block: Base, side: Edge) -> Point:
    """The corner about which a unit wheels: the front corner of its right or left side."""
    return block.ring[1] if side is Edge.RIGHT else block.ring[0]


def in_front(base: Base, depth: int, gap: int = 0) -> Base:
    """A rectangle as wide as the base that lies ``gap`` before its front edge, e.g. its smoke."""
    ahead = step(base.heading, base.depth + 2 * gap + depth, over=2)
    return Base(base.pose.shifted(ahead), base.frontage, depth)


@lru_cache(maxsize=1024)
def sweep(start: Shape, end: Shape) -> Outline:
    """The convex hull of both outlines: the ground that may be touched on the way."""
    return hull((*start.ring, *end.ring))


def sweeps_over(start: Base, end: Base, thing: Shape) -> bool:
    """``overlap(sweep(start, end), thing)``; the ground of a base that is only shifted, and meets another, is not
    drawn for it."""
    if not isinstance(thing, Base) or (start.frame is not end.frame and start.frame != end.frame):
        return overlap(sweep(start, end), thing)
    one, other, there = start.pose, end.pose, thing.pose
    vx, vy = other.x - one.x, other.y - one.y
    x, y = 2 * there.x - one.x - other.x, 2 * there.y - one.y - other.y
    (px, py), (qx, qy), _, _, _ = start.frame
    (sx, sy), (tx, ty), _, _, _ = thing.frame
    for nx, ny in (
        (qy - py, px - qx),
        (py + qy, -px - qx),
        (ty - sy, sx - tx),
        (sy + ty, -sx - tx),
        (vy, -vx),
    ):
        own = max(abs(px * nx + py * ny), abs(qx * nx + qy * ny))
        still = max(abs(sx * nx + sy * ny), abs(tx * nx + ty * ny))
        depth = 2 * (own + still) + abs(vx * nx + vy * ny) - abs(x * nx + y * ny)
        if (nx or ny) and (depth <= 0 or depth * depth <= 4 * SLACK * SLACK * (nx * nx + ny * ny)):
            return False
    return True


def slide(
    bases: Sequence[Base], heading: int, limit: int, obstacles: Sequence[Shape], keep: int = 0
) -> Slide:
    """How far bases may go along a heading, at most ``limit``, until one of them touches an obstacle.

    To slide along something is no touch, nor is an overlap of up to SLACK beside. With ``keep`` they stay at
    least that far from every obstacle that is not nearer already at the start.
    """
    vector = SIN[heading], COS[heading]
    swept = [(moved_box(base.box, vector, limit), base) for base in bases]
    stops = [
        (way, i) for i, thing in enumerate(obstacles) for way in _stops(swept, heading, limit, thing, keep)
    ]
    far = min((way for way, _ in stops), default=limit)
    return Slide(far, tuple(dict.fromkeys(i for way, i in stops if way == far)))


def nearest_free(
    bases: Sequence[Base], heading: int, limit: int, obstacles: Sequence[Shape], *, back: bool = True
) -> int | None:
    """The least shift along a heading at which no base overlaps an obstacle; None where there is none.

    Shifts against the heading count as negative (not allowed with ``back=False``); of two equal ones the
    one along the heading is taken.
    """
    if not any(_overlaps_now(base, thing, heading) for base in bases for thing in obstacles):
        return 0
    found = [both for base in bases for thing in obstacles for both in _stretches(base, thing, heading)]
    taken = [touch or deep for deep, touch in found]
    ends = {way for low, high in taken for way in (low // _FINE, -(-high // _FINE))}
    free = (
        way
        for way in ends
        if abs(way) <= limit
        and (back or way > 0)
        and not any(low < way * _FINE < high for low, high in taken)
    )
    return min(free, key=lambda way: (abs(way), -way), default=None)


def _overlaps_now(base: Base, thing: Shape, heading: int) -> bool:
    near = boxes_near(base.box, thing.box)
    return near and any(low < 0 < high for (low, high), _ in _stretches(base, thing, heading))


def overlapped(moving: Ring, still: Ring, heading: int, slack: int = SLACK) -> Stretch | None:
    """The stretch of ways along a heading on which two convex rings overlap by more than ``slack``.

    In millionths of a thousandth, from minus to plus; None where they pass each other by.
    """
    dx, dy = SIN[heading], COS[heading]
    low, high = -(10**18), 10**18
    for (x0, y0), (x1, y1) in (*_axes(moving), *_axes(still)):
        nx, ny = y1 - y0, x0 - x1
        p = [x * nx + y * ny for x, y in moving]
        q = [x * nx + y * ny for x, y in still]
        deep = slack * root(nx * nx + ny * ny)
        enters, leaves = min(q) + deep - max(p), max(q) - deep - min(p)
        speed = dx * nx + dy * ny
        if speed < 0:
            enters, leaves, speed = -leaves, -enters, -speed
        if speed == 0:
            if enters >= 0 or leaves <= 0:
                return None
            continue
        low = max(low, enters * ONE * _FINE // speed)
        high = min(high, leaves * ONE * _FINE // speed)
        if low >= high:
            return None
    return low, high


def _axes(ring: Ring) -> Iterable[Segment]:
    """Edges that give different axes: of a parallelogram two say all."""
    if len(ring) == 4:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = ring
        if ax + cx == bx + dx and ay + cy == by + dy:
            return (ring[0], ring[1]), (ring[1], ring[2])
    return edges_of(ring)


def _bases_overlapped(moving: Base, still: Base, heading: int, slack: int) -> Stretch | None:
    """``overlapped`` of two bases, both exact parallelograms; most pass each other by."""
    dx, dy = SIN[heading], COS[heading]
    x, y = still.pose.x - moving.pose.x, still.pose.y - moving.pose.y
    if abs(x * dy - y * dx) >= (moving.reach + still.reach) * ONE:
        return None
    low, high = -(10**18), 10**18
    for one, other in ((moving, still), (still, moving)):
        (px, py), (qx, qy) = one.offsets
        (sx, sy), (tx, ty) = other.offsets
        own = abs(px * qy - py * qx)
        for nx, ny in ((qy - py, px - qx), (py + qy, -px - qx)):
            far, near = abs(sx * nx + sy * ny), abs(tx * nx + ty * ny)
            half = own + (far if far > near else near)
            if slack:
                half -= slack * root(nx * nx + ny * ny)
            apart, speed = x * nx + y * ny, dx * nx + dy * ny
            if speed == 0:
                if abs(apart) >= half:
                    return None
                continue
            if speed < 0:
                apart, speed = -apart, -speed
            enters, leaves = (apart - half) * ONE * _FINE // speed, (apart + half) * ONE * _FINE // speed
            low = enters if enters > low else low
            high = leaves if leaves < high else high
            if low >= high:
                return None
    return low, high


def _stretches(base: Base, thing: Shape, heading: int) -> Iterable[tuple[Stretch, Stretch | None]]:
    """The stretches of ways on which a base truly overlaps a thing, each with the one on which the two touch."""
    if isinstance(thing, Base):
        if deep := _bases_overlapped(base, thing, heading, SLACK):
            yield deep, _bases_overlapped(base, thing, heading, 0)
        return
    for ring in thing.parts:
        if deep := overlapped(base.ring, ring, heading):
            yield deep, overlapped(base.ring, ring, heading, 0)


def _stops(
    swept: Iterable[tuple[Box, Base]], heading: int, limit: int, thing: Shape, keep: int
) -> Iterable[int]:
    """The ways, up to the limit, after which one obstacle stops a base; most are out of the way."""
    for box, base in swept:
        if boxes_near(box, thing.box, keep):
            if keep and not within(base, thing, keep - 1):
                near = _until_near(base, heading, limit, thing, keep)
                if near is not None and near <= limit:
                    yield near
            else:
                yield from (way for way in _until_touch(base, thing, heading) if way <= limit)


def _until_touch(base: Base, thing: Shape, heading: int) -> Iterable[int]:
    """Where a true overlap lies ahead, the way until the outlines first touch (0: they do already)."""
    for deep, touch in _stretches(base, thing, heading):
        if deep[1] > 0:
            yield max(0, (touch or deep)[0] // _FINE)


def _until_near(base: Base, heading: int, limit: int, thing: Shape, keep: int) -> int | None:
    """The way until the gap falls below ``keep``: worked out corner by corner, then checked as it is measured.

    Worked out a thousandth nearer, or rounding alone would stop a unit that passes at just ``keep``.
    """
    ahead, back = (SIN[heading], COS[heading]), (-SIN[heading], -COS[heading])
    ways = [_reaches(corner, side, ahead, keep - 1) for corner in base.ring for side in edges_of(thing.ring)]
    ways += [_reaches(corner, side, back, keep - 1) for corner in thing.ring for side in edges_of(base.ring)]
    way = min((way for way in ways if way is not None), default=None)
    if way is None or way > limit + 1:
        return None
    while way > 0 and gap(base.shifted(step(heading, way)), thing) < keep:
        way -= 1
    return way if way < limit else None


def _reaches(corner: Point, side: Segment, vector: Vector, keep: int) -> int | None:
    """The way after which a moving corner is first within ``keep`` of a side or of the side's first end."""
    (ax, ay), (bx, by) = side
    x, y, ex, ey = corner[0] - ax, corner[1] - ay, bx - ax, by - ay
    dx, dy = vector
    apart = ex * y - ey * x - keep * root(ex * ex + ey * ey)
    speed = ey * dx - ex * dy
    if apart >= 0 and speed > 0:
        way = apart * ONE // speed
        along = ex * (x * ONE + way * dx) + ey * (y * ONE + way * dy)
        if 0 <= along <= (ex * ex + ey * ey) * ONE:
            return way
    nearing = -(x * dx + y * dy)
    rest = nearing * nearing - (x * x + y * y - keep * keep) * ONE * ONE
    if nearing <= 0 or rest < 0 or x * x + y * y < keep * keep:
        return None
    return (nearing - math.isqrt(rest)) // ONE
