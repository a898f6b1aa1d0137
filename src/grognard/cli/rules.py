"""``rules``: the rule book in print; one clause, a search, and the functions that carry clauses out."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from grognard.cli.failing import Failed
from grognard.cli.kit import argument, as_json, command, option
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import bold, coloured, dim, put, put_json, width
from grognard.cli.shelf import find_book
from grognard.locale import T
from grognard.rulebooks.book import Book
from grognard.rulebooks.rules_text import Paragraph

_CLAUSE = re.compile(r"[A-Za-z]{2,3}-[A-Za-z0-9]+-\d{2}[a-z]?")
_EMPHASIS = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|(?<![\w*])\*(?!\s)(.+?)\*(?![\w*])")


@command(
    "rules",
    help=N_(
        "Read the rules of a book: its chapters, one clause (FE-ATT-02), all that begin so (FE-ATT), or those "
        "with the words given, in any form."
    ),
)
@argument("book", N_("BOOK"))
@argument("words", N_("[CLAUSE | WORDS]..."), nargs=-1)
@option("--functions", is_flag=True, help=N_("Show the functions of the program that carry each clause out."))
@as_json
def rules(book: str, words: tuple[str, ...], functions: bool, as_json: bool) -> None:
    chosen = find_book(book)
    sought = " ".join(words)
    if not sought and not functions:
        _contents(chosen, as_json)
        return
    found = find(chosen, sought)
    if as_json:
        put_json([_row(chosen, one) for one in found])
        return
    show(chosen, found, functions)


def find(book: Book, sought: str) -> tuple[Paragraph, ...]:
    """Paragraphs for a clause id or words; all where nothing is sought. Failed names the nearest clause."""
    text = book.rules_text(lang())
    if not sought:
        return tuple(text.paragraphs.values())
    exact = text.paragraphs.get(sought.upper()) or text.paragraphs.get(sought)
    found = (exact,) if exact else text.search(sought)
    if found:
        return found
    from grognard.files import unknown

    if _CLAUSE.fullmatch(sought):
        raise Failed(unknown(T("clause"), sought.upper(), text.paragraphs))
    raise Failed(T("no clause of {book} has these words: {words}", book=book.id, words=sought))


def show(book: Book, found: tuple[Paragraph, ...], functions: bool = False) -> None:
    """Paragraphs under the headings of their chapters."""
    chapter = ""
    for one in found:
        if one.chapter != chapter:
            chapter = one.chapter
            put(bold(chapter))
            put(bold("=" * min(len(chapter), width())))
        put()
        put(wrapped(f"**{one.clause}** {one.text}"))
        if functions:
            done = book.clauses.get(one.clause, [])
            put(dim("    " + say(T("carried out by: {functions}", functions=tuple(done) or "-"))))
    if len(found) > 1:
        put()
        put(dim(say(T("clauses: {count}", count=len(found)))))


def _contents(book: Book, as_json: bool) -> None:
    text = book.rules_text(lang())
    if as_json:
        rows = [
            {"chapter": one.title, "clauses": [p.clause for p in one.paragraphs]} for one in text.chapters
        ]
        put_json({"book": book.id, "title": book.name, "version": book.version, "chapters": rows})
        return
    put(bold(book.name.say(lang())))
    put()
    for chapter in text.chapters:
        ids = [one.clause for one in chapter.paragraphs]
        span = f"{ids[0]} ... {ids[-1]}" if len(ids) > 1 else "".join(ids)
        put(f"  {chapter.title}" + (f"  {dim(span)}" if span else ""))
    put()
    example = next(iter(text.paragraphs), "")
    put(say(T("One clause: grognard rules {book} {clause}", book=book.id, clause=example)))


def _row(book: Book, one: Paragraph) -> dict[str, Any]:
    return {
        "clause": one.clause,
        "chapter": one.chapter,
        "text": one.text,
        "functions": book.clauses.get(one.clause, []),
    }


def wrapped(markdown: str) -> str:
    """Markdown as lines for a terminal; a table too wide for it is turned on its side."""
    parts = groupby(markdown.strip().splitlines(), key=lambda line: line.startswith("|"))
    made = ["\n".join(_table(list(lines)) if table else _text(list(lines))) for table, lines in parts]
    return "\n\n".join(part for part in made if part)


def _text(lines: list[str]) -> list[str]:
    from rich.console import Console
    from rich.markdown import Markdown

    sheet = Console(width=width(), force_terminal=coloured(), no_color=not coloured(), highlight=False)
    with sheet.capture() as caught:
        sheet.print(Markdown("\n".join(lines)))
    return [line.rstrip() for line in caught.get().strip("\n").splitlines()]


def _table(lines: list[str]) -> list[str]:
    from grognard.show import cells

    rows = [[_bare(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    if (
        sum(max(map(cells.cells, column)) + 2 for column in zip(*rows, strict=True))
        > width()
        < len(rows[0]) * 12
    ):
        rows = [list(column) for column in zip(*rows, strict=True)]
    return cells.table(rows[0], rows[1:], ["left"] * len(rows[0]), width())


def _bare(words: str) -> str:
    return _EMPHASIS.sub(lambda found: next(filter(None, found.groups())), words)
