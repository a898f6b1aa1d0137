"""Dice for tests of plain rule functions; their exact odds come from the same branching as the windows'."""

from __future__ import annotations

from typing import TypeVar

from grognard.core.chance import Chance, Throw
from grognard.core.dice import Scripted
from grognard.rulebooks.fantasy.prospects import chances

__all__ = ["Hand", "chances", "scripted"]

M = TypeVar("M")


class Hand:
    """Dice for functions that ask something with ``roll``; keeps the purposes in order."""

    def __init__(self, dice: Scripted) -> None:
        self.dice = dice
        self.purposes: list[str] = []

    def roll(self, chance: Chance[M], purpose: str, who: str = "") -> Throw[M]:
        self.purposes.append(purpose)
        return self.dice.throw(chance)


def scripted(*faces: int) -> Hand:
    """These faces, in order."""
    return Hand(Scripted(faces))
