"""Clocks by post: running time, quiet hours, summer time, fixed times of day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.web.post.clock import (
    Clock,
    clock_of,
    due,
    extended,
    is_quiet,
    local,
    moment_words,
    ran,
    reminders,
    run,
    thawed,
)
from grognard.web.post.clock_form import BadClock, filled_in, read_clock

MOSCOW = Clock(rule="hours", hours=24, zone="Europe/Moscow", quiet=("23:00", "08:00"))
BERLIN = Clock(rule="hours", hours=2, zone="Europe/Berlin", quiet=("23:00", "02:30"))

times = st.datetimes(datetime(2025, 1, 1), datetime(2027, 12, 31))
spans = st.timedeltas(timedelta(), timedelta(days=9))
zones = st.sampled_from(
    ["Europe/Moscow", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"]
)
clocks_of_day = st.times().map(lambda one: f"{one:%H:%M}")
quiets = st.none() | st.tuples(clocks_of_day, clocks_of_day).filter(lambda one: one[0] != one[1])
clocks = st.builds(Clock, zone=zones, quiet=quiets)


def at(words: str, zone: str) -> datetime:
    """A time of the store from a wall clock's."""
    return local_inverse(datetime.fromisoformat(words), zone)


def local_inverse(wall: datetime, zone: str) -> datetime:
    from zoneinfo import ZoneInfo

    return wall.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).replace(tzinfo=None)


def wall(clock: Clock, when: datetime | None) -> str:
    assert when is not None
    return f"{local(clock, when):%m-%d %H:%M}"


def test_the_clock_stands_still_at_night() -> None:
    asked = at("2026-12-01 22:00", "Europe/Moscow")
    # one hour tonight, fifteen tomorrow, eight the day after
    assert wall(MOSCOW, due(MOSCOW, asked, asked, asked)) == "12-03 16:00"


@pytest.mark.parametrize(
    ("asked", "then"),
    [
        ("2026-10-24 22:30", "10-25 03:30"),  # 02:00 to 02:30 comes twice: the second time is quiet too
        ("2026-03-28 22:30", "03-29 04:30"),  # 02:30 never comes: the clock goes on at 03:00
    ],
)
def test_summer_time(asked: str, then: str) -> None:
    start = at(asked, "Europe/Berlin")
    found = due(BERLIN, start, start, start)
    assert wall(BERLIN, found) == then
    assert found is not None
    assert ran(BERLIN, start, found) == timedelta(hours=2)


@given(clocks, times, spans)
def test_what_runs_has_run(clock: Clock, start: datetime, span: timedelta) -> None:
    end = run(clock, start, span)
    assert end - start >= span
    assert ran(clock, start, end) == span


@given(clocks, times, spans, spans)
def test_running_twice_is_running_once(clock: Clock, start: datetime, one: timedelta, two: timedelta) -> None:
    whole = run(clock, start, one + two)
    parts = run(clock, run(clock, start, one), two)
    assert ran(clock, min(whole, parts), max(whole, parts)) == timedelta()  # at most a night apart


@given(clocks, times, st.timedeltas(timedelta(seconds=1), timedelta(days=9)))
def test_no_deadline_inside_quiet_hours(clock: Clock, start: datetime, span: timedelta) -> None:
    end = run(clock, start, span)
    assert not is_quiet(clock, end - timedelta(microseconds=1))


@given(zones, times, spans)
def test_without_quiet_hours_time_is_time(zone: str, start: datetime, span: timedelta) -> None:
    assert run(Clock(zone=zone), start, span) == start + span


@given(
    zones,
    times,
    spans,
    clocks_of_day,
    st.integers(1, 7),
)
def test_fixed_times(zone: str, began: datetime, later: timedelta, at_: str, days: int) -> None:
    clock = Clock(rule="daily", zone=zone, at=at_, days=days, least=2)
    asked = began + later
    found = due(clock, asked, asked, began)
    assert found is not None
    assert found >= asked + timedelta(hours=2)
    assert found - asked <= timedelta(days=days, hours=28)
    assert (local(clock, found).date() - local(clock, began).date()).days % days == 0
    there = local(clock, found)
    wall_clock = there.replace(tzinfo=None)
    exists = local_inverse(wall_clock.replace(hour=int(at_[:2]), minute=int(at_[3:])), zone)
    assert f"{there:%H:%M}" == at_ or exists == found  # a time that summer time skips is its next minute


