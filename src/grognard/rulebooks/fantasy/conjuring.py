"""Units that magic moves, heals or calls up: where there is room for them (FA-MAG-22)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import Shifted, Summoned
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.ground import barred, off_table
from grognard.rulebooks.fantasy.model import Character, Unit
from grognard.rulebooks.fantasy.regiment import base_of, formation_of
from grognard.rulebooks.fantasy.seeing import land
from grognard.rulebooks.fantasy.targeting import SUMMON_APART
from grognard.space.measure import gap, overlap
from grognard.space.outline import Base
from grognard.space.pose import SLACK, Point, Pose, step

SHORT = 100
"""A shift ends so far from whatever stops it."""


def has_room(field: Field, shape: Base, besides: str = "") -> bool:
    """A rectangle overlaps no unit and no impassable ground, and lies on the table."""
    return not off_table(land(field), shape) and _is_clear(field, shape, besides)


def _is_clear(field: Field, shape: Base, besides: str) -> bool:
    if barred(land(field), shape):
        return False
    return not any(overlap(shape, unit.shape) for unit in field.units if unit.id != besides)


# --- shift ---


@clause("FA-MAG-22")
def shift(battle: FantasyBattle, unit_id: str, most: int) -> int:
    """The unit goes straight on up to so far, short of what is in its way; how far. Who is in melee stays."""
    unit = battle.unit(unit_id)
    far = 0 if battle.field.engaged(unit_id) else free_way(battle.field, unit, most)
    if far:
        east, north = step(unit.heading, far)
        battle.change(unit_id, x=unit.x + east, y=unit.y + north)
        battle.tell(Shifted(unit_id, Pose(unit.x + east, unit.y + north, unit.heading)))
    return far


@clause("FA-MAG-22")
def free_way(field: Field, unit: Unit, most: int) -> int:
    """How far a unit can go straight on and still have 0.1 cell before it; to the thousandth."""

    def is_free(far: int) -> bool:
        ahead, touching = (
            unit.shape.shifted(step(unit.heading, far + off)) for off in (SHORT, SHORT + SLACK)
        )
        return not off_table(land(field), ahead) and _is_clear(field, touching, unit.id)

    if not is_free(0):
        return 0
    free = 0
    while free < most and is_free(min(free + SHORT, most)):
        free = min(free + SHORT, most)
    blocked = min(free + SHORT, most + 1)
    while blocked - free > 1:
        middle = (free + blocked) // 2
        free, blocked = (middle, blocked) if is_free(middle) else (free, middle)
    return min(free, most)


# --- heal ---


@clause("FA-MAG-20")
def heal(battle: FantasyBattle, unit_id: str, wounds: int) -> int:
    """Wounds given back: the pool first, then dead models, as far as there is room and not above the starting number;
    of a lone character his own. How many."""
    field, unit = battle.field, battle.unit(unit_id)
    alone = field.alone(unit_id)
    if alone:
        healed = min(wounds, max(0, field.hero(alone.id).W - alone.wounds))
        battle.change(alone.id, wounds=alone.wounds + healed)
        return healed
    each = field.stats(unit_id).W
    now = unit.models * each - unit.pool
    after = min(now + wounds, max(now, unit.start_models * each))
    while after > now and not has_room(field, _with_models(unit, -(-after // each)).shape, unit_id):
        after -= 1
    models = -(-after // each)
    battle.change(unit_id, models=models, pool=models * each - after)
    return after - now


def _with_models(unit: Unit, models: int) -> Unit:
    return replace(unit, models=models)


# --- summon ---


@clause("FA-MAG-22")
def summon(
    battle: FantasyBattle, hero: Character, profile_id: str, models: int, files: int, point: Point
) -> Unit | None:
    """A new unit with its front's middle at the point, facing as the caster's unit; None if there is no room."""
    profile = battle.tables.profiles[profile_id]
    row = battle.tables.bases[profile.kind]
    files = max(1, min(files, models))
    unit = Unit(
        _new_id(battle.field, hero.id),
        hero.side,
        hero.seat,
        profile_id,
        profile.kind,
        base_of(battle.tables, profile.kind, profile.base),
        *point,
        battle.unit(hero.unit).heading,
        files,
        models,
        models,
        formation_of(row, files),
        phase_models=models,
        summoned=True,
        fresh=True,
    )
    enemies = battle.field.of_side(hero.side, own=False)
    near = any(gap(unit.shape, enemy.shape) < SUMMON_APART for enemy in enemies)
    if near or not has_room(battle.field, unit.shape):
        return None
    battle.place(unit)
    battle.tell(Summoned(unit.id, hero.id, profile_id, models, Pose(*point, unit.heading)))
    return unit


def _new_id(field: Field, caster: str) -> str:
    number = 1
    while f"{caster}_{number}" in field.pieces:
        number += 1
    return f"{caster}_{number}"
