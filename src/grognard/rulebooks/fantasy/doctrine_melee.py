"""Units in melee: fight on, hold or draw back (point 2), duels (point 12), whether to pursue (point 13)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.doctrine_odds import break_chance, duel_wounds, joined, round_of
from grognard.rulebooks.fantasy.doctrine_scene import CELL, Prospect, Scene
from grognard.rulebooks.fantasy.model import HOLD, Contact, Unit, UnitOrder
from grognard.rulebooks.fantasy.zones import struck_edge
from grognard.space.measure import gap
from grognard.space.outline import Edge
from grognard.space.pose import Pose, distance, heading_to, step

LOSING = -2.0
MOST_RISK = 2 / 3
A_PURSUIT = 7
"""Cells that 2d6 come to."""


def in_melee(scene: Scene, unit: Unit) -> UnitOrder:
    """The order of a unit in contact."""
    contacts = joined(scene.field, (unit.id,))
    now = _prospect(scene, contacts)
    order = _stance(scene, unit, now)
    if order.word == "attack" and not should_pursue(scene, unit):
        order = replace(order, pursue=False)
    return with_duels(scene, unit, order)


def _prospect(scene: Scene, contacts: list[Contact]) -> Prospect:
    """What is expected of the melee, worked out once for all who are in it."""
    key = ("melee", contacts[0].id)
    found: Prospect | None = scene.field.kept.get(key)
    if found is None:
        found = scene.field.kept[key] = round_of(scene.guess, contacts)
    return found


@clause("FA-ORD-08", "FA-ORD-10")
def _stance(scene: Scene, unit: Unit, now: Prospect) -> UnitOrder:
    if unit.kind == "machine":
        return HOLD
    if now.result > 0:
        return UnitOrder("attack")
    risk = break_chance(scene.field, unit, round(-now.result))
    if (
        now.result < LOSING
        and risk > MOST_RISK
        and scene.retreats(unit)
        and is_better_alive(scene, unit, now)
    ):
        return UnitOrder("retreat")
    return HOLD


def is_better_alive(scene: Scene, unit: Unit, now: Prospect) -> bool:
    """It may still do more than it would hold up: neither spent, nor is the enemy to be charged by others."""
    if unit.kind == "machine" or scene.is_spent(unit):
        return False
    foes = scene.field.foes(unit.id)
    helped = any(
        order.word == "attack" and set(order.targets[:1]) & set(foes) for order in scene.orders.values()
    )
    return not helped and now.given * 2 < now.taken


@clause("FA-RET-07", "FA-CR-08")
def should_pursue(scene: Scene, unit: Unit) -> bool:
    """Not where it would show a flank to somebody fresh who can charge it there."""
    foes = [scene.field.unit(foe) for foe in scene.field.foes(unit.id)]
    if not foes or unit.kind == "machine":
        return False
    heading = heading_to(unit.centre, foes[0].centre)
    ahead = step(heading, A_PURSUIT * CELL)
    there = replace(unit, x=unit.x + ahead[0], y=unit.y + ahead[1], heading=heading)
    return not any(_could_flank(scene, foe, there) for foe in scene.steady if foe not in foes)


def _could_flank(scene: Scene, foe: Unit, there: Unit) -> bool:
    """A fresh enemy would meet it at a flank or from behind within M + 7."""
    if foe.kind == "machine" or scene.field.engaged(foe.id):
        return False
    reach = scene.strides(foe, A_PURSUIT)
    if distance(foe.centre, there.centre) > reach + 12 * CELL or gap(foe.shape, there.shape) > reach:
        return False
    return struck_edge(there.shape, foe.front) is not Edge.FRONT


# --- duels ---


@clause("FA-MEL-12", "FA-MEL-13")
def with_duels(scene: Scene, unit: Unit, order: UnitOrder) -> UnitOrder:
    """Challenges by whoever is no worse in WS and A, acceptance by whoever gives at least what he takes."""
    field, guess = scene.field, scene.guess
    heroes = field.characters_in(unit.id)
    if not heroes:
        return order
    challenge, accept = [], []
    for contact in field.contacts_of(unit.id):
        for enemy in field.characters_in(contact.other(unit.id)):
            for hero in heroes:
                own, other = guess.hero(hero.id), guess.hero(enemy.id)
                if own.WS >= other.WS and own.A >= other.A:
                    challenge.append(hero.id)
                given = duel_wounds(scene, hero.id, enemy.id, contact)
                if given >= duel_wounds(scene, enemy.id, hero.id, contact):
                    accept.append(hero.id)
    return replace(order, challenge=tuple(dict.fromkeys(challenge)), accept=tuple(dict.fromkeys(accept)))


def stands(unit: Unit, pose: Pose) -> Unit:
    """The same somewhere else."""
    return replace(unit, x=pose.x, y=pose.y, heading=pose.heading)
