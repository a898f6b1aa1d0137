"""Questions, orders and measures in words: everything that is attached to an order, no two answers said alike."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from grognard.core.state import Question
from grognard.locale import Text
from grognard.rulebooks.fantasy import orders
from grognard.rulebooks.fantasy.invariants import measures
from grognard.rulebooks.fantasy.model import Cast, Leg, SpellInForce, UnitOrder
from grognard.rulebooks.fantasy.order_words import sheet_line, unit_order_words
from tests.rulebooks.fantasy.scenes import BOOK, Scene, fwd, wheel
from tests.rulebooks.fantasy.test_words import SCENE, SETUP
from tests.rulebooks.told import check_translated

# --- orders ------------------------------------------------------------------------------------------

SHEETS: tuple[tuple[UnitOrder, str], ...] = (
    (UnitOrder("march", path=(fwd(8), wheel(-30))), "march forward 8, wheel left 30°"),
    (UnitOrder("move", path=(wheel(22.5),)), "move wheel right 22.5°"),
    (UnitOrder("attack", ("h1", "h2")), "attack h1 Orcs, h2 Wolf riders"),
    (
        UnitOrder("attack", ("h1",), (Leg("fwd", 5500),), pursue=False),
        "attack h1 Orcs, by way of forward 5.5, do not pursue",
    ),
    (
        UnitOrder("hold", if_charged="stand_and_shoot", pursue=True),
        "hold position, if charged stand and shoot, pursue",
    ),
    (UnitOrder("stand_and_shoot", shots="single"), "stand and shoot at the nearest, single shots"),
    (UnitOrder("move_and_shoot", ("h1",), (fwd(3),)), "move and shoot at h1 Orcs, by way of forward 3"),
    (UnitOrder("retreat", heading=1800, leave=True), "retreat to 180°, off the table"),
    (
        UnitOrder("reform", heading=900, files=5, formation="column"),
        "re-form facing 90°, files 5, formation column",
    ),
    (
        UnitOrder("attack", challenge=("c1_captain",), accept=("c1_captain",)),
        "attack, challenge by Captain c1, duel accepted by Captain c1",
    ),
    (
        UnitOrder("hold", casts=(Cast("magus", "flame_4", 3, 2, ("h1", (20000, 15500))),)),
        "hold position, Mage magus casts Ball of Fire at h1 Orcs, point 20 15.5, dice 3, at least 2",
    ),
)


@pytest.mark.clause("FA-ORD-01", "FA-ORD-10", "FA-MAG-08")
@pytest.mark.parametrize(("order", "words"), SHEETS)
def test_an_order_is_said_with_all_that_is_attached_to_it(order: UnitOrder, words: str) -> None:
    line = sheet_line(SCENE.field, order)
    assert line.say("en") == words
    assert unit_order_words(SCENE.field, orders.flat(order)) == line
    check_translated(line)
    assert not re.search(r"[:;!?]|\.\s", line.say("ru"))


@pytest.mark.clause("FA-RET-04", "FA-ORD-12")
def test_orders_of_those_who_run_and_none_at_all() -> None:
    field = SCENE.field
    assert unit_order_words(field, ("rally", "heading", 1800)).say("en") == "rally, facing 180°"
    assert unit_order_words(field, ("rally",)).say("en") == "rally"
    assert unit_order_words(field, ("run",)).say("en") == "let it run"
    assert unit_order_words(field, ("default",)).say("en") == "as the rules have it"
    assert unit_order_words(field, ("dance", 3)).say("en") == "dance 3"


@pytest.mark.clause("FA-MAG-13")
def test_spells_in_force_are_called_by_their_number() -> None:
    force = SpellInForce("spell_3", "earth_1", "magus", "c", "c1", total=9)
    scene = Scene(SETUP)
    scene.state = msgspec.structs.replace(scene.state, pieces=(*scene.state.pieces, force))
    cast = Cast("magus", "break_enchantment", 2, 1, ("spell_3",))
    words = sheet_line(scene.field, UnitOrder("hold", casts=(cast,)))
    assert "casts Break Enchantment at spell 3 Bark Skin, dice 2" in words.say("en")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_two_answers_of_a_question_are_said_alike(lang: str) -> None:
    for one in SCENE.state.questions:
        view = SCENE.view(one.seat)
        offered = (*BOOK.decisions[one.kind].options(view, one), BOOK.decisions[one.kind].default(view, one))
        words = [BOOK.order_words(view, one, order).say(lang) for order in dict.fromkeys(offered)]
        assert len(set(words)) == len(words)


def test_answers_to_the_other_questions() -> None:
    view = SCENE.view("c")

    def words(kind: str, *order: Any) -> str:
        return BOOK.order_words(view, Question(kind, "c", ("c",)), order).say("en")

    assert words("legend", "best", "c") == "the legend of c"
    assert words("legend", "nobody") == "nobody's"
    assert words("legend_bonus", "bonus", "drill", "c1") == "Well drilled to c1 Knights"
    assert words("deploy", "deploy") == "deploy as listed"
    assert words("deploy", "deploy", "c1", 20500, 8000, 0, 5, "line") == (
        "deploy c1 Knights at 20.5 8 facing 0° files 5 formation line"
    )
    assert words("confirm", "confirm") == "carry out the orders"


# --- measures ----------------------------------------------------------------------------------------


def test_every_measure_and_its_values_have_words() -> None:
    for name, value in measures(SETUP, SCENE.state).items():
        words = BOOK.measure_words(SETUP, name)
        assert isinstance(words, Text)
        check_translated(words)
        check_translated(BOOK.value_words(SETUP, name, value))
    assert BOOK.value_words(SETUP, "winner", "c+h").say("en") == "c, h"  # type: ignore[union-attr]
    assert BOOK.value_words(SETUP, "grade", "minor").say("en") == "a minor victory"  # type: ignore[union-attr]


@pytest.mark.clause("FA-ORD-12", "FA-RET-04")
@pytest.mark.parametrize(
    ("unit_id", "words"), [("c3", "stand and shoot at the nearest"), ("c1", "hold position")]
)
def test_what_comes_of_silence_is_said_as_the_order_that_counts(unit_id: str, words: str) -> None:
    question = Question("order", "c", (unit_id,))
    assert BOOK.default_words(SCENE.view("c"), question).say("en") == words
    (asked,) = BOOK.asked(SCENE.view("c"), [question])
    assert asked.default is not None
    assert asked.default.say("en") == words


@pytest.mark.clause("FA-RET-04")
def test_who_runs_runs_on_where_nobody_says_anything() -> None:
    scene = Scene(SETUP)
    pieces = (
        msgspec.structs.replace(one, retreating=True) if one.id == "c1" else one for one in scene.state.pieces
    )
    scene.state = msgspec.structs.replace(scene.state, pieces=tuple(pieces))
    assert BOOK.default_words(scene.view("c"), Question("order", "c", ("c1",))).say("en") == "let it run"
