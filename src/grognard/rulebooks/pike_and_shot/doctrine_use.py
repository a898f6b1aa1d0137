"""Doctrine: what a unit does with its impulses (points 2 to 5, 8, 12), each use weighed in bases won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot import shooting, steps
from grognard.rulebooks.pike_and_shot.doctrine_goals import Goal, at_a_glance, frontal, goal_of
from grognard.rulebooks.pike_and_shot.doctrine_move import (
    extra_impulses,
    next_step,
    ready_to_move,
    turns_first,
)
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
MOVE: Order = ("move",)
STEP = 0.5
"""What a move point towards the enemy is worth to an attacker, in bases."""
CLOSING = 1.4
"""Foot that is nearly at effective range does best to go there."""
HASTE, PACE = 2.0, 0.75
"""A move of foot is worth so much at most, and one of others seldom more: where it costs that, none is thought of."""
PURSUIT = 0.3
"""More for a target worth it."""
RAID_STEP = 0.8
LAST_CHARGE = 0.5
"""A charge on the last impulse leaves the unit at the enemy's mercy."""
HOPEFUL = 1.0
"""A shock that loses more is not made good by the fight that follows."""
DETERS = 1.25
"""What a charge on shooters costs at a glance, in bases: seldom less, mostly more."""
TRIFLE = 0.1
"""A charge that wins less at a glance, or seldom gets home, is not weighed."""
HURTS = 0.5
"""A charge that does not even win so much at a glance needs no answer kept back."""
PATIENCE = 0.35
"""A first volley at long range is worth keeping for a shorter one."""
SLIGHT_DISORDER = 0.4
URGENT = 1.0
IN_TOUCH = 100
"""Who stands so little before another or beside his way may touch him, or not."""
WEIGHED = 1
"""So many targets are weighed against each other."""
PRESSED = 12_000
"""Order is the more worth restoring when enemies are so near."""


class Use(NamedTuple):
    """A use of an impulse and what it wins."""

    order: Order
    worth: float


def best_use(scene: Scene, unit: Unit) -> Use:
    """The most rewarding use of its next impulse; to stop wins nothing. It is the same before and after the unit is
    activated, so it is kept also for the next position."""
    key = ("doctrine", "use", unit)
    found: Use | None = scene.field.kept.get(key)
    if found is None:
        about = "use", replace(unit, activated=False) if unit.activated else unit, scene.led(unit)
        found = scene.field.kept[key] = scene.recall(about, lambda: _best_use(scene, unit))
    return found


def _best_use(scene: Scene, unit: Unit) -> Use:
    if not unit.left:
        return Use(STOP, 0.0)
    found = _best_of(scene, unit, _engaged if touched(scene.field, unit) else _free)
    if unit.left == 1 and found.worth > 0 and found.worth <= _kept_back(scene, unit, found.worth):
        return Use(STOP, 0.0)
    return found if found.worth > 0 else Use(STOP, 0.0)


def _best_of(scene: Scene, unit: Unit, think: Callable[[Scene, Unit], Iterator[Use]]) -> Use:
    """The best use; whether there is a step to take is only looked at where to move would be best."""
    uses = sorted((use for use in think(scene, unit) if use.worth > 0), key=lambda use: -use.worth)
    moves = unit.hanging is None and think is _free
    for use in uses:
        if use.order != MOVE or not moves or next_step(scene, _on_the_move(unit)) is not None:
            return use
    return Use(STOP, 0.0)


def _on_the_move(unit: Unit) -> Unit:
    return ready_to_move(unit, 2 if unit.left > 1 else 1)


def _kept_back(scene: Scene, unit: Unit, least: float) -> float:
    """Point 6: what the last impulse is worth against a charge that may still come this turn, if not less than so
    much."""
    if unit.dp >= 2 * len(unit.bases) or touched(scene.field, unit):
        return 0.0
    able = (
        one
        for far, one in scene.foes(unit)
        if one.left and not one.activated and not one.reacted and far <= longest_charge(scene, one)
    )
    threats = (one for one in able if _threatens(scene, one, unit, least))
    return max((_saved(scene, unit, one) for one in threats), default=0.0)


def _threatens(scene: Scene, charger: Unit, unit: Unit, least: float) -> bool:
    """With the unit straight ahead and nobody between, within a charge that may well hurt it if it just stands there,
    about."""
    gap = None if charger.routing else _gap_ahead(scene, charger, unit)
    if gap is None:
        return False
    harm = frontal(scene, charger, unit, answered=False).balance()
    if (
        harm <= HURTS
        or harm * sum(arrivals(scene.field, charger, _least_points(scene, charger, gap))) < least
    ):
        return False
    return scene.kind(charger).light or not _is_blocked(scene, charger, gap)


def _saved(scene: Scene, unit: Unit, charger: Unit) -> float:
    field, meet = scene.field, charge_ahead(scene, charger)
    if meet is None or unit.id not in meet.hits:
        return 0.0
    plain, *others = answers(field, unit, charger, meet)
    still = shock(field, meet, charger, unit, plain).balance()
    if still <= 0 or not others:
        return 0.0
    met = min(shock(field, meet, charger, unit, one).balance() for one in others)
    return sum(arrivals(field, charger, meet.points)) * (still - max(0.0, min(still, met)))


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
    """Point 2: order before all else where the unit is nearly shaken."""
    if unit.dp >= max(2, len(unit.bases) - 1) and restored_by(scene.field, unit):
        yield Use(("restore",), URGENT)
        return
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
    """Order in so far as nothing better is to be done."""
    removed = min(unit.dp, restored_by(scene.field, unit)) if unit.dp else 0
    if removed:
        worth = disorder(len(unit.bases), unit.dp) - disorder(len(unit.bases), unit.dp - removed)
        near = 1.3 if scene.threat(unit) < PRESSED else 0.8
        if _presses_on(scene, unit):
            near = SLIGHT_DISORDER
        near *= 0.4 if scene.turns_left == 1 else 1.0
        yield Use(("restore",), worth * near + 0.01)


