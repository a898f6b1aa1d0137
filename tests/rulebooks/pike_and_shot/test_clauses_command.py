"""Command points, coordinated orders, orders, commanders in danger."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot import cards, command, deployment, morale, sequence, standing, steps
from grognard.rulebooks.pike_and_shot.events import CommanderFell, Coordinated, OrderChanged, Succeeded
from grognard.rulebooks.pike_and_shot.model import Flag, ObjectiveSheet
from tests.rulebooks.pike_and_shot.scenes import BLUE, RED, Scene, commander, mil, scene, unit

CLOSE = commander("C", RED, (20, 18.5), under="red_general")
FAR_B = unit("B", BLUE, at=(60, 44, 180))


def card(*specs: Any, leader: Any = CLOSE, **more: Any) -> Scene:
    """C's card comes up."""
    return scene(*specs, FAR_B, commanders=[leader], **more).run(cards.play_card, "C")


def squad(name: str = "R", **more: Any) -> Any:
    return unit(name, RED, 3, more.pop("at", (20, 20, 0)), command="C", **more)


# --- how many ---


@pytest.mark.clause("PS-CP-01", "PS-CMD-02")
def test_points_of_an_activation() -> None:
    assert card(squad()).commander("C").cp == 3
    rolled = scene(squad(), FAR_B, commanders=[commander("C", RED, (20, 18.5), under="red_general", cp=4)],
                   options={"cp": "d3+1"}).run(cards.play_card, "C", dice=(5,))  # fmt: skip
    assert rolled.commander("C").cp == 3 + 1 + 1
    poor = card(squad(), leader=commander("C", RED, (20, 18.5), under="red_general", cp=1, lost_cp=2))
    assert poor.commander("C").cp == 0
    inspiring = commander("C", RED, (20, 18.5), under="red_general", profile="inspiring")
    assert card(squad(), leader=inspiring).commander("C").cp == 4


@pytest.mark.clause("PS-CP-01")
def test_unspent_points_are_lost_and_no_more_than_there_are_can_be_spent() -> None:
    there = card(squad(dp=3)).answer("end")
    assert there.commander("C").cp == 0
    there = card(squad(dp=3)).change("C", cp=0)
    with pytest.raises(Refused, match="PS-CP-01"):
        there.answer("remove_dp", "R")
    with pytest.raises(Refused, match="PS-CP-01"):
        there.answer("coordinate", "move", 0, "R", "move")


# --- uses ---


@pytest.mark.clause("PS-CP-03")
def test_moving_attaching_and_leaving() -> None:
    there = card(squad(), leader=commander("C", RED, (20, 12), under="red_general"))
    with pytest.raises(Refused, match="PS-CP-03"):
        there.answer("go", mil(20), mil("20.1"))
    with pytest.raises(Refused, match="PS-CP-03"):
        there.answer("attach", "R")
    there.answer("go", mil(20), mil("18.5"))
    assert there.commander("C").cp == 2
    there.answer("attach", "R")
    assert (there.commander("C").attached, there.commander("C").cp) == ("R", 2)
    there.answer("activate", "R").answer("move", dice=(3, 4)).answer("advance", 3000)
    assert there.commander("C").y == mil("21.5")
    there.answer("stop").answer("go", mil(20), mil(16))
    assert there.commander("C").attached == ""


@pytest.mark.clause("PS-CP-03")
def test_enemies_stop_a_commander_friends_do_not() -> None:
    there = scene(
        squad(at=(20, 16, 0)), unit("B", BLUE, 3, (20, 22, 180)),
        commanders=[commander("C", RED, (20, 14), under="red_general")],
    ).run(cards.play_card, "C")  # fmt: skip
    there.answer("go", mil(20), mil("18"))
    with pytest.raises(Refused, match="PS-CP-03"):
        there.answer("go", mil(20), mil("25"))


@pytest.mark.clause("PS-CP-04")
def test_a_point_takes_a_disorder_point_from_a_unit_he_touches() -> None:
    there = card(squad(dp=2, routing=True), squad("S", at=(40, 20, 0), dp=2))
    there.answer("remove_dp", "R")
    assert there.unit("R").dp == 1
    with pytest.raises(Refused, match="PS-CP-04"):
        there.answer("remove_dp", "S")
    with pytest.raises(Refused, match="PS-CP-02"):
        there.answer("remove_dp", "R", "S")


