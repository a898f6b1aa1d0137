"""What lies in the way: terrain, other units, the table's edge; how far a step may go (chapters Movement, Terrain)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.pike_and_shot.field import GUN, HORSE, Field, close_by
from grognard.rulebooks.pike_and_shot.model import PikeSetup, Stand, Survey, Terrain, TerrainKind, Unit
from grognard.space import outline
from grognard.space.measure import overlap, within
from grognard.space.moves import Slide, slide, sweep
from grognard.space.outline import Box, Outline, Shape, boxes_near, holds, moved_box
from grognard.space.pose import Point, step
from grognard.space.sine import COS, ONE, SIN

Shapes = Sequence[outline.Base]
CROSSINGS = 500
"""A path over a ford or bridge is looked at every half inch."""
BESIDE = 200
"""Bases farther than this beside a way have no part in it (a first cut)."""


class Way(NamedTuple):
    """How far a unit may go straight on, and the enemies that it then touches (none: nothing or no enemy stops it)."""

    distance: int
    hits: tuple[str, ...] = ()


# --- terrain ---


def kind(field: Field, piece: Terrain) -> TerrainKind:
    return field.tables.terrain[piece.kind]


@clause("PS-TERR-01")
def terrain_at(setup: PikeSetup, point: Point) -> list[Terrain]:
    """A base is in terrain if its centre is."""
    return [piece for piece in setup.terrain if holds(piece.shape, point)]


def on_way(setup: PikeSetup, before: Shapes, after: Shapes) -> tuple[Terrain, ...]:
    """Terrain touched at the start of a step, on its way or at its end."""
    area = box_around((*before, *after))
    near = tuple([piece for piece in setup.terrain if boxes_near(piece.shape.box, area)])
    return _on_way(near, tuple(before), tuple(after)) if near else ()


@lru_cache(maxsize=1024)
def _on_way(
    near: tuple[Terrain, ...], before: tuple[outline.Base, ...], after: tuple[outline.Base, ...]
) -> tuple[Terrain, ...]:
    hulls: dict[int, Outline] = {}
    return tuple([piece for piece in near if _touched(piece, before, after, hulls)])


def _touched(piece: Terrain, before: Shapes, after: Shapes, hulls: dict[int, Outline]) -> bool:
    if any(holds(piece.shape, base.at) for base in (*before, *after)):
        return True  # a base whose very middle lies in it has a side's half in it at least
    for i, (a, b) in enumerate(zip(before, after, strict=True)):
        if boxes_near(box_around((a, b)), piece.shape.box):
            if i not in hulls:
                hulls[i] = sweep(a, b)
            if overlap(hulls[i], piece.shape):
                return True
    return False


@clause("PS-MOVE-10", "PS-FORM-02")
def allowance(field: Field, unit: Unit, before: Shapes, after: Shapes) -> int:
    """M for a step, times the lowest factor of what it touches; a column on a road goes farther."""
    factor = min((kind(field, piece).move for piece in on_way(field.setup, before, after)), default=100)
    most = field.move(unit) * factor // 100
    if field.formation(unit).road_bonus:
        most = most * _road(field, before, after) // 100
    return most


def _road(field: Field, before: Shapes, after: Shapes) -> int:
    """Factor of the road that all bases stand on before and after a step."""
    points = [shape.at for shape in (*before, *after)]
    factors = [
        max((kind(field, piece).column_move for piece in terrain_at(field.setup, point)), default=100)
        for point in points
    ]
    return min(factors, default=100)


@clause("PS-MOVE-10", "PS-FORM-05")
def rough(field: Field, unit: Unit, before: Shapes, after: Shapes) -> str:
    """Rough ground that a step touches and that hangs a DP; "" for none, or in open formation."""
    if unit.formation == "open" and not unit.routing:
        return ""
    return next((one.id for one in on_way(field.setup, before, after) if kind(field, one).rough), "")


@clause("PS-TERR-02", "PS-BASE-09")
def shut(field: Field, unit: Unit) -> list[Terrain]:
    """Terrain that a unit may not enter: rivers, woods and the like for guns, bridges for all but columns."""
    return _shut(field.setup, frozenset([base.type for base in unit.bases]), unit.formation == "column")


@lru_cache(maxsize=256)
def _shut(setup: PikeSetup, types: frozenset[str], column: bool) -> list[Terrain]:
    """The same all day for those who have bases of these types."""
    tables = setup.tables
    arms = {tables.bases[one].arm for one in types}
    return [one for one in setup.terrain if _is_shut(tables.terrain[one.kind], arms, column)]


def _is_shut(one: TerrainKind, arms: set[str], column: bool) -> bool:
    return (
        one.impassable
        or (GUN in arms and not one.guns)
        or (HORSE in arms and not one.horse)
        or (one.column_only and not column)
    )


@clause("PS-TERR-02")
def bridged(field: Field, closed: Sequence[Terrain], before: Shapes, after: Shapes, river: Terrain) -> bool:
    """Whether a way over impassable ground lies on a ford or a bridge all the time."""
    if not kind(field, river).impassable:
        return False
    over = [one for one in field.setup.terrain if one not in closed and overlap(one.shape, river.shape)]
    if not over:
        return False
    return all(
        not holds(river.shape, point) or any(holds(one.shape, point) for one in over)
        for a, b in zip(before, after, strict=True)
        for point in _along(a, b)
    )


def _along(before: outline.Base, after: outline.Base) -> Iterable[Point]:
    """Reference points of a base on its straight way, every half inch."""
    dx, dy = after.pose.x - before.pose.x, after.pose.y - before.pose.y
    steps = max(abs(dx), abs(dy)) // CROSSINGS + 1
    for i in range(steps + 1):
        yield from before.shifted((dx * i // steps, dy * i // steps)).reference_points
    yield from after.reference_points


# --- standing ---


@clause("PS-BASE-09")
def on_table(setup: PikeSetup, shapes: Shapes) -> bool:
    """Whether all bases stand wholly on the table."""
    west, south, east, north = box_around(shapes)
    return west >= 0 and south >= 0 and east <= setup.width and north <= setup.height


@clause("PS-BASE-09")
def in_the_way(field: Field, unit: Unit, shapes: Shapes) -> str:
    """Id of what bases would overlap: another unit or ground that the unit may not enter; "" for nothing."""
    return next(_clashes(field, unit, shapes, shapes), "")


@clause("PS-MAN-08")
def crossed_on_way(field: Field, unit: Unit, before: Shapes, after: Shapes) -> str:
    """The same for the ground swept on a way (convex hull of the outlines before and after, base by base)."""
    area = box_around((*before, *after))
    near = [other.box for other in close_by(field.units, area) if other.id != unit.id]
    near += [one.shape.box for one in shut(field, unit) if boxes_near(one.shape.box, area)]
    hulls = swept(before, after, near)
    return next(_clashes(field, unit, hulls, after), "") if hulls else ""


def swept(before: Shapes, after: Shapes, near: Sequence[Box]) -> list[Shape]:
    """The ground that bases sweep, base by base: of those alone whose way comes near one of some boxes."""
    ways = [(a, b, box_around((a, b))) for a, b in zip(before, after, strict=True)] if near else []
    return [a if a == b else sweep(a, b) for a, b, area in ways if any(boxes_near(area, box) for box in near)]


def _clashes(field: Field, unit: Unit, shapes: Sequence[Shape], after: Shapes) -> Iterator[str]:
    area = box_around(shapes)
    for other in close_by(field.units, area):
        if other.id != unit.id and _overlap_any(shapes, other.shapes):
            yield other.id
    closed = shut(field, unit)
    for one in closed:
        meets = boxes_near(one.shape.box, area) and _overlap_any(shapes, (one.shape,))
        if meets and not bridged(field, closed, after, after, one):
            yield one.id


def box_around(shapes: Sequence[Shape]) -> Box:
    """The box that holds all of some shapes; IndexError of none."""
    west, south, east, north = shapes[0].box
    for shape in shapes:
        a, b, c, d = shape.box
        west = a if a < west else west
        south = b if b < south else south
        east = c if c > east else east
        north = d if d > north else north
    return west, south, east, north


def _overlap_any(shapes: Sequence[Shape], others: Sequence[Shape]) -> bool:
    return any(overlap(a, b) for a in shapes for b in others if boxes_near(a.box, b.box))


@clause("PS-BASE-09", "PS-MOVE-12")
def too_near(field: Field, unit: Unit, shapes: Shapes, gap: int, excepted: Collection[str]) -> str:
    """An enemy that bases would come nearer to than ``gap``; "" for none. ``excepted``: those touched already."""
    area = box_around(shapes)
    for enemy in close_by(field.enemies(unit.id), area, gap):
        if enemy.id in excepted:
            continue
        if any(within(a, b, gap - 1) for a in shapes for b in enemy.shapes if boxes_near(a.box, b.box, gap)):
            return enemy.id
    return ""


# --- straight on ---


@clause("PS-MOVE-08", "PS-MOVE-11", "PS-MOVE-12", "PS-BASE-09")
def straight(
    field: Field,
    unit: Unit,
    heading: int,
    limit: int,
    *,
    contact: bool,
    through: bool = False,
    off: bool = False,
) -> Way:
    """How far a unit may slide: to the first friend, shut ground or table edge; to the first enemy (``contact``) or
    0.1 inch short of him. ``through``: friends don't stop it; ``off``: nor does the edge."""
    sort = "straight", unit.stand, unit.formation, heading, contact, through, off
    known: dict[int, Way] = field.still.setdefault(sort, {})
    found = known.get(limit)
    if found is None:
        part = _is_part(known, limit) and not _shut_ahead(field, unit, heading, limit)
        found = Way(limit) if part else _straight(field, unit, heading, limit, contact, through, off)
        known[limit] = found
    return found


