"""What happens to an army file between battles, as windows ask for it: a change by name, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.core.errors import Refused
from grognard.files import unknown
from grognard.locale import T
from grognard.rulebooks.feudal import roster
from grognard.rulebooks.feudal.files import read_house_rules
from grognard.rulebooks.feudal.tables import load_tables

CHANGES: Mapping[str, tuple[str, int]] = {
    "merge": ("INTO OTHER [COMMANDER]", 2),
    "draft": ("ARMY MEN", 2),
    "unpaid": ("ARMY...", 1),
}
"""Change -> (what it is told, how many words at least)."""


def change(
    text: str,
    name: str,
    words: Sequence[str],
    lang: str = "en",
    *,
    house: Path | None = None,
    overlays: Sequence[Path] = (),
    options: Mapping[str, Any] | None = None,
) -> str:
    """The army file after the change; Refused with the clause, Problems for a bad file."""
    if name not in CHANGES:
        raise Refused("", unknown(T("change"), name, CHANGES))
    usage, least = CHANGES[name]
    if len(words) < least:
        raise Refused("", T("'{change}' is told: {usage}", change=name, usage=usage))
    rules = read_house_rules(house, None, load_tables()) if house is not None else None
    tables = load_tables([*(rules.overlays if rules else ()), *overlays])
    if name == "merge":
        return roster.merge(text, tables, words[0], words[1], " ".join(words[2:]), lang)
    if name == "unpaid":
        return roster.unpaid(text, tables, words, lang)
    chosen = {**(rules.options if rules else {}), **(options or {})}
    smallest = str(chosen.get("draft_minimum", tables.options["draft_minimum"].default))
    return roster.draft(text, tables, words[0], _men(words[1]), smallest, lang)


def _men(word: str) -> int:
    if not word.isdigit() or not 1 <= len(word) <= 9 or not int(word):
        raise Refused("FE-SIZE-10", T("'{word}' is no number of men", word=word))
    return int(word)
