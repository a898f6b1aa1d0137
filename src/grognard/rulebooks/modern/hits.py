"""Fire sums, lost statuses, destroyed units (chapter Fire)."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.rulebooks.modern.battle import ModernBattle


@clause("MO-KSO-21", "MO-FIRE-11")
def strike(battle: ModernBattle, source: str, unit_id: str, value: int) -> None:
    """Something known to all (``source``: id of a card, or ``mines``) adds to a unit's fire sum."""


@clause("MO-TERR-14")
def enter(battle: ModernBattle, unit_id: str) -> None:
    """A unit has come into its hex, whatever brought it: mines that aren't its side's go off."""
