"""Times of requests: ``YYYY-MM-DD HH:MM``, which sort as texts do. No clock is read here."""

from __future__ import annotations

from calendar import monthrange

from grognard.core.rule import clause

HOURS = 24


def is_time(text: str) -> bool:
    """There is such a day, and such a minute in it."""
    year, month, day, hour, minute = _parts(text)
    if year < 1 or not 1 <= month <= 12:
        return False
    return 1 <= day <= monthrange(year, month)[1] and hour < HOURS and minute < 60


@clause("MO-GEN-03")
def later(text: str, hours: int) -> str:
    """The time so many hours after a valid one."""
    year, month, day, hour, minute = _parts(text)
    days, hour = divmod(hour + hours, HOURS)
    for _ in range(days):
        year, month, day = _tomorrow(year, month, day)
    return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}"


def _tomorrow(year: int, month: int, day: int) -> tuple[int, int, int]:
    if day < monthrange(year, month)[1]:
        return year, month, day + 1
    return (year, month + 1, 1) if month < 12 else (year + 1, 1, 1)


def _parts(text: str) -> tuple[int, int, int, int, int]:
    return int(text[:4]), int(text[5:7]), int(text[8:10]), int(text[11:13]), int(text[14:16])
