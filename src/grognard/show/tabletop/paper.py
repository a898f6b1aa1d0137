"""Where the table lies on the sheet of a battle picture: for hands that point at it and for what is laid upon it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from grognard.show.drawing import Point as Spot
from grognard.show.markup import Markup, tag
from grognard.show.tabletop.plane import Beyond, Plane
from grognard.show.tabletop.sheet import clip
from grognard.space.pose import Point

P = TypeVar("P", bound=Plane)


class Paper(msgspec.Struct, Generic[P], frozen=True):
    """The wide sheet of a view: its map, and where the map's upper left corner lies."""

    map: P
    corner: Spot

    def to_table(self, x: float, y: float) -> Point:
        """The place of the table under a point of the sheet."""
        measure = 1000 / self.map.scale
        west, _, _, north = self.map.box
        return round(west + (x - self.corner[0]) * measure), round(north - (y - self.corner[1]) * measure)

    def to_sheet(self, point: Beyond) -> Spot:
        """The point of the sheet over a place of the table."""
        x, y = self.map.at(point)
        return x + self.corner[0], y + self.corner[1]

    def laid(self, parts: Sequence[Markup], **marks: str) -> str:
        """Parts in the map's units as they lie on the sheet, cut off at the map's edges; "" for none."""
        return tag("g", clip(self.map, self.corner, parts), **marks) if parts else ""
