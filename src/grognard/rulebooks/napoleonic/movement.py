"""Step 1.5: withdrawals, all other moves, what takes effect at their end (chapter Movement).

Not done yet: nothing moves.
"""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle


@rule()
def withdrawals(battle: NapoleonicBattle) -> None:
    """The first pass: withdrawals of both sides, and later courses of those who flee."""


@rule()
def moves(battle: NapoleonicBattle) -> None:
    """The second pass: everybody else."""


@rule()
def settle(battle: NapoleonicBattle) -> None:
    """Formations, crossings, splits, crews, attacks carried home."""
