"""Ways of moves: poses one after another, and what they cost (NA-MOVE-04). Whole numbers only."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.space.outline import Base
from grognard.space.pose import Pose, nearest, root, turn_to
from grognard.space.sine import COS, ONE, SIN, TURN

LEG = 3
"""Words of an order that one leg takes: x, y, heading."""


@clause("NA-MOVE-04")
def leg_cost(base: Base, end: Pose) -> int:
    """How far the corner goes that goes farthest, each corner compared with itself."""
    dx, dy = end.x - base.pose.x, end.y - base.pose.y
    if end.heading == base.pose.heading:
        return root(dx * dx + dy * dy)
    if not (dx or dy):
        return turn_cost((base.pose.heading, end.heading), base.frontage, base.depth)
    start, ahead, wide = base.pose.heading, base.depth, base.frontage
    sine, cosine = SIN[end.heading] - SIN[start], COS[end.heading] - COS[start]
    dx, dy = 2 * ONE * dx, 2 * ONE * dy
    rx, ry = ahead * sine + wide * cosine, ahead * cosine - wide * sine
    lx, ly = ahead * sine - wide * cosine, ahead * cosine + wide * sine
    worst = max(
        (dx + rx) ** 2 + (dy + ry) ** 2,
        (dx - rx) ** 2 + (dy - ry) ** 2,
        (dx + lx) ** 2 + (dy + ly) ** 2,
        (dx - lx) ** 2 + (dy - ly) ** 2,
    )
    return root(worst, 4 * ONE * ONE)


@lru_cache(maxsize=1024)
def turn_cost(turn: tuple[int, int], width: int, depth: int) -> int:
    """What it costs to turn on the spot from one heading to another."""
    return root(
        max(x * x + y * y for x, y in (_swing(turn, side, depth) for side in (width, -width))), 4 * ONE * ONE
    )


@lru_cache(maxsize=1024)
def _swing(turn: tuple[int, int], width: int, depth: int) -> tuple[int, int]:
    """How a front corner moves about the centre from one heading to another, in 1 / (2 * ONE) thousandths."""
    (s1, c1), (s2, c2) = ((SIN[heading], COS[heading]) for heading in turn)
    return depth * (s2 - s1) + width * (c2 - c1), depth * (c2 - c1) - width * (s2 - s1)


class Track(msgspec.Struct, frozen=True):
    """A way: ``poses`` from the start on, and what it costs to come to each of them."""

    poses: tuple[Pose, ...]
    costs: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.costs[-1]

    def at(self, cost: int) -> Pose:
        """Where one stands who has used so much: linear within a leg, headings by the shorter turn (NA-MOVE-20)."""
        k = bisect_right(self.costs, cost) - 1
        start = self.poses[k]
        if k == len(self.poses) - 1 or cost == self.costs[k]:
            return start
        end, part, whole = self.poses[k + 1], cost - self.costs[k], self.costs[k + 1] - self.costs[k]
        heading = start.heading
        if end.heading != heading:
            heading = (heading + nearest(turn_to(heading, end.heading) * part, whole)) % TURN
        return Pose(
            start.x + nearest((end.x - start.x) * part, whole),
            start.y + nearest((end.y - start.y) * part, whole),
            heading,
        )


@clause("NA-MOVE-04", "NA-MOVE-05")
def lay(base: Base, poses: Sequence[Pose], *, about: bool = False) -> Track:
    """The way of a footprint over some poses. ``about``: a first leg that only turns about is free."""
    costs, here = [0], base
    for k, pose in enumerate(poses):
        free = about and k == 0 and is_about_face(base.pose, pose)
        costs.append(costs[-1] + (0 if free else leg_cost(here, pose)))
        here = here.put(pose)
    return Track((base.pose, *poses), tuple(costs))


@clause("NA-MOVE-05")
def is_about_face(start: Pose, end: Pose) -> bool:
    return start.at == end.at and (start.heading + TURN // 2) % TURN == end.heading


def read_legs(words: Order) -> tuple[Pose, ...] | None:
    """Poses as an order writes them; None where it writes none."""
    numbers = [word for word in words if isinstance(word, int)]
    if not numbers or len(numbers) != len(words) or len(numbers) % LEG:
        return None
    if min(numbers[2::LEG]) < 0 or max(numbers[2::LEG]) >= TURN:
        return None
    return tuple(map(Pose, numbers[::LEG], numbers[1::LEG], numbers[2::LEG]))


def written(poses: Sequence[Pose]) -> tuple[int, ...]:
    """Poses as an order writes them."""
    return tuple(number for pose in poses for number in (pose.x, pose.y, pose.heading))


@clause("NA-MOVE-06")
def turned_towards(base: Base, heading: int, most: int) -> Pose:
    """Turned on the spot towards a heading as far as a cost of ``most`` allows."""
    wanted = turn_to(base.pose.heading, heading)
    if leg_cost(base, base.pose.turned(wanted)) <= most:
        return base.pose.turned(wanted)
    start, sign, low, high = base.pose.heading, (1 if wanted > 0 else -1), 0, abs(wanted)
    while high - low > 1:
        middle = (low + high) // 2
        if turn_cost((start, (start + sign * middle) % TURN), base.frontage, base.depth) <= most:
            low = middle
        else:
            high = middle
    return base.pose.turned(sign * low)
