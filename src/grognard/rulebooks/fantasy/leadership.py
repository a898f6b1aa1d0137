"""Tests of leadership: what calls for one, how hard it is, and what comes of it (chapter LD; rallying, chapter RET)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from grognard.core.chance import Sum, Throw
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.fantasy.alignment import blocker
from grognard.rulebooks.fantasy.awards import reroll_of, use_up
from grognard.rulebooks.fantasy.battle import Eye, FantasyBattle
from grognard.rulebooks.fantasy.events import Broke, Rallied, Tested
from grognard.rulebooks.fantasy.field import CAP, Field, Items
from grognard.rulebooks.fantasy.model import Character, Unit
from grognard.rulebooks.fantasy.needs import items_of
from grognard.rulebooks.fantasy.regiment import about, block_of
from grognard.rulebooks.fantasy.tables import Fraction, LossStep
from grognard.space.outline import Edge
from grognard.space.pose import heading_to

COMMANDERS = ("captain", "general")
RALLY_RADIUS = 12_000
PATRIOTISM = 2
LOWERED: dict[Fraction, Fraction] = {(4, 3): (2, 3), (2, 1): (1, 2)}
"""What Ld is multiplied by, for each factor of the roll (option ``difficulty``)."""


class Ld(NamedTuple):
    """What is tested against: the number with its items, and how many times the roll counts."""

    number: int
    items: Items
    factor: Fraction

    @property
    def passes(self) -> float:
        """How likely a test against it is passed."""
        return passing(self.number, self.factor)


# --- how hard it is ---


@clause("FA-LD-02")
def loss_steps(field: Field) -> tuple[LossStep, ...]:
    """Losses that make a test harder, in the order in which they are looked at (option ``loss_steps``)."""
    rows = field.tables.loss_steps
    reading = field.option("loss_steps")
    if reading == "remaining_third" or len(rows) != 2:
        return rows
    hard, easy = rows
    third = hard.lost[1] - hard.lost[0], hard.lost[1]
    if reading == "swapped":
        return LossStep(easy.lost, hard.factor), LossStep(third, easy.factor)
    return LossStep(easy.lost, easy.factor), LossStep(third, hard.factor)


@clause("FA-LD-02", "FA-GEN-07")
def factor(field: Field, models: int, start: int) -> Fraction:
    """How many times the roll counts after losses: rank and file only, in whole numbers."""
    lost = start - models
    for row in loss_steps(field) if lost > 0 else ():
        if lost * row.lost[1] > row.lost[0] * start:
            return row.factor
    return 1, 1


@clause("FA-LD-01", "FA-LD-04", "FA-SPC-07", "FA-LEG-03")
def leadership(field: Field, unit: Unit, difference: int = 0, add: int = 0) -> Ld:
    """A unit's Ld with what changes it, kept within 0 to 10, less the ``difference`` of a lost round; ``add``: a
    spell's own."""
    own = field.profile(unit.id).stats.Ld
    raised = max([field.hero(one.id).Ld for one in commanders(field, unit)], default=0)
    items = [
        *items_of(
            commander=max(0, raised - own) if field.option("commander_ld") else 0,
            patriotism=PATRIOTISM if is_patriot(field, unit) else 0,
            condition=condition(field, unit),
        ),
        *field.stat_items(unit, "Ld"),
        *items_of(spell=add),
    ]
    total = own + sum([item.value for item in items])
    number = min(max(total, 0), CAP)
    less = items_of(cap=number - total, combat_result=-difference)
    return _eased(field, number - difference, (*items, *less), factor(field, unit.models, unit.start_models))


@clause("FA-LD-02")
def _eased(field: Field, number: int, items: Items, times: Fraction) -> Ld:
    """As it is thrown against; with option ``difficulty`` = ``ld`` the number is lowered instead of the roll raised."""
    if field.option("difficulty") == "roll" or times == (1, 1):
        return Ld(number, items, times)
    over, under = LOWERED.get(times, times[::-1])
    lowered = number * over // under
    return Ld(lowered, (*items, *items_of(losses=lowered - number)), (1, 1))


@clause("FA-SPC-07")
def is_patriot(field: Field, unit: Unit) -> bool:
    return "patriotism" in field.rules(unit.id) and field.home(unit.side)


@clause("FA-LEG-03")
def condition(field: Field, unit: Unit) -> int:
    return field.tables.conditions[unit.condition] if field.option("troop_condition") else 0


@clause("FA-CMD-04", "FA-RET-04")
def commanders(field: Field, unit: Unit) -> list[Character]:
    """Living captains and generals who stand in a unit, by id."""
    return [one for one in field.characters_in(unit.id) if one.rank in COMMANDERS]


@clause("FA-LD-01", "FA-LD-06")
@lru_cache(maxsize=512)
def chance(number: int, times: Fraction) -> Sum[bool]:
    """2d6, passed if the roll times m is not above Ld; nothing passes by itself."""
    return Sum(2, 6, lambda roll: roll * times[0] <= number * times[1])


