"""``muster``: troops described in words, as numbers for the game master to decide on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from grognard.cli.kit import argument, as_json, command, force, option, out_file
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import bold, dim, put, put_hung, put_json, put_or_write, put_table
from grognard.cli.shelf import find_book
from grognard.locale import T
from grognard.rulebooks.book import LONGEST_DESCRIPTION, Proposal


@command(
    "muster",
    help=N_(
        "Troops described in words, in English or Russian, as a profile: what each number comes from, and what is "
        "doubtful. Without words the description is read from standard input."
    ),
    epilog=N_("For example: grognard muster BOOK 40 veteran pikemen in breastplates"),
)
@argument("book", N_("BOOK"))
@argument("words", N_("[WORDS]..."), nargs=-1)
@option("--yaml", "as_yaml", is_flag=True, help=N_("Print it as YAML to paste into a scenario."))
@as_json
@out_file
@force
def muster(
    book: str, words: tuple[str, ...], as_yaml: bool, as_json: bool, output: Path | None, force: bool
) -> None:
    chosen = find_book(book)
    proposal = chosen.muster(_description(words), lang())
    if as_json:
        put_json(_row(proposal))
    elif as_yaml or output is not None:
        put_or_write(proposal.file, output, force)
    else:
        show(proposal)


def _description(words: tuple[str, ...]) -> str:
    text = " ".join(words)
    if text in ("", "-"):
        if sys.stdin.isatty():
            raise click.UsageError(say(T("write the description after the book, or pipe it in")))
        text = sys.stdin.read()
    if len(text) > LONGEST_DESCRIPTION:
        raise click.UsageError(
            say(T("the description is longer than {most} characters", most=LONGEST_DESCRIPTION))
        )
    return text


def show(proposal: Proposal) -> None:
    """The proposal with its reasons, doubts and hints."""
    put(bold(proposal.name.say(lang())))
    put()
    heads = (T("field"), T("set to"), T("because of"))
    rows = [
        (_said(one.name), _said(one.value), "; ".join(why.say(lang()) for why in one.why))
        for one in proposal.values
    ]
    put_table(heads, rows)
    for title, mark, lines in (
        (T("Doubtful"), "? ", proposal.doubts),
        (T("To decide"), "- ", proposal.hints),
    ):
        if lines:
            put()
            put(bold(say(title)))
        for line in lines:
            put_hung(f"  {mark}", line.say(lang()))
    put()
    put(dim(say(T("To paste into a scenario: the same with --yaml"))))


def _said(words: Any) -> str:
    return (
        words if isinstance(words, str) else str(words) if isinstance(words, int) else str(words.say(lang()))
    )


def _row(proposal: Proposal) -> dict[str, Any]:
    return {
        "name": proposal.name,
        "values": [
            {"name": _said(one.name), "value": one.value, "from": list(one.why)} for one in proposal.values
        ],
        "doubts": list(proposal.doubts),
        "hints": list(proposal.hints),
        "file": proposal.file,
    }
