"""The result file of a battle (MO-REP-01 to MO-REP-04)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.state import Outcome
from grognard.rulebooks.modern.aftermath import battle_result
from tests.rulebooks.modern.scenes import Scene, scene


def over(one: Scene, reason: str, *winners: str) -> Scene:
    one.state = replace(one.state, outcome=Outcome(winners, reason), agenda=(), questions=())
    return one


@pytest.mark.clause("MO-REP-01", "MO-REP-02", "MO-REP-03", "MO-REP-04")
def test_the_result_file_has_losses_points_and_survivors() -> None:
    one = scene().stand("west-1-01", "0605").change("west-1-02", lost=1).change("clock", round=8)
    one.change("west-1-03", status="destroyed", lost=2).change(
        "tally:west", lost=(3, 0, 0, 0), destroyed=(1, 0, 0, 0)
    )
    over(one, "rounds.minor", "east")
    text = battle_result(one.setup, one.state, "Eight rounds.", cycle=3)
    assert text == battle_result(one.setup, one.state, "Eight rounds.", cycle=3)
    data: dict[str, Any] = tomllib.loads(text)
    west, east = data.pop("side")
    assert data == {
        "battle": "skirmish",
        "cycle": 3,
        "rounds": 8,
        "reason": "a",
        "winner": "east",
        "outcome": "minor",
        "report": "Eight rounds.",
    }
    assert west == {
        "id": "west",
        "score": {"points": 3, "statuses": 0, "destroyed": 0, "total": 3},
        "points_held": ["0605"],
        "destroyed": {"infantry": 1, "armour": 0, "aviation": 0, "fleet": 0},
        "statuses_lost": {"infantry": 3, "armour": 0, "aviation": 0, "fleet": 0},
        "units": [
            {"id": "west-1-01", "statuses": 2},
            {"id": "west-1-02", "statuses": 1},
            {"id": "west-r01", "statuses": 2},
        ],
    }
    assert east["score"] == {"points": 0, "statuses": 3, "destroyed": 1, "total": 4}


@pytest.mark.clause("MO-REP-03", "MO-END-01")
@pytest.mark.parametrize(
    ("reason", "letter"),
    [("annihilated.major", "b"), ("conceded.major", "c"), ("armistice.draw", "d"), ("umpire", "e")],
)
def test_reasons_are_letters(reason: str, letter: str) -> None:
    one = over(scene(), reason, "west")
    assert tomllib.loads(battle_result(one.setup, one.state))["reason"] == letter


@pytest.mark.clause("MO-REP-03")
def test_a_battle_that_is_on_has_no_result() -> None:
    one = scene()
    with pytest.raises(Refused, match="a battle has a result when it is over"):
        battle_result(one.setup, one.state)
