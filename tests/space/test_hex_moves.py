from __future__ import annotations

import heapq
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.space.hex_grid import Hex, hex_set, members
from grognard.space.hex_map import UNCHANGED, Changes, HexMap
from grognard.space.hex_moves import (
    UNLIMITED,
    Costs,
    Going,
    Stop,
    costs,
    follow,
    going,
    reach,
    toward,
)
from tests.space.hex_scenes import (
    ALL_COSTS,
    AMPHIBIOUS,
    ARMOUR,
    BOATS,
    INFANTRY,
    MILLS,
    RIVER,
    SHIPS,
    at,
    dear_costs,
    maps,
)

# --- the specification's examples -------------------------------------------------------------------------


def paid(map: HexMap, table: Costs, start: str, points: int, *labels: str) -> list[int | None]:
    found = reach(going(map, table), map.grid.at(start), points)
    return [found.cost(hex) for hex in at(map, *labels)]


@pytest.mark.clause("MO-MOVE-02", "MO-MOVE-03", "MO-MOVE-04", "MO-MOVE-06")
def test_tanks_by_road_and_into_a_wood() -> None:
    assert paid(MILLS, ARMOUR, "0205", 10, "0605", "0304", "0504") == [6, 10, 10]
    start, mill, wood, counter = at(MILLS, "0205", "0605", "0304", "0405")
    assert reach(going(MILLS, ARMOUR), start, 10, 1 << counter).cost(mill) == 10
    found = reach(going(MILLS, ARMOUR), start, 10)
    assert found.ended >> wood & 1
    assert not found.ended >> mill & 1


@pytest.mark.clause("MO-MOVE-02", "MO-MOVE-03")
def test_rifles_by_road_and_through_a_wood() -> None:
    assert paid(MILLS, INFANTRY, "0204", 6, "0605", "0404", "0303", "0402") == [4, 5, 6, None]


@pytest.mark.clause("MO-MOVE-04")
def test_tanks_in_a_wood_without_road_enter_one_hex() -> None:
    start, wood = at(RIVER, "0409", "0509")
    found = reach(going(RIVER, ARMOUR), start, 10, one_step=True)
    assert len(found) == 7
    assert found.cost(wood) == 10
    assert found.path(wood) == (start, wood)


@pytest.mark.clause("MO-TERR-08", "MO-TERR-09", "MO-TERR-10")
def test_amphibians_and_others_at_the_river() -> None:
    assert paid(RIVER, AMPHIBIOUS, "1107", 12, "1307", "1407", "1507") == [4, 6, 8]
    assert paid(RIVER, ARMOUR, "1107", 12, "1307", "1308", "1408") == [None, 4, 6]


@pytest.mark.clause("MO-MOVE-11", "MO-TERR-09")
def test_boats_sail_up_the_river_and_ships_do_not() -> None:
    assert paid(RIVER, BOATS, "1216", 12, "1315", "1314", "1213", "1211") == [4, 6, 8, 12]
    assert paid(RIVER, SHIPS, "1216", 12, "1315") == [None]


@pytest.mark.clause("MO-MOVE-05")
def test_one_hex_can_always_be_entered() -> None:
    start, mountain, beyond = at(MILLS, "0802", "0902", "1002")
    found = reach(going(MILLS, INFANTRY), start, 2)
    assert found.cost(mountain) == 2
    assert beyond not in found
    assert mountain not in reach(going(MILLS, INFANTRY), start, 2, one_hex=False)
    assert mountain not in reach(going(MILLS, INFANTRY), start, 2, 1 << mountain)
    assert mountain not in reach(going(MILLS, ARMOUR), start, 10)


