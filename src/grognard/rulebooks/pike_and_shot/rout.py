"""How routing units run (chapter Rout)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.combat import melees
from grognard.rulebooks.pike_and_shot.events import Advanced, RunThrough
from grognard.rulebooks.pike_and_shot.field import Field, close_by
from grognard.rulebooks.pike_and_shot.going import (
    Shapes,
    allowance,
    box_around,
    bridged,
    kind,
    on_table,
    on_way,
    shut,
    too_near,
)
from grognard.rulebooks.pike_and_shot.impulses import begin_impulse
from grognard.rulebooks.pike_and_shot.model import Bases, Terrain, Unit
from grognard.rulebooks.pike_and_shot.morale import panic
from grognard.rulebooks.pike_and_shot.movement import leave
from grognard.rulebooks.pike_and_shot.plans import rigid_turn, shifted
from grognard.rulebooks.pike_and_shot.seeing import apart, near, nearest_of
from grognard.rulebooks.pike_and_shot.standing import put
from grognard.rulebooks.pike_and_shot.steps import by_own_edge, end_move, heading_of, movement_test, roughen
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.space import outline
from grognard.space.measure import nearest_point, overlap
from grognard.space.moves import nearest_free, sweeps_over
from grognard.space.outline import Box, boxes_near, holds, moved_box
from grognard.space.pose import Point, between2, distance, heading_to, step, turn_to
from grognard.space.sine import COS, SIN, TURN
from grognard.space.terrain import Compass, Table

INSIDE = 100
"""A router that reaches a refuge goes in by so much."""
BY_DEGREES = 50
"""A way round is looked for every 5 degrees (PS-ROUT-05)."""


@rule("PS-ROUT-03", "PS-ROUT-06", "PS-MELEE-02")
def rout_impulse(battle: PikeBattle, unit_id: str) -> None:
    """In contact the melee first, dealing nothing; then it runs, and tests panic."""
    begin_impulse(battle, unit_id, "rout")
    if touched(battle.field, battle.unit(unit_id)):
        battle.then(melees, unit_id, "rout")
    battle.then(run, unit_id, panic, unit_id, "rout")


@rule("PS-ROUT-03", "PS-ROUT-04", "PS-ROUT-05")
def run(battle: PikeBattle, unit_id: str) -> None:
    """The movement test; in a refuge with no enemy near it stays where it is."""
    unit = battle.unit(unit_id)
    if unit.status != "ready" or not unit.routing:
        return
    points = movement_test(battle, unit_id, "rout")
    if not rests(battle.field, unit):
        refuge = in_refuge(battle.field, unit)
        for number in range(1, points + 1):
            battle.then(run_on, unit_id, number, int(number == points), refuge.id if refuge else "")
    battle.then(end_move, unit_id)


@clause("PS-ROUT-05")
def rests(field: Field, unit: Unit) -> bool:
    """In a refuge, its centroid inside, and no enemy within 8 inches."""
    close = field.parameters.close_to_enemy
    return in_refuge(field, unit) is not None and not any(
        near(unit, enemy, close) for enemy in field.enemies(unit.id)
    )


def in_refuge(field: Field, unit: Unit) -> Terrain | None:
    at = unit.centroid
    return next((one for one in refuges(field, unit) if holds(one.shape, at)), None)


@clause("PS-ROUT-05")
def refuges(field: Field, unit: Unit) -> list[Terrain]:
    """Terrain that routers make for, with no enemy base in it."""
    key = ("refuges", field.side(unit.id))
    found: list[Terrain] | None = field.still.get(key)
    if found is None:
        every = [one for one in field.setup.terrain if kind(field, one).refuge]
        enemies = field.enemies(unit.id)
        found = field.still[key] = [one for one in every if not _is_entered(one, enemies)]
    return found


def _is_entered(piece: Terrain, units: Sequence[Unit]) -> bool:
    """Whether a base of some unit stands in terrain."""
    near_by = close_by(units, piece.shape.box)
    return any(holds(piece.shape, one.at) for unit in near_by for one in unit.shapes)


@rule("PS-ROUT-05", "PS-ROUT-08", "PS-ROUT-09", "PS-MOVE-10")
def run_on(battle: PikeBattle, unit_id: str, number: int, last: int, driven_from: str) -> None:
    """One move point along its path; at the first it turns to face it and breaks contact. It stops in a refuge, but
    not in the one that an enemy drives it from."""
    unit, field = battle.unit(unit_id), battle.field
    if unit.status != "ready" or (number > 1 and _is_safe(field, unit, driven_from)):
        return
    found = path(field, unit)
    after = unit.bases if found is None else found
    if last or found is None or _is_safe(field, replace(unit, bases=after), driven_from):
        after = clear_of_friends(field, unit, after)
    if after == unit.bases:
        return
    shapes = [base.shape for base in after]
    if battle.listening:
        over = tuple(piece.id for piece in on_way(field.setup, unit.shapes, shapes))
        length = distance(unit.centroid, replace(unit, bases=after).centroid)
        battle.tell_of(unit_id, Advanced(unit_id, "rout", unit.bases, after, length, field.move(unit), over))
    trampled = run_over(field, unit, after)
    if not on_table(field.setup, shapes):
        leave(battle, unit_id, home=by_own_edge(field, unit, after))
    else:
        roughen(battle, unit_id, after)
        put(battle, unit_id, after)
    for friend, count in trampled:
        battle.then(run_through, unit_id, friend, count)


def _is_safe(field: Field, unit: Unit, driven_from: str) -> bool:
    there = in_refuge(field, unit)
    return there is not None and there.id != driven_from


# --- the path ---


@clause("PS-ROUT-05")
def path(field: Field, unit: Unit) -> Bases | None:
    """Where one move point brings it; None where it is shut in."""
    enemy = nearest_of(unit, field.enemies(unit.id))
    for at, is_refuge in _aims(field, unit):
        heading = heading_to(unit.centroid, at)
        far = distance(unit.centroid, at) + INSIDE if is_refuge else None
        bases = _run(field, unit, heading, far)
        if bases is not None and _no_nearer(unit, bases, enemy):
            return bases
        if bases is None and _leads_away(unit, heading, enemy):
            return _way_round(field, unit, heading)
    if enemy is None:
        return None
    heading = heading_to(enemy.centroid, unit.centroid)
    return _run(field, unit, heading, None) or _way_round(field, unit, heading)


@clause("PS-ROUT-05")
def _aims(field: Field, unit: Unit) -> Iterator[tuple[Point, bool]]:
    """The nearest point of its own edge and of each refuge (True), the nearest first; own edge on a tie."""
    setup = field.setup
    edge = Compass(setup.armies[field.side(unit.id)].edge)
    own = Table(setup.width, setup.height).nearest(edge, unit.centroid)
    inside = in_refuge(field, unit)
    hidden = [nearest_point(one.shape, unit.centroid) for one in refuges(field, unit) if one is not inside]
    every = [(own, False), *((at, True) for at in hidden)]
    yield from sorted(every, key=lambda found: between2(unit.centroid, found[0]))


def _run(field: Field, unit: Unit, heading: int, far: int | None) -> Bases | None:
    """Turned to a heading and moved along it, so far at most; None where enemies or shut ground stop it."""
    turned = rigid_turn(unit.bases, turn_to(heading_of(unit), heading) % TURN, unit.centroid)
    most = field.move(unit) if far is None else min(far, field.move(unit))
    ahead = shifted(turned, step(heading, most))
    allowed = allowance(field, unit, [b.shape for b in turned], [b.shape for b in ahead])
    after = ahead if allowed >= most else shifted(turned, step(heading, allowed))
    return None if _is_stopped(field, unit, turned, after) else after


def _is_stopped(field: Field, unit: Unit, before: Bases, after: Bases) -> bool:
    """Enemies it touched at first only count where it ends: it breaks contact."""
    start, end = [base.shape for base in before], [base.shape for base in after]
    if too_near(field, unit, end, field.parameters.contact_gap, ()):
        return True
    engaged = touched(field, unit)
    area = box_around((*start, *end))
    ahead = [one for one in close_by(field.enemies(unit.id), area) if one.id not in engaged]
    closed = shut(field, unit)
    walls = [one for one in closed if boxes_near(one.shape.box, area)]
    if not ahead and not walls:
        return False
    ways = _ways(start, end)
    if any(_meets(ways, enemy.shapes) for enemy in ahead):
        return True
    return any(_meets(ways, (one.shape,)) and not bridged(field, closed, start, end, one) for one in walls)


def _ways(start: Shapes, end: Shapes) -> list[tuple[outline.Base, outline.Base, Box]]:
    """Of each base: where it starts and ends, and the box around its way."""
    return [(a, b, box_around((a, b))) for a, b in zip(start, end, strict=True)]


def _meets(ways: Sequence[tuple[outline.Base, outline.Base, Box]], others: Sequence[outline.Shape]) -> bool:
    return any(
        boxes_near(area, thing.box) and sweeps_over(a, b, thing) for a, b, area in ways for thing in others
    )


@clause("PS-ROUT-05")
def _no_nearer(unit: Unit, bases: Bases, enemy: Unit | None) -> bool:
    """The step ends no nearer to the nearest enemy."""
    return enemy is None or not near(replace(unit, bases=bases), enemy, apart(unit, enemy) - 1)


def _leads_away(unit: Unit, heading: int, enemy: Unit | None) -> bool:
    """Whether a blocked way at least leads away from the nearest enemy; any does where there is none."""
    if enemy is None:
        return True
    away = heading_to(enemy.centroid, unit.centroid)
    return abs(turn_to(away, heading)) < TURN // 4


@clause("PS-ROUT-05")
def _way_round(field: Field, unit: Unit, heading: int) -> Bases | None:
    """Turned aside by the least angle up to 90 degrees, to the right on a tie."""
    for turn in range(BY_DEGREES, TURN // 4 + 1, BY_DEGREES):
        for angle in (turn, -turn):
            found = _run(field, unit, (heading + angle) % TURN, None)
            if found is not None:
                return found
    return None


# --- friends in the way ---


@clause("PS-ROUT-05")
def clear_of_friends(field: Field, unit: Unit, after: Bases) -> Bases:
    """Where a step would end upon a friend it goes on by the least distance that clears him."""
    moved = replace(unit, bases=after)
    area = moved.box
    around = close_by(field.friends(unit.id), area, 4 * field.move(unit))
    most, heading = field.setup.width + field.setup.height, after[0].heading
    path = moved_box(area, (SIN[heading], COS[heading]), most)
    shapes = [shape for friend in around for shape in friend.shapes if boxes_near(shape.box, path)]
    way = nearest_free(moved.shapes, heading, most, shapes, back=False) if shapes else 0
    return shifted(after, step(heading, way)) if way else after


@clause("PS-ROUT-09")
def run_over(field: Field, unit: Unit, after: Bases) -> list[tuple[str, int]]:
    """Friends that a step crosses, and by how many bases; the turn on the spot before it is no part of the path."""
    (x, y), (ax, ay) = unit.centroid, replace(unit, bases=after).centroid
    turned = shifted(after, (x - ax, y - ay))
    area = box_around([base.shape for base in (*turned, *after)])
    near_by = close_by(field.friends(unit.id), area)
    if not near_by:
        return []
    ways = _ways([base.shape for base in turned], [base.shape for base in after])
    found = []
    for friend in near_by:
        count = sum(
            any(
                boxes_near(area, s.box) and not overlap(start, s) and sweeps_over(start, end, s)
                for s in friend.shapes
            )
            for start, end, area in ways
        )
        if count:
            found.append((friend.id, count))
    return found


@rule("PS-ROUT-09", "PS-PANIC-01", "PS-PANIC-08")
def run_through(battle: PikeBattle, router: str, friend: str, bases: int) -> None:
    """1 DP for each base that ran through it, then one test."""
    if battle.stands(friend):
        unit = battle.unit(friend)
        battle.change(friend, dp=unit.dp + bases)
        battle.tell(RunThrough(router, friend, bases))
        panic(battle, friend, "run_through")
