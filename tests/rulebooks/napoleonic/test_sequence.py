"""The sequence of play: the order of steps, what is sealed, defaults, whole battles at random."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.state import State, encode
from grognard.rulebooks.napoleonic import sequence
from grognard.rulebooks.napoleonic.events import BattleBegan, PhaseStarted, TurnStarted
from grognard.rulebooks.napoleonic.model import NapoleonicSetup, NapoleonicState
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, RED, Scene, scene, unit


def small() -> Scene:
    return scene(unit("a", at=(3, 3, 0)), unit("c", at=(4, 3, 0)), unit("b", BLUE, at=(3, 9, 180)), turn=0)


@pytest.mark.clause("NA-SEQ-01", "NA-SEQ-02")
def test_a_turn_is_movement_fire_and_close_combat() -> None:
    one = small().run(sequence.open_battle)
    while one.field.turn < 2:
        one.answer_all(dice=[])
    assert one.heard(BattleBegan)
    assert [event.turn for event in one.heard(TurnStarted)] == [1, 2]
    assert [(event.turn, event.phase) for event in one.heard(PhaseStarted)] == [(1, "fire"), (1, "combat")]


@pytest.mark.clause("NA-SEQ-07")
def test_questions_of_a_turn_stand_in_their_order() -> None:
    one, kinds = small().run(sequence.open_battle), []
    while one.field.turn < 2:
        kinds += [kind for kind in dict.fromkeys(one.asked) if kind not in kinds]
        one.answer_all(initiative=("roll",), dice=[])
    assert kinds == ["persons", "initiative", "order", "end"]


@pytest.mark.clause("NA-SEQ-07")
def test_nobody_learns_what_another_seat_has_sealed() -> None:
    """Non-interference: whatever red answers in secret, blue's view and blue's own options stay the same."""
    seen = set()
    for order in (("hold",), ("about_face",), ("form", "open_order"), ("split", 5, 5)):
        one = small().run(sequence.ask_orders).answer("a", *order)
        view = one.view(BLUE)
        seen.add((encode(view.pieces), encode(view.answers), encode(one.options("b")), encode(view.asked)))
        assert one.view(RED).answers == (("order:a", order),)
    assert len(seen) == 1


def play(setup: NapoleonicSetup, seed: int, check: bool = True) -> State[Any]:
    """A whole battle with answers drawn at random, invariants checked after every step."""
    rng, dice = random.Random(seed), Fast(seed)
    step = engine.begin(BOOK, setup, dice)
    while not step.state.finished:
        answers = {}
        for question in step.state.questions:
            if question.answer is None:
                view = BOOK.view(setup, step.state, question.seat)
                decision = BOOK.decisions[question.kind]
                order = rng.choice(decision.options(view, question)) if question.kind != "end" else ("go_on",)
                answers[question.id] = decision.check(view, question, order)
        before, step = step.state, engine.answer(BOOK, setup, step.state, answers, dice)
        if check:
            assert not BOOK.check_invariants(setup, before, step.state), (seed, BOOK.turn(step.state))
    return step.state


@pytest.mark.parametrize("seed", range(3))
def test_battles_at_random_break_nothing_and_come_to_an_end(seed: int) -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    state = play(setup, seed)
    assert state.outcome is not None
    assert {"winner", "reason", "turns", "french_figures", "russian_points"} <= set(
        BOOK.measures(setup, state)
    )


@pytest.mark.slow
def test_a_larger_battle_at_random() -> None:
    state = play(BOOK.read_setup(BOOK.scenarios()["standard"]), 1)
    assert state.outcome is not None


@pytest.mark.clause("NA-GEN-02", "NA-SEQ-05")
def test_a_position_is_written_and_read_and_the_same_dice_give_the_same_battle() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    first, second = play(setup, 7, check=False), play(setup, 7, check=False)
    assert first.digest() == second.digest()
    assert msgspec.json.decode(encode(first), type=NapoleonicState) == first


@pytest.mark.clause("NA-SEQ-05")
def test_dice_fall_by_side_then_by_id() -> None:
    one = scene(unit("z", at=(3, 3, 0)), unit("b", at=(4, 3, 0)), unit("a", BLUE, at=(3, 9, 180)))
    assert [body.id for body in one.field.in_order(one.field.bodies)] == ["b", "z", "a"]
