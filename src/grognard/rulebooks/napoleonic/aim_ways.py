"""The way by which a body comes to stand where a hand put it, and what of it it can go (chapter Movement)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.model import Body
from grognard.rulebooks.napoleonic.tracks import is_about_face, leg_cost
from grognard.space.outline import Base
from grognard.space.pose import Point, Pose, distance, heading_to, nearest, step, turn_to
from grognard.space.sine import TURN

HERE = 60
"""Put down so near to where it stands (thousandths), a body was not moved."""
ROUND, DEGREE = 10, 10
"""A hand moves by so many thousandths and whole degrees: an order has to be read."""
HALF, HUNDRED = TURN // 2, 100


@clause("NA-MOVE-04")
def ways(body: Body, at: Point, heading: int | None) -> Iterator[tuple[Pose, ...]]:
    """Ways that end with its middle at a place: as the hand turned it; else sideways or ahead with the front as it is,
    turned towards the place, and turned back there."""
    here = body.pose
    if heading is not None:
        yield (Pose(*at, heading),)
        turned = Pose(here.x, here.y, heading)
        if turned != here:
            yield (turned, Pose(*at, heading))
        return
    yield (Pose(*at, here.heading),)
    towards = heading_to(here.at, at)
    if towards != here.heading and distance(here.at, at) > HERE:
        towards = (towards + DEGREE // 2) // DEGREE * DEGREE % TURN
        yield Pose(here.x, here.y, towards), Pose(*at, towards)
        yield Pose(here.x, here.y, towards), Pose(*at, towards), Pose(*at, here.heading)


@clause("NA-MOVE-04", "NA-MOVE-20")
def within(body: Body, poses: tuple[Pose, ...], most: int, *, about: bool = False) -> tuple[Pose, ...]:
    """The way as far as it may be paid for: the last legs shortened in their direction, () where nothing is left."""
    kept: tuple[Pose, ...] = ()
    here, left = body.shape, most
    for pose in poses:
        free = about and not kept and is_about_face(body.pose, pose)
        need = 0 if free else leg_cost(here, pose)
        if need > left:
            found = _part(here, pose, left, need)
            return (*kept, found) if found else kept
        kept, here, left = (*kept, pose), here.put(pose), left - need
    return kept


def _part(here: Base, end: Pose, most: int, need: int) -> Pose | None:
    """The farthest of a hundred places on a leg that can be paid for; a leg that costs ``need`` costs nearly even
    shares of it, so it is looked for from there."""
    start, part = here.pose, max(most, 0) * HUNDRED // max(need, 1)
    while part + 1 < HUNDRED and leg_cost(here, between(start, end, part + 1)) <= most:
        part += 1
    while part and leg_cost(here, between(start, end, part)) > most:
        part -= 1
    return between(start, end, part) if part else None


def between(start: Pose, end: Pose, part: int) -> Pose:
    """Where one is who has gone so many hundredths of a leg."""
    turn = turn_to(start.heading, end.heading)
    return Pose(
        start.x + nearest((end.x - start.x) * part, 100),
        start.y + nearest((end.y - start.y) * part, 100),
        (start.heading + nearest(turn * part, 100)) % TURN,
    )


@clause("NA-MOVE-05", "NA-MOVE-12")
def back(body: Body, at: Point) -> Iterator[tuple[Pose, ...]]:
    """Ways of a withdrawal to a place: with the front as it is, and turned about."""
    yield (Pose(*at, body.heading),)
    about = (body.heading + HALF) % TURN
    yield Pose(body.x, body.y, about), Pose(*at, about)


@clause("NA-MOVE-04")
def neat(point: Point, start: Point, most: int) -> Point:
    """A place in whole hundredths of a merka; where it is just the whole allowance away, the exact one."""
    if abs(distance(start, point) - most) <= ROUND:
        east, north = step(heading_to(start, point), min(distance(start, point), most))
        return start[0] + east, start[1] + north
    return round(point[0], -1), round(point[1], -1)
