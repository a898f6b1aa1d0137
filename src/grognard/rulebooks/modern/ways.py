"""Where a unit can go, at what cost and by which way (chapter Movement): questions only, for views and positions.

Costs and allowances are half hexes. A way is a tuple of hexes from the unit's own hex on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.core.rule import clause
from grognard.rulebooks.modern.effects import ARMS
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import ModernSetup, Tables, TerrainKind, Unit
from grognard.rulebooks.modern.values import value
from grognard.space.hex_grid import Hex, HexSet, hex_set
from grognard.space.hex_moves import Costs, Going, Reach, Walk, costs, follow, going, reach, toward

Way = tuple[Hex, ...]
HALVES = 2
"""Half hexes in a hex."""


# --- costs -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
@clause("MO-MOVE-02", "MO-MOVE-03", "MO-MOVE-07", "MO-MOVE-11", "MO-MOVE-12", "MO-TERR-02", "MO-TERR-11")
def costs_of(setup: ModernSetup, number: int) -> Costs:
    """What units of a card pay for a step; of a counter of which only the arm is known, what its arm pays."""
    tables = setup.tables
    card = tables.units[number] if number > 0 else None
    arm = card.arm if card else ARMS[-1 - number]
    abilities = card.abilities if card else ()
    enter, ends, road = {}, {}, {}
    for kind in tables.terrain.values():
        price = off_road(kind, arm, abilities)
        if price is not None:
            enter[kind.symbol] = price
        elif arm in kind.stops:
            ends[kind.symbol] = kind.cost[arm]
        by_road = along_road(tables, kind, arm)
        if by_road is not None:
            road[kind.symbol] = by_road
    return costs(enter, road, over_bridge(tables, arm), ends)


@clause("MO-MOVE-02", "MO-MOVE-12", "MO-TERR-04", "MO-TERR-07", "MO-TERR-08", "MO-TERR-09")
def off_road(kind: TerrainKind, arm: str, abilities: tuple[str, ...]) -> int | None:
    """What entering a terrain across country costs; None where it can't be entered, or ends the move."""
    found = [kind.cost_with[one][arm] for one in abilities if arm in kind.cost_with.get(one, ())]
    if arm in kind.cost and arm not in kind.stops:
        found.append(kind.cost[arm])
    return min(found, default=None)


@clause("MO-MOVE-03", "MO-TERR-11")
def along_road(tables: Tables, kind: TerrainKind, arm: str) -> int | None:
    """What a step along a road link into a terrain costs; None where roads don't help."""
    if arm not in tables.road.cost or not (kind.land or arm in kind.bridge_cost):
        return None
    return tables.road.cost_into.get(kind.id, {}).get(arm, tables.road.cost[arm])


@clause("MO-TERR-10")
def over_bridge(tables: Tables, arm: str) -> int | None:
    """What entering a hex with a bridge or crossing costs; None for arms that need none."""
    prices = [kind.bridge_cost[arm] for kind in tables.terrain.values() if arm in kind.bridge_cost]
    return min(prices, default=None)


def going_of(field: Field, unit: Unit) -> Going:
    """What steps cost a unit on the map as it is now."""
    return going(field.map, costs_of(field.setup, unit.number), field.works.passages)


# --- limits ----------------------------------------------------------------------------------------------


@clause("MO-MOVE-02", "MO-UNIT-12")
def allowance(field: Field, unit: Unit) -> int:
    """Half hexes that a unit may spend."""
    return HALVES * value(field, unit, "speed")


@clause("MO-MOVE-04")
def is_in_thicket(field: Field, unit: Unit) -> bool:
    """It starts off the road in terrain that ends its moves, so it may enter one hex only."""
    off_the_road = not field.map.roads >> unit.hex & 1
    return off_the_road and going_of(field, unit).need(unit.hex) is not None


@clause("MO-MOVE-06", "MO-MAP-06", "MO-MOVE-08")
def taken(field: Field, unit: Unit) -> HexSet:
    """The hexes of all other units, which no path enters. Nothing else about them stops a move."""
    return field.occupied & ~(1 << unit.hex)


# --- reach and ways --------------------------------------------------------------------------------------


@clause("MO-MOVE-02", "MO-MOVE-04", "MO-MOVE-05", "MO-MOVE-06", "MO-MOVE-13")
def reach_of(field: Field, unit: Unit, avoid: HexSet = 0) -> Reach:
    """Where a unit on the map could end its move, its own hex at cost 0 among them."""
    key = ("reach", unit.id, avoid)
    found: Reach | None = field.kept.get(key)
    if found is None:
        blocked = taken(field, unit) | avoid
        points, one_step = allowance(field, unit), is_in_thicket(field, unit)
        found = reach(going_of(field, unit), unit.hex, points, blocked, one_step=one_step)
        field.kept[key] = found
    return found


def walk_of(field: Field, unit: Unit, way: Way) -> Walk:
    """How far a unit gets on a way, and what the steps cost."""
    points, one_step = allowance(field, unit), is_in_thicket(field, unit)
    return follow(going_of(field, unit), way, points, taken(field, unit), one_step=one_step)


@clause("MO-MOVE-09", "MO-TERR-14")
def way_to(field: Field, unit: Unit, goal: Hex) -> Way | None:
    """A cheapest way to a hex, past mines that the side knows where that can be done; None out of reach."""
    known = known_mines(field, unit) & ~(1 << goal)
    if known:
        around = reach_of(field, unit, known)
        if goal in around:
            return around.path(goal)
    everywhere = reach_of(field, unit)
    return everywhere.path(goal) if goal in everywhere else None


@clause("MO-MOVE-09", "MO-MOVE-10")
def way_of(field: Field, unit: Unit, words: Way) -> Way:
    """The way that a legal order means: one hex is where it leads to, unless it is the unit's own, where it stays."""
    if len(words) != 1 or words[0] == unit.hex:
        return words
    way = way_to(field, unit, words[0])
    assert way is not None
    return way


@clause("MO-TERR-14")
def known_mines(field: Field, unit: Unit) -> HexSet:
    """Enemy mines that a unit's side has found and that would go off under it."""
    if field.arm(unit) == "aviation":
        return 0
    return hex_set(mine.hex for mine in field.mines if mine.side != unit.side and mine.known)


def long_way(field: Field, unit: Unit, goal: Hex) -> Way | None:
    """A cheapest way to a hex however far it is; None where no way leads there."""
    steps, blocked = going_of(field, unit), taken(field, unit)
    left = toward(steps, 1 << goal, blocked)
    if unit.hex not in left or blocked >> goal & 1:
        return None
    way = [unit.hex]
    while way[-1] != goal:
        way.append(min(_onward(steps, left, way[-1]))[1])
    return tuple(way)


def _onward(steps: Going, left: dict[Hex, int], hex: Hex) -> Iterator[tuple[int, Hex]]:
    """What the whole way costs over each neighbour."""
    for other in steps.grid.neighbours[hex]:
        price = steps.step(hex, other) or steps.need(other)
        if price is not None and other in left and steps.first_steps(hex) >> other & 1:
            yield price + left[other], other
