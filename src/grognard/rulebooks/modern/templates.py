"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from pathlib import Path

from grognard.files.templates import comment, filled, listed, settings
from grognard.locale import Name
from grognard.rulebooks.modern.effects import OPS
from grognard.rulebooks.modern.model import Tables
from grognard.rulebooks.modern.tables import load_tables

FOLDER = Path(__file__).parent / "templates"
KINDS = ("scenario", "rules", "tables")


def template(kind: str, lang: str = "en") -> str:
    """The file to start from for ``kind``, one of ``KINDS``; its comments are in ``lang``."""
    tables = load_tables()
    text = (FOLDER / f"{kind}.{lang}.yaml").read_text(encoding="utf-8")
    return filled(text, lambda place: _content(tables, place, lang))


def _content(tables: Tables, place: str, lang: str) -> str:
    if place == "options":
        return settings(tables.options.values(), lang)
    if place == "ops":
        return comment(", ".join(OPS))
    if place == "symbols":
        return listed(((kind.symbol, kind.name) for kind in tables.terrain.values()), lang)
    entries: dict[str, dict[str, Name]] = {
        "units": {str(one.number): one.name for one in tables.units.values()},
        "abilities": {one.id: one.name for one in tables.abilities.values()},
        "operations": {one.id: one.name for one in tables.operations.values()},
        "generals": {one.id: one.name for one in tables.generals.values()},
        "terrain": {one.id: one.name for one in tables.terrain.values()},
    }
    return listed(entries[place].items(), lang)
