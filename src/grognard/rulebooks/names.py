"""Names and colours of sides and of those who play them: the same in every book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from grognard.core.state import PUBLIC, UMPIRE, Setup
from grognard.locale import Name, T, Text
from grognard.show.model import Strong, Words

SIDES = 6
"""So many sides have a colour of their own."""


class Named(Protocol):
    """A row of a table, a sheet of a scenario."""

    @property
    def name(self) -> Name: ...


def named(rows: Mapping[str, Named], key: str) -> Words:
    """The name of a row; an id that no row has stays one."""
    row = rows.get(key)
    return row.name if row is not None else key


class SideNames:
    """Words for the ids of sides and seats; an id that neither has stays an id. A book adds its pieces."""

    def __init__(self, setup: Setup) -> None:
        self._seats = setup.seats
        self._at = {side.id: at % SIDES for at, side in enumerate(setup.sides)}
        self._sides = {side.id: Strong(side.name, self._at[side.id]) for side in setup.sides}

    def side(self, side_id: str) -> Strong:
        return self._sides.get(side_id) or Strong(side_id)

    def colour(self, side_id: str) -> int | None:
        return self._at.get(side_id)

    def side_of(self, who: str) -> str:
        """A side itself, or that of a seat; "" for others."""
        if who in self._at:
            return who
        return next((seat.side for seat in self._seats if seat.id == who), "")

    def at(self, who: str) -> int | None:
        """Colour of its side."""
        return self._at.get(self.side_of(who))

    def who(self, seat: str) -> Words:
        """A seat by its side, with its own id where the side has several; a side by its name."""
        if seat in (UMPIRE, PUBLIC):
            return T("umpire") if seat == UMPIRE else T("the public")
        side = self.side_of(seat)
        if side not in self._sides:
            return seat
        words, fellows = self._sides[side].words, [one.id for one in self._seats if one.side == side]
        if len(fellows) == 1 or seat not in fellows:
            return words
        return Text("{side} ({seat})", {"side": words, "seat": seat})

    def strong(self, seat: str) -> Strong:
        """The same so that it stands out."""
        return Strong(self.who(seat), self.at(seat))
