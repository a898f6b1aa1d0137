"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable
from pathlib import Path

from grognard.locale import Name
from grognard.rulebooks.feudal.model import Option, Tables
from grognard.rulebooks.feudal.tables import load_tables

FOLDER = Path(__file__).parent / "templates"
KINDS = ("scenario", "army", "rules", "tables")
_PLACE = re.compile(r"^\{\{(\w+)\}\}$", re.MULTILINE)
_WIDTH = 100


def template(kind: str, lang: str = "en") -> str:
    """The file to start from for ``kind``, one of ``KINDS``; its comments are in ``lang``."""
    tables = load_tables()
    raw = (FOLDER / f"{kind}.{lang}.yaml").read_text(encoding="utf-8")
    return _PLACE.sub(lambda found: _filled(tables, found[1], lang), raw)


def _filled(tables: Tables, place: str, lang: str) -> str:
    if place == "options":
        return "\n\n".join(_option(one, lang) for one in tables.options.values())
    entries: dict[str, dict[str, Name]] = {
        "troops": {one.id: one.name for one in tables.troops.values()},
        "forces": {one.id: one.name for one in tables.forces.values()},
        "tactics": {one.id: one.name for one in tables.tactics.values()},
        "features": {one.id: one.name for one in tables.features.values()},
        "artefacts": {one.id: one.name for one in tables.artefacts.values()},
        "conditions": {one.id: one.name for one in tables.conditions.values()},
    }
    return _listed(f"{one} ({name.say(lang)})" for one, name in entries[place].items())


def _listed(words: Iterable[str]) -> str:
    line = ", ".join(words)
    return textwrap.fill(
        line, _WIDTH, initial_indent="#   ", subsequent_indent="#   ", break_on_hyphens=False
    )


def _option(option: Option, lang: str) -> str:
    """An option with its printed value, and what its other values mean."""
    clauses = " ".join(option.clauses)
    lines = [f"  # {option.name.say(lang)} ({clauses})"]
    lines += [f"  #   {json.dumps(one.value)}: {one.name.say(lang)}" for one in option.values]
    if option.kind == "number":
        lines.append(f"  #   {option.least} ... {option.most}")
    value = option.default if isinstance(option.default, str) else json.dumps(option.default)
    return "\n".join([*lines, f"  {option.id}: {value}"])
