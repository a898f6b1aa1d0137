"""Floods of questions for laboratories and search, compiled by numba; answers exactly those of plain Python.

Needs the extra ``fast``. The first call compiles (seconds; kept for later runs). For a few questions the
functions of ``measure`` are quicker. Coordinates may go up to a million thousandths, sizes to ten thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grognard.space.outline import Base, Shape, edges_of
from grognard.space.pose import SLACK
from grognard.space.sine import COS, ONE, SIN

Ints: TypeAlias = NDArray[np.int64]
_SIN, _COS = np.array(SIN, np.int64), np.array(COS, np.int64)


def base_rows(bases: Sequence[Base]) -> Ints:
    """One row a base: x, y, heading, frontage, depth."""
    rows = [(b.pose.x, b.pose.y, b.pose.heading, b.frontage, b.depth) for b in bases]
    return np.array(rows, np.int64).reshape(-1, 5)


def wall_rows(shapes: Iterable[Shape]) -> Ints:
    """One row an edge of some outlines: x and y of its two ends."""
    rows = [(*a, *b) for shape in shapes for a, b in edges_of(shape.ring)]
    return np.array(rows, np.int64).reshape(-1, 4)


def overlapping(rows: Ints, slack: int = SLACK) -> Ints:
    """All pairs of bases (rows of ``base_rows``) that overlap, as ``measure.overlapping`` finds them."""
    corners = _compiled(_corners)(rows, _SIN, _COS, ONE)
    found: Ints = _compiled(_overlapping)(rows, corners, slack)
    return found


def crossing(lines: Ints, walls: Ints) -> NDArray[np.bool_]:
    """Whether each line (rows of two points) crosses a wall, as ``measure.crosses`` says of each pair."""
    found: NDArray[np.bool_] = _compiled(_crossing)(lines, walls)
    return found


@cache
def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    import numba

    compiled: Callable[..., Any] = numba.njit(cache=True)(function)
    return compiled


def _corners(rows: Ints, sines: Ints, cosines: Ints, one: int) -> Ints:
    """From each centre to the front right and front left corner, rounded as ``Base.offsets`` is."""
    corners = np.empty((rows.shape[0], 4), np.int64)
    scale = 2 * one
    for i in range(rows.shape[0]):
        sine, cosine, depth = sines[rows[i, 2]], cosines[rows[i, 2]], rows[i, 4]
        for k in range(4):
            right = rows[i, 3] if k < 2 else -rows[i, 3]
            exact = depth * sine + right * cosine if k % 2 == 0 else depth * cosine - right * sine
            size = (2 * abs(exact) + scale) // (2 * scale)
            corners[i, k] = size if exact >= 0 else -size
    return corners


def _overlapping(rows: Ints, corners: Ints, slack: int) -> Ints:
    """Centre cut, then the separating axes of ``measure``."""
    n, count = rows.shape[0], 0
    reach = np.empty(n, np.float64)
    for i in range(n):
        p, q, r, s = corners[i, 0], corners[i, 1], corners[i, 2], corners[i, 3]
        reach[i] = np.sqrt(float(max(p * p + q * q, r * r + s * s))) + 1.0
    found = np.empty((n * (n - 1) // 2, 2), np.int64)
    for i in range(n):
        for j in range(i + 1, n):
            x, y = rows[j, 0] - rows[i, 0], rows[j, 1] - rows[i, 1]
            meet = x * x + y * y < (reach[i] + reach[j]) ** 2
            for k in range(4):
                if not meet:
                    break
                a, b = (i, j) if k < 2 else (j, i)
                px, py, qx, qy = corners[a, 0], corners[a, 1], corners[a, 2], corners[a, 3]
                nx, ny = (qy - py, px - qx) if k % 2 == 0 else (py + qy, -px - qx)
                first = abs(corners[b, 0] * nx + corners[b, 1] * ny)
                second = abs(corners[b, 2] * nx + corners[b, 3] * ny)
                depth = abs(px * qy - py * qx) + max(first, second) - abs(x * nx + y * ny)
                meet = depth > 0 and depth * depth > slack * slack * (nx * nx + ny * ny)
            if meet:
                found[count, 0], found[count, 1] = i, j
                count += 1
    return found[:count]


def _crossing(lines: Ints, walls: Ints) -> NDArray[np.bool_]:
    found = np.zeros(lines.shape[0], np.bool_)
    for i in range(lines.shape[0]):
        ax, ay, bx, by = lines[i, 0], lines[i, 1], lines[i, 2], lines[i, 3]
        for k in range(walls.shape[0]):
            cx, cy, dx, dy = walls[k, 0], walls[k, 1], walls[k, 2], walls[k, 3]
            first = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            second = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
            if first == 0 or second == 0 or (first > 0) == (second > 0):
                continue
            third = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
            fourth = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
            if third != 0 and fourth != 0 and (third > 0) != (fourth > 0):
                found[i] = True
                break
    return found
