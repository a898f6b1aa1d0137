"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.modern.model import ModernSetup
from grognard.rulebooks.modern.words_after import LEVELS, REASONS
from grognard.show.model import Words

BATTLE: Mapping[str, Text] = {
    "winner": T("winner"),
    "reason": T("how it ended"),
    "level": T("how clear the victory is"),
    "rounds": T("rounds"),
    "turns": T("turns"),
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
NOBODY = T("no winner")
UNENDED = T("not over")


def measure_words(setup: ModernSetup, name: str) -> Words:
    """``winner``, ``score_<side>`` and the like."""
    if name in BATTLE:
        return BATTLE[name]
    for what, words in EACH.items():
        for side in setup.sides:
            if name == f"{what}_{side.id}":
                return T("{side}: {what}", side=side.name, what=words)
    return name.replace("_", " ")


def value_words(setup: ModernSetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    key = str(value)
    if name == "reason":
        return REASONS.get(key, UNENDED)
    if name == "level":
        return LEVELS.get(key, UNENDED)
    if name == "winner":
        sides = {side.id: side.name for side in setup.sides}
        return Text("{winners}", {"winners": tuple(sides[one] for one in key.split("+"))}) if key else NOBODY
    return key
