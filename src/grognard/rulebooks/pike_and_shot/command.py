"""What commanders do with command points, and orders (chapters Command points, Orders and commanders)."""

from __future__ import annotations

import msgspec

from grognard.core.chance import Table
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import Name, T
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import (
    CommanderMoved,
    CommanderReplaced,
    CpPassed,
    CpRolled,
    CpSpent,
    DpRemoved,
    OrderChanged,
    ProfileShown,
)
from grognard.rulebooks.pike_and_shot.field import NO_PROFILE, Field
from grognard.rulebooks.pike_and_shot.going import kind
from grognard.rulebooks.pike_and_shot.model import Commander, Flag, Unit
from grognard.rulebooks.pike_and_shot.rolls import d3
from grognard.rulebooks.pike_and_shot.standing import beside, in_contact, reaches, tell_of_commander
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.space.measure import gap
from grognard.space.outline import Shape, box_of, boxes_near
from grognard.space.pose import Point, decimal, distance
from grognard.space.sight import is_clear

STANCES = ("attack", "hold", "withdraw")
PLAIN_CP = 3


# --- how many ---


@clause("PS-CP-01", "PS-CMD-02")
def begin_activation(battle: PikeBattle, commander_id: str, extra: int = 0) -> None:
    """His points for this activation: the rating or d3+1, with profile and permanent loss; never below 0."""
    field, commander = battle.field, battle.commander(commander_id)
    die = 0
    cp = rating(field, commander)
    if battle.option("cp") == "d3+1":
        thrown = battle.roll(d3(), "cp", commander_id)
        die, cp = thrown.face, thrown.meaning + 1 + cp - PLAIN_CP
    profile = field.profile(commander)
    cp = max(0, cp + (profile.cp if profile else 0) - commander.lost_cp) + extra
    battle.change(commander_id, activated=True, cp=cp, gave_impulses=False, coordinated=False)
    show_profile(battle, commander_id)
    battle.tell(CpRolled(commander_id, die, cp))


@clause("PS-CP-01")
def rating(field: Field, commander: Commander) -> int:
    """Of the man who holds the post; a replacement has the common number of his level."""
    if commander.holder:
        return field.setup.commanders[commander.holder].cp
    return field.parameters.cp[field.post(commander.id).level]


@clause("PS-FOG-02")
def show_profile(battle: PikeBattle, commander_id: str) -> None:
    """A profile is known to all once it has been used."""
    commander = battle.commander(commander_id)
    if commander.profile and not commander.profile_shown:
        battle.change(commander_id, profile_shown=True)
        battle.tell(ProfileShown(commander_id, commander.profile, 0))


@clause("PS-CMD-02", "PS-CP-12")
def draw_profile(battle: PikeBattle, commander_id: str) -> None:
    """One d6; told to his own side until he uses it."""
    profiles = battle.tables.profiles
    by_die = {one.d6: one.id for one in profiles}
    chance = Table.of(6, lambda face: by_die.get(face, NO_PROFILE))
    thrown = battle.roll(chance, "profile", commander_id)
    battle.change(commander_id, profile=thrown.meaning, profile_shown=False)
    side = battle.setup.commanders[commander_id].side
    battle.tell(ProfileShown(commander_id, thrown.meaning, thrown.face), battle.seats_of(side))


@clause("PS-CP-01", "PS-CP-02")
def spend(battle: PikeBattle, commander_id: str, use: str, on: str, cp: int) -> None:
    left = battle.commander(commander_id).cp - cp
    battle.change(commander_id, cp=left)
    event = CpSpent(commander_id, use, on, cp, left)
    if on in battle.setup.sheets:
        battle.tell_of(on, event)
    else:
        battle.tell(event)


def named(field: Field, commander: Commander) -> Name:
    """What a refusal calls him."""
    return field.post(commander.id).name


def need(field: Field, commander: Commander, cp: int) -> None:
    """Refused where he has not so many points left."""
    if cp < 1:
        raise Refused("PS-CP-01", T("at least 1 command point must be spent, not {cp}", cp=cp))
    if commander.cp < cp:
        raise Refused(
            "PS-CP-01",
            T(
                "'{id}' has {left} command points left, not {cp}",
                id=named(field, commander),
                left=commander.cp,
                cp=cp,
            ),
        )


# --- moving ---


