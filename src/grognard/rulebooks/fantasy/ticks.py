"""Simultaneous motion in 100 ticks (FA-MOV-04 to -10, FA-RET-05 to -11): who waits, who meets whom, who is caught.

Nothing here knows of a battle; ``bodies`` are what moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.bodies import TICKS, Body, Halt, One, Pair, clear_of, pairs_of
from grognard.rulebooks.fantasy.ground import Land, barred, barred_by, off_table
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.sightlines import joined
from grognard.rulebooks.fantasy.tracks import FINE
from grognard.rulebooks.fantasy.zones import CONTACT, in_contact
from grognard.space.measure import gap, overlap, within
from grognard.space.outline import Base, boxes_near
from grognard.space.pose import step

ASIDE = (900, -900, 1800, 450, -450, 1350, -1350, 0)
"""Where a unit looks that finds no free place on its own way, right before left, back before on."""
FAR_ENOUGH = 20_000
ONWARD = 100
"""Steps in which a unit looks for a free place (FA-RET-05)."""


class Meeting(msgspec.Struct, frozen=True):
    """Two enemies that met in a tick, ``a`` < ``b``. ``moving``: those in motion in it; ``gap``: what is left between
    them where they stopped (FA-CHG-09)."""

    a: str
    b: str
    tick: int
    moving: tuple[str, ...]
    gap: int

    @property
    def clash(self) -> bool:
        """Both were in motion (FA-MOV-08)."""
        return len(self.moving) == 2


class Went(msgspec.Struct, frozen=True):
    """What became of a body that had a track: where it stands, thousandths of cost spent and of way gone, why and in
    which tick it stopped (0: at its end), by what ground; ticks lost in waiting for friends."""

    block: Block
    spent: int
    gone: int = 0
    halt: Halt = ""
    tick: int = 0
    ground: str = ""
    waited: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """``caught``: (pursuer, caught), by the pursuers' ids."""

    went: dict[str, Went]
    meetings: tuple[Meeting, ...]
    caught: tuple[tuple[str, str], ...]


@clause(
    "FA-MOV-04", "FA-MOV-05", "FA-MOV-06", "FA-MOV-07", "FA-MOV-08", "FA-MOV-09", "FA-RET-08", "FA-GEN-04"
)
def run(bodies: Iterable[Body], land: Land, touching: Collection[tuple[str, str]] = ()) -> Outcome:
    """Move all bodies at once. ``touching``: pairs of ids (lower first) in contact by rule at the start; pairs that
    stand in contact as measured are treated alike: they meet before they have parted only if they would overlap
    (FA-MOV-05)."""
    field = _Field(sorted(bodies, key=lambda body: body.id), land, frozenset(touching))
    tick = 1
    while tick <= TICKS and field.tick(tick):
        tick = field.go_on(tick)
    field.settle()
    return field.outcome()


@clause("FA-SHO-09", "FA-CHG-02")
def alone(bodies: Sequence[Body], mover: str, land: Land) -> list[Block]:
    """Where one body stands after each tick while everybody else stands, until it would touch anything: the enemy or a
    friend in its way, closed ground, the edge; its own place after tick 0 comes first."""
    still = [body if body.id == mover else _standing(body) for body in bodies]
    field = _Field(sorted(still, key=lambda body: body.id), land, frozenset())
    me = next(one for one in field.ones if one.body.id == mover)
    found = [me.body.block]
    for tick in range(1, TICKS + 1):
        before = me.ticks
        if not field.tick(tick) or me.ticks == before:
            break
        found.append(me.block())
    return found


@clause("FA-CHG-02")
def reaches(bodies: Sequence[Body], mover: str, land: Land) -> bool:
    """Whether a body would meet an enemy if everybody else stood still."""
    still = [body if body.id == mover else _standing(body) for body in bodies]
    return any(mover in (meeting.a, meeting.b) for meeting in run(still, land).meetings)


def _standing(body: Body) -> Body:
    return Body(body.id, body.side, body.block)


# --- the field ------------------------------------------------------------------------------------------


_Stood: TypeAlias = tuple[One, Base]
"""Somebody with his place when all is over."""


class _Hit(NamedTuple):
    pair: Pair
    tick: int
    moving: tuple[str, ...]


