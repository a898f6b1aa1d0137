"""Who may cast, and at whom or where a spell may be aimed (FA-MAG-05, -16, -18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.ground import round_shape
from grognard.rulebooks.fantasy.model import Character, SpellInForce, Unit
from grognard.rulebooks.fantasy.seeing import sees_from
from grognard.rulebooks.fantasy.tables import BREAK_ENCHANTMENT, Drain, Heal, Rally, Spell, Summon
from grognard.space.measure import gap
from grognard.space.outline import boxes_near
from grognard.space.pose import Point, decimal

Target: TypeAlias = str | Point
NEW = "new"
"""Target of a Break Enchantment that is kept for spells just cast (option ``counter_new_spells``)."""
SUMMON_APART = 4000
"""So far from every enemy a summoned unit comes (effect ``summon``)."""


# --- wizards ---


@clause("FA-MAG-01", "FA-MAG-07", "FA-MAG-10")
def wizards(field: Field) -> list[Character]:
    """All wizards who are alive, on the table and not barred, by id."""
    return [
        one
        for one in field.characters
        if one.level and one.alive and not one.barred and field.ready(one.unit)
    ]


@clause("FA-MAG-10", "FA-MAG-18")
def may_cast(field: Field, hero: Character) -> Refused | None:
    """Why a character can't cast now, None if he can; the unit's order has nothing to do with it."""
    if not hero.level:
        return Refused("FA-MAG-01", T("he is no wizard"))
    if not hero.alive or not field.ready(hero.unit):
        return Refused("FA-MAG-07", T("he is not on the table"))
    if hero.barred:
        return Refused("FA-MAG-10", T("he is barred from magic for the rest of the battle"))
    unit = field.unit(hero.unit)
    if unit.retreating or unit.withdrawing:
        return Refused("FA-MAG-18", T("his unit is retreating"))
    if "cast" in field.forbidden(hero.unit) | field.forbidden(hero.id):
        return Refused("FA-MAG-20", T("a spell forbids him to cast"))
    return None


@clause("FA-MAG-04", "FA-MAG-05")
def known(field: Field, hero: Character) -> tuple[str, ...]:
    """Spells that a wizard may cast: those he knows, up to the level allowed him, and Break Enchantment."""
    most = field.tables.wizards[hero.level].max_level if hero.level else 0
    own = [one for one in hero.spells if field.tables.spells[one].level <= most and one != BREAK_ENCHANTMENT]
    return (*own, BREAK_ENCHANTMENT) if hero.level else ()


# --- targets ---


@clause("FA-MAG-16")
def why_not_at(field: Field, hero: Character, spell: Spell, target: Target) -> Refused | None:
    """Why a spell may not be aimed there now, None if it may."""
    return _CHECKS[spell.type](field, hero, spell, target)


@clause("FA-MAG-16")
def _missile(field: Field, hero: Character, spell: Spell, target: Target) -> Refused | None:
    refused = _curse(field, hero, spell, target)
    if refused:
        return refused
    if field.engaged(hero.unit):
        return Refused("FA-MAG-18", T("a wizard in melee casts no missiles"))
    if field.engaged(str(target)):
        return Refused("FA-MAG-16", T("the target is in melee"))
    if not sees_from(field, hero.unit, str(target)):
        return Refused("FA-MAG-16", T("the wizard's unit does not see the target"))
    return None


@clause("FA-MAG-16")
def _curse(field: Field, hero: Character, spell: Spell, target: Target) -> Refused | None:
    unit = _unit(field, target)
    if unit is None or unit.side == hero.side:
        return Refused("FA-MAG-16", T("it needs an enemy unit on the table"))
    return _in_range(spell, field.distance(hero.unit, unit.id))


@clause("FA-MAG-16")
def _blessing(field: Field, hero: Character, spell: Spell, target: Target) -> Refused | None:
    unit = _unit(field, target)
    if unit is None or unit.side != hero.side:
        return Refused("FA-MAG-16", T("it needs a friendly unit on the table"))
    return _in_range(spell, field.distance(hero.unit, unit.id) if unit.id != hero.unit else 0)


@clause("FA-MAG-16")
def _self(field: Field, hero: Character, spell: Spell, target: Target) -> Refused | None:
    if target not in (hero.id, hero.unit):
        return Refused("FA-MAG-16", T("it works on the caster and his unit alone"))
    return None


@clause("FA-MAG-16", "FA-CMD-02")
def _duel(field: Field, hero: Character, spell: Spell, target: Target) -> Refused | None:
    enemy = field.pieces.get(target) if isinstance(target, str) else None
    if not isinstance(enemy, Character) or enemy.side == hero.side:
        return Refused("FA-MAG-16", T("it needs an enemy character"))
    if not enemy.alive or not field.ready(enemy.unit):
        return Refused("FA-MAG-16", T("the character is not on the table"))
    if not enemy.level and any(isinstance(effect, Drain) for effect in spell.effects):
        return Refused("FA-MAG-22", T("it needs an enemy wizard"))
    return _in_range(spell, field.distance(hero.unit, enemy.unit))


@clause("FA-MAG-16", "FA-MAG-22")
def _area(field: Field, hero: Character, spell: Spell, target: Target) -> Refused | None:
    if isinstance(target, str):
        return Refused("FA-MAG-16", T("it needs a point on the table"))
    x, y = target
    if not (0 <= x <= field.setup.width and 0 <= y <= field.setup.height):
        return Refused("FA-MAG-16", T("the point is not on the table"))
    if any(isinstance(effect, Summon) for effect in spell.effects):
        place = x, y, x, y
        close = (one.shape for one in field.of_side(hero.side, own=False))
        close = (shape for shape in close if boxes_near(shape.box, place, SUMMON_APART))
        if any(gap(shape, target) < SUMMON_APART for shape in close):
            return Refused("FA-MAG-20", T("the point is within 4 cells of an enemy"))
    return _in_range(spell, gap(field.unit(hero.unit).shape, target))


@clause("FA-MAG-13", "FA-MAG-15")
def _dispel(field: Field, hero: Character, spell: Spell, target: Target) -> Refused | None:
    if target == NEW and field.option("counter_new_spells"):
        return None
    force = field.pieces.get(target) if isinstance(target, str) else None
    if not isinstance(force, SpellInForce):
        return Refused("FA-MAG-15", T("it needs a spell in force"))
    if force.undispellable:
        return Refused("FA-MAG-11", T("that spell can't be dispelled"))
    return None


_CHECKS: Mapping[str, Callable[[Field, Character, Spell, Target], Refused | None]] = {
    "missile": _missile,
    "curse": _curse,
    "blessing": _blessing,
    "self": _self,
    "duel": _duel,
    "area": _area,
    "dispel": _dispel,
}


def _unit(field: Field, target: Target) -> Unit | None:
    return field.unit(target) if isinstance(target, str) and field.ready(target) else None


def _in_range(spell: Spell, far: int) -> Refused | None:
    if far <= spell.range:
        return None
    return Refused(
        "FA-MAG-16",
        T("the target is {far} away, the range is {range}", far=decimal(far), range=decimal(spell.range)),
    )


@clause("FA-MAG-16")
def first_allowed(field: Field, hero: Character, spell: Spell, wanted: tuple[Target, ...]) -> Target | None:
    """The first target that is allowed; the caster's own unit where the spell needs no other."""
    choices = wanted or ((hero.unit,) if spell.type == "self" else ())
    return next((one for one in choices if why_not_at(field, hero, spell, one) is None), None)


