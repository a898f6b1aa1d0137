"""Simulations: the same rows however they are come by, and files that go on where they were left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.core.errors import RecordError
from grognard.lab.rows import Row
from grognard.lab.simulate import BattleFailed, simulate
from grognard.players import Player, RandomPlayer
from grognard.rulebooks.feudal import BOOK
from tests.lab.clashes import clash

SETUP = BOOK.read_setup(BOOK.scenarios()["skirmish"])
PLAYERS: dict[str, Player] = {seat.id: RandomPlayer() for seat in SETUP.seats}


def play(seeds: range, **more: Any) -> list[Row]:
    return simulate(BOOK, SETUP, PLAYERS, seeds, **{"processes": 1, **more})


def test_a_row_a_seed_with_the_books_measures() -> None:
    rows = play(range(3))
    assert [row["seed"] for row in rows] == [0, 1, 2]
    assert {"winner", "rounds", "fief.hp"} <= rows[0].keys()
    assert play(range(3)) == rows


def test_processes_change_nothing() -> None:
    assert play(range(6), processes=2) == play(range(6))


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.csv"])
def test_a_file_goes_on_where_it_was_left(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    first = play(range(2), file=file)
    with file.open("a", encoding="utf-8") as torn:
        torn.write('{"job": "half a li')
    asked: list[tuple[int, int]] = []
    rows = play(range(4), file=file, progress=lambda done, total: asked.append((done, total)))
    assert rows[:2] == first
    assert rows == play(range(4))
    assert asked == [(3, 4), (4, 4)]
    assert (
        play(range(4), file=file, progress=lambda done, total: pytest.fail("nothing is left to play")) == rows
    )


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.csv"])
def test_a_file_of_another_job_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    play(range(1), file=file)
    other = BOOK.read_setup(BOOK.scenarios()["skirmish"], options={"rout": "never"})
    with pytest.raises(RecordError, match="another setup"):
        simulate(BOOK, other, PLAYERS, range(2), processes=1, file=file)
    with pytest.raises(RecordError, match="another setup"):
        simulate(BOOK, SETUP, {}, range(2), processes=1, file=file)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("hello\n", encoding="utf-8")
    with pytest.raises(RecordError, match="line 1 is no row"):
        play(range(1), file=file)


def test_stopping_keeps_what_is_done(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    rows = play(range(9), file=file, progress=lambda done, total: done >= 3)
    assert [row["seed"] for row in rows] == [0, 1, 2]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    def interrupted(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    rows = play(range(9), file=tmp_path / "rows.jsonl", progress=interrupted)
    assert [row["seed"] for row in rows] == [0, 1]


def test_battles_may_begin_in_the_middle() -> None:
    setup, state = clash("warriors 30 vs warriors 30")
    rows = simulate(BOOK, setup, {}, range(40), state=state, processes=1)
    assert {row["winner"] for row in rows} == {"a", "b", "nobody"}


class Fails:
    def answer(self, *_: object) -> tuple[str, ...]:
        raise ValueError("no idea")


def test_a_battle_that_fails_names_its_seed() -> None:
    with pytest.raises(BattleFailed, match="seed 5 failed: ValueError: no idea"):
        simulate(BOOK, SETUP, {seat: Fails() for seat in PLAYERS}, [5], processes=1)
    with pytest.raises(BattleFailed, match="no idea"):
        simulate(BOOK, SETUP, {seat: Fails() for seat in PLAYERS}, range(4), processes=2)
