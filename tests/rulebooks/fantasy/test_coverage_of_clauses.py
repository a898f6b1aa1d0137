"""Every clause has its code and its test; every option value is tried."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from grognard.rulebooks.fantasy.printed import read_tables
from grognard.rulebooks.fantasy.setup import DEFAULTS
from tests.clauses import clauses_with_tests
from tests.rulebooks.fantasy.scenes import BOOK

HERE = Path(__file__).parent
PACKAGE = Path(str(files("grognard.rulebooks") / "fantasy"))
CATALOGUE: list[dict[str, Any]] = yaml.safe_load((PACKAGE / "data" / "clauses.yaml").read_text("utf-8"))[
    "clauses"
]
CLAUSES = [clause["id"] for clause in CATALOGUE]


def test_every_clause_of_the_battle_is_there_once() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) == 216


def test_no_clause_is_without_code() -> None:
    assert [clause for clause in CLAUSES if not BOOK.clauses.get(clause)] == []


def test_no_code_carries_out_a_clause_that_is_not_there() -> None:
    assert sorted(set(BOOK.clauses) - set(CLAUSES)) == []


def test_every_module_with_rules_of_the_agenda_is_a_chapter() -> None:
    with_rules = {path.stem for path in PACKAGE.glob("*.py") if "\n@rule(" in path.read_text("utf-8")}
    assert with_rules == {name.partition(".")[0] for name in BOOK.rules}


def test_no_clause_is_without_a_test() -> None:
    tested = clauses_with_tests()
    assert [clause for clause in CLAUSES if clause not in tested] == []


def test_no_test_is_about_a_clause_that_is_not_there() -> None:
    ours = {clause for clause in clauses_with_tests() if clause.startswith(f"{BOOK.prefix}-")}
    assert sorted(ours - set(CLAUSES)) == []


def test_every_option_value_is_tried_in_a_test() -> None:
    """A file of tests names the option and each of its values that isn't the default, as Python literals."""
    sources = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path != Path(__file__)]
    literals = [_literals(source) for source in sources]
    missing = [
        f"{option.id}={one.value}"
        for option in read_tables().options.values()
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
    shipped = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    assert shipped.options == DEFAULTS
