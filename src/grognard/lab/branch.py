"""One call of the agenda, with every way its dice can fall.

The very rules are run once for each path of *meanings* (a d20 that hits or misses is two branches, not twenty), and
positions that come out equal are one. Weights are whole numbers over one total, so nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from grognard.core.book import RuleBook
from grognard.core.chance import Throw
from grognard.core.dice import Branch, Brancher
from grognard.core.state import Order, Question, Setup, State

Policy: TypeAlias = Callable[[State[Any], Question], Order]
"""What is answered to a question; the order is one that the rules take."""


class Branches(NamedTuple):
    """Positions after one call, with weights whose sum is ``total``."""

    after: dict[State[Any], int]
    total: int


def at_rest(state: State[Any]) -> bool:
    """Nothing can happen before somebody answers, or nothing is left to do."""
    return bool(state.questions) or not state.agenda


class Unfolding:
    """Branches positions of one setup, one call of the agenda at a time.

    ``policy``: answers the questions that come up; without it such a position is at rest.
    """

    def __init__(self, book: RuleBook, setup: Setup, policy: Policy | None = None) -> None:
        self.book, self.setup, self.policy = book, setup, policy

    def at_rest(self, state: State[Any]) -> bool:
        """Whether the position has no next one."""
        return not state.agenda and not state.questions if self.policy else at_rest(state)

    def branch(self, state: State[Any]) -> Branches:
        """Every position after the next call (or after the policy's answers)."""
        if state.questions:
            return Branches({self._answered(state): 1}, 1)
        by_total: dict[int, dict[State[Any], int]] = {}
        dice = Brancher(())
        draft = self.book.draft(self.setup, state, dice, listening=False)
        pieces = dict(draft.pieces)
        paths: list[tuple[tuple[Throw[Any], ...], int, int]] = [((), 1, 1)]
        while paths:
            path, weight, total = paths.pop()
            dice.follow(path)
            draft.rewind(pieces, state)
            try:
                draft.run(calls=1)
            except Branch as open_choice:
                chance = open_choice.chance
                total *= chance.total
                paths += [((*path, throw), weight * part, total) for throw, part in chance.branches]
                continue
            reached = by_total.setdefault(total, {})
            after = draft.state()
            reached[after] = reached.get(after, 0) + weight
        return _over_one_total(by_total)

    def _answered(self, state: State[Any]) -> State[Any]:
        assert self.policy is not None
        questions = tuple(
            question
            if question.answer is not None
            else replace(question, answer=self.policy(state, question))
            for question in state.questions
        )
        draft = self.book.draft(
            self.setup, replace(state, questions=questions), Brancher(()), listening=False
        )
        draft.settle()
        return draft.state()


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
