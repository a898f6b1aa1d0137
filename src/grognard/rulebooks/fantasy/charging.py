"""What units set out to do in a movement phase: dice for distances, and the paths of charges (chapter CHG, step C2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import asin, atan2, degrees, floor, hypot, radians
from typing import Literal

from grognard.core.chance import Chance, Sum
from grognard.core.rule import clause, rule
from grognard.rulebooks.fantasy.amounts import amount
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.bodies import Body
from grognard.rulebooks.fantasy.events import OrderReplaced, UnitLost
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.harming import wreck
from grognard.rulebooks.fantasy.model import Leg, Motion, Unit, UnitOrder
from grognard.rulebooks.fantasy.orders import effective, target
from grognard.rulebooks.fantasy.paths import most, track
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.seeing import block, land
from grognard.rulebooks.fantasy.ticks import alone, reaches
from grognard.rulebooks.fantasy.tracks import wheeled
from grognard.space.outline import Base
from grognard.space.pose import Point, Pose
from grognard.space.sine import COS, ONE, SIN, TURN

WIDEST = 90
"""Degrees that a charge may wheel (FA-CHG-03)."""
HIGHEST = 12
"""The highest charge roll."""
ROUNDED = 20
"""Thousandths: more than rounding makes of a place."""
CLOSE = 1000
"""Nearer than this to the half circle about a corner a point is passed by many a wheel."""
_SINES = [one / ONE for one in SIN[:TURN]]
_COSINES = [one / ONE for one in COS[:TURN]]
CHARGE: Sum[int] = Sum(2, 6, int)
WALKS = ("march", "move", "move_and_shoot")


# --- numbers --------------------------------------------------------------------------------------------


@clause("FA-CHG-12")
def reach(field: Field, unit_id: str) -> int:
    """How far away an enemy may be that an attack names, in thousandths."""
    return (field.stats(unit_id).M + HIGHEST) * 1000


@clause("FA-CHG-12")
def in_reach(field: Field, unit_id: str) -> tuple[str, ...]:
    """Enemies that an attack may name, the nearest first."""
    near = sorted((field.distance(unit_id, enemy.id), enemy.id) for enemy in field.enemies(unit_id))
    return tuple(enemy for _, enemy in near if is_in_reach(field, unit_id, enemy))


@clause("FA-CHG-12")
def is_in_reach(field: Field, unit_id: str, enemy: str) -> bool:
    """An attack may name that enemy."""
    return field.option("charge_reach") == "any" or field.distance(unit_id, enemy) <= reach(field, unit_id)


@clause("FA-CHG-01", "FA-CHG-02")
def charge_allowance(option: str, faces: tuple[int, ...], move: int, reached: bool) -> int:
    """Movement of a charge in thousandths: 2d6 + M, all of it whether it reaches or not; by option one that does not
    reach goes the higher die or M alone."""
    if reached or option == "full":
        return (sum(faces) + move) * 1000
    return 1000 * (max(faces) if option == "higher_die" else move)


@clause("FA-CHG-03", "FA-CHG-04")
@lru_cache(maxsize=1024)
def charge_wheel(unit: Block, centre: Point) -> int:
    """Whole degrees that a charger wheels by, so that going straight on the middle of its front passes nearest to a
    point; of equal ones the smaller, then the one to the right."""
    return min(_likely(unit, centre), key=lambda turn: (_passes_at(unit, turn, centre), abs(turn), -turn))


def _likely(unit: Block, centre: Point) -> list[int]:
    """The wheels that can be nearest: reckoned roughly, with more than rounding can make of it."""
    rows = list(_passing(unit, centre, _leading_to(unit, centre) or range(-WIDEST, WIDEST + 1)))
    most = min(far for far, _ in rows) + ROUNDED
    return [turn for far, turn in rows if far <= most]


def _leading_to(unit: Block, centre: Point) -> list[int]:
    """The degrees about those that lead right to a point, by either corner; none where it is out of reach, or so close
    to a corner that others may be as near."""
    here, half = unit.front, unit.width / 2
    sine, cosine = _SINES[here.heading], _COSINES[here.heading]
    east, north = centre[0] - here.x, centre[1] - here.y
    found: set[int] = set()
    for way in (1, -1):
        x, y = east - way * half * cosine, north + way * half * sine
        far = hypot(x, y)
        if far < half + CLOSE:
            return []
        turn = way * degrees(atan2(x, y) - radians(here.heading / 10)) + degrees(asin(half / far))
        least = floor((turn + 180) % 360 - 180) - 1
        found.update(way * one for one in range(least, least + 4) if 0 <= one <= WIDEST)
    return sorted(found | {0}) if found else []


def _passing(unit: Block, centre: Point, turns: Iterable[int]) -> Iterator[tuple[float, int]]:
    """How near the middle of the front passes after each of some wheels."""
    here, half = unit.heading, unit.width / 2
    sine, cosine = _SINES[here], _COSINES[here]
    east, north = centre[0] - unit.front.x, centre[1] - unit.front.y
    for turn in turns:
        there = (here + turn * 10) % TURN
        s, c = _SINES[there], _COSINES[there]
        side = half if turn > 0 else -half
        dx, dy = east - side * (cosine - c), north + side * (sine - s)
        yield (abs(dx * c - dy * s) if dx * s + dy * c >= -ROUNDED else hypot(dx, dy)), turn


def _passes_at(unit: Block, degrees: int, centre: Point) -> int:
    """Square of how near the middle of the front passes, times ONE squared; what lies behind the front is out."""
    front = wheeled(unit.front, unit.width, degrees * 10)
    dx, dy = centre[0] - front.x, centre[1] - front.y
    sine, cosine = SIN[front.heading], COS[front.heading]
    if dx * sine + dy * cosine < 0:
        return (dx * dx + dy * dy) * ONE * ONE
    return int((dx * cosine - dy * sine) ** 2)


@clause("FA-CHG-04", "FA-CHG-07")
def charge_path(field: Field, unit_id: str, target_id: str) -> tuple[Leg, ...]:
    """The path of a charge where none is written; it goes straight on after it."""
    turn = charge_wheel(block(field, unit_id), field.unit(target_id).centre)
    return (Leg("wheel", turn * 10),) if turn else ()


# --- bodies ---------------------------------------------------------------------------------------------

STRAIGHT_ON = frozenset({"charge", "retreat", "withdraw", "pursuit"})
GOING_BACK = frozenset({"retreat", "withdraw"})


def body_of(field: Field, unit: Unit) -> Body:
    """A unit as motion sees it: standing, or on the way that its ``motion`` names."""
    here, motion = block(field, unit.id), unit.motion
    if motion is None:
        return Body(unit.id, unit.side, here)
    on = motion.allowance if motion.kind in STRAIGHT_ON else 0
    laid = track(field, unit.id, motion.path, march=motion.kind == "march", on=on)
    return Body(
        unit.id, unit.side, here, laid, motion.allowance, field.stats(unit.id).I,
        retreating=motion.kind in GOING_BACK, leaves=motion.leave,
        follows=motion.aim if motion.kind == "pursuit" else "", home=before_turn(unit, here),
    )  # fmt: skip


def before_turn(unit: Unit, here: Block) -> Block:
    """As it stood at the end of C2, before C4 turned it."""
    if not unit.stood:
        return here
    x, y, heading, files = unit.stood
    return Block(Pose(x, y, heading), files, here.models, here.wide, here.deep)


@clause("FA-SHO-09")
def run_alone(battle: FantasyBattle, unit_id: str) -> Iterator[Base]:
    """A charger's rectangle after each tick of its run with everybody else standing, until it would touch anything."""
    field = battle.field
    bodies = [body_of(field, unit) for unit in field.units]
    for place in alone(bodies, unit_id, land(field))[1:]:
        yield place.base


