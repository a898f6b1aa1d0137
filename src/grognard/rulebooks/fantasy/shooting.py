"""Who shoots at whom, and the volley (chapter SHO). Machines aim here and shoot in ``machines``."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause, rule
from grognard.locale import T
from grognard.rulebooks.fantasy import machines
from grognard.rulebooks.fantasy.aiming import (
    Aim,
    aim,
    charger_of,
    charges,
    has_shots,
    is_moving,
    may_shoot,
    shoots_on_the_move,
    spend,
    weapon_of,
)
from grognard.rulebooks.fantasy.attacks import Attack, Harm, strike
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.charging import run_alone
from grognard.rulebooks.fantasy.events import NoShot, Shot
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.harming import attack_on, harm_of, land, land_hits, take_all_off
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.orders import does, effective
from grognard.rulebooks.fantasy.seeing import with_unit
from grognard.space.measure import gap
from grognard.space.outline import Base, Edge
from grognard.space.pose import decimal

SHOOTING = frozenset({"stand_and_shoot", "move_and_shoot"})


# --- whether it may ---


@clause("FA-SHO-04", "FA-SHO-06", "FA-SHO-10", "FA-SHO-12", "FA-SHO-16")
def why_not(field: Field, unit_id: str, target_id: str, moving: bool = False) -> Refused | None:
    """Why a unit may not shoot at a target now ("": at anybody), None if it may."""
    refused = may_shoot(field, unit_id)
    if refused:
        return refused
    if moving and not shoots_on_the_move(field, unit_id):
        return Refused("FA-SHO-12", T("it has no shooting on the move"))
    return _no_target(field, unit_id, target_id) if target_id else None


def _no_target(field: Field, unit_id: str, target_id: str) -> Refused | None:
    weapon = weapon_of(field, unit_id)
    if weapon is None or not field.ready(target_id) or field.unit(target_id).side == field.unit(unit_id).side:
        return Refused("FA-ORD-06", T("the target is no enemy unit on the table"))
    if field.engaged(target_id) and not field.option("shoot_into_melee"):
        return Refused("FA-SHO-10", T("the target is in melee"))
    far = field.distance(unit_id, target_id)
    if far > weapon.range:
        here, most = decimal(far), decimal(weapon.range)
        return Refused("FA-SHO-04", T("the target is {here} away, the range is {most}", here=here, most=most))
    if far < weapon.min_range:
        least = decimal(weapon.min_range)
        return Refused("FA-WM-09", T("the target is nearer than {least}", least=least))
    sees = machines.sees if machines.is_gun(field, unit_id) else has_shots
    if not sees(field, unit_id, target_id):
        return Refused("FA-LOS-01", T("nobody sees the target"))
    return None


@clause("FA-ORD-06", "FA-SHO-06")
def targets(field: Field, unit_id: str) -> tuple[str, ...]:
    """Enemies that a unit may shoot at now, the nearest first."""
    return () if may_shoot(field, unit_id) else tuple(_possible(field, unit_id))


def _possible(field: Field, unit_id: str) -> Iterator[str]:
    near = sorted((field.distance(unit_id, enemy.id), enemy.id) for enemy in field.enemies(unit_id))
    return (one for _, one in near if _no_target(field, unit_id, one) is None)


# --- at whom ---


@clause("FA-ORD-06", "FA-SHO-09")
def choose(field: Field, unit: Unit) -> tuple[str, bool]:
    """At whom a unit shoots in B5 ("": nobody), and whether it holds its shot for a charger not yet in sight."""
    for one in effective(field, unit.id).targets:
        if _no_target(field, unit.id, one) is None:
            return one, False
    charger = charger_of(field, unit.id)
    if charger:
        possible = _no_target(field, unit.id, charger) is None
        return (charger, False) if possible else ("", True)
    return next(_possible(field, unit.id), ""), False


def _would_shoot(field: Field, unit: Unit) -> bool:
    return not unit.shot and does(field, unit.id, *SHOOTING)


# --- step B5 ---


@clause("FA-SHO-06", "FA-SHO-09", "FA-SHO-13", "FA-ORD-06", "FA-ORD-07")
def shoot(battle: FantasyBattle) -> None:
    """Everybody with an order to shoot, by id, from the state as it is now; nothing is taken off yet."""
    field, after = battle.field, battle.option("move_and_shoot") == "move_then_shoot"
    units = [unit for unit in field.units if not (after and is_moving(field, unit.id))]
    shots = _decide(battle, units)
    guns = [(one, target) for one, target in shots if machines.is_gun(field, one)]
    aims = machines.planned(battle)
    aims.clear()
    aims |= {one: machines.laid(field, one, target) for one, target in guns}
    aims |= {one: _aim_at(field, one, target) for one, target in shots if one not in aims}
    for unit_id, target in shots:
        battle.then(machines.fire if (unit_id, target) in guns else volley, unit_id, target)
    for unit_id, _ in guns:
        gun = aims[unit_id].unit(unit_id)
        if gun != field.unit(unit_id):
            battle.then(machines.turn_gun, unit_id, gun.x, gun.y, gun.heading)
    _mark(battle, units, dict(shots))


@clause("FA-ORD-07")
def shoot_after(battle: FantasyBattle) -> None:
    """Option ``move_then_shoot``: those on the move shoot from where they have come to."""
    field = battle.field
    movers = [unit for unit in field.units if is_moving(field, unit.id)]
    shots = _decide(battle, movers)
    machines.planned(battle).clear()
    _mark(battle, movers, dict(shots))
    for unit_id, target in shots:
        volley(battle, unit_id, target)


def _decide(battle: FantasyBattle, units: list[Unit]) -> list[tuple[str, str]]:
    """Who of them shoots at whom."""
    field = battle.field
    able = [unit for unit in units if _would_shoot(field, unit) and not _unable(field, unit)]
    return [(unit.id, target) for unit in able if (target := choose(field, unit)[0])]


def _unable(field: Field, unit: Unit) -> Refused | None:
    return why_not(field, unit.id, "", moving=is_moving(field, unit.id))


@clause("FA-SHO-09")
def _mark(battle: FantasyBattle, units: list[Unit], shots: dict[str, str]) -> None:
    """Of those who have found no target: who holds his shot for a charger, and why the others don't shoot."""
    field = battle.field
    silent = [unit for unit in units if unit.id not in shots and _would_shoot(field, unit)]
    refusals = {unit.id: _unable(field, unit) for unit in silent}
    held = {one for one, refused in refusals.items() if not refused and charger_of(field, one)}
    for one, refused in refusals.items():
        if one in held:
            battle.change(one, held=True)
        else:
            battle.tell(NoShot(one, refused.clause if refused else "FA-ORD-06"))


