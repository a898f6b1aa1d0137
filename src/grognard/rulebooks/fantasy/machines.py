"""War machines shoot (chapter WM): laying the gun, the misfire, ball and bomb."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.core.chance import Modifier, d
from grognard.core.rule import clause, rule
from grognard.rulebooks.fantasy.aiming import (
    blow_of,
    charges,
    conditions,
    is_moving,
    need,
    rules,
    spend,
)
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.blasts import blast
from grognard.rulebooks.fantasy.events import BallFlew, BallRank, BombFell, Misfired, Shifted
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.fire import shot_items
from grognard.rulebooks.fantasy.harming import attack_on, land_hits, owe
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.ordnance import EXPLODED_CREW, ball, gun_die, number, scatter
from grognard.rulebooks.fantasy.regiment import Block, about, block_of
from grognard.rulebooks.fantasy.seeing import any_sees, ranks_from, sees_from, with_unit, would_see
from grognard.rulebooks.fantasy.zones import struck_edge
from grognard.space.arcs import those_in_cone
from grognard.space.pose import Pose, heading_to, step, turn_to

ARC = 900
MOST_TURN = 450
A_DEGREE = 10
JAMMED = 3
"""This turn's end takes one off: the next two turns are left."""


def is_gun(field: Field, unit_id: str) -> bool:
    """It shoots as a machine does."""
    return field.unit(unit_id).kind == "machine"


# --- laying ---


@clause("FA-UNIT-08", "FA-WM-07", "FA-WM-09", "FA-SHO-15")
def laid(field: Field, gun_id: str, target_id: str) -> Field | None:
    """The field with the gun turned by the least, in whole degrees, that brings the target into its arc and sight,
    None if 45 degrees are not enough. A mortar needs no sight of its own if a friend sees the target."""
    key = ("laid", gun_id, target_id)
    if key not in field.kept:
        field.kept[key] = _lay(field, gun_id, target_id)
    found: Field | None = field.kept[key]
    return found


def _lay(field: Field, gun_id: str, target_id: str) -> Field | None:
    gun, target = field.unit(gun_id), field.unit(target_id)
    full = max(-MOST_TURN, min(MOST_TURN, turn_to(gun.heading, heading_to(gun.centre, target.centre))))
    turns = (*range(0, full, A_DEGREE if full > 0 else -A_DEGREE), full)
    places = [turned(block_of(gun), turn) for turn in turns]
    marks = target.shape.reference_points
    least = next((at for at, place in enumerate(places) if those_in_cone(place.front, ARC, marks)), None)
    if least is None:
        return None
    fronts = [place.front for place in (places[-1], *places[least:])]
    seen = would_see(field, gun_id, fronts, target_id)
    if next(seen):
        return _with_gun(field, gun, next(at for at, does in zip(places[least:], seen, strict=True) if does))
    blind = "blast" in rules(field, gun_id) and _friend_sees(field, gun_id, target_id)
    return _with_gun(field, gun, places[least]) if blind else None


def _with_gun(field: Field, gun: Unit, place: Block) -> Field:
    """The same pieces with the gun as it is turned."""
    front = place.front
    if front == block_of(gun).front:
        return field
    return with_unit(field, replace(gun, x=front.x, y=front.y, heading=front.heading))


@clause("FA-UNIT-08")
def turned(block: Block, turn: int) -> Block:
    """A machine turned on its centre."""
    return about(block, block.heading + turn) if turn else block


@clause("FA-WM-09")
def _friend_sees(field: Field, gun_id: str, target_id: str) -> bool:
    """Any friend sees the target with a model of its front rank."""
    return any(any_sees(field, friend.id, target_id) for friend in field.friends(gun_id))


@clause("FA-WM-07", "FA-WM-09")
def sees(field: Field, gun_id: str, target_id: str) -> bool:
    """The gun can be laid on the target."""
    return laid(field, gun_id, target_id) is not None


# --- the shot ---


class Laid(NamedTuple):
    """A machine's shot whose die to hit has been thrown; ``field``: as the pieces stand at that moment."""

    gun: str
    target: str
    field: Field
    items: tuple[Modifier, ...]
    least: int
    face: int
    hit: bool

    @property
    def distance(self) -> int:
        return self.field.distance(self.gun, self.target)


@rule("FA-WM-04", "FA-WM-06", "FA-SHO-09", "FA-SHO-15")
def fire(battle: FantasyBattle, gun_id: str, target_id: str) -> None:
    """One shot with the crew's BS."""
    field: Field | None = planned(battle).get(gun_id) or laid(battle.field, gun_id, target_id)
    if field is not None:
        loose(battle, gun_id, target_id, field, charges(field, field.unit(target_id), gun_id))


def planned(battle: FantasyBattle) -> dict[str, Any]:
    """How each shooter of this step aims (an Aim, of guns the field as they are laid), worked out once from the state
    at its start; never a part of the position, so it may be empty."""
    found: dict[str, Any] = battle.kept.setdefault("aims", {})
    return found


@rule("FA-UNIT-08")
def turn_gun(battle: FantasyBattle, gun: str, x: int, y: int, heading: int) -> None:
    """A gun keeps the heading in which it shot; after all shots, for it hides nobody from the others."""
    battle.change(gun, x=x, y=y, heading=heading)
    battle.tell(Shifted(gun, Pose(x, y, heading)))


