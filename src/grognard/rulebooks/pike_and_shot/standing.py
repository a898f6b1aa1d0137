"""Units and commanders put somewhere: attached ones follow, loose ones give way (chapters Orders and commanders)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from grognard.core.chance import d
from grognard.core.events import Event, Seats
from grognard.core.rule import clause
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import CommanderFell, CommanderMoved, RiskTaken, UnitSeen
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import TURN, Bases, Commander, Unit
from grognard.rulebooks.pike_and_shot.seeing import near, sees
from grognard.space.measure import gap
from grognard.space.outline import Disc, Edge, boxes_near
from grognard.space.pose import Point, step


@clause("PS-CP-03", "PS-CMD-03")
def put(battle: PikeBattle, unit_id: str, bases: Bases, **fields: Any) -> None:
    """A unit stands elsewhere: its commanders with it, loose enemy commanders that it touches give way."""
    moved = battle.unit(unit_id).bases != bases
    battle.change(unit_id, bases=bases, **fields)
    if moved:
        follow(battle, unit_id)
        push_away(battle, unit_id)
        reveal(battle, unit_id)


def follow(battle: PikeBattle, unit_id: str) -> None:
    """Attached commanders stand behind their unit."""
    for commander in battle.field.attached_to(unit_id):
        x, y = beside(battle.field, commander, battle.unit(unit_id))
        battle.change(commander.id, x=x, y=y)


@clause("PS-BASE-12")
def beside(field: Field, commander: Commander, unit: Unit) -> Point:
    """The place behind a unit where a commander's circle touches it, kept on the table."""
    block = unit.block
    radius = field.disc(commander).radius
    x, y = block.edge_middle(Edge.REAR)
    dx, dy = step(block.heading, -radius)
    return min(max(x + dx, 0), field.setup.width), min(max(y + dy, 0), field.setup.height)


@clause("PS-BASE-12", "PS-CP-03")
def in_contact(field: Field, commander: Commander, unit: Unit) -> bool:
    """A commander attached to a unit, or whose circle touches it or lies over it."""
    if commander.attached == unit.id:
        return True
    return not commander.attached and reaches(field, commander, unit, field.parameters.contact_tolerance)


def reaches(field: Field, commander: Commander, unit: Unit, distance: int) -> bool:
    """Whether a unit is within a distance of a commander's rim."""
    disc = field.disc(commander)
    x, y = disc.at
    most = distance + disc.radius
    area = (x, y, x, y)
    return boxes_near(unit.box, area, most + 1) and any(
        boxes_near(shape.box, area, most + 1) and gap(shape, disc.at) <= most for shape in unit.shapes
    )


def far_from(field: Field, commander: Commander, unit: Unit) -> int:
    """From a commander's rim to a unit."""
    disc: Disc = field.disc(commander)
    return max(0, min(gap(shape, disc.at) for shape in unit.shapes) - disc.radius)


# --- dangers ---


@clause("PS-CMD-03")
def push_away(battle: PikeBattle, unit_id: str) -> None:
    """A loose commander touched by an enemy moves to the nearest friendly unit within 8 inches, or is captured."""
    field = battle.field
    unit, side = battle.unit(unit_id), battle.side(unit_id)
    for commander in field.commanders:
        loose = commander.alive and not commander.attached
        if not loose or field.post(commander.id).side == side:
            continue
        if reaches(field, commander, unit, field.parameters.contact_tolerance):
            flee(battle, commander, field.parameters.close_to_enemy)


def flee(battle: PikeBattle, commander: Commander, most: int | None, lost: str = "") -> None:
    """To the nearest friendly unit within a distance (None: anywhere) but the one lost; captured where there is
    none."""
    field = battle.field
    own = field.of_side(field.post(commander.id).side)
    friends = [(far_from(field, commander, one), one) for one in own if one.id != lost]
    near_ones = [(far, one) for far, one in friends if most is None or far <= most]
    if not near_ones:
        fall(battle, commander.id, "captured")
        return
    x, y = beside(field, commander, min(near_ones, key=lambda found: found[0])[1])
    battle.change(commander.id, x=x, y=y, attached="")
    tell_of_commander(battle, commander.id, CommanderMoved(commander.id, x, y, ""))


