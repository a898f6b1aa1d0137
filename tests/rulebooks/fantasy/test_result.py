"""Who has won a round, break tests, riding through (chapter CR; examples 20, 22, 31, 32)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.lab.odds import Answer, absorb
from grognard.rulebooks.fantasy import events, sequence
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.book import FantasyBook
from grognard.rulebooks.fantasy.events import CombatResult, Crumbled, Shifted, SplitApart
from grognard.rulebooks.fantasy.melee import finish
from grognard.rulebooks.fantasy.model import Contact, Melee, Unit
from grognard.rulebooks.fantasy.result import breakthrough, outcome, sum_of
from grognard.rulebooks.fantasy.setup import Terrain
from grognard.space.measure import gap
from tests.rulebooks.fantasy.fights import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Same,
    compare,
    contact,
    fight,
    hero,
    odds,
    ordered,
    position,
    run,
    setup_of,
    struck,
    told,
    unit,
)


def items(battle: FantasyBattle, side: str) -> dict[str, int]:
    """What a side's sum is made of."""
    found = told(battle, CombatResult)[0]
    return {item.source: item.value for one in found.results if one.side == side for item in one.items}


def compared(*pieces: Any, faces: Any = None, phase: str = "A", **options: Any) -> FantasyBattle:
    return run(setup_of(**options), position(*pieces, does=(compare,), phase=phase), faces or Same(1))


def summed(
    *pieces: Any, caused: Any = (), before: Mapping[str, int] | None = None, **options: Any
) -> dict[str, int]:
    """Totals of the sides after the blows: ``caused`` wounds, models ``before`` the round."""
    battle = FantasyBattle(None, setup_of(**options), position(*pieces), Same(1))  # type: ignore[arg-type]
    field = battle.field
    units = tuple(sorted(unit.id for unit in field.units))
    began = tuple((one, (before or {}).get(one, field.unit(one).models), 0) for one in units)
    melee = Melee("melee:x", units, tuple(one.id for one in field.contacts), caused=caused, began=began)
    sides = sorted({unit.side for unit in field.units})
    return {side: sum_of(field, melee, side).total for side in sides}


# --- the sums --------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-CR-01", "FA-CR-02", "FA-CR-03", "FA-CR-04", "FA-CR-05", "FA-CR-06")
def test_example_20_combat_result() -> None:
    riders, orcs = (
        unit("n1", "knights", 4, 5, start_models=5),
        unit("s1", "orcs", 26, standard=True, start_models=30),
    )
    touch = contact(riders, orcs, RIGHT, charged=("n1",), downhill=("n1",))
    caused = (("n1", "s1", 4), ("s1", "n1", 1))
    sums = summed(riders, orcs, touch, caused=caused, before={"n1": 5, "s1": 30})
    assert sums == {"north": 8, "south": 3}
    earlier = summed(riders, orcs, touch, caused=caused, before={"n1": 5, "s1": 30}, ranks_after=False)
    assert earlier == {"north": 8, "south": 4}


@pytest.mark.clause("FA-CR-02", "FA-MOV-10", "FA-TER-03", "FA-CHG-11")
def test_the_charge_point() -> None:
    one, other = unit("n1", "orcs", 10), unit("s1", "orcs", 10)

    def points(**more: Any) -> tuple[int, int]:
        sums = summed(one, other, contact(one, other, **more))
        return sums["north"], sums["south"]

    assert points() == (0, 0)
    assert points(charged=("n1",)) == (1, 0)
    assert points(charged=("n1",), downhill=("n1",)) == (2, 0)
    assert points(charged=("n1", "s1")) == (1, 1), "in a clash of two chargers both have it"
    assert points(charged=("n1",), round=1) == (0, 0)
    assert points(charged=("n1",), over_wall=True) == (0, 0)


@pytest.mark.clause("FA-CR-02", "FA-MEL-02")
def test_once_a_side_whoever_joins_later_brings_it_again() -> None:
    one, more, other = unit("n1", "orcs", 10), unit("n2", "orcs", 10), unit("s1", "orcs", 10)
    both = contact(one, other, charged=("n1",)), contact(more, other, charged=("n2",))
    assert summed(one, more, other, *both)["north"] == 1
    later = contact(one, other, charged=("n1",), round=2), contact(more, other, charged=("n2",))
    assert summed(one, more, other, *later)["north"] == 1


