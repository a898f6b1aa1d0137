"""Leaving out what was to come in a turn."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import TurnTimedOut

TIME_UP = "time_up"
PHASES = frozenset(
    ("sequence.kso_1", "sequence.movement", "sequence.attack", "sequence.kso_2", "own_turn.menu")
)
"""What is the player's in a turn. Cards on the table, shots and windows of the phase that is on come to their end."""
RESERVE, LATE, EXCHANGE, KEEP = (
    "sequence.reserve",
    "sequence.late_reserve",
    "points.exchange",
    "points.keep_awards",
)


@clause("MO-TURN-04", "MO-TURN-06")
def cut_short(battle: ModernBattle, late: bool = False) -> None:
    """The player's phases still to come are left out; ``late``: the reserve phase goes without him, too."""
    other = {RESERVE: LATE, EXCHANGE: KEEP} if late else {}
    battle.agenda[:] = [(other.get(name, name), args) for name, args in battle.agenda if name not in PHASES]
    for seat in battle.field.active:
        battle.change(seat, done=True)


@clause("MO-TURN-06", "MO-TURN-07")
def time_up(battle: ModernBattle, seconds: int) -> None:
    """Nothing half-entered happens, what is done stands; only the reserve phase is left, without the player."""
    battle.tell(TurnTimedOut(battle.clock.active, battle.clock.phase, seconds))
    cut_short(battle, late=True)