# --- step C2 --------------------------------------------------------------------------------------------


@clause("FA-CHG-01", "FA-RET-01", "FA-RET-07", "FA-GEN-06")
def plan(battle: FantasyBattle) -> None:
    """Everybody who goes anywhere this phase, by id: its dice, its path, its allowance."""
    battle.each(set_out, [unit.id for unit in battle.field.units])


@rule("FA-CHG-01", "FA-RET-01", "FA-RET-07", "FA-CHG-10", "FA-ORD-14")
def set_out(battle: FantasyBattle, unit_id: str) -> None:
    """One unit: back, after a beaten enemy, at an enemy, or along its path."""
    field = battle.field
    order, unit = effective(field, unit_id), field.unit(unit_id)
    if unit.retreating:
        go_back(battle, unit_id, "retreat", leave=True)
    elif order.word == "retreat":
        _withdraw(battle, unit, order)
    elif order.word == "attack":
        _charge(battle, unit_id, order)
    elif order.word in WALKS and order.path:
        limit = most(field, unit_id, order.word)
        motion = Motion("march" if order.word == "march" else "move", order.path, limit)
        battle.change(unit_id, motion=motion)
    elif prey := prey_of(field, unit_id):
        follow(battle, unit_id, prey)


@clause("FA-ORD-08", "FA-WM-01", "FA-RET-06")
def _withdraw(battle: FantasyBattle, unit: Unit, order: UnitOrder) -> None:
    """An ordered retreat; of a machine only the crew goes."""
    if unit.kind == "machine":
        wreck(battle, unit.id)
        battle.tell(UnitLost(unit.id, "abandoned"))
    battle.change(unit.id, withdrawing=True)
    go_back(battle, unit.id, "withdraw", leave=order.leave and order.heading is not None)


