"""What paths cost and where they lead, with the worked example 15 (FA-UNIT-07, FA-MOV-01 to -03, chapter TER)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.fantasy.ground import (
    Land,
    Piece,
    barred,
    crosses_line,
    off_table,
    on_hill,
    over_wall,
    round_shape,
)
from grognard.rulebooks.fantasy.model import Leg
from grognard.rulebooks.fantasy.tracks import (
    FINE,
    allowance,
    lay,
    leaves_table,
    wheel_cost,
    wheel_radius,
    wheeled,
)
from grognard.space.pose import Pose, distance
from tests.rulebooks.fantasy.blocks import (
    BRIDGE,
    HILL,
    MARSH,
    PLAIN,
    RIVER,
    WALL,
    WOOD,
    area,
    block,
    fwd,
    horse,
    table,
    wheel,
)

LEGS = st.one_of(
    st.builds(Leg, st.just("fwd"), st.integers(1, 9000)),
    st.builds(Leg, st.just("wheel"), st.integers(-1800, 1800).filter(bool)),
)
WALLED = table(Piece("wall", WALL, None, ((0, 22_000), (100_000, 22_000))))


@pytest.mark.clause("FA-UNIT-07")
def test_wheels_are_paid_on_the_outer_rear_corner() -> None:
    foot = block(0, 0)
    assert [wheel_cost(foot, angle) for angle in (450, 300, -450)] == [6_559_838, 4_373_225, 6_559_838]
    assert wheel_cost(horse(0, 0, models=10), 900) == 10_058_004


@pytest.mark.clause("FA-UNIT-07")
def test_the_table_may_measure_wheels_elsewhere() -> None:
    foot = block(0, 0)
    assert wheel_radius(foot) == 8_352_245
    assert wheel_radius(foot, "outer_front_corner") == 8_000_000
    assert wheel_radius(foot, "rear_centre") == 4_664_762


@pytest.mark.clause("FA-MOV-01", "FA-ORD-02", "FA-ORD-03")
def test_a_man_moves_four_cells_and_marches_eight() -> None:
    assert (allowance(4, "move"), allowance(4, "move_and_shoot"), allowance(4, "march")) == (4000, 4000, 8000)


@pytest.mark.clause("FA-MOV-02", "FA-UNIT-07")
def test_a_wheel_goes_about_the_inner_front_corner() -> None:
    front = Pose(50_000, 50_000)
    assert wheeled(front, 8000, 900) == Pose(54_000, 54_000, 900)
    assert wheeled(front, 8000, -900) == Pose(46_000, 54_000, 2700)
    assert wheeled(front, 8000, 1800) == Pose(58_000, 50_000, 1800)


@pytest.mark.clause("FA-MOV-02")
def test_a_unit_stops_in_the_middle_of_a_wheel_where_its_allowance_ends() -> None:
    track = lay(block(50, 50), [fwd(1), wheel(45)], PLAIN)
    assert track.cost == 7_559_838
    half = track.front(4_000_000)
    paid = (half.heading * 8_352_245 * 31_415_926_536) // (1800 * 10**10)
    assert half.heading == 205
    assert paid <= 3_000_000 < paid + 8_352_245 * 314 // 180_000 * 10
    assert track.front(track.cost).heading == 450


@pytest.mark.clause("FA-MOV-03", "FA-TER-01")
def test_difficult_ground_costs_double_where_the_front_middle_is() -> None:
    land = table(area("wood", WOOD, (0, 52), (100, 52), (100, 55), (0, 55)))
    track = lay(block(50, 50), [fwd(8)], land)
    assert track.cost == 11 * 10**6
    assert [track.front(cost * 10**6).y for cost in (2, 4, 8, 9)] == [52_000, 53_000, 55_000, 56_000]
    assert lay(block(50, 58), [fwd(2)], land).cost == 2 * 10**6


@pytest.mark.clause("FA-MOV-03", "FA-TER-04")
def test_a_bridge_is_open_ground_over_a_marsh() -> None:
    marsh = area("marsh", MARSH, (0, 52), (100, 52), (100, 55), (0, 55))
    bridge = area("bridge", BRIDGE, (49, 51), (51, 51), (51, 56), (49, 56))
    assert lay(block(50, 50), [fwd(8)], table(marsh, bridge)).cost == 8 * 10**6


@pytest.mark.clause("FA-MOV-03", "FA-UNIT-07")
def test_a_wheel_in_a_wood_costs_double() -> None:
    land = table(area("wood", WOOD, (0, 0), (100, 0), (100, 100), (0, 100)))
    assert lay(block(50, 50), [wheel(45)], land).cost == 2 * 6_559_838


@pytest.mark.clause("FA-MOV-03", "FA-UNIT-07")
def test_a_wheel_into_a_wood_costs_double_from_its_edge_on() -> None:
    land = table(area("wood", WOOD, (0, 52), (100, 52), (100, 60), (0, 60)))
    track = lay(block(50, 50), [wheel(90)], land)
    assert 8_352_245 * 314 // 200 < track.cost < 2 * 8_352_245 * 314 // 200
    assert track.front(track.cost) == Pose(54_000, 54_000, 900)
    entered = wheel_cost(block(50, 50), 300)
    assert track.front(entered).at[1] == 52_000
    assert track.cost == entered + 2 * (wheel_cost(block(50, 50), 900) - entered)


@pytest.mark.clause("FA-TER-03")
def test_a_wall_costs_two_cells_once() -> None:
    track = lay(block(50, 20), [fwd(2), fwd(2)], WALLED)
    assert track.cost == 6 * 10**6
    assert [track.front(cost * 10**6).y for cost in (2, 3, 4, 5)] == [22_000, 22_000, 22_000, 23_000]
    turning = lay(block(50, 20, 90), [wheel(-90)], WALLED)
    assert turning.cost == wheel_cost(block(50, 20), 900) + 2 * 10**6


@pytest.mark.clause("FA-TER-03", "FA-CHG-11")
def test_a_wall_between_two_points() -> None:
    assert over_wall(WALLED, (5000, 20_000), (5000, 24_000))
    assert not over_wall(WALLED, (5000, 20_000), (5000, 21_000))
    bent = ((0, 0), (10, 10), (20, 0))
    assert crosses_line(bent, (10, 5), (10, 15))
    assert not crosses_line(bent, (0, 5), (0, 15))


@pytest.mark.clause("FA-ORD-02", "FA-MOV-03")
def test_a_march_ends_where_it_comes_to_a_wood() -> None:
    land = table(area("wood", WOOD, (0, 52), (100, 52), (100, 55), (0, 55)))
    track = lay(block(50, 50), [fwd(1), fwd(7)], land, march=True)
    assert (track.shut, track.shut_at, track.cost) == ("wood", (50_000, 52_000), 2 * 10**6)
    assert lay(block(50, 50), [fwd(8)], land).shut == ""
    assert lay(block(50, 53), [wheel(9)], land, march=True).shut == "wood"


@pytest.mark.clause("FA-TER-01", "FA-TER-02")
def test_a_unit_is_in_a_piece_if_its_centre_is() -> None:
    land = table(area("hill", HILL, (0, 0), (10, 0), (10, 10), (0, 10)))
    assert on_hill(land, (1000, 1000))
    assert not on_hill(land, (1000, 11_000))


@pytest.mark.clause("FA-TER-04", "FA-MOV-03")
def test_nobody_gets_onto_a_river_but_over_a_bridge() -> None:
    river = area("river", RIVER, (0, 50), (100, 50), (100, 52), (0, 52))
    assert barred(table(river), block(50, 50.1).base) == "river"
    assert barred(table(river), block(50, 50).base) == ""
    bridge = area("bridge", BRIDGE, (47, 49), (53, 49), (53, 53), (47, 53))
    assert barred(table(river, bridge), horse(50, 52).base) == ""
    assert barred(table(river, bridge), horse(52, 52).base) == "river"
    assert barred(table(river, bridge), block(50, 52).base) == "river"


@pytest.mark.clause("FA-TER-01")
def test_round_ground_of_a_spell() -> None:
    fog = round_shape((10_000, 10_000), 3000)
    assert all(abs(distance((10_000, 10_000), corner) - 3000) <= 1 for corner in fog.ring)


@pytest.mark.clause("FA-MOV-07")
def test_a_path_off_the_table_is_found_out() -> None:
    small = Land(30_000, 30_000)
    straight = lay(block(15, 20), [fwd(12)], small)
    assert leaves_table(block(15, 20), straight, small, 12_000)
    assert not leaves_table(block(15, 20), straight, small, 10_000)
    about = lay(block(15, 29), [wheel(179)], small)
    assert leaves_table(block(15, 29), about, small, 60_000)
    assert off_table(small, block(15, 30.1).base)
    assert not off_table(small, block(15, 30).base)


@given(st.lists(LEGS, min_size=1, max_size=5), st.integers(0, 40_000), st.integers(0, 3))
@pytest.mark.clause("FA-MOV-02", "FA-UNIT-07")
def test_a_mirrored_or_turned_path_is_mirrored_or_turned(legs: list[Leg], spent: int, quarter: int) -> None:
    """Exactly, by right angles and in the mirror."""
    start = block(0, 0)
    here = lay(start, legs, PLAIN).front(spent * FINE)
    other = [Leg(leg.kind, -leg.amount if leg.kind == "wheel" else leg.amount) for leg in legs]
    there = lay(start, other, PLAIN).front(spent * FINE)
    assert (there.x, there.y, there.heading) == (-here.x, here.y, -here.heading % 3600)
    turned = lay(block(0, 0, 90 * quarter), legs, PLAIN).front(spent * FINE)
    assert turned == here.turned(900 * quarter, (0, 0))


@given(st.lists(LEGS, min_size=1, max_size=5), st.integers(0, 40_000), st.integers(1, 400))
@pytest.mark.clause("FA-MOV-04", "FA-UNIT-07")
def test_no_model_of_the_unit_goes_farther_than_is_paid(legs: list[Leg], spent: int, more: int) -> None:
    start = block(0, 0)
    track = lay(start, legs, WALLED)
    before, after = (start.put(track.front(cost * FINE)).base for cost in (spent, spent + more))
    most = max(distance(a, b) for a, b in zip(before.ring, after.ring, strict=True))
    assert most <= more + 8400 * 2 // 573 + 4
