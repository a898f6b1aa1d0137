"""Commented files to start from: a text whose lines ``{{name}}`` are filled with what the tables hold."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from grognard.files.options import Option
from grognard.locale import Name

_PLACE = re.compile(r"^\{\{(\w+)\}\}$", re.MULTILINE)
_WIDTH = 100


class Row(Protocol):
    """A row of a table that has a name."""

    @property
    def name(self) -> Name: ...


def template(folder: Path, kind: str, lang: str, content: Callable[[str, str], str]) -> str:
    """The file to start from for a kind, ``<kind>.<lang>.yaml`` in ``folder``, with ``content(name, lang)`` on each of
    its lines ``{{name}}``."""
    text = (folder / f"{kind}.{lang}.yaml").read_text(encoding="utf-8")
    return _PLACE.sub(lambda found: content(found[1], lang), text)


def listed_table(table: Mapping[Any, Row], lang: str) -> str:
    """As :func:`listed`, the rows of a table under their keys."""
    return listed(((str(key), row.name) for key, row in table.items()), lang)


def listed(entries: Iterable[tuple[str, Name]], lang: str) -> str:
    """Comment lines: ``pike (Pikemen), musket (Musketeers) ...``."""
    return comment(", ".join(f"{one} ({name.say(lang)})" for one, name in entries))


def comment(words: str) -> str:
    """Words as comment lines, indented."""
    return textwrap.fill(
        words, _WIDTH, initial_indent="#   ", subsequent_indent="#   ", break_on_hyphens=False
    )


def settings(options: Iterable[Option], lang: str) -> str:
    """Every option with its printed value, its clauses, and what its other values mean."""
    return "\n\n".join(_setting(one, lang) for one in options)


def _setting(option: Option, lang: str) -> str:
    lines = [f"  # {option.name.say(lang)} ({' '.join(option.clauses)})"]
    lines += [f"  #   {json.dumps(one.value)}: {one.name.say(lang)}" for one in option.values]
    if option.most:
        lines.append(f"  #   {option.least} ... {option.most}")
    value = option.default if isinstance(option.default, str) else json.dumps(option.default)
    return "\n".join([*lines, f"  {option.id}: {value}"])