def _aim_at(field: Field, unit_id: str, target_id: str) -> Aim:
    reaction = charges(field, field.unit(target_id), unit_id)
    return aim(field, unit_id, target_id, moving=is_moving(field, unit_id), reaction=reaction)


@rule("FA-SHO-01", "FA-SHO-08", "FA-SHO-13", "FA-WND-01")
def volley(battle: FantasyBattle, unit_id: str, target_id: str) -> None:
    """All who see shoot at once: to hit, to wound, saves."""
    seen: Aim = machines.planned(battle).get(unit_id) or _aim_at(battle.field, unit_id, target_id)
    loose(battle, unit_id, target_id, seen)


def loose(battle: FantasyBattle, unit_id: str, target_id: str, seen: Aim, held: bool = False) -> None:
    """The dice of a volley, and that it has been shot."""
    pool = attack_on(battle.field, target_id, seen.blow, seen.dice)
    into = battle.field.engaged(target_id)
    if into or battle.unit(target_id).kind == "machine":
        harm = _spread(battle, unit_id, target_id, seen, into)
    else:
        harm = land(battle, unit_id, target_id, pool)
    spend(battle, unit_id)
    battle.tell(_told(unit_id, target_id, seen, pool, harm, held))


@clause("FA-SHO-10", "FA-WM-10")
def _spread(battle: FantasyBattle, unit_id: str, target_id: str, seen: Aim, into: bool) -> Harm:
    """Hits that fall on more than one: in a melee every second one on the shooter's own side."""
    hits = strike(battle, Attack(dice=seen.dice), unit_id).hits
    friend = _friend_in_melee(battle.field, unit_id, target_id) if into else ""
    astray = hits // 2 if friend else 0
    harm = land_hits(battle, unit_id, target_id, hits - astray, seen.blow)
    parts = [harm, land_hits(battle, unit_id, friend, astray, seen.blow)] if astray else [harm]
    return replace(harm_of(parts), attacks=seen.shots)


