"""Activations: moving, embarking, disembarking, work (chapters Movement, Transport, Works)."""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.core.state import Arg
from grognard.rulebooks.modern.battle import ModernBattle


@rule("MO-MOVE-01")
def act(battle: ModernBattle, seat: str, verb: str, *words: Arg) -> None:
    """``move``, ``embark``, ``disembark`` or ``work`` with what decisions_move says follows it."""
