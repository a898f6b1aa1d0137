"""Contact: along which edges bases touch and how widely, and how a charger is put in line with an edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from grognard.space.measure import gap2, nearest_points, overlap, within
from grognard.space.moves import Bases, advanced, turned
from grognard.space.outline import EDGES, Base, Edge, Segment, Shape, segment_gap2
from grognard.space.pose import (
    SLACK,
    Pose,
    local,
    nearest,
    root,
    turn_to,
)
from grognard.space.sine import TURN

LEAN = 5
"""Tenths of a degree by which two edges may be out of parallel and still lie along each other."""


class Contact(msgspec.Struct, frozen=True):
    """Two bases touch along edges: an edge of the one, an edge of the other, the length in common."""

    edge: Edge
    other: Edge
    width: int


@lru_cache(maxsize=1024)
def contacts(a: Base, b: Base, tolerance: int, lean: int = LEAN) -> tuple[Contact, ...]:
    """The pairs of edges along which two bases touch, the widest first; a touch of corners is none.

    The edges are at most ``tolerance`` apart, look at each other, and lie at most ``lean`` tenths of a degree
    out of parallel.
    """
    if not within(a, b, tolerance):
        return ()
    found = [
        Contact(edge, other, width)
        for edge in EDGES
        for other in EDGES
        if abs(turn_to(a.facing(edge), b.facing(other) + TURN // 2)) <= lean
        and (width := _common(a.edge(edge), b.edge(other), tolerance))
    ]
    return tuple(sorted(found, key=lambda contact: -contact.width))


def width(a: Base, b: Base, tolerance: int) -> int:
    """The greatest length of edge that two bases have in common; 0 where they don't touch along edges."""
    return max((contact.width for contact in contacts(a, b, tolerance)), default=0)


def _common(a: Segment, b: Segment, tolerance: int) -> int:
    n, d = gap2(a, b)
    if root(n, d) > tolerance:
        return 0
    return min(_shadow(a, b), _shadow(b, a))


def _shadow(on: Segment, of: Segment) -> int:
    """How much of one segment lies beside the other."""
    (ax, ay), (bx, by) = on
    ex, ey = bx - ax, by - ay
    ends = [(x - ax) * ex + (y - ay) * ey for x, y in of]
    common = min(max(ends), ex * ex + ey * ey) - max(min(ends), 0)
    return nearest(max(0, common), root(ex * ex + ey * ey))


class Conformed(msgspec.Struct, frozen=True):
    """A charger in line: where its bases stand, the turn (tenths, clockwise) and the slide (to the right)."""

    bases: Bases
    struck: Edge
    turn: int
    slide: int


def struck_edge(charger: Base, enemy: Base) -> tuple[Edge, int]:
    """The edge that a charger's front has met, and the least turn (tenths) that lays the front along it.

    At a corner it is the edge that needs the smaller turn; of two equal ones the turn to the right.
    """
    _, met = nearest_points(charger, enemy)
    apart = {edge: root(*segment_gap2(met, *enemy.edge(edge))) for edge in EDGES}
    edges = [edge for edge in EDGES if apart[edge] <= min(apart.values()) + SLACK]
    turns = [(turn_to(charger.heading, enemy.facing(edge) + TURN // 2), edge) for edge in edges]
    turn, edge = min(turns, key=lambda found: (abs(found[0]), -found[0]))
    return edge, turn


def conform(
    bases: Sequence[Base],
    striker: int,
    enemies: Sequence[Base],
    struck: int,
    *,
    turn_limit: int,
    slide_limit: int,
    share: tuple[int, int] = (1, 2),
    obstacles: Iterable[Shape] = (),
) -> Conformed | None:
    """A unit that has met an enemy unit, turned about the touching point and slid along the edge it struck.

    ``striker`` and ``struck`` are the indexes of the two bases that met. The turn is the smallest that lays
    the striker's front along the edge; the slide the least that gives some pair of a front and an enemy edge
    in that line a contact of ``share`` of the shorter of the two. None where the limits do not allow it, or
    where a base would overlap an enemy or an obstacle.
    """
    enemy = enemies[struck]
    edge, turn = struck_edge(bases[striker], enemy)
    if abs(turn) > turn_limit:
        return None
    pivot = nearest_points(bases[striker], enemy)[1]
    laid = flush(turned(bases, turn, pivot), striker, enemy, edge)
    way = _least_slide(laid, striker, enemies, enemy.edge(edge), share)
    if way is None or abs(way) > slide_limit:
        return None
    placed = advanced(laid, laid[striker].heading + TURN // 4, way)
    others = (*enemies, *obstacles)
    if any(overlap(base, other) for base in placed for other in others):
        return None
    return Conformed(placed, edge, turn, way)


def flush(bases: Sequence[Base], striker: int, enemy: Base, edge: Edge) -> Bases:
    """The unit shifted straight ahead or back until the striker's front lies on the line of an enemy edge."""
    front = bases[striker].edge_middle(Edge.FRONT)
    line = Pose(*front, bases[striker].heading)
    return advanced(bases, line.heading, local(line, enemy.edge_middle(edge))[1])


def _least_slide(
    bases: Sequence[Base], striker: int, enemies: Sequence[Base], line: Segment, share: tuple[int, int]
) -> int | None:
    """The least way to the right (negative: left) that makes a contact wide enough; right before left."""
    frame = Pose(*bases[striker].edge_middle(Edge.FRONT), bases[striker].heading)
    fronts = [_reach(frame, base.edge(Edge.FRONT)) for base in bases if base.heading == frame.heading]
    edges = [
        _reach(frame, enemy.edge(edge))
        for enemy in enemies
        for edge in EDGES
        if enemy.facing(edge) == (frame.heading + TURN // 2) % TURN
    ]
    ways = [
        _least_shift(front, edge, share)
        for front in fronts
        for edge in edges
        if abs(front[2]) <= SLACK and abs(edge[2]) <= SLACK
    ]
    return min(ways, key=lambda way: (abs(way), -way), default=None)


def _reach(frame: Pose, segment: Segment) -> tuple[int, int, int]:
    """From where to where a segment reaches across a frame, and how far ahead it lies."""
    ends = [local(frame, point) for point in segment]
    rights = [right for right, _ in ends]
    return min(rights), max(rights), max((ahead for _, ahead in ends), key=abs)


def _least_shift(front: tuple[int, int, int], edge: tuple[int, int, int], share: tuple[int, int]) -> int:
    shorter = min(front[1] - front[0], edge[1] - edge[0])
    wanted = -(-shorter * share[0] // share[1])
    low, high = edge[0] + wanted - front[1], edge[1] - wanted - front[0]
    return min(max(0, low), high)
