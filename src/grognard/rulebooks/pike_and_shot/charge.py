"""Contact: the charger closes, conforms and strikes (chapter Movement: common)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.combat import both_stand, impact, settle_faces
from grognard.rulebooks.pike_and_shot.events import Advanced, StoodShort
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.going import kind, on_table, on_way, shut, straight
from grognard.rulebooks.pike_and_shot.model import Bases, Unit
from grognard.rulebooks.pike_and_shot.seeing import in_zone_of
from grognard.rulebooks.pike_and_shot.standing import put
from grognard.rulebooks.pike_and_shot.steps import heading_of, moved, roughen
from grognard.rulebooks.pike_and_shot.touch import pairs, touched
from grognard.space import outline
from grognard.space.contact import Conformed, conform
from grognard.space.measure import gap
from grognard.space.outline import Edge, Shape, boxes_near
from grognard.space.pose import SLACK
from grognard.space.sight import spans

TURN_LIMIT, SLIDE_LIMIT = 450, 1000
"""PS-MOVE-13: at most 45 degrees and 1 inch."""
NEAR = 200
"""Bases that meet are surely no farther apart than this (a first cut)."""


@clause("PS-REACT-06", "PS-HTH-10")
def mark_surprised(battle: PikeBattle, charger: str, targets: tuple[str, ...]) -> None:
    """Who does not have the charger in his zone of visibility when the charge begins can do nothing about it."""
    field = battle.field
    for target in targets:
        unseen = not in_zone_of(field, field.unit(target), field.unit(charger))
        battle.change(target, surprised=unseen)


@clause("PS-MOVE-13", "PS-MOVE-14", "PS-MOVE-12")
def close_in(battle: PikeBattle, unit_id: str, limit: int, label: str) -> bool:
    """Straight on into contact within a limit, then conform. False: it could not, and stopped short."""
    unit, field = battle.unit(unit_id), battle.field
    way = straight(field, unit, heading_of(unit), limit, contact=True)
    if not way.hits:
        return False
    at = field.put(replace(unit, bases=moved(unit, way.distance)))
    laid = conformed(at, at.unit(unit_id), way.hits)
    if laid is None:
        stop_short(battle, unit_id, limit, way.hits[0], label)
        return False
    battle.change(unit_id, crossed=crosses_obstacle(field, unit, laid), mp=0)
    _tell(battle, unit, laid, way.distance, limit, label)
    roughen(battle, unit_id, laid)
    put(battle, unit_id, laid)
    return True


@clause("PS-MOVE-13", "PS-BASE-09")
def conformed(field: Field, unit: Unit, hits: tuple[str, ...]) -> Bases | None:
    """The unit in line with an edge that it has met; None where that is impossible."""
    hit = {one: field.unit(one) for one in hits}
    met = [
        (gap(a, b), i, one, j)
        for i, a in enumerate(unit.shapes)
        for one, enemy in hit.items()
        for j, b in enumerate(enemy.shapes)
        if boxes_near(a.box, b.box, NEAR)
    ]
    least = min((found[0] for found in met), default=0)
    for far, i, one, j in met:
        if far <= least + SLACK:
            laid = _laid(field, unit, i, hit[one], j)
            if laid is not None:
                return laid
    return None


def _laid(field: Field, unit: Unit, i: int, enemy: Unit, j: int) -> Bases | None:
    share = field.parameters.contact_fraction
    around: list[Shape] = [piece.shape for piece in shut(field, unit)]
    for other in field.others(unit.id):
        if other.id != enemy.id and boxes_near(other.box, unit.box, 4 * SLIDE_LIMIT):
            around += other.shapes
    found = _conform(unit.shapes, i, enemy.shapes, j, share, tuple(around))
    if found is None or not on_table(field.setup, found.bases):
        return None
    return tuple(base.put(shape) for base, shape in zip(unit.bases, found.bases, strict=True))


@lru_cache(maxsize=1024)
def _conform(
    shapes: tuple[outline.Base, ...],
    i: int,
    enemy: tuple[outline.Base, ...],
    j: int,
    share: int,
    around: tuple[Shape, ...],
) -> Conformed | None:
    """Kept, since whoever weighs a charge asks for the same again and again."""
    return conform(
        shapes,
        i,
        enemy,
        j,
        turn_limit=TURN_LIMIT,
        slide_limit=SLIDE_LIMIT,
        share=(share, 100),
        obstacles=around,
    )


@clause("PS-MOVE-13")
def stop_short(battle: PikeBattle, unit_id: str, limit: int, target: str, label: str) -> None:
    """It stops 0.1 inch short."""
    unit, field = battle.unit(unit_id), battle.field
    way = straight(field, unit, heading_of(unit), limit, contact=False)
    after = moved(unit, way.distance)
    _tell(battle, unit, after, way.distance, limit, label)
    roughen(battle, unit_id, after)
    put(battle, unit_id, after)
    battle.tell_of(unit_id, StoodShort(unit_id, target))


def _tell(battle: PikeBattle, unit: Unit, after: Bases, length: int, limit: int, label: str) -> None:
    if battle.listening:
        over = on_way(battle.setup, unit.shapes, [base.shape for base in after])
        ids = tuple(piece.id for piece in over)
        battle.tell_of(unit.id, Advanced(unit.id, label, unit.bases, after, length, limit, ids))


@clause("PS-IMPACT-05")
def crosses_obstacle(field: Field, unit: Unit, after: Bases) -> bool:
    """Whether the step crosses the edge of a terrain that can be defended: a front edge's middle goes in or out."""
    ways = [
        (a.edge_middle(Edge.FRONT), b.shape.edge_middle(Edge.FRONT))
        for a, b in zip(unit.shapes, after, strict=True)
    ]
    for piece in field.setup.terrain:
        if kind(field, piece).defend:
            for start, end in ways:
                found = spans(start, end, piece.shape)
                if found and (found[0][0] > 0 or found[-1][1] < 1):
                    return True
    return False


