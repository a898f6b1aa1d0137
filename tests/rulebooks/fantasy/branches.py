"""Exact odds of plain rule functions, which are run once for each path of their dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from grognard.core.chance import Chance, Throw
from grognard.core.dice import Branch, Brancher, Scripted

R = TypeVar("R", bound=Hashable)
M = TypeVar("M")


class Hand:
    """Dice for functions that ask something with ``roll``; keeps the purposes in order."""

    def __init__(self, dice: Brancher | Scripted) -> None:
        self.dice = dice
        self.purposes: list[str] = []

    def roll(self, chance: Chance[M], purpose: str, who: str = "") -> Throw[M]:
        self.purposes.append(purpose)
        return self.dice.throw(chance)


def scripted(*faces: int) -> Hand:
    """These faces, in order."""
    return Hand(Scripted(faces))


def chances(play: Callable[[Any], R]) -> dict[R, Fraction]:
    """Result -> its exact probability."""
    found: dict[R, Fraction] = {}
    paths: list[tuple[tuple[Throw[Any], ...], Fraction]] = [((), Fraction(1))]
    while paths:
        path, odds = paths.pop()
        try:
            result = play(Hand(Brancher(path)))
        except Branch as open_choice:
            chance = open_choice.chance
            paths += [((*path, throw), odds * part / chance.total) for throw, part in chance.branches]
            continue
        found[result] = found.get(result, Fraction(0)) + odds
    return found
