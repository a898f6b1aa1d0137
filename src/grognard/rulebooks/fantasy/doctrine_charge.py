"""Charges, planned for the whole side: who at whom (points 3 to 5), and who has better things to do (points 7, 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.decisions_order import charge_chance
from grognard.rulebooks.fantasy.doctrine_odds import contact_of, joined, rounds_of
from grognard.rulebooks.fantasy.doctrine_place import danger, dangers_to, moved, post_of
from grognard.rulebooks.fantasy.doctrine_scene import CELL, Scene, Way
from grognard.rulebooks.fantasy.fighters import melee_weapon
from grognard.rulebooks.fantasy.model import Contact, Unit, UnitOrder
from grognard.space.outline import Edge

FAR, FAR_FLANK = 7, 5
"""Cells more than M from which a charge is tried: at a front, and at the flank that is preferred to it."""
LEAST = 1.0
FOR_SHOOTERS = 4.0
"""What a charge must promise: to anybody, to those who could shoot instead."""
FLANK_FIRST = 8.0
"""How much more a near flank counts than what the melee promises of it."""
RUNNING = 2.0
"""What it is worth to cut down those who run."""
LOOKED_AT = 4
BLOCK = 3
GENERAL_WAITS = 3


class Charge(NamedTuple):
    """One that could be: its ``result`` and what that promises, the ``chance`` that it arrives if the enemy stands,
    whether it is ``near`` enough to be preferred at a flank. ``after``, ``short``: what other enemies may do about it
    where it ends, or if it fails."""

    unit: Unit
    foe: Unit
    edge: Edge
    contact: Contact
    result: float
    gain: float
    chance: float
    near: bool
    way: Way
    after: float
    short: float

    @property
    def value(self) -> float:
        """What may come of it, near flanks first."""
        flank = FLANK_FIRST if self.near and self.edge is not Edge.FRONT else 0.0
        return (self.gain + self.after + flank) * self.chance + self.short * (1 - self.chance)


def plan(scene: Scene) -> None:
    """Orders to attack for all who should."""
    every = [charge for unit in scene.own for charge in possible(scene, unit)]
    _alone(scene, every)
    _together(scene, every)


# --- what could be ---


@clause("FA-CHG-01", "FA-CHG-12")
def possible(scene: Scene, unit: Unit) -> Iterator[Charge]:
    """Charges of one unit at the nearest enemies, by what would be met first."""
    if not may_charge(scene, unit):
        return
    for far, foe in scene.near(unit)[:LOOKED_AT]:
        charge = _at(scene, unit, foe) if far <= scene.strides(unit, FAR) else None
        if charge is not None:
            yield charge


@clause("FA-CMD-04", "FA-ORD-14")
def may_charge(scene: Scene, unit: Unit) -> bool:
    """Neither machines, nor the spent, nor a general before turn 3 unless he leads the best unit (points 11, 14)."""
    if not scene.free(unit) or unit.kind == "machine" or not unit.models or scene.is_spent(unit):
        return False
    if "attack" in scene.field.forbidden(unit.id) or not scene.move(unit):
        return False
    best = max(map(scene.worth, scene.own))
    return scene.turn >= GENERAL_WAITS or scene.worth(unit) == best or not scene.general_of(unit)


def _at(scene: Scene, unit: Unit, foe: Unit) -> Charge | None:
    turn = scene.charge_turn(unit, foe)
    gap = scene.field.distance(unit.id, foe.id)
    run = gap + scene.wheel(unit, turn or 0)
    if turn is None or run > scene.strides(unit, FAR):
        return None
    way = scene.way(unit, turn, gap)
    if _is_shut(scene, unit, foe, way, gap):
        return None
    edge = scene.edge_struck(foe, unit.front)
    contact = contact_of(scene, unit, foe, edge)
    result, gain = LEAST, RUNNING
    if not foe.retreating:
        now = rounds_of(scene.guess, [contact, *joined(scene.field, (foe.id,))])
        result = LEAST - 2 if is_hopeless(scene, unit, foe, edge) else now.result
        gain = scene.gain(now)
    chance = float(charge_chance(run, scene.move(unit)))
    near = run <= scene.strides(unit, FAR_FLANK)
    after, short = _dangers(scene, unit, foe, turn, gap)
    return Charge(unit, foe, edge, contact, result, gain, chance, near, way, after, short)


def _dangers(scene: Scene, unit: Unit, foe: Unit, turn: int, gap: int) -> tuple[float, float]:
    """What other enemies may do to it in contact, and where it stands if the charge falls short."""
    posts = [moved(post_of(unit), turn / 10, ahead / CELL) for ahead in (gap, gap * 6 // 10)]
    every = dangers_to(scene, unit)
    others = [one for one in every if one.unit is not foe]
    after, short = (sum(danger(scene, unit, post, one) for one in others) for post in posts)
    return after, short + sum(danger(scene, unit, posts[1], one) for one in every if one.unit is foe)


@clause("FA-CHG-05", "FA-CHG-06")
def _is_shut(scene: Scene, unit: Unit, foe: Unit, way: Way, gap: int) -> bool:
    """A friend is in the way, or another enemy: he would be another charge."""
    nearer = [one for far, one in scene.near(unit) if far < gap]
    return bool(scene.in_way(way, nearer, (foe.id,))) or scene.is_barred(unit, way)


@clause("FA-WPN-08", "FA-WPN-09")
def is_hopeless(scene: Scene, unit: Unit, foe: Unit, edge: Edge) -> bool:
    """Horse at the front of three full ranks with long weapons: only with support."""
    if unit.kind != "horse" or edge is not Edge.FRONT or scene.field.engaged(foe.id):
        return False
    return scene.ranks(foe) >= BLOCK and melee_weapon(scene.guess, foe.id).reach > 0


# --- who does ---


def least(scene: Scene, unit: Unit, foe: Unit) -> float:
    """What a charge of that unit must promise."""
    shoots = scene.is_shooter(unit) and scene.can_shoot(unit)
    return FOR_SHOOTERS if shoots and foe.kind != "machine" else LEAST


def promises(scene: Scene, charge: Charge) -> bool:
    """Its result is enough, and what is at stake is worth it."""
    return charge.result >= least(scene, charge.unit, charge.foe) and charge.value > scene.stake(charge.unit)


def _alone(scene: Scene, every: list[Charge]) -> None:
    """Each unit's best, if it promises enough by itself; the best of all are settled first."""
    for charge in sorted(every, key=lambda one: (-one.value, one.unit.id, one.foe.id)):
        if promises(scene, charge):
            _set(scene, charge, every)


