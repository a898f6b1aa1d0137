"""Computer players: whole battles, and through the door of a game."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Sequence
from typing import Any

import pytest

from grognard.core.dice import Fast
from grognard.core.engine import Step
from grognard.core.errors import Refused
from grognard.core.game import Game, secret
from grognard.core.replay import verify
from grognard.core.state import UMPIRE, Order, Question
from grognard.players import DoctrinePlayer, Player, RandomPlayer, Undecided, drive, play_out, playing
from grognard.rulebooks.book import Book
from grognard.rulebooks.feudal import BOOK
from grognard.rulebooks.feudal.model import FeudalSetup


def setup_of(name: str, **options: Any) -> FeudalSetup:
    return BOOK.read_setup(BOOK.scenarios()[name], options=options or None)


def everywhere(setup: FeudalSetup, player: Player) -> dict[str, Player]:
    return {seat.id: player for seat in setup.seats}


class Stubborn:
    """Answers the same thing whatever is asked."""

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        return ("sing",)


class Conceding:
    """Gives up wherever it may, though that is on no list; else takes the first option."""

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        return ("concede",) if question.kind == "parting" else options[0]


class Spy(RandomPlayer):
    """Keeps the views that it was shown."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        self.views.append(view)
        return super().answer(book, view, question, options, rng)


# --- whole battles -------------------------------------------------------------------------------------------


def test_the_same_seeds_play_the_same_battle_and_others_another() -> None:
    setup = setup_of("standard")
    players = everywhere(setup, RandomPlayer())
    ends = [
        play_out(BOOK, setup, players, Fast(dice), seed=seed).digest()
        for dice, seed in [(1, 1), (1, 1), (1, 2), (2, 1)]
    ]
    assert ends[0] == ends[1]
    assert len(set(ends)) == 3


def test_listening_changes_no_battle_and_every_step_is_watched() -> None:
    setup = setup_of("deathmatch")
    players = everywhere(setup, DoctrinePlayer())
    steps: list[Step] = []
    loud = play_out(BOOK, setup, players, Fast(3), listening=True, watch=steps.append)
    silent = play_out(BOOK, setup, players, Fast(3))
    assert loud == silent
    assert steps[-1].state == loud
    assert any(step.told for step in steps)
    assert sum(len(rolled.faces) for step in steps for rolled in step.rolled) > 10


def test_a_seat_without_a_player_gets_the_defaults() -> None:
    """The rules' own defaults play a whole battle, the umpire's questions included."""
    setup = setup_of("skirmish", umpire="human", targets="human")
    assert play_out(BOOK, setup, {}, Fast(1)).outcome is not None


def test_a_view_is_made_once_a_seat_and_step_and_belongs_to_the_seat() -> None:
    setup = setup_of("standard")
    spy = Spy()
    play_out(BOOK, setup, {"duke": spy}, Fast(1))
    assert {view.seat for view in spy.views} == {"duke"}
    assert len({id(view) for view in spy.views}) < len(spy.views)


def test_what_is_not_on_the_list_may_be_answered_if_the_rules_allow_it() -> None:
    setup = setup_of("skirmish")
    state = play_out(BOOK, setup, {"lord": Conceding()}, Fast(1))
    assert state.outcome is not None
    assert state.outcome.winners != ("fief",)


def test_a_player_that_answers_nonsense_is_refused() -> None:
    setup = setup_of("skirmish")
    with pytest.raises(Refused):
        play_out(BOOK, setup, {"lord": Stubborn()}, Fast(1))


def test_a_battle_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST", 5)
    with pytest.raises(Undecided, match="after 5 steps") as caught:
        play_out(BOOK, setup_of("standard"), {}, Fast(1))
    assert "5 шагов" in caught.value.say("ru")


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "least"), [("skirmish", 36), ("standard", 38), ("deathmatch", 38)])
def test_the_doctrine_beats_chance(scenario: str, least: int) -> None:
    """Of 40 battles, sides taken in turn; what isn't won counts as lost. Chance alone wins 20 (13 among three)."""
    setup = setup_of(scenario)
    won = 0
    for seed in range(40):
        side = setup.sides[seed % len(setup.sides)].id
        players: dict[str, Player] = {
            seat.id: DoctrinePlayer() if seat.side == side else RandomPlayer() for seat in setup.seats
        }
        outcome = play_out(BOOK, setup, players, Fast(seed), seed=seed).outcome
        won += outcome is not None and outcome.winners == (side,)
    assert won >= least


