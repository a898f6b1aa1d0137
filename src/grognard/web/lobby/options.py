"""The options of a book (house rules) as fields of a form.

A book that keeps its options in ``setup.tables.options``, each with ``id``, ``name``, ``kind``, ``values``, ``least``,
``most`` and ``clauses``, has them on the form; others are set in a house-rules file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.locale import Name, T, Text

PREFIX = "option_"
"""In front of the names of the form's fields."""
YES, NO = T("yes"), T("no")


class Field(msgspec.Struct, frozen=True):
    """An option on the form. ``choices``: value on the form and what it means (none: a number or words);
    ``present``: what the scenario has; ``given``: what was chosen on the form, "" for the scenario's."""

    id: str
    name: Name
    choices: tuple[tuple[str, Text | Name], ...]
    present: Text | Name | str
    given: str
    clauses: tuple[str, ...]


def _options(setup: Any) -> Mapping[str, Any]:
    found = getattr(getattr(setup, "tables", None), "options", None)
    return found if isinstance(found, dict) else {}


def fields(setup: Any, form: Mapping[str, str]) -> list[Field]:
    """The options of the setup's book in file order, filled in as ``form`` has them."""
    return [
        _field(setup, option, form.get(f"{PREFIX}{option.id}", "")) for option in _options(setup).values()
    ]


def _field(setup: Any, option: Any, given: str) -> Field:
    choices = tuple((word, words) for word, (_, words) in _choices(option).items())
    has = setup.options.get(option.id, option.default)
    present = dict(choices).get(str(has), "") if choices else _shown(option, has)
    return Field(option.id, option.name, choices, present, given, tuple(option.clauses))


def _choices(option: Any) -> dict[str, tuple[Any, Text | Name]]:
    """Value on the form -> the value itself and what it means."""
    if option.values:
        return {str(one.value): (one.value, one.name) for one in option.values}
    return {"True": (True, YES), "False": (False, NO)} if option.kind == "flag" else {}


def _shown(option: Any, has: Any) -> str:
    """A number as files write it; what the book keeps in another measure is not shown."""
    if isinstance(has, int) and isinstance(option.default, int):
        return str(has)
    return ", ".join(f"{one:g}" for one in has) if isinstance(has, tuple | list) else ""


def chosen(setup: Any, form: Mapping[str, str]) -> dict[str, Any]:
    """What was chosen on the form, as the book takes it; the book itself says what is wrong with it."""
    found: dict[str, Any] = {}
    for option in _options(setup).values():
        given = form.get(f"{PREFIX}{option.id}", "").strip()
        if given:
            found[option.id] = _value(option, given)
    return found


def _value(option: Any, given: str) -> Any:
    choices = _choices(option)
    if given in choices:
        return choices[given][0]
    return (
        int(given) if option.kind == "number" and given.lstrip("-").isdecimal() and len(given) < 12 else given
    )
