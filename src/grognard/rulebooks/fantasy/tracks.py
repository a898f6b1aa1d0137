"""Paths: what their segments cost, and where a unit stands that has spent so much on one (chapter MOV).

Costs inside are millionths of a cell, so that an arc is not rounded before it is shown; lengths and allowances are
thousandths, headings and wheels whole tenths of a degree: a unit that stops in a wheel has turned by as many of them
as it could pay for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import Literal

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.ground import PASSAGES, Land, Piece, crosses_line, off_table
from grognard.rulebooks.fantasy.model import Leg
from grognard.rulebooks.fantasy.regiment import Block
from grognard.space.outline import Box, box_of, boxes_near, edges_of, holds, segment_gap2
from grognard.space.pose import Point, Pose, nearest, root, step
from grognard.space.sight import spans
from grognard.space.sine import TURN, arc_angle, arc_length

FINE = 1000
"""Millionths in a thousandth."""
PLAIN = 100
"""Cost of open ground, in hundredths."""

Measure = Literal["outer_rear_corner", "rear_centre", "outer_front_corner"]


# --- costs ----------------------------------------------------------------------------------------------


@clause("FA-UNIT-07")
def wheel_radius(block: Block, measure: str = "outer_rear_corner") -> int:
    """From the inner front corner to the point of the unit that is measured, in millionths of a cell."""
    wide, deep = block.width, block.depth
    if measure == "rear_centre":
        return root((wide * wide + 4 * deep * deep) * FINE * FINE, 4)
    if measure == "outer_front_corner":
        return wide * FINE
    return root((wide * wide + deep * deep) * FINE * FINE)


@clause("FA-UNIT-07")
def wheel_cost(block: Block, angle: int, measure: str = "outer_rear_corner") -> int:
    """Cost of a wheel by ``angle`` tenths of a degree on open ground, in millionths of a cell."""
    return arc_length(wheel_radius(block, measure), angle)


@clause("FA-MOV-01")
def allowance(move: int, word: str) -> int:
    """What a march (twice M) or a move (M) may cost, in thousandths."""
    return move * (2000 if word == "march" else 1000)


# --- tracks ---------------------------------------------------------------------------------------------


class Stretch(msgspec.Struct, frozen=True):
    """A part of a path on which each step costs the same. ``start``, ``end``: costs so far. ``begin``: where its
    segment starts; ``done``: how much of that lies before it (millionths of a cell; of a wheel, of its arc).
    ``radius`` 0: straight on; ``side``: 1 to the right, -1 to the left. ``factor`` 0: the unit gets no farther while
    it pays (a wall)."""

    start: int
    end: int
    begin: Pose
    done: int
    factor: int
    radius: int = 0
    side: int = 0
    width: int = 0

    def way(self, cost: int) -> int:
        """How much of its segment is done when so much is spent in all, in millionths of a cell."""
        return self.done + ((min(cost, self.end) - self.start) * PLAIN // self.factor if self.factor else 0)

    def front(self, cost: int) -> Pose:
        """The middle of the front edge when so much is spent in all."""
        gone = self.way(cost)
        if self.radius:
            return wheeled(self.begin, self.width, self.side * arc_angle(self.radius, gone + 1))
        return self.begin.shifted(step(self.begin.heading, gone, over=FINE))


class Track(msgspec.Struct, frozen=True):
    """A path laid over the ground. ``start``: where it begins; ``stretches``: their ends rise. ``shut``: id of the
    ground that a march comes to and may not enter, where the track ends, at ``shut_at``; "" where there is none."""

    start: Pose
    stretches: tuple[Stretch, ...]
    ends: tuple[int, ...]
    shut: str = ""
    shut_at: Point = (0, 0)

    @property
    def cost(self) -> int:
        """Of the whole path, in millionths of a cell."""
        return self.ends[-1] if self.ends else 0

    def front(self, cost: int) -> Pose:
        """Where the middle of the front edge is when ``cost`` millionths are spent; at most at the end."""
        if cost <= 0 or not self.ends:
            return self.start
        at = min(bisect_left(self.ends, cost), len(self.ends) - 1)
        return self.stretches[at].front(cost)

    def gone(self, cost: int) -> int:
        """Length of the way when so much is spent, wheels as they are measured, in millionths of a cell."""
        return sum(one.way(cost) - one.done for one in self.stretches if one.start < cost)


@clause("FA-MOV-02", "FA-UNIT-07")
def wheeled(front: Pose, width: int, angle: int) -> Pose:
    """The middle of the front edge after a wheel: about the right corner clockwise, about the left one else."""
    if angle == 0:
        return front
    side = 1 if angle > 0 else -1
    heading = (front.heading + angle) % TURN
    ax, ay = step(front.heading, 0, side * width, over=2)
    bx, by = step(heading, 0, side * width, over=2)
    return Pose(front.x + ax - bx, front.y + ay - by, heading)


@clause("FA-MOV-02", "FA-MOV-03", "FA-ORD-02", "FA-TER-01", "FA-TER-03")
def lay(
    block: Block,
    legs: Iterable[Leg],
    land: Land,
    *,
    march: bool = False,
    measure: str = "outer_rear_corner",
    on: int = 0,
) -> Track:
    """Lay a path over the ground; ``on``: thousandths that it is prolonged straight on. A ``march`` ends where the
    middle of the front edge comes to ground without march."""
    return _laid(block, (*legs, *((Leg("fwd", on),) if on else ())), land, march, measure)


@lru_cache(maxsize=512)
def _laid(block: Block, legs: tuple[Leg, ...], land: Land, march: bool, measure: str) -> Track:
    """Kept, since a path is put forward, checked and gone."""
    layer = _Layer(block, land, march, measure)
    for leg in legs:
        if not layer.shut:
            layer.add(leg)
    ends = tuple(one.end for one in layer.found)
    return Track(block.front, tuple(layer.found), ends, layer.shut, layer.shut_at)


@clause("FA-MOV-03")
def factor(pieces: Sequence[Piece]) -> int:
    """Cost in hundredths where some pieces lie: of a passage its own, else of the dearest. Closed ground counts as
    open here: the rectangle stops before it."""
    ways = [piece.row.cost for piece in pieces if piece.row.id in PASSAGES]
    return max(ways or [piece.row.cost for piece in pieces] + [PLAIN])


class _Layer:
    """A path in the making: where it has come to and what it has cost."""

    def __init__(self, block: Block, land: Land, march: bool, measure: str) -> None:
        self.land, self.march, self.width = land, march, block.width
        self.radius = wheel_radius(block, measure)
        self.at, self.cost = block.front, 0
        self.found: list[Stretch] = []
        self.shut, self.shut_at = "", (0, 0)

    def add(self, leg: Leg) -> None:
        if leg.kind == "fwd":
            self._straight(leg.amount)
        elif leg.amount:
            self._wheel(leg.amount)

    # straight on: between two meetings with an outline the ground is the same

    def _straight(self, length: int) -> None:
        start, end = self.at, self.at.ahead(length)
        box = box_of((start.at, end.at))
        near = [piece for piece in self.land.going if boxes_near(piece.box, box)]
        every = ((piece, spans(start.at, end.at, piece.shape, 0)) for piece in near if piece.shape)
        inside = [(piece, parts) for piece, parts in every if parts]
        walls = sorted(_walls(near, start.at, end.at), key=lambda wall: wall[0])
        if not (inside or walls):
            self._run(start, 0, length * FINE, PLAIN)
            self.at = end
            return
        marks = {Fraction(0), Fraction(1), *(at for at, _ in walls)}
        marks |= {limit for _, parts in inside for span in parts for limit in span}
        cuts = sorted(marks)
        for first, last in pairwise(cuts):
            self._pay(start, sum(cross for at, cross in walls if at == first), _fine(length, first))
            middle = (first + last) / 2
            here = [piece for piece, parts in inside if any(a < middle < b for a, b in parts)]
            if self._stops(here, start.ahead(nearest(length * first.numerator, first.denominator)).at):
                return
            self._run(start, _fine(length, first), _fine(length, last), factor(here))
        self._pay(start, sum(cross for at, cross in walls if at == 1), _fine(length, Fraction(1)))
        self.at = end

    def _stops(self, here: Sequence[Piece], at: Point) -> bool:
        """Whether a march ends here."""
        if self.march:
            ways = [piece for piece in here if piece.row.id in PASSAGES] or here
            shut = next((piece.id for piece in ways if not piece.row.march), "")
            if shut:
                self.shut, self.shut_at = shut, at
        return bool(self.shut)

    def _pay(self, begin: Pose, cross: int, done: int) -> None:
        if cross:
            self._add(begin, cross * FINE, done, 0)

    def _run(self, begin: Pose, done: int, until: int, factor: int) -> None:
        self._add(begin, (until - done) * factor // PLAIN, done, factor)

    def _add(self, begin: Pose, cost: int, done: int, factor: int) -> None:
        self.found.append(Stretch(self.cost, self.cost + cost, begin, done, factor))
        self.cost += cost

    # wheels: the ground is looked at every tenth of a degree

    def _wheel(self, angle: int) -> None:
        begin, side = self.at, 1 if angle > 0 else -1
        done = 0
        for turned, here, cross in self._grounds(begin, angle):
            if cross:
                self._pay_turning(begin, side, done, cross)
            if self._stops(here, wheeled(begin, self.width, side * done).at):
                return
            self._turn(begin, side, done, turned, factor(here))
            done = turned
        self.at = wheeled(begin, self.width, angle)

    def _grounds(self, begin: Pose, angle: int) -> Iterator[tuple[int, list[Piece], int]]:
        """Tenths (all together) until the ground changes, the ground until then, and what a wall before it costs. Up to
        the nearest outline the ground is the same."""
        side = 1 if angle > 0 else -1
        near = self._around(begin, side)
        last, crossed, held, tenth = begin.at, 0, _under(near, begin.at), 0
        while near and tenth < abs(angle) - 1:
            tenth = min(tenth + self._safe(near, last), abs(angle) - 1)
            at = wheeled(begin, self.width, side * tenth).at
            here, cross = _under(near, at), sum(wall for _, wall in _walls(near, last, at))
            if here != held or cross:
                yield tenth, held, crossed
                held, crossed = here, cross
            last = at
        yield abs(angle), held, crossed

    def _safe(self, near: Iterable[Piece], at: Point) -> int:
        """Tenths of a degree, at least one, in which the middle of the front can't come to an outline."""
        return max(1, (min(_to_outline(piece, at) for piece in near) - 3) * 1145 // max(1, self.width))

    def _around(self, begin: Pose, side: int) -> list[Piece]:
        """Ground that the middle of the front may come to: it goes round the corner at half its width."""
        east, north = step(begin.heading, 0, side * self.width, over=2)
        x, y, far = begin.x + east, begin.y + north, self.width // 2 + 1
        box = x - far, y - far, x + far, y + far
        return [piece for piece in self.land.going if boxes_near(piece.box, box)]

    def _pay_turning(self, begin: Pose, side: int, tenths: int, cross: int) -> None:
        done = arc_length(self.radius, tenths)
        self._arc(begin, side, done, cross * FINE, 0)

    def _turn(self, begin: Pose, side: int, first: int, last: int, factor: int) -> None:
        done = arc_length(self.radius, first)
        self._arc(begin, side, done, (arc_length(self.radius, last) - done) * factor // PLAIN, factor)

    def _arc(self, begin: Pose, side: int, done: int, cost: int, factor: int) -> None:
        end = self.cost + cost
        self.found.append(Stretch(self.cost, end, begin, done, factor, self.radius, side, self.width))
        self.cost = end


def _to_outline(piece: Piece, point: Point) -> int:
    """How far a point is from the outline of a piece, or from a wall, rounded down."""
    sides = edges_of(piece.shape.ring) if piece.shape else pairwise(piece.line)
    return min(isqrt(n // d) for n, d in (segment_gap2(point, a, b) for a, b in sides))


def _fine(length: int, share: Fraction) -> int:
    """A share of a length, in millionths of a cell."""
    return nearest(length * FINE * share.numerator, share.denominator)


def _under(pieces: Iterable[Piece], point: Point) -> list[Piece]:
    return [piece for piece in pieces if piece.shape and holds(piece.shape, point)]


def _walls(pieces: Iterable[Piece], start: Point, end: Point) -> Iterator[tuple[Fraction, int]]:
    """Where on a straight way walls are crossed, as shares of it, and what each costs."""
    for piece in pieces:
        for a, b in pairwise(piece.line):
            if piece.row.cross and crosses_line((a, b), start, end):
                yield _meeting(a, b, start, end), piece.row.cross


def _meeting(a: Point, b: Point, start: Point, end: Point) -> Fraction:
    (ax, ay), (bx, by), (sx, sy), (ex, ey) = a, b, start, end
    first = (bx - ax) * (sy - ay) - (by - ay) * (sx - ax)
    second = (bx - ax) * (ey - ay) - (by - ay) * (ex - ax)
    return Fraction(first, first - second)


# --- what a written path does ---------------------------------------------------------------------------


@clause("FA-MOV-07")
def leaves_table(block: Block, track: Track, land: Land, most: int) -> bool:
    """Whether a path leads over the table's edge. Straight on the last place decides, of a wheel every degree."""
    limit, far = min(track.cost, most * FINE), wheel_radius(block) // FINE + 1
    for one in track.stretches:
        if one.start >= limit:
            break
        last = min(one.end, limit)
        if inside(land, swung(one, block) if one.radius else _about(one.front(last), far)):
            continue
        parts = max(1, (one.way(last) - one.done) * 180 // (3 * one.radius)) if one.radius else 1
        costs = (one.start + (last - one.start) * part // parts for part in range(1, parts + 1))
        if any(off_table(land, block.put(one.front(cost)).base) for cost in costs):
            return True
    return False


def _about(front: Pose, far: int) -> Box:
    """A box that holds all that is so near to the middle of a front."""
    return front.x - far, front.y - far, front.x + far, front.y + far


def swung(stretch: Stretch, block: Block) -> Box:
    """A box that holds a unit wherever it is in a wheel: around the corner that it wheels about."""
    east, north = step(stretch.begin.heading, 0, stretch.side * stretch.width, over=2)
    return _about(stretch.begin.shifted((east, north)), wheel_radius(block) // FINE + 2)


def inside(land: Land, box: Box) -> bool:
    """Whether a box lies wholly on the table."""
    return box[0] >= 0 and box[1] >= 0 and box[2] <= land.width and box[3] <= land.height
