"""What the doctrine knows of a position, from the view of one side: looked up once, for all its units' questions.

Whose numbers aren't known is taken to be as the book prints the profile of that name; models are as many as the ranks
that everybody counts would hold.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import repeat
from math import hypot
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import aiming, ordering
from grognard.rulebooks.fantasy.charging import charge_wheel
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Unit, UnitOrder
from grognard.rulebooks.fantasy.printed import load_tables
from grognard.rulebooks.fantasy.regiment import full_ranks
from grognard.rulebooks.fantasy.seeing import block
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.tables import Profile
from grognard.rulebooks.fantasy.tracks import FINE, wheel_cost, wheeled
from grognard.rulebooks.fantasy.victory import score, share_gone
from grognard.rulebooks.fantasy.zones import struck_edge
from grognard.space.measure import overlap
from grognard.space.outline import Base, Box, Edge, boxes_near, once
from grognard.space.pose import Point, Pose, heading_to, step, turn_to

R = TypeVar("R", bound=Profile)
EXACT = 26_000
"""How far away, centre to centre, a distance is still measured exactly."""
CELL = 1000
QUARTER = 900
A_THIRD = 3
CAUTION, HASTE = 0.2, 2.0
AHEAD = 10.0
RUN = 0.7
"""What of its worth is lost with a unit that runs."""
FEAR = 1.0
BEATEN = 0.5
"""What share of all its worth a side stands to lose by being beaten."""
ELBOW = 200
"""Left out of a width where friends go side by side."""
ALONG = 300
"""Tenths of a degree by which two may differ who go the same way."""


@lru_cache(maxsize=64)
@clause("FA-GEN-05")
def estimated(setup: FantasySetup) -> FantasySetup:
    """A view's setup with the printed numbers wherever it has but guesses."""
    tables, printed = setup.tables, load_tables()
    profiles = {key: _printed(row, printed.profiles) for key, row in tables.profiles.items()}
    heroes = {key: _printed(row, printed.characters) for key, row in tables.characters.items()}
    return replace(setup, tables=replace(tables, profiles=profiles, characters=heroes))


def _printed(row: R, rows: dict[str, R]) -> R:
    found = rows.get(row.id)
    return found if found is not None and found.kind == row.kind else row


class Prospect(NamedTuple):
    """What a round is expected to come to for the own side: ``result`` its sum less its enemies', ``given`` and
    ``taken`` wounds; ``harm``: the worth of the fallen; ``runs``: chances that units break. What is bad for the own
    side is below 0. ``dead``: models of each unit, in the order of ``runs``."""

    result: float
    given: float
    taken: float
    harm: float
    runs: tuple[tuple[str, float], ...]
    dead: tuple[float, ...] = ()


class Post(NamedTuple):
    """A body on the table: middle of its front, heading as sine and cosine, half its width, its depth, its centre."""

    x: float
    y: float
    sine: float
    cosine: float
    half: float
    depth: float
    cx: float
    cy: float


class Way(msgspec.Struct, frozen=True, dict=True):
    """The ground that a unit goes over, and how it faces in the end."""

    heading: int
    bases: tuple[Base, ...]

    @once
    def box(self) -> Box:
        boxes = [base.box for base in self.bases] or [(0, 0, -1, -1)]
        wests, souths, easts, norths = zip(*boxes, strict=True)
        return min(wests), min(souths), max(easts), max(norths)

    def meets(self, shape: Base) -> bool:
        return boxes_near(self.box, shape.box) and any(map(overlap, self.bases, repeat(shape)))


