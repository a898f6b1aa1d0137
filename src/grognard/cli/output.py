"""What goes to the screen and into files: widths, colours, JSON, report blocks; nothing is written over unasked."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grognard.cli.failing import Failed
from grognard.cli.lang import lang, say
from grognard.locale import Name, T, Text

if TYPE_CHECKING:
    from grognard.show.model import Block, Content, Level, Report, Table

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


def put_blocks(blocks: Sequence[Block], detail: Level = 1) -> None:
    """Report blocks as lines."""
    lines = list(block_lines(blocks, detail))
    if lines:
        put("\n".join(lines))


def block_lines(
    blocks: Sequence[Block], detail: Level = 1, size: int | None = None, colour: bool | None = None
) -> Iterator[str]:
    """Blocks as lines, an empty one between them but not between two lines of the chronicle."""
    from grognard.show import as_text, terminal
    from grognard.show.model import Line, Table

    paint = terminal.colours if (coloured() if colour is None else colour) else terminal.bare
    size = size or width()
    before: Block | None = None
    for block in blocks:
        if before is not None and not (isinstance(before, Line) and isinstance(block, Line)):
            yield ""
        narrow = isinstance(block, Table) and _too_wide(block, size)
        lines = _cards(block, size) if narrow else as_text.block_lines(block, lang(), detail, size)  # type: ignore[arg-type]
        for line in lines:
            yield paint(line.rstrip())
        before = block


def _too_wide(block: Table, size: int) -> bool:
    """Whether the table would have to break words."""
    from grognard.show import as_text
    from grognard.show.cells import cells

    heads, rows = as_text.said_rows(block, lang())
    columns = zip(heads, *rows, strict=True)
    longest = [max(cells(word) for cell in column for word in (cell.split() or [""])) for column in columns]
    return sum(longest) + 2 * (len(longest) - 1) > size


def _cards(block: Table, size: int) -> Iterator[str]:
    """A table too wide for the screen, row by row: the first cell, and the others with their headings."""
    from grognard.show import as_text
    from grognard.show.cells import wrap
    from grognard.show.speech import plain as plain_words
    from grognard.show.terminal import mark

    heads, rows = as_text.said_rows(block, lang())
    for first, *rest in rows:
        yield mark(first)
        items = [f"{head} {cell}".strip() for head, cell in zip(heads[1:], rest, strict=True) if cell]
        joined = "; ".join(item.replace(" ", "\u00a0") for item in items)
        yield from (f"  {line}" for line in wrap(joined, size - 2))
    caption = plain_words(block.caption, lang())
    yield from wrap(caption, size) if caption else ()


def report_text(report: Report, detail: Level, size: int, colour: bool) -> str:
    """A whole report in lines."""
    from grognard.show import as_text, terminal

    paint = terminal.colours if colour else terminal.bare
    title = [paint(line) for line in as_text.title_lines(report, lang(), size)]
    return "\n".join([*title, "", *block_lines(report.blocks, detail, size, colour)]) + "\n"


def put_table(heads: Sequence[Content], rows: Sequence[Sequence[Content]], right: Sequence[int] = ()) -> None:
    """A table; columns with a number in ``right`` stand to the right."""
    from grognard.show.model import Column, Table

    columns = tuple(Column(head, "right" if at in right else "left") for at, head in enumerate(heads))
    put_blocks([Table(columns, tuple(tuple(row) for row in rows))])


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
