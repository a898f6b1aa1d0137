"""Doctrine: what a unit does with its impulses (points 2 to 5, 8, 12), each use weighed in bases won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot import shooting, steps
from grognard.rulebooks.pike_and_shot.doctrine_goals import Goal, goal_of
from grognard.rulebooks.pike_and_shot.doctrine_move import SHORT, extra_impulses, next_step, ready_to_move
from grognard.rulebooks.pike_and_shot.doctrine_odds import (
    Meeting,
    answers,
    at_least,
    charge,
    disorder,
    hung,
    meeting,
    melee,
    points,
    press_on,
    shock,
    tires,
    volley,
)
from grognard.rulebooks.pike_and_shot.doctrine_scene import Scene, ahead_of
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.impulses import restored_by
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.shooting import Aim, aim
from grognard.rulebooks.pike_and_shot.touch import touched

STOP: Order = ("stop",)
STEP = 0.5
"""What a move point towards the enemy is worth to an attacker, in bases."""
CLOSING = 1.4
"""Foot that is nearly at effective range does best to go there."""
PURSUIT = 0.3
"""More for a target worth it."""
RAID_STEP = 0.8
LAST_CHARGE = 0.5
"""A charge on the last impulse leaves the unit at the enemy's mercy."""
HOPEFUL = 2.0
"""A shock that loses more is not made good by the fight that follows."""
PATIENCE = 0.35
"""A first volley at long range is worth keeping for a shorter one."""
MARCHES = 4
"""A charge comes from no farther than so many moves."""
SLIGHT_DISORDER = 0.4
PRESSED = 12_000
"""Order is the more worth restoring when enemies are so near."""


class Use(NamedTuple):
    """A use of an impulse and what it wins."""

    order: Order
    worth: float


def best_use(scene: Scene, unit: Unit) -> Use:
    """The most rewarding use of its next impulse; to stop wins nothing. It is the same before and after the unit is
    activated, so it is kept also for the next position."""
    key = ("doctrine", "use", unit.id, unit.left)
    found: Use | None = scene.field.kept.get(key)
    if found is None:
        found = scene.field.kept[key] = scene.recall(unit, lambda: _best_use(scene, unit))
    return found


def _best_use(scene: Scene, unit: Unit) -> Use:
    if not unit.left:
        return Use(STOP, 0.0)
    uses = _engaged(scene, unit) if touched(scene.field, unit) else _free(scene, unit)
    found = max(uses, key=lambda use: use.worth, default=Use(STOP, 0.0))
    if unit.left == 1 and found.worth > 0 and found.worth <= _kept_back(scene, unit):
        return Use(STOP, 0.0)
    return found if found.worth > 0 else Use(STOP, 0.0)


def _kept_back(scene: Scene, unit: Unit) -> float:
    """Point 6: what the last impulse is worth against a charge that may still come this turn."""
    if unit.dp >= 2 * len(unit.bases) or touched(scene.field, unit):
        return 0.0
    able = (one for one in scene.formed if one.left and not one.activated and not one.reacted)
    return max((_saved(scene, unit, one) for one in able if _threatens(scene, one, unit)), default=0.0)


def _threatens(scene: Scene, charger: Unit, unit: Unit) -> bool:
    """Near, and with the unit straight ahead."""
    if scene.apart(charger, unit) > MARCHES * scene.kind(charger).move:
        return False
    return ahead_of(scene.body(charger), scene.body(unit)).beside < 0


def _saved(scene: Scene, unit: Unit, charger: Unit) -> float:
    field, meet = scene.field, charge_ahead(scene, charger)
    if meet is None or unit.id not in meet.hits:
        return 0.0
    met = {
        one: shock(field, meet, charger, unit, one).balance() for one in answers(field, unit, charger, meet)
    }
    saved = met["pass"] - max(0.0, min(met.values()))
    return sum(arrivals(field, charger, meet.points)) * saved if met["pass"] > 0 else 0.0


# --- in contact ---


