"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.measures import OF_A_BATTLE, UNENDED, of_a_side, winner_words
from grognard.rulebooks.napoleonic import clash_said
from grognard.rulebooks.napoleonic.clash_measures import is_clash
from grognard.rulebooks.napoleonic.model import NapoleonicSetup
from grognard.rulebooks.napoleonic.words_after import REASONS
from grognard.show.model import Words

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


def measure_words(setup: NapoleonicSetup, name: str) -> Words:
    """``winner``, ``<side>_figures`` and the like."""
    if is_clash(setup):
        return clash_said.measure_words(setup, name)
    found = OF_A_BATTLE.get(name) or of_a_side(setup, name, EACH, "{side}_{what}")
    return found or name.replace("_", " ")


def value_words(setup: NapoleonicSetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    if is_clash(setup):
        return clash_said.value_words(setup, name, value)
    key = str(value)
    if name == "reason":
        return REASONS[key][0] if key in REASONS else UNENDED
    return winner_words(setup, key) if name == "winner" else key
