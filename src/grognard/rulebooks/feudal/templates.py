"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from pathlib import Path

from grognard.files.templates import filled, listed, settings
from grognard.locale import Name
from grognard.rulebooks.feudal.model import Tables
from grognard.rulebooks.feudal.tables import load_tables

FOLDER = Path(__file__).parent / "templates"
KINDS = ("scenario", "army", "rules", "tables")


def template(kind: str, lang: str = "en") -> str:
    """The file to start from for ``kind``, one of ``KINDS``; its comments are in ``lang``."""
    tables = load_tables()
    text = (FOLDER / f"{kind}.{lang}.yaml").read_text(encoding="utf-8")
    return filled(text, lambda place: _content(tables, place, lang))


def _content(tables: Tables, place: str, lang: str) -> str:
    if place == "options":
        return settings(tables.options.values(), lang)
    entries: dict[str, dict[str, Name]] = {
        "troops": {one.id: one.name for one in tables.troops.values()},
        "forces": {one.id: one.name for one in tables.forces.values()},
        "tactics": {one.id: one.name for one in tables.tactics.values()},
        "features": {one.id: one.name for one in tables.features.values()},
        "artefacts": {one.id: one.name for one in tables.artefacts.values()},
        "conditions": {one.id: one.name for one in tables.conditions.values()},
    }
    return listed(entries[place].items(), lang)
