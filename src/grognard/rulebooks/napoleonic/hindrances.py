"""What stands in the way of a move: terrain by the obstacle table, corridors, friendly guns and train (chapter OBS).

A :class:`Land` is the ground of one moment. It says of each thing what it does to one who comes to it; who goes how
far is the matter of ``walkers``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias, get_args

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Gun, NapoleonicSetup, Terrain, Unit, Wagon
from grognard.rulebooks.napoleonic.sweeps import meets_ring
from grognard.rulebooks.napoleonic.tablemodel import Branch, Obstacle
from grognard.space.measure import enters, overlap, units_gap
from grognard.space.outline import Base, Box, Shape, boxes_near, holds, once
from grognard.space.pose import Point

GUNS = "guns_or_train"
HILL = "hill"
BARRIERS = ("river", "water", "stream", "ravine")
"""What a bridge, ford or defile leads over (NA-OBS-15)."""
Effect: TypeAlias = Literal["free", "stop", "delay", "slow", "place"]
"""What a thing does to one who comes to it: nothing; he stops at its edge; he pays; he goes slowly inside; it is a
place that takes one unit a turn."""


class Kind(NamedTuple):
    """What matters of one who moves."""

    branch: Branch
    dismounted: bool = False


class Thing(NamedTuple):
    """Something on the ground: ``row`` of the obstacle table, None for a corridor."""

    id: str
    row: Obstacle | None
    shapes: tuple[Shape, ...]
    box: Box
    level: int = 0
    closed: bool = False
    open_to: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()

    def meets(self, base: Base) -> bool:
        west, south, east, north = base.box
        left, low, right, top = self.box
        if left > east or right < west or low > north or top < south:
            return False
        shapes = self.shapes
        return any(_on(base, shape) for shape in shapes) if len(shapes) > 1 else _on(base, shapes[0])

    def holds(self, point: Point) -> bool:
        x, y = point
        west, south, east, north = self.box
        if not (west <= x <= east and south <= y <= north):
            return False
        return any(holds(shape, point) for shape in self.shapes)


def _on(base: Base, shape: Shape) -> bool:
    if isinstance(shape, Base):
        return overlap(base, shape)
    if len(shape.ring) == 2:
        return enters(*shape.ring, base)
    if shape.convex:
        return meets_ring(base, shape.ring)
    return boxes_near(base.box, shape.box) and any(meets_ring(base, part) for part in shape.parts)


_TRAIN = (Gun, Wagon)
_KINDS = {
    (branch, dismounted): Kind(branch, dismounted)
    for branch in get_args(Branch)
    for dismounted in (False, True)
}


def kind_of(field: Field, body: Body) -> Kind:
    return _KINDS[field.branch(body), isinstance(body, Unit) and body.kind == "dismounted"]


def flag(body: Body) -> str:
    """The side for which it stands on the table: that of who holds it."""
    return body.owner if isinstance(body, _TRAIN) else body.side


def _box(shapes: Iterable[Shape]) -> Box:
    boxes = [shape.box for shape in shapes]
    return (
        min(one[0] for one in boxes),
        min(one[1] for one in boxes),
        max(one[2] for one in boxes),
        max(one[3] for one in boxes),
    )


@lru_cache(maxsize=64)
def _terrain(
    setup: NapoleonicSetup, burning: tuple[str, ...], destroyed: tuple[str, ...]
) -> tuple[Thing, ...]:
    rows = setup.tables.obstacles
    there = [one for one in setup.terrain if one.id not in destroyed or rows[one.kind].crossing]
    closed = {*burning, *destroyed}
    ways = [one for one in there if rows[one.kind].crossing and one.id not in closed]
    near = setup.tables.distances.crossing
    return tuple(
        Thing(
            one.id,
            rows[one.kind],
            one.shapes,
            _box(one.shapes),
            one.level,
            one.id in closed,
            (),
            _bridges(one, ways, near),
        )
        for one in there
    )


class _Ground(NamedTuple):
    """What lies on the table; what of it rises; what of it slows."""

    terrain: tuple[Thing, ...]
    hills: tuple[Thing, ...]
    slow: tuple[Thing, ...]


@lru_cache(maxsize=64)
def _ground(setup: NapoleonicSetup, burning: tuple[str, ...], destroyed: tuple[str, ...]) -> _Ground:
    terrain = _terrain(setup, burning, destroyed)
    hills = tuple(one for one in terrain if one.row and one.row.id == HILL)
    return _Ground(terrain, hills, tuple(one for one in terrain if one.row and one.row.max_move))


@clause("NA-OBS-15")
def _bridges(one: Terrain, ways: Sequence[Terrain], near: int) -> tuple[str, ...]:
    if one.kind not in BARRIERS:
        return ()
    return tuple(way.id for way in ways if units_gap(one.shapes, way.shapes) <= near)


class Land:
    """The ground as it is now. ``taken``: places entered this turn; ``guns``: guns and train by the side for which they
    stand."""

    def __init__(self, field: Field) -> None:
        self.width, self.height = field.setup.width, field.setup.height
        works = field.works
        self.terrain, self.hills, self.slow = _ground(field.setup, works.burning, works.destroyed)
        self.taken = dict(works.taken)
        self._row = field.tables.obstacles[GUNS]
        self._bodies, self._lanes = field.bodies, field.corridors
        self._held: dict[str, list[tuple[str, str]]] = {}
        self._moved: dict[str, Base] = {}

    @once
    def corridors(self) -> tuple[Thing, ...]:
        return tuple(
            Thing(one.id, None, (one.shape,), one.shape.box, open_to=one.open_to) for one in self._lanes
        )

    @once
    def ground(self) -> tuple[Thing, ...]:
        """Terrain and corridors."""
        return *self.terrain, *self.corridors

    @once
    def guns(self) -> list[tuple[str, Thing]]:
        guns = [one for one in self._bodies if isinstance(one, Gun)]
        train = [*guns, *(one for one in self._bodies if isinstance(one, Wagon))]
        return [(flag(one), Thing(one.id, self._row, (one.shape,), one.shape.box)) for one in train]

    def held(self, place: Thing) -> list[tuple[str, str]]:
        """(id, side) of who stood in a place when the turn began."""
        found = self._held.get(place.id)
        if found is None:
            there = (one for one in self._bodies if place.meets(_at_start(one)))
            found = self._held[place.id] = [(one.id, flag(one)) for one in there]
        return found

    def inside(self, place: Thing, but: str = "") -> bool:
        """Whether anybody stands in a place now, one who doesn't count left out."""
        moved = self._moved
        return any(one.id != but and place.meets(moved.get(one.id) or one.shape) for one in self._bodies)

    def stands(self, who: str, base: Base) -> None:
        """Somebody has come to stand elsewhere."""
        self._moved[who] = base

    def near(self, box: Box, side: str, own: str = "") -> list[Thing]:
        """What one of that side may meet within a box."""
        found = about(self.ground, box)
        return found + about((one for flag, one in self.guns if flag == side and one.id != own), box)

    @clause("NA-OBS-02")
    def level(self, point: Point) -> int:
        """The level of the ground; open ground is 0."""
        found = 0
        for hill in self.hills:
            if hill.level > found and hill.holds(point):
                found = hill.level
        return found

    def is_off(self, point: Point) -> bool:
        """Beyond the table's edge."""
        return not (0 <= point[0] <= self.width and 0 <= point[1] <= self.height)


