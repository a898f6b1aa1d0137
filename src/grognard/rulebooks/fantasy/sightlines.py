"""Lines of sight from the models of a front rank to nine points of a target, and cover (FA-LOS, FA-SHO-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, repeat
from math import sqrt

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.ground import Land, Piece, crosses_line, over_line
from grognard.rulebooks.fantasy.regiment import Block, eyes, places
from grognard.space.arcs import in_cone, surely_unseen, those_in_cone
from grognard.space.measure import enters, gap
from grognard.space.outline import (
    Base,
    Box,
    Edge,
    Outline,
    Ring,
    Shape,
    box_between,
    box_of,
    boxes_near,
    edges_of,
    holds,
    segment_gap2,
)
from grognard.space.pose import Point, Pose, between2, local, root, share_of
from grognard.space.sight import Obstacle, crossed, inside, passes, spans

ARC = 900
"""Tenths of a degree: 45 degrees to each side of the heading (FA-LOS-01)."""
NEAR_TARGET = 2000
"""Cover lies so near to the target (FA-SHO-11)."""
BEHIND_WALL = 500
"""A front so near to a wall is behind it (FA-TER-03)."""
FEW = 3
"""Models of a row of whom each looks for itself."""
SURELY = 20
"""Thousandths by which a line enters a unit so surely that its neighbours do too."""
NONE, OVER, DIRECT = 0, 1, 2
"""What a model sees of a target: nothing, it over friends alone, it directly."""


class Screen(msgspec.Struct, frozen=True):
    """A unit that may stand in the way. ``friend``: of the shooter's side; ``high``: on a hill."""

    base: Base
    friend: bool = False
    high: bool = False


class Scene(msgspec.Struct, frozen=True, cache_hash=True):
    """What may hide a target from a shooter: units, ground that hides at once (buildings, fog, hills that neither
    stands on), and woods, of which a line may cross no more than ``deep``."""

    target: Base
    enemies: tuple[Base, ...] = ()
    friends: tuple[Base, ...] = ()
    shut: tuple[Outline, ...] = ()
    woods: tuple[Obstacle, ...] = ()
    deep: int = 0


@clause("FA-LOS-04", "FA-LOS-05", "FA-TER-02")
def scene(shooter: Base, target: Base, others: Iterable[Screen], land: Land) -> Scene:
    """Sort out what may lie between a shooter and a target. From a hill, and to one, all see over units that stand
    lower."""
    area = joined(shooter.box, target.box)
    high = any(holds(hill, end.at) for hill in land.hills for end in (shooter, target))
    near = [one for one in others if boxes_near(one.base.box, area) and (one.high or not high)]
    pieces = [piece for piece in land.areas if boxes_near(piece.box, area)]
    woods = [piece for piece in pieces if piece.row.los == "deep"]
    return Scene(
        target,
        tuple(one.base for one in near if not one.friend),
        tuple(one.base for one in near if one.friend),
        tuple(piece.shape for piece in pieces if piece.shape and _hides(piece, shooter, target)),
        tuple(Obstacle(piece.id, piece.shape) for piece in woods if piece.shape),
        min((piece.row.deep for piece in woods), default=0),
    )


def _hides(piece: Piece, shooter: Base, target: Base) -> bool:
    if piece.row.los == "hill" and piece.shape:
        return not holds(piece.shape, shooter.at) and not holds(piece.shape, target.at)
    return piece.row.los == "blocked"


