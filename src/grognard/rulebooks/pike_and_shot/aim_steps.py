"""Which step brings a unit nearest to where a hand put it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot import going, plans, steps
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Bases, Unit
from grognard.rulebooks.pike_and_shot.picture_map import block
from grognard.space.outline import Base, Edge
from grognard.space.pose import Point, distance, heading_to, local, turn_to
from grognard.space.sine import TURN

HERE = 300
"""Put down so near to where it stands, a unit was not moved."""
SAME = 60, 20
"""Thousandths and tenths within which a step is the same as one on the list."""
AT_ONCE = 450
"""Tenths of a degree that are turned with one move point."""
LEAST_TURN = 20
FAR_OFF = 3.0
"""Move points by which a step may be worse than the best and is still offered."""


def steps_to(
    field: Field, unit: Unit, listed: tuple[Order, ...], at: Point, heading: int | None, upon: bool
) -> list[Order]:
    """Steps of the list and others that lead towards a place (and heading), the quickest way first. ``upon``: the
    place is another unit, so that contact is meant."""
    start = _left(field, unit, unit.block, at, heading)
    found: list[tuple[float, int, Order, bool]] = []
    ends: dict[str, list[Base]] = {}
    ideas = list(_free(field, unit, at, heading, upon))
    for rank, order in enumerate([*listed, *ideas]):
        end = end_of(field, unit, order)
        if end is None:
            continue
        held, verb = block(end), _verb(order)
        if rank >= len(listed) and any(_alike(held, one) for one in ends.get(verb, ())):
            continue
        ends.setdefault(verb, []).append(held)
        left = _left(field, unit, held, at, heading)
        there = _is_there(held, at, heading)
        if there or left < start - 0.05:
            price = _price(field, unit, order) + left
            found.append((price, rank, order, there))
    if not found:
        return ideas[:1]
    best = min(found)[0]
    return [order for price, _, order, there in sorted(found) if there or price <= best + FAR_OFF]


def end_of(field: Field, unit: Unit, order: Order) -> Bases | None:
    """Where the bases stand after a step, a manoeuvre once it is finished; None where it can't be said."""
    try:
        match order[0]:
            case "advance":
                numbers = [one for one in order[1:] if isinstance(one, int)]
                return steps.moved(unit, numbers[0]) if len(numbers) == 1 else None
            case "manoeuvre":
                return plans.plan_of(field, unit, order[1:]).goal
            case "go_on" if unit.hanging is not None:
                return unit.hanging.goal
    except Refused:
        return None
    return unit.bases if order == ("stop",) else None


def _verb(order: Order) -> str:
    return str(order[1] if order[0] == "manoeuvre" else order[0])


def _alike(one: Base, other: Base) -> bool:
    far, turn = SAME
    return distance(one.at, other.at) <= far and abs(turn_to(one.heading, other.heading)) <= turn


def _is_there(held: Base, at: Point, heading: int | None) -> bool:
    far, turn = SAME
    facing = heading is None or abs(turn_to(held.heading, heading)) <= turn
    return distance(held.at, at) <= far and facing


def _left(field: Field, unit: Unit, held: Base, at: Point, heading: int | None) -> float:
    """About how many move points more it takes from there."""
    far = distance(held.at, at)
    last = 0 if heading is None else abs(turn_to(held.heading, heading))
    if far <= HERE:
        return far / field.move(unit) + last / AT_ONCE
    bearing = heading_to(held.at, at)
    angle = abs(turn_to(held.heading, bearing))
    if heading is not None:
        last = min(last, abs(turn_to(bearing, heading)))
    turns = angle / AT_ONCE + (1 if angle > LEAST_TURN else 0)
    return far / field.move(unit) + turns + last / AT_ONCE / 2


def _price(field: Field, unit: Unit, order: Order) -> float:
    """Move points of a step."""
    if order[0] == "advance":
        return int(order[1]) / field.move(unit)
    if order[0] == "manoeuvre":
        return plans.cost(field, unit, plans.plan_of(field, unit, order[1:]))
    return 1 if order[0] == "go_on" else 0


def _free(field: Field, unit: Unit, at: Point, heading: int | None, upon: bool) -> Iterator[Order]:
    """Steps with the measures that the place asks for, whether the rules allow them or not; the plainest first."""
    held = unit.block
    right, ahead = local(held.pose, at)
    bearing = turn_to(held.heading, heading_to(held.at, at)) if (right, ahead) != (0, 0) else 0
    turns = [bearing] + ([] if heading is None else [turn_to(held.heading, heading)])
    straight = [*_ahead(field, unit, ahead, upon)]
    aside = abs(right) > ahead
    if not aside:
        yield from straight
    for angle in turns:
        yield from _turns(angle)
    yield from _wheels_to(unit, at)
    if aside:
        yield from straight
    if right:
        yield "manoeuvre", "side_step", "right" if right > 0 else "left", abs(right)
    if ahead < 0:
        yield "manoeuvre", "step_back", -ahead


def _ahead(field: Field, unit: Unit, ahead: int, upon: bool) -> Iterable[Order]:
    """Straight on as far as asked for and possible; where nothing is possible, as far as asked for."""
    if ahead <= 0:
        return []
    way = steps.furthest(field, unit)
    if upon and way.hits:
        return [("advance", way.distance)]
    most = way.distance or going.longest(field, unit, steps.heading_of(unit)) or field.move(unit)
    return [("advance", min(ahead, most))]


def _turns(angle: int) -> Iterator[Order]:
    if abs(angle) <= LEAST_TURN:
        return
    side = "right" if angle > 0 else "left"
    if abs(angle) > TURN // 2 - AT_ONCE:
        yield "manoeuvre", "turn_about"
    yield "manoeuvre", "turn", max(angle, 1 - TURN // 2)
    yield "manoeuvre", "wheel", side, min(abs(angle), TURN // 4)
    if abs(abs(angle) - TURN // 4) <= AT_ONCE // 2:
        yield "manoeuvre", "quarter_turn", side


def _wheels_to(unit: Unit, at: Point) -> Iterator[Order]:
    """The wheel about each front corner that brings the middle of the unit nearest to the place."""
    held = unit.block
    left, right = held.edge(Edge.FRONT)
    for side, sign, pivot in (("right", 1, right), ("left", -1, left)):
        angle = sign * turn_to(heading_to(pivot, held.at), heading_to(pivot, at))
        if LEAST_TURN < angle <= TURN // 4:
            yield "manoeuvre", "wheel", side, angle