def _is_part(known: dict[int, Way], limit: int) -> bool:
    """Whether a way ends before anything stops a longer one. Shut ground is left to a look of its own: fords and
    bridges are looked for all along a way."""
    longest = known[max(known)] if known else Way(0)
    return 0 < limit < longest.distance or (0 < limit == longest.distance and not longest.hits)


def _straight(
    field: Field, unit: Unit, heading: int, limit: int, contact: bool, through: bool, off: bool
) -> Way:
    if not off:
        limit = to_edge(field.setup, unit, heading, limit)
    if limit <= 0:
        return Way(0)
    still: list[Shape] = [] if through else _friends(field, unit, heading, limit)
    still += _walls(field, unit, heading, limit)
    free = _slide(unit.shapes, heading, limit, tuple(still)).distance if still else limit
    enemies = [(one.id, shape) for one, shape in _near(unit, field.enemies(unit.id), heading, free)]
    if not enemies:
        return Way(free)
    keep = 0 if contact else field.parameters.contact_gap
    way = _slide(unit.shapes, heading, free, tuple([shape for _, shape in enemies]), keep)
    hits = tuple(dict.fromkeys(enemies[i][0] for i in way.hits))
    return Way(way.distance, hits if contact else ())


@lru_cache(maxsize=1024)
def _slide(
    bases: tuple[outline.Base, ...], heading: int, limit: int, obstacles: tuple[Shape, ...], keep: int = 0
) -> Slide:
    """Kept, since a step is weighed, checked and made, and the same ones stand around all the time."""
    return slide(bases, heading, limit, obstacles, keep)


