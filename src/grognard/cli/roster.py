"""``roster``: armies between battles: what is left of them, merging, drafts, days that go by, hunger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from grognard.cli import kit
from grognard.cli.failing import Failed
from grognard.cli.kit import EXISTING, Command, Group, argument, force, option, out_file, pairs
from grognard.cli.lang import N_, lang
from grognard.cli.output import put_or_write, refuse_if_there
from grognard.cli.play import value_of
from grognard.cli.records import Chronicle
from grognard.cli.shelf import book_of_file
from grognard.locale import T

F = Callable[..., Any]


@click.group(
    "roster",
    cls=Group,
    help=N_("Army files between battles: what is left after one, merging, drafts, days that go by, hunger."),
    subcommand_metavar=N_("COMMAND [ARGUMENTS]..."),
)
def roster() -> None:
    """Everything else is in the commands."""


def _command(name: str, help: str) -> Callable[[F], click.Command]:
    def made(function: F) -> click.Command:
        return roster.command(name, cls=Command, help=help, short_help=help)(function)

    return made


def _changing(function: F) -> F:
    """What all changes of a file take."""
    for decorate in (force, out_file, kit.options, kit.overlay, kit.house, kit.option_book):
        function = decorate(function)
    return function


@_command("aftermath", N_("Write the surviving forces of a seat as an army file for the next battle."))
@argument("record", N_("RECORD"), type=EXISTING)
@option("--seat", required=True, metavar=N_("SEAT"), help=N_("Whose forces."))
@out_file
@force
def aftermath(record: Path, seat: str, output: Path | None, force: bool) -> None:
    chronicle = Chronicle.open(record)
    chronicle.reader(seat)
    if seat not in chronicle.seats:
        raise Failed(T("'{seat}' has no armies", seat=seat))
    text = chronicle.book.roster(chronicle.setup, chronicle.state, seat, lang())
    put_or_write(text, output, force)


@_command("merge", N_("Merge two armies of a file into one."))
@argument("file", N_("FILE"), type=EXISTING)
@argument("into", N_("ARMY"))
@argument("other", N_("OTHER"))
@option("--commander", metavar=N_("NAME"), help=N_("Which of the two commanders stays."))
@_changing
def merge(file: Path, into: str, other: str, commander: str | None, **how: Any) -> None:
    _change(file, "merge", [into, other, *([commander] if commander else [])], **how)


@_command("draft", N_("Add recruits to an army."))
@argument("file", N_("FILE"), type=EXISTING)
@argument("army", N_("ARMY"))
@argument("men", N_("MEN"))
@_changing
def draft(file: Path, army: str, men: str, **how: Any) -> None:
    _change(file, "draft", [army, men], **how)


@_command("date", N_("Let days go by: who returns to the ranks by then is back."))
@argument("file", N_("FILE"), type=EXISTING)
@argument("day", N_("YYYY-MM-DD|end_of_war"))
@_changing
def date(file: Path, day: str, **how: Any) -> None:
    _change(file, "date", [day], **how)


@_command("unpaid", N_("Note armies that went hungry."))
@argument("file", N_("FILE"), type=EXISTING)
@argument("armies", N_("ARMY..."), nargs=-1, required=True)
@_changing
def unpaid(file: Path, armies: tuple[str, ...], **how: Any) -> None:
    _change(file, "unpaid", armies, **how)


def _change(
    file: Path,
    name: str,
    words: Sequence[str],
    book: str | None,
    output: Path | None,
    force: bool,
    **how: Any,
) -> None:
    if output is not None:
        refuse_if_there(output, force)
    more = {
        "house": how["house"],
        "overlays": how["overlays"],
        "options": {key: value_of(one) for key, one in pairs(how["options"], "--option").items()},
    }
    text = file.read_text(encoding="utf-8")
    put_or_write(book_of_file(file, book).change_roster(text, name, words, lang(), **more), output, force)