def joined(a: Box, b: Box) -> Box:
    """The box that holds two others."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


@lru_cache(maxsize=2048)
@clause("FA-LOS-01", "FA-LOS-02")
def sights(block: Block, view: Scene, *, over_friends: bool = False) -> tuple[int, ...]:
    """What each model of the first rank sees, from the left. Kept: seats and rules look at the same scene, and so they
    do next turn where nobody has moved."""
    return tuple(_each(block, view, over_friends))


@lru_cache(maxsize=2048)
@clause("FA-LOS-01", "FA-LOS-05")
def any_sight(block: Block, view: Scene, *, over_friends: bool = False) -> bool:
    """Whether any model of the first rank sees it: asked of many targets before one is aimed at."""
    return any(_each(block, view, over_friends))


def _each(block: Block, view: Scene, over_friends: bool) -> Iterator[int]:
    """One model after the other; parts of the rank that surely see nothing are passed over."""
    if surely_unseen(block.base, ARC, view.target.box):
        yield from repeat(NONE, block.abreast)
        return
    parts = [eyes(block)]
    first: Point | None = None
    while parts:
        part = parts.pop()
        if len(part) >= FEW and _are_blind(part[0], part[-1], view, over_friends):
            yield from repeat(NONE, len(part))
        elif len(part) > FEW:
            half = len(part) // 2
            parts += part[half:], part[:half]
        else:
            for eye in part:
                seen, first = _look(Pose(*eye, block.heading), view, over_friends, first)
                yield seen


def _are_blind(left: Point, right: Point, view: Scene, over_friends: bool) -> bool:
    """Whether all between two models of a row surely see nothing: what hides a point from both hides it from those
    between, for it is convex. A quick cut; False where it is not sure."""
    bases = view.enemies if over_friends else view.enemies + view.friends
    return all(
        any(enters(left, mark, base, SURELY) and enters(right, mark, base, SURELY) for base in bases)
        or any(
            _through(left, mark, shape) and _through(right, mark, shape)
            for shape in view.shut
            if shape.convex
        )
        or any(_between_wooded(left, right, mark, wood.shape) > view.deep + SURELY for wood in view.woods)
        for mark in view.target.reference_points
    )


def _between_wooded(left: Point, right: Point, mark: Point, wood: Shape) -> float:
    """How much of any line to a point from between two others lies in a wood at least: the share that both their lines
    have in it together, of the nearest of all."""
    if not wood.convex:
        return 0.0
    (first, first_of, last, last_of), (start, start_of, stop, stop_of) = (
        _stretch_within(eye, mark, wood.ring) for eye in (left, right)
    )
    share = min(last / last_of, stop / stop_of) - max(first / first_of, start / start_of)
    n, d = segment_gap2(mark, left, right)
    return share * sqrt(n / d)


@clause("FA-LOS-01", "FA-LOS-04", "FA-LOS-05")
def look(eye: Pose, view: Scene, *, over_friends: bool = False) -> int:
    """What one model sees from the middle of the front edge of its base: a clear line to one of nine points will do."""
    return _look(eye, view, over_friends, None)[0]


def _look(eye: Pose, view: Scene, over_friends: bool, first: Point | None) -> tuple[int, Point | None]:
    """The same, and the point that it sees directly. What the neighbour sees is looked for first: all in all it's the
    same which of the points it is."""
    best, at = NONE, (eye.x, eye.y)
    if first is not None and in_cone(eye, ARC, first) and _is_clear(at, first, view):
        return DIRECT, first
    for mark in those_in_cone(eye, ARC, view.target.reference_points):
        if _hidden(at, mark, view):
            continue
        if not _crossed(at, mark, view.friends):
            return DIRECT, mark
        best = OVER if over_friends else best
    return best, None


def _is_clear(eye: Point, mark: Point, view: Scene) -> bool:
    return not _hidden(eye, mark, view) and not _crossed(eye, mark, view.friends)


def _crossed(eye: Point, mark: Point, bases: tuple[Base, ...]) -> bool:
    return any(map(enters, repeat(eye), repeat(mark), bases))


def _hidden(eye: Point, mark: Point, view: Scene) -> bool:
    """Enemies, buildings, hills, fog or deep wood in the line."""
    if view.enemies and _crossed(eye, mark, view.enemies):
        return True
    if view.shut and any(_through(eye, mark, shape) for shape in view.shut):
        return True
    return bool(view.woods) and _wooded(eye, mark, view.woods) > view.deep


def _wooded(eye: Point, mark: Point, woods: tuple[Obstacle, ...]) -> int:
    """How much of a line lies in woods, in thousandths."""
    box = box_between(eye, mark)
    near = [wood for wood in woods if boxes_near(box, wood.shape.box)]
    if len(near) == 1 and near[0].shape.convex:
        part, whole = _share_within(eye, mark, near[0].shape.parts[0])
        return root(between2(eye, mark) * part * part, whole * whole)
    return inside(crossed(eye, mark, near)) if near else 0


def _share_within(eye: Point, mark: Point, ring: Ring) -> tuple[int, int]:
    """The share of a line that lies inside a convex ring, as part and whole."""
    start, start_of, stop, stop_of = _stretch_within(eye, mark, ring)
    return max(0, stop * start_of - start * stop_of), start_of * stop_of


def _stretch_within(eye: Point, mark: Point, ring: Ring) -> tuple[int, int, int, int]:
    """From where to where a line lies inside a convex ring, as shares of it: part and whole of each. It is not inside
    where the second is no more than the first."""
    (x, y), (u, v) = eye, mark
    start, start_of, stop, stop_of = 0, 1, 1, 1
    for (ax, ay), (bx, by) in edges_of(ring):
        east, north = bx - ax, by - ay
        first, second = east * (y - ay) - north * (x - ax), east * (v - ay) - north * (u - ax)
        if first >= 0 and second >= 0:
            return 0, 1, 0, 1
        if first > 0 and first * start_of > start * (first - second):
            start, start_of = first, first - second
        elif second > 0 and -first * stop_of < stop * (second - first):
            stop, stop_of = -first, second - first
    return start, start_of, stop, stop_of


def _through(eye: Point, mark: Point, shape: Outline) -> bool:
    """Whether a line crosses the inside of ground; of a convex piece it is enough that no side parts them."""
    if not shape.convex:
        return passes(eye, mark, shape)
    return boxes_near(box_between(eye, mark), shape.box) and _share_within(eye, mark, shape.ring)[0] > 0


# --- cover ----------------------------------------------------------------------------------------------


@clause("FA-SHO-11", "FA-TER-03")
def cover(shooter: Point, target: Base, land: Land) -> int:
    """2 hard, 1 light, 0 none, for shots from the middle of a front at ``shooter``: the target's centre lies in cover,
    or cover lies on the line to it within 2 cells of the target, or its front is up against a wall with the shooter on
    the other side."""
    box = joined(target.box, box_of((shooter,)))
    near = [
        piece
        for piece in land.pieces
        if piece.row.cover
        and boxes_near(piece.box, target.box, NEAR_TARGET + 1)
        and boxes_near(piece.box, box, BEHIND_WALL)
    ]
    return max((piece.row.cover for piece in near if _covers(piece, shooter, target)), default=0)


def _covers(piece: Piece, shooter: Point, target: Base) -> bool:
    if piece.shape is None:
        return any(_wall_covers(leg, shooter, target) for leg in pairwise(piece.line))
    if holds(piece.shape, target.at):
        return True
    stretches = spans(shooter, target.at, piece.shape, 0)
    parts = (
        Outline(tuple(share_of(shooter, target.at, at.numerator, at.denominator) for at in part))
        for part in stretches
    )
    return any(gap(part, target) <= NEAR_TARGET for part in parts)


def _wall_covers(leg: tuple[Point, Point], shooter: Point, target: Base) -> bool:
    if crosses_line(leg, shooter, target.at):
        return gap(over_line(*leg, shooter, target.at), target) <= NEAR_TARGET
    against = gap(Outline(target.edge(Edge.FRONT)), Outline(leg)) <= BEHIND_WALL
    return against and _other_side(leg, shooter, target.at)


def _other_side(leg: tuple[Point, Point], one: Point, other: Point) -> bool:
    (ax, ay), (bx, by) = leg
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in (one, other)]
    return (sides[0] > 0 > sides[1]) or (sides[0] < 0 < sides[1])


# --- bombs and blasts -----------------------------------------------------------------------------------


@clause("FA-WM-09")
def within_circle(block: Block, point: Point, radius: int) -> int:
    """Models whose centre is within ``radius`` of a point; decided on the point's place as the unit sees it, to the
    thousandth."""
    reach = radius + block.base.reach
    if abs(point[0] - block.centre[0]) > reach or abs(point[1] - block.centre[1]) > reach:
        return 0
    right, ahead = (2 * part for part in local(block.front, point))
    limit = 4 * radius * radius
    return sum((x - right) ** 2 + (y - ahead) ** 2 <= limit for x, y in places(block))
