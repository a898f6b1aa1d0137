"""Sectors and pivots, ball and canister, lines of sight, batteries, skirmishers, fog."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.errors import Refused
from grognard.rulebooks.napoleonic import aiming
from grognard.rulebooks.napoleonic.aiming import Aim
from grognard.rulebooks.napoleonic.model import WORKS, Rout
from grognard.space.measure import nearest_in
from grognard.space.outline import Base
from grognard.space.pose import Pose, step
from tests.rulebooks.napoleonic.scenes import BLUE, Scene, box, ground, gun, scene, unit, wagon

MUZZLE = (3.0, 3.15)
"""Of a gun at (3, 3) that looks north."""


def shots(one: Scene, name: str = "g") -> dict[str, Aim]:
    return {aim.target: aim for aim in aiming.aims(one.field, one.gun(name))}


def why(one: Scene, target: str, ammunition: str, pivot: int = 0, name: str = "g") -> str:
    with pytest.raises(Refused) as refused:
        aiming.aim(one.field, one.gun(name), target, ammunition, pivot)
    return refused.value.clause


# --- ranges and ammunition ---------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-01", "NA-ART-03")
@pytest.mark.parametrize(
    ("front", "found"),
    [(0.3, "canister"), (1.0, "canister"), (1.001, "ball"), (2.0, "ball"), (2.001, "")],
)
def test_canister_reaches_half_as_far_as_ball(front: float, found: str) -> None:
    """Measured from the muzzle to the nearest point."""
    one = scene(gun("g"), unit("b", BLUE, at=(3, 3.15 + front + 0.1, 180)))
    aim = shots(one).get("b")
    assert (aim.ammunition if aim else "") == found
    if aim:
        assert aim == Aim("b", aim.ammunition, 0, round(front * 1000), "full")


@pytest.mark.clause("NA-ART-01")
def test_the_range_is_an_option() -> None:
    one = scene(gun("g"), unit("b", BLUE, at=(3, 6, 180)), options={"ball_range": 3.0})
    assert shots(one)["b"].ammunition == "ball"


@pytest.mark.clause("NA-ART-03")
def test_canister_goes_at_the_nearest_ball_only_beyond() -> None:
    specs = (
        unit("b", BLUE, at=(3, 3.8, 180), figures=4),
        unit("c", BLUE, at=(3.1, 4.1, 180)),
        unit("d", BLUE, at=(3, 5, 180)),
    )
    one = scene(gun("g"), *specs)
    assert {name: aim.ammunition for name, aim in shots(one).items()} == {"b": "canister", "d": "ball"}
    assert why(one, "c", "canister") == "NA-ART-03"
    assert why(one, "c", "ball") == "NA-ART-03"
    assert why(one, "d", "canister") == "NA-ART-01"
    tie = scene(
        gun("g"),
        unit("b", BLUE, at=(2.7, 3.8, 180), figures=4),
        unit("c", BLUE, at=(3.3, 3.8, 180), figures=4),
    )
    assert {aim.ammunition for aim in shots(tie).values()} == {"canister"}
    assert set(shots(tie)) == {"b", "c"}


@pytest.mark.clause("NA-ART-03", "NA-ART-12", "NA-ART-13", "NA-FATE-05")
def test_places_are_fired_at_with_ball_at_any_distance() -> None:
    pieces = [
        box("village", "village", 2.9, 3.5, 3.1, 3.6),
        box("bridge", "bridge", 2.9, 4, 3.1, 4.1),
        ground("work", "field_work", (2.9, 4.5), (3.1, 4.5)),
        ground("fence", "fence", (2.9, 4.6), (3.1, 4.6)),
        box("wood", "wood", 2.9, 4.7, 3.1, 4.75),
        box("ford", "ford", 2.9, 4.8, 3.1, 4.9),
    ]
    one = scene(gun("g"), unit("b", BLUE, at=(9, 9, 180)), terrain=pieces)
    assert {(name, aim.ammunition) for name, aim in shots(one).items()} == {
        ("village", "ball"), ("bridge", "ball"), ("work", "ball"),
    }  # fmt: skip
    assert why(one, "village", "canister") == "NA-ART-03"
    one.change(WORKS, burning=("village",), destroyed=("work",))
    assert set(shots(one)) == {"bridge"}


@pytest.mark.clause("NA-ART-03")
def test_train_is_a_ball_target_only() -> None:
    one = scene(
        gun("g"),
        wagon("near", BLUE, at=(3, 3.8, 0)),
        wagon("far", BLUE, at=(3, 4.9, 0)),
        unit("c", BLUE, at=(9, 9, 180)),
    )
    assert set(shots(one)) == {"far"}


# --- sector and pivot ---------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-02", "NA-ART-04")
@pytest.mark.parametrize(
    ("angle", "pivot", "strength"),
    [(20, 0, "full"), (30, 7.5, "minus_one"), (50, 27.5, "half"), (70, None, ""), (-50, -27.5, "half")],
)
def test_worked_example_11_pivots(angle: float, pivot: float | None, strength: str) -> None:
    """A gun stands so that one side of it lies along the ray at that angle, the rest of it beyond."""
    aside = 150 if angle > 0 else -150
    east, north = step(round(angle * 10), 1500, aside)
    at = (MUZZLE[0] + east / 1000, MUZZLE[1] + north / 1000, angle % 360)
    one = scene(gun("g"), gun("b", BLUE, at=at))
    found = shots(one).get("b")
    if pivot is None:
        assert found is None
        assert why(one, "b", "ball", 450) == "NA-ART-02"
        assert why(one, "b", "ball", 475) == "NA-ART-04"
        return
    assert found is not None
    assert abs(found.pivot - 10 * pivot) <= 2
    assert found.strength == strength


@pytest.mark.clause("NA-ART-04", "NA-ART-05", "NA-ART-09")
@pytest.mark.parametrize(
    ("moved", "pivot", "strength"),
    [
        (0, 0, "full"),
        (0, 225, "minus_one"),
        (0, 226, "half"),
        (500, 0, "half"),
        (500, 450, "half"),
        (501, 0, ""),
        (0, 451, ""),
    ],
)
def test_the_worst_penalty_counts(moved: int, pivot: int, strength: str) -> None:
    one = scene(gun("g", moved=moved), unit("b", BLUE, at=(3.6, 4.8, 180), figures=10))
    if strength:
        assert aiming.aim(one.field, one.gun("g"), "b", "ball", pivot).strength == strength
    else:
        assert why(one, "b", "ball", pivot) == "NA-ART-04"


@pytest.mark.clause("NA-ART-04")
def test_a_target_too_far_off_is_named() -> None:
    one = scene(gun("fb1"), unit("j33", BLUE, at=(4.6, 3.2, 270)))
    with pytest.raises(Refused, match=r"degrees off; at most 67.5 with a pivot of 45 \(NA-ART-02\)"):
        aiming.aim(one.field, one.gun("fb1"), "j33", "ball", 450)


@pytest.mark.clause("NA-ART-02", "NA-ART-03", "NA-ART-04")
@settings(max_examples=60, deadline=None)
@given(
    places=st.lists(st.tuples(st.integers(10, 50), st.integers(32, 60)), min_size=1, max_size=5, unique=True),
    heading=st.integers(-600, 600),
)
def test_what_is_offered_is_legal(places: list[tuple[int, int]], heading: int) -> None:
    enemies = [unit(f"b{k}", BLUE, at=(x / 10, y / 10, 180), figures=4) for k, (x, y) in enumerate(places)]
    one = scene(gun("g", at=(3, 3, heading / 10 % 360)), *enemies)
    for found in aiming.aims(one.field, one.gun("g")):
        fresh = scene(gun("g", at=(3, 3, heading / 10 % 360)), *enemies)
        assert aiming.aim(fresh.field, fresh.gun("g"), found.target, found.ammunition, found.pivot) == found
        assert abs(found.pivot) <= 450
        assert found.distance <= 2000


@pytest.mark.clause("NA-ART-01", "NA-ART-03")
@settings(max_examples=60, deadline=None)
@given(
    x=st.integers(-3000, 3000),
    y=st.integers(-3000, 3000),
    heading=st.integers(0, 3599),
    far=st.integers(0, 3000),
)
def test_what_is_surely_beyond_reach_is_beyond_it(x: int, y: int, heading: int, far: int) -> None:
    base = Base(Pose(x, y, heading), 900, 200)
    if aiming._surely_beyond((0, 0), base.box, far):
        assert nearest_in(base.ring, (0, 0))[0] >= far


# --- who may fire ------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-10", "NA-ART-15", "NA-TROPH-02", "NA-ROUT-09")
@pytest.mark.parametrize(
    "now",
    [
        {"silenced": 3},
        {"owner": BLUE},
        {"standing": "fleeing", "rout": Rout(2, 1, "2", 0)},
        {"crew": 0},
        {"standing": "rallied"},
    ],
)
def test_some_guns_do_not_fire(now: dict[str, Any]) -> None:
    one = scene(gun("g"), unit("b", BLUE, at=(3, 4.5, 180)), turn=3).change("g", **now)
    assert not shots(one)
    assert why(one, "b", "ball") in ("NA-ART-10", "NA-ART-03")


@pytest.mark.clause("NA-CMD-08")
def test_without_command_a_gun_neither_turns_nor_fires_after_a_move() -> None:
    one = scene(gun("g"), unit("b", BLUE, at=(3, 5, 180)), unit("c", BLUE, at=(4.9, 4.5, 180))).change(
        "g", commanded=False
    )
    assert set(shots(one)) == {"b"}
    assert why(one, "c", "ball", 300) == "NA-CMD-08"
    assert not shots(one.change("g", moved=100))


@pytest.mark.clause("NA-ART-08")
def test_in_a_battery_only_the_ends_turn_outwards() -> None:
    guns = gun("l", at=(2.4, 3, 0)), gun("m"), gun("r", at=(3.6, 3, 0))
    one = scene(*guns, unit("b", BLUE, at=(1.2, 4.5, 180)), unit("c", BLUE, at=(4.8, 4.5, 180)))
    assert [set(shots(one, name)) for name in "lmr"] == [{"b"}, set(), {"c"}]
    assert why(one, "b", "ball", -200, "m") == "NA-ART-08"
    alone = scene(guns[1], unit("b", BLUE, at=(1.2, 4.5, 180)), unit("c", BLUE, at=(4.8, 4.5, 180)))
    assert set(shots(alone, "m")) == {"b", "c"}


@pytest.mark.clause("NA-ROUT-18")
def test_pursuers_are_safe_from_ball_not_from_canister() -> None:
    for y, found in ((3.8, {"b"}), (4.8, set[str]())):
        one = scene(
            gun("g"), unit("b", BLUE, at=(3, y, 180), pursued=3), unit("c", BLUE, at=(9, 9, 0)), turn=4
        )
        assert set(shots(one)) == found


# --- lines of sight -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-07")
def test_a_friend_in_the_line_hides_an_enemy_does_not() -> None:
    target = unit("b", BLUE, at=(3, 5, 180), figures=4)
    assert why(scene(gun("g"), unit("a", at=(3, 4, 0)), target), "b", "ball") == "NA-ART-07"
    assert "b" in shots(scene(gun("g"), unit("c", BLUE, at=(3, 4.5, 180)), target))


@pytest.mark.clause("NA-ART-07")
@pytest.mark.parametrize(
    ("kind", "depth", "sees"),
    [
        ("wood", 0.25, True),
        ("wood", 0.26, False),
        ("village", 0.3, False),
        ("town_block", 0.3, False),
        ("bush", 1, True),
    ],
)
def test_a_little_wood_does_not_hide(kind: str, depth: float, sees: bool) -> None:
    one = scene(gun("g"), unit("b", BLUE, at=(3, 5, 180)), terrain=[box("it", kind, 1, 3.5, 5, 3.5 + depth)])
    assert ("b" in shots(one)) is sees


@pytest.mark.clause("NA-ART-07")
def test_two_woods_add_up() -> None:
    woods = [box("one", "wood", 1, 3.5, 5, 3.65), box("two", "wood", 1, 3.9, 5, 4.05)]
    assert "b" not in shots(scene(gun("g"), unit("b", BLUE, at=(3, 5, 180)), terrain=woods))


@pytest.mark.clause("NA-ART-07")
def test_higher_ground_than_both_ends_hides() -> None:
    ridge = box("ridge", "hill", 1, 3.8, 5, 4.2, level=1)
    assert "b" not in shots(scene(gun("g"), unit("b", BLUE, at=(3, 5, 180)), terrain=[ridge]))
    high = box("high", "hill", 1, 2, 5, 3.5, level=1)
    assert "b" in shots(scene(gun("g"), unit("b", BLUE, at=(3, 5, 180)), terrain=[ridge, high]))


@pytest.mark.clause("NA-ART-07")
@pytest.mark.parametrize(("y", "sees"), [(3.85, True), (3.45, False), (4.6, False)])
def test_from_a_hill_one_fires_over_friends_that_are_not_too_near(y: float, sees: bool) -> None:
    hill = box("hill", "hill", 1, 2, 5, 3.2, level=1)
    one = scene(gun("g"), unit("a", at=(3, y, 0)), unit("b", BLUE, at=(3, 4.95, 180)), terrain=[hill])
    assert ("b" in shots(one)) is sees


# --- skirmishers -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-SKIR-02")
@given(figures=st.integers(1, 12), heading=st.integers(0, 3599))
def test_figures_in_open_order_stand_half_a_merka_apart(figures: int, heading: int) -> None:
    one = scene(
        unit("a", figures=figures, kind="open_order", at=(3, 3, heading / 10)), unit("b", BLUE, at=(9, 9, 0))
    )
    places = aiming.figures_at(one.field, one.unit("a"))
    assert len(places) == figures
    for (ax, ay), (bx, by) in pairwise(places):
        assert abs((ax - bx) ** 2 + (ay - by) ** 2 - 250_000) < 1500
    assert abs(sum(x for x, _ in places) - 3000 * figures) <= figures


@pytest.mark.clause("NA-SKIR-03")
def test_each_figure_in_range_fires_at_the_nearest() -> None:
    """Figures at x = 2, 2.5 .. 4; foot from 3.75 to 4.25 at 0.4, a gun at 0.2 before the first."""
    one = scene(
        unit("a", figures=5, kind="open_order"), unit("b", BLUE, at=(4, 3.5, 180)), gun("g", BLUE, at=(2, 3.35, 180)),
    )  # fmt: skip
    assert aiming.skirmish_aims(one.field, one.unit("a")) == (("g",), ("g",), ("b",), ("b",))
    tie = scene(
        unit("a", figures=1, kind="open_order"),
        unit("b", BLUE, at=(2.7, 3.4, 180), figures=4),
        unit("c", BLUE, at=(3.3, 3.4, 180), figures=4),
    )
    assert aiming.skirmish_aims(tie.field, tie.unit("a")) == (("b", "c"),)
    none = scene(
        unit("a", figures=1, kind="open_order"),
        wagon("w", BLUE, at=(3, 3.4, 0)),
        unit("b", BLUE, at=(9, 9, 0)),
    )
    assert aiming.skirmish_aims(none.field, none.unit("a")) == ()


@pytest.mark.clause("NA-SKIR-03", "NA-ROUT-18", "NA-ART-07")
def test_skirmishers_need_a_line_of_sight_and_spare_pursuers() -> None:
    specs = unit("a", figures=1, kind="open_order"), unit("b", BLUE, at=(3, 3.5, 180))
    assert aiming.skirmish_aims(scene(*specs).field, scene(*specs).unit("a")) == (("b",),)
    wood = scene(*specs, terrain=[box("w", "wood", 2, 3.05, 4, 3.35)])
    assert aiming.skirmish_aims(wood.field, wood.unit("a")) == ()
    safe = scene(specs[0], unit("b", BLUE, at=(3, 3.5, 180), pursued=3), turn=4)
    assert aiming.skirmish_aims(safe.field, safe.unit("a")) == ()


# --- fog ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-07")
def test_a_side_sees_along_free_lines_and_what_is_near() -> None:
    wood = box("w", "wood", 0, 4, 12, 5)
    far = scene(unit("a"), unit("b", BLUE, at=(3, 8, 180)), terrain=[wood])
    assert not aiming.side_sees(far.field, "red", far.unit("b"))
    near = scene(unit("a"), unit("b", BLUE, at=(3, 5.2, 180)), terrain=[wood])
    assert aiming.side_sees(near.field, "red", near.unit("b"))
    free = scene(unit("a"), unit("b", BLUE, at=(3, 8, 180)))
    assert aiming.side_sees(free.field, "red", free.unit("b"))
