"""Dice of fate for the generals and staff officers with a unit that was hit by a six (chapter Fate)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.tablemodel import Fate, Tables


class Officer(NamedTuple):
    """A person as fate sees him."""

    id: str
    rank: str
    post: str


@clause("NA-FATE-01")
def fate_order(tables: Tables, officers: Iterable[Officer]) -> tuple[Officer, ...]:
    """In which order dice are thrown for them: from the highest rank down, of equals the higher post, then the id."""
    posts = list(tables.posts)
    return tuple(
        sorted(officers, key=lambda one: (-tables.seniority(one.rank), posts.index(one.post), one.id))
    )


@clause("NA-FATE-02", "NA-FATE-03")
def is_away(fate: Fate) -> bool:
    """Whether he is no longer with the unit, so that no more dice are thrown for him in this phase."""
    return fate.returns != "stays"


@clause("NA-CMD-13", "NA-FATE-02")
def back_in(fate: Fate, turn: int) -> int:
    """The turn in which he comes back to this battle (step 1.1); 0: not in this battle."""
    return turn + 2 if fate.returns == "after_1_turn" else 0
