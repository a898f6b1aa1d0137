"""Obstacles in a fight and behind it: what they take from the fighting value, onto what a push drives, whether an
attack goes straight over level ground (NA-OBS-10, 11, NA-ROUT-03, NA-MOVE-03)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import GUNS, Kind, Thing, is_barred, kind_of, land_of, minus
from grognard.rulebooks.napoleonic.model import Body, Unit
from grognard.rulebooks.napoleonic.relations import nearest_line
from grognard.rulebooks.napoleonic.tablemodel import Obstacle
from grognard.rulebooks.napoleonic.walkers import clipped
from grognard.space.arcs import front_strip
from grognard.space.measure import covers, crosses, enters, overlap
from grognard.space.outline import Box, Ring, box_of, boxes_near, edges_of, hull
from grognard.space.pose import Point, distance, share_of, step

_LONGER = 50
"""Thousandths by which the line between two units is made longer at both ends."""


@clause("NA-ROUT-03", "NA-ROUT-04", "NA-ROUT-15")
def onto_obstacle(field: Field, unit: Body, heading: int) -> str:
    """Id of the obstacle (terrain, gun or wagon) onto which a push in that direction would drive it within half its own
    move, "" for none. A corridor is none."""
    way = step(heading, field.own_move(unit) // 2)
    swept = hull((*unit.shape.ring, *unit.shape.shifted(way).ring))
    kind, level = kind_of(field, unit), land_of(field).level(unit.pose.at)
    met = (one for one in land_of(field).terrain if boxes_near(one.box, swept.box))
    for one in met:
        if _hurts(one, kind, level) and any(overlap(swept, shape) for shape in one.shapes):
            return one.id
    if minus(field.tables.obstacles[GUNS], kind) < 0:
        things = (one for one in (*field.guns, *field.wagons) if one.id != unit.id)
        return next((one.id for one in things if overlap(swept, one.shape)), "")
    return ""


def _hurts(thing: Thing, kind: Kind, level: int) -> bool:
    """Closed to that arm, or with a fighting value of -1 or worse for it."""
    if is_barred(thing, kind):
        return True
    row = thing.row
    return row is not None and minus(row, kind) < 0 and (not row.uphill_only or thing.level > level)


@clause("NA-OBS-10", "NA-OBS-11", "NA-OBS-02")
def obstacle_minus(field: Field, unit: Unit, enemy: Body, *, assails: bool = False) -> int:
    """What the worst obstacle takes from a unit's fighting value against that enemy, 0 or less: one that it met on its
    way this turn, or, if it is the assailant, one between the two. ``assails``: it would be."""
    kind, rows = kind_of(field, unit), field.tables.obstacles
    found = [0]
    if unit.obstacle:
        found.append(minus(rows[unit.obstacle], kind))
    if field.option("obstacle_malus") == "inside":
        inside = (one for one in land_of(field).terrain if one.meets(unit.shape))
        found += [minus(one.row, kind) for one in inside if one.row and not one.row.uphill_only]
    if assails or enemy.id in unit.assails:
        found += [minus(row, kind) for row in _between(field, unit, enemy, kind)]
    return min(found)


@clause("NA-OBS-10", "NA-OBS-06")
def _between(field: Field, unit: Unit, enemy: Body, kind: Kind) -> Iterator[Obstacle]:
    """Rows of what lies between a unit and an enemy, or in which the enemy stands; what takes nothing from that arm is
    not looked at."""
    area, land = _around(unit.shape.box, enemy.shape.box), land_of(field)
    ground = [one for one in land.terrain if one.row and minus(one.row, kind) and boxes_near(one.box, area)]
    things = (*field.guns, *field.wagons) if minus(field.tables.obstacles[GUNS], kind) else ()
    train = [one for one in things if boxes_near(one.shape.box, area)]
    if not ground and not train:
        return
    start, end = _line(unit, enemy)
    line = box_of((start, end))
    climbs, under = land.level(enemy.pose.at) > land.level(unit.pose.at), _stands_in(field, enemy)
    for one in ground:
        assert one.row is not None
        if one.row.uphill_only:
            if climbs and one.holds(enemy.pose.at):
                yield one.row
        elif one.id in under or (
            boxes_near(one.box, line) and any(_crosses(start, end, shape.ring) for shape in one.shapes)
        ):
            yield one.row
    for thing in train:
        if thing.id not in (unit.id, enemy.id) and enters(start, end, thing.shape):
            yield field.tables.obstacles[GUNS]


def _around(one: Box, two: Box) -> Box:
    return min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3])


def _stands_in(field: Field, body: Body) -> frozenset[str]:
    """Ids of the ground that a body meets; several may come at one and the same."""
    key = ("stands in", body.id)
    found: frozenset[str] | None = field.kept.get(key)
    if found is None:
        met = (one.id for one in land_of(field).terrain if one.meets(body.shape))
        found = field.kept[key] = frozenset(met)
    return found


def _crosses(start: Point, end: Point, ring: Ring) -> bool:
    return any(crosses(start, end, *edge) for edge in edges_of(ring))


def _line(unit: Body, enemy: Body) -> tuple[Point, Point]:
    """The line between the nearest points, a little longer at both ends: what the two touch lies between them."""
    first, last = nearest_line(unit.shape, enemy.shape)
    return _towards(first, unit.pose.at), _towards(last, enemy.pose.at)


def _towards(point: Point, centre: Point) -> Point:
    far = distance(point, centre)
    return share_of(point, centre, min(_LONGER, far), far) if far else point


@clause("NA-MOVE-03")
def attack_straight(field: Field, unit: Unit, target: Body) -> bool:
    """Whether an attack on it goes straight ahead over level ground: no terrain, no rim of a hill, no guns or train in
    the strip up to it."""
    span = clipped(unit.shape, target.shape.ring)
    if span is None:
        return False
    strip = front_strip(unit.shape, max(span[0], 1))
    near = [one for one in land_of(field).terrain if boxes_near(one.box, strip.box)]
    for one in near:
        level = one.row is not None and one.row.uphill_only and covers(one.shapes[0], strip)
        if not level and any(overlap(strip, shape) for shape in one.shapes):
            return False
    things = (one for one in (*field.guns, *field.wagons) if one.id != target.id)
    return not any(overlap(strip, one.shape) for one in things)
