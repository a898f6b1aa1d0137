"""Magic as numbers: the dice of casting and dispelling, the winds (worked examples 27 to 30)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core.chance import Chance
from grognard.rulebooks.fantasy.amounts import amount
from grognard.rulebooks.fantasy.casting import (
    MagicDice,
    Share,
    cast_result,
    dispel_result,
    drained,
    magic_dice,
    share_winds,
)
from grognard.rulebooks.fantasy.tables import Dice
from tests.rulebooks.fantasy.branches import chances, scripted

CAST = ("cast", "undispellable", "doubled")


def outcome(faces: str, bonus: int, value: int) -> tuple[str, int]:
    dice = magic_dice(len(faces)).read([int(one) for one in faces]).meaning
    return cast_result(dice, bonus, value), dice.sum + bonus


@pytest.mark.clause("FA-MAG-02", "FA-MAG-09", "FA-MAG-10", "FA-MAG-11")
@pytest.mark.parametrize(
    ("faces", "bonus", "value", "result", "total"),
    [
        ("661", 2, 10, "undispellable", 15),
        ("116", 1, 7, "failed", 9),
        ("11166", 1, 7, "barred", 16),
        ("666", 2, 10, "doubled", 20),
        ("343", 2, 12, "cast", 12),
        ("343", 1, 12, "failed", 11),
        ("11666", 2, 7, "failed", 22),
        ("66", 1, 14, "failed", 13),
    ],
)
def test_casting_by_dice(faces: str, bonus: int, value: int, result: str, total: int) -> None:
    assert outcome(faces, bonus, value) == (result, total)


def casting(points: int, bonus: int, value: int) -> dict[str, Fraction]:
    return chances(lambda hand: cast_result(hand.roll(magic_dice(points), "cast").meaning, bonus, value))


@pytest.mark.clause("FA-MAG-06", "FA-MAG-09", "FA-MAG-10", "FA-MAG-11")
@pytest.mark.parametrize(
    ("points", "bonus", "value", "success"),
    [
        (2, 1, 7, Fraction(13, 18)),
        (3, 1, 7, Fraction(197, 216)),
        (3, 1, 9, Fraction(89, 108)),
        (3, 2, 9, Fraction(95, 108)),
        (4, 2, 10, Fraction(1121, 1296)),
        (5, 2, 12, Fraction(6245, 7776)),
    ],
)
def test_casting_chances(points: int, bonus: int, value: int, success: Fraction) -> None:
    odds = casting(points, bonus, value)
    assert sum(odds.get(one, Fraction(0)) for one in CAST) == success


@pytest.mark.clause("FA-MAG-10", "FA-MAG-11")
def test_chances_of_sixes_and_of_ones() -> None:
    assert casting(2, 1, 7)["undispellable"] == Fraction(1, 36)
    three = casting(3, 1, 7)
    assert three["undispellable"] + three["doubled"] == Fraction(2, 27)
    assert casting(4, 2, 10)["doubled"] == Fraction(7, 432)
    assert casting(5, 2, 12)["barred"] == Fraction(23, 648)


@pytest.mark.clause("FA-MAG-13", "FA-MAG-14")
@pytest.mark.parametrize(
    ("points", "bonus", "total", "success"),
    [(3, 2, 11, Fraction(5, 8)), (2, 1, 9, Fraction(5, 18))],
)
def test_dispelling_chances(points: int, bonus: int, total: int, success: Fraction) -> None:
    odds = chances(lambda hand: dispel_result(hand.roll(magic_dice(points), "dispel").meaning, bonus, total))
    assert odds["dispelled"] == success


@pytest.mark.clause("FA-MAG-13", "FA-MAG-14")
def test_a_tie_does_not_dispel_and_ones_count_but_sixes_do_not() -> None:
    assert dispel_result(MagicDice(9, 0, 0), 2, 11) == "failed"
    assert dispel_result(MagicDice(10, 0, 0), 2, 11) == "dispelled"
    assert dispel_result(MagicDice(14, 2, 2), 2, 11) == "failed"
    assert dispel_result(MagicDice(15, 3, 2), 2, 11) == "barred"
    assert dispel_result(MagicDice(18, 0, 3), 2, 30) == "failed"


LEVELS = {"A": 2, "B": 1, "C": 1}


@pytest.mark.clause("FA-MAG-07")
def test_winds_shared() -> None:
    hand = scripted(3, 5)
    shares = share_winds(hand, 8, LEVELS, LEVELS)
    assert {one: share.points for one, share in shares.items()} == {"A": 5, "B": 3, "C": 4}
    assert shares["C"] == Share(2, 1, 1)


@pytest.mark.clause("FA-MAG-07")
def test_ties_are_rolled_again_and_seniors_do_not_roll() -> None:
    hand = scripted(4, 4, 6, 2)
    shares = share_winds(hand, 8, LEVELS, LEVELS)
    assert (shares["B"].extra, shares["C"].extra) == (1, 0)
    assert hand.purposes == ["winds_remainder"] * 4
    assert share_winds(scripted(), 7, LEVELS, LEVELS)["A"] == Share(2, 1, 2)
    lost = share_winds(scripted(), 8, LEVELS, LEVELS, deal=False)
    assert [one.extra for one in lost.values()] == [0, 0, 0]
    assert share_winds(scripted(), 8, {}, {}) == {}


@pytest.mark.clause("FA-MAG-22")
def test_drain_takes_from_the_share_of_the_winds_only() -> None:
    assert drained(Share(2, 1, 1), 1) == Share(1, 1, 1)
    assert drained(Share(2, 1, 1), 3) == Share(0, 0, 1)
    assert drained(Share(2, 1, 1), 9) == Share(0, 0, 1)


@pytest.mark.clause("FA-MAG-20", "FA-WND-11")
def test_numbers_that_are_dice() -> None:
    def dice(*numbers: int) -> Chance[int]:
        found = amount(Dice(*numbers))
        assert not isinstance(found, int)
        return found

    def mean(*numbers: int) -> Fraction:
        odds = chances(lambda hand: int(hand.roll(dice(*numbers), "hits").meaning))
        return sum((number * part for number, part in odds.items()), Fraction(0))

    assert amount(Dice(0, 6, 4)) == 4
    assert mean(1) == Fraction(7, 2)
    assert mean(1, 3) == 2
    assert mean(2, 6, 8) == 15
    assert dice(1, 3).read([5]).meaning == 3
