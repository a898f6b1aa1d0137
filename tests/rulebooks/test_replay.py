"""Whole battles of every book by default answers and by lot: their records verify, can be gone on with, and are the
same bytes on every machine and Python."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from grognard.core import check_dice
from grognard.core.game import Game
from grognard.core.record import Answered, Journal, Line, Snapshot
from grognard.core.replay import read_state, verify
from grognard.core.state import Order, Question, encode
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book

SEED = bytes(range(32))
HERE = Path(__file__).parent
GOLDEN: dict[str, str] = yaml.safe_load((HERE / "golden_records.yaml").read_text(encoding="utf-8"))
"""sha of the last line of each record. Whoever changes rules, tables, scenarios or events on purpose changes these."""


class Lot(msgspec.Struct, frozen=True):
    """How seats answer by lot: so many of 100 questions (the others by default), three times in four the most eager
    order of those that bring armies together, never one that ends it; into how many links the dice are cut."""

    often: int
    seed: int = 2
    links: int = 200
    eager: Mapping[str, Sequence[str]] = {}
    never: Sequence[str] = ()


LOTS = {
    "feudal": Lot(50, seed=1),
    "pike_and_shot": Lot(
        90,
        links=400,
        eager={
            "card": ("activate",),
            "use": ("charge", "shoot", "fight", "move"),
            "step": ("advance", "go_on"),
            "react": (
                *("stand_and_shoot", "mixed", "counter_charge", "shoot"),
                *("charge", "brace", "evade", "reform"),
            ),
            "reply": ("reply",),
        },
    ),
    "napoleonic": Lot(
        90, eager={"order": ("attack", "pursue"), "fire": ("fire",)}, never=("truce", "concede")
    ),
    "fantasy": Lot(90, eager={"order": ("attack", "shoot", "cast")}),
    "modern": Lot(90, eager={"attack": ("fire",), "kso": ("play",), "movement": ("move",)}),
}
PLACES = 3
"""A record is cut off and gone on with at so many places at the most."""
CLASH = HERE / "pike_and_shot" / "clash.yaml"
"""At close quarters from the first card on."""
SLOW = ("grand", "agincourt", "standard")
BATTLES = [
    pytest.param(book, name, way, id=f"{book}-{name}-{way}", marks=[pytest.mark.slow] if name in SLOW else [])
    for book in LOTS
    for name in ("skirmish", "clash", "raid", "camp", "deathmatch", *SLOW)
    for way in ("default", "lot")
    if f"{book}-{name}-{way}" in GOLDEN
]


def test_every_book_has_records() -> None:
    assert {key.partition("-")[0] for key in GOLDEN} == set(LOTS) == set(shelf.names())
    assert len(BATTLES) == len(GOLDEN)


@cache
def battle(book_id: str, name: str, way: str) -> Game:
    """The battle to its end."""
    book, lot = shelf.book(book_id), LOTS[book_id]
    setup = book.read_setup(CLASH if name == "clash" else book.scenarios()[name])
    game = Game.new(book, setup, seed=SEED, links=lot.links if way == "lot" else 1)
    rng = random.Random(lot.seed)
    while not game.state.finished:
        question = next(one for one in game.state.questions if one.answer is None)
        if way == "lot" and rng.random() < lot.often / 100:
            game.submit(question.seat, question.id, drawn(game, question, lot, rng))
        else:
            game.take_default(question)
    return game


def drawn(game: Game, question: Question, lot: Lot, rng: random.Random) -> Order:
    orders: list[Order] = [one for one in game.options(question) if one[0] not in lot.never]
    wanted = lot.eager.get(question.kind, ())
    eager = sorted((one for one in orders if one[0] in wanted), key=lambda one: wanted.index(str(one[0])))
    return eager[0] if eager and rng.random() < 0.75 else rng.choice(orders)


def written(lines: list[Line]) -> bytes:
    return b"".join(encode(line) + b"\n" for line in lines)


@pytest.mark.parametrize(("book_id", "name", "way"), BATTLES)
def test_the_record_of_a_battle(book_id: str, name: str, way: str, tmp_path: Path) -> None:
    """The same bytes on Python 3.11 to 3.13, whatever the hash seed."""
    game = battle(book_id, name, way)
    verifies(game, tmp_path / "battle.jsonl")
    holds(shelf.book(book_id), game)
    can_be_gone_on_with(game)
    assert game.journal.sha == GOLDEN[f"{book_id}-{name}-{way}"]


def verifies(game: Game, path: Path) -> None:
    """By playing it again, and the dice also by the checker that shares no code with the package."""
    path.write_bytes(written(game.journal.lines))
    verdict = verify(game.book, Journal.open(path))
    assert (verdict.divergence, verdict.finished) == (None, True)
    assert check_dice.check(str(path)) == (verdict.dice_checked, None)


def holds(book: Book, game: Game) -> None:
    """Between the snapshots of the record nothing that must hold is broken."""
    before: Any = book.start(game.setup)
    for line in game.journal.lines:
        if isinstance(line.entry, Snapshot):
            after = read_state(book, line.entry.state)
            assert book.check_invariants(game.setup, before, after) == []
            before = after


def can_be_gone_on_with(game: Game) -> None:
    """Cut off after a snapshot, resumed, answered as before: the same lines follow up to the next."""
    lines = game.journal.lines
    cuts = [n for n, line in enumerate(lines) if isinstance(line.entry, Snapshot)]
    cuts = cuts[:: len(cuts) // PLACES + 1]
    for cut, following in zip(cuts, [*cuts[1:], len(lines) - 1], strict=True):
        again = Game.resume(game.book, Journal.parse(written(lines[: cut + 1])), SEED)
        for entry in _answers(lines[cut:following]):
            if entry.by == "default":
                again.take_default(next(one for one in again.state.questions if one.id == entry.question))
            else:
                again.submit(entry.seat, entry.question, entry.order)
        made = [line.sha for line in again.journal.lines[:following]]
        assert made == [line.sha for line in lines[:following]]


def _answers(lines: list[Line]) -> Iterator[Answered]:
    return (line.entry for line in lines if isinstance(line.entry, Answered))
