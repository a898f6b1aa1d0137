"""Columns of a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.show.cells import cells, fits, packed, pad, table, wrap
from grognard.show.terminal import bar, bare, box, colours, gauge, grid, mark, pips


def test_wide_and_combining_letters_are_measured() -> None:
    assert [cells(text) for text in ("Дым", "日本", "e\u0301", mark("a", 1))] == [3, 4, 1, 1]
    assert pad("日本", 6, "right") == "  日本"
    assert pad("Дым", 6, "center") == " Дым  "


@given(st.text("аб в日", max_size=60), st.integers(2, 20))
def test_wrapping_keeps_every_letter_within_the_width(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cells(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_table_wraps_its_widest_column() -> None:
    lines = table(["Unit", "N"], [["the long red line", "1"]], ["left", "right"], 12)
    assert lines == ["Unit       N", "---------  -", "the long   1", "red line"]


def test_a_table_breaks_no_word() -> None:
    """Columns narrow down to their longest words; a table of too long words is wider than asked."""
    heads, rows = ["State of it", "Men"], [["victorious again", "12"]]
    assert fits(heads, rows, 15)
    assert table(heads, rows, ["left", "right"], 15) == [
        "State of    Men",
        "it",
        "----------  ---",
        "victorious   12",
        "again",
    ]
    assert not fits(heads, rows, 14)
    assert table(heads, rows, ["left", "right"], 8) == table(heads, rows, ["left", "right"], 15)
    assert fits(["a\N{NO-BREAK SPACE}b"], [], 3)
    assert not fits(["a\N{NO-BREAK SPACE}b"], [], 2)


def test_bars_are_full_or_empty_only_when_they_are() -> None:
    assert [bar(value, 100, 5) for value in (0, 1, 50, 99, 100, 200)] == [
        "-----",
        "#----",
        "##---",
        "####-",
        "#####",
        "#####",
    ]
    assert bar(1, 0, 3) == "---"


def test_small_signs() -> None:
    assert (pips(2, 4), pips(2), gauge(3)) == ("**..", "**", "[...|.]")
    assert box(["Дым", "日本"], "T") == ["+- T --+", "| Дым  |", "| 日本 |", "+------+"]
    assert grid([["A", ".."], ["", "B"]]) == ["A  ..", "   B"]


def test_colours_come_only_when_asked() -> None:
    marked = mark("Guard", 1) + mark("!")
    assert bare(marked) == "Guard!"
    assert colours(marked) == "\x1b[1;38;5;167mGuard\x1b[0m\x1b[1m!\x1b[0m"


def test_items_are_packed_on_as_few_lines_as_hold_them() -> None:
    assert packed([], 20) == []
    assert packed(["one", "two", "three"], 20) == ["one   two   three"]
    assert packed(["one", "two", "three"], 12) == ["one   two", "three"]
    assert packed(["one", "two", "three"], 12, "- ", "  ") == ["- one   two", "  three"]
    assert packed(["a long item here"], 14, further="      ") == ["a long", "      item", "      here"]
