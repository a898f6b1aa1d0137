"""A look ahead for few units who see nothing to do at once (two lines that stand and wait for each other): their orders
are compared by playing the rest of the battle in the mind, with the same lots for all of them, against an enemy of whom
nobody knows what he is about. It also keeps a lead in the last turns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import atan2, pi, radians, sqrt
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.dice import Fast
from grognard.core.rule import clause
from grognard.rulebooks.fantasy import paths, refusals
from grognard.rulebooks.fantasy.charging import HIGHEST
from grognard.rulebooks.fantasy.doctrine_bodies import LOTS, STAY, Body, Deed
from grognard.rulebooks.fantasy.doctrine_course import Fate
from grognard.rulebooks.fantasy.doctrine_scene import CELL, Scene
from grognard.rulebooks.fantasy.doctrine_wits import deeds_of, draws_back, sensible
from grognard.rulebooks.fantasy.doctrine_world import World
from grognard.rulebooks.fantasy.model import HOLD, Unit, UnitOrder
from grognard.rulebooks.fantasy.orders import is_forbidden
from grognard.rulebooks.fantasy.setup import FantasySetup

Sieves = tuple[tuple[int, int], ...]

MOST_UNITS = 6
"""Battles of more units are thought about point by point only."""
HORIZON = 8
"""Turns that are played in the mind."""
OPENING: Sieves = ((16, 5), (48, 3), (120, 2))
LATER: Sieves = ((8, 4), (24, 2), (60, 2))
"""Courses that are played with each order that is left, and how many of the best are left after that. The opening is
worth more thought: it is the same in many battles."""
MOST_KNOWN, GRAIN = 256, 1 << 20
LATE = 2
"""In so many last turns a lead is to be kept."""
WISER, SOON = 0.2, 2
"""What it counts that a battle isn't over after so many turns: it will be thought about again."""
DOUBT = 0.5
"""Another plan must be better by so many standard errors."""
TURNS = (0, 300, -300, 600, -600, 900, -900)
QUARTER = 900


class Idea(NamedTuple):
    """An order, and what it is in the mind."""

    order: UnitOrder
    deed: Deed


Plan = dict[str, Idea]


def improve(scene: Scene) -> None:
    """Better orders than were planned, if the look ahead finds some."""
    able = [unit for unit in scene.own if not (unit.retreating or unit.fresh)]
    if not able or not scene.steady or not is_small(scene) or not is_due(scene):
        return
    planned = tuple((unit.id, scene.orders.get(unit.id, HOLD)) for unit in able)
    known = _known(scene.guess.setup, scene.side)
    key = (planned, tuple(scene.field.pieces.values()))
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_KNOWN:
            known.clear()
        found = known[key] = _better(scene, able)
    for unit_id, order in found.items():
        old = scene.orders.get(unit_id, HOLD)
        scene.orders[unit_id] = replace(order, if_charged=old.if_charged, casts=old.casts)


@lru_cache(maxsize=8)
def _known(setup: FantasySetup, side: str) -> dict[tuple[object, ...], dict[str, UnitOrder]]:
    """What was found out about positions: openings come again and again."""
    return {}


@clause("FA-VIC-02")
def is_due(scene: Scene) -> bool:
    """Nobody of the side fights, charges or shoots: the points of the chapter know no better than to wait. Or the
    battle is won as it stands, and nearly over."""
    busy = any(order.word in ("attack", "stand_and_shoot") for order in scene.orders.values())
    if not busy and not any(scene.field.engaged(unit.id) for unit in scene.own):
        return True
    late = scene.field.setup.turns - scene.turn < LATE
    return late and scene.lead >= scene.field.tables.victory.draw_below


def is_small(scene: Scene) -> bool:
    """Two sides of few units, without guns and wizards."""
    setup = scene.field.setup
    if len(setup.units) > MOST_UNITS or len(setup.sides) > 2 or setup.objectives:
        return False
    guns = any(unit.kind == "machine" for unit in setup.units)
    return not guns and not any(one.level for one in scene.field.characters)


