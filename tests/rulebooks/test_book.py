"""What a rule book offers that has no words of its own for it."""

from __future__ import annotations

import pytest

from grognard.core.state import Setup, Side
from grognard.locale import Name, say
from grognard.rulebooks.book import Book

SETUP = Setup(
    book="x",
    version="1",
    scenario="x",
    name=Name("x"),
    sides=(Side("red", Name("The Reds", "Красные")), Side("blue", Name("The Blues", "Синие"))),
    seats=(),
    options={},
)


@pytest.mark.parametrize(
    ("measure", "value", "words"),
    [
        ("winner", "red", "Красные"),
        ("winner", "red+blue", "Красные, Синие"),
        ("winner", "", "без победителя"),
        ("how_long", "too_long", "too long"),
        ("turns", 7, "7"),
    ],
)
def test_values_of_measures(measure: str, value: str | int, words: str) -> None:
    assert say(Book().value_words(SETUP, measure, value), "ru") == words


def test_measures_in_plain_letters() -> None:
    assert Book().measure_words(SETUP, "men_lost") == "men lost"
