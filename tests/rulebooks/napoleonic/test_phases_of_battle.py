"""Fire and close combat as the sequence of play asks for them: sealed answers, dice, what is asked next."""

from __future__ import annotations

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.napoleonic import sequence
from grognard.rulebooks.napoleonic.events import Fight, FollowedUp, Pursuit, Shot, TargetDeclared
from tests.rulebooks.napoleonic.fights import NORTH, SOUTH, facing
from tests.rulebooks.napoleonic.scenes import BLUE, RED, gun, scene, unit


@pytest.mark.clause("NA-CC-02", "NA-CC-05", "NA-SEQ-04", "NA-SEQ-07", "NA-PURS-03")
def test_a_phase_of_close_combat_with_a_pursuit() -> None:
    made = facing()
    made.run(sequence.phase_3)
    assert made.asked == ["strike", "strike"]
    assert all(question.secret for question in made.open)
    assert made.options("b") == (("none",), ("strike", "a"), ("none", "a"))
    made.answer_all(a=("strike", "b"), dice=(6, 1, 4))
    assert made.asked == ["pursue"]
    assert made.options("a") == (("stay",), ("pursue", "b"))
    made.answer("a", "pursue", "b", dice=(1, 1, 6, 1))
    assert [one.distance for one in made.heard(Pursuit)] == [1000]
    assert (made.unit("b").colours, made.field.camp(RED).colours) == (0, 1)
    assert made.unit("a").declared == ()
    assert made.open == []


@pytest.mark.clause("NA-CC-22", "NA-SEQ-07")
def test_a_phase_with_a_follow_up() -> None:
    made = facing()
    made.run(sequence.phase_3)
    made.answer_all(a=("strike", "b"), dice=(5, 2))
    assert made.asked == ["follow"]
    made.answer("a", "follow", 500)
    assert [one.distance for one in made.heard(FollowedUp)] == [500]
    assert [one.outcome for one in made.heard(Fight)] == ["pushed"]


@pytest.mark.clause("NA-CC-03", "NA-CC-04")
def test_a_strike_that_is_not_possible_is_refused_with_what_is() -> None:
    far = unit("c", BLUE, (9, 9, SOUTH))
    made = facing({}, {}, far)
    made.run(sequence.phase_3)
    with pytest.raises(Refused, match="NA-CC"):
        made.check("a", "strike", "c")


@pytest.mark.clause("NA-ART-03", "NA-SEQ-04", "NA-SEQ-07")
def test_a_phase_of_fire() -> None:
    made = scene(gun("g", RED, (6, 6, NORTH)), unit("b", BLUE, (6, 6.9, SOUTH)), generals=False, phase="fire")
    made.run(sequence.phase_2)
    assert made.default("g") == ("canister", "b", 0)
    made.answer("g", "canister", "b", 0, dice=(4,))
    assert [one.target for one in made.heard(TargetDeclared)] == ["b"]
    assert [one.losses for one in made.heard(Shot)] == [2]
    assert made.unit("b").figures == 8
    assert made.gun("g").declared == ()
