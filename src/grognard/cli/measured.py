"""What was measured, in the reader's language."""

from __future__ import annotations

from typing import NamedTuple

from grognard.cli.lang import lang, say
from grognard.core.state import Setup
from grognard.locale import T
from grognard.rulebooks.book import Book


def figure(value: float, decimals: int = 2) -> str:
    """Written as the reader's language writes it."""
    from grognard.show.model import Number
    from grognard.show.speech import plain

    return plain(Number(value, decimals), lang())


def percent(share: float, guessed: bool = False) -> str:
    """A share of 1; what can happen is never shown as 0% or 100%. A guessed one is told by fives."""
    number = share * 100
    if guessed:
        near = round(number / 5) * 5
        whole = min(max(near, 5), 95) if 0 < number < 100 else near
        about = f"{whole}%"
        return say(T("about {share}", share=about))
    if 0 < number < 1:
        return "<1%"
    if 99 < number < 100:
        return ">99%"
    return f"{number:.0f}%"


class Measured(NamedTuple):
    """Names of the measures of a battle and of their values."""

    book: Book
    setup: Setup

    def name(self, measure: str) -> str:
        return say(self.book.measure_words(self.setup, measure))

    def value(self, measure: str, value: str | int) -> str:
        return say(self.book.value_words(self.setup, measure, value))
