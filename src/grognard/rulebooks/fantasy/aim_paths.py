"""The path by which a unit comes to stand where a hand put it: a wheel, straight on, and a wheel at the end."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Leg
from grognard.rulebooks.fantasy.paths import Path, cost
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.seeing import block
from grognard.rulebooks.fantasy.tracks import FINE, wheel_cost, wheeled
from grognard.space.pose import Point, Pose, distance, heading_to, local, turn_to
from grognard.space.sine import TURN

HERE = 400
"""Put down so near to where it stands (thousandths), a unit was not moved."""
LEAST_TURN = 20
"""Tenths of a degree that count as a turn."""
COARSE, WIDEST = 20, 1800
"""First every two degrees are tried, then those around the best."""
DEGREE, ROUND = 10, 50
"""A hand wheels by whole degrees and goes on by so many thousandths: an order has to be read."""


@clause("FA-MOV-02")
def path_to(field: Field, unit_id: str, at: Point, heading: int | None) -> Path:
    """Legs that bring its middle to a place, with a heading if one is given: a wheel that ends near enough, the smaller
    the better, and a way straight on. () where it is there already."""
    unit = block(field, unit_id)
    if distance(unit.centre, at) <= HERE:
        turn = 0 if heading is None else turn_to(unit.heading, heading)
        return (Leg("wheel", turn),) if abs(turn) > LEAST_TURN else ()
    plans = [
        (turn, last)
        for turn in range(-WIDEST + COARSE, WIDEST, COARSE)
        for last in _lasts(unit, turn, heading)
    ]
    best, last = min(plans, key=lambda plan: _price(unit, plan[0], plan[1], at, heading))
    near = [one for one in range(best - DEGREE, best + COARSE, DEGREE) if best]
    turn = min(near, key=lambda one: _off(*_laid(unit, one, last + best - one if last else 0, at)), default=0)
    last += best - turn if last else 0
    _, ahead = _laid(unit, turn, last, at)
    legs = [Leg("wheel", turn)] if turn else []
    ahead -= ahead % ROUND
    legs += [Leg("fwd", ahead)] if ahead > 0 else []
    legs += [Leg("wheel", last)] if abs(last) > LEAST_TURN else []
    return tuple(legs)


def _lasts(unit: Block, turn: int, heading: int | None) -> tuple[int, ...]:
    """Wheels at the end: to the heading that is asked for; else none, or back to the old one."""
    if heading is not None:
        return (turn_to((unit.heading + turn) % TURN, heading),)
    return (0, -turn) if turn else (0,)


def _price(unit: Block, turn: int, last: int, at: Point, heading: int | None) -> tuple[int, int]:
    """How far it would end from the place, where that is more than a little; then how much it turns, and how far it
    looks away from where it was led."""
    off = _off(*_laid(unit, turn, last, at))
    end = (unit.heading + turn + last) % TURN
    wanted = (unit.heading, heading_to(unit.centre, at)) if heading is None else (heading,)
    away = min(abs(turn_to(one, end)) for one in wanted)
    return max(off, HERE), abs(turn) + abs(last) + 2 * away


def _off(aside: int, ahead: int) -> int:
    """What lies beside the place or behind the unit."""
    return abs(aside) + max(-ahead, 0)


def _laid(unit: Block, turn: int, last: int, at: Point) -> tuple[int, int]:
    """With these wheels: how far beside the place it passes, and how far it has to go on between them."""
    front = wheeled(unit.front, unit.width, turn)
    middle = wheeled(front, unit.width, last).ahead(-unit.depth // 2)
    return local(Pose(middle.x, middle.y, front.heading), at)


def fitted(field: Field, unit_id: str, path: Path, limit: int) -> Path:
    """As much of a path as an allowance pays for, the last leg cut short."""
    kept: Path = ()
    for leg in path:
        if cost(field, unit_id, (*kept, leg)) <= limit:
            kept = (*kept, leg)
            continue
        low, high = 0, abs(leg.amount)
        sign = 1 if leg.amount > 0 else -1
        while high - low > 1:
            middle = (low + high) // 2
            fits = cost(field, unit_id, (*kept, Leg(leg.kind, sign * middle))) <= limit
            low, high = (middle, high) if fits else (low, middle)
        low -= low % (ROUND if leg.kind == "fwd" else DEGREE)
        return (*kept, Leg(leg.kind, sign * low)) if low else kept
    return kept


@clause("FA-UNIT-07")
def nearest_within(field: Field, unit_id: str, at: Point, limit: int) -> Path:
    """A wheel and a way straight on within an allowance (thousandths) that end nearest to a place."""
    unit = block(field, unit_id)
    measure = str(field.option("wheel_measure"))
    ends = []
    for turn in range(-WIDEST + COARSE, WIDEST, COARSE):
        left = limit - wheel_cost(unit, abs(turn), measure) // FINE
        if left >= 0:
            aside, ahead = _laid(unit, turn, 0, at)
            gone = min(max(ahead, 0), left)
            ends.append((hypot(aside, ahead - gone), abs(turn), turn, gone))
    if not ends:
        return ()
    _, _, turn, gone = min(ends)
    gone -= gone % ROUND
    legs = [Leg("wheel", turn)] if turn else []
    return fitted(field, unit_id, (*legs, Leg("fwd", gone)) if gone else tuple(legs), limit)


def towards(field: Field, unit_id: str, at: Point, heading: int | None) -> Iterator[Path]:
    """Paths to a place, the wished one first; then without the last wheel."""
    path = path_to(field, unit_id, at, heading)
    if path:
        yield path
    if heading is not None:
        plain = path_to(field, unit_id, at, None)
        if plain and plain != path:
            yield plain
