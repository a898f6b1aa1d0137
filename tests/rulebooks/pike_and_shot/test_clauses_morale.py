"""Panic and losses, rout, dismay."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import cards, morale, rout
from grognard.rulebooks.pike_and_shot.events import (
    Destroyed,
    Dismay,
    Fought,
    ImpulseUsed,
    LeftTable,
    Panicked,
    Rallied,
    Routed,
    RunThrough,
)
from grognard.rulebooks.pike_and_shot.morale import cohesion
from tests.rulebooks.pike_and_shot.scenes import BLUE, RED, Scene, box, mil, scene, unit

FOE = unit("B", BLUE, 3, (20, 40, 180), base="pike")


def runner(*more: Any, at: Any = (20, 20, 0), bases: Any = 4, dp: int = 3, **options: Any) -> Scene:
    red = unit("R", RED, bases, at, base="pike", routing=True, dp=dp)
    return scene(red, *(more or (FOE,)), **options)


# --- panic ---


@pytest.mark.clause("PS-PANIC-02")
@pytest.mark.parametrize(
    ("dp", "state"), [(0, "steady"), (5, "steady"), (6, "shaken"), (11, "shaken"), (12, "broken")]
)
def test_cohesion_by_bases_and_disorder(dp: int, state: str) -> None:
    there = scene(unit("R", bases=6, dp=dp))
    assert cohesion(there.field, there.unit("R")) == state
    other = scene(unit("R", bases=6, dp=3), options={"cohesion": "double_dp"})
    assert cohesion(other.field, other.unit("R")) == "shaken"


@pytest.mark.clause("PS-PANIC-05", "PS-PANIC-06")
@pytest.mark.parametrize(
    ("dice", "dp", "bases", "routing"), [((1, 2), 6, 6, False), ((3, 4), 7, 6, True), ((6, 6), 7, 5, True)]
)
def test_results_of_panic(dice: tuple[int, ...], dp: int, bases: int, routing: bool) -> None:
    there = scene(unit("R", bases=6, dp=6, files=3, base="pike")).run(morale.panic, "R", "impact", dice=dice)
    own = there.unit("R")
    assert (own.dp, len(own.bases), own.routing) == (dp, bases, routing)
    assert there.heard(Panicked)[0].cohesion == "shaken"


@pytest.mark.clause("PS-PANIC-05")
def test_tables_by_cause_are_an_option() -> None:
    there = scene(unit("R", bases=9, dp=0, files=3, base="pike"), options={"panic_tables": "by_cause"})
    there.run(morale.panic, "R", "melee", dice=(6, 6, 6))
    assert len(there.unit("R").bases) == 7
    impact = scene(unit("R", bases=9, dp=0, files=3, base="pike"), options={"panic_tables": "by_cause"})
    assert impact.run(morale.panic, "R", "impact", dice=(6, 6, 6)).unit("R").dp == 2


@pytest.mark.clause("PS-PANIC-07", "PS-TURN-10")
def test_the_owner_names_the_type_and_the_last_slot_takes_the_place() -> None:
    there = scene(unit("R", bases=["musket", "pike", "musket", "strelets"], files=2, at=(20, 20, 0)))
    there.run(morale.base_is_lost, "R")
    assert there.options() == (("musket",), ("strelets",), ("pike",))
    with pytest.raises(Refused, match="PS-PANIC-07"):
        there.answer("hussar")
    there.answer("pike")
    assert [base.type for base in there.unit("R").bases] == ["musket", "strelets", "musket"]
    assert (there.unit("R").bases[1].x, there.unit("R").bases[1].y) == (mil(21), mil("19.5"))


@pytest.mark.clause("PS-PANIC-07")
def test_in_a_single_rank_the_owner_says_which_end_closes_up() -> None:
    def xs(end: str) -> list[int]:
        there = scene(unit("R", bases=["musket", "pike", "musket"], at=(20, 20, 0)))
        there.run(morale.base_is_lost, "R").answer("pike", end)
        return [base.x for base in there.unit("R").bases]

    assert xs("right") == [18000, 20000]
    assert xs("left") == [20000, 22000]


@pytest.mark.clause("PS-PANIC-07")
def test_bases_in_contact_are_lost_last() -> None:
    there = scene(
        unit("R", bases=["pike"] * 4, files=2, at=(20, 20, 0)),
        unit("B", BLUE, 2, (20, 18, 0), base="cuirassier"),
    )
    assert morale.slot_of(there.field, there.unit("R"), "pike") == 1


@pytest.mark.clause("PS-BASE-10", "PS-DISMAY-02")
def test_a_unit_without_bases_is_gone_and_counts_once() -> None:
    there = scene(
        unit("R", bases=1, base="pike", dp=1, at=(20, 24, 0)), unit("S", at=(20, 20, 0), base="pike", bases=3)
    )
    there.run(morale.panic, "R", "shooting", dice=(6, 6, 1, 1))
    assert there.unit("R").status == "destroyed"
    assert there.unit("R").bases == ()
    assert len(there.heard(Dismay)) == 1
    assert len(there.heard(Destroyed)) == 1
    assert there.heard(Routed) == []


# --- rout ---


@pytest.mark.clause("PS-ROUT-02", "PS-FORM-07")
def test_becoming_routing_moves_nothing_and_ends_the_formation() -> None:
    there = scene(unit("R", bases=["pike"] * 9, files=3, formation="tercio", at=(20, 20, 0)), FOE)
    before = there.unit("R").bases
    there.run(morale.become_routing, "R")
    assert there.unit("R").bases == before
    assert not there.field.formation(there.unit("R")).support
    there.run(morale.rally, "R")
    assert (there.unit("R").formation, there.unit("R").routing) == ("line", False)
    deep = scene(unit("R", bases=["pike"] * 6, files=2, formation="tercio", routing=True))
    assert deep.run(morale.rally, "R").unit("R").formation == "column"


@pytest.mark.clause("PS-ROUT-03", "PS-ROUT-04", "PS-ROUT-07")
def test_a_router_uses_all_its_impulses_to_run_and_tests_after_each() -> None:
    there = runner(dp=9).run(cards.activate, "R", "red_general", dice=(1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
    assert there.unit("R").left == 0
    assert [event.use for event in there.heard(ImpulseUsed)] == ["rout", "rout"]
    assert [event.cause for event in there.heard(Panicked)] == ["rout", "rout"]
    assert there.unit("R").routing


@pytest.mark.clause("PS-ROUT-07")
def test_one_that_rallies_uses_what_is_left_as_it_likes() -> None:
    there = runner(dp=3).run(cards.activate, "R", "red_general", dice=(1, 2, 1, 1, 1))
    assert len(there.heard(Rallied)) == 1
    assert there.asked == ["use"]
    assert there.unit("R").left == 1


@pytest.mark.clause("PS-ROUT-05")
def test_it_runs_to_its_own_edge_or_the_nearer_refuge() -> None:
    there = runner(dp=0).run(rout.run, "R", dice=(3, 4))
    own = there.unit("R")
    assert own.bases[0].heading == 1800
    assert own.centroid == (20000, 16500)
    foe = unit("B", BLUE, 3, (2, 20, 90), base="pike")
    trees = [box("w", "wood", 29, 10, 36, 30)]
    wood = runner(foe, terrain=trees, dp=0).run(rout.run, "R", dice=(3, 4))
    assert wood.unit("R").bases[0].heading == 900
    held = runner(foe, unit("C", BLUE, 1, (33, 20, 180)), terrain=trees, dp=0).run(rout.run, "R", dice=(3, 4))
    assert held.unit("R").bases[0].heading == 1800


@pytest.mark.clause("PS-ROUT-05")
def test_a_way_nearer_to_the_nearest_enemy_is_none() -> None:
    there = runner(unit("B", BLUE, 3, (20, 10, 0), base="pike"), dp=0).run(rout.run, "R", dice=(3, 4))
    assert there.unit("R").bases[0].heading == 0


@pytest.mark.clause("PS-ROUT-05")
def test_in_a_refuge_it_rests_while_no_enemy_is_near() -> None:
    wood = box("w", "wood", 10, 10, 30, 30)
    there = runner(terrain=[wood], dp=0).run(rout.run, "R", dice=(3, 4))
    assert there.unit("R").centroid == (20000, 19500)
    near = runner(unit("B", BLUE, 3, (20, 31, 180), base="pike"), terrain=[box("w", "wood", 10, 10, 30, 24)])
    assert near.run(rout.run, "R", dice=(1, 1)).unit("R").centroid == (20000, 19500)
    near = runner(unit("B", BLUE, 3, (20, 27, 180), base="pike"), terrain=[box("w", "wood", 10, 10, 30, 24)])
    assert near.run(rout.run, "R", dice=(1, 1)).unit("R").centroid != (20000, 19500)


@pytest.mark.clause("PS-ROUT-06", "PS-HTH-13")
def test_a_router_in_contact_fights_first_and_deals_nothing() -> None:
    there = runner(unit("B", BLUE, 4, (20, 20, 180), base="pike", left=0))
    there.run(rout.rout_impulse, "R", dice=(3, 4, 3) + (1,) * 12)
    (fought,) = there.heard(Fought)
    assert fought.roller.strength == 0
    assert fought.other.dp == 0
    assert fought.roller.dp > 0
    assert there.unit("R").bases[0].y < mil(18)


@pytest.mark.clause("PS-ROUT-08", "PS-VIC-02")
def test_over_the_edge_it_is_lost_without_dismay() -> None:
    there = runner(FOE, unit("S", at=(30, 6, 270), base="pike", bases=3), at=(20, 4, 0), dp=0)
    there.run(rout.run, "R", dice=(6, 6))
    assert there.unit("R").status == "gone"
    assert there.heard(LeftTable)[0].unit == "R"
    assert there.heard(Dismay) == []


@pytest.mark.clause("PS-ROUT-09", "PS-PANIC-01", "PS-PANIC-08")
def test_running_through_friends_disorders_them_base_by_base() -> None:
    there = runner(FOE, unit("S", RED, 4, (20, 17.9, 0), base="pike"), dp=0)
    there.run(rout.run, "R", dice=(3, 4, 1, 1, 1))
    assert there.heard(RunThrough)[0].bases == 4
    assert there.unit("S").dp == 4
    assert [event.cause for event in there.heard(Panicked)] == ["run_through"]
    assert there.unit("R").bases[0].y <= mil("16.4")


@pytest.mark.clause("PS-ROUT-05")
def test_blocked_it_turns_aside_by_the_least_angle() -> None:
    there = runner(FOE, terrain=[box("r", "river", 0, 15, 22.5, 17)], at=(20, 20, 0), bases=1, dp=0)
    there.run(rout.run, "R", dice=(3, 4))
    assert there.unit("R").bases[0].heading == 1800 + 650


# --- dismay ---


@pytest.mark.clause("PS-DISMAY-03")
def test_light_troops_and_guns_cause_no_dismay() -> None:
    def dismay(base: str, **options: Any) -> int:
        there = scene(
            unit("R", RED, 1, (20, 24, 0), base=base), unit("S", at=(20, 20, 0), bases=3), options=options
        )
        return len(there.run(morale.become_routing, "R", dice=(1,)).heard(Dismay))

    assert dismay("pike") == 1
    assert dismay("tatar") == 0
    assert dismay("field_gun") == 0
    assert dismay("tatar", light_no_dismay="off") == 1


@pytest.mark.clause("PS-DISMAY-01", "PS-DISMAY-04")
def test_near_friends_roll_a_d3_each_routing_ones_too() -> None:
    there = scene(
        unit("R", RED, 1, (20, 24, 0), base="pike"),
        unit("S", at=(15, 18, 0), bases=1, routing=True),
        unit("T", at=(25, 18, 0), bases=1),
    ).run(morale.become_routing, "R", dice=(3, 6))
    assert (there.unit("S").dp, there.unit("T").dp) == (2, 3)


@pytest.mark.clause("PS-DISMAY-05", "PS-PANIC-01")
def test_who_runs_already_causes_nothing_new_but_after_a_rally_it_does() -> None:
    there = scene(unit("R", RED, 1, (20, 24, 0), base="pike"), unit("S", at=(20, 20, 0), bases=3))
    there.run(morale.become_routing, "R", dice=(1,)).run(morale.become_routing, "R")
    assert len(there.heard(Dismay)) == 1
    there.run(morale.rally, "R").run(morale.become_routing, "R", dice=(1,))
    assert len(there.heard(Dismay)) == 2
    assert there.heard(Panicked) == []


@pytest.mark.clause("PS-DISMAY-02", "PS-ROUT-10")
def test_a_unit_that_runs_and_is_destroyed_later_causes_dismay_twice() -> None:
    there = scene(unit("R", RED, 1, (20, 24, 0), base="pike"), unit("S", at=(20, 20, 0), bases=3))
    there.run(morale.become_routing, "R", dice=(1,)).run(morale.destroy, "R", dice=(1,))
    assert [event.cause for event in there.heard(Dismay)] == ["rout", "destroyed"]
