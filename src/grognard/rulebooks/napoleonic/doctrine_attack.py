"""Who attacks whom: points 3, 9 and 13 of the chapter What a sensible player does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import refusals
from grognard.rulebooks.napoleonic.doctrine_scene import Scene
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit, Wagon
from grognard.rulebooks.napoleonic.relations import reaches

GOOD, JOINED, LEAST = 2, 1, 0
"""Differences of fighting value that an attack asks for: alone, together with others (point 3), and of bold foot that
nobody else threatens."""
MOST = 3
"""Strikers that are thought of together."""
GUN_TAKEN = 0.6
NEAREST = 3


def may_attack(scene: Scene, unit: Unit) -> bool:
    return refusals.why_not(scene.field, unit, "attack") is None and unit.kind in ("line", "march_column")


def plan(scene: Scene) -> None:
    """Attacks of this turn."""
    able = _able(scene)
    scene.can_go.update(one.id for one in able)
    for unit, target in _attacks(scene, able):
        send(scene, unit, target)


def _able(scene: Scene) -> list[Unit]:
    """Regiments that are free to attack."""
    field = scene.field
    return [
        one
        for one in scene.units
        if not one.locks and may_attack(scene, one) and not refusals.must_reform(field, one)
    ]


@clause("NA-CC-20", "NA-CC-21", "NA-CC-22")
def _attacks(scene: Scene, able: list[Unit]) -> Iterator[tuple[Unit, Body]]:
    """Who attacks whom, the most promising first; each regiment takes part in one."""
    strides = scene.strides(able)
    found = sorted(
        (
            (worth, enemy.id, tuple(one.id for one in group), enemy, group)
            for enemy in scene.foes
            if (near := scene.may_reach(enemy, strides))
            for worth, group in _groups(scene, enemy, near)
        ),
        key=lambda row: (-row[0], row[1], row[2]),
    )
    busy: set[str] = set()
    for worth, target, _, enemy, group in found:
        if any(one.id in busy for one in group) or (target in busy and worth < 0.1):
            continue
        busy.update((target, *(one.id for one in group)))
        yield from ((one, enemy) for one in group)
    yield from _at_guns(scene, [one for one in able if one.id not in busy])


def _groups(scene: Scene, enemy: Unit, units: list[Unit]) -> list[tuple[float, list[Unit]]]:
    """Groups of own regiments that may strike an enemy together, with what that is worth."""
    near = [one for one in units if scene.can_attack(one, enemy)]
    if not near:
        return []
    fixed = scene.locked.get(enemy.id, [])
    if len(near) > 1:
        near.sort(key=lambda one: (-scene.striking(one, enemy), scene.field.gap(one, enemy), one.id))
    before = scene.together(enemy, fixed) if fixed else 0.0
    found = []
    for size in range(1, min(MOST, NEAREST, len(near)) + 1):
        for group in combinations(near[:NEAREST], size):
            strikers = [*fixed, *group]
            if scene.may_lead(enemy, strikers) < LEAST:
                continue
            worth = scene.together(enemy, strikers) - before
            if _is_good(scene, enemy, fixed, list(group), worth):
                found.append((worth / size**0.5, list(group)))
    return found


@clause("NA-CC-21", "NA-MOD-21")
def _is_good(scene: Scene, enemy: Unit, fixed: list[Unit], group: list[Unit], worth: float) -> bool:
    """A difference of two, or several strikers and one; fresh forces to a firefight nearly always (point 13)."""
    if worth <= -scene.boldness:
        return False
    lead = scene.lead_of(enemy, [*fixed, *group])
    if fixed or len(group) > 1:
        return lead >= JOINED
    others = [one for _, one in scene.near(group[0]) if one.id != enemy.id]
    beset = sum(scene.field.within(group[0], one, scene.field.own_move(one)) for one in others[:2])
    need = GOOD if beset or scene.boldness < 0.1 else JOINED
    if scene.field.is_foot(group[0]) and scene.boldness >= 0.1 and not beset:
        need = LEAST
    return lead >= need


@clause("NA-TROPH-02", "NA-ART-19")
def _at_guns(scene: Scene, units: list[Unit]) -> Iterator[tuple[Unit, Body]]:
    """Guns that nobody covers are taken."""
    field, close, sent = scene.field, scene.field.distances.close_combat, set()
    strides = scene.strides(units)
    for target in (*field.guns, *field.wagons):
        if owner(target) == scene.side:
            continue
        for unit in scene.may_reach(target, strides):
            if unit.id in sent or not scene.can_attack(unit, target):
                continue
            covered = any(field.within(one, target, close) and not one.locks for one in scene.foes)
            if not covered and (field.is_horse(unit) or field.within(unit, target, field.own_move(unit))):
                sent.add(unit.id)
                yield unit, target


def owner(body: Body) -> str:
    return body.owner if isinstance(body, Gun | Wagon) else body.side


@clause("NA-CC-04", "NA-MOVE-06")
def send(scene: Scene, unit: Unit, target: Body) -> None:
    """Foot that stands within reach already fires from where it is; all others attack."""
    scene.attacks[unit.id] = target.id
    stands = scene.field.is_foot(unit) and reaches(scene.field, unit, target)
    near = scene.field.within(unit, target, scene.field.distances.close_combat * 4 // 5)
    scene.orders[unit.id] = ("hold",) if stands and near else ("attack", target.id)