@pytest.mark.clause("FA-CR-03", "FA-UNIT-02", "FA-UNIT-09")
@pytest.mark.parametrize(
    ("profile", "models", "files", "bonus"),
    [
        ("orcs", 10, 10, 0),
        ("orcs", 29, 10, 1),
        ("orcs", 30, 10, 2),
        ("orcs", 60, 10, 3),
        ("orcs", 22, 12, 1),
        ("orcs", 45, 9, 0),
        ("knights", 15, 5, 2),
        ("trolls", 6, 3, 1),
    ],
)
def test_full_ranks_beyond_the_first(profile: str, models: int, files: int, bonus: int) -> None:
    one, other = unit("n1", profile, models, files), unit("s1", "goblins", 10)
    assert summed(one, other, contact(one, other))["north"] == bonus


@pytest.mark.clause("FA-CR-03")
def test_the_best_single_unit_counts() -> None:
    one, more, other = unit("n1", "orcs", 20), unit("n2", "orcs", 30), unit("s1", "orcs", 10)
    assert summed(one, more, other, contact(one, other), contact(more, other))["north"] == 2


@pytest.mark.clause("FA-CR-04")
def test_a_standard_counts_once() -> None:
    pair = [unit(one, "orcs", 10, standard=True) for one in ("n1", "n2")]
    other = unit("s1", "orcs", 10)
    assert summed(*pair, other, *(contact(one, other) for one in pair)) == {"north": 1, "south": 0}


@pytest.mark.clause("FA-CR-05", "FA-CR-11")
def test_flank_and_rear_in_every_round_the_highest_only() -> None:
    pair = [unit(one, "orcs", 10) for one in ("n1", "n2")]
    other = unit("s1", "orcs", 10)
    flank, rear = contact(pair[0], other, RIGHT, round=3), contact(pair[1], other, REAR, round=1)
    assert summed(pair[0], other, flank) == {"north": 2, "south": 0}
    assert summed(*pair, other, flank, rear) == {"north": 3, "south": 0}
    assert summed(pair[0], other, replace(flank, inside=True)) == {"north": 0, "south": 0}
    running = replace(pair[0], retreating=True)
    assert summed(running, other, flank)["north"] == 0, "whoever runs attacks nothing"


# --- who has won -----------------------------------------------------------------------------------------


@pytest.mark.clause("FA-CR-06", "FA-CR-09")
def test_winners_and_losers() -> None:
    assert outcome({"a": 5, "b": 3}, ["a", "b"]) == (("a",), (("b", 2),))
    assert outcome({"a": 3, "b": 3}, ["a", "b"]) == ((), ())
    assert outcome({"a": 0, "b": 9}, ["a"]) == (("a",), ()), (
        "nobody left alive loses; the other side takes no test"
    )
    assert outcome({"a": 1, "b": 9}, []) == ((), ())
    assert outcome({"a": 5, "b": 3, "c": 1}, ["a", "b", "c"]) == (("a",), (("b", 2), ("c", 4)))
    assert outcome({"a": 5, "b": 5, "c": 1}, ["a", "b", "c"]) == ((), (("c", 4),))
    assert outcome({"a": 5, "b": 3, "c": 9}, ["a", "b"]) == (("a",), (("b", 2),))


@pytest.mark.clause("FA-CR-06")
def test_whoever_is_wiped_out_has_lost_whatever_the_sums() -> None:
    few, many = unit("n1", "zombies", 1, 1), unit("s1", "orcs", 30, standard=True)
    battle = compared(few, many, contact(few, many, REAR, charged=("n1",), round=0), faces=Same(6))
    assert told(battle, CombatResult)[0].winners == ("south",)
    assert battle.pieces["melee:n1"].lost_by == ()  # type: ignore[union-attr]


