"""A battle's record cut at its turns: the position before and after each, and what was told in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.core.events import Told
from grognard.core.record import Line, Moved, Snapshot, Undid
from grognard.core.replay import read_state, read_told
from grognard.core.state import State
from grognard.rulebooks.book import Book


class Turn(msgspec.Struct, frozen=True):
    """One turn: its ``number`` from 1, the book's name for it, the lines of the snapshots around it (``after`` 0: it
    goes on), and the lines in which something happened that was not taken back."""

    number: int
    name: str
    before: int
    after: int
    lines: tuple[int, ...]


def turns_of(lines: Sequence[Line]) -> list[Turn]:
    """Finished turns in order. What was taken back, with turns that had begun meanwhile, is not in them."""
    kept: list[Line] = []
    for line in lines:
        entry = line.entry
        if isinstance(entry, Undid) and entry.to:
            while kept and kept[-1].n > entry.to:
                kept.pop()
        if isinstance(entry, Snapshot) and _goes_on(kept, entry.turn):
            continue
        if isinstance(entry, Moved | Snapshot):
            kept.append(line)
    return _cut(kept)


def _goes_on(kept: Sequence[Line], turn: str) -> bool:
    """Whether one came back into the middle of the turn: the snapshot that is written then begins none."""
    began = next((line.entry.turn for line in reversed(kept) if isinstance(line.entry, Snapshot)), "")
    return bool(kept) and isinstance(kept[-1].entry, Undid) and began == turn


def _cut(kept: Sequence[Line]) -> list[Turn]:
    turns: list[Turn] = []
    start, name, moved = 0, "", list[int]()
    for line in kept:
        if not isinstance(line.entry, Snapshot):
            moved.append(line.n)
            continue
        if start:
            turns.append(Turn(len(turns) + 1, name, start, line.n, tuple(moved)))
            moved = []
        start, name = line.n, line.entry.turn
    return turns


def position(book: Book, lines: Sequence[Line], at: int) -> State[Any]:
    """The position of the snapshot in line ``at``."""
    entry = lines[at].entry
    assert isinstance(entry, Snapshot)
    return read_state(book, entry.state)


def told_in(book: Book, lines: Sequence[Line], moved: Sequence[int]) -> list[Told]:
    """What was told in those lines."""
    found: list[Told] = []
    for n in moved:
        entry = lines[n].entry
        if isinstance(entry, Moved):
            found.extend(read_told(book, entry.told))
    return found