@pytest.mark.clause("PS-CP-05")
def test_an_extra_impulse_comes_on_top_and_not_to_routers() -> None:
    there = card(squad()).answer("impulse", "R")
    assert there.unit("R").left == 3
    with pytest.raises(Refused, match="PS-CP-05"):
        card(squad(routing=True, dp=3)).answer("impulse", "R")


@pytest.mark.clause("PS-CP-06")
def test_impulses_and_coordinated_orders_exclude_each_other() -> None:
    there = card(squad()).answer("impulse", "R")
    with pytest.raises(Refused, match="PS-CP-06"):
        there.answer("coordinate", "move", 1, "R", "move")
    other = card(squad(), squad("S", at=(29, 20, 0))).answer(
        "coordinate", "move", 1, "S", "move", dice=(1, 1)
    )
    with pytest.raises(Refused, match="PS-CP-06"):
        other.answer("impulse", "R")


@pytest.mark.clause("PS-CP-07")
def test_only_units_directly_under_him() -> None:
    there = scene(
        squad(dp=2), FAR_B, commanders=[CLOSE, commander("red_general", RED, (20, 18), level="army")]
    )
    there.run(cards.play_card, "red_general")
    with pytest.raises(Refused, match="PS-CP-07"):
        there.answer("remove_dp", "R")


@pytest.mark.clause("PS-CP-13")
def test_no_influence_on_a_fighting_unit_unless_attached() -> None:
    fight = unit("B2", BLUE, 3, (20, 20, 180))
    with pytest.raises(Refused, match="PS-CP-13"):
        card(squad(dp=2), fight).answer("remove_dp", "R")
    attached = commander("C", RED, (20, 18.5), under="red_general", attached="R")
    assert card(squad(dp=2), fight, leader=attached).answer("remove_dp", "R").unit("R").dp == 1


# --- subordinates ---


def staff(**more: Any) -> Scene:
    """The general's card; C is his brigade commander 8.1 inches from him, D under C."""
    return scene(
        squad(), FAR_B,
        commanders=[
            commander("red_general", RED, (20, 8), level="army"),
            commander("C", RED, (20, 17.6), level="brigade", under="red_general"),
        ],
        deck=["C"], **more,
    ).run(cards.play_card, "red_general")  # fmt: skip


@pytest.mark.clause("PS-CP-08", "PS-CP-10", "PS-TURN-06")
def test_points_passed_arrive_at_once_less_one_for_each_8_inches() -> None:
    there = staff().answer("pass", "C", 3)
    assert there.commander("C").cp == 3 + 1
    assert there.commander("C").activated
    assert there.question.about == ("C", 1)
    down = staff(options={"cp_distance_rounding": "down"}).answer("pass", "C", 3)
    assert down.commander("C").cp == 3 + 2


@pytest.mark.clause("PS-CP-09")
def test_who_was_activated_can_be_given_nothing() -> None:
    there = staff().change("C", activated=True)
    with pytest.raises(Refused, match="PS-CP-09"):
        there.answer("pass", "C", 1)
    past = staff().change("turn", deck=())
    with pytest.raises(Refused, match="PS-CP-09"):
        past.answer("pass", "C", 1)


@pytest.mark.clause("PS-CP-10", "PS-CMD-01")
def test_no_level_is_jumped() -> None:
    there = scene(
        squad(), FAR_B,
        commanders=[
            commander("D", RED, (20, 10), level="division", under="red_general"),
            commander("C", RED, (20, 18.5), under="D"),
        ],
        deck=["C", "D"],
    ).run(cards.play_card, "red_general")  # fmt: skip
    with pytest.raises(Refused, match="PS-CP-10"):
        there.answer("pass", "C", 1)
    there.answer("pass", "D", 2).answer("pass", "C", 1)
    assert there.question.about == ("C", 1)


