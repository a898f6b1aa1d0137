"""The best legend and its award; when a battle ends, and who has won."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.locale import Name
from grognard.rulebooks.fantasy import legend, victory
from grognard.rulebooks.fantasy.events import BattleOver, BonusTaken, LegendNamed, OrdersRead, TurnEnded
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import TURN, Thing, Turn, Unit
from grognard.rulebooks.fantasy.setup import Army, Objective
from tests.rulebooks.fantasy.scenes import BOOK, Scene, draft, field_of, hero, setup_of, told, unit

A = unit("c1", "spearmen", 40, (20, 10))
B = unit("c2", "archers", 30, (40, 10))
C = unit("c3", "swordsmen", 20, (60, 10))
D = unit("c4", "knights", 10, (5, 10))
ORCS = unit("h1", "orcs", 20, (20, 40), 180)
TROLLS = unit("h2", "trolls", 5, (40, 40), 180)
ALL = (A, B, C, D, ORCS, TROLLS)
TOLD = {"h": Name("We are the Horde", "Мы Орда")}


# --- legend ---


@pytest.mark.clause("FA-LEG-01", "FA-GEN-10")
def test_the_game_master_names_the_best_legend_and_its_seat_chooses() -> None:
    one = Scene(setup_of(ALL, descriptions=TOLD))
    assert one.options("legend:umpire") == (("best", "h"),)
    one.answer("legend:umpire", "best", "h")
    assert one.heard(LegendNamed, "c") == [LegendNamed("h")]
    options = one.options("h")
    assert options[0] == ("bonus", "steel", "h1")
    assert all(words[2] in ("h1", "h2") for words in options)
    one.answer("h", "bonus", "drill", "h2")
    assert one.unit("h2").gifts == ("drill",)
    assert one.field.stats("h2").WS == 4
    assert len(one.heard(BonusTaken, "h")) == 1
    assert one.heard(BonusTaken, "c") == []


@pytest.mark.clause("FA-LEG-01", "FA-GEN-10")
def test_without_a_description_nobody_is_asked_and_with_one_no_clock_runs() -> None:
    assert all(q.kind == "order" for q in Scene(setup_of(ALL)).state.questions)
    waiting = Scene(setup_of(ALL, descriptions=TOLD))
    assert BOOK.clock(waiting.view("umpire"), waiting.question("legend:umpire")) == ("", 0)
    assert waiting.refused("legend:umpire", "nobody").clause == "FA-LEG-01"


@pytest.mark.clause("FA-LEG-01")
def test_the_default_award_is_the_first_that_fits() -> None:
    field = field_of(
        setup_of(ALL, [hero("cap", "captain", A), hero("mag", "mage", B, level=1, rank="wizard")])
    )
    rows = list(legend.awards(field, "c"))
    assert rows[0] == ("bonus", "steel", "c1")
    assert ("bonus", "charm", "cap") in rows
    assert ("bonus", "spark", "mag") in rows
    assert ("bonus", "spark", "cap") not in rows


# --- beaten ---


def after(*changed: Unit, turn: int = 1, **facts: Any) -> Field:
    """Look-ups on a position in which some units have changed since the start."""
    setup = setup_of(ALL, **facts)
    pieces: dict[str, Thing] = {unit.id: unit for unit in setup.units}
    pieces |= {one.id: one for one in setup.characters} | {unit.id: unit for unit in changed}
    return Field(setup, {**pieces, TURN: Turn(TURN, number=turn)})


@pytest.mark.clause("FA-VIC-03")
def test_worked_example_40() -> None:
    """Units of 40, 30, 20 and 10: the 40 run, the 20 are destroyed: 60 of 100 are gone, and the side is beaten."""
    runs = replace(A, models=25, retreating=True)
    gone = replace(C, models=0, status="destroyed")
    assert victory.is_beaten(after(runs, gone), "c")
    rallied = after(replace(A, models=25), gone)
    assert victory.share_gone(rallied, "c") == Fraction(20, 100)
    assert not victory.is_beaten(rallied, "c")
    assert not victory.is_beaten(after(runs, gone, beaten=100), "c")


@pytest.mark.clause("FA-VIC-03", "FA-CR-12")
def test_parts_count_with_their_own_starting_models_and_summoned_units_not_at_all() -> None:
    left = replace(A, models=15, start_models=20, retreating=True)
    right = replace(A, id="c1_b", models=14, start_models=20)
    raised = unit("c9", "skeleton_warriors", 20, summoned=True, status="destroyed")
    assert victory.share_gone(after(left, right, raised), "c") == Fraction(20, 100)


# --- the end ---


@pytest.mark.clause("FA-VIC-01")
def test_a_battle_ends_at_its_limit_or_when_one_side_is_alone() -> None:
    assert victory.reason(after()) == ""
    assert victory.reason(after(turn=10)) == "turns"
    running = [replace(one, retreating=True) for one in (ORCS, TROLLS)]
    assert victory.reason(after(*running, beaten=100)) == "beaten"
    raised = unit("h9", "skeleton_warriors", 20, summoned=True)
    gone = [replace(one, status="destroyed", models=0) for one in (ORCS, TROLLS)]
    assert victory.reason(after(*gone, raised)) == "beaten"
    taken_in = replace(ORCS, status="merged", models=0)
    assert victory.reason(after(taken_in, replace(TROLLS, retreating=True))) == "alone"


@pytest.mark.clause("FA-VIC-01", "FA-VIC-02")
def test_a_battle_of_one_turn_ends_with_its_score() -> None:
    one = Scene(setup_of(ALL, turns=1))
    one.turn({"c2": ("hold",)})
    assert one.state.finished
    (over,) = one.heard(BattleOver)
    assert (over.winners, over.grade, over.reason) == ((), "draw", "turns")
    assert len(one.heard(TurnEnded)) == 1
    assert one.state.outcome is not None
    assert one.state.outcome.reason == "turns.draw"


# --- scores ---


@pytest.mark.clause("FA-VIC-02")
def test_a_score_is_the_worth_of_the_dead_and_half_of_those_who_run() -> None:
    """The Horde is worth 20 x 1 + 5 x 4 = 40."""
    assert victory.score(after(replace(ORCS, models=10)), "c") == 25
    assert victory.score(after(replace(ORCS, models=10, retreating=True)), "c") == Fraction(75, 2)
    assert victory.score(after(replace(TROLLS, status="left")), "c") == 50
    assert victory.score(after(), "c") == 0


@pytest.mark.clause("FA-VIC-02", "FA-CMD-04")
def test_a_dead_general_is_worth_ten() -> None:
    facts: dict[str, Any] = {"armies": {"h": Army("h", general="boss")}}
    alive = setup_of(ALL, [hero("boss", "warlord", ORCS)], **facts)
    assert victory.score(field_of(alive), "c") == 0
    dead = setup_of(ALL, [hero("boss", "warlord", ORCS, wounds=0)], **facts)
    assert victory.score(field_of(dead), "c") == 10


@pytest.mark.clause("FA-VIC-02")
@pytest.mark.parametrize(("difference", "grade"), [(9, "draw"), (10, "minor"), (24, "minor"), (25, "major")])
def test_grades(difference: int, grade: str) -> None:
    assert victory.grade_of(after(), Fraction(difference)) == grade


@pytest.mark.clause("FA-VIC-03", "FA-VIC-02")
def test_who_alone_is_unbeaten_has_won_and_of_two_beaten_the_score_decides() -> None:
    gone = [replace(one, status="destroyed", models=0) for one in (ORCS, TROLLS)]
    assert victory.verdict(after(*gone), "beaten") == (("c",), "major")
    both = after(*gone, *(replace(one, retreating=True) for one in (A, B)))
    assert victory.verdict(both, "beaten") == (("c",), "major")
    close = after(replace(ORCS, models=18), turn=10)
    assert victory.verdict(close, "turns") == ((), "draw")


VILLAGE = Objective(
    "village", Name("Village"), ((15000, 5000), (15000, 12000), (25000, 12000), (25000, 5000)), 15
)


@pytest.mark.clause("FA-VIC-04")
def test_an_objective_is_held_by_the_one_side_that_stands_in_it() -> None:
    assert victory.holder(after(), VILLAGE) == "c"
    enemy = replace(TROLLS, x=20000, y=9000)
    assert victory.holder(after(enemy), VILLAGE) == ""
    assert victory.holder(after(replace(enemy, retreating=True)), VILLAGE) == "c"
    assert victory.holder(after(replace(A, retreating=True)), VILLAGE) == ""
    assert victory.score(after(objectives=[VILLAGE]), "c") == 15


# --- the game master ---


@pytest.mark.clause("FA-GEN-10")
def test_by_option_the_game_master_sees_the_orders_before_they_are_carried_out() -> None:
    one = Scene(setup_of(ALL, gm_confirms=True))
    one.rest()
    assert one.field.turn.phase == "orders"
    assert one.heard(OrdersRead)
    assert one.options("confirm:umpire") == (("confirm",),)
    one.rest()
    assert one.field.turn.number == 2


@pytest.mark.clause("FA-GEN-10", "FA-UNIT-09")
def test_a_side_with_a_zone_deploys_in_secret() -> None:
    zone = ((0, 0), (0, 15000), (72000, 15000), (72000, 0))
    one = Scene(setup_of(ALL, armies={"c": Army("c", zone=zone)}))
    assert [q.kind for q in one.state.questions] == ["deploy"]
    assert one.options("c")[0] == ("deploy",)
    assert all(one.check("c", *words) == words for words in one.options("c"))
    assert one.refused("c", "deploy", "h1", 1, 1, 0, 10, "line").clause == "FA-ORD-01"
    assert one.refused("c", "deploy", "c1", 20000, 30000, 0, 10, "line").clause == "FA-GEN-10"
    assert one.refused("c", "deploy", "c1", 40000, 10000, 0, 10, "line").clause == "FA-TER-01"
    assert one.refused("c", "deploy", "c1", 20000, 10000, 0, 9, "line").clause == "FA-UNIT-09"
    one.answer("c", "deploy", "c1", 22000, 11000, 100, 10, "line")
    assert one.unit("c1").front == (22000, 11000)
    assert one.unit("c2") == B


@pytest.mark.clause("FA-VIC-01")
def test_a_turn_is_told_with_strengths_and_objectives() -> None:
    battle = draft(setup_of(ALL, objectives=[VILLAGE]))
    assert not victory.check(battle)
    assert told(battle, TurnEnded) == [TurnEnded(1, (("c", 100), ("h", 100)), (("village", "c"),))]
    assert BOOK.id == "fantasy"
