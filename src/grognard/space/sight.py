"""Lines of sight: what a straight line crosses, where, and for how long. The rule book decides what blocks."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

import msgspec

from grognard.space.outline import Base, Outline, Ring, Shape, box_between, boxes_near, edges_of, holds, where
from grognard.space.pose import SLACK, Point, between2, cross, distance, root, share_of

Span: TypeAlias = tuple[Fraction, Fraction]
"""A stretch of a line as shares of its length: 0 at the eye, 1 at the mark."""


class Obstacle(msgspec.Struct, frozen=True):
    """Something a line may cross: a base, terrain, smoke. ``height`` is the rule book's own measure."""

    id: str
    shape: Base | Outline
    height: int = 0


class Crossing(msgspec.Struct, frozen=True):
    """A line crosses the inside of ``obstacle``, in one stretch or more; ``line2`` is its squared length."""

    obstacle: Obstacle
    spans: tuple[Span, ...]
    line2: int

    @property
    def length(self) -> int:
        """How much of the line lies inside."""
        return inside((self,))

    @property
    def from_eye(self) -> int:
        """From the eye to where the line first enters."""
        return _of(self.line2, self.spans[0][0])

    @property
    def to_mark(self) -> int:
        """From where the line last leaves to the mark."""
        return _of(self.line2, 1 - self.spans[-1][1])


def crossed(
    eye: Point, mark: Point, obstacles: Iterable[Obstacle], slack: int = SLACK
) -> tuple[Crossing, ...]:
    """Whose insides a line crosses, in the order in which it enters them.

    A touch of an edge or a corner is no crossing; a base must be entered more deeply than ``slack``.
    """
    line2, box = between2(eye, mark), box_between(eye, mark)
    near = [thing for thing in obstacles if boxes_near(box, thing.shape.box)]
    found = [Crossing(thing, spans(eye, mark, thing.shape, slack), line2) for thing in near]
    return tuple(sorted((c for c in found if c.spans), key=lambda c: (c.spans[0][0], c.obstacle.id)))


def is_clear(eye: Point, mark: Point, shapes: Iterable[Shape], slack: int = SLACK) -> bool:
    """Whether a line crosses the inside of none of some shapes."""
    return not any(spans(eye, mark, shape, slack) for shape in shapes)


def inside(crossings: Iterable[Crossing]) -> int:
    """How much of one line lies inside any of the things crossed; what lies in two of them counts once."""
    found = tuple(crossings)
    total = end = Fraction(0)
    for start, stop in sorted(span for crossing in found for span in crossing.spans):
        total += max(Fraction(0), stop - max(start, end))
        end = max(end, stop)
    return _of(found[0].line2, total) if found else 0


def spans(eye: Point, mark: Point, shape: Shape, slack: int = SLACK) -> tuple[Span, ...]:
    """The stretches of a line that lie inside a shape (``slack`` is for bases: see ``crossed``)."""
    if eye == mark or not boxes_near(box_between(eye, mark), shape.box):
        return ()
    if isinstance(shape, Base):
        if cross(eye, mark, shape.at) ** 2 >= between2(eye, mark) * shape.reach**2:
            return ()
        deep = _through(eye, mark, shape.ring, slack)
        return (_through(eye, mark, shape.ring, 0) or deep,) if deep else ()
    return () if _beside(eye, mark, shape.ring) else tuple(_inside(eye, mark, shape))


def passes(eye: Point, mark: Point, shape: Shape) -> bool:
    """Whether a line crosses the inside of a shape: as ``spans``, but no farther than to the first stretch."""
    if eye == mark or not boxes_near(box_between(eye, mark), shape.box):
        return False
    if isinstance(shape, Base):
        return _through(eye, mark, shape.ring, SLACK) is not None
    if _beside(eye, mark, shape.ring):
        return False
    return next(iter(_inside(eye, mark, shape)), None) is not None


def height_at(point: Point, obstacles: Iterable[Obstacle], ground: int = 0) -> int:
    """The greatest height among the things that hold a point; ``ground`` where none does."""
    return max((thing.height for thing in obstacles if holds(thing.shape, point)), default=ground)


def beyond(eye: Point, through: Point, length: int) -> Point:
    """The end of a line that goes on through a point for ``length`` more; ``through`` where both are one."""
    so_far = distance(eye, through)
    return share_of(eye, through, so_far + length, so_far) if so_far else through


def _of(line2: int, share: Fraction) -> int:
    return root(line2 * share.numerator**2, share.denominator**2)


def _through(eye: Point, mark: Point, ring: Ring, slack: int) -> Span | None:
    """The stretch inside a convex ring whose edges are moved inward by ``slack``."""
    start, stop = Fraction(0), Fraction(1)
    for a, b in edges_of(ring):
        deep = slack * root(between2(a, b))
        first, second = cross(a, b, eye) + deep, cross(a, b, mark) + deep
        if first >= 0 and second >= 0:
            return None
        if first > 0:
            start = max(start, Fraction(first, first - second))
        elif second > 0:
            stop = min(stop, Fraction(first, first - second))
    return (start, stop) if start < stop else None


def _beside(eye: Point, mark: Point, ring: Ring) -> bool:
    """Whether all of an outline lies on one side of the way, lines that only touch it included: a quick cut."""
    (x, y), (ex, ey) = eye, (mark[0] - eye[0], mark[1] - eye[1])
    sides = [ex * (py - y) - ey * (px - x) for px, py in ring]
    return min(sides) >= 0 or max(sides) <= 0


def _inside(eye: Point, mark: Point, shape: Outline) -> Iterable[Span]:
    """The stretches inside an outline; of a convex one there is one at most."""
    if not shape.convex:
        return _stretches(eye, mark, shape.ring)
    through = _through(eye, mark, shape.ring, 0)
    return (through,) if through else ()


def _stretches(eye: Point, mark: Point, ring: Ring) -> Iterable[Span]:
    """Between two meetings with the outline a line is inside all the way or not at all."""
    meetings = sorted({Fraction(0), Fraction(1), *_meetings(eye, mark, ring)})
    held: Span | None = None
    for start, stop in pairwise(meetings):
        if not _inside_at(eye, mark, ring, (start + stop) / 2):
            continue
        if held and held[1] == start:
            held = held[0], stop
        else:
            if held:
                yield held
            held = start, stop
    if held:
        yield held


def _meetings(eye: Point, mark: Point, ring: Ring) -> Iterable[Fraction]:
    for a, b in edges_of(ring):
        first, second = cross(eye, mark, a), cross(eye, mark, b)
        if first == second or (first > 0 and second > 0) or (first < 0 and second < 0):
            continue
        before, after = cross(a, b, eye), cross(a, b, mark)
        if (before >= 0) != (after >= 0) or before == 0:
            yield Fraction(before, before - after)


def _inside_at(eye: Point, mark: Point, ring: Ring, share: Fraction) -> bool:
    part, whole = share.numerator, share.denominator
    x = eye[0] * whole + (mark[0] - eye[0]) * part
    y = eye[1] * whole + (mark[1] - eye[1]) * part
    return where(ring, x, y, whole) > 0