@pytest.mark.clause("PS-CP-11", "PS-ORD-01", "PS-FOG-01")
def test_changing_an_order_costs_by_distance_and_is_heard_by_its_own_side() -> None:
    there = staff().answer("order", "C", "hold", mil(30), mil(30))
    assert there.commander("red_general").cp == 0
    assert there.commander("C").order == Flag("hold", mil(30), mil(30))
    assert not there.commander("C").activated
    told = [one for one in there.told if isinstance(one.versions[0][0], OrderChanged)]
    assert told[0].heard_by(BLUE) is None
    assert told[0].heard_by(RED) is not None
    for stance, x in (("charge", 30), ("attack", 90)):
        with pytest.raises(Refused, match=r"PS-ORD-0[13]|PS-CP-01"):
            staff().answer("order", "C", stance, mil(x), mil(30))


@pytest.mark.clause("PS-CP-12", "PS-CMD-02")
def test_replacing_a_fallen_subordinate() -> None:
    there = staff().change("C", alive=False).answer("replace", "C", "R")
    new = there.commander("C")
    assert (new.alive, new.holder, new.activated) == (True, "", True)
    assert standing.in_contact(there.field, new, there.unit("R"))
    assert there.commander("red_general").lost_cp == 1
    assert command.rating(there.field, new) == 3
    drawn = staff(options={"commander_profiles": "random"}).change("C", alive=False)
    assert drawn.answer("replace", "C", "R", dice=(6,)).commander("C").profile == "inspiring"


# --- coordinated orders ---


@pytest.mark.clause("PS-COORD-01", "PS-COORD-05")
def test_who_can_take_part() -> None:
    def refused(clause: str, *specs: Any, action: str = "move") -> None:
        there = card(squad(), *specs)
        with pytest.raises(Refused, match=clause):
            there.answer("coordinate", action, 1, "S", *(() if action == "restore" else ("move",)))

    refused("PS-COORD-01", squad("S", at=(20, 40, 0)))
    refused("PS-COORD-01", squad("S", at=(27, 20, 0), activated=True))
    refused("PS-COORD-01", squad("S", at=(27, 20, 0), left=0))
    refused("PS-COORD-05", squad("S", at=(27, 20, 0), routing=True))
    refused("PS-COORD-05", squad("S", at=(27, 20, 0), reacted=True))
    refused("PS-COORD-05", squad("S", at=(27, 20, 0)), unit("B2", BLUE, 3, (27, 20, 180)))
    with pytest.raises(Refused, match="PS-COORD-01"):
        card(squad(), unit("S", at=(31, 20, 0))).answer("coordinate", "move", 1, "S", "move")


@pytest.mark.clause("PS-COORD-01", "PS-CMD-02")
def test_profiles_that_coordinate_farther_or_not_at_all() -> None:
    able = commander("C", RED, (20, 18.5), under="red_general", profile="able")
    there = card(squad(), squad("S", at=(34, 20, 0)), leader=able)
    there.answer("coordinate", "restore", 1, "S")
    wavering = commander("C", RED, (20, 18.5), under="red_general", profile="wavering")
    with pytest.raises(Refused, match="PS-CMD-02"):
        card(squad(dp=1), leader=wavering).answer("coordinate", "restore", 1, "R")


@pytest.mark.clause("PS-COORD-02", "PS-COORD-03", "PS-COORD-04")
def test_one_row_serves_all_and_then_they_may_only_coordinate_again() -> None:
    there = card(squad(dp=1), squad("S", at=(29, 20, 0), traits=["mobile"]))
    there.answer("coordinate", "move", 2, "R", "move", "S", "move", dice=(4, 5, 6))
    (told,) = there.heard(Coordinated)
    assert told.row == (4, 5, 6)
    assert dict(told.results) == {"R": "good", "S": "good"}
    assert there.unit("R").dp == 2
    there.answer("stop").answer("stop")
    with pytest.raises(Refused, match="PS-TURN-05"):
        there.answer("activate", "R")
    there.answer("coordinate", "restore", 1, "R", "S")
    assert there.unit("R").left == 0


