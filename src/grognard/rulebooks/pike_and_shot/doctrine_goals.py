"""Doctrine: where each unit is to go and why (points 4, 11, 13): whom to charge and on which edge, whom to shoot at,
which ground to take or keep."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, hypot, sin
from typing import Literal, NamedTuple, TypeAlias

from grognard.rulebooks.pike_and_shot.doctrine_odds import Bout, Nerve, bout, disorder, led_by, nerve
from grognard.rulebooks.pike_and_shot.doctrine_raid import place_for
from grognard.rulebooks.pike_and_shot.doctrine_scene import Body, Kind, Scene
from grognard.rulebooks.pike_and_shot.field import FOOT, Field, middle_of_table
from grognard.rulebooks.pike_and_shot.model import PikeSetup, Unit
from grognard.rulebooks.pike_and_shot.rolls import roll_of
from grognard.space.outline import Outline, box_of, boxes_near, holds
from grognard.space.pose import Point, Vector, between2, distance, heading_to, share_of, step, turn_to
from grognard.space.sine import COS, ONE, SIN, TURN

Aim: TypeAlias = Literal["charge", "shoot", "go", "stay"]
QUARTER, HALF = TURN // 4, TURN // 2
STAGE = 5000
"""A charge on a flank begins about so far from it."""
SECTOR = 400
"""From within 40 degrees of straight before an edge a charge comes to lie along it."""
SIGHTED = 32_000
"""Enemies farther away than this are no goal for a charge."""
LOOKED_AT, CHOSEN = 6, 2
"""So many of the nearest enemies are thought of for a charge, so many of them are weighed."""
HORSE_WAITS = 6500
"""Horse without a good charge stays so far behind the fight."""
KEEPS_AWAY = 6000
"""Troops in open order stay so far from formed enemies, unless their weapons carry less far."""
ARRIVED = 3000
SCREENS = 14_000
"""Raiders without an errand leave enemies farther away alone."""
LOOK = 2500
"""Bad ground on a way is looked for at such intervals."""
TIME = 0.16
"""What a move point of way is worth, in bases."""
AROUND = 6000
"""Units farther beyond a way's end than this are not in it."""
SHOT_UP = 4
"""DP that an enemy in reach of the own foot will get before a charge comes home."""
RATE = 1.5
"""Move points of a turn, about."""
DELAY = 0.82
"""What is left of a charge's worth for each move point of way: enemies don't wait."""
LEAST, SLIGHT = 0.35, 0.2
"""A charge that wins less is not sought."""


class Goal(NamedTuple):
    """What a unit is after: ``at`` where it makes for (the middle of the unit), ``target`` an enemy, ``standoff``
    how far from him it stops, ``heading`` how it shall stand in the end (-1: any), ``points``: move points of way."""

    aim: Aim
    at: Point
    target: str = ""
    standoff: int = 0
    heading: int = -1
    points: float = 0.0
    worth: float = 0.0


STAY = Goal("stay", (0, 0))


def goal_of(scene: Scene, unit: Unit) -> Goal:
    """The goal of a unit, kept for the position."""
    key = ("doctrine", "goal", unit.id)
    found: Goal | None = scene.field.kept.get(key)
    if found is None:
        about = "goal", unit.stand, unit.formation, unit.hanging is None, unit.loot, scene.led(unit)
        found = scene.field.kept[key] = scene.recall(about, lambda: _goal(scene, unit))
    return found


def _goal(scene: Scene, unit: Unit) -> Goal:
    if unit.id in scene.errands:
        return Goal("go", scene.errands[unit.id])
    if scene.posture == "raid" and not scene.is_gun(unit):
        found = raid(scene, unit)
        if found is not None:
            return found
    if not scene.enemies:
        return search(scene, unit)
    if scene.is_gun(unit):
        return gun(scene, unit)
    if scene.kind(unit).light and scene.kind(unit).range:
        return skirmish(scene, unit)
    if scene.is_horse(unit):
        return ride(scene, unit)
    return march(scene, unit)


def search(scene: Scene, unit: Unit) -> Goal:
    """Nobody is in sight: an attacker makes for the nearest ground that counts, or for the middle of the table."""
    if scene.posture == "hold" or scene.is_gun(unit):
        return STAY
    here = scene.body(unit).at
    places = [(one.x, one.y) for one in scene.setup.objectives.values()] or [middle_of_table(scene.setup)]
    at = min(places, key=lambda place: between2(here, place))
    return STAY if distance(here, at) < ARRIVED else Goal("go", at)


