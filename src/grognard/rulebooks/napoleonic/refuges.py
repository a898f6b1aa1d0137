"""Where those go who stand at a burning building or on a bridge that is no more (NA-ART-12, 13)."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import BARRIERS, Thing, land_of
from grognard.rulebooks.napoleonic.model import Body
from grognard.rulebooks.napoleonic.moving import rear_heading
from grognard.space.measure import gap, nearest_point, overlap
from grognard.space.outline import Base
from grognard.space.pose import heading_to, step

FAR = 3000
"""Nobody goes farther than this off a bridge or out of a building."""
ASIDE = (0, 1800, 900, 2700)


def places_away(field: Field, body: Body, terrain_id: str) -> tuple[int, int] | None:
    """In which direction and how far a body must go away from a place that fire has just ruined; None where it need
    not."""
    place = next(one for one in land_of(field).terrain if one.id == terrain_id)
    assert place.row is not None
    return _from_fire(field, body, place) if place.row.burns else _off_bridge(field, body, place)


@clause("NA-ART-12")
def _from_fire(field: Field, body: Body, place: Thing) -> tuple[int, int] | None:
    """Straight away until it is far enough from the edge; from inside towards its own rear."""
    limit, shape = field.distances.burning, place.shapes[0]
    if gap(body.shape, shape) >= limit:
        return None
    inside = overlap(body.shape, shape)
    at = body.pose.at
    heading = rear_heading(field, body) if inside else heading_to(nearest_point(shape, at), at)
    return heading, _until(body.shape, heading, lambda base: gap(base, shape) >= limit)


@clause("NA-ART-13")
def _off_bridge(field: Field, body: Body, place: Thing) -> tuple[int, int] | None:
    """The nearer bank: the shortest way off the bridge on which no water is left under it or crossed."""
    if not place.meets(body.shape):
        return None
    water = [
        one for one in land_of(field).terrain if one.row and one.row.id in BARRIERS and _led_over(one, place)
    ]
    ways = []
    for turn in ASIDE:
        heading = (body.heading + turn) % 3600
        far = _until(body.shape, heading, lambda base: _is_clear(base, place, water))
        ways.append((far, turn, heading))
    far, _, heading = min(ways)
    return heading, far


def _led_over(barrier: Thing, place: Thing) -> bool:
    return any(gap(a, b) <= FAR // 6 for a in barrier.shapes for b in place.shapes)


def _is_clear(base: Base, place: Thing, water: list[Thing]) -> bool:
    return not place.meets(base) and not any(one.meets(base) for one in water)


def _until(base: Base, heading: int, done: Callable[[Base], bool]) -> int:
    """How far it must go that way until it is done; the most that anybody goes where it never is."""
    low, high = 0, FAR
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if done(base.shifted(step(heading, middle))) else (middle, high)
    return high
