"""What has been said of a unit's order so far, while it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made
from decimal import Decimal
from typing import Literal, TypeAlias

from grognard.core.rule import clause
from grognard.core.state import Arg
from grognard.locale import T, Text
from grognard.orders.stretch import Unclear
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import FormationWord
from grognard.space.sine import TURN

Choice: TypeAlias = tuple[Arg, ...]
"""What one word may stand for."""
MOST_LENGTH = 1000


@dataclass
class Spelling:
    """An entry of a wizard's list while it's read."""

    spell: str
    wizards: Choice
    dice: int = 0
    least: int = 0
    targets: list[tuple[Choice, ...]] = made(default_factory=list)


@dataclass
class Draft:
    """What has been said so far."""

    verbs: list[str] = made(default_factory=list)
    targets: list[Choice] = made(default_factory=list)
    legs: list[tuple[str, int | None]] = made(default_factory=list)
    heading: int | None = None
    files: int = 0
    formation: FormationWord | Literal[""] = ""
    attached: list[Arg] = made(default_factory=list)
    duels: list[tuple[str, Choice]] = made(default_factory=list)
    spells: list[Spelling] = made(default_factory=list)
    alone: str = ""
    nearest: bool = False
    doubts: list[Text] = made(default_factory=list)


def whole(number: Decimal, parts: Decimal | int) -> int:
    value = int(number * parts)
    if not 0 < value <= MOST_LENGTH * 1000:
        raise Unclear(T("{number} is out of all reason", number=str(number)))
    return value


@clause("FA-MAG-01", "FA-MAG-08")
def of_its_path(field: Field, unit_id: str, spell: str, wizards: Sequence[str]) -> tuple[str, ...]:
    """Of a unit's wizards those of the spell's path; where the side has none of that path, all of them."""
    path, side = spell.rpartition("_")[0], field.unit(unit_id).side
    casters = [one for one in field.characters if one.level and one.path == path]
    if not any(field.unit(one.unit).side == side for one in casters):
        return tuple(wizards)
    found = tuple(one for one in wizards if field.character(one).path == path)
    if not found:
        raise Unclear(T("the wizard of unit {unit} goes another path", unit=unit_id))
    return found


def degrees(number: Decimal) -> int:
    """A heading: 0 to 360 degrees."""
    value = int(number * 10)
    if not 0 <= value <= TURN:
        raise Unclear(T("{number} is no heading in degrees", number=str(number)))
    return value % TURN
