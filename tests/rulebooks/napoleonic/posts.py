"""Battles in which posts are read: printed scenarios at the moment when a kind of question is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.state import Order, Question
from grognard.orders import Asked, Reading, Wording, order_line, read, read_back
from grognard.rulebooks.napoleonic.model import NapoleonicSetup
from grognard.rulebooks.napoleonic.view import NapoleonicView
from tests.rulebooks.napoleonic.scenes import BOOK

FRENCH = "french_1"


class Table:
    """A position, and who reads what there."""

    def __init__(self, setup: NapoleonicSetup, state: Any) -> None:
        self.setup, self.state = setup, state

    def view(self, seat: str) -> NapoleonicView:
        return BOOK.view(self.setup, self.state, seat)

    def reading(self, post: str, seat: str = FRENCH) -> Reading:
        view = self.view(seat)
        return read(post, BOOK.asked_for(view, view.asked, post), BOOK.vocabulary(view))

    def heard(self, post: str, seat: str = FRENCH) -> dict[str, Order]:
        """Unit -> the order that a post gives it."""
        found = self.reading(post, seat)
        return {one.question.partition(":")[2]: one.order for one in found.orders}

    def said_back(self, post: str, seat: str = FRENCH, lang: str = "ru") -> list[str]:
        """What is said back, without who has got no order."""
        view = self.view(seat)
        asked, vocabulary = BOOK.asked_for(view, view.asked, post), BOOK.vocabulary(view)
        lines = read_back(read(post, asked, vocabulary), asked, vocabulary, lang, post)
        return [line for line in lines if not line.startswith("! ") or "[?]" in line]

    def refusals(self, post: str, seat: str = FRENCH) -> dict[str, str]:
        """Unit -> the clause by which the rules don't take the order that a post gives it."""
        found = {}
        for one in self.reading(post, seat).orders:
            try:
                engine.check(BOOK, self.setup, self.state, seat, one.question, one.order)
            except Refused as refused:
                found[one.question.partition(":")[2]] = refused.clause
        return found


@cache
def table(scenario: str, kind: str) -> Table:
    """A printed scenario, played by defaults until that kind of question is asked."""
    setup = BOOK.read_setup(BOOK.scenarios()[scenario])
    dice = Fast(1)
    step = engine.begin(BOOK, setup, dice)
    while True:
        open_now = [one for one in step.state.questions if one.answer is None]
        if kind in {one.kind for one in open_now}:
            return Table(setup, step.state)
        answers = {one.id: _default(setup, step.state, one) for one in open_now}
        step = engine.answer(BOOK, setup, step.state, answers, dice)


def _default(setup: NapoleonicSetup, state: Any, question: Question) -> Order:
    found: Order = BOOK.decisions[question.kind].default(BOOK.view(setup, state, question.seat), question)
    return found


# --- read back -------------------------------------------------------------------------------------------


def misread(
    scenario: str, seed: int, steps: int, options: dict[str, Any] | None = None
) -> tuple[set[str], list[str]]:
    """Kinds of questions met in a battle of random answers, and whatever of some of the options isn't read as it is
    said."""
    setup = BOOK.read_setup(BOOK.scenarios()[scenario], options=options)
    draw, dice = random.Random(seed), Fast(seed)
    step = engine.begin(BOOK, setup, dice)
    kinds, faults = set[str](), list[str]()
    for _ in range(steps):
        if step.state.finished:
            break
        open_now = [one for one in step.state.questions if one.answer is None]
        kinds |= {one.kind for one in open_now}
        for seat in dict.fromkeys(one.seat for one in open_now):
            faults += _misread_by(BOOK.view(setup, step.state, seat), draw)
        answers = {one.id: _some(BOOK.view(setup, step.state, one.seat), one, draw) for one in open_now}
        step = engine.answer(BOOK, setup, step.state, answers, dice)
    return kinds, faults


def _some(view: NapoleonicView, question: Question, draw: random.Random) -> Order:
    """An answer by chance, mostly a fight, and never the end of the battle."""
    options: tuple[Order, ...] = BOOK.decisions[question.kind].options(view, question)
    fights = [one for one in options if one[0] in ("attack", "strike", "ball", "canister", "go_on")]
    return draw.choice(fights if fights and (question.kind == "end" or draw.random() < 0.6) else options)


def _misread_by(view: NapoleonicView, draw: random.Random, most: int = 3) -> Iterator[str]:
    asked, vocabulary = BOOK.asked(view, view.asked), BOOK.vocabulary(view)
    wording = Wording(vocabulary)
    for one in draw.sample(asked, min(most, len(asked))):
        for option in draw.sample(one.options, min(most, len(one.options))):
            for lang in ("en", "ru"):
                line = order_line(one, option, wording, lang)
                if not _is_read(line, one, option.order, read(line, asked, vocabulary)):
                    yield line


def _is_read(line: str, asked: Asked, order: Order, reading: Reading) -> bool:
    found: Sequence[tuple[str, Order]] = [(one.question, one.order) for one in reading.orders]
    return reading.sure and found == [(asked.question, order)]