# --- ways ---


def turning(body: Body, move: int, angle: int) -> float:
    """Move points for a turn by so many tenths of a degree; small ones are left alone."""
    angle = abs(angle)
    if angle < 60:
        return 0.0
    if angle > 1500:
        return 2.0
    travel = 2 * hypot(body.half_front, body.half_depth) * sin(angle * 0.000872665)
    return 1.0 + max(1, ceil(travel / move))


def way(scene: Scene, unit: Unit, at: Point, short: int = 0) -> float:
    """Move points to a point, or so far short of it, turning there first."""
    return _way(scene.body(unit), scene.kind(unit).move, at, short)


@lru_cache(maxsize=1024)
def _way(body: Body, move: int, at: Point, short: int) -> float:
    far = distance(body.at, at)
    right, ahead = body.local(at)
    turn = 0.0
    if far > 600 and not (ahead > 0 and abs(right) < 1500):
        turn = turning(body, move, turn_to(body.heading, heading_to(body.at, at)))
    return turn + max(0, far - short) / move


# --- charges ---


def frontal(scene: Scene, unit: Unit, enemy: Unit, *, answered: bool = True) -> Bout:
    """About what a charge in front comes to; pikes with an impulse left brace (if they do: ``answered``)."""
    own, foe = nerve(scene.field, unit), nerve(scene.field, enemy)
    fresh = answered and enemy.left > 0
    return _frontal(scene.setup, scene.kind(unit), scene.kind(enemy), own, foe, fresh)


def at_a_glance(scene: Scene, unit: Unit, enemy: Unit) -> float:
    """About what is won by a charge on him from where the unit stands: on a flank where it is not before his front."""
    boldness = scene.boldness(unit, enemy)
    won = frontal(scene, unit, enemy).balance(boldness)
    if won > 0 or not (enemy.routing or scene.field.formation(enemy).flanks):
        return won
    right, ahead = scene.body(enemy).local(scene.body(unit).at)
    if ahead > abs(right):
        return won
    own, foe = nerve(scene.field, unit), nerve(scene.field, enemy)
    flank = _on_flank(scene.setup, scene.kind(unit), scene.kind(enemy), own, foe)
    return max(won, flank.balance(boldness))


def _frontal(setup: PikeSetup, me: Kind, other: Kind, own: Nerve, foe: Nerve, fresh: bool) -> Bout:
    """``fresh``: he has impulses left."""
    parameters = setup.tables.parameters
    braced = other.pikes and fresh and not foe.routing
    brace = parameters.brace_defence * other.files if braced else 0
    mine = me.attack * min(me.files, other.files + 1) // me.files + me.depth
    theirs = 0 if foe.routing else other.defence + other.support + other.depth + brace
    flank = parameters.flank_bonus if foe.routing else 0
    return _assault(setup, own, foe, mine + flank, theirs, foe.routing or not fresh, braced)


