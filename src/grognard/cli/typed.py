"""Real dice: asked for by what they are for, typed in by a person, checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from grognard.cli.lang import say
from grognard.core import engine
from grognard.core.chance import Chance, Throw
from grognard.core.dice import NeedDice
from grognard.core.engine import Step
from grognard.core.events import Rolled
from grognard.core.game import Game
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.orders import Vocabulary

M = TypeVar("M")
R = TypeVar("R")
Ask = Callable[[Text], str]


class _Padded:
    """The faces typed so far, then ones: shows what the next dice are for without throwing them."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)

    def throw(self, chance: Chance[M]) -> Throw[M]:
        given, self._faces = self._faces[: chance.count], self._faces[chance.count :]
        return chance.read((*given, *(1,) * (chance.count - len(given))))


def with_dice(
    take: Callable[[Sequence[int]], R], scout: Callable[[Any], Step], ask: Ask, words: Vocabulary
) -> R:
    """``take(faces)`` with as many faces as it needs; ``scout(dice)`` plays the same step to see what comes."""
    faces: list[int] = []
    while True:
        try:
            return take(faces)
        except NeedDice as need:
            rolled = _next(scout(_Padded(faces)), len(faces))
            faces += _typed(need.chance, rolled, ask, words)


def scouting(game: Game, question: str, order: Order) -> Callable[[Any], Step]:
    """The step that this answer leads to."""
    return lambda dice: engine.answer(game.book, game.setup, game.state, {question: order}, dice)


def _next(step: Step, thrown: int) -> Rolled | None:
    for rolled in step.rolled:
        if thrown <= 0:
            return rolled
        thrown -= len(rolled.faces)
    return None


def _typed(chance: Chance[Any], rolled: Rolled | None, ask: Ask, words: Vocabulary) -> list[int]:
    prompt = _prompt(chance, rolled, words)
    while True:
        faces = [int(word) for word in re.findall(r"\d+", ask(prompt))]
        if len(faces) == chance.count and all(1 <= face <= chance.sides for face in faces):
            return faces
        prompt = T(
            "that is not {count}d{sides}: type {count} numbers from 1 to {sides}",
            count=chance.count,
            sides=chance.sides,
        )


def _prompt(chance: Chance[Any], rolled: Rolled | None, words: Vocabulary) -> Text:
    dice = f"{chance.count}d{chance.sides}"
    if rolled is None:
        return T("Throw {dice}", dice=dice)
    purpose = _named(rolled.purpose.partition(":")[0], words)
    if not rolled.who:
        return T("Throw {dice}: {purpose}", dice=dice, purpose=purpose)
    return T("Throw {dice}: {purpose}, {who}", dice=dice, purpose=purpose, who=_named(rolled.who, words))


def _named(key: str, words: Vocabulary) -> str:
    """What the book calls it, else its id in plain words."""
    names = {one.id: one.name for one in words.things} | {one.concept: one.name for one in words.keywords}
    return say(names[key]) if key in names else key.replace("_", " ")
