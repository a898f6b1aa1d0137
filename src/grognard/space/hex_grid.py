"""Hexes with flat tops in columns: labels, numbers, neighbours, distance, rings, and sets of hexes.

Columns run left to right, rows top to bottom; even-numbered columns sit half a hex lower. A hex is a number:
numbers run down the columns, so they sort as labels do, and one or two of them lie idle between columns. So
a step in one direction adds the same number everywhere, and a step off the map ends on an idle number. A set
of hexes is an integer with bit ``1 << hex`` for each: union ``|``, common part ``&``, difference ``& ~``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import add
from typing import TypeAlias

import msgspec

Hex: TypeAlias = int
"""The number of a hex on its grid."""
HexSet: TypeAlias = int
"""A set of hexes, bit ``1 << hex`` for each."""
Axial: TypeAlias = tuple[int, int]
"""(q, r): q columns from the first, r rows from the first along the slant that falls to the left."""
MOST = 999
"""Columns or rows; more don't fit the labels."""
_TWO_DIGITS = 99


class Side(IntEnum):
    """The six directions clockwise from north, and the sides of a hex."""

    NORTH = 0
    NORTH_EAST = 1
    SOUTH_EAST = 2
    SOUTH = 3
    SOUTH_WEST = 4
    NORTH_WEST = 5

    @property
    def opposite(self) -> Side:
        return Side((self + 3) % 6)

    @property
    def step(self) -> Axial:
        """What a step that way adds to (q, r)."""
        return _STEPS[self]


