"""An order as it would lie on the table: what it draws, and the threads of those who may answer."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.show.drawing import Point as Spot
from grognard.show.drawing import area, label, line
from grognard.show.markup import Markup
from grognard.show.tabletop.plane import Plane
from grognard.space.outline import Shape
from grognard.space.pose import Point


class Trace(msgspec.Struct, frozen=True):
    """What an order draws: markup in the map's units, and the point by which its risks are written."""

    parts: tuple[Markup, ...] = ()
    at: Point | None = None


def outlined(map_: Plane, shape: Shape, ink: str, **more: float | str) -> Markup:
    """Where somebody would be on his way."""
    return area(map_.ring(shape.ring), "none", ink, 1, stroke_dasharray="3 2", **more)


def gilded(map_: Plane, shape: Shape) -> Markup:
    """Gold over somebody."""
    return area(map_.ring(shape.ring), "gold", "gold", 2.4, fill_opacity=0.25)


def threat(path: Sequence[Spot], ink: str, dash: str, words: str) -> list[Markup]:
    """A thin line from an enemy to where somebody would stand, with what there is to fear."""
    (ax, ay), (bx, by) = path
    drawn = [line(path, "card", 3.2, opacity=0.7), line(path, ink, 1.3, dash)]
    return [*drawn, label(((ax + bx) / 2, (ay + by) / 2), words, 10.5, "sans-bold", fill=ink)]
