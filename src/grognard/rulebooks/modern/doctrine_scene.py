"""What the doctrine knows of a position: from the view of a seat, with counters that nobody has read taken for typical
ones of their arm. Whoever can be hurt where, and who goes for which point."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache, partial
from heapq import nsmallest
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.modern.effects import Arm
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import ModernSetup, Point, Thing, Unit, UnitCard
from grognard.rulebooks.modern.values import attack_param, value
from grognard.rulebooks.modern.victory import score
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.ways import HALVES, costs_of, reach_of
from grognard.space.hex_grid import Hex, HexSet, members
from grognard.space.hex_map import Changes
from grognard.space.hex_moves import Costs, going, reach, toward

FAR = 99.0
FAR_OFF, DETOUR = 40, 1.25
"""Hexes beyond which a way is not looked for but guessed, and how much longer than the straight line it is taken."""
CLAIMANTS = 16
"""Units that may go for a point: so many of the nearest."""
"""Turns to where no way leads."""
CHANCE = 0.6
"""How often fire that is possible in the enemy's next turn is expected to come."""
BOLD = 0.6
"""How much of the danger somebody who is behind makes light of in the last round."""


# --- counters that nobody has read -----------------------------------------------------------------------


@lru_cache(maxsize=64)
def typical(setup: ModernSetup, arm: str) -> int:
    """The number of the card of that arm that is nearest to the mean of all of them."""
    cards = [one for one in setup.tables.units.values() if one.arm == arm]
    columns = list(zip(*map(_numbers, cards), strict=True))
    means = [sum(column) / len(cards) for column in columns]

    def far(card: UnitCard) -> float:
        return sum((abs(one - mean) for one, mean in zip(_numbers(card), means, strict=True)), 0.0)

    return min(cards, key=lambda card: (far(card), card.number)).number


def _numbers(card: UnitCard) -> tuple[int, ...]:
    return card.speed, card.armour, card.sight, card.range, *card.attack


@clause("MO-UNIT-01")
def guessed(field: Field) -> Field:
    """The pieces of a view, unread counters being typical ones of their arm."""
    pieces = {key: _guess(field, piece) for key, piece in field.pieces.items()}
    return Field(field.setup, pieces, field.side, field.seen)


def _guess(field: Field, piece: Thing) -> Thing:
    if isinstance(piece, Unit) and piece.number < 0:
        return replace(piece, number=typical(field.setup, field.arm(piece)))
    return piece


# --- sets that are the same for many positions ---------------------------------------------------------------


class Zone(NamedTuple):
    """Where fire can come next turn: to ``near`` from the hex beside, to ``far`` in the open."""

    near: HexSet
    far: HexSet


@lru_cache(maxsize=2048)
def _zone(setup: ModernSetup, passages: Changes, number: int, hex: Hex, speed: int, shot: int) -> Zone:
    grid = setup.map.grid
    steps = going(setup.map, costs_of(setup, number), passages)
    found = grid.spread(reach(steps, hex, HALVES * speed).hexes)
    near = found
    for _ in range(shot - 1):
        found = grid.spread(found)
    return Zone(near, found)


@lru_cache(maxsize=64)
@clause("MO-TERR-04", "MO-TERR-05", "MO-TERR-06", "MO-TERR-07")
def _covers(setup: ModernSetup, arm: str) -> dict[Hex, int]:
    """What the ground adds to the armour of an arm, where it adds any."""
    found: dict[Hex, int] = {}
    for kind in setup.tables.terrain.values():
        bonus = kind.armour_bonus.get(arm, 0)
        here = setup.map.of(kind.symbol)
        if kind.id in setup.tables.road.cancels_armour_bonus_in:
            here &= ~setup.map.roads
        found |= dict.fromkeys(members(here), bonus) if bonus else {}
    return found


@lru_cache(maxsize=64)
@clause("MO-FIRE-06", "MO-FIRE-07")
def _shelters(setup: ModernSetup) -> HexSet:
    """The hexes into which fire comes from next to them only."""
    kinds = setup.tables.terrain.values()
    return setup.map.of(one.symbol for one in kinds if one.broken or one.adjacent_only_as_target)


@lru_cache(maxsize=64)
@clause("MO-TERR-05", "MO-TERR-07")
def hampering(setup: ModernSetup, arm: str) -> HexSet:
    """The hexes from which an arm fires at adjacent hexes only because it sees and reaches no farther."""
    kinds = setup.tables.terrain.values()
    return setup.map.of(one.symbol for one in kinds if one.range_set.get(arm) == 1)


