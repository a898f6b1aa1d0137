"""Doctrine: the battle as its player looks at it, who is who, and what the army is to do (point 13).

A scene is made of a view and kept for a while: all questions about one position are answered from the same thoughts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from grognard.rulebooks.pike_and_shot.doctrine_changes import Changes, changes
from grognard.rulebooks.pike_and_shot.field import FOOT, GUN, HORSE, Field
from grognard.rulebooks.pike_and_shot.formations import ranks_of
from grognard.rulebooks.pike_and_shot.model import Base, Bases, Commander, Objective, PikeSetup, Unit
from grognard.rulebooks.pike_and_shot.steps import movement
from grognard.rulebooks.pike_and_shot.victory import (
    Losses,
    causes,
    is_broken,
    losses,
    objective_id,
    points,
    within,
)
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.space import formation as layout
from grognard.space.outline import once
from grognard.space.pose import Point, root
from grognard.space.sine import COS, ONE, SIN

T = TypeVar("T")
Known: TypeAlias = dict[str, dict[str, T]]
"""What is known of units, by side and id."""
Posture: TypeAlias = Literal["attack", "hold", "raid"]
WINNING = 3
"""Points ahead that make a victory (a smaller margin is a draw)."""
LOOT = ("loot_home", "sacked")
TURNS_FOR_GROUND = 3
"""An attacker thinks of objectives when so many turns are left."""
BOLD, DESPERATE = 1.25, 1.5
PRIZE, STAKE = 1.4, 2.5
KEPT = 2_000
"""So many reckonings are kept for a setup; then the memory is emptied."""
BY_SETUP = ("most_points", "counts_ground", "commanding")
BY_UNITS = ("own", "enemies", "formed")
BY_GROUND = ("bodies",)
BY_POSTS = ("_leaders",)
BY_TALLY = ("census", "posture", "to_sack", "_straws")
BY_LIE = ("_thoughts", "turns_left", "hurries", "garrisons", "errands")
"""Thoughts by what they hang on: while that is the same they are taken over from position to position."""


class Body(NamedTuple):
    """A unit as a rectangle: its middle, heading and half sizes (thousandths)."""

    x: int
    y: int
    heading: int
    half_front: int
    half_depth: int

    @property
    def at(self) -> Point:
        return self.x, self.y

    def local(self, point: Point) -> tuple[int, int]:
        """How far to the right and ahead of its middle a point lies."""
        dx, dy = point[0] - self.x, point[1] - self.y
        sine, cosine = SIN[self.heading], COS[self.heading]
        return (dx * cosine - dy * sine) // ONE, (dx * sine + dy * cosine) // ONE

    def extent(self, other: Body) -> tuple[int, int]:
        """Half of how wide and how deep another body looks along this one's axes."""
        turn = (other.heading - self.heading) % len(SIN)
        sine, cosine = abs(SIN[turn]), abs(COS[turn])
        return (
            (other.half_front * cosine + other.half_depth * sine) // ONE,
            (other.half_front * sine + other.half_depth * cosine) // ONE,
        )


