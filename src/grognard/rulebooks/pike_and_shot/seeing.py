"""Zones of visibility and lines of sight, base by base (chapter Zone of visibility and line of sight)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from grognard.core.rule import clause
from grognard.rulebooks.pike_and_shot.field import Field, close_by
from grognard.rulebooks.pike_and_shot.model import Bases, PikeSetup, Survey, Unit
from grognard.space import outline
from grognard.space.arcs import surely_unseen, those_in_zone
from grognard.space.measure import enters, gap, within
from grognard.space.outline import Box, Edge, box_of, boxes_near, holds
from grognard.space.pose import Point, Pose, between2, step
from grognard.space.sight import Obstacle, crossed, height_at, inside, passes

FRONT_ZONE = 900
WOOD_DEPTH = 2000
"""So much wood, all in all, may lie on a line of sight (PS-VIS-05)."""
COVERED = 50
"""Less than the depth of any base, more than any gape between bases that stand edge to edge."""
KEPT_SIGHTS = 1024
LOOKING_DOWN = 2000
"""Seen from higher ground a base hides only a target within this distance of it (PS-VIS-05)."""


# --- zones ---


@clause("PS-VIS-03", "PS-FORM-03", "PS-FORM-04", "PS-FORM-05", "PS-ROUT-02")
def zone(field: Field, unit: Unit, index: int) -> int:
    """Tenths of a degree: the formation's zone, or else the base's own."""
    return field.formation(unit).zone or field.type_of(unit.bases[index]).zone


def zones(field: Field, unit: Unit) -> tuple[int, ...]:
    """The same for each of a unit's bases."""
    common, types = field.formation(unit).zone, field.tables.bases
    return tuple([common or types[base.type].zone for base in unit.bases])


@clause("PS-VIS-02", "PS-VIS-04")
def points_in_zone(base: outline.Base, angle: int, target: outline.Base) -> list[Point]:
    return those_in_zone(base, angle, target.reference_points)


@clause("PS-VIS-04")
def in_zone_of(field: Field, unit: Unit, target: Unit, angle: int = 0) -> bool:
    """Whether a unit is in the zone of another (of its front zone with ``angle``): one of its bases in one's."""
    angles = (angle,) * len(unit.bases) if angle else zones(field, unit)
    return _in_zones(unit.bases, angles, target.bases)


@lru_cache(maxsize=1024)
def _in_zones(bases: Bases, angles: tuple[int, ...], target: Bases) -> bool:
    others = [base.shape for base in target]
    area = _around(others)
    eyes = [(base.shape, angle) for base, angle in zip(bases, angles, strict=True)]
    eyes = [(eye, angle) for eye, angle in eyes if not surely_unseen(eye, angle, area)]
    if not eyes:
        return False
    middles = [other.at for other in others]
    if any(those_in_zone(eye, angle, middles) for eye, angle in eyes):
        return True
    marks = list(dict.fromkeys(point for other in others for point in other.reference_points))
    return any(those_in_zone(eye, angle, marks) for eye, angle in eyes)


# --- lines of sight ---


@lru_cache(maxsize=64)
def heights(setup: PikeSetup) -> tuple[Obstacle, ...]:
    return _ground(setup, "height")


@lru_cache(maxsize=64)
def screens(setup: PikeSetup) -> tuple[Obstacle, ...]:
    """Terrain that stops sight at once."""
    return _ground(setup, "block")


@lru_cache(maxsize=64)
def woods(setup: PikeSetup) -> tuple[Obstacle, ...]:
    return _ground(setup, "edge2")


def _ground(setup: PikeSetup, los: str) -> tuple[Obstacle, ...]:
    kinds = setup.tables.terrain
    return tuple(
        Obstacle(piece.id, piece.shape, kinds[piece.kind].height)
        for piece in setup.terrain
        if kinds[piece.kind].los == los
    )


@clause("PS-VIS-05")
def eye(base: outline.Base, angle: int) -> Point:
    """Where a base looks from: the middle of its front edge, with a wider zone its centre."""
    return base.edge_middle(Edge.FRONT) if angle <= FRONT_ZONE else base.at


