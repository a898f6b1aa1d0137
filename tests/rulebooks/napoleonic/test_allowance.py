"""How far a unit or gun may go in a turn."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.state import Order
from grognard.rulebooks.napoleonic.allowance import allowance, horse_near, near_enemy_horse
from tests.rulebooks.napoleonic.scenes import BLUE, Scene, box, ground, gun, scene, unit, wagon

MOVE: Order = ("move",)
HALF: Order = ("withdraw_half",)
FULL: Order = ("withdraw_full",)
FAR = unit("far", BLUE, at=(3, 11, 180))


def reach(one: Scene, order: Order, name: str = "a") -> int:
    return allowance(one.field, one.field.body(name), order)


@pytest.mark.clause("NA-MOVE-03")
@pytest.mark.parametrize(
    ("arm", "move", "attack"),
    [
        ("foot", 1000, 1000),
        ("heavy_horse", 2000, 2000),
        ("horse", 2000, 2000),
        ("light_horse_regular", 2000, 3000),
        ("light_horse_irregular", 3000, 3000),
    ],
)
def test_moves_by_arm(arm: str, move: int, attack: int) -> None:
    one = scene(unit("a", arm=arm), unit("b", BLUE, at=(3, 5.5, 180)), unit("c", BLUE, at=(3, 11, 0)))
    if arm == "foot":
        one = scene(unit("a", arm=arm), unit("b", BLUE, at=(3, 5.5, 180)))
    assert reach(one, MOVE) == move
    assert reach(one, ("attack", "b")) == attack


@pytest.mark.clause("NA-MOVE-03")
@pytest.mark.parametrize(
    ("more", "at"),
    [
        ([box("bush", "bush", 2.9, 4, 3.1, 4.2)], (3, 5.5, 180)),
        ([box("knoll", "hill", 2, 4, 4, 6, level=1)], (3, 5.5, 180)),
        ([ground("brook", "stream", (2, 4), (4, 4))], (3, 5.5, 180)),
        ([], (5, 5.5, 180)),
    ],
)
def test_light_horse_goes_three_only_straight_over_level_ground(more: Any, at: Any) -> None:
    one = scene(unit("a", arm="light_horse_regular", figures=5), unit("b", BLUE, at=at), terrain=more)
    assert reach(one, ("attack", "b")) == 2000


@pytest.mark.clause("NA-MOVE-03")
def test_the_level_ground_of_a_hill_top_is_level_and_guns_are_not() -> None:
    top = box("top", "hill", 1, 1, 8, 8, level=1)
    specs = unit("a", arm="light_horse_regular", figures=5), unit("b", BLUE, at=(3, 5.5, 180))
    assert reach(scene(*specs, terrain=[top]), ("attack", "b")) == 3000
    assert reach(scene(*specs, gun("g", at=(3, 4, 0))), ("attack", "b")) == 2000
    assert reach(scene(*specs), ("attack", "b", 3000, 4000)) == 2000


@pytest.mark.clause("NA-MOVE-13", "NA-MOVE-14", "NA-MOVE-10", "NA-UNIT-07")
def test_columns_and_open_order_march_faster() -> None:
    for kind in ("march_column", "open_order"):
        one = scene(unit("a", kind=kind, figures=4), FAR)
        assert [reach(one, order) for order in (MOVE, HALF, FULL)] == [1500, 750, 1500]
    on_foot = scene(unit("a", arm="light_horse_regular", kind="dismounted"), FAR)
    assert reach(on_foot, MOVE) == 1000


@pytest.mark.clause("NA-MOVE-10", "NA-ART-09", "NA-TROPH-03")
def test_half_moves_guns_and_train() -> None:
    one = scene(unit("a"), gun("g", at=(5, 3, 0), arm="horse_gun"), wagon("w", at=(6, 3, 0)), FAR)
    assert (reach(one, HALF), reach(one, FULL), reach(one, ("hold",))) == (500, 1000, 0)
    assert (reach(one, ("move_half",), "g"), reach(one, ("move_full",), "g")) == (1000, 2000)
    assert reach(one, MOVE, "w") == 1000
    horse = scene(unit("a", arm="horse"), FAR)
    assert reach(horse, ("escort", "g")) == 1000


@pytest.mark.clause("NA-MOVE-08", "NA-MOVE-15")
@pytest.mark.parametrize(
    ("arm", "far", "near"),
    [
        ("horse", 2.0, True),
        ("horse", 2.01, False),
        ("light_horse_irregular", 3.0, True),
        ("foot", 0.6, False),
    ],
)
def test_foot_moves_in_square_near_enemy_horse(arm: str, far: float, near: bool) -> None:
    depth = 0.2
    one = scene(
        unit("a"), unit("b", BLUE, at=(3, 3 + far + depth, 180), arm=arm, figures=10 if arm == "foot" else 5)
    )
    assert near_enemy_horse(one.field, one.unit("a")) is near
    expected = 500 if near else 1000
    assert [reach(one, order) for order in (MOVE, ("attack", "b"), FULL)] == [expected] * 3


@pytest.mark.clause("NA-MOVE-08")
@pytest.mark.parametrize(
    "now",
    [{"standing": "fleeing"}, {"kind": "dismounted"}, {"standing": "destroyed"}, {"standing": "waiting"}],
)
def test_horse_that_flees_or_is_on_foot_forms_no_squares(now: dict[str, Any]) -> None:
    one = scene(unit("a"), unit("b", BLUE, at=(3, 4.5, 180), arm="light_horse_regular", figures=5, **now))
    assert not near_enemy_horse(one.field, one.unit("a"))


@pytest.mark.clause("NA-MOVE-08")
def test_a_barrier_closed_to_horse_counts() -> None:
    specs = unit("a"), unit("b", BLUE, at=(3, 4.5, 180), arm="horse", figures=5)
    assert horse_near(scene(*specs).field, scene(*specs).unit("a")) == "b"
    for kind, near in (("river", False), ("ravine", False), ("stream", True)):
        one = scene(*specs, terrain=[ground("line", kind, (1, 3.8), (6, 3.8))])
        assert near_enemy_horse(one.field, one.unit("a")) is near


@pytest.mark.clause("NA-MOVE-08", "NA-MOVE-09")
def test_the_presence_of_horse_is_that_of_the_start_of_the_turn() -> None:
    came = unit("b", BLUE, at=(3, 3.4, 180), arm="horse", figures=5, start=(3000, 6000, 1800))
    one = scene(unit("a", start=(3000, 3000, 0)), came)
    assert not near_enemy_horse(one.field, one.unit("a"))
    one.change("b", start=(3000, 5000, 1800))
    assert near_enemy_horse(one.field, one.unit("a"))


@pytest.mark.clause("NA-MOVE-08", "NA-MOVE-10")
def test_a_full_withdrawal_may_be_free_of_it() -> None:
    specs = unit("a"), unit("b", BLUE, at=(3, 4.5, 180), arm="horse", figures=5)
    one = scene(*specs, options={"withdraw_near_horse": "free"})
    assert (reach(one, FULL), reach(one, MOVE)) == (1000, 500)


@pytest.mark.clause("NA-OBS-07", "NA-MOVE-15")
def test_in_a_wood_half_a_merka() -> None:
    one = scene(unit("a"), FAR, terrain=[box("wood", "wood", 2, 2, 4, 4)])
    assert reach(one, MOVE) == 500


@pytest.mark.clause("NA-CC-22", "NA-MOVE-15")
def test_worked_example_34_a_follow_up_is_paid_from_the_next_move() -> None:
    one = scene(unit("a", paid=400), FAR)
    assert reach(one, MOVE) == 600
