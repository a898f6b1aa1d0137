"""Live clocks at the prompt: the seconds that a rule book gives for an answer, in real time."""

from __future__ import annotations

import time
from collections.abc import Callable

ANSWER = "answer"
"""The clock that begins anew with each question."""


class Clocks:
    """What everybody has left. ``now`` gives seconds that only grow."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._left: dict[tuple[str, str, str], float] = {}

    def start(self, seat: str, turn: str, clock: str, seconds: int) -> Running:
        """The clock begins, or goes on where it stood still in that turn."""
        key = (seat, turn, clock)
        left = seconds if clock == ANSWER else self._left.get(key, seconds)
        return Running(self, key, self.now() + left)

    def keep(self, key: tuple[str, str, str], left: float) -> None:
        self._left[key] = left


class Running:
    """A clock that runs until ``due``."""

    def __init__(self, clocks: Clocks, key: tuple[str, str, str], due: float) -> None:
        self._clocks, self._key, self._due = clocks, key, due

    def left(self) -> float:
        """Seconds that are left, not less than none."""
        return max(0.0, self._due - self._clocks.now())

    def stop(self) -> None:
        """It stands still."""
        self._clocks.keep(self._key, self.left())


def minutes(left: float) -> str:
    """``1:05``."""
    whole = int(left)
    return f"{whole // 60}:{whole % 60:02}"