def test_a_turn_gives_everybody_its_deadline_but_at_least_two_hours() -> None:
    clock = Clock(rule="hours", hours=24, per="turn", least=2)
    began = datetime(2026, 12, 1, 9)
    assert due(clock, began + timedelta(hours=5), began, began) == began + timedelta(hours=24)
    assert due(clock, began + timedelta(hours=23), began, began) == began + timedelta(hours=25)


def test_reminders_count_running_hours() -> None:
    asked = at("2026-12-01 22:00", "Europe/Moscow")
    deadline = due(MOSCOW, asked, asked, asked)
    assert deadline is not None
    found = reminders(MOSCOW, asked, deadline)
    assert {hours: wall(MOSCOW, when) for hours, when in found.items()} == {
        12: "12-02 19:00",
        2: "12-03 14:00",
    }
    assert reminders(MOSCOW, deadline - timedelta(hours=1), deadline) == {}


def test_extension_and_thaw() -> None:
    late = at("2026-12-01 22:00", "Europe/Moscow")
    assert wall(MOSCOW, extended(MOSCOW, late, late - timedelta(hours=3), 2)) == "12-02 09:00"
    assert wall(MOSCOW, extended(MOSCOW, late, late + timedelta(hours=14), 2)) == "12-02 14:00"
    assert wall(MOSCOW, thawed(MOSCOW, timedelta(hours=1), late, late)) == "12-01 23:00"
    daily = Clock(rule="daily", at="21:00", zone="Europe/Moscow")
    assert wall(daily, thawed(daily, timedelta(hours=1), late, late)) == "12-02 21:00"


def test_no_clock_no_deadline() -> None:
    assert due(Clock(), datetime(2026, 1, 1), datetime(2026, 1, 1), datetime(2026, 1, 1)) is None
    assert clock_of({}) == Clock()
    assert clock_of({"clock": {"version": 1, "rule": "hours", "quiet": ["23:00", "08:00"]}}).quiet == (
        "23:00",
        "08:00",
    )


def test_times_in_words() -> None:
    words = moment_words(MOSCOW, datetime(2026, 12, 1, 18))
    assert words.say("en") == "Tue 2026-12-01, 21:00 (Europe/Moscow)"
    assert words.say("ru") == "вт 01.12.2026, 21:00 (Europe/Moscow)"


def as_form(clock: Clock) -> dict[str, str]:
    return {f"clock_{key}": str(value) for key, value in filled_in(clock).items()}


@given(
    st.builds(
        Clock,
        rule=st.sampled_from(["none", "hours", "daily"]),
        per=st.sampled_from(["question", "turn"]),
        hours=st.integers(1, 300).map(float),
        at=clocks_of_day,
        days=st.integers(1, 9),
        least=st.integers(0, 9).map(float),
        zone=zones,
        quiet=quiets,
        late=st.sampled_from(["refuse", "grace", "open"]),
        missed=st.sampled_from(["default", "computer", "ask", "out"]),
        after=st.integers(1, 9),
    )
)
def test_a_form_is_read_as_it_was_filled_in(clock: Clock) -> None:
    assert read_clock({"scenario": "other", **as_form(clock)}) == clock


def test_a_form_without_a_clock_makes_none() -> None:
    assert read_clock({"book": "feudal"}) == Clock()


@pytest.mark.parametrize(
    ("field", "value", "word"),
    [
        ("hours", "soon", "soon"),
        ("hours", "nan", "nan"),
        ("at", "25:00", "25:00"),
        ("zone", "Moscow", "Moscow"),
        ("quiet_from", "23:00", "beginning and an end"),
        ("days", "0", "'0'"),
        ("rule", "weekly", "weekly"),
        ("remind", "2, never", "never"),
    ],
)
def test_what_is_no_clock_is_refused_with_a_reason(field: str, value: str, word: str) -> None:
    with pytest.raises(BadClock, match=word):
        read_clock({**as_form(Clock()), f"clock_{field}": value})
