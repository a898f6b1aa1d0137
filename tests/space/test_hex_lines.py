from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.space.hex_grid import hex_set, members
from grognard.space.hex_lines import Edges, lines, met, sight, trace
from grognard.space.hex_map import HexMap
from tests.space.hex_scenes import MILLS, RIVER, at, maps

STEPS = st.integers(-12, 12)
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def stop(map: HexMap, start: str, end: str, edges: Edges = Edges.BOTH) -> list[str]:
    return [map.grid.label(hex) for hex in lines(map, "MFS", edges).stop(*at(map, start, end))]


def passed(map: HexMap, start: str, end: str) -> list[str]:
    return ["/".join(map.grid.label(h) for h in hexes) for hexes in met(map.grid, *at(map, start, end))]


@pytest.mark.clause("MO-LOS-03", "MO-LOS-04")
def test_lines_along_the_sides_of_hexes() -> None:
    assert passed(MILLS, "0604", "0804") == ["0704/0705"]
    assert [stop(MILLS, "0604", "0804", edges) for edges in Edges] == [[], ["0705"], []]
    assert [stop(MILLS, "0604", "0706", edges) for edges in Edges] == [["0605", "0705"]] * 2 + [[]]


@pytest.mark.clause("MO-LOS-03")
def test_lines_across_hexes() -> None:
    assert passed(MILLS, "0305", "0805") == ["0405", "0505", "0605", "0705"]
    assert stop(MILLS, "0305", "0805") == ["0605"]
    assert stop(MILLS, "0805", "0305") == ["0705"]
    assert passed(RIVER, "0607", "0907") == ["0707", "0807"]
    assert stop(RIVER, "0607", "0907") == ["0707"]
    assert passed(RIVER, "1106", "1406") == ["1206", "1306"]
    assert stop(RIVER, "1106", "1406") == []


@pytest.mark.clause("MO-LOS-04")
def test_lines_that_cross_and_run_along_sides() -> None:
    assert passed(MILLS, "0505", "0708") == ["0506/0605", "0606", "0607/0707"]
    assert stop(MILLS, "0505", "0708") == ["0607", "0707"]
    assert passed(MILLS, "0601", "1001") == ["0701/0702", "0801", "0901/0902"]
    assert stop(MILLS, "0601", "1001") == []


@pytest.mark.clause("MO-LOS-04")
def test_a_hex_beyond_the_map_stops_nothing() -> None:
    top = at(MILLS, "0101", "0301")
    assert met(MILLS.grid, *top) == (at(MILLS, "0201"),)
    wall = HexMap(MILLS.grid, ("M" * 12, *MILLS.ground[1:]))
    assert lines(wall, "M").stop(*at(wall, "0201", "0401")) == ()
    assert lines(wall, "M", Edges.EITHER).stop(*at(wall, "0201", "0401")) == at(wall, "0301")


def by_the_book(q: int, r: int) -> set[frozenset[tuple[int, int]]]:
    """MO-LOS-02 to -05 word for word, over every hex around."""
    bx, by, found = 3 * q, 2 * r + q, dict[tuple[int, int], list[int]]()
    for hq in range(min(q, 0) - 2, max(q, 0) + 3):
        for hr in range(min(r, 0) - abs(q) - 2, max(r, 0) + abs(q) + 3):
            x, y = 3 * hq, 2 * hr + hq
            if (hq, hr) not in ((0, 0), (q, r)) and 0 < x * bx + 3 * y * by < bx * bx + 3 * by * by:
                found[hq, hr] = [bx * (y + dy) - by * (x + dx) for dx, dy in CORNERS]
    crossed = {frozenset([hex]) for hex, sides in found.items() if min(sides) < 0 < max(sides)}
    edges = {
        frozenset([hex, other])
        for hex, sides in found.items()
        for k in range(6)
        if sides[k] == sides[k - 1] == 0
        for other in [_across(hex, k)]
        if other in found
    }
    return crossed | edges


def _across(hex: tuple[int, int], corner: int) -> tuple[int, int]:
    """The hex across the side from one corner to the corner before it in ``CORNERS``."""
    dx = CORNERS[corner][0] + CORNERS[corner - 1][0]
    dy = CORNERS[corner][1] + CORNERS[corner - 1][1]
    return hex[0] + dx // 3, hex[1] + (dy - dx // 3) // 2


@settings(max_examples=150)
@given(STEPS, STEPS)
def test_a_trace_is_that_of_the_rule_word_for_word(q: int, r: int) -> None:
    found = trace(q, r)
    assert {frozenset(hexes) for hexes in found} == by_the_book(q, r)
    assert len(found) == len({frozenset(hexes) for hexes in found})


@given(STEPS, STEPS)
def test_a_trace_is_the_same_backwards(q: int, r: int) -> None:
    back = [{(q + a, r + b) for a, b in hexes} for hexes in reversed(trace(-q, -r))]
    assert [set(hexes) for hexes in trace(q, r)] == back


@settings(max_examples=60)
@given(maps(), st.sampled_from(Edges), st.data())
def test_lines_are_free_both_ways(map: HexMap, edges: Edges, data: st.DataObject) -> None:
    hexes = st.sampled_from(members(map.grid.all))
    a, b = data.draw(hexes), data.draw(hexes)
    found = lines(map, "MFS", edges)
    assert found.free(a, b) == found.free(b, a) == (not found.stop(a, b)) == (not found.stop(b, a))
    met_on_the_way = [hex for hexes in met(map.grid, a, b) for hex in hexes]
    assert all(map.grid.holds(hex) and hex not in (a, b) for hex in met_on_the_way)
    assert set(found.stop(a, b)) <= set(met_on_the_way) & set(members(map.of("MFS")))
    if map.grid.distance(a, b) <= 1:
        assert found.free(a, b)


@settings(max_examples=30)
@given(maps(10), st.integers(0, 6), st.data())
def test_what_is_seen_has_a_free_line(map: HexMap, radius: int, data: st.DataObject) -> None:
    hex = data.draw(st.sampled_from(members(map.grid.all)))
    over = lines(map, "MFS")
    around = members(map.grid.disc(hex, radius))
    assert over.seen(hex, radius) == hex_set(other for other in around if over.free(hex, other))
    assert sight(map.grid, [(hex, radius)], over) == over.seen(hex, radius)
    assert sight(map.grid, [(hex, radius), (0, 1)]) == map.grid.disc(hex, radius) | map.grid.disc(0, 1)


def test_lines_of_one_map_are_kept() -> None:
    assert lines(MILLS, "MFS") is lines(MILLS, "MFS")
    assert lines(MILLS, "MFS") is not lines(MILLS, "MFS", Edges.NONE)
