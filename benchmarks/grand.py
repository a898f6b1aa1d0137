"""The grand scenario (120 armies, four seats) by computer players: seconds and memory.

python grand.py
"""

from __future__ import annotations

import resource
import time

from grognard.core.dice import Verifiable
from grognard.core.engine import Step
from grognard.players import DoctrinePlayer, play_out
from grognard.rulebooks.feudal import BOOK


def main() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["grand"])
    told: list[int] = []
    steps: list[Step] = []

    def watch(step: Step) -> None:
        steps.append(step)
        told.append(len(step.told))

    began = time.process_time()
    players = {seat.id: DoctrinePlayer() for seat in setup.seats}
    end = play_out(BOOK, setup, players, Verifiable(b"g" * 32), listening=True, watch=watch)
    took = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    measures = BOOK.measures(setup, end)
    print(f"{len(setup.sheets)} armies, {len(steps)} steps, {sum(told)} lines told")
    print(f"{took:.1f} s of CPU, {1000 * took / len(steps):.1f} ms a step, at most {peak:.0f} MB")
    print(dict(measures))


if __name__ == "__main__":
    main()
