"""Impulses, restoring order, and what movement costs a unit of some quality (chapters Impulses, Restoring order)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import ImpulseUsed, QualityAdjusted, Restored
from grognard.rulebooks.pike_and_shot.field import Field, close_by
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.seeing import near

MOVES = ("move", "charge", "rout")
"""Uses that count as move impulses."""


@clause("PS-IMP-01", "PS-IMP-02", "PS-RALLY-03", "PS-MOVE-05", "PS-MOVE-06")
def begin_impulse(battle: PikeBattle, unit_id: str, use: str, *, moving: bool = False) -> None:
    """One impulse is used; the second and later ones hang a DP, but not to restore order."""
    unit = battle.unit(unit_id)
    hung = battle.parameters.extra_impulse_dp if unit.used and use != "restore" else 0
    moving = moving or use in MOVES
    battle.change(
        unit_id,
        left=unit.left - 1,
        used=unit.used + 1,
        dp=unit.dp + hung,
        raw_move_dp=unit.raw_move_dp + (hung if moving else 0),
        move_impulses=unit.move_impulses + moving,
    )
    battle.tell_of(unit_id, ImpulseUsed(unit_id, unit.used + 1, use, hung))


@clause("PS-IMP-04", "PS-REACT-16")
def begin_reaction(battle: PikeBattle, unit_id: str, use: str, *, moving: bool = False) -> None:
    """An impulse spent on a reaction or reply: the unit can't be activated this turn any more."""
    begin_impulse(battle, unit_id, use, moving=moving)
    battle.change(unit_id, reacted=True)


@rule("PS-RALLY-01", "PS-RALLY-03")
def restore(battle: PikeBattle, unit_id: str) -> None:
    """DP are removed without a test."""
    begin_impulse(battle, unit_id, "restore")
    remove_dp(battle, unit_id)


def remove_dp(battle: PikeBattle, unit_id: str) -> None:
    unit = battle.unit(unit_id)
    removed = min(unit.dp, restored_by(battle.field, unit))
    battle.change(unit_id, dp=unit.dp - removed)
    quality = battle.sheet(unit_id).quality
    battle.tell_of(unit_id, Restored(unit_id, quality, is_quiet(battle.field, unit), removed))


@clause("PS-RALLY-01")
def restored_by(field: Field, unit: Unit) -> int:
    """DP that one impulse of restoring order removes."""
    row = field.parameters.restore[field.sheet(unit.id).quality]
    return row["quiet"] if is_quiet(field, unit) else row["pressed"]


@clause("PS-RALLY-01", "PS-RALLY-02")
def is_quiet(field: Field, unit: Unit) -> bool:
    """Not under fire this turn and at least 8 inches from all enemies, routing ones too."""
    if unit.under_fire:
        return False
    key = "close", unit.stand
    found: bool | None = field.still.get(key)
    if found is None:
        least = field.parameters.close_to_enemy
        close = close_by(field.enemies(unit.id), unit.box, least)
        found = field.still[key] = any(near(unit, enemy, least - 1) for enemy in close)
    return not found


@rule("PS-MOVE-06")
def settle_quality(battle: PikeBattle, unit_id: str) -> None:
    """What quality does to the movement DP of the turn so far, less what was settled before."""
    unit = battle.unit(unit_id)
    if unit.status != "ready" or not unit.move_impulses:
        return
    due = due_for_quality(battle.sheet(unit_id).quality, unit)
    change = due - unit.settled
    if change:
        left = max(0, unit.dp + change)
        battle.change(unit_id, dp=left, settled=due)
        battle.tell_of(unit_id, QualityAdjusted(unit_id, unit.raw_move_dp, change, left))


@clause("PS-MOVE-06")
def due_for_quality(quality: str, unit: Unit) -> int:
    """-1 for good quality that has any movement DP, +1 for bad quality that has moved at all."""
    if quality == "good":
        return -1 if unit.raw_move_dp else 0
    return 1 if quality == "bad" and unit.move_impulses else 0
