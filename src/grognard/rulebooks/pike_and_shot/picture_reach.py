"""What a chosen unit can see, hit and get to: its arcs, its ranges, its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, degrees, hypot, pi, sin

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import plans
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Base, Bases, Fire, Unit
from grognard.rulebooks.pike_and_shot.picture_map import Map, block, front
from grognard.rulebooks.pike_and_shot.picture_scene import Counter, Scene, decimal
from grognard.rulebooks.pike_and_shot.seeing import FRONT_ZONE, zone
from grognard.rulebooks.pike_and_shot.steps import furthest, moved, movement
from grognard.show.drawing import Point, area, disc, group, label, line
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.names import Wish
from grognard.show.tabletop.plane import way
from grognard.space.arcs import in_zone
from grognard.space.measure import gap
from grognard.space.outline import Base as Shape
from grognard.space.outline import Edge, segment_gap2
from grognard.space.pose import step
from grognard.space.sine import TURN

RAYS = 120
"""Rays by which the outline of a range is found."""
FINE = 40
"""Thousandths of an inch to which it is found."""
SIGHT = 12_000
"""How far the limits of a zone are drawn where no weapon says it."""


def reach(scene: Scene, map_: Map) -> tuple[Markup, list[Wish]]:
    """Zone, ranges and moves of the chosen unit, and the figures that belong to them; nothing without one."""
    one = scene.chosen
    if one is None or not map_.fine:
        return join(()), []
    field = scene.field
    ranges = list(_ranges(one, field, map_, scene.lang))
    drawn = [zone_limits(one, field, map_), *(part for part, _ in ranges), moves(one, field, map_)]
    return tag("g", *drawn, data_chosen=one.id), [wish for _, wish in ranges]


# --- zone and ranges ---


def zone_limits(one: Counter, field: Field, map_: Map) -> Markup:
    """The limits of what it sees, from the front corners outwards."""
    unit = one.unit
    angle = max(zone(field, unit, i) for i in range(len(unit.bases)))
    held, ink = block(unit.bases), side_of(one.side).ink
    far = max([SIGHT, *(kind.max.range for kind in one.types if kind.max)])
    left, right = held.edge(Edge.FRONT)
    parts = []
    for corner, sign in ((left, -1), (right, 1)):
        heading = (held.heading + sign * angle // 2) % TURN
        parts.append(
            line([map_.at(corner), map_.ahead(corner, heading, far)], ink, 1, "8 3 2 3", opacity=0.75)
        )
    return tag("g", *parts, data_zone=angle // 10)


def _ranges(one: Counter, field: Field, map_: Map, lang: str) -> Iterator[tuple[Markup, Wish]]:
    """Maximum and effective range of all bases that could shoot, as one outline each."""
    guns = [i for i, kind in enumerate(one.types) if kind.max and _is_free(field, one.unit, i)]
    ink = side_of(one.side).ink
    if not guns or not field.formation(one.unit).may_shoot:
        return
    for name, dash, shade in (("max", "5 3", 0.1), ("eff", None, 0.16)):
        hulls = []
        for i in guns:
            fire: Fire | None = getattr(one.types[i], name)
            if fire is not None:
                hulls.append((one.unit.bases[i], zone(field, one.unit, i), fire))
        if not hulls:
            continue
        ring = map_.ring(_hull(one.unit.bases, hulls))
        drawn = area(ring, ink, ink, 1.2, fill_opacity=shade, stroke_dasharray=dash, stroke_opacity=0.9)
        far = hulls[0][2]
        yield tag("g", drawn, data_range=f"{name}:{far.range}"), _range_wish(far, name, ring, ink, lang)


def _range_wish(fire: Fire, name: str, ring: list[Point], ink: str, lang: str) -> Wish:
    """The distance in inches, and the strength, by the right end of a range."""
    x, y = max(ring)
    words = f'{decimal(fire.range / 1000, lang)}" · {decimal(fire.strength / 2, lang)}'
    return Wish(f"range:{name}", (x - 4, y - 4, x + 2, y + 4), [[words]], 10.5, "sans-bold", ink, "right")


def _is_free(field: Field, unit: Unit, index: int) -> bool:
    """No base of its own stands right before it, or its formation shoots through its ranks."""
    if not field.formation(unit).own_bases_block or zone(field, unit, index) > FRONT_ZONE:
        return True
    base = unit.bases[index]
    x, y = step(base.heading, base.depth)
    ahead = (base.x + x, base.y + y)
    return not any(
        hypot(other.x - ahead[0], other.y - ahead[1]) < base.depth / 2
        for other in unit.bases
        if other is not base
    )


def _hull(bases: Bases, hulls: list[tuple[Base, int, Fire]]) -> list[tuple[float, float]]:
    """The outline of all that lies in zone and range of one of the bases, found along rays."""
    wide = any(angle > FRONT_ZONE for _, angle, _ in hulls)
    held = block(bases)
    at = held.at if wide else front(bases)
    most = max(fire.range for _, _, fire in hulls) + held.frontage + held.depth
    spread = TURN if wide else TURN // 2
    tests = [_test(base.shape, angle, fire.range) for base, angle, fire in hulls]
    found = []
    for ray in range(RAYS + (0 if wide else 1)):
        heading = held.heading - spread / 2 + spread * ray / RAYS
        found.append(_edge(at, heading, most, tests))
    return found


Test = Callable[[tuple[int, int]], bool]


def _test(shape: Shape, angle: int, far: int) -> Test:
    """Whether a point is in zone and range of a base."""
    if angle > FRONT_ZONE:
        return lambda point: in_zone(shape, angle, point) and gap(point, shape) <= far
    first, second = shape.edge(Edge.FRONT)

    def holds(point: tuple[int, int]) -> bool:
        n, d = segment_gap2(point, first, second)
        return n <= far * far * d and in_zone(shape, angle, point)

    return holds


def _edge(at: tuple[int, int], heading: float, most: int, tests: list[Test]) -> tuple[float, float]:
    """The farthest place along a ray that still passes one of the tests."""
    turn = heading * pi / 1800
    east, north = sin(turn), cos(turn)

    def passes(far: float) -> bool:
        point = (round(at[0] + east * far), round(at[1] + north * far))
        return any(test(point) for test in tests)

    coarse = 400
    hit = next((far for far in range(most, 0, -coarse) if passes(far)), 0)
    low, high = hit, hit + coarse
    while high - low > FINE:
        middle = (low + high) // 2
        low, high = (middle, high) if passes(middle) else (low, middle)
    return at[0] + east * low, at[1] + north * low


# --- moves ---


def moves(one: Counter, field: Field, map_: Map) -> Markup:
    """How far it gets straight on with each move of an impulse, and where a wheel may bring it."""
    steps = enumerate(_straight(one.unit, field), 1)
    parts = [_strip(before, after, number, map_) for number, (before, after) in steps]
    for side in ("left", "right"):
        goal = _wheel(one.unit, field, side)
        if goal:
            parts.append(_swing(one.unit, goal, side, map_))
    return tag("g", *parts, data_moves=len(parts))


def _straight(unit: Unit, field: Field) -> Iterator[tuple[Bases, Bases]]:
    """Bases before and after each step straight on, as far as the ground and others allow."""
    for _ in range(max(movement(field).points.values())):
        free = furthest(field.put(unit), unit).distance
        if free <= 0:
            return
        after = moved(unit, free)
        yield unit.bases, after
        unit = replace(unit, bases=after)


def _strip(before: Bases, after: Bases, number: int, map_: Map) -> Markup:
    """The ground gained by one move, with its number at its end."""
    (first, second), (third, fourth) = block(before).edge(Edge.FRONT), block(after).edge(Edge.FRONT)
    ring = map_.ring([first, second, fourth, third])
    end = map_.ring([third, fourth])
    (x, y), _ = end
    disc_ = disc((x, y), 6.5, "pip", "ink", 0.8)
    figure = label((x, y + 3.6), str(number), 10, "sans-bold", halo=None)
    return join([area(ring, "gold", fill_opacity=0.2), line(end, "gold", 2.2), disc_, figure])


def _wheel(unit: Unit, field: Field, side: str) -> Bases | None:
    """Where the greatest wheel of an impulse ends that nothing forbids; None for none."""
    table = movement(field)
    shifts = max(table.points.values()) - table.manoeuvre_cost
    if unit.hanging is not None or shifts < 1 or field.has(unit, "turn_only"):
        return None
    low, high = 0, 900
    while high - low > 5:
        angle = (low + high + 1) // 2
        plan = plans.wheel(field, unit, (side, angle))
        low, high = (angle, high) if plan.travel <= shifts * field.move(unit) else (low, angle)
    plan = plans.wheel(field, unit, (side, max(low, 1)))
    try:
        plans.check(field, unit, plan)
    except Refused:
        return None
    return plan.goal


def _swing(unit: Unit, goal: Bases, side: str, map_: Map) -> Markup:
    """The arc of the outer corner of a wheel, with a head where it ends."""
    start, end = block(unit.bases), block(goal)
    pivot, outer = start.edge(Edge.FRONT) if side == "left" else start.edge(Edge.FRONT)[::-1]
    turn = (end.heading - start.heading + TURN // 2) % TURN - TURN // 2
    heading = _heading(pivot, outer)
    far = hypot(outer[0] - pivot[0], outer[1] - pivot[1])
    arc = []
    for at in range(13):
        east, north = way(round(heading + turn * at / 12), far)
        arc.append(map_.at((pivot[0] + east, pivot[1] + north)))
    (bx, by), (tx, ty) = arc[-2:]
    head = area([(0, 0), (-7, 3.4), (-7, -3.4)], "gold")
    turned = degrees(atan2(ty - by, tx - bx))
    return join([line(arc, "gold", 2, "5 2.5"), group(head, at=arc[-1], angle=turned)])


def _heading(start: tuple[int, int], end: tuple[int, int]) -> float:
    return degrees(atan2(end[0] - start[0], end[1] - start[1])) * 10
