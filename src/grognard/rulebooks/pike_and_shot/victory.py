"""Objectives, loot, points, and the end of the battle (chapter Victory)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.core.rule import clause, rule
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import GameEnded, ObjectiveSacked, ObjectiveTaken, Scored
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import (
    TURN,
    Objective,
    ObjectiveSheet,
    PikeSetup,
    Score,
    Sheet,
    Unit,
    VictoryCondition,
    VictoryTest,
)
from grognard.rulebooks.pike_and_shot.seeing import near
from grognard.space.measure import gap
from grognard.space.outline import Disc, boxes_near

LIGHT, ARTILLERY = "light", "artillery"


# --- objectives ---


def objective_id(one: str) -> str:
    return f"objective:{one}"


def within(unit: Unit, sheet: ObjectiveSheet) -> bool:
    """A base of the unit lies within the radius."""
    area = (sheet.x, sheet.y, sheet.x, sheet.y)
    if not boxes_near(unit.box, area, sheet.radius):
        return False
    return any(gap(Disc((sheet.x, sheet.y), sheet.radius), shape) == 0 for shape in unit.shapes)


@rule("PS-VIC-03")
def hold_objectives(battle: PikeBattle) -> None:
    """Held by the side that has unbroken bases within the radius while the enemy has none; it stays held."""
    for one, sheet in battle.setup.objectives.items():
        holder = holder_of(battle.field, sheet)
        piece = battle.piece(objective_id(one))
        assert isinstance(piece, Objective)
        if holder and holder != piece.holder:
            battle.change(piece.id, holder=holder)
            battle.tell(ObjectiveTaken(one, holder))


@clause("PS-VIC-03")
def holder_of(field: Field, sheet: ObjectiveSheet) -> str:
    """The one side with units that are not routing there; "" if none or several."""
    sides = {field.side(unit.id) for unit in field.units if not unit.routing and within(unit, sheet)}
    return sides.pop() if len(sides) == 1 else ""


@rule("PS-VIC-04")
def sack(battle: PikeBattle) -> None:
    """A loot objective is sacked by a unit not routing within its radius with no enemy within 8 inches."""
    for one, sheet in battle.setup.objectives.items():
        piece = battle.piece(objective_id(one))
        assert isinstance(piece, Objective)
        if sheet.loot and not piece.sacked:
            able = [unit for unit in battle.field.units if sacks(battle.field, unit, sheet)]
            unit = min(able, key=lambda one: one.loot).id if able else ""
            if unit:
                battle.change(piece.id, sacked=battle.side(unit))
                battle.change(unit, loot=True)
                battle.change(TURN, happened=(*battle.turn.happened, ("sacked", battle.side(unit), one)))
                battle.tell_of(unit, ObjectiveSacked(one, unit))


@clause("PS-VIC-04")
def sacks(field: Field, unit: Unit, sheet: ObjectiveSheet) -> bool:
    """Of a raiding side: one that has something to gain from loot."""
    conditions = field.setup.armies[field.side(unit.id)].victory
    if not any(one.test.kind in ("loot_home", "sacked") for one in conditions):
        return False
    if unit.routing or not within(unit, sheet):
        return False
    close = field.parameters.close_to_enemy
    return not any(near(unit, enemy, close) for enemy in field.enemies(unit.id))


# --- counting ---


class Losses(NamedTuple):
    """Bases of a side: those that count at the start, and those of them that are lost."""

    start: int
    lost: int

    @property
    def hundredths(self) -> int:
        return self.lost * 100 // self.start if self.start else 0


def sheets_of(field: Field, side: str) -> list[Sheet]:
    return [sheet for sheet in field.setup.sheets.values() if sheet.side == side]


def trait_of(field: Field, sheet: Sheet, trait: str) -> bool:
    """Whether a unit had a trait at the start."""
    return field.has(Unit(sheet.id, sheet.bases, sheet.files, sheet.formation), trait)


@clause("PS-VIC-02")
def losses(field: Field, side: str) -> Losses:
    """Of the units that count."""
    start, sheets = counted(field.setup, side)
    return Losses(start, sum([lost_bases(field, sheet) for sheet in sheets]))


@lru_cache(maxsize=64)
@clause("PS-VIC-02")
def counted(setup: PikeSetup, side: str) -> tuple[int, tuple[Sheet, ...]]:
    """Bases of the units whose losses count, and these: without artillery, and without light units unless these are
    half of the army's bases or more."""
    field = Field(setup, {})
    every = sheets_of(field, side)
    sheets = [sheet for sheet in every if not trait_of(field, sheet, ARTILLERY)]
    light = [sheet for sheet in sheets if trait_of(field, sheet, LIGHT)]
    if 2 * sum(len(sheet.bases) for sheet in light) < sum(len(sheet.bases) for sheet in every):
        sheets = [sheet for sheet in sheets if sheet not in light]
    return sum(len(sheet.bases) for sheet in sheets), tuple(sheets)


