"""Manoeuvres: named plans turned into poses, what they cost, how far they are done (chapter Manoeuvres)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg
from grognard.locale import T
from grognard.rulebooks.pike_and_shot import going
from grognard.rulebooks.pike_and_shot.field import HORSE, Field
from grognard.rulebooks.pike_and_shot.formations import (
    anchor,
    laid,
    listed,
    may_take,
    plain,
    ranks_of,
)
from grognard.rulebooks.pike_and_shot.model import Base, Bases, Hanging, Unit
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.space import moves, outline
from grognard.space.formation import Rows, faced, faced_about, groups, rows
from grognard.space.measure import overlapping
from grognard.space.outline import Edge
from grognard.space.pose import SLACK, Point, Pose, between2, nearest, step
from grognard.space.sine import TURN

HALF, QUARTER = TURN // 2, TURN // 4
MOST_WORDS = {
    "turn": 1, "wheel": 2, "turn_about": 0, "quarter_turn": 1, "side_step": 2, "step_back": 1, "swap": 0,
}  # fmt: skip
"""How many words may follow a plan's name; those not named take a list."""
MOST_SHIFTS = 99
TURN_ONLY = ("turn", "turn_about", "quarter_turn")


class Plan(msgspec.Struct, frozen=True):
    """A manoeuvre as it is meant: poses now and in the end, in the list order of the end; its files and formation."""

    name: str
    start: Bases
    goal: Bases
    files: int
    formation: str

    @property
    def travel(self) -> int:
        return max(travels(self.start, self.goal))


Maker = Callable[[Field, Unit, tuple[Arg, ...]], Plan]


# --- the way to go ---


@lru_cache(maxsize=1024)
@clause("PS-MAN-04")
def travels(start: Bases, goal: Bases) -> tuple[int, ...]:
    """Of each base the greatest straight way of a corner."""
    return tuple(moves.travel(a.shape, b.shape) for a, b in zip(start, goal, strict=True))


@clause("PS-MAN-05")
def poses(hanging: Hanging, spent: int) -> Bases:
    """Where the bases stand after so much allowance; the types change at the very end."""
    found = []
    for a, b, way in zip(hanging.start, hanging.goal, travels(hanging.start, hanging.goal), strict=True):
        if spent >= way:
            found.append(replace(a, x=b.x, y=b.y, heading=b.heading))
        else:
            pose = moves.between(a.shape.pose, b.shape.pose, max(0, spent), way)
            found.append(replace(a, x=pose.x, y=pose.y, heading=pose.heading))
    return tuple(found)


@clause("PS-MAN-05")
def shares(hanging: Hanging, spent: int) -> tuple[int, ...]:
    """Hundredths of its way that each base has done."""
    ways = travels(hanging.start, hanging.goal)
    return tuple(100 if spent >= way else nearest(100 * max(0, spent), way) for way in ways)


@clause("PS-MAN-05")
def arrived(hanging: Hanging) -> bool:
    """Every base has arrived; even a change on the spot takes one move point after the opening."""
    return hanging.spent >= 0 and hanging.spent >= max(travels(hanging.start, hanging.goal))


