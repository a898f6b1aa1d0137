"""Step 3.5: routs, pushes, flights, neighbours, withdrawals, follow-ups (chapters Close combat, Rout).

Not done yet: its steps do nothing.
"""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle


@rule()
def carry_out(battle: NapoleonicBattle) -> None:
    """Steps (a) to (f)."""


@rule()
def ask_follow(battle: NapoleonicBattle) -> None:
    """Step (g): winners over foot may follow."""
