"""The record of a battle: an append-only journal of JSON lines, each chained to the one before.

A line is ``{"n": 3, "sha": "...", "entry": {"do": "answer", ...}}`` with
``sha = sha256(sha of the line before + canonical JSON of [n, entry])``. A line is written whole and flushed, so
a kill at any byte leaves at most one torn last line; it's dropped with a notice, never the file.
"""

from __future__ import annotations

import hashlib
import os
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from grognard.core.errors import RecordError
from grognard.core.events import Rolled
from grognard.core.state import Order, encode
from grognard.locale import T, Text

FORMAT = 1


class Entry(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Base of what a line can hold."""


class Header(Entry, frozen=True, tag="header"):
    """First line: everything that the battle starts from. ``commitment`` is "" for dice typed by hand."""

    format: int
    book: str
    version: str
    setup: msgspec.Raw
    setup_digest: str
    dice: str
    commitment: str
    links: int
    title: str


class Moved(Entry, frozen=True):
    """Base of lines after which rules may have run: dice in drawing order, what was told, digest of the state
    ("" while answers wait for each other), and the place of the dice stream (link, bytes drawn)."""

    dice: tuple[Rolled, ...] = ()
    told: msgspec.Raw = msgspec.Raw(b"[]")
    state: str = ""
    place: tuple[int, int] = (0, 0)


class Started(Moved, frozen=True, tag="start"):
    """The first position was played to the first question."""


class Answered(Moved, frozen=True, kw_only=True, tag="answer"):
    """A seat answered; ``by`` is who did it for the seat ("" itself, ``umpire``, ``default``)."""

    seat: str
    question: str
    order: Order
    by: str = ""
    salt: str = ""


class Ruled(Moved, frozen=True, kw_only=True, tag="ruling"):
    """The umpire changed pieces: (piece, field, value as JSON)."""

    reason: str
    scope: str
    changes: tuple[tuple[str, str, msgspec.Raw], ...]


class Undid(Moved, frozen=True, kw_only=True, tag="undo"):
    """A seat's answer was taken back; ``to`` is the line after which the battle goes on (0: only the waiting
    answer was withdrawn). Dice thrown since are lost, never thrown again."""

    seat: str
    question: str
    to: int
    consents: tuple[str, ...] = ()


class Vetoed(Undid, frozen=True, kw_only=True, tag="veto"):
    """The umpire gave a waiting answer back to its seat."""

    reason: str


class RolledBack(Undid, frozen=True, kw_only=True, tag="rollback"):
    """The umpire took everything back after line ``to``; ``seat`` is his, ``question`` is empty."""

    reason: str


class Ended(Moved, frozen=True, kw_only=True, tag="end"):
    """The umpire ended the battle; ``winners`` are sides."""

    reason: str
    winners: tuple[str, ...]


class UndoAsked(Entry, frozen=True, tag="undo_asked"):
    """A seat asks the others to let it take back its answer of that line."""

    seat: str
    line: int


class UndoAnswered(Entry, frozen=True, tag="undo_answered"):
    """A seat agrees to the undo that was asked for, or doesn't (the asker too: he thinks better of it)."""

    seat: str
    agrees: bool


class Worded(Moved, frozen=True, kw_only=True, tag="words"):
    """A seat's own words were stirred into the dice of the present link."""

    seat: str
    words: str


class Revealed(Entry, frozen=True, tag="reveal"):
    """The secret of a link (the seed itself for the last)."""

    link: int
    secret: str


class Snapshot(Entry, frozen=True, tag="snapshot"):
    """The position at the beginning of a turn, and how the turn before it read, in every language."""

    turn: str
    state: msgspec.Raw
    page: dict[str, str] = {}


AnyEntry: TypeAlias = (
    Header
    | Started
    | Answered
    | Ruled
    | Undid
    | Vetoed
    | RolledBack
    | Ended
    | UndoAsked
    | UndoAnswered
    | Worded
    | Revealed
    | Snapshot
)


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    n: int
    sha: str
    entry: AnyEntry


_decoder = msgspec.json.Decoder(Line)


