"""Every clause of every book has its code and its test; every option value is tried."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.clauses import clauses_with_tests
from tests.rulebooks.printed import BOOKS, Printed, printed

CLAUSES = {"fantasy": 216, "feudal": 151, "modern": 166, "napoleonic": 213, "pike_and_shot": 209}
"""As many as the specifications have."""
about = cache(clauses_with_tests)


@pytest.fixture(params=BOOKS)
def book(request: pytest.FixtureRequest) -> Printed:
    return printed(request.param)


def test_every_clause_is_there_once(book: Printed) -> None:
    assert len(book.ids) == len(set(book.ids)) == CLAUSES[book.book.id]


def test_no_clause_is_without_code(book: Printed) -> None:
    assert [clause for clause in book.ids if not book.book.clauses.get(clause)] == []


def test_no_code_carries_out_a_clause_that_is_not_there(book: Printed) -> None:
    assert sorted(set(book.book.clauses) - set(book.ids)) == []


def test_every_module_with_rules_of_the_agenda_is_a_chapter(book: Printed) -> None:
    with_rules = {path.stem for path in book.folder.glob("*.py") if "\n@rule(" in path.read_text("utf-8")}
    assert with_rules == {name.partition(".")[0] for name in book.book.rules}


def test_no_clause_is_without_a_test(book: Printed) -> None:
    assert [clause for clause in book.ids if clause not in about()] == []


def test_no_test_is_about_a_clause_that_is_not_there(book: Printed) -> None:
    ours = {clause for clause in about() if clause.startswith(f"{book.book.prefix}-")}
    assert sorted(ours - set(book.ids)) == []


def test_every_option_value_is_tried_in_a_test(book: Printed) -> None:
    """A file of tests names the option and each of its values that isn't the default, as Python literals."""
    written = [_literals(path.read_text(encoding="utf-8")) for path in book.tests.glob("test_*.py")]
    missing = [
        f"{key}={value}"
        for key, option in book.options.items()
        for value in (one["value"] for one in option.get("values", ()))
        if value != option["default"]
        and not any({f'"{key}"', repr(value).replace("'", '"')} <= found for found in written)
    ]
    assert missing == []


def _literals(source: str) -> set[str]:
    """Strings, numbers and truth values of a file; a keyword argument counts as the name of an option."""
    names = {f'"{name}"' for name in re.findall(r"\b(\w+)=", source)}
    return names | set(re.findall(r'"[^"\n]*"|-?\b\d+\b|\bTrue\b|\bFalse\b', source))
