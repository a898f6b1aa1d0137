"""The doctrine against random players, for the benchmarks of single books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from grognard.core.dice import Fast
from grognard.core.state import Setup
from grognard.players import DoctrinePlayer, Player, RandomPlayer, play_out
from grognard.rulebooks.book import Book


def against_chance(book: Book, name: str, battles: int) -> None:
    """Results for the doctrine, by its side: won, drawn and lost."""
    setup: Setup = book.read_setup(book.scenarios()[name])
    found = Counter[tuple[str, str]]()
    for seed in range(1, battles + 1):
        for side in setup.sides:
            players: dict[str, Player] = {
                seat.id: DoctrinePlayer() if seat.side == side.id else RandomPlayer() for seat in setup.seats
            }
            outcome = play_out(book, setup, players, Fast(seed), seed=seed).outcome
            winners = outcome.winners if outcome else ()
            found[side.id, "drawn" if not winners else "won" if winners == (side.id,) else "lost"] += 1
    for (side_id, result), count in sorted(found.items()):
        print(f"{name}: {side_id} {result} {count} of {battles}")


def told(book: Book, words: list[str], speed: Callable[[int], None]) -> None:
    """What the words of the command line ask for: ``--chance SCENARIO BATTLES`` or ``[BATTLES]`` to be timed."""
    if words[:1] == ["--chance"]:
        against_chance(book, words[1], int(words[2]))
    else:
        speed(int(words[0]) if words else 10)