# --- plans compared ---


def _better(scene: Scene, able: list[Unit]) -> dict[str, UnitOrder]:
    """Other orders than were planned, for those who have better ones beyond doubt: unit by unit, twice."""
    world = World(scene)
    table, sieves = Table(world), OPENING if scene.turn <= 1 else LATER
    every = {unit.id: list(ideas_of(scene, world, unit)) for unit in able}
    planned = {key: ideas[0] for key, ideas in every.items()}
    best = dict(planned)
    for again in range(min(len(every), 2)):
        for key, ideas in every.items():
            left = ideas if again else table.sifted(best, key, ideas, *sieves[0])
            every[key] = left
            for courses, count in sieves[1:]:
                left = table.sifted(best, key, left, courses, count)
            best[key] = table.sifted(best, key, left, sieves[-1][0], 1)[0]
    if table.gain(best, planned, sieves[-1][0]) <= 0:
        return {}
    return {key: idea.order for key, idea in best.items() if idea is not planned[key]}


class Table:
    """What plans are worth, course by course; those that were played are not played again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rows: dict[tuple[Deed, ...], list[float]] = {}

    def row(self, plan: Plan, courses: int) -> list[float]:
        row = self.rows.setdefault(tuple(idea.deed for idea in plan.values()), [])
        if len(row) < courses:
            deeds = {key: idea.deed for key, idea in plan.items()}
            row += [played_out(self.world, deeds, number) for number in range(len(row), courses)]
        return row[:courses]

    def value(self, plan: Plan, courses: int) -> float:
        return sum(self.row(plan, courses)) / courses

    def sifted(self, best: Plan, key: str, ideas: list[Idea], courses: int, left: int) -> list[Idea]:
        """The best of a unit's ideas with what the others do, and what it would do so far."""
        found = sorted(ideas, key=lambda idea: -self.value({**best, key: idea}, courses))[:left]
        return found if best[key] in found or left == 1 else [*found, best[key]]

    def gain(self, plan: Plan, other: Plan, courses: int) -> float:
        """By how much a plan is better in the same courses, less a margin for doubt."""
        ours, theirs = self.row(plan, courses), self.row(other, courses)
        gains = [one - two for one, two in zip(ours, theirs, strict=True)]
        mean = sum(gains) / courses
        spread = sum((one - mean) ** 2 for one in gains) / (courses - 1)
        return mean - DOUBT * sqrt(spread / courses)


def played_out(world: World, plan: dict[str, Deed], number: int) -> float:
    """How one course of the battle ends, from 0 to 1."""
    course = world.course(_fate(number, len(world.units)))
    turns = max(1, min(world.left, HORIZON))
    first: dict[str, Deed] | None = plan
    for turn in range(turns):
        course.begin(turn, turns - turn - 1)
        course.turn(deeds_of(world, course, first))
        if world.is_over(course):
            break
        first = None
    found = world.verdict(course)
    return found if world.is_over(course) and turn < SOON else WISER + (1 - WISER) * found


@lru_cache(maxsize=128)
def _fate(number: int, bodies: int) -> Fate:
    """The same lots for the same number on every machine."""
    die = Fast(number).die
    return [[[(die(GRAIN) - 1) / GRAIN for _ in range(LOTS)] for _ in range(bodies)] for _ in range(HORIZON)]


# --- what may be ordered ---


