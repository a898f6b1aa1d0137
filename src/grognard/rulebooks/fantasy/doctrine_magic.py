"""Wizards: dispel what lasts, bless those in melee, strike at whoever is nearest to breaking (point 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import targeting
from grognard.rulebooks.fantasy.doctrine_odds import break_chance
from grognard.rulebooks.fantasy.doctrine_scene import Scene
from grognard.rulebooks.fantasy.magic import MOST_TARGETS, dispel_against, value_of
from grognard.rulebooks.fantasy.model import Cast, Character, Unit
from grognard.rulebooks.fantasy.prospects import cast_odds, mean_of, spell_harm
from grognard.rulebooks.fantasy.tables import (
    BREAK_ENCHANTMENT,
    AnyEffect,
    ArmourChange,
    Drain,
    Forbid,
    Grant,
    Heal,
    HitMod,
    LdTest,
    Rally,
    Spell,
    StatChange,
    Summon,
)
from grognard.rulebooks.fantasy.targeting import Target
from grognard.space.pose import distance

LIKELY = 2 / 3
MOST_DICE = 4
"""Never more while the loss of the wizard would hurt: three 1s bar him."""
MEAN = 3.5
FIGHTING = {"S": 3.0, "WS": 3.0, "A": 4.0, "T": 3.0, "I": 1.0, "Ld": 1.5}
"""What a point of a characteristic is worth to a unit in melee."""
WEAKER = 0.6
"""The same for one that will be in melee by the end of the turn."""
SHOOTING = 1.5
FORBIDDEN, SUMMONED, RALLIED, DRAINED, BROKEN = 2.5, 4.0, 6.0, 1.0, 8.0
HARM, HEALED = 1.0, 0.5


@clause("FA-MAG-08")
def casts(scene: Scene, unit: Unit) -> tuple[Cast, ...]:
    """The lists of the wizards in a unit."""
    found: list[Cast] = []
    for hero in scene.field.characters_in(unit.id):
        if hero.level and targeting.may_cast(scene.field, hero) is None:
            found += [*dispels(scene, hero), *_spells(scene, hero)]
    return tuple(found)


# --- dispelling ---


@clause("FA-MAG-13", "FA-MAG-15")
def dispels(scene: Scene, hero: Character) -> Iterator[Cast]:
    """Enemy spells that last for the battle, if the dice are likely to do it."""
    field = scene.field
    bonus = field.tables.wizards[hero.level].bonus
    hated = [
        one for one in field.spells if one.side != scene.side and not one.until and not one.undispellable
    ]
    able = [(dispel_dice(bonus, dispel_against(field, one)), one) for one in hated if not one.fresh]
    likely = [(dice, one) for dice, one in able if dice]
    if likely:
        dice = min(dice for dice, _ in likely)
        names = tuple(one.id for _, one in sorted(likely, key=lambda row: (row[0], row[1].id)))
        yield Cast(hero.id, BREAK_ENCHANTMENT, dice, dice, names[:MOST_TARGETS])


def dispel_dice(bonus: int, total: int) -> int:
    """The fewest dice with which a spell of that total may be expected to go: total <= 7 + bonus + 3.5 (dice - 2)."""
    return next((n for n in range(2, MOST_DICE + 1) if total <= 7 + bonus + MEAN * (n - 2)), 0)


# --- casting ---


def _spells(scene: Scene, hero: Character) -> Iterator[Cast]:
    """Spells by what they promise."""
    field, rows = scene.field, []
    for name in targeting.known(field, hero):
        spell = field.tables.spells[name]
        dice = cast_dice(field.tables.wizards[hero.level].bonus, value_of(field, spell)) if spell.level else 0
        if dice:
            best, wanted = _aimed(scene, hero, spell)
            if wanted:
                rows.append((-best / dice, Cast(hero.id, name, dice, dice, wanted)))
    yield from (cast for _, cast in sorted(rows, key=lambda row: (row[0], row[1].spell)))


@lru_cache(maxsize=64)
@clause("FA-MAG-09", "FA-MAG-10")
def cast_dice(bonus: int, value: int) -> int:
    """The fewest dice whose chance is at least 2/3, never more than four; 0 if they're too few."""
    return next((n for n in range(1, MOST_DICE + 1) if _success(n, bonus, value) >= LIKELY), 0)


def _success(dice: int, bonus: int, value: int) -> float:
    odds = cast_odds(dice, bonus, value)
    return float(sum(part for result, part in odds.items() if result not in ("failed", "barred")))


def _aimed(scene: Scene, hero: Character, spell: Spell) -> tuple[float, tuple[Target, ...]]:
    """The best targets that are allowed, and what the first promises."""
    rows = [(promise(scene, hero, spell, one), one) for one in _targets(scene, hero, spell)]
    rows = sorted((row for row in rows if row[0] > 0), key=lambda row: (-row[0], str(row[1])))
    found: list[tuple[float, Target]] = []
    for row in rows:
        if len(found) < MOST_TARGETS and targeting.why_not_at(scene.field, hero, spell, row[1]) is None:
            found.append(row)
    return (found[0][0], tuple(one for _, one in found)) if found else (0.0, ())


