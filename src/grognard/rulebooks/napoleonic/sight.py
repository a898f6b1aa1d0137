"""Lines of sight (NA-ART-07)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import Land, flag, land_of
from grognard.rulebooks.napoleonic.model import Body, NapoleonicSetup
from grognard.space.measure import enters, gap, nearest_point
from grognard.space.outline import Base, Edge, Outline, box_between, boxes_near
from grognard.space.pose import Point
from grognard.space.sight import Obstacle, crossed, inside, passes


class Ground:
    """What of the ground may stand in a line: hills with their levels; woods and buildings. One for all positions in
    which the same burns and is destroyed, so that lines over it are worked out once."""

    def __init__(self, land: Land, wood: int) -> None:
        self.wood = wood
        self.hills = land.hills
        self.deep = tuple(
            Obstacle(one.id, shape)
            for one in land.terrain
            if one.row and one.row.blocks_sight
            for shape in one.shapes
            if isinstance(shape, Outline)
        )
        self.places = frozenset(one.id for one in self.deep)

    @clause("NA-OBS-02")
    def level(self, point: Point) -> int:
        return max((hill.level for hill in self.hills if hill.holds(point)), default=0)


def ground_of(field: Field) -> Ground:
    """The ground of a position, as far as it matters to the eye."""
    found: Ground | None = field.kept.get("sight_ground")
    if found is None:
        works = field.works
        known = _known_ground(field.setup, works.burning, works.destroyed)
        if "ground" not in known:
            known["ground"] = Ground(land_of(field), field.distances.sight_wood)
        found = field.kept["sight_ground"] = known["ground"]
    return found


@lru_cache(maxsize=16)
def _known_ground(
    setup: NapoleonicSetup, burning: tuple[str, ...], destroyed: tuple[str, ...]
) -> dict[str, Ground]:
    """The ground when those burn and those are destroyed, as soon as somebody has looked at it."""
    return {}


def _screens(field: Field, side: str) -> list[Body]:
    """Bodies that may stand in its line."""
    key = ("screens", side)
    found: list[Body] | None = field.standing.get(key)
    if found is None:
        found = field.standing[key] = [one for one in field.bodies if flag(one) == side]
    return found


@clause("NA-ART-07")
def is_clear(field: Field, side: str, eye: Point, mark: Point, skip: Collection[str] = ()) -> bool:
    """Whether a line of sight of a side is free: no friend in it, no more than a little wood or village, no ground
    higher than both ends. ``skip``: ids that don't count (who looks, and at what)."""
    ground = ground_of(field)
    if not is_open(ground, eye, mark, tuple(one for one in skip if one in ground.places)):
        return False
    west, south, east, north = box_between(eye, mark)
    for one in _screens(field, side):
        left, low, right, top = one.shape.box
        if left > east or right < west or low > north or top < south or one.id in skip:
            continue
        if enters(eye, mark, one.shape) and not _is_over(field, ground, one.shape, eye, mark):
            return False
    return True


@lru_cache(maxsize=1 << 12)
def is_open(ground: Ground, eye: Point, mark: Point, skip: tuple[str, ...]) -> bool:
    """The same of the ground alone; kept beyond the position, for guns and what they look at mostly stay where they
    are."""
    if ground.hills:
        level = max(ground.level(eye), ground.level(mark))
        high = (shape for one in ground.hills if one.level > level for shape in one.shapes)
        if any(passes(eye, mark, shape) for shape in high):
            return False
    box = box_between(eye, mark)
    woods = [one for one in ground.deep if boxes_near(one.shape.box, box) and one.id not in skip]
    return not woods or inside(crossed(eye, mark, woods)) <= ground.wood


@clause("NA-ART-07")
def _is_over(field: Field, ground: Ground, friend: Base, eye: Point, mark: Point) -> bool:
    """Whether a friend is fired over: from higher ground, and far enough from both ends."""
    if ground.level(eye) <= ground.level(friend.at):
        return False
    return min(gap(eye, friend), gap(mark, friend)) >= field.distances.over_friend


@clause("NA-ART-07")
def sees(field: Field, looker: str, target: str) -> bool:
    """Whether a unit has a line of sight to another body, from the middle of its front."""
    one, two = field.body(looker), field.body(target)
    eye = one.shape.edge_middle(Edge.FRONT)
    return is_clear(field, flag(one), eye, nearest_point(two.shape, eye), (looker, target))