@pytest.mark.clause("FA-CR-09")
def test_three_sides_in_one_melee() -> None:
    north, south, west = (unit(one, "orcs", n) for one, n in (("n1", 30), ("s1", 20), ("w1", 10)))
    battle = compared(north, south, west, contact(north, south), contact(west, south, RIGHT))
    result = told(battle, CombatResult)[0]
    assert {one.side: one.total for one in result.results} == {"north": 2, "south": 1, "west": 2}
    assert battle.pieces["melee:n1"].lost_by == (("south", 1),)  # type: ignore[union-attr]
    assert result.winners == ()


@pytest.mark.clause("FA-RET-09", "FA-CR-07")
def test_cutting_down_those_who_run_has_no_result() -> None:
    prey, hunter = unit("n1", "orcs", 30, retreating=True), unit("s1", "knights", 5, 5)
    touch = contact(hunter, prey, REAR, caught="n1")
    battle = run(setup_of(), position(prey, hunter, touch, phase="C", step="C8"), Same(5))
    assert not told(battle, CombatResult)
    assert not told(battle, events.Tested)
    assert battle.unit("n1").models < 30
    after = battle.pieces[touch.id]
    assert (after.round, after.caught) == (1, "")  # type: ignore[union-attr]


@pytest.mark.clause("FA-CR-07", "FA-LD-05", "FA-LD-07")
def test_every_losing_unit_tests_that_does_not_run_already() -> None:
    winners = unit("n1", "orcs", 40, standard=True)
    losers = [unit("s1", "orcs", 10), unit("s2", "orcs", 10), unit("s3", "orcs", 10, retreating=True)]
    touches = [contact(winners, one) for one in losers]
    battle = run(setup_of(), position(winners, *losers, *touches), [1] * 60 + [1, 1, 6, 6])
    tests = told(battle, events.Tested)
    assert [(one.unit, one.kind, one.ld, one.passed) for one in tests] == [
        ("s1", "break", 3, True),
        ("s2", "break", 3, False),
    ]
    assert [battle.unit(one).retreating for one in ("s1", "s2", "s3")] == [False, True, True]
    assert (battle.unit("s2").broke, battle.unit("s2").retreat_after) == (1, False)


@pytest.mark.clause("FA-CR-07", "FA-LD-08", "FA-MOV-08")
def test_after_a_clash_who_breaks_goes_in_c8() -> None:
    one, other = unit("n1", "orcs", 30), unit("s1", "orcs", 10)
    touch = contact(one, other, clash=True)
    battle = run(setup_of(), position(one, other, touch, phase="C", step="C7"), Same(5))
    assert battle.unit("s1").models == 0
    weak = unit("s1", "goblins", 20)
    battle = run(
        setup_of(),
        position(one, weak, contact(one, weak, clash=True), phase="C", step="C7"),
        [*[1] * 40, 6, 6],
    )
    assert (battle.unit("s1").retreating, battle.unit("s1").retreat_after) == (True, True)
    assert battle.pieces["contact:n1:s1"].clash is False  # type: ignore[union-attr]


@pytest.mark.clause("FA-SPC-11")
def test_the_undead_crumble_by_the_difference_and_take_no_test() -> None:
    orcs, bones = unit("n1", "orcs", 30, standard=True), unit("s1", "skeleton_warriors", 10)
    battle = run(setup_of(), position(orcs, bones, contact(orcs, bones, charged=("n1",))), Same(1))
    assert told(battle, CombatResult)[0].difference == 4
    assert told(battle, Crumbled) == [Crumbled("s1", 4, 4)]
    assert battle.unit("s1").models == 6
    assert not told(battle, events.Tested)


# --- example 31 and 32 -------------------------------------------------------------------------------------

KNIGHTS, MILITIA = unit("n1", "knights", 5, 5), unit("s1", "militia", 20)
CHARGE = contact(KNIGHTS, MILITIA, charged=("n1",))


def charge_odds(rules: Any, measure: Any, **options: Any) -> Answer:
    return odds(setup_of(home="south", **options), position(KNIGHTS, MILITIA, CHARGE, does=(rules,)), measure)


def who_won(state: Any) -> Mapping[str, Any]:
    melee = state.piece("melee:n1")
    return {"winner": "".join(melee.winners), "knights": dict(melee.lost_by).get("south", 0)}


