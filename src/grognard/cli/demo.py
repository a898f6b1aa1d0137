"""``demo``: a short battle to look at, its report and its files."""

from __future__ import annotations

from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

from grognard.cli import kit, saves
from grognard.cli.kit import FILE, argument, command
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import bold, dim, put, put_blocks, refuse_if_there, width, write
from grognard.cli.play import begin
from grognard.cli.records import Chronicle
from grognard.cli.report import made_report, written
from grognard.cli.shelf import title
from grognard.cli.table import Table, outcome_words
from grognard.core.state import UMPIRE
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book
from grognard.show.model import Heading, Report


@command(
    "demo",
    help=N_(
        "Watch computer players fight a short battle. The report (a page with replay), the picture of the field "
        "and the record are written into FOLDER (default: a new folder in ./battles)."
    ),
)
@argument("folder", N_("[FOLDER]"), required=False, type=FILE)
@kit.seed
@kit.force
def demo(folder: Path | None, seed: str | None, force: bool) -> None:
    book, name, setup = shortest()
    folder = folder or Path("battles") / f"{name}-{datetime.now():%Y%m%d-%H%M%S}"
    record = folder / "battle.jsonl"
    refuse_if_there(record, force)
    folder.mkdir(parents=True, exist_ok=True)
    record.unlink(missing_ok=True)
    holders = {one.id: "doctrine" for one in setup.seats} | {UMPIRE: "default"}
    put(bold(say(T("{scenario}: two computer players, every die on the table", scenario=setup.name))))
    put()
    table = begin(book, setup, holders, saves.make_seed(seed), record)
    table.detail = 0
    table.play(lambda _table, _seat: None)
    table.game.record.close()
    put(bold(say(outcome_words(setup, table.game.state))))
    put()
    table.show_table(UMPIRE)
    chronicle = Chronicle.open(record)
    made = made_report(chronicle, UMPIRE)
    put_blocks(list(takewhile(lambda block: not isinstance(block, Heading), made.blocks)), 0)
    _files(table, chronicle, made, folder)
    _what_next(title(book.id, name), folder)


def shortest() -> tuple[Book, str, Any]:
    """The shipped scenario with the fewest pieces."""
    setups = (
        (book, name, book.read_setup(path))
        for book in shelf.books()
        for name, path in book.scenarios().items()
    )
    return min(setups, key=lambda one: len(one[0].start(one[2]).pieces))


def _files(table: Table, chronicle: Chronicle, made: Report, folder: Path) -> None:
    from grognard.show.png import png

    page = written(chronicle, UMPIRE, made, "html", [], None, detail=2)
    picture = table.book.picture(table.game.view(UMPIRE), (), lang())
    write(folder / "report.html", page, force=True)
    write(folder / "field.svg", picture.svg, force=True)
    write(folder / "field.png", png(picture.svg, scale=2), force=True)


def _what_next(scenario: str, folder: Path) -> None:
    put()
    where = f"{folder}/"
    put(bold(say(T("Written into {folder}:", folder=where))))
    files = (
        ("report.html", T("the report with all dice, and the replay inside")),
        ("field.svg, field.png", T("the field at the end")),
        ("battle.jsonl", T("the record")),
    )
    for file, about in files:
        put(f"  {file:<24} {say(about)}")
    put()
    put(bold(say(T("Try next:"))))
    commands = (
        (f"grognard play {scenario}", T("command it yourself")),
        (f"grognard replay {folder}/battle.jsonl", T("this battle again, turn by turn")),
        (f"grognard verify {folder}/battle.jsonl", T("check every die and every step")),
        ("grognard scenarios", T("larger battles")),
    )
    wide = max(len(line) for line, _ in commands)
    for line, about in commands:
        gap = f"\n    {'':<2}" if wide + 2 + len(say(about)) > width() - 4 else "  "
        put(f"  {line:<{wide}}{gap}{dim(say(about))}")
