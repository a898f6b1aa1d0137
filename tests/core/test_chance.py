from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.chance import Apart, Chance, Pool, Sum, Table, Test, at_least, d


def by_faces(chance: Chance[Any]) -> dict[Any, Fraction]:
    """Distribution of the meaning over all faces, the slow and honest way."""
    ways = Counter(
        chance.read(faces).meaning for faces in product(range(1, chance.sides + 1), repeat=chance.count)
    )
    return {meaning: Fraction(n, chance.sides**chance.count) for meaning, n in ways.items()}


def by_branches(chance: Chance[Any]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for throw, weight in chance.branches:
        found[throw.meaning] = found.get(throw.meaning, Fraction(0)) + Fraction(weight, chance.total)
    return found


@given(st.integers(1, 20), st.integers(-3, 25))
def test_one_die_at_least(sides: int, need: int) -> None:
    assert by_branches(at_least(sides, need)) == by_faces(at_least(sides, need))


@given(st.integers(0, 5), st.integers(2, 6), st.integers(0, 8))
def test_pool_counts_successes(count: int, sides: int, need: int) -> None:
    pool = Pool(count, sides, need)
    assert by_branches(pool) == by_faces(pool)


@given(st.integers(0, 4), st.integers(2, 6), st.data())
def test_the_best_dice_are_counted_apart(count: int, sides: int, data: st.DataObject) -> None:
    best = data.draw(st.integers(1, sides))
    chance = Apart(count, sides, data.draw(st.integers(-1, best)), best)
    assert by_branches(chance) == by_faces(chance)


def test_the_best_are_among_those_that_do() -> None:
    assert Apart(5, 6, 4, 6).read((1, 3, 4, 6, 5)).meaning == (2, 1)
    with pytest.raises(ValueError, match="need <= best"):
        Apart(5, 6, 6, 4)


@given(st.integers(1, 4), st.integers(2, 6), st.integers(0, 3), st.integers(0, 3))
def test_sum_keeps_the_right_dice(count: int, sides: int, low: int, high: int) -> None:
    if low + high >= count:
        with pytest.raises(ValueError, match="no die"):
            Sum(count, sides, int, low, high)
        return
    chance: Sum[int] = Sum(count, sides, int, low, high)
    assert by_branches(chance) == by_faces(chance)
    assert by_faces(chance) == {
        kept: Fraction(n, sides**count)
        for kept, n in Counter(
            sum(sorted(faces)[low : count - high]) for faces in product(range(1, sides + 1), repeat=count)
        ).items()
    }


def test_a_branch_shows_an_example_that_reads_as_its_meaning() -> None:
    for chance in (d(20), Pool(4, 6, 4), Apart(4, 6, 3, 5), Sum(3, 6, lambda kept: kept > 7, drop_high=1)):
        for throw, _ in chance.branches:
            assert chance.read(throw.faces) == throw


@pytest.mark.parametrize("faces", [(), (0,), (21,), (3, 4)])
def test_faces_that_are_not_on_the_die_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="1d20"):
        d(20).read(faces)


def test_a_test_is_put_together_item_by_item() -> None:
    test = Test("volley", 2, 6).add("skill", 1).less("disorder", 2).add("nothing", 0).drop_best_if(True)
    test.band(0, "bad").band(6, "normal").band(9, "good")
    chance = test.chance()
    assert (chance.count, chance.drop_high, test.bonus) == (3, 1, -1)
    assert [item.source for item in test.modifiers] == ["skill", "disorder"]
    assert chance.read((6, 1, 5)).meaning == "bad"
    assert chance.read((2, 6, 5)).meaning == "normal"
    assert chance.read((6, 6, 5)).meaning == "good"
    assert by_branches(chance) == by_faces(chance)


def test_a_test_without_bands_says_so() -> None:
    with pytest.raises(ValueError, match="no bands"):
        Test("volley").chance()


def test_table_merges_equal_meanings() -> None:
    table = Table.of(20, lambda face: face >= 16)
    assert [(throw.meaning, weight) for throw, weight in table.branches] == [(False, 15), (True, 5)]
