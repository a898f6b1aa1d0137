"""What was measured, in the reader's language."""

from __future__ import annotations

from typing import NamedTuple

from grognard.cli.lang import lang, say
from grognard.core.state import Setup
from grognard.rulebooks.book import Book


def figure(value: float, decimals: int = 2) -> str:
    """Written as the reader's language writes it."""
    from grognard.show.model import Number
    from grognard.show.speech import plain

    return plain(Number(value, decimals), lang())


class Measured(NamedTuple):
    """Names of the measures of a battle and of their values."""

    book: Book
    setup: Setup

    def name(self, measure: str) -> str:
        return say(self.book.measure_words(self.setup, measure))

    def value(self, measure: str, value: str | int) -> str:
        return say(self.book.value_words(self.setup, measure, value))
