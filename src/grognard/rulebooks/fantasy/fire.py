"""Shooting as numbers: how many shoot from where, and what they need to hit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.needs import Need, clamped, eased
from grognard.rulebooks.fantasy.regiment import Block, file_of, rank_sizes

INTO_MELEE = -1
"""Option ``shoot_into_melee`` (FA-SHO-10)."""


class Conditions(NamedTuple):
    """What bears on a shot, the line of sight of single models apart. ``cover``: 0, 1 light, 2 hard. ``spells``: what
    each adds to the shooter's roll or against the target."""

    long: bool = False
    moving: bool = False
    reaction: bool = False
    cover: int = 0
    hard_nut: bool = False
    light_infantry: bool = False
    multishot: bool = False
    into_melee: bool = False
    spells: tuple[Modifier, ...] = ()


# --- how many ---


@clause("FA-SHO-07", "FA-SPC-05")
def rows(ranks: int, rules: Collection[str], still: bool) -> int:
    """Ranks that shoot: one; two of a caracole; all of a volley that does not move."""
    if still and "volley" in rules:
        return ranks
    return min(ranks, 2 if "caracole" in rules else 1)


@clause("FA-LOS-03", "FA-SHO-07")
def eyes_of(block: Block, shooting: int) -> list[int]:
    """The front place (0 the leftmost) whose line of sight each model of the first ``shooting`` ranks has."""
    found: list[int] = []
    for rank, size in enumerate(rank_sizes(block)[:shooting]):
        left = file_of(block, rank, 0)
        found += range(left, left + size)
    return found


@clause("FA-SHO-08", "FA-SPC-05")
def shots_each(multishot: int, single: bool) -> int:
    """Shots of a model: one, or as many as its weapon throws, if the order does not say single."""
    return 1 if single else max(1, multishot)


# --- to hit ---


@clause("FA-SHO-02", "FA-SHO-09", "FA-SHO-10", "FA-SPC-01", "FA-SPC-02", "FA-SPC-10")
def shot_items(
    mods: Mapping[str, int], rules: Collection[str], at: Conditions, *, indirect: bool = False
) -> tuple[Modifier, ...]:
    """Every modifier that bears on a shot, in the order of the table. ``rules``: of the shooter and its weapon."""
    quick = "quick_shot" in rules
    holds = {
        "long": at.long,
        "moving": at.moving and not quick,
        "reaction": at.reaction and not quick,
        "light_cover": at.cover == 1,
        "hard_cover": at.cover == 2,
        "hard_nut": at.hard_nut,
        "light_infantry": at.light_infantry,
        "multishot": at.multishot,
        "indirect": indirect,
        "cumbersome_moving": at.moving and "cumbersome" in rules,
    }
    items = [Modifier(name, mods[name]) for name, does in holds.items() if does]
    items += [Modifier("into_melee", INTO_MELEE)] if at.into_melee else []
    return (*items, *at.spells)


@clause("FA-SHO-01", "FA-SHO-03", "FA-WND-03")
def shot_need(number: int, bs: int, items: tuple[Modifier, ...], natural: bool = True) -> Need:
    """``number`` is to be reached by die, BS and modifiers. ``natural`` false: no face hits or misses by itself."""
    plain = eased(number - bs, items)
    return Need(number - bs, items, clamped(plain) if natural else plain)
