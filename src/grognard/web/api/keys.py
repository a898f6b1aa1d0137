"""Orders that are given once, however often they are sent (``Idempotency-Key``).

The key is written down in the transaction that writes the orders: both stand in the store or neither, even if the
server dies between giving and answering.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from grognard.core.errors import Refused
from grognard.core.game import Game, Receipt
from grognard.core.record import Answered, Line
from grognard.core.state import Order, digest
from grognard.locale import T
from grognard.web.battle.deeds import receipt
from grognard.web.house import House
from grognard.web.people import Sitting
from grognard.web.post.desk import check_in_time
from grognard.web.post.orders import confirm
from grognard.web.store import OrderKey
from grognard.web.store.database import now

_GIVEN = select(OrderKey.orders, OrderKey.line).where(
    OrderKey.battle_id == bindparam("battle"),
    OrderKey.seat == bindparam("seat"),
    OrderKey.key == bindparam("key"),
)


class Once:
    """Orders with the key under which they are given."""

    def __init__(self, house: House, sitting: Sitting, orders: Mapping[str, Order], key: str) -> None:
        self.house, self.sitting, self.orders, self.key = house, sitting, orders, key
        self.digest = digest([list(one) for one in orders.items()]) if key else ""
        self.line = 0

    def earlier(self) -> int | None:
        """The length of the record before these orders were given with this key, None if they were not. Refused if
        others were."""
        if not self.key:
            return None
        where = {"battle": self.sitting.battle, "seat": self.sitting.seat, "key": self.key}
        rows = self.house.store.ask(_GIVEN, **where)
        if not rows:
            return None
        if rows[0].orders != self.digest:
            why = T("this Idempotency-Key came with other orders before")
            raise Refused("", why, T("take a new key for new orders"))
        found: int = rows[0].line
        return found

    def write_down(self, db: Session) -> None:
        if self.key:
            battle, seat = self.sitting.battle, self.sitting.seat
            row = OrderKey(battle_id=battle, seat=seat, key=self.key, orders=self.digest, made=now())
            row.line = self.line
            db.add(row)

    def give(self, game: Game, version: int | None) -> list[Receipt]:
        """The receipts, new or those of the first time."""
        line = self.earlier()
        if line is not None:
            return given(game.record.lines[line:], self.sitting.seat, self.orders)
        self.line = len(game.record.lines)
        if version is None:
            return game.submit_all(self.orders, self.sitting.seat)
        return confirm(game, self.sitting.seat, self.orders, version)


def give_once(
    house: House, sitting: Sitting, orders: Mapping[str, Order], key: str, version: int | None
) -> list[Receipt]:
    """The receipts of the orders; with a ``key`` that was here before the same ones again. Refused for a key that
    came with other orders, and for whatever the rules refuse (then the key is free again)."""
    once = Once(house, sitting, orders, key)
    try:
        check_in_time(house, sitting.battle, sitting.seat)
        return house.tables.act(sitting.battle, lambda game: once.give(game, version), also=once.write_down)
    except Refused:
        line = once.earlier()
        if line is None:
            raise
    with house.tables.reading(sitting.battle) as table:
        return given(table.game.record.lines[line:], sitting.seat, orders)


def given(lines: Sequence[Line], seat: str, orders: Mapping[str, Order]) -> list[Receipt]:
    """The receipts of these orders, which begin in these lines of the record."""
    found: dict[str, Receipt] = {}
    for line in lines:
        entry = line.entry
        if isinstance(entry, Answered) and entry.seat == seat and not entry.by:
            found.setdefault(entry.question, receipt(line.n, entry))
        if orders.keys() <= found.keys():
            break
    return [found[one] for one in orders]
