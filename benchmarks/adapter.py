"""grognard's side of the performance runner: prints JSON lines, keys ``grognard.…`` (see README.md).

python adapter.py [--quick]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import games
import geometry
import hexes
import numpy as np
from measuring import bench
from msgspec.structs import replace

from grognard.core.chance import Sum
from grognard.core.dice import Dice, Fast, Scripted, Verifiable
from grognard.core.state import Piece, State, encode
from grognard.lab.batch import batch
from grognard.lab.odds import absorb
from grognard.rulebooks.feudal import BOOK

SETUP, START = BOOK.clash(["warriors 150 vs warriors 50"], {"rout": "never", "natural_one_attack": "miss"})
"""27 HP, attack 5, Defence 15 against 16 HP, attack 3, Defence 13, through the feudal book's own rules."""


def winner(state: State[Any]) -> dict[str, str]:
    assert state.outcome is not None
    return {"winner": "".join(state.outcome.winners)}


def battle(dice: Dice, listening: bool) -> Any:
    draft = BOOK.draft(SETUP, START, dice, listening)
    draft.run()
    return draft


def check() -> None:
    """The battles that are timed are right: exact odds, sampled odds, and a replay from the recorded dice."""
    exact = absorb(BOOK, SETUP, START, winner).of("winner")
    assert abs(exact["a"] - Fraction(969517415096, 10**12)) < Fraction(1, 10**11), exact
    dice = Fast(7)
    count = Counter(battle(dice, False).outcome.winners for _ in range(4000))
    assert abs(count[("a",)] / 4000 - float(exact["a"])) < 0.014
    first = battle(Verifiable(b"k" * 32), True)
    again = battle(Scripted([face for rolled in first.rolled for face in rolled.faces]), True)
    assert (again.state(), again.told, again.rolled) == (first.state(), first.told, first.rolled)


def feudal() -> None:
    verifiable, fast, rng = Verifiable(b"k" * 32), Fast(1), np.random.default_rng(1)

    def many(dice: Dice, listening: bool) -> int:
        for _ in range(400):
            battle(dice, listening)
        return 400

    def answer() -> int:
        fresh = replace(SETUP)  # figures are remembered with the setup they are worked out for
        absorb(BOOK, fresh, START, winner, exact=False)
        return 1

    table = batch(BOOK, SETUP, START, winner)
    bench(
        "grognard.feudal.logged",
        lambda: many(verifiable, True),
        "battles/s",
        "verifiable dice, events and rolls kept",
    )
    bench("grognard.feudal.fast", lambda: many(fast, False), "battles/s", "fast dice, nobody listens")
    bench(
        "grognard.feudal.batch",
        lambda: sum(table.sample(1_000_000, rng).values()),
        "battles/s",
        "the branched graph as a table",
        5,
    )
    bench(
        "grognard.feudal.exact",
        answer,
        "answers/s",
        "branch, merge, solve; nothing cached between answers",
        3,
    )


def odds() -> None:
    def pools() -> int:
        for keep in ((2, 0), (0, 2)):
            assert sum(weight for _, weight in Sum(4, 6, int, *keep).branches) == 1296
        return 1

    def chain() -> int:
        absorb(games.PROBLEMS, games.PROBLEMS_SETUP, games.VOLLEY, games.fighters)
        return 1

    def contest() -> int:
        absorb(games.PROBLEMS, games.PROBLEMS_SETUP, games.CONTEST, games.fighters)
        return 1

    exact = absorb(games.PROBLEMS, games.PROBLEMS_SETUP, games.CONTEST, games.fighters).of("left")
    assert sum(exact.values()) == 1
    assert abs(float(exact[1]) - 0.7596379047738867) < 1e-12
    bench("grognard.odds.a", pools, "answers/s", "4d6, best two kept and best two dropped", 5)
    bench("grognard.odds.b", chain, "answers/s", "40 shots: hit, wound, save; exact fractions", 3)
    bench("grognard.odds.c_fraction", contest, "answers/s", "contest 27 v 16, exact fractions", 3)


def engine() -> None:
    rng, opening = random.Random(1), games.opening()
    dice = Verifiable(b"k" * 32)
    games_played = lambda: len([games.playout(rng, games.opening()) for _ in range(20)])  # noqa: E731
    bench("grognard.ttt.playouts", games_played, "games/s", "tic-tac-toe as a rule book, random answers")
    bench(
        "grognard.ttt.mcts",
        lambda: len(games.uct(opening, 200, rng)) and 200,
        "iterations/s",
        "search from the empty board",
        5,
    )
    bench(
        "grognard.fifty.moves",
        lambda: games.fifty_moves(100, dice),
        "moves/s",
        "50 units, four verifiable dice, event told",
    )
    bench(
        "grognard.die",
        lambda: len([dice.die(20) for _ in range(2000)]),
        "dice/s",
        "verifiable d20, one at a time",
        5,
    )


class Unit(Piece, frozen=True, cache_hash=True, tag="unit12"):
    side: int
    kind: int
    x: int
    y: int
    facing: int
    hp: int
    morale: int
    ammo: int
    moved: bool
    fired: bool
    status: str


def sixty() -> State[Unit]:
    rng = random.Random(1)
    return State(
        tuple(
            Unit(
                f"u{i}",
                i % 2,
                rng.randrange(8),
                rng.randrange(30),
                rng.randrange(10),
                i % 6,
                10,
                7,
                4,
                False,
                False,
                "ok",
            )
            for i in range(60)
        )
    )


def state() -> None:
    position = sixty()

    def changed(at: int, **fields: Any) -> State[Unit]:
        pieces = position.pieces
        return replace(position, pieces=(*pieces[:at], replace(pieces[at], **fields), *pieces[at + 1 :]))

    def step() -> int:
        for _ in range(50):
            changed(7, hp=9, moved=True)
        return 50

    def merge() -> int:
        seen: dict[State[Unit], int] = {}
        for n in range(1000):
            new = changed(n % 60, hp=n % 4)
            seen[new] = seen.get(new, 0) + 1
        assert len(seen) <= 240
        return 1000

    bench("grognard.state.step", step, "steps/s", "60 units: copy and change one", 5, 0.15)
    bench("grognard.state.merge", merge, "merges/s", "the same, hashed and merged", 5, 0.15)
    bench(
        "grognard.state.encode",
        lambda: len([encode(position) for _ in range(50)]),
        "encodes/s",
        "canonical JSON",
        5,
        0.15,
    )


if __name__ == "__main__":
    check()
    feudal()
    odds()
    engine()
    state()
    geometry.main("--quick" in sys.argv)
    hexes.main()
