"""A position as it stood at one instant. Windows are drawn from it while the battle goes on."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from grognard.core.book import Preview
from grognard.core.events import Told
from grognard.core.game import Heard, awaited, heard_by, is_sealed, reopened
from grognard.core.state import Order, Question, Setup, State
from grognard.locale import Text
from grognard.rulebooks.book import Book


@dataclass(frozen=True)
class Moment:
    """Frozen, so that no lock is needed. ``version`` is the number of lines in the record, ``sha`` names them all;
    ``undo_asked`` is the seat that wants to take something back ("" if none)."""

    battle: str
    book: Book
    setup: Setup
    state: State[Any]
    log: tuple[Told, ...]
    version: int
    sha: str
    undo_asked: str = ""

    def eyes(self, seat: str) -> str:
        """Whose eyes the seat looks with: as a rule everything is open to all when all is over."""
        return self.book.eyes(self.setup, self.state, seat)

    def view(self, seat: str) -> Any:
        return self.book.view(self.setup, self.state, self.eyes(seat))

    def asked(self, seat: str) -> tuple[Question, ...]:
        """Open questions of a seat."""
        return tuple(q for q in self.state.questions if q.seat == seat and q.answer is None)

    def reopened(self, seat: str) -> Moment:
        """The same with the seat's sealed answers open again: so it stands for whoever corrects them."""
        sealed = [one for one in self.state.questions if is_sealed(one, seat)]
        return dataclasses.replace(self, state=reopened(self.state, sealed))

    def waiting_for(self) -> tuple[str, ...]:
        """Seats that still have to answer, in asking order."""
        return awaited(self.state.questions)

    def heard(self, seat: str, since: int = 0) -> list[Heard]:
        """What the seat has heard after its line ``since``, numbered from 1."""
        return heard_by(self.log, self.eyes(seat), since)

    def answer_words(self, view: Any, question: Question, answer: Order) -> Text:
        """An answer that waits for the others; where it is what the rules say for the silent, what comes of it."""
        if answer == self.book.decisions[question.kind].default(view, question):
            return self.book.default_words(view, question)
        return self.book.order_words(view, question, answer)

    def options(self, question: Question) -> tuple[Order, ...]:
        return self.book.decisions[question.kind].options(self.view(question.seat), question)

    def preview(self, question: Question, order: Order) -> Preview:
        return self.book.decisions[question.kind].preview(self.view(question.seat), question, order)

    def check(self, question: Question, order: Order) -> Order:
        """The order as the rules take it; raises Refused."""
        return self.book.decisions[question.kind].check(self.view(question.seat), question, order)
