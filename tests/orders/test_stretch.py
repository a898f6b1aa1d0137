"""The words of one stretch, read from the front."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grognard.locale import T
from grognard.orders.stretch import Keys, Stretch, Unclear, number_of


@pytest.mark.parametrize(
    ("key", "number"),
    [(7, "7"), ("2.5", "2.5"), ("-3", "-3"), ("-0.25", "-0.25"), ("num:8", "8"),
     ("7", None), ("c1", None), ("do:march", None), ("num:", None), ("1.2.3", None), ("-", None)],
)  # fmt: skip
def test_a_number_is_told_from_a_name(key: str | int, number: str | None) -> None:
    assert number_of(frozenset({key})) == (None if number is None else Decimal(number))


def test_words_are_taken_one_after_another() -> None:
    said: list[Keys] = [frozenset({"do:fire", "do:hold"}), frozenset({3}), frozenset({"c1"})]
    stretch = Stretch(said)
    assert stretch.sees("do:fire", ahead=1) == ""
    assert stretch.peek(9) == stretch.peek(-1) == frozenset()
    with pytest.raises(Unclear):
        stretch.take_number()
    assert stretch.takes("do:march", "do:hold", "do:fire") == "do:hold"
    assert stretch.take_number() == 3
    assert [stretch.takes("c1") for _ in range(2)] == ["c1", ""]
    assert stretch.over


def test_a_doubt_is_told_once() -> None:
    stretch = Stretch(())
    stretch.doubt(T("no order"))
    stretch.doubt(T("no order"))
    assert stretch.doubts == [T("no order")]
