"""The order language of the book: whatever is offered can be said and read in both languages; posts as people write
them; nothing hidden among its words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.core.book import allows
from grognard.core.state import Order, Question
from grognard.locale import say
from grognard.orders import Reading, read, unreadable
from grognard.rulebooks.modern.decisions import DECISIONS
from grognard.rulebooks.modern.deployment import deployment
from grognard.rulebooks.modern.model import Minefield
from grognard.rulebooks.modern.order_keywords import VERBS
from grognard.rulebooks.modern.order_reading import vocabulary
from grognard.rulebooks.modern.points import exchange
from tests.rulebooks.modern.scenes import BOOK, Scene, scene

WEST, EAST, WEST_2 = "west-1", "east-1", "west-2"


def moving() -> Scene:
    return scene().turn_of(WEST, "movement")


def firing() -> Scene:
    one = scene().stand("west-1-01", "0604").stand("west-1-02", "0605").stand("east-1-01", "0704")
    return one.stand("east-1-02", "0705", known=True).turn_of(WEST, "attack")


def playing() -> Scene:
    return scene("standard").hand(WEST, "K03", "K08", "K16", "K22").hand(EAST, "K10", "K06").turn_of(WEST)


def answering() -> Scene:
    one = playing()
    return one.answer(*next(order for order in one.options() if order[:2] == ("play", "K03")))


def exchanging() -> Scene:
    one = scene().hand(WEST, "K03", "K22", "K08").turn_of(WEST, "kso2")
    one.state = replace(one.state, agenda=(), questions=())
    return one.change(WEST, credits=3, vouchers=("medium",)).run(exchange)


def placing() -> Scene:
    return scene(deployed=False).run(deployment)


def landing() -> Scene:
    one = scene("standard").alone("west-2-04", "west-2-06", "east-1-01")
    one.change("west-2-03", status="aboard", aboard="west-2-06", hex=-1)
    return one.change("west-2-06", activated=True).turn_of(WEST_2, "movement")


def working() -> Scene:
    """Engineers by the river and mines, a saboteur by a fort, repair and medics beside those who need them."""
    one = scene("standard").alone(
        "west-1-07", "west-1-10", "west-1-01", "west-1-02", "west-1-03", "east-1-01"
    )
    one.stand("west-1-07", "1107").stand("west-1-10", "0303").stand("west-1-01", "0304", lost=1, moved=True)
    one.stand("west-1-02", "1407", number=14).stand("west-1-03", "0909", number=13)
    one.new("west-1-20", "0910", 1, lost=1, activated=True)
    one.place(Minefield("mines:west:1007", "west", one.hex("1007")))
    return one.turn_of(WEST, "movement")


def looking() -> Scene:
    one = scene(inspection="ask").stand("east-1-01", "0304").stand("east-1-02", "0303")
    return one.turn_of(WEST, "movement")


SCENES = {
    one.__name__: one
    for one in (moving, firing, playing, answering, exchanging, placing, landing, working, looking)
}


def heard(one: Scene, text: str) -> Reading:
    view = one.view(one.question.seat)
    return read(text, BOOK.asked_for(view, [one.question], text), BOOK.vocabulary(view))


def order_in(one: Scene, text: str) -> Order | None:
    """The one order that is read without a doubt."""
    found = heard(one, text)
    return found.orders[0].order if len(found.orders) == 1 and found.sure else None


def hexes(one: Scene, words: tuple[str | int, ...]) -> Order:
    """An order with labels in the place of hexes."""
    labels = (
        one.setup.map.grid.find(word) if isinstance(word, str) and word.isdigit() else None for word in words
    )
    return tuple(word if hex is None else hex for word, hex in zip(words, labels, strict=True))


# --- everything offered ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_everything_that_is_offered_is_read_as_what_it_says(name: str) -> None:
    one = SCENES[name]()
    view = one.view(one.question.seat)
    asked = BOOK.asked(view, [one.question])
    assert {option.order for option in asked[0].options} >= set(one.options())
    assert unreadable(asked, BOOK.vocabulary(view)) == []
    assert all(
        allows(BOOK.decisions[one.question.kind], view, one.question, option.order)
        for option in asked[0].options
    )


@pytest.mark.parametrize("name", SCENES)
def test_orders_and_questions_are_said_in_both_languages(name: str) -> None:
    one = SCENES[name]()
    view = one.view(one.question.seat)
    assert BOOK.question_words(view, one.question).say("ru") != BOOK.question_words(view, one.question).say(
        "en"
    )
    for order in (*one.options(), one.default()):
        words = [BOOK.order_words(view, one.question, order).say(lang) for lang in ("en", "ru")]
        assert words[0] != words[1]
        assert not any("{" in one_ or "west-" in one_ or "counter:" in one_ for one_ in words)


def test_every_kind_of_question_has_words_of_its_own() -> None:
    view = moving().view(WEST)
    for kind in DECISIONS:
        about = ("enemy_card", "", "", WEST, "") if kind == "answer" else (WEST, "press", 5, "")
        asked = BOOK.question_words(view, Question(kind, WEST, about))
        assert asked.say("ru") != kind


# --- posts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "order"),
    [
        ("moving", "0205: 0305-0405", ("move", "west-1-01", "0205", "0305", "0405")),
        ("moving", "W101: 0305, 0405", ("move", "west-1-01", "0205", "0305", "0405")),
        ("moving", "T-90 0205 move to 0405", ("move", "west-1-01", "0405")),
        ("moving", "танки Т-90: идут в 0405", ("move", "west-1-01", "0405")),
        ("moving", "З101 на 0305", ("move", "west-1-01", "0305")),
        ("moving", "2: 0207", ("move", "west-1-03", "0207")),
        ("moving", "W102 to 0404 via 0305", ("move", "west-1-02", "0204", "0305", "0404")),
        ("moving", "противотанковое соединение стоит", ("move", "west-1-03", "0206")),
        ("moving", "[quote]W101: 0404[/quote] W101 0305", ("move", "west-1-01", "0305")),
        ("moving", "фаза окончена", ("end",)),
        ("moving", "сдаюсь", ("concede",)),
        ("firing", "танковый батальон Т-90: огонь по 0705", ("fire", "west-1-01", "0705")),
        ("firing", "0604 → 0704", ("fire", "west-1-01", "0704")),
        ("firing", "W102 attack the motor rifles", ("fire", "west-1-02", "0705")),
        ("playing", "играю Окопаться на W105", ("play", "K03", "west-1-05")),
        ("playing", "K16: 0909", ("play", "K16", "0909")),
        ("playing", "предлагаю перемирие, 5 минут", ("propose", "armistice", 5)),
        ("answering", "пас", ("pass",)),
        ("answering", "K10", ("play", "K10", "card:1")),
        ("answering", "no answer for the whole turn", ("pass", "turn")),
        ("exchanging", "взять дешёвую, сбросить K03", ("take", "cheap", "K03", "")),
        ("exchanging", "хватит карт", ("end",)),
        ("placing", "как предложено", ("deploy",)),
        ("placing", "E101: 1107\nE102: 1108", ("deploy", "east-1-01", "1107", "east-1-02", "1108")),
        ("placing", "1105: 1109", ("deploy", "east-1-01", "1109")),
        ("placing", "E103 в резерв", ("deploy", "east-1-03", "reserve")),
        ("working", "W107: возвести укрепление", ("work", "west-1-07", "fort", "1107")),
        ("working", "engineers clear mines", ("work", "west-1-07", "clear", "1007")),
        ("working", "0303: repair 0304", ("work", "west-1-10", "repair", "0304")),
        ("working", "saboteur lowers the fort", ("work", "west-1-02", "lower", "1408")),
        ("looking", "осмотреть 0304", ("inspect", "0304")),
        ("landing", "W203: 0613", ("disembark", "west-2-03", "0613")),
    ],
)
def test_posts_as_people_write_them(name: str, text: str, order: tuple[str | int, ...]) -> None:
    one = SCENES[name]()
    assert order_in(one, text) == hexes(one, order)


@pytest.mark.clause("MO-MOVE-09")
def test_a_long_way_is_read_whole() -> None:
    one = moving()
    labels = ("0203", "0202", "0201", "0301", "0401", "0501", "0601", "0701", "0801", "0901")
    found = heard(one, "W102: " + "-".join(labels))
    assert [read_.order for read_ in found.orders] == [hexes(one, ("move", "west-1-02", "0204", *labels))]
    assert one.refused(*found.orders[0].order).clause.startswith("MO-MOVE")


def test_what_cannot_be_done_is_read_all_the_same_and_the_rules_say_why() -> None:
    one = moving()
    order = order_in(one, "W101 0909")
    assert order == hexes(one, ("move", "west-1-01", "0909"))
    assert one.refused(*order).clause.startswith("MO-")


def test_a_name_that_two_units_have_is_a_doubt() -> None:
    one = scene("standard").turn_of(WEST, "movement")
    found = heard(one, "T-90: 0406")
    assert not found.sure or not found.orders


@pytest.mark.clause("MO-UNIT-01", "MO-KSO-01")
def test_nothing_hidden_is_among_the_words() -> None:
    one = scene().hand(EAST, "K22", "K10").turn_of(WEST)
    words = vocabulary(one.view(WEST))
    said = " ".join(say(part) for thing in words.things for part in (thing.name, *thing.aliases))
    assert "Abrams" not in said
    assert "K22" not in said
    assert not any(thing.id.startswith("east-1-") for thing in words.things)


def test_keywords_are_said_once() -> None:
    assert len({one.concept for one in VERBS}) == len(VERBS)
    assert all(one.name.ru for one in VERBS)
