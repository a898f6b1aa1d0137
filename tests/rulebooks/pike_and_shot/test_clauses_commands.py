"""Turn start, command and coordinated orders at their limits; what a victory is made of."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.locale import Name
from grognard.rulebooks.pike_and_shot import cards, command, deployment, sequence, standing, victory
from grognard.rulebooks.pike_and_shot.events import CardDrawn, GameEnded, Panicked, Scored
from grognard.rulebooks.pike_and_shot.model import ObjectiveSheet, VictoryCondition, VictoryTest
from tests.rulebooks.pike_and_shot.scenes import BLUE, RED, Scene, commander, mil, scene, unit

AWAY = unit("B", BLUE, 6, (60, 44, 180), base="pike")
LEADER = commander("C", RED, (20, 18.5), under="red_general")


def squad(name: str = "R", at: Any = (20, 20, 0), **more: Any) -> Any:
    return unit(name, RED, 3, at, command="C", **more)


# --- the start of a turn ---------------------------------------------------------------------------------------


@pytest.mark.clause("PS-IMP-01", "PS-MOVE-06", "PS-TURN-01", "PS-TURN-05")
def test_a_new_turn_forgets_the_last() -> None:
    old: dict[str, Any] = {
        "left": 0, "used": 3, "activated": True, "reacted": True, "coordinated": True, "under_fire": True,
        "raw_move_dp": 3, "move_impulses": 2, "settled": -1, "owes": True,
    }  # fmt: skip
    there = scene(squad(dp=4, fired=True, **old), AWAY, commanders=[LEADER])
    there.change("C", activated=True, cp=2, gave_impulses=True, coordinated=True)
    there.run(sequence.begin_turn, dice=(1, 1))
    own = there.unit("R")
    assert (own.left, own.used, own.raw_move_dp, own.move_impulses, own.settled) == (2, 0, 0, 0, 0)
    assert {own.activated, own.reacted, own.coordinated, own.under_fire, own.owes} == {False}
    assert (own.dp, own.fired) == (4, True)
    leader = there.commander("C")
    assert {leader.activated, leader.gave_impulses, leader.coordinated} == {False}
    assert leader.cp == 0


@pytest.mark.clause("PS-TURN-02", "PS-TURN-09", "PS-DEP-02")
def test_the_deck_has_a_card_for_each_command_with_a_commander_or_units_and_for_who_comes() -> None:
    late = commander("L", RED, (30, 3), turn=2, status="waiting", under="red_general")
    later = commander("M", RED, (30, 3), turn=3, status="waiting", under="red_general")
    empty = commander("E", RED, (40, 3), under="red_general", alive=False)
    there = scene(squad(), AWAY, commanders=[LEADER, late, later, empty])
    there.change("C", alive=False).run(sequence.begin_turn, dice=(1,))
    drawn = there.heard(CardDrawn)[0].commander
    assert {drawn, *there.field.turn.deck} == {"red_general", "blue_general", "C", "L"}


@pytest.mark.clause("PS-TURN-09")
def test_a_leaderless_card_lets_units_act_without_command_points() -> None:
    there = scene(squad(dp=2), AWAY, commanders=[LEADER]).change("C", alive=False)
    there.run(cards.play_card, "C")
    assert there.options() == (("end",), ("activate", "R"))


# --- command points ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-CP-12", "PS-CP-01")
def test_each_replacement_costs_a_point_for_good() -> None:
    staff = [
        commander("red_general", RED, (20, 8), level="army", cp=4),
        commander("C", RED, (20, 18.5), under="red_general", alive=False),
        commander("D", RED, (40, 18.5), under="red_general", alive=False),
    ]
    there = scene(
        squad(), unit("S", RED, 3, (40, 20, 0), command="D"), unit("T", RED, 3, (10, 10, 0)), AWAY, commanders=staff
    ).run(cards.play_card, "red_general")  # fmt: skip
    there.answer("replace", "C", "R").answer("replace", "D", "S")
    general = there.commander("red_general")
    assert (general.cp, general.lost_cp) == (2, 2)
    there.answer("end").run(sequence.begin_turn, dice=(1, 1))
    there.change("red_general", activated=False)
    battle = there.draft()
    command.begin_activation(battle, "red_general")
    assert battle.commander("red_general").cp == 2


@pytest.mark.clause("PS-CMD-03", "PS-BASE-12")
def test_only_a_loose_commander_gives_way_to_an_enemy() -> None:
    def touched(attached: str) -> tuple[int, int]:
        leader = commander("C", RED, (20.5, 18.5), under="red_general", attached=attached)
        there = scene(squad(), unit("N", BLUE, 1, (20, 18, 0)), squad("S", (26, 20, 0)), commanders=[leader])
        battle = there.draft()
        standing.push_away(battle, "N")
        one = battle.commander("C")
        return one.x, one.y

    assert touched("R") == (mil(20.5), mil(18.5))
    assert touched("") == (mil(20), mil(18.5))


# --- coordinated orders --------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-COORD-06", "PS-MOVE-06")
def test_quality_is_settled_at_the_end_of_a_coordinated_move() -> None:
    there = scene(squad(quality="bad"), squad("S", (27, 20, 0), quality="good"), AWAY, commanders=[LEADER])
    there.run(cards.play_card, "C")
    there.answer("coordinate", "move", 1, "R", "move", "S", "move", dice=(6, 6))
    assert (there.unit("R").dp, there.unit("S").dp) == (1, 1)
    there.answer("stop").answer("stop")
    assert (there.unit("R").dp, there.unit("S").dp) == (2, 0)


def together(*dice: int) -> Scene:
    """R shoots at B1 and S at B2, on one order."""
    there = scene(
        squad("R", (20, 20, 0)), squad("S", (27, 20, 0)),
        unit("B1", BLUE, 9, (20, 25.5, 180), base="pike", files=3),
        unit("B2", BLUE, 9, (27, 25.5, 180), base="pike", files=3), commanders=[LEADER],
    ).run(cards.play_card, "C")  # fmt: skip
    return there.answer("coordinate", "shoot", 1, "R", "B1", "S", "B2", dice=dice)


@pytest.mark.clause("PS-COORD-06", "PS-SHOT-09")
def test_a_target_of_a_common_volley_that_takes_nothing_does_not_test() -> None:
    there = together(1, 1, 1)
    assert there.heard(Panicked) == []
    assert there.unit("B1").under_fire


@pytest.mark.clause("PS-COORD-06")
def test_each_target_answers_its_own_shooters() -> None:
    there = together(1, 1, 1)
    assert {order[1:] for order in there.options() if len(order) > 1} == {("B1", "R")}
    there.answer("pass")
    assert {order[1:] for order in there.options() if len(order) > 1} == {("B2", "S")}


# --- victory ---------------------------------------------------------------------------------------------------------


def condition(kind: str, when: Any = "end", vp: int = 5, name: str = "", **test: Any) -> VictoryCondition:
    return VictoryCondition(name or kind, Name(kind), VictoryTest(kind, **test), when, vp)


@pytest.mark.clause("PS-VIC-02")
def test_light_units_count_where_they_are_half_of_the_army() -> None:
    for light, counted in ((2, 3), (3, 6), (4, 7)):
        there = scene(
            unit("L", RED, light, (10, 10, 0), base="tatar"),
            unit("P", RED, 3, (30, 10, 0), base="pike"),
            AWAY,
        )
        assert victory.losses(there.field, RED).start == counted


@pytest.mark.clause("PS-VIC-02", "PS-DEP-02")
def test_who_has_not_come_yet_is_not_lost() -> None:
    there = scene(
        unit("P", RED, 3, (30, 10, 0), base="pike"),
        unit("W", RED, 3, (40, 10, 0), base="pike", turn=9, status="waiting"), AWAY,
    )  # fmt: skip
    assert victory.losses(there.field, RED) == (6, 0)


@pytest.mark.clause("PS-VIC-04")
def test_a_place_is_sacked_once() -> None:
    raid = {RED: [condition("sacked", "each", 1)]}
    place = ObjectiveSheet("v", Name("V"), mil(20), mil(20), 3000, loot=True)
    there = scene(unit("R", RED, 1, (20, 20, 0)), AWAY, objectives=[place], victory=raid)
    there.run(victory.sack).run(victory.sack)
    assert there.field.turn.happened == (("sacked", RED, "v"),)


@pytest.mark.clause("PS-VIC-05")
def test_a_side_without_units_loses_decisively_whatever_the_points() -> None:
    goals = {BLUE: [condition("own_lost", "once", 99, at_least=0)]}
    there = scene(unit("R", RED, 3, (20, 20, 0), base="pike"), AWAY, victory=goals)
    there.change("B", status="destroyed", bases=()).run(victory.score_turn).run(victory.victory_check)
    (end,) = there.heard(GameEnded)
    assert (end.reason, end.margin, end.winners) == ("no_units", "decisive", (RED,))


@pytest.mark.clause("PS-VIC-05")
@pytest.mark.parametrize(("gone", "broken"), [(2, False), (3, True), (4, True)])
def test_an_army_breaks_at_exactly_its_limit(gone: int, broken: bool) -> None:
    """Three of six bases are 0.50."""
    there = scene(unit("R", RED, 6, (20, 20, 0), base="pike"), AWAY)
    there.change("R", bases=there.unit("R").bases[gone:])
    assert victory.is_broken(there.field, RED) is broken


@pytest.mark.clause("PS-VIC-05")
@pytest.mark.parametrize(("limit", "broken"), [(40, True), (45, True), (51, False), (75, False)])
def test_option_army_break(limit: int, broken: bool) -> None:
    """``"army_break"`` from 0.40 to 0.75, here in hundredths; half of the bases are lost."""
    there = scene(unit("R", RED, 6, (20, 20, 0), base="pike"), AWAY)
    there.setup.options["army_break"] = limit
    there.change("R", bases=there.unit("R").bases[3:])
    assert victory.is_broken(there.field, RED) is broken


@pytest.mark.clause("PS-VIC-05")
def test_if_both_break_neither_scores_its_end_conditions() -> None:
    goals = {side: [condition("own_lost", "end", 9, at_least=0)] for side in (RED, BLUE)}
    for red_lost, scored in ((3, []), (0, [RED])):
        there = scene(unit("R", RED, 6, (20, 20, 0), base="pike"), AWAY, victory=goals)
        there.change("R", bases=there.unit("R").bases[red_lost:])
        there.change("B", bases=there.unit("B").bases[3:]).run(victory.victory_check)
        assert [event.side for event in there.heard(Scored)] == scored
        assert there.heard(GameEnded)[0].reason == "army_broken"


@pytest.mark.clause("PS-VIC-07")
def test_once_scores_once_and_each_once_for_each_thing() -> None:
    goals = {
        RED: [condition("enemy_units_lost", "once", 3), condition("enemy_units_lost", "each", 2, "every")]
    }
    two = [
        unit(name, BLUE, 1, (50 + 5 * i, 40, 180), base="pike", routing=True) for i, name in enumerate("CD")
    ]
    there = scene(unit("R", RED, 3, (20, 20, 0)), AWAY, *two, victory=goals)
    there.run(victory.score_turn).run(victory.score_turn)
    assert sorted((one.condition, one.cause) for one in there.field.turn.scores) == [
        ("enemy_units_lost", ""), ("every", "C"), ("every", "D"),
    ]  # fmt: skip


# --- deployment ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-DEP-01", "PS-DICE-09")
def test_the_side_with_more_units_places_first_and_then_in_turn() -> None:
    zones = {RED: (0, 0, mil(72), mil(8)), BLUE: (0, mil(40), mil(72), mil(48))}
    units = [unit("R1", RED, 3, (0, 0, 0), status="waiting", command="C")]
    units += [
        unit(f"B{i}", BLUE, 3, (0, 0, 0), status="waiting", command="D" if i > 1 else "") for i in range(3)
    ]
    there = scene(
        *units, deploy=zones, commanders=[LEADER, commander("D", BLUE, (40, 44), under="blue_general")]
    ).run(deployment.deploy)  # fmt: skip
    order = []
    while there.asked:
        order.append(there.question.about[0])
        there.answer("auto")
    assert order == ["blue_general", "C", "D"]


@pytest.mark.clause("PS-TURN-10", "PS-DEP-01")
def test_by_default_units_stand_from_the_left_of_the_zone_in_scenario_order() -> None:
    zones = {RED: (mil(10), mil(2), mil(40), mil(8)), BLUE: (mil(10), mil(40), mil(40), mil(46))}
    for side, xs in ((RED, [13, 19]), (BLUE, [37, 31])):
        units = [unit(name, side, 3, (0, 0, 0), status="waiting") for name in ("U2", "U10")]
        there = scene(*units, deploy={side: zones[side]}).run(deployment.deploy)
        there.answer("auto")
        assert [there.unit(name).bases[1].x for name in ("U2", "U10")] == [mil(x) for x in xs]


@pytest.mark.clause("PS-ORD-01", "PS-ORD-04", "PS-ORD-05")
def test_only_commanders_with_a_superior_are_given_orders_by_his_seat() -> None:
    staff = [
        commander("D", RED, (20, 10), level="division", under="red_general", seat="second"),
        commander("C", RED, (20, 18.5), under="D"),
    ]
    there = scene(
        squad(), AWAY, commanders=staff, seats=((RED, RED), ("second", RED), (BLUE, BLUE))
    ).run(deployment.initial_orders)  # fmt: skip
    assert [(question.about, question.seat) for question in there.state.questions] == [
        (("D",), RED), (("C",), "second"),
    ]  # fmt: skip
    none = scene(squad(), AWAY, commanders=staff, options={"orders": "none"}).run(deployment.initial_orders)
    assert none.asked == []


@pytest.mark.clause("PS-DEP-02")
def test_who_found_no_room_comes_on_in_the_next_turn() -> None:
    late = unit("L", RED, 3, (20, 5, 0), turn=2, status="waiting")
    walls = [unit(f"W{i}", RED, 8, (8 + 16 * i, 5, 0)) for i in range(4)]
    there = scene(late, *walls, AWAY, turn=2).run(deployment.reinforcements)
    assert there.unit("L").status == "waiting"
    for wall in ("W0", "W1"):
        there.change(wall, status="gone")
    there.change("turn", number=3).run(deployment.reinforcements)
    assert there.unit("L").status == "ready"
