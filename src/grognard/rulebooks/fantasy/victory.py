"""Victory: when a battle ends, and who has won it (chapter VIC)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import BattleOver, TurnEnded
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import TURN, Unit
from grognard.rulebooks.fantasy.setup import Objective
from grognard.space.outline import holds


@clause("FA-VIC-01")
def check(battle: FantasyBattle) -> bool:
    """Report the turn; whether it was the last."""
    field = battle.field
    sides = [side.id for side in battle.setup.sides]
    strengths = tuple((side, 100 - int(100 * share_gone(field, side))) for side in sides)
    held = tuple((one.id, holder(field, one)) for one in battle.setup.objectives)
    battle.tell(TurnEnded(battle.turn.number, strengths, held))
    return bool(reason(field))


@clause("FA-VIC-01", "FA-VIC-03")
def reason(field: Field) -> str:
    """Why the battle ends with this turn, "" if it goes on."""
    sides = [side.id for side in field.setup.sides]
    if any(is_beaten(field, side) for side in sides):
        return "beaten"
    if sum(any(not unit.retreating for unit in field.of_side(side)) for side in sides) <= 1:
        return "alone"
    return "turns" if field.turn.number >= field.setup.turns else ""


def finish(battle: FantasyBattle) -> None:
    """The battle is over: scores, grade, winners."""
    field = battle.field
    why = reason(field)
    scores = tuple((side.id, int(score(field, side.id))) for side in battle.setup.sides)
    winners, how = verdict(field, why)
    battle.change(TURN, scores=scores)
    battle.clear_agenda()
    battle.tell(BattleOver(winners, how, why, scores))
    battle.end(winners, f"{why}.{how}")


# --- beaten ----------------------------------------------------------------------------------------------


@clause("FA-VIC-03")
def share_gone(field: Field, side: str) -> Fraction:
    """The share of its starting models whose units are destroyed, off the table or in forced retreat."""
    gone = sum(unit.start_models for unit in field.all_units if unit.side == side and _is_gone(unit))
    return Fraction(gone, max(1, field.setup.strengths[side]))


def _is_gone(unit: Unit) -> bool:
    """Summoned units count neither way, nor one that has become a part of another."""
    if unit.summoned or unit.status == "merged":
        return False
    return unit.status != "ready" or unit.retreating


@clause("FA-VIC-03")
def is_beaten(field: Field, side: str) -> bool:
    return share_gone(field, side) >= Fraction(int(field.option("beaten")), 100)


# --- scores ----------------------------------------------------------------------------------------------


@clause("FA-VIC-02")
def score(field: Field, side: str) -> Fraction:
    """Percentage of the enemies' starting worth that is gone, the dead general, objectives held."""
    victory = field.tables.victory
    others = [one.id for one in field.setup.sides if one.id != side]
    worth = sum(field.setup.worths[one] for one in others)
    lost = sum((worth_lost(field, one) for one in others), Fraction(0))
    generals = sum(is_general_dead(field, one) for one in others)
    held = sum(one.points for one in field.setup.objectives if holder(field, one) == side)
    return Fraction(100) * lost / max(1, worth) + victory.general_dead * generals + held


@clause("FA-VIC-02")
def worth_lost(field: Field, side: str) -> Fraction:
    """Worth of the side's models dead or off the table; those in forced retreat count half."""
    halves = 0
    kinds = {unit.id: unit.kind for unit in field.setup.units}
    for unit in field.all_units:
        if unit.side == side and not unit.summoned and unit.status != "merged":
            value = field.tables.victory.worth[kinds.get(unit.id, unit.kind)]
            left = unit.models if unit.status == "ready" else 0
            running = left if unit.retreating else 0
            halves += value * (2 * max(0, unit.start_models - left) + running)
    return Fraction(halves, 2)


def is_general_dead(field: Field, side: str) -> bool:
    """A general who ran off the table with his unit lives."""
    one = field.pieces.get(field.setup.armies[side].general)
    return one is not None and not field.character(one.id).alive


@clause("FA-VIC-04")
def holder(field: Field, objective: Objective) -> str:
    """The one side that has units with their centre in the area, those that run left out; "" for nobody."""
    steady = {u.side for u in field.units if not u.retreating and holds(objective.shape, u.centre)}
    holder = steady.pop() if len(steady) == 1 else ""
    return holder if not objective.sides or holder in objective.sides else ""


@clause("FA-VIC-01", "FA-VIC-02", "FA-VIC-03")
def verdict(field: Field, why: str) -> tuple[tuple[str, ...], str]:
    """Winners and grade. If one side alone is unbeaten it has won; otherwise the score decides."""
    sides = [side.id for side in field.setup.sides]
    standing = [side for side in sides if not is_beaten(field, side)]
    scores = {side: score(field, side) for side in sides}
    ranked = sorted(sides, key=lambda side: -scores[side])
    difference = scores[ranked[0]] - (scores[ranked[1]] if len(ranked) > 1 else 0)
    grade = grade_of(field, difference)
    if why == "beaten" and len(standing) == 1:
        return tuple(standing), max(grade, "minor", key=("draw", "minor", "major").index)
    return ((), "draw") if grade == "draw" else ((ranked[0],), grade)


@clause("FA-VIC-02")
def grade_of(field: Field, difference: Fraction) -> str:
    victory = field.tables.victory
    if difference < victory.draw_below:
        return "draw"
    return "minor" if difference < victory.minor_below else "major"
