"""``new`` and ``check``: files that people write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grognard.cli.failing import NO, words_of
from grognard.cli.kit import FILE, Word, argument, as_json, command, force, option_book, out_file
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import put, put_json, put_or_write
from grognard.cli.shelf import book_of_file, find_book
from grognard.locale import T

KINDS = ("scenario", "army", "rules", "tables")


@command(
    "new",
    help=N_("Write a commented file to start from: a scenario, an army, house rules or tables."),
    epilog=N_("For example: grognard new feudal scenario -o mine.yaml; grognard play mine.yaml"),
)
@argument("book", N_("BOOK"))
@argument("kind", "scenario|army|rules|tables", type=Word(*KINDS))
@out_file
@force
def new(book: str, kind: str, output: Path | None, force: bool) -> None:
    put_or_write(find_book(book).template(kind, lang()), output, force)


@command(
    "check",
    help=N_(
        "Check scenario, army, house-rules and table files: every problem with its line. What kind of file "
        "it is, and for which rule book, is seen from the file."
    ),
)
@argument("files", N_("FILE..."), nargs=-1, required=True, type=FILE)
@option_book
@as_json
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...], book: str | None, as_json: bool) -> None:
    rows = [_checked(path, book) for path in files]
    if as_json:
        put_json(rows)
    else:
        for row in rows:
            put(_line(row))
    if any(row["problems"] for row in rows):
        ctx.exit(NO)


def _checked(path: Path, book: str | None) -> dict[str, Any]:
    from grognard.files import Problems

    row: dict[str, Any] = {"file": str(path), "ok": False, "book": None, "what": None, "problems": []}
    try:
        chosen = book_of_file(path, book)
        row["book"] = chosen.id
        row["what"] = chosen.check_file(path)
        row["ok"] = True
    except Problems as problems:
        row["problems"] = [
            {"file": p.file, "line": p.line, "column": p.column, "message": p.message, "clause": p.clause}
            for p in problems.problems
        ]
        row["text"] = problems.say(lang())
    except OSError as error:
        row["text"] = words_of(error)
        row["problems"] = [
            {"file": str(path), "line": 0, "column": 0, "message": words_of(error), "clause": None}
        ]
    return row


def _line(row: dict[str, Any]) -> str:
    if not row["ok"]:
        return str(row["text"])
    return say(T("{file}: in order: {what} ({book})", file=row["file"], what=row["what"], book=row["book"]))
