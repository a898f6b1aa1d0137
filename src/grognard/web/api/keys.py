"""Orders that are given once, however often they are sent (``Idempotency-Key``).

The key is put down before the orders are given, with the length of the record. Sent again, they are looked for in the
record from there on: so nothing is given twice even if the server died between giving and answering.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError

from grognard.core.errors import GrognardError, Refused
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


def give_once(
    house: House, sitting: Sitting, orders: Mapping[str, Order], key: str, version: int | None
) -> list[Receipt]:
    """The receipts of the orders; with a ``key`` that was here before the same ones again. Refused for a key that
    came with other orders, and for whatever the rules refuse (then the key is free again)."""
    if not key:
        return _give(house, sitting, orders, version, None)
    row, is_new = _put_down(house, sitting, key, orders)
    try:
        return _give(house, sitting, orders, version, row.line)
    except GrognardError:
        if is_new:
            mine = (OrderKey.battle_id == sitting.battle, OrderKey.seat == sitting.seat, OrderKey.key == key)
            with house.store.writing() as db:
                db.execute(delete(OrderKey).where(*mine))
        raise


def _put_down(house: House, sitting: Sitting, key: str, orders: Mapping[str, Order]) -> tuple[OrderKey, bool]:
    """The key's row, and whether it is new."""
    named = digest([list(one) for one in orders.items()])
    with house.tables.reading(sitting.battle) as table:
        line = table.version
    place = (sitting.battle, sitting.seat, key)
    row = OrderKey(battle_id=place[0], seat=place[1], key=key, orders=named, line=line, made=now())
    try:
        with house.store.writing() as db:
            found = db.get(OrderKey, place)
            if found is None:
                db.add(row)
    except IntegrityError:
        with house.store.reading() as db:
            found = db.get_one(OrderKey, place)
    if found is not None and found.orders != named:
        why = T("this Idempotency-Key came with other orders before")
        raise Refused("", why, T("take a new key for new orders"))
    return found or row, found is None


def _give(
    house: House, sitting: Sitting, orders: Mapping[str, Order], version: int | None, since: int | None
) -> list[Receipt]:
    with house.tables.reading(sitting.battle) as table:
        found = _given(table.game.record.lines, since, sitting.seat, orders)
    if found:
        return found
    check_in_time(house, sitting.battle, sitting.seat)

    def action(game: Game) -> list[Receipt]:
        given = _given(game.record.lines, since, sitting.seat, orders)
        return given or _submit(game, sitting.seat, orders, version)

    return house.tables.act(sitting.battle, action)


def _submit(game: Game, seat: str, orders: Mapping[str, Order], version: int | None) -> list[Receipt]:
    return game.submit_all(orders, seat) if version is None else confirm(game, seat, orders, version)


def _given(lines: Sequence[Line], since: int | None, seat: str, orders: Mapping[str, Order]) -> list[Receipt]:
    """The receipts of these orders if they stand in the record from line ``since`` on."""
    if since is None:
        return []
    found: dict[str, Receipt] = {}
    for line in lines[since:]:
        entry = line.entry
        if isinstance(entry, Answered) and entry.seat == seat and not entry.by:
            found.setdefault(entry.question, receipt(line.n, entry))
    return [found[one] for one in orders] if orders.keys() <= found.keys() else []
