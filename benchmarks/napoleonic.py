"""Napoleonic: whole battles by doctrine players, the largest battle and its turns. Prints JSON lines.

python napoleonic.py [BATTLES]                  # battles of ``standard`` that are timed (10)
python napoleonic.py --chance SCENARIO BATTLES  # the doctrine against random players, so many battles a side
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import defaultdict

from chance import told

from grognard.core.dice import Fast
from grognard.core.engine import Step
from grognard.players import DoctrinePlayer, Player, play_out
from grognard.rulebooks.napoleonic.book import BOOK
from grognard.rulebooks.napoleonic.model import CLOCK, Clock, NapoleonicSetup


def setup_of(name: str) -> NapoleonicSetup:
    return BOOK.read_setup(BOOK.scenarios()[name])


def line(key: str, value: float, unit: str, what: str) -> None:
    row = {"key": f"grognard.napoleonic.{key}", "value": round(value, 4), "unit": unit, "what": what}
    print(json.dumps(row), flush=True)


def doctrines(setup: NapoleonicSetup) -> dict[str, Player]:
    return {seat.id: DoctrinePlayer() for seat in setup.seats}


def seconds(setup: NapoleonicSetup, seed: int) -> float:
    """CPU seconds of a battle of two doctrines."""
    began = time.process_time()
    play_out(BOOK, setup, doctrines(setup), Fast(seed), seed=seed)
    return time.process_time() - began


def turns(setup: NapoleonicSetup) -> dict[int, float]:
    """CPU seconds of each turn of a battle, the doctrines' thoughts included."""
    found: dict[int, float] = defaultdict(float)
    last = time.process_time()

    def note(step: Step) -> None:
        nonlocal last
        clock = step.state.piece(CLOCK)
        assert isinstance(clock, Clock)
        now = time.process_time()
        found[clock.turn] += now - last
        last = now

    play_out(BOOK, setup, doctrines(setup), Fast(1), seed=1, watch=note)
    return found


def speed(battles: int) -> None:
    setup = setup_of("standard")
    seconds(setup, 0)
    took = sum(seconds(setup, seed) for seed in range(1, battles + 1))
    line(
        "standard", battles / took, "battles/s", f"{battles} battles, 34 regiments, one core, nobody listens"
    )
    setup = setup_of("grand")
    found = turns(setup)
    bodies = f"{len(setup.units)} regiments, {len(setup.guns)} guns"
    line("grand", sum(found.values()), "s", f"one battle, {bodies}, {len(found)} turns")
    line("grand_turn", max(found.values()), "s", "a turn of it with the orders of all, the slowest")
    line("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB", "peak of the process")


if __name__ == "__main__":
    told(BOOK, sys.argv[1:], speed)
