"""What a die means. Rules ask for meanings; play draws faces, exact odds branch over meanings.

Every kind of chance has ``branches``: one representative :class:`Throw` for each meaning with its integer
weight, and ``total``, the sum of the weights. Faces are in drawing order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

M = TypeVar("M")
Draw = Callable[[int], int]


class Throw(NamedTuple, Generic[M]):
    """Dice on the table: ``faces`` in drawing order, and what they mean to the rule that asked."""

    faces: tuple[int, ...]
    meaning: M

    @property
    def face(self) -> int:
        """The face of a single die."""
        return self.faces[0]


class Modifier(msgspec.Struct, frozen=True, array_like=True):
    """One item of a sum: where it comes from (an id that the rule book can put in words) and how much."""

    source: str
    value: int


class Chance(Protocol[M]):
    """Anything that a rule may roll."""

    sides: int
    count: int

    @property
    def branches(self) -> tuple[tuple[Throw[M], int], ...]: ...

    @property
    def total(self) -> int: ...

    def throw(self, draw: Draw) -> Throw[M]:
        """Roll with ``draw(sides) -> face``."""
        ...

    def read(self, faces: Sequence[int]) -> Throw[M]:
        """What these faces mean; ValueError if there are too few or too many or a face isn't on the die."""
        ...


def _on_the_dice(faces: Sequence[int], count: int, sides: int) -> tuple[int, ...]:
    if len(faces) != count or any(not 1 <= face <= sides for face in faces):
        raise ValueError(f"{count}d{sides}: {list(faces)}")
    return tuple(faces)


class Table(Generic[M]):
    """One die read on a table: ``meanings[face - 1]``. Equal meanings are one branch."""

    __slots__ = ("_branches", "count", "sides", "throws", "total")

    def __init__(self, meanings: Iterable[M]) -> None:
        self.throws: tuple[Throw[M], ...] = tuple(Throw((i,), m) for i, m in enumerate(meanings, 1))
        self.sides = self.total = len(self.throws)
        self.count = 1
        self._branches: tuple[tuple[Throw[M], int], ...] | None = None

    @classmethod
    def of(cls, sides: int, read: Callable[[int], M]) -> Table[M]:
        return cls(read(face) for face in range(1, sides + 1))

    @property
    def branches(self) -> tuple[tuple[Throw[M], int], ...]:
        if self._branches is None:
            first: dict[Any, list[Any]] = {}
            for throw in self.throws:
                first.setdefault(throw.meaning, [throw, 0])[1] += 1
            self._branches = tuple((throw, weight) for throw, weight in first.values())
        return self._branches

    def throw(self, draw: Draw) -> Throw[M]:
        return self.throws[draw(self.sides) - 1]

    def read(self, faces: Sequence[int]) -> Throw[M]:
        return self.throws[_on_the_dice(faces, 1, self.sides)[0] - 1]


@cache
def d(sides: int) -> Table[int]:
    """A plain die: its face is its meaning."""
    return Table.of(sides, lambda face: face)


@lru_cache(maxsize=4096)
def at_least(sides: int, need: int) -> Table[bool]:
    """One die that succeeds on ``need`` or more."""
    return Table.of(sides, lambda face: face >= need)


class Pool:
    """``count`` dice; the meaning is how many show ``need`` or more."""

    __slots__ = ("count", "need", "sides")

    def __init__(self, count: int, sides: int, need: int) -> None:
        self.count, self.sides, self.need = count, sides, need

    @property
    def total(self) -> int:
        return int(self.sides**self.count)

    @property
    def branches(self) -> tuple[tuple[Throw[int], int], ...]:
        return _pool_branches(self.count, self.sides, self.need)

    def throw(self, draw: Draw) -> Throw[int]:
        return self._meaning(tuple(draw(self.sides) for _ in range(self.count)))

    def read(self, faces: Sequence[int]) -> Throw[int]:
        return self._meaning(_on_the_dice(faces, self.count, self.sides))

    def _meaning(self, faces: tuple[int, ...]) -> Throw[int]:
        need = self.need
        return Throw(faces, sum(face >= need for face in faces))


@lru_cache(maxsize=4096)
def _pool_branches(count: int, sides: int, need: int) -> tuple[tuple[Throw[int], int], ...]:
    miss = min(max(need - 1, 0), sides)
    hit = sides - miss
    rows = ((k, comb(count, k) * hit**k * miss ** (count - k)) for k in range(count + 1))
    return tuple((Throw((sides,) * k + (1,) * (count - k), k), weight) for k, weight in rows if weight)


class Apart:
    """``count`` dice with the best counted apart: the meaning is (how many show ``need`` or more but less than
    ``best``, how many show ``best`` or more)."""

    __slots__ = ("best", "count", "need", "sides")

    def __init__(self, count: int, sides: int, need: int, best: int) -> None:
        if not need <= best <= sides:
            raise ValueError("need <= best <= sides")
        self.count, self.sides, self.need, self.best = count, sides, need, best

    @property
    def total(self) -> int:
        return int(self.sides**self.count)

    @property
    def branches(self) -> tuple[tuple[Throw[tuple[int, int]], int], ...]:
        return _apart_branches(self.count, self.sides, self.need, self.best)

    def throw(self, draw: Draw) -> Throw[tuple[int, int]]:
        return self._meaning(tuple(draw(self.sides) for _ in range(self.count)))

    def read(self, faces: Sequence[int]) -> Throw[tuple[int, int]]:
        return self._meaning(_on_the_dice(faces, self.count, self.sides))

    def _meaning(self, faces: tuple[int, ...]) -> Throw[tuple[int, int]]:
        best = sum(face >= self.best for face in faces)
        return Throw(faces, (sum(face >= self.need for face in faces) - best, best))


