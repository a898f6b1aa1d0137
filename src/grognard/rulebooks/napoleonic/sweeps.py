"""Footprints and convex rings: whether they meet, and where on a way of one leg they can meet at all.

The second is a bound, nothing more: what is met is asked at each place. It spares the question everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from grognard.rulebooks.napoleonic.tracks import Track
from grognard.space.outline import Base, Ring, Shape, edges_of
from grognard.space.pose import SLACK, turn_to
from grognard.space.sine import ONE, SIN

Span: TypeAlias = tuple[int, int]
"""From which cost of a way up to which."""
NEVER = 1 << 30
"""More than any way costs."""
NOWHERE: Span = (NEVER, -1)
_ROUNDED = 6
"""More than the rounding of its corners makes a footprint that turns wider or deeper."""


class _Side(NamedTuple):
    """A side of a convex ring: across which way its ring reaches how far, and the square of that way's length."""

    nx: int
    ny: int
    least: int
    most: int
    length2: int


@lru_cache(maxsize=1024)
def _sides(ring: Ring) -> tuple[_Side, ...]:
    found = []
    for (ax, ay), (bx, by) in edges_of(ring):
        nx, ny = by - ay, ax - bx
        reach = [x * nx + y * ny for x, y in ring]
        found.append(_Side(nx, ny, min(reach), max(reach), nx * nx + ny * ny))
    return tuple(found)


def meets_ring(base: Base, ring: Ring, slack: int = SLACK) -> bool:
    """As ``rings_overlap`` of a footprint and a convex ring, but faster: what is asked of the ring is kept."""
    x, y = base.pose.x, base.pose.y
    (px, py), (qx, qy), _, _, _ = base.frame
    for nx, ny, least, most, length2 in _sides(ring):
        half = max(abs(px * nx + py * ny), abs(qx * nx + qy * ny))
        middle = x * nx + y * ny
        depth = min(middle + half - least, most - middle + half)
        if depth <= 0 or depth * depth <= slack * slack * length2:
            return False
    own = abs(px * qy - py * qx)
    for nx, ny in ((qy - py, px - qx), (py + qy, -px - qx)):
        reach = [(rx - x) * nx + (ry - y) * ny for rx, ry in ring]
        depth = min(own - min(reach), max(reach) + own)
        if depth <= 0 or depth * depth <= slack * slack * (nx * nx + ny * ny):
            return False
    return True


# --- ways of one leg ---------------------------------------------------------------------------------


def is_one_leg(track: Track) -> bool:
    """Whether what a way has cost says where on it one stands: it is one leg, and not free."""
    return len(track.poses) == 2 and track.total > 0


def swept(base: Base, track: Track) -> Base:
    """A footprint that keeps its heading and, wherever on a leg its middle is, covers the one that turns as it goes."""
    start, end = track.poses
    turn = turn_to(start.heading, end.heading)
    if not turn:
        return base
    aside = SIN[(abs(turn) + 1) // 2]
    wider, deeper = (-(-size * aside // ONE) + _ROUNDED for size in (base.depth, base.frontage))
    return Base(start.turned(turn // 2), base.frontage + wider, base.depth + deeper)


def span(base: Base, track: Track, shapes: Iterable[Shape]) -> Span:
    """Between which costs of a leg a footprint (``swept``) can stand on one of some shapes: nowhere else it does.

    Places on a way are rounded by less than a thousandth, and what overlaps less than SLACK doesn't count: so that
    nothing is cut off that ``overlap`` or ``meets_ring`` would find.
    """
    spans = [_ring_span(base, track, part) for shape in shapes for part in shape.parts]
    return min(first for first, _ in spans), max(last for _, last in spans)


def _ring_span(base: Base, track: Track, ring: Ring) -> Span:
    """The same of a convex ring: as long as no line parts the two, along a side of either."""
    start, end = track.poses
    dx, dy, x, y = end.x - start.x, end.y - start.y, start.x, start.y
    (px, py), (qx, qy), _, _, _ = base.frame
    limits = []
    for nx, ny, least, most, _ in _sides(ring):
        half = max(abs(px * nx + py * ny), abs(qx * nx + qy * ny))
        middle = x * nx + y * ny
        limits.append((least - middle - half, most - middle + half, dx * nx + dy * ny))
    own = abs(px * qy - py * qx)
    for nx, ny in ((qy - py, px - qx), (py + qy, -px - qx)):
        reach = [(rx - x) * nx + (ry - y) * ny for rx, ry in ring]
        limits.append((min(reach) - own, max(reach) + own, dx * nx + dy * ny))
    return _within(limits, track.total)


def _within(limits: Iterable[tuple[int, int, int]], whole: int) -> Span:
    """In which part of a way something lies between all pairs of limits: those of one place, from the start on, and how
    far the whole way leads across it."""
    first, last = 0, whole
    for low, high, drift in limits:
        if drift:
            near, far = (low, high) if drift > 0 else (high, low)
            start, end = near * whole // drift, -(-far * whole // drift)
            first, last = start if start > first else first, end if end < last else last
        elif not low < 0 < high:
            return NOWHERE
    return (first, last) if first <= last else NOWHERE
