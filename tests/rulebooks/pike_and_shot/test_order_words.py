"""Questions and orders in words, and the order language of players: what is said is read as the same order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from grognard.core.errors import Refused
from grognard.core.state import Order, Question
from grognard.locale import LANGUAGES, say, translate
from grognard.orders import (
    Asked,
    Doubt,
    Reading,
    Understood,
    Vocabulary,
    Wording,
    order_line,
    read,
    read_answer,
)
from grognard.orders.readback import unreadable
from grognard.rulebooks.pike_and_shot.decisions import DECISIONS
from grognard.rulebooks.pike_and_shot.model import PikeSetup
from grognard.rulebooks.pike_and_shot.view import PikeView
from tests.rulebooks.pike_and_shot.games import BOOK, close, moments, shipped

Changes = dict[str, dict[str, Any]]


def asking(question: Question, changes: Changes | None = None, **options: Any) -> PikeView:
    """The seat's view of the armies as they stand at the start, with changes, and with this question."""
    setup = close(**options)
    view = BOOK.view(setup, BOOK.start(setup), question.seat)
    fields = changes or {}
    pieces = tuple(msgspec.structs.replace(piece, **fields.get(piece.id, {})) for piece in view.pieces)
    return msgspec.structs.replace(view, pieces=pieces, asked=(question,))


MOVING: Changes = {"S2": {"mode": "move", "mp": 2}, "S1": {"mode": "move", "mp": 2}}
CARD = Question("card", "swedish", ("Leslie", 0))
KING = Question("card", "swedish", ("King", 0))
USE_1 = Question("use", "swedish", ("S1", "Leslie"))
USE_2 = Question("use", "swedish", ("S2", "Leslie"))
STEP = Question("step", "swedish", ("S2",))
FOOT = Question("step", "swedish", ("S1",))
RIDERS = Question("step", "imperial", ("I4",))
CHARGED = Question("react", "imperial", ("imperial", "charge", "", 6500, "", "S1"))
PASSED = Question("react", "imperial", ("imperial", "pass", "", 0, "", "S1"))
REPLY = Question("reply", "imperial", ("I1", "S1"))
LOSS = Question("loss", "swedish", ("S1",))
ORDER = Question("initial_order", "swedish", ("Leslie",))

SETTINGS: dict[str, tuple[Question, Changes]] = {
    "card": (CARD, {"Leslie": {"cp": 3, "y": 10500}, "S1": {"dp": 2}, "S3": {"dp": 1}}),
    "king": (KING, {"King": {"cp": 4}, "turn": {"number": 1, "deck": ("Leslie", "Baner", "Holk")}}),
    "use": (USE_1, {"S1": {"dp": 2}}),
    "horse": (USE_2, {}),
    "step": (STEP, MOVING),
    "foot": (FOOT, MOVING),
    "dragoons": (RIDERS, {"I4": {"mode": "move", "mp": 2}}),
    "charged": (CHARGED, {"S1": {"mode": "charge", "mp": 1}}),
    "passed": (PASSED, MOVING),
    "reply": (REPLY, {}),
    "loss": (LOSS, {}),
    "order": (ORDER, {}),
}


def setting(name: str) -> tuple[PikeView, Question]:
    question, changes = SETTINGS[name]
    return asking(question, changes), question


def heard(name: str, post: str) -> Reading:
    view, question = setting(name)
    return read(post, BOOK.asked(view, [question]), BOOK.vocabulary(view))