@lru_cache(maxsize=512)
def passing(number: int, times: Fraction) -> float:
    """How likely that is."""
    dice = chance(number, times)
    return sum(weight for throw, weight in dice.branches if throw.meaning) / dice.total


# --- the test ---


@clause("FA-LD-07", "FA-SPC-11")
def takes_tests(field: Field, unit: Unit) -> bool:
    """Neither who retreats already nor the undead."""
    return unit.status == "ready" and not unit.retreating and "undead" not in field.rules(unit.id)


@rule("FA-LD-01", "FA-LD-05", "FA-LD-06", "FA-LD-08")
def take_test(battle: FantasyBattle, unit_id: str, kind: str, number: int, late: int, *reasons: Arg) -> None:
    """A unit takes a test and goes, or stays. ``number``: the difference of a ``break`` test, of a ``spell`` test what
    the spell adds. ``late``: it goes in C8."""
    unit = battle.unit(unit_id)
    if not takes_tests(battle.field, unit):
        return
    difference, add = (0, number) if kind == "spell" else (number, 0)
    ld = leadership(battle.field, unit, difference, add)
    if not _passes(battle, unit, kind, ld, tuple(map(str, reasons))):
        fails(battle, unit_id, bool(late))


def _passes(
    battle: FantasyBattle, unit: Unit, kind: str, ld: Ld, reasons: tuple[str, ...] = (), who: str = ""
) -> bool:
    """Throws, and once more where an award says so."""
    thrown = battle.roll(chance(ld.number, ld.factor), kind, who or unit.id)
    first: tuple[int, ...] = ()
    award = None if thrown.meaning else reroll_of(battle.field, unit, kind)
    if award is not None:
        use_up(battle, *award)
        first, thrown = thrown.faces, battle.roll(chance(ld.number, ld.factor), kind, who or unit.id)
    _tell(battle, unit, kind, ld, thrown, first, reasons, who)
    return thrown.meaning


def _tell(
    battle: FantasyBattle,
    unit: Unit,
    kind: str,
    ld: Ld,
    thrown: Throw[bool],
    first: tuple[int, ...],
    reasons: tuple[str, ...],
    who: str,
) -> None:
    def words(eye: Eye) -> Tested:
        number, items = (ld.number, ld.items) if eye.owns(unit.side) else (-1, ())
        return Tested(
            unit.id, kind, number, items, ld.factor, thrown.faces, thrown.meaning, reasons, who, first
        )

    battle.tell_each(words)


@clause("FA-LD-01", "FA-LD-08", "FA-WM-03", "FA-CR-07")
def fails(battle: FantasyBattle, unit_id: str, late: bool) -> None:
    """It retreats in C5 of this turn (``late``: in C8); a machine is silenced instead."""
    unit = battle.unit(unit_id)
    if unit.kind == "machine":
        battle.change(unit_id, silenced=1)
        battle.tell(Broke(unit_id, silenced=True))
        return
    battle.change(unit_id, retreating=True, broke=battle.turn.number, retreat_after=late)
    battle.tell(Broke(unit_id))
    row = battle.tables.triggers["friend_broken"]
    if row.on:
        field = battle.field
        near = [one.id for one in field.friends(unit_id) if field.distance(one.id, unit_id) <= row.radius]
        _call(battle, {one: ["friend_broken"] for one in near}, late)


# --- what calls for a test ---


@clause("FA-LD-03")
def _call(battle: FantasyBattle, reasons: dict[str, list[str]], late: bool) -> None:
    """One test a unit and step, by id, with all its reasons; none for those who had theirs in this step."""
    field = battle.field
    mark = f"{battle.turn.number}{battle.turn.step}"
    for unit_id in sorted(reasons):
        unit = battle.unit(unit_id)
        if reasons[unit_id] and unit.tested != mark and takes_tests(field, unit):
            battle.change(unit_id, tested=mark)
            battle.then(take_test, unit_id, "leadership", 0, int(late), *reasons[unit_id])


@clause("FA-LD-03")
def after_losses(battle: FantasyBattle, step: str) -> None:
    """B7 and C3: a quarter and more of the models of the start of the phase were shot or burnt down."""
    field = battle.field
    heavy, shelled = field.tables.triggers["heavy_losses"], field.tables.triggers["machine_hit"]
    reasons: dict[str, list[str]] = {}
    for unit in field.units:
        lost = unit.phase_models - unit.models
        over, under = heavy.fraction
        many = heavy.on and lost > 0 and lost * under >= over * unit.phase_models
        reasons[unit.id] = _named(heavy_losses=many, machine_hit=shelled.on and unit.shelled)
        if unit.shelled:
            battle.change(unit.id, shelled=False)
    _call(battle, reasons, late=False)


def _named(**reasons: bool) -> list[str]:
    return [reason for reason, holds in reasons.items() if holds]