def what_came(state: Any) -> Mapping[str, Any]:
    pieces = {piece.id: piece for piece in state.pieces}
    militia = pieces["s1"]
    return {"fled": int(militia.retreating), "split": int("s1_b" in pieces), "models": militia.models}


@pytest.mark.clause("FA-CR-06", "FA-CR-03", "FA-MNT-05", "FA-WPN-06", "FA-MEL-10", "FA-SPC-07")
@pytest.mark.parametrize(
    ("after", "win", "draw", "lose"),
    [(True, "0.964810", "0.022933", "0.012257"), (False, "0.906783", "0.065228", "0.027989")],
)
def test_example_31_knights_charge_militia(after: bool, win: str, draw: str, lose: str) -> None:
    chances = charge_odds(compare, who_won, ranks_after=after).of("winner")
    assert sum(chances.values()) == Fraction(1)
    assert [f"{float(chances[one]):.6f}" for one in ("north", "", "south")] == [win, draw, lose]


@pytest.mark.clause("FA-LD-05", "FA-LD-04", "FA-CR-10")
@pytest.mark.parametrize(
    ("after", "fled", "split"), [(True, "0.842774", "0.016889"), (False, "0.734490", "0.039502")]
)
def test_example_31_and_32_flight_and_breakthrough(after: bool, fled: str, split: str) -> None:
    began = process_time()
    answer = charge_odds(fight, what_came, ranks_after=after)
    assert process_time() - began < 2
    assert answer.exact
    assert f"{float(answer.of('fled')[1]):.6f}" == fled
    assert f"{float(answer.of('split')[1]):.6f}" == split
    assert sum(answer.of("fled").values()) == Fraction(1)


@pytest.mark.clause("FA-MEL-07", "FA-WND-01", "FA-WND-04")
def test_example_31_expected_losses() -> None:
    def lost(state: Any) -> Mapping[str, int]:
        return {"militia": 20 - state.piece("s1").models}

    assert charge_odds(compare, lost).mean("militia") == Fraction(10, 3)


RIDERS, STOOD = replace(KNIGHTS, heading=1800), replace(MILITIA, models=15)


def ridden_through(
    *more: Any,
    riders: Any = RIDERS,
    foot: Any = STOOD,
    touch: Any = CHARGE,
    felled: int = 5,
    terrain: Any = (),
    **options: Any,
) -> FantasyBattle:
    """After A5: the knights have won, have felled so many of twenty militia, and the rest have stood their test."""
    touches = (touch, *(one for one in more if isinstance(one, Contact)))
    units = [riders, foot, *(one for one in more if isinstance(one, Unit))]
    began = tuple(sorted((one.id, one.models + (felled if one is foot else 0), 0) for one in units))
    melee = Melee(
        "melee:n1",
        tuple(one for one, _, _ in began),
        tuple(one.id for one in touches),
        caused=(("n1", "s1", felled),),
        winners=("north",),
        lost_by=(("south", 3),),
        began=began,
    )
    setup = replace(setup_of(**options), terrain=terrain)
    battle = run(setup, position(riders, foot, touch, *more, melee, does=()), Same(1))
    breakthrough(battle, "melee:n1")
    return battle


@pytest.mark.clause("FA-CR-10", "FA-CR-11", "FA-CR-12", "FA-MEL-16", "FA-MEL-02")
def test_example_32_the_militia_are_split() -> None:
    battle = ridden_through()
    assert told(battle, SplitApart) == [SplitApart("s1", "n1", (("s1", 8), ("s1_b", 7)))]
    left, right, rider = (battle.unit(one) for one in ("s1", "s1_b", "n1"))
    assert (left.start_models, right.start_models) == (10, 10)
    assert (left.files, right.files) == (5, 5)
    assert rider.centre == (36_000, 23_200), "its centre at the old centre"
    assert (left.front, right.front) == ((31_500, 24_000), (40_500, 24_000)), (
        "apart by the width of the knights"
    )
    assert gap(left.shape, rider.shape) == gap(right.shape, rider.shape) == 0
    assert [one.unit for one in told(battle, Shifted)] == ["s1", "s1_b", "n1"]
    finish(battle)
    one, other = battle.field.contacts
    assert (one.id, one.inside, one.round, one.overlap, one.charged) == ("contact:n1:s1", True, 1, 1600, ())
    assert (other.id, other.inside, other.round, other.overlap) == ("contact:n1:s1_b", True, 1, 1600)
    assert (one.edge("s1"), one.edge("n1"), one.maker) == (RIGHT, RIGHT, "n1")
    assert (other.edge("s1_b"), other.edge("n1"), other.maker) == (LEFT, LEFT, "n1")


