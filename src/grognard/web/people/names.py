"""What seats are called, without putting the whole battle on the table."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from sqlalchemy import select

from grognard.core.state import UMPIRE, Seat, Side
from grognard.locale import Name, T, Text
from grognard.web.people.seats import JOURNALIST, OBSERVER
from grognard.web.store import RecordLine, Store
from grognard.web.tables import NoSuchBattle

CHAIRS = {UMPIRE: T("umpire"), OBSERVER: T("observer"), JOURNALIST: T("journalist")}
"""Those who are there besides the seats of the setup."""


class Sketch(msgspec.Struct, frozen=True):
    """The sides and seats of a battle: they never change."""

    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]

    def side(self, seat: str) -> Side | None:
        """The side of a seat; None for those who are on none."""
        found = next((one.side for one in self.seats if one.id == seat), None)
        return next((one for one in self.sides if one.id == found), None)

    def side_index(self, seat: str) -> int:
        """Number of the seat's side as in pictures, -1 for those who are on none."""
        side = self.side(seat)
        return -1 if side is None else self.sides.index(side)

    def words(self, seat: str) -> Text | Name:
        """The seat by name: that of its side, with its own where the side has several; a whole side by its own."""
        side = self.side(seat)
        if side is None:
            whole = {one.id: one.name for one in self.sides}
            return CHAIRS.get(seat) or whole.get(seat) or Name(seat)
        alone = sum(one.side == side.id for one in self.seats) == 1
        return side.name if alone else T("{side} ({seat})", side=side.name, seat=seat.replace("_", " "))


class _Header(msgspec.Struct):
    setup: Sketch


class _First(msgspec.Struct):
    entry: _Header


@lru_cache(1024)
def sketch(store: Store, battle: str) -> Sketch:
    """Sides and seats from the first line of the record; NoSuchBattle if there is none."""
    with store.reading() as db:
        line = db.scalar(
            select(RecordLine.line).where(RecordLine.battle_id == battle).order_by(RecordLine.n).limit(1)
        )
    if line is None:
        raise NoSuchBattle(battle)
    return msgspec.json.decode(line, type=_First).entry.setup
