"""Who neither charges nor shoots: faces a threat to its flank, goes back when it is spent, or goes on (points 6, 9, 11,
14 and 15)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import paths
from grognard.rulebooks.fantasy.doctrine_odds import contact_of, rounds_of
from grognard.rulebooks.fantasy.doctrine_scene import CELL, Scene, Way
from grognard.rulebooks.fantasy.doctrine_shoot import on_the_move, reaction, struck
from grognard.rulebooks.fantasy.model import HOLD, Leg, OrderWord, Unit, UnitOrder
from grognard.rulebooks.fantasy.orders import is_forbidden
from grognard.rulebooks.fantasy.victory import holder
from grognard.space.outline import Edge
from grognard.space.pose import Point, distance, heading_to, middle

QUARTER = 900
ALERT = 16 * CELL
"""How far off enemies are a reason for care (points 6, 7 and 15)."""
FLANKED = 9
"""Cells more than its M from which an enemy is expected to come into a flank."""
SAFE = 12 * CELL
GUARD, LEADING = 8 * CELL, 12 * CELL
STRAIGHT = 60
"""Tenths of a degree that are not worth a wheel."""
TO_REFORM = 450
"""From where on foot turn on the spot rather than wheel."""
SIDEWAYS = (0, 300, -300, 600, -600)
READY = 3
"""Cells more than M from which a charge is nearly sure: where one waits for it."""
APART = CELL
STRONGER = 1.5
COMPARED = 4
GENERAL_WAITS = 3


def order_of(scene: Scene, unit: Unit) -> UnitOrder:
    """What a free unit does that has nobody to charge or to shoot at."""
    if unit.kind == "machine":
        return HOLD
    order = retire(scene, unit) or face_flank(scene, unit) or _on(scene, unit)
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
def face_flank(scene: Scene, unit: Unit) -> UnitOrder | None:
    """Foot turn towards whoever could take them in the flank next turn; a column near the enemy becomes a line (point
    6). Horse turn as they go on."""
    if unit.kind not in ("foot", "monster") or is_forbidden(scene.field, unit.id, "reform"):
        return None
    full = scene.field.full_rank(unit)
    narrow = unit.files < full <= unit.models and bool(scene.within(unit, ALERT))
    shape = {"files": full, "formation": "line"} if narrow else {}
    threat = flanking(scene, unit)
    if threat is not None:
        heading = heading_to(unit.centre, threat.centre)
        return UnitOrder("reform", heading=heading, **shape)  # type: ignore[arg-type]
    return UnitOrder("reform", **shape) if narrow else None  # type: ignore[arg-type]


def flanking(scene: Scene, unit: Unit) -> Unit | None:
    """The nearest enemy who may come into its flank or rear next turn, while nobody as near is before its front."""
    near = [
        foe
        for far, foe in scene.near(unit)
        if far <= scene.strides(foe, FLANKED) and _may_come(scene, foe, unit)
    ]
    if not near or scene.edge_struck(unit, near[0].front) is Edge.FRONT:
        return None
    return near[0] if struck(scene, unit, near[0]) < 0 else None


def _may_come(scene: Scene, foe: Unit, unit: Unit) -> bool:
    able = foe.kind != "machine" and not foe.retreating and not scene.field.engaged(foe.id)
    return able and abs(scene.bearing(foe, unit.centre)) <= QUARTER


# --- going on ---


def _on(scene: Scene, unit: Unit) -> UnitOrder:
    if is_guard(scene, unit):
        return HOLD
    goal = _objective(scene, unit) or _general_place(scene, unit)
    if goal is not None:
        return toward(scene, unit, goal, 0)
    aim = quarry(scene, unit)
    if aim is None:
        return HOLD
    foe, bold = aim
    short = scene.strides(unit, READY) if bold else scene.strides(foe, FLANKED)
    return toward(scene, unit, foe.centre, short + foe.depth // 2)


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


def quarry(scene: Scene, unit: Unit) -> tuple[Unit, bool] | None:
    """The enemy to go at, and whether it is one to go near to: of the nearest the one that promises most for the way to
    it, else the nearest."""
    near = [row for row in scene.near(unit) if not row[1].retreating][:COMPARED]
    if not near:
        found = scene.nearest_steady(unit)
        return None if found is None else (found[1], True)
    rows = [(gain(scene, unit, foe) / (1 + far / scene.strides(unit, 0)), -far, foe.id) for far, foe in near]
    best, _, name = max(rows)
    foe = scene.field.unit(name)
    if best > 0:
        return foe, True
    return near[0][1], outnumbers(scene, unit, near[0][1])


def gain(scene: Scene, unit: Unit, foe: Unit) -> float:
    """What a charge at it from here promises."""
    key = ("gain", unit.id, foe.id)
    found: float | None = scene.field.kept.get(key)
    if found is None:
        contact = contact_of(scene, unit, foe, scene.edge_struck(foe, unit.front))
        found = scene.field.kept[key] = rounds_of(scene, [contact]).gain
    return found


def outnumbers(scene: Scene, unit: Unit, foe: Unit) -> bool:
    """Friends about are so many more than enemies that somebody will help."""
    own = sum(scene.worth(one) for one in scene.own if _about(one, foe) and not one.retreating)
    theirs = sum(scene.worth(one) for one in scene.steady if _about(one, foe))
    return own >= STRONGER * theirs


def _about(one: Unit, foe: Unit) -> bool:
    return distance(one.centre, foe.centre) <= ALERT + SAFE


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
    return (*((Leg("wheel", turn),) if turn else ()), Leg("fwd", left))
