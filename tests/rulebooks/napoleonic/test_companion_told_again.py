"""Battles that were played on the table, told again line by line as on a floor, come to the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.events import Event
from grognard.core.state import State
from grognard.rulebooks.napoleonic.book import BOOK
from grognard.rulebooks.napoleonic.companion import Follower
from grognard.rulebooks.napoleonic.model import Gun, Person, Thing, Unit
from tests.rulebooks.napoleonic.told_again import Ledger

UNIT = (
    "figures", "recruits", "colours", "ledger", "standing", "kind", "has_routed", "has_routed_enemy", "bonus_from",
    "push_turn", "pushed", "stopped", "unruly", "reforming", "disordered",
)  # fmt: skip
GUN = ("crew", "owner", "standing", "silenced", "ledger")
PERSON = ("fate", "at", "back")


def played(scenario: str, seed: int, turns: int) -> tuple[State[Any], list[Event]]:
    """A battle by doctrine on both sides through so many turns, and all that was told."""
    setup = BOOK.read_setup(BOOK.scenarios()[scenario])
    rng, dice = random.Random(seed), Fast(seed)
    step = engine.begin(BOOK, setup, dice)
    told, state = list(step.told), step.state
    while state.outcome is None and state.piece("clock").turn <= turns:
        answers = {}
        for question in (one for one in state.questions if one.answer is None):
            view, decision = BOOK.view(setup, state, question.seat), BOOK.decisions[question.kind]
            order = BOOK.doctrine(view, question, (), rng) if question.kind != "end" else ("go_on",)
            answers[question.id] = decision.check(view, question, order)
        step = engine.answer(BOOK, setup, state, answers, dice)
        told += step.told
        state = step.state
    return state, [one.versions[0][0] for one in told]


def facts(piece: Thing) -> Iterator[tuple[str, Any]]:
    """What a piece has come to; where it waits or has gone is seen on a map only."""
    names = UNIT if isinstance(piece, Unit) else GUN if isinstance(piece, Gun) else PERSON
    if isinstance(piece, Unit | Gun) and piece.standing == "waiting":
        return
    if isinstance(piece, Unit | Gun | Person):
        yield from ((name, getattr(piece, name)) for name in names)


@pytest.mark.clause(
    "NA-SEQ-04",
    "NA-CC-06",
    "NA-CC-08",
    "NA-CC-20",
    "NA-ROUT-19",
    "NA-PURS-06",
    "NA-CAS-06",
    "NA-CMD-12",
    "NA-CMD-15",
    "NA-CMD-16",
)
@pytest.mark.parametrize(
    ("scenario", "seed", "turns"),
    [
        ("skirmish", 16, 8),
        ("skirmish", 24, 7),
        pytest.param("skirmish", 33, 12, marks=pytest.mark.slow),
        pytest.param("quatre_bras", 1, 12, marks=pytest.mark.slow),
        pytest.param("quatre_bras", 5, 14, marks=pytest.mark.slow),
        pytest.param("quatre_bras", 9, 14, marks=pytest.mark.slow),
    ],
)
def test_a_battle_told_again_comes_to_the_same(scenario: str, seed: int, turns: int) -> None:
    state, events = played(scenario, seed, turns)
    follower = Follower(BOOK, None)
    answers = [follower.answer(at, line) for at, line in enumerate(Ledger.of(scenario, events).lines, 1)]
    assert [
        (one.text, one.problem and one.problem.say(), one.wanted) for one in answers if not one.blocks
    ] == []
    assert follower.floor is not None
    floor = follower.floor.battle.pieces
    for piece in state.pieces:
        expected = dict(facts(piece))
        found = dict(facts(floor[piece.id])) if expected else {}
        assert {name: found[name] for name in expected} == expected, piece.id
