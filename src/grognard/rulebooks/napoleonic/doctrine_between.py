"""What lies between two bodies, as the doctrine asks: how far an attack has to go, what it takes from the attacker.

It hangs on the ground and on how the two stand, and most of a side stands still: so it is kept through the turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import crossing, footing, relations
from grognard.rulebooks.napoleonic.doctrine_kept import Kept
from grognard.rulebooks.napoleonic.doctrine_routes import routes_of
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import Thing, about, effect, is_barred, kind_of, land_of
from grognard.rulebooks.napoleonic.model import Body, KindId, NapoleonicSetup, Unit
from grognard.rulebooks.napoleonic.tracks import leg_cost
from grognard.space.measure import crosses
from grognard.space.outline import Base, box_between, boxes_near, edges_of
from grognard.space.pose import Pose, heading_to, turn_to

NEARLY = 60
"""Thousandths that an attack keeps in hand: it turns and steps as it goes."""
NEVER = 1 << 24


class Standing(NamedTuple):
    """What hangs on the ground and on how one body stands: obstacles at whose edge it is, with where it would land, by
    what it is; ids of the places that take one unit in which it stands."""

    edges: Kept[tuple[tuple[Thing, Pose], ...]]
    places: Kept[tuple[str, ...]]
    ways: Kept[int]


@lru_cache(maxsize=16)
def _standing(setup: NapoleonicSetup, burning: tuple[str, ...], destroyed: tuple[str, ...]) -> Standing:
    return Standing(Kept(), Kept(), Kept())


@lru_cache(maxsize=16)
def _minuses(
    setup: NapoleonicSetup, burning: tuple[str, ...], destroyed: tuple[str, ...], train: tuple[Base, ...]
) -> Kept[int]:
    return Kept()


@clause("NA-MOVE-03")
def farthest(field: Field, unit: Unit) -> int:
    """No attack of its goes farther in a turn."""
    key = unit.sheet, unit.kind
    known = _farthest(field.setup)
    found = known.get(key)
    if found is None:
        straight = field.tables.arms[field.arm(unit)].straight_attack
        found = known[key] = max(field.plain_move(unit), straight)
    return found


@lru_cache(maxsize=16)
def _farthest(setup: NapoleonicSetup) -> dict[tuple[str, KindId], int]:
    """By what is printed of a regiment and how it is formed."""
    return {}


class Between:
    """What is known in a position of the ground where bodies stand, and of that between two of them."""

    def __init__(self, field: Field) -> None:
        self._field = field
        ground = field.setup, field.works.burning, field.works.destroyed
        train = tuple(one.shape for one in (*field.guns, *field.wagons))
        self._edges, self._places, self._ways = _standing(*ground)
        self._minuses = _minuses(*ground, train)

    @clause("NA-MOVE-03", "NA-MOVE-06", "NA-MOVE-07")
    def way(self, unit: Unit, enemy: Body) -> int:
        """What of its move an attack takes until it comes home: 0 where it stands near enough, NEVER where no move of
        its brings it there."""
        key = unit.shape, enemy.shape, unit.sheet, unit.kind
        found = self._ways.get(key)
        return self._ways.put(key, self._way(unit, enemy)) if found is None else found

    def _way(self, unit: Unit, enemy: Body) -> int:
        field, close = self._field, self._field.distances.close_combat
        most, routes = farthest(field, unit), routes_of(field, kind_of(field, unit))
        if not field.within(unit, enemy, most + close - NEARLY):
            return NEVER
        if relations.reaches(field, unit, enemy):
            return 0
        here, there = unit.pose.at, enemy.pose.at
        if routes.is_on(here) or not routes.is_open(here, there):
            return NEVER
        turn = leg_cost(unit.shape, unit.pose.turned(turn_to(unit.heading, heading_to(here, there))))
        need = field.gap(unit, enemy) - close + NEARLY + turn
        delay = self._delay(unit, enemy) if need <= most else None
        return NEVER if delay is None else need + delay

    @clause("NA-OBS-01", "NA-OBS-06", "NA-OBS-09")
    def _delay(self, unit: Unit, enemy: Body) -> int | None:
        """What obstacles on the straight way cost; None where one of them ends the move."""
        start, end = (unit.x, unit.y), (enemy.x, enemy.y)
        line, land, kind = box_between(start, end), land_of(self._field), kind_of(self._field, unit)
        level, found = land.level(start), 0
        for thing in about(land.terrain, line):
            edges = (edge for shape in thing.shapes for edge in edges_of(shape.ring))
            if thing.row is not None and any(crosses(start, end, *edge) for edge in edges):
                what = effect(thing, kind, unit.id, level)
                if what == "stop":
                    return None
                found += thing.row.delay if what == "delay" else 0
        return found

    @clause("NA-OBS-10")
    def minus(self, unit: Unit, enemy: Body) -> int:
        """What lies between them takes from the attacker."""
        key = unit.shape, enemy.shape, unit.sheet, unit.kind, unit.obstacle
        found = self._minuses.get(key)
        if found is None:
            minus = footing.obstacle_minus(self._field, unit, enemy, assails=True)
            found = self._minuses.put(key, minus)
        return found

    @clause("NA-OBS-09")
    def edges(self, unit: Unit) -> tuple[tuple[Thing, Pose], ...]:
        """Obstacles that take a turn to cross, not closed to it, at whose edge it stands, with where it would land."""
        key = unit.shape, unit.sheet, unit.kind
        found = self._edges.get(key)
        return self._edges.put(key, tuple(self._at_edge(unit))) if found is None else found

    def _at_edge(self, unit: Unit) -> Iterator[tuple[Thing, Pose]]:
        kind, shape = kind_of(self._field, unit), unit.shape
        for thing in land_of(self._field).terrain:
            if not (thing.row and thing.row.one_turn) or is_barred(thing, kind):
                continue
            if boxes_near(thing.box, shape.box, crossing.AT_EDGE) and crossing.at_edge(shape, thing):
                end = crossing.landing(shape, thing)
                if end is not None:
                    yield thing, end

    @clause("NA-OBS-03")
    def places(self, body: Body) -> tuple[str, ...]:
        """Ids of the places that take one unit a turn in which it stands."""
        found = self._places.get(body.shape)
        if found is None:
            near = about(land_of(self._field).terrain, body.shape.box)
            met = (one.id for one in near if one.row and one.row.one_unit and one.meets(body.shape))
            found = self._places.put(body.shape, tuple(met))
        return found
