"""What a rule book hands to the kit, and what it gets back. Plain frozen values, no behaviour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec

from grognard.core.state import Order
from grognard.locale import Name, Text

Key: TypeAlias = str | int
"""What words can mean: the id of a thing, a concept (``"attack"``), or a plain number."""
Span: TypeAlias = tuple[int, int]
"""Where in the text that was read: first character and the one after the last."""
Words: TypeAlias = Text | Name
Confidence: TypeAlias = Literal["sure", "doubtful"]


class Keyword(msgspec.Struct, frozen=True):
    """A concept and the words for it.

    ``name`` is what the kit says and understands. ``en`` and ``ru`` are further words or phrases; other
    forms of a word are found by its stem, ``"атак*"`` stands for every word that begins like that.
    ``minor``: it is part of orders and in itself no sign of one ("if", "cells").
    """

    concept: str
    name: Name
    en: tuple[str, ...] = ()
    ru: tuple[str, ...] = ()
    minor: bool = False


class Thing(msgspec.Struct, frozen=True):
    """A piece, person or place that orders name: by name, part of the name, alias or number (3, #3, №3).

    ``idle``: why it gets no orders, "it is not yours", a sentence of the catalogue."""

    id: str
    name: Name
    number: int | None = None
    aliases: tuple[str, ...] = ()
    idle: str = ""


class Vocabulary(msgspec.Struct, frozen=True, cache_hash=True):
    """All the words that count at this moment. ``fillers`` are words of the book that mean nothing.

    ``decimals``: numbers are measures. 2.5 (2,5) is one number with the key ``"2.5"``, and a number that no answer
    has is not passed over; otherwise 2,5 names two things, and such a number is chatter.
    """

    keywords: tuple[Keyword, ...] = ()
    things: tuple[Thing, ...] = ()
    fillers: tuple[str, ...] = ()
    decimals: bool = False

    @property
    def keys(self) -> frozenset[Key]:
        """Everything that may be part of an order."""
        return frozenset((*(one.concept for one in self.keywords), *(one.id for one in self.things)))


class Way(msgspec.Struct, frozen=True):
    """One way to say an option: the keys to be said, in any order. ``implied`` ones may be left out.

    ``doubt``: what the order leaves open of that which is said so ("what it does is asked next"), a sentence of the
    catalogue.
    """

    parts: tuple[Key, ...]
    implied: tuple[Key, ...] = ()
    doubt: str = ""


class Option(msgspec.Struct, frozen=True):
    """One answer that may be given.

    Without ``ways`` the elements of the order are the keys to be said. ``words`` is how the kit says it
    (it must be readable again); without it the words of the first way are put side by side.
    """

    order: Order
    ways: tuple[Way, ...] = ()
    words: Words | None = None


class Said(msgspec.Struct, frozen=True):
    """What a grammar makes of a stretch: an order, or a part that joins what is said of it elsewhere; and what is
    doubtful about it."""

    part: Order
    doubts: tuple[Text, ...] = ()


class Grammar(Protocol):
    """Makes orders of what is said where they're too many to be listed. It remembers nothing of what it has read."""

    @property
    def keys(self) -> frozenset[Key]:
        """Whatever can play a part, numbers left out."""

    def read(self, said: tuple[frozenset[Key], ...]) -> Sequence[Said]:
        """All that these words, in this order, may mean; () if they make no sense."""

    def problem(self, said: tuple[frozenset[Key], ...]) -> Text | None:
        """Why they make no sense, where that can be told."""

    def joined(self, parts: Sequence[Order]) -> tuple[Order, bool]:
        """The order that all parts make, the last said last; whether that one puts something said before aside."""

    def allows(self, order: Order) -> bool:
        """Whether the rules take it."""

    def words(self, order: Order) -> Words:
        """It in words that can be read again."""


class Asked(msgspec.Struct, frozen=True):
    """An open question: ``about`` is the id of the thing that gets the order, None for the seat itself.

    ``grammar``: makes further orders besides the options. ``speakers``: things besides ``about`` that are spoken to
    (a captain for his regiment); whoever was is handed to the grammar in front of what is said to him. One that speaks
    for several questions is a body (a division): whatever it is told, all of them are.

    ``topic`` is a concept that says which question is meant ("tactic: shield wall"); where two questions
    about one thing share an option it has to be said. ``default`` is what happens when nothing comes. ``answered``:
    there is an answer already, which another one would replace; it isn't meant by "the rest".
    """

    question: str
    options: tuple[Option, ...]
    about: str | None = None
    topic: str | None = None
    default: Words | None = None
    grammar: Grammar | None = None
    speakers: tuple[str, ...] = ()
    answered: bool = False


class Understood(msgspec.Struct, frozen=True):
    """An order that was read: one of those offered, or made by the question's grammar. ``remarks`` say what is
    doubtful about it."""

    question: str
    order: Order
    span: Span
    confidence: Confidence = "sure"
    remarks: tuple[Text, ...] = ()


class Suggestion(msgspec.Struct, frozen=True):
    """What may have been meant. ``order`` is None where only the name or the word is in doubt."""

    words: Words
    question: str | None = None
    order: Order | None = None


class Doubt(msgspec.Struct, frozen=True):
    """Words that look like an order and were not taken for one, and why."""

    span: Span
    text: Text
    suggestions: tuple[Suggestion, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """All that was read. ``replaced`` are orders that a later one for the same question has put aside."""

    orders: tuple[Understood, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    unanswered: tuple[str, ...] = ()
    replaced: tuple[Understood, ...] = ()

    @property
    def sure(self) -> bool:
        """Nothing is in doubt. (Questions may still be unanswered.)"""
        return not self.doubts and all(order.confidence == "sure" for order in self.orders)


class Completion(msgspec.Struct, frozen=True):
    """``text`` may stand for everything typed from character ``start`` on."""

    start: int
    text: str
