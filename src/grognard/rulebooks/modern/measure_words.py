"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.measures import OF_A_BATTLE, UNENDED, of_a_side, winner_words
from grognard.rulebooks.modern.model import ModernSetup
from grognard.rulebooks.modern.words_after import LEVELS, REASONS
from grognard.show.model import Words

BATTLE: Mapping[str, Text] = {
    **OF_A_BATTLE,
    "level": T("how clear the victory is"),
    "cards": T("cards played"),
}
EACH: Mapping[str, Text] = {
    "score": T("score"),
    "points": T("control points held"),
    "units": T("units left on the map"),
    "destroyed": T("units destroyed"),
    "statuses_lost": T("statuses lost"),
}
"""Of a side, whose id stands behind them."""


def measure_words(setup: ModernSetup, name: str) -> Words:
    """``winner``, ``score_<side>`` and the like."""
    return BATTLE.get(name) or of_a_side(setup, name, EACH) or name.replace("_", " ")


def value_words(setup: ModernSetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    key = str(value)
    if name == "reason":
        return REASONS.get(key, UNENDED)
    if name == "level":
        return LEVELS.get(key, UNENDED)
    return winner_words(setup, key) if name == "winner" else key