@clause("FA-LD-03", "FA-MOV-10")
def rear_tests(battle: FantasyBattle) -> None:
    """C7: enemies who charged have reached the rear in this turn."""
    field = battle.field
    if not field.tables.triggers["rear_attack"].on:
        return
    reasons: dict[str, list[str]] = {}
    for contact in field.contacts:
        for unit in (contact.a, contact.b):
            new = contact.turn == field.turn.number and not contact.round
            if new and contact.edge(unit) is Edge.REAR and contact.other(unit) in contact.charged:
                reasons[unit] = ["rear_attack"]
    _call(battle, reasons, late=True)


@clause("FA-LD-03", "FA-CMD-03", "FA-LD-08")
def after_deaths(battle: FantasyBattle) -> None:
    """A7, and C7 after a clash: units whose commander fell, and those near a fallen general. Nothing breaks in C8."""
    if battle.turn.step == "C8":
        return
    field = battle.field
    triggers = field.tables.triggers
    dead = [one for one in field.characters if not one.alive and not one.mourned]
    reasons: dict[str, list[str]] = {unit.id: [] for unit in field.units}
    for hero in dead:
        if hero.rank in COMMANDERS and triggers["commander_killed"].on and hero.unit in reasons:
            reasons[hero.unit].append("commander_killed")
        if hero.id == field.setup.armies[hero.side].general and triggers["general_killed"].on:
            for unit_id in _near(field, hero, triggers["general_killed"].radius):
                reasons[unit_id].append("general_killed")
        battle.change(hero.id, mourned=True)
    _call(battle, {unit: list(dict.fromkeys(why)) for unit, why in reasons.items()}, battle.turn.phase == "C")


def _near(field: Field, hero: Character, radius: int) -> Iterable[str]:
    """Units of his side within a radius of where he fell, his own included."""
    for unit in field.of_side(hero.side):
        if unit.id == hero.unit or field.distance(unit.id, hero.unit) <= radius:
            yield unit.id


# --- rallying ---


@clause("FA-RET-04", "FA-CMD-04")
def who_rallies(field: Field, unit: Unit) -> Character | None:
    """The attached captain or general of the highest Ld, else the side's general within reach who is free."""
    own = commanders(field, unit)
    if own:
        return max(own, key=lambda one: (field.hero(one.id).Ld, one.rank == "general", one.id))
    general = field.general(unit.side)
    if general is None or field.distance(unit.id, general.unit) > RALLY_RADIUS:
        return None
    busy = field.unit(general.unit).retreating or field.engaged(general.unit)
    return None if busy else general


@clause("FA-RET-04", "FA-RET-03")
def rally(battle: FantasyBattle) -> None:
    """C1: one attempt for each unit in forced retreat, from the turn after it broke."""
    for unit in battle.field.units:
        if unit.retreating and may_try(battle.field, unit):
            battle.then(rally_one, unit.id)


@clause("FA-RET-04", "FA-ORD-10")
def may_try(field: Field, unit: Unit) -> bool:
    """Its seat wishes it, it's time, and there is somebody to do it."""
    wished = unit.order is None or unit.order.rally
    timely = unit.broke < field.turn.number or field.option("rally_timing") == "same_turn"
    return wished and timely and (who_rallies(field, unit) is not None or bool(field.option("rally_alone")))


@clause("FA-RET-04", "FA-LD-02")
def rally_ld(field: Field, unit: Unit) -> tuple[Character | None, Ld]:
    """Who rallies a unit, and against what: his own Ld, with the unit's losses; without anybody the unit's own."""
    hero = who_rallies(field, unit)
    if hero is None:
        return None, leadership(field, unit)
    return hero, _eased(field, field.hero(hero.id).Ld, (), factor(field, unit.models, unit.start_models))


@rule("FA-RET-04", "FA-LD-02", "FA-LD-07")
def rally_one(battle: FantasyBattle, unit_id: str) -> None:
    """The commander tests against his own Ld, with the unit's losses; the unit halts, or runs on."""
    unit = battle.unit(unit_id)
    hero, ld = rally_ld(battle.field, unit)
    who = hero.id if hero else ""
    passed = _passes(battle, unit, "rally", ld, who=who)
    heading = halt(battle, unit_id) if passed else 0
    battle.tell(Rallied(unit_id, who, passed, heading))


@clause("FA-RET-04", "FA-UNIT-08")
def halt(battle: FantasyBattle, unit_id: str) -> int:
    """A retreat is stopped: the unit turns on its centre, as its seat wished or towards the nearest enemy, and does
    nothing else this turn. Its heading, which it keeps if it is in contact or there is no room to turn."""
    field, unit = battle.field, battle.unit(unit_id)
    enemy = field.nearest_enemy(unit_id)
    wished = unit.order.heading if unit.order else None
    if wished is None:
        wished = heading_to(unit.centre, enemy.centre) if enemy else unit.heading
    turned = about(block_of(unit), wished)
    stuck = field.engaged(unit_id) or blocker(field, (unit_id,))(turned.base)
    front = block_of(unit).front if stuck else turned.front
    place = {"x": front.x, "y": front.y, "heading": front.heading}
    battle.change(unit_id, retreating=False, halted=True, retreat_after=False, **place)
    return front.heading
