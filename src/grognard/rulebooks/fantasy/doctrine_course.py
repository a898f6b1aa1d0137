"""A course that a small battle may take, gone through in the mind: bodies march, charge, shoot, fight and run about as
the rules have it, in broad strokes and in a small part of their time. ``doctrine_ahead`` plays it over and over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import cos, hypot, sin, sqrt
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.doctrine_bodies import (
    QUARTER,
    STAY,
    Body,
    Deed,
    Pose,
    Touch,
    align,
    groups,
    meets,
    overlap,
    touch,
)
from grognard.space.outline import Edge

A_TICK = 2.5
"""Cells by which two come nearer between moments at which they are looked at."""
ARC = 0.82
"""Half the arc of shooters: a little more than the 45 degrees, because each of them has his own."""
NO_STEP = 0.05
A_QUARTER = 4
SPREAD = 2.0
"""By how many roots of its mean a volley differs at most, about."""

Bout = tuple[tuple[str, float, float], ...]
"""What a round of melee does: by body, models that fall, and the chance that it breaks."""
Fate = Sequence[Sequence[Sequence[float]]]
"""The lots of every turn, body by body."""


class Span(NamedTuple):
    """Where a body starts, and a circle that holds its way."""

    start: Pose
    x: float
    y: float
    size: float


class Course:
    """A position that is played on. ``fight``: what a round of melee does; ``size``: of the table."""

    def __init__(
        self,
        bodies: Iterable[Body],
        touches: Iterable[Touch],
        fight: Callable[[list[Touch]], Bout],
        fate: Fate,
        size: tuple[float, float],
    ) -> None:
        self.bodies, self.touches = list(bodies), list(touches)
        self.fight, self.fate, self.size = fight, fate, size
        self.left = 0
        self.deeds: dict[str, Deed] = {}
        self.broken: set[Body] = set()

    def foes(self, body: Body) -> Iterator[Body]:
        return (one for one in self.bodies if one.breed.own != body.breed.own and not one.left)

    def nearest(self, body: Body) -> Body | None:
        x, y = body.x, body.y
        return min(self.foes(body), key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2, default=None)

    def touching(self, body: Body) -> list[Touch]:
        return [one for one in self.touches if one.one is body or one.other is body]

    def word(self, body: Body) -> str:
        return self.deeds.get(body.breed.id, STAY).word

    # --- a turn ---

    def begin(self, turn: int, left: int) -> None:
        """Everybody's lots for a turn; ``left``: turns that come after it."""
        self.left = left
        for body, lots in zip(self.bodies, self.fate[turn], strict=True):
            body.lots, body.at = lots, 0

    def turn(self, deeds: dict[str, Deed]) -> None:
        """Melee, shots, rallies, motion and the clashes that it brings."""
        self.deeds = deeds
        fled = [body for body in self.bodies if body.runs]
        self.broken = set(fled)
        if self.touches:
            self._melee(self.touches)
        self._shoot()
        for body in fled:
            self._rally(body)
        self._flee()
        self.broken = set()
        self._melee(self._move())
        self._flee()

    @clause("FA-RET-04")
    def _rally(self, body: Body) -> None:
        if body.left or not body.breed.rally or body.luck() >= body.breed.rally:
            return
        body.runs = False
        self.broken.discard(body)
        self.deeds[body.breed.id] = STAY
        foe = self.nearest(body)
        if foe is not None:
            far = body.far(foe) or 1.0
            body.face((foe.cx - body.cx) / far, (foe.cy - body.cy) / far)

    def _run(self, body: Body) -> None:
        if not body.left and not body.runs:
            body.runs = True
            self.broken.add(body)

    # --- melee ---

    @clause("FA-MEL-01", "FA-CR-06", "FA-CR-07")
    def _melee(self, touches: list[Touch]) -> None:
        """Of two sides at most one runs: a single lot is drawn for both."""
        for group in groups(touches):
            bodies = {body.breed.id: body for one in group for body in (one.one, one.other)}
            lot = group[0].one.luck()
            for key, dead, breaks in self.fight(group):
                body = bodies[key]
                body.lose(int(dead + body.luck()))
                if lot < breaks if body.breed.own else lot > 1 - breaks:
                    self._run(body)
            for one in group:
                one.fought = True
            for body in bodies.values():
                body.shape()
        self._part()

    def _part(self) -> None:
        self.touches = [one for one in self.touches if not (one.one.left or one.other.left)]

    # --- shots ---

    @clause("FA-SHO-13", "FA-LD-03")
    def _shoot(self) -> None:
        fallen: dict[Body, int] = {}
        for body in self.bodies:
            if self.word(body) == "shoot" and not (body.left or body.runs or self.touching(body)):
                target = self._target(body, self.deeds[body.breed.id].target)
                if target is not None:
                    fallen[target] = fallen.get(target, 0) + _volley(body, target)
        for body, models in fallen.items():
            tested = models > 0 and A_QUARTER * models >= body.models
            body.lose(models)
            body.shape()
            if tested and body.luck() < body.panic:
                self._run(body)

    @clause("FA-LOS-01", "FA-SHO-10")
    def _target(self, body: Body, wanted: str) -> Body | None:
        able = [
            foe
            for foe in self.foes(body)
            if abs(body.bearing(foe.cx, foe.cy)) < ARC
            and body.far(foe) < body.breed.range
            and not self.touching(foe)
        ]
        named = [foe for foe in able if foe.breed.id == wanted]
        return min(named or able, key=body.far, default=None)

    # --- flights ---

    @clause("FA-RET-02", "FA-RET-06")
    def _flee(self) -> None:
        """Whoever has to run goes away from the enemy; those who fought it follow."""
        for body in self.bodies:
            if body not in self.broken or body.left:
                continue
            mine = self.touching(body)
            foes = [one.foe(body) for one in mine]
            source = max(foes, key=lambda one: one.models) if foes else self.nearest(body)
            if source is not None:
                far = source.far(body) or 1.0
                body.face((body.cx - source.cx) / far, (body.cy - source.cy) / far)
                way = body.roll(body.breed.dice)
                body.put((body.x + body.sine * way, body.y + body.cosine * way, body.sine, body.cosine))
                body.left = not body.is_on(*self.size)
            for one in mine:
                self.touches.remove(one)
                self._follow(one.foe(body), body, way)
        self._part()

    @clause("FA-RET-07", "FA-RET-09")
    def _follow(self, foe: Body, body: Body, way: int) -> None:
        """Who pursues either catches it and strikes, or stands where the roll ends."""
        if foe.runs or foe.left or self.word(foe) == "stay" or self.touching(foe):
            return
        roll = foe.roll(foe.breed.dice)
        foe.face(body.sine, body.cosine)
        if roll < way or body.left:
            ahead = min(roll, way)
            foe.put((foe.x + foe.sine * ahead, foe.y + foe.cosine * ahead, foe.sine, foe.cosine))
            foe.keep_on(*self.size)
            return
        align(foe, body, Edge.REAR)
        caught = touch(foe, body, Edge.REAR)
        self.touches.append(caught)
        for key, dead, _ in self.fight([caught]):
            if key == body.breed.id:
                body.lose(int(dead + body.luck()))
        caught.fought = True

    # --- motion ---

    @clause("FA-MOV-04", "FA-MOV-05", "FA-MOV-08")
    def _move(self) -> list[Touch]:
        """Everybody goes; clashes are returned, other contacts are fought next turn."""
        movers = []
        for body in self.bodies:
            free = self.word(body) not in ("stay", "shoot") and not (body.left or body.runs)
            if free and not self.touching(body) and self._sets_out(body):
                movers.append(body)
        spans = {body: _span(body) for body in movers}
        pairs = [pair for body in spans for pair in self._may_meet(body, spans)]
        close = {body for pair in pairs for body in pair}
        for body in spans:
            if body not in close:
                body.keep_on(*self.size)
                body.moving = False
        return self._bit_by_bit([(one, row.start) for one, row in spans.items() if one in close], pairs)

    @clause("FA-CHG-01", "FA-CHG-04", "FA-ORD-08", "FA-ORD-09")
    def _sets_out(self, body: Body) -> bool:
        """Prepare its way; whether it has one. Turns on the spot are done at once."""
        deed = self.deeds[body.breed.id]
        body.turn, body.turning, body.ahead = deed.turn, abs(deed.turn) * body.wide, deed.ahead
        body.speed = body.turning + deed.ahead
        if deed.word == "turn":
            body.face(sin(deed.turn), cos(deed.turn))
            return False
        if deed.word == "back":
            body.face(sin(deed.turn), cos(deed.turn))
            body.turn = body.turning = 0.0
            body.ahead = body.speed = float(body.roll(body.breed.dice))
        elif deed.word == "charge":
            target = next((one for one in self.bodies if one.breed.id == deed.target), None)
            turn = body.bearing(target.cx, target.cy) if target is not None else QUARTER * 2
            if target is None or target.left or abs(turn) > QUARTER:
                return False
            body.turn, body.turning = turn, abs(turn) * body.wide
            body.speed = float(body.breed.move + body.roll(2))
            body.ahead = max(body.speed - body.turning, 0.0)
        body.moving = body.speed > NO_STEP
        return body.moving

    def _may_meet(self, mover: Body, spans: dict[Body, Span]) -> Iterator[tuple[Body, Body]]:
        """Enemies whose ways come near; of two who both go the pair comes once."""
        _, x, y, size = spans[mover]
        for foe in self.foes(mover):
            span = spans.get(foe)
            if span is None:
                near = hypot(foe.x - x, foe.y - y) <= size + foe.around
            else:
                near = mover.breed.own and hypot(span.x - x, span.y - y) <= size + span.size
            if near:
                yield mover, foe

    def _bit_by_bit(self, starts: list[tuple[Body, Pose]], pairs: list[tuple[Body, Body]]) -> list[Touch]:
        """Those who may meet go step by step."""
        last, clashes = dict(starts), list[Touch]()
        for body, start in starts:
            body.put(start)
        fast = max((one.speed + other.speed * other.moving for one, other in pairs), default=0.0)
        ticks = int(fast / A_TICK) + 1
        before = int(ticks * min(map(_soonest, pairs), default=1.0))
        for body, _ in starts:
            body.go(body.speed * before / ticks)
        for tick in range(before + 1, ticks + 1):
            for body, start in starts:
                if body.moving:
                    last[body] = body.pose
                    body.put(start)
                    body.go(body.speed * tick / ticks)
            met = [pair for pair in pairs if overlap(*pair)]
            if met:
                clashes += self._stop(met, last)
                pairs = [pair for pair in pairs if pair not in met and (pair[0].moving or pair[1].moving)]
            if not pairs:
                break
        for body, start in starts:
            if body.moving:
                body.put(start)
                body.go(body.speed)
                body.keep_on(*self.size)
            body.moving = False
        return clashes

    def _stop(self, met: list[tuple[Body, Body]], last: dict[Body, Pose]) -> list[Touch]:
        """Those who have met stand where they were, in contact; the clashes among them."""
        both = [one.moving and other.moving for one, other in met]
        for body in {one for pair in met for one in pair if one.moving}:
            body.put(last[body])
        found = [self._contact(*pair, clash) for pair, clash in zip(met, both, strict=True)]
        for one, other in met:
            one.moving = other.moving = False
        self.touches += found
        return [one for one, clash in zip(found, both, strict=True) if clash]

    @clause("FA-CHG-08", "FA-MOV-10", "FA-LD-03")
    def _contact(self, one: Body, other: Body, clash: bool) -> Touch:
        """Two who have met, the one aligned with the other; who is charged from behind is tested."""
        charger, struck = (one, other) if one.moving else (other, one)
        edge = meets(charger, struck)[1]
        back = meets(struck, charger)[1] if clash else Edge.FRONT
        if clash and edge is Edge.FRONT and (back is not Edge.FRONT or charger.half > struck.half):
            charger, struck, edge = struck, charger, back
        if not self.touching(charger):
            align(charger, struck, edge)
        if edge is Edge.REAR and self.word(charger) == "charge" and struck.luck() < struck.panic:
            self._run(struck)
        movers = (charger, struck) if clash else (charger,)
        charged = sorted(body.breed.id for body in movers if self.word(body) == "charge")
        return touch(charger, struck, edge, tuple(charged))


def _soonest(pair: tuple[Body, Body]) -> float:
    """The part of the phase before which two can't meet, as they stand at its start."""
    one, other = pair
    fast = one.speed + other.speed * other.moving
    return max(0.0, (one.far(other) - one.radius - other.radius) / fast)


def _span(body: Body) -> Span:
    """Where it goes if nobody stops it; it is put at the end of its way."""
    start = body.pose
    body.go(body.speed)
    x, y = start[:2]
    return Span(start, (x + body.x) / 2, (y + body.y) / 2, hypot(body.x - x, body.y - y) / 2 + body.around)


@clause("FA-SHO-01", "FA-SHO-04")
def _volley(body: Body, target: Body) -> int:
    """Models that fall."""
    breed = body.breed
    mean = breed.volleys.get(target.breed.id, 0.0) * body.models / breed.start
    if body.far(target) > breed.near:
        mean /= 2
    chance = body.luck() + body.luck() + body.luck() - 1.5
    return max(0, round(mean + chance * SPREAD * sqrt(mean)))
