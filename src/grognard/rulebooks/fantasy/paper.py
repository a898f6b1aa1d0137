"""Where the table lies on the sheet of the battle picture: for hands that point at it and for what is laid upon it."""

from __future__ import annotations

from grognard.rulebooks.fantasy.picture import Sheet
from grognard.rulebooks.fantasy.picture_deeds import Deeds
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.picture_scene import scene
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.show.tabletop.paper import Paper


def paper(view: FantasyView, lang: str) -> Paper[Map]:
    """How the picture of a view lies; worked out once for a position."""
    key = ("paper", lang, view.asked, view.outcome)
    found: Paper[Map] | None = view.field.kept.get(key)
    if found is None:
        sheet = Sheet(scene(view, lang), Deeds())
        found = view.field.kept[key] = Paper(sheet.map, sheet.head()[2])
    return found