@pytest.mark.clause("PS-COORD-06", "PS-PANIC-08", "PS-SMOKE-01")
def test_a_common_volley_is_put_on_before_any_test_and_the_target_tests_once() -> None:
    target = unit("B2", BLUE, 9, (24, 25.5, 180), base="pike", files=5)
    there = scene(
        squad(at=(20, 20, 0)), squad("S", at=(27, 20, 0)), target, commanders=[CLOSE]
    ).run(cards.play_card, "C")  # fmt: skip
    there.answer("coordinate", "shoot", 1, "R", "B2", "S", "B2", dice=(3, 3, 3, 1, 1, 1))
    assert there.unit("B2").dp > 0
    assert len([r for r in there.rolled if r.purpose == "panic"]) == 1
    assert len(there.field.smoke) == 6


@pytest.mark.clause("PS-COORD-06")
def test_units_move_one_after_another_and_may_charge() -> None:
    there = card(squad(), squad("S", at=(29, 20, 0)))
    there.answer("coordinate", "move", 1, "S", "charge", "R", "move", dice=(3, 4))
    assert there.question.about == ("S",)
    assert there.unit("S").mode == "charge"
    there.answer("stop")
    assert there.question.about == ("R",)


# --- orders ---


def flagged(stance: str, flag: tuple[float, float], at: Any, mode: str = "move", *more: Any) -> Scene:
    there = scene(squad(at=at, mode=mode, mp=2), *more, commanders=[CLOSE])
    return there.change("C", order=Flag(stance, mil(flag[0]), mil(flag[1])))  # type: ignore[arg-type]


@pytest.mark.clause("PS-ORD-01", "PS-ORD-02")
def test_outside_its_zone_a_unit_must_come_nearer_to_its_flag() -> None:
    def check(flag: tuple[float, float], at: Any) -> None:
        there = flagged("attack", flag, at)
        steps.check_advance(there.field, there.unit("R"), 3000)

    check((40, 30), (40, 20, 0))
    check((40, 30), (40, 27, 90))
    with pytest.raises(Refused, match="PS-ORD-02"):
        check((40, 30), (40, 20, 90))
    there = flagged("attack", (40, 30), (40, 20, 90))
    there.setup.options["orders"] = "none"
    steps.check_advance(there.field, there.unit("R"), 3000)


@pytest.mark.clause("PS-ORD-03")
def test_hold_and_withdraw() -> None:
    there = flagged("hold", (40, 30), (40, 36, 0))
    with pytest.raises(Refused, match="PS-ORD-03"):
        steps.check_advance(there.field, there.unit("R"), 3000)
    steps.check_advance(there.field, there.unit("R"), 1000)
    enemy = unit("B2", BLUE, 3, (40, 39.5, 180))
    charge = flagged("hold", (40, 30), (40, 37.5, 0), "charge", enemy)
    with pytest.raises(Refused, match="PS-ORD-03"):
        steps.check_advance(charge.field, charge.unit("R"), 3000)
    away = flagged("withdraw", (40, 30), (40, 36, 0))
    assert not steps.may_charge(away.field, away.unit("R"))


@pytest.mark.clause("PS-ORD-04")
def test_the_army_commanders_own_units_have_no_order() -> None:
    there = scene(unit("R", at=(20, 20, 0)))
    assert steps.flag_of(there.field, there.unit("R")) is None


@pytest.mark.clause("PS-ORD-05", "PS-TURN-10", "PS-ORD-01")
def test_initial_orders_are_free_and_by_default_attack_the_nearest_objective() -> None:
    goals = [
        ObjectiveSheet("a", Name("A"), mil(60), mil(40), 3000),
        ObjectiveSheet("b", Name("B"), mil(22), mil(30), 3000),
    ]
    there = scene(squad(), FAR_B, commanders=[CLOSE], objectives=goals).run(deployment.initial_orders)
    assert there.question.seat == RED
    assert there.question.secret
    there.answer(*there.options()[0])
    assert there.commander("C").order == Flag("attack", mil(22), mil(30))
    bare = scene(squad(), FAR_B, commanders=[CLOSE]).run(deployment.initial_orders)
    assert bare.options()[0] == ("attack", mil(36), mil(24))
    bare.answer("hold", mil(5), mil(6))
    assert bare.commander("C").order == Flag("hold", mil(5), mil(6))


