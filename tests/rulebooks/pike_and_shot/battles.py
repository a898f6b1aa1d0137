"""Whole battles of Pike and Shot, played by lot with a taste for action, for tests of what must always hold."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from grognard.core import engine
from grognard.core.dice import Dice, Fast
from grognard.core.engine import Step
from grognard.core.game import Game
from grognard.core.state import Order, Question, State
from grognard.rulebooks.pike_and_shot.model import PikeSetup
from tests.rulebooks.pike_and_shot.scenes import BOOK

ACTION = {
    "card": ("activate", "coordinate"),
    "use": ("charge", "shoot", "fight", "move"),
    "step": ("advance", "go_on"),
    "reply": ("reply",),
}
"""Orders that make something happen; of reactions all but passing do."""


def shipped(name: str, **options: Any) -> PikeSetup:
    return BOOK.read_setup(BOOK.scenarios()[name], options=options)


def bold(kind: str, options: Sequence[Order], rng: random.Random) -> Order:
    """Two times in three something that makes things happen, else any order of the list."""
    busy = [order for order in options if order[0] in ACTION.get(kind, ())]
    if kind == "react":
        busy = [order for order in options if order != ("pass",)]
    return rng.choice(busy if busy and rng.random() < 0.67 else list(options))


def choose(setup: PikeSetup, state: State[Any], question: Question, rng: random.Random) -> Order:
    """An order of the list that passes the check of its own question."""
    view, decision = BOOK.view(setup, state, question.seat), BOOK.decisions[question.kind]
    order = bold(question.kind, decision.options(view, question), rng)
    assert decision.check(view, question, order) == order
    return order


def steps(setup: PikeSetup, seed: int, dice: Dice | None = None) -> Iterator[tuple[State[Any], Step]]:
    """The position before each step, and the step; the first one begins with no pieces."""
    rng, dice = random.Random(seed), dice or Fast(seed)
    step = engine.begin(BOOK, setup, dice)
    yield State(()), step
    while not step.state.finished:
        before = step.state
        answers = {q.id: choose(setup, before, q, rng) for q in before.questions if q.answer is None}
        step = engine.answer(BOOK, setup, before, answers, dice)
        yield before, step


def played(setup: PikeSetup, seed: int) -> Game:
    """A whole battle through the door of a game, with its record."""
    rng = random.Random(seed)
    game = Game.new(BOOK, setup, seed=bytes([seed]) * 32)
    while not game.state.finished:
        question = next(q for q in game.state.questions if q.answer is None)
        game.submit(question.seat, question.id, choose(setup, game.state, question, rng))
    return game
