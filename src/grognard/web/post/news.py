"""What has happened in a battle since it was looked at last that is worth a notice: a turn's report, the end, words
that name somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sqlalchemy import func, select

from grognard.core.record import Line
from grognard.core.state import UMPIRE
from grognard.web.moment import Moment
from grognard.web.post.notices import Notice
from grognard.web.post.turns import turns_of
from grognard.web.post.waiting import Desk
from grognard.web.store import Address, Message, Seat

QUOTED = 300
"""Characters of a message that a notice repeats."""


def tell_news(desk: Desk, moment: Moment, lines: Sequence[Line]) -> None:
    """Put the notices down, and write down how far one has looked. What was there before anybody wanted notices is
    no news."""
    first, follow = not desk.follow.seen, desk.follow
    seats = _readers(desk)
    if not first and follow.turn != desk.battle.turn:
        number = len(turns_of(lines))
        for seat in seats if number else ():
            desk.tell(Notice("report", seat, str(lines[-1].n), {"turn": number}))
    if not first and moment.state.finished and not follow.over:
        for seat in seats:
            desk.tell(Notice("over", seat, "", {}))
    if not first:
        for notice in _mentions(desk, moment, seats):
            desk.tell(notice)
    follow.turn, follow.over = desk.battle.turn, moment.state.finished
    newest = select(func.max(Message.id)).where(Message.battle_id == desk.battle.id)
    follow.message = desk.db.scalar(newest) or 0


def _readers(desk: Desk) -> list[str]:
    query = select(Address.seat).where(Address.battle_id == desk.battle.id).distinct().order_by(Address.seat)
    return list(desk.db.scalars(query))


def _mentions(desk: Desk, moment: Moment, seats: list[str]) -> Iterator[Notice]:
    query = select(Message).where(Message.battle_id == desk.battle.id, Message.id > desk.follow.message)
    for message in desk.db.scalars(query.order_by(Message.id)):
        for seat in seats:
            held = desk.db.get(Seat, (desk.battle.id, seat))
            names = [seat, held.called if held is not None else ""]
            if (
                seat != message.seat
                and may_read(moment, seat, message.channel)
                and named(message.words, names)
            ):
                yield Notice(
                    "mention",
                    seat,
                    str(message.id),
                    {"who": message.seat, "words": message.words[:QUOTED]},
                )


def may_read(moment: Moment, seat: str, channel: str) -> bool:
    """Whether the channel is the seat's to read: what is public, and its own side's."""
    kind, _, whose = channel.partition(":")
    if kind == "side":
        return any(one.id == seat and one.side == whose for one in moment.setup.seats) or seat == UMPIRE
    return kind == "public"


def named(words: str, names: list[str]) -> bool:
    """Whether the words call somebody with ``@``."""
    return any(
        name and re.search(rf"@{re.escape(name)}(?!\w)", words, re.IGNORECASE) is not None for name in names
    )