@clause("PS-VIC-02")
def lost_bases(field: Field, sheet: Sheet) -> int:
    """Bases destroyed, in a unit that is routing, or that left other than with loot."""
    unit = field.unit(sheet.id)
    if unit.status == "waiting":
        return 0
    if is_lost(unit):
        return len(sheet.bases)
    return len(sheet.bases) - len(unit.bases)


@clause("PS-VIC-02", "PS-VIC-07", "PS-ROUT-08")
def is_lost(unit: Unit) -> bool:
    """Destroyed, routing, or gone other than with loot."""
    gone = unit.status == "gone" and not unit.loot
    return unit.status == "destroyed" or gone or (unit.status == "ready" and unit.routing)


@clause("PS-VIC-05")
def is_broken(field: Field, side: str) -> bool:
    """The lost fraction has reached the break limit (option ``army_break``)."""
    found = losses(field, side)
    return found.start > 0 and found.lost * 100 >= found.start * int(field.option("army_break"))


def other_side(field: Field, side: str) -> str:
    return next(one.id for one in field.setup.sides if one.id != side)


# --- conditions ---


@clause("PS-VIC-07")
def causes(field: Field, side: str, test: VictoryTest) -> list[str]:
    """What a condition is true for: "" once for a plain one, ids for one that counts each event; none if it fails."""
    enemy = other_side(field, side)
    match test.kind:
        case "enemy_lost":
            return _plain(_meets(test, losses(field, enemy).hundredths))
        case "own_lost":
            return _plain(_meets(test, losses(field, side).hundredths))
        case "objectives_held":
            return _plain(_meets(test, held(field, side)))
        case "own_units_intact":
            return _plain(_meets(test, intact(field, side, test.template)))
        case "own_bases_lost":
            return _plain(_meets(test, base_losses(field, side, test.base)))
        case "enemy_units_lost" | "own_units_lost":
            return _units_lost(field, enemy if test.kind == "enemy_units_lost" else side, test)
    return list(_happened(field, side, enemy, test))


def _plain(true: bool) -> list[str]:
    return [""] if true else []


@clause("PS-VIC-07")
def _meets(test: VictoryTest, value: int) -> bool:
    return (
        (test.at_least is None or value >= test.at_least)
        and (test.at_most is None or value <= test.at_most)
        and (test.below is None or value < test.below)
    )


def _units_lost(field: Field, side: str, test: VictoryTest) -> list[str]:
    """Units of a trait that are lost: each of them, or the plain fact where the condition sets a limit."""
    lost = [
        sheet.id
        for sheet in sheets_of(field, side)
        if is_lost(field.unit(sheet.id)) and (not test.trait or trait_of(field, sheet, test.trait))
    ]
    if (test.at_least, test.at_most, test.below) == (None, None, None):
        return lost
    return _plain(_meets(test, len(lost)))


def _happened(field: Field, side: str, enemy: str, test: VictoryTest) -> Iterator[str]:
    for kind, whose, cause in field.turn.happened:
        level, _, commander = cause.rpartition(":")
        if test.kind == "enemy_commander_killed" and (kind, whose) == ("fallen", enemy):
            if test.level in ("", level):
                yield commander
        elif (test.kind, kind, whose) in (
            ("loot_home", "loot_home", side),
            ("sacked", "sacked", side),
            ("enemy_loot_unit_destroyed", "loot_lost", enemy),
        ):
            yield cause


@clause("PS-VIC-07")
def held(field: Field, side: str) -> int:
    """Hundredths of all objectives."""
    pieces = [field.pieces[objective_id(one)] for one in field.setup.objectives]
    own = sum(isinstance(piece, Objective) and piece.holder == side for piece in pieces)
    return own * 100 // len(pieces) if pieces else 0


@clause("PS-VIC-07")
def intact(field: Field, side: str, template: str) -> int:
    """Hundredths of the units of an army-list entry that are neither destroyed, routing nor gone."""
    units = [field.unit(sheet.id) for sheet in sheets_of(field, side) if sheet.entry == template]
    standing = sum(unit.status in ("ready", "waiting") and not unit.routing for unit in units)
    return standing * 100 // len(units) if units else 100


