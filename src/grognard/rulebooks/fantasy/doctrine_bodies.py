"""Bodies of a battle that is played in the mind: what does not change of them, where they stand, whom they touch. In
cells and radians; ``doctrine_course`` moves them."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.doctrine_place import met
from grognard.rulebooks.fantasy.model import linked
from grognard.space.outline import Edge

QUARTER = pi / 2
LOTS = 24
"""Lots that a body has for a turn; who needs more begins again with the first."""

Pose = tuple[float, float, float, float]
"""Middle of the front, sine and cosine of the heading."""


class Breed(NamedTuple):
    """What does not change of a body. ``base``: width and depth of a model; ``worth``: points of score for one model;
    ``panics``: chances to fail a test, whole, below a half and below a third; ``rally``: that somebody stops it;
    ``dice``: of its flight; ``volleys``: the mean of fallen, by whom it shoots at; ``near``, ``range``: how far its
    missiles fly well and at all."""

    id: str
    own: bool
    move: int
    base: tuple[float, float]
    files: int
    start: int
    worth: float
    on_foot: bool
    panics: tuple[float, float, float]
    rally: float
    dice: int
    volleys: dict[str, float]
    near: float
    range: float


class Deed(NamedTuple):
    """An order in the mind. ``word``: stay, go, charge (in contact: fight on and pursue), shoot, turn, back; ``turn``:
    of a wheel, to the right, or the heading of a turn on the spot; ``ahead``: straight on; ``target``: of a charge or a
    volley."""

    word: str
    turn: float = 0.0
    ahead: float = 0.0
    target: str = ""


STAY = Deed("stay")


class Body:
    """A unit. ``left``: it is no more; ``runs``: in forced retreat. ``turn``, ``turning``, ``ahead``, ``speed``: of the
    way that it is on, its wheel, what that costs, what is straight, and all of it. ``wide``: what a wheel costs, for
    each radian (FA-UNIT-07); ``radius``, ``around``: of circles round its centre and the middle of its front."""

    __slots__ = (
        "ahead",
        "around",
        "at",
        "breed",
        "cosine",
        "depth",
        "half",
        "left",
        "lots",
        "models",
        "moving",
        "radius",
        "runs",
        "sine",
        "speed",
        "turn",
        "turning",
        "wide",
        "x",
        "y",
    )

    def __init__(self, breed: Breed, x: float, y: float, heading: float, models: int, runs: bool) -> None:
        self.breed, self.x, self.y, self.models, self.runs = breed, x, y, models, runs
        self.sine, self.cosine = sin(heading), cos(heading)
        self.left, self.moving = models <= 0, False
        self.turn = self.turning = self.ahead = self.speed = 0.0
        self.lots: Sequence[float] = ()
        self.at = 0
        self.shape()

    def luck(self) -> float:
        """From 0 up to 1: the next of its own lots of the turn, so that what one does shifts nobody else's."""
        self.at += 1
        return self.lots[self.at % LOTS]

    def roll(self, count: int) -> int:
        return sum(int(self.luck() * 6) + 1 for _ in range(count))

    # --- what it is ---

    @clause("FA-UNIT-03")
    def shape(self) -> None:
        """As large as so many models are."""
        wide, deep = self.breed.base
        files = max(1, min(self.breed.files, self.models))
        self.half, self.depth = files * wide / 2, -(-max(self.models, 1) // files) * deep
        self.wide = hypot(2 * self.half, self.depth)
        self.radius, self.around = self.wide / 2, hypot(self.half, self.depth)

    @property
    def panic(self) -> float:
        """The chance that it fails a test."""
        models, start = self.models, self.breed.start
        return self.breed.panics[2 if 3 * models < start else 1 if 2 * models < start else 0]

    def lose(self, models: int) -> None:
        self.models = max(0, self.models - models)
        self.left = self.left or not self.models

    # --- where it is ---

    @property
    def cx(self) -> float:
        return self.x - self.sine * self.depth / 2

    @property
    def cy(self) -> float:
        return self.y - self.cosine * self.depth / 2

    @property
    def pose(self) -> Pose:
        return self.x, self.y, self.sine, self.cosine

    def put(self, pose: Pose) -> None:
        self.x, self.y, self.sine, self.cosine = pose

    def bearing(self, x: float, y: float) -> float:
        """From its heading to a point, to the right."""
        dx, dy = x - self.x, y - self.y
        return atan2(dx * self.cosine - dy * self.sine, dx * self.sine + dy * self.cosine)

    def far(self, other: Body) -> float:
        """From centre to centre."""
        return hypot(other.cx - self.cx, other.cy - self.cy)

    def face(self, sine: float, cosine: float) -> None:
        """Turn on its centre."""
        back = self.depth / 2
        self.x += (sine - self.sine) * back
        self.y += (cosine - self.cosine) * back
        self.sine, self.cosine = sine, cosine

    @clause("FA-UNIT-07", "FA-MOV-04")
    def go(self, way: float) -> None:
        """So much of its way from where it begins."""
        turning = self.turning
        if turning:
            angle = self.turn if way >= turning else self.turn * way / turning
            si, co = sin(angle), cos(angle)
            sine, cosine = self.sine * co + self.cosine * si, self.cosine * co - self.sine * si
            side = self.half if angle > 0 else -self.half
            self.x += side * (self.cosine - cosine)
            self.y -= side * (self.sine - sine)
            self.sine, self.cosine = sine, cosine
        ahead = min(way - turning, self.ahead)
        if ahead > 0:
            self.x += ahead * self.sine
            self.y += ahead * self.cosine

    def span(self) -> tuple[float, float]:
        """How far it reaches from its centre, east and north."""
        half, back = self.half, self.depth / 2
        return (
            half * abs(self.cosine) + back * abs(self.sine),
            half * abs(self.sine) + back * abs(self.cosine),
        )

    def is_on(self, wide: float, high: float) -> bool:
        """All of it is on the table."""
        across, along = self.span()
        return across <= self.cx <= wide - across and along <= self.cy <= high - along

    def keep_on(self, wide: float, high: float) -> None:
        """Put back on the table."""
        across, along = self.span()
        x, y = self.cx, self.cy
        self.x += min(max(x, across), wide - across) - x
        self.y += min(max(y, along), high - along) - y


class Touch:
    """Two bodies in contact, by id: their edges, who charged, whether a round of it has been fought."""

    __slots__ = ("charged", "edge_a", "edge_b", "fought", "one", "other")

    def __init__(
        self,
        one: Body,
        other: Body,
        edge_a: Edge,
        edge_b: Edge,
        charged: tuple[str, ...],
        fought: bool = False,
    ) -> None:
        self.one, self.other, self.edge_a, self.edge_b = one, other, edge_a, edge_b
        self.charged, self.fought = charged, fought

    def foe(self, body: Body) -> Body:
        return self.other if body is self.one else self.one


def touch(charger: Body, struck: Body, edge: Edge, charged: tuple[str, ...] = ()) -> Touch:
    """A contact of a front with an edge."""
    if charger.breed.id < struck.breed.id:
        return Touch(charger, struck, Edge.FRONT, edge, charged)
    return Touch(struck, charger, edge, Edge.FRONT, charged)


def groups(touches: list[Touch]) -> list[list[Touch]]:
    """Contacts that hang together."""
    return linked(touches, lambda row: (row.one.breed.id, row.other.breed.id))


# --- edges ---


def meets(charger: Body, struck: Body) -> tuple[float, Edge]:
    """How far a charger's front is from a body, and the edge that it would strike."""
    sine, cosine, deep = struck.sine, struck.cosine, struck.depth / 2
    dx, dy = charger.x - struck.x + sine * deep, charger.y - struck.y + cosine * deep
    return met(dx, dy, sine, cosine, struck.half, deep)


def outward(body: Body, edge: Edge) -> tuple[float, float, float]:
    """The way out over an edge, as sine and cosine, and how far it is from the centre."""
    if edge is Edge.FRONT:
        return body.sine, body.cosine, body.depth / 2
    if edge is Edge.REAR:
        return -body.sine, -body.cosine, body.depth / 2
    return (
        (body.cosine, -body.sine, body.half) if edge is Edge.RIGHT else (-body.cosine, body.sine, body.half)
    )


@clause("FA-CHG-08")
def align(charger: Body, struck: Body, edge: Edge) -> None:
    """Put a charger flush on an edge, where it is, or the least aside that overlaps most."""
    east, north, out = outward(struck, edge)
    cx, cy = struck.cx, struck.cy
    length = struck.half if edge in (Edge.FRONT, Edge.REAR) else struck.depth / 2
    most = abs(length - charger.half)
    aside = max(-most, min(most, (charger.x - cx) * north - (charger.y - cy) * east))
    charger.put((cx + east * out + north * aside, cy + north * out - east * aside, -east, -north))


@clause("FA-MOV-05")
def overlap(one: Body, other: Body) -> bool:
    """Two rectangles meet, seen along the sides of both."""
    d1, d2, h1, h2 = one.depth / 2, other.depth / 2, one.half, other.half
    dx = other.x - other.sine * d2 - one.x + one.sine * d1
    dy = other.y - other.cosine * d2 - one.y + one.cosine * d1
    most = h1 + h2 + d1 + d2
    if dx * dx + dy * dy > most * most:
        return False
    co = abs(one.sine * other.sine + one.cosine * other.cosine)
    si = abs(one.sine * other.cosine - one.cosine * other.sine)
    return (
        abs(dx * one.sine + dy * one.cosine) <= d1 + d2 * co + h2 * si
        and abs(dx * one.cosine - dy * one.sine) <= h1 + d2 * si + h2 * co
        and abs(dx * other.sine + dy * other.cosine) <= d2 + d1 * co + h1 * si
        and abs(dx * other.cosine - dy * other.sine) <= h2 + d1 * si + h1 * co
    )