@clause("FA-RET-01")
def go_back(
    battle: FantasyBattle, unit_id: str, kind: Literal["retreat", "withdraw"], *, leave: bool
) -> None:
    """Roll how far a unit goes back; its heading is fixed when it turns."""
    faces, rolled = _throw(battle, unit_id, _retreat_dice(battle.field, unit_id), "retreat")
    motion = Motion(kind, (), rolled * 1000, rolled=rolled, leave=leave, faces=faces)
    battle.change(unit_id, motion=motion)


@clause("FA-RET-07")
def follow(battle: FantasyBattle, unit_id: str, prey: str) -> None:
    """Roll how far a unit follows a beaten enemy."""
    faces, rolled = _throw(battle, unit_id, _retreat_dice(battle.field, unit_id), "pursuit")
    battle.change(unit_id, motion=Motion("pursuit", (), rolled * 1000, prey, rolled, faces=faces))


def _retreat_dice(field: Field, unit_id: str) -> int | Chance[int]:
    return amount(field.profile(unit_id).retreat_dice)


def _throw(
    battle: FantasyBattle, unit_id: str, dice: int | Chance[int], purpose: str
) -> tuple[tuple[int, ...], int]:
    if isinstance(dice, int):
        return (), dice
    throw = battle.roll(dice, purpose, unit_id)
    return throw.faces, throw.meaning


@clause("FA-RET-07", "FA-CR-08", "FA-MNT-07")
def prey_of(field: Field, unit_id: str, *, late: bool = False) -> str:
    """Whom a unit pursues: all its enemies in contact go back, and it may; of several the one with most models, then
    the lower id. "" for nobody. ``late``: in C8, where only those go who are already on their way."""
    unit, foes = field.unit(unit_id), field.foes(unit_id)
    if not foes or unit.kind == "machine" or unit.retreating or not effective(field, unit_id).pursues:
        return ""
    if not all(on_the_way_back(field.unit(foe)) if late else _will_go_back(field, foe) for foe in foes):
        return ""
    return min(foes, key=lambda foe: (-field.unit(foe).models, foe))


def on_the_way_back(unit: Unit) -> bool:
    """It retreats in this motion, broken or by order."""
    return unit.motion is not None and unit.motion.kind in GOING_BACK


def _will_go_back(field: Field, unit_id: str) -> bool:
    return field.unit(unit_id).retreating or effective(field, unit_id).word == "retreat"


@clause("FA-CHG-01", "FA-CHG-02", "FA-CHG-04", "FA-ORD-04")
def _charge(battle: FantasyBattle, unit_id: str, order: UnitOrder) -> None:
    """The first target still on the table; the path and the distance are fixed."""
    field = battle.field
    aim = target(field, unit_id)
    if not aim:
        battle.tell(OrderReplaced(unit_id, "attack", "hold", "target_gone"))
        return
    path = order.path or charge_path(field, unit_id, aim)
    throw = battle.roll(CHARGE, "charge", unit_id)
    option, move = str(field.option("failed_charge")), field.stats(unit_id).M
    whole = Motion("charge", path, (throw.meaning + move) * 1000, aim, throw.meaning, faces=throw.faces)
    battle.change(unit_id, motion=whole)
    if option != "full" and not _reaches(battle.field, unit_id):
        less = charge_allowance(option, throw.faces, move, reached=False)
        battle.change(unit_id, motion=Motion("charge", path, less, aim, throw.meaning, faces=throw.faces))


def _reaches(field: Field, unit_id: str) -> bool:
    """Whether the charge would meet an enemy if everybody stood: what "enough" means where the table asks."""
    return reaches([body_of(field, unit) for unit in field.units], unit_id, land(field))