def _targets(scene: Scene, hero: Character, spell: Spell) -> Iterable[Target]:
    here = scene.field.unit(hero.unit)
    if spell.type == "self":
        return [hero.unit]
    if spell.type == "duel":
        return [one.id for one in scene.field.characters if one.alive and one.side != scene.side]
    if spell.type == "area" and any(isinstance(effect, Summon) for effect in spell.effects):
        return targeting.targets(scene.field, hero, spell)[:1]
    units = scene.own if spell.type == "blessing" else scene.foes
    near = [one for one in units if distance(one.centre, here.centre) <= spell.range + 12_000]
    return [one.centre for one in near] if spell.type == "area" else [one.id for one in near]


# --- what a spell promises ---


def promise(scene: Scene, hero: Character, spell: Spell, target: Target) -> float:
    """How good a spell would be at a target; 0 where it does nothing worth a die."""
    harm = spell_harm(scene.guess, spell, target)
    total = sum((_hurt(scene, struck, float(wounds)) for struck, wounds in harm.items()), 0.0)
    piece = scene.field.pieces.get(target) if isinstance(target, str) else None
    for effect in spell.effects:
        total += _effect(scene, effect, piece if isinstance(piece, Unit) else None)
    return total


def _hurt(scene: Scene, struck: str, wounds: float) -> float:
    """Wounds of enemies, more of those who are nearest to breaking; one's own count against it."""
    piece = scene.field.pieces[struck]
    if isinstance(piece, Character):
        return wounds * 3 * (1 if piece.side != scene.side else -1)
    if not isinstance(piece, Unit):
        return 0.0
    if piece.side == scene.side:
        return -2.0 * wounds
    return HARM * wounds * near_breaking(scene, piece)


@clause("FA-LD-02", "FA-LD-03")
def near_breaking(scene: Scene, unit: Unit) -> float:
    """Between 1 and 3: the higher, the fewer are left and the lower its leadership; little for those who run."""
    if unit.retreating:
        return 0.2
    lost = 1 - unit.models / max(unit.start_models, 1)
    return 1 + lost + (10 - scene.guess.stats(unit.id).Ld) / 10


def _effect(scene: Scene, effect: AnyEffect, unit: Unit | None) -> float:
    if isinstance(effect, Summon):
        return SUMMONED
    if isinstance(effect, Drain):
        return DRAINED
    if unit is None:
        return 0.0
    own = unit.side == scene.side
    match effect:
        case StatChange():
            return _stat(scene, effect, unit) * (1 if own else -1)
        case ArmourChange():
            return 2.0 * effect.add * _melee(scene, unit) * (1 if own else -1)
        case HitMod():
            return _aim(scene, effect, unit)
        case Grant():
            return 3.0 * _melee(scene, unit) if own else 0.0
        case Forbid():
            return FORBIDDEN * bool(not own and not scene.field.engaged(unit.id) and not unit.retreating)
        case LdTest():
            return (
                BROKEN * break_chance(scene.guess, unit, max(-effect.ld, 0) or 1)
                if not unit.retreating
                else 0.0
            )
        case Heal():
            lost = unit.start_models - unit.models
            return HEALED * min(float(mean_of(effect.n)), float(lost)) if own else 0.0
        case Rally():
            return RALLIED if own and unit.retreating else 0.0
    return 0.0


def _melee(scene: Scene, unit: Unit) -> float:
    """1 for those in melee, less for those who will be, else 0."""
    if scene.field.engaged(unit.id):
        return 1.0
    order = scene.orders.get(unit.id)
    attacks = order is not None and order.word == "attack"
    attacked = any(one.word == "attack" and one.targets[:1] == (unit.id,) for one in scene.orders.values())
    return WEAKER if attacks or attacked else 0.0


def _stat(scene: Scene, effect: StatChange, unit: Unit) -> float:
    """What a change of a characteristic does for the unit."""
    if effect.stat == "BS":
        return SHOOTING * effect.add * bool(scene.guess.missile(unit.id)) * min(unit.models / 20, 1.5)
    return FIGHTING.get(effect.stat, 0.0) * effect.add * _melee(scene, unit)


def _aim(scene: Scene, effect: HitMod, unit: Unit) -> float:
    """Blessings for who is shot at or fights, curses on who does it."""
    own = unit.side == scene.side
    if effect.when in ("shoot", "shot_at"):
        shooter = bool(scene.guess.missile(unit.id)) and unit.models > 0
        helps = effect.add > 0 if effect.when == "shoot" else effect.add < 0
        matters = shooter if effect.when == "shoot" else not shooter
        return SHOOTING * min(unit.models / 20, 1.5) * bool(matters and helps == own)
    helps = effect.add > 0 if effect.when == "melee" else effect.add < 0
    return 2.0 * abs(effect.add) * _melee(scene, unit) * bool(helps == own)
