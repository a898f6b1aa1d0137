"""Questions and orders in words, and the order language of players: what is said is read as the same order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.core.game import Game
from grognard.core.state import UMPIRE, Order, Question
from grognard.locale import LANGUAGES, say, translate
from grognard.orders import Doubt, read, read_answer
from grognard.orders.readback import unreadable
from grognard.rulebooks.feudal.decisions import DECISIONS
from grognard.rulebooks.feudal.model import FeudalSetup
from tests.rulebooks.feudal.battles import BOOK, begun, brod, moments, open_questions, shipped, up_to

Orders = dict[str, Order]
ADVANCE: Orders = {"ranged_order": ("none", "advance")}

TACTICS: list[tuple[str, Orders]] = [
    ("рыцари: таранный удар", {"tactic:knights": ("lance_charge",)}),
    ("Тактика рыцарей — притворное бегство", {"tactic:knights": ("feigned_flight",)}),
    (
        "латники: стена щитов, лучники: залповая стрельба",
        {"tactic:heavies": ("shield_wall",), "tactic:bows": ("volley_drill",)},
    ),
    ("knights: lance charge", {"tactic:knights": ("lance_charge",)}),
    ("3: стена щитов", {"tactic:heavies": ("shield_wall",)}),
    (
        "остальные: стандартная. Рыцари: таранный удар",
        {"tactic:knights": ("lance_charge",), "tactic:bows": ("standard",), "tactic:heavies": ("standard",)},
    ),
]
CHANGES: list[tuple[str, Orders]] = [
    ("латники: сменить на стену щитов", {"change_tactic:heavies": ("change", "shield_wall")}),
    ("рыцари меняют тактику на таранный удар", {"change_tactic:knights": ("change", "lance_charge")}),
    ("лучники оставляют тактику", {"change_tactic:bows": ("keep",)}),
    ("Men of steel: change to shield wall", {"change_tactic:heavies": ("change", "shield_wall")}),
    (
        "все без изменений",
        {
            "change_tactic:knights": ("keep",),
            "change_tactic:bows": ("keep",),
            "change_tactic:heavies": ("keep",),
        },
    ),
]
RANGED: list[tuple[str, Orders]] = [
    ("лучники стреляют по копейщикам и стоят", {"ranged_order:bows": ("spears", "hold")}),
    ("лучники стреляют по копейщикам", {"ranged_order:bows": ("spears", "hold")}),
    ("лучники: залп по мужикам, вперёд", {"ranged_order:bows": ("peasants", "advance")}),
    ("лучники не стреляют, вперёд", {"ranged_order:bows": ("none", "advance")}),
    ("лучники стреляют по самострелам, отступают", {"ranged_order:bows": ("crossbows", "withdraw")}),
    ("Лучники графа уходят с поля", {"ranged_order:bows": ("none", "withdraw")}),
    ("bowmen shoot at the black riders and hold", {"ranged_order:bows": ("horse", "hold")}),
    ("archers hold fire", {"ranged_order:bows": ("none", "hold")}),
    ("рыцари вперёд", {"ranged_order:knights": ("none", "advance")}),
    (
        "рыцари и латники идут вперёд, лучники бьют по всадникам",
        {
            "ranged_order:knights": ("none", "advance"),
            "ranged_order:heavies": ("none", "advance"),
            "ranged_order:bows": ("horse", "hold"),
        },
    ),
    ("разойтись: да", {"parting:count": ("yes",)}),
    ("расходимся", {"parting:count": ("yes",)}),
    ("не расходимся", {"parting:count": ("no",)}),
    ("сдаёмся", {"parting:count": ("concede",)}),
]
STRATEGIES: list[tuple[str, Orders]] = [
    ("латники: бугурт", {"strategy:heavies": ("bugurt",)}),
    ("рыцари в бугурт", {"strategy:knights": ("bugurt",)}),
    ("лучники осторожно", {"strategy:bows": ("cautious",)}),
    ("ополчение: оборонительная стратегия", {"strategy:levy": ("defensive",)}),
    ("Стратегия латников: Бугурт", {"strategy:heavies": ("bugurt",)}),
    ("3: Aggressive", {"strategy:heavies": ("aggressive",)}),
    (
        "Рыцари — агрессивная, латники — стандартная",
        {"strategy:knights": ("aggressive",), "strategy:heavies": ("standard",)},
    ),
]
MELEE: list[tuple[str, Orders]] = [
    ("рыцари атакуют ополчение", {"melee_order:knights": ("attack", "peasants")}),
    ("рыцари атакуют мужиков", {"melee_order:knights": ("attack", "peasants")}),
    ("рыцари атакуют рыцарей", {"melee_order:knights": ("attack", "horse")}),
    ("Рыцари: в атаку на самострелы!", {"melee_order:knights": ("attack", "crossbows")}),
    ("рыцари рубят самострелов", {"melee_order:knights": ("attack", "crossbows")}),
    ("латники бьют чёрных всадников", {"melee_order:heavies": ("attack", "horse")}),
    ("1: атака 7", {"melee_order:knights": ("attack", "horse")}),
    ("knights charge the crossbows", {"melee_order:knights": ("attack", "crossbows")}),
    ("levy: fall back", {"melee_order:levy": ("fall_back",)}),
    ("рыцари отходят", {"melee_order:knights": ("fall_back",)}),
    ("рыцари уходят с поля", {"melee_order:knights": ("withdraw",)}),
    ("рыцари помогают раненым", {"melee_order:knights": ("tend",)}),
    ("лучники держат строй", {"melee_order:bows": ("hold",)}),
    ("Ополчение Брода стоит", {"melee_order:levy": ("hold",)}),
    ("разойтись: нет", {"parting:count": ("no",)}),
]
ARTEFACTS: list[tuple[str, Orders]] = [
    ("пас", {"artefact:count": ("pass",)}),
    ("применяем кувшин трясины на чёрных всадников", {"artefact:count": ("use", "mire_jar", "horse")}),
    ("стены на латников", {"artefact:count": ("use", "walls", "heavies")}),
    ("use the walls on the levy", {"artefact:count": ("use", "walls", "levy")}),
]
AMBUSHES: list[tuple[str, Orders]] = [
    ("ополчение: засада на всадников", {"ambush:levy": ("horse",)}),
    ("ополчение бьёт из засады по копейщикам", {"ambush:levy": ("spears",)}),
    ("никого", {"ambush:levy": ("none",)}),
    ("levy ambushes the spears", {"ambush:levy": ("spears",)}),
]
POSTS = [
    ("tactic", TACTICS),
    ("change_tactic", CHANGES),
    ("ranged_order", RANGED),
    ("strategy", STRATEGIES),
    ("melee_order", MELEE),
    ("artefact", ARTEFACTS),
    ("ambush", AMBUSHES),
]
ALONE: list[tuple[str, str, str, Order]] = [
    ("melee_order", "levy", "держим строй", ("hold",)),
    ("melee_order", "levy", "отходим", ("fall_back",)),
    ("melee_order", "levy", "уходим с поля", ("withdraw",)),
    ("melee_order", "knights", "помочь раненым", ("tend",)),
    ("melee_order", "knights", "бьём самострелов", ("attack", "crossbows")),
    ("ranged_order", "bows", "залп по мужикам", ("peasants", "hold")),
    ("ranged_order", "heavies", "стоим", ("none", "hold")),
    ("strategy", "heavies", "бугурт", ("bugurt",)),
    ("strategy", "heavies", "осторожно", ("cautious",)),
    ("tactic", "heavies", "стена щитов", ("shield_wall",)),
]


def there(kind: str) -> Game:
    """The count is asked questions of that kind; all his armies have gone forward."""
    return up_to(kind, brod(), orders=ADVANCE)


@pytest.mark.parametrize(
    ("kind", "post", "meant"),
    [(kind, *one) for kind, posts in POSTS for one in posts],
    ids=lambda one: str(one)[:40],
)
def test_posts_of_players(kind: str, post: str, meant: Orders) -> None:
    game = up_to(kind, brod()) if kind == "ranged_order" else there(kind)
    view = game.view("count")
    found = read(post, BOOK.asked(view, view.asked), BOOK.vocabulary(view))
    assert {one.question: one.order for one in found.orders} == meant
    assert found.sure


@pytest.mark.parametrize(("kind", "army", "words", "meant"), ALONE)
def test_answers_at_a_prompt(kind: str, army: str, words: str, meant: Order) -> None:
    game = up_to(kind, brod()) if kind == "ranged_order" else there(kind)
    view = game.view("count")
    question = next(one for one in view.asked if one.id == f"{kind}:{army}")
    found = read_answer(words, BOOK.asked(view, [question])[0], BOOK.vocabulary(view))
    assert not isinstance(found, Doubt)
    assert found.order == meant


def test_there_are_forty_posts_and_more() -> None:
    assert sum(len(posts) for _, posts in POSTS) + len(ALONE) > 60


@pytest.mark.parametrize(
    "post", ["латники отступают", "держим строй", "1: 7", "рыцари атакуют", "рыцари не атакуют"]
)
def test_what_may_mean_two_things_is_asked_again(post: str) -> None:
    view = there("melee_order").view("count")
    found = read(post, BOOK.asked(view, view.asked), BOOK.vocabulary(view))
    assert found.orders == ()
    assert found.doubts


# --- said and read back ------------------------------------------------------------------------------

SETUPS: dict[str, Callable[[], FeudalSetup]] = {
    "brod": brod,
    "umpire": lambda: brod(umpire="human", targets="human"),
    "fog": lambda: brod(fog="intelligence"),
    "standard": lambda: shipped("standard"),
    "skirmish": lambda: shipped("skirmish"),
    "deathmatch": lambda: shipped("deathmatch"),
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", SETUPS)
def test_every_option_said_is_read_as_itself(name: str, seed: int) -> None:
    setup = SETUPS[name]()
    faults: list[str] = []
    for number, game in enumerate(moments(setup, seed)):
        if number % 13 == 0:
            for seat in game.waiting_for():
                view = game.view(seat)
                faults += unreadable(BOOK.asked(view, view.asked), BOOK.vocabulary(view))
    assert faults == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_every_option_answer_their_question(lang: str) -> None:
    said = 0
    for number, game in enumerate(moments(brod(umpire="human"), 3)):
        if number % 11:
            continue
        for question in open_questions(game):
            view = game.view(question.seat)
            one = BOOK.asked(view, [question])[0]
            for option in one.options:
                words = BOOK.order_words(view, question, option.order).say(lang)
                found = read_answer(words, one, BOOK.vocabulary(view))
                assert not isinstance(found, Doubt), words
                assert found.order == option.order
                said += 1
    assert said > 100


def test_the_default_is_told_with_the_question() -> None:
    view = there("melee_order").view("count")
    asked = BOOK.asked(view, view.asked)
    told = {one.question: say(one.default, "ru") for one in asked}
    assert told["melee_order:knights"] == "атаковать 5 Копейщики герцога"
    assert told["parting:count"] == "нет"
    assert [option.order for option in asked[-1].options] == [("no",), ("yes",), ("concede",)]


# --- questions and free orders in words --------------------------------------------------------------


@pytest.mark.parametrize("kind", DECISIONS)
def test_every_question_has_words(kind: str) -> None:
    view = begun(brod()).view(UMPIRE)
    words = BOOK.question_words(view, Question(kind, "count", ("knights", "spears")))
    assert words.source != "{kind}"
    assert translate(words.source, "ru") != words.source


FREE: list[tuple[str, Order, str, str]] = [
    (
        "conditions",
        ("set", "rain", "knights=mud"),
        "set Rain, Count's knights: Mud",
        "включить Дождь, Рыцари графа: Грязь",
    ),
    ("veto", ("forbid", "too", "far"), "forbid: too far", "запретить: too far"),
    ("decree", ("part", "сумерки"), "part the sides: сумерки", "развести стороны: сумерки"),
    ("feature", ("old_hand", "shield_wall"), "take Old hand, Shield wall", "взять Бывалый, Стена щитов"),
    (
        "ranged_order",
        ("spears", "hold"),
        "shoot at 5 Duke's spears, hold",
        "стрелять по 5 Копейщики герцога, стоять",
    ),
    ("ranged_order", ("none", "advance"), "no shot, advance", "без выстрела, вперёд"),
    ("learn", ("war_cries",), "learn War cries", "выучить Боевой клич"),
    ("commander", ("Orm",), "Orm", "Orm"),
]


@pytest.mark.parametrize(("kind", "order", "english", "russian"), FREE)
def test_orders_in_words(kind: str, order: Order, english: str, russian: str) -> None:
    view = begun(brod()).view(UMPIRE)
    words = BOOK.order_words(view, Question(kind, "count", ("bows",)), order)
    assert (words.say(), words.say("ru")) == (english, russian)


def test_who_has_no_missiles_says_nothing_about_them() -> None:
    view = begun(brod()).view(UMPIRE)
    words = BOOK.order_words(view, Question("ranged_order", "count", ("knights",)), ("none", "advance"))
    assert (words.say(), words.say("ru")) == ("advance", "вперёд")
