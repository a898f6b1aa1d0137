"""Close combat: contact, strengths, impact, brace, melee."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.pike_and_shot import charge, combat, movement
from grognard.rulebooks.pike_and_shot.events import Fought, Panicked, Tested
from grognard.rulebooks.pike_and_shot.touch import fighting, opponent, opponents, supporting, touched
from tests.rulebooks.pike_and_shot.scenes import BLUE, BRIGADE, RED, Scene, box, scene, unit

FRONT = (20, 20, 0)


def fight(red: Any = None, blue: Any = None, *more: Any, **options: Any) -> Scene:
    """Three red cuirassiers front to front with three blue pikes."""
    return scene(
        red or unit("R", RED, 3, FRONT, base="cuirassier"),
        blue or unit("B", BLUE, 3, (20, 20, 180), base="pike"),
        *more,
        **options,
    )


def sides(there: Scene, role: Any = "attack", one: str = "R", other: str = "B") -> Any:
    return combat.strength(there.field, there.unit(one), there.unit(other), role)


# --- who fights ---


@pytest.mark.clause("PS-HTH-05", "PS-HTH-12")
@pytest.mark.parametrize(("x", "fights"), [(21, (0,)), (21.1, ())])
def test_a_base_fights_along_half_of_the_shorter_edge(x: float, fights: tuple[int, ...]) -> None:
    there = fight(unit("R", RED, 1, (20, 20, 0), base="cuirassier"), unit("B", BLUE, 1, (x, 20, 180)))
    assert touched(there.field, there.unit("R")) == ("B",)
    assert fighting(there.field, there.unit("R"), there.unit("B")) == fights
    assert bool(sides(there).strength) == bool(fights)


@pytest.mark.clause("PS-HTH-05")
def test_a_straddling_base_fights_those_it_touches_by_an_inch() -> None:
    def struck(x: float) -> tuple[int, ...]:
        there = fight(unit("R", RED, 1, (x, 20, 0), base="cuirassier"), unit("B", BLUE, 2, (20, 20, 180)))
        return fighting(there.field, there.unit("B"), there.unit("R"))

    assert struck(20) == (0, 1)
    assert struck(20.2) == (0,)


@pytest.mark.clause("PS-HTH-06", "PS-HTH-16")
def test_pikes_support_bases_struck_in_front_and_any_where_there_are_no_flanks() -> None:
    there = fight(blue=unit("B", BLUE, BRIGADE, (20, 20, 180), files=3))
    assert supporting(there.field, there.unit("B"), there.unit("R")) == (4,)
    block = fight(
        unit("R", RED, 1, FRONT, base="cuirassier"), unit("B", BLUE, ["pike"] * 6, (20, 20, 180), files=3)
    )
    assert supporting(block.field, block.unit("B"), block.unit("R")) == (0, 2, 4)
    flank = unit("R", RED, 1, (17, 18.5, 90), base="cuirassier")
    for formation, supports in (("line", ()), ("tercio", (1, 4, 7))):
        target = unit("B", BLUE, ["musket", "pike", "musket"] * 3, (20, 20, 0), files=3, formation=formation)
        beside = fight(flank, target)
        assert set(supporting(beside.field, beside.unit("B"), beside.unit("R"))) == set(supports)


@pytest.mark.clause("PS-HTH-07", "PS-TURN-10")
def test_a_base_fights_the_enemy_it_touches_most_widely_or_whom_its_owner_says() -> None:
    def two(x: float) -> Scene:
        return scene(
            unit("R", RED, 1, (x, 20, 0), base="cuirassier"),
            unit("B2", BLUE, 1, (19, 20, 180)), unit("B10", BLUE, 1, (21, 20, 180)),
        )  # fmt: skip

    there = two(20.4)
    assert opponent(there.field, there.unit("R"), 0) == "B10"
    tie = two(20)
    assert opponents(tie.field, tie.unit("R"), 0) == ["B2", "B10"]
    assert opponent(tie.field, tie.unit("R"), 0) == "B2"
    tie.run(combat.settle_faces, "R").answer("B10")
    assert opponent(tie.field, tie.unit("R"), 0) == "B10"


@pytest.mark.clause("PS-HTH-04", "PS-IMPACT-01", "PS-MELEE-01")
def test_three_strengths_of_a_base() -> None:
    there = fight()
    assert [sides(there, role).strength for role in ("attack", "defence", "melee")] == [9, 6, 6]
    assert sides(there, "defence", "B", "R").strength == 9


@pytest.mark.clause("PS-HTH-13", "PS-IMPACT-04", "PS-ROUT-02")
def test_a_router_deals_nothing_and_is_struck_in_the_rear() -> None:
    there = fight(blue=unit("B", BLUE, 3, (20, 20, 180), base="pike", routing=True))
    assert sides(there, "melee", "B", "R").strength == 0
    assert sides(there).flank == 10


@pytest.mark.clause("PS-HTH-16")
def test_bases_touched_on_a_flank_count_half_with_the_option() -> None:
    def defence(**options: Any) -> int:
        there = scene(
            unit("R", RED, 1, (17, 19.5, 90), base="cuirassier"),
            unit("B", BLUE, 3, (20, 20, 0), base="pike"), options=options,
        )  # fmt: skip
        return int(sides(there, "defence", "B", "R").strength)

    assert defence() == 3
    assert defence(flank_halving="on") == 2


# --- impact ---


@pytest.mark.clause("PS-HTH-01", "PS-HTH-02", "PS-HTH-11", "PS-HTH-08")
def test_impact_needs_no_impulse_and_the_other_side_tests_first() -> None:
    there = fight().run(charge.strike, "R", dice=(3, 4, 1, 1, 1, 1, 1, 1))
    assert (there.unit("R").left, there.unit("B").left) == (2, 2)
    assert [event.unit for event in there.heard(Panicked)] == ["B", "R"]
    assert {event.cause for event in there.heard(Panicked)} == {"impact"}


@pytest.mark.clause("PS-HTH-08", "PS-MOVE-07")
def test_both_sides_disorder_counts() -> None:
    there = fight(
        unit("R", RED, 3, FRONT, base="cuirassier", dp=2),
        unit("B", BLUE, 3, (20, 20, 180), dp=3, base="pike"),
    )
    roll = combat.impact_roll(there.field, there.unit("R"), there.unit("B"))
    assert {(item.source, item.value) for item in roll.modifiers} == {("disorder", -2), ("enemy_disorder", 3)}


@pytest.mark.clause("PS-HTH-10")
def test_who_is_without_impulses() -> None:
    def worst(**now: Any) -> bool:
        options = now.pop("options", {})
        there = fight(blue=unit("B", BLUE, 3, (20, 20, 180), base="pike", **now), options=options)
        return bool(combat.impact_roll(there.field, there.unit("R"), there.unit("B")).worst)

    assert not worst()
    assert worst(left=0)
    assert worst(surprised=True)
    assert worst(evaded=True)
    assert worst(routing=True)
    assert not worst(left=0, braced="part")
    assert not worst(left=0, countered=True)
    assert not worst(left=0, options={"no_impulse_penalty": "none"})


@pytest.mark.clause("PS-IMPACT-02", "PS-FORM-05")
def test_depth_counts_complete_ranks_if_the_front_fights() -> None:
    def depth(types: int, files: int, **more: Any) -> int:
        there = fight(unit("R", RED, types, FRONT, base="cuirassier", files=files), **more)
        return int(sides(there).depth)

    assert depth(3, 3) == 0
    assert depth(6, 3) == 1
    assert depth(5, 3) == 0
    assert depth(9, 3) == 2
    assert depth(12, 3) == 2
    assert depth(6, 3, options={"depth_bonus": "off"}) == 0
    there = fight(unit("R", RED, 6, FRONT, base="tatar", files=3, formation="open"))
    assert sides(there).depth == 0


@pytest.mark.clause("PS-IMPACT-03", "PS-IMPACT-05", "PS-FORM-05")
def test_a_defended_obstacle_or_a_laager_puts_a_die_on_the_attacker() -> None:
    def best(*terrain: Any, **blue: Any) -> tuple[str, ...]:
        there = fight(blue=unit("B", BLUE, 3, (20, 20, 180), **blue), terrain=terrain)
        return combat.impact_roll(there.field, there.unit("R"), there.unit("B")).best

    assert best(base="pike") == ()
    assert best(box("d", "ditch", 0, 20, 72, 22), base="pike") == ("obstacle",)
    assert best(box("d", "ditch", 0, 19, 72, 22), base="pike") == ()
    assert best(box("d", "ditch", 20.5, 20, 72, 22), base="pike") == ()
    assert best(base="wagon", formation="laager") == ("laager",)


@pytest.mark.clause("PS-IMPACT-05")
def test_crossing_the_edge_of_an_obstacle_in_the_step_that_makes_contact() -> None:
    there = scene(
        unit("R", RED, 3, (20, 17, 0), base="cuirassier", mode="charge", mp=1),
        unit("B", BLUE, 3, (20, 20, 180), base="pike", left=0),
        terrain=[box("d", "stream", 0, 18, 72, 18.5)],
    ).run(movement.steps, "R")
    there.answer("advance", 2250)
    assert there.heard(Fought) == []
    near = scene(
        unit("R", RED, 3, (20, 18.2, 0), base="cuirassier", mode="charge", mp=1),
        unit("B", BLUE, 3, (20, 20, 180), base="pike", left=0),
        terrain=[box("d", "stream", 0, 18.4, 72, 18.9)],
    ).run(movement.steps, "R")
    near.answer("advance", 2250, dice=(3, 3, 3, 4) + (1,) * 8)
    (test,) = [event for event in near.heard(Tested) if event.kind == "impact"]
    assert test.best == ("obstacle",)


@pytest.mark.clause("PS-BRACE-01", "PS-BRACE-03")
def test_effects_of_a_brace_by_option() -> None:
    def braced(how: Any, effect: str) -> tuple[int, int]:
        blue = unit("B", BLUE, BRIGADE, (20, 20, 180), files=3, braced=how)
        there = fight(blue=blue, options={"brace_effect": effect})
        roll = combat.impact_roll(there.field, there.unit("R"), there.unit("B"))
        return int(sides(there, "defence", "B", "R").brace), len(roll.best)

    assert braced("whole", "both") == (8, 1)
    assert braced("part", "both") == (4, 0)
    assert braced("whole", "enemy_die") == (0, 1)
    assert braced("whole", "defence") == (8, 0)


@pytest.mark.clause("PS-HTH-15")
def test_a_charger_that_touches_two_strikes_each_with_the_bases_that_fight_it() -> None:
    there = scene(
        unit("R", RED, 4, (20, 20, 0), base="cuirassier"),
        unit("B2", BLUE, 2, (18, 20, 180), base="pike"),
        unit("B10", BLUE, 2, (22, 20, 180), base="pike"),
    ).run(charge.strike, "R")
    assert there.options() == (("B2",), ("B10",))
    there.answer("B10", dice=(3, 4) + (1,) * 6 + (3, 4) + (1,) * 6)
    assert [event.other.unit for event in there.heard(Fought)] == ["B10", "B2"]
    assert [event.roller.fighting for event in there.heard(Fought)] == [(2, 3), (0, 1)]


# --- melee ---


@pytest.mark.clause("PS-HTH-03", "PS-MELEE-03", "PS-HTH-14")
def test_an_impulse_in_contact_brings_a_melee_with_a_bonus_if_it_is_for_fighting() -> None:
    def worst(use: str) -> tuple[str, ...]:
        there = fight(blue=unit("B", BLUE, 6, (20, 20, 180), base="pike", files=3)).run(
            combat.melees, "R", use
        )
        there.answer("pass", dice=(3, 4) + (1,) * 10 if use == "move" else (1, 3, 4) + (1,) * 10)
        return next(event.worst for event in there.heard(Tested) if event.kind == "melee")

    assert worst("fight") == ("fight",)
    assert worst("move") == ()


@pytest.mark.clause("PS-MELEE-04", "PS-IMP-04", "PS-IMP-02")
def test_a_reply_spends_an_impulse_and_puts_a_die_on_the_roller() -> None:
    there = fight(blue=unit("B", BLUE, 6, (20, 20, 180), base="pike", files=3, used=1, left=1))
    there.run(combat.melees, "R", "fight").answer("reply", dice=(1, 3, 4, 6) + (1,) * 8)
    (test,) = [event for event in there.heard(Tested) if event.kind == "melee"]
    assert (test.worst, test.best) == (("fight",), ("reply",))
    assert ("enemy_disorder", 1) in {(item.source, item.value) for item in test.modifiers}
    blue = there.unit("B")
    assert (blue.left, blue.reacted, blue.replied) == (0, True, False)
    spent = fight(blue=unit("B", BLUE, 6, (20, 20, 180), base="pike", files=3, left=0))
    spent.run(combat.melees, "R", "fight", dice=(1, 1, 3, 4) + (1,) * 10)
    assert spent.asked == []


@pytest.mark.clause("PS-HTH-15")
def test_several_opponents_are_fought_in_the_order_that_the_seat_likes() -> None:
    there = scene(
        unit("R", RED, 4, (20, 20, 0), base="cuirassier"),
        unit("B2", BLUE, 2, (18, 20, 180), base="pike", left=0),
        unit("B10", BLUE, 2, (22, 20, 180), base="pike", left=0),
    ).run(combat.melees, "R", "fight")
    assert there.options() == (("B2",), ("B10",))
    there.answer("B10", dice=(1, 1, 3, 4) + (1,) * 6 + (1, 1, 3, 4) + (1,) * 6)
    assert [event.other.unit for event in there.heard(Fought)] == ["B10", "B2"]


@pytest.mark.clause("PS-MELEE-02")
def test_moving_from_contact_fights_first_and_a_unit_that_routs_there_does_not_test() -> None:
    there = fight(
        unit("R", RED, 3, FRONT, base="cuirassier", morale="bad", dp=6),
        unit("B", BLUE, 6, (20, 20, 180), base="pike", files=3, left=0),
    ).run(movement.move_impulse, "R", "move", dice=(1, 1, 1) + (6,) * 7)
    there.answer("cuirassier", "right")
    assert there.unit("R").routing
    assert next(event.kind for event in there.heard(Tested)) == "melee"
    assert "move" not in {event.kind for event in there.heard(Tested)}


@pytest.mark.clause("PS-MELEE-02")
def test_still_in_contact_only_a_manoeuvre_is_possible() -> None:
    there = fight(blue=unit("B", BLUE, 6, (20, 20, 180), base="pike", files=3, left=0))
    there.run(movement.test_and_go, "R", "move", dice=(3, 4))
    assert there.unit("R").mode == "leave"
    assert {order[0] for order in there.options()} <= {"stop", "manoeuvre"}
    free = scene(unit("R", RED, 3, FRONT, base="cuirassier")).run(
        movement.test_and_go, "R", "move", dice=(3, 4)
    )
    assert free.unit("R").mode == "move"


@pytest.mark.clause("PS-BRACE-04")
def test_marks_of_a_charge_are_gone_when_it_is_over() -> None:
    there = fight(blue=unit("B", BLUE, 3, (20, 20, 180), base="pike", braced="whole", surprised=True))
    there.run(charge.charge_over, "R")
    assert (there.unit("B").braced, there.unit("B").surprised) == ("", False)