def _friend_in_melee(field: Field, unit_id: str, target_id: str) -> str:
    """Of the shooter's side the unit of that melee with most models, or ""."""
    side, melee, found = field.unit(unit_id).side, {target_id}, [target_id]
    for one in found:
        new = [foe for foe in field.foes(one) if foe not in melee]
        melee.update(new)
        found += new
    own = [field.unit(one) for one in sorted(melee) if field.unit(one).side == side]
    return max(own, key=lambda unit: unit.models).id if own else ""


def _told(unit_id: str, target_id: str, seen: Aim, pool: Attack, harm: Harm, held: bool) -> Shot:
    return Shot(
        unit_id,
        target_id,
        seen.distance,
        seen.shots,
        seen.unseen,
        seen.items,
        seen.need,
        pool.wound,
        pool.save,
        harm.hits,
        harm.wounds,
        harm.saved,
        harm.unsaved,
        seen.indirect,
        seen.need_indirect if seen.indirect else 0,
        held,
    )


# --- steps B6 and C3 ---


@clause("FA-SHO-13", "FA-GEN-04")
def take_off(battle: FantasyBattle) -> None:
    """All casualties of the step together."""
    take_all_off(battle, battle.turn.step)


@clause("FA-SHO-09")
def held(battle: FantasyBattle) -> None:
    """Shots held for chargers: each at the first moment of the charger's run at which it is in range and seen."""
    for unit in battle.field.units:
        if unit.held:
            _held_shot(battle, unit.id)


@clause("FA-SHO-09", "FA-SHO-16")
def _held_shot(battle: FantasyBattle, unit_id: str) -> None:
    """Distance, line of sight and cover of that moment; if there is none there is no shot."""
    charger = charger_of(battle.field, unit_id)
    moment = _first_moment(battle, unit_id, charger) if charger else None
    battle.change(unit_id, held=False)
    if moment is None or may_shoot(battle.field, unit_id):
        battle.tell(NoShot(unit_id, "FA-SHO-09"))
    elif machines.is_gun(moment, unit_id):
        machines.fire_at_charger(battle, unit_id, charger, moment)
    else:
        moving = is_moving(battle.field, unit_id)
        seen = aim(moment, unit_id, charger, moving=moving, reaction=True)
        loose(battle, unit_id, charger, seen, held=True)


def _first_moment(battle: FantasyBattle, unit_id: str, charger_id: str) -> Field | None:
    """The field with the charger where it first may be shot at."""
    weapon = weapon_of(battle.field, unit_id)
    here = battle.unit(unit_id).shape
    for shape in run_alone(battle, charger_id):
        if weapon is None or gap(here, shape) > weapon.range:
            continue
        moment = with_unit_at(battle.field, charger_id, shape)
        if _no_target(moment, unit_id, charger_id) is None:
            return moment
    return None


def with_unit_at(field: Field, unit_id: str, shape: Base) -> Field:
    """The same pieces, but for one that stands elsewhere."""
    x, y = shape.edge_middle(Edge.FRONT)
    unit = replace(field.unit(unit_id), x=x, y=y, heading=shape.heading)
    return with_unit(field, unit)
