"""The search against the doctrine, for the benchmarks of single books."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from grognard.core.dice import Fast
from grognard.core.state import Order, Question, Setup, State
from grognard.players import DoctrinePlayer, Player, SearchPlayer, play_out
from grognard.rulebooks.book import Book


class Timed:
    """A search whose decisions are timed: CPU seconds of each."""

    def __init__(self, runs: int) -> None:
        self.player, self.took = SearchPlayer(runs=runs), [0.0]

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        began = time.process_time()
        order = self.player.answer(book, view, question, options, rng)
        self.took.append(time.process_time() - began)
        return order


def against_doctrine(book: Book, name: str, battles: int, runs: int, first: int = 1) -> None:
    """Battle by battle, each seed with the search on every side in turn: won, drawn, lost and CPU a decision."""
    setup: Setup = book.read_setup(book.scenarios()[name])
    found, searcher = Counter[str](), Timed(runs)
    for seed in range(first, first + battles):
        for side in setup.sides:
            players: dict[str, Player] = {
                seat.id: searcher if seat.side == side.id else DoctrinePlayer() for seat in setup.seats
            }
            result = _result(play_out(book, setup, players, Fast(seed), seed=seed), side.id)
            found[result] += 1
            counts = ", ".join(f"{found[one]} {one}" for one in ("won", "drawn", "lost"))
            print(f"{name} {seed} {side.id}: {result}; {counts}; {_told(searcher.took)}", flush=True)


def _result(state: State[Any], side: str) -> str:
    winners = state.outcome.winners if state.outcome else ()
    return "drawn" if not winners else "won" if side in winners else "lost"


def _told(took: Sequence[float]) -> str:
    """What decisions cost; where one thing only can be done nothing is searched, and it isn't counted."""
    searched = [one for one in took if one > 0.02] or [0.0]
    mean = sum(searched) / len(searched)
    return f"{len(searched)} of {len(took)} searched, {mean:.2f} s of CPU each, {max(took):.2f} at most"
