"""What battles are counted by, in words, as far as it is the same in every book."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.locale import T, Text

if TYPE_CHECKING:
    from grognard.core.state import Setup

OF_A_BATTLE: Mapping[str, Text] = {
    "winner": T("winner"),
    "reason": T("how it ended"),
    "turns": T("turns"),
    "rounds": T("rounds"),
}
UNENDED = T("not over")
"""The reason of a battle that goes on."""


def of_a_side(setup: Setup, name: str, each: Mapping[str, Text], form: str = "{what}_{side}") -> Text | None:
    """A measure of one side: what ``each`` is called, and how its name is made; None for any other."""
    for side in setup.sides:
        for what, words in each.items():
            if name == form.format(what=what, side=side.id):
                return T("{side}: {what}", side=side.name, what=words)
    return None


def winner_words(setup: Setup, value: str) -> Text:
    """The sides that have won, whose ids stand with + or a comma between them."""
    names = {side.id: side.name for side in setup.sides}
    winners = tuple(names[one] for one in re.split("[+,]", value) if one in names)
    return Text("{winners}", {"winners": winners}) if winners else T("no winner")
