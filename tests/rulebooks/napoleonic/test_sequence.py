"""The sequence of play: the order of steps, what is sealed, defaults, whole battles at random."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.state import Question, State, encode
from grognard.rulebooks.napoleonic import sequence
from grognard.rulebooks.napoleonic.decisions import DECISIONS
from grognard.rulebooks.napoleonic.decisions_base import Choice
from grognard.rulebooks.napoleonic.events import BattleBegan, PhaseStarted, TurnStarted
from grognard.rulebooks.napoleonic.model import FRAY, NapoleonicSetup, NapoleonicState
from grognard.space.outline import Base
from grognard.space.pose import Pose
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, RED, Scene, box, gun, man, scene, unit, wagon


def small() -> Scene:
    return scene(unit("a", at=(3, 3, 0)), unit("c", at=(4, 3, 0)), unit("b", BLUE, at=(3, 9, 180)), turn=0)


@pytest.mark.clause("NA-SEQ-01", "NA-SEQ-02")
def test_a_turn_is_movement_fire_and_close_combat() -> None:
    one = small().run(sequence.open_battle)
    while one.field.turn < 2:
        one.answer_all(dice=[])
    assert one.heard(BattleBegan)
    assert [event.turn for event in one.heard(TurnStarted)] == [1, 2]
    assert [(event.turn, event.phase) for event in one.heard(PhaseStarted)] == [(1, "fire"), (1, "combat")]


@pytest.mark.clause("NA-SEQ-07", "NA-ART-03", "NA-MOVE-01", "NA-CMD-10")
def test_who_has_no_choice_is_known_without_the_whole_list() -> None:
    """Shortcuts of decisions say the same as the list of orders does."""
    town = box("town", "town_block", 5, 4.5, 6, 5.5)
    one = scene(
        unit("a", at=(3, 3, 0)),
        unit("lost", at=(1, 1, 0), commanded=False),
        unit("red_horse", at=(9, 1, 0), arm="horse", figures=5, commanded=False),
        gun("g", at=(5.5, 3.5, 0)),
        gun("far", at=(9, 3, 180)),
        gun("bare", at=(11, 3, 0), crew=0),
        wagon("w", at=(2, 1, 0)),
        unit("b", BLUE, at=(3, 9, 180)),
        man("boss", "a"),
        terrain=(town,),
    )
    view, only = one.view(RED), dict[tuple[str, str], bool]()
    asked = [Question(kind, RED, (gun,)) for kind in ("order", "fire") for gun in ("g", "far", "bare")]
    asked += [Question("order", RED, (body,)) for body in ("a", "lost", "red_horse", "w")]
    for question in (*asked, Question("persons", RED)):
        decision = DECISIONS[question.kind]
        found = decision.only(view.field, question)
        assert found == Choice.only(decision, view.field, question), question.id
        only[question.kind, str(question.about[:1])] = found is not None
    assert set(only.values()) == {True, False}
    assert only["fire", "('far',)"]
    assert not only["fire", "('g',)"]


@pytest.mark.clause("NA-SEQ-07")
def test_questions_of_a_turn_stand_in_their_order() -> None:
    one, kinds = small().run(sequence.open_battle), []
    while one.field.turn < 2:
        kinds += [kind for kind in dict.fromkeys(one.asked) if kind not in kinds]
        one.answer_all(initiative=("roll",), dice=[])
    assert kinds == ["persons", "initiative", "order", "end"]


@pytest.mark.clause("NA-SEQ-07")
def test_nobody_learns_what_another_seat_has_sealed() -> None:
    """Non-interference: whatever red answers in secret, blue's view and blue's own options stay the same."""
    seen = set()
    for order in (("hold",), ("about_face",), ("form", "open_order"), ("split", 5, 5)):
        one = small().run(sequence.ask_orders).answer("a", *order)
        view = one.view(BLUE)
        seen.add((encode(view.pieces), encode(view.answers), encode(one.options("b")), encode(view.asked)))
        assert one.view(RED).answers == (("order:a", order),)
    assert len(seen) == 1


def play(setup: NapoleonicSetup, seed: int, check: bool = True) -> State[Any]:
    """A whole battle with answers drawn at random, invariants checked after every step."""
    rng, dice = random.Random(seed), Fast(seed)
    step = engine.begin(BOOK, setup, dice)
    while not step.state.finished:
        answers = {}
        for question in step.state.questions:
            if question.answer is None:
                view = BOOK.view(setup, step.state, question.seat)
                decision = BOOK.decisions[question.kind]
                order = rng.choice(decision.options(view, question)) if question.kind != "end" else ("go_on",)
                answers[question.id] = decision.check(view, question, order)
        before, step = step.state, engine.answer(BOOK, setup, step.state, answers, dice)
        if check:
            assert not BOOK.check_invariants(setup, before, step.state), (seed, BOOK.turn(step.state))
    return step.state


@pytest.mark.parametrize("seed", range(3))
def test_battles_at_random_break_nothing_and_come_to_an_end(seed: int) -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    state = play(setup, seed)
    assert state.outcome is not None
    assert {"winner", "reason", "turns", "french_figures", "russian_points"} <= set(
        BOOK.measures(setup, state)
    )


@pytest.mark.slow
def test_a_larger_battle_at_random() -> None:
    state = play(BOOK.read_setup(BOOK.scenarios()["standard"]), 1)
    assert state.outcome is not None


@pytest.mark.clause("NA-GEN-02", "NA-SEQ-05")
def test_a_position_is_written_and_read_and_the_same_dice_give_the_same_battle() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    first, second = play(setup, 7, check=False), play(setup, 7, check=False)
    assert first.digest() == second.digest()
    assert msgspec.json.decode(encode(first), type=NapoleonicState) == first


@pytest.mark.clause("NA-SEQ-05")
def test_dice_fall_by_side_then_by_id() -> None:
    one = scene(unit("z", at=(3, 3, 0)), unit("b", at=(4, 3, 0)), unit("a", BLUE, at=(3, 9, 180)))
    assert [body.id for body in one.field.in_order(one.field.bodies)] == ["b", "z", "a"]


def test_what_is_known_of_a_position_is_forgotten_with_what_it_hangs_on() -> None:
    battle = small().draft()
    field = battle.field
    view, kept, units = battle.view(RED), field.kept, field.units
    battle.step("1.3", "movement")
    assert field.kept is kept
    battle.change(FRAY, pushed=("a",))
    assert field.kept is not kept
    assert field.units is units
    battle.change("a", standing="gone")
    assert [one.id for one in field.units] == ["c", "b"]
    assert [one.id for one in field.threats(BLUE)] == ["c"]
    assert [one.id for one in view.field.units] == ["a", "c", "b"]


def test_what_is_known_of_a_position_serves_all_who_look_at_it() -> None:
    one = small()
    battle = one.draft()
    battle.change(FRAY, pushed=("a",))
    battle.field.kept["known"] = True
    state = battle.state()
    assert state.pieces is battle.state().pieces
    assert BOOK.view(one.setup, state, RED).field.kept["known"]
    after: Any = BOOK.draft(one.setup, state, Fast(1))
    assert after.field.kept["known"]
    after.change(FRAY, pushed=("b",))
    assert "known" not in after.field.kept
    assert "known" not in BOOK.view(one.setup, after.state(), RED).field.kept
    assert BOOK.view(one.setup, state, RED).field.kept["known"]


def test_who_stays_where_he_is_keeps_his_footprint() -> None:
    battle = small().draft()
    shape = battle.body("a").shape
    battle.change("a", order=("hold",))
    assert battle.body("a").shape is shape
    for change in ({"x": 5}, {"y": 5}, {"heading": 5}, {"frontage": 50}, {"depth": 50}):
        before = battle.body("a").shape
        battle.change("a", **change)
        body = battle.body("a")
        assert body.shape == Base(Pose(body.x, body.y, body.heading), body.frontage, body.depth) != before


@pytest.mark.clause("NA-CMD-10", "NA-OOB-07")
def test_who_stands_with_whom_is_found_anew_where_a_person_changes() -> None:
    battle = scene(unit("a"), unit("c", at=(4, 3, 0)), man("boss", "a")).draft()
    field = battle.field
    assert [one.id for one in field.persons_at("a")] == ["boss"]
    assert field.has_general("a")
    battle.change("boss", at="c")
    assert [one.id for one in field.persons_at("c")] == ["boss"]
    assert (field.persons_at("a"), field.has_general("a"), field.has_general("c")) == ([], False, True)
