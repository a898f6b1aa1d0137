"""Morale checks (chapter Morale): d20 + morale against a difficulty, equality succeeds."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.core.chance import Modifier, at_least
from grognard.core.rule import clause
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.effects import Bearer, Moment, for_check
from grognard.rulebooks.feudal.fog import show


class MoraleRoll(msgspec.Struct, frozen=True):
    """A Morale check as it fell: the dice (two with a reroll), what was added, the difficulty, the result."""

    faces: tuple[int, ...]
    parts: tuple[Modifier, ...]
    dc: int
    success: bool


@clause("FE-MOR-01", "FE-CMD-04")
def own_morale(who: Bearer, troop_morale: int, check: str, moment: Moment | None) -> tuple[Modifier, ...]:
    """Troop morale, record, charisma and the bearer's own effects that fit the check."""
    steady = (
        Modifier("morale:troop", troop_morale),
        Modifier("morale:record", who.army.morale_record),
        Modifier("morale:charisma", who.army.commander.charisma),
    )
    return (*(item for item in steady if item.value), *for_check("morale", who, check, moment))


@clause("FE-MOR-01", "FE-GEN-04")
def from_others(
    friends: Iterable[Bearer], foes: Iterable[Bearer], check: str, moment: Moment | None
) -> tuple[Modifier, ...]:
    """``side_morale`` of the other armies of the side, ``enemy_morale`` of enemies fought in this pass.

    The same effect from two bearers counts once: one id never counts twice on one army.
    """
    items = [item for friend in friends for item in for_check("side_morale", friend, check, moment)]
    items += [item for foe in foes for item in for_check("enemy_morale", foe, check, moment)]
    return tuple(dict.fromkeys(items))


def morale_parts(battle: FeudalBattle, army_id: str, check: str) -> tuple[Modifier, ...]:
    """Everything that a Morale check of that kind adds to the d20."""
    who = battle.bearer(army_id)
    moment = battle.moment() if check != "learn" else None
    troop = battle.tables.troops[who.sheet.troop]
    items = own_morale(who, troop.morale, check, moment)
    if check == "learn":
        return items
    friends = [
        battle.bearer(a.id)
        for a in battle.on_field()
        if a.id != army_id and battle.side(a.id) == who.sheet.side
    ]
    return items + from_others(friends, fought(battle, army_id, check), check, moment)


@clause("FE-MOR-01")
def fought(battle: FeudalBattle, army_id: str, check: str) -> list[Bearer]:
    """Enemies that attacked the army or were attacked by it in this pass; only rout and break-off checks ask."""
    if check not in ("rout", "break_off"):
        return []
    mine = {foe for foe in battle.setup.sheets if army_id in battle.attackers_of(foe)}
    foes = mine.union(battle.attackers_of(army_id))
    return [battle.bearer(foe) for foe in battle.setup.sheets if foe in foes]


@clause("FE-MOR-02", "FE-MOR-05", "FE-MOR-06", "FE-GEN-03")
def check_morale(battle: FeudalBattle, army_id: str, check: str, dc: int) -> MoraleRoll:
    """Roll; a ``reroll`` is used at once on the first failure, and its result stands."""
    items = morale_parts(battle, army_id, check)
    chance = at_least(20, dc - effects.total(items))
    throw = battle.roll(chance, check, army_id)
    faces = throw.faces
    show(battle, army_id, (item.source for item in items))
    again = "" if throw.meaning else _reroll(battle, army_id, check)
    if again:
        throw = battle.roll(chance, f"{check}:reroll", army_id)
        faces += throw.faces
        show(battle, army_id, (again,))
    return MoraleRoll(faces, items, dc, throw.meaning)


def _reroll(battle: FeudalBattle, army_id: str, check: str) -> str:
    """What lets the army roll again, "" if nothing."""
    who = battle.bearer(army_id)
    moment = battle.moment() if check != "learn" else None
    for source, effect in who.acting:
        if effect.kind == "reroll" and effect.check in ("any", check) and effects.fits(effect, who, moment):
            return source
    return ""