class _Field:
    def __init__(self, bodies: Sequence[Body], land: Land, touching: frozenset[tuple[str, str]]) -> None:
        self.land = land
        rolled = {body.id: body.allowance for body in bodies}
        self.ones = [One(i, body, _rate(body, rolled), land) for i, body in enumerate(bodies)]
        self.by_id = {one.body.id: one for one in self.ones}
        self.movers = [one for one in self.ones if one.track]
        self.hunters = [one for one in self.movers if one.body.follows]
        self.hits: list[_Hit] = []
        self.due: list[list[Pair]] = [[] for _ in range(TICKS + 2)]
        self.waiting: set[int] = set()
        self.stuck: list[Pair] = []
        for pair in pairs_of(self.ones, touching):
            self._plan(pair, 0)

    def _plan(self, pair: Pair, now: int) -> None:
        """Look at a pair again in the first tick in which it might matter."""
        a, b = pair.a, pair.b
        if not (a.going or b.going) or "left" in (a.halt, b.halt):
            return
        first = now + 1 + (0 if pair.on or pair.near else pair.apart())
        if first <= TICKS:
            self.due[first].append(pair)

    # one tick

    def tick(self, tick: int) -> bool:
        """Everybody's next hundredth; False where nobody is in motion any more."""
        self._call_off_pursuits()
        active = self._on_their_way()
        if not active:
            return False
        going = {one.number for one in active}
        moving = frozenset(going)
        self._meet_ground(active, going, tick)
        due = [pair for pair in self.due[tick] if "left" not in (pair.a.halt, pair.b.halt)]
        if due:
            due.sort(key=_numbers)
            self._meet_friends(due, going)
            while self._meet_enemies(due, going, moving, tick):
                self._meet_friends(due, going)
        self.waiting = set()
        for one in active:
            if one.number in going:
                one.ticks += 1
            elif not one.halt:
                one.waited += 1
                self.waiting.add(one.number)
        for pair in due:
            pair.part()
            self._plan(pair, tick)
        changed = moving - self.waiting
        self.stuck = [] if any(pair.has(changed) for pair in due) else due
        return True

    def _on_their_way(self) -> list[One]:
        """Those who are going, without asking each."""
        return [one for one in self.movers if not one.halt and one.ticks < one.full]

    def go_on(self, tick: int) -> int:
        """The next tick in which anybody may meet anything; until then everybody goes on. Where nobody is due but those
        who have waited for each other just now, they wait on."""
        first, busy = tick + 1, self._on_their_way()
        stuck = self.due[first] if set(self.due[first]) == set(self.stuck) else []
        waiting = self.waiting if stuck else ()
        last = min([TICKS + 1, *[one.look for one in busy if one.number not in waiting]])
        for one in self.hunters:
            fled = self.by_id.get(one.body.follows)
            if fled is not None and fled.going:
                last = min(last, first + fled.full - fled.ticks)
        if stuck and last > first:
            self.due[first] = []
        last = next((at for at in range(first, last) if self.due[at]), max(first, last))
        if last > first:
            self.due[last] += stuck
            for one in busy:
                if one.number in waiting:
                    one.waited += last - first
                else:
                    one.ticks = min(one.ticks + last - first, one.full)
        return last

    @clause("FA-RET-08")
    def _call_off_pursuits(self) -> None:
        """Nobody follows farther than the other has gone."""
        for one in self.hunters:
            fled = self.by_id.get(one.body.follows)
            if fled is not None and not fled.going:
                one.limit(min(one.cap, fled.spent))

    @clause("FA-MOV-03", "FA-MOV-07", "FA-RET-06")
    def _meet_ground(self, active: Sequence[One], going: set[int], tick: int) -> None:
        for one in active:
            if one.look > tick:
                continue
            base = one.base(one.ticks + 1)
            if off_table(self.land, base):
                one.stop("left" if one.body.leaves else "edge", tick)
                one.ticks += one.body.leaves
                going.discard(one.number)
            elif ground := barred_by(self.land, one.walls, base):
                one.stop("ground", tick)
                one.ground = ground
                going.discard(one.number)
            else:
                spare = clear_of(base.box, self.land, one.walls) - one.jitter - 1
                one.look = tick + 1 + max(0, spare) // one.speed

    @clause("FA-MOV-06", "FA-CHG-06", "FA-MOV-07")
    def _meet_friends(self, due: Sequence[Pair], going: set[int]) -> None:
        """Who would come on a friend waits, and so whoever would come on him; pairs are looked at again while one of
        the two has been held up."""
        todo = [pair for pair in due if pair.friends]
        while todo:
            held: set[int] = set()
            for pair in todo:
                if pair.meets(going):
                    number = _waits(pair, going).number
                    going.discard(number)
                    held.add(number)
            todo = [pair for pair in due if pair.friends and pair.has(held)] if held else []

    @clause("FA-MOV-05", "FA-MOV-08", "FA-MOV-09", "FA-CHG-05", "FA-CHG-07", "FA-RET-10")
    def _meet_enemies(self, due: Sequence[Pair], going: set[int], moving: frozenset[int], tick: int) -> bool:
        """Everybody who would stand in contact with an enemy stops where he was; whether somebody did."""
        met = [pair for pair in due if not pair.friends and pair.meets(going)]
        for pair in met:
            both = tuple(one.body.id for one in (pair.a, pair.b) if one.number in moving)
            self.hits.append(_Hit(pair, tick, both))
            for one in (pair.a, pair.b):
                going.discard(one.number)
                if one.track and one.number in moving and not one.halt:
                    one.stop("contact", tick)
        return bool(met)

    # after the ticks

    @clause("FA-RET-05")
    def settle(self) -> None:
        """Retreating units that would end on somebody go on to the first free place; where the way is shut, and for
        pursuers, it is the last free place on the way there, or else the nearest aside."""
        self._call_off_pursuits()
        for one in self.movers:
            if one.halt != "left" and (one.body.retreating or one.body.follows):
                self._settle(one)

    def _settle(self, one: One) -> None:
        block = one.block()
        others = [(other, other.place()) for other in self.ones if other is not one and other.halt != "left"]
        if not _on_somebody(others, block.base):
            return
        if one.body.retreating and not one.halt and self._onward(one, block, others):
            return
        one.nudged = next((place for place in _back(one, block) if self._free(others, place)), None)

    def _onward(self, one: One, block: Block, others: Sequence[_Stood]) -> bool:
        """Whether there is a free place ahead, or the edge of the table for one who may leave."""
        way = joined(block.base.box, block.put(block.front.ahead(5 * TICKS * ONWARD)).base.box)
        others = [(other, place) for other, place in others if boxes_near(way, place.box, 2 * CONTACT)]
        for steps in range(1, 5 * TICKS):
            place = block.put(block.front.ahead(steps * ONWARD))
            if off_table(self.land, place.base):
                if one.body.leaves:
                    one.stop("left", TICKS)
                    one.nudged = place
                return one.body.leaves
            if barred(self.land, place.base) or _near_enemy(one, others, place.base):
                return False
            if not _on_somebody(others, place.base):
                one.nudged = place
                return True
        return False

    def _free(self, others: Iterable[_Stood], place: Block) -> bool:
        base = place.base
        return not (off_table(self.land, base) or barred(self.land, base) or _on_somebody(others, base))

    def outcome(self) -> Outcome:
        went = {one.body.id: _went(one) for one in self.movers}
        meetings = tuple(
            Meeting(
                hit.pair.a.body.id, hit.pair.b.body.id, hit.tick, hit.moving,
                gap(hit.pair.a.base(hit.pair.a.ticks), hit.pair.b.base(hit.pair.b.ticks)),
            )
            for hit in self.hits
        )  # fmt: skip
        caught = tuple((one.body.id, one.body.follows) for one in self.movers if self._catches(one))
        return Outcome(went, meetings, caught)

    @clause("FA-RET-07", "FA-RET-08", "FA-RET-10")
    def _catches(self, one: One) -> bool:
        """He rolled at least what the other went, and nothing held him up on his way."""
        fled = self.by_id.get(one.body.follows)
        if fled is None or fled.halt == "left" or one.halt:
            return False
        return one.body.allowance * FINE >= fled.spent and one.spent >= one.cap


