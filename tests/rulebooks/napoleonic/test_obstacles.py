"""The obstacle table in moves: who may enter, delays, crossings, places, bridges; what obstacles take from a fight."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.napoleonic import footing, movement
from grognard.rulebooks.napoleonic.events import Crossed
from grognard.rulebooks.napoleonic.hindrances import Kind, Thing, effect, land_of
from grognard.rulebooks.napoleonic.model import WORKS, Corridor, Rout, Terrain
from grognard.space.measure import overlap
from grognard.space.outline import Base, hull
from grognard.space.pose import Pose
from tests.rulebooks.napoleonic.marching import at, march, moved, to
from tests.rulebooks.napoleonic.scenes import (
    BLUE,
    PRINTED,
    RED,
    Scene,
    Spec,
    box,
    ground,
    gun,
    scene,
    unit,
    wagon,
)

FAR = unit("far", BLUE, at=(10, 11, 180))
LINE = ((1, 3.5), (5, 3.5))


def go(
    *terrain: Terrain,
    arm: str = "foot",
    y: float = 4.0,
    more: tuple[Spec, ...] = (),
    kind: str = "line",
    **now: Any,
) -> Scene:
    """A unit at (3, 3) goes straight north to ``y``; the line of obstacles is at 3.5."""
    figures = 10 if arm == "foot" else 4
    one = scene(unit("a", arm=arm, figures=figures, kind=kind, **now), FAR, *more, terrain=terrain)
    return march(one, a=to("move", (3, y, 0)))


def stopped(one: Scene, y: int, by: str) -> None:
    assert (moved(one, "a").why, moved(one, "a").by) == ("obstacle", by)
    assert abs(at(one, "a")[1] - y) <= 3


# --- who may enter ---------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OBS-01", "NA-OBS-12", "NA-OBS-13", "NA-OBS-05", "NA-OBS-07", "NA-OBS-08")
@pytest.mark.parametrize(
    ("kind", "foot", "horse", "dismounted"),
    [
        ("hill", "delay", "delay", "delay"),
        ("village", "place", "place", "place"),
        ("town_block", "place", "place", "place"),
        ("bridge", "place", "place", "place"),
        ("ford", "place", "place", "place"),
        ("defile", "free", "free", "free"),
        ("stream", "stop", "stop", "stop"),
        ("ravine", "stop", "stop", "stop"),
        ("fence", "stop", "stop", "stop"),
        ("field_work", "stop", "stop", "stop"),
        ("stone_barrier", "stop", "stop", "stop"),
        ("fortress_wall", "stop", "stop", "stop"),
        ("bush", "slow", "stop", "slow"),
        ("wood", "slow", "stop", "slow"),
        ("river", "stop", "stop", "stop"),
        ("water", "stop", "stop", "stop"),
    ],
)
def test_the_obstacle_table(kind: str, foot: str, horse: str, dismounted: str) -> None:
    line = PRINTED.under({}).obstacles[kind].shape == "line"
    piece = ground("it", kind, *LINE) if line else box("it", kind, 2, 3, 4, 4, level=int(kind == "hill"))
    (thing,) = land_of(scene(unit("a"), FAR, terrain=[piece]).field).terrain
    found = [effect(thing, one, "a", 0) for one in (Kind("foot"), Kind("horse"), Kind("horse", True))]
    assert found == [foot, horse, dismounted]


@pytest.mark.clause("NA-OBS-12", "NA-OBS-07")
def test_a_unit_barred_stops_at_the_edge() -> None:
    stopped(go(box("wood", "wood", 2, 3.5, 4, 5), arm="horse"), 3400, "wood")
    stopped(go(ground("river", "river", *LINE)), 3400, "river")


@pytest.mark.clause("NA-OBS-13")
def test_burning_and_destroyed_places_are_closed_and_destroyed_works_are_gone() -> None:
    for kind, field in (("village", "burning"), ("bridge", "destroyed")):
        one = scene(unit("a"), FAR, terrain=[box("it", kind, 2, 3.5, 4, 5)]).change(WORKS, **{field: ("it",)})
        stopped(march(one, a=to("move", (3, 4, 0))), 3400, "it")
    one = scene(unit("a"), FAR, terrain=[ground("it", "field_work", *LINE)]).change(WORKS, destroyed=("it",))
    assert at(march(one, a=to("move", (3, 4, 0))), "a")[1] == 4000


@given(
    at=st.tuples(st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 3599)),
    size=st.tuples(st.integers(100, 900), st.integers(100, 500)),
    points=st.lists(
        st.tuples(st.integers(0, 3000), st.integers(0, 3000)), min_size=3, max_size=6, unique=True
    ),
)
def test_meeting_an_outline_is_overlapping_it(
    at: tuple[int, int, int], size: tuple[int, int], points: list[tuple[int, int]]
) -> None:
    shape, base = hull(points), Base(Pose(*at), *size)
    if len(shape.ring) > 2:
        assert Thing("it", None, (shape,), shape.box).meets(base) == overlap(base, shape)


# --- delays ------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OBS-02", "NA-MOVE-25")
def test_uphill_costs_half_a_merka() -> None:
    hill = box("hill", "hill", 2, 3.3, 4, 6, level=1)
    up = go(hill)
    assert at(up, "a")[1] == 3500
    assert up.unit("a").obstacle == "hill"
    assert at(go(hill, arm="heavy_horse", y=4.9), "a")[1] == 4500
    assert go(hill, arm="heavy_horse", y=4.9).unit("a").obstacle == ""


@pytest.mark.clause("NA-MOVE-25")
def test_a_delay_larger_than_what_is_left_ends_the_move_at_the_edge() -> None:
    stopped(go(box("hill", "hill", 2, 3.7, 4, 6, level=1)), 3600, "hill")


@pytest.mark.clause("NA-OBS-02")
def test_down_and_along_cost_nothing_and_the_next_level_costs_again() -> None:
    low, high = box("low", "hill", 2, 2, 4, 5, level=1), box("high", "hill", 2, 3.3, 4, 5, level=2)
    assert at(go(low), "a")[1] == 4000
    assert go(low).unit("a").obstacle == ""
    assert at(go(low, high), "a")[1] == 3500
    down = scene(unit("a", at=(3, 4.5, 0)), FAR, terrain=[low])
    assert at(march(down, a=to("move", (3, 5.5, 0))), "a")[1] == 5500


@pytest.mark.clause("NA-OBS-02", "NA-OBS-10")
def test_the_turn_in_which_the_centre_rises_counts_as_well() -> None:
    """The rim was met in the turn before; now the centre comes up."""
    hill = box("hill", "hill", 2, 3.05, 4, 6, level=1)
    one = go(hill, y=3.4)
    assert (at(one, "a")[1], one.unit("a").obstacle) == (3400, "hill")


@pytest.mark.clause("NA-OBS-06", "NA-MOVE-16")
def test_friendly_guns_and_train_delay() -> None:
    for thing in (
        gun("g", at=(3, 3.5, 0)),
        wagon("w", at=(3, 3.5, 0)),
        gun("g", BLUE, at=(3, 3.5, 0), owner=RED),
    ):
        one = go(more=(thing,), arm="horse", y=4.5)
        assert at(one, "a")[1] == 4500
        assert one.unit("a").obstacle == "guns_or_train"
    assert at(go(more=(gun("g", at=(3, 3.4, 0)),), arm="horse", y=4.9), "a")[1] == 4500


# --- slow ground -----------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OBS-07")
def test_woods_leave_half_a_merka_in_all() -> None:
    near = go(box("wood", "wood", 2, 3.3, 4, 6))
    assert (at(near, "a")[1], near.unit("a").obstacle) == (3500, "wood")
    stopped(go(box("wood", "wood", 2, 3.7, 4, 6)), 3600, "wood")
    one = go(box("wood", "wood", 2, 3.3, 4, 6), arm="light_horse_regular", kind="dismounted")
    assert at(one, "a")[1] == 3500


# --- places ------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OBS-03")
def test_a_place_takes_one_unit_a_turn_and_keeps_who_stands_in_it() -> None:
    village = box("village", "village", 2, 3.5, 4, 4.6)
    assert at(go(village), "a")[1] == 4000
    assert go(village).field.works.taken == (("village", "a"),)
    stopped(go(village, more=(unit("c", at=(3, 4.3, 0)),)), 3400, "village")
    taken = scene(unit("a"), FAR, terrain=[village]).change(WORKS, taken=(("village", "other"),))
    stopped(march(taken, a=to("move", (3, 4, 0))), 3400, "village")


@pytest.mark.clause("NA-OBS-03")
def test_a_friend_may_enter_when_the_place_is_left_an_enemy_not() -> None:
    village = box("village", "village", 2, 3.5, 4, 4.6)
    for side, left in ((RED, True), (BLUE, False)):
        one = scene(unit("a"), unit("c", side, at=(3, 4.45, 0)), FAR, terrain=[village])
        one = march(one, a=to("move", (3, 4, 0)), c=to("move", (3, 5.45, 0)))
        assert (moved(one, "a").why == "end") is left
        one = scene(
            unit("a"), unit("c", side, at=(3, 4.5, 0), arm="horse", figures=4), FAR, terrain=[village]
        )
        one = march(one, a=to("move", (3, 3.95, 0)), c=to("withdraw_full", (3, 6.5, 0)))
        assert (moved(one, "a").why == "end") is left


# --- crossings -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OBS-09", "NA-OBS-04", "NA-OBS-05", "NA-OBS-08")
@pytest.mark.parametrize(
    "kind", ["stream", "ravine", "fence", "field_work", "stone_barrier", "fortress_wall"]
)
def test_a_move_ends_at_the_edge_and_the_next_turn_crosses(kind: str) -> None:
    line = ground("it", kind, *LINE)
    one = go(line)
    stopped(one, 3400, "it")
    one = march(one, a=("cross", "it"))
    assert at(one, "a")[0] == 3000
    assert 3596 <= at(one, "a")[1] <= 3604
    assert one.unit("a").obstacle == kind
    assert [(event.terrain, event.stays) for event in one.heard(Crossed)] == [("it", False)]


@pytest.mark.clause("NA-OBS-09")
def test_one_who_retires_crosses_backwards_and_in_the_first_pass() -> None:
    line = ground("it", "stream", *LINE)
    one = scene(unit("a", at=(3, 3.61, 0)), unit("b", BLUE, at=(3, 5, 180)), terrain=[line])
    one.change("a", order=("cross", "it"))
    assert movement.goes_first(one.field, one.unit("a"), "")
    one = march(one, a=("cross", "it"))
    assert (at(one, "a")[2], 3395 <= at(one, "a")[1] <= 3403) == (0, True)
    forward = scene(unit("a", at=(3, 3.39, 0)), unit("b", BLUE, at=(3, 5, 180)), terrain=[line])
    forward.change("a", order=("cross", "it"))
    assert not movement.goes_first(forward.field, forward.unit("a"), "")


@pytest.mark.clause("NA-OBS-09")
def test_where_the_far_side_is_occupied_the_unit_stays() -> None:
    line = ground("it", "stream", *LINE)
    one = march(
        scene(unit("a", at=(3, 3.39, 0)), unit("c", at=(3, 3.7, 0)), FAR, terrain=[line]), a=("cross", "it")
    )
    assert at(one, "a")[1] == 3390
    assert one.heard(Crossed)[-1].stays


@pytest.mark.clause("NA-OBS-09")
def test_an_oblique_obstacle_is_passed_with_the_whole_footprint() -> None:
    line = ground("it", "stream", (1, 2.5), (5, 4.5))
    one = march(scene(unit("a", at=(3, 3.2, 0)), FAR, terrain=[line]), a=("cross", "it"))
    thing = land_of(one.field).terrain[0]
    assert not thing.meets(one.unit("a").shape)
    assert 3700 < at(one, "a")[1] < 3740


@pytest.mark.clause("NA-ROUT-10", "NA-OBS-09")
def test_routers_stop_at_a_stream_and_cross_it_with_the_next_move() -> None:
    line = ground("it", "stream", *LINE)
    rout = Rout(1, 2, "second", 0)
    one = scene(
        unit("a", at=(3, 4, 0), standing="fleeing", rout=rout),
        unit("c", at=(9, 1, 0)),
        FAR,
        terrain=[line],
        turn=3,
    )
    one = march(one)
    assert (moved(one, "a").why, 3596 <= at(one, "a")[1] <= 3604) == ("obstacle", True)
    one = march(one)
    assert 3395 <= at(one, "a")[1] <= 3403


# --- bridges -------------------------------------------------------------------------------------------------


def bridge() -> tuple[Terrain, ...]:
    return (
        ground("west", "river", (0, 3.5), (2.8, 3.5)),
        ground("east", "river", (3.2, 3.5), (9, 3.5)),
        box("bridge", "bridge", 2.8, 3.35, 3.2, 3.65),
    )


@pytest.mark.clause("NA-OBS-15", "NA-OBS-03")
def test_worked_example_37_dragoons_cross_a_bridge_in_line() -> None:
    one = scene(unit("a", arm="horse", figures=5), FAR, terrain=bridge())
    one = march(one, a=to("move", (3, 4.5, 0)))
    assert at(one, "a") == (3000, 4500, 0)
    assert one.field.works.taken == (("bridge", "a"),)
    stay = march(scene(unit("a", arm="horse", figures=5), FAR, terrain=bridge()), a=to("move", (3, 3.5, 0)))
    assert at(stay, "a")[1] == 3500


@pytest.mark.clause("NA-OBS-15")
def test_only_the_way_of_the_centre_matters_there() -> None:
    """Beside the bridge, though touching it, nobody crosses."""
    one = scene(unit("a", at=(2.6, 3, 0), arm="horse", figures=5), FAR, terrain=bridge())
    one = march(one, a=to("move", (2.6, 4.5, 0)))
    assert moved(one, "a").why == "obstacle"
    assert at(one, "a")[1] < 3500
    closed = scene(unit("a", arm="horse", figures=5), FAR, terrain=bridge()).change(
        WORKS, destroyed=("bridge",)
    )
    assert moved(march(closed, a=to("move", (3, 4.5, 0))), "a").why == "obstacle"


@pytest.mark.clause("NA-ROUT-15")
def test_a_corridor_is_closed_to_all_but_those_it_is_open_to() -> None:
    ring = ((2000, 5000), (4000, 5000), (4000, 3500), (2000, 3500))
    strip = Corridor("corridor:x", "far", ring, (3000, 3500), 0, 1500, 2000, 9, ("c",))
    one = scene(unit("a"), unit("c", at=(2.3, 3, 0)), FAR)
    one.state = type(one.state)((*one.state.pieces, strip))
    one = march(one, a=to("move", (3, 4, 0)), c=to("move", (2.3, 4, 0)))
    assert (moved(one, "a").why, moved(one, "a").by) == ("corridor", "corridor:x")
    assert at(one, "c")[1] == 4000


# --- what it takes from a fight -------------------------------------------------------------------------------


def minus(one: Scene, who: str = "a", against: str = "b") -> int:
    return footing.obstacle_minus(one.field, one.unit(who), one.field.body(against))


@pytest.mark.clause("NA-OBS-10")
def test_the_assailant_of_a_village_pays_the_defender_not() -> None:
    village = box("village", "village", 2, 3.5, 4, 4.6)
    one = scene(unit("a"), unit("b", BLUE, at=(3, 3.7, 180)), terrain=[village])
    one = march(one, a=("attack", "b"))
    assert (minus(one), minus(one, "b", "a")) == (-1, 0)
    again = march(one)
    assert (minus(again), minus(again, "b", "a")) == (-1, 0)


@pytest.mark.clause("NA-OBS-10")
def test_across_a_fence_the_one_who_came_is_the_assailant() -> None:
    fence = ground("fence", "fence", *LINE)
    one = scene(unit("a"), unit("b", BLUE, at=(3, 3.61, 180)), terrain=[fence])
    still = march(one)
    assert (minus(still), minus(still, "b", "a")) == (0, 0)
    came = march(one, a=("attack", "b"))
    assert (minus(came), minus(came, "b", "a")) == (-1, 0)
    both = march(one, a=to("move", (3, 3.1, 0)), b=to("move", (3, 3.65, 180)))
    assert (minus(both), minus(both, "b", "a")) == (-1, -1)


@pytest.mark.clause("NA-OBS-02", "NA-OBS-10")
def test_uphill_takes_from_foot_only() -> None:
    hill = box("hill", "hill", 2, 3.4, 4, 6, level=1)
    for arm, expected in (("foot", -1), ("horse", 0)):
        one = scene(unit("a", arm=arm, figures=6), unit("b", BLUE, at=(3, 3.6, 180)), terrain=[hill])
        assert minus(march(one, a=to("move", (3, 3.1, 0)))) == expected
        down = march(one, b=to("move", (3, 3.55, 180)))
        assert minus(down, "b", "a") == 0


@pytest.mark.clause("NA-OBS-11")
def test_only_the_worst_counts() -> None:
    pieces = [ground("wall", "fortress_wall", *LINE), box("bush", "bush", 2, 2, 4, 3.4)]
    one = scene(unit("a"), unit("b", BLUE, at=(3, 3.7, 180)), terrain=pieces)
    assert minus(march(one, a=to("move", (3, 3.1, 0)))) == -2
    harder = scene(
        unit("a"), unit("b", BLUE, at=(3, 3.7, 180)), terrain=pieces, options={"fortress_wall": -3}
    )
    assert minus(march(harder, a=to("move", (3, 3.1, 0)))) == -3


@pytest.mark.clause("NA-OBS-10")
def test_by_option_everybody_inside_pays() -> None:
    bush = box("bush", "bush", 2, 2, 4, 3.4)
    specs = unit("a"), unit("b", BLUE, at=(3, 3.7, 180))
    assert minus(march(scene(*specs, terrain=[bush]))) == 0
    assert minus(march(scene(*specs, terrain=[bush], options={"obstacle_malus": "inside"}))) == -1


@pytest.mark.clause("NA-OBS-06", "NA-OBS-10")
def test_guns_between_the_two_count() -> None:
    one = scene(unit("a"), unit("b", BLUE, at=(3, 3.65, 180)), gun("g", BLUE, at=(3.05, 3.3, 180)))
    assert minus(march(one, a=to("move", (3, 3.01, 0)))) == -1


# --- onto an obstacle -------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-03", "NA-ROUT-04")
@pytest.mark.parametrize(
    ("piece", "arm", "found"),
    [
        (ground("it", "stream", (1, 2.5), (5, 2.5)), "foot", True),
        (ground("it", "stream", (1, 2.35), (5, 2.35)), "foot", False),
        (ground("it", "stream", (1, 2.0), (5, 2.0)), "horse", True),
        (box("it", "wood", 2, 1.5, 4, 2.5), "horse", True),
        (box("it", "wood", 2, 1.5, 4, 2.5), "foot", True),
        (box("it", "defile", 2, 1.5, 4, 2.5), "foot", False),
        (ground("it", "river", (1, 2.5), (5, 2.5)), "foot", True),
        (box("it", "hill", 2, 1.5, 4, 2.5, level=1), "foot", True),
        (box("it", "hill", 2, 1.5, 4, 2.5, level=1), "horse", False),
        (box("it", "hill", 2, 2.5, 4, 6, level=1), "foot", False),
    ],
)
def test_obstacles_within_half_its_own_move_behind_it(piece: Terrain, arm: str, found: bool) -> None:
    one = scene(unit("a", arm=arm, figures=6), FAR, terrain=[piece])
    assert footing.onto_obstacle(one.field, one.unit("a"), 1800) == ("it" if found else "")


@pytest.mark.clause("NA-ROUT-03", "NA-ROUT-15")
def test_guns_behind_it_are_an_obstacle_a_corridor_is_none() -> None:
    one = scene(unit("a"), gun("g", at=(3, 2.5, 0)), FAR)
    assert footing.onto_obstacle(one.field, one.unit("a"), 1800) == "g"
    ring = ((2000, 2900), (4000, 2900), (4000, 1500), (2000, 1500))
    free = scene(unit("a"), FAR)
    free.state = type(free.state)(
        (*free.state.pieces, Corridor("corridor:x", "far", ring, (3000, 3500), 0, 1, 2, 9))
    )
    assert footing.onto_obstacle(free.field, free.unit("a"), 1800) == ""
