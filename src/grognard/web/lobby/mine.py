"""The caller's battles, those that wait for him first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grognard.locale import Name, T, Text
from grognard.web.people import OBSERVER, Sitting, Visitor
from grognard.web.people.names import sketch
from grognard.web.people.seats import ONLOOKERS, TooMany, hosted
from grognard.web.store import Battle, Store, Waiting
from grognard.web.store.database import now

MANY = 30
"""Battles that the lobby lists."""
AN_HOUR, NEW_ONES = timedelta(hours=1), 60
"""So many battles may one browser begin in that time."""
MOST = 500
"""Battles of one person that are looked at."""


class Row(msgspec.Struct, frozen=True):
    """A battle of mine: ``seats`` are mine by id and name, ``door`` the one to enter by, ``awaited`` the names of
    those who still have to answer, ``due`` my next deadline (UTC)."""

    id: str
    title: Name
    turn: str
    status: str
    touched: datetime
    door: str
    seats: tuple[tuple[str, Name | Text], ...]
    my_move: bool
    due: datetime | None
    awaited: tuple[Name | Text, ...]


def turn_number(turn: str) -> str:
    """The number of a turn without its phase, "" where it has none."""
    head = turn.partition(".")[0]
    return head if head.isdigit() else ""


def my_battles(store: Store, visitor: Visitor | None, sittings: Sequence[Sitting]) -> list[Row]:
    """What the seats of ``sittings`` are asked: mine to answer first (the next deadline before the others), then
    those that run, then those that are over; in each the latest first. Battles that the visitor only hosts too."""
    seats: dict[str, list[str]] = {}
    for one in sittings:
        seats.setdefault(one.battle, []).append(one.seat)
    with store.reading() as db:
        for battle_id in hosted(db, visitor) if visitor else ():
            seats.setdefault(battle_id, [OBSERVER])
        among = list(seats)[:MOST]
        dues = _dues(db, seats, among)
        found = db.scalars(select(Battle).where(Battle.id.in_(among)))
        rows = [_row(store, battle, seats[battle.id], dues.get(battle.id)) for battle in found]
    rows.sort(key=lambda row: row.touched, reverse=True)
    return sorted(rows, key=lambda row: (not row.my_move, row.status == "over", row.due or datetime.max))


def _dues(db: Session, seats: Mapping[str, Sequence[str]], among: Sequence[str]) -> dict[str, datetime]:
    """The next deadline of my seats in each battle that has one."""
    open_ones = select(Waiting).where(
        Waiting.battle_id.in_(among), Waiting.state == "open", Waiting.due.is_not(None)
    )
    found: dict[str, datetime] = {}
    for one in db.scalars(open_ones.order_by(Waiting.due.desc())):
        if one.seat in seats[one.battle_id] and one.due is not None:
            found[one.battle_id] = one.due
    return found


def _row(store: Store, battle: Battle, seats: list[str], due: datetime | None) -> Row:
    names = sketch(store, battle.id)
    awaited, seen = (
        [] if battle.status == "over" else battle.awaited.get(key, []) for key in ("seats", "seen")
    )
    mine = sorted(seats, key=lambda seat: (seat not in awaited, seat in ONLOOKERS))
    return Row(
        battle.id,
        Name(**battle.title),
        turn_number(battle.turn),
        battle.status,
        battle.touched,
        mine[0],
        tuple((seat, names.words(seat)) for seat in mine),
        any(seat in awaited for seat in seats),
        due,
        tuple(names.words(seat) for seat in seen if seat not in seats),
    )


def open_battles(store: Store, known: Sequence[Sitting]) -> list[tuple[str, Name, str]]:
    """Battles that anybody may watch and that are not the caller's: (id, title, turn), the latest first."""
    mine = {one.battle for one in known}
    query = select(Battle).where(Battle.public, Battle.status == "running").order_by(Battle.touched.desc())
    with store.reading() as db:
        found = db.scalars(query.limit(MANY))
        return [(one.id, Name(**one.title), turn_number(one.turn)) for one in found if one.id not in mine][
            :12
        ]


def check_pace(store: Store, visitor: Visitor | None) -> None:
    """TooMany for a browser that has begun more battles than people begin."""
    if visitor is None:
        return
    mine = select(func.count(Battle.id)).where(Battle.host == visitor.id, Battle.made > now() - AN_HOUR)
    with store.reading() as db:
        if (db.scalar(mine) or 0) >= NEW_ONES:
            raise TooMany(T("you have begun many battles within an hour; play some of them first"))
