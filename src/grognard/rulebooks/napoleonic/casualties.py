"""Figures and persons lost, and units that are no more (chapters Losses, Fate).

Not done yet: units without figures stay.
"""

from __future__ import annotations

from grognard.rulebooks.napoleonic.battle import NapoleonicBattle


def bury(battle: NapoleonicBattle) -> None:
    """Units without figures are removed, with their colours and persons (NA-UNIT-06)."""
