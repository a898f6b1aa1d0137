"""Whole battles by lot, under many options: everything that must always hold holds, and they come to an end."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.dice import Fast
from grognard.core.engine import Step
from grognard.players import RandomPlayer, play_out, referee
from grognard.rulebooks.modern.events import BattleEnded
from tests.rulebooks.modern.scenes import BOOK, CLOSE, Eager

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"turn_unit": "side", "los_edge": "either", "aviation_los": "free", "airlift_limit": "either"},
    {"card_award": "choose", "bank_credits": False, "rich_points": "immediate", "sudden_counts": False},
    {"turn_order_mode": "random", "deployment": "listed", "turn_seconds": 0, "inspection": "ask"},
    {"fire_after_move": False, "los_blocks_sight": True, "broken_ground_fire": "region", "repeat_pay": False},
    {"settlement_is_broken": True, "aviation_in_terrain": "as_others", "los_edge": "none"},
)


@pytest.mark.slow
@pytest.mark.clause("MO-GEN-01", "MO-GEN-06", "MO-END-01")
@pytest.mark.parametrize("number", range(len(OPTIONS)))
@pytest.mark.parametrize("eager", [True, False])
def test_battles_by_lot_keep_what_must_always_hold(number: int, eager: bool) -> None:
    setup = BOOK.read_setup(CLOSE, "close.yaml", options=OPTIONS[number])
    steps: list[Step] = []
    problems: list[str] = []

    def watch(step: Step) -> None:
        before = steps[-1].state if steps else BOOK.start(setup)
        problems.extend(BOOK.check_invariants(setup, before, step.state))
        steps.append(step)

    players = {seat.id: Eager() if eager else RandomPlayer() for seat in setup.seats}
    end = play_out(BOOK, setup, players, Fast(number), seed=number, listening=True, watch=watch)
    assert problems == []
    assert end.outcome is not None
    assert isinstance(steps[-1].told[-1].versions[0][0], BattleEnded)
    names = BOOK.measures(setup, end)
    assert names["rounds"] in range(1, 6)


@pytest.mark.slow
@pytest.mark.clause("MO-TURN-07", "MO-KSO-13")
@pytest.mark.parametrize("turn_unit", ["general", "side"])
def test_the_referee_finds_nothing(turn_unit: str) -> None:
    """Options pass their checks, nonsense is refused, the record plays again to the same positions."""
    setup = BOOK.read_setup(CLOSE, "close.yaml", options={"turn_unit": turn_unit})
    report = referee(BOOK, setup, {seat.id: Eager() for seat in setup.seats}, 2, sample=12)
    assert report.violations == ()
