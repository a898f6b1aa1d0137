"""Moves of all at once in ticks (NA-MOVE-20 to 24): contact with enemies, contested places, friends in the way.

Two enemies far enough apart are not looked at again before the first tick in which they could meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.hindrances import Land
from grognard.rulebooks.napoleonic.walkers import Walker
from grognard.space.measure import overlap
from grognard.space.outline import Base, Box, boxes_near
from grognard.space.pose import between2, root

NEAR = 2000
"""Friends farther apart than this at their nearest don't trouble each other."""


class Contest(NamedTuple):
    """Several came to a place that takes one unit a turn in one tick; ``winner`` "" for nobody."""

    place: str
    units: tuple[str, ...]
    tick: int
    winner: str


class _Pair:
    """Two enemies that may meet. ``on``: they stood on each other at the start: they may only part."""

    __slots__ = ("a", "b", "on")

    def __init__(self, a: Walker, b: Walker) -> None:
        self.a, self.b = a, b
        self.on = overlap(a.base, b.base)

    def meets(self) -> bool:
        a, b = self.a, self.b
        if not overlap(a.next, b.next):
            return False
        if self.on:
            return between2(a.next.at, b.next.at) < between2(a.base.at, b.base.at)
        return a.next is not a.base or b.next is not b.base


def run(walkers: Sequence[Walker], land: Land, ticks: int) -> list[Contest]:
    """Move all that move; the walkers say afterwards where they stand and why."""
    return Run(walkers, land, ticks).run()


