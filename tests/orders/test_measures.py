"""Vocabularies whose numbers are measures: decimals, numbers that no answer has, names that are part of an order."""

from __future__ import annotations

import pytest

from grognard.core.state import Order
from grognard.locale import Name
from grognard.orders import Asked, Keyword, Option, Reading, Thing, Vocabulary, Way, read
from grognard.orders.cleaning import clean
from grognard.orders.tokens import tokens

VERBS = (
    Keyword("do:advance", Name("advance", "вперёд")),
    Keyword("do:activate", Name("activate", "активировать")),
)
THINGS = (Thing("S1", Name("S1 Brigade", "S1 Бригада")), Thing("S2", Name("S2 Horse", "S2 Конница")))
MEASURED = Vocabulary(VERBS, THINGS, ("inches",), decimals=True)
LENGTHS: tuple[tuple[int, int | str], ...] = ((3000, 3), (2500, "2.5"), (2837, "2.837"))
FULL = Option(("advance", 4500), (Way(("do:advance", "4.5")), Way(("do:advance",))))
STEP = Asked(
    "step:S1",
    (FULL, *(Option(("advance", length), (Way(("do:advance", key)),)) for length, key in LENGTHS)),
    about="S1",
)
CARD = Asked("card", tuple(Option(("activate", one.id), (Way(("do:activate", one.id)),)) for one in THINGS))


def orders(found: Reading) -> list[Order]:
    return [one.order for one in found.orders]


@pytest.mark.parametrize(
    ("post", "length"),
    [
        ("advance 3", 3000),
        ("S1: advance 3.0 inches", 3000),
        ("S1: advance 2.5 inches.", 2500),
        ("вперёд на 2,5", 2500),
        ("вперёд на 2,837", 2837),
        ("S1, advance 2.50", 2500),
        ("вперёд", 4500),
    ],
)
def test_decimals_are_one_number(post: str, length: int) -> None:
    found = read(post, [STEP], MEASURED)
    assert orders(found) == [("advance", length)]
    assert found.sure


@pytest.mark.parametrize("post", ["advance 7", "advance 2.6", "вперёд на 12,5 inches"])
def test_a_measure_that_no_answer_has_is_not_passed_over(post: str) -> None:
    found = read(post, [STEP], MEASURED)
    assert orders(found) == []
    assert found.doubts


def test_without_measures_a_number_is_a_name_or_chatter() -> None:
    plain = Vocabulary(VERBS, THINGS)
    assert orders(read("advance 7", [STEP], plain)) == [("advance", 4500)]
    assert [token.text for token in tokens("2,5")] == ["2", ",", "5"]
    assert [token.text for token in tokens("2,5", decimals=True)] == ["2.5"]


@pytest.mark.parametrize(("text", "kept"), [("at 12:30", False), ("on 1.10.2024", False), ("by 2.5", True)])
def test_times_and_dates_are_no_measures(text: str, kept: bool) -> None:
    bare, _ = clean(text, decimals=True)
    assert bool(bare.split()[1:]) is kept
    assert not clean(text)[0].split()[1:]


def test_a_name_before_a_colon_is_part_of_the_order_where_nobody_is_asked_by_name() -> None:
    found = read("S2: activate", [CARD], MEASURED)
    assert orders(found) == [("activate", "S2")]
    assert found.sure


@pytest.mark.parametrize("post", ["S2: advance 3", "S2 advance 3", "S2: advance"])
def test_an_order_to_somebody_else_is_not_given_to_the_one_who_is_asked(post: str) -> None:
    found = read(post, [STEP], MEASURED)
    assert orders(found) == []
    assert found.doubts