POSTS: list[tuple[str, str, Order]] = [
    ("card", "активировать S1", ("activate", "S1")),
    ("card", "Лесли: активировать пушки", ("activate", "S3")),
    ("card", "activate the Swedish brigade", ("activate", "S1")),
    ("card", "закончить карту", ("end",)),
    ("card", "дополнительный импульс бригаде", ("impulse", "S1")),
    ("card", "снять ДП с S1", ("remove_dp", "S1")),
    ("card", "take disorder off the brigade", ("remove_dp", "S1")),
    ("card", "Лесли присоединяется к бригаде", ("attach", "S1")),
    ("card", "Лесли скачет к пушкам", ("go", 14000, 11500)),
    ("card", "вместе восстанавливаем порядок, 1 ОК", ("coordinate", "restore", 1, "S1", "S3")),
    ("card", "together move, 2", ("coordinate", "move", 2, "S1", "move", "S2", "move", "S3", "move")),
    ("king", "Лесли действует", ("command", "Leslie")),
    ("king", "передать 2 Лесли", ("pass", "Leslie", 2)),
    ("king", "hand over 1 to Banér", ("pass", "Baner", 1)),
    ("king", "новый приказ для Лесли, держаться, мельница", ("order", "Leslie", "hold", 20000, 17000)),
    ("king", "new order for Leslie, to attack, the mill", ("order", "Leslie", "attack", 20000, 17000)),
    ("use", "бригада Лесли атакует кирасиров", ("charge",)),
    ("use", "мушкетёры дают залп по кирасирам", ("shoot", "I2")),
    ("use", "S1 обстреливает I1", ("shoot", "I1")),
    ("use", "огонь по полку!", ("shoot", "I1")),
    ("use", "fire at the cuirassiers", ("shoot", "I2")),
    ("use", "восстанавливаем порядок", ("restore",)),
    ("use", "вперёд", ("move",)),
    ("use", "стоим", ("stop",)),
    ("horse", "S2 charges I2", ("charge",)),
    ("horse", "конница в атаку", ("charge",)),
    ("step", "развернуться влево на 45", ("manoeuvre", "turn", -450)),
    ("step", "advance 3 inches", ("advance", 3000)),
    ("step", "wheel left 30", ("manoeuvre", "wheel", "left", 300)),
    ("step", "вперёд на 2,5 дюйма", ("advance", 2500)),
    ("step", "S2: вперёд 2.5", ("advance", 2500)),
    ("step", "вперёд до упора", ("advance", 4500)),
    ("step", "заход правым плечом на 30", ("manoeuvre", "wheel", "right", 300)),
    ("step", "повернуться направо на 90 градусов", ("manoeuvre", "turn", 900)),
    ("step", "кругом!", ("manoeuvre", "turn_about")),
    ("step", "построиться в колонну", ("manoeuvre", "form", "column", 2)),
    ("step", "отойти на 1", ("manoeuvre", "step_back", 1000)),
    ("step", "side-step left 1.5", ("manoeuvre", "side_step", "left", 1500)),
    ("foot", "развернуться к кирасирам", ("manoeuvre", "turn", 502)),
    ("foot", "стой", ("stop",)),
    ("dragoons", "спешиться", ("manoeuvre", "swap")),
    ("charged", "отступить", ("evade", "I1", "S1")),
    ("charged", "пики вперёд, упереться", ("brace", "I1", "S1")),
    ("charged", "I1 встречает огнём", ("stand_and_shoot", "I1", "S1")),
    ("charged", "стенд-н-шут", ("stand_and_shoot", "I1", "S1")),
    ("charged", "pikes brace and shot fire at S1", ("mixed", "I1", "S1")),
    ("charged", "пики упираются, мушкетёры стреляют", ("mixed", "I1", "S1")),
    ("charged", "пас", ("pass",)),
    ("passed", "полк стреляет", ("shoot", "I1", "S1")),
    ("passed", "кирасиры отступают", ("evade", "I2", "S1")),
    ("passed", "no reaction", ("pass",)),
    ("reply", "да", ("reply",)),
    ("reply", "отбиваемся", ("reply",)),
    ("reply", "save the impulse", ("pass",)),
    ("loss", "мушкетёры", ("musket",)),
    ("loss", "lose pikemen", ("pike",)),
    ("order", "Лесли: атаковать мельницу", ("attack", 20000, 17000)),
    ("order", "держаться, где он стоит", ("hold", 20000, 10400)),
    ("order", "to attack, the middle of the table", ("attack", 24000, 18000)),
]


