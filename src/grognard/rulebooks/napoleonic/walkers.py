"""A body on its way over the ground, tick by tick (NA-MOVE-20, 25, chapter OBS); ``ticks`` knows who else is about.

One whose way is one leg knows from the start where on it he can meet a thing at all (``sweeps``). Through ticks in
which he can't he need not be looked at: what he has used by then is a sum, and where he stands follows from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.hindrances import Kind, Land, Thing, effect
from grognard.rulebooks.napoleonic.sweeps import NEVER, NOWHERE, Span, is_one_leg, span, swept
from grognard.rulebooks.napoleonic.tracks import Track, leg_cost, turned_towards
from grognard.space.measure import gap
from grognard.space.outline import Base, Box, Outline, box_of, edges_of
from grognard.space.pose import Point, Pose, between2, cross, distance, heading_to, local, nearest, step

Halt: TypeAlias = Literal["", "contact", "obstacle", "priority", "corridor", "table", "end"]
"""Why a walker stopped; "" while it goes on, ``end`` at the end of its way or allowance."""
_AT_ONCE: Span = (0, NEVER)
Way: TypeAlias = Callable[[int], Pose]
"""Where one stands who has used so much of the budget of a tick."""


class Walker:
    """A body that moves, or stands in the way of others (without ``track`` and ``target``).

    ``leads``: the gun that follows it. ``allowance``: before delays; ``moved``: what its way has cost, ``delays``: what
    obstacles have. ``felt``: ids of what it met on its way. ``costs``: after each tick, the start first; where it stood
    then says ``pose_after``. ``stuck``: it could not make room for a friend.

    ``leg``: its track if that is one leg; ``covers``: what at every cost of it covers the footprint. ``spans``: between
    which costs of it a thing can be met at all; ``safe``: from and up to which cost of any other way it can't;
    ``clear``: from and up to which it need not mind any of them.
    ``wakes``: before that tick nothing can happen to it that others don't do to it.
    """

    __slots__ = (
        "allowance", "base", "by", "cap", "clear", "costs", "covers", "delays", "entered", "entering",
        "felt", "flees", "halt", "halted", "id", "kind", "leads", "leaves", "leg", "level", "mark", "moved",
        "moves", "near", "next", "next_moved", "passed_front", "places", "poses", "safe", "shut", "side",
        "spans", "start", "straight", "stuck", "target", "ticks", "track", "wakes", "ways", "withdraws",
    )  # fmt: skip

    def __init__(
        self,
        body_id: str,
        side: str,
        base: Base,
        kind: Kind,
        *,
        allowance: int = 0,
        track: Track | None = None,
        target: str = "",
        ways: Sequence[Point] = (),
        straight: int = 0,
        flees: bool = False,
        withdraws: bool = False,
        leads: str = "",
    ) -> None:
        self.id, self.side, self.base, self.kind = body_id, side, base, kind
        self.allowance, self.track, self.target = allowance, track, target
        self.ways, self.straight = list(ways), straight
        self.flees, self.withdraws, self.leads = flees, withdraws, leads
        self.moves = bool(track or target)
        self.cap = min(allowance, track.total) if track else allowance
        self.moved = self.delays = self.halted = 0
        self.halt: Halt = "" if track or target else "end"
        self.by = ""
        self.leg = track if track is not None and is_one_leg(track) else None
        self.covers = swept(base, self.leg) if self.leg is not None else base
        self.start = base
        self.ticks, self.wakes, self.leaves = 1, 0, True
        self.near: list[Thing] = []
        self.places: list[Thing] = []
        self.spans: dict[str, Span] = {}
        self.safe: dict[str, tuple[int, int]] = {}
        self.clear = 0, 0
        self.entered: set[str] = set()
        self.shut: set[str] = set()
        self.felt: set[str] = set()
        self.level = 0
        self.poses: list[Pose] = [base.pose]
        self.costs = [0]
        self.stuck = False
        self.next, self.next_moved = base, 0
        self.entering: list[Thing] = []
        self.mark: tuple[str, Thing] | None = None
        self.passed_front = False

    @property
    def going(self) -> bool:
        return not self.halt

    @property
    def speed(self) -> int:
        """A box in which it surely stays reaches so far beyond its footprint."""
        return self.allowance if self.moves else 0

    def set_out(self, land: Land, ticks: int) -> None:
        """Look around before the first of so many ticks: what stands near, where it stands in already."""
        if not self.moves:
            return
        self.ticks = ticks
        near = [one for one in land.near(self.area(), self.side, self.id) if one.id != self.leads]
        if self.leg is not None:
            self.leaves = any(land.is_off(pose.at) for pose in self.leg.poses)
            self.spans = {one.id: span(self.covers, self.leg, one.shapes) for one in near}
            near = [one for one in near if self.spans[one.id] != NOWHERE]
        self.near = near
        self.entered = {
            one.id for one in near if not self.spans.get(one.id, _AT_ONCE)[0] and one.meets(self.base)
        }
        self.places = [one for one in near if one.row and one.row.one_unit]
        self.level = land.level(self.base.pose.at)
        slow = [one for one in near if one.row and one.row.max_move and one.id in self.entered]
        for one in slow:
            self._slow(one)
        if self.leg is not None:
            self.clear = 0, min((self._room_ahead(one, 0) for one in near), default=NEVER)
            self._rest()

    def area(self) -> Box:
        """A box that it does not leave."""
        if self.leg is not None:
            return self._along(self.leg.poses[-1])
        if self.track is None:
            (west, south, east, north), far = self.base.box, self.speed + self.base.reach
        else:
            (west, south, east, north), far = box_of(pose.at for pose in self.track.poses), self.base.reach
        return west - far, south - far, east + far, north + far

    def trail(self) -> Box:
        """A box that it has not left."""
        if self.leg is not None:
            return self._along(self.base.pose)
        west, south, east, north = self.start.box
        far = self.moved + 4 if self.moved else 0
        return west - far, south - far, east + far, north + far

    def _along(self, end: Pose) -> Box:
        """A box around its leg up to there."""
        (west, south, east, north), start = self.covers.box, self.covers.pose
        dx, dy = end.x - start.x, end.y - start.y
        return west + min(dx, 0), south + min(dy, 0), east + max(dx, 0), north + max(dy, 0)

    @clause("NA-OBS-07")
    def _slow(self, thing: Thing) -> None:
        assert thing.row is not None
        self.cap = min(self.cap, thing.row.max_move)

    def stop(self, why: Halt, tick: int, by: str = "") -> None:
        self.halt, self.halted, self.by = why, tick, by

    # --- one tick ---

    def due(self, tick: int) -> int:
        """What it may have used after a tick; what it has used stays used."""
        return max(self.moved, min(self.allowance * tick // self.ticks - self.delays, self.cap))

    def _dues(self, ticks: Iterable[int]) -> list[int]:
        """The same after several."""
        least, most, late = self.moved, self.cap, self.delays
        allowance, whole = self.allowance, self.ticks
        return [max(least, min(allowance * tick // whole - late, most)) for tick in ticks]

    @clause("NA-MOVE-20", "NA-MOVE-25")
    def propose(self, land: Land, tick: int, targets: Callable[[str], Base | None]) -> None:
        """Where it would stand after this tick, as far as the ground lets it (``next``)."""
        if len(self.costs) < tick:
            self.catch_up(tick - 1)
        self.next, self.next_moved, self.entering, self.mark = self.base, self.moved, [], None
        used = self.due(tick)
        if used == self.moved:
            return
        if self.leg is not None and self.clear[0] <= used < self.clear[1]:
            self.next, self.next_moved = self.base.put(self.leg.at(used)), used
            return
        way = self._way(targets)
        if way is None:
            self.stop("end", tick - 1)
            return
        more, self.next = self._as_far_as_it_goes(land, way, used - self.moved)
        self.next_moved = self.moved + more

    def _way(self, targets: Callable[[str], Base | None]) -> Way | None:
        track, moved = self.track, self.moved
        if track is not None:
            return lambda used: track.at(moved + used)
        target = targets(self.target)
        return self._charge(target) if target is not None else None

    @clause("NA-MOVE-06", "NA-MOVE-03")
    def _charge(self, target: Base) -> Way:
        """Turn towards the next way point or the nearest point of the target, then straight on."""
        base, straight = self.base, self.straight and meets_strip(self.base, target)
        while self.ways and between2(self.ways[0], base.pose.at) <= 4:
            self.ways.pop(0)
        goal = self.ways[0] if self.ways else nearest_of(target, base.pose.at)
        heading = base.pose.heading if straight else heading_to(base.pose.at, goal)
        if self.straight and not straight:
            self.cap = min(self.cap, max(self.straight, self.moved))
        far = distance(base.pose.at, goal) if self.ways else self.allowance
        turned = base.pose if heading == base.pose.heading else base.pose.turned(heading - base.pose.heading)
        turning = leg_cost(base, turned)

        def way(used: int) -> Pose:
            if used < turning:
                return turned_towards(base, heading, used)
            return turned.ahead(min(used - turning, far))

        return way

    def _as_far_as_it_goes(self, land: Land, way: Way, budget: int) -> tuple[int, Base]:
        """How much of the budget can be used before an edge stops it, and where that is; ``mark``: what it comes to
        there."""
        used, mark = budget, None
        while True:
            base = self.base.put(way(used))
            found = self._first_stop(land, base, self.moved + used) if self.near else None
            if found is None or not used:
                self.mark = found or mark
                return used, base
            if found[0] == "slow" and self._goes_slowly(way, found[1], used):
                used = min(used, self.cap - self.moved)
            else:
                mark = found
                used = min(self._edge(way, found[1], used), used - 1)

    def _first_stop(self, land: Land, base: Base, used: int) -> tuple[str, Thing] | None:
        """What keeps it from standing there, and how; ``entering``: what it enters besides."""
        self.entering, self.mark = [], None
        if self.clear[0] <= used < self.clear[1]:
            return None
        clear = NEVER
        for one in self.near:
            least = self._room(one, base, used) if self.leg is None else self._room_ahead(one, used)
            if least <= used and self._is_stopped(land, one, base):
                return self._marked(one)
            clear = min(clear, least)
        self.clear = used, clear
        return None

    def _room_ahead(self, thing: Thing, used: int) -> int:
        """Up to which cost of its leg it surely does not touch a thing, or needn't mind it."""
        first, last = self.spans[thing.id]
        if used < first:
            return first
        return NEVER if used > last or self._is_at_home(thing) else used

    def _room(self, thing: Thing, base: Base, used: int) -> int:
        """The same of any other way: as far as the boxes are apart, or the thing from what turns about the centre."""
        first, last = self.safe.get(thing.id, (0, 0))
        if first <= used < last:
            return last
        (west, south, east, north), (left, low, right, top) = base.box, thing.box
        room = max(west - right, left - east, south - top, low - north, 0)
        if not room and self._is_at_home(thing):
            room = NEVER
        elif not room and thing.id not in self.entered and not thing.meets(base):
            far = min(gap(base.pose.at, shape) for shape in thing.shapes)
            room = max(far - 1 - base.reach, 0)
        self.safe[thing.id] = used - room + 1, used + room
        return used + room

    def _is_at_home(self, thing: Thing) -> bool:
        """Whether it is in it already and goes on freely."""
        return thing.id in self.entered and not self._is_solid(thing)

    def _marked(self, thing: Thing) -> tuple[str, Thing]:
        return self.mark or ("stop", thing)

    def _edge(self, way: Way, thing: Thing, used: int) -> int:
        """The most that can be used without touching a thing: on a leg surely all up to where it can be met at all."""
        if self._is_free_at(thing, way, 0):
            first = self.spans[thing.id][0] if self.leg is not None else 0
            low, high = max(min(first - self.moved, used) - 1, 0), used
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if self._is_free_at(thing, way, middle) else (low, middle)
            return low
        return 0

    def _is_free_at(self, thing: Thing, way: Way, used: int) -> bool:
        base = self.base.put(way(used))
        if thing.id in self.entered or self._astride(thing, base):
            return not self._centre_crosses(thing, base.pose.at)
        return not thing.meets(base)

    @clause("NA-OBS-07")
    def _goes_slowly(self, way: Way, thing: Thing, used: int) -> bool:
        """Into a wood it comes with what is left of half a merka; False where nothing is."""
        assert thing.row is not None
        edge = self._edge(way, thing, used)
        if self.moved + edge >= thing.row.max_move:
            return False
        self._slow(thing)
        self.entered.add(thing.id)
        self.felt.add(thing.id)
        return True

    # --- what it meets ---

    def _is_stopped(self, land: Land, thing: Thing, base: Base) -> bool:
        """Whether a thing keeps it from standing there; notes what it enters besides."""
        if thing.id in self.entered:
            return self._is_solid(thing) and thing.meets(base) and self._centre_crosses(thing, base.pose.at)
        if not thing.meets(base):
            return False
        what = effect(thing, self.kind, self.id, self.level, flees=self.flees)
        if what == "stop" and self._astride(thing, base):
            self.entering.append(thing)
            return self._centre_crosses(thing, base.pose.at)
        if what == "place" and thing.id not in self.shut and self._is_open(land, thing):
            self.entering.append(thing)
            return False
        if what == "free":
            self.entering.append(thing)
            return False
        self.mark = (what, thing)
        return True

    def _is_solid(self, thing: Thing) -> bool:
        """Whether one who stands astride of it may not go on over it."""
        return thing.row is not None and (
            effect(thing, self.kind, self.id, self.level, flees=self.flees) == "stop"
        )

    @clause("NA-OBS-15")
    def _astride(self, thing: Thing, base: Base) -> bool:
        """Whether it touches a bridge, ford or defile that leads over a barrier."""
        return bool(thing.bridges) and any(
            one.id in thing.bridges and one.meets(base) and one.id not in self.shut for one in self.near
        )

    def _centre_crosses(self, thing: Thing, at: Point) -> bool:
        here = self.base.pose.at
        for shape in thing.shapes:
            if isinstance(shape, Outline) and len(shape.ring) > 2 and thing.holds(at):
                return True
            if here != at and any(comes_over(here, at, *edge) for edge in edges_of(shape.ring)):
                return True
        return False

    @clause("NA-OBS-03", "NA-MOVE-24")
    def _is_open(self, land: Land, place: Thing) -> bool:
        """Whether a place that takes one unit a turn takes this one."""
        if land.taken.get(place.id, self.id) != self.id or land.inside(place, self.id):
            return False
        return all(who == self.id or side == self.side for who, side in land.held(place))

    # --- after the tick ---

    def commit(self, land: Land, tick: int) -> None:
        """Stand there; pay what is to be paid; stop where nothing is left."""
        if self.next_moved > self.moved:
            self._note(land)
        self.base, self.moved = self.next, self.next_moved
        self._write_down()
        if self.places:
            land.stands(self.id, self.base)
        if self.halt:
            return
        if self.mark is not None:
            self._meet(*self.mark, tick)
        if self.going and self.moved >= self.cap:
            self.stop("end", tick)
        if self.leaves and land.is_off(self.base.pose.at):
            self.stop("table", tick)
        self._rest()

    def _rest(self) -> None:
        """Say how long it has nothing more to use, or goes on as nothing in its way could stop it."""
        limit, ahead = self.moved + 1, min(self.clear[1], self.cap)
        if self.leg is not None and not self.leaves and self.clear[0] <= self.moved < ahead:
            limit = limit if self._is_in_place() else ahead
        if self.going and self.allowance:
            self.wakes = -(-(limit + self.delays) * self.ticks // self.allowance)

    def _is_in_place(self) -> bool:
        """Whether it may stand in a place that takes one unit: others look whether it has left it."""
        spans = (self.spans[one.id] for one in self.places)
        return any(first <= self.moved <= last for first, last in spans)

    def catch_up(self, tick: int) -> None:
        """So many ticks are over: write down those in which it was not looked at, or stood still."""
        missed = range(len(self.costs), tick + 1)
        if not missed:
            return
        if self.leg is None or self.halt:
            self._write_down(len(missed))
            return
        self.costs += self._dues(missed)
        used = self.costs[-1]
        if used > self.moved:
            self._set_off()
            self.moved = used
            self.base = self.next = self.base.put(self.leg.at(used))

    def _write_down(self, ticks: int = 1) -> None:
        """So many ticks end where it stands now."""
        self.costs += [self.moved] * ticks
        if self.leg is None:
            self.poses += [self.base.pose] * ticks

    def pose_after(self, tick: int) -> Pose:
        """Where it stood after a tick, at the start after 0."""
        return self.poses[tick] if self.leg is None else self.leg.at(self.costs[tick])

    def places_back(self) -> Iterator[tuple[int, Pose]]:
        """Where it stood, the last place first, each with the last tick that ended there."""
        costs, poses = self.costs, self.poses
        for tick in range(len(costs) - 1, -1, -1):
            if tick + 1 < len(costs):
                same = costs[tick] == costs[tick + 1] if self.leg else poses[tick] == poses[tick + 1]
                if same:
                    continue
            yield tick, self.pose_after(tick)

    def last_step(self) -> int:
        """The last tick in which it went on, 0 for none."""
        costs = self.costs
        for tick in range(len(costs) - 1, 0, -1):
            same = self.leg is not None and costs[tick] == costs[tick - 1]
            if not same and self.pose_after(tick) != self.pose_after(tick - 1):
                return tick
        return 0

    def back_to(self, tick: int) -> None:
        """It never went on after that tick."""
        self.base, self.moved = self.base.put(self.pose_after(tick)), self.costs[tick]
        del self.costs[tick + 1 :], self.poses[tick + 1 :]

    def put_across(self, end: Pose) -> None:
        """After the last tick it has been put somewhere else."""
        self.moved = distance(end.at, self.base.pose.at)
        self.base = self.start = self.base.put(end)
        self.leg, self.poses, self.costs = None, [end], [0]

    def _note(self, land: Land) -> None:
        for thing in self.entering:
            if not thing.bridges:
                self.entered.add(thing.id)
            self.felt.add(thing.id)
            if thing.row and thing.row.one_unit:
                land.taken[thing.id] = self.id
        self._set_off()

    def _set_off(self) -> None:
        """With its first step it feels what it stood in."""
        if not self.moved:
            self.felt |= {one.id for one in self.near if one.id in self.entered}

    @clause("NA-MOVE-25", "NA-OBS-02", "NA-OBS-06", "NA-OBS-09", "NA-OBS-12")
    def _meet(self, what: str, thing: Thing, tick: int) -> None:
        if what == "delay" and thing.row is not None:
            if self.moved + self.delays + thing.row.delay > self.allowance:
                self.stop("obstacle", tick, thing.id)
                return
            self.delays += thing.row.delay
            self.entered.add(thing.id)
            self.felt.add(thing.id)
            return
        self.stop("corridor" if thing.row is None else "obstacle", tick, thing.id)


def comes_over(start: Point, end: Point, a: Point, b: Point) -> bool:
    """Whether one who goes from ``start`` to ``end`` comes onto or over the segment from a to b."""
    before, after = cross(a, b, start), cross(a, b, end)
    if before == 0 or (before > 0) == (after > 0 or (after == 0 and before < 0)):
        return False
    one, other = cross(start, end, a), cross(start, end, b)
    return (one >= 0 >= other) or (one <= 0 <= other)


def nearest_of(base: Base, point: Point) -> Point:
    """The point of a footprint nearest to another point, worked out in the footprint's own frame."""
    right, ahead = local(base.pose, point)
    right = max(-(base.frontage // 2), min(base.frontage // 2, right))
    ahead = max(-(base.depth // 2), min(base.depth // 2, ahead))
    east, north = step(base.pose.heading, ahead, right)
    return base.pose.x + east, base.pose.y + north


@clause("NA-MOVE-03")
def meets_strip(base: Base, target: Base) -> bool:
    """Whether a footprint meets the strip of one's own width straight ahead."""
    return clipped(base, target.ring) is not None


def clipped(base: Base, ring: Sequence[Point]) -> tuple[int, int] | None:
    """From where to where, ahead of the front line (behind it: below 0), a ring lies in the strip of one's own width;
    None where nothing of it is ahead of one's centre."""
    half, front = base.frontage // 2, base.depth // 2
    own = [local(base.pose, point) for point in ring]
    found = [ahead - front for right, ahead in own if abs(right) <= half]
    for (r1, a1), (r2, a2) in zip(own, [*own[1:], own[0]], strict=True):
        for limit in (-half, half):
            if (r1 - limit) * (r2 - limit) < 0:
                found.append(
                    a1 + nearest((a2 - a1) * (limit - r1) * (1 if r2 > r1 else -1), abs(r2 - r1)) - front
                )
    if not found or max(found) < -front:
        return None
    return min(found), max(found)