@clause("PS-VIS-06")
def sight_limit(field: Field) -> int | None:
    limits, turn = field.setup.sight_limit, field.turn.number
    return limits[turn - 1] if 1 <= turn <= len(limits) else None


@clause("PS-VIS-05", "PS-VIS-06", "PS-FORM-04")
class Sight:
    """What one unit sees of another: bodies that may stand between them are sorted out once.

    ``known`` is what has been found out; it is kept beyond the position, as long as everything that it hangs on
    stands as it does.
    """

    __slots__ = ("_between", "_heights", "angles", "field", "known", "limit", "standing", "target", "unit")

    def __init__(self, field: Field, unit: Unit, target: Unit) -> None:
        self.field, self.unit, self.target = field, unit, target
        self.angles = zones(field, unit)
        self.limit = sight_limit(field)
        self.standing = list(self._standing())
        self._between: dict[int, list[outline.Base] | None] = {}
        self._heights: dict[Point, int] = {}
        own_bases_block = field.formation(unit).own_bases_block
        between = tuple([shape.pose for shape in self.standing])
        self.known = _known(
            field.setup.survey, unit.bases, self.angles, own_bases_block, target.bases, between, self.limit
        )

    def _standing(self) -> Iterator[outline.Base]:
        """Bases of other units that may block."""
        area = _joined(self.unit.box, self.target.box)
        for other in close_by(self.field.units, area):
            if other.id not in (self.unit.id, self.target.id):
                yield from (shape for shape in other.shapes if boxes_near(shape.box, area))

    def between(self, index: int) -> list[outline.Base] | None:
        """Bases that may stand in the lines of one base; None: one of its own unit stands right before its eye."""
        if index not in self._between:
            self._between[index] = self._look(index)
        return self._between[index]

    def _look(self, index: int) -> list[outline.Base] | None:
        base = self.unit.shapes[index]
        area = _joined(base.box, self.target.box)
        found = [shape for shape in self.standing if boxes_near(shape.box, area)]
        if self.field.formation(self.unit).own_bases_block:
            own = [shape for i, shape in enumerate(self.unit.shapes) if i != index]
            if self.angles[index] <= FRONT_ZONE and _is_covered(base, own):
                return None
            found = [shape for shape in own if boxes_near(shape.box, area)] + found
        return found

    def seen(self, index: int, target: outline.Base) -> Point | None:
        """The nearest reference point of a target base that this base has in its zone and sees; None for none."""
        base, angle = self.unit.shapes[index], self.angles[index]
        bodies = self.between(index)
        if bodies is None:
            return None
        start = eye(base, angle)
        marks = points_in_zone(base, angle, target)
        marks.sort(key=lambda mark: between2(start, mark))
        return next((mark for mark in marks if self.clear(start, mark, bodies)), None)

    def clear(self, start: Point, mark: Point, bodies: list[outline.Base]) -> bool:
        """Whether nothing stands in a line from an eye to a point. What hides one point will hide the next, so it is
        put first."""
        if self.limit is not None and between2(start, mark) > self.limit**2:
            return False
        for i, shape in enumerate(bodies):
            if enters(start, mark, shape) and self._hides(shape, start):
                bodies[0], bodies[i] = shape, bodies[0]
                return False
        return not _hidden_by_ground(self.field.setup, start, mark)

    def _hides(self, shape: outline.Base, start: Point) -> bool:
        if self._height(start) > self._height(shape.at):
            return any(within(shape, other, LOOKING_DOWN) for other in self.target.shapes)
        return True

    def _height(self, point: Point) -> int:
        """Of the ground; looked up once for an eye from which many lines are drawn."""
        if point not in self._heights:
            self._heights[point] = height_at(point, heights(self.field.setup))
        return self._heights[point]

    def any(self) -> bool:
        """Whether at least one base of the unit sees at least one of the target. Middles mostly settle it."""
        found: bool | None = self.known.get("any")
        if found is None:
            shapes = self.target.shapes
            rims = (point for shape in shapes for point in shape.reference_points[:-1])
            found = self._any_of([shape.at for shape in shapes]) or self._any_of(list(dict.fromkeys(rims)))
            self.known["any"] = found
        return found

    def _any_of(self, marks: list[Point]) -> bool:
        """Whether one of some points is in the zone and sight of one of the bases."""
        for index, (base, angle) in enumerate(zip(self.unit.shapes, self.angles, strict=True)):
            if surely_unseen(base, angle, self.target.box):
                continue
            bodies = self.between(index)
            if bodies is not None:
                start = eye(base, angle)
                if any(self.clear(start, mark, bodies) for mark in those_in_zone(base, angle, marks)):
                    return True
        return False


