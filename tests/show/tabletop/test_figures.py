"""Lengths and headings in words."""

from __future__ import annotations

import pytest

from grognard.locale import Name
from grognard.show.speech import plain
from grognard.show.tabletop.figures import degrees, length


@pytest.mark.parametrize(
    ("thousandths", "places", "words"),
    [(0, 2, "0"), (4000, 2, "4"), (4500, 2, "4.5"), (4250, 2, "4.25"), (4256, 2, "4.26"), (4256, 1, "4.3"),
     (996, 1, "1"), (10_000, 2, "10"), (-1500, 2, "−1.5"), (1234.4, 2, "1.23")],
)  # fmt: skip
def test_a_length_has_no_more_decimals_than_it_needs(thousandths: float, places: int, words: str) -> None:
    assert plain(length(thousandths, places=places), "en") == words
    assert plain(length(thousandths, places=places), "ru") == words.replace(".", ",")


def test_a_measure_stands_behind_its_figure() -> None:
    assert plain(length(2500, Name("cells", "клетки")), "ru") == "2,5\u00a0клетки"


def test_headings_have_a_decimal_where_they_need_it() -> None:
    assert [plain(degrees(tenths), "ru") for tenths in (0, 900, 905)] == ["0°", "90°", "90,5°"]
