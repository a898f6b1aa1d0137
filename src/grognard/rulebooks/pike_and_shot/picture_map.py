"""How the table lies on the sheet, in inches, and the rectangle that holds a unit."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from grognard.rulebooks.pike_and_shot.model import Bases
from grognard.show.drawing import Point
from grognard.show.tabletop.plane import Beyond, Plane, way
from grognard.space import formation as layout
from grognard.space import outline


class Map(Plane, frozen=True, cache_hash=True):
    """The part of the table that is shown (thousandths of an inch) at ``scale`` pixels an inch."""

    finest = 6.5
    lettering = (0.92, 9.5)

    @property
    def pen(self) -> float:
        return max(self.scale * 0.15, 1.5)

    def ahead(self, at: Beyond, heading: int, ahead: float, right: float = 0) -> Point:
        """The place so many thousandths ahead (and to the right) of a point of the table."""
        east, north = way(heading, ahead, right)
        return self.at((at[0] + east, at[1] + north))


@lru_cache(maxsize=1024)
def block(bases: Bases) -> outline.Base:
    """The rectangle that holds a unit, turned as its first base is."""
    return layout.block([base.shape for base in bases])


def front(bases: Bases) -> tuple[int, int]:
    """The middle of the front of that rectangle."""
    return block(bases).edge_middle(outline.Edge.FRONT)


def rear(bases: Bases) -> tuple[int, int]:
    """The middle of its rear."""
    return block(bases).edge_middle(outline.Edge.REAR)


# --- shapes in the sheet's units ---


def turned(point: Point, degrees: float) -> Point:
    """A point of the sheet turned clockwise about the origin."""
    turn = degrees * pi / 180
    return point[0] * cos(turn) - point[1] * sin(turn), point[0] * sin(turn) + point[1] * cos(turn)


def noise(salt: int, i: int, j: int = 0) -> float:
    """A number from 0 to 1 that looks like chance and is always the same."""
    mixed = (salt * 83492791 ^ i * 73856093 ^ j * 19349663) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 12) * 0x297A2D39) & 0xFFFFFFFF
    return ((mixed ^ mixed >> 15) & 0xFFFF) / 0xFFFF


def chords(ring: list[Point], y: float) -> list[tuple[float, float]]:
    """The stretches of a level line that lie in a polygon, from left to right."""
    crossed = sorted(
        ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)
        if (ay > y) != (by > y)
    )
    return list(zip(crossed[::2], crossed[1::2], strict=False))
