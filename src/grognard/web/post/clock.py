"""The clock of a battle by post: when an answer is due. Pure functions of the times they are given.

Times are UTC without zone, as in the store. A clock *runs* except in its quiet hours, which are read off the wall
clock of its zone, so that summer time needs no thought: an hour that happens twice is twice quiet, one that never
happens is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from grognard.locale import T, Text

HOUR = timedelta(hours=1)


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """What the host declared. ``rule`` ``hours``: each question (or turn, ``per``) has that many hours of running
    clock; ``daily``: answers are due at the time ``at`` of every ``days``-th day, but a question that was put less
    than ``least`` hours before has until the next. ``quiet``: from and to, "HH:MM". ``remind``: hours before.

    ``late``: ``refuse`` what comes after the deadline; ``grace``: it counts for ``grace`` minutes more; ``open``: it
    counts until the host takes the default. ``missed``: what happens to a seat that missed ``after`` in a row:
    ``default`` nothing more, ``computer`` takes over, ``ask`` the host for a new player, ``out``."""

    version: Literal[1] = 1
    rule: Literal["none", "hours", "daily"] = "none"
    per: Literal["question", "turn"] = "question"
    hours: float = 24
    at: str = "21:00"
    days: int = 1
    least: float = 2
    zone: str = "UTC"
    quiet: tuple[str, str] | None = None
    remind: tuple[float, ...] = (12, 2)
    late: Literal["refuse", "grace", "open"] = "refuse"
    grace: int = 60
    missed: Literal["default", "computer", "ask", "out"] = "default"
    after: int = 3


def clock_of(policy: object) -> Clock:
    """The clock in a battle's policy; one that never rings where there is none."""
    found = policy.get("clock") if isinstance(policy, dict) else None
    return msgspec.convert(found, Clock) if found else Clock()


# --- wall clock ---


def local(clock: Clock, at: datetime) -> datetime:
    """A time of the store as the clock's zone has it."""
    return at.replace(tzinfo=UTC).astimezone(ZoneInfo(clock.zone))


def _utc(wall: datetime) -> datetime:
    return wall.astimezone(UTC).replace(tzinfo=None)


def _wall(clock: Clock, day: date, at: time, fold: int = 0) -> datetime:
    return _utc(datetime.combine(day, at, ZoneInfo(clock.zone)).replace(fold=fold))


def _times(clock: Clock) -> tuple[time, time] | None:
    return (time.fromisoformat(clock.quiet[0]), time.fromisoformat(clock.quiet[1])) if clock.quiet else None


def is_quiet(clock: Clock, at: datetime) -> bool:
    """Whether the clock stands still at that time."""
    quiet = _times(clock)
    if quiet is None:
        return False
    start, end = quiet
    now = local(clock, at).time()
    return start <= now < end if start < end else now >= start or now < end


def _edges(clock: Clock, after: datetime) -> Iterator[datetime]:
    """Times after ``after`` between which the clock either runs or stands, in order."""
    quiet = _times(clock)
    day = local(clock, after).date() - timedelta(days=1)
    last = after
    while quiet:
        found = {_wall(clock, day, at, fold) for at in quiet for fold in (0, 1)} | set(_shift(clock, day))
        for edge in sorted(found):
            if edge > last:
                last = edge
                yield edge
        day += timedelta(days=1)


def _shift(clock: Clock, day: date) -> Iterator[datetime]:
    """The minute at which the zone's offset changes on that day, if it does."""
    low, high = _wall(clock, day, time()), _wall(clock, day + timedelta(days=1), time())
    before = local(clock, low).utcoffset()
    if before == local(clock, high).utcoffset():
        return
    while high - low > timedelta(minutes=1):
        middle = low + ((high - low) / 2) // timedelta(minutes=1) * timedelta(minutes=1)
        low, high = (middle, high) if local(clock, middle).utcoffset() == before else (low, middle)
    yield high


# --- running time ---