def _engaged(scene: Scene, unit: Unit) -> Iterator[Use]:
    """Point 8: fight if that wins; horse that does not get the better of it leaves."""
    field = scene.field
    price = tires(unit, field.parameters.extra_impulse_dp) if unit.used else 0.0
    fought = plain = 0.0
    for enemy in map(field.unit, touched(field, unit)):
        fought += _melee(scene, unit, enemy, fights=True)
        plain += _melee(scene, unit, enemy, fights=False)
    yield Use(("fight",), fought - price)
    if scene.is_horse(unit):
        gets_off = at_least(points(field, unit), 1)
        yield Use(("move",), plain - price + gets_off * max(0.0, 0.2 - fought))


def _melee(scene: Scene, unit: Unit, enemy: Unit, *, fights: bool) -> float:
    """The enemy replies if he can and it is better for him."""
    found = melee(scene.field, unit, enemy, fights=fights).balance(scene.boldness(unit, enemy))
    if enemy.left and not enemy.routing:
        found = min(
            found,
            melee(scene.field, unit, enemy, fights=fights, reply=True).balance(scene.boldness(unit, enemy)),
        )
    return found


# --- free ---


def _free(scene: Scene, unit: Unit) -> Iterator[Use]:
    if unit.hanging is not None:
        yield Use(("move",), 0.4 + 0.2 * (scene.threat(unit) < PRESSED) - _price(scene, unit, moves=True))
    yield from _restore(scene, unit)
    yield from _volleys(scene, unit)
    yield from _charges(scene, unit)
    if unit.hanging is None:
        yield from _moves(scene, unit)


def _price(scene: Scene, unit: Unit, *, moves: bool = False) -> float:
    """What the impulse costs in disorder; more where it would shake the unit (point 2)."""
    dp = hung(scene.field, unit, moves=moves)
    if not dp:
        return 0.0
    shakes = unit.dp < len(unit.bases) <= unit.dp + dp
    return tires(unit, dp) * (1.4 if scene.threat(unit) < PRESSED else 1.0) + 0.5 * shakes


def _restore(scene: Scene, unit: Unit) -> Iterator[Use]:
    """Point 2: order first where the unit is nearly shaken."""
    removed = min(unit.dp, restored_by(scene.field, unit)) if unit.dp else 0
    if removed:
        worth = disorder(len(unit.bases), unit.dp) - disorder(len(unit.bases), unit.dp - removed)
        urgent = 0.6 if unit.dp >= len(unit.bases) - 1 else 0.0
        near = 1.3 if scene.threat(unit) < PRESSED else 0.8
        if _presses_on(scene, unit):
            near = SLIGHT_DISORDER
        near *= 0.4 if scene.turns_left == 1 else 1.0
        yield Use(("restore",), worth * near + urgent + 0.01)


def _presses_on(scene: Scene, unit: Unit) -> bool:
    """An attacker on the march for whom it grows late does not halt for every point of disorder."""
    return scene.hurries and scene.threat(unit) > PRESSED and unit.dp * 3 <= len(unit.bases)


# --- shooting ---


def _volleys(scene: Scene, unit: Unit) -> Iterator[Use]:
    """Points 3 and 12: whoever suffers most; guns keep a target that they have ranged in, by their odds."""
    price = _price(scene, unit)
    for target in targets(scene, unit):
        worth = shot(scene, unit, target)
        if worth is not None:
            yield Use(("shoot", target.id), worth - price)


def targets(scene: Scene, unit: Unit) -> list[Unit]:
    """Enemies whom it might hit, a few of the nearest and most worn."""
    field, reach = scene.field, scene.kind(unit).range
    if not reach or not shooting.can_shoot(field, unit):
        return []
    near = [
        one for one in scene.enemies if scene.apart(unit, one) <= reach and shooting.may_be_shot(field, one)
    ]
    if len(near) > 3:
        near.sort(key=lambda one: (one.routing, scene.apart(unit, one) - 600 * one.dp))
        near = near[:4]
    return near


def shot(scene: Scene, unit: Unit, target: Unit, cp: int = 0) -> float | None:
    """What a volley wins; None where no base can shoot at him."""
    seen = aim(scene.field, unit, target)
    if not seen.shots:
        return None
    worth = volley(scene.field, unit, target, seen, cp=cp).worth * scene.prize(target)
    return worth - _waste(scene, unit, seen)


