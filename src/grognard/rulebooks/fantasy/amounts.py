"""Numbers of the tables that are dice, ``2d6+8``: what is rolled for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Generic, TypeVar

from grognard.core.chance import Chance, Draw, Sum, Throw
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.tables import Dice

M = TypeVar("M")


class Faces(Generic[M]):
    """``count`` d6 whose faces, in any order, are read by ``meaning_of``; equal meanings are one branch."""

    __slots__ = ("_branches", "count", "meaning_of", "sides", "total")

    def __init__(self, count: int, meaning_of: Callable[[Sequence[int]], M]) -> None:
        self.count, self.sides, self.meaning_of = count, 6, meaning_of
        self.total: int = 6**count
        self._branches: tuple[tuple[Throw[M], int], ...] | None = None

    @property
    def branches(self) -> tuple[tuple[Throw[M], int], ...]:
        if self._branches is None:
            merged: dict[Any, list[Any]] = {}
            for faces in combinations_with_replacement(range(1, 7), self.count):
                ways = factorial(self.count) // prod(factorial(faces.count(one)) for one in set(faces))
                meaning = self.meaning_of(faces)
                merged.setdefault(meaning, [Throw(faces, meaning), 0])[1] += ways
            self._branches = tuple((throw, weight) for throw, weight in merged.values())
        return self._branches

    def throw(self, draw: Draw) -> Throw[M]:
        faces = tuple(draw(6) for _ in range(self.count))
        return Throw(faces, self.meaning_of(faces))

    def read(self, faces: Sequence[int]) -> Throw[M]:
        if len(faces) != self.count or any(not 1 <= one <= 6 for one in faces):
            raise ValueError(f"{self.count}d6: {list(faces)}")
        return Throw(tuple(faces), self.meaning_of(faces))


@lru_cache(maxsize=256)
@clause("FA-MAG-20", "FA-WND-11")
def amount(dice: Dice) -> int | Chance[int]:
    """A plain number, or something to roll; a d3 is a d6 halved and rounded up."""
    if not dice.count:
        return dice.plus
    if dice.sides == 6:
        return Sum(dice.count, 6, lambda kept: kept + dice.plus)
    return Faces(dice.count, lambda faces: sum((one + 1) // 2 for one in faces) + dice.plus)
