"""Orders of long ago in words, as far as the present has words for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.book import Book
from grognard.show.model import Words


class Wording:
    """Words of a book for orders that were given earlier, for whoever has that view."""

    def __init__(self, book: Book, view: Any) -> None:
        self.book, self.view = book, view
        self.names: Mapping[str, Words] = {row.id: row.name for row in book.strengths(view)}
        """What pieces are called, by id, as far as the order of battle has them."""

    def said(self, seat: str, question: str, order: Order) -> Words:
        """An order with the pieces that it was for."""
        kind, *about = question.split(":")
        pieces = tuple(self.names[one] for one in about if one in self.names)
        words = self._order(Question(kind, seat, tuple(about)), order)
        return T("{pieces}: {order}", pieces=pieces, order=words) if pieces else words

    def _order(self, question: Question, order: Order) -> Words:
        """As it was handed in, where the book no longer knows of what the order speaks."""
        try:
            return self.book.order_words(self.view, question, order)
        except (LookupError, ValueError, TypeError, AttributeError, StopIteration):
            return " ".join(map(str, order))
