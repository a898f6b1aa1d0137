"""The movement test and single steps: advance, open a manoeuvre, carry it on (chapters Movement, Manoeuvres).

What the enemy may do about a step is not known here.
"""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause, rule
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot import going, plans
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import (
    Advanced,
    Hangs,
    ManoeuvreDone,
    ManoeuvreOpened,
    ManoeuvreProgress,
    RoughGround,
)
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.formations import anchor, may_take, plain, ranks_of
from grognard.rulebooks.pike_and_shot.going import Way, straight
from grognard.rulebooks.pike_and_shot.model import Bases, Flag, Hanging, Mode, Movement, Unit
from grognard.rulebooks.pike_and_shot.plans import Plan, shifted
from grognard.rulebooks.pike_and_shot.rolls import Roll, roll_of, throw
from grognard.rulebooks.pike_and_shot.standing import put
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.space.measure import gap
from grognard.space.pose import Point, between2, decimal, distance, step
from grognard.space.terrain import Table

FREELY: tuple[Mode, ...] = ("move", "charge", "straight")
"""Modes in which the order of its command binds a unit (PS-ORD-02)."""


# --- the test ---


def movement(field: Field) -> Movement:
    return field.parameters.movement[str(field.option("movement"))]


@clause("PS-MOVE-02", "PS-MOVE-07", "PS-ROUT-04", "PS-REACT-07", "PS-FORM-03", "PS-COORD-02")
def move_roll(field: Field, unit: Unit, *, cp: int = 0, penalty: int = 0) -> Roll:
    """-1 for each DP, but a router runs the faster for them; mobile and ponderous troops roll one more die."""
    ponderous = field.has(unit, "ponderous") or field.formation(unit).ponderous
    disorder = unit.dp if unit.routing else -unit.dp
    if field.has(unit, "fanatic") and not unit.routing:
        disorder = 0
    return roll_of(
        field,
        "move",
        worst=[field.has(unit, "mobile") and "mobile"],
        best=[ponderous and "ponderous"],
        disorder=disorder,
        coordinated=cp,
        reaction=-penalty,
    )


@clause("PS-MOVE-02", "PS-MOVE-03", "PS-MOVE-04")
def movement_test(battle: PikeBattle, unit_id: str, mode: Mode, *, penalty: int = 0) -> int:
    """Move points of an impulse; a good result hangs a DP at once."""
    unit = battle.unit(unit_id)
    band = throw(battle, unit_id, move_roll(battle.field, unit, penalty=penalty))
    return take_points(battle, unit_id, mode, band)


@clause("PS-MOVE-03", "PS-MOVE-04", "PS-MAN-06", "PS-MV1-03")
def take_points(battle: PikeBattle, unit_id: str, mode: Mode, band: str) -> int:
    """The points of a band, ready to be spent; option ``hanging`` repay: a manoeuvre must be opened again."""
    unit, table = battle.unit(unit_id), movement(battle.field)
    points = table.points[band]
    hung = table.good_dp if band == "good" else 0
    hanging = unit.hanging
    if hanging is not None and battle.option("hanging") == "repay":
        hanging = replace(hanging, paid=False)
    battle.change(
        unit_id,
        mode=mode,
        mp=points,
        rough=False,
        dp=unit.dp + hung,
        raw_move_dp=unit.raw_move_dp + hung,
        hanging=hanging,
    )
    return points


@rule("PS-MOVE-09", "PS-MAN-06")
def end_move(battle: PikeBattle, unit_id: str) -> None:
    """Unspent points are lost."""
    unit = battle.unit(unit_id)
    if unit.mode or unit.mp:
        battle.change(unit_id, mode="", mp=0, rough=False, crossed=False)
    if unit.hanging is not None and unit.mode:
        battle.tell_of(unit_id, Hangs(unit_id))


# --- straight on ---


@clause("PS-MOVE-08", "PS-MOVE-07", "PS-MAN-07", "PS-FORM-03", "PS-FORM-05", "PS-MELEE-02")
def may_advance(field: Field, unit: Unit) -> bool:
    """Neither hanging nor in a formation or with a trait that stands still, nor held fast while it touches an enemy."""
    return (
        unit.hanging is None
        and unit.mode != "reform"
        and not (unit.mode == "leave" and touched(field, unit))
        and field.formation(unit).may_advance
        and not field.has(unit, "turn_only")
    )


def heading_of(unit: Unit) -> int:
    return unit.bases[0].heading


