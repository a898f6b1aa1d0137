"""Moves that nobody ordered: pushes, withdrawals, flights, follow-ups, pursuits, out of a fire (chapters Close combat,
Rout, Artillery). All go straight on as far as they can; obstacles count as ever (chapter Obstacles)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import LeftField, Moved
from grognard.rulebooks.napoleonic.hindrances import Land, flag, kind_of, land_of
from grognard.rulebooks.napoleonic.model import WORKS, Body, Corridor, corridor_id
from grognard.rulebooks.napoleonic.refuges import places_away
from grognard.rulebooks.napoleonic.sweeps import NEVER, NOWHERE, Span, span
from grognard.rulebooks.napoleonic.tracks import lay
from grognard.rulebooks.napoleonic.walkers import Halt, Walker
from grognard.space.measure import overlap
from grognard.space.outline import Base, boxes_near, hull
from grognard.space.pose import Pose, between2, local, step

TICKS = 40
"""Steps in which a forced move is looked at; the last one is cut exactly."""
FLIGHT, PURSUIT = "flight", "pursuit"


class Went(NamedTuple):
    """How far it really went, why it stopped (``end`` where nothing held it), and what stopped it."""

    distance: int
    why: str = "end"
    by: str = ""


# --- the moves ---------------------------------------------------------------------------------------


@clause("NA-CC-10", "NA-CC-36", "NA-ROUT-15", "NA-ROUT-16")
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


@clause("NA-ROUT-08", "NA-ROUT-09", "NA-ROUT-10", "NA-ROUT-15")
def flee(battle: NapoleonicBattle, unit_id: str, heading: int, distance: int) -> Went:
    """It turns to the heading and runs, through friends; its corridor is left behind it."""
    body = battle.body(unit_id)
    start = Pose(body.x, body.y, heading)
    went = _go(battle, body, start, heading, distance, FLIGHT, _friends(battle, body))
    first = Base(start, body.frontage, body.depth)
    last = first.shifted(step(heading, went.distance))
    ring = hull((*first.ring, *last.ring)).ring
    name, until = corridor_id(unit_id), battle.turn + 1
    battle.place(Corridor(name, unit_id, ring, start.at, heading, went.distance, body.frontage, until))
    return went


@clause("NA-CC-22", "NA-CC-32", "NA-ROUT-15")
def follow(battle: NapoleonicBattle, unit_id: str, heading: int, distance: int) -> Went:
    """After a pushed enemy, its front as it was."""
    body = battle.body(unit_id)
    return _go(battle, body, body.pose, heading, distance, "follow_up", ())


@clause("NA-PURS-05")
def pursue(battle: NapoleonicBattle, unit_id: str, routed_id: str, distance: int) -> Went:
    """Along the middle line of the corridor of a routed unit; first onto that line, if it starts beside it."""
    body = battle.body(unit_id)
    corridor = battle.pieces[corridor_id(routed_id)]
    assert isinstance(corridor, Corridor)
    right, _ = local(Pose(*corridor.start, corridor.heading), body.pose.at)
    shift = min(abs(right), distance) * (-1 if right > 0 else 1)
    start = Pose(body.x, body.y, corridor.heading).shifted(step(corridor.heading, 0, shift))
    left = distance - abs(shift)
    went = _go(battle, body, start, corridor.heading, left, PURSUIT, _friends(battle, body))
    return went._replace(distance=went.distance + abs(shift)) if went.distance else went


def _friends(battle: NapoleonicBattle, body: Body) -> list[str]:
    return [one.id for one in battle.field.bodies if flag(one) == flag(body)]


@clause("NA-ART-12", "NA-ART-13", "NA-ART-14")
def step_away(battle: NapoleonicBattle, terrain_id: str) -> tuple[str, ...]:
    """Who must move away from a burning building or off a lost bridge, and has."""
    moved = []
    for body in battle.field.in_order(battle.field.bodies):
        place = places_away(battle.field, body, terrain_id)
        if place is not None:
            heading, distance = place
            went = _go(battle, body, body.pose, heading, distance, "place", (), out_of=terrain_id)
            moved += [body.id] if went.distance else []
    return tuple(moved)


# --- straight on -------------------------------------------------------------------------------------


class _Straight:
    """A body that goes straight on among others; ``through``: ids that are no hindrance on its way."""

    def __init__(self, walker: Walker, land: Land, others: Sequence[Body]) -> None:
        self.walker, self.land = walker, land
        spans = {one.id: _where(walker, one.shape) for one in others}
        self.first = min((first for first, _ in spans.values()), default=NEVER)
        self.others = {one.id: one.shape for one in others if spans[one.id] != NOWHERE}
        self.on = {one for one, shape in self.others.items() if overlap(shape, walker.base)}

    @clause("NA-CC-36", "NA-PURS-05")
    def run(self) -> None:
        walker = self.walker
        for tick in range(1, TICKS + 1):
            if not walker.going:
                return
            if tick < walker.wakes and walker.due(tick) < self.first:
                continue
            walker.propose(self.land, tick, lambda _: None)
            hit = self._hit(walker.next)
            if hit:
                self._up_to(hit)
            walker.commit(self.land, tick)
            if hit:
                walker.stop("contact", tick, hit)
        walker.catch_up(TICKS)

    def _hit(self, base: Base) -> str:
        """Whom it would stand on there; one on whom it stands already, if it does not part from him."""
        for one, shape in self.others.items():
            if overlap(base, shape):
                nearer = between2(base.at, shape.at) < between2(self.walker.base.at, shape.at)
                if one not in self.on or nearer:
                    return one
        return ""

    def _up_to(self, hit: str) -> None:
        """Cut the step short so that it just doesn't touch anybody."""
        walker = self.walker
        track, low, high = walker.track, walker.moved, walker.next_moved
        assert track is not None
        while high - low > 1:
            middle = (low + high) // 2
            if self._hit(walker.base.put(track.at(middle))):
                high = middle
            else:
                low = middle
        walker.next, walker.next_moved = walker.base.put(track.at(low)), low
        walker.mark = None
        walker.entering = [one for one in walker.entering if one.meets(walker.next)]


