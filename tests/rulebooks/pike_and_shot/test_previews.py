"""What is shown of an order before it is given: chances, costs, and what it would do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from grognard.core.book import Preview
from grognard.core.game import Game, secret
from grognard.core.state import Order, Question
from grognard.rulebooks.pike_and_shot import BOOK, cards, movement
from tests.rulebooks.pike_and_shot.scenes import BLUE, BRIGADE, RED, Scene, scene, unit

PLAIN_ID = re.compile(r"\b[a-z]+_[a-z_]+\b")


def shown(scenario: str, seed: str) -> Iterator[tuple[Question, Order, Preview]]:
    """Every listed answer of a battle of two doctrines, with what is shown of it."""
    game = Game.new(BOOK, BOOK.read_setup(BOOK.scenarios()[scenario]), seed=secret(seed))
    while not game.state.finished:
        seat = game.waiting_for()[0]
        question = game.asked(seat)[0]
        options = game.options(question)
        yield from ((question, order, game.preview(question, order)) for order in options)
        game.submit(seat, question.id, BOOK.doctrine(game.view(seat), question, options, Random(1)))


@pytest.fixture(scope="module")
def battle() -> list[tuple[Question, Order, Preview]]:
    return list(shown("skirmish", "previews"))


def lines(found: list[tuple[Question, Order, Preview]], kind: str, verb: str) -> list[str]:
    return [
        " ".join(line.say() for line in preview.lines)
        for question, order, preview in found
        if question.kind == kind and order[0] == verb
    ]


def test_chances_are_whole_and_words_are_words(battle: list[tuple[Question, Order, Preview]]) -> None:
    for question, order, preview in battle:
        total = sum(share for _, share in preview.chances)
        assert total == pytest.approx(round(total)), (question.kind, order)
        for lang in ("en", "ru"):
            said = [line.say(lang) for line in (*preview.lines, *(words for words, _ in preview.chances))]
            assert not any(PLAIN_ID.search(one) for one in said), said


def test_everything_that_rolls_has_chances(battle: list[tuple[Question, Order, Preview]]) -> None:
    rolling = {(question.kind, str(order[0])) for question, order, preview in battle if preview.chances}
    assert {("use", "move"), ("use", "shoot"), ("card", "coordinate"), ("react", "shoot")} <= rolling
    quiet = {(question.kind, str(order[0])) for question, order, preview in battle if not preview.chances}
    assert not {("use", "move"), ("use", "shoot"), ("react", "evade"), ("reply", "pass")} & quiet


@pytest.mark.clause("PS-CP-05", "PS-CP-03")
def test_command_points_are_said_beforehand(battle: list[tuple[Question, Order, Preview]]) -> None:
    assert set(lines(battle, "card", "impulse")) == {"costs 1 CP"}
    assert set(lines(battle, "card", "go")) == {"costs 1 CP"}
    assert set(lines(battle, "card", "activate")) == {""}


@pytest.mark.clause("PS-MAN-06")
def test_a_plan_that_would_hang_says_so(battle: list[tuple[Question, Order, Preview]]) -> None:
    said = lines(battle, "step", "manoeuvre")
    assert any(one.endswith("hangs unfinished") for one in said)
    assert any(re.fullmatch(r"takes \d move points", one) for one in said)


@pytest.mark.clause("PS-IMP-02")
def test_only_what_hangs_disorder_says_so(battle: list[tuple[Question, Order, Preview]]) -> None:
    assert any("hangs" in one for one in lines(battle, "use", "move"))
    assert not any("hangs" in one for one in lines(battle, "use", "stop"))
    assert not any("hangs" in one for one in lines(battle, "use", "cp"))


# --- scenes ---

RIDER = unit("B", BLUE, 6, (20, 27, 180), base="cuirassier", files=3, mode="charge", mp=2)


def said(there: Scene, order: Order) -> list[str]:
    return [line.say() for line in there.preview(*order).lines]


@pytest.mark.clause("PS-IMP-04", "PS-IMP-02")
def test_a_reaction_takes_the_activation_to_come() -> None:
    target = unit("R", RED, BRIGADE, (20, 23, 0), files=3)
    fresh = scene(RIDER, target).run(movement.steps, "B").answer("advance", 4500)
    assert said(fresh, ("brace", "R", "B")) == ["takes its activation of this turn"]
    assert re.fullmatch(
        r"\d bases: \d+ on good, \d+ on normal", said(fresh, ("stand_and_shoot", "R", "B"))[1]
    )
    tired = scene(RIDER, unit("R", RED, BRIGADE, (20, 23, 0), files=3, left=1, used=1, activated=True))
    tired.run(movement.steps, "B").answer("advance", 4500)
    assert said(tired, ("brace", "R", "B")) == ["hangs 1 disorder"]
    assert tired.preview("evade", "R", "B").chances
    assert not tired.preview("pass").chances


@pytest.mark.clause("PS-HTH-09", "PS-IMPACT-01")
def test_a_step_into_contact_says_who_may_react_and_what_each_result_does() -> None:
    there = scene(RIDER, unit("R", RED, BRIGADE, (20, 23, 0), files=3)).run(movement.steps, "B")
    who, blows = said(there, ("advance", 4500))
    assert who == "R may react: stand and shoot, brace, brace and shoot, counter-charge, evade"
    assert re.fullmatch(r"R: DP dealt/taken on bad \d+/\d+, normal \d+/\d+, good \d+/\d+", blows)
    assert len(there.preview("advance", 4500).chances) == 3
    assert not there.preview("advance", 1000).chances


@pytest.mark.clause("PS-MELEE-01", "PS-MELEE-03", "PS-HTH-03")
def test_a_fight_says_what_each_result_does() -> None:
    there = scene(unit("R", RED, 3, (20, 20, 0), base="pike"), unit("B", BLUE, 3, (20, 20, 180), base="pike"))
    there.run(cards.act, "R", "red_general")
    (blows,) = said(there, ("fight",))
    assert blows.startswith("B: DP dealt/taken on bad ")
    fights, leaves = (there.preview(verb).chances for verb in ("fight", "move"))
    assert fights != leaves
