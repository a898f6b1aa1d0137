"""Bodies under way, alone and in pairs: where each is after so many ticks, and when two may next come near each other
(FA-MOV-04 to -08).

Two bodies far enough apart are not looked at again before the first tick in which they could be near each other,
whether they go or wait meanwhile; so a big field costs little more than the fights on it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from math import hypot
from typing import Literal, NamedTuple

import msgspec

from grognard.rulebooks.fantasy.ground import Land, Piece
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.sightlines import joined
from grognard.rulebooks.fantasy.tracks import FINE, PLAIN, Stretch, Track, inside, swung, wheel_radius
from grognard.rulebooks.fantasy.zones import CONTACT, PARTED, in_contact
from grognard.space.measure import overlap, within
from grognard.space.outline import Base, Box, boxes_near
from grognard.space.pose import Pose, step
from grognard.space.sine import COS, ONE, SIN

TICKS = 100
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


# --- one body -------------------------------------------------------------------------------------------


class One:
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

    def course(self) -> Course:
        """How it goes on from where it is."""
        if not self.going or self.track is None:
            return STANDS
        spent = self.spent
        stretch = self.track.stretches[bisect_right(self.track.ends, spent)]
        left = (stretch.end - spent) * TICKS // (self.rate * FINE)
        if stretch.radius or not left:
            return Course(0.0, 0.0, self.speed, TICKS)
        far = self.rate * PLAIN / (TICKS * stretch.factor * ONE) if stretch.factor else 0.0
        heading = stretch.begin.heading
        return Course(far * SIN[heading], far * COS[heading], 0, left)

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
            box = joined(box, swung(one, body.block) if one.radius else _at(body, one, cap))
    return box


def _at(body: Body, stretch: Stretch, cap: int) -> Box:
    first, last = (body.block.put(stretch.front(cost)).base.box for cost in (stretch.start, cap))
    return joined(first, last)


def _walls(box: Box, land: Land) -> tuple[Piece, ...]:
    """Closed ground that may be met on the way: a quick cut."""
    return tuple(piece for piece in land.closed if boxes_near(box, piece.box))


def clear_of(box: Box, land: Land, walls: Iterable[Piece]) -> int:
    """How far a box on the table is from the edge and from some ground, or less."""
    west, south, east, north = box
    least = min(west, south, land.width - east, land.height - north)
    for piece in walls:
        left, low, right, high = piece.box
        least = min(least, max(west - right, left - east, south - high, low - north))
    return least


# --- pairs ----------------------------------------------------------------------------------------------


class Course(NamedTuple):
    """How a body goes on: thousandths a tick to the east and north; in a wheel any way, ``turning`` at most; so for
    ``left`` ticks of its own."""

    x: float
    y: float
    turning: int
    left: int


STANDS = Course(0.0, 0.0, 0, TICKS)
SLOWEST = 1e-3
"""Thousandths a tick: less makes nothing in all."""


class Pair:
    """Two bodies that may come near each other. ``near``: enemies who stood in contact, so that until they have parted
    only an overlap counts (FA-MOV-05); ``on``: they stood on each other after a free turn, so that nothing counts until
    they don't. What was last found out is kept, for those who wait ask the same again."""

    __slots__ = ("_apart", "_apart_at", "_met", "_met_at", "a", "b", "friends", "near", "on")

    def __init__(self, a: One, b: One, near: bool) -> None:
        self.a, self.b, self.near = a, b, near
        self.friends = a.body.side == b.body.side
        self.on = overlap(a.base(0), b.base(0))
        self._met_at, self._apart_at = (-1, -1), (-1, -1, False, False)
        self._met, self._apart = False, 0

    def has(self, some: Collection[int]) -> bool:
        """One of the two is among some, by their numbers."""
        return self.a.number in some or self.b.number in some

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

    def apart(self) -> int:
        """Ticks in which they surely don't meet."""
        a, b = self.a, self.b
        at = a.ticks, b.ticks, a.going, b.going
        if at != self._apart_at:
            least = a.jitter + b.jitter + (0 if self.friends else CONTACT)
            self._apart_at, self._apart = at, _ticks_apart(a, b, least)
        return self._apart


def pairs_of(ones: Sequence[One], touching: frozenset[tuple[str, str]]) -> Iterable[Pair]:
    for a, b in combinations(ones, 2):
        if (a.track or b.track) and boxes_near(a.swept, b.swept, CONTACT + a.jitter + b.jitter):
            friends = a.body.side == b.body.side
            if friends and (a.body.retreating or b.body.retreating):
                continue
            if a.body.follows == b.body.id or b.body.follows == a.body.id:
                continue
            linked = (a.body.id, b.body.id) in touching or in_contact(a.base(0), b.base(0))
            yield Pair(a, b, near=linked and not friends)


def _ticks_apart(a: One, b: One, least: int) -> int:
    """Ticks in which two surely come no nearer than ``least``, whether they go on or wait: what one of their axes
    promises, along which each comes nearer only as far as its way leads there; else what their speeds alone do."""
    here, there, one, other = a.course(), b.course(), a.base(a.ticks), b.base(b.ticks)
    x, y = other.pose.x - one.pose.x, other.pose.y - one.pose.y
    spare, ticks = 0.0, 0.0
    for first, second in ((one.frame, other.frame), (other.frame, one.frame)):
        ((px, py), (qx, qy), _, _, _), ((sx, sy), (tx, ty), _, _, _) = first, second
        own = abs(px * qy - py * qx)
        for nx, ny in ((qy - py, px - qx), (py + qy, -px - qx)):
            along, size = x * nx + y * ny, hypot(nx, ny)
            gap = (abs(along) - own - max(abs(sx * nx + sy * ny), abs(tx * nx + ty * ny))) / size - least
            if gap > 0:
                size = size if along > 0 else -size
                ahead, back = (here.x * nx + here.y * ny) / size, (there.x * nx + there.y * ny) / size
                closing = max(ahead, 0.0) - min(back, 0.0) + here.turning + there.turning
                spare, ticks = max(spare, gap), max(ticks, gap / max(closing, SLOWEST))
    sure = spare // max((a.speed if a.going else 0) + (b.speed if b.going else 0), 1)
    return int(max(sure, min(ticks, here.left, there.left)))
