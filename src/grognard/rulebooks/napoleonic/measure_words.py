"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import clash_said
from grognard.rulebooks.napoleonic.clash_measures import is_clash
from grognard.rulebooks.napoleonic.model import NapoleonicSetup
from grognard.rulebooks.napoleonic.words_after import REASONS
from grognard.show.model import Words

BATTLE: Mapping[str, Text] = {
    "winner": T("winner"),
    "reason": T("how it ended"),
    "turns": T("turns"),
}
EACH: Mapping[str, Text] = {
    "figures": T("figures left on the table"),
    "fit": T("regiments that can fight"),
    "fire": T("figures lost to guns and skirmishers"),
    "combat": T("figures lost in close combat"),
    "pursuit": T("figures lost in pursuit"),
    "captured": T("figures taken prisoner"),
    "routed": T("regiments and guns that routed"),
    "colours_taken": T("colours taken"),
    "guns_taken": T("guns taken"),
    "points": T("points of objectives"),
}
"""Of a side, whose id stands before them."""
NOBODY = T("no winner")
UNENDED = T("not over")


def measure_words(setup: NapoleonicSetup, name: str) -> Words:
    """``winner``, ``<side>_figures`` and the like."""
    if is_clash(setup):
        return clash_said.measure_words(setup, name)
    if name in BATTLE:
        return BATTLE[name]
    for what, words in EACH.items():
        for side in setup.sides:
            if name == f"{side.id}_{what}":
                return T("{side}: {what}", side=side.name, what=words)
    return name.replace("_", " ")


def value_words(setup: NapoleonicSetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    if is_clash(setup):
        return clash_said.value_words(setup, name, value)
    key = str(value)
    if name == "reason":
        return REASONS[key][0] if key in REASONS else UNENDED
    if name == "winner":
        sides = {side.id: side.name for side in setup.sides}
        found = tuple(sides[one] for one in key.split("+") if one in sides)
        return Text("{winners}", {"winners": found}) if found else NOBODY
    return key
