"""Arrows on the map, what is beside them, and what keeps names off them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from grognard.show.drawing import Point, area, line
from grognard.show.markup import Markup, join
from grognard.show.tabletop.courses import Toll
from grognard.show.tabletop.plane import Area, Beyond, Plane, along, around, bounds, wavy, wider
from grognard.space.outline import Shape


def headed(
    path: Sequence[Point],
    shaft: Sequence[Point],
    ink: str,
    pen: float,
    dash: str | None = None,
    full: bool = True,
    *,
    least: float = 6,
    halo: float = 2.4,
) -> Markup:
    """A line on a ``halo`` of paper with a head at its end, of a size ``least``."""
    (bx, by), (tx, ty) = path[-2], path[-1]
    long = hypot(tx - bx, ty - by) or 1
    dx, dy = (tx - bx) / long, (ty - by) / long
    size = max(pen * 3.6, least)
    left = (tx - dx * size - dy * size * 0.46, ty - dy * size + dx * size * 0.46)
    right = (tx - dx * size + dy * size * 0.46, ty - dy * size - dx * size * 0.46)
    neck = (tx - dx * size * 0.7, ty - dy * size * 0.7) if full and long > size * 0.7 else (tx, ty)
    drawn = [*shaft[:-1], neck]
    head = area([left, (tx, ty), right], ink) if full else line([left, (tx, ty), right], ink, pen)
    return join([line(drawn, "card", pen + halo, opacity=0.85), line(drawn, ink, pen, dash), head])


def trail(half: float, rear: float, long: float, size: float, spread: float = 1.05) -> list[list[Point]]:
    """Wavy ways behind the rear of a unit that runs, around its middle; ``half``: its width."""
    return [
        wavy([(at * half, rear), (at * half * spread, rear + long * (1 - 0.25 * abs(at)))], size, size * 2.6)
        for at in (-0.6, 0, 0.6)
    ]


def toll_words(toll: Toll, lang: str) -> list[str]:
    """How many were lost, and what else befell a unit, each thing once."""
    lost = [f"−{toll.fallen}"] if toll.fallen else []
    return [*lost, *dict.fromkeys(one.say(lang) for one in toll.said)]


def suffered(shape: Shape | None, at: Beyond, map_: Plane) -> Area:
    """A unit as it stands now, or (None) the place where it was last seen."""
    if shape is not None:
        return wider(bounds(map_.ring(shape.ring)), 3)
    return around(map_.at(at), 7)


def specks(paths: Iterable[Iterable[Beyond]], map_: Plane, step: float) -> Iterator[Area]:
    """Small areas along the ways of arrows, which names should rather not hide."""
    for path in paths:
        for at, _ in along(map_.ring(path), step):
            yield around(at, 4)
