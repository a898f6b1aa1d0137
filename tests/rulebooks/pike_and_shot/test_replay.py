"""Whole battles by random and by default answers: their records verify, can be gone on with, and are the same bytes on
every machine and Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.core import check_dice
from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.record import Answered, Journal, Line, Snapshot
from grognard.core.replay import read_state, verify
from grognard.core.state import Order, Question, encode
from grognard.rulebooks.pike_and_shot.model import PikeSetup
from tests.rulebooks.pike_and_shot.scenes import BOOK

SEED = bytes(range(32))
GOLDEN: dict[str, str] = yaml.safe_load(
    (Path(__file__).parent / "golden_records.yaml").read_text(encoding="utf-8")
)
"""sha of the last line of each record. Whoever changes rules, tables, scenarios or events on purpose changes these."""
WAYS = {"default": 1, "lot": 400}
"""How the seats answer, and into how many links the dice of that battle are cut (1: all revealed at the end)."""
EAGER = {
    "card": ("activate",),
    "use": ("charge", "shoot", "fight", "move"),
    "step": ("advance", "go_on"),
    "react": ("stand_and_shoot", "mixed", "counter_charge", "shoot", "charge", "brace", "evade", "reform"),
    "reply": ("reply",),
}
"""Orders that bring armies together, the most eager first."""
CLASH = """\
scenario: {id: clash, en: The clash, ru: Стычка, table: [48, 36], turns: 5}
side:
  - {id: swe, en: Swedes, ru: Шведы, army: swedish, edge: south, seats: [swedish, saxon]}
  - {id: imp, en: Imperialists, ru: Имперцы, army: imperial, edge: north, seats: [imperial]}
terrain: [{id: wood, kind: wood, poly: [[40, 14], [47, 14], [47, 22], [40, 22]]}]
objective: [{id: mill, name: {en: The mill, ru: Мельница}, at: [20, 17], radius: 3}]
commander:
  - {id: King, side: swe, level: army, at: [20, 3], cp: 4}
  - {id: Leslie, side: swe, level: brigade, at: [20, 10.4], under: King}
  - {id: Arnim, side: swe, level: brigade, at: [36, 8], under: King, seat: saxon}
  - {id: Holk, side: imp, level: brigade, at: [20, 23.6]}
  - {id: Isolano, side: imp, level: brigade, at: [34, 25]}
unit:
  - {id: S1, entry: brigade, command: Leslie, at: [20, 14, 0]}
  - {id: S2, entry: horse, command: Leslie, at: [29, 14, 0]}
  - {id: S3, entry: regimental_guns, command: Leslie, at: [14, 14, 0]}
  - {id: S4, entry: saxon_foot, command: Arnim, at: [38, 13, 0]}
  - {id: S5, entry: commanded, command: Arnim, at: [45, 12, 0]}
  - {id: I1, entry: regiment, command: Holk, at: [20, 18, 180]}
  - {id: I2, entry: cuirassiers, command: Holk, at: [29, 18, 180]}
  - {id: I3, entry: field_guns, command: Holk, at: [11, 22, 180]}
  - {id: I4, entry: dragoons, command: Isolano, at: [6, 18, 180]}
  - {id: I5, entry: croats, command: Isolano, at: [36, 17, 180]}
  - {id: I6, entry: reiters, command: Isolano, at: [44, 19, 180]}
