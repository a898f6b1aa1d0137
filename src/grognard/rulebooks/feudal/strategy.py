"""Strategy: the five grades and their changes (chapter Phase 3: strategy)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.effects import Bearer, Moment, parts
from grognard.rulebooks.feudal.events import StrategyChosen
from grognard.rulebooks.feudal.model import Tables
from grognard.rulebooks.feudal.morale import check_morale
from grognard.rulebooks.feudal.secrecy import tell_about

LATER_PASS = Moment("melee", False)


@rule("FE-STR-01", "FE-STR-06")
def choose_strategies(battle: FeudalBattle) -> None:
    """Step M2: every army on the field gets a grade, those not yet in melee too."""
    for army in battle.on_field():
        battle.ask("strategy", battle.sheet(army.id).seat, army.id, then=strategy_chosen, secret=True)


@rule("FE-STR-02", "FE-STR-03", "FE-STR-04", "FE-MOR-04")
def strategy_chosen(battle: FeudalBattle, army_id: str, grade_id: Arg) -> None:
    """Free within the free grades, else a Morale check DC 20; on failure nothing changes at all."""
    before = battle.army(army_id).strategy
    after = grade_of(battle.tables, str(grade_id))
    if is_free(battle.tables, battle.bearer(army_id), after, battle.moment()):
        battle.change(army_id, strategy=after)
        if after != before:
            battle.tell(StrategyChosen(army_id, before, after, None, True))
        return
    roll = check_morale(battle, army_id, "strategy", battle.constants.dc_strategy)
    if roll.success:
        battle.change(army_id, strategy=after)
    tell_about(battle, army_id, StrategyChosen(army_id, before, after, roll, roll.success), roll=None)


def grade_of(tables: Tables, grade_id: str) -> int:
    """Number of the grade with that id."""
    return next(grade.grade for grade in tables.grades.values() if grade.id == grade_id)


@clause("FE-STR-02", "FE-STR-03", "FE-STR-05")
def is_free(tables: Tables, who: Bearer, after: int, moment: Moment = LATER_PASS) -> bool:
    """No check for a first choice, nor for a change within the free grades (the widest effect counts)."""
    before = who.army.strategy
    if before is None:
        return True
    return abs(after - before) <= free_grades(tables, who, moment)


@clause("FE-STR-05")
def free_grades(tables: Tables, who: Bearer, moment: Moment = LATER_PASS) -> int:
    """How far a change goes without a check: the widest effect that acts now."""
    return max(tables.constants.free_grades, *(item.value for item in parts("free_grades", who, moment)), 0)
