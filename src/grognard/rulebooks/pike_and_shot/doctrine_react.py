"""Doctrine: reactions, replies and small choices (points 6 to 8)."""

from __future__ import annotations

from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot import reactions
from grognard.rulebooks.pike_and_shot.doctrine_goals import frontal
from grognard.rulebooks.pike_and_shot.doctrine_odds import (
    at_least,
    charge,
    meeting,
    melee,
    points,
    shock,
    tires,
    volley,
)
from grognard.rulebooks.pike_and_shot.doctrine_scene import Scene
from grognard.rulebooks.pike_and_shot.formations import ranks_of
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.morale import losses
from grognard.rulebooks.pike_and_shot.shooting import aim

PASS: Order = ("pass",)
SMALL = 3
"""Units of so few bases react to nothing but charges (point 7)."""
KEPT = 0.45
"""What an activation that is still to come is worth, in bases: a reaction costs it."""
CAUGHT = 0.35
"""Share of a charge's harm that an evader takes all the same, where it may be caught."""


def react(scene: Scene, about: tuple[str, str, int, tuple[str, ...]], seat: str) -> Order:
    """The reaction that wins most against doing nothing; pass where none does."""
    trigger, target, length, actors = about
    field = scene.field
    best: tuple[float, Order] = (0.0, PASS)
    for unit in scene.own:
        if field.seat(unit.id) != seat or (trigger != reactions.CHARGE and not _stirs(unit)):
            continue
        for actor in map(field.unit, actors):
            for option in reactions.options(field, unit, trigger, target, length, actor):
                worth = _worth(scene, unit, actor, trigger, option, length)
                if worth > best[0]:
                    best = worth, (option, unit.id, actor.id)
    return best[1]


def _stirs(unit: Unit) -> bool:
    """Large enough, and in order, to react to more than charges (point 7)."""
    return len(unit.bases) > SMALL and unit.dp < len(unit.bases)


def _worth(scene: Scene, unit: Unit, actor: Unit, trigger: str, option: str, length: int) -> float:
    if trigger == reactions.CHARGE:
        return _against_charge(scene, unit, actor, option, length)
    if option == reactions.SHOOT:
        return _shoots(scene, unit, actor)
    if option == reactions.RIDE:
        return _rides(scene, unit, actor)
    return 0.0


def price(scene: Scene, unit: Unit) -> float:
    """Disorder of a further impulse, and the activation that is lost if it is still to come (PS-IMP-04)."""
    hangs = tires(unit, scene.field.parameters.extra_impulse_dp) if unit.used else 0.0
    waits = not unit.activated and not unit.reacted
    return hangs + (KEPT if waits else 0.0)


# --- charges ---


def _against_charge(scene: Scene, unit: Unit, actor: Unit, option: str, length: int) -> float:
    """Point 6: what it saves against standing there, by exact odds."""
    field = scene.field
    meet = meeting(field, actor, length)
    if meet is None or unit.id not in meet.hits:
        return 0.0
    still = shock(field, meet, actor, unit, "pass").balance()
    if option == reactions.EVADE:
        return _evades(scene, unit, actor, still)
    met = shock(field, meet, actor, unit, option).balance()
    if option == reactions.COUNTER:
        meets = at_least(points(field, unit), 1)
        met = meets * met + (1 - meets) * still
    return still - met - (price(scene, unit) - KEPT if price(scene, unit) > KEPT else 0.0)


def _evades(scene: Scene, unit: Unit, actor: Unit, still: float) -> float:
    """Light troops get off with one move point, formed ones need two."""
    free = scene.field.has(unit, "evader")
    if not free and still < 2.5:
        return 0.0
    off = at_least(points(scene.field, unit), 1 if free else 2)
    faster = scene.kind(actor).move > scene.kind(unit).move
    return off * max(0.0, still) * (1 - CAUGHT * (1 + faster)) - (0.0 if free else 0.3)


# --- passing enemies and volleys ---


def _shoots(scene: Scene, unit: Unit, actor: Unit) -> float:
    """At effective range only, and where it wins more than it costs."""
    seen = aim(scene.field, unit, actor)
    if not any(one.range <= scene.kind(unit).effective for one in seen.shots):
        return 0.0
    penalty = int(scene.field.option("reaction_penalty"))
    return volley(scene.field, unit, actor, seen, penalty=penalty).worth - price(scene, unit)


def _rides(scene: Scene, unit: Unit, actor: Unit) -> float:
    """A charge on whoever passes."""
    if frontal(scene, unit, actor).balance() < 0 and not actor.routing:
        return 0.0
    move = scene.kind(unit).move
    meet = meeting(scene.field, unit, 2 * move)
    if meet is None or actor.id not in meet.hits:
        return 0.0
    home = at_least(points(scene.field, unit), meet.points)
    return home * charge(scene.field, unit, meet) - price(scene, unit)


# --- melee ---


def reply(scene: Scene, unit: Unit, roller: Unit) -> Order:
    """Point 8: where the die on the enemy is worth the impulse."""
    if unit.dp >= len(unit.bases):
        return PASS
    plain = melee(scene.field, roller, unit).balance()
    replied = melee(scene.field, roller, unit, reply=True).balance()
    cost = 0.2 if not unit.activated and not unit.reacted else 0.0
    cost += tires(unit, scene.field.parameters.extra_impulse_dp) if unit.used else 0.0
    return ("reply",) if plain - replied > cost else PASS


def fight_next(scene: Scene, unit: Unit) -> Order:
    """The one whom it hurts most."""
    field = scene.field
    return (max(unit.melee, key=lambda one: melee(field, unit, field.unit(one)).other.worth),)


def face(scene: Scene, options: tuple[Order, ...]) -> Order:
    """The enemy nearest to breaking."""
    return max(options, key=lambda one: _worn(scene.field.unit(str(one[0]))))


def _worn(enemy: Unit) -> float:
    return enemy.dp / max(1, len(enemy.bases))


def loss(scene: Scene, unit: Unit) -> Order:
    """Keep those of the front rank, and of the rest a mixture: the commoner type goes."""
    found = losses(unit)
    front = {unit.bases[i].type for i in ranks_of(unit.bases)[0]}
    behind = [unit.bases[i].type for rank in ranks_of(unit.bases)[1:] for i in rank]
    spare = [one for one in found if one[0] in behind or one[0] not in front]
    return tuple(next(iter(spare or found)))
