"""Columns of a terminal: how wide words are there, wrapping, padding, and tables in letters of one width."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from grognard.show.model import Align

# Marks of the private plane that take no room: a renderer puts them around words it will colour at the end.
_MARKS = re.compile("[\U000f0000-\U000fffff]")

Measure = Callable[[str], float]


def cells(text: str) -> int:
    """The columns ``text`` takes: two for wide letters, none for combining ones."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(_MARKS.sub("", text))


def pad(text: str, width: int, align: Align = "left") -> str:
    """``text`` filled up with spaces to ``width`` columns; longer text stays as it is."""
    room = max(width - cells(text), 0)
    before = {"left": 0, "right": room, "center": room // 2}[align]
    return " " * before + text + " " * (room - before)


def wrap(text: str, width: float, measure: Measure = cells) -> list[str]:
    """``text`` broken at spaces into lines no wider than ``width``; a word wider than that is cut.

    ``measure`` gives the width of words in the same unit (columns of a terminal unless told otherwise).
    No-break spaces hold. There is always at least one line.
    """
    lines, line = [], ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if measure(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *full, line = _cut(word, width, measure)
        lines += full
    return [*lines, line]


def packed(
    items: Sequence[str], width: int, first: str = "", later: str = "", further: str = "    "
) -> list[str]:
    """Items one after another with room between, on as few lines as hold them.

    The first line begins with ``first``, each later one with ``later``, what is left of a long item ``further`` in.
    """
    lines: list[str] = []
    for item in items:
        if lines and cells(lines[-1]) + 3 + cells(item) <= width:
            lines[-1] += f"   {item}"
            continue
        begun, *more = wrap(item, width - cells(further))
        lines.append((later if lines else first) + begun)
        lines += [further + rest for rest in more]
    return lines


def _cut(word: str, width: float, measure: Measure) -> list[str]:
    parts, part = [], ""
    for letter in word:
        if part and measure(part + letter) > width:
            parts.append(part)
            part = ""
        part += letter
    return [*parts, part]


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], aligns: Sequence[Align], width: int = 10_000
) -> list[str]:
    """A table's lines: headings, a rule, rows; cells of the widest columns are wrapped to keep to ``width``.

    No word is broken: a table of long words is wider than ``width`` (:func:`fits` tells).
    """
    wide = _widths([heads, *rows], width)
    rule = "  ".join("-" * size for size in wide)
    lines = [*_row(heads, wide, aligns), rule] if any(heads) else [rule]
    for row in rows:
        lines += _row(row, wide, aligns)
    return lines


def fits(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> bool:
    """Whether a table of whole words keeps to ``width``."""
    return _whole([max(column) for column in _words([heads, *rows])]) <= width


def _whole(wide: Sequence[int]) -> int:
    """Of all columns with the gaps between them."""
    return sum(wide) + 2 * (len(wide) - 1)


def _words(rows: Sequence[Sequence[str]]) -> list[list[int]]:
    """The widths of all words of each column."""
    columns = zip(*rows, strict=True)
    return [[1, *(cells(word) for cell in column for word in cell.split(" "))] for column in columns]


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """The widest columns give way first, none to less than its longest word."""
    least = [max(column) for column in _words(rows)]
    wide = [max(1, *(cells(cell) for cell in column)) for column in zip(*rows, strict=True)]
    while _whole(wide) > width and wide != least:
        loose = [at for at, size in enumerate(wide) if size > least[at]]
        wide[max(loose, key=lambda at: wide[at])] -= 1
    return wide


def _row(row: Sequence[str], wide: Sequence[int], aligns: Sequence[Align]) -> list[str]:
    wrapped = [wrap(cell, size) for cell, size in zip(row, wide, strict=True)]
    lines = []
    for index in range(max(map(len, wrapped), default=0)):
        parts = [part[index] if index < len(part) else "" for part in wrapped]
        cells_of_line = zip(parts, wide, aligns, strict=True)
        lines.append("  ".join(pad(part, size, align) for part, size, align in cells_of_line).rstrip())
    return lines
