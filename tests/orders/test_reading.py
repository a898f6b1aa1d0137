"""Doubts, replacements and what the reader must never do."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.locale import Name
from grognard.orders import Asked, Option, Reading, Thing, Vocabulary, order_line, read, read_back, unreadable
from grognard.orders.cleaning import clean
from grognard.orders.wording import Wording
from tests.orders.table import ASKED, FOES, KEYWORDS, LEVY, MARCH, MILL, SPELL, THINGS, WORDS, melee

WORDING = Wording(WORDS)
OFFERED = {one.question: {option.order for option in one.options} for one in ASKED}
SCRAPS = [
    "Стража мельницы", "Bridge watch", "ополчение", "1", "#2", "3.", "лучники", "головорезов", "Knights",
    "attack", "атакует", "держать", "hold", "стреляют по", "отойти", "тактика", "клин", "разойтись", "да",
    "все", "остальные", "кроме", "не", "если", "нет, лучше", "upd", "отмена", "силами", "и", "and", "или",
    ":", "->", "—", ",", ".", "?", "\n", "\n\n", "- ", "[quote]", "[/quote]", "[s]", "[/s]", "<br>", "&gt;",
    "\n> ", "\n-- \n", "атаковали", "головорзов", "погода", "#", "№", "[?]", "1-3", "\n1. ", "\n2) ",
]  # fmt: skip


def doubt_of(text: str) -> str:
    reading = read(text, ASKED, WORDS)
    assert len(reading.doubts) == 1, reading.doubts
    return str(reading.doubts[0].text)


def meant(text: str) -> list[str]:
    return [str(one.words) for doubt in read(text, ASKED, WORDS).doubts for one in doubt.suggestions]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1: attack", "not a whole order for 1 Mill watch"),
        ("1: shoot at 3", "1 Mill watch cannot be ordered to do this now"),
        ("1: attack 2", "1 Mill watch cannot be ordered to do this now"),
        ("Black Knights: attack", "5 Black Knights gets no orders now"),
        ("Attack the Cutthroats", "who is to do this?"),
        ("Mull wutsh: hold", "nobody of that name gets orders now"),
        ("1: do not attack 3", "this says only what not to do"),
        ("Cancel that", "to cancel an order, write the new one"),
        ("1 attacks the knights", "this can mean several things"),
        ("2: hodl", "not understood: hodl"),
        ("Levy holds, archers too", "named without an order"),
        ("Стража мельницы атакует головорезов вместе со стражей моста", "named without an order"),
        ("[quote]1: hold", "a quotation begins here and never ends: nothing after it was read"),
    ],
)
def test_each_doubt_says_why(text: str, why: str) -> None:
    assert doubt_of(text) == why


def test_doubts_offer_what_may_be_meant() -> None:
    assert meant("1 attacks the knights") == ["attack 5 Black Knights", "attack 7 Knights of the Guard"]
    assert "attack 3 Cutthroats" in meant("1: attack")
    assert meant("Mull wutsh: hold")[0] == "1 Mill watch"
    assert meant("2: hodl")[0] == "hold"
    assert meant("Attack the Cutthroats") == ["1 Mill watch", "2 Bridge watch", "3 Levy of Brod"]


def test_a_doubt_points_at_its_words() -> None:
    text = "[b]1: hold[/b]\nСтража моста: атака на всех парусах"
    (doubt,) = read(text, ASKED, WORDS).doubts
    assert text[slice(*doubt.span)].startswith("Стража моста: атака")


def test_an_order_points_at_its_words_in_the_post_as_it_was() -> None:
    text = "[i]Ну что ж.[/i]&nbsp;<b>1</b>: hold"
    (order,) = read(text, ASKED, WORDS).orders
    assert text[slice(*order.span)] == "1</b>: hold"


def remarks(text: str) -> list[str]:
    return [str(remark) for order in read(text, ASKED, WORDS).orders for remark in order.remarks]


def test_a_later_order_replaces_an_earlier_one_and_says_so() -> None:
    reading = read("1: hold\n\n1: attack 3", ASKED, WORDS)
    assert [(one.question, one.order) for one in reading.replaced] == [("melee:a_mill", ("hold",))]
    assert [str(one) for one in reading.orders[0].remarks] == ["replaces: hold"]
    assert reading.sure


def test_two_orders_in_one_breath_are_doubtful() -> None:
    assert "two different orders stand side by side" in remarks("1: hold, 1: attack 3")
    assert not read("1: hold, 1: attack 3", ASKED, WORDS).sure


def test_the_same_order_twice_is_one_order() -> None:
    reading = read("1: hold\nСтража мельницы держит позицию", ASKED, WORDS)
    assert reading.sure
    assert (len(reading.orders), reading.replaced) == (1, ())


def test_what_is_implied_is_said_but_not_doubted() -> None:
    assert remarks("4: shoot at 3") == ["not said, taken as meant: hold"]
    assert read("4: shoot at 3", ASKED, WORDS).sure


def test_a_cancelled_order_is_doubted() -> None:
    reading = read("1: hold\n2: hold\n\nCancel: Mill watch", ASKED, WORDS)
    assert [one.confidence for one in reading.orders] == ["doubtful", "sure"]


def test_prose_does_not_put_a_clear_order_aside() -> None:
    reading = read("Стража мельницы: держать. Победить или умереть, отступать некуда!", ASKED, WORDS)
    assert [(one.order, one.confidence) for one in reading.orders] == [(("hold",), "doubtful")]
    assert "withdraw" in meant("Стража мельницы: держать. Победить или умереть, отступать некуда!")[0]


def test_an_order_picked_out_of_a_tale_is_only_a_question() -> None:
    text = "Стража мельницы всю долгую холодную осеннюю ночь лениво зевала, глядя назад"
    assert read(text, ASKED, WORDS).orders == ()
    assert doubt_of(text.replace(",", "")) == "perhaps an order, among other words"
    assert meant(text.replace(",", "")) == ["1 Mill watch: withdraw"]


def test_numbers_under_a_heading_may_be_bullets() -> None:
    reading = read("Ополчение:\n1. клин\n2. держать позицию", ASKED, WORDS)
    assert [one.question for one in reading.orders] == ["melee:a_levy", "tactic:a_levy"]
    assert all(
        "the number before it was taken for a bullet" in map(str, one.remarks) for one in reading.orders
    )


def test_a_name_that_fits_two_pieces_is_no_order() -> None:
    assert meant("Стража: держать") == ["1 Mill watch: hold", "2 Bridge watch: hold"]


def test_a_condition_is_no_order() -> None:
    reading = read("Mill watch: hold unless the Cutthroats attack", ASKED, WORDS)
    assert [(one.order, one.confidence) for one in reading.orders] == [(("hold",), "doubtful")]
    assert remarks("If the Cutthroats attack then the Mill watch holds") == ["its condition was left out"]


def test_a_name_behind_an_unknown_verb_is_doubted() -> None:
    text = "Стража мельницы прикрывает стражу моста и держит позицию"
    assert not any(one.confidence == "sure" for one in read(text, ASKED, WORDS).orders)


def test_an_unknown_name_does_not_hand_its_order_to_the_piece_before() -> None:
    reading = read("Стража мельницы: клин.\nВратари: держать позицию", ASKED, WORDS)
    assert [one.question for one in reading.orders] == ["tactic:a_mill"]
    assert len(reading.doubts) == 1


def test_what_the_enemy_does_is_no_order() -> None:
    reading = read("Стража мельницы: клин. Чёрные рыцари атакуют!", ASKED, WORDS)
    assert not [one for one in reading.orders if one.question == "melee:a_mill" and one.confidence == "sure"]


def test_all_names_those_who_cannot() -> None:
    assert doubt_of("All attack Cutthroats").endswith("to: 4 River archers")
    assert len(read("All attack Cutthroats", ASKED, WORDS).orders) == 3


def test_an_order_to_all_after_one_to_one_is_doubtful_but_the_rest_is_not() -> None:
    assert not read("1: attack 3\nall hold", ASKED, WORDS).sure
    assert read("1: attack 3\nthe others hold", ASKED, WORDS).sure


def test_the_topic_tells_two_questions_with_the_same_option_apart() -> None:
    pace = Asked("pace:a_mill", (Option(("standard",)), Option(("keep",))), MILL, "move")
    asked = (*ASKED, pace)
    assert not read("1: standard", asked, WORDS).orders
    assert [one.question for one in read("1, tactic: standard", asked, WORDS).orders] == ["tactic:a_mill"]
    assert [one.question for one in read("1: марш — стандартный", asked, WORDS).orders] == ["pace:a_mill"]


def test_names_with_numbers_in_them() -> None:
    foot = Thing("foot", Name("42nd Foot", "42-й пехотный"), 1)
    guns = Thing("guns", Name("Battery 7", "7-я батарея"), 2)
    words = Vocabulary(KEYWORDS, (*THINGS[4:], foot, guns))
    asked = (melee("foot"), melee("guns"))
    text = "42nd Foot: attack Cutthroats\n7-я батарея держит позицию"
    reading = read(text, asked, words)
    assert [one.order for one in reading.orders] == [("attack", "d_cut"), ("hold",)]
    assert reading.sure


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("asked", [*ASKED, MARCH, SPELL], ids=lambda one: one.question)
def test_each_option_said_is_read_as_itself(asked: Asked, lang: str) -> None:
    for option in asked.options:
        reading = read(order_line(asked, option, WORDING, lang), [asked], WORDS)
        assert [one.order for one in reading.orders] == [option.order]
        assert reading.sure


def test_unreadable_names_options_without_words() -> None:
    assert unreadable([*ASKED], WORDS) == []
    wordless = Asked("odd:a_levy", (Option(("hold",)), Option(("xyzzy", "d_cut"))), LEVY)
    faults = unreadable([wordless], WORDS)
    assert len(faults) == 2
    assert all("xyzzy" in fault for fault in faults)


@pytest.mark.parametrize(
    "words",
    ["Ополчение Брода всё-таки держит", "Levy of Brod holds after all", "Ополчение Брода всё равно стоит"],
)
def test_after_all_is_nobody_else(words: str) -> None:
    assert {one.question for one in read(words, ASKED, WORDS).orders} <= {
        one.question for one in read("Levy of Brod: hold", ASKED, WORDS).orders
    }


def test_browsers_end_lines_in_their_own_way() -> None:
    """A signature and the head of a quotation are known by their whole line."""
    post = "Барон пишет:\r\nЛучники стоят\r\n--\r\nБьём всех!"
    assert clean(post)[0].split() == ["Лучники", "стоят"]


# --- whatever is written --------------------------------------------------------------------------------


def check(text: str) -> Reading:
    reading = read(text, ASKED, WORDS)
    assert all(one.order in OFFERED[one.question] for one in (*reading.orders, *reading.replaced))
    answered = {one.question for one in reading.orders}
    assert answered.isdisjoint(reading.unanswered)
    assert answered | {*reading.unanswered} == OFFERED.keys()
    spans = [one.span for one in (*reading.orders, *reading.replaced)] + [one.span for one in reading.doubts]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    return reading


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    check(text)
    assert len(clean(text)[0]) == len(text)


@given(st.lists(st.sampled_from(SCRAPS), max_size=25).map(" ".join))
def test_any_heap_of_orders_is_read(text: str) -> None:
    assert check(text) == check(text)


@given(st.lists(st.sampled_from(SCRAPS), max_size=20).map(" ".join), st.sampled_from(["en", "ru"]))
def test_what_is_read_back_reads_the_same(text: str, lang: str) -> None:
    """The read-back confirms: the same orders, now without a doubt."""
    reading = read(text, ASKED, WORDS)
    again = read("\n".join(read_back(reading, ASKED, WORDS, lang, text)), ASKED, WORDS)
    assert again.sure
    assert {one.question: one.order for one in again.orders} == {
        one.question: one.order for one in reading.orders
    }


@given(
    st.dictionaries(st.sampled_from([*ASKED[:4]]), st.integers(0, 40), min_size=1).map(
        lambda chosen: [(one, one.options[at % len(one.options)]) for one, at in chosen.items()]
    ),
    st.sampled_from(["en", "ru"]),
    st.sampled_from(["\n", "; ", "\n\n", "<br>", ". "]),
)
def test_several_orders_in_one_post(chosen: list[tuple[Asked, Option]], lang: str, between: str) -> None:
    text = between.join(order_line(one, option, WORDING, lang) for one, option in chosen)
    reading = read(text, ASKED, WORDS)
    assert reading.sure
    assert {one.question: one.order for one in reading.orders} == {
        one.question: option.order for one, option in chosen
    }


def test_a_long_post_is_read_quickly() -> None:
    """200 lines, 120 questions, 120 enemies: well under a second on an idle machine."""
    own = [Thing(f"own{at}", Name(f"Company {at}", f"Рота {at}"), at) for at in range(1, 121)]
    foes = [
        Thing(f"foe{at}", Name(f"Enemy corps {at}", f"Вражеский корпус {at}"), at) for at in range(1, 121)
    ]
    words = Vocabulary(KEYWORDS, (*own, *foes))
    options = (*(Option(("attack", foe.id)) for foe in foes), Option(("hold",)))
    asked = [Asked(f"melee:{piece.id}", options, piece.id) for piece in own]
    lines = [f"Рота {at} атакует вражеский корпус {at * 7 % 120 + 1}" for at in range(1, 120)]
    lines += ["Вчера мы долго сидели у костра, пили чай и ждали утра, а враг не пришёл."] * 80
    started = time.process_time()
    reading = read("\n".join([*lines, "остальные держат позицию"]), asked, words)
    assert time.process_time() - started < 3
    assert reading.sure
    assert [one.order for one in reading.orders] == [
        *(("attack", f"foe{at * 7 % 120 + 1}") for at in range(1, 120)), ("hold",)
    ]  # fmt: skip


def test_foes_of_the_table_are_things() -> None:
    assert set(FOES) <= {thing.id for thing in THINGS}


@pytest.mark.parametrize(
    "post",
    ["Mill watch: he attacks the Cutthroats", "He is the Levy's captain; Mill watch attacks Cutthroats"],
)
def test_an_english_he_denies_nothing(post: str) -> None:
    """In letters that look alike it would be a Russian "not"."""
    reading = read(post, ASKED, WORDS)
    assert [one.order for one in reading.orders] == [("attack", "d_cut")]
    assert not any("not to do" in remark.say() for one in reading.orders for remark in one.remarks)


def called(*names: str) -> Vocabulary:
    """A vocabulary with pieces of these short names."""
    return Vocabulary(
        KEYWORDS,
        tuple(Thing(name, Name(f"Company {name}", f"Рота {name}"), aliases=(name,)) for name in names),
    )


@pytest.mark.parametrize(
    ("said", "names", "meant"),
    [
        ("ф1", ("f1", "f2", "f3"), "f1"),
        ("Ф2", ("f1", "f2", "f3"), "f2"),
        ("фр57", ("fr57", "fr61"), "fr57"),
        ("с1", ("s1", "s2"), "s1"),
        ("г3", ("g3", "h1"), "g3"),
        ("н1", ("h1", "h2"), "h1"),
        ("н1", ("n1", "n2"), "n1"),
        ("рф2", ("pf2", "bf2"), "pf2"),
    ],
)
def test_short_names_in_the_other_alphabet(said: str, names: tuple[str, ...], meant: str) -> None:
    """Written as they sound or as they look; what isn't the same letter to the eye is read with a doubt."""
    asked = [Asked(f"order:{name}", (Option(("hold",)),), name) for name in names]
    reading = read(f"{said}: держать", asked, called(*names))
    assert [one.question for one in reading.orders] == [f"order:{meant}"]
    assert not reading.doubts


def test_a_short_name_that_may_be_two_is_asked_about_with_these_two() -> None:
    names = ("v1", "w1", "f1", "g1")
    asked = [Asked(f"order:{name}", (Option(("hold",)),), name) for name in names]
    reading = read("в1: держать", asked, called(*names))
    assert not reading.orders
    assert [str(one.words) for one in reading.doubts[0].suggestions][:2] == ["Company v1", "Company w1"]
