"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.files.templates import Row, listed_table, settings
from grognard.rulebooks.feudal.tables import load_tables

KINDS = ("scenario", "army", "rules", "tables")


def content(place: str, lang: str) -> str:
    """What stands at a place of a file to start from, in ``lang``."""
    tables = load_tables()
    if place == "options":
        return settings(tables.options.values(), lang)
    entries: Mapping[str, Mapping[Any, Row]] = {
        "troops": tables.troops,
        "forces": tables.forces,
        "tactics": tables.tactics,
        "features": tables.features,
        "artefacts": tables.artefacts,
        "conditions": tables.conditions,
    }
    return listed_table(entries[place], lang)
