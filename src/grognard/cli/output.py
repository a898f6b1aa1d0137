"""What goes to the screen and into files: widths, colours, JSON, report blocks; nothing is written over unasked."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grognard.cli.failing import Failed
from grognard.cli.lang import lang, say
from grognard.locale import Name, T, Text

if TYPE_CHECKING:
    from grognard.show.model import Block, Content, Level, Report

NARROWEST, WIDEST = 40, 120


def width() -> int:
    """Columns to write in; 80 where there is no terminal."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, NARROWEST), WIDEST)


def on_terminal() -> bool:
    """A person sees the output as it comes."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def coloured() -> bool:
    """Whether to use colours: on a terminal whose owner has not set NO_COLOR."""
    return on_terminal() and not os.environ.get("NO_COLOR")


def put(words: Text | Name | str = "") -> None:
    """One line or more, in the reader's language where it has one."""
    click.echo(words if isinstance(words, str) else words.say(lang()), color=True)


def put_json(value: Any) -> None:
    """``value`` for programs, indented; names in both languages become objects."""
    click.echo(json.dumps(plain(value), ensure_ascii=False, indent=2))


def plain(value: Any) -> Any:
    """Texts in the reader's language, everything else as JSON has it."""
    if isinstance(value, Text):
        return value.say(lang())
    if isinstance(value, Name):
        return {"en": value.en, "ru": value.ru}
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    return str(value)


def in_form(
    made: Report, form: str, detail: Level, output: Path | None, urls: Sequence[str] = (), **page: Any
) -> str:
    """A report as ``md``, ``html`` (``page``: what else its page has) or text: as wide and coloured as the screen on
    which it comes, plain for a file."""
    from grognard.show import as_html, as_markdown, as_text

    if form == "md":
        return as_markdown.markdown(made, lang(), detail, urls)
    if form == "html":
        return as_html.page(made, lang(), detail, **page)
    if output is not None:
        return as_text.text(made, lang(), detail)
    return as_text.text(made, lang(), detail, width(), coloured())


def put_blocks(blocks: Sequence[Block], detail: Level = 1) -> None:
    """Report blocks as lines."""
    from grognard.show.as_text import blocks_lines

    lines = list(blocks_lines(blocks, lang(), detail, width(), coloured()))
    if lines:
        put("\n".join(lines))


def put_table(heads: Sequence[Content], rows: Sequence[Sequence[Content]], right: Sequence[int] = ()) -> None:
    """A table; columns with a number in ``right`` stand to the right."""
    from grognard.show.model import Column, Table

    columns = tuple(Column(head, "right" if at in right else "left") for at, head in enumerate(heads))
    put_blocks([Table(columns, tuple(tuple(row) for row in rows))])


def put_hung(first: str, words: str, style: Callable[[str], str] = str) -> None:
    """``words`` after ``first``, wrapped at the edge of the screen; further lines stand below the words."""
    from grognard.show.cells import cells, pad, wrap

    for at, line in enumerate(wrap(words, max(width() - cells(first), 20))):
        put(style((first if at == 0 else pad("", cells(first))) + line))


def bold(words: str) -> str:
    """Words that stand out on a terminal with colours."""
    return f"\x1b[1m{words}\x1b[0m" if coloured() else words


def dim(words: str) -> str:
    """Words that stand back."""
    return f"\x1b[2m{words}\x1b[0m" if coloured() else words


def write(path: Path, data: str | bytes, force: bool = False) -> None:
    """Write a new file; one that is there only by ``force``. Folders on the way are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    refuse_if_there(path, force)
    path.write_bytes(data.encode() if isinstance(data, str) else data)


def refuse_if_there(path: Path, force: bool = False) -> None:
    """Failed if there is such a file and nobody said to write over it."""
    if path.exists() and not force:
        raise Failed(T("{path} is there already; --force writes over it", path=str(path)))


def put_or_write(text: str, output: Path | None, force: bool) -> None:
    """To the screen, or into the file that was named."""
    if output is None:
        click.echo(text, nl=not text.endswith("\n"), color=coloured())
        return
    write(output, text, force)
    click.echo(say(T("written: {path}", path=str(output))), err=True)
