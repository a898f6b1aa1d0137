"""A report as plain text, for a terminal, a mail, a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.locale import T
from grognard.show import terminal
from grognard.show.cells import cells, fits, pad, table, wrap
from grognard.show.model import (
    Align,
    Block,
    Chart,
    Content,
    Detail,
    Die,
    Heading,
    Level,
    Line,
    Paragraph,
    Picture,
    Plain,
    Report,
    Table,
)
from grognard.show.speech import (
    Said,
    clause_id,
    clean_lines,
    detail_value,
    die_text,
    pieces,
    plain,
    plain_piece,
    references,
    throws,
    words,
)


def text(report: Report, lang: str = "en", detail: Level = 1, width: int = 80, colour: bool = False) -> str:
    """``report`` as lines of at most ``width`` columns.

    ``colour`` adds ANSI codes for names and headings; nothing else differs. Ends with a line break.
    """
    paint = terminal.colours if colour else terminal.bare
    head = [paint(line.rstrip()) for line in title_lines(report, lang, width)]
    body = blocks_lines(report.blocks, lang, detail, width, colour)
    return "\n".join([*head, "", *body]).rstrip("\n") + "\n"


def blocks_lines(
    blocks: Iterable[Block], lang: str, detail: Level = 1, width: int = 80, colour: bool = False
) -> Iterator[str]:
    """Blocks as lines, an empty one between them but none between two lines of the chronicle."""
    paint = terminal.colours if colour else terminal.bare
    before: Block | None = None
    for block in blocks:
        if before is not None and not (isinstance(before, Line) and isinstance(block, Line)):
            yield ""
        yield from (paint(line.rstrip()) for line in block_lines(block, lang, detail, width))
        before = block


def title_lines(report: Report, lang: str, width: int) -> list[str]:
    """The title underlined, the subtitle below."""
    lines = wrap(words(report.title, lang), width)
    rule = "=" * max(map(cells, lines))
    below = wrap(words(report.subtitle, lang), width) if report.subtitle else []
    return [*(terminal.mark(line) for line in lines), rule, *below]


def block_lines(block: Block, lang: str, detail: Level, width: int) -> list[str]:
    """One block's lines, colours still as marks."""
    match block:
        case Heading():
            return _heading(block, lang, width)
        case Paragraph():
            return wrap(marked(block.words, lang), width)
        case Line():
            return line_lines(block, lang, detail, width)
        case Table():
            return [*table_lines(block, lang, width), *_caption(block.caption, lang, width)]
        case Chart():
            return [*chart_lines(block, lang, width), *_caption(block.caption, lang, width)]
        case Picture():
            return [*picture_lines(block, lang, width), *_caption(block.caption, lang, width)]
        case Plain():
            return clean_lines(block.text)


def marked(content: Content, lang: str) -> str:
    """``content`` on one line, names marked for colour."""
    return "".join(
        terminal.mark(piece.words, piece.side)
        if isinstance(piece, Said) and piece.strong
        else plain_piece(piece)
        for piece in pieces(content, lang)
    )


def _heading(block: Heading, lang: str, width: int) -> list[str]:
    lines = wrap(plain(block.words, lang), width)
    rule = {1: "-", 2: "."}.get(block.level)
    under = [rule * max(map(cells, lines))] if rule else []
    return [*(terminal.mark(line) for line in lines), *under]


def _caption(content: Content, lang: str, width: int) -> list[str]:
    said = plain(content, lang)
    return wrap(said, width) if said else []


def line_lines(line: Line, lang: str, detail: Level, width: int) -> list[str]:
    """A line of the chronicle with what ``detail`` asks for under it."""
    depth = min(max(line.indent, 0), 3)
    inset = "  " * depth
    said = ("- " if depth else "") + marked(line.words, lang)
    refs = ", ".join(references(line.clauses, detail))
    if refs and detail:
        said += f"  [{refs}]"
    first, *more = wrap(said, width - len(inset) - 2)
    lines = [inset + first, *(f"{inset}  {rest}" for rest in more)]
    if detail == 2:
        lines += (f"{inset}    {item}" for item in detail_lines(line, lang, width - len(inset) - 4))
    return lines