@clause("PS-MAN-03", "PS-MAN-05", "PS-FORM-06", "PS-MV1-01", "PS-MV1-02")
def cost(field: Field, unit: Unit, plan: Plan, free: bool = False) -> int:
    """Move points that a plan takes (``free``: without the opening)."""
    movement = field.parameters.movement[str(field.option("movement"))]
    if field.option("movement") == "zero_one_two":
        return _shifts(field, unit, plan) + (0 if free else movement.manoeuvre_cost)
    if plan.name in ("turn", "wheel"):
        return max(1, -(-abs(_turn(plan)) // 450)) * movement.turn_cost_per_45
    return max(1, -(-plan.travel // field.move(unit)))


@clause("PS-MAN-05", "PS-MOVE-10")
def _shifts(field: Field, unit: Unit, plan: Plan) -> int:
    """Move points of the shifting; bad ground on the way makes them more."""
    most = field.move(unit)
    if going.allowance(field, unit, _shapes(plan.start), _shapes(plan.goal)) >= most:
        return max(1, -(-plan.travel // most))
    hanging = Hanging(plan.name, plan.start, plan.goal, plan.files, plan.formation)
    spent = count = 0
    while not arrived(hanging) and count < MOST_SHIFTS:
        here, ahead = (_shapes(poses(hanging, spent + more)) for more in (0, most))
        spent += min(most, going.allowance(field, unit, here, ahead))
        hanging, count = replace(hanging, spent=spent), count + 1
    return max(1, count)


def _shapes(bases: Bases) -> list[outline.Base]:
    return [base.shape for base in bases]


def _turn(plan: Plan) -> int:
    angle = (plan.goal[0].heading - plan.start[0].heading) % TURN
    return min(angle, TURN - angle)


# --- named plans ---


@clause("PS-MAN-02", "PS-MAN-10", "PS-MAN-11")
def plan_of(field: Field, unit: Unit, words: Sequence[Arg]) -> Plan:
    """The plan that words name: a name and its numbers (angles in tenths, clockwise; lengths in thousandths)."""
    maker = MAKERS.get(str(words[0])) if words else None
    if maker is None:
        given = str(words[0]) if words else ""
        raise Refused(
            "PS-MAN-02",
            T("there is no manoeuvre '{plan}'", plan=given),
            T("choose {options}", options=tuple(MAKERS)),
        )
    if len(words) - 1 > MOST_WORDS.get(str(words[0]), len(words)):
        raise Refused("PS-MAN-02", T("too many words for '{plan}'", plan=str(words[0])))
    return maker(field, unit, tuple(words[1:]))


def _number(words: tuple[Arg, ...], at: int, low: int, high: int) -> int:
    value = words[at] if len(words) > at else None
    if not isinstance(value, int) or not low <= value <= high:
        raise Refused(
            "PS-MAN-10",
            T("'{value}' is not a number from {low} to {high}", value=str(value), low=low, high=high),
        )
    return value


def _side(words: tuple[Arg, ...]) -> Edge:
    if not words or words[0] not in ("left", "right"):
        raise Refused("PS-MAN-10", T("say left or right"))
    return Edge(str(words[0]))


@clause("PS-MAN-10")
def turn(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    """A rigid turn of the whole unit about the centroid of its bases."""
    angle = _number(words, 0, -HALF, HALF)
    return _rigid(unit, "turn", rigid_turn(unit.bases, angle, unit.centroid))


@clause("PS-MAN-10")
def wheel(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    """A rigid turn about the unit's front corner of that side."""
    side, angle = _side(words), _number(words, 1, 1, QUARTER)
    front = ranks_of(unit.bases)[0]
    shape = unit.shapes[front[-1] if side is Edge.RIGHT else front[0]]
    pivot = moves.wheel_pivot(shape, side)
    return _rigid(unit, "wheel", rigid_turn(unit.bases, angle if side is Edge.RIGHT else -angle, pivot))


def rigid_turn(bases: Bases, angle: int, pivot: Point) -> Bases:
    """Laid anew about the turned anchor where the unit stands in ranks, so that roundings never add up."""
    if _in_ranks(bases):
        return laid(anchor(bases).turned(angle % TURN, pivot), ranks_of(bases), bases)
    turned = moves.turned([base.shape for base in bases], angle % TURN, pivot)
    return tuple(base.put(shape) for base, shape in zip(bases, turned, strict=True))


@lru_cache(maxsize=1024)
def _in_ranks(bases: Bases) -> bool:
    """Whether they stand as they would be laid out; kept, since many turns of the same bases are thought of."""
    return _close(laid(anchor(bases), ranks_of(bases), bases), bases)


def _close(one: Bases, other: Bases) -> bool:
    return all(
        a.heading == b.heading and between2((a.x, a.y), (b.x, b.y)) <= SLACK * SLACK
        for a, b in zip(one, other, strict=True)
    )


def _rigid(unit: Unit, name: str, goal: Bases) -> Plan:
    return Plan(name, unit.bases, goal, unit.files, unit.formation)


@clause("PS-MAN-10")
def turn_about(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    """Each base turns about on the spot; ranks and files are counted anew from the new front."""
    order = listed(faced_about(ranks_of(unit.bases)))
    start = tuple(unit.bases[i] for i in order)
    goal = tuple(replace(base, heading=(base.heading + HALF) % TURN) for base in start)
    return _relaid(field, unit, "turn_about", start, goal)


@clause("PS-MAN-10")
def quarter_turn(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    """Laid again at a right angle about the same centroid: turning right, the old right file is the new front."""
    side = _side(words)
    ranks = faced(ranks_of(unit.bases), side)
    order = listed(ranks)
    start = tuple(unit.bases[i] for i in order)
    at = anchor(unit.bases)
    angle = QUARTER if side is Edge.RIGHT else TURN - QUARTER
    goal = laid(Pose(at.x, at.y, (at.heading + angle) % TURN), _renumbered(ranks), start)
    return _relaid(field, unit, "quarter_turn", start, _centred(goal, unit.centroid))


def _renumbered(ranks: Rows) -> Rows:
    """The same ranks of a list that has been put in their order."""
    found, first = [], 0
    for rank in ranks:
        found.append(tuple(range(first, first + len(rank))))
        first += len(rank)
    return tuple(found)


def _centred(bases: Bases, on: Point) -> Bases:
    x, y = moves.centroid([base.shape for base in bases])
    return shifted(bases, (on[0] - x, on[1] - y))


def shifted(bases: Bases, by: Point) -> Bases:
    dx, dy = by
    return tuple([Base(b.type, b.x + dx, b.y + dy, b.heading, b.frontage, b.depth) for b in bases])


def _relaid(field: Field, unit: Unit, name: str, start: Bases, goal: Bases, formation: str = "") -> Plan:
    """A plan with ranks and files counted anew; the unit keeps its formation or is in a plain one."""
    ranks = ranks_of(goal)
    files = max(map(len, ranks))
    for one in (formation,) if formation else (unit.formation, plain(len(ranks), files)):
        if one in field.tables.formations and may_take(field, unit, one, goal, len(ranks), files):
            return Plan(name, start, goal, files, one)
    wanted = formation or unit.formation
    raise Refused(
        "PS-FORM-01",
        T(
            "{files} files and {ranks} ranks make no {formation}",
            files=files,
            ranks=len(ranks),
            formation=wanted,
        ),
        T("it can take: {options}", options=possible(field, unit)),
    )


def possible(field: Field, unit: Unit) -> tuple[str, ...]:
    """Formations that the unit's bases allow in some number of files."""
    count = len(unit.bases)
    return tuple(
        name
        for name in field.tables.formations
        if any(may_take(field, unit, name, unit.bases, -(-count // f), f) for f in range(1, count + 1))
    )


@clause("PS-MAN-10", "PS-BASE-06")
def form(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    """Laid again at the same anchor: formation, files and, if wished, the order of slots (from 0)."""
    count = len(unit.bases)
    files = _number(words, 1, 1, count)
    order = tuple(words[2:]) or tuple(range(count))
    if sorted(map(str, order)) != sorted(map(str, range(count))):
        raise Refused("PS-MAN-10", T("the order must name each base once, from 0 to {last}", last=count - 1))
    start = tuple(unit.bases[int(i)] for i in order)
    goal = laid(anchor(unit.bases), rows(count, files), start)
    return _relaid(field, unit, "form", start, goal, str(words[0]))


@clause("PS-MAN-10")
def side_step(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    side, way = _side(words), _number(words, 1, 1, field.setup.width + field.setup.height)
    by = step(unit.bases[0].heading, 0, way if side is Edge.RIGHT else -way)
    return _rigid(unit, "side_step", shifted(unit.bases, by))


@clause("PS-MAN-10")
def step_back(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    way = _number(words, 0, 1, field.setup.width + field.setup.height)
    return _rigid(unit, "step_back", shifted(unit.bases, step(unit.bases[0].heading, -way)))


@clause("PS-FORM-06", "PS-MAN-10")
def swap(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    """Mount or dismount: the poses stay, the bases become others."""
    swaps, types = field.tables.swaps, field.tables.bases
    if not all(base.type in swaps for base in unit.bases):
        raise Refused("PS-FORM-06", T("'{unit}' can neither mount nor dismount", unit=unit.id))
    others = [types[swaps[base.type]] for base in unit.bases]
    goal = tuple(
        replace(base, type=new.id, frontage=new.frontage, depth=new.depth)
        for base, new in zip(unit.bases, others, strict=True)
    )
    return _rigid(unit, "swap", goal)


@clause("PS-MAN-02", "PS-FORM-01", "PS-FORM-05")
def custom(field: Field, unit: Unit, words: tuple[Arg, ...]) -> Plan:
    """Any poses: a formation, then x, y and heading of each base in list order."""
    numbers = words[1:]
    if len(numbers) != 3 * len(unit.bases) or not all(isinstance(n, int) for n in numbers):
        raise Refused(
            "PS-MAN-02",
            T("a plan needs x, y and heading of {count} bases", count=len(unit.bases)),
        )
    values = [int(n) for n in numbers]
    goal = tuple(
        replace(base, x=values[3 * i], y=values[3 * i + 1], heading=values[3 * i + 2] % TURN)
        for i, base in enumerate(unit.bases)
    )
    _check_body(field, goal, str(words[0]))
    order = listed(ranks_of(goal))
    start = tuple(unit.bases[i] for i in order)
    return _relaid(field, unit, "custom", start, tuple(goal[i] for i in order), str(words[0]))


def _check_body(field: Field, goal: Bases, name: str) -> None:
    """Bases face one way and hold together as the formation asks."""
    formation = field.tables.formations.get(name)
    if formation is None:
        known = tuple(one for one in field.tables.formations if one != "hanging")
        raise Refused(
            "PS-FORM-01", T("unknown formation '{id}'", id=name), T("choose {options}", options=known)
        )
    shapes = [base.shape for base in goal]
    one_way = len({base.heading for base in goal}) == 1
    if one_way and formation.max_gap and not overlapping(shapes):
        one_way = len(groups(shapes, formation.max_gap)) == 1
    elif one_way:
        one_way = _close(laid(anchor(goal), ranks_of(goal), goal), goal)
    if not one_way:
        raise Refused("PS-FORM-01", T("these poses make no {formation}: bases must stand edge to edge in "
                                      "ranks and face one way", formation=name))  # fmt: skip


MAKERS: dict[str, Maker] = {
    "turn": turn,
    "wheel": wheel,
    "turn_about": turn_about,
    "quarter_turn": quarter_turn,
    "form": form,
    "side_step": side_step,
    "step_back": step_back,
    "swap": swap,
    "custom": custom,
}


# --- what forbids a plan ---


@clause("PS-MAN-02", "PS-MAN-06", "PS-MAN-08", "PS-MOVE-07", "PS-MOVE-12", "PS-BASE-09")
def check(field: Field, unit: Unit, plan: Plan) -> None:
    """Refused where a plan may not be carried out by this unit here. From the middle of another manoeuvre a plan must
    lead to a formation too, so that shifting or turning all bases alike won't do."""
    if field.has(unit, "turn_only") and plan.name not in TURN_ONLY:
        raise Refused(
            "PS-MOVE-07",
            T("'{unit}' can only turn", unit=unit.id),
            T("choose {options}", options=TURN_ONLY),
        )
    if plan.start == plan.goal and plan.formation == unit.formation and plan.files == unit.files:
        raise Refused("PS-MAN-02", T("that plan changes nothing"))
    if unit.hanging is not None:
        _check_body(field, plan.goal, plan.formation)
    after = [base.shape for base in plan.goal]
    if not going.on_table(field.setup, after):
        raise Refused("PS-BASE-09", T("that plan leaves the table"))
    check_way(field, unit, plan.start, plan.goal)


@clause("PS-MAN-08", "PS-MOVE-12", "PS-BASE-09")
def check_way(field: Field, unit: Unit, before: Bases, after: Bases) -> None:
    """Refused where bases would cross something on their way or end in contact."""
    start, end = [base.shape for base in before], [base.shape for base in after]
    hit = going.crossed_on_way(field, unit, start, end)
    if hit:
        raise Refused("PS-MAN-08", T("'{unit}' would cross '{hit}'", unit=unit.id, hit=hit))
    hit = going.too_near(field, unit, end, field.parameters.contact_gap, touched(field, unit))
    if hit:
        raise Refused(
            "PS-MOVE-12", T("'{unit}' would end in contact with '{hit}': contact is made by a straight advance "
                            "only", unit=unit.id, hit=hit)
        )  # fmt: skip


@clause("PS-MAN-09")
def opens_free(field: Field, unit: Unit, plan: Plan) -> bool:
    """Horse that leaves a fight need not pay the opening if every base steps back or turns about, clear of all."""
    if not field.is_on("cavalry_breakaway") or field.arm(unit) != HORSE or not touched(field, unit):
        return False
    shapes = [base.shape for base in plan.goal]
    if going.too_near(field, unit, shapes, field.parameters.contact_gap, ()):
        return False
    return all(_steps_back(a, b) for a, b in zip(plan.start, plan.goal, strict=True))


def _steps_back(before: Base, after: Base) -> bool:
    """The base has turned about, or stands behind where it stood."""
    if (after.heading - before.heading) % TURN == HALF:
        return True
    x, y = step(before.heading, 1000)
    return after.heading == before.heading and (after.x - before.x) * x + (after.y - before.y) * y < 0
