"""How often each position is visited: loops solved as linear systems, everything else pushed on once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import Any, TypeAlias

from grognard.lab.graph import Edges

Number: TypeAlias = Any
"""Fraction (exact) or float."""
_ARRAYS = 12
"""From so many positions in one loop on, floats are solved with numpy where it is installed."""


def loops(edges: Sequence[Edges | None]) -> list[list[int]]:
    """Strongly connected components, each before those that lead to it (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    work: list[tuple[int, Any]] = []

    def enter(one: int) -> None:
        index[one] = low[one] = len(index)
        stack.append(one)
        on_stack.add(one)
        way = edges[one]
        work.append((one, iter(way.to if way else ())))

    def leave(one: int) -> None:
        work.pop()
        if work and low[one] < low[work[-1][0]]:
            low[work[-1][0]] = low[one]
        if low[one] == index[one]:
            at = stack.index(one) if stack[-1] != one else len(stack) - 1
            found.append(stack[at:])
            del stack[at:]
            on_stack.difference_update(found[-1])

    enter(0)
    while work:
        here, ways = work[-1]
        for one in ways:
            if one not in index:
                enter(one)
                break
            if one in on_stack and index[one] < low[here]:
                low[here] = index[one]
        else:
            leave(here)
    return found


def visits(edges: Sequence[Edges | None], exact: bool) -> list[Number]:
    """Expected number of visits to each position, from one battle that begins in position 0.

    For a position without a way on this is the chance to end there. What enters a loop without a way out stays in
    the number of the position by which it entered.
    """
    zero: Number = Fraction(0) if exact else 0.0
    count = [zero] * len(edges)
    count[0] = zero + 1
    for group in reversed(loops(edges)):
        if len(group) > 1:
            _solve(group, edges, count, exact)
        for one in group:
            way = edges[one]
            if way is not None:
                _push(one, way, count, len(group) > 1, group, exact)
    return count


def _push(one: int, way: Edges, count: list[Number], looped: bool, group: list[int], exact: bool) -> None:
    """Hand on what came in; a position that leads to itself keeps its own share."""
    inside = set(group) if looped else {one}
    if not looped and one in way.to:
        back = way.weights[way.to.index(one)]
        if back == way.total:
            return
        count[one] = count[one] * way.total / (way.total - back)
    share = count[one] / way.total
    if not share:
        return
    for to, weight in zip(way.to, way.weights, strict=True):
        if to not in inside:
            count[to] += share * weight


def _solve(group: list[int], edges: Sequence[Edges | None], count: list[Number], exact: bool) -> None:
    """Visits inside a loop: v = inflow + transposed(P) v."""
    place = {one: at for at, one in enumerate(group)}
    zero: Number = Fraction(0) if exact else 0.0
    size = len(group)
    rows = [[zero] * size + [count[one]] for one in group]
    leaks = False
    for one in group:
        way = edges[one]
        assert way is not None
        rows[place[one]][place[one]] += 1
        for to, weight in zip(way.to, way.weights, strict=True):
            if to in place:
                rows[place[to]][place[one]] -= Fraction(weight, way.total) if exact else weight / way.total
            else:
                leaks = True
    if leaks:
        solved = _with_numpy(rows) if not exact and size >= _ARRAYS and find_spec("numpy") else gauss(rows)
        for one, value in zip(group, solved, strict=True):
            count[one] = value


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


def _with_numpy(rows: list[list[float]]) -> list[float]:
    import numpy as np

    table = np.array(rows)
    return [float(value) for value in np.linalg.solve(table[:, :-1], table[:, -1])]
