"""``books`` and ``scenarios``: what is on the shelf."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.cli.kit import argument, as_json, command
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import put, put_json, put_table
from grognard.core.errors import GrognardError
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book


def find_book(name: str) -> Book:
    """The rule book of that id; an error that names the likeliest one."""
    from grognard.files import unknown

    if name not in shelf.names():
        raise GrognardError(unknown(T("rule book"), name, shelf.names()))
    return shelf.book(name)


def find_scenario(word: str, book: str | None = None) -> tuple[Book, Path]:
    """A scenario by id (``mill`` or ``book/mill``) or file; the likeliest one is named where there is none."""
    path = Path(word)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return book_of_file(path, book), path
    wanted, slash, name = word.rpartition("/")
    books = (find_book(wanted),) if slash and wanted in shelf.names() else shelf.books()
    name = name if slash and wanted in shelf.names() else word
    for one in books:
        if name in one.scenarios():
            return one, one.scenarios()[name]
    from grognard.files import unknown

    raise GrognardError(unknown(T("scenario"), word, [name for one in books for name in one.scenarios()]))


def book_of_file(path: Path, book: str | None = None) -> Book:
    """The rule book that a file is written for: the one named, else the one that finds least wrong with it."""
    if book is not None:
        return find_book(book)
    from grognard.files import Problems

    wrong: dict[str, int] = {}
    for one in shelf.books():
        try:
            one.check_file(path)
        except Problems as problems:
            wrong[one.id] = len(problems.problems)
        else:
            return one
    return shelf.book(min(wrong, key=lambda name: wrong[name]))


@command("books", help=N_("List the rule books on the shelf, with their scenarios."))
@as_json
def books(as_json: bool) -> None:
    rows = [_book_row(one) for one in shelf.books()]
    if as_json:
        put_json(rows)
        return
    heads = (T("book"), T("title"), T("version"), T("clauses"), T("scenarios"))
    put_table(
        heads,
        [
            (r["id"], r["title"].say(lang()), r["version"], r["clauses"], ", ".join(r["scenarios"]))
            for r in rows
        ],
        right=(3,),
    )


def _book_row(book: Book) -> dict[str, Any]:
    return {
        "id": book.id,
        "title": book.name,
        "version": book.version,
        "clauses": len(book.rules_text().paragraphs),
        "scenarios": list(book.scenarios()),
    }


@command("scenarios", help=N_("List the shipped scenarios, of all rule books or of one."))
@argument("book", N_("[BOOK]"), required=False)
@as_json
def scenarios(book: str | None, as_json: bool) -> None:
    rows = [_scenario_row(one, name, path) for one in _chosen(book) for name, path in one.scenarios().items()]
    if as_json:
        put_json(rows)
        return
    heads = (T("scenario"), T("name"), T("seats"), T("book"))
    put_table(heads, [(r["id"], r["name"].say(lang()), ", ".join(r["seats"]), r["book"]) for r in rows])
    put()
    put(say(T("To play one: grognard play {name}", name=rows[0]["id"])))


def _chosen(book: str | None) -> tuple[Book, ...]:
    return shelf.books() if book is None else (find_book(book),)


def _scenario_row(book: Book, name: str, path: Path) -> dict[str, Any]:
    setup = book.read_setup(path)
    return {
        "book": book.id,
        "id": name,
        "name": setup.name,
        "sides": [side.name for side in setup.sides],
        "seats": [seat.id for seat in setup.seats],
        "players": [seat.id for seat in setup.seats if seat.kind == "player"],
        "file": str(path),
    }
