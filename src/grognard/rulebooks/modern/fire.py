"""Fire: shots in the attack phase and out of turn (chapter Fire)."""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.core.state import Arg
from grognard.rulebooks.modern.battle import ModernBattle


@rule("MO-FIRE-01")
def fire(battle: ModernBattle, seat: str, shooter_id: Arg, hex: Arg) -> None:
    """A shot is declared; the target's side has a window (``windows.offer("enemy_attack_declared", side, shooter's
    hex, target's hex)``), then its result."""


@rule("MO-KSO-20")
def attack_now(battle: ModernBattle, seat: str, shooter_id: str) -> None:
    """The unit makes one legal shot at once: its general is asked at what (question ``shot``), where he has a choice.
    It may have gone or have no target any more; then nothing happens."""
