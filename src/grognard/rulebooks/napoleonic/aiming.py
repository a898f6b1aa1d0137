"""Whom guns and skirmishers may fire at, and who sees whom (chapters Artillery, Skirmishers).

Not done yet: nobody has a target, everybody sees all.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.errors import Refused
from grognard.locale import T
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire_table import Ammunition, Strength
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit


class Aim(NamedTuple):
    """A shot that a gun may declare: ``pivot`` in tenths, clockwise positive; ``distance`` from the muzzle."""

    target: str
    ammunition: Ammunition
    pivot: int
    distance: int
    strength: Strength


def aims(field: Field, gun: Gun) -> tuple[Aim, ...]:
    """Every legal target with the least pivot that it needs."""
    return ()


def aim(field: Field, gun: Gun, target: str, ammunition: str, pivot: int) -> Aim:
    """The shot that is declared so; Refused if it may not be."""
    raise Refused("NA-ART-03", T("'{target}' is no target for '{gun}'", target=target, gun=gun.id))


def skirmish_aims(field: Field, unit: Unit) -> tuple[tuple[str, ...], ...]:
    """For each figure in range its nearest targets."""
    return ()


def side_sees(field: Field, side: str, body: Body) -> bool:
    """Whether any unit of a side sees a body."""
    return True
