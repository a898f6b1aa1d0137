"""Doctrine, points 3 to 8, 13 and 14: what the active general does in the movement phase, one activation at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from heapq import nlargest

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.rulebooks.modern.doctrine_fire import Plan, Shooter, places, stands
from grognard.rulebooks.modern.doctrine_scene import FAR, Scene
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.transport import hosts, landings
from grognard.rulebooks.modern.values import command, is_restricted
from grognard.rulebooks.modern.ways import HALVES, reach_of
from grognard.rulebooks.modern.works import possible
from grognard.space.hex_grid import Hex, HexSet, hex_set, members

END: Order = ("end",)
WALK = 4
"""Hexes beyond which infantry is carried (point 14), and within which it gets off."""
MOST_PLACES = 12
"""So many hexes from which a unit could fire are looked at."""
PACE, HURRY = 0.35, 0.6
"""What a turn nearer to the goal is worth at the start, and how much more at the end."""
MOST_TURNS = 12.0
WORTH_IT = 0.1
"""A move must win so much."""
SPOT, COVER = 0.1, 0.03
"""What an enemy counter in sight, a point of armour more is worth."""


def movement(scene: Scene, seat: str) -> Order:
    """The next activation: kills, points, danger, then the way to the goals (point 8)."""
    field = scene.field
    left = command(field, seat) - field.general(seat).activations
    units = [unit for unit in field.units if unit.general == seat and not unit.activated]
    if left <= 0 or not units:
        return END
    order = _landings(scene, units)
    if order:
        return order
    plan = kill_plan(scene, seat, units, left)
    order = _kill(plan)
    firing = {one.unit.id for volley in plan.volleys for one in volley.shooters}
    rest = [unit for unit in units if unit.id not in firing]
    return order or _works(scene, rest) or _boardings(scene, rest, left) or _walks(scene, rest) or END


def able(scene: Scene, units: list[Unit]) -> list[Unit]:
    return [one for one in units if one.status == "map" and not is_restricted(scene.field, one, "move")]


# --- kills -----------------------------------------------------------------------------------------------


@clause("MO-MOVE-01", "MO-FIRE-04")
def _kill(plan: Plan) -> Order:
    """The first move that a volley needs; who fires from where he stands stays there."""
    for volley in plan.volleys:
        for one in volley.shooters:
            if one.place is not None:
                return "move", one.unit.id, one.place
    return ()


def kill_plan(scene: Scene, seat: str, units: list[Unit], left: int) -> Plan:
    """Volleys of all units of a general, where those named may move first."""
    movers = {
        one.id for one in able(scene, units) if one.id not in scene.holders or not _is_there(scene, one)
    }
    return Plan(scene, scene.field.of_general(seat), partial(_approach, scene, movers), left)


def _is_there(scene: Scene, unit: Unit) -> bool:
    point = scene.holders.get(unit.id)
    return point is not None and point.hex == unit.hex


def _approach(scene: Scene, movers: set[str], unit: Unit, foe: Unit) -> Shooter | None:
    """Fire from where it stands, or else from the safest hex that it can get to."""
    far = scene.grid.distance(unit.hex, foe.hex)
    if far > 2 * scene.value(unit, "speed") + scene.value(unit, "range"):
        return None
    attack = scene.attack(unit, scene.field.arm(foe))
    here = stands(scene)(unit, foe) if attack else None
    if here is not None or not attack or unit.id not in movers or scene.field.has(unit, "deploy_to_fire"):
        return here
    if not _will_see(scene, unit, foe):
        return None
    able_to = reach_of(scene.field, unit).hexes & places(scene, unit, foe) & ~(1 << unit.hex)
    best = _safest(scene, unit, able_to, foe)
    return Shooter(unit, attack, best[1], max(best[0], 0.0)) if best else None


def _will_see(scene: Scene, unit: Unit, foe: Unit) -> bool:
    """A counter that nobody sees now may be one that hides."""
    if scene.known.seen is not None and scene.known.seen >> foe.hex & 1:
        return True
    return scene.grid.distance(unit.hex, foe.hex) <= 2 * scene.value(unit, "sight") and not foe.known


def _safest(scene: Scene, unit: Unit, hexes: HexSet, foe: Unit) -> tuple[float, Hex] | None:
    now = scene.loss(unit, unit.hex)
    found = members(hexes)
    found.sort(key=lambda hex: (-scene.grid.distance(hex, foe.hex), hex))
    risks = [(scene.loss(unit, hex) - now, hex) for hex in found[:MOST_PLACES]]
    return min(risks, default=None)


# --- works -----------------------------------------------------------------------------------------------


@clause("MO-WORK-01")
def _works(scene: Scene, units: list[Unit]) -> Order:
    """A status given back, a crossing on the way, a fort under who holds a point, a run broken (points 7, 13)."""
    for unit in units:
        if unit.status == "map" and not unit.moved:
            found = [(_use(scene, unit, *work), work) for work in possible(scene.field, unit)]
            use, work = max(found, default=(0.0, ("", 0)))
            if use > 0:
                return "work", unit.id, *work
    return ()


def _use(scene: Scene, unit: Unit, word: str, hex: Hex) -> float:
    match word:
        case "repair" | "medic":
            other = scene.field.at(hex)
            return 1 + scene.price(other) / 100 if other else 0.0
        case "interrupt":
            return 3.0 if scene.field.at(hex) is not None else 0.0
        case "fort":
            return 1.0 if _is_there(scene, unit) and scene.foes else 0.0
        case "clear":
            own = any(mine.hex == hex and mine.side == scene.side for mine in scene.field.mines)
            return 0.0 if own else 0.5
        case "lower":
            other = scene.field.at(hex)
            return 0.5 if other is not None and other.side == scene.foe else 0.0
        case "crossing":
            return _crossing(scene, unit, hex)
    return 0.0


@clause("MO-WORK-02")
def _crossing(scene: Scene, unit: Unit, hex: Hex) -> float:
    """The nearest point lies across the river, and no bridge is within 6 hexes."""
    grid = scene.grid
    if scene.field.passages & grid.disc(unit.hex, 6):
        return 0.0
    goals = [point.hex for point in scene.field.points if not scene.is_held(point)]
    near = min(goals, key=lambda goal: grid.distance(unit.hex, goal), default=None)
    if near is None or grid.distance(hex, near) >= grid.distance(unit.hex, near):
        return 0.0
    return 2.0 if scene.turns(unit, unit.hex, near) > grid.distance(unit.hex, near) else 0.0


# --- transports ------------------------------------------------------------------------------------------


@clause("MO-TRAN-02", "MO-TRAN-04", "MO-TRAN-06")
def _landings(scene: Scene, units: list[Unit]) -> Order:
    """Who has come near enough gets off, before his transport goes on (point 14)."""
    for unit in units:
        hex = _landing(scene, unit) if unit.status == "aboard" else None
        if hex is not None:
            return "disembark", unit.id, hex
    return ()


@clause("MO-TRAN-02", "MO-TRAN-03")
def _boardings(scene: Scene, units: list[Unit], left: int) -> Order:
    """Who has far to go gets on, where his transport can go on in this turn (point 14)."""
    for unit in able(scene, units) if left > 1 else ():
        host = _host(scene, unit)
        if host:
            return "embark", unit.id, host
    return ()


def goal_of(scene: Scene, unit: Unit, hex: Hex) -> Hex:
    """Where a unit is bound: its point, or else the nearest point that isn't held, or else the nearest enemy."""
    point = scene.holders.get(unit.id)
    if point is not None:
        return point.hex
    goals = [one.hex for one in scene.field.points if not scene.is_held(one)] if scene.can_hold(unit) else []
    goals += [foe.hex for foe in scene.foes if scene.attack(unit, scene.field.arm(foe))]
    return min(goals, key=lambda goal: (scene.grid.distance(hex, goal), goal), default=hex)


