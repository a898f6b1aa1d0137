"""A report as Markdown (CommonMark with the tables of GitHub)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import category

from grognard.show.as_text import chart_lines, picture_lines
from grognard.show.cells import cells, pad
from grognard.show.model import (
    Align,
    Block,
    Chart,
    Content,
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
    Piece,
    Said,
    clause_id,
    clean_lines,
    detail_value,
    picture_words,
    pieces,
    plain,
    references,
    throws,
    words,
)
from grognard.show.urls import safe_url

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&$!@])")
_LINE_START = re.compile(r"^(\s*)(\d{1,9}(?=[.)])|[-+=:])")
_WIDE = 100  # charts and pictures in letters scroll in a page; they need no narrow column


def markdown(report: Report, lang: str = "en", detail: Level = 1, urls: Sequence[str] = ()) -> str:
    """``report`` as Markdown, ending with a line break.

    ``urls`` are the addresses where the report's pictures lie, in their order; a picture without one is shown
    in letters. What people wrote is escaped: it can start no heading, list, table, link or HTML.
    """
    where = iter(urls)
    parts = ["# " + escape(words(report.title, lang))]
    if report.subtitle:
        parts.append(_italic(words(report.subtitle, lang)))
    depth = -1
    for block in report.blocks:
        if isinstance(block, Line):
            # An item can hang only under an item: deeper it would be read as a block of code.
            under = depth >= 0
            depth = min(max(block.indent, 0), depth + 1)
            made = "\n".join(_line(block, lang, detail, depth))
            parts[-1:] = [parts[-1] + "\n" + made] if under else [parts[-1], made]
            continue
        depth = -1
        parts += filter(None, ["\n".join(_block(block, lang, where))])
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """Words that mean themselves and nothing else."""
    escaped = _SIGNS.sub(r"\\\1", text.strip())
    return _LINE_START.sub(_harmless, escaped)


def _harmless(found: re.Match[str]) -> str:
    sign = found[2]
    return found[1] + (f"{sign}\\" if sign[0].isdigit() else f"\\{sign}")


def _italic(text: str) -> str:
    return f"*{escape(text)}*" if text.strip() else ""


def inline(content: Content, lang: str) -> str:
    """``content`` as Markdown on one line."""
    parts = [_piece(piece) for piece in pieces(content, lang)]
    return _LINE_START.sub(_harmless, "".join(parts).strip())


def _piece(piece: Piece) -> str:
    match piece:
        case Said(words=text, strong=True):
            return _strong(text)
        case Said(words=text):
            return _SIGNS.sub(r"\\\1", text)
        case Die():
            return die(piece)
    return code(clause_id(piece.id))


def _strong(text: str) -> str:
    """Bold, its stars inside brackets and quotation marks: between such a sign and a letter they do not hold."""
    inner = [index for index, letter in enumerate(text) if category(letter)[0] in "LMN"]
    if not inner:
        return _SIGNS.sub(r"\\\1", text)
    first, last = inner[0], inner[-1] + 1
    before, bold, after = (
        _SIGNS.sub(r"\\\1", part) for part in (text[:first], text[first:last], text[last:])
    )
    return f"{before}**{bold}**{after}"


def die(thrown: Die) -> str:
    """A kept face bold, a dropped one struck out, a natural one with ``!``."""
    mark = "\\!" if thrown.natural else ""
    return f"~~{thrown.face}~~{mark}" if thrown.dropped else f"**{thrown.face}**{mark}"


def code(text: str) -> str:
    """A clause's id in letters of one width."""
    return f"`{text}`" if text else ""


def _block(block: Block, lang: str, urls: Iterator[str]) -> list[str]:
    match block:
        case Heading():
            return ["#" * (block.level + 1) + " " + inline(block.words, lang)]
        case Paragraph():
            return [inline(block.words, lang)]
        case Table():
            return [*table(block, lang), *_caption(block.caption, lang)]
        case Chart():
            return [*fence(chart_lines(block, lang, _WIDE)), *_caption(block.caption, lang)]
        case Picture():
            return [*_picture(block, lang, next(urls, "")), *_caption(block.caption, lang)]
        case Plain():
            return fence(clean_lines(block.text))
        case Line():
            raise AssertionError("lines are told where their neighbours are known")


def _caption(content: Content, lang: str) -> list[str]:
    said = plain(content, lang)
    return ["", _italic(said)] if said.strip() else []


def _line(line: Line, lang: str, detail: Level, depth: int) -> list[str]:
    inset = "  " * depth
    refs = " ".join(map(code, references(line.clauses, detail)))
    first = f"{inset}- {inline(line.words, lang)}"
    lines = [f"{first} {refs}".rstrip() if detail else first]
    if detail == 2:
        lines += (f"{inset}  - {item}" for item in _details(line, lang))
    return lines


def _details(line: Line, lang: str) -> Iterator[str]:
    if line.dice:
        yield " · ".join(f"{name}: {' '.join(map(die, run))}" for name, run in throws(line.dice, lang))
    for item in line.details:
        value = inline(detail_value(item), lang)
        parts = [inline(item.label, lang), value, code(clause_id(item.clause))]
        yield " ".join(part for part in parts if part)


def table(block: Table, lang: str) -> list[str]:
    """A table of GitHub's kind, its columns aligned in the source as well."""
    aligns = [column.align for column in block.columns]
    if not aligns:
        return []
    lines = [[inline(column.words, lang) for column in block.columns]]
    lines += [
        [inline(cell, lang) for cell in (*row, *[""] * len(aligns))][: len(aligns)] for row in block.rows
    ]
    wide = [max(3, *(cells(cell) for cell in column)) for column in zip(*lines, strict=True)]
    rule = [_rule(size, align) for size, align in zip(wide, aligns, strict=True)]
    padded = [
        [pad(cell, size, align) for cell, size, align in zip(line, wide, aligns, strict=True)]
        for line in lines
    ]
    return ["| " + " | ".join(line) + " |" for line in (padded[0], rule, *padded[1:])]


def _rule(size: int, align: Align) -> str:
    left, right = {"left": ("-", "-"), "right": ("-", ":"), "center": (":", ":")}[align]
    return left + "-" * (size - 2) + right


def fence(lines: Sequence[str]) -> list[str]:
    """``lines`` as they are; the fence is longer than any run of backticks in them."""
    if not lines:
        return []
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    ticks = "`" * max(3, longest + 1)
    return [f"{ticks}text", *lines, ticks]


def _picture(block: Picture, lang: str, url: str) -> list[str]:
    if url:
        return [f"![{escape(picture_words(block, lang))}]({safe_url(url)})"]
    lines = picture_lines(block, lang, _WIDE)
    return fence(lines) if block.plain else [_italic(line) for line in lines]
