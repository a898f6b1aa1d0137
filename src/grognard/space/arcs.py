"""Zones: what lies before a base, at which of its sides, in which part of its view."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.space.outline import Base, Box, Edge, Outline, Ring, Shape, edges_of, hull
from grognard.space.pose import Point, Pose, local, nearest, share_of, step
from grognard.space.sine import COS, ONE, SIN, TURN

_SURE = 20
"""Half thousandths that a quick cut leaves for rounding."""


def in_zone(base: Base, angle: int, point: Point) -> bool:
    """Whether a point is in the zone of ``angle`` tenths of a degree (900: 45 degrees to each side).

    The zone is what can be seen within half the angle of straight ahead from at least one point of the front
    edge; its limits run outward from the front corners. Limits belong to it. Decided on the point's place in
    the base's own frame, to the thousandth.
    """
    return bool(those_in_zone(base, angle, (point,)))


def in_cone(pose: Pose, angle: int, point: Point) -> bool:
    """The same from a single point, such as a muzzle or the front of one figure."""
    return bool(_in_cone(pose, 0, 0, angle, (point,)))


def those_in_cone(pose: Pose, angle: int, points: Iterable[Point]) -> list[Point]:
    """Those of some points that are in a single point's cone, in the same order."""
    return _in_cone(pose, 0, 0, angle, points)


def those_in_zone(base: Base, angle: int, points: Iterable[Point]) -> list[Point]:
    """Those of some points that are in the base's zone, in the same order."""
    return _in_cone(base.pose, base.frontage, base.depth, angle, points)


def _in_cone(pose: Pose, front: int, depth: int, angle: int, points: Iterable[Point]) -> list[Point]:
    """In half thousandths: the point of the front from which the view is straightest decides. One loop without
    calls, for zones are asked of very many points."""
    if angle >= TURN:
        return list(points)
    x, y, sine, cosine = pose.x, pose.y, SIN[pose.heading], COS[pose.heading]
    half_sine, half_cosine, wide = SIN[angle // 2], COS[angle // 2], angle > TURN // 2
    found = []
    for point in points:
        dx, dy = point[0] - x, point[1] - y
        right, far = abs(dx * cosine - dy * sine), dx * sine + dy * cosine
        far = (2 * far + ONE) // (2 * ONE) if far >= 0 else -((ONE - 2 * far) // (2 * ONE))
        beside, ahead = 2 * ((2 * right + ONE) // (2 * ONE)) - front, 2 * far - depth
        if wide:
            beside += 2 * front
        elif beside < 0:
            beside = 0
        if (half_sine * ahead >= half_cosine * beside) if angle else (beside == 0 and ahead >= 0):
            found.append(point)
    return found


def surely_unseen(base: Base, angle: int, box: Box) -> bool:
    """Whether nothing of a box is in a zone of at most 180 degrees: a quick cut; False where it is not sure."""
    if angle > TURN // 2:
        return False
    west, south, east, north = box
    sine, cosine = SIN[base.heading], COS[base.heading]
    dx, dy, wide, high = (
        west + east - 2 * base.pose.x,
        south + north - 2 * base.pose.y,
        east - west,
        north - south,
    )
    ahead = dx * sine + dy * cosine + wide * abs(sine) + high * abs(cosine)
    ahead -= (base.depth - _SURE) * ONE
    if ahead < 0:
        return True
    beside = abs(dx * cosine - dy * sine) - wide * abs(cosine) - high * abs(sine)
    beside -= (base.frontage + _SURE) * ONE
    return beside > 0 and SIN[angle // 2] * ahead < COS[angle // 2] * beside


def zone_points(base: Base, angle: int, target: Base) -> tuple[Point, ...]:
    """The reference points of ``target`` (corners, edge middles, centre) that are in the base's zone."""
    return tuple(those_in_zone(base, angle, target.reference_points))


def side_of(base: Base, point: Point) -> Edge:
    """The side of a base that a point lies at: its surroundings are parted by 45-degree lines from the corners.

    On such a line the front goes before a flank and a flank before the rear. A point on the middle line
    belongs to the left flank, if to any.
    """
    right, ahead = local(base.pose, point)
    before, behind = 2 * ahead - base.depth, -2 * ahead - base.depth
    beside = 2 * abs(right) - base.frontage
    if before >= max(beside, behind):
        return Edge.FRONT
    if beside >= behind:
        return Edge.RIGHT if right > 0 else Edge.LEFT
    return Edge.REAR


def sides_of(base: Base, points: Iterable[Point]) -> frozenset[Edge]:
    """The sides at which some points lie, e.g. the corners of another base (``other.ring``)."""
    return frozenset(side_of(base, point) for point in points)


def ahead_of_front(base: Base, shape: Shape) -> int:
    """How far the foremost corner of ``shape`` lies ahead of the line of the base's front edge (may be < 0)."""
    return max(nearest(2 * local(base.pose, corner)[1] - base.depth, 2) for corner in shape.ring)


def front_strip(base: Base, length: int) -> Outline:
    """The ground straight ahead of the front edge, as wide as the base."""
    left, right = base.ring[:2]
    far = step(base.heading, length)
    return hull((left, right, *((x + far[0], y + far[1]) for x, y in (left, right))))


def sector(pose: Pose, angle: int, reach: int) -> Outline:
    """A wedge of less than 180 degrees from a point, cut off by a straight line ``reach`` ahead."""
    half = angle // 2
    across = nearest(reach * SIN[half], max(1, COS[half]))
    ends = (step(pose.heading, reach, side) for side in (-across, across))
    return hull((pose.at, *((pose.x + x, pose.y + y) for x, y in ends)))


def part_in_cone(pose: Pose, angle: int, shape: Shape) -> Outline | None:
    """The part of a convex shape within a cone of at most 180 degrees; corners cut to the thousandth.

    None where nothing is inside, not even a corner. ``gap(pose.at, part)`` is the range to what can be hit.
    """
    ring: Ring = shape.ring
    half = angle // 2
    for heading, sign in ((pose.heading - half, 1), (pose.heading + half, -1)):
        ring = _cut(ring, pose.at, SIN[heading % TURN] * sign, COS[heading % TURN] * sign)
    if ring is shape.ring and isinstance(shape, Base):
        return Outline(ring)
    return Outline(hull(ring).ring or ring[:1]) if ring else None


def _cut(ring: Ring, at: Point, dx: int, dy: int) -> Ring:
    """What of a convex ring lies to the right of a directed line; the ring itself if all of it does."""
    ax, ay = at
    sides = [dy * (x - ax) - dx * (y - ay) for x, y in ring]
    if not sides or min(sides) >= 0:
        return ring
    if max(sides) < 0:
        return ()
    kept: list[Point] = []
    for i, (a, b) in enumerate(edges_of(ring)):
        first, second = sides[i], sides[(i + 1) % len(ring)]
        if first >= 0:
            kept.append(a)
        if (first > 0 > second) or (first < 0 < second):
            kept.append(share_of(a, b, abs(first), abs(first - second)))
    return tuple(kept)
