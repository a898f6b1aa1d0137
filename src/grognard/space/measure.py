"""How things lie to each other: overlap, touch, distance, nearest point, which of many are near."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

from grognard.space.outline import (
    Base,
    Box,
    Disc,
    Outline,
    Place,
    Ring,
    Segment,
    Shape,
    box_of,
    boxes_near,
    edges_of,
    foot,
    holds,
    segment_gap2,
    where,
)
from grognard.space.pose import SLACK, Point, between2, cross, distance, nearest, root

Ratio: TypeAlias = tuple[int, int]
"""An exact number: numerator and denominator."""
S = TypeVar("S", Base, Outline)


def overlap(a: Shape, b: Shape, slack: int = SLACK) -> bool:
    """Whether the insides meet, more deeply than ``slack`` thousandths (0: exactly)."""
    if isinstance(a, Base) and isinstance(b, Base):
        return _bases_overlap(a, b, slack)
    if not boxes_near(a.box, b.box):
        return False
    return any(rings_overlap(p, q, slack) for p in a.parts for q in b.parts)


def _bases_overlap(a: Base, b: Base, slack: int) -> bool:
    """Separating axes, with the centres' distance as a first cut. Both are exact parallelograms. One loop without
    calls, for nothing is asked so often."""
    here, there = a.pose, b.pose
    x, y = there.x - here.x, there.y - here.y
    one, other = a.frame, b.frame
    if x * x + y * y >= (one[4] + other[4]) ** 2:
        return False
    for first, second in ((one, other), (other, one)):
        (px, py), (qx, qy), _, _, _ = first
        (sx, sy), (tx, ty), _, _, _ = second
        own = abs(px * qy - py * qx)
        for nx, ny in ((qy - py, px - qx), (py + qy, -px - qx)):
            far, near = abs(sx * nx + sy * ny), abs(tx * nx + ty * ny)
            depth = own + (far if far > near else near) - abs(x * nx + y * ny)
            if depth <= 0 or depth * depth <= slack * slack * (nx * nx + ny * ny):
                return False
    return True


def rings_overlap(a: Ring, b: Ring, slack: int = SLACK) -> bool:
    """The same question of two convex rings."""
    return all(_deep(side, a, b, slack) for ring in (a, b) for side in edges_of(ring))


def _deep(side: tuple[Point, Point], a: Ring, b: Ring, slack: int) -> bool:
    (x0, y0), (x1, y1) = side
    nx, ny = y1 - y0, x0 - x1
    p = [x * nx + y * ny for x, y in a]
    q = [x * nx + y * ny for x, y in b]
    depth = min(max(p) - min(q), max(q) - min(p))
    return depth > 0 and depth * depth > slack * slack * (nx * nx + ny * ny)


def enters(start: Point, end: Point, base: Base, slack: int = SLACK) -> bool:
    """Whether a segment enters a base more deeply than ``slack``: ``rings_overlap`` of the two, but faster, without
    a call."""
    x, y = base.pose.x, base.pose.y
    ax, ay, bx, by = start[0] - x, start[1] - y, end[0] - x, end[1] - y
    nx, ny, away = by - ay, ax - bx, abs(ax * by - ay * bx)
    length2, ((px, py), (qx, qy), _, _, reach) = nx * nx + ny * ny, base.frame
    if away * away >= length2 * reach * reach:
        return False
    far, near = abs(px * nx + py * ny), abs(qx * nx + qy * ny)
    depth = (far if far > near else near) - away
    if depth <= 0 or depth * depth <= slack * slack * length2:
        return False
    own = abs(px * qy - py * qx)
    for nx, ny in ((qy - py, px - qx), (py + qy, -px - qx)):
        first, last = ax * nx + ay * ny, bx * nx + by * ny
        if first > last:
            first, last = last, first
        depth = own + (last if last < -first else -first)
        if depth <= 0 or depth * depth <= slack * slack * (nx * nx + ny * ny):
            return False
    return True


def overlapping(bases: Sequence[Base], slack: int = SLACK) -> list[tuple[int, int]]:
    """All pairs of bases that overlap, as indexes, the lower one first."""
    pairs = combinations(range(len(bases)), 2)
    return [(i, j) for i, j in pairs if _bases_overlap(bases[i], bases[j], slack)]


def gap(a: Place, b: Place) -> int:
    """The shortest distance between two outlines, to the nearest thousandth; 0 where they touch or overlap."""
    if isinstance(b, Base):
        if isinstance(a, Base):
            return root(*_bases_gap2(a, b))
        if isinstance(a, Outline):
            if len(a.ring) == 2:
                return 0 if enters(*a.ring, b, 0) else root(*_convex_gap2(a.ring, b.ring))
        else:
            return _gap_from(b, a)
    elif isinstance(a, Base) and not isinstance(b, Outline):
        return _gap_from(a, b)
    elif isinstance(a, tuple) and isinstance(b, Outline):
        return nearest_in(b.ring, a)[0]
    rounds = _radius(a) + _radius(b)
    return max(0, root(*gap2(_core(a), _core(b))) - rounds)


def _gap_from(base: Base, place: Disc | Point) -> int:
    if isinstance(place, Disc):
        return max(0, root(*_point_gap2(base, place.at)) - place.radius)
    return root(*_point_gap2(base, place))


def within(a: Place, b: Place, distance: int) -> bool:
    """Whether the gap, as it is measured, is at most ``distance``: the same as ``gap(a, b) <= distance``."""
    if isinstance(a, Base | Outline) and isinstance(b, Base | Outline):
        if not boxes_near(a.box, b.box, distance + 1):
            return False
        if isinstance(a, Base) and isinstance(b, Base) and surely_apart(a, b, distance + 1):
            return False
    return gap(a, b) <= distance


def surely_apart(a: Base, b: Base, distance: int) -> bool:
    """Whether the shadows of two bases on one of their axes are more than ``distance`` apart: a quick cut before their
    gap is measured, which is rounded and so may be one less."""
    x, y = b.pose.x - a.pose.x, b.pose.y - a.pose.y
    ours, theirs = a.frame, b.frame
    if x * x + y * y > (ours[4] + theirs[4] + distance) ** 2:
        return True
    for one, other in ((ours, theirs), (theirs, ours)):
        (px, py), (qx, qy), _, _, _ = one
        (sx, sy), (tx, ty), _, _, _ = other
        own = abs(px * qy - py * qx)
        for nx, ny in ((qy - py, px - qx), (py + qy, -px - qx)):
            between = abs(x * nx + y * ny) - own - max(abs(sx * nx + sy * ny), abs(tx * nx + ty * ny))
            if between > 0 and between * between > distance * distance * (nx * nx + ny * ny):
                return True
    return False


def touching(a: Shape, b: Shape, tolerance: int, slack: int = SLACK) -> bool:
    """Whether two outlines are at most ``tolerance`` apart and do not overlap."""
    return within(a, b, tolerance) and not overlap(a, b, slack)


def units_gap(ours: Iterable[Shape], theirs: Iterable[Shape]) -> int:
    """The least distance between the bases of two units; ValueError where one has none.

    Pairs are measured from the nearest boxes on, until boxes alone are farther apart than what was found.
    """
    others = tuple(theirs)
    pairs = sorted(
        ((_boxes_gap2(a.box, b.box), a, b) for a in ours for b in others), key=lambda pair: pair[0]
    )
    if not pairs:
        raise ValueError("the distance from no bases")
    n, d = gap2(pairs[0][1].ring, pairs[0][2].ring)
    for least, a, b in pairs[1:]:
        if least * d >= n:
            break
        m, e = gap2(a.ring, b.ring)
        if m * d < n * e:
            n, d = m, e
    return root(n, d)


def _boxes_gap2(a: Box, b: Box) -> int:
    across, along = max(0, a[0] - b[2], b[0] - a[2]), max(0, a[1] - b[3], b[1] - a[3])
    return across * across + along * along


def gap2(a: Ring, b: Ring) -> Ratio:
    """The squared distance between two polygons, segments or points, exactly."""
    if _meet(a, b):
        return 0, 1
    n, d = between2(a[0], b[0]), 1
    for ring, other in ((a, b), (b, a)):
        sides = [(p, q, q[0] - p[0], q[1] - p[1], between2(p, q)) for p, q in edges_of(other)]
        for x, y in ring:
            for p, q, ex, ey, length2 in sides:
                px, py = x - p[0], y - p[1]
                along = px * ex + py * ey
                if along <= 0:
                    m, e = px * px + py * py, 1
                elif along >= length2:
                    m, e = (x - q[0]) ** 2 + (y - q[1]) ** 2, 1
                else:
                    m, e = (ex * py - ey * px) ** 2, length2
                if m * d < n * e:
                    n, d = m, e
    return n, d


def _bases_gap2(a: Base, b: Base) -> Ratio:
    """The same for two bases: of each only the two sides count that face the other's centre.

    All of the other is surely as far away as from the line of the side that it is clearest of. Mostly its nearest
    corner lies straight before that side, and then it is no farther.
    """
    east, north = b.pose.x - a.pose.x, b.pose.y - a.pose.y
    ours, theirs = a.frame, b.frame
    sides = []
    n, d, near = -1, 1, (0, 0, 0, 0)
    for one, other, x, y in ((ours, theirs, east, north), (theirs, ours, -east, -north)):
        (px, py), (qx, qy), _, _, _ = one
        (sx, sy), (tx, ty), _, _, _ = other
        own = abs(px * qy - py * qx)
        for ax, ay, ex, ey in ((qx, qy, px - qx, py - qy), (px, py, -qx - px, -qy - py)):
            away = ex * y - ey * x
            away, cx, cy = (away - own, x - ax, y - ay) if away > 0 else (-away - own, -x - ax, -y - ay)
            first, second = ex * sy - ey * sx, ex * ty - ey * tx
            ux, uy, first = (sx, sy, first) if first > 0 else (-sx, -sy, -first)
            vx, vy, second = (tx, ty, second) if second > 0 else (-tx, -ty, -second)
            if second > first:
                ux, uy, first, vx, vy, second = vx, vy, second, ux, uy, first
            length2, least = ex * ex + ey * ey, away - first
            sides.append((ex, ey, length2, cx, cy, away, ux, uy, first, vx, vy, second))
            if least >= 0 and least * least * d > n * length2:
                n, d, near = least * least, length2, (cx - ux, cy - uy, ex, ey)
    if n < 0:
        return 0, 1
    x, y, ex, ey = near
    return (n, d) if 0 <= x * ex + y * ey <= d else _nearest_to(sides)


def _nearest_to(sides: Iterable[tuple[int, ...]]) -> Ratio:
    """The least squared distance of the four corners of a base from some sides of another: each with its way along,
    the length of that squared, the base's centre as seen from the side's start and how far that is off the side's
    line (times its length), and half of both diagonals, with how far off the line they lead."""
    n, d = -1, 1
    for ex, ey, length2, cx, cy, away, ux, uy, first, vx, vy, second in sides:
        for far, x, y in (
            (away - first, cx - ux, cy - uy),
            (away - second, cx - vx, cy - vy),
            (away + second, cx + vx, cy + vy),
            (away + first, cx + ux, cy + uy),
        ):
            if n < 0 or far * far * d < n * length2:
                m, e = _off(x, y, ex, ey, far)
                if n < 0 or m * d < n * e:
                    n, d = m, e
    return n, d


def _off(x: int, y: int, ex: int, ey: int, far: int) -> Ratio:
    """The squared distance of a point from a side, both as seen from the side's start; ``far``: from its line, times
    its length."""
    along, length2 = x * ex + y * ey, ex * ex + ey * ey
    if along <= 0:
        return x * x + y * y, 1
    if along >= length2:
        return (x - ex) ** 2 + (y - ey) ** 2, 1
    return far * far, length2


def _point_gap2(base: Base, point: Point) -> Ratio:
    """The same for a base and a point: only two sides face it, and inside it lies behind both."""
    x, y = point[0] - base.pose.x, point[1] - base.pose.y
    (px, py), (qx, qy), _, _, _ = base.frame
    own = abs(px * qy - py * qx)
    n, d, inside = -1, 1, True
    for ax, ay, ex, ey in ((qx, qy, px - qx, py - qy), (px, py, -qx - px, -qy - py)):
        away = ex * y - ey * x
        far, cx, cy = (away - own, x - ax, y - ay) if away > 0 else (-away - own, -x - ax, -y - ay)
        inside = inside and far <= 0
        m, e = _off(cx, cy, ex, ey, far)
        if n < 0 or m * d < n * e:
            n, d = m, e
    return (0, 1) if inside else (n, d)


def _convex_gap2(a: Ring, b: Ring) -> Ratio:
    """The same for two convex outlines that don't overlap: only edges that a corner lies outside of can be nearest to
    it, and only those whose line is nearer than what was found."""
    n, d = between2(a[0], b[0]), 1
    for ring, other in ((a, b), (b, a)):
        px, py = other[-1]
        for qx, qy in other:
            ex, ey = qx - px, qy - py
            length2 = ex * ex + ey * ey
            for x, y in ring:
                away = ex * (y - py) - ey * (x - px)
                if away >= 0 and away * away * d < n * length2:
                    along = (x - px) * ex + (y - py) * ey
                    if along <= 0:
                        m, e = (x - px) ** 2 + (y - py) ** 2, 1
                    elif along >= length2:
                        m, e = (x - qx) ** 2 + (y - qy) ** 2, 1
                    else:
                        m, e = away * away, length2
                    if m * d < n * e:
                        n, d = m, e
            px, py = qx, qy
    return n, d


def covers(area: Shape, shape: Shape) -> bool:
    """Whether the whole of a shape lies in an area, limits included."""
    if not all(holds(area, corner) for corner in shape.ring):
        return False
    sides = [(p, q) for p in edges_of(area.ring) for q in edges_of(shape.ring)]
    return not any(crosses(*p, *q) for p, q in sides) and not any(
        where(shape.ring, *p) > 0 for p in area.ring
    )


def nearest_point(place: Place, point: Point) -> Point:
    """The point of a thing (inside included) nearest to ``point``, to the thousandth."""
    if isinstance(place, Disc):
        return _on_rim(place, point)
    return nearest_in(_core(place), point)[1]


def nearest_in(ring: Ring, point: Point) -> tuple[int, Point]:
    """How far a polygon is from a point, and its nearest point: itself inside."""
    if len(ring) > 2 and where(ring, *point) >= 0:
        return 0, point
    best, n, d = (ring[0], ring[0]), 0, 0
    for side in edges_of(ring):
        m, e = segment_gap2(point, *side)
        if not d or m * d < n * e:
            best, n, d = side, m, e
    return root(n, d), foot(point, *best)


def nearest_points(a: Shape, b: Shape) -> Segment:
    """A point of ``a`` and a point of ``b`` that are as near to each other as the two outlines get."""
    return nearest_pairs(a, b)[0]


def nearest_pairs(a: Shape, b: Shape) -> list[Segment]:
    """All pairs of a corner of one outline and a point of the other that are as near to each other as the two get, the
    point of ``a`` first."""
    found: list[tuple[bool, Point, Segment]] = []
    n, d = 0, 0
    for own, ring, other in ((True, a.ring, b.ring), (False, b.ring, a.ring)):
        sides = [(p, q, q[0] - p[0], q[1] - p[1], between2(p, q)) for p, q in edges_of(other)]
        for corner in ring:
            x, y = corner
            for p, q, ex, ey, length2 in sides:
                px, py = x - p[0], y - p[1]
                along = px * ex + py * ey
                if along <= 0:
                    m, e = px * px + py * py, 1
                elif along >= length2:
                    m, e = (x - q[0]) ** 2 + (y - q[1]) ** 2, 1
                else:
                    m, e = (ex * py - ey * px) ** 2, length2
                if not d or m * d < n * e:
                    found, n, d = [(own, corner, (p, q))], m, e
                elif m * d == n * e:
                    found.append((own, corner, (p, q)))
    pairs = ((own, corner, foot(corner, *side)) for own, corner, side in found)
    return [(corner, met) if own else (met, corner) for own, corner, met in pairs]


def near(place: Shape, others: Iterable[S], distance: int = 0) -> list[S]:
    """Those of the others whose boxes come within ``distance``: a first, quick cut, in the same order."""
    west, south, east, north = place.box
    west, south, east, north = west - distance, south - distance, east + distance, north + distance
    found = []
    for other in others:
        a, b, c, d = other.box
        if a <= east and west <= c and b <= north and south <= d:
            found.append(other)
    return found


def _on_rim(disc: Disc, point: Point) -> Point:
    far = distance(disc.at, point)
    if far <= disc.radius:
        return point
    (x, y), (px, py) = disc.at, point
    return x + nearest((px - x) * disc.radius, far), y + nearest((py - y) * disc.radius, far)


def _core(place: Place) -> Ring:
    if isinstance(place, Base | Outline):
        return place.ring
    return (place.at,) if isinstance(place, Disc) else (place,)


def _radius(place: Place) -> int:
    return place.radius if isinstance(place, Disc) else 0


def _meet(a: Ring, b: Ring) -> bool:
    """Whether the insides meet, or the outlines cross (a touch may go either way: it measures 0)."""
    if not boxes_near(box_of(a), box_of(b)):
        return False
    if (len(b) > 2 and where(b, *a[0]) >= 0) or (len(a) > 2 and where(a, *b[0]) >= 0):
        return True
    return any(crosses(*p, *q) for p in edges_of(a) for q in edges_of(b))


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross, each from one side of the other to its other side; a touch is no crossing."""
    first, second = cross(a, b, c), cross(a, b, d)
    if first == 0 or second == 0 or (first > 0) == (second > 0):
        return False
    third, fourth = cross(c, d, a), cross(c, d, b)
    return third != 0 and fourth != 0 and (third > 0) != (fourth > 0)
