"""Doctrine, points 1 to 3: whose fire adds up to a status, and in which order it falls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.modern.doctrine_scene import Scene, hampering
from grognard.rulebooks.modern.lines import shots, why_not_at, why_silent
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.values import shots_allowed
from grognard.rulebooks.modern.visibility import lines_over
from grognard.space.hex_grid import Hex, HexSet

MOST_SHOOTERS = 8
"""So many who could fire at a target are tried together."""
MOST_TOGETHER = 5
KILL = 1.0
PER_PRICE = 0.005
MOVE = 0.05
"""What a shooter less, a move less is worth."""


class Shooter(NamedTuple):
    """Somebody who could fire at a target: from where he stands (``place`` None) or from another hex."""

    unit: Unit
    attack: int
    place: Hex | None = None
    risk: float = 0.0


class Volley(NamedTuple):
    """Fire that takes a status."""

    target: Unit
    shooters: tuple[Shooter, ...]
    gain: float


Finder = Callable[[Unit, Unit], Shooter | None]
"""Unit and target -> how it could fire at it."""


# --- adding up -------------------------------------------------------------------------------------------


class Plan:
    """Volleys of a general's units, the best first; ``spare``: who fires at nothing."""

    def __init__(self, scene: Scene, units: Iterable[Unit], find: Finder, moves: int) -> None:
        self.scene, self.moves = scene, moves
        self.free = [unit for unit in units for _ in range(shots_left(scene, unit))]
        self.find = find
        self.chances: dict[str, list[Shooter]] = {}
        for foe in scene.foes:
            found = [one for unit in self.free if (one := find(unit, foe)) is not None]
            if found:
                self.chances[foe.id] = found
        self.hurt: dict[str, int] = {}
        self.taken: set[Hex] = set()
        self.moved: dict[str, Hex] = {}
        self.volleys: list[Volley] = []
        while self._add_best():
            pass

    def _add_best(self) -> bool:
        best = max(self._candidates(), key=lambda one: one.gain, default=None)
        if best is None or best.gain <= 0:
            return False
        self.volleys.append(best)
        self.hurt[best.target.id] = self.hurt.get(best.target.id, 0) + 1
        for one in best.shooters:
            self.free.remove(one.unit)
            if one.place is not None and one.unit.id not in self.moved:
                self.moved[one.unit.id] = one.place
                self.taken.add(one.place)
                self.moves -= 1
        return True

    def _candidates(self) -> Iterator[Volley]:
        for foe in self.scene.foes:
            found = self.chances.get(foe.id)
            if found and self.hurt.get(foe.id, 0) < self.scene.left(foe):
                volley = self._best_at(foe, found)
                if volley is not None:
                    yield volley

    def _open(self, one: Shooter) -> bool:
        if one.unit not in self.free:
            return False
        if one.place is None:
            return one.unit.id not in self.moved
        if one.unit.id in self.moved:
            return self.moved[one.unit.id] == one.place
        return self.moves > 0 and one.place not in self.taken

    @clause("MO-FIRE-04", "MO-FIRE-05")
    def _best_at(self, foe: Unit, found: Sequence[Shooter]) -> Volley | None:
        """The least fire that takes a status of a target."""
        there = self.hurt.get(foe.id, 0)
        need = self.scene.armour(foe, foe.hex) - (0 if there else foe.fire_sum)
        able = [one for one in found if self._open(one)]
        if sum(one.attack for one in able) < need:
            return None
        able = sorted(able, key=lambda one: (one.risk + MOVE * (one.place is not None), -one.attack))
        able = able[:MOST_SHOOTERS]
        together = [some for some in _groups(able) if self._fits(some, need)]
        if not together:
            return None
        best = min(together, key=lambda some: self._cost(some, need))
        return Volley(foe, best, self.worth(foe, there) - self._cost(best, need))

    def _fits(self, some: tuple[Shooter, ...], need: int) -> bool:
        places = [one.place for one in some if one.place is not None]
        new = sum(one.place is not None and one.unit.id not in self.moved for one in some)
        return (
            sum(one.attack for one in some) >= need and len(set(places)) == len(places) and new <= self.moves
        )

    def _cost(self, some: tuple[Shooter, ...], need: int) -> float:
        surplus = sum(one.attack for one in some) - need
        moves = sum(one.place is not None for one in some)
        return 0.02 * surplus + MOVE * (len(some) + moves) + sum(one.risk for one in some)

    def worth(self, foe: Unit, hurt: int) -> float:
        """A status; more for the last one, for who is dear, for who stands on a point (point 1)."""
        scene = self.scene
        found = 1 + PER_PRICE * scene.price(foe)
        if scene.left(foe) - hurt == 1:
            found += KILL
            found += sum(scene.worth(point) / 2 for point in scene.field.points if point.hex == foe.hex)
        return found