def way_ahead(field: Field, unit: Unit, limit: int) -> Way:
    """How far it may go straight on in its present move, and whom it then meets."""
    contact = unit.mode in ("charge", "straight")
    light, off = field.has(unit, "light"), may_leave(field, unit)
    return straight(field, unit, heading_of(unit), limit, contact=contact, through=light, off=off)


@clause("PS-MOVE-08", "PS-MOVE-10", "PS-MOVE-11", "PS-BASE-09", "PS-ORD-02", "PS-ORD-03")
def check_advance(field: Field, unit: Unit, length: int) -> None:
    """Refused where a straight step of that length is not possible."""
    if not may_advance(field, unit):
        raise Refused(*_why_still(field, unit))
    after = moved(unit, length)
    most = going.allowance(field, unit, unit.shapes, [base.shape for base in after])
    if not 0 < length <= most:
        raise Refused(
            "PS-MOVE-08",
            T(
                "an advance of {length}″ is not possible: the limit is {most}″",
                length=decimal(length),
                most=decimal(most),
            ),
        )
    if not going.on_table(field.setup, [base.shape for base in after]) and not (
        may_leave(field, unit) and by_own_edge(field, unit, after)
    ):
        raise Refused("PS-BASE-09", T("'{unit}' would leave the table", unit=unit.id))
    way = way_ahead(field, unit, length)
    if way.distance < length and not way.hits:
        _refuse_way(field, unit, length, way.distance)
    if not way.hits:
        _check_end(field, unit, after)
    check_order(field, unit, after if way.distance >= length else moved(unit, way.distance), way.hits)


def _refuse_way(field: Field, unit: Unit, length: int, free: int) -> None:
    after = moved(unit, length)
    hit = going.crossed_on_way(field, unit, unit.shapes, [base.shape for base in after])
    enemies = {enemy.id for enemy in field.enemies(unit.id)}
    if unit.mode == "move" and (hit in enemies or not hit):
        raise Refused(
            "PS-MOVE-12",
            T(
                "'{unit}' can go {free}″ before it comes too near to an enemy",
                unit=unit.id,
                free=decimal(free),
            ),
            T("contact needs a charge"),
        )
    raise Refused(
        "PS-MOVE-11",
        T("'{unit}' can go {free}″ before it meets '{hit}'", unit=unit.id, free=decimal(free), hit=hit),
    )


def _check_end(field: Field, unit: Unit, after: Bases) -> None:
    """Light units may pass friends but not stop on them."""
    hit = going.in_the_way(field, unit, [base.shape for base in after])
    if hit:
        raise Refused("PS-MOVE-11", T("'{unit}' may not stop on '{hit}'", unit=unit.id, hit=hit))


def _why_still(field: Field, unit: Unit) -> tuple[str, Text]:
    if unit.hanging is not None:
        return "PS-MAN-07", T("'{unit}' hangs in an unfinished manoeuvre and can't advance", unit=unit.id)
    if field.has(unit, "turn_only"):
        return "PS-MOVE-07", T("'{unit}' can only turn", unit=unit.id)
    if unit.mode == "leave":
        return "PS-MELEE-02", T("'{unit}' is in contact: only a manoeuvre leads out", unit=unit.id)
    return "PS-FORM-01", T("'{unit}' can't advance as it stands", unit=unit.id)


@clause("PS-BASE-09", "PS-VIC-04")
def may_leave(field: Field, unit: Unit) -> bool:
    """A unit with loot may go off by its own edge."""
    edge = field.setup.armies[field.side(unit.id)].edge
    headings = {"north": 0, "east": 900, "south": 1800, "west": 2700}
    turn = abs((heading_of(unit) - headings[edge] + 1800) % 3600 - 1800)
    return unit.loot and turn < 900


@clause("PS-VIC-04")
def by_own_edge(field: Field, unit: Unit, after: Bases) -> bool:
    """Bases that are no longer on the table have crossed the own edge of their side and no other."""
    table = Table(field.setup.width, field.setup.height)
    edges = {edge for base in after for edge in table.crossed(base.shape)}
    return edges == {field.setup.armies[field.side(unit.id)].edge}


def moved(unit: Unit, length: int) -> Bases:
    return shifted(unit.bases, step(heading_of(unit), length))


@clause("PS-MOVE-08")
def furthest(field: Field, unit: Unit) -> Way:
    """The longest step straight on, shortened to the first thing in the way; 0 where none is possible."""
    if not may_advance(field, unit):
        return Way(0)
    most = going.longest(field, unit, heading_of(unit))
    return way_ahead(field, unit, most) if most else Way(0)