@clause("PS-VIC-07")
def base_losses(field: Field, side: str, kind: str) -> int:
    """Hundredths of the bases of a type that are lost; mounted or not it is the same base."""
    start = lost = 0
    wanted = afoot(field, kind)
    for sheet in sheets_of(field, side):
        unit = field.unit(sheet.id)
        own = sum(afoot(field, base.type) == wanted for base in sheet.bases)
        start += own
        if unit.status != "waiting":
            left = 0 if is_lost(unit) else sum(afoot(field, base.type) == wanted for base in unit.bases)
            lost += own - left
    return lost * 100 // start if start else 0


@clause("PS-FORM-06")
def afoot(field: Field, kind: str) -> str:
    """One name for the two types between which dragoons change."""
    return min(kind, field.tables.swaps.get(kind, kind))


# --- scoring and the end ---


@rule("PS-VIC-01", "PS-VIC-07")
def score_turn(battle: PikeBattle) -> None:
    """Conditions of kinds ``once`` and ``each``, at the end of a turn."""
    for side, sheet in battle.setup.armies.items():
        for condition in sheet.victory:
            if condition.when != "end":
                score(battle, side, condition)


@clause("PS-VIC-07")
def score(battle: PikeBattle, side: str, condition: VictoryCondition) -> None:
    """Points for every cause that has not scored yet; ``once`` and ``end`` at most one time."""
    for cause in causes(battle.field, side, condition.test):
        key = cause if condition.when == "each" else ""
        had = {(one.side, one.condition, one.cause) for one in battle.turn.scores}
        if (side, condition.id, key) not in had:
            one = Score(side, condition.id, key, condition.vp)
            battle.change(TURN, scores=(*battle.turn.scores, one))
            battle.tell(Scored(side, condition.id, cause, condition.vp))


@rule("PS-VIC-05")
def victory_check(battle: PikeBattle) -> None:
    """The battle ends after the last turn, when an army breaks, or when a side has nobody left."""
    field = battle.field
    broken = [side.id for side in battle.setup.sides if is_broken(field, side.id)]
    empty = [side.id for side in battle.setup.sides if not _has_units(field, side.id)]
    if empty:
        finish(battle, "no_units", broken, empty)
    elif broken:
        finish(battle, "army_broken", broken, [])
    elif battle.turn.number >= battle.setup.turns:
        finish(battle, "last_turn", broken, [])


def _has_units(field: Field, side: str) -> bool:
    return any(field.unit(sheet.id).status in ("ready", "waiting") for sheet in sheets_of(field, side))


@clause("PS-VIC-05")
def finish(battle: PikeBattle, reason: str, broken: list[str], empty: list[str]) -> None:
    """Conditions of kind ``end`` are scored; a broken side scores none of its own."""
    for side, sheet in battle.setup.armies.items():
        for condition in sheet.victory:
            if condition.when == "end" and side not in broken:
                score(battle, side, condition)
    totals = {side.id: points(battle.field, side.id) for side in battle.setup.sides}
    margin, winners = verdict(battle.field, totals, empty)
    battle.clear_agenda()
    battle.end(winners, reason)
    lost = tuple((side, *_toll(battle.field, side)) for side in totals)
    battle.tell(GameEnded(reason, tuple(totals.items()), margin, winners, lost))


def points(field: Field, side: str) -> int:
    return sum(one.vp for one in field.turn.scores if one.side == side)


@clause("PS-VIC-05")
def verdict(field: Field, totals: dict[str, int], empty: list[str]) -> tuple[str, tuple[str, ...]]:
    """Margin (draw, marginal, decisive) and winners: the higher points, or whoever has units left alone."""
    if empty:
        winners = tuple(side for side in totals if side not in empty)
        return ("decisive", winners) if winners else ("draw", ())
    best, least = max(totals.values()), min(totals.values())
    margins = sorted(field.tables.margin.items(), key=lambda row: row[1])
    margin = next((name for name, most in margins if best - least <= most), margins[-1][0])
    if margin == "draw":
        return margin, ()
    return margin, tuple(side for side, total in totals.items() if total == best)


@clause("PS-BASE-04")
def _toll(field: Field, side: str) -> tuple[int, int]:
    """Bases lost of a whole side, and the men on them (for reports)."""
    bases = men = 0
    for sheet in sheets_of(field, side):
        left = [afoot(field, base.type) for base in field.unit(sheet.id).bases]
        for base in sheet.bases:
            if afoot(field, base.type) in left:
                left.remove(afoot(field, base.type))
            else:
                bases += 1
                men += field.type_of(base).men
    return bases, men
