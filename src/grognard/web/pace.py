"""How fast somebody may go on asking."""

from __future__ import annotations

import time
from collections.abc import Callable

SPAN = 60.0
"""Seconds of a window."""
KNOWN = 4096
"""Callers that are counted before those who have long been silent are forgotten."""


class Pace:
    """At most ``most`` requests a minute of each caller, over a window that slides: what was asked in the last whole
    minute counts by the share of it that is still within the last sixty seconds. Called from one thread (the event
    loop's), without a thread or lock of its own: it stands before every request."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.clock = most, clock
        self._counts: dict[str, tuple[int, int, int]] = {}

    def allows(self, who: str) -> bool:
        """Count a request; False if it is one too many (then it does not count)."""
        window, passed = divmod(self.clock(), SPAN)
        minute, count, before = self._counts.get(who, (int(window), 0, 0))
        if minute != window:
            before = count if minute == window - 1 else 0
            minute, count = int(window), 0
        if count + before * (1 - passed / SPAN) >= self.most:
            return False
        if who not in self._counts and len(self._counts) >= KNOWN:
            self._forget(minute)
        self._counts[who] = (minute, count + 1, before)
        return True

    def _forget(self, minute: int) -> None:
        self._counts = {who: found for who, found in self._counts.items() if found[0] >= minute - 1}
