"""Whole battles of all scenarios: their records verify, can be gone on with at every turn, and are the same bytes on
every machine and Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.core import check_dice
from grognard.core.game import Game
from grognard.core.record import Answered, Journal, Line, Snapshot
from grognard.core.replay import read_state, verify
from grognard.core.state import encode
from grognard.rulebooks.feudal.book import FeudalBook

BOOK = FeudalBook()
SEED = bytes(range(32))
GOLDEN: dict[str, str] = yaml.safe_load(
    (Path(__file__).parent / "golden_records.yaml").read_text(encoding="utf-8")
)
"""sha of the last line of each record. Whoever changes rules, tables, scenarios or events on purpose changes these."""
WAYS = {"default": 1, "lot": 200}
"""How the seats answer, and into how many links the dice of that battle are cut (1: all revealed at the end)."""
BATTLES = [
    pytest.param(name, way, id=f"{name}-{way}", marks=[pytest.mark.slow] if name == "grand" else [])
    for name in sorted(BOOK.scenarios())
    for way in WAYS
]


@cache
def battle(name: str, way: str) -> Game:
    """The battle to its end."""
    game = Game.new(BOOK, BOOK.read_setup(BOOK.scenarios()[name]), seed=SEED, links=WAYS[way])
    rng = random.Random(1)
    while not game.state.finished:
        question = next(one for one in game.state.questions if one.answer is None)
        if way == "lot" and rng.random() < 0.5:
            game.submit(question.seat, question.id, rng.choice(game.options(question)))
        else:
            game.take_default(question)
    return game


def written(lines: list[Line]) -> bytes:
    return b"".join(encode(line) + b"\n" for line in lines)


@pytest.mark.parametrize(("name", "way"), BATTLES)
def test_the_record_of_a_battle_verifies(name: str, way: str, tmp_path: Path) -> None:
    """By playing it again, and the dice also by the checker that shares no code with the package."""
    path = tmp_path / "battle.jsonl"
    path.write_bytes(written(battle(name, way).journal.lines))
    verdict = verify(BOOK, Journal.open(path))
    assert (verdict.divergence, verdict.finished) == (None, True)
    assert check_dice.check(str(path)) == (verdict.dice_checked, None)
    assert verdict.dice_checked > 0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "name", ["skirmish", "deathmatch", "standard", pytest.param("agincourt", marks=pytest.mark.slow)]
)
def test_a_battle_can_be_gone_on_with_at_every_turn(name: str, way: str) -> None:
    """Cut off after a snapshot, resumed, answered as before: the same lines follow up to the next one."""
    game = battle(name, way)
    lines = game.journal.lines
    turns = [n for n, line in enumerate(lines) if isinstance(line.entry, Snapshot)]
    for turn, following in zip(turns, [*turns[1:], len(lines) - 1], strict=True):
        again = Game.resume(BOOK, Journal.parse(written(lines[: turn + 1])), SEED)
        for entry in _answers(lines[turn:following]):
            if entry.by == "default":
                again.take_default(next(q for q in again.state.questions if q.id == entry.question))
            else:
                again.submit(entry.seat, entry.question, entry.order)
        assert [line.sha for line in again.journal.lines[:following]] == [
            line.sha for line in lines[:following]
        ]


def _answers(lines: list[Line]) -> Iterator[Answered]:
    return (line.entry for line in lines if isinstance(line.entry, Answered))


@pytest.mark.parametrize(("name", "way"), BATTLES)
def test_the_same_battle_gives_the_same_bytes(name: str, way: str) -> None:
    """On Python 3.11, 3.12 and 3.13, whatever the hash seed."""
    assert battle(name, way).journal.sha == GOLDEN[f"{name}-{way}"]


@pytest.mark.parametrize(("name", "way"), BATTLES)
def test_nothing_that_must_hold_is_broken_on_the_way(name: str, way: str) -> None:
    """Between the snapshots of the record."""
    game = battle(name, way)
    before: Any = BOOK.start(game.setup)
    for line in game.journal.lines:
        if isinstance(line.entry, Snapshot):
            after = read_state(BOOK, line.entry.state)
            assert BOOK.check_invariants(game.setup, before, after) == []
            before = after
