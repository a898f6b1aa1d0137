"""Commented files to start from, with lists of everything that may be written in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.files.templates import Row, comment, listed_table, settings
from grognard.rulebooks.napoleonic.tablemodel import Post, Tables
from grognard.rulebooks.napoleonic.tables import load_tables

KINDS = ("scenario", "army", "rules", "tables")


def content(place: str, lang: str) -> str:
    """What stands at a place of a file to start from, in ``lang``."""
    tables = load_tables()
    if place == "options":
        return settings(tables.options.values(), lang)
    if place == "posts":
        return "\n".join(_post(tables, one, lang) for one in tables.posts.values())
    rows: Mapping[str, Mapping[Any, Row]] = {
        "arms": tables.arms,
        "statuses": tables.statuses,
        "kinds": tables.kinds,
        "ranks": tables.ranks,
        "obstacles": tables.obstacles,
        "areas": {key: one for key, one in tables.obstacles.items() if one.shape == "area"},
        "lines": {key: one for key, one in tables.obstacles.items() if one.shape == "line"},
    }
    return listed_table(rows[place], lang)


def _post(tables: Tables, post: Post, lang: str) -> str:
    """``aide (aide-de-camp): army, corps; field_officer``."""
    ranks = ", ".join(post.ranks)
    return comment(f"{post.id} ({post.name.say(lang)}): {', '.join(post.levels)}; {ranks}")
