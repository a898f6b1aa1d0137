"""Clocks of seconds that a rule book puts to its questions, in battles whose host switched them on.

They are deadlines like those of the post: a row, a job, the rules' default once. What makes them live is only that
they count seconds, know no quiet hours, and that nobody is written to.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from grognard.locale import T, Text
from grognard.web.moment import Moment
from grognard.web.post.clock import Clock, local, moment_words
from grognard.web.store.post_models import Waiting

LIVE = Clock(rule="hours", remind=(), late="refuse")
"""The clock by which rows with a live clock are reckoned."""


def is_live(policy: object) -> bool:
    """Whether the host of a battle let its clocks run."""
    return isinstance(policy, dict) and bool(policy.get("live"))


def name_of(row: Waiting) -> str:
    """The clock that runs in a row, "" for none."""
    return str(row.questions.get("clock", ""))


def due_words(clock: Clock, row: Waiting) -> Text:
    """When an open row is due, in words; to the second where a live clock runs."""
    assert row.due is not None
    if not name_of(row):
        return moment_words(clock, row.due)
    time = f"{local(clock, row.due):%H:%M:%S}"
    return T("until {time} ({zone})", time=time, zone=clock.zone)


def clock_for(moment: Moment, seat: str) -> tuple[str, int]:
    """Name and seconds of the shortest clock on what the seat is asked; ("", 0) if none runs."""
    view = moment.view(seat)
    found = [moment.book.clock(view, one) for one in moment.asked(seat)]
    return min((one for one in found if one[0]), key=lambda one: one[1], default=("", 0))


def due(db: Session, row: Waiting, seconds: int, now: datetime) -> datetime:
    """When the row's clock has run out: what the seat left on the clock of that name in this turn runs on."""
    last = _last(db, row) if name_of(row) != "answer" else None
    left = timedelta(seconds=seconds) if last is None else _left(last)
    return now + max(left, timedelta())


def _left(row: Waiting) -> timedelta:
    assert row.due is not None
    assert row.ended is not None
    return timedelta(seconds=row.left) if row.left is not None else row.due - row.ended


def _last(db: Session, row: Waiting) -> Waiting | None:
    """The row before in which the same clock ran."""
    query = select(Waiting).where(
        Waiting.battle_id == row.battle_id,
        Waiting.seat == row.seat,
        Waiting.turn == row.turn,
        Waiting.id != row.id,
        Waiting.due.is_not(None),
        Waiting.ended.is_not(None),
    )
    before = (one for one in db.scalars(query.order_by(Waiting.id.desc())) if name_of(one) == name_of(row))
    return next(before, None)