def _waste(scene: Scene, unit: Unit, seen: Aim) -> float:
    """Point 3: the first volley is kept for effective range, but not by guns."""
    near = any(one.range <= scene.kind(unit).effective for one in seen.shots)
    return PATIENCE if seen.first and not near and not scene.is_gun(unit) else 0.0


# --- charging ---


def _charges(scene: Scene, unit: Unit) -> Iterator[Use]:
    """Points 4 and 5: when the exact odds are good; on the first impulse, or with the next one if the first falls
    short; on the last one only at helpless enemies."""
    meet = charge_ahead(scene, unit)
    if meet is None:
        return
    now, later = arrivals(scene.field, unit, meet.points)
    impulses = unit.left - 1 + extra_impulses(scene, unit)
    blow = charge(scene.field, unit, meet, _boldness(scene, unit, meet))
    worth = _won(scene, unit, meet, blow, impulses)
    if worth > 0:
        after = max(0.0, _won(scene, unit, meet, blow, impulses - 1)) if later else 0.0
        yield Use(("charge",), now * worth + later * after - _price(scene, unit, moves=True))


def _boldness(scene: Scene, unit: Unit, meet: Meeting) -> float:
    return scene.boldness(unit, scene.field.unit(meet.hits[0]))


def _won(scene: Scene, unit: Unit, meet: Meeting, blow: float, impulses: int) -> float:
    """Bases won by a charge that gets home with such a shock and has so many impulses left to fight on."""
    won = blow
    if won > -HOPEFUL:
        won += press_on(scene.field, meet, unit, impulses, _boldness(scene, unit, meet))
    if impulses < 1 and not all(_helpless(scene.field.unit(one)) for one in meet.hits):
        won -= LAST_CHARGE
    return won


def arrivals(field: Field, unit: Unit, needed: int) -> tuple[float, float]:
    """Chances to get home with the next impulse, and with the one after it."""
    chances = points(field, unit)
    now = at_least(chances, needed)
    if unit.left < 2:
        return now, 0.0
    then = points(field, replace(unit, used=unit.used + 1, left=unit.left - 1))
    return now, sum(share * at_least(then, needed - got) for got, share in chances.items() if got < needed)


def _helpless(target: Unit) -> bool:
    return target.routing or target.left == 0


def charge_ahead(scene: Scene, unit: Unit) -> Meeting | None:
    """The contact that a charge straight on would make with good luck; looked for only where somebody is ahead."""
    field, kind = scene.field, scene.kind(unit)
    if not kind.attack or unit.hanging is not None or scene.is_gun(unit):
        return None
    most = max(steps.movement(field).points.values()) * kind.move
    body = scene.body(unit)
    lying = [ahead_of(body, scene.body(one)) for one in field.enemies(unit.id)]
    if not any(-500 <= one.gap <= most and one.beside < 0 for one in lying):
        return None
    if not steps.may_charge(field, unit):
        return None
    return meeting(field, unit, most)


# --- moving ---


def _moves(scene: Scene, unit: Unit) -> Iterator[Use]:
    """Towards the goal; turns need two move points, so they are begun with an impulse to spare."""
    goal = goal_of(scene, unit)
    order = next_step(scene, ready_to_move(unit, 2 if unit.left > 1 else 1))
    if order is None:
        return
    chances = points(scene.field, unit)
    worth = at_least(chances, 1) * _step_worth(scene, unit, goal)
    if order[0] == "manoeuvre":
        worth *= 0.9 if unit.left > 1 else at_least(chances, 2) + 0.3
    elif int(order[1]) < SHORT:
        return
    yield Use(("move",), worth - _price(scene, unit, moves=True))


def _step_worth(scene: Scene, unit: Unit, goal: Goal) -> float:
    if goal.aim == "go":
        return RAID_STEP
    if goal.aim == "stay":
        return 0.4
    if goal.aim == "charge":
        return STEP + 0.25 * goal.worth / (1 + goal.points)
    if scene.posture != "attack":
        return 0.3
    prize = scene.prize(scene.field.unit(goal.target)) if goal.target else 1.0
    if scene.is_foot(unit) and goal.points < 3:
        return CLOSING * prize
    return (STEP + PURSUIT * goal.worth) * prize
