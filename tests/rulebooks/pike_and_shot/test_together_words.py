"""Coordinated orders in words: for all who can, and for some of them, with any number of command points."""

from __future__ import annotations

import pytest

from grognard.core.game import Game, secret
from grognard.core.state import Order
from grognard.orders import Understood, read_answer
from grognard.rulebooks.pike_and_shot import BOOK


@pytest.fixture(scope="module")
def game() -> Game:
    """The first card of the Swedes."""
    found = Game.new(BOOK, BOOK.read_setup(BOOK.scenarios()["skirmish"]), seed=secret("mill"))
    assert found.waiting_for() == ("swedish",)
    return found


def read(game: Game, line: str) -> Order | str:
    question, view = game.asked("swedish")[0], game.view("swedish")
    found = read_answer(line, BOOK.asked(view, [question])[0], BOOK.vocabulary(view))
    if isinstance(found, Understood):
        return found.order
    return found.text.say()


def moves(cp: int, how: str, *units: str) -> Order:
    return ("coordinate", "move", cp, *(word for unit in units for word in (unit, how)))


@pytest.mark.clause("PS-COORD-01", "PS-COORD-02")
@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("together charge, 2 CP", moves(2, "charge", "S1", "S2")),
        ("everyone advance together, 3 CP", moves(3, "move", "S1", "S2", "S3")),
        ("всем вместе двигаться, 1 ОК", moves(1, "move", "S1", "S2", "S3")),
        ("S1 and the guns, move together with 1 CP", moves(1, "move", "S1", "S3")),
        ("вместе в атаку: бригада и конница, 1 ОК", moves(1, "charge", "S1", "S2")),
        ("вместе двигаться: S2, 3 ОК", moves(3, "move", "S2")),
    ],
)
def test_all_or_some_act_together(game: Game, line: str, order: Order) -> None:
    assert read(game, line) == order
    question = game.asked("swedish")[0]
    assert BOOK.decisions["card"].check(game.view("swedish"), question, order) == order


@pytest.mark.clause("PS-COORD-02")
@pytest.mark.parametrize("line", ["together charge", "together charge, 4 CP", "S1, I1 together move, 1 CP"])
def test_what_is_not_said_is_not_made_up(game: Game, line: str) -> None:
    assert isinstance(read(game, line), str)
