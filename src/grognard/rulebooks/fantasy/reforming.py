"""Reforms and mergers of parts, in C4 (FA-ORD-09, FA-UNIT-08, FA-UNIT-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.alignment import blocker
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import Reformed
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import FormationWord, Unit, UnitOrder
from grognard.rulebooks.fantasy.orders import effective
from grognard.rulebooks.fantasy.regiment import Block, formation_of, merged, reformed
from grognard.rulebooks.fantasy.retreats import stand
from grognard.rulebooks.fantasy.seeing import block
from grognard.space.measure import overlap
from grognard.space.outline import Base
from grognard.space.sine import TURN

MERGING = 2000
"""Parts so near to each other may become one again (FA-ORD-09)."""


class Plan(NamedTuple):
    """How a unit means to stand; ``part``: the one that it takes in, or ""."""

    unit: str
    place: Block
    formation: FormationWord
    part: str = ""


@clause("FA-ORD-09", "FA-UNIT-08", "FA-GEN-04", "FA-MNT-07")
def reform(battle: FantasyBattle) -> None:
    """Everybody who reforms, all at once. Where there is no room for the new shape, a unit stays as it is: beside those
    who stand, and, of two who reform, the one with the later id."""
    plans = list(_plans(battle.field))
    while refused := _without_room(battle.field, plans):
        plans = [plan for plan in plans if plan not in refused]
    for plan in plans:
        _carry_out(battle, plan)


def _without_room(field: Field, plans: list[Plan]) -> list[Plan]:
    """Those for whom there is no room if all of them stand as planned, and everybody else as now."""
    busy = {unit for plan in plans for unit in (plan.unit, plan.part)}
    blocked, placed, refused = blocker(field, busy), list[Base](), []
    for plan in plans:
        base = plan.place.base
        if blocked(base) or any(overlap(base, other) for other in placed):
            refused.append(plan)
        else:
            placed.append(base)
    return refused


def _plans(field: Field) -> Iterator[Plan]:
    orders = {unit.id: effective(field, unit.id) for unit in field.units}
    taken: set[str] = set()
    for unit in field.units:
        order = orders[unit.id]
        if order.word != "reform" or unit.id in taken or unit.kind in ("horse", "machine"):
            continue
        part = next(_parts(field, unit, orders), "")
        taken.add(part)
        yield _plan(field, unit, order, part)


def _plan(field: Field, unit: Unit, order: UnitOrder, part: str) -> Plan:
    heading = unit.heading if order.heading is None else order.heading % TURN
    files = order.files or unit.files
    here = block(field, unit.id)
    place = merged(here, block(field, part), heading, files) if part else reformed(here, heading, files)
    row = field.tables.bases[unit.kind]
    return Plan(unit.id, place, order.formation or formation_of(row, files), part)


@clause("FA-ORD-09")
def _parts(field: Field, unit: Unit, orders: dict[str, UnitOrder]) -> Iterator[str]:
    """Parts of the same unit, near enough, with the same order."""
    for other in field.of_side(unit.side):
        if other.id > unit.id and other.profile == unit.profile and _root(other.id) == _root(unit.id):
            near = field.distance(unit.id, other.id) <= MERGING
            if near and _shape(orders[other.id]) == _shape(orders[unit.id]):
                yield other.id


def _shape(order: UnitOrder) -> tuple[str, int | None, int, str]:
    return order.word, order.heading, order.files, order.formation


def _root(unit_id: str) -> str:
    """What a unit was called before it was split: parts are ``id_b``, ``id_c`` ..."""
    root, mark, letter = unit_id.rpartition("_")
    return root if mark and len(letter) == 1 and letter.isalpha() else unit_id


@clause("FA-ORD-09", "FA-UNIT-09")
def _carry_out(battle: FantasyBattle, plan: Plan) -> None:
    stand(battle, plan.unit, plan.place)
    if plan.part:
        _take_in(battle, plan.unit, plan.part)
    battle.change(plan.unit, formation=plan.formation)
    front, files = plan.place.front, plan.place.files
    battle.tell(Reformed(plan.unit, front, files, plan.formation, plan.part))


def _take_in(battle: FantasyBattle, unit_id: str, part_id: str) -> None:
    """Models, starting strength, wounds in the pool, standard and characters of two parts together."""
    unit, part = battle.unit(unit_id), battle.unit(part_id)
    fallen, pool = divmod(unit.pool + part.pool, battle.field.stats(unit_id).W)
    battle.change(
        unit_id,
        models=unit.models + part.models - fallen,
        start_models=unit.start_models + part.start_models,
        pool=pool,
        standard=unit.standard or part.standard,
    )
    for one in battle.field.characters_in(part_id):
        battle.change(one.id, unit=unit_id)
    battle.change(part_id, status="merged", models=0, standard=False)
