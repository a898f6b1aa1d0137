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
from grognard.space.pose import Point, Pose, distance, local, turn_to

HERE = 400
"""Put down so near to where it stands (thousandths), a unit was not moved."""
LEAST_TURN = 20
"""Tenths of a degree that count as a turn."""
COARSE, WIDEST = 50, 1800
"""First every five degrees are tried, then every tenth around the best."""
ASIDE = 4
"""So much a thousandth beside the place counts more than one too short."""


@clause("FA-MOV-02")
def path_to(field: Field, unit_id: str, at: Point, heading: int | None) -> Path:
    """Legs that bring its middle to a place, facing there if a heading is given: of all wheels with a way straight on
    the one that ends nearest, the smaller of equal ones. () where it is there already."""
    unit = block(field, unit_id)
    if distance(unit.centre, at) <= HERE:
        turn = 0 if heading is None else turn_to(unit.heading, heading)
        return (Leg("wheel", turn),) if abs(turn) > LEAST_TURN else ()
    best = min(range(-WIDEST + COARSE, WIDEST, COARSE), key=lambda turn: _miss(unit, turn, at, heading))
    near = range(best - COARSE, best + COARSE + 1)
    turn = min(near, key=lambda one: _miss(unit, one, at, heading))
    if _miss(unit, 0, at, heading)[0] <= HERE // 2:
        turn = 0
    _, ahead, last = _laid(unit, turn, at, heading)
    legs = [Leg("wheel", turn)] if turn else []
    legs += [Leg("fwd", ahead)] if ahead > 0 else []
    legs += [Leg("wheel", last)] if abs(last) > LEAST_TURN else []
    return tuple(legs)


def _miss(unit: Block, turn: int, at: Point, heading: int | None) -> tuple[int, int]:
    """How far beside (and behind) the place it would end; then how much it turns."""
    aside, ahead, last = _laid(unit, turn, at, heading)
    return abs(aside) * ASIDE + max(-ahead, 0) * ASIDE, abs(turn) + abs(last)


def _laid(unit: Block, turn: int, at: Point, heading: int | None) -> tuple[int, int, int]:
    """After a wheel by ``turn``: how far beside the place it passes, how far it has to go on, and the wheel at the end
    that gives it the heading."""
    front = wheeled(unit.front, unit.width, turn)
    last = 0 if heading is None else turn_to(front.heading, heading)
    end = wheeled(front, unit.width, last)
    middle = end.ahead(-unit.depth // 2)
    right, ahead = local(Pose(middle.x, middle.y, front.heading), at)
    return right, ahead, last


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
            aside, ahead, _ = _laid(unit, turn, at, None)
            gone = min(max(ahead, 0), left)
            ends.append((hypot(aside, ahead - gone), abs(turn), turn, gone))
    if not ends:
        return ()
    _, _, turn, gone = min(ends)
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
