"""Step 3.7: guns and wagons taken and retaken (chapter Trophies).

Not done yet: its steps do nothing.
"""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle


@rule()
def guns(battle: NapoleonicBattle) -> None:
    """Guns silenced twice rout; those that were struck and have no cover are taken."""
