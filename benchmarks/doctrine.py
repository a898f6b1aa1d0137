"""How well and how fast the doctrine plays: python benchmarks/doctrine.py [BATTLES] [SCENARIO ...].

For each scenario and side: the doctrine there against random players elsewhere, and the doctrine everywhere. Then
seconds and peak memory of the largest battle.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from collections.abc import Sequence

from grognard.core.dice import Fast
from grognard.core.state import Setup
from grognard.players import DoctrinePlayer, Player, RandomPlayer, play_out
from grognard.rulebooks.book import Book
from grognard.rulebooks.shelf import book

SMALL = ("skirmish", "standard", "deathmatch", "agincourt")
LARGE = "grand"


def tally(rules: Book, setup: Setup, side: str, rest: Player, battles: int) -> Counter[str]:
    """Winner ("" for nobody) -> battles, with the doctrine on one side and ``rest`` on the others."""
    found: Counter[str] = Counter()
    doctrine = DoctrinePlayer()
    for seed in range(battles):
        players = {seat.id: doctrine if seat.side == side else rest for seat in setup.seats}
        state = play_out(rules, setup, players, Fast(seed), seed=seed)
        found["+".join(state.outcome.winners) if state.outcome else ""] += 1
    return found


def row(rules: Book, scenario: str, battles: int) -> None:
    """One line a side: battles won against random players, and in the mirror."""
    setup = rules.read_setup(rules.scenarios()[scenario])
    for side in setup.sides:
        counts = [tally(rules, setup, side.id, rest, battles) for rest in (RandomPlayer(), DoctrinePlayer())]
        cells = [f"{count[side.id]:4} won {count['']:4} drawn" for count in counts]
        print(f"{scenario:12} {side.id:10} {cells[0]} | {cells[1]}", flush=True)


def large(rules: Book) -> None:
    setup = rules.read_setup(rules.scenarios()[LARGE])
    began = time.perf_counter()
    state = play_out(rules, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(1))
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{LARGE}: {len(setup.sheets)} armies, {seconds:.2f} s, peak {peak:.0f} MB, {rules.turn(state)}")


def main(words: Sequence[str]) -> None:
    rules = book("feudal")
    battles = int(words[0]) if words else 100
    large(rules)
    print(f"{'scenario':12} {'side':10} {'against random':22} | {'against itself'}, of {battles}")
    for scenario in words[1:] or SMALL:
        row(rules, scenario, battles)


if __name__ == "__main__":
    main(sys.argv[1:])
