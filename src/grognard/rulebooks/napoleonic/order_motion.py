"""Ways as they're said: so far ahead, towards something, to a point, a turn; and the poses they come to."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T
from grognard.orders.stretch import Unclear
from grognard.rulebooks.napoleonic import moving, ways
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Gun
from grognard.rulebooks.napoleonic.tracks import lay, leg_cost, turned_towards, written
from grognard.space.pose import Point, Pose, heading_to, root, step
from grognard.space.sine import TURN

MERKA = 1000


class Leg(NamedTuple):
    """``kind``: to (x, y), face (heading), turn (angle), ahead, back, right, left, course (heading, how far), towards
    (x, y, how far at most, how near), each in thousandths or tenths. ``far`` None: as far as it can."""

    kind: str
    numbers: tuple[int, ...] = ()
    far: int | None = None


def merka(number: Decimal) -> int:
    return int(number * MERKA)


def tenths(number: Decimal) -> int:
    return int(number * 10)


class Way:
    """Poses one after another, and what is left of the allowance."""

    def __init__(self, body: Body, most: int) -> None:
        self.body, self.most = body, most
        self.poses: list[Pose] = []

    @property
    def here(self) -> Pose:
        return self.poses[-1] if self.poses else self.body.pose

    @property
    def left(self) -> int:
        return max(self.most - lay(self.body.shape, self.poses).total, 0)

    def far(self, leg: Leg) -> int:
        return self.left if leg.far is None else leg.far

    def add(self, pose: Pose) -> None:
        if pose != self.here:
            self.poses.append(pose)

    def turn(self, heading: int, straight: int | None = None) -> None:
        """To a heading, as far as the allowance lets it; fully where more is said of the way."""
        pose = Pose(self.here.x, self.here.y, heading % TURN)
        base = self.body.shape.put(self.here)
        if straight is None and leg_cost(base, pose) > self.left:
            pose = turned_towards(base, heading % TURN, self.left)
        self.add(pose)


@clause("NA-MOVE-04", "NA-MOVE-05")
def way_of(field: Field, body: Body, verb: str, legs: Sequence[Leg]) -> tuple[int, ...]:
    """The numbers of an order."""
    way = Way(body, allowance(field, body, (verb,)))
    for at, leg in enumerate(legs):
        following = legs[at + 1] if at + 1 < len(legs) else None
        if leg.kind == "to" and following is not None and following.kind == "face":
            way.poses.append(Pose(leg.numbers[0], leg.numbers[1], following.numbers[0]))
        elif not (leg.kind == "face" and at and legs[at - 1].kind == "to"):
            _go(way, leg)
    return written(tuple(way.poses))


def _go(way: Way, leg: Leg) -> None:
    here = way.here
    match leg.kind:
        case "to":
            way.add(Pose(leg.numbers[0], leg.numbers[1], here.heading))
        case "face":
            way.turn(leg.numbers[0])
        case "turn":
            way.turn(here.heading + leg.numbers[0])
        case "course":
            way.turn(leg.numbers[0], leg.far)
            way.add(way.here.ahead(way.far(leg)))
        case "towards":
            _towards(way, leg)
        case _:
            aside = {"ahead": 0, "back": 1800, "right": 900, "left": 2700}[leg.kind]
            way.add(here.shifted(step((here.heading + aside) % TURN, way.far(leg))))


def _towards(way: Way, leg: Leg) -> None:
    x, y, room = leg.numbers
    there = (x, y)
    if there == way.here.at:
        return
    way.turn(heading_to(way.here.at, there), leg.far)
    dx, dy = x - way.here.x, y - way.here.y
    straight = max(root(dx * dx + dy * dy) - room, 0)
    far = min(way.left, straight) if leg.far is None else leg.far
    way.add(way.here.ahead(far))


@clause("NA-MOVE-12")
def withdrawal(field: Field, body: Body, verb: str, legs: Sequence[Leg]) -> tuple[int, ...]:
    """It keeps its heading and goes back; without a word how, in the best way there is."""
    if not legs:
        found: Order | None = next(ways.ways(field, body, verb), None)
        if found is None:
            raise Unclear(T("it has no room to withdraw"))
        return tuple(int(word) for word in found[1:])
    if any(leg.kind in ("to", "face", "turn") for leg in legs):
        return way_of(field, body, verb, legs)
    way = Way(body, allowance(field, body, (verb,)))
    for leg in legs:
        heading = _away(field, body, leg)
        way.add(way.here.shifted(step(heading % TURN, way.far(leg))))
    return written(tuple(way.poses))


def _away(field: Field, body: Body, leg: Leg) -> int:
    if leg.kind == "course":
        return leg.numbers[0]
    if leg.kind == "towards":
        return heading_to(body.pose.at, (leg.numbers[0], leg.numbers[1]))
    if leg.kind in ("right", "left"):
        return body.heading + (900 if leg.kind == "right" else 2700)
    return moving.rear_heading(field, body)


@clause("NA-MOVE-03", "NA-ART-09", "NA-MOVE-10")
def costs_half(field: Field, body: Body, legs: Sequence[Leg], verbs: tuple[str, str]) -> bool:
    """Whether half a move is enough for what is said; withdrawals of no said length are half ones."""
    half, full = verbs
    if any(
        leg.far is None and leg.kind in ("ahead", "back", "right", "left", "course", "towards")
        for leg in legs
    ):
        return False
    make = withdrawal if half.startswith("withdraw") else way_of
    numbers = make(field, body, full, legs)
    return moving.cost(body.shape, moving.legs(body, (full, *numbers))) <= allowance(field, body, (half,))


def verbs_of(body: Body, withdraws: bool) -> tuple[str, str]:
    """(half, full) of a way."""
    if withdraws:
        return "withdraw_half", "withdraw_full"
    return ("move_half", "move_full") if isinstance(body, Gun) else ("move", "move")


def middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)
