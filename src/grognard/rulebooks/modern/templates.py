"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.files.templates import Row, comment, listed_table, settings
from grognard.rulebooks.modern.effects import OPS
from grognard.rulebooks.modern.tables import load_tables

KINDS = ("scenario", "rules", "tables")


def content(place: str, lang: str) -> str:
    """What stands at a place of a file to start from, in ``lang``."""
    tables = load_tables()
    if place == "options":
        return settings(tables.options.values(), lang)
    if place == "ops":
        return comment(", ".join(OPS))
    entries: Mapping[str, Mapping[Any, Row]] = {
        "units": tables.units,
        "abilities": tables.abilities,
        "operations": tables.operations,
        "generals": tables.generals,
        "terrain": tables.terrain,
        "symbols": tables.by_symbol(),
    }
    return listed_table(entries[place], lang)
