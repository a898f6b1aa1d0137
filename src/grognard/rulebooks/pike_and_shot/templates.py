"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from pathlib import Path

from grognard.files.templates import comment, filled, listed, settings
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot.model import ArmyList, Tables
from grognard.rulebooks.pike_and_shot.tables import load_tables

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
    if place == "armies":
        return "\n".join(_army(one, lang) for one in tables.armies.values())
    if place == "victory":
        return comment(", ".join(tables.victory))
    entries: dict[str, dict[str, Name]] = {
        "bases": {one.id: one.name for one in tables.bases.values()},
        "formations": {one.id: one.name for one in tables.formations.values()},
        "terrain": {one.id: one.name for one in tables.terrain.values()},
        "traits": {one.id: one.name for one in tables.traits.values()},
        "profiles": {one.id: one.name for one in tables.profiles},
    }
    return listed(entries[place].items(), lang)


def _army(army: ArmyList, lang: str) -> str:
    """``swedish (Swedish army): brigade (Swedish brigade), ...``."""
    units = ", ".join(f"{one.id} ({one.name.say(lang)})" for one in army.units.values())
    return comment(f"{army.id} ({army.name.say(lang)}): {units}")
