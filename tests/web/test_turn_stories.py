"""The report of a turn tells it as a story where the rule book has one, and has the log after it."""

from __future__ import annotations

import random

from grognard.core.game import Game
from grognard.locale import say
from grognard.players import DoctrinePlayer
from grognard.players.playing import answer_of
from grognard.rulebooks import shelf
from grognard.show.model import Heading, Picture
from grognard.web.moment import Moment
from grognard.web.post.reports import Chronicle


def told(book_id: str, eyes: str) -> list[str]:
    """Headings and pictures of the report of the first turn of a skirmish."""
    book = shelf.book(book_id)
    game = Game.new(book, book.read_setup(book.scenarios()["skirmish"]), seed=b"1" * 32)
    first, player, rng = book.turn(game.state), DoctrinePlayer(), random.Random(1)
    while not game.state.finished and book.turn(game.state) == first:
        asked = next(one for one in game.state.questions if one.answer is None)
        view = book.view(game.setup, game.state, asked.seat)
        game.submit_all({asked.id: answer_of(book, player, view, asked, rng)}, asked.seat)
    moment = Moment(
        "x", book, game.setup, game.state, tuple(game.log), len(game.record.lines), game.record.sha
    )
    report = Chronicle(moment, game.record.lines, eyes).report("1", "en").report
    return [
        say(one.words) if isinstance(one, Heading) else "picture"
        for one in report.blocks
        if isinstance(one, Heading | Picture)
    ]


def test_the_story_stands_between_the_pictures_and_the_log_after_them() -> None:
    found = told("fantasy", "free")
    assert found[:2] == ["Before", "picture"]
    assert found[2] == "The story"
    assert found.index("The story") < found.index("After") < found.index("Phase C: movement")
    assert "Before the first turn" not in found


def test_a_book_without_stories_has_its_log_there() -> None:
    found = told("feudal", "lord")
    assert "The story" not in found
    assert found[-2:] == ["After", "picture"]