@pytest.mark.clause("FA-CR-11", "FA-UNIT-04")
def test_ridden_through_from_behind() -> None:
    """The rear edge has stayed, so the front line has gone back by the rank that fell."""
    behind = replace(CHARGE, edge_b=REAR)
    battle = ridden_through(riders=KNIGHTS, foot=replace(MILITIA, models=10), touch=behind, felled=10)
    assert battle.unit("s1").front == (31_500, 23_200)
    one, other = battle.field.contacts
    assert (one.edge("n1"), other.edge("n1")) == (LEFT, RIGHT)
    assert gap(battle.unit("s1").shape, battle.unit("n1").shape) == 0


@pytest.mark.clause("FA-CR-11", "FA-CMD-05")
def test_characters_and_standard_stay_with_the_left_part() -> None:
    carrying = replace(STOOD, standard=True)
    lord = hero("lord", "champion", carrying)
    battle = ridden_through(lord, foot=carrying)
    assert (battle.unit("s1").standard, battle.unit("s1_b").standard) == (True, False)
    assert [one.id for one in battle.field.characters_in("s1")] == ["lord"]
    assert battle.field.characters_in("s1_b") == []


@pytest.mark.clause("FA-CR-10")
def test_when_nobody_rides_through() -> None:
    assert "s1_b" in ridden_through(felled=4).pieces
    assert "s1_b" not in ridden_through(felled=3).pieces, "fewer than two files of two ranks"
    assert "s1_b" not in ridden_through(breakthrough=False).pieces
    assert "s1_b" not in ridden_through(touch=replace(CHARGE, charged=())).pieces
    assert "s1_b" not in ridden_through(touch=replace(CHARGE, round=1)).pieces
    assert "s1_b" not in ridden_through(touch=replace(CHARGE, edge_b=LEFT)).pieces
    assert "s1_b" not in ridden_through(foot=replace(STOOD, retreating=True)).pieces
    assert "s1_b" not in ridden_through(foot=replace(STOOD, models=3), felled=17).pieces
    assert "s1_b" not in ridden_through(foot=replace(STOOD, profile="skeleton_warriors")).pieces


@pytest.mark.clause("FA-CR-10", "FA-UNIT-09")
def test_a_wedge_needs_half_the_casualties() -> None:
    assert "s1_b" in ridden_through(riders=replace(RIDERS, formation="wedge"), felled=2).pieces


@pytest.mark.clause("FA-CR-10", "FA-CR-11")
def test_no_breakthrough_without_room() -> None:
    assert "s1_b" not in ridden_through(unit("s2", "militia", 10, x=27_000)).pieces
    assert "s1_b" in ridden_through(unit("s2", "militia", 10, x=20_000)).pieces
    house = Terrain(
        "house", "building", ((42_000, 20_000), (42_000, 30_000), (48_000, 30_000), (48_000, 20_000))
    )
    assert "s1_b" not in ridden_through(terrain=(house,)).pieces
    assert "s1_b" not in ridden_through(foot=replace(STOOD, x=4_100)).pieces, "the table ends here"


@pytest.mark.clause("FA-CR-11")
def test_who_was_at_the_right_flank_is_at_the_right_part_afterwards() -> None:
    third = unit("n2", "orcs", 20, x=60_000, y=10_000)
    battle = ridden_through(third, contact(third, STOOD, RIGHT, round=2))
    assert sorted(one.id for one in battle.field.contacts_of("s1_b")) == [
        "contact:n1:s1_b",
        "contact:n2:s1_b",
    ]
    moved = battle.field.contacts_of("s1_b")[1]
    assert (moved.round, moved.edge("s1_b"), moved.edge("n2"), moved.maker) == (3, RIGHT, FRONT, "n2")