def detail_lines(line: Line, lang: str, width: int) -> list[str]:
    """The dice of a line, then its modifiers in two columns."""
    rows = [(plain(item.label, lang), _value(item, lang)) for item in line.details]
    wide = max((cells(label) for label, _ in rows), default=0)
    lines = [dice_text(line.dice, lang)] if line.dice else []
    for label, value in rows:
        first, *more = wrap(f"{pad(label, min(wide, width // 2))}  {value}", width)
        lines += [first, *(f"  {rest}" for rest in more)]
    return lines


def _value(item: Detail, lang: str) -> str:
    value = plain(detail_value(item), lang)
    return f"{value}  [{clause_id(item.clause)}]" if item.clause else value


def dice_text(dice: tuple[Die, ...], lang: str) -> str:
    """``3d6: [5] (6) [3]``, one such group for every kind of dice."""
    return " · ".join(f"{name}: {' '.join(map(die_text, run))}" for name, run in throws(dice, lang))


def said_rows(block: Table, lang: str) -> tuple[list[str], list[list[str]]]:
    """A table's headings and rows as plain words, every row as long as the columns."""
    heads = [plain(column.words, lang) for column in block.columns]
    rows = [[plain(cell, lang) for cell in row[: len(heads)]] for row in block.rows]
    return heads, [row + [""] * (len(heads) - len(row)) for row in rows]


def table_lines(block: Table, lang: str, width: int) -> list[str]:
    """A table without its caption, in letters of one width; row by row where words would have to be broken."""
    heads, rows = said_rows(block, lang)
    aligns = [column.align for column in block.columns]
    if not heads:
        return []
    return (
        table(heads, rows, aligns, width) if fits(heads, rows, width) else entries(heads, rows, aligns, width)
    )


def entries(
    heads: Sequence[str], rows: Iterable[Sequence[str]], aligns: Sequence[Align], width: int
) -> list[str]:
    """A table too wide for columns: of each row what it is about (with figures before it), below it the other cells
    with their headings."""
    about = next((at for at, align in enumerate(aligns) if align == "left"), 0) + 1
    lines: list[str] = []
    for row in rows:
        lines += (terminal.mark(line) for line in wrap(" ".join(filter(None, row[:about])), width))
        rest = zip(heads[about:], row[about:], strict=True)
        items = [_held(f"{head} {cell}".strip(), width - 3) for head, cell in rest if cell]
        lines += (f"  {line}" for line in wrap("; ".join(items), width - 2) if line)
    return lines


def _held(item: str, width: int) -> str:
    """Kept on one line if there is room."""
    return item.replace(" ", "\u00a0") if cells(item) <= width else item


def chart_lines(block: Chart, lang: str, width: int) -> list[str]:
    """Bars ``######----`` between their names and their figures."""
    top = chart_top(block)
    rows = [(plain(bar.words, lang), bar.value, bar_note(bar.note, bar.value, lang)) for bar in block.bars]
    names = max((cells(name) for name, _, _ in rows), default=0)
    notes = max((cells(note) for _, _, note in rows), default=0)
    room = min(max(width - names - notes - 4, 10), 40)
    return [
        f"{pad(name, names)}  {terminal.bar(value, top, room)}  {pad(note, notes, 'right')}"
        for name, value, note in rows
    ]


def chart_top(block: Chart) -> float:
    """What a full bar stands for."""
    return block.maximum or max((bar.value for bar in block.bars), default=0)


def bar_note(note: Content, value: float, lang: str) -> str:
    """What stands at a bar's end: its note, or the figure."""
    figure = f"{value:g}"
    return plain(note, lang) or (figure.replace(".", ",") if lang == "ru" else figure)


def picture_lines(block: Picture, lang: str, width: int) -> list[str]:
    """A picture's likeness in letters, or what it shows."""
    if block.plain:
        return clean_lines(block.plain)
    return wrap(T("(picture: {alt})", alt=words(block.alt, lang)).say(lang), width) if block.alt else []