def advance(battle: PikeBattle, unit_id: str, length: int, kind: str) -> None:
    """The step itself, with what rough ground does to it."""
    unit = battle.unit(unit_id)
    after = moved(unit, length)
    if battle.listening:
        shapes = [base.shape for base in after]
        allowed = going.allowance(battle.field, unit, unit.shapes, shapes)
        over = tuple(piece.id for piece in going.on_way(battle.setup, unit.shapes, shapes))
        battle.tell_of(unit_id, Advanced(unit_id, kind, unit.bases, after, length, allowed, over))
    roughen(battle, unit_id, after)
    put(battle, unit_id, after)


@clause("PS-MOVE-10", "PS-FORM-05")
def roughen(battle: PikeBattle, unit_id: str, after: Bases) -> None:
    """The first step of an impulse that touches rough ground hangs a DP."""
    unit = battle.unit(unit_id)
    if unit.rough:
        return
    piece = going.rough(battle.field, unit, unit.shapes, [base.shape for base in after])
    if piece:
        battle.change(unit_id, rough=True, dp=unit.dp + 1)
        battle.tell_of(unit_id, RoughGround(unit_id, piece, unit.dp + 1))


# --- orders of a command ---


def flag_of(field: Field, unit: Unit) -> Flag | None:
    """The order its commander has; None with option ``orders`` none and for an army commander's own units."""
    if field.option("orders") == "none":
        return None
    return field.commander(field.sheet(unit.id).command).order


@clause("PS-ORD-02", "PS-ORD-03", "PS-ORD-04")
def check_order(field: Field, unit: Unit, after: Bases, hits: tuple[str, ...]) -> None:
    flag = flag_of(field, unit)
    if flag is None or unit.mode not in FREELY:
        return
    start, at, radius = anchor(unit.bases).at, (flag.x, flag.y), field.parameters.order_zone
    outside = distance(start, at) > radius
    if not outside and flag.stance != "hold":
        return
    end = anchor(after).at
    if outside and between2(end, at) >= between2(start, at):
        raise Refused(
            "PS-ORD-02",
            T("'{unit}' is outside its zone and must come nearer to its flag", unit=unit.id),
        )
    if flag.stance == "hold":
        _check_hold(field, unit, at, start, end, hits)


def _check_hold(
    field: Field, unit: Unit, flag: Point, start: Point, end: Point, hits: tuple[str, ...]
) -> None:
    radius = field.parameters.order_zone
    if distance(start, flag) <= radius < distance(end, flag):
        raise Refused("PS-ORD-03", T("'{unit}' holds and may not leave its zone", unit=unit.id))
    if hits and all(is_outside(field, flag, field.unit(one)) for one in hits):
        raise Refused(
            "PS-ORD-03",
            T("'{unit}' holds: '{target}' is wholly outside its zone", unit=unit.id, target=hits[0]),
        )


@clause("PS-ORD-03")
def is_outside(field: Field, flag: Point, target: Unit) -> bool:
    """Whether a unit is wholly outside the zone around a flag."""
    return all(gap(flag, shape) > field.parameters.order_zone for shape in target.shapes)


@clause("PS-ORD-03")
def may_charge(field: Field, unit: Unit) -> bool:
    """Stance withdraw forbids charges."""
    flag = flag_of(field, unit)
    return (flag is None or flag.stance != "withdraw") and may_advance(field, unit)


# --- manoeuvres ---


@clause("PS-MAN-01", "PS-MAN-06", "PS-MAN-09", "PS-MV1-01", "PS-MV1-02")
def check_open(field: Field, unit: Unit, words: Order) -> Plan:
    """The plan that words name; Refused where it may not be begun now. It is asked once for the list, once for the
    answer and once to do it."""
    key = ("open", unit, words, flag_of(field, unit))
    found: Plan | None = field.still.get(key)
    if found is None:
        found = field.still[key] = _check_open(field, unit, words)
    return found


def _check_open(field: Field, unit: Unit, words: Order) -> Plan:
    plan = plans.plan_of(field, unit, words)
    plans.check(field, unit, plan)
    if field.option("movement") == "one_two_three":
        needed = plans.cost(field, unit, plan)
        if needed > unit.mp:
            raise Refused(
                "PS-MV1-02",
                T(
                    "'{plan}' takes {needed} moves, {left} are left",
                    plan=plan.name,
                    needed=needed,
                    left=unit.mp,
                ),
            )
    _check_stay(field, unit, plan)
    return plan


