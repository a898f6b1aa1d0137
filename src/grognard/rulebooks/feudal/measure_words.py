"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.feudal.model import FeudalSetup
from grognard.rulebooks.feudal.words_names import STATUSES
from grognard.rulebooks.measures import OF_A_BATTLE, UNENDED, winner_words
from grognard.show.model import Words

BATTLE: Mapping[str, Text] = {
    **OF_A_BATTLE,
    "ranged_passes": T("ranged passes of the last round"),
    "melee_passes": T("melee passes of the last round"),
}
EACH: Mapping[str, Text] = {
    "hp": T("HP left"),
    "hp_permille": T("HP left of 1000"),
    "armies_lost": T("armies lost"),
    "men_lost": T("men lost"),
    "status": T("outcome"),
}
"""Of a side or an army, behind the dot."""
REASONS: Mapping[str, Text] = {
    "victory": T("victory"),
    "shared_victory": T("shared victory"),
    "mutual_destruction": T("the last armies fell together"),
    "parted": T("the sides parted"),
    "": UNENDED,
}


def measure_words(setup: FeudalSetup, name: str) -> Words:
    """``winner``, ``<side>.men_lost``, ``<army>.hp`` and the like."""
    who, dot, what = name.rpartition(".")
    if not dot:
        return BATTLE[name]
    sides = {side.id: side.name for side in setup.sides}
    owner = setup.sheets[who].name if who in setup.sheets else sides[who]
    return T("{who}: {what}", who=owner, what=EACH[what])


def value_words(setup: FeudalSetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    what, key = name.rpartition(".")[2], str(value)
    if what == "winner":
        return UNENDED if key == "undecided" else winner_words(setup, key)
    return {"reason": REASONS, "status": STATUSES}.get(what, {}).get(key, key)
