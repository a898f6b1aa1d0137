"""Giving the battle up (chapter Rout, leaving, end)."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.events import Conceded


@clause("FE-END-04")
def concede(battle: FeudalBattle, seat: str) -> None:
    """From now on all armies of the seat withdraw in every pass until they are gone."""
    lord = battle.lord(seat)
    if not lord.conceded:
        battle.change(lord.id, conceded=True)
        battle.tell(Conceded(seat))
