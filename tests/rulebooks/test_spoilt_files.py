"""Whatever is written in a game master's file, the check says what it is or what is wrong with it: in every book."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.files import Problems, read_yaml
from grognard.rulebooks import shelf

JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [
        *(None, True, 0, -1, 3, 31, 10**17, 1e9, 1.5),
        *("", "x", "мгла", "{n}", "turn", "foot", "0101"),
        *([], [[]], [[0, 0]], {}, {"id": 3}, {"id": "x"}, [1, "x"], ["x"]),
    ]
)
LARGEST = 40_000
"""Bytes of a shipped file that is spoilt: one of the large ones takes a second to read."""


def shipped(name: str) -> list[Path | str]:
    """Scenarios, tables, and of what a book ships no file, the template."""
    book = shelf.book(name)
    scenarios = list(book.scenarios().values())
    tables = sorted((scenarios[0].parents[1] / "data").glob("*.yaml"))
    files = (one for one in (*scenarios, *tables) if one.name != "clauses.yaml")
    more = ("rules", "army") if book.has_army_files else ("rules",)
    return [*(one for one in files if one.stat().st_size < LARGEST), *map(book.template, more)]


def spoil(part: Any, data: st.DataObject) -> None:
    """One value, somewhere, becomes another, or is no more."""
    key = data.draw(st.sampled_from(list(part) if isinstance(part, dict) else list(range(len(part)))))
    if isinstance(part[key], dict | list) and part[key] and data.draw(st.integers(0, 4)):
        spoil(part[key], data)
    elif data.draw(st.integers(0, 4)):
        part[key] = copy.deepcopy(data.draw(JUNK))
    else:
        del part[key]


def said(name: str, path: Path) -> str:
    """What the file is, or what is wrong with it."""
    try:
        return shelf.book(name).check_file(path).say("ru")
    except Problems as problems:
        return problems.say("ru")


@pytest.mark.slow
@pytest.mark.parametrize("name", shelf.names())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_spoilt_file_is_read_or_its_problems_are_told(
    name: str, tmp_path: Path, data: st.DataObject
) -> None:
    written = read_yaml(data.draw(st.sampled_from(shipped(name)))).data
    for _ in range(data.draw(st.integers(1, 3))):
        if written:
            spoil(written, data)
    path = tmp_path / "own.yaml"
    path.write_text(json.dumps(written, ensure_ascii=False), encoding="utf-8")
    assert said(name, path)
