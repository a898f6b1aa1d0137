"""Whole battles for tests of words and reports: played at random from a seed, or by default up to a question."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.state import Order, Question
from grognard.rulebooks.feudal.book import FeudalBook
from grognard.rulebooks.feudal.model import FeudalSetup

BOOK = FeudalBook()
BROD = """\
scenario: {id: brod, en: The ford, ru: Брод, last_round: 3}
side: [{id: red, en: The count, ru: Граф}, {id: blue, en: The duke, ru: Герцог}]
seat:
  - {id: count, side: red, kind: player, artefacts: [weather_clear, walls, mire_jar]}
  - {id: duke, side: blue, kind: player, artefacts: [weather_rain]}
army:
  - {id: knights, oob: 1, seat: count, troop: knights, men: 30, name: {en: Count's knights, ru: Рыцари графа},
     tactics: [lance_charge, feigned_flight], commander: {name: Orm, level: 2, features: [surgeon]}}
  - {id: bows, oob: 2, seat: count, troop: archers, men: 60, name: {en: Count's bowmen, ru: Лучники графа},
     tactics: [volley_drill]}
  - {id: heavies, oob: 3, seat: count, troop: men_at_arms, men: 50, name: {en: Men of steel, ru: Латники},
     tactics: [shield_wall], commander: {name: Hild, level: 4, features: [beloved]}}
  - {id: levy, oob: 4, seat: count, troop: militia, men: 150, name: {en: Levy of Brod, ru: Ополчение Брода},
     conditions: [hidden]}
  - {id: spears, oob: 5, seat: duke, troop: spearmen, men: 150, name: {en: Duke's spears, ru: Копейщики герцога}}
  - {id: peasants, oob: 6, seat: duke, troop: militia, men: 150, name: {en: Duke's peasants, ru: Мужики герцога}}
  - {id: horse, oob: 7, seat: duke, troop: knights, men: 30, name: {en: Black riders, ru: Чёрные всадники}}
  - {id: crossbows, oob: 8, seat: duke, troop: crossbowmen, men: 50, name: {en: Duke's crossbows, ru: Самострелы}}
"""


def brod(**options: Any) -> FeudalSetup:
    """The count's four armies against the duke's, with names as players give them."""
    return BOOK.read_setup(BROD, "brod.yaml", options=options)


def shipped(name: str, **options: Any) -> FeudalSetup:
    return BOOK.read_setup(BOOK.scenarios()[name], options=options)


def begun(setup: FeudalSetup, seed: int = 0) -> Game:
    return Game.new(BOOK, setup, seed=bytes([seed % 256]) * 32)


def open_questions(game: Game) -> list[Question]:
    return [question for question in game.state.questions if question.answer is None]


def moments(setup: FeudalSetup, seed: int, boldness: float = 0.6) -> Iterator[Game]:
    """The game before each answer and at the end; ``boldness`` is how often an order is drawn by lot instead of
    being the default."""
    rng = random.Random(seed)
    game = begun(setup, seed)
    while not game.state.finished:
        yield game
        question = open_questions(game)[0]
        answer(game, question, rng, boldness)
    yield game


def answer(game: Game, question: Question, rng: random.Random, boldness: float) -> None:
    orders: list[Order] = list(game.options(question))
    rng.shuffle(orders)
    if rng.random() >= boldness:
        orders.insert(0, default(game, question))
    for order in orders:
        try:
            game.submit(question.seat, question.id, order)
        except Refused:
            continue
        return
    raise AssertionError(f"nothing can be answered to {question.id}")


def default(game: Game, question: Question) -> Order:
    return BOOK.decisions[question.kind].default(game.view(question.seat), question)


def played(setup: FeudalSetup, seed: int, boldness: float = 0.6) -> Game:
    """A battle to its very end."""
    *_, last = moments(setup, seed, boldness)
    return last


def up_to(kind: str, setup: FeudalSetup, seat: str = "count", orders: Mapping[str, Order] = {}) -> Game:
    """By default up to the first question of that kind to that seat; ``orders``: by kind, for all who can."""
    game = begun(setup)
    while not any(question.kind == kind and question.seat == seat for question in open_questions(game)):
        question = open_questions(game)[0]
        order = orders.get(question.kind, default(game, question))
        usable = order in game.options(question)
        game.submit(question.seat, question.id, order if usable else default(game, question))
    return game
