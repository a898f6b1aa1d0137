"""Hexes on paper: where each lies, and paths through many of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import sqrt

import msgspec

from grognard.show.drawing import Point
from grognard.show.markup import number
from grognard.space.hex_grid import Grid, Hex, HexSet, members

SMALLEST, LARGEST = 20.0, 38.0
"""Radius of a hex in pixels."""
WIDTH = 1128.0
"""What a map fills at most, unless its hexes would get too small."""


class Plan(msgspec.Struct, frozen=True, dict=True):
    """A grid with hexes of one radius, from (0, 0) on; hexes have flat tops."""

    grid: Grid
    radius: float

    @property
    def pitch(self) -> float:
        """From one row to the next."""
        return self.radius * sqrt(3)

    @property
    def width(self) -> float:
        return self.radius * (1.5 * self.grid.columns + 0.5)

    @property
    def height(self) -> float:
        return self.pitch * (self.grid.rows + (0.5 if self.grid.columns > 1 else 0))

    @property
    def fine(self) -> bool:
        """Room for a label in each hex."""
        return self.radius >= 26

    def at(self, hex: Hex) -> Point:
        """The centre of a hex."""
        column, row = self.grid.place(hex)
        return (
            self.radius * (1.5 * (column - 1) + 1),
            self.pitch * (row - 0.5 + (0.5 if column % 2 == 0 else 0)),
        )

    def hex(self, x: float, y: float) -> Hex | None:
        """The hex over a point; None beyond the edge."""
        column = round((x / self.radius - 1) / 1.5) + 1
        near = [
            (self._off(one, row, x, y), one, row)
            for one in (column - 1, column, column + 1)
            for row in (
                round(y / self.pitch + 0.5) - 1,
                round(y / self.pitch + 0.5),
                round(y / self.pitch + 0.5) + 1,
            )
            if 1 <= one <= self.grid.columns and 1 <= row <= self.grid.rows
        ]
        if not near:
            return None
        far, one, row = min(near)
        return self.grid.number(one, row) if far <= self.radius**2 else None

    def _off(self, column: int, row: int, x: float, y: float) -> float:
        """The squared distance from a centre."""
        here = (
            self.radius * (1.5 * (column - 1) + 1),
            self.pitch * (row - 0.5 + (0.5 if column % 2 == 0 else 0)),
        )
        return (here[0] - x) ** 2 + (here[1] - y) ** 2

    # --- paths ---

    @cached_property
    def _tail(self) -> str:
        """The sides of a hex from its left corner on, clockwise."""
        r, h = number(self.radius), number(self.radius / 2)
        y = number(self.pitch / 2)
        return f"l{h} -{y}h{r}l{h} {y}l-{h} {y}h-{r}z"

    def outlines(self, hexes: HexSet | Iterable[Hex]) -> str:
        """All of these hexes as one path."""
        some = members(hexes) if isinstance(hexes, int) else hexes
        tail, radius = self._tail, self.radius
        return "".join(f"M{number(x - radius)} {number(y)}{tail}" for x, y in map(self.at, some))

    def grid_lines(self) -> str:
        """Three sides of every hex: with its neighbours' a grid."""
        r, h = number(self.radius), number(self.radius / 2)
        y = number(self.pitch / 2)
        tail = f"l{h} -{y}h{r}l{h} {y}"
        return "".join(
            f"M{number(x - self.radius)} {number(at)}{tail}" for x, at in map(self.at, members(self.grid.all))
        )

    def border(self, hexes: HexSet) -> str:
        """The sides between a set and all other hexes."""
        return "".join(
            f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}" for a, b in self._sides(hexes)
        )

    def _sides(self, hexes: HexSet) -> Iterator[tuple[Point, Point]]:
        corners = self.corners
        for hex in members(hexes):
            x, y = self.at(hex)
            for side, step in enumerate(self.grid.steps):
                other = hex + step
                if other < 0 or not hexes >> other & 1:
                    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
                    yield (x + ax, y + ay), (x + bx, y + by)

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """Offsets of the corners; side ``n`` (clockwise from north) lies between corner ``n`` and the next."""
        r, h, y = self.radius, self.radius / 2, self.pitch / 2
        return ((-h, -y), (h, -y), (r, 0), (h, y), (-h, y), (-r, 0))


def plan_of(grid: Grid, width: float = WIDTH) -> Plan:
    """Hexes as large as the sheet allows."""
    radius = width / (1.5 * grid.columns + 0.5)
    return Plan(grid, round(min(max(radius, SMALLEST), LARGEST), 2))
