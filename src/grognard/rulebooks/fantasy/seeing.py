"""Who of a unit sees whom, what covers the target, whose models stand where: asked of the pieces."""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.fire import eyes_of
from grognard.rulebooks.fantasy.ground import Land, land_of, on_hill
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.regiment import Block, block_of, rows_from
from grognard.rulebooks.fantasy.sightlines import (
    DIRECT,
    OVER,
    Scene,
    Screen,
    joined,
    look,
    scene,
    sights,
    within_circle,
)
from grognard.rulebooks.fantasy.sightlines import cover as cover_from
from grognard.space.outline import Base, Edge, boxes_near
from grognard.space.pose import Point


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
        unit, target = field.unit(unit_id), field.unit(target_id)
        area, screens = joined(unit.shape.box, target.shape.box), _screens(field)
        others = [
            Screen(one.base, one.side == unit.side, one.high)
            for one in screens
            if boxes_near(one.base.box, area)
            and one.id not in (unit_id, target_id)
            and _is_between(unit.shape, target.shape, one.base)
        ]
        found = field.kept[key] = scene(unit.shape, target.shape, others, land(field))
    return found


def _is_between(one: Base, other: Base, base: Base) -> bool:
    """Whether a base may be in a line from one to the other: a quick cut. All their lines lie in a strip about the one
    between their centres."""
    (ax, ay), (bx, by), (x, y) = one.at, other.at, base.at
    wide = max(one.reach, other.reach) + base.reach
    dx, dy = bx - ax, by - ay
    return (dx * (y - ay) - dy * (x - ax)) ** 2 <= wide * wide * (dx * dx + dy * dy)


class _Stands(NamedTuple):
    """A unit that may be in the way of others."""

    id: str
    side: str
    base: Base
    high: bool


def _screens(field: Field) -> list[_Stands]:
    found: list[_Stands] | None = field.kept.get("screens")
    if found is None:
        ground = land(field)
        found = field.kept["screens"] = [_stands(ground, one) for one in field.units]
    return found


def _stands(ground: Land, one: Unit) -> _Stands:
    return _Stands(one.id, one.side, one.shape, on_hill(ground, one.centre))


def with_unit(field: Field, unit: Unit) -> Field:
    """The same pieces, but for one that stands elsewhere; what is known of the others holds on."""
    found = Field(field.setup, {**field.pieces, unit.id: unit}, field.side)
    ground = land(field)
    found.keep(field, Unit)
    found.kept["screens"] = [_stands(ground, unit) if one.id == unit.id else one for one in _screens(field)]
    return found


@clause("FA-LOS-01", "FA-LOS-02", "FA-LOS-03", "FA-LOS-05")
def seers(field: Field, unit_id: str, target_id: str, rows: int) -> Seen:
    """Of the first ``rows`` ranks, how many see a target; each model looks from the front place of its file."""
    seen = _first_rank(field, unit_id, target_id)
    found = [seen[file] for file in eyes_of(block(field, unit_id), rows)]
    return Seen(found.count(DIRECT), found.count(OVER))


def _first_rank(field: Field, unit_id: str, target_id: str) -> tuple[int, ...]:
    key = ("sights", unit_id, target_id)
    found: tuple[int, ...] | None = field.kept.get(key)
    if found is None:
        view = _scene(field, unit_id, target_id)
        found = field.kept[key] = sights(block(field, unit_id), view, over_friends=True)
    return found


@clause("FA-LOS-01", "FA-MAG-16", "FA-SHO-15")
def sees_from(field: Field, unit_id: str, target_id: str) -> bool:
    """Whether one model in the middle of a unit's front edge sees a target: of machines and spells."""
    return look(block(field, unit_id).front, _scene(field, unit_id, target_id)) == DIRECT


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