LATER: list[tuple[str, str, Order, str]] = [
    *(("card", post, order, "it is only activated; what it does is asked next") for post, order in [
        ("бригада Лесли атакует кирасиров", ("activate", "S1")),
        ("S2 обстреливает I2", ("activate", "S2")),
        ("S2: в атаку на кирасир", ("activate", "S2")),
        ("мушкетёры дают залп по кирасирам", ("activate", "S1")),
        ("guns fire at the regiment", ("activate", "S3")),
        ("guns: shoot at I1", ("activate", "S3")),
        ("activate S1, advance", ("activate", "S1")),
    ]),
    ("use", "S1: wheel left", ("move",), "it is only a move; which one is asked after the test"),
    ("use", "кругом", ("move",), "it is only a move; which one is asked after the test"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "post", "meant", "doubt"), LATER)
def test_what_is_asked_later_is_not_passed_over(name: str, post: str, meant: Order, doubt: str) -> None:
    found = heard(name, post)
    assert [one.order for one in found.orders] == [meant]
    assert doubt in [remark.say() for remark in found.orders[0].remarks]
    assert not found.sure


@pytest.mark.parametrize(
    ("name", "post", "meant", "doubt"),
    [
        ("card", "activate S1, advance 3", ("activate", "S1"), "this was left over: no order took it up"),
        ("card", "activate S1 and S2", ("activate", "S1"), "this was left over: no order took it up"),
        ("use", "S1: advance 3", ("move",), "this was left over: no order took it up"),
        ("use", "advance 3", None, "“3” has no place here"),
        ("step", "advance 2.0001", None, "“2.0001” has no place here"),
        ("card", "Leslie: everyone move together", None, "not a whole order"),
        ("card", "together move", None, "not a whole order"),
        ("card", "activate the lancers", None, "not a whole order"),
        (
            "card",
            "S1 and the guns shoot at I1",
            ("activate", "S1"),
            "this was left over: no order took it up",
        ),
    ],
)
def test_nothing_is_dropped_without_a_word(name: str, post: str, meant: Order | None, doubt: str) -> None:
    found = heard(name, post)
    assert [one.order for one in found.orders] == ([meant] if meant else [])
    assert doubt in [one.text.say() for one in found.doubts]


def test_a_name_that_nobody_has_is_no_other_name() -> None:
    found = heard("card", "S9 and the guns: activate")
    assert [(one.order, one.confidence) for one in found.orders] == [(("activate", "S3"), "doubtful")]
    assert "nobody is called “S9”" in [remark.say() for remark in found.orders[0].remarks]


@pytest.mark.parametrize(
    ("post", "meant"),
    [
        ("advance 2.2", ("advance", 2200)),
        ("вперёд на 2,123", ("advance", 2123)),
        ("turn left 33", ("manoeuvre", "turn", -330)),
        ("заехать плечом вправо на 12,5", ("manoeuvre", "wheel", "right", 125)),
        ("side-step left 0.7", ("manoeuvre", "side_step", "left", 700)),
        ("step back 1.25", ("manoeuvre", "step_back", 1250)),
    ],
)
@pytest.mark.clause("PS-MOVE-08", "PS-MAN-10")
def test_any_length_and_angle_may_be_said(post: str, meant: Order) -> None:
    view, question = setting("step")
    found = read_answer(post, BOOK.asked_for(view, [question], post)[0], BOOK.vocabulary(view))
    assert isinstance(found, Understood)
    assert (found.order, found.confidence) == (meant, "sure")
    assert DECISIONS["step"].check(view, question, found.order) == meant


