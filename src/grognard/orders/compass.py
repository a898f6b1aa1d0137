"""Points of the compass in the words of orders."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import Name
from grognard.orders.model import Keyword
from grognard.orders.stretch import Keys

COMPASS: tuple[Keyword, ...] = (
    Keyword("at:n", Name("north", "север"), (), ("северу",)),
    Keyword("at:ne", Name("north-east", "северо-восток"), ("northeast", "ne"), ("северовосток", "св")),
    Keyword("at:e", Name("east", "восток"), (), ("востоку",)),
    Keyword("at:se", Name("south-east", "юго-восток"), ("southeast", "se"), ("юговосток", "юв")),
    Keyword("at:s", Name("south", "юг"), (), ("югу",)),
    Keyword("at:sw", Name("south-west", "юго-запад"), ("southwest", "sw"), ("югозапад", "юз")),
    Keyword("at:w", Name("west", "запад"), (), ("западу",)),
    Keyword("at:nw", Name("north-west", "северо-запад"), ("northwest", "nw"), ("северозапад", "сз")),
)
HEADINGS: Mapping[str, int] = {one.concept: 450 * at for at, one in enumerate(COMPASS)}
"""Concept -> tenths of a degree."""


def heading_of(keys: Keys) -> int | None:
    """The point of the compass that a word is, in tenths of a degree."""
    return next((HEADINGS[str(key)] for key in keys if key in HEADINGS), None)