@rule("PS-HTH-02", "PS-HTH-07", "PS-MOVE-14")
def strike(battle: PikeBattle, unit_id: str) -> None:
    """Impact on every enemy that the charger has come to touch; then the charge is over."""
    if not battle.stands(unit_id):
        return
    unit = battle.unit(unit_id)
    enemies = touched(battle.field, unit)
    fought = tuple(one for one in enemies if pairs(battle.field, unit, battle.unit(one)))
    battle.change(unit_id, melee=fought)
    battle.then(settle_faces, unit_id)
    battle.each(settle_faces, enemies)
    battle.then(next_impact, unit_id, charge_over, unit_id)


@rule("PS-HTH-15")
def next_impact(battle: PikeBattle, unit_id: str) -> None:
    """One test for each enemy, in the order that the acting seat likes."""
    left = tuple(one for one in battle.unit(unit_id).melee if both_stand(battle, unit_id, one))
    battle.change(unit_id, melee=left)
    if left:
        battle.ask("fight_next", battle.seat(unit_id), unit_id, "impact", then=impact_on)


@rule("PS-HTH-15", "PS-IMPACT-01")
def impact_on(battle: PikeBattle, unit_id: str, use: str, enemy: Arg) -> None:
    left = tuple(one for one in battle.unit(unit_id).melee if one != enemy)
    battle.change(unit_id, melee=left)
    battle.then(impact, unit_id, enemy, next_impact, unit_id)


@rule("PS-BRACE-04")
def charge_over(battle: PikeBattle, unit_id: str) -> None:
    """Brace, counter-charge and surprise last until the charge is over."""
    for unit in battle.field.units:
        if unit.braced or unit.countered or unit.evaded or unit.surprised or unit.crossed:
            battle.change(unit.id, braced="", countered=False, evaded=False, surprised=False, crossed=False)