@lru_cache(maxsize=KEPT_SIGHTS)
def _known(
    survey: Survey,
    bases: Bases,
    angles: tuple[int, ...],
    own_bases_block: bool,
    target: Bases,
    between: tuple[Pose, ...],
    limit: int | None,
) -> dict[Any, Any]:
    return {}


def _is_covered(base: outline.Base, own: Iterable[outline.Base]) -> bool:
    """A base of the own unit stands right before the eye: every line of the front zone enters it."""
    ahead = base.edge_middle(Edge.FRONT)
    dx, dy = step(base.heading, COVERED)
    point = ahead[0] + dx, ahead[1] + dy
    return any(holds(shape, point) for shape in own)


def _around(shapes: Iterable[outline.Base]) -> Box:
    west, south, east, north = zip(*(shape.box for shape in shapes), strict=True)
    return min(west), min(south), max(east), max(north)


def _joined(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _hidden_by_ground(setup: PikeSetup, start: Point, mark: Point) -> bool:
    line = box_of((start, mark))
    if any(boxes_near(line, one.shape.box) and passes(start, mark, one.shape) for one in screens(setup)):
        return True
    wood = [one for one in woods(setup) if boxes_near(line, one.shape.box)]
    if wood and inside(crossed(start, mark, wood)) > WOOD_DEPTH:
        return True
    hills = [one for one in heights(setup) if boxes_near(line, one.shape.box)]
    if not hills:
        return False
    ends = max(height_at(start, hills), height_at(mark, hills))
    return any(one.height > ends and passes(start, mark, one.shape) for one in hills)


@clause("PS-VIS-01", "PS-VIS-04")
def sees(field: Field, unit: Unit, target: Unit) -> bool:
    """The target in zone and line of sight of at least one base."""
    key = ("sees", unit.stand, field.formation(unit).id, target.stand, sight_limit(field))
    found: bool | None = field.still.get(key)
    if found is None:
        found = field.still[key] = in_zone_of(field, unit, target) and Sight(field, unit, target).any()
    return found


# --- distances ---


@clause("PS-BASE-07")
def near(unit: Unit, other: Unit, distance: int) -> bool:
    """Whether two units are within a distance."""
    if not boxes_near(unit.box, other.box, distance):
        return False
    return any(
        boxes_near(a.box, b.box, distance) and within(a, b, distance)
        for a in unit.shapes
        for b in other.shapes
    )


@lru_cache(maxsize=1024)
@clause("PS-BASE-07")
def apart(unit: Unit, other: Unit) -> int:
    """The least distance between the bases of two units."""
    others = [(shape.pose.x, shape.pose.y, j) for j, shape in enumerate(other.shapes)]
    pairs = sorted(
        [
            ((x - pose.x) ** 2 + (y - pose.y) ** 2, i, j)
            for i, pose in enumerate([shape.pose for shape in unit.shapes])
            for x, y, j in others
        ]
    )
    least: int | None = None
    for far, i, j in pairs:
        a, b = unit.shapes[i], other.shapes[j]
        if least is not None and far > (least + a.reach + b.reach) ** 2:
            break
        found = gap(a, b)
        least = found if least is None else min(least, found)
    if least is None:
        raise ValueError("the distance of a unit without bases")
    return least


def nearest_of(unit: Unit, others: Iterable[Unit]) -> Unit | None:
    """The nearest of some units; the first in order on a tie."""
    best: tuple[int, int, Unit] | None = None
    x, y = unit.centroid
    ordered = [(between2((x, y), other.centroid), i, other) for i, other in enumerate(others)]
    for _, i, other in sorted(ordered, key=lambda found: found[:2]):
        if best is not None and not boxes_near(unit.box, other.box, best[0]):
            continue
        far = apart(unit, other)
        if best is None or (far, i) < best[:2]:
            best = far, i, other
    return best[2] if best else None
