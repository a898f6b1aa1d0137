"""Lines of sight (NA-ART-07)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import Thing, flag, land_of
from grognard.space.measure import enters, gap, nearest_point
from grognard.space.outline import Base, Box, Edge, Outline, box_of, boxes_near
from grognard.space.pose import Point
from grognard.space.sight import Obstacle, crossed, inside, passes


class _Screen(NamedTuple):
    """A body that may stand in the line, and the level of its ground."""

    id: str
    base: Base
    box: Box
    level: int


class _Ground(NamedTuple):
    """What of the ground may stand in a line: hills with their levels; woods and buildings."""

    hills: tuple[Thing, ...]
    deep: tuple[Obstacle, ...]


def _ground(field: Field) -> _Ground:
    found: _Ground | None = field.kept.get("sight_ground")
    if found is None:
        land = land_of(field)
        deep = (
            Obstacle(one.id, shape)
            for one in land.terrain
            if one.row and one.row.blocks_sight
            for shape in one.shapes
            if isinstance(shape, Outline)
        )
        found = field.kept["sight_ground"] = _Ground(tuple(land.hills), tuple(deep))
    return found


def _screens(field: Field, side: str) -> tuple[_Screen, ...]:
    key = ("screens", side)
    found: tuple[_Screen, ...] | None = field.kept.get(key)
    if found is None:
        land = land_of(field)
        own = (one for one in field.bodies if flag(one) == side)
        found = field.kept[key] = tuple(
            _Screen(one.id, one.shape, one.shape.box, land.level((one.x, one.y))) for one in own
        )
    return found


@clause("NA-ART-07")
def is_clear(field: Field, side: str, eye: Point, mark: Point, skip: Collection[str] = ()) -> bool:
    """Whether a line of sight of a side is free: no friend in it, no more than a little wood or village, no ground
    higher than both ends. ``skip``: ids that don't count (who looks, and at what)."""
    ground, land = _ground(field), land_of(field)
    box = west, south, east, north = box_of((eye, mark))
    eye_level = land.level(eye) if ground.hills else 0
    level = max(eye_level, land.level(mark)) if ground.hills else 0
    for one in _screens(field, side):
        left, low, right, top = one.box
        if left > east or right < west or low > north or top < south or one.id in skip:
            continue
        if enters(eye, mark, one.base):
            over = eye_level > one.level and _is_apart(field, one.base, eye, mark)
            if not over:
                return False
    high = (shape for one in ground.hills if one.level > level for shape in one.shapes)
    if any(passes(eye, mark, shape) for shape in high):
        return False
    woods = tuple(one for one in ground.deep if boxes_near(one.shape.box, box) and one.id not in skip)
    return not woods or _covered(eye, mark, woods) <= field.distances.sight_wood


@lru_cache(maxsize=1 << 12)
def _covered(eye: Point, mark: Point, woods: tuple[Obstacle, ...]) -> int:
    """How much of a line lies in woods and buildings: guns and what they look at mostly stay where they are."""
    return inside(crossed(eye, mark, woods))


@clause("NA-ART-07")
def _is_apart(field: Field, friend: Base, eye: Point, mark: Point) -> bool:
    """Whether a friend is far enough from both ends to be fired over."""
    return min(gap(eye, friend), gap(mark, friend)) >= field.distances.over_friend


@clause("NA-ART-07")
def sees(field: Field, looker: str, target: str) -> bool:
    """Whether a unit has a line of sight to another body, from the middle of its front."""
    one, two = field.body(looker), field.body(target)
    eye = one.shape.edge_middle(Edge.FRONT)
    return is_clear(field, flag(one), eye, nearest_point(two.shape, eye), (looker, target))
