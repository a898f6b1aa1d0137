"""Dice of fate: in which order, and who comes back when."""

from __future__ import annotations

import pytest

from grognard.rulebooks.napoleonic.fates import Officer, back_in, fate_order, is_away
from grognard.rulebooks.napoleonic.tables import load_tables

TABLES = load_tables()


@pytest.mark.clause("NA-FATE-01")
def test_dice_go_from_the_highest_rank_down_and_then_by_post() -> None:
    rank = "lieutenant_general"
    posts = [
        "army_commander",
        "corps_commander",
        "chief_of_staff",
        "division_commander",
        "artillery_chief",
        "aide",
    ]
    equals = [Officer(f"{number}", rank, post) for number, post in enumerate(posts)]
    marshal, colonel = Officer("z", "marshal", "corps_commander"), Officer("a", "colonel", "chief_of_staff")
    assert fate_order(TABLES, [colonel, *reversed(equals), marshal]) == (marshal, *equals, colonel)
    twins = [Officer("b", rank, "aide"), Officer("a", rank, "aide")]
    assert [one.id for one in fate_order(TABLES, twins)] == ["a", "b"]


@pytest.mark.clause("NA-FATE-02", "NA-FATE-03")
def test_only_the_shielded_stay() -> None:
    assert [is_away(TABLES.fate[face]) for face in range(1, 7)] == [True] * 5 + [False]


@pytest.mark.clause("NA-CMD-13")
def test_a_shaken_general_is_back_after_one_turn() -> None:
    """Worked example 25: shaken in turn 5, absent in 6, back in step 1.1 of 7."""
    assert [back_in(TABLES.fate[face], 5) for face in range(1, 7)] == [0, 0, 0, 0, 7, 0]
