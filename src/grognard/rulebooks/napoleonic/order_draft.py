"""The words of one stretch of an order while they're read, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import TypeAlias

from grognard.locale import T, Text
from grognard.orders.model import Key

Keys: TypeAlias = frozenset[Key]
Choice: TypeAlias = tuple[str, ...]
"""What one word may stand for."""
MOST = 1000
"""No length in merka is greater, and no number of anything."""


class Unclear(Exception):
    """The words make no order; why, where that can be told."""

    def __init__(self, why: Text | None = None) -> None:
        super().__init__()
        self.why = why


class Heard:
    """Words with a place among them; what is doubtful about them."""

    def __init__(self, said: Sequence[Keys]) -> None:
        self.said, self.at = tuple(_with_signs(said)), 0
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
        found = self.number()
        if found is None:
            raise Unclear
        self.at += 1
        if found > MOST:
            raise Unclear(T("{number} is out of all reason", number=str(found)))
        return found

    def doubt(self, why: Text) -> None:
        if why not in self.doubts:
            self.doubts.append(why)


def _with_signs(said: Sequence[Keys]) -> Iterator[Keys]:
    """A minus and a number are one."""
    minus = False
    for keys in said:
        number = number_of(keys)
        if minus and number is not None:
            yield frozenset((f"-{number}",))
        elif "n:minus" not in keys:
            yield keys
        minus = "n:minus" in keys


def number_of(keys: Keys) -> Decimal | None:
    """The number that a word is."""
    for key in keys:
        if isinstance(key, int):
            return Decimal(key)
        digits = key.removeprefix("-")
        if digits[:1].isdigit() and digits.replace(".", "", 1).isdigit() and ("." in digits or digits != key):
            return Decimal(key)
    return None


def names_in(keys: Keys) -> list[str]:
    return sorted(str(key) for key in keys if isinstance(key, str))
