"""Whom guns and skirmishers may fire at, and who sees whom (chapters Artillery, Skirmishers)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire_table import Ammunition, Strength, strength
from grognard.rulebooks.napoleonic.hindrances import flag
from grognard.rulebooks.napoleonic.model import Body, Gun, Terrain, Trooper, Unit, Wagon
from grognard.rulebooks.napoleonic.sight import Ground, ground_of, is_clear, is_open, sees
from grognard.rulebooks.napoleonic.striking import shielded
from grognard.space.arcs import part_in_cone, surely_unseen
from grognard.space.measure import gap, nearest_in, nearest_point
from grognard.space.outline import Base, Box, Edge, Outline, Shape, boxes_near
from grognard.space.pose import Point, Pose, between2, decimal, heading_to, local, step, turn_to
from grognard.space.sine import TURN

NUDGES = (0, 1, 2)
"""Tenths of a degree added to the least pivot, for what rounding takes."""


class Aim(NamedTuple):
    """A shot that a gun may declare: ``pivot`` in tenths, clockwise positive; ``distance`` from the muzzle."""

    target: str
    ammunition: Ammunition
    pivot: int
    distance: int
    strength: Strength


class _Mark(NamedTuple):
    """What stands before a gun: a body or a place, with what can be hit of it at some pivot."""

    id: str
    shapes: tuple[Shape, ...]
    body: Body | None


# --- targets -----------------------------------------------------------------------------------------


@clause("NA-ART-01", "NA-ART-02", "NA-ART-03", "NA-ART-04", "NA-CMD-08")
def aims(field: Field, gun: Gun) -> tuple[Aim, ...]:
    """Every legal target with the least pivot that it needs."""
    return *aims_at_bodies(field, gun), *_aims_at_places(field, gun)


def aims_at_bodies(field: Field, gun: Gun) -> tuple[Aim, ...]:
    """The same of regiments, guns and wagons alone."""
    key = ("aims", gun.id)
    found: tuple[Aim, ...] | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = tuple(_aims(field, gun, _bodies))
    return found


def _aims_at_places(field: Field, gun: Gun) -> tuple[Aim, ...]:
    key = ("aims at places", gun.id)
    found: tuple[Aim, ...] | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = tuple(_aims(field, gun, _places))
    return found


def has_aim(field: Field, gun: Gun) -> bool:
    """Whether there is any legal target: places are looked at only where no body is one."""
    return bool(aims_at_bodies(field, gun)) or next(_aims(field, gun, _places), None) is not None


def _is_served(field: Field, gun: Gun) -> bool:
    ready = gun.crew > 0 and gun.owner == gun.side and gun.standing == "ready"
    return ready and not gun.silenced >= field.turn > 0


def _aims(field: Field, gun: Gun, marks: Callable[[Field, Gun], Iterable[_Mark]]) -> Iterator[Aim]:
    if not _is_served(field, gun) or strength(field.tables, 0, gun.moved, field.own_move(gun)) is None:
        return
    ground, eye, sector = ground_of(field), Pose(*gun.muzzle, gun.heading), _sector(field, gun)
    for mark in marks(field, gun):
        for pivot in _open_pivots(ground, eye, sector, mark.shapes, () if mark.body else (mark.id,)):
            found = _try(field, gun, mark, pivot)
            if found is not None:
                yield found
                break


def _surely_beyond(point: Point, box: Box, far: int) -> bool:
    """Whether a box, and so what is in it, is farther off than that."""
    (x, y), (west, south, east, north) = point, box
    across, along = max(0, west - x, x - east), max(0, south - y, y - north)
    return across * across + along * along > far * far


def _try(field: Field, gun: Gun, mark: _Mark, pivot: int) -> Aim | None:
    """The shot with that pivot: with canister up to its range, else with ball."""
    part = _part(field, gun, mark, pivot)
    if part is None or not _is_seen(field, gun, mark, part):
        return None
    near = mark.body is not None and part[0] <= field.distances.canister_range
    found = _judge(field, gun, mark, "canister" if near else "ball", pivot)
    return found if isinstance(found, Aim) else None


@clause("NA-ART-03", "NA-TROPH-04")
def _marks(field: Field, gun: Gun) -> Iterator[_Mark]:
    """Enemies and places within ball range, whichever way they lie."""
    yield from _bodies(field, gun)
    yield from _places(field, gun)


def _bodies(field: Field, gun: Gun) -> Iterator[_Mark]:
    (x, y), reach = gun.muzzle, field.distances.ball_range
    west, south, east, north = x - reach, y - reach, x + reach, y + reach
    for one in _foes(field, gun.side):
        left, low, right, top = one.shape.box
        if left <= east and right >= west and low <= north and top >= south:
            yield _Mark(one.id, (one.shape,), one)


def _foes(field: Field, side: str) -> list[Body]:
    """All bodies that stand for the other side."""
    key = ("foes", side)
    found: list[Body] | None = field.standing.get(key)
    if found is None:
        found = field.standing[key] = [one for one in field.bodies if flag(one) != side]
    return found


def _places(field: Field, gun: Gun) -> Iterator[_Mark]:
    reach, muzzle = field.distances.ball_range, gun.muzzle
    box = (*muzzle, *muzzle)
    for mark in _all_places(field):
        if any(boxes_near(box, shape.box, reach) for shape in mark.shapes):
            yield mark


def _all_places(field: Field) -> list[_Mark]:
    found: list[_Mark] | None = field.kept.get("places to fire at")
    if found is None:
        places = (place for place in field.terrains if is_target(field, place))
        found = [_Mark(place.id, _convex(place.shapes), None) for place in places]
        field.kept["places to fire at"] = found
    return found


@lru_cache(maxsize=256)
def _convex(shapes: tuple[Outline, ...]) -> tuple[Outline, ...]:
    """The convex parts of a place."""
    return tuple(Outline(part) for shape in shapes for part in _parts(shape))


def _parts(shape: Outline) -> tuple[tuple[Point, ...], ...]:
    return (shape.ring,) if len(shape.ring) == 2 else shape.parts


@clause("NA-ART-03", "NA-ART-12", "NA-ART-13")
def is_target(field: Field, place: Terrain) -> bool:
    """Whether guns may fire at a place: a building, bridge or work that still stands."""
    row = field.obstacle(place)
    return (row.building or row.destroyed or row.burns) and not field.is_closed(place)


# --- pivots ------------------------------------------------------------------------------------------


class _Sector(NamedTuple):
    """What a gun may have before it: half of its sector, and how far it may turn to the right and to the left for it
    (tenths); how far its ball goes."""

    half: int
    right: int
    left: int
    reach: int


def _sector(field: Field, gun: Gun) -> _Sector:
    angles = field.tables.angles
    right, left = (
        angles.pivot_half if gun.commanded and may_pivot(field, gun, sign) else 0 for sign in (1, -1)
    )
    return _Sector(angles.sector, right, left, field.distances.ball_range)


@lru_cache(maxsize=1 << 12)
def _open_pivots(
    ground: Ground, eye: Pose, sector: _Sector, shapes: tuple[Shape, ...], skip: tuple[str, ...]
) -> tuple[int, ...]:
    """Pivots with which something of a target comes into the sector that the ground does not hide; kept beyond the
    position, for guns and what they look at mostly stay where they are."""
    base, angle = Base(eye, 0, 0), 2 * (sector.half + max(sector.right, sector.left) + NUDGES[-1])
    far = sector.reach + NUDGES[-1]
    if all(surely_unseen(base, angle, one.box) or _surely_beyond(eye.at, one.box, far) for one in shapes):
        return ()
    parts = (
        (pivot, _nearest_part(eye.turned(pivot), 2 * sector.half, shapes, sector.reach))
        for pivot in _pivots(eye, sector, shapes)
    )
    return tuple(pivot for pivot, part in parts if part and is_open(ground, eye.at, part[1], skip))


@clause("NA-ART-02", "NA-ART-04", "NA-ART-05")
def _pivots(eye: Pose, sector: _Sector, shapes: tuple[Shape, ...]) -> Iterator[int]:
    """Pivots with which a target may come into the sector, the least first."""
    low, high = _off_line(eye, shapes)
    if low <= sector.half and high >= -sector.half:
        yield 0
    sign, most = (-1, sector.left) if low + high < 0 else (1, sector.right)
    least = max((low if sign > 0 else -high) - sector.half, 0)
    middle = turn_to(eye.heading, heading_to(eye.at, nearest_point(shapes[0], eye.at)))
    nudged = [least + nudge for nudge in NUDGES]
    for pivot in sorted({*nudged, max(abs(middle) - sector.half + 1, 0), abs(middle)}):
        if 0 < pivot <= most:
            yield sign * pivot


def _off_line(eye: Pose, shapes: tuple[Shape, ...]) -> tuple[int, int]:
    """Between which angles off the barrel a target lies."""
    turns = [turn_to(eye.heading, heading_to(eye.at, corner)) for shape in shapes for corner in shape.ring]
    low, high = min(turns), max(turns)
    return (low, high) if high - low < TURN // 2 else (-TURN // 2, TURN // 2)


@clause("NA-ART-08")
def may_pivot(field: Field, gun: Gun, pivot: int) -> bool:
    """Whether a gun has no neighbour of its battery on the side to which it would turn."""
    if not pivot:
        return True
    return not any(
        (right > 0) == (pivot > 0) and abs(right) >= abs(ahead)
        for right, ahead in (local(gun.pose, one.pose.at) for one in beside(field, gun))
    )


@clause("NA-ART-08")
def beside(field: Field, gun: Gun) -> tuple[Gun, ...]:
    """Friendly guns side by side with it."""
    key = ("beside", gun.id)
    found: tuple[Gun, ...] | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = tuple(_beside(field, gun))
    return found


def _beside(field: Field, gun: Gun) -> Iterator[Gun]:
    limit = field.distances.battery_gap
    for one in field.guns:
        if one.id == gun.id or one.owner != gun.side or one.standing != "ready":
            continue
        near = between2(one.pose.at, gun.pose.at) <= limit * limit
        if near and abs(turn_to(gun.heading, one.heading)) <= field.tables.angles.battery:
            yield one


# --- one shot ----------------------------------------------------------------------------------------


@clause("NA-ART-01", "NA-ART-02", "NA-ART-03", "NA-ART-04", "NA-ART-07", "NA-ART-08")
def aim(field: Field, gun: Gun, target: str, ammunition: str, pivot: int) -> Aim:
    """The shot that is declared so; Refused if it may not be."""
    name = field.sheet(gun).name
    mark = next((one for one in _marks(field, gun) if one.id == target), None)
    if not _is_served(field, gun):
        raise Refused("NA-ART-10", T("{gun} can't fire this turn", gun=name))
    if mark is None or ammunition not in ("ball", "canister"):
        why = T("{gun}: '{target}' is no target within range", gun=name, target=target)
        raise Refused("NA-ART-03", why)
    kind: Ammunition = "ball" if ammunition == "ball" else "canister"
    found = _judge(field, gun, mark, kind, pivot)
    if isinstance(found, Aim):
        return found
    clause_id, text = found
    raise Refused(clause_id, T("{gun} can't fire at '{target}': {why}", gun=name, target=target, why=text))


def _judge(field: Field, gun: Gun, mark: _Mark, ammunition: Ammunition, pivot: int) -> Aim | tuple[str, Text]:
    """The shot, or (clause, why it may not be)."""
    power = strength(field.tables, pivot, gun.moved, field.own_move(gun))
    if power is None or not (gun.commanded or not (pivot or gun.moved)) or not may_pivot(field, gun, pivot):
        return _no_pivot(field, gun, mark, pivot)
    part = _part(field, gun, mark, pivot)
    if part is None:
        return "NA-ART-02", _off(field, gun, mark)
    if not _is_seen(field, gun, mark, part):
        return "NA-ART-07", T("it does not see it")
    if mark.body is not None and shielded(field, mark.body, ammunition):
        return "NA-ROUT-18", T("a pursuer is safe from it this turn")
    wrong = _wrong_distance(field, gun, mark, ammunition, pivot, part[0])
    return wrong or Aim(mark.id, ammunition, pivot, part[0], power)


def _no_pivot(field: Field, gun: Gun, mark: _Mark, pivot: int) -> tuple[str, Text]:
    if 2 * gun.moved > field.own_move(gun):
        return "NA-ART-04", T("it has moved more than half a move")
    if abs(pivot) > field.tables.angles.pivot_half:
        return "NA-ART-04", _off(field, gun, mark)
    if not gun.commanded:
        return "NA-CMD-08", T("without command it may neither turn nor have moved")
    return "NA-ART-08", T("another gun of its battery stands on that side")


def _off(field: Field, gun: Gun, mark: _Mark) -> Text:
    low, high = _off_line(Pose(*gun.muzzle, gun.heading), mark.shapes)
    off = 0 if low <= 0 <= high else min(abs(low), abs(high))
    angles = field.tables.angles
    return T(
        "it is {angle} degrees off; at most {most} with a pivot of {pivot}",
        angle=decimal(off * 100),
        most=decimal((angles.sector + angles.pivot_half) * 100),
        pivot=decimal(angles.pivot_half * 100),
    )


@clause("NA-ART-01", "NA-ART-03")
def _wrong_distance(
    field: Field, gun: Gun, mark: _Mark, ammunition: Ammunition, pivot: int, distance: int
) -> tuple[str, Text] | None:
    canister, body = field.distances.canister_range, mark.body
    if body is None:
        return None if ammunition == "ball" else ("NA-ART-03", T("places are fired at with ball"))
    if ammunition == "ball":
        return ("NA-ART-03", T("it is too near for ball")) if distance <= canister else None
    if distance > canister or isinstance(body, Wagon):
        return "NA-ART-01", T("it is out of reach of canister")
    if distance > _nearest(field, gun, pivot):
        return "NA-ART-03", T("canister goes at the nearest enemy in the sector")
    return None


@clause("NA-ART-03")
def _nearest(field: Field, gun: Gun, pivot: int) -> int:
    """How far the nearest enemy unit or gun is that it sees in its sector."""
    key = ("nearest", gun.id, pivot)
    found: int | None = field.kept.get(key)
    if found is None:
        marks = [one for one in _bodies(field, gun) if not isinstance(one.body, Wagon)]
        parts = [(part, one) for one in marks if (part := _part(field, gun, one, pivot)) is not None]
        parts.sort(key=lambda row: (row[0][0], row[1].id))
        seen = (part[0] for part, one in parts if _is_seen(field, gun, one, part))
        found = field.kept[key] = next(seen, field.distances.ball_range)
    return found


@clause("NA-ART-01", "NA-ART-02")
def _part(field: Field, gun: Gun, mark: _Mark, pivot: int) -> tuple[int, Point] | None:
    """How far from the muzzle the nearest point of what lies in the sector is, and where; None where nothing does
    within ball range."""
    eye, angle = Pose(*gun.muzzle, (gun.heading + pivot) % TURN), 2 * field.tables.angles.sector
    return _nearest_part(eye, angle, mark.shapes, field.distances.ball_range)


@lru_cache(maxsize=1 << 12)
def _nearest_part(eye: Pose, angle: int, shapes: tuple[Shape, ...], most: int) -> tuple[int, Point] | None:
    """The same of any cone; kept beyond the position, for guns and what they look at mostly stay where they are."""
    parts = (part for one in shapes if (part := part_in_cone(eye, angle, one)) is not None)
    found = [nearest_in(part.ring, eye.at) for part in parts]
    best = min(found, key=lambda one: one[0], default=None)
    return best if best is not None and best[0] <= most else None


@clause("NA-ART-07")
def _is_seen(field: Field, gun: Gun, mark: _Mark, part: tuple[int, Point]) -> bool:
    """Whether a gun sees that point of it; many pivots look at one and the same."""
    key = ("seen", gun.id, mark.id, part[1])
    found: bool | None = field.kept.get(key)
    if found is None:
        found = is_clear(field, gun.side, gun.muzzle, part[1], (gun.id, mark.id))
        field.kept[key] = found
    return found


# --- skirmishers ---------------------------------------------------------------------------------------


@clause("NA-SKIR-02", "NA-SKIR-03")
def figures_at(field: Field, unit: Unit) -> list[Point]:
    """Where the figures of an open order stand, from left to right."""
    interval, count = field.distances.skirmish_interval, unit.figures
    places = []
    for i in range(1, count + 1):
        east, north = step(unit.heading, 0, (2 * i - count - 1) * interval, over=2)
        places.append((unit.x + east, unit.y + north))
    return places


@clause("NA-SKIR-03", "NA-ROUT-18")
def skirmish_aims(field: Field, unit: Unit) -> tuple[tuple[str, ...], ...]:
    """For each figure in range its nearest targets, several on a tie."""
    limit = field.distances.skirmish_range
    foes = [
        one
        for one in field.troopers
        if flag(one) != unit.side
        and boxes_near(unit.shape.box, one.shape.box, limit)
        and not shielded(field, one)
    ]
    if not foes:
        return ()
    found = (_nearest_foes(field, unit, at, foes, limit) for at in figures_at(field, unit))
    return tuple(one for one in found if one)


def _nearest_foes(field: Field, unit: Unit, at: Point, foes: Iterable[Body], limit: int) -> tuple[str, ...]:
    near = [(far, one) for one in foes if (far := gap(at, one.shape)) <= limit]
    seen = [
        (far, one.id)
        for far, one in near
        if is_clear(field, unit.side, at, nearest_point(one.shape, at), (unit.id, one.id))
    ]
    return tuple(sorted(one for far, one in seen if far == min(seen)[0]))


# --- fog -----------------------------------------------------------------------------------------------


@clause("NA-ART-07")
def side_sees(field: Field, side: str, body: Body) -> bool:
    """Whether any unit of a side sees a body, or is so near that it knows of it."""
    key = ("sees", side, body.id)
    found: bool | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = _side_sees(field, side, body)
    return found


def _side_sees(field: Field, side: str, body: Body) -> bool:
    near = field.distances.see_near
    ordered = sorted(_lookers(field, side), key=lambda one: between2(one.pose.at, body.pose.at))
    for one in ordered:
        if boxes_near(one.shape.box, body.shape.box, near) and field.gap(one, body) <= near:
            return True
    return any(sees(field, one.id, body.id) for one in ordered)


def _lookers(field: Field, side: str) -> list[Trooper]:
    """Regiments and guns that look out for a side; nobody looks from a gun that was taken."""
    return [one for one in field.troopers if one.side == flag(one) == side]


@clause("NA-ART-07")
def sees_ground(field: Field, side: str, shape: Outline) -> bool:
    """The same of a piece of ground, of which the nearest point counts."""
    near = field.distances.see_near
    for one in _lookers(field, side):
        if boxes_near(one.shape.box, shape.box, near) and gap(one.shape, shape) <= near:
            return True
        eye = one.shape.edge_middle(Edge.FRONT)
        if is_clear(field, side, eye, nearest_point(shape, eye), (one.id,)):
            return True
    return False
