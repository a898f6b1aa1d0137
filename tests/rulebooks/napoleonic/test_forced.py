"""Pushes, flights, follow-ups, pursuits, out of a fire and off a lost bridge."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.rulebooks.napoleonic import forced
from grognard.rulebooks.napoleonic.events import LeftField, Moved
from grognard.rulebooks.napoleonic.model import WORKS, Corridor, Rout, corridor_id
from grognard.space.measure import gap, overlap
from tests.rulebooks.napoleonic.marching import at
from tests.rulebooks.napoleonic.scenes import BLUE, Scene, box, ground, gun, scene, unit

FAR = unit("far", BLUE, at=(10, 11, 180))
BACK = 1800


def push(one: Scene, distance: int = 500, heading: int = BACK, **more: Any) -> forced.Went:
    found: list[forced.Went] = []
    one.do(lambda battle: found.append(forced.back(battle, "a", heading, distance, **more)))
    return found[0]


def flight(one: Scene, distance: int = 1500, heading: int = BACK) -> forced.Went:
    found: list[forced.Went] = []
    one.do(lambda battle: found.append(forced.flee(battle, "a", heading, distance)))
    return found[0]


# --- pushes -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CC-10", "NA-CC-36")
def test_a_push_keeps_the_heading() -> None:
    one = scene(unit("a", at=(3, 3, 20)), FAR)
    assert push(one) == (500, "end", "")
    assert at(one, "a") == (3000, 2500, 200)
    assert one.heard(Moved)[-1].kind == "push"


@pytest.mark.clause("NA-CC-36")
@pytest.mark.parametrize(
    ("other", "went"),
    [
        (unit("c", BLUE, at=(3, 2.5, 0)), (303, "contact", "c")),
        (unit("c", at=(3, 2.5, 0)), (303, "priority", "c")),
        (gun("c", at=(3, 2.5, 0)), (253, "obstacle", "c")),
    ],
)
def test_it_stops_before_it_would_touch_anybody(other: Any, went: tuple[int, str, str]) -> None:
    one = scene(unit("a"), other, FAR)
    assert push(one) == went


@pytest.mark.clause("NA-CC-36")
def test_friends_that_move_in_the_same_step_are_no_hindrance() -> None:
    one = scene(unit("a"), unit("c", at=(3, 2.5, 0)), FAR)
    assert push(one, moving=("a", "c")).distance == 500


@pytest.mark.clause("NA-CC-36", "NA-ROUT-15")
def test_barriers_and_corridors_end_it() -> None:
    river = scene(unit("a"), FAR, terrain=[ground("it", "river", (1, 2.7), (5, 2.7))])
    assert push(river) == (203, "obstacle", "it")
    ring = ((2000, 2600), (4000, 2600), (4000, 1500), (2000, 1500))
    strip = scene(unit("a"), FAR)
    strip.state = type(strip.state)(
        (*strip.state.pieces, Corridor("corridor:x", "far", ring, (3000, 2600), 0, 9, 9, 9))
    )
    assert push(strip) == (303, "corridor", "corridor:x")
    inside = scene(unit("a", at=(3, 2.4, 0)), FAR)
    inside.state = type(inside.state)((*inside.state.pieces, *strip.state.pieces[-1:]))
    assert push(inside).distance == 500


@pytest.mark.clause("NA-CC-36")
def test_over_the_edge_it_leaves_the_field() -> None:
    one = scene(unit("a", at=(3, 0.2, 0)), FAR)
    assert push(one).why == "table"
    assert one.unit("a").standing == "gone"
    assert [event.reason for event in one.heard(LeftField)] == ["pushed"]


# --- flights ------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-08", "NA-ROUT-09", "NA-ROUT-15")
def test_a_flight_turns_and_leaves_a_corridor() -> None:
    one = scene(unit("a"), unit("c", at=(3, 2, 0)), FAR, turn=3)
    assert flight(one, heading=1500).distance == 1500
    assert at(one, "a")[2] == 1500
    corridor = one.field.pieces[corridor_id("a")]
    assert isinstance(corridor, Corridor)
    assert (corridor.until, corridor.heading, corridor.length, corridor.width) == (4, 1500, 1500, 500)
    assert overlap(one.unit("a").shape, corridor.shape)


@pytest.mark.clause("NA-ROUT-10", "NA-CC-09")
def test_worked_example_36_no_way_out() -> None:
    """An enemy stands 0.4 away in the direction of flight: it runs until it would touch him."""
    one = scene(unit("a"), unit("b", BLUE, at=(3, 3 - 0.2 - 0.4, 0)), FAR)
    went = flight(one)
    assert (went.why, went.by) == ("contact", "b")
    assert 400 <= went.distance <= 403
    assert one.field.gap(one.unit("a"), one.unit("b")) == 0


@pytest.mark.clause("NA-ROUT-10", "NA-OBS-06", "NA-OBS-07")
@pytest.mark.parametrize(
    ("piece", "arm", "distance"),
    [
        (ground("it", "stream", (1, 2.7), (5, 2.7)), "foot", 203),
        (ground("it", "ravine", (1, 2.7), (5, 2.7)), "horse", 203),
        (box("it", "wood", 2, 1, 4, 2.7), "horse", 203),
        (box("it", "wood", 2, 1, 4, 2.7), "foot", 500),
        (box("it", "hill", 2, 1, 4, 2.7, level=1), "foot", 1000),
        (box("it", "village", 2, 1, 4, 2.7), "foot", 1500),
    ],
)
def test_obstacles_apply_in_flight(piece: Any, arm: str, distance: int) -> None:
    one = scene(unit("a", arm=arm, figures=4), FAR, terrain=[piece])
    assert abs(flight(one).distance - distance) <= 3


@pytest.mark.clause("NA-ROUT-10", "NA-OBS-03")
def test_a_place_that_is_taken_stops_it() -> None:
    village = box("it", "village", 2, 1, 4, 2.7)
    one = scene(unit("a"), unit("c", at=(3, 1.5, 0)), FAR, terrain=[village])
    assert abs(flight(one).distance - 203) <= 3
    free = scene(unit("a"), FAR, terrain=[village])
    flight(free)
    assert free.field.works.taken == (("it", "a"),)


@pytest.mark.clause("NA-ROUT-10", "NA-ROUT-15")
def test_off_the_table_is_out_for_the_day_and_other_corridors_are_open_to_routers() -> None:
    one = scene(unit("a", at=(3, 0.5, 0)), FAR)
    flight(one)
    assert one.unit("a").standing == "gone"
    assert [event.reason for event in one.heard(LeftField)] == ["flight"]
    ring = ((2000, 2600), (4000, 2600), (4000, 500), (2000, 500))
    strip = scene(unit("a"), FAR)
    strip.state = type(strip.state)(
        (*strip.state.pieces, Corridor("corridor:x", "far", ring, (3000, 2600), 0, 9, 9, 9))
    )
    assert flight(strip).distance == 1500


@pytest.mark.clause("NA-ROUT-10", "NA-MOVE-22")
@settings(max_examples=30, deadline=None)
@given(
    heading=st.integers(0, 3599),
    others=st.lists(
        st.tuples(st.integers(22, 38), st.integers(22, 38), st.integers(0, 359)), min_size=1, max_size=4
    ),
)
def test_nobody_flees_onto_an_enemy(heading: int, others: list[tuple[int, int, int]]) -> None:
    enemies = [
        unit(f"b{k}", BLUE, at=(x / 10, y / 10, face), figures=4) for k, (x, y, face) in enumerate(others)
    ]
    one = scene(unit("a"), *enemies, FAR)
    start = one.unit("a").shape
    if any(overlap(start, one.unit(f"b{k}").shape) for k in range(len(others))):
        return
    went = flight(one, heading=heading)
    assert 0 <= went.distance <= 1500
    assert not any(overlap(one.unit("a").shape, one.unit(f"b{k}").shape) for k in range(len(others)))


# --- follow-up and pursuit --------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CC-22", "NA-CC-32")
def test_a_follow_up_goes_on_with_its_front_as_it_was() -> None:
    one = scene(unit("a", at=(3, 3, 0)), unit("b", BLUE, at=(3, 3.6, 180)))
    found: list[forced.Went] = []
    one.do(lambda battle: found.append(forced.follow(battle, "a", 0, 500)))
    assert (found[0].why, found[0].by) == ("contact", "b")
    assert 400 <= found[0].distance <= 403


def chase(
    *more: Any, start: tuple[float, float, float] = (3, 3, 0), distance: int = 1000
) -> tuple[Scene, forced.Went]:
    """a pursues b, which fled north 1.5 from (3, 3.6)."""
    one = scene(unit("a", at=start), unit("b", BLUE, at=(3, 3.6, 180)), *more, turn=3)
    one.do(lambda battle: forced.flee(battle, "b", 0, 1500))
    one.change("b", standing="fleeing", rout=Rout(3, 1, "1", 0)).change(corridor_id("b"), open_to=("a",))
    found: list[forced.Went] = []
    one.do(lambda battle: found.append(forced.pursue(battle, "a", "b", distance)))
    return one, found[0]


@pytest.mark.clause("NA-PURS-05", "NA-PURS-03")
def test_a_pursuer_runs_along_the_middle_of_the_corridor() -> None:
    one, went = chase()
    assert (went.distance, at(one, "a")) == (1000, (3000, 4000, 0))
    beside, went = chase(start=(2.8, 3, 30))
    assert (went.distance, at(beside, "a")) == (1000, (3000, 3800, 0))


@pytest.mark.clause("NA-PURS-05")
def test_it_ends_at_the_routers_rear_or_before_another_enemy() -> None:
    one, went = chase(distance=3000)
    assert (went.why, went.by, one.field.gap(one.unit("a"), one.unit("b"))) == ("contact", "b", 0)
    other, went = chase(unit("c", BLUE, at=(3, 4.15, 180)))
    assert (went.by, other.field.gap(other.unit("a"), other.unit("c"))) == ("c", 0)


@pytest.mark.clause("NA-PURS-05")
def test_it_stops_at_barriers_and_at_the_edge() -> None:
    one = scene(unit("a", at=(3, 10, 0), arm="horse", figures=4), unit("b", BLUE, at=(3, 11, 180)), turn=3)
    one.do(lambda battle: forced.flee(battle, "b", 0, 1500))
    found: list[forced.Went] = []
    one.change(corridor_id("b"), open_to=("a",))
    one.do(lambda battle: found.append(forced.pursue(battle, "a", "b", 3000)))
    assert one.unit("a").standing == "ready"
    assert at(one, "a")[1] == 12000
    assert found[0].distance == 2000


# --- places that fire ruins -----------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-12", "NA-ART-14")
def test_everybody_steps_away_from_a_fire() -> None:
    village = box("it", "village", 2, 3.5, 4, 4.6)
    one = scene(
        unit("near", at=(3, 3.2, 0)), unit("in", BLUE, at=(3, 4.2, 90)), unit("off", at=(3, 2.5, 0)),
        gun("g", at=(1.6, 4, 90)), FAR, terrain=[village],
    )  # fmt: skip
    one.change(WORKS, burning=("it",))
    moved: list[tuple[str, ...]] = []
    one.do(lambda battle: moved.append(forced.step_away(battle, "it")))
    assert set(moved[0]) == {"near", "in", "g"}
    shape = one.setup.terrain[0].shapes[0]
    for name in ("near", "in", "g"):
        assert 499 <= gap(one.field.body(name).shape, shape) <= 503
    assert at(one, "in")[2] == 900
    assert at(one, "in")[1] > 5000
    assert at(one, "near") == (3000, 2900, 0)
    assert {event.kind for event in one.heard(Moved)} == {"place"}


@pytest.mark.clause("NA-ART-13")
@pytest.mark.parametrize(("y", "end"), [(3.45, 3.25), (3.55, 3.75)])
def test_off_a_lost_bridge_to_the_nearer_bank(y: float, end: float) -> None:
    pieces = (
        ground("west", "river", (0, 3.5), (2.8, 3.5)),
        ground("east", "river", (3.2, 3.5), (9, 3.5)),
        box("it", "bridge", 2.8, 3.35, 3.2, 3.65),
    )
    one = scene(unit("a", at=(3, y, 0)), unit("c", at=(3, 2, 0)), FAR, terrain=pieces)
    one.change(WORKS, destroyed=("it",))
    moved: list[tuple[str, ...]] = []
    one.do(lambda battle: moved.append(forced.step_away(battle, "it")))
    assert moved == [("a",)]
    assert abs(at(one, "a")[1] - 1000 * end) <= 3
