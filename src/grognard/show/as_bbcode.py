"""A report as a forum post, and the cutting of long posts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from grognard.locale import T
from grognard.show.as_text import chart_lines, picture_lines, table_lines
from grognard.show.boards import BOARDS, Board, Profile
from grognard.show.model import (
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
)
from grognard.show.style import side_of
from grognard.show.terminal import bare
from grognard.show.urls import safe_url

_TAG_LIKE = re.compile(r"<(?=[A-Za-z/!?])")
_WIDE = 76  # columns that a block of code shows without scrolling on most boards


class _Post(msgspec.Struct, frozen=True):
    """Who reads: what the board can do, the language, how much is told."""

    board: Board
    lang: str
    detail: Level

    def safe(self, text: str) -> str:
        """What people wrote, unable to be a tag: square brackets become round ones.

        Boards have no common way to escape a bracket, and a name must survive being copied into an order.
        """
        round_ones = text.replace("[", "(").replace("]", ")")
        return _TAG_LIKE.sub("‹", round_ones).translate(self.board.signs)

    def said(self, content: Content) -> str:
        """``content`` as plain words."""
        return self.safe(plain(content, self.lang))

    def rich(self, content: Content) -> str:
        """``content`` with names bold and coloured, and with dice."""
        return "".join(self._piece(piece) for piece in pieces(content, self.lang)).strip()

    def _piece(self, piece: Piece) -> str:
        match piece:
            case Said(words=text, strong=True, side=side):
                bold = _in(self.board.bold, self.safe(text))
                return bold if side is None else self.coloured(bold, side)
            case Said(words=text):
                return self.safe(text)
            case Die():
                return self.die(piece)
        return f"({clause_id(piece.id)})"

    def coloured(self, text: str, side: int) -> str:
        """``text`` in the map colour of ``side``."""
        opening, closing = self.board.colour
        return opening.format(side_of(side).colour) + text + closing

    def die(self, die: Die) -> str:
        """A kept face bold, a dropped one struck out or in brackets."""
        face = f"{die.face}{'!' if die.natural else ''}"
        return _in(self.board.strike if die.dropped else self.board.bold, face)

    def code(self, lines: Sequence[str]) -> str:
        """Lines in letters of one width."""
        return _in(self.board.code, self.safe("\n".join(lines))) if lines else ""


def _in(tags: tuple[str, str], text: str) -> str:
    return tags[0] + text + tags[1] if text else ""


def bbcode(
    report: Report,
    lang: str = "en",
    detail: Level = 1,
    profile: Profile = "phpbb",
    urls: Sequence[str] = (),
) -> str:
    """``report`` as a post for the kind of board named by ``profile``, ending with a line break.

    ``urls`` are the addresses where the report's pictures lie, in their order; a picture without one is shown
    in letters. Dice and modifiers (``detail`` 2) go under a spoiler after their section where the board has
    one, else under their lines. Longer than ``BOARDS[profile].limit``? ``split`` it.
    """
    post = _Post(BOARDS[profile], lang, detail)
    where = iter(urls)
    parts = [_in(post.board.headings[0], post.said(report.title))]
    if report.subtitle:
        parts.append(_in(post.board.italic, post.said(report.subtitle)))
    for run in _runs(report.blocks):
        parts.append(_lines(post, run) if isinstance(run, list) else _block(post, run, where))
    return "\n\n".join(part for part in parts if part) + "\n"


def _runs(blocks: Sequence[Block]) -> Iterator[Block | list[Line]]:
    """Blocks in order, neighbouring lines of the chronicle together."""
    run: list[Line] = []
    for block in blocks:
        if isinstance(block, Line):
            run.append(block)
            continue
        if run:
            yield run
            run = []
        yield block
    if run:
        yield run


def _block(post: _Post, block: Block, urls: Iterator[str]) -> str:
    match block:
        case Heading():
            return _in(post.board.headings[block.level], post.said(block.words))
        case Paragraph():
            return post.rich(block.words)
        case Table():
            return _captioned(post, _table(post, block), block.caption)
        case Chart():
            return _captioned(post, post.code(chart_lines(block, post.lang, _WIDE)), block.caption)
        case Picture():
            return _captioned(post, _picture(post, block, next(urls, "")), block.caption)
        case Plain():
            return post.code(clean_lines(block.text))
        case Line():
            return _lines(post, [block])


def _captioned(post: _Post, body: str, caption: Content) -> str:
    below = _in(post.board.italic, post.said(caption).strip())
    return "\n".join(part for part in (body, below) if part)


def _lines(post: _Post, lines: Sequence[Line]) -> str:
    """A run of the chronicle: one line each, then what stands behind them under one spoiler."""
    if post.detail < 2:
        return "\n".join(_line(post, line) for line in lines)
    behind = [(line, "; ".join(_details(post, line))) for line in lines]
    if post.board.spoiler is None:
        return "\n".join(
            "\n".join(filter(None, [_line(post, line), _in(post.board.italic, more)]))
            for line, more in behind
        )
    hidden = "\n".join(
        f"{post.said(line.words)} {_in(post.board.italic, more)}" for line, more in behind if more
    )
    story = "\n".join(_line(post, line) for line in lines)
    opening, closing = post.board.spoiler
    title = post.safe(T("Dice and modifiers").say(post.lang)).replace('"', "'")
    return story + (f"\n{opening.format(title=title)}{hidden}{closing}" if hidden else "")


def _line(post: _Post, line: Line) -> str:
    inset = "— " * min(max(line.indent, 0), 3)
    refs = ", ".join(references(line.clauses, post.detail))
    said = inset + post.rich(line.words)
    return f"{said} ({refs})" if refs and post.detail else said


def _details(post: _Post, line: Line) -> Iterator[str]:
    for name, run in throws(line.dice, post.lang):
        yield f"{name}: {' '.join(map(post.die, run))}"
    for item in line.details:
        clause = f"({clause_id(item.clause)})" if item.clause else ""
        parts = [post.said(item.label), post.rich(detail_value(item)), clause]
        yield " ".join(part for part in parts if part)


def _table(post: _Post, block: Table) -> str:
    if post.board.table is None or not block.columns:
        return post.code([bare(line) for line in table_lines(block, post.lang, _WIDE)])
    around, row, head, cell = post.board.table
    width = len(block.columns)
    lines = [[head[0] + post.rich(column.words) + head[1] for column in block.columns]]
    lines += (
        [cell[0] + post.rich(item) + cell[1] for item in (*line, *[""] * width)[:width]]
        for line in block.rows
    )
    rows = [row[0] + "".join(items) + row[1] for items in lines]
    return post.board.row_break.join([around[0], *rows, around[1]])


def _picture(post: _Post, block: Picture, url: str) -> str:
    if url:
        image = _in(post.board.image, safe_url(url))
        return image if post.board.image[0] else post.safe(f"{picture_words(block, post.lang)} {image}")
    lines = picture_lines(block, post.lang, _WIDE)
    return post.code(lines) if block.plain else _in(post.board.italic, post.safe(" ".join(lines)))
