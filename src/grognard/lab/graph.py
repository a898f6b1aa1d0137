"""The positions that can be reached, each branched once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from grognard.core.state import State
from grognard.lab.branch import Unfolding

Progress: TypeAlias = Callable[[int, int], bool | None]
"""Called now and then with (positions branched, positions found); true stops the work, and what is known is kept."""
_EVERY = 0.2


class Budget(NamedTuple):
    """How far to go: positions branched and seconds; 0 means no limit."""

    states: int = 1_000_000
    seconds: float = 60.0


class Edges(NamedTuple):
    """Where a position leads: numbers of positions with whole weights over ``total``."""

    to: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


class Graph:
    """Positions by number (0 is the first) with the way on from each; None where it ends or wasn't looked at."""

    def __init__(self, start: State[Any]) -> None:
        self.states: list[State[Any]] = [start]
        self.number: dict[State[Any], int] = {start: 0}
        self.edges: list[Edges | None] = [None]
        self.waiting: list[int] = []
        """Positions that were found and not branched, because the budget ended."""
        self.stopped = ""
        """Why the work ended early: ``states``, ``seconds``, ``asked``; "" if it did not."""
        self.branched = 0

    def add(self, state: State[Any]) -> tuple[int, bool]:
        """Number of the position, and whether it's new."""
        found = self.number.setdefault(state, len(self.states))
        if found == len(self.states):
            self.states.append(state)
            self.edges.append(None)
            return found, True
        return found, False


class _Clock:
    """Watches the budget, and reports."""

    def __init__(self, budget: Budget, progress: Progress | None) -> None:
        self.budget, self.progress = budget, progress
        self.began = self.told = monotonic()

    def over(self, graph: Graph) -> str:
        if 0 < self.budget.states <= graph.branched:
            return "states"
        now = monotonic()
        if 0 < self.budget.seconds <= now - self.began:
            return "seconds"
        if self.progress is not None and now - self.told >= _EVERY:
            self.told = now
            if self.progress(graph.branched, len(graph.states)):
                return "asked"
        return ""


def explore(
    unfolding: Unfolding, start: State[Any], budget: Budget, progress: Progress | None = None
) -> Graph:
    """Branch everything that can be reached, the likeliest of each generation first, within the budget.

    Ctrl-C stops the work as ``asked`` does.
    """
    graph = Graph(start)
    clock = _Clock(budget, progress)
    layer = {0: 1.0}
    while layer:
        following: dict[int, float] = {}
        order = sorted(layer, key=layer.__getitem__, reverse=True)
        for done, number in enumerate(order):
            try:
                graph.stopped = clock.over(graph)
                if not graph.stopped:
                    for new, share in _branch(unfolding, graph, number):
                        following[new] = following.get(new, 0.0) + share * layer[number]
            except KeyboardInterrupt:
                graph.stopped = "asked"
            if graph.stopped:
                left = [*order[done:], *following]
                graph.waiting = [one for one in left if not unfolding.at_rest(graph.states[one])]
                return graph
        layer = following
    return graph


def _branch(unfolding: Unfolding, graph: Graph, number: int) -> Iterator[tuple[int, float]]:
    """Branch one position; its new successors with their share."""
    state = graph.states[number]
    if unfolding.at_rest(state):
        return
    after, total = unfolding.branch(state)
    to: list[int] = []
    new: list[tuple[int, float]] = []
    for one, weight in after.items():
        found, fresh = graph.add(one)
        to.append(found)
        if fresh:
            new.append((found, weight / total))
    graph.edges[number] = Edges(tuple(to), tuple(after.values()), total)
    graph.branched += 1
    yield from new
