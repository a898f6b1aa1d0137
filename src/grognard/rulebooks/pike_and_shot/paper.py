"""Where the table lies on the sheet of the battle picture: for hands that point at it and for what is laid upon it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.core.game import Heard
from grognard.rulebooks.pike_and_shot.picture import Sheet
from grognard.rulebooks.pike_and_shot.picture_deeds import Deeds
from grognard.rulebooks.pike_and_shot.picture_map import Map
from grognard.rulebooks.pike_and_shot.picture_scene import acting, scene
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.show.drawing import Point as Spot
from grognard.space.pose import Point


class Paper(msgspec.Struct, frozen=True):
    """The wide sheet of a view: its map, and where the map's upper left corner lies."""

    map: Map
    corner: Spot

    def to_table(self, x: float, y: float) -> Point:
        """The place of the table under a point of the sheet."""
        inch = 1000 / self.map.scale
        west, _, _, north = self.map.box
        return round(west + (x - self.corner[0]) * inch), round(north - (y - self.corner[1]) * inch)

    def to_sheet(self, point: tuple[float, float]) -> Spot:
        """The point of the sheet over a place of the table."""
        x, y = self.map.at(point)
        return x + self.corner[0], y + self.corner[1]


def paper(view: PikeView, lang: str, heard: Sequence[Heard] = ()) -> Paper:
    """How the picture of a view lies; worked out once for a position."""
    key = ("paper", lang, view.asked, view.outcome, acting(view, heard, view.field))
    found: Paper | None = view.field.kept.get(key)
    if found is None:
        sheet = Sheet(scene(view, heard, lang), Deeds())
        found = view.field.kept[key] = Paper(sheet.map, sheet.head()[2])
    return found
