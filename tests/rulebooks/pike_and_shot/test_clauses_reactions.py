"""Reactions: who may, what, in which order, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import coordination, movement, reactions
from grognard.rulebooks.pike_and_shot.events import (
    Advanced,
    Braced,
    Fought,
    Reacted,
    ReactionFailed,
    ReactWindow,
    Tested,
    Volley,
)
from grognard.rulebooks.pike_and_shot.touch import touched
from tests.rulebooks.pike_and_shot.scenes import BLUE, BRIGADE, RED, Scene, mil, scene, unit

HORSE = ["cuirassier"] * 6


def charge(
    *reds: Any, at: Any = (20, 27, 180), length: int = 4500, base: str = "cuirassier", **more: Any
) -> Scene:
    """Blue horse in the middle of a charge, two points left, goes straight on."""
    rider = unit("B", BLUE, 6, at, base=base, files=3, mode="charge", mp=2)
    return scene(rider, *reds, **more).run(movement.steps, "B").answer("advance", length)


def brigade(**now: Any) -> Any:
    return unit("R", RED, BRIGADE, (20, 23, 0), files=3, **now)


def possible(there: Scene) -> set[str]:
    return {str(order[0]) for order in there.options()}


# --- triggers and eligibility ---


@pytest.mark.clause("PS-REACT-01", "PS-REACT-02", "PS-REACT-05")
def test_a_charge_opens_a_window_for_its_target_alone() -> None:
    there = charge(brigade(), unit("S", RED, BRIGADE, (27, 23, 0), files=3))
    assert there.question.seat == RED
    assert {order[1] for order in there.options() if order != ("pass",)} == {"R"}
    assert possible(there) == {"pass", "stand_and_shoot", "brace", "mixed", "counter_charge", "evade"}


@pytest.mark.clause("PS-REACT-02", "PS-REACT-05", "PS-MOVE-14")
def test_a_step_that_ends_within_8_inches_opens_a_window() -> None:
    def passing(y: float) -> list[str]:
        rider = unit("B", BLUE, 3, (20, y + 3, 180), base="pike", mode="move", mp=1)
        there = scene(rider, unit("R", RED, 3, (20, 20, 0))).run(movement.steps, "B")
        return there.answer("advance", 3000).asked

    assert passing(28) == ["react"]
    assert passing(28.1) == []


@pytest.mark.clause("PS-REACT-02")
def test_a_volley_opens_a_window_for_its_target_after_its_test() -> None:
    there = scene(unit("R", RED, 3, (20, 20, 0)), unit("B", BLUE, 3, (20, 24, 180)))
    there.run(reactions.offer, "shot", "B", 0, "", "R")
    assert possible(there) == {"pass", "shoot", "charge", "evade", "reform"}
    assert there.question.seat == BLUE


@pytest.mark.clause("PS-REACT-03", "PS-ROUT-03")
@pytest.mark.parametrize("now", [{"left": 0}, {"routing": True, "dp": 3}])
def test_who_is_not_eligible(now: dict[str, Any]) -> None:
    shot = scene(unit("R", RED, 3, (20, 20, 0), **now), unit("B", BLUE, 3, (20, 24, 180)))
    assert shot.run(reactions.offer, "shot", "R", 0, "", "B").asked == []
    assert shot.change("R", left=1, routing=False).run(reactions.offer, "shot", "R", 0, "", "B").asked == [
        "react"
    ]


@pytest.mark.clause("PS-REACT-03")
def test_a_unit_in_contact_can_only_brace() -> None:
    engaged = unit("E", BLUE, 3, (17, 21.5, 90), base="pike")
    there = charge(brigade(), engaged, length=4500)
    assert touched(there.field, there.unit("R")) == ("E",)
    assert possible(there) == {"pass", "brace"}


@pytest.mark.clause("PS-REACT-06", "PS-HTH-10")
def test_a_unit_charged_from_behind_can_do_nothing_and_is_surprised() -> None:
    there = scene(
        unit("B", BLUE, 6, (20, 18, 0), base="cuirassier", files=3, mode="charge", mp=2),
        unit("R", RED, BRIGADE, (20, 25, 0), files=3),
    ).run(movement.steps, "B")
    there.answer("advance", 4500, dice=(1, 3, 4) + (1,) * 8)
    (test,) = [event for event in there.heard(Tested) if event.kind == "impact"]
    assert test.worst == ("no_impulses",)
    assert not there.unit("R").surprised


@pytest.mark.clause("PS-REACT-04")
def test_moving_reactions_need_the_enemy_within_reach() -> None:
    there = scene(unit("R", RED, 3, (20, 20, 0), left=1), unit("B", BLUE, 3, (20, 26.5, 180)))
    there.run(reactions.offer, "shot", "R", 0, "", "B")
    assert there.asked == []
    near = scene(unit("R", RED, 3, (20, 20, 0), left=1), unit("B", BLUE, 3, (20, 26, 180)))
    assert {"evade", "reform", "charge"} <= possible(near.run(reactions.offer, "shot", "R", 0, "", "B"))


@pytest.mark.clause("PS-REACT-08", "PS-REACT-09", "PS-TURN-10")
def test_the_targets_owner_is_asked_first_and_all_again_after_a_reaction() -> None:
    seats = ((BLUE, BLUE), ("saxon", RED), ("swede", RED))
    mover = unit("B", BLUE, 3, (20, 26, 180), base="pike")
    reds = [
        unit("S", RED, 3, (15, 20, 0), seat="saxon"),
        unit("R", RED, 3, (25, 20, 0), seat="swede"),
    ]
    there = scene(mover, *reds, seats=seats).run(reactions.offer, "pass", "", 0, "", "B")
    assert there.question.seat == "saxon"
    there.answer("pass")
    assert there.question.seat == "swede"
    there.answer("shoot", "R", "B", dice=(1, 1, 1))
    assert there.question.seat == "saxon"
    there.answer("pass").answer("pass")
    assert there.asked == []
    shot = scene(mover, *reds, seats=seats).run(reactions.offer, "shot", "R", 0, "", "B")
    assert shot.question.seat == "swede"


@pytest.mark.clause("PS-REACT-08", "PS-FOG-03")
def test_nobody_else_hears_who_could_react() -> None:
    there = charge(brigade())
    windows = [told for told in there.told if isinstance(told.versions[0][0], ReactWindow)]
    assert windows[0].heard_by(BLUE) is None
    assert windows[0].heard_by(RED) is not None
    with pytest.raises(Refused, match="PS-REACT-05"):
        there.answer("shoot", "R", "B")


@pytest.mark.clause("PS-REACT-16", "PS-IMP-04", "PS-IMP-02", "PS-REACT-08")
def test_reactions_take_impulses_and_cost_as_others_and_a_unit_may_react_again() -> None:
    there = charge(brigade()).answer("stand_and_shoot", "R", "B", dice=(1, 1, 1))
    assert (there.unit("R").left, there.unit("R").dp, there.unit("R").reacted) == (1, 0, True)
    there.answer("brace", "R", "B", dice=(3, 3, 4) + (1,) * 6)
    assert there.unit("R").used == 2
    assert there.heard(Reacted)[1].impulse == 2


@pytest.mark.clause("PS-REACT-07")
def test_the_penalty_of_the_option_and_failing() -> None:
    there = charge(brigade(), options={"reaction_penalty": 1}).answer(
        "stand_and_shoot", "R", "B", dice=(3, 2, 1)
    )
    (test,) = [event for event in there.heard(Tested) if event.kind == "shoot"]
    assert [(item.source, item.value) for item in test.modifiers] == [("reaction", -1)]
    failing = charge(brigade()).answer("counter_charge", "R", "B", dice=(1, 1))
    assert failing.heard(ReactionFailed)[0].option == "counter_charge"
    assert not failing.unit("R").countered


# --- each reaction ---


@pytest.mark.clause("PS-REACT-11")
def test_stand_and_shoot_is_measured_an_inch_short_of_contact() -> None:
    there = charge(brigade(), at=(20, 27.4, 180)).answer("stand_and_shoot", "R", "B", dice=(1, 1, 1))
    (volley,) = there.heard(Volley)
    assert [far for _, far, _ in volley.bases] == [1000, 1000]
    assert volley.strength == 2 * 2 * 4
    near = charge(brigade(), at=(20, 23.6, 180)).answer("stand_and_shoot", "R", "B", dice=(1, 1, 1))
    assert near.heard(Volley)[0].bases[0][1] == 600


@pytest.mark.clause("PS-REACT-11", "PS-REACT-10")
def test_a_charger_shot_to_pieces_does_not_arrive() -> None:
    there = charge(brigade()).answer("stand_and_shoot", "R", "B", dice=(6, 6, 6, 6, 6, 6))
    assert there.unit("B").routing
    assert there.unit("B").bases[0].y == mil("27.5")
    assert there.unit("B").mode == ""
    assert there.heard(Fought) == []


@pytest.mark.clause("PS-REACT-15", "PS-BRACE-01", "PS-BRACE-02", "PS-BRACE-04")
def test_bracing_takes_no_test_and_lasts_for_this_charge() -> None:
    there = charge(brigade()).answer("brace", "R", "B")
    assert there.unit("R").braced == "whole"
    assert there.rolled == []
    there.answer("pass", dice=(3, 3, 4) + (1,) * 6)
    (fought,) = there.heard(Fought)
    assert fought.other.brace == 2 * 4
    assert there.unit("R").braced == ""


@pytest.mark.clause("PS-BRACE-02", "PS-REACT-05")
def test_in_a_mixed_unit_the_shot_fire_while_the_pikes_brace_for_one_impulse() -> None:
    there = charge(brigade()).answer("mixed", "R", "B", dice=(1, 1, 1))
    assert there.unit("R").braced == "part"
    assert there.unit("R").left == 1
    assert len(there.heard(Volley)[0].bases) == 2
    assert [event.whole for event in there.heard(Braced)] == [False]
    shot = charge(unit("R", RED, 3, (20, 23, 0)))
    assert "mixed" not in possible(shot)


@pytest.mark.clause("PS-REACT-12")
def test_a_counter_charge_meets_the_charger_half_way() -> None:
    there = charge(unit("R", RED, 6, (20, 23, 0), base="cuirassier", files=3), at=(20, 27, 180))
    there.answer("counter_charge", "R", "B", dice=(3, 4))
    assert there.unit("R").bases[0].y == mil("22.5") + 2000
    there.answer("pass", dice=(3, 4) + (1,) * 6)
    assert touched(there.field, there.unit("R")) == ("B",)
    (fought,) = there.heard(Fought)
    assert fought.roller.unit == "B"
    assert fought.other.strength == 2 * 4.5 + 1


@pytest.mark.clause("PS-REACT-12")
def test_a_counter_charge_needs_the_charger_in_front_and_on_its_way() -> None:
    aside = charge(unit("R", RED, 1, (21, 23, 90), base="croat"), at=(20, 27, 180))
    assert "counter_charge" not in possible(aside)
    assert "brace" in possible(aside)


@pytest.mark.clause("PS-REACT-13", "PS-REACT-10")
def test_a_reaction_charge_makes_the_reactor_the_attacker_and_ends_the_move() -> None:
    mover = unit("B", BLUE, 3, (20, 25, 180), base="pike", mode="move", mp=2)
    there = scene(mover, unit("R", RED, 6, (20, 20, 0), base="cuirassier", files=3)).run(movement.steps, "B")
    there.answer("advance", 1000).answer("charge", "R", "B", dice=(3, 4, 3, 4) + (1,) * 6)
    (fought,) = there.heard(Fought)
    assert fought.roller.unit == "R"
    assert there.unit("B").mp == 0
    assert there.asked == []
    far = scene(mover, unit("R", RED, 6, (20, 20, 0), base="cuirassier", files=3)).run(movement.steps, "B")
    far.answer("advance", 100).answer("charge", "R", "B", dice=(1, 1))
    assert far.heard(ReactionFailed)[0].option == "charge"


@pytest.mark.clause("PS-REACT-14", "PS-MAN-09")
def test_evading_one_point_turns_the_next_moves_and_evaders_turn_free() -> None:
    formed = charge(unit("R", RED, 3, (20, 23, 0), base="harquebusier"))
    formed.answer("evade", "R", "B", dice=(3, 4) + (1, 3, 4) + (1,) * 12)
    assert formed.unit("R").bases[0].heading == 1800
    assert formed.unit("R").bases[0].y == mil("22.5")
    light = charge(unit("R", RED, 2, (20, 23, 0), base="tatar", formation="open"))
    light.answer("evade", "R", "B", dice=(3, 4, 1))
    assert light.unit("R").bases[0].y == mil("18")
    assert light.heard(Advanced)[-1].kind == "evade"


@pytest.mark.clause("PS-REACT-10", "PS-REACT-14")
def test_after_an_evasion_the_charger_goes_straight_on_or_stops() -> None:
    there = charge(unit("R", RED, 2, (20, 23, 0), base="tatar", formation="open"))
    there.answer("evade", "R", "B", dice=(6, 6, 6))
    assert there.question.seat == BLUE
    assert {order[0] for order in there.options()} == {"stop", "advance"}
    with pytest.raises(Refused, match="PS-REACT-10"):
        there.answer("manoeuvre", "turn", 450)
    there.answer("stop")
    assert there.unit("B").mode in ("", "straight")


@pytest.mark.clause("PS-REACT-14", "PS-HTH-10")
def test_an_evader_that_is_caught_fights_without_impulses() -> None:
    there = charge(unit("R", RED, 3, (20, 23, 0), base="harquebusier"))
    there.answer("evade", "R", "B", dice=(3, 4) + (1, 3, 4) + (1,) * 12)
    (test,) = [event for event in there.heard(Tested) if event.kind == "impact"]
    assert test.worst == ("no_impulses",)
    assert there.heard(Fought)[0].roller.flank == 10


@pytest.mark.clause("PS-REACT-05")
def test_reactions_to_a_common_volley_may_be_against_any_of_its_shooters() -> None:
    there = scene(
        unit("R", RED, 3, (17, 20, 0)), unit("S", RED, 3, (24, 20, 0)), unit("B", BLUE, 3, (20, 24, 180))
    )
    there.run(reactions.offer, "shot", "B", 0, "", "R", "S")
    assert {order[2] for order in there.options() if order != ("pass",)} == {"R", "S"}
    assert coordination.ACTIONS == ("move", "shoot", "restore")