def _on_flank(setup: PikeSetup, me: Kind, other: Kind, own: Nerve, foe: Nerve) -> Bout:
    """About what a charge on a flank or in the rear comes to, out of the enemy's sight."""
    theirs = 0 if foe.routing else max(2, other.defence // max(1, other.files) * 3)
    mine = me.attack + me.depth + setup.tables.parameters.flank_bonus
    return _assault(setup, own, foe, mine, theirs, True, False)


@lru_cache(maxsize=1024)
def _assault(
    setup: PikeSetup, own: Nerve, foe: Nerve, mine: int, theirs: int, tired: bool, braced: bool
) -> Bout:
    roll = roll_of(
        Field(setup, {}),
        "impact",
        worst=[tired and "no_impulses"],
        best=[braced and "braced"],
        disorder=-own.dp,
        enemy_disorder=foe.dp,
    )
    return bout(setup, roll, own, foe, mine, theirs, "impact")


class Edge(NamedTuple):
    """An edge of a body: whether it is a flank or the rear, its outward heading, its middle."""

    flank: bool
    outward: int
    middle: Point


@lru_cache(maxsize=1024)
def edges(body: Body, flanks: bool) -> tuple[Edge, ...]:
    found = []
    for turn, far in ((0, body.half_depth), (QUARTER, body.half_front), (HALF, body.half_depth), (
        3 * QUARTER, body.half_front
    )):  # fmt: skip
        outward = (body.heading + turn) % TURN
        dx, dy = step(outward, far)
        found.append(Edge(bool(turn) and flanks, outward, (body.x + dx, body.y + dy)))
    return tuple(found)


class Prospects:
    """What charges of a unit win in front, and on a flank, when it comes to blows: it rested, an enemy under fire the
    worse for it."""

    def __init__(self, scene: Scene, unit: Unit) -> None:
        morale, led = scene.field.sheet(unit.id).morale, led_by(scene.field, unit)
        self.scene, self.me, self.boldness = scene, scene.kind(unit), scene.boldness(unit)
        self.own = Nerve(morale, led, len(unit.bases), 0, unit.routing)

    def against(self, enemy: Unit) -> tuple[float, float]:
        setup, he = self.scene.setup, _awaited(self.scene, enemy)
        return _prospects(setup, self.me, he.kind, self.own, he.nerve, he.flanks, self.boldness * he.prize)


class Awaited(NamedTuple):
    """An enemy as he will be when a charge comes home; whether he has flanks, and what he counts."""

    kind: Kind
    nerve: Nerve
    flanks: bool
    prize: float


def _awaited(scene: Scene, enemy: Unit) -> Awaited:
    def await_him() -> Awaited:
        foe = nerve(scene.field, enemy)
        worn = _about(foe.dp + (SHOT_UP if _under_fire(scene, enemy) else 0), foe.bases)
        flanks = enemy.routing or scene.field.formation(enemy).flanks
        return Awaited(scene.kind(enemy), foe._replace(dp=worn), flanks, scene.prize(enemy))

    found: Awaited = scene.recall(("awaited", enemy.id), await_him)
    return found


def _about(dp: int, bases: int) -> int:
    """Disorder in thirds of the number of bases, up to its double: fine enough to tell where a charge may pay."""
    third = max(1, bases // 3)
    return (min(dp, 2 * bases) + third // 2) // third * third


@lru_cache(maxsize=4096)
def _prospects(
    setup: PikeSetup, me: Kind, other: Kind, own: Nerve, foe: Nerve, flanks: bool, boldness: float
) -> tuple[float, float]:
    front = _frontal(setup, me, other, own, foe, True).balance(boldness)
    return front, _on_flank(setup, me, other, own, foe).balance(boldness) if flanks else front


def _under_fire(scene: Scene, enemy: Unit) -> bool:
    """Foot of the own side is near enough to shoot at it, about."""
    x, y, *_ = scene.body(enemy)
    for body, far in scene.recall("shooters", lambda: _shooters(scene)):
        if (x - body.x) ** 2 + (y - body.y) ** 2 <= far * far:
            return True
    return False


def _shooters(scene: Scene) -> list[tuple[Body, int]]:
    """Own foot, and how far off it has anybody under fire."""
    foot = [(scene.body(one), scene.kind(one)) for one in scene.own if not one.routing]
    return [(body, kind.range + 6000) for body, kind in foot if kind.arm == FOOT and kind.range]


def approaches(
    scene: Scene, unit: Unit, enemy: Unit, front: float, side: float, least: float
) -> Iterator[Goal]:
    """Charges on an enemy that win something, by the edge that they come to."""
    flanks = enemy.routing or scene.field.formation(enemy).flanks
    for flank, at, inward, points in _approaches(
        scene.setup, scene.body(unit), scene.kind(unit).move, scene.body(enemy), flanks
    ):
        worth = side if flank else front
        if worth >= least:
            standoff = scene.kind(unit).move - 300 if inward < 0 else 0
            yield Goal("charge", at, enemy.id, standoff, inward, points, worth)


@lru_cache(maxsize=1024)
def _approaches(
    setup: PikeSetup, body: Body, move: int, other: Body, flanks: bool
) -> tuple[tuple[bool, Point, int, float], ...]:
    """By edge: straight on from where it stands, or by a place before that edge (on the table) from which it then
    goes on inward; the point to make for, that heading (-1: none) and the move points of the way."""
    found = []
    for flank, outward, middle in edges(other, flanks):
        if abs(turn_to(outward, heading_to(middle, body.at))) <= SECTOR:
            found.append((flank, middle, -1, _way(body, move, middle, body.half_depth)))
            continue
        dx, dy = step(outward, STAGE + body.half_depth)
        at, inward = (middle[0] + dx, middle[1] + dy), (outward + HALF) % TURN
        if 0 <= at[0] <= setup.width and 0 <= at[1] <= setup.height:
            turn = turning(body, move, turn_to(heading_to(body.at, at), inward))
            found.append((flank, at, inward, _way(body, move, at, 0) + turn + 1.5))
    return tuple(found)


def best_charge(scene: Scene, unit: Unit, least: float, reach: int) -> Goal | None:
    """The charge that wins most for its way; others in the way make it longer. The nearest enemies are looked at from
    the most promising on, until not even a straight way could make the next one better."""
    move, most = scene.kind(unit).move, RATE * scene.turns_left + 1
    hopes, prospects = [], Prospects(scene, unit)
    for far, enemy in scene.foes(unit)[:LOOKED_AT]:
        if far > reach:
            break
        front, side = prospects.against(enemy)
        if max(front, side) >= least:
            hopes.append((max(front, side) * DELAY ** (far / move), front, side, enemy))
    hopes.sort(key=lambda hope: -hope[0])
    best, found = SLIGHT, None
    for hope, front, side, enemy in hopes[:CHOSEN]:
        if hope <= best:
            break
        for goal in approaches(scene, unit, enemy, front, side, least):
            score = _score(scene, unit, goal, best, most)
            if score > best:
                best, found = score, goal
    return found


def _score(scene: Scene, unit: Unit, goal: Goal, best: float, most: float) -> float:
    """Worth after the time that the way takes; what lies on it is looked at only where it matters."""
    if goal.points > most or goal.worth * DELAY**goal.points <= best:
        return 0.0
    points = goal.points + slowed(scene, unit, goal.at)
    if points > most or goal.worth * DELAY**points <= best:
        return 0.0
    points += hindered(scene, unit, goal)
    return goal.worth * DELAY**points if points <= most else 0.0


def hindered(scene: Scene, unit: Unit, goal: Goal) -> float:
    """Move points lost to units on the way: friends give way sooner than enemies."""
    body = scene.body(unit)
    far = distance(body.at, goal.at)
    if far < 1:
        return 0.0
    facing = Body(body.x, body.y, heading_to(body.at, goal.at), body.half_front, body.half_depth)
    lost = 0.0
    x, y, near, sine, cosine = body.x, body.y, (far + AROUND) ** 2, SIN[facing.heading], COS[facing.heading]
    for other, lies, is_own in scene.bodies:
        dx, dy = lies.x - x, lies.y - y
        if dx * dx + dy * dy > near or other in (unit.id, goal.target):
            continue
        right, ahead = (dx * cosine - dy * sine) // ONE, (dx * sine + dy * cosine) // ONE
        if abs(right) < body.half_front + lies.half_front + lies.half_depth:
            wide, deep = facing.extent(lies)
            if abs(right) < wide + body.half_front and ahead + deep > 0 and ahead - deep < far:
                lost += 2.0 if is_own else 5.0
    return lost


def slowed(scene: Scene, unit: Unit, at: Point) -> float:
    """Move points lost to bad ground on a straight way."""
    body = scene.body(unit)
    return _slowed(scene.setup, body.at, at, body.half_front, scene.kind(unit).move)


@lru_cache(maxsize=1024)
def _slowed(setup: PikeSetup, start: Point, at: Point, half_front: int, move: int) -> float:
    """The way is looked at in a few places."""
    area = box_of((start, at))
    slow = [one for one in bad_ground(setup) if boxes_near(one[0].box, area, half_front)]
    if not slow:
        return 0.0
    far = distance(start, at)
    number = far // LOOK + 1
    across = heading_to(start, at)
    abreast = ((0, 0), step(across, 0, half_front), step(across, 0, -half_front))
    lost = 0.0
    for i in range(1, number + 1):
        middle, factor = share_of(start, at, i, number), 100
        for shape, one in slow:
            if one < factor and _is_entered(shape, middle, abreast):
                factor = one
        lost += far / number / move * (100 / factor - 1)
    return lost


def _is_entered(shape: Outline, middle: Point, abreast: tuple[Vector, ...]) -> bool:
    """Whether one of some points beside a middle lies in a shape; most are outside of its box."""
    west, south, east, north = shape.box
    x, y = middle
    for dx, dy in abreast:
        at = x + dx, y + dy
        if west <= at[0] <= east and south <= at[1] <= north and holds(shape, at):
            return True
    return False


@lru_cache(maxsize=8)
def bad_ground(setup: PikeSetup) -> tuple[tuple[Outline, int], ...]:
    """Terrain that makes moves shorter, with its factor in hundredths; 10 where nobody may go."""
    kinds = setup.tables.terrain
    every = ((piece.shape, kinds[piece.kind]) for piece in setup.terrain)
    return tuple(
        (shape, 10 if one.impassable else max(10, one.move))
        for shape, one in every
        if one.impassable or one.move < 100
    )


# --- arms ---


def ride(scene: Scene, unit: Unit) -> Goal:
    """Horse: a charge that pays, else close behind the fight, out of musket shot."""
    reach = SIGHTED if scene.posture == "attack" else 16_000
    goal = best_charge(scene, unit, LEAST, reach)
    if goal is not None:
        return goal
    enemy = scene.nearest(unit)
    if enemy is None or scene.posture == "hold":
        return STAY
    at = scene.body(enemy).at
    return Goal("shoot", at, enemy.id, HORSE_WAITS, -1, way(scene, unit, at, HORSE_WAITS))


def march(scene: Scene, unit: Unit) -> Goal:
    """Foot: to effective range of an enemy that is near and worn; without weapons, into contact."""
    if scene.posture == "hold":
        return STAY
    kind = scene.kind(unit)
    standoff = max(0, kind.effective - 100) if kind.range else 0
    body, best, found = scene.body(unit), -99.0, STAY
    for worth, enemy, other in _weights(scene):
        if worth > best:
            short = standoff + other.half_depth + body.half_depth
            points = _way(body, kind.move, other.at, short)
            if worth - TIME * points > best:
                best = worth - TIME * points
                found = Goal("shoot", other.at, enemy, standoff, -1, points, worth)
    return found


def _weights(scene: Scene) -> list[tuple[float, str, Body]]:
    """How much each enemy is worth shooting at, and where he stands."""
    found: list[tuple[float, str, Body]] = scene.recall(
        "weights", lambda: [(weight(scene, one), one.id, scene.body(one)) for one in scene.formed]
    )
    return found


def weight(scene: Scene, enemy: Unit) -> float:
    """How much an enemy is worth shooting at: worn ones that are about to break first, guns and outposts last."""
    bases = len(enemy.bases)
    counts = 0.5 if scene.kind(enemy).light or scene.is_gun(enemy) else 1.0
    return scene.prize(enemy) * counts * (0.04 * bases + 0.16 * disorder(bases, enemy.dp))


def skirmish(scene: Scene, unit: Unit) -> Goal:
    """Open order: within range of an enemy, but away from formed ones."""
    goal = best_charge(scene, unit, LEAST, 12_000)
    if goal is not None and goal.points <= 3:
        return goal
    if scene.posture == "hold":
        return STAY
    standoff = min(scene.kind(unit).range - 200, KEEPS_AWAY)
    enemy = scene.nearest(unit)
    if enemy is None:
        return STAY
    at = scene.body(enemy).at
    return Goal("shoot", at, enemy.id, standoff, -1, way(scene, unit, at, standoff), 0.2)


def gun(scene: Scene, unit: Unit) -> Goal:
    """Guns stand; those that have nobody in range follow slowly."""
    enemy = scene.nearest(unit)
    if enemy is None or scene.posture == "hold":
        return STAY
    range_, at = scene.kind(unit).range, scene.body(enemy).at
    return Goal("shoot", at, enemy.id, range_ - 500, -1, way(scene, unit, at, range_ - 500), 0.2)


def raid(scene: Scene, unit: Unit) -> Goal | None:
    """Raiders: loot home; one unit of each command to its village; the others as the enemy lets them."""
    at = place_for(scene, unit)
    if at is not None:
        return Goal("go", at)
    if scene.kind(unit).light and scene.threat(unit) > SCREENS:
        return STAY
    return None
