"""Where the table lies on the sheet of the battle picture: for hands that point at it and for what is laid upon it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.game import Heard
from grognard.rulebooks.pike_and_shot.picture import Sheet
from grognard.rulebooks.pike_and_shot.picture_deeds import Deeds
from grognard.rulebooks.pike_and_shot.picture_map import Map
from grognard.rulebooks.pike_and_shot.picture_scene import acting, scene
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.show.tabletop.paper import Paper


def paper(view: PikeView, lang: str, heard: Sequence[Heard] = ()) -> Paper[Map]:
    """How the picture of a view lies; worked out once for a position."""
    key = ("paper", lang, view.asked, view.outcome, acting(view, heard, view.field))
    found: Paper[Map] | None = view.field.kept.get(key)
    if found is None:
        sheet = Sheet(scene(view, heard, lang), Deeds())
        found = view.field.kept[key] = Paper(sheet.map, sheet.head()[2])
    return found