def _set(scene: Scene, charge: Charge, every: list[Charge]) -> None:
    """Ordered, if it has no orders yet and comes in nobody's way."""
    unit = charge.unit
    if unit.id not in scene.orders and not scene.crosses(unit, charge.way, charge.foe.id):
        scene.orders[unit.id] = _order(scene, charge, every)
        scene.ways[unit.id] = charge.way


@clause("FA-ORD-04", "FA-CHG-09")
def _together(scene: Scene, every: list[Charge]) -> None:
    """Those who are too weak alone join others at one enemy, the longer reach first."""
    targets = dict.fromkeys(charge.foe.id for charge in every)
    for target in targets:
        group = [one for one in every if one.foe.id == target and _joins(scene, one)]
        if sum(one.unit.id not in scene.orders for one in group) and len(group) > 1:
            _settle(scene, group, every)


def _joins(scene: Scene, charge: Charge) -> bool:
    order = scene.orders.get(charge.unit.id)
    if order is not None:
        return order.targets[:1] == (charge.foe.id,)
    return not charge.foe.retreating and least(scene, charge.unit, charge.foe) == LEAST


def _settle(scene: Scene, group: list[Charge], every: list[Charge]) -> None:
    """As many as are needed for the common result, the most promising first."""
    group.sort(
        key=lambda one: (one.unit.id not in scene.orders, -_reach(scene, one.unit), -one.value, one.unit.id)
    )
    melee = joined(scene.field, (group[0].foe.id,))
    for count in range(2, len(group) + 1):
        some = group[:count]
        contacts = [*_shared(some), *melee]
        now = rounds_of(scene.guess, contacts)
        if now.result >= LEAST and scene.gain(now) > sum(scene.stake(one.unit) for one in some):
            for one in some:
                _set(scene, one, every)
            return


def _reach(scene: Scene, unit: Unit) -> int:
    return melee_weapon(scene.guess, unit.id).reach


def _shared(group: list[Charge]) -> list[Contact]:
    """Their contacts; those on one edge share its length."""
    found = []
    for one in group:
        beside = sum(other.edge is one.edge for other in group)
        found.append(replace(one.contact, overlap=max(one.contact.overlap // beside, CELL // 2)))
    return found


def _order(scene: Scene, charge: Charge, every: list[Charge]) -> UnitOrder:
    """The enemy, and whom else it may meet if he is gone by then."""
    more = [one for one in every if one.unit.id == charge.unit.id and one.foe.id != charge.foe.id]
    more.sort(key=lambda one: (-one.value, one.foe.id))
    others = tuple(one.foe.id for one in more if promises(scene, one))
    return UnitOrder("attack", (charge.foe.id, *others[:2]))