@pytest.mark.clause("MO-WORK-05", "MO-WORK-02")
def test_a_broken_bridge_bars_and_a_crossing_gives_passage_without_road() -> None:
    west, bridge, east, ford = at(RIVER, "1208", "1308", "1408", "1307")
    broken = UNCHANGED.breaking(bridge)

    def tanks(changes: Changes) -> list[int | None]:
        found = reach(going(RIVER, ARMOUR, changes), west, 10)
        return [found.cost(hex) for hex in (bridge, east, ford)]

    assert tanks(UNCHANGED) == [1, 3, None]
    assert tanks(broken) == [None, None, None]
    assert tanks(broken.laying(bridge)) == [2, 6, None]
    assert tanks(broken.laying(ford)) == [None, 10, 4]
    assert reach(going(RIVER, AMPHIBIOUS, broken), west, 8).cost(bridge) == 2


# --- against a plain search --------------------------------------------------------------------------------


def plain(laid: Going, source: Hex, points: int, blocked: int, one_hex: bool) -> dict[Hex, int]:
    """Dijkstra, hex by hex, over the steps that ``Going`` allows."""
    found, heap, ended = {source: 0}, [(0, source)], set[Hex]()
    while heap:
        cost, hex = heapq.heappop(heap)
        if cost > found[hex]:
            continue
        for other in laid.grid.neighbours[hex]:
            price, need = laid.step(hex, other), laid.need(other)
            if blocked >> other & 1:
                continue
            if need is not None and cost + need <= points:
                ended.add(other)
            if one_hex and hex == source and points >= 1 and laid.first_steps(hex) >> other & 1:
                ended.add(other)
            if price is not None and cost + price <= min(points, found.get(other, UNLIMITED) - 1):
                found[other] = cost + price
                heapq.heappush(heap, (cost + price, other))
    return dict.fromkeys(ended, points) | found


@settings(max_examples=80)
@given(maps(), st.sampled_from(ALL_COSTS) | dear_costs(), st.integers(0, 30), st.booleans(), st.data())
def test_reach_is_that_of_a_plain_search(
    map: HexMap, table: Costs, points: int, one_hex: bool, data: st.DataObject
) -> None:
    everywhere = members(map.grid.all)
    source = data.draw(st.sampled_from(everywhere))
    blocked = hex_set(data.draw(st.sets(st.sampled_from(everywhere), max_size=20)) - {source})
    laid = going(map, table)
    found = reach(laid, source, points, blocked, one_hex=one_hex)
    expected = plain(laid, source, points, blocked, one_hex)
    assert found.costs() == expected
    assert list(found) == sorted(expected)
    assert len(found) == len(expected)
    assert {hex: found.cost(hex) for hex in everywhere} == {hex: expected.get(hex) for hex in everywhere}
    half = points // 2
    assert set(members(found.within(half))) == {hex for hex, cost in expected.items() if cost <= half}
    for hex in expected:
        way = found.path(hex)
        walk = follow(laid, way, points, blocked, one_hex=one_hex)
        assert (way[0], way[-1], walk.stop, walk.cost) == (source, hex, None, expected[hex])


@settings(max_examples=60)
@given(maps(8), st.sampled_from(ALL_COSTS) | dear_costs(), st.integers(0, 12), st.data())
def test_one_step_reaches_what_a_way_of_one_hex_does(
    map: HexMap, table: Costs, points: int, data: st.DataObject
) -> None:
    source = data.draw(st.sampled_from(members(map.grid.all)))
    laid = going(map, table)
    found = reach(laid, source, points, one_step=True)
    walks = {hex: follow(laid, (source, hex), points, one_step=True) for hex in map.grid.neighbours[source]}
    assert found.costs() == {source: 0} | {hex: w.cost for hex, w in walks.items() if w.stop is None}
    assert all(found.path(hex) == (source, hex) for hex in found if hex != source)


