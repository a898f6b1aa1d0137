"""What a rout brings with it: flight, corridor, second rout, units in the way, neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.napoleonic.events import CombatDie, NeighbourBack, Routed, RoutersPass
from grognard.rulebooks.napoleonic.model import Lock, Rout
from grognard.rulebooks.napoleonic.rout import SECOND, Fallen, routs
from tests.rulebooks.napoleonic.fights import NORTH, SOUTH, facing, fight, rout_of
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, gun, scene, unit

FLEEING: dict[str, Any] = {"standing": "fleeing", "has_routed": True, "rout": Rout(1, 1, "1", 0)}


def swept(*more: Any, dice: tuple[int, ...] = (), heading: int = 1800) -> Scene:
    """Red ``r`` at (6, 8) looks north and runs south."""
    made = scene(unit("r", RED, (6, 8, NORTH)), *more, generals=False, phase="combat")
    return made.do(lambda battle: routs(battle, [Fallen("r", "1", heading, ("x",))]), *dice)


# --- the routed unit ---------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-09", "NA-ROUT-15", "NA-ROUT-20", "NA-MOD-20")
def test_a_routed_unit_runs_at_once_and_leaves_a_corridor() -> None:
    """Worked example 26, its first course."""
    made = swept()
    routed, (corridor,) = made.unit("r"), made.field.corridors
    assert (routed.x, routed.y, routed.heading, routed.standing) == (6000, 6500, 1800, "fleeing")
    assert routed.rout == Rout(1, 1, "1", 1800, ("x",))
    assert (corridor.unit, corridor.until, corridor.open_to, corridor.length) == ("r", 2, ("x",), 1500)
    assert made.field.fray.routed == ("r",)


@pytest.mark.clause("NA-ROUT-09", "NA-CC-35")
def test_horse_and_guns_run_a_move_and_a_half_of_their_own() -> None:
    made = scene(
        unit("h", RED, (6, 8, 0), 5, arm="light_horse_irregular"), gun("g", RED, (3, 8, 0)), generals=False
    )
    made.do(lambda battle: routs(battle, [Fallen("h", "1", 1800), Fallen("g", "2", 1800)]))
    assert (made.unit("h").y, made.gun("g").y) == (3500, 6500)


@pytest.mark.clause("NA-ROUT-20")
def test_it_leaves_every_lock() -> None:
    made = facing({"locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)})
    made.do(lambda battle: routs(battle, [Fallen("b", "6", 0)]))
    assert not made.unit("a").locks
    assert not made.unit("b").locks


# --- second rout -------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-12", "NA-ROUT-13")
def test_a_strike_on_a_fleeing_unit_is_a_second_rout() -> None:
    made = facing({}, FLEEING, turn=2)
    fight(made, (5,), a="b")
    assert [(die.unit, die.why) for die in made.heard(CombatDie)] == [("a", "second")]
    routed = made.unit("b")
    assert (routed.figures, routed.y, routed.rout) == (8, 8100, Rout(2, 2, SECOND, 0, ("a",), first="1"))
    assert made.field.is_spent(routed)


@pytest.mark.clause("NA-ROUT-12")
def test_fire_is_no_attack_in_this_sense_but_a_rout_in_the_fire_phase_counts() -> None:
    made = facing({}, {**FLEEING, "rout": Rout(1, 1, "6", 0)})
    fight(made, (3,), a="b")
    assert [one.way for one in made.heard(Routed)] == [SECOND]


@pytest.mark.clause("NA-ROUT-13")
def test_a_strike_on_a_spent_unit_costs_figures_and_nothing_else() -> None:
    made = facing({}, {**FLEEING, "rout": Rout(1, 2, SECOND, 0)}, turn=3)
    fight(made, (5,), a="b")
    assert (made.unit("b").figures, made.unit("b").y) == (8, 6600)
    assert made.heard(CombatDie)[0].why == "spent"
    assert made.heard(Routed) == []


@pytest.mark.clause("NA-ROUT-12", "NA-PURS-12")
def test_who_strikes_routers_overthrows_them_the_higher_die_first() -> None:
    made = facing({}, FLEEING, unit("c", RED, (6.5, 6.1, 0)), turn=2)
    fight(made, (2, 5), a="b", c="b")
    assert rout_of(made, "b").overthrowers == ("c", "a")


# --- units in the way --------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-17")
def test_who_stands_near_behind_runs_too_and_leaves_a_corridor_of_its_own() -> None:
    """Worked example 27."""
    made = swept(unit("near", RED, (6, 7.5, NORTH)))
    assert (made.unit("near").standing, made.unit("near").y) == ("fleeing", 6000)
    assert made.unit("near").rout == Rout(1, 1, "contagion", 1800)
    assert {one.unit for one in made.field.corridors} == {"r", "near"}


@pytest.mark.clause("NA-ROUT-17")
@pytest.mark.parametrize(("die", "until", "result"), [(3, 2, "disordered"), (4, 0, "stands")])
def test_foot_farther_off_throws_a_die(die: int, until: int, result: str) -> None:
    made = swept(unit("far", RED, (6, 7.1, NORTH)), dice=(die,))
    assert (made.unit("far").disordered, made.unit("far").standing) == (until, "ready")
    assert made.heard(RoutersPass) == [RoutersPass("far", "r", die, result)]


@pytest.mark.clause("NA-ROUT-17", "NA-ART-18")
def test_horse_withdraws_and_re_forms_and_guns_do_as_their_arm_does() -> None:
    made = swept(unit("h", RED, (6, 7.1, NORTH), 5, arm="light_horse_regular"))
    assert (made.unit("h").y, made.unit("h").reforming) == (6100, 2)
    made = swept(gun("hg", RED, (5.8, 7.15, NORTH), arm="horse_gun"))
    assert made.gun("hg").y == 6150
    made = swept(gun("fg", RED, (6.2, 7.15, NORTH)), dice=(5,))
    assert (made.gun("fg").silenced, made.gun("fg").y) == (2, 7150)


@pytest.mark.clause("NA-ROUT-17")
def test_each_unit_is_tested_once_a_phase() -> None:
    made = scene(
        unit("r", RED, (6, 8, NORTH)),
        unit("s", RED, (6.3, 8.4, NORTH)),
        unit("far", RED, (6.1, 7.0, NORTH)),
        generals=False,
        phase="combat",
    )
    made.do(lambda battle: routs(battle, [Fallen("r", "1", 1800), Fallen("s", "1", 1800)]), 4)
    assert [one.unit for one in made.heard(RoutersPass)] == ["far"]


@pytest.mark.clause("NA-ROUT-17", "NA-CC-08")
def test_a_pushed_unit_swept_along_runs_and_is_not_moved_back() -> None:
    """``b`` is overthrown and runs over ``c``, which was pushed and stood close behind it."""
    second = unit("c", BLUE, (6.4, 6.9, SOUTH))
    made = facing({}, {}, second, unit("d", RED, (6.6, 6.3, NORTH)))
    fight(made, (6, 5, 1, 2), a="b", d="c", b="a", c="d")
    assert made.unit("c").standing == "fleeing"
    assert rout_of(made, "c").way == "contagion"


# --- neighbours --------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-16")
def test_neighbours_fall_back_half_a_move_and_leave_their_fights() -> None:
    beside = unit("n", BLUE, (6.7, 6.6, SOUTH), locks=(Lock("d", 1),))
    made = facing({}, {}, beside, unit("d", RED, (6.8, 6, NORTH), locks=(Lock("n", 1),)), turn=2)
    fight(made, (6, 3, 1, 3), a="b", d="n", b="a", n="d")
    assert (made.unit("n").y, made.unit("n").heading, made.unit("n").pushed) == (7100, 1800, 0)
    assert not made.unit("n").locks
    assert not made.unit("d").locks
    assert made.heard(NeighbourBack) == [NeighbourBack("n", "b", 500)]


@pytest.mark.clause("NA-ROUT-16")
@pytest.mark.parametrize("now", [{"standing": "fleeing", "rout": Rout(1, 1, "1", 0)}, {"figures": 0}])
def test_who_flees_himself_is_no_neighbour_to_move(now: dict[str, Any]) -> None:
    made = facing({}, {}, unit("n", BLUE, (6.7, 6.6, SOUTH)))
    made.change("n", **now)
    fight(made, (6, 1), a="b")
    assert made.unit("n").y == 6600
    assert made.heard(NeighbourBack) == []


@pytest.mark.clause("NA-ROUT-16")
def test_a_neighbour_that_was_pushed_or_overthrew_somebody_does_not_fall_back() -> None:
    beside = unit("n", BLUE, (6.7, 6.6, SOUTH))
    made = facing({}, {}, beside, unit("d", RED, (6.8, 6, NORTH)))
    fight(made, (6, 5, 1, 2), a="b", d="n", b="a", n="d")
    assert (made.unit("n").pushed, made.unit("n").y, made.heard(NeighbourBack)) == (2, 7100, [])
    made = facing({}, {}, beside, unit("d", RED, (6.8, 6, NORTH)))
    fight(made, (6, 1, 1, 6), a="b", d="n", b="a", n="d")
    assert (made.unit("d").standing, made.unit("n").y) == ("fleeing", 6600)


@pytest.mark.clause("NA-ROUT-16")
def test_a_neighbour_that_fell_back_is_not_locked_anew() -> None:
    beside = unit("n", BLUE, (6.7, 6.6, SOUTH))
    made = facing({}, {}, beside, unit("d", RED, (6.8, 6, NORTH)))
    fight(made, (6, 3, 1, 3), a="b", d="n", b="a", n="d")
    assert not made.unit("n").locks
    assert made.field.fray.backed == ("n",)