@lru_cache(maxsize=1024)
def _apart_branches(
    count: int, sides: int, need: int, best: int
) -> tuple[tuple[Throw[tuple[int, int]], int], ...]:
    miss = max(need - 1, 0)
    top = sides - best + 1
    good = sides - miss - top
    rows = (
        (k, b, comb(count, b) * comb(count - b, k) * top**b * good**k * miss ** (count - b - k))
        for b in range(count + 1)
        for k in range(count - b + 1)
    )
    return tuple(
        (Throw((sides,) * b + (best - 1,) * k + (1,) * (count - b - k), (k, b)), weight)
        for k, b, weight in rows
        if weight
    )


@lru_cache(maxsize=4096)
def _sums(count: int, sides: int, low: int, high: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """(sum of the kept, ways, example) for ``count`` dice with the ``low`` lowest and ``high`` highest dropped."""
    found: dict[int, tuple[int, tuple[int, ...]]] = {}
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count) // prod(factorial(faces.count(face)) for face in set(faces))
        kept = sum(faces[low : count - high])
        before, example = found.get(kept, (0, faces))
        found[kept] = (before + ways, example)
    return tuple((kept, ways, example) for kept, (ways, example) in sorted(found.items()))


class Sum(Generic[M]):
    """``count`` dice, some lowest and highest dropped; the sum of the rest is read by ``read_sum``."""

    __slots__ = ("_branches", "count", "drop_high", "drop_low", "read_sum", "sides")

    def __init__(
        self, count: int, sides: int, read_sum: Callable[[int], M], drop_low: int = 0, drop_high: int = 0
    ) -> None:
        if drop_low + drop_high >= count:
            raise ValueError("no die is kept")
        self.count, self.sides, self.read_sum = count, sides, read_sum
        self.drop_low, self.drop_high = drop_low, drop_high
        self._branches: tuple[tuple[Throw[M], int], ...] | None = None

    @property
    def total(self) -> int:
        return int(self.sides**self.count)

    @property
    def branches(self) -> tuple[tuple[Throw[M], int], ...]:
        if self._branches is None:
            merged: dict[Any, list[Any]] = {}
            for kept, ways, example in _sums(self.count, self.sides, self.drop_low, self.drop_high):
                meaning = self.read_sum(kept)
                merged.setdefault(meaning, [Throw(example, meaning), 0])[1] += ways
            self._branches = tuple((throw, weight) for throw, weight in merged.values())
        return self._branches

    def throw(self, draw: Draw) -> Throw[M]:
        return self._meaning(tuple(draw(self.sides) for _ in range(self.count)))

    def read(self, faces: Sequence[int]) -> Throw[M]:
        return self._meaning(_on_the_dice(faces, self.count, self.sides))

    def _meaning(self, faces: tuple[int, ...]) -> Throw[M]:
        return Throw(faces, self.read_sum(self.kept(faces)))

    def kept(self, faces: Sequence[int]) -> int:
        """Sum of the dice that count."""
        return sum(sorted(faces)[self.drop_low : self.count - self.drop_high])


class Test:
    """A test put together item by item: dice, dropped dice, modifiers, and bands of the total.

    ``bands`` are (least total, meaning) from the lowest up; the first has no floor.
    """

    __slots__ = ("bands", "count", "drop_high", "drop_low", "modifiers", "purpose", "sides")
    __test__ = False

    def __init__(self, purpose: str, count: int = 1, sides: int = 20) -> None:
        self.purpose, self.count, self.sides = purpose, count, sides
        self.drop_low = self.drop_high = 0
        self.modifiers: list[Modifier] = []
        self.bands: list[tuple[int, Any]] = []

    def add(self, source: str, value: int) -> Test:
        if value:
            self.modifiers.append(Modifier(source, value))
        return self

    def less(self, source: str, value: int) -> Test:
        return self.add(source, -value)

    def drop_best_if(self, when: bool) -> Test:
        return self._drop(when, high=1)

    def drop_worst_if(self, when: bool) -> Test:
        return self._drop(when, low=1)

    def _drop(self, when: bool, low: int = 0, high: int = 0) -> Test:
        if when:
            self.count, self.drop_low, self.drop_high = (
                self.count + 1,
                self.drop_low + low,
                self.drop_high + high,
            )
        return self

    def band(self, least: int, meaning: Any) -> Test:
        self.bands.append((least, meaning))
        return self

    @property
    def bonus(self) -> int:
        return sum(item.value for item in self.modifiers)

    def chance(self) -> Sum[Any]:
        """The test as something to roll."""
        if not self.bands:
            raise ValueError(f"test {self.purpose!r} has no bands")
        bands = sorted(self.bands, key=lambda band: band[0])
        bonus = self.bonus

        def read(kept: int) -> Any:
            meaning = bands[0][1]
            for least, name in bands[1:]:
                if kept + bonus >= least:
                    meaning = name
            return meaning

        return Sum(self.count, self.sides, read, self.drop_low, self.drop_high)
