"""One call of the agenda, with every way its dice can fall.

The very rules are run once for each path of *meanings* (a d20 that hits or misses is two branches, not twenty), and
positions that come out equal are one. Weights are whole numbers over one total, so nothing is rounded.
"""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

from grognard.core.book import RuleBook
from grognard.core.chance import Throw
from grognard.core.dice import Branch, Brancher
from grognard.core.state import Setup, State


class Branches(NamedTuple):
    """Positions after some calls, with weights whose sum is ``total``."""

    after: dict[State[Any], int]
    total: int


def branch(book: RuleBook, setup: Setup, state: State[Any], calls: int = 1) -> Branches:
    """Every position after the next call, or after so many (0: all, to the next question or the end). Nothing is
    merged before the last of them, so of rules that throw many dice only one call should be run at a time."""
    by_total: dict[int, dict[State[Any], int]] = {}
    dice = Brancher(())
    draft = book.draft(setup, state, dice, listening=False)
    pieces = dict(draft.pieces)
    paths: list[tuple[tuple[Throw[Any], ...], int, int]] = [((), 1, 1)]
    while paths:
        path, weight, total = paths.pop()
        dice.follow(path)
        draft.rewind(pieces, state)
        try:
            draft.run(calls)
        except Branch as open_choice:
            chance = open_choice.chance
            total *= chance.total
            paths += [((*path, throw), weight * part, total) for throw, part in chance.branches]
            continue
        reached = by_total.setdefault(total, {})
        after = draft.state()
        reached[after] = reached.get(after, 0) + weight
    return _over_one_total(by_total)


def _over_one_total(by_total: dict[int, dict[State[Any], int]]) -> Branches:
    """Paths of different lengths on one denominator."""
    if len(by_total) == 1:
        ((total, after),) = by_total.items()
        return Branches(after, total)
    total = lcm(*by_total)
    merged: dict[State[Any], int] = {}
    for one, after in by_total.items():
        for state, weight in after.items():
            merged[state] = merged.get(state, 0) + weight * (total // one)
    return Branches(merged, total)