def _groups(able: Sequence[Shooter]) -> Iterator[tuple[Shooter, ...]]:
    for size in range(1, min(len(able), MOST_TOGETHER) + 1):
        yield from combinations(able, size)


def shots_left(scene: Scene, unit: Unit) -> int:
    """How often a unit may still fire in this turn."""
    if why_silent(scene.field, unit) is not None:
        return 0
    return max(shots_allowed(scene.field, unit) - unit.attacks, 0)


# --- from where ------------------------------------------------------------------------------------------


@clause("MO-FIRE-02", "MO-FIRE-06", "MO-FIRE-07")
def places(scene: Scene, unit: Unit, foe: Unit) -> HexSet:
    """The hexes from which a unit could fire at an enemy, whether or not it can get there."""
    field, grid = scene.field, scene.grid
    beside = grid.ring(foe.hex, 1)
    if scene.is_sheltered(foe, foe.hex) and not field.has(unit, "siege"):
        return beside
    far = scene.value(unit, "range")
    over = lines_over(scene.setup)
    seen = grid.disc(foe.hex, far) if field.has(unit, "indirect_fire") else over.seen(foe.hex, far)
    return seen & ~_hampered(scene, unit) | beside


def _hampered(scene: Scene, unit: Unit) -> HexSet:
    """Where it could fire at adjacent hexes only."""
    arm = scene.field.arm(unit)
    if arm == "aviation":
        return 0
    broken = (one.symbol for one in scene.setup.tables.terrain.values() if one.broken)
    return scene.field.map.of(broken) | hampering(scene.setup, arm)


def stands(scene: Scene) -> Finder:
    """Fire from where everybody stands now."""

    def find(unit: Unit, foe: Unit) -> Shooter | None:
        far = scene.grid.distance(unit.hex, foe.hex)
        if far > scene.value(unit, "range") or why_not_at(scene.field, unit, foe.hex) is not None:
            return None
        return Shooter(unit, scene.attack(unit, scene.field.arm(foe)))

    return find


# --- the attack phase ------------------------------------------------------------------------------------


@clause("MO-FIRE-01")
def next_shot(scene: Scene, seat: str) -> tuple[str, str, int] | None:
    """The next shot of the best volley; what is left over is tried on counters that nobody has read (point 2)."""
    units = scene.field.of_general(seat)
    plan = Plan(scene, units, stands(scene), 0)
    if plan.volleys:
        volley = plan.volleys[0]
        first = max(volley.shooters, key=lambda one: one.attack)
        return "fire", first.unit.id, volley.target.hex
    return _trial(scene, plan)


def _trial(scene: Scene, plan: Plan) -> tuple[str, str, int] | None:
    tries = [
        (one.attack, foe, one.unit)
        for foe in scene.foes
        if scene.known.unit(foe.id).number < 0
        for one in plan.chances.get(foe.id, ())
        if one.unit in plan.free and not scene.field.has(one.unit, "stealth")
    ]
    best = max(tries, key=lambda one: (one[0], -one[1].hex), default=None)
    return ("fire", best[2].id, best[1].hex) if best is not None else None


def best_single(scene: Scene, unit: Unit) -> tuple[float, Hex] | None:
    """The target at which one shot out of turn does most, and what it does."""
    found = []
    for hex in shots(scene.field, unit, out_of_turn=True):
        foe = scene.field.at(hex)
        assert foe is not None
        fire = scene.attack(unit, scene.field.arm(foe)) + foe.fire_sum
        tells = fire >= scene.armour(foe, hex)
        found.append((tells * (1 + scene.price(foe) / 100 + (scene.left(foe) == 1)) + 0.01 * fire, hex))
    return max(found, key=lambda one: (one[0], -one[1]), default=None)
