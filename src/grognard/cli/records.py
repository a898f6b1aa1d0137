"""A record opened to be read: what every seat has heard, and the position at any line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.cli.failing import Failed, tell
from grognard.cli.lang import lang
from grognard.core.errors import GrognardError, RecordError
from grognard.core.events import Told
from grognard.core.game import Heard, heard_by
from grognard.core.record import Journal, Moved, Snapshot, standing
from grognard.core.replay import moments, read_setup, read_state, read_told
from grognard.core.state import PUBLIC, UMPIRE, Setup, State
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book


class BadRecord(GrognardError):
    """A record's fault, with the file and the line in front."""

    def __init__(self, path: Path, error: RecordError) -> None:
        super().__init__(error.message)
        self.path, self.line = path, error.line

    def say(self, lang: str = "en") -> str:
        place = f"{self.path}:{self.line}: " if self.line else ""
        return place + self.message.say(lang)


@dataclass
class Chronicle:
    """A record with its book. ``told`` is everything that counts: what was taken back is not in it."""

    path: Path
    journal: Journal
    book: Book
    setup: Setup
    told: list[Told] = field(default_factory=list)

    @classmethod
    def open(cls, path: Path) -> Chronicle:
        """BadRecord for a file that is no record or doesn't add up; a torn last line is noticed aloud."""
        try:
            journal = Journal.open(path)
            book = shelf.book(journal.header.book)
            made = cls(path, journal, book, read_setup(book, journal.header))
            made.told = made._told()
        except RecordError as error:
            raise BadRecord(path, error) from None
        if journal.notice is not None:
            tell(f"{path}:{len(journal.lines) + 1}: {journal.notice.say(lang())}")
        return made

    def _told(self) -> list[Told]:
        entries = (line.entry for line in standing(self.journal.lines))
        return [
            one for entry in entries if isinstance(entry, Moved) for one in read_told(self.book, entry.told)
        ]

    @cached_property
    def finished(self) -> bool:
        return self.state.finished

    @cached_property
    def state(self) -> State[Any]:
        """The last position: from the last snapshot where nothing came after it, else played again."""
        last = next(
            (row.entry for row in reversed(self.journal.lines) if isinstance(row.entry, Moved | Snapshot)),
            None,
        )
        if isinstance(last, Snapshot):
            return read_state(self.book, last.state)
        played = deque((state for _, state, _ in self.moments()), maxlen=1)
        if not played:
            raise BadRecord(self.path, RecordError(1, T("the battle has not begun in this record")))
        return played[0]

    def moments(self) -> Iterator[tuple[int, State[Any], tuple[Told, ...]]]:
        """(line number, position, what was told) after each line that moved."""
        try:
            yield from moments(self.book, self.journal)
        except RecordError as error:
            raise BadRecord(self.path, error) from None

    # --- readers ---

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(one.id for one in self.setup.seats)

    def reader(self, seat: str | None) -> str:
        """The seat whose eyes are used: everybody's when none is named, once all is over that is all there is."""
        if seat is None:
            return UMPIRE if self.finished else PUBLIC
        if seat not in (*self.seats, UMPIRE, PUBLIC):
            from grognard.files import unknown

            raise Failed(unknown(T("seat"), seat, (*self.seats, UMPIRE, PUBLIC)))
        return self.book.eyes(self.setup, self.state, seat)

    def view(self, reader: str, state: State[Any] | None = None) -> Any:
        return self.book.view(self.setup, self.state if state is None else state, reader)

    def heard(self, reader: str, told: Sequence[Told] | None = None) -> list[Heard]:
        """What the reader hears of ``told`` (of everything when None)."""
        return heard_by(self.told if told is None else told, reader)
