"""Who neither charges nor shoots: faces a threat to its flank, goes back when it is spent, or goes on (points 6, 9, 11,
14 and 15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import paths
from grognard.rulebooks.fantasy.doctrine_place import (
    Foe,
    bearing,
    clash,
    foes_of,
    meets,
    moved,
    post_of,
    turned,
    worth,
)
from grognard.rulebooks.fantasy.doctrine_scene import CELL, Post, Scene, Way
from grognard.rulebooks.fantasy.doctrine_shoot import on_the_move, reaction
from grognard.rulebooks.fantasy.model import HOLD, Leg, OrderWord, Unit, UnitOrder
from grognard.rulebooks.fantasy.orders import is_forbidden
from grognard.rulebooks.fantasy.victory import holder
from grognard.space.pose import Point, distance, heading_to, middle, turn_to

QUARTER = 900
ALERT = 16 * CELL
"""How far off enemies are a reason for care (points 6, 7 and 15)."""
SAFE = 12 * CELL
FAR_OFF = 30 * CELL
GUARD, LEADING = 8 * CELL, 12 * CELL
STRAIGHT = 60
"""Tenths of a degree that are not worth a wheel."""
TO_REFORM = 450
"""From where on foot turn on the spot rather than wheel."""
SIDEWAYS = (0, 300, -300, 600, -600)
ASIDES, OF_HORSE = (0, 350, -350), (0, 350, -350, 700, -700)
READY = 3
"""Cells more than M from which a charge is nearly sure: where one waits for it."""
APART = CELL
COMPARED, MOST_TURNS = 4, 3
PARTS = {"march": (100, 60), "move": (100, 48, 30), "move_and_shoot": (100, 48)}
"""Hundredths of what is allowed that are tried: half of it is what bad ground leaves."""
EAGER = 0.25
"""What a cell nearer to the quarry counts."""
PER_CELL = 15
"""Degrees off that are as bad as a cell farther off."""
IDLE, WAITS = 2.0, 7
"""What it costs to stand still with nobody within M and so many cells."""
STIR = 2.0
"""What it takes to turn rather than stay."""


def order_of(scene: Scene, unit: Unit) -> UnitOrder:
    """What a free unit does that has nobody to charge or to shoot at."""
    if unit.kind == "machine":
        return HOLD
    order = retire(scene, unit) or widen(scene, unit) or _on(scene, unit)
    return reaction(scene, unit, order)


# --- safety ---


@clause("FA-ORD-08", "FA-LD-02")
def retire(scene: Scene, unit: Unit) -> UnitOrder | None:
    """Below a third of its strength: behind the line (point 14)."""
    if not scene.is_spent(unit):
        return None
    if scene.within(unit, SAFE) and scene.retreats(unit):
        return UnitOrder("retreat")
    return HOLD


@clause("FA-ORD-09", "FA-UNIT-05", "FA-UNIT-09")
def widen(scene: Scene, unit: Unit) -> UnitOrder | None:
    """A column of foot becomes a line when an enemy is near (point 6)."""
    full = scene.field.full_rank(unit)
    if not _may_reform(scene, unit) or not unit.files < full <= unit.models or not scene.within(unit, ALERT):
        return None
    return UnitOrder("reform", files=full, formation="line")


def _may_reform(scene: Scene, unit: Unit) -> bool:
    return unit.kind in ("foot", "monster") and not is_forbidden(scene.field, unit.id, "reform")


# --- going on ---


def _on(scene: Scene, unit: Unit) -> UnitOrder:
    if is_guard(scene, unit):
        return best_place(scene, unit)
    goal = _objective(scene, unit) or _general_place(scene, unit)
    if goal is not None:
        return toward(scene, unit, goal, 0)
    foe = quarry(scene, unit)
    if foe is None:
        return HOLD
    if distance(unit.centre, foe.centre) > FAR_OFF:
        return toward(scene, unit, foe.centre, scene.strides(unit, READY))
    return best_place(scene, unit, foe)


# --- the best place for the next turn ---


class Step(NamedTuple):
    """Something to do without a fight, where it ends, and how good that is. ``run``: its wheel, and how far it goes
    straight on."""

    score: float
    order: UnitOrder
    post: Post
    run: tuple[int, int] = (0, 0)


@clause("FA-UNIT-05", "FA-ORD-02", "FA-ORD-03", "FA-ORD-09")
def best_place(scene: Scene, unit: Unit, quarry: Unit | None = None) -> UnitOrder:
    """Of staying, turning on the spot and going on, whatever leaves it best placed for the next turn: with somebody to
    charge, and its flanks to nobody (points 4, 6 and 15)."""
    foes = foes_of(scene, unit)
    here, foe = post_of(unit), Foe(quarry, post_of(quarry), 0) if quarry is not None else None
    stays = _score(scene, unit, here, foes, foe) - _idle(scene, unit, here, foe)
    steps = [Step(stays, HOLD, here), *_turns(scene, unit, here, foes, foe)]
    lanes = Lanes(scene, unit)
    for word in _words(scene, unit) if foe is not None else ():
        found = _first(lanes, [*steps, *_marches(lanes, here, foes, foe, word)])
        if found.run[1]:
            return found.order
    order = _first(lanes, steps).order
    return _about_face(scene, unit, quarry) if order is HOLD and quarry is not None else order


@clause("FA-ORD-08", "FA-UNIT-08")
def _about_face(scene: Scene, unit: Unit, quarry: Unit) -> UnitOrder:
    """Horse who can't wheel to where the enemy is turn about as if they drew back, and ride his way."""
    behind = abs(scene.bearing(unit, quarry.centre)) > QUARTER
    if unit.kind != "horse" or not behind or not scene.retreats(unit) or scene.within(unit, SAFE // 2):
        return HOLD
    return UnitOrder("retreat", heading=heading_to(unit.centre, quarry.centre))


class Lanes:
    """Where a unit may go without being in a friend's way, or a friend in its. Whatever shuts a way shuts all longer
    ones with the same wheel, so most are known without looking."""

    def __init__(self, scene: Scene, unit: Unit) -> None:
        self.scene, self.unit = scene, unit
        self._free: dict[int, int] = {}
        self._shut: dict[int, int] = {}

    def is_free(self, turn: int, length: int) -> bool:
        """After that wheel, so far straight on."""
        if turn in self._shut and length >= self._shut[turn]:
            return False
        if turn in self._free and length <= self._free[turn]:
            return True
        way = self.scene.way(self.unit, turn, length)
        shut = self.scene.crosses(self.unit, way) or self.scene.is_barred(self.unit, way)
        (self._shut if shut else self._free)[turn] = length
        return not shut


def _first(lanes: Lanes, steps: list[Step]) -> Step:
    """The best that can be done; friends are told where it goes."""
    scene, unit = lanes.scene, lanes.unit
    for step in sorted(steps, key=lambda one: -one.score):
        if not step.run[1] or _can(lanes, step):
            if step.run[1]:
                scene.ways[unit.id] = scene.way(unit, *step.run)
            scene.posts[unit.id] = step.post
            return step
    return steps[0]


def _idle(scene: Scene, unit: Unit, here: Post, foe: Foe | None) -> float:
    """What standing about costs while the enemy is out of reach."""
    if foe is None or meets(here, foe.post)[0] <= scene.move(unit) + WAITS:
        return 0.0
    return IDLE


def _score(scene: Scene, unit: Unit, post: Post, foes: list[Foe], foe: Foe | None) -> float:
    """What the place promises, and how near it is to the quarry."""
    far = 0.0
    if foe is not None:
        gap, _ = meets(post, foe.post)
        turn = abs(bearing(post, foe.post.cx, foe.post.cy))
        far = max(gap - scene.move(unit) - READY, 0.0) + turn / PER_CELL
    return worth(scene, unit, post, foes) - EAGER * far


def _turns(scene: Scene, unit: Unit, here: Post, foes: list[Foe], foe: Foe | None) -> Iterator[Step]:
    """Foot turn on the spot towards any of the enemies about."""
    if not _may_reform(scene, unit):
        return
    for one in foes[:MOST_TURNS]:
        heading = heading_to(unit.centre, one.unit.centre)
        if abs(turn_to(unit.heading, heading)) > STRAIGHT:
            post = turned(here, heading / 10)
            yield Step(
                _score(scene, unit, post, foes, foe) - STIR, UnitOrder("reform", heading=heading), post
            )


def _marches(lanes: Lanes, here: Post, foes: list[Foe], foe: Foe | None, word: OrderWord) -> Iterator[Step]:
    """Some way on towards the quarry, or to its sides, where the least of it is open."""
    if foe is None:
        return
    scene, unit = lanes.scene, lanes.unit
    aim = scene.bearing(unit, foe.unit.centre)
    limit = paths.most(scene.field, unit.id, word)
    asides = OF_HORSE if unit.kind == "horse" else ASIDES
    for one in dict.fromkeys(
        max(-QUARTER, min(QUARTER, one)) for one in (0, *(aim + aside for aside in asides))
    ):
        turn = 0 if abs(one) <= STRAIGHT else one
        most = limit - scene.wheel(unit, turn)
        left = _free_run(scene, unit, turn, most)
        parts = [part for share in PARTS[word] if (part := left * share // 100) >= APART // 2]
        for part in parts if parts and lanes.is_free(turn, parts[-1]) else ():
            post = moved(here, turn / 10, part / CELL)
            path = paths.turned_on(turn, part)
            yield Step(_score(scene, unit, post, foes, foe), UnitOrder(word, path=path), post, (turn, part))


def _free_run(scene: Scene, unit: Unit, turn: int, most: int) -> int:
    """How far it gets without meeting an enemy."""
    close = [(gap, foe) for gap, foe in scene.near(unit) if gap <= most + 2 * APART]
    if most <= 0 or not close:
        return most
    met = scene.in_way(scene.way(unit, turn, most + APART), [foe for _, foe in close])
    return min([most, *(gap - APART for gap, foe in close if foe in met)])


def _can(lanes: Lanes, step: Step) -> bool:
    """It is in nobody's way, and legal."""
    order = step.order
    return (
        lanes.is_free(*step.run)
        and paths.refusal(lanes.scene.field, lanes.unit.id, order.word, order.path) is None
    )


@clause("FA-WM-02")
def is_guard(scene: Scene, unit: Unit) -> bool:
    """The only infantry within 8 cells of a gun stays there; of several the least (point 9)."""
    if unit.kind != "foot":
        return False
    for gun in scene.own:
        if gun.kind == "machine":
            by = [one for one in scene.own if one.kind == "foot" and _is_by(scene, gun, one)]
            if by and min(by, key=lambda one: (not scene.is_shooter(one), scene.worth(one), one.id)) is unit:
                return True
    return False


def _is_by(scene: Scene, gun: Unit, unit: Unit) -> bool:
    near = distance(gun.centre, unit.centre) <= GUARD + unit.width
    return near and not unit.retreating and scene.field.distance(gun.id, unit.id) <= GUARD


@clause("FA-VIC-04")
def _objective(scene: Scene, unit: Unit) -> Point | None:
    """An objective that it is the nearest to, while nobody of the side holds it (point 15)."""
    for one in scene.field.setup.objectives:
        if one.sides and scene.side not in one.sides:
            continue
        spot = middle(one.area)
        able = [
            own for own in scene.own if scene.free(own) and own.kind != "machine" and not scene.is_spent(own)
        ]
        first = min(able, key=lambda own: (distance(own.centre, spot), own.id), default=None)
        if first is unit and not scene.within(unit, SAFE):
            return None if holder(scene.field, one) == scene.side else spot
    return None


@clause("FA-CMD-04")
def _general_place(scene: Scene, unit: Unit) -> Point | None:
    """A general who strays goes back to the middle of the line (point 11)."""
    if not scene.general_of(unit):
        return None
    line = [
        one.centre for one in scene.own if one.kind != "machine" and not one.retreating and one is not unit
    ]
    if len(line) < 2:
        return None
    spot = middle(line)
    close = sum(distance(unit.centre, one) <= LEADING for one in line)
    strays = 2 * close < len(line) and distance(unit.centre, spot) > LEADING
    return spot if strays else None


def quarry(scene: Scene, unit: Unit) -> Unit | None:
    """The enemy to go at: of the nearest the one that promises most for the way to it."""
    near = [row for row in scene.near(unit) if not row[1].retreating][:COMPARED]

    def promise(row: tuple[int, Unit]) -> tuple[float, int, str]:
        far, foe = row
        gain = clash(scene, unit, foe, scene.edge_struck(foe, unit.front))
        turns = 1 + far / max(scene.strides(unit, 0), 1)
        return (gain / turns if gain > 0 else gain * turns), -far, foe.id

    return max(near, key=promise)[1] if near else None


# --- ways ---


@clause("FA-ORD-02", "FA-ORD-03", "FA-ORD-09", "FA-MOV-02")
def toward(scene: Scene, unit: Unit, point: Point, short: int) -> UnitOrder:
    """March to a point, or so far as one gets, ``short`` of it; over difficult ground move. Foot who face another way
    turn on the spot."""
    turn = scene.bearing(unit, point)
    far = distance(unit.front, point) - short
    reforms = unit.kind in ("foot", "monster") and not is_forbidden(scene.field, unit.id, "reform")
    if reforms and abs(turn) > TO_REFORM:
        return UnitOrder("reform", heading=heading_to(unit.centre, point))
    if far < APART:
        return _turn_only(scene, unit, turn)
    turn = 0 if abs(turn) <= STRAIGHT else max(-QUARTER, min(QUARTER, turn))
    found = next(_ways(scene, unit, turn, far), None)
    return found if found is not None else HOLD


def _turn_only(scene: Scene, unit: Unit, turn: int) -> UnitOrder:
    """It is there; it faces what it waits for."""
    if abs(turn) < TO_REFORM // 2:
        return HOLD
    if unit.kind in ("foot", "monster"):
        return UnitOrder("reform", heading=(unit.heading + turn) % 3600)
    path = (Leg("wheel", max(-QUARTER, min(QUARTER, turn))),)
    fine = paths.refusal(scene.field, unit.id, "move", path) is None and not is_forbidden(
        scene.field, unit.id, "move"
    )
    return UnitOrder("move", path=path) if fine else HOLD


def _ways(scene: Scene, unit: Unit, turn: int, far: int) -> Iterator[UnitOrder]:
    """Legal ways that come in nobody's way, free ones first: straight at it, then to the sides of it."""
    spare: list[tuple[UnitOrder, Way]] = []
    for word in _words(scene, unit):
        for aside in SIDEWAYS:
            turned = turn + aside
            path = _path(scene, unit, word, turned, far) if abs(turned) <= QUARTER else ()
            way = scene.way(unit, turned, sum(leg.amount for leg in path if leg.kind == "fwd"))
            if not path or scene.crosses(unit, way):
                continue
            if paths.refusal(scene.field, unit.id, word, path) is not None:
                continue
            order = UnitOrder(word, path=path)
            if scene.is_barred(unit, way):
                spare.append((order, way))
            else:
                scene.ways[unit.id] = way
                yield order
    for order, way in spare:
        scene.ways[unit.id] = way
        yield order


def _words(scene: Scene, unit: Unit) -> Iterator[OrderWord]:
    horse = any(foe.kind == "horse" for foe in scene.within(unit, ALERT))
    if not (scene.is_shooter(unit) and horse) and not is_forbidden(scene.field, unit.id, "march"):
        yield "march"
    if on_the_move(scene, unit):
        yield "move_and_shoot"
    if not is_forbidden(scene.field, unit.id, "move"):
        yield "move"


def _path(scene: Scene, unit: Unit, word: str, turn: int, far: int) -> tuple[Leg, ...]:
    """A wheel and then straight on, as far as it is allowed and no enemy is met."""
    left = min(paths.most(scene.field, unit.id, word) - scene.wheel(unit, turn), far)
    close = [(gap, foe) for gap, foe in scene.near(unit) if gap <= left + 2 * APART]
    if close:
        met = scene.in_way(scene.way(unit, turn, left + APART), [foe for _, foe in close])
        left = min([left, *(gap - APART for gap, foe in close if foe in met)])
    if left < APART // 2:
        return ()
    return paths.turned_on(turn, left)
