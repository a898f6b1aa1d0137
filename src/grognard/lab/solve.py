"""How often each position is visited: loops solved as linear systems, everything else pushed on once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import Any, TypeAlias

from grognard.lab.graph import Edges

Number: TypeAlias = Any
"""Fraction (exact) or float."""
Ways: TypeAlias = Sequence[Edges | None]
"""The way on from each position; None: it ends there."""
_ARRAYS = 12
"""From so many positions in one loop on, floats are solved with numpy where it is installed."""


def loops(ways: Ways) -> list[list[int]]:
    """Strongly connected components, each before those that lead to it (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    work: list[tuple[int, Iterator[int]]] = []

    def enter(one: int) -> None:
        index[one] = low[one] = len(index)
        stack.append(one)
        on_stack.add(one)
        way = ways[one]
        work.append((one, iter(way.to if way else ())))

    def leave(one: int) -> None:
        work.pop()
        if work:
            low[work[-1][0]] = min(low[work[-1][0]], low[one])
        if low[one] == index[one]:
            at = len(stack) - 1
            while stack[at] != one:
                at -= 1
            found.append(stack[at:])
            del stack[at:]
            on_stack.difference_update(found[-1])

    enter(0)
    while work:
        here, following = work[-1]
        for one in following:
            if one not in index:
                enter(one)
                break
            if one in on_stack and index[one] < low[here]:
                low[here] = index[one]
        else:
            leave(here)
    return found


class Visits:
    """Expected number of visits to each position, of one battle that begins in position 0.

    For a position without a way on, ``count`` is the chance to end there. ``trapped``: chance to come into a loop
    that nothing leads out of (its positions have no meaningful count).
    """

    def __init__(self, ways: Ways, exact: bool) -> None:
        self.ways, self.exact = ways, exact
        self.zero: Number = Fraction(0) if exact else 0.0
        self.count: list[Number] = [self.zero] * len(ways)
        self.count[0] = self.zero + 1
        self.trapped: Number = self.zero
        for group in reversed(loops(ways)):
            if len(group) == 1:
                self._single(group[0])
            else:
                self._loop(group)

    def _single(self, one: int) -> None:
        """A position outside any loop, or one that may lead back to itself at once."""
        way = self.ways[one]
        if way is None:
            return
        if one in way.to:
            back = way.weights[way.to.index(one)]
            if back == way.total:
                self.trapped += self.count[one]
                return
            self.count[one] = self.count[one] * way.total / (way.total - back)
        self._push(one, way, {one})

    def _push(self, one: int, way: Edges, inside: set[int]) -> None:
        """Hand on what came in, to all outside the loop."""
        share = self.count[one] / way.total
        if share:
            count = self.count
            for to, weight in zip(way.to, way.weights, strict=True):
                if to not in inside:
                    count[to] += share * weight

    def _loop(self, group: list[int]) -> None:
        """Visits inside a loop: v = inflow + transposed(P) v."""
        inside = set(group)
        pairs = [(one, way) for one in group if (way := self.ways[one]) is not None]
        if all(inside.issuperset(way.to) for _, way in pairs):
            self.trapped += sum((self.count[one] for one in group), self.zero)
            return
        rows = self._system(group, pairs)
        arrays = not self.exact and len(group) >= _ARRAYS and find_spec("numpy") is not None
        for one, value in zip(group, with_numpy(rows) if arrays else gauss(rows), strict=True):
            self.count[one] = value
        for one, way in pairs:
            self._push(one, way, inside)

    def _system(self, group: list[int], pairs: list[tuple[int, Edges]]) -> list[list[Number]]:
        place = {one: at for at, one in enumerate(group)}
        rows = [[self.zero] * len(group) + [self.count[one]] for one in group]
        for one, way in pairs:
            column = place[one]
            rows[column][column] += 1
            for to, weight in zip(way.to, way.weights, strict=True):
                if to in place:
                    share = Fraction(weight, way.total) if self.exact else weight / way.total
                    rows[place[to]][column] -= share
        return rows


def gauss(rows: list[list[Number]]) -> list[Number]:
    """Solution of a square system, the right side as last column; the greatest pivot is taken."""
    size = len(rows)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        pivot = rows[at][at]
        for row in range(at + 1, size):
            if factor := rows[row][at] / pivot:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[at], strict=True)]
    solved: list[Number] = [rows[0][size] * 0] * size
    for at in range(size - 1, -1, -1):
        known = sum((rows[at][col] * solved[col] for col in range(at + 1, size)), solved[at])
        solved[at] = (rows[at][size] - known) / rows[at][at]
    return solved


def with_numpy(rows: list[list[float]]) -> list[float]:
    """The same with arrays."""
    import numpy as np

    table = np.array(rows)
    return [float(value) for value in np.linalg.solve(table[:, :-1], table[:, -1])]