"""
"""At close quarters from the first card on."""
NAMES = ("clash", "skirmish", "raid", "camp", "standard")
SLOW = {("standard", "lot")}
BATTLES = [
    pytest.param(name, way, id=f"{name}-{way}", marks=[pytest.mark.slow] if (name, way) in SLOW else [])
    for name in NAMES
    for way in WAYS
]


def setup_of(name: str) -> PikeSetup:
    return (
        BOOK.read_setup(CLASH, "clash.yaml") if name == "clash" else BOOK.read_setup(BOOK.scenarios()[name])
    )


@cache
def battle(name: str, way: str) -> Game:
    """The battle to its end."""
    game = Game.new(BOOK, setup_of(name), seed=SEED, links=WAYS[way])
    rng = random.Random(2)
    while not game.state.finished:
        question = next(one for one in game.state.questions if one.answer is None)
        if way == "lot" and rng.random() < 0.9:
            by_lot(game, question, rng)
        else:
            game.take_default(question)
    return game


def by_lot(game: Game, question: Question, rng: random.Random) -> None:
    """Three times in four the most eager order, else any of the list."""
    orders: list[Order] = list(game.options(question))
    wanted = EAGER.get(question.kind, ())
    eager = sorted((one for one in orders if one[0] in wanted), key=lambda one: wanted.index(str(one[0])))
    order = eager[0] if eager and rng.random() < 0.75 else rng.choice(orders)
    game.submit(question.seat, question.id, order)


def written(lines: list[Line]) -> bytes:
    return b"".join(encode(line) + b"\n" for line in lines)


@pytest.mark.parametrize(("name", "way"), BATTLES)
def test_the_record_of_a_battle_verifies(name: str, way: str, tmp_path: Path) -> None:
    """By playing it again, and the dice also by the checker that shares no code with the package."""
    path = tmp_path / "battle.jsonl"
    path.write_bytes(written(battle(name, way).journal.lines))
    verdict = verify(BOOK, Journal.open(path))
    assert (verdict.divergence, verdict.finished) == (None, True)
    assert check_dice.check(str(path)) == (verdict.dice_checked, None)
    assert verdict.dice_checked > 0


@pytest.mark.parametrize(("name", "every"), [("clash", 4), ("skirmish", 3), ("raid", 30)])
@pytest.mark.parametrize("way", WAYS)
def test_a_battle_can_be_gone_on_with(name: str, every: int, way: str) -> None:
    """Cut off after a snapshot, resumed, answered as before: the same lines follow up to the next."""
    game = battle(name, way)
    lines = game.journal.lines
    cards = [n for n, line in enumerate(lines) if isinstance(line.entry, Snapshot)][::every]
    for card, following in zip(cards, [*cards[1:], len(lines) - 1], strict=True):
        again = Game.resume(BOOK, Journal.parse(written(lines[: card + 1])), SEED)
        for entry in _answers(lines[card:following]):
            if entry.by == "default":
                again.take_default(next(q for q in again.state.questions if q.id == entry.question))
            else:
                again.submit(entry.seat, entry.question, entry.order)
        assert [line.sha for line in again.journal.lines[:following]] == [
            line.sha for line in lines[:following]
        ]


def _answers(lines: list[Line]) -> Iterator[Answered]:
    return (line.entry for line in lines if isinstance(line.entry, Answered))


@pytest.mark.parametrize(("name", "way"), BATTLES)
def test_the_same_battle_gives_the_same_bytes(name: str, way: str) -> None:
    """On Python 3.11, 3.12 and 3.13, whatever the hash seed."""
    assert battle(name, way).journal.sha == GOLDEN[f"{name}-{way}"]


@pytest.mark.parametrize(("name", "way"), BATTLES)
def test_nothing_that_must_hold_is_broken_on_the_way(name: str, way: str) -> None:
    """Between the snapshots of the record."""
    game = battle(name, way)
    before: Any = BOOK.start(game.setup)
    for line in game.journal.lines:
        if isinstance(line.entry, Snapshot):
            after = read_state(BOOK, line.entry.state)
            assert BOOK.check_invariants(game.setup, before, after) == []
            before = after


@pytest.mark.parametrize("name", NAMES)
def test_every_option_that_is_offered_passes_its_own_check(name: str) -> None:
    """At every tenth question of the battle by default."""
    game = Game.new(BOOK, setup_of(name), seed=SEED)
    asked = 0
    while not game.state.finished:
        question = next(one for one in game.state.questions if one.answer is None)
        asked += 1
        if asked % 10 == 1:
            decision, view = BOOK.decisions[question.kind], game.view(question.seat)
            for order in decision.options(view, question):
                try:
                    assert decision.check(view, question, order) == order
                except Refused as refused:
                    pytest.fail(f"{question.id} {order}: {refused}")
        game.take_default(question)
    assert asked > 10
