"""House rules as the book offers them: what an option decides, its values, and what each of them means."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.locale import Name


class OptionValue(msgspec.Struct, frozen=True):
    """One value of an option; ``name`` says what it means."""

    value: bool | int | str
    name: Name


class Option(msgspec.Struct, frozen=True):
    """A house rule: kind ``choice`` (one of ``values``) or ``share`` (from ``least`` to ``most``). A switch is a choice
    between True and False. Values are as files write them."""

    id: str
    name: Name
    kind: str
    default: bool | int | float | str
    clauses: tuple[str, ...]
    values: tuple[OptionValue, ...] = ()
    least: float = 0.0
    most: float = 0.0


_SWITCH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def from_words(option: Option | None, value: Any) -> Any:
    """What a command line says in words: ``on`` and ``off`` for switches, numbers in digits."""
    if option is None or not isinstance(value, str):
        return value
    if isinstance(option.default, bool):
        return _SWITCH.get(value.casefold(), value)
    if isinstance(option.default, int | float):
        return _number(value)
    return value


def _number(value: str) -> Any:
    try:
        return int(value) if value.isdecimal() else float(value)
    except ValueError:
        return value