def run(clock: Clock, start: datetime, span: timedelta) -> datetime:
    """When the clock has run for ``span`` since ``start``; at the latest where quiet hours begin, never in them."""
    at, left = start, span
    for edge in _edges(clock, start):
        if not is_quiet(clock, at):
            if at + left <= edge:
                return at + left
            left -= edge - at
        at = edge
    return at + left


def ran(clock: Clock, start: datetime, end: datetime) -> timedelta:
    """How long the clock ran from ``start`` to ``end``; nothing where ``end`` is earlier."""
    at, sum_ = start, timedelta()
    for edge in _edges(clock, start):
        if edge >= end or at >= end:
            break
        if not is_quiet(clock, at):
            sum_ += edge - at
        at = edge
    return sum_ + max(end - at, timedelta()) if not is_quiet(clock, at) else sum_


# --- deadlines ---


def due(clock: Clock, asked: datetime, turn: datetime, began: datetime) -> datetime | None:
    """When an answer is due that was asked for at ``asked``, in a turn that began at ``turn``, of a battle that began
    at ``began``. None where no clock runs."""
    if clock.rule == "none":
        return None
    if clock.rule == "daily":
        return _next_day(clock, run(clock, asked, clock.least * HOUR), began)
    whole = run(clock, turn if clock.per == "turn" else asked, clock.hours * HOUR)
    return max(whole, run(clock, asked, min(clock.least, clock.hours) * HOUR))


def _next_day(clock: Clock, least: datetime, began: datetime) -> datetime:
    """The first of the fixed times that is not before ``least``: every ``days``-th day from the battle's first."""
    first, day = local(clock, began).date(), local(clock, least).date()
    day += timedelta(days=-((day - first).days % clock.days))
    at = time.fromisoformat(clock.at)
    while (found := _wall(clock, day, at)) < least:
        day += timedelta(days=clock.days)
    return found


def closes(clock: Clock, due_at: datetime | None) -> datetime | None:
    """When the default is taken: None where only the host takes it."""
    if due_at is None or clock.late == "open":
        return None
    return due_at + timedelta(minutes=clock.grace) if clock.late == "grace" else due_at


def reminders(clock: Clock, since: datetime, due_at: datetime) -> dict[float, datetime]:
    """Hours before -> when to remind: so much of running clock is left then. Those that would come at once are left
    out."""
    whole = ran(clock, since, due_at)
    return {
        hours: run(clock, since, whole - hours * HOUR)
        for hours in clock.remind
        if timedelta() < whole - hours * HOUR
    }


def extended(clock: Clock, due_at: datetime, at: datetime, hours: float) -> datetime:
    """The deadline ``hours`` of running clock later; from now where it has passed already."""
    return run(clock, max(due_at, at), hours * HOUR)


def thawed(clock: Clock, left: timedelta, at: datetime, began: datetime) -> datetime:
    """The deadline of a clock that goes on with ``left`` on it: with fixed times the next that leaves as much."""
    found = run(clock, at, left)
    return _next_day(clock, found, began) if clock.rule == "daily" else found


# --- words ---

DAYS = (T("Mon"), T("Tue"), T("Wed"), T("Thu"), T("Fri"), T("Sat"), T("Sun"))


def short_words(clock: Clock, at: datetime) -> Text:
    """The same for where there is little room: without year and zone."""
    there = local(clock, at)
    month, day, time = f"{there.month:02}", f"{there.day:02}", f"{there:%H:%M}"
    return T(
        "{weekday} {month}-{day}, {time}", weekday=DAYS[there.weekday()], month=month, day=day, time=time
    )


def moment_words(clock: Clock, at: datetime) -> Text:
    """A time in the clock's zone, in words."""
    there = local(clock, at)
    month, day, time = f"{there.month:02}", f"{there.day:02}", f"{there:%H:%M}"
    return T(
        "{weekday} {year}-{month}-{day}, {time} ({zone})",
        weekday=DAYS[there.weekday()],
        year=str(there.year),
        month=month,
        day=day,
        time=time,
        zone=clock.zone,
    )
