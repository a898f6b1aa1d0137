"""Hits of shooting and magic on a unit, what is due for them, and what is taken off at the end of a step."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.attacks import Attack, Harm, strike
from grognard.rulebooks.fantasy.awards import saved_again
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import CasualtiesTaken, UnitLost
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.melee import take_off, wound_hero
from grognard.rulebooks.fantasy.needs import save_need, wound_need
from grognard.rulebooks.fantasy.ordnance import on_crew
from grognard.rulebooks.fantasy.regiment import base_of, block_of, without
from grognard.rulebooks.fantasy.tables import Dice
from grognard.space.outline import Edge
from grognard.space.pose import step


class Blow(msgspec.Struct, frozen=True):
    """What a hit does: strength, armour piercing, whether a save is allowed, and wounds of an unsaved one."""

    S: int
    ap: int = 0
    save: bool = True
    wounds: Dice | None = None


# --- what a hit needs ---


@clause("FA-WND-10", "FA-GEN-08", "FA-CMD-02")
def wound_of(field: Field, target: str, blow: Blow) -> int:
    """Least face that wounds the rank and file, or the character who is all that is left."""
    alone = field.alone(target)
    stats = field.hero(alone.id) if alone else field.stats(target)
    return wound_need(field.tables, blow.S, stats.T)


@clause("FA-WND-04", "FA-WND-06", "FA-WND-10")
def save_of(field: Field, target: str, blow: Blow) -> int:
    """The save of the same, 0 for none."""
    if not blow.save:
        return 0
    alone = field.alone(target)
    items = field.hero_armour(alone.id) if alone else field.armour_items(target)
    return save_need(field.tables.armour, items, blow.S, blow.ap)


def attack_on(
    field: Field, target: str, blow: Blow, dice: tuple[tuple[int, int], ...] = (), auto: int = 0
) -> Attack:
    """The pool of dice against a unit: ``dice`` to hit as in Attack, ``auto`` hits that aren't thrown for."""
    return Attack(
        dice=dice,
        auto=auto,
        wound=wound_of(field, target, blow),
        save=save_of(field, target, blow),
        six_wounds=field.option("natural6") == "hit_is_wound",
        many=blow.wounds is not None,
    )


# --- hits ---


@clause("FA-SHO-13", "FA-WND-10", "FA-LEG-02")
def land(battle: FantasyBattle, by: str, target: str, attack: Attack) -> Harm:
    """Throw the pool; what isn't saved, not even by an award, is due from the target."""
    harm = strike(battle, attack, by)
    if attack.save and not attack.many:
        again = saved_again(battle, target, attack.save, harm.unsaved)
        harm = replace(harm, saved=harm.saved + again, unsaved=harm.unsaved - again)
    owe(battle, target, harm.unsaved)
    return harm


@clause("FA-SHO-13", "FA-WND-11")
def owe(battle: FantasyBattle, target: str, wounds: int) -> None:
    """So many more wounds are taken off at the end of the step."""
    if wounds:
        battle.change(target, due=battle.unit(target).due + wounds)


@clause("FA-WM-10")
def land_hits(battle: FantasyBattle, by: str, target: str, hits: int, blow: Blow) -> Harm:
    """Hits already made; on a machine each strikes the engine (its own T, no save) or a crewman."""
    unit = battle.unit(target)
    if unit.kind != "machine":
        return land(battle, by, target, attack_on(battle.field, target, blow, auto=hits))
    crew = on_crew(battle, by, hits)
    toughness = battle.field.profile(target).machine_T
    engine = Attack(
        auto=hits - crew,
        wound=wound_need(battle.tables, blow.S, toughness),
        many=blow.wounds is not None,
    )
    broken = strike(battle, engine, by)
    battle.change(target, machine_wounds=max(0, unit.machine_wounds - broken.unsaved))
    dead = land(battle, by, target, attack_on(battle.field, target, blow, auto=crew))
    return Harm(hits, hits, *(a + b for a, b in zip(_tail(broken), _tail(dead), strict=True)))


def _tail(harm: Harm) -> tuple[int, int, int]:
    return harm.wounds, harm.saved, harm.unsaved


# --- the end of the step ---


@clause("FA-SHO-13", "FA-GEN-04", "FA-WND-08", "FA-WND-09")
def take_all_off(battle: FantasyBattle, step_name: str) -> None:
    """All that is due is taken off together: rank and file first, machines after their crews."""
    for unit in battle.field.units:
        if unit.due:
            _take_off(battle, unit.id, step_name)
        if unit.kind == "machine" and not unit.machine_wounds:
            wreck(battle, unit.id)
    for hero in battle.field.characters:
        if hero.due:
            wound_hero(battle, hero, hero.due, "")


@clause("FA-UNIT-04", "FA-GEN-08")
def _take_off(battle: FantasyBattle, unit_id: str, step_name: str) -> None:
    unit, alone = battle.unit(unit_id), battle.field.alone(unit_id)
    if alone:
        battle.change(unit_id, due=0)
        battle.change(alone.id, due=alone.due + unit.due)
        return
    behind = [contact.edge(unit_id) for contact in battle.field.contacts_of(unit_id)]
    fallen = take_off(battle, unit_id)
    if Edge.REAR in behind and unit.kind != "machine":
        left = without(block_of(unit), fallen, rear_contact=True)
        battle.change(unit_id, x=left.front.x, y=left.front.y)
    battle.tell(CasualtiesTaken(unit_id, step_name, fallen, battle.unit(unit_id).pool))


@clause("FA-WM-05", "FA-WM-10")
def wreck(battle: FantasyBattle, unit_id: str) -> None:
    """The engine is gone: what is left of the crew is a unit of foot with hand weapons, on the machine's centre."""
    unit = battle.unit(unit_id)
    width, depth = base_of(battle.tables, "foot")
    x, y = unit.centre
    east, north = step(unit.heading, depth, over=2)
    battle.change(
        unit_id,
        kind="foot",
        base=(width, depth),
        files=max(1, unit.models),
        formation="column",
        machine_wounds=0,
        x=x + east,
        y=y + north,
    )
    battle.tell(UnitLost(unit_id, "engine"))


def harm_of(parts: Iterable[Harm]) -> Harm:
    """Several pools told as one."""
    rows = [(one.attacks, one.hits, one.wounds, one.saved, one.unsaved) for one in parts]
    return Harm(*(sum(column) for column in zip(*rows, strict=True))) if rows else Harm(0, 0, 0, 0, 0)
