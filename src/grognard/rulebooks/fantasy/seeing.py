"""Who of a unit sees whom, what covers the target, whose models stand where: asked of the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.fire import eyes_of
from grognard.rulebooks.fantasy.ground import Land, land_of, on_hill
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.regiment import Block, block_of, rows_from
from grognard.rulebooks.fantasy.sightlines import (
    ARC,
    DIRECT,
    OVER,
    Scene,
    Screen,
    any_sight,
    look,
    scene,
    sights,
    within_circle,
)
from grognard.rulebooks.fantasy.sightlines import cover as cover_from
from grognard.space.arcs import surely_unseen
from grognard.space.outline import Base, Edge
from grognard.space.pose import Point, Pose

_ROUNDED = 4
"""Thousandths that a quick cut leaves for rounding."""


class Seen(NamedTuple):
    """Models that see a target directly, and those that see it over their friends alone."""

    models: int
    indirect: int


def land(field: Field) -> Land:
    """The ground as it is now, that of spells too."""
    found: Land | None = field.kept.get("land")
    if found is None:
        found = field.kept["land"] = land_of(field.setup, field.grounds)
    return found


def block(field: Field, unit_id: str) -> Block:
    """A unit's ranks and files."""
    return block_of(field.unit(unit_id))


def _scene(field: Field, unit_id: str, target_id: str) -> Scene:
    """What may hide one unit from another, sorted out once."""
    key = ("scene", unit_id, target_id)
    found: Scene | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = _scene_from(field, unit_id, field.unit(unit_id).shape, target_id)
    return found


def _scene_from(field: Field, unit_id: str, base: Base, target_id: str) -> Scene:
    """The same as if the unit stood at some place."""
    target, side = field.unit(target_id).shape, field.unit(unit_id).side
    others = [
        Screen(one.base, one.side == side, one.high)
        for one in _between(base, target, _screens(field))
        if one.id not in (unit_id, target_id)
    ]
    return scene(base, target, others, land(field))


class _Stands(NamedTuple):
    """A unit that may be in the way of others."""

    id: str
    side: str
    base: Base
    high: bool
    x: int
    y: int


def _between(one: Base, other: Base, screens: Iterable[_Stands]) -> list[_Stands]:
    """Those that may be in a line from one to the other: a quick cut, in one loop without calls. All their lines lie in
    a strip along the one between the two centres, as wide as the wider of them; what is surely aside goes first."""
    (ax, ay), (bx, by) = one.at, other.at
    dx, dy = bx - ax, by - ay
    sure, half, rear, far = abs(dx) + abs(dy), 0, 0, dx * dx + dy * dy
    for (rx, ry), (lx, ly), _, _, _ in (one.frame, other.frame):
        half = max(half, abs(dx * ry - dy * rx), abs(dx * ly - dy * lx))
        rear = max(rear, abs(dx * rx + dy * ry), abs(dx * lx + dy * ly))
    half, rear = half + _ROUNDED * sure, rear + _ROUNDED * sure
    found = []
    for screen in screens:
        _, _, base, _, x, y = screen
        aside = abs(dx * (y - ay) - dy * (x - ax)) - half
        (rx, ry), (lx, ly), _, _, reach = base.frame
        if aside > reach * sure or aside > max(abs(dx * ry - dy * rx), abs(dx * ly - dy * lx)):
            continue
        ahead, deep = dx * (x - ax) + dy * (y - ay), max(abs(dx * rx + dy * ry), abs(dx * lx + dy * ly))
        if -deep - rear <= ahead <= far + deep + rear:
            found.append(screen)
    return found


def _screens(field: Field) -> list[_Stands]:
    found: list[_Stands] | None = field.kept.get("screens")
    if found is None:
        ground = land(field)
        found = field.kept["screens"] = [_stands(ground, one) for one in field.units]
    return found


def _stands(ground: Land, one: Unit) -> _Stands:
    x, y = one.centre
    return _Stands(one.id, one.side, one.shape, bool(ground.hills) and on_hill(ground, (x, y)), x, y)


def with_unit(field: Field, unit: Unit) -> Field:
    """The same pieces, but for one that stands elsewhere; what is known of the others holds on."""
    found = Field(field.setup, {**field.pieces, unit.id: unit}, field.side)
    ground = land(field)
    found.keep(field, Unit)
    found.kept["screens"] = [_stands(ground, unit) if one.id == unit.id else one for one in _screens(field)]
    return found


@clause("FA-LOS-01", "FA-LOS-02", "FA-LOS-03", "FA-LOS-05")
def seers(field: Field, unit_id: str, target_id: str, rows: int, *, over_friends: bool = True) -> Seen:
    """Of the first ``rows`` ranks, how many see a target; each model looks from the front place of its file."""
    key = ("sights", unit_id, target_id, over_friends)
    seen: tuple[int, ...] | None = field.kept.get(key)
    if seen is None:
        view = _scene(field, unit_id, target_id)
        seen = field.kept[key] = sights(block(field, unit_id), view, over_friends=over_friends)
    found = [seen[file] for file in eyes_of(block(field, unit_id), rows)]
    return Seen(found.count(DIRECT), found.count(OVER))


@clause("FA-LOS-01", "FA-LOS-03", "FA-LOS-05")
def any_sees(field: Field, unit_id: str, target_id: str, *, over_friends: bool = False) -> bool:
    """Whether any model of the first rank sees a target, so that there are seers."""
    if surely_unseen(field.unit(unit_id).shape, ARC, field.unit(target_id).shape.box):
        return False
    view = _scene(field, unit_id, target_id)
    return any_sight(block(field, unit_id), view, over_friends=over_friends)


@clause("FA-LOS-01", "FA-MAG-16", "FA-SHO-15")
def sees_from(field: Field, unit_id: str, target_id: str) -> bool:
    """Whether one model in the middle of a unit's front edge sees a target: of machines and spells."""
    return look(block(field, unit_id).front, _scene(field, unit_id, target_id)) == DIRECT


@clause("FA-LOS-01", "FA-UNIT-08")
def would_see(field: Field, unit_id: str, fronts: Iterable[Pose], target_id: str) -> Iterator[bool]:
    """The same from one front after the other, as if the unit were turned on its centre."""
    base = field.unit(unit_id).shape
    view = _scene_from(field, unit_id, Base(base.pose, 2 * base.reach, 2 * base.reach), target_id)
    return (look(front, view) == DIRECT for front in fronts)


@clause("FA-SHO-11")
def cover(field: Field, unit_id: str, target_id: str) -> int:
    """Cover of a target from a shooter: 2 hard, 1 light, 0 none."""
    return cover_from(field.unit(unit_id).front, field.unit(target_id).shape, land(field))


@clause("FA-WM-07")
def ranks_from(field: Field, unit_id: str, edge: Edge) -> tuple[int, ...]:
    """Sizes of a unit's ranks as they're met from an edge (from a flank: of its files)."""
    return rows_from(block(field, unit_id), edge)


@clause("FA-WM-09", "FA-MAG-20")
def in_blast(field: Field, unit_id: str, point: Point, radius: int) -> int:
    """Models of a unit whose centre is within a radius of a point."""
    return within_circle(block(field, unit_id), point, radius)