_STEPS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Grid(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """A rectangle of hexes, at most 999 by 999; columns and rows are counted from 1."""

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= MOST and 1 <= self.rows <= MOST):
            raise ValueError(f"{self.columns} x {self.rows} hexes; a grid has 1 to {MOST} of each")

    # --- numbers, places, labels ----------------------------------------------------------------------

    @cached_property
    def stride(self) -> int:
        """What a step to the south-east adds to a number."""
        return self.rows + 2

    @cached_property
    def size(self) -> int:
        """One above the highest number: the length of a table with a place for each hex."""
        return self.number(self.columns, self.rows) + 1

    @cached_property
    def all(self) -> HexSet:
        """Every hex of the grid."""
        return self.rectangle((1, self.columns), (1, self.rows))

    def number(self, column: int, row: int) -> Hex:
        """The hex in a column and a row of the grid."""
        return (column - 1) * self.stride - (column - 1 >> 1) + row - 1

    def place(self, hex: Hex) -> tuple[int, int]:
        """Column and row of a hex."""
        x, rest = divmod(2 * hex, 2 * self.stride - 1)
        return x + 1, (rest >> 1) + 1

    def axial(self, hex: Hex) -> Axial:
        q = 2 * hex // (2 * self.stride - 1)
        return q, hex - q * self.stride

    def holds(self, hex: Hex) -> bool:
        """Whether a number is a hex of the grid."""
        return hex >= 0 and bool(self.all >> hex & 1)

    def label(self, hex: Hex) -> str:
        """``CCRR``, or ``CCCRRR`` on a grid with more than 99 columns or rows."""
        column, row = self.place(hex)
        return f"{column:0{self._digits}}{row:0{self._digits}}"

    def find(self, label: str) -> Hex | None:
        """The hex of a label; None where there is none."""
        digits = self._digits
        if len(label) != 2 * digits or not (label.isascii() and label.isdigit()):
            return None
        column, row = int(label[:digits]), int(label[digits:])
        inside = 1 <= column <= self.columns and 1 <= row <= self.rows
        return self.number(column, row) if inside else None

    def at(self, label: str) -> Hex:
        """The hex of a label that is known to be right; raises KeyError."""
        found = self.find(label)
        if found is None:
            raise KeyError(label)
        return found

    def set_of(self, labels: Iterable[str]) -> HexSet:
        """The hexes of some labels as a set; raises KeyError."""
        return hex_set(map(self.at, labels))

    @cached_property
    def slants(self) -> tuple[int, ...]:
        """For each number the q of its hex."""
        return tuple(2 * hex // (2 * self.stride - 1) for hex in range(self.size))

    @cached_property
    def _digits(self) -> int:
        return 2 if max(self.columns, self.rows) <= _TWO_DIGITS else 3

    # --- neighbours and distance ----------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """What a step in each direction adds to a number."""
        return tuple(q * self.stride + r for q, r in _STEPS)

    @cached_property
    def neighbours(self) -> tuple[tuple[Hex, ...], ...]:
        """For each number the hexes beside it, clockwise from north; those beyond the edge are left out."""
        steps, all_of_it = self.steps, self.all
        return tuple(
            tuple(n for step in steps if (n := hex + step) >= 0 and all_of_it >> n & 1)
            if all_of_it >> hex & 1
            else ()
            for hex in range(self.size)
        )

    def beside(self, hex: Hex, side: Side) -> Hex | None:
        """The hex across a side; None beyond the edge."""
        found = hex + self.steps[side]
        return found if self.holds(found) else None

    def side(self, hex: Hex, other: Hex) -> Side | None:
        """The side of ``hex`` that it shares with ``other``; None where they aren't adjacent."""
        return Side(self.steps.index(other - hex)) if other in self.neighbours[hex] else None

    def distance(self, hex: Hex, other: Hex) -> int:
        """The number of steps between neighbours from one hex to another."""
        q = self.slants[other] - self.slants[hex]
        r = other - hex - q * self.stride
        return (abs(q) + abs(r) + abs(q + r)) >> 1

    # --- sets -----------------------------------------------------------------------------------------

    def rectangle(self, columns: tuple[int, int], rows: tuple[int, int]) -> HexSet:
        """The hexes of some columns and rows, first and last of each; what lies beyond the grid is left out."""
        first, last = max(rows[0], 1), min(rows[1], self.rows)
        strip = (1 << max(last - first + 1, 0)) - 1
        found = 0
        for column in range(max(columns[0], 1), min(columns[1], self.columns) + 1):
            found |= strip << self.number(column, first)
        return found

    def disc(self, hex: Hex, radius: int) -> HexSet:
        """The hexes within a distance, the hex itself included; none for a radius below 0."""
        return _disc(self, hex, radius)

    def ring(self, hex: Hex, radius: int) -> HexSet:
        """The hexes at a distance."""
        return _disc(self, hex, radius) & ~_disc(self, hex, radius - 1)

    def spread(self, hexes: HexSet) -> HexSet:
        """The hexes of a set and all beside them."""
        found = hexes | hexes << 1
        found |= found << self.stride - 1
        return (found | found >> self.stride) & self.all

    def patch(self, hex: Hex, within: HexSet) -> HexSet:
        """The connected part of a set in which a hex lies; none where it isn't in the set."""
        found, fresh = 0, 1 << hex & within
        while fresh:
            found |= fresh
            fresh = self.spread(fresh) & within & ~found
        return found


def hex_set(hexes: Iterable[Hex]) -> HexSet:
    found = 0
    for hex in hexes:
        found |= 1 << hex
    return found


def members(hexes: HexSet, base: Hex = 0) -> list[Hex]:
    """The hexes of a set, lowest first; ``base`` is added to each."""
    if not hexes:
        return []
    lowest = (hexes & -hexes).bit_length() - 1
    gaps = bin(hexes >> lowest)[:1:-1].split("1")[:-1]
    return list(map(add, accumulate(map(len, gaps)), range(base + lowest, base + lowest + len(gaps))))


@lru_cache(maxsize=1 << 14)
def _disc(grid: Grid, hex: Hex, radius: int) -> HexSet:
    column = grid.place(hex)[0]
    found = 0
    for q in range(-min(radius, column - 1), min(radius, grid.columns - column) + 1):
        here, top = hex + q * grid.stride, grid.number(column + q, 1)
        first = max(here - min(radius, radius + q), top)
        last = min(here + min(radius, radius - q), top + grid.rows - 1)
        found |= (1 << max(last - first + 1, 0)) - 1 << first
    return found
