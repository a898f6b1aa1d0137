"""Whole battles by lot: they come to an end, and what must hold holds at every step."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.replay import verify
from grognard.core.state import encode
from grognard.players.playing import play_out
from grognard.rulebooks.pike_and_shot.model import Unit
from tests.rulebooks.pike_and_shot.battles import played, shipped, steps
from tests.rulebooks.pike_and_shot.scenes import BOOK

CLASH = Path(__file__).with_name("clash.yaml")
OPTIONS: list[dict[str, Any]] = [
    {"movement": "one_two_three", "cp": "d3+1", "rout_scale": "mild", "hanging": "repay", "gun_base": "wide"},
    {"fog": "full", "commander_profiles": "random", "objectives": "secret", "nested_activation": "whole_command"},
    {"orders": "none", "brace_effect": "defence", "flank_halving": "on", "panic_tables": "by_cause",
     "half_rounding": "down", "stack_same_kind": "off", "no_impulse_penalty": "none", "cohesion": "double_dp"},
]  # fmt: skip


def check(name: str, seed: int, **options: Any) -> None:
    setup = shipped(name, **options)
    last = None
    for before, step in steps(setup, seed):
        assert BOOK.check_invariants(setup, before, step.state) == [], (seed, step.told[-5:])
        last = step.state
    assert last is not None
    assert last.outcome is not None


@pytest.mark.parametrize("seed", range(5))
def test_a_skirmish_by_lot_runs_to_the_end_and_all_holds(seed: int) -> None:
    check("skirmish", seed)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(2))
def test_the_same_under_other_options(seed: int, options: dict[str, Any]) -> None:
    check("skirmish", seed, **options)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["raid", "camp", "standard"])
def test_the_larger_battles_too(name: str) -> None:
    check(name, 3)


def test_a_record_of_a_battle_verifies() -> None:
    game = played(shipped("skirmish"), 5)
    verdict = verify(BOOK, game.record)
    assert verdict.good, verdict.divergence
    assert verdict.finished
    assert verdict.dice_checked > 0


def test_nobody_leaves_the_table_unnoticed() -> None:
    setup = shipped("skirmish")
    for before, step in steps(setup, 2):
        old = {piece.id: piece for piece in before.pieces}
        for piece in step.state.pieces:
            was = old.get(piece.id)
            if isinstance(piece, Unit) and isinstance(was, Unit) and piece.status != was.status:
                told = {type(one.versions[0][0]).__name__ for one in step.told}
                assert told & {"Destroyed", "LeftTable", "Reinforcement", "Deployed"}


def test_defaults_alone_end_a_battle() -> None:
    setup = shipped("skirmish")
    state = play_out(BOOK, setup, {}, Fast(1))
    assert state.outcome is not None
    assert state.outcome.reason == "last_turn"


def test_equal_dice_and_answers_give_equal_battles() -> None:
    setup = shipped("skirmish")
    one = [encode(step.state) for _, step in steps(setup, 4)]
    other = [encode(step.state) for _, step in steps(shipped("skirmish"), 4)]
    assert one == other


def test_the_view_of_a_seat_says_nothing_of_the_other_sides_orders() -> None:
    setup = shipped("raid")
    rng = random.Random(1)
    for _, step in steps(setup, 1):
        if step.state.outcome is None and rng.random() < 0.1:
            view = BOOK.view(setup, step.state, "tatar")
            enemies = [one for one in view.field.commanders if view.field.post(one.id).side == "pol"]
            assert all(one.order is None for one in enemies)


@pytest.mark.parametrize("name", ["clash", "skirmish", "raid", "camp", "standard"])
def test_every_option_that_is_offered_passes_its_own_check(name: str) -> None:
    """At every tenth question of the battle by default."""
    setup = BOOK.read_setup(CLASH) if name == "clash" else shipped(name)
    game = Game.new(BOOK, setup, seed=bytes(32))
    asked = 0
    while not game.state.finished:
        question = next(one for one in game.state.questions if one.answer is None)
        asked += 1
        if asked % 10 == 1:
            decision, view = BOOK.decisions[question.kind], game.view(question.seat)
            for order in decision.options(view, question):
                try:
                    assert decision.check(view, question, order) == order
                except Refused as refused:
                    pytest.fail(f"{question.id} {order}: {refused}")
        game.take_default(question)
    assert asked > 10