def _numbers(pair: Pair) -> tuple[int, int]:
    return pair.a.number, pair.b.number


def _on_somebody(others: Iterable[_Stood], base: Base) -> bool:
    box = base.box
    return any(boxes_near(box, place.box) and overlap(base, place) for _, place in others)


def _near_enemy(one: One, others: Iterable[_Stood], base: Base) -> bool:
    """Whether an enemy whom it is not parting from would be in contact."""
    start, box = one.body.block.base, base.box
    return any(
        boxes_near(box, place.box, CONTACT)
        and other.body.side != one.body.side
        and within(base, place, CONTACT)
        and not in_contact(start, other.body.block.base)
        for other, place in others
    )


def _back(one: One, block: Block) -> Iterator[Block]:
    """Places for a unit that can't end where it is: back along its way, where it stood before it turned, then aside,
    the nearest first, right before left."""
    gone = one.track.gone(one.spent) // FINE if one.track else 0
    for way in range(ONWARD, gone + ONWARD, ONWARD):
        yield block.put(block.front.ahead(-way))
    yield one.body.block
    yield one.body.home or one.body.block
    for way in range(ONWARD, FAR_ENOUGH, ONWARD):
        for turn in ASIDE:
            yield block.put(block.front.shifted(step(block.heading + turn, way)))


def _rate(body: Body, rolled: dict[str, int]) -> int:
    """What a body may spend in all; a pursuer no more than the smaller of the two rolls (FA-RET-08)."""
    return min(body.allowance, rolled.get(body.follows, body.allowance))


@clause("FA-MOV-06")
def _waits(pair: Pair, going: set[int]) -> One:
    """The one that moves; of two the one with lower Initiative, on equality the later id."""
    a, b = pair.a, pair.b
    if a.number not in going or b.number not in going:
        return a if a.number in going else b
    return a if a.body.initiative < b.body.initiative else b


def _went(one: One) -> Went:
    halt, ground, gone = one.halt, one.ground, one.track.gone(one.spent) if one.track else 0
    if not halt and one.track and one.track.shut and one.spent >= one.track.cost:
        halt, ground = "shut", one.track.shut
    return Went(one.block(), one.spent // FINE, gone // FINE, halt, one.halted, ground, one.waited)
