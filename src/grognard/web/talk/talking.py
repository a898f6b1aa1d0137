"""Chat and notes: who may read and write what, and the messages themselves.

A channel is ``public``, ``side:ID`` (the seats of a side, and the umpire) or ``note:SEAT`` (that seat alone).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from grognard.core.errors import Refused
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import Name, T, Text
from grognard.show.speech import clean_lines
from grognard.web.house import House
from grognard.web.people import JOURNALIST, OBSERVER, Visitor
from grognard.web.people.names import Sketch, sketch
from grognard.web.people.seats import TooMany
from grognard.web.store import Message, Seat

EVERYBODY, SIDE, NOTE = "public", "side:", "note:"
LONGEST = 2000
"""Letters of a message."""
MOST_LINES = 40
A_MINUTE = 10
"""Messages of one seat within a minute."""
SHOWN = 60
"""Messages on the battle page; the talk page has them all."""


class Said(msgspec.Struct, frozen=True):
    """A message as a seat reads it. ``kind``: ``public``, ``side`` or ``note``; ``to``: the side it was said to;
    ``id`` names it without telling how many others there are."""

    id: str
    kind: str
    seat: str
    name: Text | Name
    called: str
    side: int
    to: Name | None
    lines: tuple[str, ...]
    at: datetime
    mine: bool


def readable(names: Sketch, eyes: str) -> tuple[str, ...]:
    """Channels that those eyes may read, whether the battle is over or not."""
    if eyes == UMPIRE:
        return (EVERYBODY, *(f"{SIDE}{one.id}" for one in names.sides), f"{NOTE}{UMPIRE}")
    side = names.side(eyes)
    return (EVERYBODY,) if side is None else (EVERYBODY, f"{SIDE}{side.id}", f"{NOTE}{eyes}")


def writable(names: Sketch, seat: str) -> tuple[str, ...]:
    """Channels that the seat may write to: observers none, journalists the public one."""
    if seat in (OBSERVER, PUBLIC):
        return ()
    return (EVERYBODY,) if seat == JOURNALIST else readable(names, seat)


def channel_words(names: Sketch, seat: str, channel: str) -> Text:
    """To whom one writes there."""
    if channel == EVERYBODY:
        return T("to everybody")
    if channel.startswith(NOTE):
        return T("a note for yourself")
    side = next(one for one in names.sides if one.id == channel.removeprefix(SIDE))
    if seat == UMPIRE:
        return T("to {side}", side=side.name)
    alone = sum(one.side == side.id for one in names.seats) == 1
    return T("to the umpire") if alone else T("to your side and the umpire")


# --- reading ---


def messages(
    house: House, battle: str, eyes: str, limit: int = SHOWN, before: datetime | None = None
) -> tuple[list[Said], bool]:
    """The last messages that those eyes may read, oldest first, and whether there are older ones."""
    names = sketch(house.store, battle)
    query = select(Message).where(Message.battle_id == battle, Message.channel.in_(readable(names, eyes)))
    if before is not None:
        query = query.where(Message.at < before)
    with house.store.reading() as db:
        rows = list(db.scalars(query.order_by(Message.id.desc()).limit(limit + 1)))
        seats = db.execute(select(Seat.seat, Seat.called).where(Seat.battle_id == battle))
        called = {row[0]: row[1] for row in seats}
    told = [_said(house, names, eyes, row, called.get(row.seat, "")) for row in rows[:limit]]
    return told[::-1], len(rows) > limit


def _said(house: House, names: Sketch, eyes: str, row: Message, called: str) -> Said:
    kind, _, of = row.channel.partition(":")
    return Said(
        _name_of(house, row),
        kind,
        row.seat,
        names.words(row.seat),
        called,
        names.side_index(row.seat),
        next((one.name for one in names.sides if one.id == of), None) if kind == "side" else None,
        tuple(row.words.split("\n")),
        row.at,
        row.seat == eyes,
    )


def _name_of(house: House, row: Message) -> str:
    digest = hmac.digest(house.settings.secret.encode(), f"message:{row.id}".encode(), hashlib.sha256)
    return digest.hex()[:16]


# --- writing ---


def write(house: House, battle: str, seat: str, visitor: Visitor, channel: str, words: str) -> None:
    """Say ``words`` there. Refused for a channel that is not the seat's, for nothing and for too much; TooMany for
    a flood. The same words sent twice at once count once."""
    if channel not in writable(sketch(house.store, battle), seat):
        raise Refused("", T("your seat cannot write there"))
    lines = clean_lines(words)
    text = "\n".join(lines)
    if not text:
        raise Refused("", T("there are no words in the message"))
    if len(text) > LONGEST or len(lines) > MOST_LINES:
        facts = {"most": LONGEST, "lines": MOST_LINES}
        raise Refused("", T("a message has up to {most} characters in up to {lines} lines", **facts))
    at = house.clock()
    mine = (Message.battle_id == battle, Message.seat == seat)
    with house.store.writing() as db:
        if _count(db, *mine, Message.at > at - timedelta(minutes=1)) >= A_MINUTE:
            raise TooMany(T("that is many messages at once; wait a moment"))
        just_now = (Message.channel == channel, Message.words == text, Message.at > at - timedelta(seconds=5))
        if _count(db, *mine, *just_now):
            return
        who = {"visit_id": visitor.id, "account_id": visitor.account}
        db.add(Message(battle_id=battle, channel=channel, seat=seat, words=text, at=at, **who))
    house.tables.changed(battle)


def _count(db: Session, *where: ColumnElement[bool]) -> int:
    return db.scalar(select(func.count(Message.id)).where(*where)) or 0


def forget_notes(house: House, battle: str, seat: str, ids: Iterable[str]) -> None:
    """Delete notes of the seat by the ids of :class:`Said`."""
    wanted = set(ids)
    channel = Message.battle_id == battle, Message.channel == f"{NOTE}{seat}"
    with house.store.writing() as db:
        found = [
            row.id for row in db.scalars(select(Message).where(*channel)) if _name_of(house, row) in wanted
        ]
        db.execute(delete(Message).where(Message.id.in_(found)))
    house.tables.changed(battle)
