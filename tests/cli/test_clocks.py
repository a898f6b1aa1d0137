"""Clocks of the rules at the prompt: seconds in real time, and the default when they are over."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pexpect
import pytest

from grognard.cli.clocks import Clocks, minutes
from grognard.cli.console import TimeUp, ask, within
from grognard.core.record import Answered, Journal
from tests.cli.test_terminal import PROGRAM


class Watch:
    """A clock to be turned by hand."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_a_clock_stands_still_between_the_questions_of_a_turn_and_begins_anew_in_the_next() -> None:
    watch = Watch()
    clocks = Clocks(watch)
    first = clocks.start("west-1", "1.west-1", "turn", 120)
    watch.at += 50
    first.stop()
    watch.at += 1000
    assert clocks.start("west-1", "1.west-1", "turn", 120).left() == 70
    assert clocks.start("west-1", "2.west-1", "turn", 120).left() == 120
    assert clocks.start("east-1", "1.west-1", "turn", 120).left() == 120


def test_the_clock_of_an_answer_begins_anew_with_each_question() -> None:
    watch = Watch()
    clocks = Clocks(watch)
    first = clocks.start("west-1", "1.east-1", "answer", 30)
    watch.at += 29
    first.stop()
    assert clocks.start("west-1", "1.east-1", "answer", 30).left() == 30
    watch.at += 40
    assert first.left() == 0
    assert [minutes(one) for one in (120, 69.9, 0.4)] == ["2:00", "1:09", "0:00"]


def test_a_line_that_comes_too_late_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    clock = Clocks(watch).start("west-1", "1", "turn", 30)

    def slowly(_prompt: str) -> str:
        watch.at += 31
        return "1"

    monkeypatch.setattr("builtins.input", slowly)
    assert ask("west-1") == "1"
    with within(clock.left), pytest.raises(TimeUp):
        ask("west-1")
    with within(Clocks(watch).start("west-1", "2", "turn", 0).left), pytest.raises(TimeUp):
        ask("west-1")


@pytest.mark.slow
@pytest.mark.clause("MO-TURN-05", "MO-TURN-07")
def test_time_runs_out_at_a_real_prompt(folder: Path) -> None:
    play = [
        *(*PROGRAM[1:], "play", "modern/skirmish", "--seed", "mill", "--record", "b.jsonl"),
        *("--option", "answer_seconds=5", "--seat", "west-1=me", "--seat", "east-1=doctrine"),
    ]
    child = pexpect.spawn(
        PROGRAM[0],
        play,
        dimensions=(60, 80),
        encoding="utf-8",
        timeout=30,
        env={**os.environ, "TERM": "xterm"},
    )
    child.expect_exact("west-1> ")
    child.sendline("1")
    child.expect(r"west-1 0:0[45]> ")
    child.send("half a li")
    child.expect_exact("Time is up.")
    child.expect(r"west-1 \d:\d\d> ")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    given = [line.entry for line in Journal.open(Path("b.jsonl")).lines if isinstance(line.entry, Answered)]
    mine = [one for one in given if one.seat == "west-1"]
    assert [one.by for one in mine] == ["", "default"]
    assert not re.search("Traceback", child.before or "")