@pytest.mark.clause("FA-CR-12", "FA-CR-05", "FA-CR-02")
def test_the_parts_fight_on_for_themselves() -> None:
    battle = ridden_through()
    finish(battle)
    second = compared(*(piece for piece in battle.pieces.values() if piece.id != "turn"))
    result = told(second, CombatResult)[0]
    assert [(one.side, one.total) for one in result.results] == [("north", 0), ("south", 0)]
    assert struck(second) == [
        ("n1", "models", 3),
        ("n1", "models", 2),
        ("s1", "models", 4),
        ("s1_b", "models", 4),
    ]


@pytest.mark.clause("FA-CR-06", "FA-LD-05", "FA-CR-10")
def test_example_31_through_the_steps_of_the_book_itself() -> None:
    """A1 to A7 as the sequence of play has them, closing up and the removal of the dead included."""
    state = position(RIDERS, MILITIA, replace(CHARGE, overlap=5000), does=(sequence.a1,))
    began = process_time()
    answer = absorb(FantasyBook(), setup_of(home="south"), state, what_came)
    assert process_time() - began < 3
    assert answer.exact
    assert f"{float(answer.of('fled')[1]):.6f}" == "0.842774"
    assert f"{float(answer.of('split')[1]):.6f}" == "0.016889"


# --- what winners do in the same turn ----------------------------------------------------------------------


def turn_of(*pieces: Any, face: int, **options: Any) -> FantasyBattle:
    """Phases A to C and the end of a turn, every die showing the same face."""
    state = position(*pieces, does=(sequence.phase_a,))
    battle = FantasyBattle(FantasyBook(), setup_of(**options), state, Same(face))
    battle.run()
    return battle


@pytest.mark.clause("FA-CR-08")
def test_who_has_destroyed_all_his_enemies_charges_the_next_in_the_same_turn() -> None:
    riders = ordered(replace(KNIGHTS, y=10_000), "attack", targets=("s1", "s2"))
    few = unit("s1", "goblins", 2, 2, x=36_000, y=10_000, heading=1800)
    next_one = unit("s2", "orcs", 20, x=36_000, y=25_000, heading=1800)
    pieces = riders, few, next_one, contact(riders, few)
    battle = turn_of(*pieces, face=5)
    assert battle.unit("s1").status == "destroyed"
    assert [one.aim for one in told(battle, events.Charged)] == ["s2"]
    assert "contact:n1:s2" in battle.pieces


@pytest.mark.clause("FA-CR-08", "FA-RET-07")
@pytest.mark.parametrize("pursue", [True, False])
def test_who_has_broken_them_pursues_or_stands_and_charges_nobody(pursue: bool) -> None:
    strong = unit("n1", "orcs", 40, standard=True, y=10_000)
    strong = ordered(strong, "attack", targets=("s1", "s2"), pursue=pursue)
    weak = unit("s1", "goblins", 20, x=36_000, y=10_000, heading=1800)
    other = unit("s2", "orcs", 20, x=60_000, y=25_000, heading=1800)
    battle = turn_of(strong, weak, other, contact(strong, weak, round=1), face=3)
    assert battle.unit("s1").retreating
    assert not told(battle, events.Charged)
    assert bool(told(battle, events.Pursued)) == pursue
    if not pursue:
        assert battle.unit("n1").front == (36_000, 10_000)
        assert not battle.field.engaged("n1")


@pytest.mark.clause("FA-SPC-12")
def test_trolls_close_their_wounds_at_the_end_of_a_turn_but_the_dead_stay_dead() -> None:
    trolls = ordered(unit("n1", "trolls", 2, 3, start_models=3, pool=2, y=10_000))
    ogres = ordered(unit("n2", "ogres", 2, 3, start_models=3, pool=2, y=20_000))
    enemy = ordered(unit("s1", "orcs", 20, y=40_000))
    battle = turn_of(trolls, ogres, enemy, face=1)
    assert (battle.unit("n1").pool, battle.unit("n1").models) == (0, 2)
    assert battle.unit("n2").pool == 2
