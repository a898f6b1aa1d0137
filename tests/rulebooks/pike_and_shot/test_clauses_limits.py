"""Clauses at their limits: what does not count, whom a clause leaves out, what happens only once."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import (
    cards,
    combat,
    command,
    impulses,
    morale,
    movement,
    reactions,
    rout,
    steps,
)
from grognard.rulebooks.pike_and_shot.events import CommanderFell, Fought, RoughGround, RunThrough
from grognard.rulebooks.pike_and_shot.model import Base, Flag, Hanging
from grognard.rulebooks.pike_and_shot.touch import strikes_flank, supporting
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    BRIGADE,
    RED,
    Scene,
    box,
    commander,
    mil,
    scene,
    unit,
)

AWAY = unit("B", BLUE, at=(60, 44, 180))
FRONT = (20, 20, 0)


# --- units and impulses --------------------------------------------------------------------------------------


@pytest.mark.clause("PS-BASE-11")
def test_a_mixed_unit_counts_as_foot_whatever_its_bases() -> None:
    for types in (["cuirassier", "field_gun"], ["field_gun", "cuirassier"], ["pike", "hussar"]):
        there = scene(unit("R", bases=types))
        assert there.field.arm(there.unit("R")) == "foot"


@pytest.mark.clause("PS-MOVE-06")
def test_a_discount_that_finds_no_disorder_is_lost() -> None:
    """A commander has taken the point away meanwhile; a later point is not excused instead."""
    there = scene(unit("R", quality="good", dp=0, raw_move_dp=1, move_impulses=1))
    there.run(impulses.settle_quality, "R")
    assert (there.unit("R").dp, there.unit("R").settled) == (0, -1)
    there.change("R", dp=1, raw_move_dp=2).run(impulses.settle_quality, "R")
    assert there.unit("R").dp == 1


@pytest.mark.clause("PS-MOVE-06", "PS-REACT-07")
def test_quality_is_settled_after_a_reaction_that_moves_too() -> None:
    for quality, dp in (("bad", 1), ("normal", 0)):
        there = scene(
            unit("R", RED, 3, FRONT), unit("B", BLUE, 3, (20, 26, 180), base="pike", quality=quality)
        )
        there.run(reactions.offer, "pass", "", 0, "", "R").answer("reform", "B", "R", dice=(3, 4))
        there.answer("stop")
        assert there.unit("B").dp == dp


@pytest.mark.clause("PS-MOVE-09")
def test_points_left_at_the_end_of_an_impulse_are_lost() -> None:
    there = scene(unit("R", mode="move", mp=2)).run(steps.end_move, "R")
    assert (there.unit("R").mp, there.unit("R").mode) == (0, "")


@pytest.mark.clause("PS-MOVE-10", "PS-ROUT-02")
def test_who_runs_is_no_longer_in_open_formation_on_rough_ground() -> None:
    there = scene(
        unit("R", RED, 2, FRONT, base="tatar", formation="open", routing=True), AWAY,
        terrain=[box("m", "marsh", 0, 15, 72, 17)],
    ).run(rout.run, "R", dice=(3, 4, 1))  # fmt: skip
    assert [event.terrain for event in there.heard(RoughGround)] == ["m"]
    assert there.unit("R").dp == 1


# --- orders ----------------------------------------------------------------------------------------------------


def under(stance: Any, at: tuple[float, float, float], mode: Any = "move", *more: Any) -> Scene:
    """R under a commander whose flag stands at (40, 30)."""
    order = Flag(stance, mil(40), mil(30))
    leader = commander("C", RED, (1, 1), under="red_general", order=order)
    return scene(unit("R", RED, 3, at, command="C", mode=mode, mp=2), *more, commanders=[leader])


def may_go(there: Scene, length: float) -> bool:
    try:
        steps.check_advance(there.field, there.unit("R"), mil(length))
    except Refused as refused:
        return refused.clause not in ("PS-ORD-02", "PS-ORD-03")
    return True


@pytest.mark.clause("PS-ORD-02")
def test_as_near_as_before_is_not_nearer() -> None:
    assert not may_go(under("attack", (39, 20, 90)), 2)
    assert may_go(under("attack", (39, 20, 90)), 1.9)


@pytest.mark.clause("PS-ORD-02", "PS-ORD-03")
def test_the_zone_has_8_inches_and_a_unit_outside_may_come_nearer_even_on_hold() -> None:
    assert may_go(under("attack", (40, 22, 90)), 3)
    assert not may_go(under("attack", (40, 21.99, 90)), 3)
    assert may_go(under("hold", (40, 16, 0)), 3)
    assert may_go(under("hold", (40, 35, 0)), 3)
    assert not may_go(under("hold", (40, 35.01, 0)), 3)


@pytest.mark.clause("PS-ORD-03")
def test_on_hold_a_target_partly_in_the_zone_may_be_charged() -> None:
    """The edge of the zone is at y = 38 before the flag."""
    for y, allowed in ((37.9, True), (38, True), (38.1, False)):
        there = under("hold", (40, 36, 0), "charge", unit("T", BLUE, 1, (40, y, 180)))
        assert may_go(there, 3) is allowed
    far = unit("T2", BLUE, 1, (44, 37.9, 180))
    both = under("hold", (41, 36, 0), "charge", unit("T", BLUE, 1, (40, 37.9, 180)), far)
    assert may_go(both, 3)


@pytest.mark.clause("PS-ORD-03")
def test_on_hold_a_manoeuvre_may_not_end_outside_either() -> None:
    words = ("side_step", "right", mil(3))
    steps.check_open(under("attack", (46, 30, 0)).field, under("attack", (46, 30, 0)).unit("R"), words)
    there = under("hold", (46, 30, 0))
    with pytest.raises(Refused, match="PS-ORD-03"):
        steps.check_open(there.field, there.unit("R"), words)
    steps.check_open(there.field, there.unit("R"), ("side_step", "right", mil(2)))
    out = under("hold", (50, 30, 0))
    steps.check_open(out.field, out.unit("R"), words)


@pytest.mark.clause("PS-ORD-03")
def test_withdrawing_units_may_not_charge_and_others_may() -> None:
    for stance, may in (("attack", True), ("hold", True), ("withdraw", False)):
        there = under(stance, (40, 30, 0), "", unit("T", BLUE, 1, (40, 32, 180)))
        there.run(cards.activate, "R", "C")
        assert (("charge",) in there.options()) is may
        if not may:
            with pytest.raises(Refused, match="PS-ORD-03"):
                there.answer("charge")


# --- windows ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-REACT-02")
def test_a_step_of_a_unit_that_touches_an_enemy_opens_no_window() -> None:
    there = scene(
        unit("R", RED, 3, FRONT, mode="leave", mp=2),
        unit("B", BLUE, 3, (20, 20, 180), left=0),
        unit("N", BLUE, 3, (30, 25, 225)),
    ).run(movement.steps, "R")
    there.answer("manoeuvre", "step_back", 3000)
    assert there.question.kind == "step"


@pytest.mark.clause("PS-REACT-02", "PS-REACT-10")
def test_once_the_acting_unit_is_in_contact_the_window_is_over() -> None:
    mover = unit("R", RED, 3, (20, 20, 0), base="pike", mode="move", mp=2)
    first = unit("B1", BLUE, 6, (20, 25, 180), base="cuirassier", files=3)
    there = scene(mover, first, unit("B2", BLUE, 3, (28, 25, 180))).run(movement.steps, "R")
    there.answer("advance", 1000)
    assert {str(order[1]) for order in there.options() if len(order) > 1} == {"B1", "B2"}
    there.answer("charge", "B1", "R", dice=(3, 4, 3, 4) + (1,) * 6)
    assert there.asked == []


@pytest.mark.clause("PS-REACT-05", "PS-REACT-15")
def test_who_has_braced_is_not_asked_to_brace_again() -> None:
    rider = unit("B", BLUE, 6, (20, 27, 180), base="cuirassier", files=3, mode="charge", mp=2)
    there = scene(rider, unit("R", RED, BRIGADE, (20, 23, 0), files=3)).run(movement.steps, "B")
    there.answer("advance", 4500).answer("brace", "R", "B")
    assert {order[0] for order in there.options()}.isdisjoint({"brace", "mixed"})
    assert "stand_and_shoot" in {order[0] for order in there.options()}


# --- loot and commanders -----------------------------------------------------------------------------------------


@pytest.mark.clause("PS-CMD-03", "PS-VIC-04", "PS-VIC-07")
def test_an_attached_commander_leaves_the_table_with_his_unit_and_is_not_killed() -> None:
    there = scene(
        unit("R", RED, 1, (20, 2, 180), base="tatar", loot=True, mode="move", mp=1, command="C"), AWAY,
        commanders=[commander("C", RED, (20, 4), under="red_general", attached="R")],
    ).run(movement.steps, "R").answer("advance", 4500)  # fmt: skip
    assert [(event.commander, event.how) for event in there.heard(CommanderFell)] == [("C", "left")]
    assert there.field.turn.happened == (("loot_home", RED, "R"),)


# --- close combat ------------------------------------------------------------------------------------------------


def sides(there: Scene, role: Any, one: str = "R", other: str = "B") -> Any:
    return combat.strength(there.field, there.unit(one), there.unit(other), role)


@pytest.mark.clause("PS-MELEE-01", "PS-IMPACT-04")
def test_in_a_melee_neither_flank_nor_depth_nor_brace_counts() -> None:
    flank = scene(
        unit("R", RED, 6, (17, 19.5, 90), base="cuirassier", files=3),
        unit("B", BLUE, BRIGADE, (20, 20, 0), files=3, braced="whole"),
    )
    assert (sides(flank, "attack").flank, sides(flank, "melee").flank) == (10, 0)
    deep = scene(
        unit("R", RED, 6, FRONT, base="cuirassier", files=3),
        unit("B", BLUE, BRIGADE, (20, 20, 180), files=3, braced="whole"),
    )
    assert (sides(deep, "attack").depth, sides(deep, "melee").depth) == (1, 0)
    assert (sides(deep, "defence", "B", "R").brace, sides(deep, "melee", "B", "R").brace) == (8, 0)
    assert (sides(deep, "defence", "B", "R").depth, sides(deep, "melee", "B", "R").depth) == (2, 0)
    assert sides(deep, "attack").brace == 0
    assert sides(deep, "defence", "B", "R").flank == 0


@pytest.mark.clause("PS-HTH-10")
def test_hanging_counts_at_impact_and_evading_only_there() -> None:
    def worst(melee: bool, **now: Any) -> tuple[str, ...]:
        there = scene(
            unit("R", RED, 3, FRONT, base="cuirassier"), unit("B", BLUE, 3, (20, 20, 180), base="pike", **now)
        )
        own, enemy = there.unit("R"), there.unit("B")
        if melee:
            return combat.melee_roll(there.field, own, enemy, fights=False).worst
        return combat.impact_roll(there.field, own, enemy).worst

    bases = scene(unit("B", BLUE, 3, (20, 20, 180), base="pike")).unit("B").bases
    hanging = Hanging("turn_about", bases, bases, 3, "line")
    at_impact: list[dict[str, Any]] = [{"hanging": hanging}, {"evaded": True}, {"surprised": True}]
    for now in at_impact:
        assert worst(False, **now) == ("no_impulses",)
        assert worst(True, **now) == ()
    always: list[dict[str, Any]] = [{"left": 0}, {"routing": True}]
    for now in always:
        assert worst(True, **now) == worst(False, **now) == ("no_impulses",)
    assert worst(True, left=0, replied=True) == ()


@pytest.mark.clause("PS-MELEE-04", "PS-ROUT-03")
def test_a_router_does_not_reply() -> None:
    there = scene(
        unit("R", RED, 3, FRONT, base="cuirassier"),
        unit("B", BLUE, 6, (20, 20, 180), base="pike", files=3, routing=True, dp=6),
    ).run(combat.melees, "R", "fight", dice=(1, 1, 3, 4) + (1,) * 8)
    assert there.asked == []
    assert len(there.heard(Fought)) == 1


@pytest.mark.clause("PS-MELEE-02", "PS-HTH-15")
def test_who_routs_in_one_fight_does_not_go_on_to_the_next() -> None:
    there = scene(
        unit("R", RED, 4, FRONT, base="cuirassier", morale="bad", dp=8),
        unit("B2", BLUE, 2, (18, 20, 180), base="pike", left=0),
        unit("B10", BLUE, 2, (22, 20, 180), base="pike", left=0),
    ).run(combat.melees, "R", "fight")
    there.answer("B2", dice=(1, 1, 1, 1) + (1,) * 10)
    assert there.unit("R").routing
    assert [event.other.unit for event in there.heard(Fought)] == ["B2"]


@pytest.mark.clause("PS-IMPACT-04")
def test_a_contact_with_a_front_edge_takes_the_flank_bonus_away() -> None:
    there = scene(unit("R", RED, 2, FRONT, base="cuirassier"), unit("B", BLUE, 2, (20, 20, 180), base="pike"))
    size = {"frontage": 2000, "depth": 1000}
    in_front = Base("cuirassier", mil(21), mil(19.5), 0, **size)
    beside = Base("cuirassier", mil(17.5), mil(20.5), 900, **size)
    there.change("R", bases=(in_front, beside))
    assert not strikes_flank(there.field, there.unit("R"), there.unit("B"))
    there.change("R", bases=(beside,))
    assert strikes_flank(there.field, there.unit("R"), there.unit("B"))


@pytest.mark.clause("PS-HTH-06")
def test_one_supporting_base_counts_once() -> None:
    """The pike between two muskets that fight two enemies supports against the one of lower id."""
    there = scene(
        unit("R", RED, ["musket", "pike", "musket"], FRONT),
        unit("B2", BLUE, 1, (18, 20, 180)),
        unit("B10", BLUE, 1, (22, 20, 180)),
    )
    own = there.unit("R")
    assert supporting(there.field, own, there.unit("B2")) == (1,)
    assert supporting(there.field, own, there.unit("B10")) == ()


# --- rout ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-ROUT-02", "PS-MAN-07")
def test_an_unfinished_manoeuvre_is_dropped_in_rout() -> None:
    bases = scene(unit("R", RED, 3, FRONT)).unit("R").bases
    there = scene(unit("R", RED, 3, FRONT, hanging=Hanging("turn_about", bases, bases, 3, "line")), AWAY)
    there.change("R", braced="whole", countered=True, mp=2, mode="move").run(morale.become_routing, "R")
    own = there.unit("R")
    assert (own.hanging, own.braced, own.countered, own.mp, own.mode) == (None, "", False, 0, "")
    assert own.bases == bases


@pytest.mark.clause("PS-CMD-03", "PS-CP-03")
def test_a_commander_follows_when_his_unit_closes_up() -> None:
    there = scene(
        unit("R", RED, 4, FRONT, files=2, command="C"), AWAY,
        commanders=[commander("C", RED, (20, 17.5), under="red_general", attached="R")],
    )  # fmt: skip
    for left, at in ((3, (20, 17.5)), (2, (20, 18.5))):
        there.run(morale.lose_base, "R", "musket", dice=(6,))
        assert len(there.unit("R").bases) == left
        assert (there.commander("C").x, there.commander("C").y) == (mil(at[0]), mil(at[1]))


@pytest.mark.clause("PS-VIC-07", "PS-BASE-10")
def test_a_unit_that_carried_loot_and_is_destroyed_is_remembered() -> None:
    there = scene(unit("R", RED, 1, FRONT, base="tatar", loot=True), AWAY).run(morale.destroy, "R")
    assert there.field.turn.happened == (("loot_lost", RED, "R"),)
    poor = scene(unit("R", RED, 1, FRONT, base="tatar"), AWAY).run(morale.destroy, "R")
    assert poor.field.turn.happened == ()


@pytest.mark.clause("PS-ROUT-05")
def test_in_the_refuge_that_it_reaches_a_router_stops() -> None:
    """Half an M brings it into the wood with the first of two MP."""
    there = scene(
        unit("R", RED, 1, (30, 20, 90), base="pike", routing=True), unit("B", BLUE, 3, (5, 20, 90), base="pike"),
        terrain=[box("w", "wood", 31, 10, 45, 30)],
    ).run(rout.run, "R", dice=(6, 6))  # fmt: skip
    assert there.unit("R").centroid == (mil(31), mil(20))


@pytest.mark.clause("PS-ROUT-05")
def test_it_turns_aside_by_90_degrees_at_most_or_stays() -> None:
    """Shut in on its way and at both sides: only the way back to the enemy is free."""
    walls = [
        box("r1", "river", 16, 14, 24, 18),
        box("r2", "river", 15, 14, 18, 26),
        box("r3", "river", 22, 14, 25, 26),
    ]
    there = scene(
        unit("R", RED, 1, (20, 20.5, 0), base="pike", routing=True), unit("B", BLUE, 3, (20, 40, 180)), terrain=walls
    ).run(rout.run, "R", dice=(3, 4))  # fmt: skip
    assert there.unit("R").centroid == (mil(20), mil(20))


@pytest.mark.clause("PS-ROUT-09")
def test_friends_that_it_stands_upon_already_are_not_run_through_again() -> None:
    """Only bases whose path crosses the friend count, not those that start from upon him."""
    there = scene(
        unit("R", RED, 2, (20, 20, 0), base="pike", routing=True),
        unit("S", RED, 1, (19, 19.5, 0), base="pike"), AWAY,
    ).run(rout.run, "R", dice=(3, 4))  # fmt: skip
    assert there.heard(RunThrough) == []
    across = scene(
        unit("R", RED, 2, (20, 20, 0), base="pike", routing=True),
        unit("S", RED, 1, (19, 18.5, 0), base="pike"), AWAY,
    ).run(rout.run, "R", dice=(3, 4, 1, 1, 1))  # fmt: skip
    assert [event.bases for event in across.heard(RunThrough)] == [1]


@pytest.mark.clause("PS-ROUT-09", "PS-ROUT-05")
def test_the_turn_before_it_runs_is_no_part_of_its_path() -> None:
    """Six files turn about; the friend behind the left end is crossed by the two that then stand before him."""
    there = scene(
        unit("R", RED, 6, (20, 20, 0), base="pike", routing=True),
        unit("S", RED, 2, (16, 17.5, 0), base="pike"), AWAY,
    ).run(rout.run, "R", dice=(3, 4, 1, 1, 1))  # fmt: skip
    assert [event.bases for event in there.heard(RunThrough)] == [2]


@pytest.mark.clause("PS-MOVE-10", "PS-ROUT-05")
def test_rough_ground_disorders_a_router_once_in_an_impulse() -> None:
    there = scene(
        unit("R", RED, 2, (20, 20, 0), base="pike", routing=True), AWAY,
        terrain=[box("m", "marsh", 0, 2, 72, 18)],
    ).run(rout.run, "R", dice=(6, 6))  # fmt: skip
    assert len(there.heard(RoughGround)) == 1
    assert there.unit("R").dp == 1 + 1


# --- command points ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-CP-08", "PS-CP-11")
@pytest.mark.parametrize(
    ("gap", "up", "down"),
    [(0, 0, 0), (0.05, 0, 0), (0.051, 1, 0), (7.9, 1, 0), (8, 1, 1), (8.001, 2, 1), (16, 2, 2), (17, 3, 2)],
)
def test_steps_of_8_inches_from_rim_to_rim(gap: float, up: int, down: int) -> None:
    """Option ``cp_distance_rounding``; base contact is free."""
    for rounding, steps_ in (("up", up), ("down", down)):
        there = scene(
            commanders=[
                commander("red_general", RED, (20, 20), level="army"),
                commander("C", RED, (round(21.5 + gap, 3), 20), under="red_general"),
            ],
            options={"cp_distance_rounding": rounding},
        )
        general, other = there.commander("red_general"), there.commander("C")
        assert command.steps_between(there.field, general, other) == steps_
        assert command.order_cost(there.field, general, other) == 1 + steps_


@pytest.mark.clause("PS-CP-08")
def test_less_than_nothing_arrives_as_nothing_and_he_acts_all_the_same() -> None:
    there = scene(
        unit("R", RED, 3, (40, 22, 0), command="C"),
        unit("S", RED, 3, (2, 6, 0)),
        AWAY,
        commanders=[
            commander("red_general", RED, (2, 2), level="army"),
            commander("C", RED, (40, 20), under="red_general", cp=2),
        ],
        deck=["C"],
    ).run(cards.play_card, "red_general")
    there.answer("pass", "C", 1)
    assert (there.commander("C").cp, there.commander("red_general").cp) == (2, 2)
    assert there.question.about == ("C", 1)
