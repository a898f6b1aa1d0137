"""Movement, first version (option ``movement`` = "one_two_three")."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import movement, reactions, steps
from grognard.rulebooks.pike_and_shot.events import ManoeuvreOpened
from grognard.rulebooks.pike_and_shot.formations import anchor
from tests.rulebooks.pike_and_shot.scenes import BLUE, RED, Scene, mil, scene, unit

FIRST = {"movement": "one_two_three"}
FOE = unit("B", BLUE, at=(60, 44, 180))


def moving(mp: int, bases: Any = 3, **own: Any) -> Scene:
    """R in the middle of a move with so many points."""
    there = scene(unit("R", RED, bases, (30, 24, 0), **own), FOE, options=FIRST)
    return there.change("R", mode="move", mp=mp).run(movement.steps, "R")


@pytest.mark.clause("PS-MOVE-01", "PS-MOVE-03", "PS-MOVE-04")
@pytest.mark.parametrize(("dice", "points", "dp"), [((2, 2), 1, 0), ((2, 3), 2, 0), ((4, 6), 3, 1)])
def test_one_two_or_three_points_of_two_thirds_the_length(
    dice: tuple[int, int], points: int, dp: int
) -> None:
    there = scene(unit("R"), FOE, options=FIRST).run(movement.test_and_go, "R", "move", dice=dice)
    assert (there.unit("R").mp, there.unit("R").dp) == (points, dp)
    for base, length in (("musket", 2), ("hussar", 3), ("field_gun", 1)):
        there = scene(unit("R", base=base, bases=1), options=FIRST)
        assert there.field.move(there.unit("R")) == mil(length)


@pytest.mark.clause("PS-MV1-01")
@pytest.mark.parametrize(
    ("angle", "moves"), [(1, 1), (450, 1), (451, 2), (900, 2), (-900, 2), (1350, 3), (1800, 4)]
)
@pytest.mark.parametrize("files", [1, 12])
def test_each_45_degrees_of_a_turn_cost_a_move_whatever_the_frontage(
    files: int, angle: int, moves: int
) -> None:
    there = moving(4, files).answer("manoeuvre", "turn", angle)
    assert there.unit("R").mp == 4 - moves
    assert there.unit("R").bases[0].heading == angle % 3600
    assert there.unit("R").hanging is None
    assert there.heard(ManoeuvreOpened)[0].needed == moves


@pytest.mark.clause("PS-MV1-01")
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_turn_about_an_end_of_the_front_costs_the_same(side: str) -> None:
    there = moving(1, 12).answer("manoeuvre", "wheel", side, 450)
    assert there.unit("R").mp == 0
    with pytest.raises(Refused, match="PS-MV1-02"):
        moving(1, 12).answer("manoeuvre", "wheel", side, 451)


@pytest.mark.clause("PS-MV1-02")
def test_changing_formation_costs_its_travel_and_one_move_at_least() -> None:
    """The last base of five in a column has 5.657 inches to go: 3 moves of 2 inches."""
    column = {"bases": 5, "files": 1, "formation": "column"}
    there = moving(3, **column).answer("manoeuvre", "form", "line", 5, 4, 2, 0, 1, 3)
    assert (there.unit("R").mp, there.unit("R").formation) == (0, "line")
    dragoons = moving(1, 2, base="dragoon").answer("manoeuvre", "swap")
    assert (dragoons.unit("R").mp, dragoons.unit("R").bases[0].type) == (0, "dragoon_mounted")


@pytest.mark.clause("PS-MV1-02", "PS-MAN-06")
def test_it_is_paid_within_one_impulse_or_not_begun() -> None:
    column = {"bases": 5, "files": 1, "formation": "column"}
    there = moving(2, **column)
    with pytest.raises(Refused, match="PS-MV1-02"):
        there.answer("manoeuvre", "form", "line", 5, 4, 2, 0, 1, 3)
    assert there.unit("R").hanging is None
    with pytest.raises(Refused, match="PS-MAN-06"):
        there.answer("go_on")


@pytest.mark.clause("PS-MV1-03")
def test_a_bad_result_allows_a_straight_move_or_a_turn_a_normal_one_both() -> None:
    straight = moving(1)
    straight.answer("advance", 2000)
    assert (straight.unit("R").mp, straight.asked) == (0, [])
    turned = moving(1)
    turned.answer("manoeuvre", "turn", 450)
    assert (turned.unit("R").mp, turned.asked) == (0, [])
    both = moving(2).answer("manoeuvre", "turn", 450).answer("advance", 2000)
    assert (both.unit("R").mp, both.unit("R").bases[0].heading) == (0, 450)


@pytest.mark.clause("PS-MV1-01", "PS-REACT-14")
def test_an_evasion_takes_one_move_to_turn_away_here_too() -> None:
    there = scene(
        unit("R", RED, 3, (20, 23, 0), base="harquebusier"),
        unit("B", BLUE, 3, (20, 27, 180), base="cuirassier", mode="charge", mp=2),
        options=FIRST,
    ).run(reactions.evade, "R", "B", dice=(3, 4))
    assert anchor(there.unit("R").bases).at == (mil(20), mil(22 - 3))


@pytest.mark.clause("PS-REACT-04", "PS-MOVE-01")
def test_the_reach_of_a_reaction_is_the_same_in_both_versions() -> None:
    for options in ({}, FIRST):
        for base, inches in (("musket", 12), ("hussar", 18), ("field_gun", 6)):
            there = scene(unit("R", base=base, bases=1), options=options)
            assert reactions.reach(there.field, there.unit("R")) == mil(inches)
    assert steps.movement(scene(unit("R"), options=FIRST).field).points == {"bad": 1, "normal": 2, "good": 3}
