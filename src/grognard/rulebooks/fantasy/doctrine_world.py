"""The position from which battles are played in the mind: bodies of all units, odds of their melees, how it may end."""

from __future__ import annotations

from functools import lru_cache
from math import exp, radians

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.aiming import blow_of, rules, weapon_of
from grognard.rulebooks.fantasy.doctrine_bodies import Body, Breed, Touch, touch
from grognard.rulebooks.fantasy.doctrine_course import Bout, Course, Fate
from grognard.rulebooks.fantasy.doctrine_odds import fails_test, mean_wounds, round_of
from grognard.rulebooks.fantasy.doctrine_place import part_of, typical
from grognard.rulebooks.fantasy.doctrine_scene import CELL, Scene
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.harming import attack_on
from grognard.rulebooks.fantasy.leadership import commanders, passing
from grognard.rulebooks.fantasy.model import Character, Contact, Thing, Unit, contact_id
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.space.outline import EDGES, Edge

MOST_KEPT = 1_000
HALF, THIRD = 49, 30
"""Hundredths of its strength at which tests are harder, just (FA-LD-02)."""
NEED = 7
FLIGHT = 0.6
"""What of its worth is lost with a unit that runs."""
RUIN = 40.0
"""Points that it is worth besides if a side is beaten with it."""
DRAWN = 0.25
"""What a draw counts, of a victory."""
SURE, WIDE, EVEN = 0.7, 8.0, 7.0
"""What the verdict counts, and how wide and about which lead the rest is blurred: no course is exact."""


