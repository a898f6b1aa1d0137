"""Where the table lies on the sheet of the battle picture: for hands that point at it and for what is laid upon it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.rulebooks.napoleonic.picture import Sheet
from grognard.rulebooks.napoleonic.picture_deeds import Deeds
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_scene import scene
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.show.drawing import Point as Spot
from grognard.show.markup import Markup, number, tag
from grognard.space.pose import Point


class Paper(msgspec.Struct, frozen=True):
    """The wide sheet of a view: its map, and where the map's upper left corner lies."""

    map: Map
    corner: Spot

    def to_table(self, x: float, y: float) -> Point:
        """The place of the table under a point of the sheet."""
        merka = 1000 / self.map.scale
        west, _, _, north = self.map.box
        return round(west + (x - self.corner[0]) * merka), round(north - (y - self.corner[1]) * merka)

    def to_sheet(self, point: tuple[float, float]) -> Spot:
        """The point of the sheet over a place of the table."""
        x, y = self.map.at(point)
        return x + self.corner[0], y + self.corner[1]

    def laid(self, parts: Sequence[Markup], **marks: str) -> str:
        """Parts in the map's units as they lie on the sheet, cut off at the map's edges; "" for none."""
        width, height = self.map.width, self.map.height
        room = {"x": self.corner[0], "y": self.corner[1], "width": width, "height": height}
        box = f"0 0 {number(width)} {number(height)}"
        return tag("g", tag("svg", *parts, **room, viewBox=box, overflow="hidden"), **marks) if parts else ""


def paper(view: NapoleonicView, lang: str) -> Paper:
    """How the picture of a view lies; worked out once for a position."""
    key = ("paper", lang, view.asked, view.outcome)
    found: Paper | None = view.field.kept.get(key)
    if found is None:
        sheet = Sheet(scene(view, lang), Deeds())
        found = view.field.kept[key] = Paper(sheet.map, sheet.head()[2])
    return found
