"""Step 3.6: obedience and pursuit (chapter Pursuit).

Not done yet: its steps do nothing.
"""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle


@rule()
def obedience(battle: NapoleonicBattle) -> None:
    """One die for each overthrower; who obeys is asked."""


@rule()
def pursue_all(battle: NapoleonicBattle) -> None:
    """Pursuers move, and throw their dice in the fixed order."""
