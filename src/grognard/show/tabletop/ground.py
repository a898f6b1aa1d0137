"""What ground is drawn with: places scattered over a shape, strokes along its edges. Chance that is always the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from grognard.show.drawing import Point, area
from grognard.show.markup import Markup, join, number, tag
from grognard.show.style import paint
from grognard.show.tabletop.plane import along, bounds, inside, noise
from grognard.show.tabletop.signs import dots, strokes

Ring = list[Point]
Painter = Callable[[Ring, float, int], Markup]
"""Draws a shape (of a line: its path) with so many pixels a grain of the map; the number makes its chance."""
Noise = Callable[[int, int, int], float]
BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))


def scattered(
    ring: Ring, step: float, chance: int, room: float = 0, noise: Noise = noise
) -> Iterator[tuple[Point, int]]:
    """Places on a shaken grid in a shape, ``room`` away from its bounds, each with a number of its own."""
    left, top, right, bottom = bounds(ring)
    rows, columns = int((bottom - top) / step) + 1, int((right - left) / step) + 1
    ways = [(x * room, y * room) for x, y in BESIDE]
    for row in range(rows):
        for column in range(columns):
            at = row * 1000 + column
            x = left + (column + 0.5 + 0.5 * (row % 2) + 0.5 * (noise(chance, at, 0) - 0.5)) * step
            y = top + (row + 0.5 + 0.5 * (noise(chance, at, 1) - 0.5)) * step
            if all(inside(ring, x + dx, y + dy) for dx, dy in ways):
                yield (x, y), at


# --- sides ---


def sides(ring: Ring) -> list[Ring]:
    return [list(side) for side in pairwise([*ring, ring[0]])]


def long_sides(ring: Ring, share: float) -> list[Ring]:
    """Sides of a shape without its short ends, which are shorter than a share of the longest."""
    found = sides(ring)
    longest = max(map(length, found))
    return [side for side in found if length(side) > longest * share]


def length(side: Sequence[Point]) -> float:
    (ax, ay), (bx, by) = side
    return hypot(bx - ax, by - ay)


def ticks(side: Ring, step: float, long: float) -> list[Ring]:
    """Strokes from a side inwards (the ring runs clockwise on paper)."""
    return [[(x, y), (x - dy * long, y + dx * long)] for (x, y), (dx, dy) in along(side, step)]


# --- what several books have ---


def trees(ring: Ring, size: float, step: float, chance: int, room: float) -> Markup:
    """Trees over a green ground with a dotted edge."""
    found = [
        (at, size * (0.62 + 0.6 * noise(chance, key, 2))) for at, key in scattered(ring, step, chance, room)
    ]
    shadows = [((x + r * 0.22, y + r * 0.28), r) for (x, y), r in found]
    edge = area(ring, "wood", "tree", 1.2, fill_opacity=0.9, stroke_dasharray="1.5 3", stroke_linecap="round")
    return join([edge, dots(shadows, "ink", fill_opacity=0.3), dots(found, "tree", "ink")])


def tufts(ring: Ring, size: float, step: float, chance: int) -> Markup:
    """Small open tufts, each three arcs: bush."""
    places = [at for at, _ in scattered(ring, step, chance, size)]
    drawn = "".join(
        f"M{number(x - 1.5 * size)} {number(y + size * 0.6)}a{number(size / 2)} {number(size)} 0 0 1 {number(size)} 0"
        f"a{number(size / 2)} {number(size * 1.5)} 0 0 1 {number(size)} 0"
        f"a{number(size / 2)} {number(size)} 0 0 1 {number(size)} 0z"
        for x, y in places
    )
    found = tag("path", d=drawn, stroke_width=0.7, **paint("wood", "ink"))
    return join([area(ring, "wood", "tree", 1, fill_opacity=0.35, stroke_dasharray="1 4"), found])


def roofs(ring: Ring, deep: float) -> tuple[list[Ring], Ring]:
    """The ridges of a block of houses, from its corners inwards by a share, and the ring of their ends."""
    cx = sum(x for x, _ in ring) / len(ring)
    cy = sum(y for _, y in ring) / len(ring)
    ridges = [[(x, y), (x + (cx - x) * deep, y + (cy - y) * deep)] for x, y in ring]
    return ridges, [end for _, end in ridges]


def waves(places: Iterator[tuple[Point, int]], long: float, high: float, pen: float = 1) -> Markup:
    """Waves of deep water at some places."""
    found = [
        [(x - long, y), (x - long / 2, y - high), (x, y), (x + long / 2, y + high), (x + long, y)]
        for (x, y), _ in places
    ]
    return strokes(found, "card", pen, 0.75)
