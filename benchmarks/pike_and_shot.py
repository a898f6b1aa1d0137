"""Pike and Shot: whole battles by doctrine players, the largest battle, the slowest preview. Prints JSON lines.

python pike_and_shot.py [BATTLES]                  # battles of ``standard`` that are timed (10)
python pike_and_shot.py --chance SCENARIO BATTLES  # the doctrine against random players, so many battles a side
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Iterator

from chance import told

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.state import Question
from grognard.players import DoctrinePlayer, Player, play_out
from grognard.players.playing import all_answers, chances
from grognard.rulebooks.pike_and_shot import BOOK
from grognard.rulebooks.pike_and_shot.model import PikeSetup
from grognard.rulebooks.pike_and_shot.view import PikeView

EVERY = 10
"""Previews are asked for at every tenth step."""


def setup_of(name: str) -> PikeSetup:
    return BOOK.read_setup(BOOK.scenarios()[name])


def line(key: str, value: float, unit: str, what: str) -> None:
    row = {"key": f"grognard.pike_and_shot.{key}", "value": round(value, 4), "unit": unit, "what": what}
    print(json.dumps(row), flush=True)


def seconds(setup: PikeSetup, seed: int) -> float:
    """CPU seconds of a battle of two doctrines."""
    began = time.process_time()
    play_out(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(seed), seed=seed)
    return time.process_time() - began


def questions(setup: PikeSetup) -> Iterator[tuple[PikeView, Question]]:
    """What is asked in the course of a battle of two doctrines, with the view of whoever is asked."""
    players: dict[str, Player] = {seat.id: DoctrinePlayer() for seat in setup.seats}
    rngs, dice = chances(1, players), Fast(1)
    step = engine.begin(BOOK, setup, dice, listening=False)
    while not step.state.finished:
        for question in step.state.questions:
            yield BOOK.view(setup, step.state, question.seat), question
        answers = all_answers(BOOK, setup, step.state, players, rngs)
        step = engine.answer(BOOK, setup, step.state, answers, dice, listening=False)


def previews(setup: PikeSetup) -> Iterator[float]:
    """CPU seconds of each preview, with nothing worked out about the position before."""
    for number, (view, question) in enumerate(questions(setup)):
        decision = BOOK.decisions[question.kind]
        for order in decision.options(view, question) if number % EVERY == 0 else ():
            view.field.kept.clear()
            began = time.process_time()
            decision.preview(view, question, order)
            yield time.process_time() - began


def speed(battles: int) -> None:
    setup = setup_of("standard")
    took = sum(seconds(setup, seed) for seed in range(1, battles + 1))
    line("standard", battles / took, "battles/s", f"{battles} battles, one core, nobody listens")
    line("grand", seconds(setup_of("grand"), 1), "s", "one battle, 78 units")
    found = sorted(previews(setup))
    line("preview", 1000 * found[-1], "ms", f"the slowest of {len(found)} previews of a battle")
    line("preview_mean", 1000 * sum(found) / len(found), "ms", "all of them")
    line("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB", "peak of the process")


if __name__ == "__main__":
    told(BOOK, sys.argv[1:], speed)
