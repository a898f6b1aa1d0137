"""How wide words are in the house's letters, from a table of widths made from the fonts themselves."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal
from unicodedata import combining

from grognard.show.cells import cells, wrap

Face = Literal["sans", "sans-bold", "serif", "serif-bold", "serif-italic", "mono"]

FONTS = Path(__file__).parent / "fonts"
FILES: dict[Face, str] = {
    "sans": "PTSans-Regular.ttf",
    "sans-bold": "PTSans-Bold.ttf",
    "serif": "PTSerif-Regular.ttf",
    "serif-bold": "PTSerif-Bold.ttf",
    "serif-italic": "PTSerif-Italic.ttf",
    "mono": "PTMono-Regular.ttf",
}
_UNKNOWN = 600  # thousandths of the size a column: about a wide letter


@cache
def widths(face: Face) -> dict[str, int]:
    """Every letter of ``face`` with its advance in thousandths of the size."""
    table: dict[str, dict[str, str]] = json.loads((FONTS / "widths.json").read_text("utf-8"))
    return {letter: int(width) for width, letters in table[face].items() for letter in letters}


@lru_cache(maxsize=8192)
def measure(text: str, size: float, face: Face = "sans") -> float:
    """The width of ``text`` at ``size``, in the unit of ``size``, without kerning."""
    known = widths(face)
    total = sum(known.get(letter) or _strange(letter) for letter in text)
    return total * size / 1000


def _strange(letter: str) -> int:
    return 0 if combining(letter) else _UNKNOWN * cells(letter)


def wrap_text(text: str, width: float, size: float, face: Face = "sans") -> list[str]:
    """``text`` in lines no wider than ``width``."""
    return wrap(text, width, lambda part: measure(part, size, face))
