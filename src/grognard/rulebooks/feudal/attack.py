"""Attack checks and damage (chapter Attack and damage), the same for shots, blows and pursuit."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.core.chance import Modifier, Table
from grognard.core.rule import clause
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.effects import Bearer, Moment, parts, total
from grognard.rulebooks.feudal.model import FeudalSetup, Grade


class Strike(NamedTuple):
    """What a d20 does: damage, and whether it was a natural 1."""

    damage: int
    one: bool


class Figures(msgspec.Struct, frozen=True):
    """Everything that an attack depends on but the die, item by item."""

    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    damage: tuple[Modifier, ...]
    halve: str = ""

    @property
    def bonus(self) -> int:
        return total(self.attack)

    @property
    def goal(self) -> int:
        """What the total has to exceed."""
        return total(self.defence)

    @property
    def extra(self) -> int:
        return total(self.damage)


@lru_cache(maxsize=2048)
def strikes(bonus: int, goal: int, extra: int, halve: bool, one_misses: bool, least: int) -> Table[Strike]:
    """The d20 of one attack, read (FE-GEN-05: no limits, but damage is never below 0)."""
    return Table.of(20, lambda face: strike(face, bonus, goal, extra, halve, one_misses, least))


@clause(
    "FE-ATT-01", "FE-ATT-02", "FE-ATT-05", "FE-ATT-06", "FE-DMG-01", "FE-DMG-02", "FE-DMG-03", "FE-DMG-04"
)
def strike(face: int, bonus: int, goal: int, extra: int, halve: bool, one_misses: bool, least: int) -> Strike:
    """One attack: total above the Defence hits; a natural 20 does at least 1; a natural 1 stalls."""
    margin = face + bonus - goal
    if face == 1 and one_misses:
        return Strike(0, True)
    if margin <= 0:
        return Strike(1 if face == 20 else 0, face == 1)
    damage = max(margin + extra, 0)
    if halve:
        damage //= 2
    damage = max(damage, least)
    if face == 20:
        damage = max(damage, 1)
    return Strike(damage, face == 1)


@clause("FE-ATT-02", "FE-ATT-06", "FE-DMG-02")
def succeeds(setup: FeudalSetup, face: int, score: int, goal: int) -> bool:
    """The attack is a hit, whatever damage it does."""
    return score > goal and not (face == 1 and setup.options["natural_one_attack"] == "miss")


def table_of(setup: FeudalSetup, figures: Figures) -> Table[Strike]:
    """The die of an attack with these figures, under the options of the battle."""
    options = setup.options
    one_misses = options["natural_one_attack"] == "miss"
    least = int(options["min_hit_damage"])
    return strikes(figures.bonus, figures.goal, figures.extra, bool(figures.halve), one_misses, least)


@clause("FE-ATT-01", "FE-ATT-03", "FE-DMG-01")
def figures(setup: FeudalSetup, attacker: Bearer, target: Bearer, moment: Moment) -> Figures:
    """Attack, Defence and damage of one attack, from the situation at the start of the attack step."""
    mine, theirs = _grade(setup, attacker, moment), _grade(setup, target, moment)
    guard = _grade(setup, target, moment, guard=True)
    tags, other = attacker.tags, target.tags
    attack = (Modifier("strength", attacker.sheet.attack), *parts("attack", attacker, moment, other))
    damage = [*parts("damage", attacker, moment, other), *parts("damage_taken", target, moment, tags)]
    if mine:
        attack += _of_strategy(mine, mine.attack)
        damage = [*_of_strategy(mine, mine.damage), *damage]
    if theirs and moment.phase == "melee" and setup.options["strategy_damage"] == "mirrored":
        damage += [Modifier("mirrored", item.value) for item in _of_strategy(theirs, theirs.damage)]
    defence = (Modifier("defence", target.sheet.defence), *_defence(setup, attacker, target, moment))
    if guard:
        defence += _of_strategy(guard, guard.defence)
    return Figures(attack, defence, tuple(damage), effects.has("halve_damage", attacker, moment, other))


@clause("FE-ROUT-03")
def pursuit_figures(setup: FeudalSetup, attacker: Bearer, target: Bearer, moment: Moment) -> Figures:
    """A pursuit attack: all that helps the pursuer in melee, against Strength + 10 and nothing else."""
    bare = Bearer(msgspec.structs.replace(target.army, strategy=None), target.sheet, (), target.tags)
    plain = figures(setup, attacker, bare, moment)
    return msgspec.structs.replace(
        plain,
        attack=(*plain.attack, *parts("pursuit_attack", attacker, moment, target.tags)),
        defence=(Modifier("defence", target.sheet.defence),),
    )


@clause("FE-RNG-06", "FE-STR-06", "FE-STR-07")
def _grade(setup: FeudalSetup, who: Bearer, moment: Moment, guard: bool = False) -> Grade | None:
    """The strategy grade that acts for an army; ``guard``: its Defence column."""
    grade = setup.tables.grades[who.army.strategy or 0]
    if moment.phase == "melee":
        return grade
    scope = setup.options["strategy_scope"]
    if moment.first or scope == "melee":
        return None
    if scope == "all":
        return grade
    return grade if guard and who.army.posture == "in_melee" else None


def _of_strategy(grade: Grade, value: int) -> tuple[Modifier, ...]:
    return (Modifier(f"strategy:{grade.id}", value),) if value else ()


@clause("FE-ATT-03", "FE-ART-05")
def _defence(setup: FeudalSetup, attacker: Bearer, target: Bearer, moment: Moment) -> tuple[Modifier, ...]:
    """Defence effects; the total bonus of works is reduced by the attacker's ``pierce``, not below 0."""
    items = parts("defence", target, moment, attacker.tags)
    pierce = total(parts("pierce", attacker, moment, target.tags))
    if pierce:
        works = sum(item.value for item in items if _is_work(setup, item.source))
        cut = min(pierce, max(works, 0))
        items += (Modifier("pierce", -cut),) if cut else ()
    return items


def _is_work(setup: FeudalSetup, source: str) -> bool:
    kind, _, name = source.partition(":")
    return kind == "condition" and setup.tables.conditions[name].group == "works"
