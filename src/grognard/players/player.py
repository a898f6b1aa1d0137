"""Who may answer in the place of a person."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from grognard.core.state import Order, Question
from grognard.rulebooks.book import Book


class Player(Protocol):
    """Anything that can answer: it gets the view of its seat, never a state."""

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        """An order that passes the decision's check; ``options`` are those on offer, never none."""
        ...


class RandomPlayer:
    """Any of the options, each as likely as the others."""

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        return options[int(rng.random() * len(options))]


class DoctrinePlayer:
    """What a sensible player does, as the rule book's doctrine says."""

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        return book.doctrine(view, question, options, rng)
