"""Obstacles that take a turn to cross (NA-OBS-09), and what was met on the way that spoils a fight (NA-OBS-10, 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.events import Crossed
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import (
    HILL,
    Kind,
    Land,
    Thing,
    is_barred,
    kind_of,
    land_of,
    minus,
)
from grognard.rulebooks.napoleonic.model import Body, Unit
from grognard.rulebooks.napoleonic.relations import nearest
from grognard.rulebooks.napoleonic.tablemodel import Obstacle
from grognard.rulebooks.napoleonic.walkers import Walker, clipped
from grognard.space.measure import gap, overlap, within
from grognard.space.outline import Base
from grognard.space.pose import Pose, distance

AT_EDGE = 100
"""Thousandths within which one stands at the edge of an obstacle, ready to cross it."""


@clause("NA-OBS-09")
def at_edge(base: Base, thing: Thing) -> bool:
    return any(gap(base, shape) <= AT_EDGE for shape in thing.shapes)


@clause("NA-OBS-09")
def landing(base: Base, thing: Thing) -> Pose | None:
    """Just beyond the far edge, heading kept: straight ahead if the obstacle is before it, else straight back; None
    where the obstacle lies neither way."""
    ahead = _shift(base, thing)
    if ahead is not None:
        return base.pose.ahead(ahead)
    backwards = base.put(base.pose.turned(1800))
    back = _shift(backwards, thing)
    return base.pose.ahead(-back) if back is not None else None


def _shift(base: Base, thing: Thing) -> int | None:
    """How far ahead the whole footprint is past what of an obstacle lies in its strip, beginning near its front."""
    spans = sorted(span for shape in thing.shapes if (span := clipped(base, shape.ring)) is not None)
    if not spans or spans[0][0] > 3 * AT_EDGE:
        return None
    end = spans[0][1]
    for start, stop in spans[1:]:
        if start < end + base.depth:
            end = max(end, stop)
    return end + base.depth + 1


@clause("NA-OBS-09", "NA-MOVE-12")
def leads_away(field: Field, body: Body) -> bool:
    """Whether its crossing takes it farther from the enemy, as a withdrawal does; both passes ask it."""
    key = ("crosses away", body)
    found: bool | None = field.kept.get(key)
    if found is None:
        thing = _ordered(field, body, land_of(field))
        end = landing(body.shape, thing) if thing is not None else None
        found = field.kept[key] = end is not None and away(field, body, end)
    return found


def _ordered(field: Field, body: Body, land: Land) -> Thing | None:
    if body.order[:1] != ("cross",) or len(body.order) != 2:
        return None
    return next((one for one in land.terrain if one.id == body.order[1]), None)


@clause("NA-MOVE-12")
def away(field: Field, body: Body, end: Pose) -> bool:
    """Whether a pose is farther from the nearest enemy unit, and from every one that was near at the start."""
    there = body.shape.put(end)
    return not any(within(there, enemy, far) for far, enemy in _to_leave(field, body))


def _to_leave(field: Field, body: Body) -> list[tuple[int, Base]]:
    """From whom a withdrawal must lead away, and how far off they are now, the nearest first; one body is asked for
    many a pose."""
    key = ("to leave", body.side, body.shape)
    found: list[tuple[int, Base]] | None = field.kept.get(key)
    if found is None:
        threats = field.threats(body.side)
        near = [one for one in threats if field.within(body, one, field.distances.withdrawal)]
        near = near or ([nearest(field, body, threats)] if threats else [])
        measured = [(field.gap(body, one), one.shape) for one in near]
        found = field.kept[key] = sorted(measured, key=lambda row: row[0])
    return found


@clause("NA-OBS-09", "NA-ROUT-10")
def cross(field: Field, bodies: Iterable[Body], walkers: Sequence[Walker], land: Land) -> dict[str, Pose]:
    """Put those who cross beyond the far edge at the last tick, if it is free: by id, where they stood before."""
    found: dict[str, Pose] = {}
    by_id = {one.id: one for one in walkers}
    over = [one for one in bodies if one.order[:1] == ("cross",) or by_id[one.id].flees]
    for body in field.in_order(over):
        walker = by_id[body.id]
        thing = _over(field, body, walker, land)
        if thing is None:
            continue
        end = landing(walker.base, thing)
        found[body.id] = walker.base.pose
        if end is not None and _is_free(walker, walker.base.put(end), walkers, land, thing):
            walker.put_across(end)
            walker.felt.add(thing.id)
            walker.by = thing.id
    return found


def _over(field: Field, body: Body, walker: Walker, land: Land) -> Thing | None:
    """What it crosses this turn: as ordered; routers what stopped them at the start of their course."""
    if walker.flees:
        held = walker.halt == "obstacle" and not walker.moved
        thing = next((one for one in land.terrain if held and one.id == walker.by), None)
        return thing if thing is not None and _crossable(thing, walker.kind) else None
    return _ordered(field, body, land)


def _crossable(thing: Thing, kind: Kind) -> bool:
    return thing.row is not None and thing.row.one_turn and not is_barred(thing, kind)


def _is_free(walker: Walker, base: Base, walkers: Sequence[Walker], land: Land, over: Thing) -> bool:
    if land.is_off(base.pose.at):
        return False
    if any(other is not walker and overlap(base, other.base) for other in walkers if other.halt != "table"):
        return False
    near = land.near(base.box, walker.side, walker.id)
    return not any(
        one.id != over.id and one.meets(base) and _keeps_out(one, walker, land)
        for one in near
        if not one.bridges
    )


def _keeps_out(thing: Thing, walker: Walker, land: Land) -> bool:
    if thing.row is None:
        return walker.id not in thing.open_to
    if thing.row.one_unit and (land.taken.get(thing.id) or land.inside(thing)):
        return True
    return is_barred(thing, walker.kind)


def carried_out(field: Field, body: Body, end: Pose) -> tuple[dict[str, Any], list[Any]]:
    """Fields and events of one who crossed, or could not."""
    before = (body.x, body.y, body.heading)
    after = (end.x, end.y, end.heading)
    terrain = str(body.order[1]) if body.order[:1] == ("cross",) else ""
    stays = before == after
    fields: dict[str, Any] = {}
    if not stays:
        fields = {"x": end.x, "y": end.y, "heading": end.heading, "moved": distance(end.at, (body.x, body.y))}
        if isinstance(body, Unit) and terrain:
            fields["obstacle"] = field.terrain(terrain).kind
    return fields, [Crossed(body.id, terrain, after, stays)]


# --- what obstacles take from the fight ----------------------------------------------------------------


@clause("NA-OBS-02", "NA-OBS-10", "NA-OBS-11")
def worst_of(field: Field, unit: Unit, walker: Walker) -> str:
    """The kind that takes most of what a unit met on its way this turn, "" for none."""
    kind, rows = kind_of(field, unit), field.tables.obstacles
    known = {one.id: one for one in walker.near}
    met = [known[one] for one in walker.felt if one in known and known[one].row is not None]
    counted = [one.row for one in met if one.row and (not one.row.uphill_only or one.level > walker.level)]
    if _rises(field, unit, walker):
        counted.append(rows[HILL])
    if unit.obstacle:
        counted.append(rows[unit.obstacle])
    return _worst(counted, kind)


@clause("NA-OBS-02")
def _rises(field: Field, unit: Unit, walker: Walker) -> bool:
    """Whether its centre has risen to a higher level."""
    land = land_of(field)
    return land.level(walker.base.pose.at) > land.level(unit.pose.at)


@clause("NA-OBS-11")
def _worst(rows: Iterable[Obstacle], kind: Kind) -> str:
    found = sorted((minus(row, kind), row.id) for row in rows)
    return found[0][1] if found and found[0][0] < 0 else ""
