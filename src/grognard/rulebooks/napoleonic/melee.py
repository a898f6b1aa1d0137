"""Steps 3.1 to 3.4: strikes, dice, losses, results (chapter Close combat).

Not done yet: its steps do nothing.
"""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle


@rule()
def strikes(battle: NapoleonicBattle) -> None:
    """Step 3.1: declared strikes with the sides that they meet."""


@rule()
def dice(battle: NapoleonicBattle) -> None:
    """Step 3.2: one die for each unit that strikes or resists."""


@rule()
def losses(battle: NapoleonicBattle) -> None:
    """Step 3.3: losses from the natural faces, fate."""


@rule()
def results(battle: NapoleonicBattle) -> None:
    """Step 3.4: pairs are compared."""