@clause("PS-ORD-03")
def _check_stay(field: Field, unit: Unit, plan: Plan) -> None:
    flag = flag_of(field, unit)
    if flag is None or flag.stance != "hold" or unit.mode not in FREELY:
        return
    at, radius = (flag.x, flag.y), field.parameters.order_zone
    if distance(anchor(unit.bases).at, at) <= radius < distance(anchor(plan.goal).at, at):
        raise Refused("PS-ORD-03", T("'{unit}' holds and may not leave its zone", unit=unit.id))


@clause("PS-MAN-01", "PS-MAN-02", "PS-MAN-09", "PS-MV1-01")
def open_plan(battle: PikeBattle, unit_id: str, plan: Plan, *, free: bool = False) -> None:
    """Opening costs 1 MP and moves nothing; horse that breaks away and the first version shift at once."""
    unit, field = battle.unit(unit_id), battle.field
    first = battle.option("movement") == "one_two_three"
    free = free or plans.opens_free(field, unit, plan)
    needed = plans.cost(field, unit, plan, free) if first or battle.listening else 0
    battle.tell_of(unit_id, ManoeuvreOpened(unit_id, plan.name, plan.travel, needed, free))
    hanging = Hanging(plan.name, plan.start, plan.goal, plan.files, plan.formation)
    if first:
        battle.change(unit_id, hanging=replace(hanging, spent=plan.travel), bases=plan.start)
        battle.change(unit_id, mp=unit.mp - needed)
        finish(battle, unit_id)
    elif free:
        battle.change(unit_id, hanging=hanging, bases=plan.start)
        shift(battle, unit_id)
    else:
        battle.change(unit_id, hanging=hanging, bases=plan.start, mp=unit.mp - movement(field).manoeuvre_cost)


@clause("PS-MAN-03", "PS-MAN-05", "PS-MOVE-10")
def next_shift(field: Field, unit: Unit) -> tuple[Hanging, Bases]:
    """Where one more move point brings the bases of a hanging unit: M at most, less on bad ground."""
    hanging = unit.hanging
    assert hanging is not None
    spent = max(0, hanging.spent)
    full = spent + field.move(unit)
    goal = plans.poses(hanging, full)
    most = spent + going.allowance(field, unit, unit.shapes, [base.shape for base in goal])
    if most < full:
        goal = plans.poses(hanging, most)
    return replace(hanging, spent=min(most, full)), goal


@clause("PS-MAN-06", "PS-MAN-08")
def check_go_on(field: Field, unit: Unit) -> None:
    """Refused where the next shift of a manoeuvre would run into something."""
    if unit.hanging is None:
        raise Refused("PS-MAN-06", T("'{unit}' has no unfinished manoeuvre", unit=unit.id))
    if unit.hanging.paid:
        plans.check_way(field, unit, unit.bases, next_shift(field, unit)[1])


@clause("PS-MAN-03", "PS-MAN-05", "PS-MAN-06")
def shift(battle: PikeBattle, unit_id: str) -> None:
    """One move point of a manoeuvre: pay the opening again where that is due, else shift."""
    unit = battle.unit(unit_id)
    hanging = unit.hanging
    assert hanging is not None
    battle.change(unit_id, mp=unit.mp - 1)
    if not hanging.paid:
        battle.change(unit_id, hanging=replace(hanging, paid=True))
        return
    after, bases = next_shift(battle.field, unit)
    if battle.listening:
        done = plans.shares(after, after.spent)
        battle.tell_of(unit_id, ManoeuvreProgress(unit_id, unit.bases, bases, done, after.spent))
    roughen(battle, unit_id, bases)
    put(battle, unit_id, bases, hanging=after)
    if plans.arrived(after):
        finish(battle, unit_id)


@clause("PS-MAN-05", "PS-FORM-06", "PS-FORM-07")
def finish(battle: PikeBattle, unit_id: str) -> None:
    """Every base has arrived: the unit is in its new formation."""
    unit = battle.unit(unit_id)
    hanging = unit.hanging
    assert hanging is not None
    goal = hanging.goal
    formation, files = hanging.formation, max(map(len, ranks_of(goal)))
    if not may_take(battle.field, unit, formation, goal, len(ranks_of(goal)), files):
        formation = plain(len(ranks_of(goal)), files)
    put(battle, unit_id, goal, hanging=None, files=files, formation=formation)
    battle.tell_of(unit_id, ManoeuvreDone(unit_id, hanging.plan, hanging.start, goal, formation))
