"""Schemas for editors."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field

from grognard.files import FileModel, modeline, schema, schemas


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


def test_the_modeline_is_a_comment() -> None:
    assert modeline("../schemas/table.json") == "# yaml-language-server: $schema=../schemas/table.json\n"


@pytest.mark.parametrize("package", sorted(schemas.registered()))
def test_the_schemas_of_registered_books_are_up_to_date(package: str) -> None:
    for path, text in schemas.of_book(package).items():
        assert path.read_text(encoding="utf-8") == text, f"run python -m grognard.files.schemas: {path}"


def test_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    book, room = types.ModuleType("shelf"), types.ModuleType("shelf.files")
    book.__path__ = [str(tmp_path)]
    room.SCHEMAS = {"table": Table}  # type: ignore[attr-defined]
    book.__spec__ = types.SimpleNamespace(  # type: ignore[assignment]
        submodule_search_locations=[str(tmp_path)], loader=None, origin=None, name="shelf"
    )
    monkeypatch.setitem(sys.modules, "shelf", book)
    monkeypatch.setitem(sys.modules, "shelf.files", room)
    monkeypatch.setattr(schemas, "registered", lambda: ["shelf"])
    monkeypatch.setattr(schemas, "files", lambda package: tmp_path)
    schemas.main()
    written = tmp_path / "schemas" / "table.json"
    assert written.read_text(encoding="utf-8").startswith('{\n "$schema"')
    assert capsys.readouterr().out == f"{written}\n"
