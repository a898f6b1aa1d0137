"""Bases and polygons for the tests of the table, and how to turn, shift and mirror a scene."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from os import environ

import shapely
from hypothesis import settings
from hypothesis import strategies as st

from grognard.space.outline import Base, Outline, Shape
from grognard.space.pose import Point, Pose, thousandths
from grognard.space.terrain import polygon

TOUCH = 50
SOME = settings(max_examples=int(environ.get("SCENES", "40")))
"""Scenes for each test; the environment may ask for more."""
HEADINGS = st.integers(0, 3599)
POINTS = st.tuples(st.integers(-6000, 6000), st.integers(-6000, 6000))
SIZES = st.integers(200, 3000)
BASES = st.builds(
    Base, st.builds(lambda at, heading: Pose(at[0], at[1], heading), POINTS, HEADINGS), SIZES, SIZES
)


def base(x: float, y: float, heading: float = 0, frontage: float = 2, depth: float = 1) -> Base:
    """A base in inches and degrees."""
    pose = Pose(thousandths(x), thousandths(y), round(heading * 10) % 3600)
    return Base(pose, thousandths(frontage), thousandths(depth))


def points(*inches: tuple[float, float]) -> tuple[Point, ...]:
    return tuple((thousandths(x), thousandths(y)) for x, y in inches)


def poly(*inches: tuple[float, float]) -> Outline:
    return polygon(points(*inches))


@st.composite
def stars(draw: st.DrawFn) -> Outline:
    """A simple polygon, seldom convex: corners at growing angles about a middle."""
    x, y = draw(POINTS)
    count = draw(st.integers(3, 8))
    far = draw(st.lists(st.integers(500, 4000), min_size=count, max_size=count))
    turns = [2 * pi * k / count for k in range(count)]
    return polygon((x + round(r * cos(t)), y + round(r * sin(t))) for r, t in zip(far, turns, strict=True))


def quarter(thing: Shape) -> Shape:
    """The same thing in a scene turned clockwise by a right angle about the origin."""
    if isinstance(thing, Base):
        pose = thing.pose
        return thing.put(Pose(pose.y, -pose.x, (pose.heading + 900) % 3600))
    return Outline(tuple((y, -x) for x, y in thing.ring))


def mirrored(thing: Shape) -> Shape:
    """The same thing in a scene mirrored east to west."""
    if isinstance(thing, Base):
        pose = thing.pose
        return thing.put(Pose(-pose.x, pose.y, -pose.heading % 3600))
    return Outline(tuple((-x, y) for x, y in thing.ring[::-1]))


def shape_of(thing: Shape) -> shapely.Polygon:
    return shapely.Polygon(thing.ring)


def inches(bases: Sequence[Base]) -> list[tuple[float, float]]:
    """The centres of bases in inches."""
    return [(b.pose.x / 1000, b.pose.y / 1000) for b in bases]