class Run:
    """One pass."""

    def __init__(self, walkers: Sequence[Walker], land: Land, ticks: int) -> None:
        self.walkers = sorted(walkers, key=lambda one: one.id)
        self.land, self.ticks = land, ticks
        self.by_id = {one.id: one for one in self.walkers}
        self.movers = [one for one in self.walkers if one.moves]
        self.contests: list[Contest] = []
        self.due: list[list[_Pair]] = [[] for _ in range(ticks + 2)]
        self.over = 0

    def run(self) -> list[Contest]:
        for one in self.movers:
            one.set_out(self.land, self.ticks)
        for pair in self._pairs():
            self._plan(pair, 0)
        while self.over < self.ticks and (going := [one for one in self.movers if one.going]):
            self._tick(going, self.over + 1)
            self.over += 1
        for one in self.movers:
            one.catch_up(self.over)
        return self.contests

    def _pairs(self) -> Iterable[_Pair]:
        """Enemies of whom one moves and whose ways come near to each other."""
        sides = sorted({one.side for one in self.walkers})
        areas = [(one, *_area(one)) for one in self.walkers]
        for first, second in combinations(sides, 2):
            theirs = [one for one in areas if one[0].side == second]
            movers = [one for one in theirs if one[0].moves]
            for a, west, south, east, north in (one for one in areas if one[0].side == first):
                for b, left, low, right, top in theirs if a.moves else movers:
                    if left <= east and right >= west and low <= north and top >= south:
                        yield _Pair(a, b)

    def _plan(self, pair: _Pair, now: int) -> None:
        a, b = pair.a, pair.b
        speed = sum(one.allowance // self.ticks + 2 for one in (a, b) if one.going)
        if not speed or "table" in (a.halt, b.halt):
            return
        spare = root(between2(a.base.at, b.base.at)) - a.base.reach - b.base.reach - 4
        first = now + 1 + max(0, spare) // speed
        if first <= self.ticks:
            self.due[first].append(pair)

    # --- one tick ---

    @clause("NA-MOVE-20")
    def _tick(self, going: Sequence[Walker], tick: int) -> None:
        """All at once; who can meet nothing and nobody in this tick is not looked at."""
        due = [pair for pair in self.due[tick] if "table" not in (pair.a.halt, pair.b.halt)]
        for pair in due:
            pair.a.wakes = pair.b.wakes = 0
        active = [one for one in going if one.wakes <= tick]
        for one in active:
            one.propose(self.land, tick, self._target)
        self._contest(active, tick)
        self._meet(due, tick)
        for one in active:
            one.commit(self.land, tick)
        for pair in due:
            pair.on = pair.on and overlap(pair.a.base, pair.b.base)
            self._plan(pair, tick)

    def _target(self, target: str) -> Base | None:
        one = self.by_id.get(target)
        if one is None or one.halt == "table":
            return None
        if one.moves and one.going:
            one.catch_up(self.over)
        return one.base

    @clause("NA-MOVE-24", "NA-OBS-03")
    def _contest(self, active: Sequence[Walker], tick: int) -> None:
        """Who comes to a place that takes one unit: both sides at once, nobody; one side, the lower id."""
        wanted: dict[str, list[Walker]] = {}
        for one in active:
            for thing in one.entering:
                if thing.row and thing.row.one_unit:
                    wanted.setdefault(thing.id, []).append(one)
        for place, rivals in wanted.items():
            if len(rivals) < 2:
                continue
            both = len({one.side for one in rivals}) > 1
            winner = "" if both else rivals[0].id
            self.contests.append(Contest(place, tuple(one.id for one in rivals), tick, winner))
            for one in rivals:
                if one.id != winner:
                    one.shut.add(place)
                    one.propose(self.land, tick, self._target)

    @clause("NA-MOVE-22", "NA-MOVE-16")
    def _meet(self, due: Sequence[_Pair], tick: int) -> None:
        """Who would stand on an enemy is put back to where he stood at the start of the tick, and stops."""
        met = True
        while met:
            met = False
            for pair in due:
                if pair.meets():
                    for one, other in ((pair.a, pair.b), (pair.b, pair.a)):
                        if one.next is not one.base:
                            met = True
                            _put_back(one, other, tick)


def _area(one: Walker) -> Box:
    """A box that it does not leave."""
    if one.track is not None:
        return one.area()
    (west, south, east, north), far = one.base.box, one.speed + 4 if one.moves else 0
    return west - far, south - far, east + far, north + far


def _put_back(one: Walker, other: Walker, tick: int) -> None:
    one.next, one.next_moved, one.entering, one.mark = one.base, one.moved, [], None
    one.stop("contact", tick, other.id)


# --- friends -------------------------------------------------------------------------------------------


def _rank(one: Walker) -> tuple[bool, int, str]:
    """The least goes first (NA-MOVE-23)."""
    return not one.withdraws, one.halted if one.moved else 0, one.id


class Barred:
    """Besides an overlap, why one may not end near a friend; here for no reason."""

    def concerns(self, one: Walker, other: Walker) -> bool:
        """Whether the two have to be asked about at all."""
        return False

    def __call__(self, one: Walker, base: Base, other: Walker) -> bool:
        return False


class _Friend(NamedTuple):
    """A friend near whom one may end, and whether more than an overlap matters."""

    other: Walker
    special: bool


@clause("NA-MOVE-23", "NA-MOVE-16", "NA-ART-08", "NA-CC-22")
def part_friends(walkers: Sequence[Walker], barred: Barred, ignored: Collection[str]) -> None:
    """No two friends end on each other: the one of lower priority goes back along its way. ``ignored``: ids of friends
    that will still move away."""
    there = [one for one in walkers if one.halt != "table"]
    movers = sorted((one for one in there if one.moved), key=_rank, reverse=True)
    trails: dict[str, list[tuple[Walker, Box]]] = {}
    for one in there:
        trails.setdefault(one.side, []).append((one, one.trail()))
    near = {one.id: list(_friends(one, trails[one.side], barred)) for one in movers}
    changed = {one.id for one in there}
    while changed:
        again: set[str] = set()
        for one in movers:
            mine = one.id in changed
            for friend in near[one.id]:
                asked = (mine or friend.other.id in changed) and friend.other.id not in ignored
                if asked and _gives_way(one, friend, barred, there):
                    again.add(one.id)
        changed = again


def _friends(one: Walker, trails: Iterable[tuple[Walker, Box]], barred: Barred) -> Iterable[_Friend]:
    """Those of its side whose ways come near to its own."""
    west, south, east, north = one.trail()
    for other, (left, low, right, top) in trails:
        if other is not one:
            room = max(left - east, west - right, low - north, south - top)
            special = room <= NEAR and barred.concerns(one, other)
            if special or room <= 0:
                yield _Friend(other, special)


def _gives_way(one: Walker, friend: _Friend, barred: Barred, there: Sequence[Walker]) -> bool:
    """Whether it had to go back for a friend, and did or found that it can't."""
    other = friend.other
    if not one.moved or one.stuck:
        return False
    if not (overlap(one.base, other.base) or (friend.special and barred(one, one.base, other))):
        return False
    if other.moved and not other.stuck and _rank(one) < _rank(other):
        return False
    _back_along(one, friend, there, barred)
    return True


def _back_along(one: Walker, friend: _Friend, there: Sequence[Walker], barred: Barred) -> None:
    """To the last tick in which it was clear of the friend and where no enemy stands now. Where there is none, it
    stays and is not asked again."""
    trail = one.trail()
    enemies = [enemy for enemy in there if enemy.side != one.side and boxes_near(trail, enemy.base.box)]
    for tick, pose in one.places_back():
        base = one.base.put(pose)
        if overlap(base, friend.other.base) or (friend.special and barred(one, base, friend.other)):
            continue
        if not any(overlap(base, enemy.base) for enemy in enemies):
            one.back_to(tick)
            one.stop("priority", tick, friend.other.id)
            return
    one.stuck = True