def _near(
    unit: Unit, others: Iterable[Unit], heading: int, limit: int
) -> Iterable[tuple[Unit, outline.Base]]:
    """Bases of other units that a way comes near to."""
    area = moved_box(unit.box, (SIN[heading], COS[heading]), limit)
    for other in close_by(others, area, BESIDE):
        yield from ((other, shape) for shape in other.shapes if boxes_near(shape.box, area, BESIDE))


def _friends(field: Field, unit: Unit, heading: int, limit: int) -> list[Shape]:
    return [shape for _, shape in _near(unit, field.friends(unit.id), heading, limit)]


def _walls(field: Field, unit: Unit, heading: int, limit: int) -> list[Shape]:
    """Shut ground ahead, but for rivers that the way crosses by ford or bridge."""
    ahead = _shut_ahead(field, unit, heading, limit)
    if not ahead:
        return []
    closed, after = shut(field, unit), [shape.shifted(step(heading, limit)) for shape in unit.shapes]
    return [one.shape for one in ahead if not bridged(field, closed, unit.shapes, after, one)]


def _shut_ahead(field: Field, unit: Unit, heading: int, limit: int) -> list[Terrain]:
    """Shut ground that a way comes near to."""
    area = moved_box(unit.box, (SIN[heading], COS[heading]), limit)
    return [one for one in shut(field, unit) if boxes_near(one.shape.box, area)]


@clause("PS-BASE-09")
def to_edge(setup: PikeSetup, unit: Unit, heading: int, limit: int) -> int:
    """How far along a heading, up to a limit, a unit stays wholly on the table."""
    west, south, east, north = unit.box
    for speed, low, high in (
        (SIN[heading], west, setup.width - east),
        (COS[heading], south, setup.height - north),
    ):
        room = high if speed > 0 else low
        if speed and room * ONE < limit * abs(speed):
            limit = room * ONE // abs(speed)
    return max(0, limit)


@clause("PS-MOVE-08", "PS-MOVE-10")
def longest(field: Field, unit: Unit, heading: int) -> int:
    """The longest straight step that the ground allows: its M, shortened by what lies on its way."""
    ground = _same_ground(field.setup.survey, unit.stand, field.formation(unit).id, heading)
    found: int | None = ground.get("longest")
    if found is None:
        found = ground["longest"] = _longest(field, unit, heading)
    return found


@lru_cache(maxsize=1024)
def _same_ground(survey: Survey, stand: Stand, formation: str, heading: int) -> dict[str, int]:
    """What the ground allows a unit that stands so, whoever else stands where."""
    return {}


def _longest(field: Field, unit: Unit, heading: int) -> int:
    plain = field.move(unit)
    full = plain * _best_road(field, unit) // 100
    shapes = unit.shapes
    area = moved_box(unit.box, (SIN[heading], COS[heading]), full)
    near = [piece for piece in field.setup.terrain if boxes_near(piece.shape.box, area)]
    if full == plain and all(kind(field, piece).move == 100 for piece in near):
        return plain

    def allowed(length: int) -> bool:
        after = [shape.shifted(step(heading, length)) for shape in shapes]
        return 0 < length <= allowance(field, unit, shapes, after)

    if allowed(full):
        return full
    factors = {kind(field, piece).move for piece in field.setup.terrain} | {100}
    tries = {most * factor // 100 for factor in factors for most in (plain, full)}
    slow = [piece for piece in near if kind(field, piece).move < 100]
    tries |= {_slide(shapes, heading, full, (piece.shape,)).distance for piece in slow}
    return next((one for one in sorted(tries, reverse=True) if one <= full and allowed(one)), 0)


def _best_road(field: Field, unit: Unit) -> int:
    if not field.formation(unit).road_bonus:
        return 100
    return max((kind(field, one).column_move for one in field.setup.terrain), default=100)
