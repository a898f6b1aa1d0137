"""Everything the store holds about somebody: for him to read, and to have deleted."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Table, delete, or_, select, update
from sqlalchemy.orm import Session

from grognard.web.people import HOST, Visitor
from grognard.web.people.seats import ONLOOKERS
from grognard.web.store import Account, Base, Battle, Grant, Link, Message, Seat, Store, Visit
from grognard.web.tables import PERSON

SECRET = ("token", "password")
"""Columns that are nobody's to read: hashes of secrets."""


def my_data(store: Store, visitor: Visitor) -> dict[str, Any]:
    """Every row that names the browser or its account, table by table, and the seats and notes that they have."""
    with store.reading() as db:
        visits = _visits(db, visitor)
        found: dict[str, Any] = {}
        for table in Base.metadata.sorted_tables:
            where = _about(table, visitor, visits)
            rows = (
                []
                if where is None
                else [_row(row._mapping) for row in db.execute(select(table).where(where))]
            )
            if rows:
                found[table.name] = rows
        seats = list(db.execute(_my_seats(visitor, visits)))
        found["seats"] = [{"battle": battle, "title": title, "seat": seat} for battle, seat, title in seats]
        found["notes"] = [note for battle, seat, _ in seats for note in _notes(db, battle, seat)]
    return found


def _notes(db: Session, battle: str, seat: str) -> list[dict[str, Any]]:
    notes = select(Message).where(Message.battle_id == battle, Message.channel == f"note:{seat}")
    return [
        _row({"battle": battle, "seat": seat, "words": one.words, "at": one.at})
        for one in db.scalars(notes.order_by(Message.id))
    ]


def _visits(db: Session, visitor: Visitor) -> list[int]:
    """This browser, and those that are logged in to its account."""
    if visitor.account is None:
        return [visitor.id]
    return [visitor.id, *db.scalars(select(Visit.id).where(Visit.account_id == visitor.account))]


def _about(table: Table, visitor: Visitor, visits: list[int]) -> ColumnElement[bool] | None:
    """Which rows of a table name them; None for a table that names nobody."""
    columns = table.columns
    if "grant_id" in columns:
        mine = or_(Grant.visit_id.in_(visits), Grant.account_id == (visitor.account or -1))
        return columns["grant_id"].in_(select(Grant.id).where(mine))
    tests: list[ColumnElement[bool]] = [
        columns[name].in_(visits) for name in ("visit_id", "host") if name in columns
    ]
    if table.name == Visit.__tablename__:
        tests.append(columns["id"].in_(visits))
    if visitor.account is not None:
        own = "id" if table.name == Account.__tablename__ else "account_id"
        tests += [columns[name] == visitor.account for name in (own,) if name in columns]
    return or_(*tests) if tests else None


def _row(row: Any) -> dict[str, Any]:
    kept = {key: value for key, value in row.items() if key not in SECRET and not isinstance(value, bytes)}
    return {
        key: f"{value.isoformat()}Z" if isinstance(value, datetime) else value for key, value in kept.items()
    }


def _my_seats(visitor: Visitor, visits: list[int]) -> Any:
    mine = or_(Grant.visit_id.in_(visits), Grant.account_id == (visitor.account or -1))
    return (
        select(Link.battle_id, Link.seat, Battle.title)
        .join(Grant, Grant.link_id == Link.id)
        .join(Battle, Battle.id == Link.battle_id)
        .where(~Link.revoked, mine)
        .order_by(Link.made)
    )


def forget(store: Store, visitor: Visitor, stand_in: str) -> list[str]:
    """Delete the account, its browsers, what they wrote, and the battles that nobody else sits in; ``stand_in``, a
    computer player, takes over seats in the others. Returns the ids of those battles."""
    with store.writing() as db:
        visits = _visits(db, visitor)
        seats = list(
            dict.fromkeys(
                (battle, seat) for battle, seat, _ in db.execute(_seats_without_titles(visitor, visits))
            )
        )
        wrote = or_(Message.visit_id.in_(visits), Message.account_id == (visitor.account or -1))
        db.execute(delete(Message).where(wrote))
        hosted = set(db.scalars(select(Battle.id).where(Battle.host.in_(visits))))
        hosted |= {battle for battle, seat in seats if seat == HOST}
        mine = or_(Grant.visit_id.in_(visits), Grant.account_id == (visitor.account or -1))
        db.execute(delete(Grant).where(mine))
        left = {battle for battle, _ in seats} | hosted
        for battle in sorted(left):
            if battle in hosted and not _is_peopled(db, battle):
                db.execute(delete(Battle).where(Battle.id == battle))
                left.discard(battle)
        for battle, seat in seats:
            if battle in left and not _is_peopled(db, battle, seat):
                _empty(db, battle, seat, stand_in)
        db.execute(delete(Visit).where(Visit.id.in_(visits)))
        if visitor.account is not None:
            db.execute(delete(Account).where(Account.id == visitor.account))
    return sorted(left)


def _seats_without_titles(visitor: Visitor, visits: list[int]) -> Any:
    return _my_seats(visitor, visits).with_only_columns(Link.battle_id, Link.seat, Link.id)


def _is_peopled(db: Session, battle: str, seat: str | None = None) -> bool:
    """Whether somebody sits in that battle (in that seat of it)."""
    query = (
        select(Grant.id).join(Link, Grant.link_id == Link.id).where(Link.battle_id == battle, ~Link.revoked)
    )
    if seat is not None:
        query = query.where(Link.seat == seat)
    return db.scalar(query.limit(1)) is not None


def _empty(db: Session, battle: str, seat: str, stand_in: str) -> None:
    """The seat's notes and its holder's name are gone; the computer plays it."""
    db.execute(delete(Message).where(Message.battle_id == battle, Message.channel == f"note:{seat}"))
    place = Seat.battle_id == battle, Seat.seat == seat
    db.execute(update(Seat).where(*place).values(called=""))
    if seat not in ONLOOKERS:
        db.execute(update(Seat).where(*place, Seat.holder == PERSON).values(holder=stand_in))
