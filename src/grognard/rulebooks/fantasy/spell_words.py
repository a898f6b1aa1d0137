"""Spells in words: what they are, and what a casting that is ordered would do now (FA-MAG-16, FA-MAG-20)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from grognard.core.rule import clause
from grognard.locale import Name, T, Text
from grognard.rulebooks.fantasy import tables as fx
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.magic import value_of
from grognard.rulebooks.fantasy.model import Cast, Character, SpellInForce
from grognard.rulebooks.fantasy.prospects import cast_odds, dispel_odds, spell_harm
from grognard.rulebooks.fantasy.tables import BREAK_ENCHANTMENT, AnyEffect, Dice, Spell, Tables
from grognard.rulebooks.fantasy.targeting import Target, first_allowed
from grognard.rulebooks.fantasy.words_names import hero_name, unit_name
from grognard.space.pose import decimal

TYPE_WORDS: Mapping[str, Text] = {
    "missile": T("at an enemy unit in sight"),
    "curse": T("on an enemy unit"),
    "blessing": T("on a friendly unit"),
    "area": T("at a point"),
    "self": T("on the caster and his unit"),
    "duel": T("at an enemy character"),
    "dispel": T("against a spell in force"),
}
STAT_WORDS: Mapping[str, Text] = {
    "M": T("movement (M)"),
    "WS": T("weapon skill (WS)"),
    "BS": T("ballistic skill (BS)"),
    "S": T("strength (S)"),
    "T": T("toughness (T)"),
    "W": T("wounds of a model (W)"),
    "I": T("initiative (I)"),
    "A": T("attacks (A)"),
    "Ld": T("leadership (Ld)"),
}
WHEN_WORDS: Mapping[str, Text] = {
    "shoot": T("its shots, to hit"),
    "shot_at": T("shots at it, to hit"),
    "melee": T("its blows, to hit"),
    "meleed": T("blows against it, to hit"),
}
ACTION_WORDS: Mapping[str, Text] = {
    "march": T("march"),
    "move": T("move"),
    "attack": T("make an attack"),
    "shoot": T("shoot"),
    "cast": T("cast"),
    "pursue": T("pursue"),
    "reform": T("reform"),
}


# --- what a spell is -----------------------------------------------------------------------------------


@clause("FA-MAG-16", "FA-MAG-17", "FA-MAG-20")
def spell_words(tables: Tables, spell: Spell) -> tuple[Text, ...]:
    """A spell line by line: what it needs, where it reaches, how long it lasts, what it does."""
    if spell.type == "dispel":
        return (
            T(
                "{name}: {aim}; 1 to 5 dice must roll more than its cast total",
                name=spell.name,
                aim=aim_words(spell),
            ),
        )
    head = T(
        "{name}, level {level}, casting value {value}: {aim}, {lasts}",
        name=spell.name,
        level=spell.level,
        value=tables.cast_value[spell.level],
        aim=aim_words(spell),
        lasts=lasting_words(spell.duration),
    )
    return (head, *(effect_words(tables, effect) for effect in spell.effects))


def aim_words(spell: Spell) -> Text:
    """At whom and how far."""
    aim = TYPE_WORDS[spell.type]
    return T("{aim}, range {range}", aim=aim, range=decimal(spell.range)) if spell.range else aim


@clause("FA-MAG-17")
def lasting_words(duration: int) -> Text:
    """0: at once; -1: until dispelled."""
    if not duration:
        return T("at once")
    if duration < 0:
        return T("until it is dispelled")
    return (
        T("to the end of phase B of the next turn")
        if duration == 1
        else T("for {turns} turns", turns=duration)
    )


def dice_words(dice: Dice) -> str:
    """As the tables write it: 2d6+8."""
    if not dice.count:
        return str(dice.plus)
    count = "" if dice.count == 1 else str(dice.count)
    return f"{count}d{dice.sides}" + (f"+{dice.plus}" if dice.plus else "")


def signed(number: int) -> str:
    """With its sign."""
    return f"{number:+}".replace("-", "−")


@clause("FA-MAG-20")
def effect_words(tables: Tables, effect: AnyEffect) -> Text:
    """One effect as a sentence."""
    return _WORDS[type(effect)](tables, effect)


def _blow_words(effect: fx.Hits | fx.Blast) -> Text:
    words = T("strength {strength}", strength=effect.S)
    if effect.ap:
        words = T("strength {strength}, armour piercing {ap}", strength=effect.S, ap=effect.ap)
    return words if effect.save else T("{blow}, no save", blow=words)


def _forbid(_: Tables, effect: fx.Forbid) -> Text:
    return T("it may not: {actions}", actions=tuple(ACTION_WORDS[one] for one in effect.actions))


def _summon(tables: Tables, effect: fx.Summon) -> Text:
    name: Name | str = (
        tables.profiles[effect.profile].name if effect.profile in tables.profiles else effect.profile
    )
    return T("raises {n} models: {profile}", n=dice_words(effect.n), profile=name)


def _terrain(tables: Tables, effect: fx.Conjure) -> Text:
    kind = tables.terrain[effect.kind].name
    return T("ground within {radius}: {kind}", radius=decimal(effect.radius), kind=kind)


_WORDS: Mapping[type[Any], Callable[[Tables, Any], Text]] = {
    fx.Hits: lambda _, one: T("{n} hits, {blow}", n=dice_words(one.n), blow=_blow_words(one)),
    fx.Blast: lambda _, one: T(
        "a hit on every model within {radius}, {blow}", radius=decimal(one.radius), blow=_blow_words(one)
    ),
    fx.Wounds: lambda _, one: T("{n} wounds without roll or save", n=dice_words(one.n)),
    fx.StatChange: lambda _, one: T("{stat} {add}", stat=STAT_WORDS[one.stat], add=signed(one.add)),
    fx.ArmourChange: lambda _, one: T("armour {add}", add=signed(one.add)),
    fx.HitMod: lambda _, one: T("{when} {add}", when=WHEN_WORDS[one.when], add=signed(one.add)),
    fx.Grant: lambda tables, one: T(
        "special rule: {rule}", rule=tables.special_rules.get(one.rule, one.rule)
    ),
    fx.Forbid: _forbid,
    fx.LdTest: lambda _, one: T("a leadership test at {add}, or it retreats", add=signed(one.ld)),
    fx.Heal: lambda _, one: T("{n} wounds healed, the dead too", n=dice_words(one.n)),
    fx.Summon: _summon,
    fx.Shift: lambda _, one: T("goes straight on up to {cells} at once", cells=decimal(one.cells)),
    fx.Conjure: _terrain,
    fx.Drain: lambda _, one: T("loses {n} points of its next share of the winds", n=dice_words(one.n)),
    fx.Rally: lambda _, one: T("its forced retreat ends"),
}


# --- what a casting would do ------------------------------------------------------------------------------


@clause("FA-MAG-08", "FA-MAG-09", "FA-MAG-16")
def cast_outlook(field: Field, entry: Cast) -> tuple[Text, ...]:
    """What an entry of a list would do as things stand: at whom, with what chances, with what effect."""
    hero = field.character(entry.wizard)
    spell = field.tables.spells[entry.spell]
    target = first_allowed(field, hero, spell, entry.targets)
    if target is None:
        return (
            T("{spell}: no target is allowed now; the dice would be rolled for nothing", spell=spell.name),
        )
    bonus = field.tables.wizards[hero.level].bonus
    if spell.id == BREAK_ENCHANTMENT:
        return (_dispel_words(field, spell, entry, bonus, target),)
    odds = cast_odds(entry.dice, bonus, value_of(field, spell))
    good = sum((odds.get(one, Fraction(0)) for one in ("cast", "undispellable", "doubled")), Fraction(0))
    head = T(
        "{spell} at {target}, {dice} dice: cast {chance}, barred {barred}",
        spell=spell.name,
        target=target_words(field, target),
        dice=entry.dice,
        chance=percent(good),
        barred=percent(odds.get("barred", Fraction(0))),
    )
    return (head, *_harm_words(field, spell, target))


def _dispel_words(field: Field, spell: Spell, entry: Cast, bonus: int, target: Target) -> Text:
    force = field.pieces.get(str(target))
    if not isinstance(force, SpellInForce):
        return T(
            "{spell}: kept back for spells cast this turn, {dice} dice", spell=spell.name, dice=entry.dice
        )
    odds = dispel_odds(field, entry.dice, bonus, force)
    return T(
        "{spell} at {target}, {dice} dice: dispelled {chance}",
        spell=spell.name,
        target=field.tables.spells[force.spell].name,
        dice=entry.dice,
        chance=percent(odds.get("dispelled", Fraction(0))),
    )


def _harm_words(field: Field, spell: Spell, target: Target) -> Iterator[Text]:
    for struck, wounds in spell_harm(field, spell, target).items():
        facts = {"target": target_words(field, struck), "wounds": f"{float(wounds):.1f}"}
        yield T("{target}: {wounds} wounds to be expected", **facts)
    if not spell_harm(field, spell, target):
        yield from (effect_words(field.tables, effect) for effect in spell.effects)


def target_words(field: Field, target: Target) -> Name | Text:
    """A unit, a character or a point, as orders and reports call them."""
    if isinstance(target, tuple):
        return T("the point {x}, {y}", x=decimal(target[0]), y=decimal(target[1]))
    if isinstance(field.pieces.get(target), Character):
        return hero_name(field, target)
    return unit_name(field, target)


def percent(share: Fraction) -> str:
    """Rounded to whole percents; what is possible is never 0, what is not sure never 100."""
    whole = round(share * 100)
    if 0 < share < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole} %"