def ideas_of(scene: Scene, world: World, unit: Unit) -> Iterator[Idea]:
    """Orders that are compared, what was planned before all others."""
    planned = scene.orders.get(unit.id, HOLD)
    yield Idea(planned, deed_of(unit, planned))
    if scene.field.engaged(unit.id):
        yield Idea(replace(planned, word="attack", pursue=None), Deed("charge"))
        yield Idea(replace(planned, word="hold", pursue=None), STAY)
        return
    yield Idea(HOLD, STAY)
    course = world.course(())
    body = next(one for one in course.bodies if one.breed.id == unit.id)
    for deed in (sensible(world, course, body), draws_back(course, body)):
        order = order_of(deed)
        if _is_legal(scene, unit, order):
            yield Idea(order, deed)
    yield from _charges(scene, unit)
    foes = [one for one in course.foes(body) if not one.runs]
    yield from _turns(scene, unit, body, foes)
    for turn in TURNS:
        yield from _marches(scene, unit, turn)
    if scene.can_shoot(unit):
        yield Idea(UnitOrder("stand_and_shoot"), Deed("shoot"))


@clause("FA-CHG-03", "FA-CHG-12")
def _charges(scene: Scene, unit: Unit) -> Iterator[Idea]:
    if is_forbidden(scene.field, unit.id, "attack"):
        return
    for far, foe in scene.near(unit):
        if far <= scene.strides(unit, HIGHEST) and scene.charge_turn(unit, foe) is not None:
            yield Idea(UnitOrder("attack", (foe.id,)), Deed("charge", target=foe.id))


@clause("FA-ORD-09", "FA-UNIT-08")
def _turns(scene: Scene, unit: Unit, body: Body, foes: list[Body]) -> Iterator[Idea]:
    """Foot turn on the spot to any of the enemies."""
    if body.breed.on_foot and not is_forbidden(scene.field, unit.id, "reform"):
        for foe in foes:
            heading = _tenths(atan2(foe.cx - body.cx, foe.cy - body.cy)) % (4 * QUARTER)
            yield Idea(UnitOrder("reform", heading=heading), Deed("turn", radians(heading / 10)))


@clause("FA-ORD-02", "FA-MOV-02")
def _marches(scene: Scene, unit: Unit, turn: int) -> Iterator[Idea]:
    """A wheel, and all or half of what is left straight on."""
    if is_forbidden(scene.field, unit.id, "march"):
        return
    left = paths.most(scene.field, unit.id, "march") - scene.wheel(unit, turn)
    for part in (left, left // 2):
        if part > CELL // 2:
            path = paths.turned_on(turn, part)
            if paths.refusal(scene.field, unit.id, "march", path) is None:
                yield Idea(UnitOrder("march", path=path), Deed("go", radians(turn / 10), part / CELL))


def order_of(deed: Deed) -> UnitOrder:
    """What is done in the mind as an order."""
    if deed.word == "charge":
        return UnitOrder("attack", (deed.target,))
    turn, ahead = _tenths(deed.turn), int(deed.ahead * CELL)
    if deed.word in ("turn", "back"):
        return UnitOrder("reform" if deed.word == "turn" else "retreat", heading=turn % (4 * QUARTER))
    path = paths.turned_on(turn, ahead)
    return UnitOrder("march", path=path) if path else HOLD


def _is_legal(scene: Scene, unit: Unit, order: UnitOrder) -> bool:
    return refusals.why_not(scene.field, unit.id, order) is None


def _tenths(angle: float) -> int:
    return round(angle * 2 * QUARTER / pi)


def deed_of(unit: Unit, order: UnitOrder) -> Deed:
    """What an order is in the mind."""
    target = order.targets[0] if order.targets else ""
    if order.word == "attack":
        return STAY if order.pursue is False and not target else Deed("charge", target=target)
    if order.word == "stand_and_shoot":
        return Deed("shoot", target=target)
    if order.word == "reform" and order.heading is not None:
        return Deed("turn", radians(order.heading / 10))
    if order.word == "retreat":
        heading = order.heading if order.heading is not None else unit.heading + 2 * QUARTER
        return Deed("back", radians(heading / 10))
    wheel = sum(leg.amount for leg in order.path if leg.kind == "wheel")
    ahead = sum(leg.amount for leg in order.path if leg.kind == "fwd")
    return Deed("go", radians(wheel / 10), ahead / CELL) if order.path else STAY