@pytest.mark.clause("PS-MOVE-08")
def test_a_length_too_great_is_refused_by_the_rules() -> None:
    view, question = setting("step")
    found = read_answer("advance 7", BOOK.asked_for(view, [question], "advance 7")[0], BOOK.vocabulary(view))
    assert isinstance(found, Understood)
    with pytest.raises(Refused) as refused:
        DECISIONS["step"].check(view, question, found.order)
    assert refused.value.clause == "PS-MOVE-08"


def test_a_turn_by_an_odd_angle_says_whom_it_faces() -> None:
    view, question = setting("dragoons")
    turns = [
        one for one in BOOK.decisions["step"].options(view, question) if one[:2] == ("manoeuvre", "turn")
    ]
    words = [say(BOOK.order_words(view, question, one)) for one in turns]
    assert words == ["turn left 55.5° to face S3 Regimental guns", "turn right 45°", "turn left 45°"]


def test_measures_in_a_text_come_after_the_list() -> None:
    view, question = setting("step")
    listed = [one.order for one in BOOK.asked(view, [question])[0].options]
    more = [one.order for one in BOOK.asked_for(view, [question], "advance 2.2")[0].options]
    assert more[: len(listed)] == listed
    assert ("advance", 2200) in more


@pytest.mark.parametrize(("name", "post", "meant"), POSTS, ids=[f"{n}:{p[:30]}" for n, p, _ in POSTS])
def test_posts_of_players(name: str, post: str, meant: Order) -> None:
    found = heard(name, post)
    assert [one.order for one in found.orders] == [meant]
    assert found.sure


def test_there_are_forty_posts_and_more() -> None:
    assert len(POSTS) + len(LATER) > 60


@pytest.mark.parametrize(
    ("name", "post"),
    [
        ("step", "advance 7 inches"),
        ("step", "вперёд на 3,7"),
        ("step", "поверните налево"),
        ("step", "S2: стрелять по кирасирам"),
        ("card", "лишний импульс"),
        ("card", "Баннер: в атаку"),
        ("use", "обстрелять саксонцев"),
        ("use", "не стрелять по кирасирам"),
    ],
)
def test_what_is_not_clear_or_not_possible_is_no_order(name: str, post: str) -> None:
    found = heard(name, post)
    assert found.orders == ()


# --- said and read back ------------------------------------------------------------------------------

SETUPS: dict[str, Callable[[], PikeSetup]] = {
    "close": close,
    "random": lambda: close(commander_profiles="random", cp="d3+1", fog="full", objectives="secret"),
    "first version": lambda: close(
        movement="one_two_three", orders="none", nested_activation="whole_command"
    ),
    "standard": lambda: shipped("standard"),
    "raid": lambda: shipped("raid"),
}


def faults(asked: Sequence[Asked], vocabulary: Vocabulary, rng: random.Random) -> Iterator[str]:
    """A dozen of the options of each question, said in both languages, that are not read as themselves."""
    for one in asked:
        for option in rng.sample(one.options, min(12, len(one.options))):
            for lang in LANGUAGES:
                line = order_line(one, option, Wording(vocabulary), lang)
                found = read(line, asked, vocabulary)
                if not found.sure or [order.order for order in found.orders] != [option.order]:
                    yield f"{option.order}: {line}"


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", SETUPS)
def test_options_said_are_read_as_themselves(name: str, seed: int) -> None:
    rng, found, looked = random.Random(seed), list[str](), 0
    for number, game in enumerate(moments(SETUPS[name](), seed)):
        if number % 23 == 3 * seed and looked < 12:
            for seat in game.waiting_for():
                view = game.view(seat)
                found += faults(BOOK.asked(view, view.asked), BOOK.vocabulary(view), rng)
                looked += 1
    assert found == []
    assert looked > 3


@pytest.mark.parametrize("name", SETTINGS)
def test_every_option_of_the_settings_too(name: str) -> None:
    view, question = setting(name)
    assert unreadable(BOOK.asked(view, [question]), BOOK.vocabulary(view)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SETTINGS)
