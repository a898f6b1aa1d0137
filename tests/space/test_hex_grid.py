from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.space.hex_grid import Grid, Side, hex_set, members

SIZES = st.integers(1, 30)
GRIDS = st.builds(Grid, SIZES, SIZES)


@st.composite
def hexes(draw: st.DrawFn, count: int) -> tuple[Grid, tuple[int, ...]]:
    grid = draw(GRIDS)
    places = [(draw(st.integers(1, grid.columns)), draw(st.integers(1, grid.rows))) for _ in range(count)]
    return grid, tuple(grid.number(*place) for place in places)


@given(hexes(1))
def test_labels_and_places_lead_back(found: tuple[Grid, tuple[int, ...]]) -> None:
    grid, (hex,) = found
    assert grid.find(grid.label(hex)) == hex
    assert grid.number(*grid.place(hex)) == hex
    q, r = grid.axial(hex)
    assert q * grid.stride + r == hex


def test_labels_of_large_maps_have_three_digits_each() -> None:
    assert Grid(99, 99).label(Grid(99, 99).number(7, 12)) == "0712"
    large = Grid(100, 40)
    assert large.label(large.number(7, 12)) == "007012"
    assert large.find("100040") == large.size - 1
    assert large.find("0712") is None


@pytest.mark.parametrize("label", ["", "0", "0000", "0110", "1101", "01 1", "+1+1", "٠١٠١", "a1b2", "010101"])
def test_what_is_no_label_is_not_found(label: str) -> None:
    assert Grid(10, 9).find(label) is None
    with pytest.raises(KeyError):
        Grid(10, 9).at(label)


@pytest.mark.parametrize(("columns", "rows"), [(0, 5), (5, 0), (1000, 5), (5, 1000)])
def test_a_grid_has_1_to_999_columns_and_rows(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="1 to 999"):
        Grid(columns, rows)


def test_hexes_sort_as_labels_do() -> None:
    grid = Grid(11, 12)
    labels = [grid.label(hex) for hex in members(grid.all)]
    assert labels == sorted(labels)
    assert len(labels) == 11 * 12


def test_even_columns_sit_lower() -> None:
    grid = Grid(5, 5)
    beside = {side: grid.beside(grid.at("0303"), side) for side in Side}
    assert {side.name: grid.label(hex) for side, hex in beside.items() if hex is not None} == {
        "NORTH": "0302", "NORTH_EAST": "0402", "SOUTH_EAST": "0403",
        "SOUTH": "0304", "SOUTH_WEST": "0203", "NORTH_WEST": "0202",
    }  # fmt: skip
    assert [grid.label(hex) for hex in grid.neighbours[grid.at("0202")]] == [
        "0201", "0302", "0303", "0203", "0103", "0102",
    ]  # fmt: skip
    assert grid.beside(grid.at("0101"), Side.NORTH_WEST) is None
    assert grid.side(grid.at("0101"), grid.at("0103")) is None


@pytest.mark.clause("MO-MAP-01")
def test_distances_of_the_specification() -> None:
    grid = Grid(24, 18)
    assert grid.distance(grid.at("0307"), grid.at("2209")) == 19
    assert grid.distance(grid.at("0101"), grid.at("2418")) == 29


@given(hexes(3))
def test_distance_is_a_distance(found: tuple[Grid, tuple[int, ...]]) -> None:
    grid, (a, b, c) = found
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(hexes(2))
def test_neighbours_are_at_distance_1_and_share_a_side(found: tuple[Grid, tuple[int, ...]]) -> None:
    grid, (a, b) = found
    side, back = grid.side(a, b), grid.side(b, a)
    assert (side is not None) == (b in grid.neighbours[a]) == (grid.distance(a, b) == 1)
    if side is not None and back is not None:
        assert grid.beside(a, side) == b
        assert side.opposite == back
        (q, r), (q2, r2) = grid.axial(a), grid.axial(b)
        assert side.step == (q2 - q, r2 - r)


@given(hexes(1), st.integers(-1, 8))
def test_discs_and_rings_hold_what_is_at_the_distance(
    found: tuple[Grid, tuple[int, ...]], radius: int
) -> None:
    grid, (hex,) = found
    away = {other: grid.distance(hex, other) for other in members(grid.all)}
    assert members(grid.disc(hex, radius)) == [other for other, d in away.items() if d <= radius]
    assert members(grid.ring(hex, radius)) == [other for other, d in away.items() if d == radius]


@given(GRIDS, st.data())
def test_a_set_spreads_to_all_beside_it(grid: Grid, data: st.DataObject) -> None:
    some = data.draw(st.sets(st.sampled_from(members(grid.all))))
    beside = {other for hex in some for other in grid.neighbours[hex]}
    assert set(members(grid.spread(hex_set(some)))) == some | beside


def test_sets_count_from_a_base() -> None:
    assert members(0b10110) == [1, 2, 4]
    assert members(0b10110, 100) == [101, 102, 104]
    assert members(0) == []


def test_a_rectangle_keeps_to_the_grid() -> None:
    grid = Grid(6, 5)
    assert grid.rectangle((2, 3), (4, 9)) == grid.set_of(["0204", "0205", "0304", "0305"])
    assert grid.rectangle((-3, 99), (-3, 99)) == grid.all
    assert grid.rectangle((2, 3), (7, 9)) == 0


def test_a_patch_is_what_hangs_together() -> None:
    grid = Grid(6, 5)
    wood = grid.set_of(["0101", "0201", "0302", "0503"])
    assert grid.patch(grid.at("0302"), wood) == grid.set_of(["0101", "0201", "0302"])
    assert grid.patch(grid.at("0505"), wood) == 0
