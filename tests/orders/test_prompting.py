"""Reading back, answering one question at a prompt, completion."""

from __future__ import annotations

import pytest

from grognard.core.state import Order
from grognard.orders import Doubt, Understood, read, read_answer, read_back, suggest
from tests.orders.table import ARCHERS, ASKED, MARCH, MILL, PARTING, WORDS, melee, ranged

MELEE = melee(MILL)


def test_read_back_in_english() -> None:
    text = "Стража мельницы атакует головорезов. 2: hodl. Стража моста, клин. разойтись: да"
    lines = read_back(read(text, ASKED, WORDS), ASKED, WORDS, "en", text)
    assert lines[:3] == ["1 Mill watch: attack 3 Cutthroats", "2 Bridge watch, tactic: Wedge", "part: yes"]
    assert lines[3].startswith("? “hodl”: not understood: hodl. Meant: hold")
    assert "! no order read for 2 Bridge watch; if nothing comes: hold" in lines
    assert "! no order read for 4 River archers" in lines


def test_read_back_without_the_post() -> None:
    asked = [MELEE]
    lines = read_back(read("attack knights", asked, WORDS), asked, WORDS)
    choice = "attack 5 Black Knights, attack 7 Knights of the Guard"
    assert lines[0] == f"? this can mean several things. Meant: {choice}?"
    assert (
        read_back(read("1: do not attack", asked, WORDS), asked, WORDS)[0]
        == "? this says only what not to do"
    )


def test_read_back_in_russian() -> None:
    lines = read_back(read("1: attack 3\n1: hold, 4: shoot 3?", ASKED, WORDS), ASKED, WORDS, "ru")
    assert lines[0] == "1 Стража мельницы: держать позицию [?]"
    assert "! вместо прежнего: атаковать 3 Головорезы" in lines
    assert "! это звучит как вопрос" in lines
    assert "! приказа нет: 2 Стража моста; если не придёт: держать позицию" in lines


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("1", ("attack", "d_cut")),
        (" 5. ", ("hold",)),
        ("hold", ("hold",)),
        ("держать позицию", ("hold",)),
        ("Стоим!", ("hold",)),
        ("attack #3", ("attack", "d_cut")),
        ("бьём бандитов", ("attack", "d_cut")),
        ("Mill watch: charge the Spearmen", ("attack", "d_spears")),
        ("attack 3 Cutthroats", ("attack", "d_cut")),
    ],
)
def test_an_answer(text: str, order: Order) -> None:
    answer = read_answer(text, MELEE, WORDS)
    assert isinstance(answer, Understood)
    assert (answer.question, answer.order, answer.confidence) == (MELEE.question, order, "sure")


@pytest.mark.parametrize(
    ("text", "order"), [("да", ("yes",)), ("No", ("no",)), ("2", ("no",)), ("agreed", ("yes",))]
)
def test_yes_and_no(text: str, order: Order) -> None:
    answer = read_answer(text, PARTING, WORDS)
    assert isinstance(answer, Understood)
    assert answer.order == order


@pytest.mark.parametrize("text", ["Cutthroats", "головорезы", "holdd"])
def test_half_an_answer_is_doubtful(text: str) -> None:
    answer = read_answer(text, MELEE, WORDS)
    assert isinstance(answer, Understood)
    assert answer.confidence == "doubtful"
    assert answer.remarks


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("99", "there is no option 99; the last is 8"),
        ("", "not understood as an answer"),
        ("what?", "not understood as an answer"),
        ("knights", "not understood as an answer"),
        ("attack knights", "this can mean several things"),
        ("attack", "not a whole order for 1 Mill watch"),
        ("hold, attack 3", "this can mean several things"),
    ],
)
def test_no_answer_says_why_and_what_may_be_meant(text: str, why: str) -> None:
    answer = read_answer(text, MELEE, WORDS)
    assert isinstance(answer, Doubt)
    assert str(answer.text) == why
    assert answer.suggestions
    assert {one.order for one in answer.suggestions} <= {None, *(option.order for option in MELEE.options)}


def test_a_number_of_an_option_comes_before_a_number_in_an_order() -> None:
    answer = read_answer("2", MARCH, WORDS)
    assert isinstance(answer, Understood)
    assert answer.order == MARCH.options[1].order


def completed(text: str, lang: str = "en") -> list[str]:
    return [text[: one.start] + one.text for one in suggest(text, ASKED, WORDS, lang)]


def test_first_the_piece_is_completed() -> None:
    assert completed("mil") == ["1 Mill watch: "]
    assert completed("стра", "ru") == ["1 Стража мельницы: ", "2 Стража моста: "]
    assert completed("1: hold; lev") == ["1: hold;3 Levy of Brod: "]
    assert completed("1: hold\n4") == ["1: hold\n4 River archers: "]
    assert "part: " in completed("")


def test_then_the_order() -> None:
    assert completed("1: att cut") == ["1: attack 3 Cutthroats"]
    assert completed("1: чарж") == []
    assert completed("1: charge bl") == ["1: attack 5 Black Knights"]
    assert completed("Стража моста: бить чер", "ru") == ["Стража моста: атаковать 5 Чёрные рыцари"]
    assert completed("1, tactic: w") == ["1, tactic: Wedge", "1, tactic: Shield wall"][::-1]
    assert completed("part: y") == ["part: yes"]


def test_a_completion_is_read_as_an_order() -> None:
    for text in completed("4: shoot"):
        assert read(text, [ranged(ARCHERS)], WORDS).sure


def test_one_question_needs_no_address() -> None:
    assert [one.text for one in suggest("for", [MARCH], WORDS)] == ["form square"]
