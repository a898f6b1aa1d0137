"""Tests of two dice, with extra dice dropped, read in three bands (chapter Dice)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import msgspec

from grognard.core.chance import Draw, Modifier, Sum, Table, Test, Throw
from grognard.core.rule import clause
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import Tested
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Band, Parameters

PANIC = "panic"


class Roll(msgspec.Struct, frozen=True):
    """A test as it is put together: reasons for extra dice dropped as the worst and as the best, and modifiers."""

    kind: str
    worst: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    @property
    def count(self) -> int:
        return 2 + len(self.worst) + len(self.best)

    @property
    def bonus(self) -> int:
        return sum(item.value for item in self.modifiers)


@clause("PS-DICE-03", "PS-DICE-06")
def roll_of(
    field: Field,
    kind: str,
    *,
    worst: Sequence[str | bool] = (),
    best: Sequence[str | bool] = (),
    **modifiers: int,
) -> Roll:
    """A test; reasons that are False or "" don't count. Option ``stack_same_kind`` off: one of each at most."""
    most = None if field.is_on("stack_same_kind") else 1
    return Roll(
        kind,
        tuple(str(one) for one in worst if one)[:most],
        tuple(str(one) for one in best if one)[:most],
        tuple(Modifier(source, value) for source, value in modifiers.items() if value),
    )


@clause("PS-DICE-01", "PS-DICE-02", "PS-DICE-04", "PS-DICE-05")
def chance_of(parameters: Parameters, roll: Roll) -> Sum[Band]:
    """Two dice are kept. In a panic test low is good, so there the worst die is the highest."""
    return _chance(
        parameters.low_max,
        parameters.mid_max,
        roll.kind == PANIC,
        len(roll.worst),
        len(roll.best),
        roll.bonus,
    )


@lru_cache(maxsize=1024)
def _chance(low: int, mid: int, low_is_good: bool, worst: int, best: int, bonus: int) -> Sum[Band]:
    test = Test("", 2, 6).add("all", bonus)
    for _ in range(worst):
        test = test.drop_best_if(True) if low_is_good else test.drop_worst_if(True)
    for _ in range(best):
        test = test.drop_worst_if(True) if low_is_good else test.drop_best_if(True)
    bands: tuple[Band, Band, Band] = ("good", "normal", "bad") if low_is_good else ("bad", "normal", "good")
    return test.band(0, bands[0]).band(low + 1, bands[1]).band(mid + 1, bands[2]).chance()


@clause("PS-DICE-01")
def throw(battle: PikeBattle, unit_id: str, roll: Roll) -> Band:
    """Roll it and say so, with every die, reason and modifier."""
    chance = chance_of(battle.parameters, roll)
    thrown = battle.roll(chance, roll.kind, unit_id)
    tell_test(battle, unit_id, roll, chance, thrown.faces, thrown.meaning)
    return thrown.meaning


def tell_test(
    battle: PikeBattle, unit_id: str, roll: Roll, chance: Sum[Band], faces: tuple[int, ...], band: Band
) -> None:
    if battle.listening:
        total = chance.kept(faces) + roll.bonus
        event = Tested(roll.kind, unit_id, faces, roll.worst, roll.best, roll.modifiers, total, band)
        battle.tell_of(unit_id, event)


def odds(field: Field, roll: Roll) -> dict[Band, float]:
    """Chance of each band."""
    chance = chance_of(field.parameters, roll)
    return {throw.meaning: weight / chance.total for throw, weight in chance.branches}


class Row:
    """One row of dice that serves several tests: each reads as many from the front as its own pool has, drops its
    own and adds its own (PS-COORD-03). The meaning is the band of each test."""

    __slots__ = ("_branches", "chances", "count", "sides")

    def __init__(self, chances: Sequence[Sum[Band]]) -> None:
        self.chances = tuple(chances)
        self.count = max(chance.count for chance in chances)
        self.sides = 6
        self._branches: tuple[tuple[Throw[tuple[Band, ...]], int], ...] | None = None

    @property
    def total(self) -> int:
        return int(self.sides**self.count)

    @property
    def branches(self) -> tuple[tuple[Throw[tuple[Band, ...]], int], ...]:
        if self._branches is None:
            found: dict[tuple[Band, ...], tuple[Throw[tuple[Band, ...]], int]] = {}
            for one in self._all():
                first, weight = found.get(one.meaning, (one, 0))
                found[one.meaning] = (first, weight + 1)
            self._branches = tuple(found.values())
        return self._branches

    def _all(self) -> Iterator[Throw[tuple[Band, ...]]]:
        return (self.read(faces) for faces in product(range(1, self.sides + 1), repeat=self.count))

    def throw(self, draw: Draw) -> Throw[tuple[Band, ...]]:
        return self.read(tuple(draw(self.sides) for _ in range(self.count)))

    def read(self, faces: Sequence[int]) -> Throw[tuple[Band, ...]]:
        """ValueError where the dice are too few, too many or not of six sides."""
        if len(faces) != self.count or any(not 1 <= face <= self.sides for face in faces):
            raise ValueError(f"{self.count}d{self.sides}: {list(faces)}")
        row = tuple(faces)
        return Throw(row, tuple(one.read(row[: one.count]).meaning for one in self.chances))


@clause("PS-DICE-08")
def d3() -> Table[int]:
    """A d6 halved and rounded up."""
    return _D3


_D3 = Table.of(6, lambda face: (face + 1) // 2)


@clause("PS-DICE-07")
def rounded(field: Field, product: int, parts: int) -> int:
    """``product / parts`` DP: halves go up (option ``half_rounding``: down), never below 0."""
    if field.option("half_rounding") == "down":
        return max(0, product // parts)
    return max(0, -(-product // parts))
