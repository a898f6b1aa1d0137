"""Modern war: whole battles by doctrine players, the doctrine against chance, the search against the doctrine.

python modern.py [BATTLES]                         # battles of ``standard`` that are timed (10)
python modern.py --chance SCENARIO BATTLES         # the doctrine against random players, so many battles a side
python modern.py --search SCENARIO BATTLES [RUNS] [FIRST]
                                                   # the search against the doctrine, so many battles a side, with
                                                   # so many runs a decision (24), from this seed on (1)
"""

from __future__ import annotations

import sys
import time

from chance import told
from searching import against_doctrine

from grognard.core.dice import Fast
from grognard.players import DoctrinePlayer, play_out
from grognard.rulebooks.modern.book import ModernBook

BOOK = ModernBook()
RUNS = 24


def speed(battles: int) -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["standard"])
    began = time.process_time()
    for seed in range(1, battles + 1):
        play_out(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(seed), seed=seed)
    took = (time.process_time() - began) / battles
    print(f"standard: {took:.2f} s of CPU a battle, mean of {battles}")


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["--search"]:
        numbers = [*map(int, words[2:])]
        battles, runs, first = (*numbers, *(10, RUNS, 1)[len(numbers) :])
        against_doctrine(BOOK, words[1], battles, runs, first)
    else:
        told(BOOK, words, speed)