def test_the_words_of_an_option_answer_their_question(name: str, lang: str) -> None:
    view, question = setting(name)
    one, vocabulary = BOOK.asked(view, [question])[0], BOOK.vocabulary(view)
    for option in random.Random(7).sample(one.options, min(6, len(one.options))):
        words = BOOK.order_words(view, question, option.order).say(lang)
        found = read_answer(words, one, vocabulary)
        assert not isinstance(found, Doubt), words
        assert found.order == option.order


def test_what_can_be_said_can_be_done() -> None:
    """Every order that words can give passes the check of its question, the decision's own options first."""
    view, question = setting("foot")
    offered = [option.order for option in BOOK.asked(view, [question])[0].options]
    decision = DECISIONS["step"]
    own = list(decision.options(view, question))
    assert offered[: len(own)] == own
    assert len(offered) > 60
    for order in offered:
        assert decision.check(view, question, order) == order


def test_the_default_is_told_with_the_question() -> None:
    view, question = setting("charged")
    assert say(BOOK.asked(view, [question])[0].default, "ru") == "не реагировать"


# --- questions and free orders in words --------------------------------------------------------------

QUESTIONS = [
    *(question for question, _ in SETTINGS.values()),
    Question("card", "swedish", ("Leslie", 1)),
    Question("react", "imperial", ("imperial", "shot", "I1", 0, "", "S1")),
    Question("fight_next", "swedish", ("S1", "fight")),
    Question("face", "swedish", ("S1", 2)),
    Question("deploy", "swedish", ("Leslie",)),
    Question("successor", "swedish", ("King",)),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: str(one.id))
def test_every_question_has_words(question: Question) -> None:
    words = BOOK.question_words(asking(question), question)
    assert words.source != "{kind}"
    assert translate(words.source, "ru") != words.source
    assert "{" not in words.say() + words.say("ru")


def test_no_kind_of_question_is_left_out() -> None:
    assert {question.kind for question in QUESTIONS} == set(DECISIONS)


FREE: list[tuple[Question, Order, str, str]] = [
    (STEP, ("advance", 2837), "advance 2.837″", "вперёд на 2,837″"),
    (STEP, ("manoeuvre", "turn", -137), "turn left 13.7°", "повернуться влево на 13,7°"),
    (STEP, ("manoeuvre", "custom", "line"), "move the bases as drawn", "поставить базы, как показано"),
    (CARD, ("go", 12300, 4500), "ride to (12.3; 4.5)", "перейти к (12,3; 4,5)"),
    (
        USE_1,
        ("cp", "impulse", "S1"),
        "extra impulse, S1 Swedish brigade",
        "лишний импульс, S1 Шведская бригада",
    ),
    (
        KING,
        ("order", "Leslie", "hold", 1000, 2500),
        "new order for Alexander Leslie, to hold, flag at (1; 2.5)",
        "новый приказ для Александр Лесли, держаться, флаг у (1; 2,5)",
    ),
    (
        CARD,
        ("coordinate", "shoot", 2, "S1", "I1", "S3", "I3"),
        "together shoot (S1 Swedish brigade at I1 Foot regiment, S3 Regimental guns at I3 Field guns), 2 CP",
        "вместе стрелять (S1 Шведская бригада по I1 Пехотный полк, S3 Полковые пушки по I3 Полевые пушки), 2 ОК",
    ),
    (LOSS, ("pike", "left"), "lose Pikemen, close up from the left", "снять Пикинёры, смыкаясь слева"),
]


@pytest.mark.parametrize(("question", "order", "english", "russian"), FREE, ids=[str(one[1]) for one in FREE])
def test_orders_in_words(question: Question, order: Order, english: str, russian: str) -> None:
    words = BOOK.order_words(asking(question), question, order)
    assert (words.say(), words.say("ru")) == (english, russian)