_WAYS: dict[tuple[ModernSetup, Changes, Costs, Hex], dict[Hex, int]] = {}
"""Ways over whole maps, as many as so many hexes together have."""
MOST_HEXES = 2_000_000


def _toward(setup: ModernSetup, passages: Changes, number: int, goal: Hex) -> dict[Hex, int]:
    costs = costs_of(setup, number)
    key = (setup, passages, costs, goal)
    found = _WAYS.get(key)
    if found is None:
        if len(_WAYS) * setup.map.grid.size > MOST_HEXES:
            _WAYS.clear()
        found = _WAYS[key] = toward(going(setup.map, costs, passages), 1 << goal)
    return found


class Scene:
    """Everything thought about one view."""

    def __init__(self, view: ModernView) -> None:
        self.view = view
        self.known = view.field
        self.field = guessed(view.field)
        self.setup = view.setup
        self.grid = view.setup.map.grid
        self.side = view.side
        self.foe = self.field.enemy(view.side)
        self.own = self.field.of_side(self.side)
        self.foes = self.field.of_side(self.foe)
        self._bare: dict[str, int] = {}
        self._forts = dict(self.field.works.forts)
        self._values: dict[tuple[str, str], int] = {}
        self._fires: dict[str, list[tuple[str, int, Zone]]] = {}

    # --- units ---

    def price(self, unit: Unit) -> int:
        return self.field.card(unit).price

    def left(self, unit: Unit) -> int:
        return max(self.field.left(unit), 1)

    def value(self, unit: Unit, param: str) -> int:
        """An effective value."""
        key = (unit.id, param)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = value(self.field, unit, param)
        return found

    def attack(self, unit: Unit, arm: Arm) -> int:
        """Its attack against an arm."""
        return self.value(unit, attack_param(arm))

    def armour(self, unit: Unit, hex: Hex) -> int:
        """What it would take to hurt it in a hex."""
        bare = self._bare.get(unit.id)
        if bare is None:
            here = self.cover(unit, unit.hex) if unit.status == "map" else 0
            bare = self._bare[unit.id] = self.value(unit, "armour") - here
        return max(bare + self.cover(unit, hex), 1)

    def cover(self, unit: Unit, hex: Hex) -> int:
        """What terrain and fort add to its armour."""
        arm = self.field.arm(unit)
        found = _covers(self.setup, arm).get(hex, 0)
        if self._forts and arm in self.setup.tables.fort.arms:
            found += self.setup.tables.fort.armour_per_level * self._forts.get(hex, 0)
        return found

    def can_hold(self, unit: Unit) -> bool:
        return not self.field.has(unit, "no_hold")

    # --- danger ---

    @cached_property
    def coming(self) -> frozenset[str]:
        """The enemy generals who have a turn still before this general's next one, or the end."""
        clock = self.field.clock
        last = clock.round >= self.setup.rounds
        holders = clock.order[clock.place + 1 :] if last else clock.order
        seats = {seat for holder in holders for seat in self.field.seats_in(holder)}
        return frozenset(seat for seat in seats if self.field.side_of(seat) == self.foe)

    @cached_property
    def zones(self) -> list[tuple[Unit, Zone]]:
        """The enemies who will come, and where their fire can fall."""
        return [(foe, self.zone(foe)) for foe in self.foes if foe.general in self.coming]

    def zone(self, unit: Unit) -> Zone:
        slow = self.field.has(unit, "deploy_to_fire")
        speed = 0 if slow else self.value(unit, "speed")
        changes = self.field.works.passages
        return _zone(self.setup, changes, unit.number, unit.hex, speed, self.value(unit, "range"))

    def is_sheltered(self, unit: Unit, hex: Hex) -> bool:
        """It can be fired at from next to it only."""
        return bool(_shelters(self.setup) >> hex & 1) and self.field.arm(unit) != "aviation"

    def fires(self, unit: Unit) -> list[tuple[str, int, Zone]]:
        """What could hurt a unit where it is or can get to: whose turn, how much, where."""
        found = self._fires.get(unit.id)
        if found is None:
            arm = self.field.arm(unit)
            area = reach_of(self.field, unit).hexes if unit.status == "map" else self.grid.all
            near = [(foe, self.attack(foe, arm), zone) for foe, zone in self.zones if zone.far & area]
            found = [(self.field.holder(foe.general), fire, zone) for foe, fire, zone in near if fire]
            self._fires[unit.id] = found
        return found

    @clause("MO-FIRE-09")
    def threat(self, unit: Unit, hex: Hex) -> int:
        """The most fire that one enemy general could bring on it in that hex."""
        close = self.is_sheltered(unit, hex)
        sums: dict[str, int] = {}
        for holder, fire, (near, far) in self.fires(unit):
            if (near if close else far) >> hex & 1:
                sums[holder] = sums.get(holder, 0) + fire
        return max(sums.values(), default=0)

    def loss(self, unit: Unit, hex: Hex) -> float:
        """Points of score that standing there may cost (point 6)."""
        threat = self.threat(unit, hex)
        hits = threat // self.armour(unit, hex) if threat else 0
        if not hits:
            return 0.0
        left = self.left(unit)
        aboard = sum(self.left(one) + 1 for one in self.field.passengers(unit.id)) if hits >= left else 0
        return self.caution * (CHANCE * (min(hits, left) + (hits >= left) + aboard) + self.is_trap(unit, hex))

    def is_trap(self, unit: Unit, hex: Hex) -> bool:
        """Armour where infantry can come next to it unseen (point 5)."""
        return self.field.arm(unit) == "armour" and bool(hampering(self.setup, "armour") >> hex & 1)

    # --- ways ---

    def turns(self, unit: Unit, hex: Hex, goal: Hex) -> float:
        """How many turns a unit needs from a hex to a goal; what lies far off is guessed."""
        pace = max(self.value(unit, "speed"), 1)
        far = self.grid.distance(hex, goal)
        if far > FAR_OFF:
            return DETOUR * far / pace
        found = self.way(unit, goal).get(hex)
        return FAR if found is None else found / (HALVES * pace)

    def way(self, unit: Unit, goal: Hex) -> dict[Hex, int]:
        """For each hex the half hexes that are left to a goal."""
        return _toward(self.setup, self.field.works.passages, unit.number, goal)

    # --- points ---

    @cached_property
    def lead(self) -> int:
        """Score ahead of the enemy, if the battle ended now."""
        return score(self.field, self.side).total - score(self.field, self.foe).total

    @cached_property
    def lateness(self) -> float:
        """From 0 at the start to 1 in the last round."""
        return min(1.0, self.field.clock.round / max(self.setup.rounds, 1))

    @cached_property
    def caution(self) -> float:
        """Who is behind has the less to lose the later it grows."""
        return 1.0 if self.lead >= 0 else 1.0 - BOLD * self.lateness

    @clause("MO-END-02", "MO-CP-03")
    def worth(self, point: Point) -> float:
        """What holding a point is worth (point 7)."""
        yields = self.setup.points[point.id].yields
        found = self.field.tables.score.point[yields] * (0.5 + self.lateness / 2)
        return found + (max((run for one, run in point.runs if self._is_foe(one)), default=0) >= 3)

    def _is_foe(self, holder: str) -> bool:
        seats = self.setup.generals
        return (seats[holder].side if holder in seats else holder) == self.foe

    def is_held(self, point: Point) -> bool:
        unit = self.field.at(point.hex)
        return unit is not None and unit.side == self.side and self.can_hold(unit)

    @cached_property
    def holders(self) -> dict[str, Point]:
        """Unit -> the point on which it stands or for which it goes: for each point the one that is there first, foot
        before vehicles (point 7)."""
        found: dict[str, Point] = {}
        served: set[str] = set()
        for _, unit_id, point in sorted(self._claims(), key=lambda one: (one[0], one[1])):
            if unit_id not in found and point.id not in served:
                found[unit_id] = point
                served.add(point.id)
        return found

    def _distance(self, hex: Hex, unit: Unit) -> int:
        return self.grid.distance(unit.hex, hex)

    def _claims(self) -> Iterator[tuple[float, str, Point]]:
        able = [unit for unit in self.own if self.can_hold(unit)]
        for point in self.field.points:
            for unit in nsmallest(CLAIMANTS, able, key=partial(self._distance, point.hex)):
                turns = self.turns(unit, unit.hex, point.hex)
                if turns < FAR:
                    yield turns + (self.field.arm(unit) != "infantry") * min(turns, 1), unit.id, point
