"""What happens at the ends of steps and turns: who is no more is taken off, counters go down."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import SpellEnded, StandardLost, UnitLost
from grognard.rulebooks.fantasy.model import TURN, Unit


def mark(battle: FantasyBattle, step: str) -> None:
    """The step that is on, for reports and windows."""
    battle.change(TURN, step=step)


@clause("FA-LD-03")
def count_models(battle: FantasyBattle) -> None:
    """How many each unit has when a phase begins."""
    for unit in battle.field.units:
        if unit.phase_models != unit.models:
            battle.change(unit.id, phase_models=unit.models)


# --- who is no more ---


@clause("FA-GEN-08", "FA-WM-02")
def sweep(battle: FantasyBattle) -> None:
    """Units with nobody left are removed at the end of a step; contacts with whoever is gone end."""
    field = battle.field
    for unit in field.units:
        if unit.models < 1 and (unit.kind == "machine" or not field.characters_in(unit.id)):
            lose(battle, unit.id, "crew" if unit.kind == "machine" else "destroyed")
    for contact in battle.field.contacts:
        if not (battle.field.ready(contact.a) and battle.field.ready(contact.b)):
            battle.remove(contact.id)


@clause("FA-GEN-08", "FA-CMD-05")
def lose(battle: FantasyBattle, unit_id: str, how: str) -> None:
    """A unit is off the table for good: ``left``, or destroyed in one of the ways of ``UnitLost``. Whoever stands
    in it is gone with it; spells on it end."""
    unit = battle.unit(unit_id)
    status = "left" if how == "left" else "destroyed"
    battle.change(unit_id, status=status, motion=None, order=None, due=0)
    battle.tell(UnitLost(unit_id, how))
    for spell in battle.field.spells:
        if spell.target == unit_id:
            battle.remove(spell.id)
            battle.tell(SpellEnded(spell.id, spell.spell, unit_id, "target_gone"))
    if unit.standard:
        battle.change(unit_id, standard=False)
        battle.tell(StandardLost(unit_id, ""))


@clause("FA-WM-03")
def unsilence(battle: FantasyBattle) -> None:
    """The shooting step that a silenced machine missed is over."""
    for unit in battle.field.units:
        if unit.silenced:
            battle.change(unit.id, silenced=unit.silenced - 1)


# --- the end of a turn ---

FRESH_TURN: dict[str, Any] = {
    "order": None,
    "motion": None,
    "shot": False,
    "held": False,
    "halted": False,
    "withdrawing": False,
    "fresh": False,
    "retreat_after": False,
    "due": 0,
}
"""What lasts no longer than a turn."""


@clause("FA-WM-05", "FA-WM-06", "FA-SPC-06")
def end_of_turn(battle: FantasyBattle) -> None:
    """Reloading and jams go on, wounds close, what lasts a turn is over."""
    for unit in battle.field.units:
        left = {"reload": max(0, unit.reload - 1), "jammed": max(0, unit.jammed - 1)}
        fresh = replace(unit, **FRESH_TURN, **left, pool=pool_after(battle, unit))
        if fresh != unit:
            battle.place(fresh)


@clause("FA-SPC-12")
def pool_after(battle: FantasyBattle, unit: Unit) -> int:
    """Wounds in the pool at the end of a turn: trolls close theirs."""
    return 0 if "regrowth" in battle.field.rules(unit.id) else unit.pool
