"""The doctrine: points of the chapter What a sensible player does, from views alone."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.core.dice import Fast
from grognard.players import DoctrinePlayer, Player, RandomPlayer, play_out, referee
from grognard.rulebooks.napoleonic.doctrine_odds import odds
from tests.rulebooks.napoleonic.scenes import BOOK, scene, unit


@pytest.mark.clause("NA-CC-20", "NA-CC-23")
def test_chances_are_those_of_the_worked_examples() -> None:
    setup = scene(unit("a"), unit("b", "blue", at=(3, 6, 180))).setup
    even = odds(setup, "foot", "foot", 0)
    assert (even.routs, even.pushes) == (pytest.approx(1 / 36), pytest.approx(5 / 36))
    assert (even.routed, even.pushed) == (even.routs, even.pushes)
    guard = odds(setup, "foot", "foot", 2)
    assert (guard.routs, guard.pushes) == (pytest.approx(1 / 6), pytest.approx(1 / 4))


# --- whole battles -------------------------------------------------------------------------------------------


def winners(count: int) -> Counter[str]:
    """Who wins skirmishes between doctrine and lot, sides swapped."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    found: Counter[str] = Counter()
    for seed in range(count):
        mine = setup.sides[seed % 2].id
        players: dict[str, Player] = {
            seat.id: DoctrinePlayer() if seat.side == mine else RandomPlayer() for seat in setup.seats
        }
        end = play_out(BOOK, setup, players, Fast(seed), seed=seed)
        found["doctrine" if end.outcome is not None and mine in end.outcome.winners else "other"] += 1
    return found


def test_doctrine_beats_the_lot() -> None:
    assert winners(20)["doctrine"] >= 19


def test_the_referee_finds_nothing_wrong() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    found = referee(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, 5, sample=2)
    assert found.violations == ()
    assert found.answers > 50


def test_the_same_battle_is_played_twice_alike() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    players = {seat.id: DoctrinePlayer() for seat in setup.seats}
    assert len({play_out(BOOK, setup, players, Fast(7)).digest() for _ in range(2)}) == 1