def chain(before: str, n: int, entry: bytes) -> str:
    """The sha of line ``n`` after the line whose sha is ``before``."""
    return hashlib.sha256(before.encode() + str(n).encode() + b":" + entry).hexdigest()


class Journal:
    """Lines in memory, and on disk where there is a path. ``notice`` says what was dropped at opening."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.lines: list[Line] = []
        self.notice: Text | None = None
        self._file: Any = None

    def append(self, entry: AnyEntry) -> Line:
        """Chain, keep and write one entry; it's on disk when this returns."""
        n = len(self.lines)
        before = self.lines[-1].sha if self.lines else ""
        line = Line(n, chain(before, n, encode(entry)), entry)
        if self.path is not None:
            self._write(encode(line) + b"\n")
        self.lines.append(line)
        return line

    def _write(self, data: bytes) -> None:
        if self._file is None:
            assert self.path is not None
            self._file = self.path.open("ab", buffering=0)
            weakref.finalize(self, self._file.close)
        self._file.write(data)

    def close(self) -> None:
        """Force everything to disk and let go of the file."""
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None

    @property
    def header(self) -> Header:
        entry = self.lines[0].entry
        assert isinstance(entry, Header)
        return entry

    def written(self) -> bytes:
        """The bytes of the record's file."""
        return b"".join(encode(line) + b"\n" for line in self.lines)

    @property
    def sha(self) -> str:
        """sha of the last line: names the whole record up to here."""
        return self.lines[-1].sha

    @classmethod
    def open(cls, path: Path, repair: bool = False) -> Journal:
        """Read a record and check its chain. A torn last line is left out with a notice (``repair``: also cut off
        the file). RecordError with the line number for anything else."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise RecordError(
                0, T("{path}: {error}", path=str(path), error=error.strerror or str(error))
            ) from None
        journal = cls.parse(data)
        journal.path = path
        if journal.notice is not None and repair:
            keep = data.rfind(b"\n", 0, len(data) - 1) + 1
            with path.open("r+b") as file:
                file.truncate(keep)
        return journal

    @classmethod
    def parse(cls, data: bytes) -> Journal:
        """A journal from the bytes of its file."""
        journal = cls()
        rows = data.split(b"\n")
        torn = rows.pop()
        if torn:
            try:
                _decoder.decode(torn)
                whole = True
            except (msgspec.DecodeError, ValueError):
                whole = False
            if whole and rows:
                journal.notice = T("the last line has no end; it was left out")
            else:
                journal.notice = T("the last line was cut off in writing; it was left out")
        for number, row in enumerate(rows, 1):
            journal.lines.append(_read(row, number, journal.lines))
        if not journal.lines:
            raise RecordError(1, T("this is no record of a battle: it has no whole line"))
        return journal


def standing(lines: Iterable[Line]) -> list[Line]:
    """The lines that still count: what was taken back is left out, the lines that say so are not."""
    kept: list[Line] = []
    for line in lines:
        if isinstance(line.entry, Undid) and line.entry.to:
            while kept and kept[-1].n > line.entry.to:
                kept.pop()
        kept.append(line)
    return kept


def _read(row: bytes, number: int, before: list[Line]) -> Line:
    try:
        line = _decoder.decode(row)
    except (msgspec.DecodeError, ValueError) as error:
        raise RecordError(number, T("this is no line of a record: {error}", error=str(error))) from None
    if line.n != number - 1:
        raise RecordError(number, T("line {n} stands where line {want} belongs", n=line.n, want=number - 1))
    sha = chain(before[-1].sha if before else "", line.n, encode(line.entry))
    if sha != line.sha or encode(line) != row:
        raise RecordError(number, T("the line was changed, or one before it: its seal does not fit"))
    if isinstance(line.entry, Header) != (number == 1):
        raise RecordError(number, T("a record begins with one header line"))
    if number == 1 and isinstance(line.entry, Header) and line.entry.format != FORMAT:
        raise RecordError(
            1,
            T(
                "record format {format} is unknown; this program reads {known}",
                format=line.entry.format,
                known=FORMAT,
            ),
        )
    return line
