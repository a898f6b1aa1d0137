"""War machines as numbers: the die to hit and the misfire, a ball through the ranks, where a bomb falls."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from grognard.core.chance import Pool, Table, at_least, d
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.amounts import amount
from grognard.rulebooks.fantasy.attacks import Roller
from grognard.rulebooks.fantasy.tables import Dice

GunShot: TypeAlias = Literal["misfire", "miss", "hit"]
THROUGH = 5
"""Least face with which a ball goes on to the next rank."""
ON_CREW = 5
"""Least face with which a shot at a machine strikes a crewman."""
EXPLODED_CREW = Dice(1, 3)


class RankHit(NamedTuple):
    """What a ball did to one rank: faces of its dice to wound, to save (0: none thrown) and to go through, and wounds
    that go to the pool."""

    wound: int
    save: int
    wounds: int
    through: int


@lru_cache(maxsize=16)
@clause("FA-WM-04")
def gun_die(need: int) -> Table[GunShot]:
    """The die to hit of a machine: a natural 1 is a misfire whatever is needed."""
    return Table.of(6, lambda face: "misfire" if face == 1 else "hit" if face >= need else "miss")


def number(roller: Roller, dice: Dice, purpose: str, who: str) -> int:
    """Roll what a table writes as dice; a plain number needs none."""
    chance = amount(dice)
    return chance if isinstance(chance, int) else int(roller.roll(chance, purpose, who).meaning)


@clause("FA-WM-07", "FA-WM-08", "FA-SPC-09", "FA-WND-11")
def ball(
    roller: Roller, who: str, *, ranks: int, wound: int, save: int, wounds: Dice | None, goes_on: bool = True
) -> tuple[RankHit, ...]:
    """A ball that has hit: wound, save, number of wounds and penetration for each rank while it goes through.

    ``wound`` and ``save``: least faces (``save`` 0: none is rolled). ``goes_on`` false: no penetration at all.
    """
    struck: list[RankHit] = []
    while len(struck) < ranks:
        wounded = roller.roll(at_least(6, wound), "wound", who)
        saving = roller.roll(at_least(6, save), "save", who) if wounded.meaning and save else None
        unsaved = wounded.meaning and not (saving and saving.meaning)
        taken = (number(roller, wounds, "wounds", who) if wounds else 1) if unsaved else 0
        onward = roller.roll(at_least(6, THROUGH), "penetration", who) if goes_on else None
        on = onward.face if onward else 0
        struck.append(RankHit(wounded.face, saving.face if saving else 0, taken, on))
        if onward is None or not onward.meaning:
            break
    return tuple(struck)


@clause("FA-WM-09")
def scatter(roller: Roller, who: str, dice: Dice) -> tuple[int, int]:
    """How far (thousandths) and in what direction (tenths of a degree) a bomb that missed falls from its mark."""
    far = number(roller, dice, "scatter", who)
    return far * 1000, 600 * roller.roll(d(6), "scatter_direction", who).face % 3600


@clause("FA-WM-10")
def on_crew(roller: Roller, who: str, hits: int) -> int:
    """Of hits on a machine, how many strike its crew: one die each."""
    return int(roller.roll(Pool(hits, 6, ON_CREW), "machine_or_crew", who).meaning) if hits else 0
