"""What has happened in a battle since it was looked at last that is worth a notice: a turn's report, the end, words
that name somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sqlalchemy import func, select

from grognard.core.record import Line
from grognard.core.state import PUBLIC
from grognard.web.moment import Moment
from grognard.web.people.names import Sketch
from grognard.web.people.seats import ONLOOKERS
from grognard.web.post.notices import Notice
from grognard.web.post.turns import turns_of
from grognard.web.post.waiting import Desk
from grognard.web.store import Address, Message, Seat
from grognard.web.talk.talking import readable

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
    sides = Sketch(moment.setup.sides, moment.setup.seats)
    query = select(Message).where(Message.battle_id == desk.battle.id, Message.id > desk.follow.message)
    for message in desk.db.scalars(query.order_by(Message.id)):
        facts = {"who": message.seat, "words": message.words[:QUOTED]}
        for seat in seats:
            reads = message.channel in readable(sides, PUBLIC if seat in ONLOOKERS else seat)
            if reads and seat != message.seat and named(message.words, _names(desk, seat)):
                yield Notice("mention", seat, str(message.id), facts)


def _names(desk: Desk, seat: str) -> list[str]:
    held = desk.db.get(Seat, (desk.battle.id, seat))
    return [seat, held.called if held is not None else ""]


def named(words: str, names: list[str]) -> bool:
    """Whether the words call somebody with ``@``."""
    return any(
        name and re.search(rf"@{re.escape(name)}(?!\w)", words, re.IGNORECASE) is not None for name in names
    )
