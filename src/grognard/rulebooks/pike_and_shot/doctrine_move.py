"""Doctrine: steps of a move, towards what a unit is after (points 4, 5, 11)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot import steps
from grognard.rulebooks.pike_and_shot.decisions_unit import may_step
from grognard.rulebooks.pike_and_shot.doctrine_goals import Goal, goal_of
from grognard.rulebooks.pike_and_shot.doctrine_odds import Meeting, charge, meeting, press_on
from grognard.rulebooks.pike_and_shot.doctrine_scene import Body, Scene, ahead_of
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.space.arcs import side_of
from grognard.space.outline import Base
from grognard.space.pose import Pose, distance, heading_to, turn_to
from grognard.space.sine import TURN

STOP: Order = ("stop",)
SHORT = 300
"""A step of less is none."""
SMALL = 60
"""Turns of less than 6 degrees are not worth two move points."""
FREE_OF_ENEMIES = 9000
"""A unit may hang in a manoeuvre when nobody is nearer than this."""
HORSE_NEAR = 12_000
WATCHED = 16_000
"""A unit that stays where it is faces enemies so near."""
STAGED = 1200
"""So near to the place where a charge begins it turns to the enemy."""
CLEARANCE = 60
"""So much is left between a unit and a friend whom it passes."""
ROUNDABOUT = 3
"""When it grows late a step aside may be so many moves long: reserves are not shut in behind their own guns."""
TRICK = 1500
"""From 150 degrees on every base turns about on the spot."""


def step(scene: Scene, unit: Unit) -> Order:
    """The next step of a move; in a charge and out of contact other rules hold."""
    if unit.mode == "leave":
        return _leave(scene, unit)
    if unit.mode == "reform":
        return next(
            (one for one in _turns(scene, unit, _to_face(scene, unit)) if may_step(scene.field, unit, one)),
            STOP,
        )
    if unit.mode == "charge":
        return _charge_on(scene, unit)
    if unit.mode == "straight":
        return _after_evasion(scene, unit)
    return next_step(scene, unit) or STOP


def turns_first(scene: Scene, unit: Unit, goal: Goal) -> bool | None:
    """What it would like to do first on its way to a goal, whether or not it can: turn (True) or go ahead (False);
    None where it has arrived."""
    if beset_by_horse(scene, unit):
        return True
    if goal.aim == "stay":
        turns = scene.threat(unit) < WATCHED and abs(_to_face(scene, unit)) > 450
        return True if turns else None
    body = scene.body(unit)
    if goal.heading >= 0 and distance(body.at, goal.at) < STAGED:
        return True if abs(turn_to(body.heading, goal.heading)) >= SMALL else None
    angle = abs(turn_to(body.heading, heading_to(body.at, goal.at)))
    if angle >= SMALL and not is_on_way(scene, unit, goal):
        return True
    return False if angle < 600 and _room(scene, unit, goal) >= SHORT else None


def next_step(scene: Scene, unit: Unit) -> Order | None:
    """The step towards its goal; None where there is none to take. It is the same before and after the impulse is
    begun, so it is kept also for the next position."""
    pays = unit.mp if scene.field.option("movement") == "one_two_three" else may_hang(scene, unit)
    stands = unit.stand, unit.formation, unit.files, unit.hanging
    about = "step", stands, unit.mode, unit.rough, pays, unit.loot, scene.led(unit)
    found: tuple[Order, ...] = scene.recall(about, lambda: _first_step(scene, unit))
    return found[0] if found else None


def _first_step(scene: Scene, unit: Unit) -> tuple[Order, ...]:
    """The first thing it would like to do that it can; none, or this one."""
    return next(((one,) for one in _wishes(scene, unit) if may_step(scene.field, unit, one)), ())


def _wishes(scene: Scene, unit: Unit) -> Iterator[Order]:
    if unit.hanging is not None:
        yield ("go_on",)
    if beset_by_horse(scene, unit):
        yield from _close_up(scene, unit)
    goal = goal_of(scene, unit)
    if goal.aim == "stay":
        angle = _to_face(scene, unit)
        if abs(angle) > 450 and scene.threat(unit) < WATCHED:
            yield from _turns(scene, unit, angle)
        return
    yield from _towards(scene, unit, goal)


def beset_by_horse(scene: Scene, unit: Unit) -> bool:
    """Point 11: pikes with enemy horse near on more sides than one, not yet in a formation without flanks."""
    if not scene.kind(unit).pikes or not scene.field.formation(unit).flanks:
        return False
    body = scene.body(unit)
    near = [one for far, one in scene.foes(unit) if far <= HORSE_NEAR and is_charger(scene, one)]
    sides = {side_of(base_of(body), scene.body(one).at) for one in near}
    return len(sides) > 1


def is_charger(scene: Scene, enemy: Unit) -> bool:
    return scene.is_horse(enemy) and not enemy.routing


def _close_up(scene: Scene, unit: Unit) -> Iterator[Order]:
    """Tercio sooner than square: it can still advance."""
    if may_hang(scene, unit):
        yield from (("manoeuvre", "form", name, unit.files) for name in ("tercio", "square"))


def _towards(scene: Scene, unit: Unit, goal: Goal) -> Iterator[Order]:
    body, kind = scene.body(unit), scene.kind(unit)
    far = distance(body.at, goal.at)
    if goal.heading >= 0 and far < STAGED:
        yield from _turns(scene, unit, turn_to(body.heading, goal.heading))
        return
    angle = turn_to(body.heading, heading_to(body.at, goal.at))
    if not is_on_way(scene, unit, goal):
        yield from _turns(scene, unit, angle)
    if abs(angle) < 600:
        room = _room(scene, unit, goal)
        if room >= SHORT:
            yield from _ahead(scene, unit, min(room, kind.move * 3 // 2))
            yield from _round(scene, unit, goal, room)


def base_of(body: Body) -> Base:
    return Base(Pose(body.x, body.y, body.heading), 2 * body.half_front, 2 * body.half_depth)


def is_on_way(scene: Scene, unit: Unit, goal: Goal) -> bool:
    """Straight on leads to the goal, near enough."""
    body = scene.body(unit)
    right, far = body.local(goal.at)
    if far <= 0:
        return False
    if goal.target and goal.heading < 0:
        other = scene.body(scene.field.unit(goal.target))
        wide = body.extent(other)[0]
        if ahead_of(body, other).beside <= -min(wide, body.half_front):
            return True
        return goal.aim == "shoot" and goal.standoff > 2500 and abs(right) * 10 <= far * 7
    return abs(right) < 1500 or abs(right) * 8 < far


def _room(scene: Scene, unit: Unit, goal: Goal) -> int:
    """How far to go at most."""
    body = scene.body(unit)
    if goal.target and goal.heading < 0:
        return ahead_of(body, scene.body(scene.field.unit(goal.target))).gap - goal.standoff
    return body.local(goal.at)[1]


def _ahead(scene: Scene, unit: Unit, length: int) -> Iterator[Order]:
    way = steps.furthest(scene.field, unit)
    length = min(length, way.distance)
    if length >= SHORT:
        yield "advance", length


def _round(scene: Scene, unit: Unit, goal: Goal, room: int) -> Iterator[Order]:
    """A step aside, past a friend who stands in the way; to the side where less is needed."""
    body, move = scene.body(unit), scene.kind(unit).move
    blocking: tuple[int, Unit] | None = None
    for other in scene.own:
        lies = ahead_of(body, scene.body(other)) if other.id != unit.id else None
        if lies and lies.beside < 0 and -100 <= lies.gap < min(room, move):
            blocking = min(blocking or (lies.gap, other), (lies.gap, other), key=lambda one: one[0])
    if blocking is None or not may_hang(scene, unit):
        return
    friend = scene.body(blocking[1])
    needed = body.extent(friend)[0] + body.half_front + CLEARANCE
    right = body.local(friend.at)[0]
    ways = sorted(((needed + right, "right"), (needed - right, "left")))
    far = scene.hurries and scene.threat(unit) > FREE_OF_ENEMIES
    most = ROUNDABOUT * move if far else move
    yield from (("manoeuvre", "side_step", side, way) for way, side in ways if way <= most)


def _turns(scene: Scene, unit: Unit, angle: int) -> Iterator[Order]:
    """A turn as needed, wherever there is room for it; none that leaves the unit hanging near the enemy."""
    if abs(angle) < SMALL or not may_hang(scene, unit):
        return
    if abs(angle) >= TRICK:
        yield ("manoeuvre", "turn_about")
    yield "manoeuvre", "turn", angle
    side = "right" if angle > 0 else "left"
    yield "manoeuvre", "wheel", side, min(abs(angle), TURN // 4)
    yield "manoeuvre", "turn", angle // 2


def may_hang(scene: Scene, unit: Unit) -> bool:
    """Two move points at least, or time to finish later."""
    return unit.mp > 1 or unit.left > 0 or scene.threat(unit) > FREE_OF_ENEMIES


def _to_face(scene: Scene, unit: Unit) -> int:
    """The turn that faces the nearest enemy."""
    enemy = scene.nearest(unit)
    if enemy is None:
        return 0
    body = scene.body(unit)
    return turn_to(body.heading, heading_to(body.at, scene.body(enemy).at))


# --- charges ---


def _charge_on(scene: Scene, unit: Unit) -> Order:
    """Into contact while it still pays; a charge that falls short goes on only where the next point may reach."""
    field = scene.field
    way = steps.furthest(field, unit)
    if way.hits:
        order: Order = ("advance", way.distance)
        meet = meeting(field, unit, way.distance)
        if meet is not None and _still_pays(scene, unit, meet) and may_step(scene.field, unit, order):
            return order
        return STOP
    goes_on = unit.mp > 1 or unit.left > 0
    if goes_on and way.distance >= SHORT and may_step(scene.field, unit, ("advance", way.distance)):
        return "advance", way.distance
    order = next_step(scene, unit) or STOP
    return order if order[0] == "advance" else STOP


def _still_pays(scene: Scene, unit: Unit, meet: Meeting) -> bool:
    won = charge(scene.field, unit, meet, scene.boldness(unit, scene.field.unit(meet.hits[0])))
    impulses = unit.left + extra_impulses(scene, unit)
    return (
        won
        + press_on(scene.field, meet, unit, impulses, scene.boldness(unit, scene.field.unit(meet.hits[0])))
        > 0
    )


def extra_impulses(scene: Scene, unit: Unit) -> int:
    """Impulses that its own commander, attached to it, can still add."""
    for one in scene.field.attached_to(unit.id):
        if one.id == scene.field.sheet(unit.id).command and not one.coordinated:
            return one.cp
    return 0


def _after_evasion(scene: Scene, unit: Unit) -> Order:
    """The enemy has gone: into him, if he is caught, else stop."""
    way = steps.furthest(scene.field, unit)
    order: Order = ("advance", way.distance)
    return order if way.hits and may_step(scene.field, unit, order) else STOP


def _leave(scene: Scene, unit: Unit) -> Order:
    """Out of contact: back, or turned about."""
    move = scene.kind(unit).move
    if unit.hanging is not None and may_step(scene.field, unit, ("go_on",)):
        return ("go_on",)
    tries: tuple[Order, ...] = (("manoeuvre", "step_back", move), ("manoeuvre", "step_back", move // 2))
    return next((one for one in tries if may_step(scene.field, unit, one)), STOP)


def ready_to_move(unit: Unit, points: int) -> Unit:
    """The unit as it would be with so many move points of its next impulse."""
    return replace(unit, mode="move", mp=points, left=unit.left - 1)