def _landing(scene: Scene, unit: Unit) -> Hex | None:
    """Near the goal, not next to the enemy, but on a point at any price."""
    host = scene.field.unit(unit.aboard)
    goal = goal_of(scene, unit, host.hex)
    beside = scene.grid.spread(hex_set(foe.hex for foe in scene.foes))
    found = []
    for hex in landings(scene.field, unit):
        far = scene.grid.distance(hex, goal) if scene.turns(unit, hex, goal) < FAR else int(FAR)
        on_point = hex == goal and scene.can_hold(unit)
        if on_point or (far <= WALK and not beside >> hex & 1):
            cost = far * 0.2 + scene.loss(unit, hex) - COVER * scene.cover(unit, hex) - 3 * on_point
            found.append((cost, hex))
    best = min(found, default=None)
    return best[1] if best is not None else None


def _host(scene: Scene, unit: Unit) -> str:
    """A transport beside it that can go on still, where it has far to go."""
    goal = goal_of(scene, unit, unit.hex)
    if scene.grid.distance(unit.hex, goal) <= WALK or _is_there(scene, unit):
        return ""
    for host in hosts(scene.field, unit):
        if not host.activated and host.general == unit.general:
            faster = scene.value(host, "speed") > scene.value(unit, "speed")
            if faster and scene.turns(host, host.hex, goal) < scene.turns(unit, unit.hex, goal):
                return host.id
    return ""