@clause("FA-SHO-09", "FA-UNIT-08")
def fire_at_charger(battle: FantasyBattle, gun_id: str, charger: str, moment: Field) -> None:
    """A held shot, with the charger where it stands at that moment."""
    there = laid(moment, gun_id, charger)
    if there is not None:
        loose(battle, gun_id, charger, there, reaction=True)
        if there is not moment:
            gun = there.unit(gun_id)
            turn_gun(battle, gun_id, gun.x, gun.y, gun.heading)


def loose(battle: FantasyBattle, gun_id: str, target_id: str, field: Field, reaction: bool) -> None:
    """The die to hit and what comes of it; ``field``: as the pieces stand at that moment."""
    items, least = aimed_at(field, gun_id, target_id, reaction)
    throw = battle.roll(gun_die(least), "hit", gun_id)
    spend(battle, gun_id)
    shot = Laid(gun_id, target_id, field, items, least, throw.face, throw.meaning == "hit")
    if throw.meaning == "misfire" and "misfire" in rules(field, gun_id):
        misfire(battle, gun_id)
    elif "blast" in rules(field, gun_id):
        _bomb(battle, shot)
    else:
        _shoot_ball(battle, shot)


@clause("FA-WM-04", "FA-WM-09", "FA-SHO-02", "FA-SHO-15")
def aimed_at(field: Field, gun_id: str, target_id: str, reaction: bool) -> tuple[tuple[Modifier, ...], int]:
    """Modifiers of a machine's shot and what it needs; a mortar that does not see its mark has one more."""
    at = conditions(field, gun_id, target_id, moving=is_moving(field, gun_id), reaction=reaction)
    blind = not sees_from(field, gun_id, target_id)
    items = shot_items(field.tables.shoot_mods, rules(field, gun_id), at, indirect=blind)
    return items, need(field, gun_id, items)


@clause("FA-WM-04", "FA-WM-05")
def misfire(battle: FantasyBattle, gun_id: str) -> None:
    """It explodes with part of its crew, is jammed for two turns, or the shot is lost."""
    die = battle.roll(d(6), "misfire", gun_id).face
    result = battle.tables.misfire[die - 1]
    crew = 0
    if result == "explodes":
        crew = number(battle, EXPLODED_CREW, "explosion", gun_id)
        battle.change(gun_id, machine_wounds=0)
        owe(battle, gun_id, crew * battle.field.stats(gun_id).W)
    elif result == "jams":
        battle.change(gun_id, jammed=JAMMED)
    battle.tell(Misfired(gun_id, die, result, crew))


# --- ball ---


def _shoot_ball(battle: FantasyBattle, shot: Laid) -> None:
    ranks, wounds = _ball(battle, shot.gun, shot.target, shot.field) if shot.hit else ((), 0)
    battle.tell(
        BallFlew(
            shot.gun, shot.target, shot.distance, shot.items, shot.least, shot.face, shot.hit, ranks, wounds
        )
    )


@clause("FA-WM-07", "FA-WM-08", "FA-WM-10", "FA-UNIT-05")
def _ball(
    battle: FantasyBattle, gun_id: str, target_id: str, field: Field
) -> tuple[tuple[BallRank, ...], int]:
    """Through the ranks, counted from the edge that the ball comes through; a machine is hit once."""
    gun, target = field.unit(gun_id), field.unit(target_id)
    weapon = field.tables.missile[field.profile(gun_id).missile]
    blow = blow_of(field, gun_id, weapon)
    if target.kind == "machine":
        harm = land_hits(battle, gun_id, target_id, 1, blow)
        battle.change(target_id, shelled=True)
        return (), harm.unsaved
    pool = attack_on(field, target_id, blow)
    edge = struck_edge(target.shape, gun.front)
    struck = ball(
        battle,
        gun_id,
        ranks=len(ranks_from(field, target_id, edge)),
        wound=pool.wound,
        save=pool.save,
        wounds=weapon.wounds,
        goes_on="penetration" in weapon.rules,
    )
    wounds = sum(one.wounds for one in struck)
    owe(battle, target_id, wounds)
    battle.change(target_id, shelled=True)
    return tuple(BallRank(one.wound, one.save, one.wounds, one.through) for one in struck), wounds


# --- bomb ---


@clause("FA-WM-09")
def _bomb(battle: FantasyBattle, shot: Laid) -> None:
    """On the target's centre, or off it if it missed; every model in the radius takes one hit."""
    weapon = shot.field.tables.missile[shot.field.profile(shot.gun).missile]
    x, y = shot.field.unit(shot.target).centre
    astray = None if shot.hit else weapon.scatter
    far, direction = scatter(battle, shot.gun, astray) if astray else (0, 0)
    east, north = step(direction, far)
    point = x + east, y + north
    struck = blast(battle, shot.gun, shot.field, point, weapon.radius, blow_of(shot.field, shot.gun, weapon))
    for one in struck:
        battle.change(one.unit, shelled=True)
    battle.tell(
        BombFell(
            shot.gun,
            shot.target,
            shot.distance,
            shot.items,
            shot.least,
            shot.face,
            *point,
            far,
            direction,
            struck,
        )
    )