@clause("PS-CP-03", "PS-BASE-12")
def check_move(field: Field, commander: Commander, to: Point) -> None:
    """Up to 8 inches, through friends but not through enemies or impassable ground, nor up to an enemy."""
    need(field, commander, 1)
    here = commander.x, commander.y
    most = field.parameters.commander_move
    if distance(here, to) > most:
        far = distance(here, to)
        raise Refused("PS-CP-03", T("{far}″ is farther than {most}″", far=decimal(far), most=decimal(most)))
    if not (0 <= to[0] <= field.setup.width and 0 <= to[1] <= field.setup.height):
        raise Refused("PS-CP-03", T("that is off the table"))
    enemies = field.of_side(field.post(commander.id).side, own=False)
    walls: list[Shape] = [one.shape for one in field.setup.terrain if kind(field, one).impassable]
    line = box_of((here, to))
    walls += [shape for enemy in enemies if boxes_near(enemy.box, line) for shape in enemy.shapes]
    if not is_clear(here, to, walls):
        raise Refused("PS-CP-03", T("enemies or impassable ground are in the way"))
    there = msgspec.structs.replace(commander, x=to[0], y=to[1])
    if any(reaches(field, there, enemy, field.parameters.contact_tolerance) for enemy in enemies):
        raise Refused("PS-CMD-03", T("he would touch an enemy there"))


def move(battle: PikeBattle, commander_id: str, to: Point) -> None:
    """One point; he leaves the unit that he is attached to."""
    battle.change(commander_id, x=to[0], y=to[1], attached="")
    spend(battle, commander_id, "move", "", 1)
    tell_of_commander(battle, commander_id, CommanderMoved(commander_id, to[0], to[1], ""))


@clause("PS-CP-03")
def check_attach(field: Field, commander: Commander, unit: Unit) -> None:
    """Free, to a unit of his side that he touches."""
    if field.side(unit.id) != field.post(commander.id).side or not in_contact(field, commander, unit):
        raise Refused(
            "PS-CP-03", T("'{id}' does not touch '{unit}'", id=named(field, commander), unit=unit.id)
        )


def attach(battle: PikeBattle, commander_id: str, unit_id: str) -> None:
    commander = battle.commander(commander_id)
    x, y = beside(battle.field, commander, battle.unit(unit_id))
    battle.change(commander_id, attached=unit_id, x=x, y=y)
    tell_of_commander(battle, commander_id, CommanderMoved(commander_id, x, y, unit_id))


# --- units ---


@clause("PS-CP-04", "PS-CP-05", "PS-CP-07", "PS-CP-13", "PS-BASE-12")
def check_touch(field: Field, commander: Commander, unit: Unit) -> None:
    """A unit directly under him, in base contact with him; one in contact with the enemy only if he is attached."""
    need(field, commander, 1)
    if field.sheet(unit.id).command != commander.id:
        raise Refused(
            "PS-CP-07", T("'{unit}' is not directly under '{id}'", unit=unit.id, id=named(field, commander))
        )
    if not in_contact(field, commander, unit):
        raise Refused(
            "PS-CP-04", T("'{id}' does not touch '{unit}'", id=named(field, commander), unit=unit.id)
        )
    check_influence(field, commander, unit)


@clause("PS-CP-13")
def check_influence(field: Field, commander: Commander, unit: Unit) -> None:
    if commander.attached != unit.id and touched(field, unit):
        raise Refused(
            "PS-CP-13",
            T(
                "'{unit}' is in contact with the enemy and '{id}' is not attached",
                unit=unit.id,
                id=named(field, commander),
            ),
        )


@clause("PS-CP-04")
def remove_dp(battle: PikeBattle, commander_id: str, unit_id: str) -> None:
    """1 CP takes 1 DP, without a test; from routing units too."""
    spend(battle, commander_id, "remove_dp", unit_id, 1)
    battle.change(unit_id, dp=max(0, battle.unit(unit_id).dp - 1))
    battle.tell_of(unit_id, DpRemoved(unit_id, commander_id))


@clause("PS-CP-05", "PS-CP-06")
def check_impulse(field: Field, commander: Commander, unit: Unit) -> None:
    check_touch(field, commander, unit)
    if commander.coordinated:
        raise Refused(
            "PS-CP-06",
            T(
                "'{id}' has given a coordinated order: no impulses in the same activation",
                id=named(field, commander),
            ),
        )
    if unit.routing:
        raise Refused("PS-CP-05", T("'{unit}' is routing", unit=unit.id))


@clause("PS-CP-05", "PS-CP-06")
def add_impulse(battle: PikeBattle, commander_id: str, unit_id: str) -> None:
    spend(battle, commander_id, "impulse", unit_id, 1)
    battle.change(commander_id, gave_impulses=True)
    battle.change(unit_id, left=battle.unit(unit_id).left + 1)


# --- subordinates ---


@clause("PS-CP-08", "PS-CP-11", "PS-CP-10")
def check_direct(field: Field, commander: Commander, other: Commander) -> None:
    """No level may be jumped."""
    if field.superior(other.id) != commander.id:
        raise Refused(
            "PS-CP-10",
            T(
                "'{other}' is not directly under '{id}'",
                other=named(field, other),
                id=named(field, commander),
            ),
        )


