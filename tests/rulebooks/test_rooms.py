"""Every book on the shelf finds its rooms: what windows ask for is there, in both languages, for a fresh battle."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import pytest

from grognard.core import engine
from grognard.core.book import RuleBook
from grognard.core.dice import Fast
from grognard.core.state import PUBLIC
from grognard.locale import Text, say
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book, Drag
from grognard.rulebooks.rooms import RoomedBook

BOOKS = [one for one in shelf.books() if isinstance(one, RoomedBook)]


def test_the_books_of_the_shelf_have_the_usual_rooms() -> None:
    assert {one.id for one in BOOKS} == {"fantasy", "feudal", "modern", "napoleonic", "pike_and_shot"}


@pytest.fixture(scope="module", params=BOOKS, ids=lambda one: one.id)
def begun(request: pytest.FixtureRequest) -> tuple[RoomedBook, Any, Any]:
    """A book, and the setup and first question of the shipped skirmish."""
    book: RoomedBook = request.param
    setup = book.read_setup(book.scenarios()["skirmish"])
    return book, setup, engine.begin(book, setup, Fast(1)).state


def test_words_and_pictures(begun: tuple[RoomedBook, Any, Any]) -> None:
    book, setup, state = begun
    view = book.view(setup, state, PUBLIC)
    assert book.report(view, ()).title
    assert book.order_of_battle(view)
    assert list(book.lines(view, ())) == []
    assert book.strengths(view)
    assert book.agenda_words(view)
    assert book.picture(view, (), "ru").svg.startswith("<svg")
    assert book.picture(view).svg != book.picture(view, (), "ru").svg
    assert max(map(len, book.table_text(view, (), "en", 60).splitlines())) <= 60
    assert [one.svg for one in book.film([(view, ())])]
    assert book.hand_words().kinds


def test_orders_and_the_hand(begun: tuple[RoomedBook, Any, Any]) -> None:
    """Whoever is asked first can say it, read it and see it."""
    book, setup, state = begun
    question = state.questions[0]
    view = book.view(setup, state, question.seat)
    order = book.decisions[question.kind].default(view, question)
    assert say(book.question_words(view, question), "ru")
    assert say(book.order_words(view, question, order), "ru")
    assert book.vocabulary(view).keywords
    assert len(book.asked(view, [question])) == len(book.asked_for(view, [question], "-")) == 1
    assert all(len(one) for one in book.aim(view, question, Drag("", 60.0, 160.0)))
    assert isinstance(book.ghost(view, question, order), str)
    assert book.reach(view, "nobody") == ""


def test_the_laboratory(begun: tuple[RoomedBook, Any, Any]) -> None:
    book, setup, state = begun
    found = book.measures(setup, state)
    assert found
    for name, value in found.items():
        assert say(book.measure_words(setup, name), "ru") != name
        assert say(book.value_words(setup, name, value), "ru")
    assert book.check_invariants(setup, state, state) == []


def test_files(begun: tuple[RoomedBook, Any, Any]) -> None:
    book, _, _ = begun
    assert say(book.check_file(book.scenarios()["skirmish"]), "ru")
    assert book.template("scenario", "ru") != book.template("scenario")


@pytest.mark.parametrize("book", BOOKS, ids=lambda one: one.id)
def test_nothing_that_a_book_must_say_is_left_unsaid(book: RoomedBook) -> None:
    """What the plain book and the table's book leave open, somebody fills."""
    for owner in (Book, RuleBook):
        opened = {
            name
            for name, made in vars(owner).items()
            if isinstance(made, FunctionType) and "NotImplementedError" in made.__code__.co_names
        }
        assert opened
        for name in opened:
            assert getattr(type(book), name) is not getattr(owner, name), name


@pytest.mark.parametrize("name", shelf.names())
def test_words_that_a_field_may_hold_beside_names_are_said_in_russian(name: str) -> None:
    words = shelf.book(name).hand_words()
    for field, sources in words.rows.items():
        for value in (one[1:] for one in sources if one.startswith("=")):
            said = words.choice(value, field)
            assert isinstance(said, Text)
            assert said.say("ru") != said.say("en")