@settings(max_examples=60)
@given(maps(10), st.sampled_from(ALL_COSTS), st.data())
def test_distances_to_a_goal_are_those_of_the_ways_there(
    map: HexMap, table: Costs, data: st.DataObject
) -> None:
    everywhere = members(map.grid.all)
    goals = data.draw(st.sets(st.sampled_from(everywhere), min_size=1, max_size=3))
    plain_table = Costs(tuple(sorted((*table.enter, *table.ends))), table.road, table.passage)
    found = toward(going(map, table), hex_set(goals))
    laid = going(map, plain_table)
    for hex in everywhere:
        ways = reach(laid, hex, UNLIMITED)
        assert found.get(hex) == min(
            (c for goal in goals if (c := ways.cost(goal)) is not None), default=None
        )


def test_a_blocked_goal_still_draws() -> None:
    goal, ring = MILLS.grid.at("0605"), MILLS.grid.ring(MILLS.grid.at("0605"), 1)
    assert toward(going(MILLS, INFANTRY), 1 << goal, 1 << goal)[MILLS.grid.at("0405")] == 2
    assert set(toward(going(MILLS, INFANTRY), 1 << goal, ring)) == {goal, *members(ring)}


def test_an_unlimited_reach_ends() -> None:
    found = reach(going(MILLS, INFANTRY), MILLS.grid.at("0101"), UNLIMITED)
    assert found.hexes == MILLS.grid.all


# --- ways given hex by hex ---------------------------------------------------------------------------------


def walked(
    *labels: str, points: int = 10, blocked: str = "", one_hex: bool = True
) -> tuple[list[int], Stop | None, int]:
    others = MILLS.grid.set_of(blocked.split())
    walk = follow(going(MILLS, ARMOUR), at(MILLS, *labels), points, others, one_hex=one_hex)
    assert walk.end == walk.way[len(walk.costs)]
    return list(walk.costs), walk.stop, walk.price


@pytest.mark.clause("MO-MOVE-02", "MO-MOVE-04", "MO-MOVE-05", "MO-MOVE-06", "MO-MOVE-07")
def test_a_way_is_followed_as_far_as_it_goes() -> None:
    assert walked("0205", "0305", "0405", "0505", "0605") == ([2, 1, 1, 2], None, 0)
    assert walked("0205", "0305", "0505") == ([2], Stop.GAP, 0)
    assert walked("0802", "0902") == ([], Stop.BARRED, 0)
    assert walked("0205", "0305", "0405", blocked="0405") == ([2], Stop.BLOCKED, 1)
    assert walked("0205", "0305", "0405", "0505", points=3) == ([2, 1], Stop.DEAR, 1)
    assert walked("0205", "0204", "0304", "0305") == ([2, 8], Stop.ENDED, 2)
    assert walked("0205", "0204", "0304", points=3) == ([2], Stop.DEAR, 2)
    assert walked("0205", "0305", points=1) == ([1], None, 0)
    assert walked("0205", "0305", points=1, one_hex=False) == ([], Stop.DEAR, 2)
    assert walked("0205", "0305", points=0) == ([], Stop.DEAR, 2)
    assert walked("0205") == ([], None, 0)


def test_a_way_of_one_step_ends_there() -> None:
    walk = follow(going(MILLS, INFANTRY), at(MILLS, "0101", "0201", "0301"), 10, one_step=True)
    assert (walk.costs, walk.stop) == ((2,), Stop.ENDED)


def test_steps_are_no_dearer_than_the_road() -> None:
    laid = going(RIVER, INFANTRY)
    for hex, other in pairwise(at(RIVER, "0506", "0606", "0707")):
        assert laid.step(hex, other) == laid.step(other, hex) == 1
    assert laid.step(*at(RIVER, "0606", "0607")) == 2


def test_every_step_costs_something() -> None:
    for wrong in ({"enter": {".": 0}}, {"enter": {}, "passage": 0}, {"enter": {}, "road": {".": -1}}):
        with pytest.raises(ValueError, match="at least 1"):
            costs(**wrong)


def test_a_hex_out_of_reach_has_no_path() -> None:
    found = reach(going(MILLS, ARMOUR), MILLS.grid.at("0101"), 2)
    with pytest.raises(KeyError):
        found.path(MILLS.grid.at("1209"))
