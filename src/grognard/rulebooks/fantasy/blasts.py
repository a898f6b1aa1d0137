"""A circle in which every model takes one hit: bombs and spells (FA-WM-09, effect ``blast``)."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import BombHit
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.harming import Blow, land_hits
from grognard.rulebooks.fantasy.seeing import in_blast
from grognard.space.pose import Point


@clause("FA-WM-09", "FA-MAG-20")
def models_within(field: Field, point: Point, radius: int) -> dict[str, int]:
    """How many models of each unit, friend or foe, have their centres within a circle; by id."""
    counts = ((unit.id, in_blast(field, unit.id, point, radius)) for unit in field.units)
    return {unit_id: count for unit_id, count in counts if count}


@clause("FA-WM-09", "FA-GEN-06", "FA-MAG-20")
def blast(
    battle: FantasyBattle, by: str, field: Field, point: Point, radius: int, blow: Blow, times: int = 1
) -> tuple[BombHit, ...]:
    """Unit by unit in order of ids; ``times`` 2: a doubled spell hits twice as often."""
    struck = []
    for target, models in models_within(field, point, radius).items():
        harm = land_hits(battle, by, target, models * times, blow)
        struck.append(BombHit(target, models, harm.wounds, harm.saved, harm.unsaved))
    return tuple(struck)