@clause("FA-MAG-16")
def targets(field: Field, hero: Character, spell: Spell) -> list[Target]:
    """All that a spell may sensibly be aimed at now, the nearest first; of areas the centres of enemies, for those who
    are called up places around the caster."""
    if spell.type == "self":
        return [hero.unit]
    here = field.unit(hero.unit)
    if spell.type == "dispel":
        every: list[Target] = [one.id for one in field.spells if one.side != hero.side]
    elif spell.type == "duel":
        every = [one.id for one in field.characters if one.alive]
    elif spell.type == "area":
        every = _points(field, here, spell)
    else:
        near = sorted(field.units, key=lambda unit: (field.distance(here.id, unit.id), unit.id))
        every = [unit.id for unit in near]
    allowed = (one for one in every if why_not_at(field, hero, spell, one) is None)
    return [one for one in allowed if _is_wanted(field, spell, one)]


def _is_wanted(field: Field, spell: Spell, target: Target) -> bool:
    """Nobody rallies or heals those who need it not."""
    if not isinstance(target, str) or not field.ready(target):
        return True
    unit, verbs = field.unit(target), {type(effect) for effect in spell.effects}
    if verbs == {Rally}:
        return unit.retreating
    hurt = unit.models < unit.start_models or unit.pool > 0
    return hurt or verbs != {Heal}


def _points(field: Field, here: Unit, spell: Spell) -> list[Target]:
    if any(isinstance(effect, Summon) for effect in spell.effects):
        spots = round_shape(here.front, spell.range * 2 // 3).ring
        return [*spots[::9]]
    near = sorted(
        field.of_side(here.side, own=False), key=lambda unit: (field.distance(here.id, unit.id), unit.id)
    )
    return [unit.centre for unit in near]
