"""Leaving in order: open streams end as soon as the process is told to stop, and their windows come back to the next
one. Without that a server would wait for windows that never close of themselves."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType


def when_told_to_stop(callback: Callable[[], None]) -> None:
    """Call ``callback`` on SIGTERM and SIGINT before whatever the server does then."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def told(signum: int, frame: FrameType | None, before: object = before) -> None:
            callback()
            if callable(before):
                before(signum, frame)

        signal.signal(number, told)
