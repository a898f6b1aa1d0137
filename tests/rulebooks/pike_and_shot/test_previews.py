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
from grognard.rulebooks.pike_and_shot.model import Flag
from tests.rulebooks.pike_and_shot.scenes import BLUE, BRIGADE, RED, Scene, box, commander, scene, unit

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
FRESH = unit(
    "B", BLUE, 6, (20, 27, 180), base="cuirassier", files=3, mode="charge", mp=2, morale="high", left=1
)


def said(there: Scene, order: Order) -> list[str]:
    return [line.say() for line in there.preview(*order).lines]


@pytest.mark.clause("PS-IMP-04", "PS-IMP-02")
def test_a_reaction_takes_the_activation_to_come() -> None:
    target = unit("R", RED, BRIGADE, (20, 23, 0), files=3)
    fresh = scene(RIDER, target).run(movement.steps, "B").answer("advance", 4500)
    assert said(fresh, ("brace", "R", "B"))[0] == "takes its activation of this turn"
    assert re.fullmatch(
        r"\d bases: \d+ on good, \d+ on normal", said(fresh, ("stand_and_shoot", "R", "B"))[1]
    )
    tired = scene(RIDER, unit("R", RED, BRIGADE, (20, 23, 0), files=3, left=1, used=1, activated=True))
    tired.run(movement.steps, "B").answer("advance", 4500)
    assert said(tired, ("brace", "R", "B"))[0] == "hangs 1 disorder"
    assert tired.preview("evade", "R", "B").chances
    assert not tired.preview("pass").chances


@pytest.mark.clause("PS-HTH-09", "PS-IMPACT-01")
def test_a_step_into_contact_says_who_may_react_what_each_result_does_and_how_it_ends() -> None:
    there = scene(FRESH, unit("R", RED, BRIGADE, (20, 23, 0), files=3)).run(movement.steps, "B")
    who, blows, impact, melee, *reactions = said(there, ("advance", 4500))
    assert who == "R may react: stand and shoot, brace, brace and shoot, counter-charge, evade"
    assert re.fullmatch(r"R: DP dealt/taken on bad \d+/\d+, normal \d+/\d+, good \d+/\d+", blows)
    assert impact.startswith("impact: B holds ")
    assert impact.endswith("routs 18%"), "235/1296 of the printed example"
    assert "; R holds " in impact
    assert " routs 12%;" in impact, "467/3888"
    assert melee.startswith("and a melee at once: B ")
    assert [one.partition(":")[0] for one in reactions] == [
        "stand and shoot", "brace", "brace and shoot", "counter-charge"
    ]  # fmt: skip
    assert "brace: B routs 74%; R routs 9%" in reactions, "51691/69984 and 4235/46656"
    assert len(there.preview("advance", 4500).chances) == 3
    assert not there.preview("advance", 1000).chances


@pytest.mark.clause("PS-REACT-06", "PS-HTH-10", "PS-IMPACT-04")
def test_a_charge_into_the_rear_is_told_for_what_it_is() -> None:
    there = scene(FRESH, unit("R", RED, BRIGADE, (20, 20, 180), files=3)).run(movement.steps, "B")
    blows, impact, melee = said(there, ("advance", 4500))
    assert (blows.partition(":")[0], impact.count("routs"), melee[:5]) == ("R", 2, "and a")
    assert " routs 2%; R " in impact, "5/324"
    assert impact.endswith(" routs 85%"), "39793/46656"


@pytest.mark.clause("PS-MOVE-02", "PS-MOVE-08", "PS-REACT-02")
def test_a_charge_says_whether_it_gets_home_and_what_it_may_draw() -> None:
    far = unit("B", BLUE, 6, (20, 30.2, 180), base="cuirassier", files=3)
    there = scene(far, unit("R", RED, BRIGADE, (20, 23, 0), files=3)).run(cards.act, "B", "blue_general")
    reach, passing, charged, *_ = said(there, ("charge",))
    assert reach == "contact with R after 7.2″ (move points: 2): 17%"
    assert passing.startswith("R may react: shoot")
    assert charged.startswith("R may react: stand and shoot")
    near = unit("B", BLUE, 6, (20, 26.5, 180), base="cuirassier", files=3)
    there = scene(near, unit("R", RED, BRIGADE, (20, 23, 0), files=3)).run(cards.act, "B", "blue_general")
    assert said(there, ("charge",))[0] == "contact with R after 3.5″ (move points: 1): 83%"


@pytest.mark.clause("PS-MOVE-08", "PS-ORD-03")
def test_a_charge_that_meets_nobody_or_is_forbidden_says_so() -> None:
    aside = unit("B", BLUE, 6, (30, 27, 180), base="cuirassier", files=3)
    there = scene(aside, unit("R", RED, BRIGADE, (20, 23, 0), files=3)).run(cards.act, "B", "blue_general")
    assert said(there, ("charge",))[0] == "nobody to charge straight ahead within 9″"
    post = commander("C", BLUE, (20, 32), under="blue_general", order=Flag("hold", 20000, 36000))
    held = unit("B", BLUE, 6, (20, 30, 180), base="cuirassier", files=3, command="C")
    there = scene(held, unit("R", RED, BRIGADE, (20, 23, 0), files=3), commanders=[post])
    there.run(cards.act, "B", "C")
    assert said(there, ("charge",))[1].startswith("'B' is outside its zone")


@pytest.mark.clause("PS-MOVE-10")
def test_a_step_slowed_by_a_wood_says_why() -> None:
    wood = box("wood", "wood", 10, 20, 30, 26)
    there = scene(RIDER, terrain=[wood]).run(movement.steps, "B")
    slow, rough = said(there, ("advance", 1000)), said(there, ("advance", 2000))
    assert slow == rough[:1]
    assert re.fullmatch(r"Wood: slow going, [\d.]+″ a move point at most, not 4.5″", slow[0])
    assert rough[1:] == ["Wood: rough ground, hangs 1 disorder"]
    assert not said(scene(RIDER).run(movement.steps, "B"), ("advance", 2000))


@pytest.mark.clause("PS-REACT-12", "PS-REACT-13", "PS-REACT-07")
def test_whoever_rides_at_the_charger_hears_whether_it_comes_to_blows() -> None:
    target = unit("R", RED, 6, (20, 23, 0), base="cuirassier", files=3)
    there = scene(RIDER, target).run(movement.steps, "B").answer("advance", 4500)
    _, blows, then = said(there, ("counter_charge", "R", "B"))
    assert re.fullmatch(r"comes to blows with B: \d+%", blows)
    assert then.startswith("then: R holds ")
    passing = unit("B", BLUE, 6, (20, 29, 180), base="cuirassier", files=3, mode="move", mp=2)
    there = scene(passing, target).run(movement.steps, "B").answer("advance", 500)
    _, blows, then = said(there, ("charge", "R", "B"))
    assert blows == "comes to blows with B: 17%", "5.5 inches take both move points"
    assert then.startswith("then: R ")


@pytest.mark.clause("PS-MELEE-01", "PS-MELEE-03", "PS-HTH-03")
def test_a_fight_says_what_each_result_does() -> None:
    there = scene(unit("R", RED, 3, (20, 20, 0), base="pike"), unit("B", BLUE, 3, (20, 20, 180), base="pike"))
    there.run(cards.act, "R", "red_general")
    blows, quiet, answered = said(there, ("fight",))
    assert blows.startswith("B: DP dealt/taken on bad ")
    assert quiet.startswith("nobody replies: R ")
    assert answered.startswith("a reply: R ")
    fights, leaves = (there.preview(verb).chances for verb in ("fight", "move"))
    assert fights != leaves
