"""Where the table lies on the sheet of the battle picture: for hands that point at it and for what is laid upon it."""

from __future__ import annotations

from grognard.rulebooks.napoleonic.picture import Sheet
from grognard.rulebooks.napoleonic.picture_deeds import Deeds
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_scene import scene
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.show.tabletop.paper import Paper


def paper(view: NapoleonicView, lang: str) -> Paper[Map]:
    """How the picture of a view lies; worked out once for a position."""
    key = ("paper", lang, view.asked, view.outcome)
    found: Paper[Map] | None = view.field.kept.get(key)
    if found is None:
        sheet = Sheet(scene(view, lang), Deeds())
        found = view.field.kept[key] = Paper(sheet.map, sheet.head()[2])
    return found
