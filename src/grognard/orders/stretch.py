"""The words of one stretch for a grammar that reads them from the front, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TypeAlias

from grognard.locale import Text
from grognard.orders.model import Key

Keys: TypeAlias = frozenset[Key]
"""All that one word may mean."""


class Unclear(Exception):
    """The words make no order; why, where that can be told."""

    def __init__(self, why: Text | None = None) -> None:
        super().__init__()
        self.why = why


class Stretch:
    """Words with a place among them; what is doubtful about them."""

    def __init__(self, said: Sequence[Keys]) -> None:
        self.said, self.at = tuple(said), 0
        self.doubts: list[Text] = []

    @property
    def over(self) -> bool:
        return self.at >= len(self.said)

    def peek(self, ahead: int = 0) -> Keys:
        at = self.at + ahead
        return self.said[at] if 0 <= at < len(self.said) else frozenset()

    def sees(self, *concepts: str, ahead: int = 0) -> str:
        """The first of these that the word means, "" if none."""
        keys = self.peek(ahead)
        return next((one for one in concepts if one in keys), "")

    def takes(self, *concepts: str) -> str:
        found = self.sees(*concepts)
        self.at += bool(found)
        return found

    def number(self, ahead: int = 0) -> Decimal | None:
        return number_of(self.peek(ahead))

    def take_number(self) -> Decimal:
        """Raises ``Unclear`` where there is none."""
        found = self.number()
        if found is None:
            raise Unclear
        self.at += 1
        return found

    def doubt(self, why: Text) -> None:
        if why not in self.doubts:
            self.doubts.append(why)


def number_of(keys: Keys) -> Decimal | None:
    """The number that a word is: a plain one, a measure (``2.5``, ``-3``), or a word for one (``num:3``)."""
    for key in keys:
        if isinstance(key, int):
            return Decimal(key)
        number = key.removeprefix("num:")
        digits = number.removeprefix("-")
        if (digits != key or "." in digits) and digits[:1].isdigit() and digits.replace(".", "", 1).isdigit():
            return Decimal(number)
    return None
