"""Least faces that hit hand to hand, wound and save."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.tables import Armour, MeleeHit, Tables

PARRY = 4


class Need(msgspec.Struct, frozen=True):
    """A threshold: where it begins, what eases it (plus) or makes it harder (minus), and the least face at the end."""

    base: int
    items: tuple[Modifier, ...]
    need: int


def items_of(**values: int) -> tuple[Modifier, ...]:
    """Those that are not 0, in order."""
    return tuple([Modifier(source, value) for source, value in values.items() if value])


def eased(base: int, items: Iterable[Modifier]) -> int:
    """The number to reach on the die when the die has these added."""
    for item in items:
        base -= item.value
    return base


@clause("FA-WND-03")
def clamped(need: int) -> int:
    """A natural 6 always does it, a natural 1 never."""
    return min(max(need, 2), 6)


# --- to hit, hand to hand ---


@clause("FA-MEL-09")
def melee_base(row: MeleeHit, skill: int, target: int) -> int:
    """The printed cases in their order: higher, equal, the target at least twice as good, lower."""
    if skill > target:
        return row.higher
    if skill == target:
        return row.equal
    return row.lower_half if target >= 2 * skill else row.lower


@clause("FA-MEL-10", "FA-WPN-01", "FA-WPN-02", "FA-WND-03", "FA-WND-07")
def melee_need(
    row: MeleeHit, skill: int, target: int, items: tuple[Modifier, ...] = (), parried: bool = False
) -> int:
    """Base, then plus and minus, then parry takes what is better than 4+ down to 4+, then 2 to 6."""
    need = eased(melee_base(row, skill, target), items)
    return clamped(max(need, PARRY) if parried else need)


# --- to wound ---


@clause("FA-WND-01", "FA-WND-02")
def wound_need(tables: Tables, strength: int, toughness: int) -> int:
    """Row and column of the wound table; S 0 wounds on a 6 only, T 0 is wounded on 2+."""
    if strength < 1:
        return 6
    if toughness < 1:
        return 2
    return tables.wound[strength - 1][toughness - 1]


# --- to save ---


@clause("FA-WND-04", "FA-WND-05", "FA-WND-06", "FA-SPC-03", "FA-MNT-06")
def save_need(armour: Armour, bonus: tuple[Modifier, ...], strength: int, piercing: int = 0) -> int:
    """0 where no face saves. ``bonus``: armour, barding and spells. Nothing in all is no save; otherwise strength and
    piercing take away."""
    need = eased(armour.save_number, bonus)
    if need >= armour.save_number:
        return 0
    need = max(need + max(0, strength - armour.strength_free) + piercing, 2)
    return need if need <= 6 else 0
