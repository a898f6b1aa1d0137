"""Moves that nobody ordered: pushes and withdrawals, flights, follow-ups, pursuits (chapters Close combat, Rout).

A plain version: straight on in small steps, up to an enemy, a friend or the table's edge; terrain and the corridors
of others are not looked at yet.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import LeftField, Moved
from grognard.rulebooks.napoleonic.model import Body, Corridor, corridor_id
from grognard.space.measure import overlap
from grognard.space.outline import Base, hull
from grognard.space.pose import Pose, local, step

STEP = 20


class Went(NamedTuple):
    """How far it really went, why it stopped (``end`` where nothing held it), and what stopped it."""

    distance: int
    why: str = "end"
    by: str = ""


@clause("NA-CC-10", "NA-CC-36")
def back(
    battle: NapoleonicBattle,
    unit_id: str,
    heading: int,
    distance: int,
    kind: str = "push",
    moving: Collection[str] = (),
) -> Went:
    """Back in that direction with its front as it was. ``moving``: friends that move in the same step."""
    body = battle.body(unit_id)
    return _go(battle, body, body.pose, heading, distance, kind, moving)


@clause("NA-ROUT-08", "NA-ROUT-10", "NA-ROUT-15")
def flee(battle: NapoleonicBattle, unit_id: str, heading: int, distance: int) -> Went:
    """It turns to the heading and runs; its corridor is left behind it."""
    body = battle.body(unit_id)
    start = Pose(body.x, body.y, heading)
    friends = [one.id for one in battle.field.bodies if one.side == body.side or one.standing == "fleeing"]
    went = _go(battle, body, start, heading, distance, "flight", friends)
    first = Base(start, body.frontage, body.depth)
    last = first.shifted(step(heading, went.distance))
    ring = hull((*first.ring, *last.ring)).ring
    battle.place(
        Corridor(
            corridor_id(unit_id),
            unit_id,
            ring,
            start.at,
            heading,
            went.distance,
            body.frontage,
            battle.turn + 1,
        )
    )
    return went


@clause("NA-CC-22", "NA-CC-32")
def follow(battle: NapoleonicBattle, unit_id: str, heading: int, distance: int) -> Went:
    """After a pushed enemy, its front as it was."""
    body = battle.body(unit_id)
    return _go(battle, body, body.pose, heading, distance, "follow_up", ())


@clause("NA-PURS-05")
def pursue(battle: NapoleonicBattle, unit_id: str, routed_id: str, distance: int) -> Went:
    """Along the middle line of the corridor of a routed unit."""
    body = battle.body(unit_id)
    corridor = battle.pieces[corridor_id(routed_id)]
    assert isinstance(corridor, Corridor)
    right, _ = local(Pose(*corridor.start, corridor.heading), body.pose.at)
    shift = min(abs(right), distance) * (-1 if right > 0 else 1)
    start = Pose(body.x, body.y, corridor.heading).shifted(step(corridor.heading, 0, shift))
    friends = [one.id for one in battle.field.bodies if one.side == body.side]
    return _go(battle, body, start, corridor.heading, distance - abs(shift), "pursuit", friends)


def _go(
    battle: NapoleonicBattle,
    body: Body,
    start: Pose,
    heading: int,
    distance: int,
    kind: str,
    through: Collection[str],
) -> Went:
    """Straight on from ``start``; ``through``: ids that are no hindrance."""
    others = [one for one in battle.field.bodies if one.id != body.id and one.id not in through]
    base = Base(start, body.frontage, body.depth)
    others = [one for one in others if not overlap(base, one.shape)]
    gone, why, by = 0, "end", ""
    while gone < distance and why == "end":
        there = min(gone + STEP, distance)
        pose = start.shifted(step(heading, there))
        hit = next((one for one in others if overlap(base.put(pose), one.shape)), None)
        if hit is not None:
            why, by = "contact" if hit.side != body.side else "priority", hit.id
        elif not (0 <= pose.x <= battle.setup.width and 0 <= pose.y <= battle.setup.height):
            why = "table"
        else:
            gone = there
    end = start.shifted(step(heading, gone))
    before = (body.x, body.y, body.heading)
    battle.change(body.id, x=end.x, y=end.y, heading=end.heading)
    battle.tell_of(body.id, Moved(body.id, before, (end.x, end.y, end.heading), gone, 0, why, kind, by=by))
    if why == "table" and kind in ("push", "back", "flight"):
        battle.change(body.id, standing="gone")
        battle.tell(LeftField(body.id, "flight" if kind == "flight" else "pushed"))
    return Went(gone, why, by)


@clause("NA-ART-12", "NA-ART-13")
def step_away(battle: NapoleonicBattle, terrain_id: str) -> tuple[str, ...]:
    """Who must move away from a burning building or a lost bridge, and has. Not done yet."""
    return ()