class Scene:
    """Everything thought about one position. ``field``: as the view has it; ``guess``: the same with estimated
    enemies, for whatever needs their numbers. ``orders``: those of all own units, once they are planned; ``ways``: the
    ground of those who go somewhere."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.guess = Field(estimated(field.setup), field.pieces, field.side)
        self.side = field.side
        self.own = field.of_side(self.side)
        self.foes = field.of_side(self.side, own=False)
        self.steady = [foe for foe in self.foes if not foe.retreating]
        self.orders: dict[str, UnitOrder] = {}
        self.ways: dict[str, Way] = {}
        self.turn = field.turn.number
        self.posts: dict[str, Post] = {}
        self.comings: dict[tuple[str, str], tuple[Post, float]] = {}
        self.clashes: dict[tuple[str, str, Edge], float] = {}
        self._flights: dict[str, float] = {}
        self._stakes: dict[str, float] = {}
        self._worths: dict[str, int] = {}
        self._moves: dict[str, int] = {}
        self._near: dict[str, list[tuple[int, Unit]]] = {}

    @cached_property
    def lead(self) -> Fraction:
        """By how many points the side is ahead."""
        others = (score(self.field, one.id) for one in self.field.setup.sides if one.id != self.side)
        return score(self.field, self.side) - max(others)

    @cached_property
    def caution(self) -> float:
        """What share of what is at stake a fight must promise: who is ahead risks less, who is not less and less."""
        late = self.turn / max(self.field.setup.turns, 1)
        return CAUTION if self.lead > AHEAD else CAUTION * (1 - late**HASTE)

    @clause("FA-VIC-03")
    def flight(self, unit: Unit) -> float:
        """What it costs a side if the unit runs: some of its worth, and the more, the nearer the side is to beaten."""
        found = self._flights.get(unit.id)
        if found is None:
            setup = self.field.setup
            gone = self._gone(unit.side)
            n, d, whole = gone.numerator, gone.denominator, max(1, setup.strengths[unit.side])
            after = (n * whole + unit.start_models * d) / (d * whole)
            beaten = int(self.field.option("beaten")) / 100
            nearer = min(1.0, after / beaten) ** 2 - min(1.0, n / d / beaten) ** 2
            found = self._flights[unit.id] = (
                RUN * self.worth(unit) + BEATEN * nearer * setup.worths[unit.side]
            )
        return found

    def _gone(self, side: str) -> Fraction:
        """What share of a side is gone."""
        key = ("gone", side)
        found: Fraction | None = self.field.kept.get(key)
        if found is None:
            found = self.field.kept[key] = share_gone(self.field, side)
        return found

    def gain(self, prospect: Prospect) -> float:
        """What a fight is worth to the own side."""
        return prospect.harm + sum(
            part * (FEAR if part < 0 else 1.0) * self.flight(self.field.unit(one))
            for one, part in prospect.runs
        )

    def stake(self, unit: Unit) -> float:
        """What a fight must promise a unit."""
        found = self._stakes.get(unit.id)
        if found is None:
            found = self._stakes[unit.id] = self.caution * self.worth(unit)
        return found

    # --- single units ---

    def move(self, unit: Unit) -> int:
        """Cells of a move."""
        found = self._moves.get(unit.id)
        if found is None:
            found = self._moves[unit.id] = self.guess.stats(unit.id).M
        return found

    def strides(self, unit: Unit, dice: int) -> int:
        """M and so much more, in thousandths."""
        return (self.move(unit) + dice) * CELL

    def ranks(self, unit: Unit) -> int:
        return full_ranks(block(self.field, unit.id), self.field.full_rank(unit))

    def worth(self, unit: Unit) -> int:
        """What it is worth as the victory has it."""
        found = self._worths.get(unit.id)
        if found is None:
            found = self._worths[unit.id] = self.field.tables.victory.worth[unit.kind] * max(1, unit.models)
        return found

    def free(self, unit: Unit) -> bool:
        """It can be ordered anywhere."""
        return not (unit.retreating or unit.fresh or self.field.engaged(unit.id))

    def can_shoot(self, unit: Unit) -> bool:
        key = ("may shoot", unit.id)
        if key not in self.field.kept:
            self.field.kept[key] = aiming.may_shoot(self.field, unit.id) is None
        return bool(self.field.kept[key])

    def is_shooter(self, unit: Unit) -> bool:
        return self.guess.profile(unit.id).role == "shooter" and unit.models > 0

    @clause("FA-LD-02")
    def is_spent(self, unit: Unit) -> bool:
        """Below a third of its strength (point 14)."""
        return unit.models * A_THIRD < unit.start_models

    def retreats(self, unit: Unit) -> bool:
        """It may be ordered to."""
        return not ordering.why_no_retreat(self.field, unit)

    def general_of(self, unit: Unit) -> bool:
        """The general stands in it."""
        general = self.field.general(self.side)
        return general is not None and general.unit == unit.id

    @cached_property
    def fighters(self) -> list[Unit]:
        """Those who may charge next turn."""
        return [
            one
            for one in self.own
            if one.kind != "machine"
            and not one.retreating
            and not self.is_spent(one)
            and not self.is_shooter(one)
        ]

    # --- who is near ---

    def near(self, unit: Unit) -> list[tuple[int, Unit]]:
        """Enemies with their distance to an own unit, the nearest first."""
        found = self._near.get(unit.id)
        if found is None:
            rows = [(self._far(unit, foe), foe.id, foe) for foe in self.foes]
            found = self._near[unit.id] = [
                (far, foe) for far, _, foe in sorted(rows, key=lambda row: row[:2])
            ]
        return found

    def _far(self, unit: Unit, foe: Unit) -> int:
        """The distance, of those who are far off about."""
        here, there = unit.shape.pose, foe.shape.pose
        far = int(hypot(there.x - here.x, there.y - here.y))
        return self.field.distance(unit.id, foe.id) if far < EXACT else far - (unit.depth + foe.depth) // 2

    def within(self, unit: Unit, far: int) -> list[Unit]:
        """Enemies no farther away who don't run, the nearest first."""
        return [foe for gap, foe in self.near(unit) if gap <= far and not foe.retreating]

    # --- ways ---

    def bearing(self, unit: Unit, point: Point) -> int:
        """By how much it would turn to face a point, in tenths of a degree, to the right."""
        return turn_to(unit.heading, heading_to(unit.front, point))

    def wheel(self, unit: Unit, turn: int) -> int:
        """What a wheel costs, in thousandths, on open ground."""
        if not turn:
            return 0
        measure = str(self.field.option("wheel_measure"))
        return -(-wheel_cost(block(self.field, unit.id), abs(turn), measure) // FINE)

    def charge_turn(self, unit: Unit, foe: Unit) -> int | None:
        """The wheel of a charge, in tenths of a degree; None if the enemy stands behind it."""
        if abs(self.bearing(unit, foe.centre)) > QUARTER:
            return None
        return charge_wheel(block(self.field, unit.id), foe.centre) * 10

    def edge_struck(self, foe: Unit, by: Point) -> Edge:
        return struck_edge(foe.shape, by)

    # --- who is in whose way ---

    def way(self, unit: Unit, turn: int, length: int) -> Way:
        """The ground of a wheel and so much straight on."""
        front = wheeled(Pose(*unit.front, unit.heading), unit.width, turn)
        body = block(self.field, unit.id).put(front).base if turn else None
        ahead = strip(front, unit.width, length)
        return Way(front.heading, tuple(one for one in (body, ahead) if one is not None))

    def in_way(self, way: Way, units: Iterable[Unit], besides: Container[str] = ()) -> list[Unit]:
        """Those of some units that stand in it."""
        return [one for one in units if way.meets(one.shape) and one.id not in besides]

    def is_barred(self, unit: Unit, way: Way) -> bool:
        """A friend stands in it who doesn't go the same way."""
        return any(
            one is not unit and way.meets(one.shape) and not self._goes_along(one, way) for one in self.own
        )

    def _goes_along(self, one: Unit, way: Way) -> bool:
        other = self.ways.get(one.id)
        return other is not None and abs(turn_to(way.heading, other.heading)) <= ALONG

    def crosses(self, unit: Unit, way: Way, target: str = "") -> bool:
        """It would come in the way of a friend who goes elsewhere (``target``: those who charge the same enemy do
        not)."""
        return any(
            key != unit.id
            and not (target and target in self.orders[key].targets[:1])
            and self._clash(unit, way, key)
            for key in self.ways
        )

    def _clash(self, unit: Unit, way: Way, friend: str) -> bool:
        """The friend's way leads over where it stands, or over its own way in another direction."""
        other = self.ways[friend]
        if other.meets(unit.shape):
            return True
        return not self._goes_along(self.field.unit(friend), way) and any(map(other.meets, way.bases))


def strip(front: Pose, width: int, length: int) -> Base | None:
    """The ground before a front edge; a little is left at the sides, where friends stand shoulder to shoulder."""
    if length < CELL // 2:
        return None
    east, north = step(front.heading, length, over=2)
    return Base(front.shifted((east, north)), max(width - ELBOW, ELBOW), length)


@lru_cache(maxsize=32)
def scene_of(field: Field) -> Scene:
    """The thoughts about that very position. Not kept with the field: the two would hold each other in memory."""
    return Scene(field)
