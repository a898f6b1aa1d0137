"""Where the map lies on the sheet of the battle picture: for hands that point at it and for what is laid upon it."""

from __future__ import annotations

from grognard.rulebooks.modern.picture import Sheet
from grognard.rulebooks.modern.picture_deeds import Deeds
from grognard.rulebooks.modern.picture_scene import scene
from grognard.rulebooks.modern.view import ModernView
from grognard.show.drawing import group
from grognard.show.markup import Markup, join, tag


def paper(view: ModernView, lang: str) -> Sheet:
    """The sheet of a view; worked out once for a position."""
    key = ("paper", lang, view.asked, view.outcome)
    found: Sheet | None = view.field.kept.get(key)
    if found is None:
        found = view.field.kept[key] = Sheet(scene(view, lang), Deeds())
    return found


def laid(sheet: Sheet, parts: list[Markup], **marks: str) -> str:
    """Parts drawn in the map's own coordinates, as they lie on the sheet; "" for none."""
    return tag("g", group(join(parts), at=sheet.corner), **marks) if parts else ""
