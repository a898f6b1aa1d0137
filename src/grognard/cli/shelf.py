"""``books`` and ``scenarios``: what is on the shelf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from grognard.cli.kit import argument, as_json, command
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import put, put_json, put_table
from grognard.core.errors import GrognardError
from grognard.locale import T, Text
from grognard.rulebooks import headings, shelf
from grognard.rulebooks.book import Book


def find_book(name: str) -> Book:
    """The rule book of that id; an error that names the likeliest one."""
    from grognard.files import unknown

    if name not in shelf.names():
        raise GrognardError(unknown(T("rule book"), name, shelf.names()))
    return shelf.book(name)


def find_scenario(word: str, book: str | None = None) -> tuple[Book, Path]:
    """A scenario by name (``mill`` or ``book/mill``) or a file. GrognardError names the likeliest where there is
    none, and all where several books have one of that name."""
    path = Path(word)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return book_of_file(path, book), path
    said, slash, name = word.rpartition("/")
    if book is not None and slash and find_book(book).id != said:
        raise GrognardError(T("--book says '{book}', the scenario says '{said}'", book=book, said=said))
    wanted = said if slash else book and find_book(book).id
    books = [one for one in shelf.names() if wanted in (None, one)]
    found = [one for one in books if name in headings.scenarios(one)]
    if len(found) == 1:
        return shelf.book(found[0]), headings.scenarios(found[0])[name]
    if found:
        known = tuple(title(one, name) for one in found)
        raise GrognardError(
            T("several books have a scenario '{name}'; say which: {known}, or --book", name=name, known=known)
        )
    raise GrognardError(_unknown(word, shelf.names() if slash else books))


def title(book: str, name: str) -> str:
    """``book/name``: what a shipped scenario is called among all books."""
    return f"{book}/{name}"


def _unknown(word: str, books: Sequence[str]) -> Text:
    """What was probably meant, by names with and without their book."""
    from grognard.files import did_you_mean, unknown

    known = {title(one, name): name for one in books for name in headings.scenarios(one)}
    name = word.rpartition("/")[2]
    guess = name if name in known.values() else did_you_mean(word, known if "/" in word else known.values())
    likely = tuple(one for one, short in known.items() if guess in (one, short))
    if likely:
        return T("unknown scenario '{word}'; did you mean {likely}?", word=word, likely=likely)
    return unknown(T("scenario"), word, known)


def book_of_file(path: Path, book: str | None = None) -> Book:
    """The rule book that a file is written for: the one named, else of those that know its keys the one that finds
    least wrong with it."""
    if book is not None:
        return find_book(book)
    from grognard.files import Problems

    wrong: dict[str, tuple[bool, int]] = {}
    for one in shelf.books():
        try:
            one.check_file(path)
        except Problems as problems:
            wrong[one.id] = not one.kind_of_file(path), len(problems.problems)
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
    rows = [row for one in _chosen(book) for row in _scenario_rows(one)]
    if as_json:
        put_json(rows)
        return
    heads = (T("scenario"), T("name"), T("seats"))
    put_table(heads, [(r["scenario"], r["name"].say(lang()), ", ".join(r["seats"])) for r in rows])
    put()
    put(say(T("To play one: grognard play {name}", name=rows[0]["scenario"])))


def _chosen(book: str | None) -> tuple[str, ...]:
    return shelf.names() if book is None else (find_book(book).id,)


def _scenario_rows(book: str) -> Iterator[dict[str, Any]]:
    paths = headings.scenarios(book)
    for name, heading in headings.headings(book).items():
        yield {
            "scenario": title(book, name),
            "book": book,
            "id": name,
            "name": heading.name,
            "sides": list(heading.sides),
            "seats": [seat for seat, _ in heading.seats],
            "players": list(heading.players),
            "file": str(paths[name]),
        }
