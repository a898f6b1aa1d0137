"""Numbers written as dice, ``2d6+8`` (FA-MAG-20, FA-RET-01, FA-WND-11). A d3 is a d6 halved and rounded up."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Generic, TypeVar

from grognard.core.chance import Chance, Draw, Sum, Throw
from grognard.core.rule import clause

M = TypeVar("M")

_FORM = re.compile(r"(?:(?P<count>[1-9]?)d(?P<sides>[36])(?:\+(?P<more>\d{1,2}))?)|(?P<plain>\d{1,2})")


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
def amount(text: str) -> int | Chance[int]:
    """What ``d3``, ``2d6+8`` or ``4`` stands for: a plain number or something to roll; ValueError for another text."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no number of dice; written like 4, d3, 2d6, 2d6+8")
    if found["plain"]:
        return int(found["plain"])
    count, more = int(found["count"] or 1), int(found["more"] or 0)
    if found["sides"] == "6":
        return Sum(count, 6, lambda kept: kept + more)
    return Faces(count, lambda faces: sum((one + 1) // 2 for one in faces) + more)
