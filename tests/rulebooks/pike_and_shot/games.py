"""Games for tests of words, orders and reports: played by lot from a seed, up to a question or to the very end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.state import Order, Question
from grognard.rulebooks.pike_and_shot.book import PikeBook
from grognard.rulebooks.pike_and_shot.model import PikeSetup

BOOK = PikeBook()
CLOSE = """\
scenario: {id: close, en: At close quarters, ru: Вплотную, table: [48, 36], turns: 5}
side:
  - {id: swe, en: Swedes, ru: Шведы, army: swedish, edge: south, seats: [swedish]}
  - {id: imp, en: Imperialists, ru: Имперцы, army: imperial, edge: north, seats: [imperial]}
terrain:
  - {id: wood, kind: wood, poly: [[40, 14], [47, 14], [47, 22], [40, 22]]}
objective:
  - {id: mill, name: {en: The mill, ru: Мельница}, at: [20, 17], radius: 3}
commander:
  - {id: King, name: {en: Gustavus Adolphus, ru: Густав Адольф}, side: swe, level: army, at: [20, 3], cp: 4}
  - {id: Leslie, name: {en: Alexander Leslie, ru: Александр Лесли}, side: swe, level: brigade, at: [20, 10.4],
     under: King}
  - {id: Baner, name: {en: Johan Banér, ru: Юхан Банер}, side: swe, level: brigade, at: [36, 8], under: King}
  - {id: Holk, name: {en: Heinrich Holk, ru: Генрих Хольк}, side: imp, level: brigade, at: [20, 23.6]}
  - {id: Isolano, name: {en: Ludwig Isolano, ru: Людвиг Изолано}, side: imp, level: brigade, at: [34, 25]}
unit:
  - {id: S1, entry: brigade, command: Leslie, at: [20, 14, 0]}
  - {id: S2, entry: horse, command: Leslie, at: [29, 14, 0]}
  - {id: S3, entry: regimental_guns, command: Leslie, at: [14, 14, 0]}
  - {id: S4, entry: saxon_foot, command: Baner, at: [38, 13, 0]}
  - {id: S5, entry: commanded, command: Baner, at: [45, 12, 0]}
  - {id: S6, entry: horse, command: King, at: [10, 6, 0]}
  - {id: I1, entry: regiment, command: Holk, at: [20, 20, 180]}
  - {id: I2, entry: cuirassiers, command: Holk, at: [29, 19, 180]}
  - {id: I3, entry: field_guns, command: Holk, at: [11, 22, 180]}
  - {id: I4, entry: dragoons, command: Isolano, at: [6, 18, 180]}
  - {id: I5, entry: croats, command: Isolano, at: [36, 19, 180]}
  - {id: I6, entry: reiters, command: Isolano, at: [44, 21, 180]}
"""
EAGER = {"use": ("charge", "shoot", "fight", "move"), "step": ("advance",), "card": ("activate",)}
"""Orders that bring armies together."""


def close(**options: Any) -> PikeSetup:
    """Two forces a few inches apart, with every sort of troops."""
    return BOOK.read_setup(CLOSE, "close.yaml", options=options)


def shipped(name: str, **options: Any) -> PikeSetup:
    return BOOK.read_setup(BOOK.scenarios()[name], options=options)


def begun(setup: PikeSetup, seed: int = 0) -> Game:
    return Game.new(BOOK, setup, seed=bytes([seed % 256]) * 32)


def open_questions(game: Game) -> list[Question]:
    return [question for question in game.state.questions if question.answer is None]


def moments(setup: PikeSetup, seed: int, boldness: float = 0.8) -> Iterator[Game]:
    """The game before each answer and at the end; ``boldness`` is how often an order is drawn by lot instead of
    being the default."""
    rng = random.Random(seed)
    game = begun(setup, seed)
    while not game.state.finished:
        yield game
        answer(game, open_questions(game)[0], rng, boldness)
    yield game


def answer(game: Game, question: Question, rng: random.Random, boldness: float) -> None:
    orders: list[Order] = list(game.options(question))
    wanted = EAGER.get(question.kind, ())
    eager = sorted((one for one in orders if one[0] in wanted), key=lambda one: wanted.index(str(one[0])))
    rng.shuffle(orders)
    if rng.random() < 0.6:
        orders = [*eager, *orders]
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


def played(setup: PikeSetup, seed: int, boldness: float = 0.8) -> Game:
    """A battle to its very end."""
    *_, last = moments(setup, seed, boldness)
    return last


def up_to(setup: PikeSetup, wanted: Callable[[Question], bool], seeds: int = 60) -> tuple[Game, Question]:
    """The game at the first open question that is wanted, in one of so many battles."""
    for seed in range(seeds):
        for game in moments(setup, seed):
            for question in open_questions(game):
                if wanted(question):
                    return game, question
    raise AssertionError("that question never came")