# --- danger ---


@pytest.mark.clause("PS-CMD-03")
def test_an_attached_commander_risks_his_life_with_his_unit() -> None:
    def fate(rule: Any, *args: Any, dice: tuple[int, ...]) -> Scene:
        attached = commander("C", RED, (20, 18.5), under="red_general", attached="R")
        there = scene(squad(), squad("S", at=(30, 20, 0)), commanders=[attached])
        return there.run(rule, "R", *args, dice=dice)

    assert fate(morale.lose_base, "musket", dice=(1,)).heard(CommanderFell)[0].how == "killed"
    assert fate(morale.lose_base, "musket", dice=(2,)).commander("C").alive
    assert not fate(morale.destroy, dice=(2,)).commander("C").alive
    lives = fate(morale.destroy, dice=(3,))
    assert lives.commander("C").alive
    assert standing.in_contact(lives.field, lives.commander("C"), lives.unit("S"))


@pytest.mark.clause("PS-CMD-03")
def test_a_loose_commander_touched_by_an_enemy_flees_or_is_captured() -> None:
    def ridden_down(friend_at: float) -> Scene:
        there = scene(
            unit("B", BLUE, 3, (20, 24, 180), mode="move", mp=1), squad("S", at=(friend_at, 20, 0)),
            commanders=[commander("C", RED, (20, 22), under="red_general")],
        )  # fmt: skip
        battle = there.draft()
        steps.advance(battle, "B", 2000, "advance")
        there._take(battle.state(), battle.told, battle.rolled)
        return there

    safe = ridden_down(27)
    assert safe.commander("C").alive
    assert standing.in_contact(safe.field, safe.commander("C"), safe.unit("S"))
    assert ridden_down(50).heard(CommanderFell)[0].how == "captured"


@pytest.mark.clause("PS-CMD-04", "PS-TURN-09")
def test_an_heir_takes_the_army_and_leaves_his_command_leaderless() -> None:
    there = scene(
        squad(), FAR_B,
        commanders=[CLOSE, commander("D", RED, (30, 10), level="division", under="red_general")],
    ).change("red_general", alive=False, fate="killed")  # fmt: skip
    there.run(sequence.successions)
    assert there.commander("red_general").holder == "D"
    assert (there.commander("D").alive, there.commander("D").fate) == (False, "promoted")
    assert there.heard(Succeeded)[0].heir == "D"
    brigade = scene(squad(), FAR_B, commanders=[CLOSE]).change("red_general", alive=False, fate="killed")
    brigade.run(sequence.successions)
    assert brigade.commander("red_general").holder == "C"


@pytest.mark.clause("PS-CMD-05")
def test_under_a_fallen_middle_commander_the_next_above_commands() -> None:
    there = scene(
        squad(), FAR_B,
        commanders=[
            commander("D", RED, (30, 10), level="division", under="red_general"),
            commander("C", RED, (20, 18.5), under="D"),
        ],
    )  # fmt: skip
    assert [one.id for one in there.field.subordinates("red_general")] == ["D"]
    there.change("D", alive=False)
    assert [one.id for one in there.field.subordinates("red_general")] == ["C"]


@pytest.mark.clause("PS-PANIC-03", "PS-CMD-02")
def test_an_inspiring_commander_counts_twice_and_a_strange_one_not_at_all() -> None:
    def worst(attached_to: str, profile: str = "") -> int:
        leader = commander("C", RED, (20, 18.5), under="red_general", attached=attached_to, profile=profile)
        there = scene(squad(dp=3), unit("S", at=(30, 20, 0), dp=6), commanders=[leader])
        return len(morale.panic_roll(there.field, there.unit(attached_to)).worst)

    assert worst("R") == 1
    assert worst("R", "inspiring") == 2
    assert worst("S") == 0


@pytest.mark.clause("PS-BASE-04")
def test_strengths_of_bases_serve_reports_only() -> None:
    there = scene(unit("R", bases=2, base="pike"), FAR_B)
    there.run(morale.lose_base, "R", "pike")
    from grognard.rulebooks.pike_and_shot.victory import _toll

    assert _toll(there.field, RED) == (1, 200)
