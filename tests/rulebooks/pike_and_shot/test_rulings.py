"""Rulings on what the specification leaves open (chapter Rulings and conflicts)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import cards, combat, movement, rout, victory
from grognard.rulebooks.pike_and_shot.events import GameEnded, LeftTable
from grognard.rulebooks.pike_and_shot.invariants import broken, measures
from grognard.rulebooks.pike_and_shot.morale import become_routing
from tests.rulebooks.pike_and_shot.scenes import BLUE, RED, Scene, box, commander, mil, scene, unit

FAR = unit("B", BLUE, 3, (60, 44, 180), base="pike")


def routing(*more: Any, at: tuple[float, float, float] = (20, 20, 0), **rest: Any) -> Scene:
    return scene(unit("R", RED, 1, at, base="pike", routing=True), *more, **rest)


# --- commanders ---


@pytest.mark.clause("PS-CMD-03", "PS-CP-03")
def test_a_commander_does_not_ride_up_to_an_enemy() -> None:
    there = scene(
        unit("R", RED, 3, (20, 16, 0), command="C"), unit("B", BLUE, 3, (20, 22, 180)),
        commanders=[commander("C", RED, (24, 20), under="red_general")],
    ).run(cards.play_card, "C")  # fmt: skip
    with pytest.raises(Refused, match="PS-CMD-03"):
        there.answer("go", mil("23.4"), mil("22.5"))
    there.answer("go", mil("23.7"), mil("22.5"))
    assert there.commander("C").alive


# --- routers ---


@pytest.mark.clause("PS-ROUT-05")
def test_a_router_driven_from_a_large_refuge_runs_with_all_its_move_points() -> None:
    wood = box("w", "wood", 10, 0, 30, 40)
    there = routing(unit("B", BLUE, 3, (20, 25, 180), base="pike"), terrain=[wood])
    there.run(rout.run, "R", dice=(6, 6))
    assert there.unit("R").centroid == (mil(20), mil("16.5"))


@pytest.mark.clause("PS-ROUT-05")
def test_it_stops_in_the_next_refuge_on_its_way() -> None:
    woods = [box("w", "wood", 18, 17, 30, 24), box("v", "wood", 18, 15, 30, 17)]
    there = routing(unit("B", BLUE, 3, (20, 25, 180), base="pike"), terrain=woods)
    there.run(rout.run, "R", dice=(6, 6))
    assert mil(15) < there.unit("R").centroid[1] < mil(17)


@pytest.mark.clause("PS-ROUT-05")
def test_what_blocks_its_way_is_passed_with_no_enemy_on_the_table_too() -> None:
    there = routing(terrain=[box("r", "river", 15, 17, 21.5, 18)])
    there.run(rout.run, "R", dice=(3, 4))
    x, y = there.unit("R").centroid
    assert (x, y) != (mil(20), mil("19.5"))
    assert y < mil("19.5")


# --- loot, losses, measures ---


@pytest.mark.clause("PS-VIC-04", "PS-VIC-02", "PS-ROUT-08")
def test_loot_that_leaves_by_another_edge_is_lost_and_so_is_its_unit() -> None:
    there = scene(unit("R", RED, 1, (20, 20, 0), loot=True), unit("S", RED, 3, (40, 10, 0)), FAR)
    before = there.state
    draft = there.draft()
    movement.leave(draft, "R", home=False)
    there.state = draft.state()
    assert not there.unit("R").loot
    assert victory.losses(there.field, RED) == (4, 1)
    assert [told.versions[0][0] for told in draft.told] == [LeftTable("R", False)]
    assert not [one for one in broken(there.setup, before, there.state) if "loot" in one]


@pytest.mark.clause("PS-VIC-07", "PS-FORM-06", "PS-BASE-04")
@pytest.mark.parametrize(("now", "then"), [("dragoon", "dragoon_mounted"), ("dragoon_mounted", "dragoon")])
def test_dragoons_that_mount_or_dismount_are_no_losses(now: str, then: str) -> None:
    there = scene(unit("D", RED, 4, (20, 20, 0), base=now, mode="move", mp=2), FAR)
    there.run(movement.steps, "D").answer("manoeuvre", "swap").answer("go_on")
    assert {base.type for base in there.unit("D").bases} == {then}
    assert victory.base_losses(there.field, RED, now) == victory.base_losses(there.field, RED, then) == 0
    there.change("D", bases=there.unit("D").bases[:3])
    assert victory.base_losses(there.field, RED, now) == 25
    there.run(victory.victory_check, dice=())
    there.change("turn", number=there.setup.turns).run(victory.victory_check)
    (end,) = there.heard(GameEnded)
    assert end.losses[0][:2] == (RED, 1)


@pytest.mark.clause("PS-ROUT-01", "PS-ROUT-08")
def test_routs_and_units_gone_are_counted() -> None:
    there = scene(unit("R", RED, 1, (20, 20, 0)), unit("S", RED, 1, (30, 20, 0), status="gone"), FAR)
    for _ in range(2):
        there.run(become_routing, "R").change("R", routing=False)
    found = measures(there.setup, there.state)
    assert [found[f"{name}_{RED}"] for name in ("routs", "gone", "routing")] == [2, 1, 0]
    assert [found[f"{name}_{BLUE}"] for name in ("routs", "gone")] == [0, 0]


# --- obstacles, guns ---


@pytest.mark.clause("PS-IMPACT-03", "PS-IMPACT-05", "PS-FORM-05")
def test_a_laager_behind_a_ditch_counts_once() -> None:
    there = scene(
        unit("R", RED, 3, (20, 20, 0), base="cuirassier"),
        unit("B", BLUE, 3, (20, 20, 180), base="wagon", formation="laager"),
        terrain=[box("d", "ditch", 0, 20, 72, 22)],
    )
    assert combat.impact_roll(there.field, there.unit("R"), there.unit("B")).best == ("laager",)


@pytest.mark.clause("PS-IMPACT-05")
@pytest.mark.parametrize(("west", "crosses"), [(20.5, True), (21.5, False)])
def test_a_base_crosses_an_edge_with_the_middle_of_its_front(west: float, crosses: bool) -> None:
    from grognard.rulebooks.pike_and_shot.charge import crosses_obstacle
    from grognard.rulebooks.pike_and_shot.steps import moved

    there = scene(
        unit("R", RED, 2, (20, 17, 0), base="cuirassier"), FAR,
        terrain=[box("d", "ditch", west, 18, 24, 19)],
    )  # fmt: skip
    one = there.unit("R")
    assert crosses_obstacle(there.field, one, moved(one, 2000)) is crosses


@pytest.mark.clause("PS-COORD-01", "PS-REACT-04")
def test_guns_may_charge_but_are_not_among_those_who_charge_together() -> None:
    there = scene(
        unit("R", RED, 3, (20, 16, 0), command="C"), unit("G", RED, 1, (26, 16, 0), base="field_gun", command="C"),
        unit("B", BLUE, 3, (20, 26, 180)), commanders=[commander("C", RED, (22, 14), under="red_general")],
    ).run(cards.play_card, "C")  # fmt: skip
    charges = [one for one in there.options() if one[:2] == ("coordinate", "move") and "charge" in one]
    assert charges
    assert not any("G" in one for one in charges)
    there.answer("coordinate", "move", 1, "R", "charge", "G", "charge", dice=(3, 4, 1))