@lru_cache(maxsize=1024)
def body_of(bases: Bases) -> Body:
    block = layout.block([base.shape for base in bases])
    return Body(block.pose.x, block.pose.y, block.heading, block.frontage // 2, block.depth // 2)


class Ahead(NamedTuple):
    """How another unit lies to one: the gap straight ahead, and how far it lies beside the ground ahead
    (0 or less: a straight way leads into it)."""

    gap: int
    beside: int


def ahead_of(body: Body, other: Body) -> Ahead:
    right, far = body.local(other.at)
    wide, deep = body.extent(other)
    return Ahead(far - deep - body.half_depth, abs(right) - wide - body.half_front)


@lru_cache(maxsize=4096)
def apart(a: Body, b: Body) -> int:
    """How far two bodies are from each other along the axes of the first: a little less than it is at corners."""
    dx, dy = b.x - a.x, b.y - a.y
    sine, cosine = SIN[a.heading], COS[a.heading]
    turn = (b.heading - a.heading) % len(SIN)
    along, across = abs(COS[turn]), abs(SIN[turn])
    beside = abs((dx * cosine - dy * sine) // ONE) - a.half_front
    beside -= (b.half_front * along + b.half_depth * across) // ONE
    ahead = abs((dx * sine + dy * cosine) // ONE) - a.half_depth
    ahead -= (b.half_front * across + b.half_depth * along) // ONE
    if beside <= 0 or ahead <= 0:
        return max(0, beside, ahead)
    return root(beside * beside + ahead * ahead)


class Kind(NamedTuple):
    """What the doctrine needs to know of a unit's bases, whatever its pose: strengths in halves, of the front rank
    and of what stands behind it."""

    arm: str
    light: bool
    pikes: bool
    move: int
    effective: int
    range: int
    files: int
    attack: int
    defence: int
    support: int
    depth: int


@lru_cache(maxsize=1024)
def _kind(setup: PikeSetup, unit_id: str, bases: Bases, plain: bool) -> Kind:
    """Reckoned once for a unit in such ranks, wherever it stands."""
    ranks = [[bases[i] for i in rank] for rank in ranks_of(bases)]
    types = tuple([tuple([base.type for base in rank]) for rank in ranks])
    return _kept(setup, ("kind", unit_id, types, plain), lambda: _kind_of(setup, unit_id, ranks, plain))


def _kind_of(setup: PikeSetup, unit_id: str, ranks: list[list[Base]], plain: bool) -> Kind:
    field, bases = Field(setup, {}), tuple(chain.from_iterable(ranks))
    unit = Unit(unit_id, bases, 1, "line")
    front = [field.type_of(base) for base in ranks[0]]
    second = ranks[1] if len(ranks) > 1 else []
    shooters = [one for one in map(field.type_of, bases) if one.max]
    deep = sum(len(rank) == len(ranks[0]) for rank in ranks[1:])
    parameters = field.parameters
    return Kind(
        arm=field.arm(unit),
        light=field.has(unit, "light"),
        pikes=any(map(field.is_pike, bases)),
        move=field.move(unit),
        effective=max((one.eff.range for one in shooters if one.eff), default=0),
        range=max((one.max.range for one in shooters if one.max), default=0),
        files=len(ranks[0]),
        attack=sum(one.att for one in front),
        defence=sum(one.defence for one in front),
        support=sum(field.type_of(base).defence for base in second if field.is_pike(base)) if plain else 0,
        depth=min(parameters.depth_max, parameters.depth_per_rank * deep) if plain else 0,
    )


class Scene:
    """Everything thought about one view."""

    def __init__(self, view: PikeView, before: Scene | None = None) -> None:
        self.view = view
        self.field: Field = view.field
        self.setup = view.setup
        self.side = view.side
        self._bodies: dict[str, Body] = {}
        self._kinds: dict[str, Kind] = {}
        self._straws: dict[str, int] = {}
        self._far: Known[list[tuple[int, str]]] = {}
        self._foes: Known[list[tuple[int, Unit]]] = {}
        self._thoughts: dict[Hashable, Any] = {}
        found = changes(before.field, self.field, self.side) if before is not None else None
        if before is not None and found is not None:
            self._follow(before, found)

    def _follow(self, before: Scene, found: Changes) -> None:
        """Take over from the position before what would be thought the same way again."""
        units, moved, thought = found.units, found.moved, before.__dict__
        self.field.follow(before.field, units, stands=not moved, posts=found.posts)
        self._bodies = _without(before._bodies, moved)
        self._kinds = _without(before._kinds, units)
        self._far = self._unless(before._far, moved, moved)
        self._foes = self._unless(before._foes, units, moved)
        for names, changed in (
            (BY_SETUP, False),
            (BY_UNITS, bool(units)),
            (BY_GROUND, bool(moved)),
            (BY_POSTS, found.posts),
            (BY_TALLY, found.tally),
            (BY_LIE, not found.lie),
        ):
            if not changed:
                for name in names:
                    if name in thought:
                        self.__dict__[name] = thought[name]

    def _unless(self, kept: Known[T], changed: Collection[str], moved: Collection[str]) -> Known[T]:
        """What is known, by sides, of units that have not moved themselves, and no enemy of whom has changed."""
        if not changed:
            return kept
        sides = {self.setup.sheets[one].side for one in changed}
        return {one: _without(known, moved) for one, known in kept.items() if sides == {one}}

    # --- units ---

    @once
    def own(self) -> list[Unit]:
        return self.field.of_side(self.side)

    @once
    def enemies(self) -> list[Unit]:
        return self.field.of_side(self.side, own=False)

    @once
    def formed(self) -> list[Unit]:
        """Enemies that are not running."""
        return [enemy for enemy in self.enemies if not enemy.routing]

    def body(self, unit: Unit) -> Body:
        if unit.id not in self._bodies:
            self._bodies[unit.id] = body_of(unit.bases)
        return self._bodies[unit.id]

    @once
    def bodies(self) -> list[tuple[str, Body, bool]]:
        """All units: id, body, whether own."""
        sheets = self.setup.sheets
        return [(one.id, self.body(one), sheets[one.id].side == self.side) for one in self.field.units]

    def kind(self, unit: Unit) -> Kind:
        if unit.id not in self._kinds:
            plain = unit.hanging is None and not unit.routing
            self._kinds[unit.id] = _kind(self.setup, unit.id, unit.bases, plain)
        return self._kinds[unit.id]

    def foes(self, unit: Unit) -> list[tuple[int, Unit]]:
        """Enemies and about how far they are from a unit, the nearest first; measured once while they all stand so."""
        known = self._foes.setdefault(self.setup.sheets[unit.id].side, {})
        if unit.id not in known:
            pieces = self.field.pieces
            known[unit.id] = [(far, pieces[one]) for far, one in self._measured(unit)]  # type: ignore[misc]
        return known[unit.id]

    def _measured(self, unit: Unit) -> list[tuple[int, str]]:
        known = self._far.setdefault(self.setup.sheets[unit.id].side, {})
        if unit.id not in known:
            body = self.body(unit)
            found = [(apart(body, self.body(one)), one.id) for one in self.field.enemies(unit.id)]
            known[unit.id] = sorted(found, key=itemgetter(0))
        return known[unit.id]

    @once
    def most_points(self) -> int:
        """Move points of an impulse at most."""
        return max(movement(self.field).points.values())

    def nearest(self, unit: Unit) -> Unit | None:
        """The nearest enemy that is not running."""
        return next((enemy for _, enemy in self.foes(unit) if not enemy.routing), None)

    def threat(self, unit: Unit) -> int:
        """How far the nearest enemy is that is not running; a great length if there is none."""
        return next((far for far, enemy in self.foes(unit) if not enemy.routing), 10**6)

    def is_horse(self, unit: Unit) -> bool:
        return self.kind(unit).arm == HORSE

    def is_foot(self, unit: Unit) -> bool:
        return self.kind(unit).arm == FOOT

    def is_gun(self, unit: Unit) -> bool:
        return self.kind(unit).arm == GUN

    # --- the task ---

    @once
    def turns_left(self) -> int:
        """Turns to come, the present one included."""
        return max(1, self.setup.turns - self.field.turn.number + 1)

    @once
    def hurries(self) -> bool:
        """An attacker in the second half of the battle."""
        return self.posture == "attack" and 2 * self.turns_left <= self.setup.turns

    @once
    def posture(self) -> Posture:
        """Raiders take loot; who would win as it stands holds; everybody else attacks."""
        if self._raids():
            return "raid"
        return "hold" if standing(self.field, self.side, self.census) >= WINNING else "attack"

    @once
    def census(self) -> Census:
        return _census(self.field)

    def _raids(self) -> bool:
        conditions = self.setup.armies[self.side].victory
        if not any(one.test.kind in LOOT for one in conditions):
            return False
        return bool(self.to_sack) or any(unit.loot and not unit.routing for unit in self.own)

    @once
    def to_sack(self) -> list[str]:
        """Loot objectives that nobody has sacked yet."""
        loot = [one.id for one in self.setup.objectives.values() if one.loot]
        return [one for one in loot if not self.objective(one).sacked]

    def boldness(self, unit: Unit, enemy: Unit | None = None) -> float:
        """How much an enemy's harm counts against a unit's own: more when time runs out on an attacker, and for
        whoever's loss would break his army. Without an enemy: that of one who counts no more than others."""
        base = 1.0
        if self.posture == "attack":
            base = DESPERATE if self.turns_left <= 2 else BOLD
        return base * (self.prize(enemy) if enemy else 1.0) / (STAKE if self.is_last_straw(unit) else 1)

    def prize(self, enemy: Unit) -> float:
        """More than its bases is to be won where an enemy's loss ends the battle."""
        return PRIZE if self.is_last_straw(enemy) else 1.0

    def is_last_straw(self, unit: Unit) -> bool:
        """With this unit lost its side would be broken (PS-VIC-05)."""
        side = self.setup.sheets[unit.id].side
        if side not in self._straws:
            self._straws[side] = self._straw(side)
        return 0 < self._straws[side] <= len(unit.bases) and not unit.routing

    def _straw(self, side: str) -> int:
        """Bases that a side can't afford to lose any more; 0 where it is broken already."""
        found: Losses = _kept(self.setup, ("losses", side, self.census.men), lambda: losses(self.field, side))
        return max(0, -(-found.start * int(self.field.option("army_break")) // 100) - found.lost)

    def objective(self, one: str) -> Objective:
        return self.field.pieces[objective_id(one)]  # type: ignore[return-value]

    @once
    def garrisons(self) -> frozenset[str]:
        """Units that stand on ground that counts; looked up once while all stand so."""
        key = ("garrisons", self.side)
        still = self.field.still
        if key not in still:
            sheets = self.setup.objectives.values()
            still[key] = frozenset(
                [unit.id for unit in self.own if any(within(unit, sheet) for sheet in sheets)]
            )
        found: frozenset[str] = still[key]
        return found if self.counts_ground else frozenset()

    @once
    def commanding(self) -> frozenset[str]:
        """Posts with others under them."""
        return frozenset([post.under for post in self.setup.commanders.values()])

    @once
    def counts_ground(self) -> bool:
        """Whether the army scores for objectives."""
        return any(one.test.kind == "objectives_held" for one in self.setup.armies[self.side].victory)

    @once
    def errands(self) -> dict[str, Point]:
        """Units sent to take objectives that are not held, the nearest to each."""
        found: dict[str, Point] = {}
        if not self.counts_ground or (self.posture == "attack" and self.turns_left > TURNS_FOR_GROUND):
            return found
        for one, sheet in self.setup.objectives.items():
            if self.objective(one).holder != self.side:
                unit = self._errand((sheet.x, sheet.y), sheet.radius, set(found))
                if unit is not None:
                    found[unit.id] = sheet.x, sheet.y
        return found

    def _errand(self, at: Point, radius: int, taken: set[str]) -> Unit | None:
        """Nobody goes where the enemy stands in strength."""
        x, y = at
        for body in self._foes_bodies:
            if (body.x - x) ** 2 + (body.y - y) ** 2 < (radius + 3000) ** 2:
                return None
        turns, best, found = 2 * self.turns_left, (True, 10**12), None
        for unit, body, kind in self._unbound:
            rank = kind.arm == HORSE, (body.x - x) ** 2 + (body.y - y) ** 2
            if rank < best and unit.id not in taken and root(rank[1]) <= radius + kind.move * turns:
                best, found = rank, unit
        return found

    @once
    def _foes_bodies(self) -> list[Body]:
        return [self.body(one) for one in self.formed]

    @once
    def _unbound(self) -> list[tuple[Unit, Body, Kind]]:
        """Own units that may be sent somewhere."""
        able = [unit for unit in self.own if not unit.routing and unit.id not in self.garrisons]
        return [(unit, self.body(unit), self.kind(unit)) for unit in able if not self.is_gun(unit)]

    # --- thoughts kept beyond the position ---

    def led(self, unit: Unit) -> tuple[Commander, ...]:
        """Commanders attached to a unit."""
        return self._leaders.get(unit.id, ())

    @once
    def _leaders(self) -> dict[str, tuple[Commander, ...]]:
        return {unit: tuple(posts) for unit, posts in self.field.attached.items()}

    def recall(self, about: Hashable, think: Callable[[], Any]) -> Any:
        """A thought that hangs on this and on the lie of the battle alone (see :class:`Changes`): it is the same while
        others restore order, commanders ride about and cards are drawn."""
        kept = self._thoughts
        if about not in kept:
            kept[about] = think()
        return kept[about]


def scene_of(view: PikeView) -> Scene:
    """The thoughts about that position. The latest scene of each side is kept, and the next one goes on from it. Not
    with the field, which the scene knows: the two would hold each other in memory until somebody looks for rings."""
    before = next((one for one in _scenes if one.side == view.side and one.setup is view.setup), None)
    if before is not None:
        if before.field is view.field:
            return before
        _scenes.remove(before)
    scene = Scene(view, before)
    _scenes.appendleft(scene)
    return scene


_scenes: deque[Scene] = deque(maxlen=8)


def _without(kept: dict[str, T], ids: Collection[str]) -> dict[str, T]:
    if ids:
        kept = kept.copy()
        for one in ids:
            kept.pop(one, None)
    return kept


# --- how the battle stands ---


class Census(NamedTuple):
    """All that conditions look at: men, and what happened."""

    men: Hashable
    events: Hashable


def standing(field: Field, side: str, census: Census) -> int:
    """Points ahead of the other side if the battle ended now."""
    return int(_kept(field.setup, (side, census), lambda: _standing(field, side)))


def _standing(field: Field, side: str) -> int:
    """Who runs may rally: a victory over him is not safe."""
    rallied = [replace(one, routing=False) for one in field.of_side(side, own=False) if one.routing]
    field = field.put(*rallied)
    totals = {one: projected(field, one) for one in field.setup.armies}
    others = (total for one, total in totals.items() if one != side)
    return totals[side] - max(others, default=0)


def _kept(setup: PikeSetup, key: Hashable, reckon: Callable[[], T]) -> T:
    """What was reckoned once for pieces that look alike."""
    kept = _reckonings(setup)
    if key not in kept:
        if len(kept) > KEPT:
            kept.clear()
        kept[key] = reckon()
    found: T = kept[key]
    return found


@lru_cache(maxsize=8)
def _reckonings(setup: PikeSetup) -> dict[Hashable, Any]:
    return {}


def _census(field: Field) -> Census:
    pieces, sizes = field.pieces, _sizes(field.setup)
    men = tuple(
        [
            (u.status, u.routing, u.loot, "" if len(u.bases) == sizes[u.id] else _types(u))
            for u in map(pieces.get, sizes)
            if u.__class__ is Unit
        ]
    )
    return Census(men, _events(field))


@lru_cache(maxsize=8)
def _sizes(setup: PikeSetup) -> dict[str, int]:
    """Bases of the units at the start."""
    return {one: len(sheet.bases) for one, sheet in setup.sheets.items()}


def _events(field: Field) -> Hashable:
    """Ground that was taken and what was scored."""
    grounds = tuple([field.pieces[objective_id(one)] for one in field.setup.objectives])
    return grounds, field.turn.scores, field.turn.happened


def _types(unit: Unit) -> tuple[str, ...]:
    return tuple([base.type for base in unit.bases])


def projected(field: Field, side: str) -> int:
    """Points of a side, with those that it would get at the end."""
    total = points(field, side)
    had = {(one.side, one.condition) for one in field.turn.scores}
    if is_broken(field, side):
        return total
    for condition in field.setup.armies[side].victory:
        if condition.when == "end" and (side, condition.id) not in had:
            total += condition.vp if causes(field, side, condition.test) else 0
    return total
