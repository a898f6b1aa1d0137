"""Step 3.6: obedience, pursuit, dice in the fixed order, trophies and their recapture."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.napoleonic import pursuit, striking
from grognard.rulebooks.napoleonic.events import Fight, Obedience, Pursuit, PursuitRoll
from grognard.rulebooks.napoleonic.model import Capture, Ledger, Lock, Rout, camp_id
from tests.rulebooks.napoleonic.fights import begin, facing, fight, pursue, strike
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, man, unit


def routed(
    two: dict[str, Any] | None = None, *more: Any, one: dict[str, Any] | None = None, **setting: Any
) -> Scene:
    """``a`` has routed ``b``, which has run 1.5 merka to the north."""
    made = facing(one, two, *more, **setting)
    return fight(made, (6, 1), a="b")


def steps(made: Scene) -> list[str]:
    return [one.step for one in made.heard(PursuitRoll)]


# --- obedience ---------------------------------------------------------------------------------------


@pytest.mark.clause("NA-PURS-01", "NA-PURS-03", "NA-PURS-13", "NA-MOD-08")
def test_who_obeys_may_stay_and_has_its_bonus_from_the_next_turn() -> None:
    made = pursue(routed(), (4,))
    winner = made.unit("a")
    assert made.heard(Obedience) == [Obedience("a", 4, obeys=True)]
    assert (winner.has_routed_enemy, winner.bonus_from, winner.pursued, winner.unruly) == (True, 2, 0, 0)
    assert steps(made) == []


@pytest.mark.clause("NA-PURS-03", "NA-PURS-05", "NA-PURS-02", "NA-PURS-06", "NA-PURS-07", "NA-PURS-08")
def test_who_obeys_may_pursue_a_move() -> None:
    """Worked example 28: dice 5, 4, 3-3: two figures, one prisoner, the colour kept."""
    made = pursue(routed(), (2,), (5, 4, 3, 3), a="b")
    winner, loser = made.unit("a"), made.unit("b")
    assert (winner.y, winner.heading, winner.pursued, winner.bonus_from) == (7000, 0, 1, 2)
    assert made.heard(Pursuit) == [Pursuit("a", "b", obeys=True, distance=1000, stopped_by="")]
    assert loser.ledger == Ledger(combat=2, pursuit=2, prisoners=1)
    assert (loser.figures, loser.colours) == (5, 1)
    assert made.field.camp(RED).prisoners == 1
    assert steps(made) == ["casualties", "prisoners", "colours"]


@pytest.mark.clause("NA-PURS-04", "NA-MOD-12", "NA-PURS-05")
def test_who_does_not_obey_must_pursue_a_move_and_a_half() -> None:
    """Worked example 29."""
    made = pursue(routed(), (3,), (1, 1, 1, 1))
    winner = made.unit("a")
    assert (winner.unruly, winner.bonus_from, winner.pursued) == (2, 4, 1)
    assert winner.y == 7500
    assert [one.obeys for one in made.heard(Pursuit)] == [False]


@pytest.mark.clause("NA-PURS-04")
def test_whoever_must_is_not_asked_unless_he_has_a_choice() -> None:
    made = routed()
    made.run(pursuit.obedience, dice=(3,))
    assert made.asked == []
    assert made.field.fray.pursuits == (("a", "b"),)


@pytest.mark.clause("NA-PURS-04", "NA-MOD-08")
def test_a_bonus_earned_before_is_kept() -> None:
    made = pursue(routed(one={"has_routed_enemy": True, "bonus_from": 1}, turn=3), (5,), (1, 1, 1, 1))
    assert made.unit("a").bonus_from == 1


@pytest.mark.clause("NA-CMD-08", "NA-ART-17", "NA-PURS-03")
@pytest.mark.parametrize("now", [{"commanded": False}, {"stopped": 1, "status": "guard"}])
def test_without_command_or_stopped_nobody_pursues_of_his_own_will(now: dict[str, Any]) -> None:
    made = facing(now)
    fight(made, (6, 1), b="a", a="b")
    made.run(pursuit.obedience, dice=(4,))
    assert made.asked == []
    made = facing(now)
    fight(made, (6, 1), b="a", a="b")
    pursue(made, (3,), (1, 1, 1, 1))
    assert made.unit("a").pursued == 1


@pytest.mark.clause("NA-CC-08", "NA-PURS-01")
def test_who_is_pushed_elsewhere_throws_no_die_but_has_its_bonus() -> None:
    strong = unit("c", BLUE, (6.6, 6.1, 270), status="old_guard")
    made = facing({"status": "old_guard"}, {}, strong, man("boss", "c", BLUE))
    fight(made, (6, 1, 6), a="b", b="a", c="a")
    assert (made.unit("b").standing, made.unit("a").pushed) == ("fleeing", 2)
    pursue(made, ())
    assert (made.unit("a").has_routed_enemy, made.unit("a").bonus_from) == (True, 2)


@pytest.mark.clause("NA-CC-08", "NA-PURS-02")
def test_a_pursuer_leaves_its_firefight() -> None:
    other = unit("c", BLUE, (6.6, 5.75, 270), 8, status="guard")
    made = facing({"status": "old_guard"}, {}, other)
    fight(made, (6, 1, 5), a="b", b="a", c="a")
    assert made.unit("a").locks == (Lock("c", 1),)
    pursue(made, (4,), (1, 1, 1, 1), a="b")
    assert made.unit("a").locks == ()


@pytest.mark.clause("NA-PURS-06")
def test_no_pursuit_no_dice() -> None:
    made = facing({"status": "guard"}, {}, man("boss", "b", BLUE))
    pursue(fight(made, (6, 1, 6), a="b"), (2,))
    assert made.unit("b").standing == "fleeing"
    assert steps(made) == []
    assert made.person("boss").present


# --- dice --------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-PURS-06", "NA-PURS-09", "NA-FATE-01")
def test_persons_are_diced_for_after_the_colours_seniors_first() -> None:
    people = (man("aide", "b", BLUE, post="aide", rank="field_officer"), man("boss", "b", BLUE))
    made = facing({"status": "old_guard"}, {}, *people)
    fight(made, (5, 1), a="b")
    assert made.unit("b").standing == "fleeing"
    made = pursue(made, (2,), (1, 1, 6, 2, 6, 2, 3, 3), a="b")
    rolls = [(one.step, one.dice, one.colours, one.persons) for one in made.heard(PursuitRoll)]
    assert rolls[2:] == [
        ("colours", (6, 2), 1, ()), ("persons", (6, 2), 0, ("boss",)), ("persons", (3, 3), 0, ()),
    ]  # fmt: skip
    assert (made.person("boss").fate, made.person("aide").fate) == ("captured", "")
    camp = made.field.camp(RED)
    assert (camp.colours, camp.persons, made.unit("b").colours) == (1, 1, 0)


@pytest.mark.clause("NA-PURS-07")
def test_never_more_than_remain() -> None:
    made = pursue(routed({"figures": 3}), (2,), (6, 6, 3, 3), a="b")
    assert made.unit("b").ledger == Ledger(combat=2, pursuit=1)
    assert made.field.camp(RED).prisoners == 0


@pytest.mark.clause("NA-PURS-12")
def test_several_pursuers_dice_one_after_another_the_higher_result_first() -> None:
    made = facing({}, {}, unit("c", RED, (6.5, 6.1, 0), status="guard"))
    fight(made, (6, 6, 1), a="b", c="b", b="a")
    pursue(made, (2, 2), (1, 1, 1, 1) * 2, a="b", c="b")
    assert [one.unit for one in made.heard(Pursuit)] == ["c", "a"]


# --- recapture ---------------------------------------------------------------------------------------


def with_trophies(turn: int, now: int = 2) -> Scene:
    """``b`` took prisoners, a colour and a general from ``x`` in ``turn``, and is routed now."""
    lost = unit("x", RED, (2, 2, 0), colours=0, ledger=Ledger(prisoners=3))
    general = man("boss", "x", RED, fate="captured")
    made = facing({}, {}, lost, general, turn=now)
    made.change("red_div", commander="")
    made.change("x", figures=7)
    trophies = Capture("b", "x", turn, prisoners=3, colours=1, persons=("boss",))
    made.change(camp_id(BLUE), prisoners=3, colours=1, persons=1, captures=(trophies,))
    return fight(made, (6, 1), a="b")


@pytest.mark.clause("NA-PURS-10", "NA-PURS-11", "NA-PURS-06")
def test_fresh_trophies_are_won_back_last() -> None:
    made = pursue(with_trophies(1), (2,), (1, 1, 3, 3, 5, 6, 1, 6, 1), a="b")
    assert steps(made) == ["casualties", "prisoners", "colours", "recapture", "recapture", "recapture"]
    lost = made.unit("x")
    assert (lost.figures, lost.colours, lost.ledger) == (7, 1, Ledger(prisoners=3, retaken=2))
    boss = made.person("boss")
    assert (boss.present, boss.at) == (True, "a")
    assert made.field.formation("red_div").commander == "boss"
    camp = made.field.camp(BLUE)
    assert (camp.prisoners, camp.colours, camp.persons) == (1, 0, 0)
    assert camp.captures == (Capture("b", "x", 1, prisoners=1),)


@pytest.mark.clause("NA-PURS-10")
def test_on_equal_dice_the_captor_keeps_them() -> None:
    made = pursue(with_trophies(1), (2,), (1, 1, 3, 3, 1, 3, 3, 4, 4), a="b")
    camp = made.field.camp(BLUE)
    assert (camp.prisoners, camp.colours, camp.persons) == (3, 1, 1)


@pytest.mark.clause("NA-PURS-11")
def test_after_one_turn_they_are_safe_in_the_rear() -> None:
    made = pursue(with_trophies(1, now=3), (2,), (1, 1, 3, 3), a="b")
    assert "recapture" not in steps(made)


# --- the turn after ----------------------------------------------------------------------------------


@pytest.mark.clause("NA-PURS-02", "NA-PURS-03", "NA-ROUT-18", "NA-MOD-08")
def test_a_pursuer_that_is_struck_fights_with_all_it_has() -> None:
    """Worked example 35: it may not strike the routers again, foot near by strikes it, its +1 counts."""
    foot = unit("c", BLUE, (6.7, 7.3, 270), 8)
    made = pursue(routed({}, foot), (2,), (1, 1, 1, 1), a="b")
    begin(made, 2)
    assert striking.freely(made.field, made.unit("a")) == ()
    assert striking.freely(made.field, made.unit("c")) == ("a",)
    strike(made, (3, 3), c="a")
    told = made.heard(Fight)[-1]
    assert {one.source: one.value for one in told.modifiers[0]}["routed_enemy"] == 1


@pytest.mark.clause("NA-PURS-04", "NA-MOD-08", "NA-MOD-12")
@pytest.mark.parametrize(("turn", "sources"), [(2, {"unruly"}), (3, set()), (4, {"routed_enemy"})])
def test_the_bonus_of_an_unruly_unit_counts_after_its_first_halt(turn: int, sources: set[str]) -> None:
    """Worked example 29, by turns of the pursuit in turn 1."""
    made = pursue(routed({}, unit("c", BLUE, (2, 9, 180))), (3,), (1, 1, 1, 1))
    begin(made, turn)
    made.change("c", x=6000, y=made.unit("a").y + 600)
    strike(made, (3, 3), c="a")
    assert {one.source for one in made.heard(Fight)[-1].modifiers[0]} == sources


@pytest.mark.clause("NA-ROUT-18")
@pytest.mark.parametrize(
    ("value", "way", "safe"),
    [("way6_unshielded", "6", False), ("way6_unshielded", "1", True), ("canister_on_pursuers", "6", True)],
)
def test_by_option_pursuers_of_routers_by_way_6_have_no_protection(value: str, way: str, safe: bool) -> None:
    fleeing = {"standing": "fleeing", "has_routed": True, "rout": Rout(1, 1, way, 0)}
    made = facing({}, fleeing, turn=2, options={"pursuit_exception": value})
    pursue(fight(made, (5,), a="b"), (2,), (1, 1, 1, 1), a="b")
    begin(made, 3)
    assert striking.shielded(made.field, made.unit("a"), "ball") == safe
