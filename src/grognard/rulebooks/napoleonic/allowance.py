"""How far a unit or gun may go in a turn (chapter Movement)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.footing import attack_straight
from grognard.rulebooks.napoleonic.hindrances import about, is_barred, kind_of, land_of
from grognard.rulebooks.napoleonic.model import Body, NapoleonicSetup, Unit
from grognard.rulebooks.napoleonic.relations import nearest_line
from grognard.space.measure import crosses
from grognard.space.outline import box_of, boxes_near, edges_of

MOVES = ("move", "attack", "withdraw_half", "withdraw_full", "move_half", "move_full", "escort")
"""Verbs with a way."""
PLAIN = {"move": "", "attack": "", "move_full": ""}
"""Verbs that allow the same, but for attacks straight ahead."""


@clause("NA-MOVE-03", "NA-MOVE-08", "NA-MOVE-10", "NA-MOVE-13", "NA-MOVE-14", "NA-MOVE-15", "NA-CC-22")
def allowance(field: Field, body: Body, order: Order) -> int:
    """Thousandths that it may use under that order in this turn, before delays: the smallest limit counts; what a
    follow-up has used is gone."""
    verb = str(order[0]) if order else "hold"
    if verb not in MOVES:
        return 0
    straight = (
        verb == "attack" and len(order) == 2 and isinstance(body, Unit) and may_go_straight(field, body)
    )
    key = ("allowance", body, order[1] if straight else "", PLAIN.get(verb, verb))
    found: int | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = _allowance(field, body, verb, order)
    return found


def _allowance(field: Field, body: Body, verb: str, order: Order) -> int:
    limits = [_of_verb(field, body, order)]
    if isinstance(body, Unit):
        free = verb == "withdraw_full" and field.option("withdraw_near_horse") == "free"
        if not free and near_enemy_horse(field, body):
            limits.append(field.distances.near_horse_move)
    limits += _slow_ground(field, body)
    return max(min(limits) - (body.paid if isinstance(body, Unit) else 0), 0)


@clause("NA-MOVE-03", "NA-MOVE-10", "NA-ART-09", "NA-TROPH-03")
def _of_verb(field: Field, body: Body, order: Order) -> int:
    full = field.plain_move(body)
    if order[0] in ("withdraw_half", "move_half"):
        return full // 2
    if order[0] == "escort":
        return min(full, field.distances.train_move)
    if order[0] == "attack" and isinstance(body, Unit) and len(order) == 2:
        return max(full, straight_reach(field, body, str(order[1])))
    return full


@clause("NA-MOVE-03")
def straight_reach(field: Field, unit: Unit, target: str) -> int:
    """What regular light horse may go in an attack straight ahead over level ground; 0 where that is not open."""
    enemy = field.find(target)
    if not may_go_straight(field, unit) or enemy is None or not attack_straight(field, unit, enemy):
        return 0
    return field.tables.arms[field.arm(unit)].straight_attack


def may_go_straight(field: Field, unit: Unit) -> bool:
    """Whether its arm goes farther in an attack straight ahead."""
    return unit.kind != "dismounted" and field.tables.arms[field.arm(unit)].straight_attack > 0


@clause("NA-OBS-07")
def _slow_ground(field: Field, body: Body) -> list[int]:
    """Limits of bush and wood in which it stands."""
    shape = body.shape
    return [one.row.max_move for one in land_of(field).slow if one.row and one.meets(shape)]


@clause("NA-MOVE-08")
def near_enemy_horse(field: Field, unit: Unit) -> bool:
    """Whether foot is within the move of enemy horse that could come at it."""
    return bool(horse_near(field, unit))


@clause("NA-MOVE-08", "NA-UNIT-07")
def horse_near(field: Field, unit: Unit) -> str:
    """The nearest enemy horse that keeps a unit of foot in square, "" for none; measured from where the units stood
    when the turn began."""
    if field.branch(unit) != "foot":
        return ""
    known: dict[str, str] | None = field.kept.get("horse_near")
    if known is None:
        works = field.works
        began = tuple(map(_began, field.units))
        known = field.kept["horse_near"] = _known_horse(field.setup, works.burning, works.destroyed, began)
    found = known.get(unit.id)
    if found is None:
        begun = as_it_began(field)
        found = known[unit.id] = _horse_near(begun, begun.unit(unit.id))
    return found


@lru_cache(maxsize=32)
def _known_horse(
    setup: NapoleonicSetup, burning: tuple[str, ...], destroyed: tuple[str, ...], began: tuple[Any, ...]
) -> dict[str, str]:
    """What is known of who has enemy horse near him, from how all stood when the turn began."""
    return {}


def _began(unit: Unit) -> tuple[Any, ...]:
    start = unit.start or (unit.x, unit.y, unit.heading)
    return unit.id, start, unit.frontage, unit.depth, unit.standing, unit.kind, unit.rout


@clause("NA-MOVE-08", "NA-MOVE-03")
def as_it_began(field: Field) -> Field:
    """The field with everybody where he stood when the turn began."""
    found: Field | None = field.kept.get("begun")
    if found is None:
        moved = [
            _at_start(one) for one in field.bodies if one.start not in (None, (one.x, one.y, one.heading))
        ]
        found = field.kept["begun"] = field.put(*moved)
    return found


def _at_start(body: Body) -> Body:
    x, y, heading = body.start or (body.x, body.y, body.heading)
    return replace(body, x=x, y=y, heading=heading)


def _horse_near(field: Field, unit: Unit) -> str:
    near = []
    for horse, limit in _enemy_horse(field, unit.side):
        if field.within(unit, horse, limit):
            near.append((field.gap(unit, horse), horse.id))
    return next((one for _, one in sorted(near) if not _is_parted(field, unit, field.unit(one))), "")


def _enemy_horse(field: Field, side: str) -> list[tuple[Unit, int]]:
    """Enemy horse of a side that could come at its foot, and how near that is."""
    key = ("enemy horse", side)
    found: list[tuple[Unit, int]] | None = field.kept.get(key)
    if found is None:
        horse = (one for one in field.threats(side) if field.is_horse(one) and not field.is_spent(one))
        found = field.kept[key] = [(one, _horse_move(field, one)) for one in horse]
    return found


def _horse_move(field: Field, horse: Unit) -> int:
    irregular = field.arm(horse) == "light_horse_irregular"
    return field.distances.enemy_horse_irregular if irregular else field.distances.enemy_horse


@clause("NA-MOVE-08")
def _is_parted(field: Field, foot: Unit, horse: Unit) -> bool:
    """Whether a barrier closed to that horse crosses the line between the nearest points of the two."""
    kind, box = kind_of(field, horse), box_of((*foot.shape.ring, *horse.shape.ring))
    closed = [one for one in about(land_of(field).terrain, box) if is_barred(one, kind)]
    if not closed:
        return False
    start, end = nearest_line(foot.shape, horse.shape)
    line = box_of((start, end))
    shapes = [shape for one in closed for shape in one.shapes if boxes_near(shape.box, line)]
    return any(crosses(start, end, *edge) for shape in shapes for edge in edges_of(shape.ring))