@clause("PS-CMD-03", "PS-TURN-09")
def fall(battle: PikeBattle, commander_id: str, how: str, die: int = 0) -> None:
    """A commander is lost; his post stays empty until someone replaces him."""
    post = battle.setup.commanders[commander_id]
    battle.change(commander_id, alive=False, fate=how, attached="", cp=0)
    if how != "left":
        happened = (*battle.turn.happened, ("fallen", post.side, f"{post.level}:{commander_id}"))
        battle.change(TURN, happened=happened)
    battle.tell(CommanderFell(commander_id, how, die))


@clause("PS-CMD-03")
def risk(battle: PikeBattle, unit_id: str, *, destroyed: bool) -> None:
    """Attached commanders roll when their unit loses a base or is destroyed."""
    parameters = battle.parameters
    most = parameters.risk_destroyed if destroyed else parameters.risk_loses_base
    for commander in battle.field.attached_to(unit_id):
        die = battle.roll(d(6), "risk", commander.id).face
        if die <= most:
            fall(battle, commander.id, "killed", die)
            continue
        battle.tell(RiskTaken(commander.id, die))
        if destroyed:
            flee(battle, commander, None, unit_id)


# --- hidden units ---


@clause("PS-FOG-01")
def is_away(field: Field, commander: Commander, side: str, hidden: Collection[str]) -> bool:
    """Whether a side can't know where an enemy commander is: nobody is near to him that it sees."""
    if field.post(commander.id).side == side:
        return False
    if commander.attached:
        return commander.attached in hidden
    close = field.parameters.close_to_enemy
    return not any(reaches(field, commander, unit, close) for unit in field.units if unit.id not in hidden)


@clause("PS-FOG-01", "PS-FOG-03")
def tell_of_commander(battle: PikeBattle, commander_id: str, event: Event) -> None:
    """Tell what a commander does: of one whom the enemy doesn't see only his own side hears."""
    own = battle.setup.commanders[commander_id].side
    to: Seats = None
    if battle.option("fog") == "full":
        hidden = {unit.id for unit in battle.field.of_side(own) if not unit.shown}
        others = [side.id for side in battle.setup.sides if side.id != own]
        if any(is_away(battle.field, battle.commander(commander_id), side, hidden) for side in others):
            to = battle.seats_of(own)
    battle.tell(event, to)


@clause("PS-FOG-01")
def reveal(battle: PikeBattle, unit_id: str) -> None:
    """A unit that moves or shoots is hidden no more; nor are those that it now sees or that see it."""
    if battle.option("fog") != "full":
        return
    show(battle, unit_id)
    field, unit = battle.field, battle.unit(unit_id)
    for enemy in field.enemies(unit_id):
        if not enemy.shown and is_seen_by(field, enemy, unit):
            show(battle, enemy.id)


def show(battle: PikeBattle, unit_id: str) -> None:
    if not battle.unit(unit_id).shown:
        battle.change(unit_id, shown=True)
        battle.tell(UnitSeen(unit_id))


def show_if_seen(battle: PikeBattle, unit_id: str) -> None:
    """A unit that has just come is shown if an enemy sees it."""
    field, unit = battle.field, battle.unit(unit_id)
    if not unit.shown and any(is_seen_by(field, unit, enemy) for enemy in field.enemies(unit_id)):
        show(battle, unit_id)


@clause("PS-FOG-01")
def show_all_seen(battle: PikeBattle) -> None:
    """Lines of sight open without a move too: mist lifts, whoever stood between is gone."""
    if battle.option("fog") == "full":
        for unit in battle.field.units:
            show_if_seen(battle, unit.id)


@clause("PS-FOG-01")
def is_seen_by(field: Field, unit: Unit, enemy: Unit) -> bool:
    """In the zone and line of sight of an enemy unit, or within 8 inches of it."""
    return near(unit, enemy, field.parameters.close_to_enemy) or sees(field, enemy, unit)
