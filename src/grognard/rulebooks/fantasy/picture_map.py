"""How the table lies on the sheet, in cells."""

from __future__ import annotations

from grognard.show.tabletop.plane import Plane


class Map(Plane, frozen=True, cache_hash=True):
    """The part of the table that is shown (thousandths of a cell) at ``scale`` pixels a cell."""

    finest = 6.5
    lettering = (0.85, 9.0)
    inking = 0.14
