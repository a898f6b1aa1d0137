"""``report``: the story of a recorded battle, for a board, a page or a mail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from grognard.cli.kit import EXISTING, Word, argument, command, detail, force, option, out_file, seat
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import in_form, plain, put_or_write, refuse_if_there, write
from grognard.cli.records import Chronicle
from grognard.cli.replay import turns
from grognard.core.errors import Refused
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import T
from grognard.show.boards import Profile
from grognard.show.model import Block, Heading, Picture, Report

FORMATS = ("text", "md", "bbcode", "html", "json")
SUFFIXES = {
    ".txt": "text",
    ".md": "md",
    ".bbcode": "bbcode",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
}


@command(
    "report",
    help=N_(
        "Write the report of a recorded battle. Without --seat it holds what every seat may know: of a battle "
        "that is over, everything. HTML has the replay inside; Markdown and BBCode get their pictures beside the "
        "file (-o)."
    ),
    epilog=N_("For example: grognard report battle.jsonl --format bbcode --profile rusff"),
)
@argument("record", N_("RECORD"), type=EXISTING)
@option(
    "--format",
    "form",
    type=Word(*FORMATS),
    help=N_("How it is written; without it the name of the output file decides, else text."),
)
@option(
    "--profile",
    type=Word(*get_args(Profile)),
    default="phpbb",
    show_default=True,
    help=N_("Which board, for BBCode."),
)
@seat
@detail
@option(
    "--aftermath",
    is_flag=True,
    help=N_(
        "Instead of the report write the file that the battle hands on: losses, outcome, points and survivors, for "
        "those who reckon the economy; with --cycle, of which cycle of the campaign."
    ),
)
@option(
    "--cycle", type=int, default=0, metavar=N_("NUMBER"), help=N_("Cycle of the campaign, for --aftermath.")
)
@option("--narrow", is_flag=True, help=N_("Draw the pictures narrow, for telephones and columns of a forum."))
@option("--url", "urls", multiple=True, metavar=N_("URL"), help=N_("Where the pictures lie, in their order."))
@out_file
@force
def report(
    record: Path,
    form: str | None,
    output: Path | None,
    force: bool,
    seat: str | None,
    aftermath: bool,
    cycle: int,
    narrow: bool,
    **how: Any,
) -> None:
    chronicle = Chronicle.open(record)
    reader = chronicle.reader(seat)
    if aftermath:
        put_or_write(handed_on(chronicle, reader, cycle), output, force)
        return
    form = form or (SUFFIXES.get(output.suffix.lower(), "text") if output else "text")
    if output is not None:
        refuse_if_there(output, force)
    if form == "json":
        put_or_write(as_json(chronicle, reader), output, force)
        return
    made = made_report(chronicle, reader)
    if form in ("md", "bbcode") and (output is not None or how["urls"]):
        made = illustrated(chronicle, reader, made, narrow)
    urls = list(how.pop("urls")) or _pictures_beside(made, output, form, force)
    put_or_write(written(chronicle, reader, made, form, urls, output, narrow=narrow, **how), output, force)


def handed_on(chronicle: Chronicle, reader: str, cycle: int) -> str:
    """The file of a battle's results; Refused for a reader to whom not everything is open."""
    if chronicle.finished and reader != UMPIRE:
        raise Refused("", T("the file names every survivor: it is not for those who may not know all"))
    heard = chronicle.heard(PUBLIC)
    return chronicle.book.aftermath(chronicle.setup, chronicle.state, heard, lang(), cycle)


def made_report(chronicle: Chronicle, reader: str) -> Report:
    """The book's report of everything that the reader has heard."""
    return chronicle.book.report(chronicle.view(reader), chronicle.heard(reader))


def illustrated(chronicle: Chronicle, reader: str, made: Report, narrow: bool = False) -> Report:
    """The report with the field before and after the battle in it, under its first lines."""
    states = [state for _, state, _ in chronicle.moments()]
    shown: list[Block] = []
    for words, state in ((T("Before"), states[0]), (T("After"), states[-1])):
        view = chronicle.view(reader, state)
        shown += [Heading(1, words), chronicle.book.picture(view, (), lang(), narrow=narrow)]
    at = next((at for at, one in enumerate(made.blocks) if isinstance(one, Heading)), len(made.blocks))
    return Report(made.title, (*made.blocks[:at], *shown, *made.blocks[at:]), made.subtitle)


def written(
    chronicle: Chronicle,
    reader: str,
    made: Report,
    form: str,
    urls: list[str],
    output: Path | None,
    profile: Any = "phpbb",
    detail: Any = 1,
    narrow: bool = False,
) -> str:
    """The report in one of the formats."""
    if form == "bbcode":
        from grognard.show import as_bbcode

        return as_bbcode.bbcode(made, lang(), detail, profile, urls)
    page: dict[str, Any] = {}
    if form == "html":
        text = chronicle.book.rules_text(lang())
        clauses = {name: one.text for name, one in text.paragraphs.items()}
        page = {"clauses": clauses, "frames": tuple(frames(chronicle, reader, narrow))}
    return in_form(made, form, detail, output, urls, **page)


def frames(chronicle: Chronicle, reader: str, narrow: bool = False) -> Iterator[Picture]:
    """One picture a turn, for the replay in a page."""
    for turn in turns(chronicle):
        view = chronicle.view(reader, turn.state)
        yield chronicle.book.picture(view, chronicle.heard(reader, turn.told), lang(), narrow=narrow)


def _pictures_beside(made: Report, output: Path | None, form: str, force: bool) -> list[str]:
    """Pictures of the report as PNG and SVG files beside the output; their names, for links."""
    pictures = [one for one in made.blocks if isinstance(one, Picture)]
    if output is None or form not in ("md", "bbcode") or not pictures:
        return []
    from grognard.show.png import png

    names = []
    for number, picture in enumerate(pictures, 1):
        base = output.with_name(f"{output.stem}-{number}")
        write(base.with_suffix(".svg"), picture.svg, force)
        write(base.with_suffix(".png"), png(picture.svg, scale=2), force)
        names.append(base.with_suffix(".png").name)
    click.echo(say(T("written: {path}", path=", ".join(names))), err=True)
    return names


def as_json(chronicle: Chronicle, reader: str) -> str:
    """Facts for programs: who fought, how it ended, every event that the reader heard."""
    setup, state = chronicle.setup, chronicle.state
    facts = {
        "book": setup.book,
        "version": setup.version,
        "scenario": setup.scenario,
        "title": plain(setup.name),
        "seats": msgspec.to_builtins(setup.seats),
        "reader": reader,
        "finished": state.finished,
        "outcome": None if state.outcome is None else msgspec.to_builtins(state.outcome),
        "measures": dict(chronicle.book.measures(setup, state)) if state.finished else None,
        "events": [
            {"number": one.number, "clauses": list(one.clauses), "event": msgspec.to_builtins(one.event)}
            for one in chronicle.heard(reader)
        ],
    }
    return msgspec.json.format(msgspec.json.encode(facts), indent=2).decode() + "\n"