def about(things: Iterable[Thing], box: Box) -> list[Thing]:
    """Those whose boxes meet a box."""
    west, south, east, north = box
    found = []
    for one in things:
        left, low, right, top = one.box
        if left <= east and right >= west and low <= north and top >= south:
            found.append(one)
    return found


def _at_start(body: Body) -> Base:
    if body.start is None or body.start == (body.x, body.y, body.heading):
        return body.shape
    x, y, heading = body.start
    return body.shape.put(type(body.pose)(x, y, heading))


@clause(
    "NA-OBS-01", "NA-OBS-02", "NA-OBS-03", "NA-OBS-04", "NA-OBS-05", "NA-OBS-06", "NA-OBS-07", "NA-OBS-08",
    "NA-OBS-12", "NA-OBS-13", "NA-ROUT-15",
)  # fmt: skip
def effect(thing: Thing, kind: Kind, who: str, level: int, *, flees: bool = False) -> Effect:
    """What a thing does to one who comes to it; ``level``: of the ground where he started the phase."""
    row = thing.row
    if row is None:
        return "free" if flees or who in thing.open_to else "stop"
    if is_barred(thing, kind) or row.one_turn:
        return "stop"
    if row.one_unit:
        return "place"
    if row.max_move:
        return "slow"
    if row.delay and not (row.uphill_only and thing.level <= level):
        return "delay"
    return "free"


@clause("NA-OBS-12", "NA-OBS-13")
def is_barred(thing: Thing, kind: Kind) -> bool:
    """Closed to that arm for good."""
    row = thing.row
    return row is not None and (thing.closed or not row.open_to(kind.branch, kind.dismounted))


@clause("NA-OBS-02", "NA-OBS-10", "NA-ROUT-03")
def minus(row: Obstacle, kind: Kind) -> int:
    """What a row takes from the fighting value of that arm."""
    return row.minus(kind.branch, kind.dismounted)


def land_of(field: Field) -> Land:
    """The ground of a position, made once; only to look at."""
    land: Land | None = field.kept.get("land")
    if land is None:
        land = field.kept["land"] = Land(field)
    return land
