"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.files.templates import Row, comment, listed_table, settings
from grognard.rulebooks.pike_and_shot.model import ArmyList
from grognard.rulebooks.pike_and_shot.tables import load_tables

KINDS = ("scenario", "rules", "tables")


def content(place: str, lang: str) -> str:
    """What stands at a place of a file to start from, in ``lang``."""
    tables = load_tables()
    if place == "options":
        return settings(tables.options.values(), lang)
    if place == "armies":
        return "\n".join(_army(one, lang) for one in tables.armies.values())
    if place == "victory":
        return comment(", ".join(tables.victory))
    entries: Mapping[str, Mapping[Any, Row]] = {
        "bases": tables.bases,
        "formations": tables.formations,
        "terrain": tables.terrain,
        "traits": tables.traits,
        "profiles": {one.id: one for one in tables.profiles},
    }
    return listed_table(entries[place], lang)


def _army(army: ArmyList, lang: str) -> str:
    """``swedish (Swedish army): brigade (Swedish brigade), ...``."""
    units = ", ".join(f"{one.id} ({one.name.say(lang)})" for one in army.units.values())
    return comment(f"{army.id} ({army.name.say(lang)}): {units}")
