"""Every clause has its code, its test, and its paragraph in both languages; every option value is tried."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.rulebooks.pike_and_shot.tables import load_tables
from tests.clauses import clauses_with_tests
from tests.rulebooks.pike_and_shot.scenes import BOOK, OPTIONS

HERE = Path(__file__).parent
CATALOGUE: list[dict[str, Any]] = yaml.safe_load(
    (files("grognard.rulebooks") / "pike_and_shot" / "data" / "clauses.yaml").read_text(encoding="utf-8")
)["clauses"]
CLAUSES = [clause["id"] for clause in CATALOGUE]


def test_there_are_as_many_clauses_as_the_specification_has() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) == 209


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
    """Strings and numbers of a file; a keyword argument counts as the name of an option."""
    names = {f'"{name}"' for name in re.findall(r"\b(\w+)=", source)}
    return names | set(re.findall(r'"[^"\n]*"|\b\d+\b', source))


def test_scenes_are_set_under_the_printed_defaults() -> None:
    for option in load_tables().options.values():
        if option.id == "sight_limit_by_turn":
            continue
        default = 50 if option.id == "army_break" else option.default
        assert OPTIONS[option.id] == default
    assert set(OPTIONS) == set(load_tables().options) - {"sight_limit_by_turn"}
