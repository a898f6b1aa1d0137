"""What the doctrine knows of a position: from the view of a seat alone, thought once for the whole side."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.rulebooks.napoleonic import footing, melee, relations
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.doctrine_odds import Blow, fight_worth
from grognard.rulebooks.napoleonic.doctrine_routes import Routes, routes_of
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import Fighter, Strike, modifiers, total
from grognard.rulebooks.napoleonic.hindrances import Thing, effect, flag, kind_of, land_of
from grognard.rulebooks.napoleonic.model import Body, Gun, NapoleonicSetup, Trooper, Unit, Works
from grognard.rulebooks.napoleonic.tracks import leg_cost
from grognard.rulebooks.napoleonic.victory import score
from grognard.space.measure import crosses
from grognard.space.outline import Base, box_of, boxes_near, edges_of, once
from grognard.space.pose import heading_to, turn_to

NEARLY = 60
"""Thousandths that an attack keeps in hand: it turns and steps as it goes."""
GENERAL, COLOUR = 0.25, 0.1
DECIDES = 2
"""Up to that difference of fighting values a general's +1 decides an attack."""
FULL, FEW = 10, 5


class Scene:
    """Everything thought about one view. ``orders``: the plan of the side, by body."""

    def __init__(self, field: Field, side: str) -> None:
        self.field, self.side = field, side
        self.setup = field.setup
        self.foe = field.enemy(side)
        self.units = [one for one in field.units_of(side) if field.is_fit(one)]
        self.foes = field.threats(side)
        self.orders: dict[str, Order] = {}
        self.attacks: dict[str, str] = {}
        self.can_go: set[str] = set()
        self.strikes: dict[str, str] | None = None
        self.shots: dict[str, Order] | None = None
        self._fighters: dict[str, Fighter] = {}
        self._most: dict[str, int] = {}
        self._routes: dict[str, Routes] = {}
        self._striking: dict[str, int] = {}
        self._struck: dict[tuple[str, ...], int] = {}
        self._worth: dict[str, float] = {}
        self.under_fire: dict[str, bool] = {}
        self.below: dict[str, list[Body]] = {}
        self._strike: dict[tuple[str, str], Strike] = {}
        self._struck_soon: dict[str, bool] = {}

    @once
    def _known(self) -> Pairs:
        return _pairs(self.setup, self.field.works, _stands(self.field))

    # --- fighting values ---

    def fighter(self, unit: Unit) -> Fighter:
        found = self._fighters.get(unit.id)
        if found is None:
            leader = self.field.leader(unit.id)
            found = self._fighters[unit.id] = melee.fighter(self.field, unit, unit.figures, leader)
        return found

    @clause("NA-MOD-01", "NA-MOD-05", "NA-MOD-06")
    def striking(self, unit: Unit, enemy: Body) -> int:
        """Its fighting value as the one who attacks that enemy, nobody striking back but him."""
        return self.at_best(unit) + self.across(unit, enemy)

    @clause("NA-MOD-01", "NA-MOD-05", "NA-MOD-06")
    def at_best(self, unit: Unit) -> int:
        """The same with nothing between the two: against nobody is it more."""
        found = self._striking.get(unit.id)
        if found is None:
            one = self.fighter(unit)
            if one.manner == "horse" and not one.attacks:
                lances = self.field.unit_sheet(unit).lances and not unit.has_attacked
                one = replace(one, attacks=True, lances=lances)
            found = self._striking[unit.id] = total(modifiers(self.setup.tables, one, ()))
        return found

    @clause("NA-MOD-21", "NA-MOD-22")
    def struck(self, unit: Unit, strikers: Iterable[Unit]) -> int:
        """Its fighting value when those strike it."""
        strikers = tuple(strikers)
        key = (unit.id, *(one.id for one in strikers))
        found = self._struck.get(key)
        if found is None:
            strikes = [self.strike(one, unit) for one in strikers]
            found = self._struck[key] = total(modifiers(self.setup.tables, self.fighter(unit), strikes))
        return found

    @clause("NA-OBS-10")
    def across(self, unit: Unit, enemy: Body) -> int:
        """What lies between them takes from the attacker."""
        key = (unit.id, enemy.id)
        known = self._known[1]
        found = known.get(key)
        if found is None:
            found = known[key] = footing.obstacle_minus(self.field, unit, enemy, assails=True)
        return found

    def worth(self, body: Body) -> float:
        """What it means to a side, a full regiment of the line being 1."""
        found = self._worth.get(body.id)
        if found is None:
            led = self.field.has_general(body.id)
            found = 0.5
            if isinstance(body, Unit):
                found = _worth_of(self.setup, body.sheet, body.figures, body.colours, led)
            self._worth[body.id] = found
        return found

    def together(self, enemy: Unit, strikers: list[Unit]) -> float:
        """What it is worth that these strike one enemy regiment."""
        if not strikers:
            return 0.0
        blows = [
            Blow(self.striking(one, enemy), self.field.manner(one), min(self.worth(one), 1.5))
            for one in strikers
        ]
        value = self.struck(enemy, strikers)
        return fight_worth(self.setup, blows, value, self.field.manner(enemy), self.worth(enemy))

    def strike(self, unit: Unit, enemy: Body) -> Strike:
        """How and from which side it would strike."""
        key = (unit.id, enemy.id)
        found = self._strike.get(key)
        if found is None:
            side = relations.flank(self.field, unit, enemy)
            found = self._strike[key] = Strike(unit.id, self.field.manner(unit), side)
        return found

    def lead_of(self, enemy: Unit, strikers: list[Unit]) -> int:
        """The best difference of fighting values that they have together."""
        value = self.struck(enemy, strikers)
        return max(self.striking(one, enemy) - value for one in strikers)

    # --- distances ---

    @clause("NA-MOVE-03", "NA-MOVE-06", "NA-MOVE-07")
    def can_attack(self, unit: Unit, enemy: Body) -> bool:
        """Whether an attack would come home this turn, if the enemy stays."""
        key = (unit.id, enemy.id)
        known = self._known[0]
        found = known.get(key)
        if found is None:
            found = known[key] = self._can_attack(unit, enemy)
        return found

    def may_reach(self, enemy: Body, units: list[Unit]) -> list[Unit]:
        """Those of some regiments that an attack might bring to an enemy, as the distance of middles alone tells."""
        x, y, room, strides = enemy.x, enemy.y, enemy.shape.reach, self._strides
        return [one for one in units if (one.x - x) ** 2 + (one.y - y) ** 2 <= (strides[one.id] + room) ** 2]

    @once
    def _strides(self) -> dict[str, int]:
        """From the middle of a regiment no attack comes home farther off than this."""
        close = self.field.distances.close_combat
        return {one.id: self.farthest(one) + close + one.shape.reach for one in self.units}

    def _can_attack(self, unit: Unit, enemy: Body) -> bool:
        field, close, most = self.field, self.field.distances.close_combat, self.farthest(unit)
        if not field.within(unit, enemy, most + close - NEARLY):
            return False
        if relations.reaches(field, unit, enemy):
            return True
        here, there, routes = unit.pose.at, enemy.pose.at, self.routes(unit)
        if routes.is_on(here) or not routes.is_open(here, there):
            return False
        turn = leg_cost(unit.shape, unit.pose.turned(turn_to(unit.heading, heading_to(here, there))))
        need = field.gap(unit, enemy) - close + NEARLY + turn
        if need > most or need > (reach := allowance(field, unit, ("attack", enemy.id))):
            return False
        delay = self._delay(unit, enemy)
        return delay is not None and need + delay <= reach

    @clause("NA-OBS-01", "NA-OBS-06", "NA-OBS-09")
    def _delay(self, unit: Unit, enemy: Body) -> int | None:
        """What obstacles on the straight way cost; None where one of them ends the move."""
        start, end = (unit.x, unit.y), (enemy.x, enemy.y)
        line, land, kind = box_of((start, end)), land_of(self.field), kind_of(self.field, unit)
        level, found = land.level(start), 0
        for thing in land.terrain:
            edges = (edge for shape in thing.shapes for edge in edges_of(shape.ring))
            if thing.row is None or not boxes_near(thing.box, line):
                continue
            if any(crosses(start, end, *edge) for edge in edges):
                what = effect(thing, kind, unit.id, level)
                if what == "stop":
                    return None
                found += thing.row.delay if what == "delay" else 0
        return found

    @clause("NA-MOVE-03")
    def farthest(self, unit: Unit) -> int:
        """No attack of its goes farther in a turn."""
        found = self._most.get(unit.id)
        if found is None:
            found = self._most[unit.id] = max(
                self.field.plain_move(unit), self.setup.tables.arms[self.field.arm(unit)].straight_attack
            )
        return found

    def routes(self, body: Body) -> Routes:
        found = self._routes.get(body.id)
        if found is None:
            found = self._routes[body.id] = routes_of(self.field, kind_of(self.field, body))
        return found

    def nearest(self, body: Body) -> tuple[int, Unit] | None:
        """The nearest enemy regiment that does not flee."""
        closest = self.closest(body)
        if not closest:
            return None
        found = relations.nearest(self.field, body, closest)
        return self.field.gap(body, found), found

    def near(self, body: Body) -> list[tuple[int, Unit]]:
        """Enemy regiments, the nearest first."""
        key = ("doctrine near", body.id)
        found: list[tuple[int, Unit]] | None = self.field.kept.get(key)
        if found is None:
            measured = ((self.field.gap(body, one), one) for one in self.closest(body))
            found = self.field.kept[key] = sorted(measured, key=lambda row: (row[0], row[1].id))
        return found

    def closest(self, body: Body) -> list[Unit]:
        """A few enemy regiments whose middles are nearest."""
        key = ("doctrine closest", body.id)
        found: list[Unit] | None = self.field.kept.get(key)
        if found is None:
            x, y = body.x, body.y
            rows = sorted([((one.x - x) ** 2 + (one.y - y) ** 2, one.id, one) for one in self.foes])
            found = self.field.kept[key] = [row[2] for row in rows[:FEW]]
        return found

    # --- the battle as a whole ---

    @once
    def lead(self) -> int:
        """Points of objectives ahead of the enemy."""
        points = score(self.field)
        return points[self.side] - points[self.foe]

    @once
    def lateness(self) -> float:
        return min(self.field.turn / max(self.setup.turns, 1), 1.0)

    @once
    def boldness(self) -> float:
        """What is risked for the sake of an attack: more the later it grows for who is not ahead."""
        strong = sum(map(self.worth, self.units)) - 1.2 * sum(map(self.worth, self.foes))
        return (0.05 if strong > 0 else 0.0) + (0.05 + 0.15 * self.lateness if self.lead <= 0 else 0.0)

    @once
    def calls(self) -> set[str]:
        """Regiments whose attack on the enemy nearest to them a general's +1 would decide (point 4)."""
        nearest: dict[str, tuple[int, str, Unit]] = {}
        free = [one for one in self.units if not one.locks]
        for enemy in self.foes:
            for one in self.may_reach(enemy, free):
                row = (one.x - enemy.x) ** 2 + (one.y - enemy.y) ** 2, enemy.id, enemy
                if one.id not in nearest or row[:2] < nearest[one.id][:2]:
                    nearest[one.id] = row
        pairs = ((one, nearest[one.id][2]) for one in free if one.id in nearest)
        return {
            one.id
            for one, enemy in pairs
            if self.can_attack(one, enemy)
            and self.at_best(one) >= self.struck(enemy, ())
            and 0 <= self.striking(one, enemy) - self.struck(enemy, ()) <= DECIDES
        }

    @once
    def train(self) -> list[Base]:
        """Where guns and wagons stand that are in the way of their own."""
        return [one.shape for one in (*self.field.guns, *self.field.wagons) if flag(one) == self.side]

    @once
    def takes_a_turn(self) -> list[Thing]:
        """Obstacles that take a turn to cross."""
        return [one for one in land_of(self.field).terrain if one.row and one.row.one_turn]

    @once
    def places(self) -> list[tuple[Thing, set[str]]]:
        """Places that take one unit a turn, with the ids of those who stand in them or have been told to go there."""
        places = [one for one in land_of(self.field).terrain if one.row and one.row.one_unit]
        return [(one, {body.id for body in self.field.bodies if one.meets(body.shape)}) for one in places]

    def struck_soon(self, foe: Unit) -> bool:
        """Whether an own regiment will be able to strike that enemy in this turn."""
        found = self._struck_soon.get(foe.id)
        if found is None:
            near = self.field.distances.close_combat
            met = (self.field.within(one, foe, near) for one in self.units)
            found = self._struck_soon[foe.id] = foe.standing != "fleeing" and any(met)
        return found

    @once
    def guns(self) -> list[Gun]:
        return [
            one for one in self.field.guns if one.side == self.side and one.owner == self.side and one.crew
        ]

    def has_friends_near(self, body: Body, limit: int) -> bool:
        return any(one.id != body.id and self.field.within(one, body, limit) for one in self.units)

    def friends_near(self, body: Body, limit: int) -> list[Trooper]:
        return [one for one in self.units if one.id != body.id and self.field.within(one, body, limit)]


