"""Lengths, headings and edges on a table as people read them."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.show.model import Number, Words

EDGES: Mapping[str, Text] = {
    "front": T("front"),
    "left": T("left flank"),
    "right": T("right flank"),
    "rear": T("rear"),
}
"""Of a unit."""


def length(thousandths: float, unit: Words = "", places: int = 2) -> Number:
    """With no more decimals than it needs, so many ``places`` at most."""
    value = round(thousandths / 10 ** (3 - places))
    while places and value % 10 == 0:
        value, places = value // 10, places - 1
    return Number(value / 10**places, places, unit=unit)


def degrees(tenths: int) -> Text:
    """``12.5°``."""
    return T("{degrees}°", degrees=Number(tenths / 10, int(tenths % 10 != 0)))
