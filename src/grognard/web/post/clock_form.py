"""The clock on a form: what is filled in, and a clock from what was filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import time
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints
from zoneinfo import available_timezones

import msgspec

from grognard.core.errors import GrognardError
from grognard.locale import T, Text
from grognard.web.post.clock import Clock

R = TypeVar("R")
PREFIX = "clock_"
"""In front of the names of the form's fields, so that it may stand among others."""

COMMON = ("Europe/Moscow", "Europe/Kaliningrad", "Asia/Yekaterinburg", "Asia/Novosibirsk", "Asia/Vladivostok")
CHOICES: Mapping[str, Mapping[str, Text]] = {
    "rule": {
        "none": T("no deadlines"),
        "hours": T("so many hours for an answer"),
        "daily": T("at a fixed time of day"),
    },
    "per": {"question": T("each question"), "turn": T("a whole turn")},
    "late": {
        "refuse": T("is refused"),
        "grace": T("counts for some minutes more"),
        "open": T("counts until the host takes the default"),
    },
    "missed": {
        "default": T("nothing more: the rules' default is taken each time"),
        "computer": T("the computer takes over the seat"),
        "ask": T("the host is asked for a new player"),
        "out": T("out of the game: defaults are taken at once"),
    },
}
"""The fields that are a choice, with the words for each choice."""


class BadClock(GrognardError):
    """A form that makes no clock."""


@cache
def zones() -> tuple[str, ...]:
    """Time zones to choose from, those of most of our players first."""
    rest = sorted(one for one in available_timezones() if "/" in one and not one.startswith("Etc/"))
    return ("UTC", *COMMON, *(one for one in rest if one not in COMMON))


def filled_in(clock: Clock) -> dict[str, Any]:
    """The fields of the form (without prefix) as they stand for ``clock``."""
    fields: dict[str, Any] = msgspec.structs.asdict(clock)
    quiet = fields.pop("quiet") or ("", "")
    fields["quiet_from"], fields["quiet_to"] = quiet
    fields["remind"] = ", ".join(f"{hours:g}" for hours in clock.remind)
    return {key: f"{value:g}" if isinstance(value, float) else value for key, value in fields.items()}


def read_clock(form: Mapping[str, Any]) -> Clock:
    """The clock that a form's fields (with prefix) describe; BadClock with the first thing that is wrong."""
    given = {key.removeprefix(PREFIX): str(value).strip() for key, value in form.items() if key[:6] == PREFIX}
    usual = filled_in(Clock())

    def field(name: str) -> str:
        return given.get(name) or str(usual[name])

    return Clock(
        rule=_choice("rule", field("rule")),
        per=_choice("per", field("per")),
        hours=_number(T("hours"), field("hours"), 0.05, 1000),
        at=_time(field("at")),
        days=int(_number(T("days"), field("days"), 1, 60)),
        least=_number(T("hours at the least"), field("least"), 0, 200),
        zone=_zone(field("zone")),
        quiet=_quiet(given.get("quiet_from", ""), given.get("quiet_to", "")),
        remind=_hours(given.get("remind", usual["remind"])),
        late=_choice("late", field("late")),
        grace=int(_number(T("minutes of grace"), field("grace"), 1, 10_000)),
        missed=_choice("missed", field("missed")),
        after=int(_number(T("missed deadlines"), field("after"), 1, 100)),
    )


def _choice(name: str, value: str) -> Any:
    if value not in get_args(get_type_hints(Clock)[name]):
        raise BadClock(T("'{value}' is no choice for {field}", value=value, field=name))
    return value


def _number(name: Text, words: str, least: float, most: float) -> float:
    try:
        found = float(words.replace(",", "."))
    except ValueError:
        found = float("nan")
    if not least <= found <= most:
        lowest, highest = f"{least:g}", f"{most:g}"
        raise BadClock(
            T(
                "{name}: '{value}' is no number from {least} to {most}",
                name=name,
                value=words,
                least=lowest,
                most=highest,
            )
        )
    return found


def _tried(read: Callable[[str], R], words: str, wrong: Text) -> R:
    try:
        return read(words)
    except ValueError:
        raise BadClock(wrong) from None


def _time(words: str) -> str:
    wrong = T("'{value}' is no time of day; write it like 21:00", value=words)
    return f"{_tried(time.fromisoformat, words, wrong):%H:%M}"


def _zone(words: str) -> str:
    if words not in available_timezones():
        raise BadClock(T("there is no time zone '{zone}'; they are called like Europe/Moscow", zone=words))
    return words


def _quiet(start: str, end: str) -> tuple[str, str] | None:
    if not start and not end:
        return None
    if not start or not end:
        raise BadClock(T("quiet hours need a beginning and an end"))
    found = (_time(start), _time(end))
    if found[0] == found[1]:
        raise BadClock(T("quiet hours from {time} to {time} would be all day", time=found[0]))
    return found


def _hours(words: str) -> tuple[float, ...]:
    parts = [part for part in words.replace(";", ",").split(",") if part.strip()]
    found = {_number(T("hours before the deadline"), part.strip(), 0.05, 1000) for part in parts}
    return tuple(sorted(found, reverse=True))[:5]