@lru_cache(maxsize=1 << 11)
def _worth_of(setup: NapoleonicSetup, sheet: str, figures: int, colours: int, led: bool) -> float:
    """Of a regiment: what it can do, and what is lost with it."""
    printed = setup.units[sheet]
    horse = 2 if printed.branch == "horse" else 1
    status = setup.tables.statuses[printed.status].fv
    return horse * figures / FULL + 0.2 * status + GENERAL * led + COLOUR * colours


Pairs: TypeAlias = tuple[dict[tuple[str, str], bool], dict[tuple[str, str], int]]


@lru_cache(maxsize=32)
def _pairs(setup: NapoleonicSetup, works: Works, bodies: tuple[Any, ...]) -> Pairs:
    """What is found out of pairs, by the ids of both: it holds while everybody stays where and as he stands."""
    return {}, {}


def _stands(field: Field) -> tuple[Any, ...]:
    """All that reach and ground between two hang on."""
    return tuple(
        (one.id, one.side, one.x, one.y, one.heading, one.frontage, one.depth, one.standing, one.start)
        + (
            (one.kind, one.figures, one.paid, one.obstacle, one.rout, one.order[:1])
            if isinstance(one, Unit)
            else (one.order[:1],)
        )
        for one in field.bodies
    )


@lru_cache(maxsize=4)
def scene_of(field: Field, side: str) -> Scene:
    """The thoughts of a side about a position, made once. They know the field, so the field must not keep them: both
    would stay until somebody looks for rings."""
    return Scene(field, side)
