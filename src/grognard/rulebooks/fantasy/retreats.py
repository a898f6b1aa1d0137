"""Retreats and pursuits: who turns which way, who goes in C8, who is off the table (chapter RET)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.charging import follow, go_back, on_the_way_back, prey_of
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.ground import barred, off_table
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.orders import written
from grognard.rulebooks.fantasy.regiment import Block, about
from grognard.rulebooks.fantasy.seeing import block, land
from grognard.rulebooks.fantasy.upkeep import lose
from grognard.space.pose import heading_to
from grognard.space.sine import TURN


@clause("FA-RET-01", "FA-LD-08")
def plan(battle: FantasyBattle, ids: Iterable[str]) -> None:
    """Units that broke in C3 roll at once and go back in C5, whatever they had been ordered."""
    for unit_id in sorted(ids):
        go_back(battle, unit_id, "retreat", leave=True)


@clause("FA-RET-02", "FA-ORD-08", "FA-RET-07", "FA-UNIT-08", "FA-GEN-04", "FA-LD-08")
def face(battle: FantasyBattle) -> None:
    """C4: everybody who goes back turns, all from the same state; then their pursuers, to the same heading. Who broke
    since C2 and has not rolled does so now."""
    plan(battle, [unit.id for unit in battle.field.units if unit.retreating and not on_the_way_back(unit)])
    _turn_all(battle)


def _turn_all(battle: FantasyBattle) -> None:
    field = battle.field
    back = {unit.id: heading_back(field, unit) for unit in field.units if on_the_way_back(unit)}
    for unit_id, heading in back.items():
        _turn(battle, unit_id, heading)
    for unit in battle.field.units:
        if unit.motion is not None and unit.motion.kind == "pursuit":
            _turn(battle, unit.id, back.get(unit.motion.aim, unit.heading))


@clause("FA-RET-02", "FA-ORD-08", "FA-ORD-11")
def heading_back(field: Field, unit: Unit) -> int:
    """Where a unit goes back to: as its order says, or directly away from the enemy, centre to centre. From whom: a
    broken one from the enemy in contact with most models, then the lower id; else from the charger it answers, or the
    nearest enemy."""
    order = written(unit)
    if not unit.retreating and order.heading is not None:
        return order.heading % TURN
    foe = _from_whom(field, unit)
    return heading_to(foe.centre, unit.centre) if foe else (unit.heading + TURN // 2) % TURN


def _from_whom(field: Field, unit: Unit) -> Unit | None:
    charger = written(unit).charger
    if unit.retreating:
        foes = [field.unit(foe) for foe in field.foes(unit.id)]
        if foes:
            return min(foes, key=lambda foe: (-foe.models, foe.id))
    elif charger and field.ready(charger):
        return field.unit(charger)
    return field.nearest_enemy(unit.id)


def _turn(battle: FantasyBattle, unit_id: str, heading: int) -> None:
    """A free turn on the centre. Where the ground leaves no room, or the table for one who may not leave it, the unit
    stays as it stands."""
    field, unit = battle.field, battle.unit(unit_id)
    turned = about(block(field, unit_id), heading)
    leaves = unit.motion is not None and unit.motion.leave
    if barred(land(field), turned.base) or (off_table(land(field), turned.base) and not leaves):
        battle.change(unit_id, motion=None)
    else:
        stand(battle, unit_id, turned)


def stand(battle: FantasyBattle, unit_id: str, place: Block) -> None:
    """Put a unit that C4 turns where it now stands; as it stood at the end of C2 is kept (FA-UNIT-05)."""
    unit = battle.unit(unit_id)
    stood = unit.stood or (unit.x, unit.y, unit.heading, unit.files)
    x, y, heading = place.front.x, place.front.y, place.front.heading
    battle.change(unit_id, x=x, y=y, heading=heading, files=max(place.files, 1), stood=stood)


@clause("FA-RET-11", "FA-LD-08", "FA-RET-07")
def plan_late(battle: FantasyBattle) -> None:
    """C8: those who broke in C7 roll, then their pursuers, by id, and all of them turn; everybody else stands."""
    for unit in battle.field.units:
        if unit.motion is not None:
            battle.change(unit.id, motion=None)
    for unit in battle.field.units:
        if unit.retreat_after:
            go_back(battle, unit.id, "retreat", leave=True)
    for unit in battle.field.units:
        if prey := prey_of(battle.field, unit.id, late=True):
            follow(battle, unit.id, prey)
    _turn_all(battle)
    for unit in battle.field.units:
        if unit.retreat_after:
            battle.change(unit.id, retreat_after=False)


@clause("FA-RET-06", "FA-GEN-08")
def leave(battle: FantasyBattle) -> None:
    """C9: units whose rectangle crosses the table's edge are lost."""
    field = battle.field
    for unit in field.units:
        if off_table(land(field), unit.shape):
            lose(battle, unit.id, "left")
