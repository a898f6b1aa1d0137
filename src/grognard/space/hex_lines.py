"""Straight lines over hexes: which hexes they cross, along which sides they run, and what stops them.

Everything is exact. A hex with axial (q, r) has its centre at X = 3q, Y = 2r + q and its corners at (±2, 0)
and (±1, ±1) from there; the side value of a point tells on which side of the line it lies. A hex is between
two others when its centre falls between theirs along the line (lengths in the true shape of a hex); it is
crossed when it is between and has corners on both sides. A line that touches only a corner doesn't cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from grognard.space.hex_grid import Axial, Grid, Hex, HexSet, hex_set, members
from grognard.space.hex_map import HexMap

Met: TypeAlias = tuple[Axial, ...]
"""What a line meets at one place: one hex that it crosses, or two along whose common side it runs."""


class Edges(Enum):
    """When a line along the common side of two hexes is stopped."""

    BOTH = "both"  # both must stop it
    EITHER = "either"  # one is enough
    NONE = "none"  # never


_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


@lru_cache(maxsize=1 << 14)
def trace(q: int, r: int) -> tuple[Met, ...]:
    """What a line from a hex to the hex at (q, r) from it meets on its way, in order; both ends left out."""
    met: dict[int, Met] = {}
    for hex in _near(q, r):
        along = _along(hex, q, r)
        if 0 < along < _along((q, r), q, r):
            sides = [_side_value(hex, corner, q, r) for corner in _CORNERS]
            if min(sides) < 0 < max(sides) or sides.count(0) == 2:
                met[along] = (*met.get(along, ()), hex)
    return tuple(met[along] for along in sorted(met))


def _near(q: int, r: int) -> Iterator[Axial]:
    """The hexes that a line may meet, and some more beside it."""
    way = 1 if q >= 0 else -1
    for column in range(0, q + way, way):
        middle = column * r // q if q else 0
        high = abs(2 * r + q) // (3 * abs(q)) + 2 if q else abs(r)
        for row in range(middle - high, middle + high + 1):
            yield column, row


def _along(hex: Axial, q: int, r: int) -> int:
    """How far along the line a centre falls: 0 at the near end, the squared length at the far one."""
    return 9 * hex[0] * q + 3 * (2 * hex[1] + hex[0]) * (2 * r + q)


def _side_value(hex: Axial, corner: tuple[int, int], q: int, r: int) -> int:
    x, y = 3 * hex[0] + corner[0], 2 * hex[1] + hex[0] + corner[1]
    return 3 * q * y - (2 * r + q) * x


def met(grid: Grid, hex: Hex, other: Hex) -> tuple[tuple[Hex, ...], ...]:
    """What a line meets between two hexes, in order from ``hex``: one hex that it crosses, or two beside it.

    Hexes beyond the edge of the map are left out.
    """
    found = (tuple(h for h in hexes if grid.holds(h)) for hexes in _numbers(grid, hex, other))
    return tuple(hexes for hexes in found if hexes)


def _numbers(grid: Grid, hex: Hex, other: Hex) -> Iterator[tuple[Hex, ...]]:
    """Beyond the edge of the map the numbers are idle ones: a line between two hexes never gets farther."""
    (q, r), (q2, r2), stride = grid.axial(hex), grid.axial(other), grid.stride
    for hexes in trace(q2 - q, r2 - r):
        yield tuple(hex + column * stride + row for column, row in hexes)


@lru_cache(maxsize=1 << 14)
def _steps(q: int, r: int, stride: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """What to add to a number for the hexes that a line crosses, and for those beside it in pairs."""
    found = [tuple(column * stride + row for column, row in hexes) for hexes in trace(q, r)]
    return tuple(h[0] for h in found if len(h) == 1), tuple((h[0], h[1]) for h in found if len(h) == 2)


class Lines:
    """Lines over one map, where some terrain stops them; every answer is kept. Use ``lines`` to get one."""

    def __init__(self, map: HexMap, stops: HexSet, edges: Edges) -> None:
        self.grid = map.grid
        self.edges = edges
        self._enough = {Edges.BOTH: 2, Edges.EITHER: 1, Edges.NONE: 3}[edges]
        self._stops = bytearray(self.grid.size + 1)  # one more: the last number answers for the one before 0
        for hex in members(stops):
            self._stops[hex] = 1
        self._free: dict[tuple[Hex, Hex], bool] = {}
        self._seen: dict[tuple[Hex, int], HexSet] = {}

    def free(self, hex: Hex, other: Hex) -> bool:
        """Whether nothing stops the line between two hexes; both ways alike."""
        key = (hex, other) if hex < other else (other, hex)
        found = self._free.get(key)
        if found is None:
            if len(self._free) >= _MOST_KEPT:
                self._free.clear()
            found = self._free[key] = self._is_free(*key)
        return found

    def _is_free(self, hex: Hex, other: Hex) -> bool:
        stops, slants = self._stops, self.grid.slants
        q = slants[other] - slants[hex]
        crossed, beside = _steps(q, other - hex - q * self.grid.stride, self.grid.stride)
        for step in crossed:
            if stops[hex + step]:
                return False
        return not any(stops[hex + one] + stops[hex + two] >= self._enough for one, two in beside)

    def stop(self, hex: Hex, other: Hex) -> tuple[Hex, ...]:
        """What first stops the line from ``hex``: one hex that it crosses, the hexes beside it, or nothing."""
        for hexes in _numbers(self.grid, hex, other):
            stopping = tuple(h for h in hexes if self._stops[h])
            if len(stopping) >= (1 if len(hexes) == 1 else self._enough):
                return stopping
        return ()

    def seen(self, hex: Hex, radius: int) -> HexSet:
        """The hexes within a distance to which the line is free, the hex itself included."""
        found = self._seen.get((hex, radius))
        if found is None:
            if len(self._seen) >= _MOST_KEPT >> 4:
                self._seen.clear()
            around = members(self.grid.disc(hex, radius))
            found = self._seen[hex, radius] = hex_set(h for h in around if self.free(hex, h))
        return found


_MOST_KEPT = 1 << 20


@lru_cache(maxsize=32)
def lines(map: HexMap, stops: str, edges: Edges = Edges.BOTH) -> Lines:
    """The lines over a map that hexes of some terrain stop (``stops``: its symbols); the same for the same map."""
    return Lines(map, map.of(stops), edges)


def sight(grid: Grid, watchers: Iterable[tuple[Hex, int]], lines: Lines | None = None) -> HexSet:
    """What some watchers (hex, radius) see together; with ``lines`` only where their lines are free."""
    found = 0
    for hex, radius in watchers:
        found |= lines.seen(hex, radius) if lines else grid.disc(hex, radius)
    return found
