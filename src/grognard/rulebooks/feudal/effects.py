"""The closed effect vocabulary at work: what acts on an army, and the sums that come of it (chapter Model)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.rulebooks.feudal.model import Army, Commander, Effect, Field, InForce, Sheet, Tables

Acting: TypeAlias = tuple[tuple[str, Effect], ...]
"""(source id such as ``tactic:shield_wall``, effect) for all that acts on one army."""


class Moment(msgspec.Struct, frozen=True, cache_hash=True):
    """When an effect is asked for: ``ranged`` or ``melee``, and whether it's the first such pass of the round."""

    phase: str
    first: bool


class Bearer(msgspec.Struct, frozen=True):
    """An army as effects see it: everything that acts on it, and its tags now."""

    army: Army
    sheet: Sheet
    acting: Acting
    tags: frozenset[str]


@clause("FE-RNG-07", "FE-ARMY-06")
def dynamic_tags(army: Army, sheet: Sheet) -> Iterator[str]:
    """Tags that follow from the situation, usable in filters like the fixed ones."""
    yield army.posture
    if army.missiles > 0:
        yield "shooter"
    if army.hp * 2 <= sheet.hp_max:
        yield "bloodied"
    if army.hp <= sheet.strength:
        yield "wavering"


def tags_of(army: Army, sheet: Sheet) -> frozenset[str]:
    return frozenset((*sheet.tags, *dynamic_tags(army, sheet)))


@clause("FE-TAC-07")
def tactic_in_force(army: Army) -> str:
    """A spent tactic acts as Standard."""
    return "standard" if army.tactic in army.spent_tactics else army.tactic


@clause("FE-GEN-04", "FE-COND-04", "FE-CMD-09")
def acting_on(tables: Tables, army: Army, sheet: Sheet, field: Field) -> Acting:
    """All effects on an army from its troop, commander, tactic and conditions, no source twice."""
    own, sky = army.conditions, field.conditions
    return _acting(_Shelf(tables), sheet.troop, army.commander, tactic_in_force(army), own, sky)


class _Shelf:
    """Tables as a key of the cache: one and the same object, whatever is in it."""

    __slots__ = ("tables",)

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def __hash__(self) -> int:
        return id(self.tables)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shelf) and self.tables is other.tables


@lru_cache(maxsize=2048)
def _acting(
    shelf: _Shelf,
    troop: str,
    commander: Commander,
    tactic: str,
    own: tuple[InForce, ...],
    field: tuple[InForce, ...],
) -> Acting:
    tables = shelf.tables
    found: list[tuple[str, Effect]] = [(f"troop:{troop}", effect) for effect in tables.troops[troop].effects]
    for held in commander.features:
        for effect in tables.features[held.id].effects:
            chosen = (
                msgspec.structs.replace(effect, value=held.choice) if effect.value == "$choice" else effect
            )
            found.append((f"feature:{held.id}", chosen))
    found += [(f"tactic:{tactic}", effect) for effect in tables.tactics[tactic].effects]
    conditions = list(dict.fromkeys(one.id for one in (*own, *field)))
    unseen = _ignored(tables, conditions, found)
    for one in conditions:
        condition = tables.conditions[one]
        if one not in unseen and condition.group not in unseen:
            found += [(f"condition:{one}", effect) for effect in condition.effects]
    return tuple(found)


def _ignored(tables: Tables, conditions: list[str], others: Iterable[tuple[str, Effect]]) -> set[str]:
    """Ids and groups of conditions that don't touch the bearer."""
    effects = [effect for _, effect in others]
    effects += [effect for one in conditions for effect in tables.conditions[one].effects]
    return {name for effect in effects if effect.kind == "ignore" for name in effect.list_}


def bearer(tables: Tables, army: Army, sheet: Sheet, field: Field) -> Bearer:
    """The army with all that acts on it."""
    return Bearer(army, sheet, acting_on(tables, army, sheet, field), tags_of(army, sheet))


def fits(effect: Effect, who: Bearer, moment: Moment | None, other: frozenset[str] | None = None) -> bool:
    """All filters of an effect hold. ``moment`` None: outside passes; ``other``: tags of the other army."""
    if effect.phase != "any" and (moment is None or moment.phase != effect.phase):
        return False
    if effect.pass_ == "first" and (moment is None or not moment.first):
        return False
    if effect.tactic_pass and effect.tactic_pass != who.army.tactic_pass:
        return False
    if not who.tags.issuperset(effect.self_) or not who.tags.isdisjoint(effect.not_self):
        return False
    if effect.vs or effect.not_vs:
        tags = other or frozenset()
        return tags.issuperset(effect.vs) and tags.isdisjoint(effect.not_vs)
    return True


def parts(
    kind: str, who: Bearer, moment: Moment | None, other: frozenset[str] | None = None
) -> tuple[Modifier, ...]:
    """Every effect of that kind that acts now, item by item."""
    return tuple(
        Modifier(source, effect.value)
        for source, effect in who.acting
        if effect.kind == kind and isinstance(effect.value, int) and fits(effect, who, moment, other)
    )


def total(items: Iterable[Modifier]) -> int:
    return sum(item.value for item in items)


def has(kind: str, who: Bearer, moment: Moment | None, other: frozenset[str] | None = None) -> str:
    """Source of the first effect of that kind which acts now, "" if there is none."""
    for source, effect in who.acting:
        if effect.kind == kind and fits(effect, who, moment, other):
            return source
    return ""


def for_check(kind: str, who: Bearer, check: str, moment: Moment | None) -> tuple[Modifier, ...]:
    """Morale effects of that kind (``morale``, ``side_morale``, ``enemy_morale``) that fit the kind of check."""
    return tuple(
        Modifier(source, effect.value)
        for source, effect in who.acting
        if effect.kind == kind
        and effect.check in ("any", check)
        and isinstance(effect.value, int)
        and fits(effect, who, moment)
    )


@clause("FE-TAC-01", "FE-TAC-02", "FE-TAC-03")
def known_tactics(tables: Tables, army: Army, acting: Acting) -> tuple[str, ...]:
    """Standard, the tactics that the army has learned, and those that its commander lends; in table order."""
    lent = {effect.value for _, effect in acting if effect.kind == "lend_tactic"}
    return tuple(one for one in tables.tactics if one == "standard" or one in army.tactics or one in lent)


@clause("FE-TAC-04", "FE-TAC-07")
def usable_tactics(tables: Tables, who: Bearer) -> tuple[str, ...]:
    """Known tactics that are unspent and whose ``needs`` the army meets; only Standard under ``no_tactic``."""
    if has("no_tactic", who, None):
        return ("standard",)
    return tuple(
        one
        for one in known_tactics(tables, who.army, who.acting)
        if one not in who.army.spent_tactics and who.tags.issuperset(tables.tactics[one].needs)
    )
