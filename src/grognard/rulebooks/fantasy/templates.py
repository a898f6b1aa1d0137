"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from pathlib import Path

from grognard.files.templates import comment, filled, listed, settings
from grognard.rulebooks.fantasy.printed import Printed, read_tables
from grognard.rulebooks.fantasy.spellfile import VERBS
from grognard.rulebooks.writing import name_of

FOLDER = Path(__file__).parent / "templates"
KINDS = ("scenario", "rules", "tables")
LISTS = ("profile", "mount", "character", "melee_weapon", "missile_weapon", "special_rule", "terrain", "path",
         "legend_bonus")  # fmt: skip


def template(kind: str, lang: str = "en") -> str:
    """The file to start from for ``kind``, one of ``KINDS``; its comments are in ``lang``."""
    printed = read_tables()
    text = (FOLDER / f"{kind}.{lang}.yaml").read_text(encoding="utf-8")
    return filled(text, lambda place: _content(printed, place, lang))


def _content(printed: Printed, place: str, lang: str) -> str:
    if place == "options":
        return settings(printed.options.values(), lang)
    if place == "verbs":
        return comment(", ".join(VERBS))
    return listed(((row.id, name_of(row)) for row in getattr(printed.file, place)), lang)
