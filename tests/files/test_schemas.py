"""Schemas for editors."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field

from grognard.files import FileModel, Partial, modeline, schema, schemas


class Row(FileModel):
    from_: Annotated[int, Field(alias="from", ge=1)]


class Table(FileModel):
    """A table of rows."""

    row: list[Row]


def test_a_schema_has_a_title_an_id_and_refuses_other_keys() -> None:
    made = schema(Table, "a table", "x/table.json")
    assert (made["title"], made["$id"]) == ("a table", "x/table.json")
    assert made["additionalProperties"] is False
    assert made["$defs"]["Row"]["properties"]["from"]["minimum"] == 1


class Record(FileModel):
    id: str
    rows: list[Row]


class Shelf(FileModel):
    record: list[Record]
    row: list[Row]


def test_the_schema_of_overlays_asks_for_no_key_but_in_rows_that_are_replaced_whole() -> None:
    made = schema(Partial(Shelf), "a shelf", "x/shelf.json")
    assert "required" not in made
    assert "required" not in made["$defs"]["Record"]
    assert "remove" in made["$defs"]["Record"]["properties"]
    assert made["$defs"]["Row"]["required"] == ["from"]


def test_the_modeline_is_a_comment() -> None:
    assert modeline("../schemas/table.json") == "# yaml-language-server: $schema=../schemas/table.json\n"


@pytest.mark.parametrize("package", sorted(schemas.registered()))
def test_the_schemas_of_registered_books_are_up_to_date(package: str) -> None:
    for path, text in schemas.of_book(package).items():
        assert path.read_text(encoding="utf-8") == text, f"run python -m grognard.files.schemas: {path}"


def test_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    room = types.ModuleType("shelf.files")
    room.__file__ = str(tmp_path / "files.py")
    room.SCHEMAS = {"table": Table}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "shelf", types.ModuleType("shelf"))
    monkeypatch.setitem(sys.modules, "shelf.files", room)
    monkeypatch.setattr(schemas, "registered", lambda: ["shelf"])
    schemas.main()
    written = tmp_path / "schemas" / "table.json"
    assert written.read_text(encoding="utf-8").startswith('{\n "$schema"')
    assert capsys.readouterr().out == f"{written}\n"