@clause("PS-CP-08", "PS-CP-11")
def steps_between(field: Field, commander: Commander, other: Commander) -> int:
    """Each 8 inches of distance or part of it (option ``cp_distance_rounding``); none in base contact."""
    far = gap(field.disc(commander), field.disc(other))
    if far <= field.parameters.contact_tolerance:
        return 0
    size = field.parameters.cp_step
    return far // size if field.option("cp_distance_rounding") == "down" else -(-far // size)


@clause("PS-CP-08", "PS-CP-09")
def check_pass(field: Field, commander: Commander, other: Commander, cp: int) -> None:
    need(field, commander, cp)
    check_direct(field, commander, other)
    if not other.alive:
        raise Refused("PS-CP-08", T("'{other}' has fallen", other=named(field, other)))
    if other.activated or is_past(field, other.id):
        raise Refused("PS-CP-09", T("'{other}' was activated already this turn", other=named(field, other)))


@clause("PS-CP-09")
def is_past(field: Field, commander_id: str) -> bool:
    """His card has come already this turn."""
    return commander_id not in field.turn.deck


@clause("PS-CP-08", "PS-CP-10")
def pass_cp(battle: PikeBattle, commander_id: str, other_id: str, cp: int) -> int:
    """What arrives: one is lost for each step of distance."""
    field = battle.field
    commander, other = battle.commander(commander_id), battle.commander(other_id)
    arrived = max(0, cp - steps_between(field, commander, other))
    far = gap(field.disc(commander), field.disc(other))
    spend(battle, commander_id, "pass", other_id, cp)
    tell_of_commander(battle, other_id, CpPassed(commander_id, other_id, cp, far, arrived))
    return arrived


@clause("PS-CP-11")
def order_cost(field: Field, commander: Commander, other: Commander) -> int:
    return 1 + steps_between(field, commander, other)


@clause("PS-CP-11", "PS-ORD-01", "PS-ORD-03")
def check_order(field: Field, commander: Commander, other: Commander, stance: str, at: Point) -> None:
    check_direct(field, commander, other)
    need(field, commander, order_cost(field, commander, other))
    check_flag(field, stance, at)


@clause("PS-ORD-01", "PS-ORD-03")
def check_flag(field: Field, stance: str, at: Point) -> None:
    if field.option("orders") == "none":
        raise Refused("PS-ORD-01", T("this battle is fought without orders"))
    if stance not in STANCES:
        raise Refused(
            "PS-ORD-03",
            T("'{stance}' is no stance", stance=stance),
            T("choose {options}", options=STANCES),
        )
    if not (0 <= at[0] <= field.setup.width and 0 <= at[1] <= field.setup.height):
        raise Refused("PS-ORD-01", T("the flag would stand off the table"))


@clause("PS-CP-11", "PS-FOG-01")
def change_order(battle: PikeBattle, commander_id: str, other_id: str, flag: Flag) -> None:
    """It does not activate him. Only his own side hears what the order says."""
    field = battle.field
    cp = order_cost(field, battle.commander(commander_id), battle.commander(other_id))
    spend(battle, commander_id, "order", other_id, cp)
    set_order(battle, other_id, flag)


def set_order(battle: PikeBattle, commander_id: str, flag: Flag) -> None:
    battle.change(commander_id, order=flag)
    side = battle.setup.commanders[commander_id].side
    to = None if battle.option("fog") == "open" else battle.seats_of(side)
    battle.tell(OrderChanged(commander_id, flag.stance, flag.x, flag.y), to)


@clause("PS-CP-12")
def check_replace(field: Field, commander: Commander, other: Commander, unit: Unit) -> None:
    """A direct subordinate, fallen or unfit; the new man touches a unit of the command."""
    need(field, commander, 1)
    if field.post(other.id).under != commander.id and field.superior(other.id) != commander.id:
        raise Refused(
            "PS-CP-12",
            T(
                "'{other}' is not directly under '{id}'",
                other=named(field, other),
                id=named(field, commander),
            ),
        )
    if field.sheet(unit.id).command != other.id or unit.status != "ready":
        raise Refused(
            "PS-CP-12",
            T("'{unit}' is not of the command of '{other}'", unit=unit.id, other=named(field, other)),
        )


@clause("PS-CP-12", "PS-CMD-02")
def replace(battle: PikeBattle, commander_id: str, other_id: str, unit_id: str) -> None:
    """1 CP now, and one less for the superior in every later turn. The new man has been activated this turn."""
    spend(battle, commander_id, "replace", other_id, 1)
    lost = battle.commander(commander_id).lost_cp + 1
    battle.change(commander_id, lost_cp=lost)
    x, y = beside(battle.field, battle.commander(other_id), battle.unit(unit_id))
    battle.change(
        other_id,
        x=x,
        y=y,
        holder="",
        alive=True,
        fate="",
        attached="",
        activated=True,
        cp=0,
        profile="",
        lost_cp=0,
    )
    if battle.option("commander_profiles") == "random":
        draw_profile(battle, other_id)
    battle.tell(CommanderReplaced(other_id, commander_id, lost))
