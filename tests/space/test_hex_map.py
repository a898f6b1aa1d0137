from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from grognard.locale import Name
from grognard.space.hex_grid import members
from grognard.space.hex_map import (
    UNCHANGED,
    HexMap,
    MapFaults,
    SiteSketch,
    Sketch,
    chains,
    drawn,
    sketched,
)
from tests.space.hex_scenes import MILLS, RIVER, SYMBOLS, at, maps


def labels(map: HexMap, hexes: int) -> list[str]:
    return [map.grid.label(hex) for hex in members(hexes)]


def faults(*rows: str, **fields: Any) -> list[tuple[tuple[str | int, ...], str]]:
    with pytest.raises(MapFaults) as found:
        drawn(Sketch(rows, **fields), SYMBOLS, "R")
    return [(fault.path, str(fault.message)) for fault in found.value.faults]


def test_every_hex_has_its_terrain() -> None:
    for hex in members(RIVER.grid.all):
        column, row = RIVER.grid.place(hex)
        assert RIVER.terrain(hex) == RIVER.ground[row - 1][column - 1]
        assert RIVER.of(RIVER.terrain(hex)) >> hex & 1
    assert RIVER.of(SYMBOLS) == RIVER.grid.all
    assert labels(MILLS, MILLS.of("MS")) == ["0605", "0705", "0902", "0903", "1002"]
    assert MILLS.of("~") == 0


@pytest.mark.clause("MO-MAP-05")
def test_a_road_into_a_river_hex_makes_a_bridge() -> None:
    assert [RIVER.grid.label(hex) for hex in RIVER.bridges] == ["1205", "1308"]
    river = drawn(Sketch(["...", ".R.", "..."], [["0102", "0202"]], ["0202"]), SYMBOLS, "R")
    assert river.bridges == at(river, "0202")
    assert drawn(Sketch(["...", ".R.", "..."], [["0102", "0202"]]), SYMBOLS).bridges == ()


def test_roads_are_links_both_ways() -> None:
    a, b, c = at(MILLS, "0105", "0204", "0305")
    assert MILLS.linked(a, b)
    assert MILLS.linked(b, a)
    assert not MILLS.linked(a, c)
    assert MILLS.roads.bit_count() == 12
    assert sum(ways.bit_count() for ways in MILLS.ways) == 2 * len(MILLS.links)


def test_patches_are_of_one_terrain() -> None:
    (wood,) = at(MILLS, "0303")
    assert labels(MILLS, MILLS.patch(wood)) == ["0303", "0304", "0402", "0403", "0404", "0503", "0504"]


def test_changes_break_bridges_and_lay_crossings() -> None:
    bridge, east, west, ford = at(RIVER, "1308", "1408", "1208", "1307")
    assert UNCHANGED.linked(RIVER, bridge, east)
    broken = UNCHANGED.breaking(bridge)
    assert not broken.linked(RIVER, bridge, east)
    assert not broken.linked(RIVER, west, bridge)
    assert labels(RIVER, broken.bridges(RIVER)) == ["1205"]
    again = broken.laying(bridge).laying(ford)
    assert labels(RIVER, again.passages(RIVER)) == ["1205", "1307", "1308"]
    assert not again.linked(RIVER, bridge, east)
    assert again == broken.laying(ford).laying(bridge)
    assert again.breaking(bridge).breaking(ford).passages(RIVER) == broken.bridges(RIVER)


def test_a_map_is_plain_data() -> None:
    assert msgspec.json.decode(msgspec.json.encode(RIVER), type=HexMap) == RIVER
    assert len({RIVER, msgspec.json.decode(msgspec.json.encode(RIVER), type=HexMap)}) == 1


@settings(max_examples=40)
@given(maps())
def test_a_sketch_gives_the_map_back(map: HexMap) -> None:
    assert drawn(sketched(map), SYMBOLS, "R") == map
    assert sum(len(chain) - 1 for chain in chains(map)) == len(map.links)


def test_a_round_road_is_one_chain() -> None:
    ring = ["0302", "0402", "0403", "0304", "0203", "0202", "0302"]
    map = drawn(Sketch(["....."] * 4, [ring]), SYMBOLS)
    assert [len(chain) for chain in chains(map)] == [7]


def test_sites_keep_names_and_facts() -> None:
    site = SiteSketch("0201", "fort", Name("Hill 40", "Высота 40"), (("level", 2),))
    map = drawn(Sketch(["..", ".."], sites=[site]), SYMBOLS)
    (found,) = map.sited("fort")
    assert (map.grid.label(found.hex), found.name.ru, found.fact("level")) == ("0201", "Высота 40", 2)
    assert found.fact("owner") is None
    assert map.sited("mines") == ()


@pytest.mark.clause("MO-MAP-04")
def test_all_faults_of_a_grid_are_told() -> None:
    assert faults() == [(("grid",), "the grid is empty")]
    assert faults("...", "....", ".x!") == [
        (("grid", 1), "grid row 2 has 4 characters, row 1 has 3"),
        (("grid", 2), "grid row 3, column 3: '!' is no terrain; valid: . M F S ~ R"),
        (("grid", 2), "grid row 3, column 2: 'x' is no terrain; valid: . M F S ~ R"),
    ]
    assert faults("." * 1000)[0][1] == "the grid has more than 999 columns or rows"


@pytest.mark.clause("MO-MAP-05")
def test_all_faults_of_roads_and_places_are_told() -> None:
    found = faults(
        "...", "...", "...",
        roads=[["0101", "0103"], ["0101", "0404"], ["0202"]],
        bridges=["0000"],
        sites=[SiteSketch("x", "fort")],
    )  # fmt: skip
    assert found == [
        (("roads", 0, 1), "0101 and 0103 are not adjacent"),
        (("roads", 1, 1), "0404 is no hex of the map; valid: 0101 to 0303"),
        (("roads", 2), "a road needs at least 2 hexes"),
        (("bridges", 0), "0000 is no hex of the map; valid: 0101 to 0303"),
        (("sites", 0), "x is no hex of the map; valid: 0101 to 0303"),
    ]
