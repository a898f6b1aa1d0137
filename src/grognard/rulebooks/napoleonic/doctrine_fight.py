"""Targets of guns and strikes, follow-ups and pursuits: points 3, 5 to 8, 12 and 13."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.rulebooks.napoleonic import aiming, fire_table, striking
from grognard.rulebooks.napoleonic.aiming import Aim
from grognard.rulebooks.napoleonic.doctrine_attack import GUN_TAKEN
from grognard.rulebooks.napoleonic.doctrine_scene import Scene
from grognard.rulebooks.napoleonic.fire_table import Ammunition, HalfDie, Strength
from grognard.rulebooks.napoleonic.model import Gun, NapoleonicSetup, Unit
from grognard.rulebooks.napoleonic.tablemodel import Branch

HOLD: Order = ("hold",)
NONE: Order = ("none",)
STAY: Order = ("stay",)
STOP, SECOND_STOP, SILENCE, SECOND_SILENCE, FATE = 0.15, 0.9, 0.15, 0.7, 0.25
"""What marks of a shot are worth beside figures; a full regiment is 1."""
TO_BE_STRUCK = 1.4
FIGURE = 0.1
GAIN = 0.0


# --- fire --------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def mean_shot(
    setup: NapoleonicSetup, branch: Branch, ammunition: Ammunition, power: Strength
) -> tuple[float, float, float]:
    """Of a shot: figures lost, chance of a stop, chance of a natural 6."""
    half = cast(HalfDie, setup.options["half_die"])
    hits = [fire_table.shot(setup.tables, face, branch, ammunition, power, half) for face in range(1, 7)]
    return (
        sum(hit.losses for hit in hits) / 6,
        sum(hit.stopped for hit in hits) / 6,
        sum(hit.fate for hit in hits) / 6,
    )


@clause("NA-ART-03", "NA-ROUT-07", "NA-ART-11")
def fire_plan(scene: Scene) -> dict[str, Order]:
    """A target for each gun, one after another: stops on one regiment add up (point 7)."""
    if scene.shots is None:
        stops: dict[str, float] = {}
        scene.shots = {}
        for gun in scene.guns:
            aims = aiming.aims_at_bodies(scene.field, gun)
            best = max(aims, key=lambda one: (_shot_worth(scene, one, stops), one.target), default=None)
            if best is None:
                scene.shots[gun.id] = HOLD
                continue
            scene.shots[gun.id] = (best.ammunition, best.target, best.pivot)
            target = scene.field.body(best.target)
            stop = mean_shot(scene.setup, scene.field.branch(target), best.ammunition, best.strength)[1]
            stops[best.target] = stops.get(best.target, 0.0) + stop
    return scene.shots


def _shot_worth(scene: Scene, one: Aim, stops: dict[str, float]) -> float:
    """Points 5 and 7: who will be struck, a gun silenced before, a general, ever the same regiment."""
    field = scene.field
    target = field.body(one.target)
    losses, stop, six = mean_shot(scene.setup, field.branch(target), one.ammunition, one.strength)
    each = FIGURE * (2 if field.branch(target) == "horse" else 1)
    found = losses * each + FATE * six * field.has_general(target.id)
    if isinstance(target, Unit):
        before = stops.get(target.id, 0.0) + (1.0 if target.stopped == field.turn - 1 else 0.0)
        found += stop * (STOP + SECOND_STOP * min(before, 1.0) * scene.worth(target))
        if scene.struck_soon(target):
            found *= TO_BE_STRUCK
        if target.standing == "fleeing":
            found *= 0.5
    elif isinstance(target, Gun):
        twice = target.silenced_in == field.turn - 1
        found += six * (SECOND_SILENCE if twice else SILENCE)
    return found


def fire(scene: Scene, gun: str) -> Order:
    return fire_plan(scene).get(gun, HOLD)


# --- strikes -----------------------------------------------------------------------------------------


@clause("NA-CC-02", "NA-CC-04", "NA-CC-05")
def strike_plan(scene: Scene) -> dict[str, str]:
    """Whom each regiment strikes, "" for nobody: firefights first, then where most is won."""
    if scene.strikes is None:
        scene.strikes = {}
        field = scene.field
        groups: dict[str, list[Unit]] = {}
        for unit in scene.units:
            may = striking.targets(field, unit) if unit.locks else ()
            partners = [one for one in striking.firing_at(field, unit) if one in may]
            if partners:
                best = max(partners, key=lambda one: (len(groups.get(one, ())), one))
                groups.setdefault(best, []).append(unit)
                scene.strikes[unit.id] = best
        able = [one for one in scene.units if one.id not in scene.strikes and striking.targets(field, one)]
        for _ in range(2):
            for unit in able:
                _choose(scene, unit, groups)
    return scene.strikes


def _choose(scene: Scene, unit: Unit, groups: dict[str, list[Unit]]) -> None:
    assert scene.strikes is not None
    old = scene.strikes.pop(unit.id, "")
    if old:
        groups[old] = [one for one in groups[old] if one.id != unit.id]
    free = set(striking.freely(scene.field, unit))
    best, most = "", GAIN - scene.boldness
    for target in striking.targets(scene.field, unit):
        gain = _gain(scene, unit, target, groups.get(target, []), target in free)
        if gain > most:
            best, most = target, gain
    scene.strikes[unit.id] = best
    if best:
        groups.setdefault(best, []).append(unit)


def _gain(scene: Scene, unit: Unit, target: str, others: Iterable[Unit], free: bool) -> float:
    """What its strike adds to those of the others; an answer costs nothing that the fight would not cost anyway."""
    enemy = scene.field.body(target)
    if not isinstance(enemy, Unit):
        return GUN_TAKEN / 2
    if enemy.standing == "fleeing":
        return 0.4 * scene.worth(enemy)
    if not free:
        return 0.05
    rest = list(others)
    gain = scene.together(enemy, [*rest, unit]) - scene.together(enemy, rest)
    comes = scene.field.is_horse(enemy) and striking.charges(enemy)
    will = comes or (scene.field.is_foot(enemy) and unit.id in striking.freely(scene.field, enemy))
    return gain + (0.15 if will else 0.0)


def strike(scene: Scene, unit: str) -> Order:
    target = strike_plan(scene).get(unit, "")
    return ("strike", target) if target else NONE


# --- after it ----------------------------------------------------------------------------------------


@clause("NA-CC-22", "NA-CC-32")
def follow(scene: Scene, unit_id: str, loser_id: str, most: int) -> Order:
    """After a push the next one routs: foot keeps at the enemy, but not into others (point 13)."""
    unit = scene.field.unit(unit_id)
    others = [one for far, one in scene.near(unit) if one.id != loser_id and far <= most + 500]
    friends = scene.friends_near(unit, 800)
    if len(others) > len(friends) or unit.figures < 6:
        return STAY
    return "follow", most


@clause("NA-PURS-03", "NA-PURS-04", "NA-ROUT-18")
def pursue(scene: Scene, unit_id: str, must: bool, routed: tuple[str, ...]) -> Order:
    """Point 12: after trophies always, else where nobody can come at the end of the corridor."""
    field, unit = scene.field, scene.field.unit(unit_id)
    best = max(routed, key=lambda one: (_prize(scene, one), one))
    if must:
        return "pursue", best
    prize = _prize(scene, best)
    danger = 0
    for far, one in scene.near(unit):
        reach = field.own_move(one) + field.own_move(unit)
        danger += one.id not in routed and far <= reach + field.distances.close_combat
    if prize >= 1.0 or not danger:
        return "pursue", best
    return STAY


def _prize(scene: Scene, routed: str) -> float:
    """What pursuing it may bring: a colour, a general, fresh trophies; nothing if it ran out of sight."""
    body = scene.field.find(routed)
    if body is None:
        return 0.0
    colours = body.colours if isinstance(body, Unit) else 0
    fresh = any(
        one.captor == routed and one.turn >= scene.field.turn - 1
        for one in scene.field.camp(scene.foe).captures
    )
    return 0.5 * bool(colours) + 1.0 * scene.field.has_general(routed) + 1.0 * fresh + scene.worth(body) * 0.3
