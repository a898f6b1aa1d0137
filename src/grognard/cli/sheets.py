"""``sheets``: paper for a real table, to be printed and handed round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.cli import kit
from grognard.cli.failing import Failed
from grognard.cli.kit import Word, argument, command, force, option, out_file
from grognard.cli.lang import N_
from grognard.cli.output import in_form, put_or_write, refuse_if_there
from grognard.cli.play import read_setup
from grognard.cli.records import Chronicle
from grognard.cli.report import SUFFIXES
from grognard.cli.shelf import find_scenario
from grognard.core.state import UMPIRE
from grognard.locale import T
from grognard.rulebooks.book import Book
from grognard.show.model import Report

FORMATS = ("text", "md", "html")


@command(
    "sheets",
    help=N_(
        "Write order sheets for a real table: what each seat commands, with room to write its orders. Of a scenario "
        "as the battle begins, of a record (.jsonl) as it stands."
    ),
    epilog=N_("For example: grognard sheets napoleonic/skirmish --format html -o orders.html"),
)
@argument("source", N_("SCENARIO | FILE | RECORD"))
@option("--seat", metavar=N_("SEAT"), help=N_("Only this seat's sheet."))
@option(
    "--format",
    "form",
    type=Word(*FORMATS),
    help=N_("How it is written; without it the name of the output file decides, else text."),
)
@kit.scenario_book
@kit.house
@kit.overlay
@kit.roster
@kit.options
@out_file
@force
def sheets(
    source: str, seat: str | None, form: str | None, output: Path | None, force: bool, **given: Any
) -> None:
    if output is not None:
        refuse_if_there(output, force)
    book, setup, state = _position(source, given)
    eyes = _eyes(setup, seat)
    form = form or (SUFFIXES.get(output.suffix.lower(), "text") if output else "text")
    blocks = tuple(book.order_sheets(book.view(setup, state, eyes)))
    put_or_write(in_form(Report(setup.name, blocks), form, 0, output), output, force)


def _position(source: str, given: dict[str, Any]) -> tuple[Book, Any, Any]:
    """A book, a setup and where the battle stands: at its beginning, or where the record ends."""
    if Path(source).suffix == ".jsonl":
        chronicle = Chronicle.open(Path(source))
        return chronicle.book, chronicle.setup, chronicle.state
    book, path = find_scenario(source, given["book"])
    setup = read_setup(book, path, given)
    return book, setup, book.start(setup)


def _eyes(setup: Any, seat: str | None) -> str:
    """Whose sheets: the seat's own, or everybody's."""
    known = [one.id for one in setup.seats]
    if seat is not None and seat not in known:
        from grognard.files import unknown

        raise Failed(unknown(T("seat"), seat, known))
    return seat or UMPIRE
