"""Geometry of the tabletop: all pairs of 60 bases that overlap; 1,770 lines of sight against 20 polygons.

Prints one JSON line a measurement: the median of answers per CPU second. A base is 2 x 1 units on a table of
72 x 48; the scene is drawn from a fixed seed. ``ready()`` gives the two floods as functions.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from itertools import combinations

import numpy as np

from grognard.space import kernels, measure
from grognard.space.outline import Base, Outline, edges_of
from grognard.space.pose import Point, Pose, thousandths
from grognard.space.terrain import polygon

Flood = Callable[[], object]


def scene() -> tuple[list[Base], list[Outline]]:
    """Sixty bases and twenty polygons, from the same draws as a scene in decimals."""
    rng = random.Random(3)
    places = [(rng.uniform(2, 70), rng.uniform(2, 46)) for _ in range(60)]
    angles = [rng.uniform(0, 2 * math.pi) for _ in range(60)]
    bases = [
        Base(Pose(thousandths(x), thousandths(y), round(900 - math.degrees(a) * 10) % 3600), 1000, 2000)
        for (x, y), a in zip(places, angles, strict=True)
    ]
    return bases, [_rough(rng) for _ in range(20)]


def _rough(rng: random.Random) -> Outline:
    x, y, n = rng.uniform(5, 67), rng.uniform(5, 43), rng.randrange(5, 9)
    corners: list[Point] = []
    for k in range(n):
        turn = 2 * math.pi * k / n
        east = x + 3 * math.cos(turn) * rng.uniform(0.6, 1)
        corners.append((thousandths(east), thousandths(y + 3 * math.sin(turn) * rng.uniform(0.6, 1))))
    return polygon(corners)


def ready() -> dict[str, Flood]:
    """The floods, by the last word of their key; what stands on the table is laid out beforehand."""
    bases, ground = scene()
    rows, walls = kernels.base_rows(bases), kernels.wall_rows(ground)
    pairs = list(combinations([base.at for base in bases], 2))
    lines = np.array(pairs, np.int64).reshape(-1, 4)
    sides = [side for shape in ground for side in edges_of(shape.ring)]
    return {
        "overlap": lambda: kernels.overlapping(rows, 0),
        "sight": lambda: kernels.crossing(lines, walls),
        "overlap_from_bases": lambda: kernels.overlapping(kernels.base_rows(bases), 0),
        "overlap_plain": lambda: measure.overlapping([base.put(base.pose) for base in bases], 0),
        "sight_plain": lambda: [any(measure.crosses(*pair, *side) for side in sides) for pair in pairs],
    }


def rate(flood: Flood, seconds: float, repeats: int) -> tuple[float, float, float]:
    """Answers per CPU second: the median of some blocks, the slowest and the fastest."""
    flood()
    start = time.process_time()
    flood()
    loops = max(1, int(seconds / max(time.process_time() - start, 1e-6)))
    rates = []
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(loops):
            flood()
        rates.append(loops / max(time.process_time() - start, 1e-9))
    return statistics.median(rates), min(rates), max(rates)


def main(quick: bool) -> None:
    """Print the lines."""
    for name, flood in ready().items():
        value, low, high = rate(flood, *((0.08, 3) if quick else (0.25, 5)))
        what = "1,770 lines against all walls" if name.startswith("sight") else "all pairs of 60 bases"
        line = {"key": f"grognard.geometry.{name}", "value": value, "unit": "answers/s", "what": what}
        print(json.dumps({**line, "lo": low, "hi": high, "note": ""}), flush=True)


if __name__ == "__main__":
    main("--quick" in sys.argv)
