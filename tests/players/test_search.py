"""The computer player that looks ahead."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from grognard.core.state import Order, Question
from grognard.players import DoctrinePlayer, SearchPlayer
from grognard.players.playing import Offer, answer_of
from grognard.players.search import ENOUGH, LEAST, WIDTH, Race
from grognard.rulebooks.book import Book
from grognard.rulebooks.feudal import BOOK as FEUDAL
from grognard.rulebooks.modern.book import ModernBook
from tests.rulebooks.modern.scenes import BOOK, Scene, scene
from tests.rulebooks.modern.test_secrets import pairs, setup_with


class Idle(ModernBook):
    """A book whose doctrine does nothing at all."""

    def doctrine(self, view_: Any, question: Question, options: Sequence[Order], rng: Any) -> Order:
        return ("pass",) if question.kind in ("answer", "shot") else ("end",)


class Blind(ModernBook):
    """A book that has no imagination."""

    def imagine(self, setup_: Any, view_: Any, rng: Any) -> Any:
        raise AssertionError("nothing is to be imagined here")


def firing() -> Scene:
    """Rifles next to rifles on their last status, in the open."""
    there = scene("skirmish").alone("west-1-02", "east-1-02").change("west-1", ability_used=True)
    there.stand("west-1-02", "0508").stand("east-1-02", "0608", known=True, lost=1)
    return there.turn_of("west-1", "attack", round=8)


def chosen(book: Book, there: Scene, player: SearchPlayer, seed: int = 1) -> Order:
    question = there.question
    return answer_of(book, player, there.view(question.seat), question, random.Random(seed))


def test_it_finds_what_the_doctrine_does_not_think_of() -> None:
    """A kill that decides the battle, though the doctrine of this book never fires."""
    there = firing()
    assert chosen(Idle(), there, SearchPlayer(runs=12)) == ("fire", "west-1-02", there.hex("0608"))


def raced(worths: dict[str, list[float]], runs: int) -> tuple[Race, list[str]]:
    """A race of orders that come out so in one world after another, the last worth again and again."""
    race, tried = Race([(word,) for word in worths]), []
    for _ in range(runs):
        order = race.following()
        if order is None:
            break
        known, tries = worths[str(order[0])], race.tries[order]
        tries.add(known[min(tries.visits, len(known) - 1)])
        tried.append(str(order[0]))
    return race, tried


def test_who_loses_drops_out_and_the_next_one_comes() -> None:
    others = {f"other {number}": [-0.5] for number in range(WIDTH)}
    race, tried = raced({"doctrine": [0.0], **others, "late": [0.4]}, 100)
    assert [tried.count(word) for word in others] == [1] * WIDTH
    assert tried.count("late") == ENOUGH
    assert tried.count("doctrine") == ENOUGH
    assert race.best() == ("late",)


def test_the_doctrine_s_order_stands_where_another_is_better_by_luck() -> None:
    race, tried = raced({"doctrine": [0.0], "lucky": [1.0, -0.9, 0.3, -0.9], "same": [0.0]}, 100)
    assert race.best() == ("doctrine",)
    assert tried.count("same") == LEAST


def test_where_everything_comes_to_the_same_no_more_is_tried() -> None:
    others = {f"other {number}": [0.2] for number in range(WIDTH)}
    race, tried = raced({"doctrine": [0.2], **others, "late": [0.4]}, 100)
    assert race.best() == ("doctrine",)
    assert len(tried) == (WIDTH + 1) * LEAST


def test_a_victory_that_is_sure_needs_no_thought() -> None:
    race, tried = raced({"doctrine": [1.0], "other": [1.0]}, 100)
    assert race.best() == ("doctrine",)
    assert tried == ["doctrine"] * LEAST


def test_so_many_runs_give_the_same_answer_every_time() -> None:
    there = scene("skirmish").turn_of("west-1", "movement")
    answers = {chosen(BOOK, there, SearchPlayer(runs=6), seed=4) for _ in range(2)}
    assert len(answers) == 1


def test_it_stops_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock takes a tenth of a second: what is begun then is cut short and counts for nothing."""
    ticks = iter(range(1000))
    monkeypatch.setattr("grognard.players.search.time.perf_counter", lambda: next(ticks) / 10)
    there = firing()
    assert chosen(Idle(), there, SearchPlayer(seconds=0.45)) == ("end",)
    assert next(ticks) <= 8


def test_where_there_is_nothing_to_choose_it_imagines_nothing() -> None:
    there = scene("skirmish").alone("west-1-02", "east-1-02").turn_of("west-1", "attack")
    assert chosen(Blind(), there, SearchPlayer(runs=5)) == ("end",)


def test_of_a_book_whose_imagination_cannot_be_played_on_it_takes_the_doctrine() -> None:
    from grognard.core import engine
    from grognard.core.dice import Fast

    setup = FEUDAL.read_setup(FEUDAL.scenarios()["standard"])
    state = engine.begin(FEUDAL, setup, Fast(1), False).state
    question = state.questions[0]
    view = FEUDAL.view(setup, state, question.seat)
    orders = {
        answer_of(FEUDAL, player, view, question, random.Random(2))
        for player in (SearchPlayer(runs=3), DoctrinePlayer())
    }
    assert len(orders) == 1


@pytest.mark.slow
@pytest.mark.clause("MO-UNIT-01")
def test_it_never_reads_what_its_view_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds that look the same to a seat are answered alike, run for run: other orders race there too."""
    monkeypatch.setattr("grognard.players.search.STEPS", 1)
    asked, seat = 0, "w-1"
    for state, otherwise in pairs(seat, 14, "public", "auto"):
        other_setup, other_state = otherwise.world()
        views = [BOOK.view(setup_with(), state, seat), BOOK.view(other_setup, other_state, seat)]
        for one, other in zip(views[0].asked, views[1].asked, strict=True):
            offers = [
                Offer(BOOK.decisions[question.kind], view, question)
                for view, question in zip(views, (one, other), strict=True)
            ]
            assert BOOK.ideas(views[0], one, offers[0]) == BOOK.ideas(views[1], other, offers[1])
            answers = [
                SearchPlayer(runs=2 * LEAST).answer(BOOK, view, question, offer, random.Random(5))
                for view, question, offer in zip(views, (one, other), offers, strict=True)
            ]
            assert answers[0] == answers[1]
            asked += 1
    assert asked >= 7
