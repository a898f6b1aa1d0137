"""What a check says of every book's tables: rows twice, rows that the rules need, options that offer something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.files import Problems, read_yaml
from grognard.rulebooks import shelf
from grognard.rulebooks.rooms import RoomedBook
from tests.rulebooks.printed import BOOKS


def refused(book: str, text: str, folder: Path) -> list[str]:
    """What is wrong with a table file, line by line."""
    file = folder / "own.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Problems) as caught:
        shelf.book(book).check_file(file)
    assert caught.value.say("ru") != caught.value.say()
    return [line.removeprefix(f"{file}:") for line in caught.value.say().splitlines()]


def first_option(book: str) -> str:
    found = shelf.book(book)
    assert isinstance(found, RoomedBook)
    data = Path(str(found.room("files").__file__)).parent / "data" / "options.yaml"
    option: str = read_yaml(data).data["option"][0]["id"]
    return option


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("key", ["clauses: []", "clauses: [XX-01]", "values: []", "kind: word"])
def test_what_an_option_offers_and_where_it_is_ruled_is_fixed(book: str, key: str, tmp_path: Path) -> None:
    option = first_option(book)
    said = refused(book, f"option: [{{id: {option}, {key}}}]\n", tmp_path)
    fixed = f"the values of option {option} are fixed by the rules"
    assert any(fixed in line or "unknown kind 'word'" in line for line in said), said


@pytest.mark.parametrize("book", BOOKS)
def test_no_option_can_be_struck(book: str, tmp_path: Path) -> None:
    option = first_option(book)
    said = refused(book, f"option: [{{remove: [{option}]}}]\n", tmp_path)
    assert any(f"the rules need '{option}'; it cannot be struck" in line for line in said)
