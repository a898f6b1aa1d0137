"""Timing: one JSON line a measurement, the median of several blocks in units per second of CPU time."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable

QUICK = "--quick" in sys.argv


def bench(
    key: str, work: Callable[[], int], unit: str, what: str, repeats: int = 7, least: float = 0.25
) -> float:
    """``work`` does something and says how many units it was; blocks last at least so many seconds."""
    if QUICK:
        repeats, least = 3, 0.08
    work()
    loops = max(1, int(least / max(_timed(work, 1)[1], 1e-6)))
    rates = sorted(done / took for done, took in (_timed(work, loops) for _ in range(repeats)))
    value = statistics.median(rates)
    line = {
        "key": key,
        "value": value,
        "unit": unit,
        "what": what,
        "lo": rates[0],
        "hi": rates[-1],
        "note": "",
    }
    print(json.dumps(line), flush=True)
    return value


def _timed(work: Callable[[], int], loops: int) -> tuple[int, float]:
    began = time.process_time()
    done = sum(work() for _ in range(loops))
    return done, max(time.process_time() - began, 1e-9)
