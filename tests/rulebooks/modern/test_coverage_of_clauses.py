"""Every clause has its code, its test, and its paragraph in both languages; every option value is tried."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.rulebooks.modern.tables import load_tables
from tests.clauses import clauses_with_tests
from tests.rulebooks.modern.scenes import BOOK, shipped

HERE = Path(__file__).parent
CATALOGUE: list[dict[str, Any]] = yaml.safe_load(
    (files("grognard.rulebooks") / "modern" / "data" / "clauses.yaml").read_text(encoding="utf-8")
)["clauses"]
CLAUSES = [clause["id"] for clause in CATALOGUE]


def test_every_clause_of_the_battle_is_there_once() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) == 166


def test_no_clause_is_without_code() -> None:
    assert [clause for clause in CLAUSES if not BOOK.clauses.get(clause)] == []


def test_no_code_carries_out_a_clause_that_is_not_there() -> None:
    assert sorted(set(BOOK.clauses) - set(CLAUSES)) == []


def test_no_clause_is_without_a_test() -> None:
    tested = clauses_with_tests()
    assert [clause for clause in CLAUSES if clause not in tested] == []


def test_no_test_is_about_a_clause_that_is_not_there() -> None:
    ours = {clause for clause in clauses_with_tests() if clause.startswith(f"{BOOK.prefix}-")}
    assert sorted(ours - set(CLAUSES)) == []


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_clause_is_without_a_paragraph(lang: str) -> None:
    printed = BOOK.rules_text(lang).paragraphs
    assert [clause for clause in CLAUSES if not printed[clause].text.strip()] == []


def test_every_option_value_is_tried_in_a_test() -> None:
    """A file of tests names the option and each of its values that isn't the default, as Python literals."""
    sources = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path != Path(__file__)]
    literals = [_literals(source) for source in sources]
    missing = [
        f"{option.id}={one.value}"
        for option in load_tables().options.values()
        for one in option.values
        if one.value != option.default
        and not any({f'"{option.id}"', repr(one.value).replace("'", '"')} <= found for found in literals)
    ]
    assert missing == []


def _literals(source: str) -> set[str]:
    """Strings, numbers and truth values of a file; a keyword argument counts as the name of an option."""
    names = {f'"{name}"' for name in re.findall(r"\b(\w+)=", source)}
    return names | set(re.findall(r'"[^"\n]*"|\b\d+\b|\bTrue\b|\bFalse\b', source))


def test_scenes_are_set_under_the_printed_defaults() -> None:
    options = {key: option.default for key, option in load_tables().options.items()}
    assert shipped("skirmish").options == options
