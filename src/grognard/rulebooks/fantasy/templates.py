"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from grognard.files.templates import comment, listed, settings
from grognard.rulebooks.fantasy.printed import read_tables
from grognard.rulebooks.fantasy.spellfile import VERBS
from grognard.rulebooks.writing import name_of

KINDS = ("scenario", "rules", "tables")
LISTS = ("profile", "mount", "character", "melee_weapon", "missile_weapon", "special_rule", "terrain", "path",
         "legend_bonus")  # fmt: skip


def content(place: str, lang: str) -> str:
    """What stands at a place of a file to start from, in ``lang``."""
    printed = read_tables()
    if place == "options":
        return settings(printed.options.values(), lang)
    if place == "verbs":
        return comment(", ".join(VERBS))
    return listed(((row.id, name_of(row)) for row in getattr(printed.file, place)), lang)
