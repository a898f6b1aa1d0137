"""Shooters and guns: at whom (points 7 and 9), and what light troops do when they're charged (point 8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import machines, shooting
from grognard.rulebooks.fantasy.aiming import aim, blow_of, rules, shoots_on_the_move, weapon_of
from grognard.rulebooks.fantasy.doctrine_odds import contact_of, mean_wounds, round_of
from grognard.rulebooks.fantasy.doctrine_scene import CELL, Scene
from grognard.rulebooks.fantasy.harming import Blow, attack_on
from grognard.rulebooks.fantasy.model import Unit, UnitOrder
from grognard.rulebooks.fantasy.regiment import rank_sizes
from grognard.rulebooks.fantasy.seeing import block
from grognard.rulebooks.fantasy.tables import MissileWeapon

SHOT_AT = 2
"""Targets that are compared with all that there is in the way."""
TRIED = 5
CLOSE, ASIDE = 6 * CELL, 650
SURE = 500.0
FAR_SHOT = 0.7
A_CHARGE = 7
MOST_TARGETS = 3
OUTMATCHED = -2.0
LIGHT = frozenset({"light_infantry"})


@clause("FA-ORD-05", "FA-ORD-06")
def volley(scene: Scene, unit: Unit) -> UnitOrder | None:
    """Stand and shoot at whom it hurts most, whoever can charge it before all others; None without a target."""
    found = sorted(targets(scene, unit), key=lambda row: (-row[0], row[1]))
    if not found:
        return None
    return reaction(scene, unit, UnitOrder("stand_and_shoot", tuple(foe for _, foe in found[:MOST_TARGETS])))


def targets(scene: Scene, unit: Unit) -> Iterator[tuple[float, str]]:
    """How good a target each enemy in range and sight is."""
    if unit.kind == "machine":
        yield from _gun_targets(scene, unit)
        return
    weapon = weapon_of(scene.field, unit.id)
    if weapon is None:
        return
    blow = blow_of(scene.field, unit.id, weapon)
    near = scene.near(unit)
    reached = [(far, foe) for far, foe in near if far <= weapon.range and _is_before(scene, unit, foe, far)]
    rows = [
        (_threatens(scene, unit, foe, far) + _rough(scene, weapon, blow, foe, far), foe)
        for far, foe in reached
    ]
    best = sorted(rows, key=lambda row: (-row[0], row[1].id))[:TRIED]
    able = (row for row in best if shooting.why_not(scene.field, unit.id, row[1].id) is None)
    shot_at = list(islice(able, SHOT_AT))
    for first, foe in shot_at:
        yield first if first > SURE or len(shot_at) == 1 else value(scene, unit, foe), foe.id


@clause("FA-LOS-01")
def _is_before(scene: Scene, unit: Unit, foe: Unit, far: int) -> bool:
    """It may be in the arc of some of its models."""
    return far < CLOSE or abs(scene.bearing(unit, foe.centre)) <= ASIDE


def _rough(scene: Scene, weapon: MissileWeapon, blow: Blow, foe: Unit, far: int) -> float:
    """How good a target it would be in full view."""
    if scene.field.engaged(foe.id):
        return 0.0
    hit = FAR_SHOT if far > weapon.long else 1.0
    wounds = mean_wounds(attack_on(scene.guess, foe.id, blow, auto=1)) / max(scene.guess.stats(foe.id).W, 1)
    return hit * wounds * _steadfast(scene, foe)


def _threatens(scene: Scene, unit: Unit, foe: Unit, far: int) -> float:
    """Whoever can reach it next turn goes before all others, the nearest first."""
    can = foe.kind != "machine" and not foe.retreating and not scene.field.engaged(foe.id)
    return 2 * SURE - far / CELL if can and far <= scene.strides(foe, A_CHARGE) else 0.0


@clause("FA-SHO-01", "FA-WND-09")
def value(scene: Scene, unit: Unit, foe: Unit) -> float:
    """Expected kills times leadership (point 7)."""
    return kills(scene, unit, foe) * _steadfast(scene, foe)


def kills(scene: Scene, unit: Unit, foe: Unit) -> float:
    """Models that a volley is expected to kill."""
    shot = aim(scene.field, unit.id, foe.id)
    wounds = mean_wounds(attack_on(scene.guess, foe.id, shot.blow, shot.dice))
    return min(wounds / max(scene.guess.stats(foe.id).W, 1), float(max(foe.standing, 1)))


def _steadfast(scene: Scene, foe: Unit) -> float:
    return scene.guess.stats(foe.id).Ld * (0.3 if foe.retreating else 1.0)


@clause("FA-WM-07", "FA-WM-09")
def _gun_targets(scene: Scene, gun: Unit) -> Iterator[tuple[float, str]]:
    """The deepest unit in sight of a cannon, the densest of a mortar: looked for from the best on."""
    weapon = weapon_of(scene.field, gun.id)
    if weapon is None:
        return
    thrown = "blast" in weapon.rules
    rows = sorted(scene.near(gun), key=lambda row: (-_deep(scene, row[1], thrown), row[0], row[1].id))
    for far, foe in rows:
        able = weapon.min_range <= far <= weapon.range and not scene.field.engaged(foe.id)
        if able and machines.sees(scene.field, gun.id, foe.id):
            yield float(_deep(scene, foe, thrown)), foe.id
            return


def _deep(scene: Scene, foe: Unit, thrown: bool) -> int:
    """Ranks that a ball goes through, models in little room; those who run and engines count for less."""
    sizes = rank_sizes(block(scene.field, foe.id))
    less = 4 if foe.retreating or foe.kind == "machine" else 1
    return (
        foe.models * (2 if foe.kind == "foot" else 1) if thrown else len(sizes) * 10 + min(foe.models, 9)
    ) // less


# --- when it is charged ---


@clause("FA-ORD-11", "FA-SHO-09")
def reaction(scene: Scene, unit: Unit, order: UnitOrder) -> UnitOrder:
    """With what a unit meets a charge: light troops go back before horse, who can shoots."""
    if should_flee(scene, unit):
        return replace(order, if_charged="retreat")
    return (
        replace(order, if_charged="stand_and_shoot") if scene.can_shoot(unit) and scene.free(unit) else order
    )


def is_light(scene: Scene, unit: Unit) -> bool:
    weapon = weapon_of(scene.field, unit.id)
    return bool(LIGHT & rules(scene.field, unit.id)) or (weapon is not None and weapon.id == "thrown")


def should_flee(scene: Scene, unit: Unit) -> bool:
    """Light, and horse that would beat it by 2 or more can reach it (point 8)."""
    if unit.kind == "machine" or not is_light(scene, unit) or not scene.retreats(unit):
        return False
    near = [foe for far, foe in scene.near(unit) if foe.kind == "horse" and far <= scene.strides(foe, 12)]
    return any(not foe.retreating and struck(scene, unit, foe) <= OUTMATCHED for foe in near)


def struck(scene: Scene, unit: Unit, foe: Unit) -> float:
    """What the first round promises the unit if that enemy charges it."""
    edge = scene.edge_struck(unit, foe.front)
    return round_of(scene.guess, [contact_of(scene, foe, unit, edge)]).result


def on_the_move(scene: Scene, unit: Unit) -> bool:
    """It may shoot as it goes."""
    return scene.can_shoot(unit) and shoots_on_the_move(scene.field, unit.id)
