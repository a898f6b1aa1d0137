"""Fantasy: whole battles by doctrine players, the largest battle, its turns, exact odds, previews. Prints JSON lines.

python fantasy.py [BATTLES]                  # battles of ``standard`` that are timed (10)
python fantasy.py --chance SCENARIO BATTLES  # the doctrine against random players, so many battles a side
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Iterator

from chance import told

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.state import State
from grognard.players import DoctrinePlayer, Player, RandomPlayer, play_out
from grognard.players.playing import all_answers, chances, undisturbed
from grognard.rulebooks.fantasy import BOOK
from grognard.rulebooks.fantasy.attacks import Attack, kills
from grognard.rulebooks.fantasy.model import Thing
from grognard.rulebooks.fantasy.setup import FantasySetup

ATTACKS = 40
A_QUESTION = 4
"""Options of each question whose previews are asked for."""


def setup_of(name: str) -> FantasySetup:
    return BOOK.read_setup(BOOK.scenarios()[name])


def line(key: str, value: float, unit: str, what: str) -> None:
    row = {"key": f"grognard.fantasy.{key}", "value": round(value, 4), "unit": unit, "what": what}
    print(json.dumps(row), flush=True)


def seconds(setup: FantasySetup, seed: int) -> float:
    """CPU seconds of a battle of two doctrines."""
    began = time.process_time()
    play_out(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(seed), seed=seed)
    return time.process_time() - began


def turns(setup: FantasySetup) -> Iterator[tuple[float, float]]:
    """CPU seconds that the orders of each turn take, and those that carrying them out takes."""
    players: dict[str, Player] = {seat.id: DoctrinePlayer() for seat in setup.seats}
    rngs, dice = chances(1, players), Fast(1)
    with undisturbed():
        step = engine.begin(BOOK, setup, dice, listening=False)
        while not step.state.finished:
            began = time.process_time()
            answers = all_answers(BOOK, setup, step.state, players, rngs)
            ordered = time.process_time()
            step = engine.answer(BOOK, setup, step.state, answers, dice, listening=False)
            yield ordered - began, time.process_time() - ordered


def odds() -> float:
    """CPU seconds of the slowest exact distribution of so many attacks, each thought of for the first time."""
    kills(Attack(((1, 4),), wound=4, save=5, killing="wound"))  # modules that are entered late
    took = []
    for hit in (3, 4, 5):
        for wound in (3, 4, 5):
            attack = Attack(((ATTACKS, hit),), wound=wound, save=5, killing="wound")
            began = time.process_time()
            kills(attack)
            took.append(time.process_time() - began)
    return max(took)


def previews(setup: FantasySetup) -> Iterator[float]:
    """CPU seconds of previews in the course of a battle played by lot."""
    states: list[State[Thing]] = []
    players = {seat.id: RandomPlayer() for seat in setup.seats}
    play_out(BOOK, setup, players, Fast(3), seed=3, watch=lambda step: states.append(step.state))
    rng, decision = random.Random(1), BOOK.decisions["order"]
    for state in states:
        for question in (one for one in state.questions if one.kind == "order"):
            view = BOOK.view(setup, state, question.seat)
            options = decision.options(view, question)
            for order in rng.sample(options, min(A_QUESTION, len(options))):
                began = time.process_time()
                decision.preview(view, question, order)
                yield time.process_time() - began


def speed(battles: int) -> None:
    line("odds", 1000 * odds(), "ms", f"exact wounds of {ATTACKS} attacks against a save, the slowest of 9")
    setup = setup_of("standard")
    shown = sorted(previews(setup))
    line("preview", 1000 * sum(shown) / len(shown), "ms", f"a preview of standard, mean of {len(shown)}")
    line("slowest_preview", 1000 * shown[-1], "ms", "the slowest of them, modules entered late included")
    seconds(setup_of("skirmish"), 1)  # modules that are entered late
    took = sum(seconds(setup, seed) for seed in range(1, battles + 1))
    line("standard", battles / took, "battles/s", f"{battles} battles, one core, nobody listens")
    found = list(turns(setup_of("grand")))
    line("grand", sum(map(sum, found)), "s", f"one battle, 116 units, {len(found)} turns")
    line("grand_orders", max(row[0] for row in found), "s", "orders of both sides for a turn, the slowest")
    line("grand_turn", max(row[1] for row in found), "s", "a turn of it carried out, the slowest")
    line("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB", "peak of the process")


if __name__ == "__main__":
    told(BOOK, sys.argv[1:], speed)
