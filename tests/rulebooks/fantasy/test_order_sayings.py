"""Whatever the book says of an order is read as that order: of all listed ones, and of any that can be written."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.state import Order
from grognard.locale import LANGUAGES, say
from grognard.orders import order_line, read
from grognard.orders.wording import Wording
from grognard.rulebooks.fantasy.model import WORDS, Leg, UnitOrder
from grognard.rulebooks.fantasy.order_keywords import ATTACHED, MAGIC, MOTIONS, ORDERS, OTHERS, UNITS
from grognard.rulebooks.fantasy.order_parts import joined
from grognard.rulebooks.fantasy.orders import flat
from tests.rulebooks.fantasy.posts import asked_of, saying_is_read, scene
from tests.rulebooks.fantasy.scenes import BOOK, Scene


def positions(name: str, seed: int, turns: int) -> Iterator[Scene]:
    """Moments of a battle in which everybody takes any order of his list, charges and spells rather than others."""
    here = Scene.__new__(Scene)
    here.setup = BOOK.read_setup(BOOK.scenarios()[name])
    here.state = engine.begin(BOOK, here.setup, Fast(seed)).state
    rng = random.Random(seed)
    for turn in range(turns):
        yield here
        answers = {}
        for question in here.state.questions:
            view = BOOK.view(here.setup, here.state, question.seat)
            options = BOOK.decisions[question.kind].options(view, question)
            bold = [one for one in options if {"attack", "cast", "challenge"} & set(map(str, one))]
            answers[question.id] = rng.choice(bold if bold and rng.random() < 0.6 else options)
        here.state = engine.answer(BOOK, here.setup, here.state, answers, Fast(seed * 99 + turn)).state
        if here.state.finished:
            return


def sample_is_read(here: Scene, seat: str, rng: random.Random, most: int) -> list[str]:
    """Faults among some of the options of some of a seat's questions."""
    view = here.view(seat)
    asked, words = BOOK.asked(view, view.asked), BOOK.vocabulary(view)
    wording, faults = Wording(words), []
    for one in rng.sample(list(asked), min(most, len(asked))):
        option = rng.choice(one.options)
        for lang in LANGUAGES:
            line = order_line(one, option, wording, lang)
            found = read(line, asked, words)
            if [(each.question, each.order) for each in found.orders] != [(one.question, option.order)]:
                faults.append(line)
            elif not found.sure:
                faults.append(f"doubtful: {line}")
    return faults


@pytest.mark.parametrize(
    ("name", "turns", "most"),
    [("skirmish", 5, 9), ("standard", 3, 9), pytest.param("grand", 1, 20, marks=pytest.mark.slow)],
)
@pytest.mark.clause("FA-ORD-01", "FA-ORD-10", "FA-MAG-08")
def test_what_is_said_of_an_order_is_read_as_that_order(name: str, turns: int, most: int) -> None:
    rng = random.Random(7)
    for here in positions(name, 3, turns):
        for seat in {one.seat for one in here.state.questions}:
            assert sample_is_read(here, seat, rng, most) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "turns"), [("skirmish", 2), ("standard", 1)])
def test_all_that_is_listed_can_be_said(name: str, turns: int) -> None:
    for here in positions(name, 1, turns):
        for seat in {one.seat for one in here.state.questions}:
            assert saying_is_read(here, seat)


LEGS = st.lists(
    st.one_of(
        st.builds(Leg, st.just("fwd"), st.integers(1, 20000)),
        st.builds(Leg, st.just("wheel"), st.integers(-1800, 1800).filter(bool)),
    ),
    max_size=4,
).map(tuple)
FOES = st.lists(st.sampled_from(["h1", "h2", "h3", "h4", "h5", "h6", "h7"]), unique=True, max_size=3).map(
    tuple
)


@st.composite
def any_order(draw: st.DrawFn) -> UnitOrder:
    """Any order that can be written, legal or not, for a unit with a hero."""
    word = draw(st.sampled_from(WORDS))
    legs = draw(LEGS) if word in ("march", "move", "attack", "move_and_shoot") else ()
    foes = draw(FOES) if word in ("stand_and_shoot", "move_and_shoot") else ()
    heading = draw(st.none() | st.integers(0, 3599)) if word in ("retreat", "reform") else None
    return UnitOrder(
        word,
        draw(FOES.filter(bool)) if word == "attack" else foes,
        legs or ((Leg("fwd", 1500),) if word in ("march", "move", "move_and_shoot") else ()),
        heading=heading,
        files=draw(st.integers(0, 40)) if word == "reform" else 0,
        formation=draw(st.sampled_from(["", "line", "column", "wedge"])) if word == "reform" else "",
        leave=word == "retreat" and heading is not None and draw(st.booleans()),
        if_charged=draw(st.sampled_from(["hold", "stand_and_shoot", "retreat"])),
        pursue=draw(st.none() | st.booleans()),
        challenge=draw(st.sampled_from([(), ("kn",)])),
        accept=draw(st.sampled_from([(), ("kn",)])),
        shots=draw(st.sampled_from(["multi", "single"])),
    )


@settings(max_examples=60, deadline=None)
@given(any_order(), st.sampled_from(LANGUAGES))
@pytest.mark.clause("FA-ORD-10")
def test_any_order_is_read_as_it_is_said(order: UnitOrder, lang: str) -> None:
    assume(order.files or not order.formation)  # files that are left out are filled in, with a doubt
    view = scene().view("c")
    one = asked_of("c6")
    grammar = one.grammar
    assert grammar is not None
    line = f"c6: {say(grammar.words(flat(order)), lang)}"
    found = read(line, BOOK.asked(view, view.asked), BOOK.vocabulary(view))
    meant = (
        {flat(order), flat(order, "march")} if order.word == "move" else {flat(order)}
    )  # by how far it goes
    assert [each.question for each in found.orders] == [one.question], line
    assert found.orders[0].order in meant, line


def test_parts_in_any_order_are_one_order() -> None:
    parts: list[Order] = [("attack", "target", "h4"), ("more", "pursue", 1), ("more", "accept", "kn")]
    whole = joined(scene().view("c").field, "c6", parts)
    for seed in range(6):
        mixed = random.Random(seed).sample(parts, 3)
        assert joined(scene().view("c").field, "c6", mixed) == whole
    assert whole == (("attack", "target", "h4", "accept", "kn", "pursue", 1), False)


def test_every_concept_has_words_in_both_languages_once() -> None:
    every = (*ORDERS, *MOTIONS, *ATTACHED, *MAGIC, *UNITS, *OTHERS)
    assert len({one.concept for one in every}) == len(every)
    assert all(one.name.en and one.name.ru for one in every)