def _presses_on(scene: Scene, unit: Unit) -> bool:
    """An attacker on the march for whom it grows late does not halt for every point of disorder."""
    return scene.hurries and scene.threat(unit) > PRESSED and unit.dp * 3 <= len(unit.bases)


# --- shooting ---


def _volleys(scene: Scene, unit: Unit) -> Iterator[Use]:
    """Points 3 and 12: whoever suffers most; guns keep a target that they have ranged in, by their odds."""
    price = _price(scene, unit)
    for target, worth in shots(scene, unit):
        yield Use(("shoot", target.id), worth - price)


def shots(scene: Scene, unit: Unit, cp: int = 0) -> Iterator[tuple[Unit, float]]:
    """Enemies whom it can hit and what a volley wins: the likeliest few of the nearest and most worn."""
    field, reach = scene.field, scene.kind(unit).range
    near = [(one.routing, far - 600 * one.dp, one.id) for far, one in scene.foes(unit) if far <= reach]
    if not reach or not near or not shooting.can_shoot(field, unit):
        return
    found = 0
    for target in (field.unit(one) for _, _, one in sorted(near)):
        worth = shot(scene, unit, target, cp) if shooting.may_be_shot(field, target) else None
        if worth is not None:
            yield target, worth
            found += 1
            if found == WEIGHED:
                return


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
    found = quarry(scene, unit)
    if found is None or found.hope * sum(arrivals(scene.field, unit, found.points)) < TRIFLE:
        return
    meet = charge_ahead(scene, unit)
    if meet is None:
        return
    now, later = arrivals(scene.field, unit, meet.points)
    if not now + later:
        return
    impulses = unit.left - 1 + extra_impulses(scene, unit)
    blow = charge(scene.field, unit, meet, _boldness(scene, unit, meet), -HOPEFUL)
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


class Quarry(NamedTuple):
    """Somebody whom a charge may beat: the move points that it takes at least, what it wins at a glance."""

    points: int
    hope: float


def quarry(scene: Scene, unit: Unit) -> Quarry | None:
    """The one whom a charge straight on would meet; None where it would not beat him at a glance, or not come to it."""
    kind = scene.kind(unit)
    if not kind.attack or unit.hanging is not None or scene.is_gun(unit):
        return None
    most, met = longest_charge(scene, unit), None
    for far, enemy in scene.foes(unit):
        if far > most:
            break
        gap = _gap_ahead(scene, unit, enemy)
        if gap is not None and (met is None or gap < met[0]):
            met = gap, enemy
    if met is None:
        return None
    hope = at_a_glance(scene, unit, met[1]) - (DETERS if _may_fire(scene, met[1]) else 0.0)
    if hope <= 0 or (not kind.light and _is_blocked(scene, unit, met[0])):
        return None
    return Quarry(_least_points(scene, unit, met[0]), hope)


def _may_fire(scene: Scene, enemy: Unit) -> bool:
    """At somebody who charges him."""
    return scene.kind(enemy).range > 0 and enemy.left > 0 and not enemy.routing


def _gap_ahead(scene: Scene, unit: Unit, enemy: Unit) -> int | None:
    """How far straight ahead an enemy is; None where he is not, or too far for a charge."""
    lies = ahead_of(scene.body(unit), scene.body(enemy))
    return lies.gap if -500 <= lies.gap <= longest_charge(scene, unit) and lies.beside < 0 else None


def _least_points(scene: Scene, unit: Unit, gap: int) -> int:
    """Move points that a charge so far takes at least."""
    if scene.field.formation(unit).road_bonus:
        return 1
    return max(1, -(-(gap - IN_TOUCH) // scene.kind(unit).move))


def _is_blocked(scene: Scene, unit: Unit, gap: int) -> bool:
    """A friend stands in the way before an enemy so far ahead."""
    body = scene.body(unit)
    for friend in scene.field.of_side(scene.field.side(unit.id)):
        if friend.id != unit.id:
            lies = ahead_of(body, scene.body(friend))
            if -IN_TOUCH < lies.gap < gap - IN_TOUCH and lies.beside < -IN_TOUCH:
                return True
    return False


def longest_charge(scene: Scene, unit: Unit) -> int:
    return scene.most_points * scene.kind(unit).move


def charge_ahead(scene: Scene, unit: Unit) -> Meeting | None:
    """The contact that a charge straight on would make with good luck."""
    field, kind = scene.field, scene.kind(unit)
    if not kind.attack or unit.hanging is not None or scene.is_gun(unit) or not steps.may_charge(field, unit):
        return None
    return meeting(field, unit, longest_charge(scene, unit))


# --- moving ---


def _moves(scene: Scene, unit: Unit) -> Iterator[Use]:
    """Towards the goal; turns need two move points, so they are begun with an impulse to spare."""
    chances, price = points(scene.field, unit), _price(scene, unit, moves=True)
    if at_least(chances, 1) * (HASTE if scene.is_foot(unit) else PACE) <= price:
        return
    goal = goal_of(scene, unit)
    turns = turns_first(scene, _on_the_move(unit), goal)
    if turns is None:
        return
    worth = at_least(chances, 1) * _step_worth(scene, unit, goal)
    if turns:
        worth *= 0.9 if unit.left > 1 else at_least(chances, 2) + 0.3
    yield Use(MOVE, worth - price)


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
