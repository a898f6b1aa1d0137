"""Simultaneous motion in 100 ticks (FA-MOV-04 to -10, FA-RET-05 to -11): who waits, who meets whom, who is caught.

Nothing here knows of a battle. Two bodies far enough apart are not looked at again before the first tick in which
they could be near each other, however they go; so a big field costs little more than the fights on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.ground import Land, Piece, barred, barred_by, off_table
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.tracks import FINE, PLAIN, Stretch, Track, inside, swung, wheel_radius
from grognard.rulebooks.fantasy.zones import CONTACT, PARTED, in_contact
from grognard.space.measure import gap, overlap, within
from grognard.space.outline import Base, Box, boxes_near
from grognard.space.pose import Pose, root, step

TICKS = 100
ASIDE = (900, -900, 1800, 450, -450, 1350, -1350, 0)
"""Where a unit looks that finds no free place on its own way, right before left, back before on."""
FAR_ENOUGH = 20_000
ONWARD = 100
"""Steps in which a unit looks for a free place (FA-RET-05)."""
Halt = Literal["", "contact", "ground", "edge", "shut", "left"]
"""Why a unit stopped: "" at the end of its path or allowance, else for the rest of the phase."""


class Body(msgspec.Struct, frozen=True):
    """A unit on the field. Without a ``track`` it stands. ``allowance``: thousandths of movement cost. ``leaves``: may
    cross the table's edge, and is gone then. ``follows``: whom it pursues, its allowance being what it rolled.
    ``home``: where it stood before a free turn, if it was turned."""

    id: str
    side: str
    block: Block
    track: Track | None = None
    allowance: int = 0
    initiative: int = 0
    retreating: bool = False
    leaves: bool = False
    follows: str = ""
    home: Block | None = None


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


# --- one body -------------------------------------------------------------------------------------------


class _One:
    """A body under way: ``ticks`` moved so far; ``speed`` bounds how far any point of it gets in a tick, ``jitter``
    what rounding and whole tenths of a degree may add. ``walls``: closed ground that it may come to, ``look``: the
    first tick in which it or the table's edge may matter."""

    __slots__ = (
        "_back",
        "_bases",
        "_deep",
        "_heading",
        "_wide",
        "body",
        "cap",
        "full",
        "ground",
        "halt",
        "halted",
        "jitter",
        "look",
        "nudged",
        "number",
        "rate",
        "speed",
        "swept",
        "ticks",
        "track",
        "waited",
        "walls",
    )

    def __init__(self, number: int, body: Body, rate: int, land: Land) -> None:
        self.number, self.body, self.track = number, body, body.track
        self.ticks = self.waited = self.halted = 0
        self.halt: Halt = ""
        self.ground = ""
        self.nudged: Block | None = None
        self.rate = rate if self.track else 0
        self.cap = self.full = 0
        self.limit(min(self.rate * FINE, self.track.cost) if self.track else 0)
        self.speed, self.jitter = _speed(body, self.rate)
        self._bases: dict[int, Base] = {0: body.block.base}
        self._wide, self._deep, self._heading, self._back = body.block.width, body.block.depth, -1, (0, 0)
        self.swept = _swept(body, self.cap)
        self.walls = _walls(self.swept, land)
        self.look = 1 if self.track and (self.walls or not inside(land, self.swept)) else TICKS + 1

    @property
    def spent(self) -> int:
        """Millionths of a cell."""
        return self.cost(self.ticks)

    def cost(self, ticks: int) -> int:
        return min(self.rate * FINE * ticks // TICKS, self.cap)

    def limit(self, cap: int) -> None:
        """It spends no more than so much; ``full``: ticks after which that is done."""
        self.cap, self.full = cap, -(-cap * TICKS // (self.rate * FINE)) if cap else 0

    @property
    def going(self) -> bool:
        """In motion: its way is not done and nothing has stopped it."""
        return not self.halt and self.ticks < self.full

    def block(self) -> Block:
        if self.nudged is not None:
            return self.nudged
        return self.body.block.put(self.track.front(self.spent)) if self.track else self.body.block

    def place(self) -> Base:
        """Where it stands when all is over."""
        return self.nudged.base if self.nudged is not None else self.base(self.ticks)

    def base(self, ticks: int) -> Base:
        found = self._bases.get(ticks)
        if found is None:
            found = self._bases[ticks] = (
                self._at(self.track.front(self.cost(ticks))) if self.track else self._bases[0]
            )
        return found

    def _at(self, front: Pose) -> Base:
        """As ``Block.base`` has it; the way from the front to the centre is the same as long as it goes straight on."""
        if front.heading != self._heading:
            self._heading, self._back = front.heading, step(front.heading, -self._deep, over=2)
        east, north = self._back
        return Base(Pose(front.x + east, front.y + north, front.heading), self._wide, self._deep)

    def stop(self, why: Halt, tick: int) -> None:
        self.halt, self.halted = why, tick


def _speed(body: Body, rate: int) -> tuple[int, int]:
    """Thousandths that any point of a body goes in a tick at most, and what rounding may add over any time."""
    if body.track is None:
        return 0, 2
    far = wheel_radius(body.block)
    wheels = [one for one in body.track.stretches if one.radius]
    cheap = min([one.factor for one in body.track.stretches if one.factor] + [PLAIN])
    worst = max([far * PLAIN // one.radius + 1 for one in wheels] + [PLAIN])
    speed = rate * worst // (TICKS * cheap) + 1
    return speed, 4 + (far // FINE // 500 if wheels else 0)


def _swept(body: Body, cap: int) -> Box:
    """A box that holds the body wherever it is on its way."""
    box = body.block.base.box
    if body.track is None:
        return box
    for one in body.track.stretches:
        if one.start <= cap:
            box = _joined(box, swung(one, body.block) if one.radius else _at(body, one, cap))
    return box


def _at(body: Body, stretch: Stretch, cap: int) -> Box:
    first, last = (body.block.put(stretch.front(cost)).base.box for cost in (stretch.start, cap))
    return _joined(first, last)


def _joined(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _walls(box: Box, land: Land) -> tuple[Piece, ...]:
    """Closed ground that may be met on the way: a quick cut."""
    return tuple(piece for piece in land.closed if boxes_near(box, piece.box))


def _clear_of(box: Box, land: Land, walls: Iterable[Piece]) -> int:
    """How far a box on the table is from the edge and from some ground, or less."""
    west, south, east, north = box
    least = min(west, south, land.width - east, land.height - north)
    for piece in walls:
        left, low, right, high = piece.box
        least = min(least, max(west - right, left - east, south - high, low - north))
    return least


# --- pairs ----------------------------------------------------------------------------------------------


class _Pair:
    """Two bodies that may come near each other. ``near``: enemies who stood in contact, so that until they have parted
    only an overlap counts (FA-MOV-05); ``on``: they stood on each other after a free turn, so that nothing counts until
    they don't. What was last found out is kept, for those who wait ask the same again."""

    __slots__ = ("_clear", "_clear_at", "_met", "_met_at", "a", "b", "friends", "near", "on")

    def __init__(self, a: _One, b: _One, near: bool) -> None:
        self.a, self.b, self.near = a, b, near
        self.friends = a.body.side == b.body.side
        self.on = overlap(a.base(0), b.base(0))
        self._met_at = self._clear_at = (-1, -1)
        self._met, self._clear = False, 0

    def meets(self, going: set[int]) -> bool:
        """Whether two friends would overlap, or two enemies stand in contact, at least one of them moving."""
        a, b = self.a, self.b
        first, second = a.number in going, b.number in going
        if self.on or not (first or second):
            return False
        at = a.ticks + first, b.ticks + second
        if at != self._met_at:
            self._met_at = at
            places = a.base(at[0]), b.base(at[1])
            self._met = overlap(*places) if self.friends or self.near else within(*places, CONTACT)
        return self._met

    def part(self) -> None:
        """Those who stood in contact or on each other may meet anew when they are apart."""
        if self.on or self.near:
            a, b = self.a.base(self.a.ticks), self.b.base(self.b.ticks)
            self.on = self.on and overlap(a, b)
            self.near = self.near and within(a, b, PARTED)
            self._met_at = (-1, -1)

    def clearance(self) -> int:
        """Surely no more than the gap between them."""
        at = self.a.ticks, self.b.ticks
        if at != self._clear_at:
            self._clear_at, self._clear = at, _clearance(self.a.base(at[0]), self.b.base(at[1]))
        return self._clear


def _pairs(ones: Sequence[_One], touching: frozenset[tuple[str, str]]) -> Iterable[_Pair]:
    for a, b in combinations(ones, 2):
        if (a.track or b.track) and boxes_near(a.swept, b.swept, CONTACT + a.jitter + b.jitter):
            friends = a.body.side == b.body.side
            if friends and (a.body.retreating or b.body.retreating):
                continue
            if a.body.follows == b.body.id or b.body.follows == a.body.id:
                continue
            linked = (a.body.id, b.body.id) in touching or in_contact(a.base(0), b.base(0))
            yield _Pair(a, b, near=linked and not friends)


def _clearance(a: Base, b: Base) -> int:
    """No more than the gap between two rectangles; nearly as much where they lie side by side."""
    (w, s, e, n), (ww, ss, ee, nn) = a.box, b.box
    least = max(w - ee, ww - e, s - nn, ss - n)
    if least > 1000:
        return least
    x, y = b.pose.x - a.pose.x, b.pose.y - a.pose.y
    for one, other in ((a, b), (b, a)):
        (px, py), (qx, qy) = one.offsets
        (sx, sy), (tx, ty) = other.offsets
        own = abs(px * qy - py * qx)
        for nx, ny in ((qy - py, px - qx), (py + qy, -px - qx)):
            between = abs(x * nx + y * ny) - own - max(abs(sx * nx + sy * ny), abs(tx * nx + ty * ny))
            if between > 0:
                least = max(least, between // (root(nx * nx + ny * ny) + 1))
    return least


# --- the field ------------------------------------------------------------------------------------------


_Stood: TypeAlias = tuple[_One, Base]
"""Somebody with his place when all is over."""


class _Hit(NamedTuple):
    pair: _Pair
    tick: int
    moving: tuple[str, ...]


class _Field:
    def __init__(self, bodies: Sequence[Body], land: Land, touching: frozenset[tuple[str, str]]) -> None:
        self.land = land
        rolled = {body.id: body.allowance for body in bodies}
        self.ones = [_One(i, body, _rate(body, rolled), land) for i, body in enumerate(bodies)]
        self.by_id = {one.body.id: one for one in self.ones}
        self.movers = [one for one in self.ones if one.track]
        self.hunters = [one for one in self.movers if one.body.follows]
        self.hits: list[_Hit] = []
        self.due: list[list[_Pair]] = [[] for _ in range(TICKS + 2)]
        for pair in _pairs(self.ones, touching):
            self._plan(pair, 0)

    def _plan(self, pair: _Pair, now: int) -> None:
        """Look at a pair again in the first tick in which it might matter."""
        a, b = pair.a, pair.b
        speed = (a.speed if a.going else 0) + (b.speed if b.going else 0)
        if not speed or "left" in (a.halt, b.halt):
            return
        spare = 0 if pair.on or pair.near else pair.clearance()
        first = now + 1 + max(0, spare - CONTACT - a.jitter - b.jitter) // speed
        if first <= TICKS:
            self.due[first].append(pair)

    # one tick

    def tick(self, tick: int) -> bool:
        """Everybody's next hundredth; False where nobody is in motion any more."""
        self._call_off_pursuits()
        active = [one for one in self.movers if one.going]
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
        for one in active:
            if one.number in going:
                one.ticks += 1
            elif not one.halt:
                one.waited += 1
        for pair in due:
            pair.part()
            self._plan(pair, tick)
        return True

    def go_on(self, tick: int) -> int:
        """The next tick in which anybody may meet anything; until then everybody goes on."""
        busy = [one for one in self.movers if one.going]
        last = min([TICKS + 1, *(one.look for one in busy)])
        for one in self.hunters:
            fled = self.by_id.get(one.body.follows)
            if fled is not None and fled.going:
                last = min(last, tick + 1 + fled.full - fled.ticks)
        first = tick + 1
        last = next((at for at in range(first, last) if self.due[at]), max(first, last))
        for one in busy if last > first else ():
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
    def _meet_ground(self, active: Sequence[_One], going: set[int], tick: int) -> None:
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
                spare = _clear_of(base.box, self.land, one.walls) - one.jitter - 1
                one.look = tick + 1 + max(0, spare) // one.speed

    @clause("FA-MOV-06", "FA-CHG-06", "FA-MOV-07")
    def _meet_friends(self, due: Sequence[_Pair], going: set[int]) -> None:
        again = True
        while again:
            again = False
            for pair in due:
                if pair.friends and pair.meets(going):
                    going.discard(_waits(pair, going).number)
                    again = True

    @clause("FA-MOV-05", "FA-MOV-08", "FA-MOV-09", "FA-CHG-05", "FA-CHG-07", "FA-RET-10")
    def _meet_enemies(self, due: Sequence[_Pair], going: set[int], moving: frozenset[int], tick: int) -> bool:
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

    def _settle(self, one: _One) -> None:
        block = one.block()
        others = [(other, other.place()) for other in self.ones if other is not one and other.halt != "left"]
        if not _on_somebody(others, block.base):
            return
        if one.body.retreating and not one.halt and self._onward(one, block, others):
            return
        one.nudged = next((place for place in _back(one, block) if self._free(others, place)), None)

    def _onward(self, one: _One, block: Block, others: Sequence[_Stood]) -> bool:
        """Whether there is a free place ahead, or the edge of the table for one who may leave."""
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
    def _catches(self, one: _One) -> bool:
        """He rolled at least what the other went, and nothing held him up on his way."""
        fled = self.by_id.get(one.body.follows)
        if fled is None or fled.halt == "left" or one.halt:
            return False
        return one.body.allowance * FINE >= fled.spent and one.spent >= one.cap


def _numbers(pair: _Pair) -> tuple[int, int]:
    return pair.a.number, pair.b.number


def _on_somebody(others: Iterable[_Stood], base: Base) -> bool:
    box = base.box
    return any(boxes_near(box, place.box) and overlap(base, place) for _, place in others)


def _near_enemy(one: _One, others: Iterable[_Stood], base: Base) -> bool:
    """Whether an enemy whom it is not parting from would be in contact."""
    start, box = one.body.block.base, base.box
    return any(
        boxes_near(box, place.box, CONTACT)
        and other.body.side != one.body.side
        and within(base, place, CONTACT)
        and not in_contact(start, other.body.block.base)
        for other, place in others
    )


def _back(one: _One, block: Block) -> Iterator[Block]:
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
def _waits(pair: _Pair, going: set[int]) -> _One:
    """The one that moves; of two the one with lower Initiative, on equality the later id."""
    a, b = pair.a, pair.b
    if a.number not in going or b.number not in going:
        return a if a.number in going else b
    return a if a.body.initiative < b.body.initiative else b


def _went(one: _One) -> Went:
    halt, ground, gone = one.halt, one.ground, one.track.gone(one.spent) if one.track else 0
    if not halt and one.track and one.track.shut and one.spent >= one.track.cost:
        halt, ground = "shut", one.track.shut
    return Went(one.block(), one.spent // FINE, gone // FINE, halt, one.halted, ground, one.waited)
