"""Magic as numbers: what the dice of a casting or a dispelling come to, and how the winds are shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from grognard.core.chance import d
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.amounts import Faces
from grognard.rulebooks.fantasy.attacks import Roller

CastResult: TypeAlias = Literal["cast", "undispellable", "doubled", "failed", "barred"]
DispelResult: TypeAlias = Literal["dispelled", "failed", "barred"]
MOST_DICE = 5
"""Points that one casting may take (FA-MAG-08)."""


class MagicDice(NamedTuple):
    """What a handful of magic points shows: the sum, and natural 1s and 6s (3 stands for three or more)."""

    sum: int
    ones: int
    sixes: int


def _read(faces: Sequence[int]) -> MagicDice:
    ones, sixes = (sum(one == face for one in faces) for face in (1, 6))
    return MagicDice(sum(faces), min(ones, 3), min(sixes, 3))


@lru_cache(maxsize=MOST_DICE)
@clause("FA-MAG-08")
def magic_dice(points: int) -> Faces[MagicDice]:
    """A magic point is one d6; ``points`` 1 to 5."""
    return Faces(points, _read)


@clause("FA-MAG-02", "FA-MAG-09", "FA-MAG-10", "FA-MAG-11")
def cast_result(dice: MagicDice, bonus: int, value: int) -> CastResult:
    """Natural 1s are looked at first; then the sum with the wizard's bonus against the value; then natural 6s."""
    if dice.ones >= 3:
        return "barred"
    if dice.ones == 2 or dice.sum + bonus < value:
        return "failed"
    return "doubled" if dice.sixes >= 3 else "undispellable" if dice.sixes == 2 else "cast"


@clause("FA-MAG-02", "FA-MAG-13", "FA-MAG-14")
def dispel_result(dice: MagicDice, bonus: int, against: int) -> DispelResult:
    """More than ``against`` is needed; natural 1s count as in casting, natural 6s do nothing."""
    if dice.ones >= 3:
        return "barred"
    return "dispelled" if dice.ones < 2 and dice.sum + bonus > against else "failed"


class Share(NamedTuple):
    """A wizard's points for the turn: his part of the winds, one of the remainder or not, and his own."""

    part: int
    extra: int
    own: int

    @property
    def points(self) -> int:
        return self.part + self.extra + self.own


@clause("FA-MAG-07")
def share_winds(
    roller: Roller, points: int, levels: Mapping[str, int], own: Mapping[str, int], deal: bool = True
) -> dict[str, Share]:
    """Whole parts to all, the remainder one each to the seniors first. ``levels``: wizard -> 1 or 2; ``own``:
    personal points; ``deal`` false: the remainder is lost."""
    if not levels:
        return {}
    part, rest = divmod(points, len(levels))
    lucky = _lucky(roller, rest, levels) if deal else set()
    return {one: Share(part, int(one in lucky), own[one]) for one in sorted(levels)}


def _lucky(roller: Roller, rest: int, levels: Mapping[str, int]) -> set[str]:
    """Who gets one of the remainder; only equals who can't all have one roll for it."""
    served: set[str] = set()
    for level in sorted(set(levels.values()), reverse=True):
        equals = sorted(one for one in levels if levels[one] == level)
        left = rest - len(served)
        served.update(equals if len(equals) <= left else _draw_lots(roller, left, equals))
    return served


def _draw_lots(roller: Roller, places: int, equals: list[str]) -> list[str]:
    """High dice first; those whose tie would matter roll again."""
    if not places:
        return []
    dice = {one: roller.roll(d(6), "winds_remainder", one).face for one in equals}
    cut = sorted(dice.values(), reverse=True)[places - 1]
    above = [one for one in equals if dice[one] > cut]
    tied = [one for one in equals if dice[one] == cut]
    left = places - len(above)
    return above + (tied if len(tied) == left else _draw_lots(roller, left, tied))


@clause("FA-MAG-22")
def drained(share: Share, points: int) -> Share:
    """A share of the winds less what was drained: the part first; never the wizard's own points."""
    extra = max(0, share.extra - max(0, points - share.part))
    return Share(max(0, share.part - points), extra, share.own)
