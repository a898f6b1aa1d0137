"""Positions branched one call of the agenda at a time, questions answered by a policy or left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from grognard.core.book import RuleBook
from grognard.core.branching import Branches, branch
from grognard.core.dice import Brancher
from grognard.core.state import Order, Question, Setup, State

Policy: TypeAlias = Callable[[State[Any], Question], Order]
"""What is answered to a question; the order is one that the rules take."""


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
        return branch(self.book, self.setup, state)

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
