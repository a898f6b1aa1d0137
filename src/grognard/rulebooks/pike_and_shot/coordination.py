"""One roll for several units (chapter Coordinated orders)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.errors import Refused
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.locale import T
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.command import check_influence, named, need, spend
from grognard.rulebooks.pike_and_shot.events import Coordinated
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.impulses import begin_impulse, remove_dp, settle_quality
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.morale import panic
from grognard.rulebooks.pike_and_shot.movement import steps
from grognard.rulebooks.pike_and_shot.reactions import SHOT, offer
from grognard.rulebooks.pike_and_shot.refusals import why_no_shot
from grognard.rulebooks.pike_and_shot.rolls import Roll, Row, chance_of, tell_test
from grognard.rulebooks.pike_and_shot.shooting import aim, can_shoot, hit, may_be_shot, shot_roll
from grognard.rulebooks.pike_and_shot.standing import far_from, reaches, reveal
from grognard.rulebooks.pike_and_shot.steps import end_move, may_charge, move_roll, take_points
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.space.pose import decimal

ACTIONS = ("move", "shoot", "restore")
Pairs = list[tuple[str, str]]
"""Units, each with how it moves (move or charge) or whom it shoots at."""


# --- who may ---


@clause("PS-COORD-01")
def radius(field: Field, commander: Commander) -> int:
    """8 inches, or what his profile says."""
    profile = field.profile(commander)
    return (profile.coordinated_in if profile else 0) or field.parameters.coordinated


@clause("PS-COORD-01")
def check_unit(field: Field, commander: Commander, unit: Unit, action: str) -> None:
    """Refused where a unit can't take part."""
    name = unit.id
    if field.sheet(name).command != commander.id:
        raise Refused(
            "PS-COORD-01", T("'{unit}' is not directly under '{id}'", unit=name, id=named(field, commander))
        )
    if not reaches(field, commander, unit, radius(field, commander)):
        far, most = decimal(far_from(field, commander, unit)), decimal(radius(field, commander))
        raise Refused(
            "PS-COORD-01", T("'{unit}' is {far}″ away, not within {most}″", unit=name, far=far, most=most)
        )
    _check_ready(field, commander, unit, action)


@clause("PS-COORD-01", "PS-COORD-04", "PS-COORD-05", "PS-CP-13", "PS-IMP-04")
def _check_ready(field: Field, commander: Commander, unit: Unit, action: str) -> None:
    """Refused where a unit of his, near enough, can't take part all the same."""
    name = unit.id
    if unit.activated and not unit.coordinated:
        raise Refused("PS-COORD-01", T("'{unit}' was activated already", unit=name))
    if unit.left < 1:
        raise Refused("PS-COORD-01", T("'{unit}' has no impulse left", unit=name))
    if unit.routing or unit.reacted or touched(field, unit):
        raise Refused("PS-COORD-05", T("'{unit}' is routing, engaged, or has reacted this turn", unit=name))
    if action == "shoot" and not can_shoot(field, unit):
        raise Refused("PS-COORD-05", T("'{unit}' can't shoot", unit=name))
    check_influence(field, commander, unit)


def may_take_part(field: Field, commander: Commander, unit: Unit, action: str) -> bool:
    if unit.left < 1 or field.sheet(unit.id).command != commander.id:
        return False
    if not reaches(field, commander, unit, radius(field, commander)):
        return False
    try:
        _check_ready(field, commander, unit, action)
    except Refused:
        return False
    return True


@clause("PS-COORD-02", "PS-CP-06", "PS-CMD-02")
def check_coordinate(field: Field, commander: Commander, words: Sequence[Arg]) -> None:
    """Refused where the order can't be given: action, CP, then the units (with whom each shoots at, or how it
    moves)."""
    if len(words) < 3 or words[0] not in ACTIONS or not isinstance(words[1], int):
        raise Refused(
            "PS-COORD-01",
            T("name an action, command points and units"),
            T("actions: {options}", options=ACTIONS),
        )
    need(field, commander, int(words[1]))
    profile = field.profile(commander)
    if commander.gave_impulses:
        raise Refused(
            "PS-CP-06", T("'{id}' has added impulses in this activation", id=named(field, commander))
        )
    if profile is not None and not profile.may_coordinate:
        raise Refused("PS-CMD-02", T("'{id}' can't give coordinated orders", id=named(field, commander)))
    action, pairs = str(words[0]), pairs_of(words)
    if len({unit for unit, _ in pairs}) != len(pairs):
        raise Refused("PS-COORD-01", T("a unit is named twice"))
    for unit_id, how in pairs:
        _check_pair(field, commander, unit_id, action, how)


