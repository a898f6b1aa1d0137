"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.files.templates import comment, filled, listed, settings
from grognard.locale import Name
from grognard.rulebooks.napoleonic.tablemodel import Post, Tables
from grognard.rulebooks.napoleonic.tables import load_tables

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
    if place == "posts":
        return "\n".join(_post(tables, one, lang) for one in tables.posts.values())
    rows: Mapping[str, dict[str, Name]] = {
        "arms": {one.id: one.name for one in tables.arms.values()},
        "statuses": {one.id: one.name for one in tables.statuses.values()},
        "kinds": {one.id: one.name for one in tables.kinds.values()},
        "ranks": {one.id: one.name for one in tables.ranks.values()},
        "obstacles": {one.id: one.name for one in tables.obstacles.values()},
        "areas": {one.id: one.name for one in tables.obstacles.values() if one.shape == "area"},
        "lines": {one.id: one.name for one in tables.obstacles.values() if one.shape == "line"},
    }
    return listed(rows[place].items(), lang)


def _post(tables: Tables, post: Post, lang: str) -> str:
    """``aide (aide-de-camp): army, corps; field_officer``."""
    ranks = ", ".join(post.ranks)
    return comment(f"{post.id} ({post.name.say(lang)}): {', '.join(post.levels)}; {ranks}")