# --- on the way ------------------------------------------------------------------------------------------


@clause("MO-MOVE-01", "MO-CP-01")
def _walks(scene: Scene, units: list[Unit]) -> Order:
    """Who goes to a point first, then who is in danger, then the others, the fastest before (point 8)."""
    for unit in sorted(able(scene, units), key=lambda one: _rank(scene, one)):
        best = best_move(scene, unit)
        if best is not None and best[0] > WORTH_IT:
            return best[1]
    return ()


def _rank(scene: Scene, unit: Unit) -> tuple[float, float, int, str]:
    point = scene.holders.get(unit.id)
    there = point is not None and point.hex == unit.hex
    takes = scene.worth(point) if point is not None and not there else 0.0
    return -takes, -scene.loss(unit, unit.hex), -scene.value(unit, "speed"), unit.id


def best_move(scene: Scene, unit: Unit) -> tuple[float, Order] | None:
    """A unit's best hex, and how much better it is than where it stands."""
    return next(iter(best_moves(scene, unit, 1)), None)


def best_moves(scene: Scene, unit: Unit, most: int) -> list[tuple[float, Order]]:
    """A unit's best hexes; of a gun that could fire from where it stands none (point 3)."""
    if scene.field.has(unit, "deploy_to_fire") and any(
        scene.attack(unit, scene.field.arm(foe)) and places(scene, unit, foe) >> unit.hex & 1
        for foe in scene.foes
    ):
        return []
    outlook = Outlook(scene, unit)
    here = outlook.appeal(unit.hex)
    found = nlargest(most, ((outlook.appeal(hex), hex) for hex in _ends(scene, unit)))
    return [(appeal - here, ("move", unit.id, hex)) for appeal, hex in found]


def _ends(scene: Scene, unit: Unit) -> Iterator[Hex]:
    ends = reach_of(scene.field, unit).hexes & ~(1 << unit.hex)
    mined = hex_set(mine.hex for mine in scene.field.mines if mine.side != scene.side)
    return iter(members(ends & ~mined))


def _bound_for(scene: Scene, unit: Unit) -> Hex:
    """A transport goes where its passengers are bound, or for who waits to be carried."""
    aboard = scene.field.passengers(unit.id)
    if aboard:
        return goal_of(scene, aboard[0], unit.hex)
    if scene.field.card(unit).carries:
        waiting = [
            one
            for one in scene.own
            if one.general == unit.general
            and scene.field.card(unit).carries.get(scene.field.arm(one))
            and scene.grid.distance(one.hex, goal_of(scene, one, one.hex)) > WALK
        ]
        near = min(waiting, key=lambda one: (scene.grid.distance(one.hex, unit.hex), one.id), default=None)
        if near is not None and scene.value(unit, "speed") > scene.value(near, "speed"):
            return near.hex
    return goal_of(scene, unit, unit.hex)


class Outlook:
    """How a unit looks at the hexes in which it could end its move."""

    def __init__(self, scene: Scene, unit: Unit) -> None:
        self.scene, self.unit = scene, unit
        self.goal = _bound_for(scene, unit)
        self.speed = max(scene.value(unit, "speed"), 1)
        self.way = scene.way(unit, self.goal)
        self.pace = PACE + HURRY * scene.lateness
        points = scene.field.points if scene.can_hold(unit) else []
        self.points = {point.hex: scene.worth(point) for point in points}
        self.hidden = hex_set(foe.hex for foe in scene.foes) & ~(scene.known.seen or 0)
        self.sight = scene.value(unit, "sight")

    def appeal(self, hex: Hex) -> float:
        """What it is worth that the unit ends its move in a hex (points 4 to 7)."""
        scene = self.scene
        found = COVER * scene.cover(self.unit, hex) - scene.loss(self.unit, hex)
        found -= self.pace * min(self._turns_left(hex), MOST_TURNS)
        found += self.points.get(hex, 0.0)
        if self.hidden:
            found += SPOT * min((self.hidden & scene.grid.disc(hex, self.sight)).bit_count(), 5)
        return found

    def _turns_left(self, hex: Hex) -> float:
        """Turns to the goal; where it lies out of the unit's ground, as the crow flies."""
        left = self.way.get(hex)
        if left is not None:
            return left / (HALVES * self.speed)
        return self.scene.grid.distance(hex, self.goal) / self.speed
