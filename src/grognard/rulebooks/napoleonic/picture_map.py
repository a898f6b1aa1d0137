"""How the table lies on the sheet, in merka."""

from __future__ import annotations

from grognard.show.tabletop.plane import Plane


class Map(Plane, frozen=True, cache_hash=True):
    """The part of the table that is shown (thousandths of a merka) at ``scale`` pixels a merka. A grain is a tenth of
    one: the room of one soldier of foot."""

    finest = 52
    grains = 10
    lettering = (0.95, 8.6)
    inking = 0.16
