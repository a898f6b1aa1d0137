"""Who was lucky: the dice that a seat has seen, against what such dice should show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from grognard.show.model import Block, Line


class Luck(msgspec.Struct, frozen=True):
    """Dice of one size thrown for one side (None: nobody's): how many, their mean, the mean one should expect, and
    the spread of such a mean (one standard deviation). ``faces`` counts each face from 1."""

    side: int | None
    sides: int
    thrown: int
    mean: float
    expected: float
    spread: float
    faces: tuple[int, ...]

    @property
    def deviation(self) -> float:
        """How far from what one should expect, in spreads: beyond 2 only one time in twenty."""
        return (self.mean - self.expected) / self.spread if self.spread else 0.0


def luck(blocks: Iterable[Block]) -> list[Luck]:
    """The luck of each side with each size of dice, as the lines of a chronicle show them."""
    thrown: dict[tuple[int, int | None], list[int]] = {}
    for block in blocks:
        if isinstance(block, Line):
            for die in block.dice:
                thrown.setdefault((die.sides, block.side), []).append(die.face)
    order = sorted(thrown, key=lambda key: (key[0], -1 if key[1] is None else key[1]))
    return [_luck(side, sides, thrown[sides, side]) for sides, side in order]


def _luck(side: int | None, sides: int, faces: Sequence[int]) -> Luck:
    counted = Counter(faces)
    spread = math.sqrt((sides * sides - 1) / 12 / len(faces))
    return Luck(
        side,
        sides,
        len(faces),
        sum(faces) / len(faces),
        (sides + 1) / 2,
        spread,
        tuple(counted[face] for face in range(1, sides + 1)),
    )
