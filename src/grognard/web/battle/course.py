"""The course of a battle as its record has it: the log as it stood at any line, the turns, earlier positions.

Nothing here is kept in the store: a record is enough to make it again.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core.errors import GrognardError
from grognard.core.events import Told
from grognard.core.record import Line, Moved, Snapshot, Undid
from grognard.core.replay import Replay, read_state, read_told, recorded_dice
from grognard.core.state import Setup, State
from grognard.locale import T
from grognard.rulebooks.book import Book

KEPT = 48
"""Earlier positions that are kept for those who look back."""


class Chapter(NamedTuple):
    """A stretch of the log, from one turn to the next. ``closed`` is the line of the record that ended it and names
    it for ever, 0 for the last one, which still grows."""

    told: tuple[Told, ...]
    closed: int


class Course:
    """What the lines of a record say, taken over as they come. Safe to use from several threads."""

    def __init__(self, book: Book, setup: Setup) -> None:
        self.book, self.setup = book, setup
        self.lines: list[Line] = []
        self._told: list[tuple[Told, ...]] = []
        self._states: OrderedDict[int, State[Any]] = OrderedDict()
        self._steps: dict[str, list[int]] = {}
        self._looked: dict[str, int] = {}
        self._guard = threading.RLock()

    def follow(self, lines: Sequence[Line]) -> None:
        """Take over what ``lines`` (the whole record) has more than we know."""
        with self._guard:
            for line in lines[len(self.lines) :]:
                entry = line.entry
                self.lines.append(line)
                self._told.append(read_told(self.book, entry.told) if isinstance(entry, Moved) else ())

    def chapters(self, end: int) -> list[Chapter]:
        """The log after line ``end``, turn by turn."""
        with self._guard:
            log, closes = self._log(end)
        starts = [0, *(at for at, _ in closes)]
        names = [*(line for _, line in closes), 0]
        ends = [*starts[1:], len(log)]
        return [
            Chapter(tuple(log[start:stop]), name)
            for start, stop, name in zip(starts, ends, names, strict=True)
            if stop > start
        ]

    def log(self, end: int) -> tuple[Told, ...]:
        """All that was told up to line ``end``, without what was taken back."""
        with self._guard:
            return tuple(self._log(end)[0])

    def _log(self, end: int) -> tuple[list[Told], list[tuple[int, int]]]:
        log: list[Told] = []
        before: list[int] = []
        closes: list[tuple[int, int]] = []
        for line, told in zip(self.lines[: end + 1], self._told, strict=False):
            before.append(len(log))
            entry = line.entry
            if isinstance(entry, Undid) and entry.to:
                del log[before[entry.to + 1] :]
                while closes and closes[-1][0] > len(log):
                    closes.pop()
            log.extend(told)
            if isinstance(entry, Snapshot):
                closes.append((len(log), line.n))
        return log, closes

    # --- looking back ---

    def steps(self, eyes: str) -> list[int]:
        """The lines at which whoever looks with ``eyes`` heard something: his own moments, counted from 1. What he
        did not notice leaves no gap."""
        with self._guard:
            found = self._steps.setdefault(eyes, [])
            start = self._looked.get(eyes, 0)
            for n in range(start, len(self.lines)):
                if any(told.heard_by(eyes) is not None for told in self._told[n]):
                    found.append(n)
            self._looked[eyes] = len(self.lines)
            return list(found)

    def line_of(self, eyes: str, step: int) -> int:
        """The line behind a moment; raises GrognardError if there is no such moment."""
        steps = self.steps(eyes)
        if not 1 <= step <= len(steps):
            raise GrognardError(
                T("there is no moment {step}; the last is {last}", step=step, last=len(steps))
            )
        return steps[step - 1]

    def step_at(self, eyes: str, line: int) -> int:
        """The moment in which a line of the record falls."""
        return bisect_right(self.steps(eyes), line)

    def state(self, end: int) -> State[Any]:
        """The position after line ``end``."""
        with self._guard:
            if end not in self._states:
                self._states[end] = self._played(end)
                while len(self._states) > KEPT:
                    self._states.popitem(last=False)
            self._states.move_to_end(end)
            return self._states[end]

    def _played(self, end: int) -> State[Any]:
        """Played on from the last turn's beginning, or from an earlier one where that is needed for an undo."""
        lines = self.lines[: end + 1]
        turns = [n for n, line in enumerate(lines) if isinstance(line.entry, Snapshot)]
        for start in (*reversed(turns), 0):
            replay = Replay(self.book, self.setup, recorded_dice)
            entry = lines[start].entry
            if isinstance(entry, Snapshot):
                replay.state = read_state(self.book, entry.state)
            try:
                for line in lines[start + 1 :]:
                    replay.play(line)
            except GrognardError:
                if not start:
                    raise
                continue
            return replay.state
        raise AssertionError("a record begins with its header")
