"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.model import PikeSetup
from grognard.rulebooks.pike_and_shot.words_after import REASONS
from grognard.show.model import Words

BATTLE: Mapping[str, Text] = {
    "winner": T("winner"),
    "reason": T("how it ended"),
    "turns": T("turns"),
}
EACH: Mapping[str, Text] = {
    "points": T("victory points"),
    "lost": T("bases lost, as victory counts them"),
    "routing": T("units routing at the end"),
    "destroyed": T("units destroyed"),
    "gone": T("units gone from the table"),
    "routs": T("times its units broke"),
}
"""Of a side, whose id stands behind the first underscore."""
NOBODY = T("no winner")
UNENDED = T("not over")


def measure_words(setup: PikeSetup, name: str) -> Words:
    """``winner``, ``lost_<side>`` and the like."""
    if name in BATTLE:
        return BATTLE[name]
    what, _, who = name.partition("_")
    sides = {side.id: side.name for side in setup.sides}
    return T("{side}: {what}", side=sides[who], what=EACH[what])


def value_words(setup: PikeSetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    key = str(value)
    if name == "reason":
        return REASONS.get(key, UNENDED)
    if name == "winner":
        sides = {side.id: side.name for side in setup.sides}
        return Text("{winners}", {"winners": tuple(sides[one] for one in key.split(","))}) if key else NOBODY
    return key
