"""Who may hear what (chapter What is hidden from whom): NPC numbers, and the fog of intelligence."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.core.events import Event, Version
from grognard.core.rule import clause
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.events import AmbushTried, Attacked, Lost
from grognard.rulebooks.feudal.model import Army, FeudalSetup, Sheet


@clause("FE-NPC-01", "FE-NPC-02")
def is_secret(setup: FeudalSetup, army_id: str) -> bool:
    """An NPC army whose numbers players never see while the battle lasts."""
    return army_id in _secret(setup)


@lru_cache(maxsize=64)
def _secret(setup: FeudalSetup) -> frozenset[str]:
    if not setup.options["npc_secrecy"]:
        return frozenset()
    npc = {seat.id for seat in setup.seats if seat.kind == "npc"}
    return frozenset(sheet.id for sheet in setup.sheets.values() if sheet.seat in npc)


@clause("FE-NPC-02")
def band(army: Army, sheet: Sheet) -> str:
    """How an army looks from outside: the lowest band that fits counts."""
    if army.hp == 0:
        return "gone"
    if army.hp <= sheet.strength:
        return "wavering"
    if army.hp * 2 <= sheet.hp_max:
        return "bloodied"
    return "fresh" if army.hp == sheet.hp_max else "engaged"


def insiders(setup: FeudalSetup, army_id: str) -> tuple[str, ...]:
    """Seats that know an army's numbers: those of its own side, for a secret army only the NPC ones."""
    sheet = setup.sheets[army_id]
    secret = is_secret(setup, army_id)
    return tuple(s.id for s in setup.seats if s.side == sheet.side and (s.kind == "npc" or not secret))


def tell_about(battle: FeudalBattle, army_id: str, event: Event, **hidden: Any) -> None:
    """Tell it in full, with the ``hidden`` facts in place of the true ones for whoever may not know the army."""
    if not battle.listening:
        return
    if is_secret(battle.setup, army_id):
        battle.tell_apart((event, insiders(battle.setup, army_id)), (replace(event, **hidden), None))
    else:
        battle.tell(event)


@clause("FE-NPC-02")
def tell_losses(battle: FeudalBattle, event: Lost, before: str) -> None:
    """Of a secret army others hear no more than a new band; that it was hurt at all may be a secret."""
    if not is_secret(battle.setup, event.army):
        battle.tell(event)
        return
    versions: list[Version] = [(event, insiders(battle.setup, event.army))]
    if event.band != before:
        versions.append((replace(event, damage=None, attrition=None, before=None, after=None), None))
    battle.tell_apart(*versions)


@clause("FE-NPC-01", "FE-NPC-03")
def tell_attack(battle: FeudalBattle, event: Attacked) -> None:
    """A player attacking an NPC hears his own die, total and success; an NPC's attack on him he sees with its
    total and damage; of NPC against NPC players hear only how it went."""
    setup = battle.setup
    mine, theirs = is_secret(setup, event.attacker), is_secret(setup, event.target)
    if not mine and not theirs:
        battle.tell(event)
        return
    seen = _without_target(event) if theirs else event
    seen = _without_attacker(seen, both=theirs) if mine else seen
    knows_both = [seat.id for seat in setup.seats if _knows(setup, seat.id, event.attacker, event.target)]
    versions: list[Version] = [(event, tuple(knows_both))]
    if theirs:
        versions.append(
            (_without_attacker(event, both=False) if mine else event, insiders(setup, event.target))
        )
    if mine:
        versions.append((_without_target(event) if theirs else event, insiders(setup, event.attacker)))
    versions.append((seen, None))
    battle.tell_apart(*versions)


def tell_ambush(battle: FeudalBattle, event: AmbushTried) -> None:
    """As an attack: nobody learns an NPC's Attack or Defence from it."""
    seen = event
    if is_secret(battle.setup, event.target):
        seen = replace(seen, defence=None)
    if is_secret(battle.setup, event.army):
        seen = replace(seen, face=None, attack=(), total=None)
    if seen is event:
        battle.tell(event)
        return
    own = replace(event, defence=seen.defence)
    theirs = replace(seen, defence=event.defence)
    versions: list[Version] = [(event, ()), (own, insiders(battle.setup, event.army))]
    versions += [(theirs, insiders(battle.setup, event.target)), (seen, None)]
    battle.tell_apart(*versions)


def _knows(setup: FeudalSetup, seat: str, *armies: str) -> bool:
    return all(not is_secret(setup, army) or seat in insiders(setup, army) for army in armies)


def _without_target(event: Attacked) -> Attacked:
    return replace(event, defence=(), goal=None, extra=(), halved=False, damage=None)


def _without_attacker(event: Attacked, both: bool) -> Attacked:
    return replace(event, face=None, attack=(), extra=(), total=None if both else event.total)
