"""How units stand to each other: who reaches whom, which side is struck, fronts and directions, neighbours, who is in
the way of routers (chapters Close combat and Rout)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import Flank
from grognard.rulebooks.napoleonic.model import Body, Corridor, Gun, Trooper, Unit
from grognard.space.arcs import ahead_of_front, side_of
from grognard.space.measure import enters, gap, nearest_pairs, overlap
from grognard.space.outline import FLANKS, Base, Edge, Segment, boxes_near
from grognard.space.pose import heading_to, middle
from grognard.space.sine import COS, ONE, SIN

B = TypeVar("B", bound=Body)
_NOTHING = ONE // 1_000_000
"""A sum of unit vectors no longer than this points nowhere (NA-CC-09)."""
_FLANK: dict[Edge, Flank] = {
    Edge.FRONT: "front",
    Edge.LEFT: "left",
    Edge.RIGHT: "right",
    Edge.REAR: "rear",
}

# --- who reaches whom --------------------------------------------------------------------------------


@clause("NA-CC-01", "NA-CC-03")
def reaches(field: Field, striker: Unit, target: Body) -> bool:
    """Near enough for close combat, and not wholly behind the line of the striker's front."""
    limit = field.distances.close_combat
    if not field.within(striker, target, limit):
        return False
    return ahead_of_front(striker.shape, target.shape) >= 0


@clause("NA-MOD-23")
def flank(field: Field, striker: Body, target: Body) -> Flank:
    """The side of the target that the middle of the striker's front looks at."""
    return _FLANK[side_of(target.shape, striker.shape.edge_middle(Edge.FRONT))]


# --- directions --------------------------------------------------------------------------------------


@clause("NA-CC-09")
def mean_front(own: int, others: Sequence[int]) -> int | None:
    """The way back from a fight: across the mean front of those who faced each other; None where they cancel out."""
    east = sum(SIN[one] for one in others) - SIN[own]
    north = sum(COS[one] for one in others) - COS[own]
    return _heading(east, north)


def _heading(east: int, north: int) -> int | None:
    if east * east + north * north < _NOTHING * _NOTHING:
        return None
    return heading_to((0, 0), (east, north))


@clause("NA-CC-09", "NA-ROUT-08")
def direction(field: Field, unit_id: str, by: Sequence[str]) -> int:
    """The heading in which a unit goes back from those who beat it."""
    body = field.body(unit_id)
    found = mean_front(body.heading, [field.body(one).heading for one in by])
    if found is None and by:
        return heading_to(field.body(by[0]).pose.at, body.pose.at)
    return (body.heading + 1800) % 3600 if found is None else found


@clause("NA-ROUT-08")
def away_from(field: Field, body_id: str, guns: Sequence[str]) -> int:
    """The heading of a rout by fire: away from the guns that caused it."""
    body = field.body(body_id)
    ways = [heading_to(field.body(one).pose.at, body.pose.at) for one in guns]
    found = _heading(sum(SIN[one] for one in ways), sum(COS[one] for one in ways))
    return (body.heading + 1800) % 3600 if found is None else found


# --- lines -------------------------------------------------------------------------------------------


@clause("NA-MOVE-10", "NA-ROUT-16")
def first_line(field: Field, body: Body) -> bool:
    """Whether no friendly regiment stands between it and the nearest enemy."""
    threats = field.threats(body.side)
    if not threats:
        return True
    enemy = nearest(field, body, threats)
    start, end = nearest_line(body.shape, enemy.shape)
    friends = (one for one in field.units_of(body.side) if one.id != body.id and one.standing != "fleeing")
    return not any(enters(start, end, one.shape) for one in friends)


def nearest(field: Field, body: Body, others: Sequence[B]) -> B:
    """The nearest of some, by id among equals; those whose middles are too far off are not measured."""
    x, y = body.x, body.y
    best = min(others, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2)
    least = field.gap(body, best)
    for one in others:
        far2 = (one.x - x) ** 2 + (one.y - y) ** 2
        most = least + body.shape.reach + one.shape.reach + 1
        if far2 > most * most:
            continue
        far = field.gap(body, one)
        if far < least or (far == least and one.id < best.id):
            best, least = one, far
    return best


@lru_cache(maxsize=1 << 11)
def nearest_line(one: Base, two: Base) -> Segment:
    """Between the nearest points of two footprints; where edges run side by side, in the middle of what faces."""
    pairs = set(nearest_pairs(one, two))
    return middle(pair[0] for pair in pairs), middle(pair[1] for pair in pairs)


@clause("NA-ROUT-16")
def neighbours(field: Field, unit_id: str, base: Base) -> tuple[str, ...]:
    """The nearest friends in the first line to the left and to the right of where a routed unit stood (``base``)."""
    near = list(_friends_near(field, unit_id, base))
    found = []
    for side in FLANKS:
        beside = [one for one in near if side_of(base, one.pose.at) is side]
        if beside:
            nearest = min(beside, key=lambda one: (gap(base, one.shape), one.id))
            found += [nearest.id] if first_line(field, nearest) else []
    return tuple(sorted(found))


def _friends_near(field: Field, unit_id: str, base: Base) -> Iterable[Trooper]:
    side, limit = field.body(unit_id).side, field.distances.neighbour
    for one in field.troopers:
        if one.id == unit_id or one.side != side or (isinstance(one, Gun) and one.owner != side):
            continue
        if boxes_near(base.box, one.shape.box, limit) and gap(base, one.shape) <= limit:
            yield one


@clause("NA-ROUT-17")
def in_the_way(field: Field, corridor: Corridor, base: Base) -> tuple[tuple[str, int], ...]:
    """Friends whose footprint meets the corridor, with their distance from where the routed unit stood (``base``)."""
    side = field.body(corridor.unit).side
    met = (
        one
        for one in field.troopers
        if one.side == side and one.id != corridor.unit and overlap(one.shape, corridor.shape)
    )
    return tuple((one.id, gap(base, one.shape)) for one in field.in_order(list(met)))


# --- ground ------------------------------------------------------------------------------------------


@clause("NA-ROUT-05", "NA-OBS-14")
def in_narrow(field: Field, body: Body) -> bool:
    """Whether any part of it stands in a narrow place."""
    narrow = (one for one in field.terrains if field.obstacle(one).narrow)
    return any(overlap(body.shape, shape) for one in narrow for shape in one.shapes)
