"""Millions of battles at once: the branched graph laid out as one table, and sampled with numpy.

There is no second set of rules: the table is what the rules themselves gave, each position branched once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.core.book import RuleBook
from grognard.core.errors import GrognardError
from grognard.core.state import Setup, State
from grognard.lab.branch import Policy, Unfolding
from grognard.lab.graph import Budget, Edges, Graph, Progress, explore
from grognard.lab.odds import Measure, Result, measure_of
from grognard.locale import T

if TYPE_CHECKING:
    import numpy as np


class TooLarge(GrognardError):
    """More positions than the budget allows: simulate battle by battle instead."""


class Batch:
    """A table of all positions, ready to be sampled."""

    def __init__(self, graph: Graph, measure: Measure) -> None:
        import numpy as np

        if graph.stopped:
            raise TooLarge(T("{found} positions and more are too many for a table", found=len(graph.states)))
        self.results: list[Result] = []
        ends = _ends(graph, measure, self.results)
        rows = [number for number, way in enumerate(graph.edges) if way is not None]
        row = {number: at for at, number in enumerate(rows)}
        start, size, keep, to, other = _laid_out([graph.edges[number] for number in rows], row, ends)
        self._start, self._size = np.array(start), np.array(size, np.float64)
        self._keep, self._to, self._other = np.array(keep), np.array(to), np.array(other)
        self._first = row.get(0, ends.get(0, -1))

    def sample(self, battles: int, rng: np.random.Generator) -> dict[Result, int]:
        """How many of so many battles ended in each way."""
        import numpy as np

        counts = np.zeros(len(self.results), np.int64)
        at = np.full(battles, self._first)
        while at.size:
            over = at < 0
            if over.any():
                counts += np.bincount(~at[over], minlength=len(counts))
                at = at[~over]
            draw = rng.random(at.size) * self._size[at]
            column = draw.astype(np.int64)
            place = self._start[at] + column
            at = np.where(draw - column < self._keep[place], self._to[place], self._other[place])
        return {result: int(count) for result, count in zip(self.results, counts, strict=True)}


def _ends(graph: Graph, measure: Measure, results: list[Result]) -> dict[int, int]:
    """Positions that end a battle, as ``~number`` of their result."""
    known: dict[Result, int] = {}
    found: dict[int, int] = {}
    for number, way in enumerate(graph.edges):
        if way is None:
            result = tuple(measure(graph.states[number]).items())
            found[number] = ~known.setdefault(result, len(known))
    results.extend(known)
    return found


def _laid_out(ways: list[Any], row: dict[int, int], ends: dict[int, int]) -> tuple[list[Any], ...]:
    """For each row its start and size; for each column (Walker's alias method) how much of it is its own, where that
    leads, and where the rest leads."""
    start: list[int] = []
    size: list[int] = []
    keep: list[float] = []
    to: list[int] = []
    other: list[int] = []
    for way in ways:
        start.append(len(to))
        size.append(len(way.to))
        share, alias = _aliased(way)
        goals = [row.get(one, ends.get(one, -1)) for one in way.to]
        keep += share
        to += goals
        other += [goals[one] for one in alias]
    return start, size, keep, to, other


def _aliased(way: Edges) -> tuple[list[float], list[int]]:
    """Walker's alias table of one position, in whole numbers until the end."""
    size = len(way.to)
    left = [weight * size for weight in way.weights]
    alias = list(range(size))
    small = [one for one in range(size) if left[one] < way.total]
    large = [one for one in range(size) if left[one] >= way.total]
    while small and large:
        low, high = small.pop(), large[-1]
        alias[low] = high
        left[high] -= way.total - left[low]
        if left[high] < way.total:
            small.append(large.pop())
    return [min(one / way.total, 1.0) for one in left], alias


def batch(
    book: RuleBook,
    setup: Setup,
    state: State[Any],
    measure: Measure | None = None,
    *,
    budget: Budget | None = None,
    policy: Policy | None = None,
    progress: Progress | None = None,
) -> Batch:
    """The table of everything that can come of a position; TooLarge where the budget doesn't reach."""
    graph = explore(Unfolding(book, setup, policy), state, budget or Budget(), progress)
    return Batch(graph, measure or measure_of(book, setup))
