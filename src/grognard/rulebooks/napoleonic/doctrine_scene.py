"""What the doctrine knows of a position: from the view of a seat alone, thought once for the whole side."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.rulebooks.napoleonic import melee, relations
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.doctrine_between import NEVER, Between, farthest
from grognard.rulebooks.napoleonic.doctrine_odds import Blow, fight_worth
from grognard.rulebooks.napoleonic.doctrine_routes import Routes, routes_of
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import Fighter, Strike, modifiers, total
from grognard.rulebooks.napoleonic.hindrances import Kind, Thing, flag, kind_of, land_of
from grognard.rulebooks.napoleonic.model import Body, Gun, NapoleonicSetup, Trooper, Unit
from grognard.rulebooks.napoleonic.victory import score
from grognard.space.outline import Base, once

GENERAL, COLOUR = 0.25, 0.1
DECIDES = 2
"""Up to that difference of fighting values a general's +1 decides an attack."""
FULL, FEW = 10, 5
MOVE: Order = ("move",)
"""No attack goes less far; one straight ahead may go farther."""
Stride: TypeAlias = tuple[int, int, int, Unit]
"""A regiment with its middle, and how far from there its attack may come home."""


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
        self._routes: dict[str, Routes] = {}
        self._grids: dict[Kind, Routes] = {}
        self._striking: dict[str, int] = {}
        self._struck: dict[tuple[str, ...], int] = {}
        self._worth: dict[str, float] = {}
        self.under_fire: dict[str, bool] = {}
        self.below: dict[str, list[Body]] = {}
        self._strike: dict[tuple[str, str], Strike] = {}
        self._struck_soon: dict[str, bool] = {}

    @once
    def between(self) -> Between:
        return Between(self.field)

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
            found = self._striking[unit.id] = _value(self.setup, one, ())
        return found

    @clause("NA-MOD-21", "NA-MOD-22")
    def struck(self, unit: Unit, strikers: Iterable[Unit]) -> int:
        """Its fighting value when those strike it."""
        strikers = tuple(strikers)
        key = (unit.id, *(one.id for one in strikers))
        found = self._struck.get(key)
        if found is None:
            strikes = tuple([self.strike(one, unit) for one in strikers])
            found = self._struck[key] = _value(self.setup, self.fighter(unit), strikes)
        return found

    @clause("NA-OBS-10")
    def across(self, unit: Unit, enemy: Body) -> int:
        """What lies between them takes from the attacker."""
        return self.between.minus(unit, enemy)

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

    def may_lead(self, enemy: Unit, strikers: list[Unit]) -> int:
        """No less than that, found without a look at what lies between them."""
        return max(map(self.at_best, strikers)) - self.struck(enemy, strikers)

    # --- distances ---

    @clause("NA-MOVE-03", "NA-MOVE-06", "NA-MOVE-07")
    def can_attack(self, unit: Unit, enemy: Body) -> bool:
        """Whether an attack would come home this turn, if the enemy stays."""
        field, need = self.field, self.between.way(unit, enemy)
        if need == NEVER:
            return False
        return need <= allowance(field, unit, MOVE) or need <= allowance(field, unit, ("attack", enemy.id))

    def strides(self, units: Iterable[Unit]) -> list[Stride]:
        """How far from the middles of some regiments the middle of a point may be to which they attack."""
        return [self._strides[one.id] for one in units]

    @once
    def _strides(self) -> dict[str, Stride]:
        close = self.field.distances.close_combat
        return {
            one.id: (one.x, one.y, farthest(self.field, one) + close + one.shape.reach, one)
            for one in self.units
        }

    def may_reach(self, enemy: Body, strides: list[Stride]) -> list[Unit]:
        """Those of some regiments that an attack might bring to an enemy, as the distance of middles alone tells."""
        x, y, room, found = enemy.x, enemy.y, enemy.shape.reach, []
        for east, north, far, one in strides:
            dx, dy, most = east - x, north - y, far + room
            if dx * dx + dy * dy <= most * most:
                found.append(one)
        return found

    def routes(self, body: Body) -> Routes:
        found = self._routes.get(body.id)
        if found is None:
            kind = kind_of(self.field, body)
            if kind not in self._grids:
                self._grids[kind] = routes_of(self.field, kind)
            found = self._routes[body.id] = self._grids[kind]
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
        return [row[2] for row in self._closest(body)]

    def _closest(self, body: Body) -> list[tuple[int, str, Unit]]:
        key = ("doctrine closest", body.id)
        found: list[tuple[int, str, Unit]] | None = self.field.kept.get(key)
        if found is None:
            found = self.field.kept[key] = self.foes_from(body.x, body.y)[:FEW]
        return found

    def foes_within(self, body: Body, limit: int) -> list[Unit]:
        """Those of the few nearest that are so near; none where even the nearest middle is too far off."""
        near = self._closest(body)
        most = limit + body.shape.reach + self._widest
        if not near or near[0][0] > most * most:
            return []
        return [one for _, _, one in near if self.field.within(body, one, limit)]

    @once
    def _widest(self) -> int:
        """No corner of an enemy is farther from its middle."""
        return max((one.shape.reach for one in self.foes), default=0)

    def foes_from(self, x: int, y: int) -> list[tuple[int, str, Unit]]:
        """Enemy regiments, the nearest to a place first, with the square of the distance of their middles."""
        return sorted(self._far_from(x, y))

    def nearest_foe(self, x: int, y: int) -> tuple[int, str, Unit]:
        """The first of them."""
        return min(self._far_from(x, y))

    def _far_from(self, x: int, y: int) -> list[tuple[int, str, Unit]]:
        return [
            ((east - x) * (east - x) + (north - y) * (north - y), name, one)
            for east, north, name, one in self._places_of_foes
        ]

    @once
    def _places_of_foes(self) -> list[tuple[int, int, str, Unit]]:
        return [(one.x, one.y, one.id, one) for one in self.foes]

    @once
    def locked(self) -> dict[str, list[Unit]]:
        """By enemy, the own regiments that are locked in a firefight with it."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units:
            for enemy in self.field.locked_with(unit):
                found.setdefault(enemy, []).append(unit)
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
        found = set()
        for x, y, far, one in self.strides(one for one in self.units if not one.locks):
            near: list[tuple[int, str, Unit]] = []
            for east, north, name, enemy in self._places_of_foes:
                dx, dy, most = east - x, north - y, far + enemy.shape.reach
                far2 = dx * dx + dy * dy
                if far2 <= most * most:
                    near.append((far2, name, enemy))
            if near and self._decides(one, min(near)[2]):
                found.add(one.id)
        return found

    def _decides(self, unit: Unit, enemy: Unit) -> bool:
        """Whether a general's +1 would decide its attack; who is too weak with nothing between them is so all the more
        with something."""
        if self.between.way(unit, enemy) == NEVER:
            return False
        value = self.struck(enemy, ())
        if self.at_best(unit) < value or not self.can_attack(unit, enemy):
            return False
        return 0 <= self.striking(unit, enemy) - value <= DECIDES

    @once
    def train(self) -> list[Base]:
        """Where guns and wagons stand that are in the way of their own."""
        return [one.shape for one in (*self.field.guns, *self.field.wagons) if flag(one) == self.side]

    @once
    def unbridged(self) -> list[Thing]:
        """Obstacles that can but be crossed, which takes a turn."""
        return [
            one for one in land_of(self.field).terrain if one.row and one.row.one_turn and not one.bridges
        ]

    @once
    def places(self) -> list[tuple[Thing, set[str]]]:
        """Places that take one unit a turn, with the ids of those who stand in them or have been told to go there."""
        there: dict[str, set[str]] = {}
        for body in self.field.bodies:
            for place in self.between.places(body):
                there.setdefault(place, set()).add(body.id)
        places = (one for one in land_of(self.field).terrain if one.row and one.row.one_unit)
        return [(one, there.get(one.id, set())) for one in places]

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

    @once
    def hostile_horse(self) -> list[Unit]:
        return [one for one in self.foes if self.field.is_horse(one)]

    @once
    def hostile_guns(self) -> list[Gun]:
        """Guns of the enemy that are served."""
        return [one for one in self.field.guns if one.side != self.side and one.crew]

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


@lru_cache(maxsize=1 << 11)
def _value(setup: NapoleonicSetup, one: Fighter, strikes: tuple[Strike, ...]) -> int:
    """A fighting value; few of a battle differ."""
    return total(modifiers(setup.tables, one, strikes))


@lru_cache(maxsize=4)
def scene_of(field: Field, side: str) -> Scene:
    """The thoughts of a side about a position, made once. They know the field, so the field must not keep them: both
    would stay until somebody looks for rings."""
    return Scene(field, side)
