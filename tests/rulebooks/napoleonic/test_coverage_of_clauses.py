"""Every clause has its code and its test."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from grognard.rulebooks.napoleonic.book import BOOK
from tests.clauses import clauses_with_tests

PACKAGE = Path(str(files("grognard.rulebooks") / "napoleonic"))
CATALOGUE: list[dict[str, Any]] = yaml.safe_load((PACKAGE / "data" / "clauses.yaml").read_text("utf-8"))[
    "clauses"
]
CLAUSES = [clause["id"] for clause in CATALOGUE]


def test_every_clause_is_there_once() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) == 213


def test_no_clause_is_without_code() -> None:
    assert [clause for clause in CLAUSES if not BOOK.clauses.get(clause)] == []


def test_no_clause_is_without_a_test() -> None:
    tested = clauses_with_tests()
    assert [clause for clause in CLAUSES if clause not in tested] == []


def test_no_test_is_about_a_clause_that_is_not_there() -> None:
    ours = {clause for clause in clauses_with_tests() if clause.startswith(f"{BOOK.prefix}-")}
    assert sorted(ours - set(CLAUSES)) == []
