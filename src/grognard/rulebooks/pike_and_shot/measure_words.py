"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.measures import OF_A_BATTLE, UNENDED, of_a_side, winner_words
from grognard.rulebooks.pike_and_shot.model import PikeSetup
from grognard.rulebooks.pike_and_shot.words_after import REASONS
from grognard.show.model import Words

EACH: Mapping[str, Text] = {
    "points": T("victory points"),
    "lost": T("bases lost, as victory counts them"),
    "routing": T("units routing at the end"),
    "destroyed": T("units destroyed"),
    "gone": T("units gone from the table"),
    "routs": T("times its units broke"),
}
"""Of a side, whose id stands behind the first underscore."""


def measure_words(setup: PikeSetup, name: str) -> Words:
    """``winner``, ``lost_<side>`` and the like."""
    return OF_A_BATTLE.get(name) or of_a_side(setup, name, EACH) or name.replace("_", " ")


def value_words(setup: PikeSetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    key = str(value)
    if name == "reason":
        return REASONS.get(key, UNENDED)
    return winner_words(setup, key) if name == "winner" else key