@pytest.mark.slow
def test_a_battle_of_120_armies_comes_to_an_end() -> None:
    setup = setup_of("grand")
    state = play_out(BOOK, setup, everywhere(setup, DoctrinePlayer()), Fast(1))
    assert BOOK.measures(setup, state)["reason"] == "victory"


# --- through the door ----------------------------------------------------------------------------------------


def new_game(setup: FeudalSetup) -> Game:
    return Game.new(BOOK, setup, seed=secret("drive"))


def test_a_whole_battle_through_the_door_leaves_a_good_record() -> None:
    setup = setup_of("skirmish")
    game = new_game(setup)
    assert drive(game, everywhere(setup, DoctrinePlayer()))
    assert verify(BOOK, game.record).good
    again = new_game(setup)
    drive(again, everywhere(setup, DoctrinePlayer()))
    assert again.state == game.state


def test_it_stops_where_a_person_must_answer() -> None:
    game = new_game(setup_of("standard"))
    assert not drive(game, {"duke": DoctrinePlayer(), "lord_b": RandomPlayer()})
    assert game.waiting_for() == ("lord_a",)
    assert not drive(game, {"duke": DoctrinePlayer(), "lord_b": RandomPlayer()})


def test_a_person_and_a_computer_play_a_battle_together() -> None:
    game = new_game(setup_of("skirmish"))
    while not drive(game, {"umpire_raiders": DoctrinePlayer()}):
        assert game.waiting_for() == ("lord",)
        for question in game.asked("lord"):
            game.take_default(question)
    assert game.state.outcome is not None


def test_it_can_be_stopped_and_tells_how_far_it_is() -> None:
    setup = setup_of("standard")
    game = new_game(setup)
    turns: list[str] = []
    over = drive(
        game,
        everywhere(setup, DoctrinePlayer()),
        progress=lambda here: turns.append(BOOK.turn(here.state)),
        stop=lambda: len(turns) >= 4,
    )
    assert not over
    assert len(turns) == 4
    assert game.waiting_for()


def test_the_umpires_questions_may_be_left_to_a_computer() -> None:
    setup = setup_of("skirmish", umpire="human", targets="human")
    game = new_game(setup)
    assert drive(game, {**everywhere(setup, DoctrinePlayer()), UMPIRE: DoctrinePlayer()})


def test_the_garbage_collector_rests_during_a_battle_and_works_again_after_it() -> None:
    setup = setup_of("skirmish")
    rested: list[bool] = []
    play_out(
        BOOK,
        setup,
        everywhere(setup, RandomPlayer()),
        Fast(1),
        watch=lambda _: rested.append(not gc.isenabled()),
    )
    assert all(rested)
    assert gc.isenabled()
    with pytest.raises(Refused):
        play_out(BOOK, setup, everywhere(setup, Stubborn()), Fast(1))
    assert gc.isenabled()
    gc.disable()
    try:
        play_out(BOOK, setup, everywhere(setup, RandomPlayer()), Fast(1))
        assert not gc.isenabled(), "who had switched it off finds it so"
    finally:
        gc.enable()


class Ring:
    """Holds itself, so that only the garbage collector can clear it away."""

    def __init__(self) -> None:
        self.itself = self


def test_rings_that_battles_leave_behind_are_found_in_the_end() -> None:
    left = []
    for _ in range(playing.SWEPT):
        with playing.undisturbed():
            left.append(weakref.ref(Ring()))
    assert any(one() is None for one in left), "one of these rests was followed by a sweep"


def test_what_a_battle_leaves_counts_as_old_and_is_not_looked_at() -> None:
    with playing.undisturbed():
        left = [[one] for one in range(5000)]
    old = {id(one) for one in gc.get_objects(generation=2)}
    assert all(id(one) in old for one in left)


def test_who_has_frozen_what_he_has_keeps_it_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with playing.undisturbed():
            Ring()
        assert gc.get_freeze_count() == frozen
    finally:
        gc.unfreeze()
