"""The files that every book ships: editors find their schemas, people what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.files import modeline
from tests.rulebooks.printed import BOOKS, printed

NO_TABLES = ("clauses.yaml", "muster.yaml")
"""Lists that no game master lays anything over: they have no schema."""


def files(folder: str) -> list[object]:
    """Of all books."""
    found = [
        (name, path) for name in BOOKS for path in sorted((printed(name).folder / folder).glob("*.yaml"))
    ]
    return [
        pytest.param(path, id=f"{name}-{path.stem}") for name, path in found if path.name not in NO_TABLES
    ]


@pytest.mark.parametrize("path", files("data"))
def test_every_table_names_its_schema_and_explains_itself(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert lines[0] == modeline("../schemas/tables.json")
    assert lines[1].startswith("# ")


@pytest.mark.parametrize("path", files("scenarios"))
def test_every_scenario_names_its_schema(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith(modeline("../schemas/scenario.json"))