def _check_pair(field: Field, commander: Commander, unit_id: str, action: str, how: str) -> None:
    if not field.stands(unit_id):
        raise Refused("PS-COORD-01", T("there is no unit '{unit}'", unit=unit_id))
    unit = field.unit(unit_id)
    check_unit(field, commander, unit, action)
    if action == "shoot":
        enemies = {enemy.id for enemy in field.enemies(unit_id)}
        able = (
            how in enemies and may_be_shot(field, field.unit(how)) and aim(field, unit, field.unit(how)).shots
        )
        if not able:
            why = why_no_shot(field, unit, how)
            words = T("'{unit}' can't shoot at '{target}': {why}", unit=unit_id, target=how, why=why)
            raise Refused("PS-SHOT-01", words)
    elif action == "move" and (
        how not in ("move", "charge") or (how == "charge" and not may_charge(field, unit))
    ):
        raise Refused("PS-MOVE-12", T("'{unit}' can't charge", unit=unit_id))


def pairs_of(words: Sequence[Arg]) -> Pairs:
    """The units of the order; those that restore order stand alone."""
    rest = [str(word) for word in words[2:]]
    if words[0] == "restore":
        return [(unit, "") for unit in rest]
    if len(rest) % 2:
        raise Refused("PS-COORD-06", T("each unit needs a target, or move or charge"))
    return list(zip(rest[::2], rest[1::2], strict=True))


# --- carrying it out ---


@rule("PS-COORD-01", "PS-COORD-02", "PS-COORD-06", "PS-RALLY-03")
def coordinate(battle: PikeBattle, commander_id: str, *words: Arg) -> None:
    action, cp, pairs = str(words[0]), int(words[1]), pairs_of(words)
    spend(battle, commander_id, "coordinate", action, cp)
    battle.change(commander_id, coordinated=True)
    for unit_id, how in pairs:
        battle.change(unit_id, activated=True, coordinated=True)
        begin_impulse(battle, unit_id, how if action == "move" else action)
    match action:
        case "move":
            move_together(battle, commander_id, cp, pairs)
        case "shoot":
            shoot_together(battle, commander_id, cp, pairs)
        case _:
            restore_together(battle, commander_id, cp, pairs)


@clause("PS-COORD-03")
def roll_together(
    battle: PikeBattle, commander_id: str, action: str, cp: int, rolls: list[tuple[str, Roll]]
) -> tuple[str, ...]:
    """One row of dice; each unit reads as many as its pool has, drops and adds its own."""
    chances = [chance_of(battle.parameters, roll) for _, roll in rolls]
    thrown = battle.roll(Row(chances), f"coordinated_{action}", commander_id)
    units = tuple(unit for unit, _ in rolls)
    results = tuple(zip(units, thrown.meaning, strict=True))
    tell_all(battle, Coordinated(commander_id, action, cp, units, thrown.faces, results))
    for (unit, roll), chance, band in zip(rolls, chances, thrown.meaning, strict=True):
        tell_test(battle, unit, roll, chance, thrown.faces[: chance.count], band)
    return thrown.meaning


@clause("PS-COORD-06")
def move_together(battle: PikeBattle, commander_id: str, cp: int, pairs: Pairs) -> None:
    """The test is common, the moves are made one after another."""
    field = battle.field
    rolls = [(unit, move_roll(field, field.unit(unit), cp=cp)) for unit, _ in pairs]
    bands = roll_together(battle, commander_id, "move", cp, rolls)
    for (unit, how), band in zip(pairs, bands, strict=True):
        take_points(battle, unit, "charge" if how == "charge" else "move", band)
        battle.then(steps, unit, end_move, unit)
    battle.each(settle_quality, [unit for unit, _ in pairs])


@clause("PS-COORD-06", "PS-PANIC-08")
def shoot_together(battle: PikeBattle, commander_id: str, cp: int, pairs: Pairs) -> None:
    """All DP are put on before any test; a target tests once and then has one window against all its shooters."""
    for unit, _ in pairs:
        reveal(battle, unit)
    field = battle.field
    seen = [aim(field, field.unit(unit), field.unit(target)) for unit, target in pairs]
    rolls = [
        (unit, shot_roll(field, field.unit(unit), field.unit(target), aimed, cp=cp))
        for (unit, target), aimed in zip(pairs, seen, strict=True)
    ]
    bands = roll_together(battle, commander_id, "shoot", cp, rolls)
    hurt: dict[str, int] = {}
    for (unit, target), aimed, band in zip(pairs, seen, bands, strict=True):
        hurt[target] = hurt.get(target, 0) + hit(battle, unit, target, aimed, band)
    for target, dp in hurt.items():
        if dp:
            battle.then(panic, target, "shooting")
    for target in hurt:
        battle.then(offer, SHOT, target, 0, "", *(unit for unit, aimed_at in pairs if aimed_at == target))


def restore_together(battle: PikeBattle, commander_id: str, cp: int, pairs: Pairs) -> None:
    units = tuple(unit for unit, _ in pairs)
    tell_all(battle, Coordinated(commander_id, "restore", cp, units, (), ()))
    for unit in units:
        remove_dp(battle, unit)


@clause("PS-FOG-03")
def tell_all(battle: PikeBattle, event: Coordinated) -> None:
    """With a hidden unit among them only its own side hears the order as a whole."""
    hidden = next((unit for unit in event.units if not battle.unit(unit).shown), event.units[0])
    battle.tell_of(hidden, event)
