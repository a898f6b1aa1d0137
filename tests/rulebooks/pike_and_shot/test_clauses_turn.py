"""Turn and cards, impulses, restoring order."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import cards, impulses, movement, rolls, sequence, shooting
from grognard.rulebooks.pike_and_shot.events import CardDrawn, ImpulseUsed, NoCpCard, TurnStarted
from grognard.rulebooks.pike_and_shot.field import in_order
from tests.rulebooks.pike_and_shot.scenes import BLUE, BOOK, RED, cloud, commander, scene, unit

LESLIE = commander("Leslie", RED, (20, 10), under="red_general")


@pytest.mark.clause("PS-DICE-08")
@pytest.mark.parametrize(("face", "value"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_half_a_d6_rounded_up(face: int, value: int) -> None:
    assert rolls.d3().read((face,)).meaning == value


@pytest.mark.clause("PS-DICE-03")
def test_same_kind_of_extra_dice_add_up_or_not_by_option() -> None:
    both = ["mobile", "first_volley"]
    assert len(rolls.roll_of(scene(unit("R")).field, "x", worst=both).worst) == 2
    off = scene(unit("R"), options={"stack_same_kind": "off"}).field
    assert rolls.roll_of(off, "x", worst=both, best=["smoke"]).count == 4


@pytest.mark.clause("PS-DICE-09")
def test_ids_come_in_natural_order() -> None:
    assert in_order(["S10", "S2", "I3"]) == ["I3", "S2", "S10"]


# --- the turn ---


@pytest.mark.clause("PS-TURN-01", "PS-TURN-02", "PS-FOG-02")
def test_a_turn_is_start_a_card_for_every_commander_and_end() -> None:
    there = scene(
        unit("R", command="Leslie"), unit("B", BLUE, at=(40, 40, 180)), commanders=[LESLIE], turns=1
    )
    there.run(sequence.begin_turn, dice=(1,))
    assert there.field.turn.number == 2
    drawn = []
    for _ in range(3):
        drawn.append(there.heard(CardDrawn)[-1].commander)
        there.answer("end", dice=(1,) if len(drawn) == 1 else ())
    assert sorted(drawn) == ["Leslie", "blue_general", "red_general"]
    assert there.state.outcome is not None
    assert len(there.heard(TurnStarted)) == 1


@pytest.mark.clause("PS-TURN-02")
def test_each_card_left_is_as_likely_as_another() -> None:
    first = {}
    for face in (1, 2, 3):
        there = scene(unit("R", command="Leslie"), commanders=[LESLIE]).run(
            sequence.begin_turn, dice=(face, 1)
        )
        first[face] = there.heard(CardDrawn)[0].commander
        assert there.rolled[0].sides == 3
    assert len(set(first.values())) == 3


@pytest.mark.clause("PS-TURN-02", "PS-FOG-02")
def test_no_order_of_the_deck_is_in_the_position() -> None:
    there = scene(unit("B", BLUE, at=(40, 40, 180)), commanders=[LESLIE]).run(sequence.begin_turn, dice=(2,))
    assert there.field.turn.deck == ("red_general", "Leslie")


@pytest.mark.clause("PS-TURN-03", "PS-TURN-04", "PS-TURN-07")
def test_a_card_lets_the_units_directly_under_it_act_wherever_they_are() -> None:
    there = scene(
        unit("R1", at=(60, 40, 0), command="Leslie"), unit("R2", at=(10, 10, 0)), commanders=[LESLIE]
    ).run(cards.play_card, "Leslie")
    assert ("activate", "R1") in there.options()
    with pytest.raises(Refused, match="PS-TURN-04"):
        there.answer("activate", "R2")
    general = scene(
        unit("R1", command="Leslie"), unit("R2", at=(10, 10, 0)), commanders=[LESLIE], deck=["Leslie"]
    ).run(cards.play_card, "red_general")
    assert {("activate", "R2"), ("command", "Leslie")} <= set(general.options())
    assert ("activate", "R1") not in general.options()


@pytest.mark.clause("PS-TURN-05", "PS-TURN-09")
def test_units_and_commanders_are_activated_once() -> None:
    there = scene(unit("R", command="Leslie", activated=True), commanders=[LESLIE])
    there.change("Leslie", activated=True).run(cards.play_card, "Leslie")
    assert there.asked == []
    assert there.heard(NoCpCard)[0].why == "activated"
    assert there.commander("Leslie").cp == 0
    fallen = scene(unit("R", command="Leslie"), commanders=[LESLIE]).change("Leslie", alive=False)
    fallen.run(cards.play_card, "Leslie")
    assert fallen.heard(NoCpCard)[0].why == "fallen"
    assert fallen.options() == (("end",), ("activate", "R"))


@pytest.mark.clause("PS-TURN-05")
def test_a_unit_that_was_activated_is_refused() -> None:
    there = scene(unit("R", activated=True), unit("S", at=(30, 10, 0))).run(cards.play_card, "red_general")
    with pytest.raises(Refused, match="PS-TURN-05"):
        there.answer("activate", "R")


@pytest.mark.clause("PS-TURN-06")
def test_in_a_nested_activation_units_wait_unless_the_option_says_otherwise() -> None:
    def nested(**options: Any) -> tuple[Any, ...]:
        there = scene(unit("R", command="Leslie"), commanders=[LESLIE], options=options, deck=["Leslie"])
        return there.run(cards.play_card, "red_general").answer("command", "Leslie").options()

    assert ("activate", "R") not in nested()
    assert ("activate", "R") in nested(nested_activation="whole_command")


@pytest.mark.clause("PS-TURN-08", "PS-CP-02", "PS-CP-05")
def test_command_points_may_be_spent_in_the_middle_of_a_units_activation() -> None:
    leader = commander("Leslie", RED, (20, 18.5), under="red_general")
    there = scene(unit("R", bases=3, at=(20, 20, 0), command="Leslie"), commanders=[leader])
    there.run(cards.play_card, "Leslie").answer("activate", "R").answer("move", dice=(3, 4)).answer("stop")
    there.answer("cp", "impulse", "R")
    assert there.unit("R").left == 2
    assert there.commander("Leslie").cp == 2
    with pytest.raises(Refused, match=r"PS-TURN-03|PS-IMP-01"):
        there.answer("cp", "pass", "Leslie", 1)


@pytest.mark.clause("PS-TURN-10")
def test_defaults_take_no_part() -> None:
    there = scene(unit("R"), unit("B", BLUE, at=(10, 14, 180))).run(cards.play_card, "red_general")

    def default() -> Any:
        question = there.question
        return BOOK.decisions[question.kind].default(there.view(question.seat), question)

    assert default() == ("end",)
    there.answer("activate", "R")
    assert default() == ("stop",)
    there.answer("move", dice=(3, 4))
    assert default() == ("stop",)


@pytest.mark.clause("PS-TURN-11", "PS-ROUT-03")
def test_routers_owe_their_impulses_to_the_first_card_after_and_must_run() -> None:
    there = scene(unit("R", routing=True, dp=3), unit("S", at=(30, 10, 0)))
    there.run(cards.play_card, "red_general")
    assert there.options()[0] == ("activate", "R")
    assert ("end",) not in there.options()
    with pytest.raises(Refused, match="PS-ROUT-03"):
        there.answer("end")
    later = scene(unit("R", dp=3), unit("S", at=(30, 10, 0))).run(cards.play_card, "red_general")
    later.change("R", routing=True)
    assert ("end",) in later.options()


# --- impulses ---


@pytest.mark.clause("PS-IMP-01", "PS-IMP-03")
def test_each_turn_begins_with_two_impulses_and_what_is_left_stays_for_reactions() -> None:
    there = scene(unit("R", left=0, used=2, reacted=True, under_fire=True)).run(
        sequence.begin_turn, dice=(1,)
    )
    own = there.unit("R")
    assert (own.left, own.used, own.reacted, own.under_fire) == (2, 0, False, False)
    there = scene(unit("R")).run(cards.play_card, "red_general").answer("activate", "R").answer("stop")
    assert there.unit("R").left == 2


@pytest.mark.clause("PS-IMP-01")
def test_no_impulse_no_use() -> None:
    leader = commander("Leslie", RED, (20, 18.5), under="red_general")
    there = scene(unit("R", bases=3, at=(20, 20, 0), command="Leslie"), commanders=[leader])
    there.run(cards.play_card, "Leslie").answer("activate", "R").change("R", left=0)
    with pytest.raises(Refused, match="PS-IMP-01"):
        there.answer("move")


@pytest.mark.clause("PS-IMP-02", "PS-RALLY-03")
def test_later_impulses_hang_a_point_but_not_to_restore_order() -> None:
    there = scene(unit("R", dp=4)).run(impulses.restore, "R").run(impulses.restore, "R")
    assert there.unit("R").dp == 0
    assert [event.hung for event in there.heard(ImpulseUsed)] == [0, 0]
    shooting_next = scene(unit("R", used=1, left=1)).run(movement.move_impulse, "R", "move", dice=(2, 2))
    assert shooting_next.unit("R").dp == 1


@pytest.mark.clause("PS-IMP-04", "PS-ROUT-03")
def test_who_has_reacted_is_not_activated_but_routers_run() -> None:
    there = scene(unit("R", reacted=True), unit("S", at=(30, 10, 0))).run(cards.play_card, "red_general")
    with pytest.raises(Refused, match="PS-IMP-04"):
        there.answer("activate", "R")
    assert cards.may_activate(scene(unit("R", reacted=True, routing=True)).unit("R"))


@pytest.mark.clause("PS-IMP-05", "PS-RALLY-03")
def test_in_contact_a_unit_can_only_fight_or_move() -> None:
    there = scene(
        unit("R", RED, 3, (20, 20, 0), base="cuirassier", dp=2),
        unit("B", BLUE, 3, (20, 20, 180)),
    )
    there.run(cards.play_card, "red_general").answer("activate", "R")
    assert there.options() == (("stop",), ("fight",), ("move",))
    for order in (("restore",), ("shoot", "B"), ("charge",)):
        with pytest.raises(Refused, match="PS-IMP-05"):
            there.answer(*order)


# --- restoring order ---


@pytest.mark.clause("PS-RALLY-02", "PS-SHOT-10")
def test_being_shot_at_is_being_under_fire_whatever_the_result() -> None:
    there = scene(unit("R", at=(20, 20, 0)), unit("B", BLUE, 3, (20, 25, 180), dp=2))
    there.run(shooting.volley, "R", "B", dice=(1, 1, 1))
    assert there.unit("B").under_fire
    assert there.unit("B").dp == 2
    assert not impulses.is_quiet(there.field, there.unit("B"))


@pytest.mark.clause("PS-RALLY-03")
def test_disorder_never_falls_below_nothing() -> None:
    assert scene(unit("R", dp=1, quality="good")).run(impulses.restore, "R").unit("R").dp == 0


@pytest.mark.clause("PS-TURN-01", "PS-SMOKE-02")
def test_the_turn_ends_with_smoke_and_objectives() -> None:
    there = scene(unit("R"), unit("B", BLUE, at=(40, 40, 180)), smoke=[cloud("smoke:1", 5, 5)], turns=9)
    there.run(sequence.end_turn, dice=(6, 1))
    assert there.field.smoke == []
    assert there.field.turn.number == 2


@pytest.mark.clause("PS-TURN-03")
def test_a_seat_ends_its_card_and_the_next_is_drawn() -> None:
    there = scene(unit("R"), unit("B", BLUE, at=(40, 40, 180)))
    step = engine.begin(BOOK, there.setup, Fast(1))
    assert [question.kind for question in step.state.questions] == ["card"]
