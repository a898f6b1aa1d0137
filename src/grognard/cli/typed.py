"""Real dice: asked for by what they are for, typed in by a person, checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from grognard.cli.console import Quit
from grognard.cli.keys import Pressed, pressed
from grognard.cli.lang import lang
from grognard.core import engine
from grognard.core.chance import Chance, Throw
from grognard.core.dice import NeedDice
from grognard.core.engine import Step
from grognard.core.events import Rolled
from grognard.core.game import Game
from grognard.core.state import Order
from grognard.locale import Name, T, Text
from grognard.orders import Vocabulary
from grognard.rulebooks.book import Book

M = TypeVar("M")
R = TypeVar("R")
Ask = Callable[[Text], str]
Label = Callable[[Rolled, Chance[Any]], Text]


class _Padded:
    """The faces typed so far, then ones: shows what the next dice are for without throwing them."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)

    def throw(self, chance: Chance[M]) -> Throw[M]:
        given, self._faces = self._faces[: chance.count], self._faces[chance.count :]
        return chance.read((*given, *(1,) * (chance.count - len(given))))


def with_dice(take: Callable[[Sequence[int]], R], scout: Callable[[Any], Step], ask: Ask, label: Label) -> R:
    """``take(faces)`` with as many faces as it needs; ``scout(dice)`` plays the same step to see what comes."""
    faces: list[int] = []
    while True:
        try:
            return take(faces)
        except NeedDice as need:
            rolled = _next(scout(_Padded(faces)), len(faces))
            faces += _typed(
                need.chance, T("for something") if rolled is None else label(rolled, need.chance), ask
            )


def scouting(game: Game, question: str, order: Order) -> Callable[[Any], Step]:
    """The step that this answer leads to."""
    return lambda dice: engine.answer(game.book, game.setup, game.state, {question: order}, dice)


def labels(book: Book, words: Callable[[], Vocabulary]) -> Label:
    """What dice are for, and for whom, in the words of the book; they are made when dice are asked for. A die that
    picks one of several things says which face is which."""

    def label(rolled: Rolled, chance: Chance[Any]) -> Text:
        purpose = book.purpose_words(rolled.purpose)
        picked = _picks(chance)
        if not rolled.who and not picked:
            return purpose
        names = {one.id: one.name for one in words().things}
        if rolled.who:
            purpose = T("{purpose}, {who}", purpose=purpose, who=names.get(rolled.who, Name(rolled.who)))
        if not set(picked) <= names.keys():
            return purpose
        faces = tuple(
            Text("{face}: {name}", {"face": face, "name": names[one]}) for face, one in enumerate(picked, 1)
        )
        return Text("{purpose} ({faces})", {"purpose": purpose, "faces": faces}) if faces else purpose

    return label


def _picks(chance: Chance[Any]) -> list[str]:
    """What each face of a single die picks, where it picks something that has an id."""
    if chance.count != 1:
        return []
    meanings = [chance.read((face,)).meaning for face in range(1, chance.sides + 1)]
    return meanings if all(isinstance(one, str) for one in meanings) else []


def _next(step: Step, thrown: int) -> Rolled | None:
    for rolled in step.rolled:
        if thrown <= 0:
            return rolled
        thrown -= len(rolled.faces)
    return None


def _typed(chance: Chance[Any], purpose: Text, ask: Ask) -> list[int]:
    from grognard.show.speech import dice_name

    dice = dice_name(chance.count, chance.sides, lang())
    prompt = T("Throw {dice}: {purpose}", dice=dice, purpose=purpose)
    while True:
        line = ask(prompt)
        if pressed(line) == Pressed("quit"):
            raise Quit
        faces = [int(word) for word in re.findall(r"\d{1,6}", line)]
        if len(faces) == chance.count and all(1 <= face <= chance.sides for face in faces):
            return faces
        prompt = T(
            "that is not {dice}: type {count} numbers from 1 to {sides}",
            dice=dice,
            count=chance.count,
            sides=chance.sides,
        )
