"""Fantasy: exact odds of forty attacks, and the slowest preview of a battle. Prints JSON lines.

python fantasy.py
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from fractions import Fraction

from grognard.core.dice import Fast
from grognard.core.state import State
from grognard.players import RandomPlayer, play_out
from grognard.rulebooks.fantasy import BOOK
from grognard.rulebooks.fantasy.attacks import Attack, kills
from grognard.rulebooks.fantasy.model import Thing

FORTY = Attack(dice=((40, 4),), wound=4, save=5)
A_QUESTION = 4
"""So many options of each question are asked for."""


def line(key: str, value: float, unit: str, what: str) -> None:
    row = {"key": f"grognard.fantasy.{key}", "value": round(value, 4), "unit": unit, "what": what}
    print(json.dumps(row), flush=True)


def forty_attacks() -> float:
    """Milliseconds of CPU, the best of some, with nothing kept from the time before."""
    took = []
    for _ in range(20):
        kills.cache_clear()
        began = time.process_time()
        found = kills(FORTY)
        took.append(time.process_time() - began)
        assert sum(found.values()) == 1
        assert sum(wounds * part for wounds, part in found.items()) == Fraction(40, 6)
    return 1000 * min(took)


def previews(name: str) -> Iterator[float]:
    """CPU seconds of previews in a battle played by lot."""
    setup = BOOK.read_setup(BOOK.scenarios()[name])
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


def main() -> None:
    line("odds_40_attacks", forty_attacks(), "ms", "exact odds of 40 attacks against a saved target")
    for name in ("skirmish", "standard"):
        took = sorted(previews(name))
        mean = 1000 * sum(took) / len(took)
        line(f"preview_{name}", mean, "ms", f"a preview of {name}, mean of {len(took)}")
        line(f"slowest_preview_{name}", 1000 * took[-1], "ms", f"the slowest of them, {name}")


if __name__ == "__main__":
    main()