def _where(walker: Walker, shape: Base) -> Span:
    """Between which costs of its way it can stand on another."""
    if walker.leg is None:
        return 0, NEVER
    return span(walker.covers, walker.leg, (shape,)) if boxes_near(walker.area(), shape.box) else NOWHERE


def _go(
    battle: NapoleonicBattle,
    body: Body,
    start: Pose,
    heading: int,
    distance: int,
    kind: str,
    through: Collection[str],
    out_of: str = "",
) -> Went:
    """Straight on from ``start``. ``through``: ids that are no hindrance; ``out_of``: a place that lets it out."""
    field, land = battle.field, land_of(battle.field)
    base = Base(start, body.frontage, body.depth)
    track = lay(base, (start.shifted(step(heading, distance)),))
    walker = Walker(
        body.id,
        flag(body),
        base,
        kind_of(field, body),
        allowance=max(distance, track.total),
        track=track,
        flees=kind == FLIGHT,
    )
    walker.set_out(land, TICKS)
    walker.near = [one for one in walker.near if one.id != out_of]
    others = [one for one in field.bodies if one.id != body.id and one.id not in through]
    _Straight(walker, land, others).run()
    if kind in (FLIGHT, PURSUIT):
        _make_room(battle, body, walker, kind)
    if walker.halt == "table" and kind in (PURSUIT, "follow_up", "place"):
        _stay_on(walker, land)
    walker.moved = min(walker.moved, distance)
    return _carry_out(battle, body, walker, kind)


@clause("NA-MOVE-16", "NA-MOVE-22")
def _make_room(battle: NapoleonicBattle, body: Body, walker: Walker, kind: str) -> None:
    """Nobody ends on an enemy for having turned on the spot; a pursuer ends on no friend either."""
    side = flag(body)
    others = [
        one.shape
        for one in battle.field.bodies
        if one.id != body.id and (flag(one) != side or (kind == PURSUIT and one.standing != "fleeing"))
    ]
    if not any(overlap(walker.base, shape) for shape in others):
        return
    for tick, pose in walker.places_back():
        base = walker.base.put(pose)
        if not any(overlap(base, shape) for shape in others):
            walker.back_to(tick)
            walker.stop("priority", 0)
            return
    walker.base, walker.moved = body.shape, 0
    walker.stop("contact", 0, walker.by)


@clause("NA-PURS-05")
def _stay_on(walker: Walker, land: Land) -> None:
    """Back to the last place on the table."""
    assert walker.track is not None
    while walker.moved and land.is_off(walker.base.pose.at):
        walker.moved -= 1
        walker.base = walker.base.put(walker.track.at(walker.moved))


def _carry_out(battle: NapoleonicBattle, body: Body, walker: Walker, kind: str) -> Went:
    end, why = walker.base.pose, _why(battle, body, walker)
    before, after = (body.x, body.y, body.heading), (end.x, end.y, end.heading)
    taken = tuple(land_of(battle.field).taken.items())
    if after != before:
        battle.change(body.id, x=end.x, y=end.y, heading=end.heading)
    if taken != battle.works.taken:
        battle.change(WORKS, taken=taken)
    battle.tell(Moved(body.id, before, after, walker.moved, 0, why, kind, by=walker.by))
    if walker.halt == "table" and kind in ("push", "back", FLIGHT):
        battle.change(body.id, standing="gone")
        battle.tell(LeftField(body.id, FLIGHT if kind == FLIGHT else "pushed"))
    return Went(walker.moved, why, walker.by)


def _why(battle: NapoleonicBattle, body: Body, walker: Walker) -> str:
    halt: Halt = walker.halt
    other = battle.field.find(walker.by)
    if halt == "contact" and other is not None and flag(other) == flag(body):
        return "priority"
    return halt or "end"
