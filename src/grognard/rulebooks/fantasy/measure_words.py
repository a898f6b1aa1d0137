"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.words_after import GRADES, REASONS
from grognard.show.model import Words

BATTLE: Mapping[str, Text] = {
    "winner": T("winner"),
    "reason": T("how it ended"),
    "grade": T("how clear the victory is"),
    "turns": T("turns"),
}
EACH: Mapping[str, Text] = {
    "score": T("score"),
    "models": T("models left on the table"),
    "gone": T("share destroyed or in flight, %"),
    "held": T("objectives held"),
}
"""Of a side, whose id stands behind them."""
NOBODY = T("no winner")
UNENDED = T("not over")


def measure_words(setup: FantasySetup, name: str) -> Words:
    """``winner``, ``score_<side>`` and the like."""
    if name in BATTLE:
        return BATTLE[name]
    for what, words in EACH.items():
        for side in setup.sides:
            if name == f"{what}_{side.id}":
                return T("{side}: {what}", side=side.name, what=words)
    return name.replace("_", " ")


def value_words(setup: FantasySetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    key = str(value)
    if name == "reason":
        return REASONS.get(key, UNENDED)
    if name == "grade":
        return GRADES.get(key, UNENDED)
    if name == "winner":
        sides = {side.id: side.name for side in setup.sides}
        found = tuple(sides[one] for one in key.split("+") if one in sides)
        return Text("{winners}", {"winners": found}) if found else NOBODY
    return key
