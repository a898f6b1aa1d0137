"""Drawing with letters: bars, boxes, gauges and colours for a terminal, a mail or a block of code.

Colours appear only where the caller asks (``NO_COLOR`` and "is it a terminal?" are the caller's to honour).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grognard.show.cells import cells, pad

# What ``mark`` puts around words; ``colours`` turns it into ANSI codes, ``bare`` takes it away.
_FIRST, _BOLD, _END = 0xF0000, 0xF0010, 0xF0011
_MARK = re.compile("[\U000f0000-\U000f0011]")

# The nearest of the 256 terminal colours, readable on black and on white: one a side.
_SIDES = (33, 167, 71, 172, 134, 102)


def mark(text: str, side: int | None = None) -> str:
    """``text`` to be shown bold, in the colour of ``side``; the marks take no columns."""
    start = chr(_BOLD if side is None else _FIRST + side % len(_SIDES))
    return f"{start}{text}{chr(_END)}"


def colours(text: str) -> str:
    """Marked text with its ANSI codes."""
    return _MARK.sub(lambda found: _code(ord(found[0])), text)


def bare(text: str) -> str:
    """Marked text without marks."""
    return _MARK.sub("", text)


def _code(sign: int) -> str:
    if sign == _END:
        return "\x1b[0m"
    return "\x1b[1m" if sign == _BOLD else f"\x1b[1;38;5;{_SIDES[sign - _FIRST]}m"


def bar(value: float, maximum: float, width: int = 10) -> str:
    """``#####-----``: how much of ``maximum`` is there; never empty nor full unless it really is."""
    share = min(max(value / maximum, 0), 1) if maximum > 0 else 0
    full = round(share * width)
    if 0 < share < 1:
        full = min(max(full, 1), width - 1)
    return "#" * full + "-" * (width - full)


def pips(count: int, most: int = 0) -> str:
    """``**..``: ``count`` things out of ``most`` (as many as there are, where ``most`` is less)."""
    return "*" * count + "." * max(most - count, 0)


def gauge(step: int, steps: int = 5) -> str:
    """``[..|..]``: where a pointer stands, ``step`` from 0 to ``steps - 1``."""
    return "[" + "".join("|" if index == step else "." for index in range(steps)) + "]"


def box(lines: Sequence[str], title: str = "") -> list[str]:
    """``lines`` in a frame with ``title`` in its upper edge."""
    inside = max([cells(title) + 2 if title else 0, *(cells(line) for line in lines)])
    head = f" {title} " if title else ""
    top = "+-" + head + "-" * (inside - cells(head)) + "-+"
    middle = [f"| {pad(line, inside)} |" for line in lines]
    return [top, *middle, "+-" + "-" * inside + "-+"]


def grid(rows: Sequence[Sequence[str]]) -> list[str]:
    """Cells in columns of equal width, for a map in letters."""
    wide = max((cells(cell) for row in rows for cell in row), default=0)
    return [" ".join(pad(cell, wide) for cell in row).rstrip() for row in rows]
