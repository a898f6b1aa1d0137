"""Horse that rides past the front of foot (NA-MOVE-26, NA-MOD-15)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Unit
from grognard.rulebooks.napoleonic.walkers import Walker
from grognard.space.measure import within
from grognard.space.outline import Base, Edge, Outline, boxes_near
from grognard.space.pose import local


@clause("NA-MOVE-26", "NA-MOD-15")
def note_passings(field: Field, walkers: Sequence[Walker]) -> None:
    """Mark the horse whose attack passed near the front of foot other than its target."""
    charges = [one for one in walkers if one.target and one.moved and field.is_horse(field.body(one.id))]
    if charges:
        foot = [one for one in walkers if _resists(field, one.id)]
        for horse in charges:
            near = [one for one in foot if one.side != horse.side and one.id != horse.target]
            horse.passed_front = any(_passes(field, horse, one) for one in near)


def _resists(field: Field, one: str) -> bool:
    body = field.body(one)
    return (
        isinstance(body, Unit)
        and field.is_foot(body)
        and body.standing != "fleeing"
        and not field.gives_way(body)
    )


def _passes(field: Field, horse: Walker, foot: Walker) -> bool:
    limit = field.distances.close_combat
    if not boxes_near(horse.trail(), foot.trail(), limit + 1):
        return False
    for tick in range(len(horse.costs)):
        front = foot.base.put(foot.pose_after(min(tick, len(foot.costs) - 1)))
        if in_front(horse.base.put(horse.pose_after(tick)), front, limit):
            return True
    return False


@clause("NA-MOD-15")
def in_front(horse: Base, foot: Base, limit: int) -> bool:
    """Whether horse is so near to the front edge of foot, its centre ahead of that front's line."""
    if 2 * local(foot.pose, horse.at)[1] <= foot.depth:
        return False
    return within(Outline(foot.edge(Edge.FRONT)), horse, limit)
