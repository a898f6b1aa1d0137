"""The words of one stretch of an order while they're read: numbers with signs, none of them out of all reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import TypeAlias

from grognard.locale import T
from grognard.orders.stretch import Keys, Stretch, Unclear, number_of

Choice: TypeAlias = tuple[str, ...]
"""What one word may stand for."""
MOST = 1000
"""No length in merka is greater, and no number of anything."""


class Heard(Stretch):
    """Words with a place among them; a minus and its number are one."""

    def __init__(self, said: Sequence[Keys]) -> None:
        super().__init__(tuple(_with_signs(said)))

    def take_number(self) -> Decimal:
        found = super().take_number()
        if found > MOST:
            raise Unclear(T("{number} is out of all reason", number=str(found)))
        return found


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


def names_in(keys: Keys) -> list[str]:
    return sorted(str(key) for key in keys if isinstance(key, str))
