from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.space.hex_grid import members
from grognard.space.hex_random import Recipe, Scatter, random_map
from tests.space.hex_scenes import SYMBOLS


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.integers(1, 25), st.integers(1, 25))
def test_a_random_map_holds_together(seed: int, columns: int, rows: int) -> None:
    map = random_map(random.Random(seed), columns, rows)
    assert map == random_map(random.Random(seed), columns, rows)
    assert (map.grid.columns, map.grid.rows) == (columns, rows)
    assert set("".join(map.ground)) <= set(SYMBOLS)
    assert set(map.bridges) == set(members(map.of("R") & map.roads))
    assert all(map.terrain(hex) == "R" and hex not in map.bridges for hex in map.crossings)
    assert all(map.grid.side(*link) is not None for link in map.links)
    towns = [site.hex for site in map.sites]
    assert set(towns) == set(members(map.of("S")))
    if len(towns) > 1:
        assert {map.grid.patch(town, map.roads) for town in towns} == {map.grid.patch(towns[0], map.roads)}


def test_a_recipe_says_what_a_map_is_made_of() -> None:
    recipe = Recipe(clear="c", scatter=(Scatter("x", 30, 5),), river="r", town="t", site="mill")
    map = random_map(random.Random(3), 30, 30, recipe)
    assert set("".join(map.ground)) == set("cxrt")
    assert 100 < map.of("x").bit_count() < 300
    assert {site.kind for site in map.sites} == {"mill"}
    assert any("r" in map.ground[row] for row in (0, 29))