class World:
    """``left``: turns that will be played, this one included. ``lead``: points that the side is ahead."""

    def __init__(self, scene: Scene) -> None:
        field = self.field = scene.guess
        setup = field.setup
        self.side = scene.side
        self.size = (setup.width / CELL, setup.height / CELL)
        self.units = {unit.id: unit for unit in (*scene.own, *scene.foes)}
        self.breeds = {unit.id: self._breed(unit) for unit in self.units.values()}
        self.left = setup.turns - scene.turn + 1
        enemy = next(one.id for one in setup.sides if one.id != scene.side)
        self.lead = float(scene.lead)
        self.beaten = int(field.option("beaten")) / 100
        self.whole = {True: max(1, setup.strengths[scene.side]), False: max(1, setup.strengths[enemy])}
        self.lost = {
            own: self.whole[own] - sum(one.start for one in self.breeds.values() if one.own is own)
            for own in (True, False)
        }
        self._kept = _kept(setup, scene.side, tuple(map(self._known, self.units.values())))
        self._promises: dict[tuple[str, str, Edge], float] = {}
        self._aims: dict[tuple[str, str], list[tuple[float, Edge]]] = {}

    # --- bodies ---

    def _breed(self, unit: Unit) -> Breed:
        field, setup = self.field, self.field.setup
        worth = 100 * field.tables.victory.worth[unit.kind] / max(1, setup.worths[unit.side])
        whole, half, third = (
            fails_test(field, replace(unit, models=max(1, unit.start_models * part // 100)))
            for part in (100, HALF, THIRD)
        )
        volleys, near, far = self._missiles(unit)
        return Breed(
            unit.id,
            unit.side == self.side,
            field.stats(unit.id).M,
            (unit.base[0] / CELL, unit.base[1] / CELL),
            unit.files,
            unit.start_models,
            worth,
            unit.kind in ("foot", "monster"),
            (whole, half, third),
            self._rally(unit),
            field.profile(unit.id).retreat_dice.count,
            volleys,
            near,
            far,
        )

    @clause("FA-RET-04")
    def _rally(self, unit: Unit) -> float:
        """The chance that its own commander stops it."""
        able = [self.field.hero(one.id).Ld for one in commanders(self.field, unit)]
        return passing(max(able), (1, 1)) if able else 0.0

    @clause("FA-SHO-01", "FA-SHO-07")
    def _missiles(self, unit: Unit) -> tuple[dict[str, float], float, float]:
        field = self.field
        weapon, skill = weapon_of(field, unit.id), field.stats(unit.id).BS
        if weapon is None or not skill:
            return {}, 0.0, 0.0
        has, blow = rules(field, unit.id), blow_of(field, unit.id, weapon)
        shots = unit.start_models if "volley_fire" in has else unit.files * (1 + ("caracole" in has))
        found = {}
        for foe in self.units.values():
            if foe.side != unit.side:
                attack = attack_on(
                    field, foe.id, blow, ((min(shots, unit.start_models), max(NEED - skill, 2)),)
                )
                found[foe.id] = mean_wounds(attack) / max(field.stats(foe.id).W, 1)
        return found, weapon.long / CELL, weapon.range / CELL

    def course(self, fate: Fate) -> Course:
        """The position, to be played on with these lots."""
        bodies = {
            unit.id: Body(
                self.breeds[unit.id],
                unit.x / CELL,
                unit.y / CELL,
                radians(unit.heading / 10),
                unit.models,
                unit.retreating,
            )
            for unit in self.units.values()
        }
        touches = [
            Touch(bodies[one.a], bodies[one.b], one.edge_a, one.edge_b, one.charged, one.round > 0)
            for one in self.field.contacts
            if one.a in bodies and one.b in bodies
        ]
        return Course(bodies.values(), touches, self.fight, fate, self.size)

    # --- melee ---

    def _known(self, unit: Unit) -> tuple[object, ...]:
        """All that bears on how it fights besides its strength."""
        heroes = tuple((one.id, one.alive) for one in self.field.characters_in(unit.id))
        return unit.id, unit.files, unit.standard, unit.condition, unit.gifts, heroes

    def fight(self, touches: list[Touch]) -> Bout:
        """What a round of a melee does, kept from battle to battle."""
        key = tuple(
            (_state(one.one), _state(one.other), one.edge_a, one.edge_b, one.charged, one.fought)
            for one in touches
        )
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._fought(touches)
        return found

    @clause("FA-MEL-11")
    def _fought(self, touches: list[Touch]) -> Bout:
        pieces: dict[str, Thing] = {}
        for body in {body.breed.id: body for one in touches for body in (one.one, one.other)}.values():
            unit = typical(self.units[body.breed.id], _part(body), body.runs)
            heroes: list[Character] = self.field.characters_in(unit.id)
            pieces |= {unit.id: unit, **{one.id: one for one in heroes}}
        field = Field(self.field.setup, pieces, self.side)
        found = round_of(field, [_contact(field, one) for one in touches])
        rows = zip(found.runs, found.dead, strict=True)
        return tuple((key, dead, abs(breaks)) for (key, breaks), dead in rows)

    def promise(self, charger: Body, struck: Body, edge: Edge) -> float:
        """Points that the first round of a charge at an edge is good for, as it comes first to be asked."""
        key = (charger.breed.id, struck.breed.id, edge)
        found = self._promises.get(key)
        if found is None:
            total = 0.0
            for one, dead, breaks in self.fight([touch(charger, struck, edge, (charger.breed.id,))]):
                breed = self.breeds[one]
                lost = dead * breed.worth + breaks * (FLIGHT * breed.worth * breed.start + self._ruin(breed))
                total += -lost if breed.own else lost
            found = self._promises[key] = total
        return found

    def aims(self, charger: Body, struck: Body) -> list[tuple[float, Edge]]:
        """What its edges promise, the best first."""
        key = (charger.breed.id, struck.breed.id)
        found = self._aims.get(key)
        if found is None:
            rows = [(self.promise(charger, struck, edge), edge) for edge in EDGES]
            found = self._aims[key] = sorted(rows, key=lambda row: -row[0])
        return found

    @clause("FA-VIC-03")
    def _ruin(self, breed: Breed) -> float:
        after = (self.lost[breed.own] + breed.start) / self.whole[breed.own]
        return RUIN if after >= self.beaten else 0.0

    # --- how it ends ---

    @clause("FA-VIC-03")
    def is_beaten(self, course: Course, own: bool) -> bool:
        gone = sum(
            one.breed.start for one in course.bodies if one.breed.own is own and (one.left or one.runs)
        )
        return (self.lost[own] + gone) / self.whole[own] >= self.beaten

    def is_over(self, course: Course) -> bool:
        return self.is_beaten(course, True) or self.is_beaten(course, False)

    @clause("FA-VIC-01", "FA-VIC-02", "FA-VIC-03")
    def verdict(self, course: Course) -> float:
        """How good it is for the side if the battle ends like that, from 0 to 1."""
        ours, theirs = self.is_beaten(course, True), self.is_beaten(course, False)
        if ours != theirs:
            return 0.0 if ours else 1.0
        lead, least = self.points(course), self.field.tables.victory.draw_below
        sure = 1.0 if lead >= least else 0.0 if lead <= -least else DRAWN
        return SURE * sure + (1 - SURE) / (1 + exp((EVEN - lead) / WIDE))

    @clause("FA-VIC-02")
    def points(self, course: Course) -> float:
        """By how many points the side is ahead."""
        lead = self.lead
        for body in course.bodies:
            unit, breed = self.units[body.breed.id], body.breed
            before = unit.models * (0.5 if unit.retreating else 1.0)
            lost = before - (0.0 if body.left else body.models * (0.5 if body.runs else 1.0))
            lead += breed.worth * (-lost if breed.own else lost)
        return lead


@lru_cache(maxsize=8)
def _kept(
    setup: FantasySetup, side: str, known: tuple[tuple[object, ...], ...]
) -> dict[tuple[object, ...], Bout]:
    return {}


def _part(body: Body) -> int:
    return part_of(body.models, body.breed.start)


def _state(body: Body) -> tuple[str, int, bool]:
    return body.breed.id, _part(body), body.runs


@clause("FA-MEL-16")
def _contact(field: Field, row: Touch) -> Contact:
    a, b = field.unit(row.one.breed.id), field.unit(row.other.breed.id)
    return Contact(
        contact_id(a.id, b.id),
        a.id,
        b.id,
        row.edge_a,
        row.edge_b,
        overlap=min(a.shape.length(row.edge_a), b.shape.length(row.edge_b)),
        round=int(row.fought),
        charged=row.charged,
        maker=a.id,
    )
