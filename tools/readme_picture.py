"""Draw the battle pictures of the READMEs: seeded battles, halted at a good moment.

``python tools/readme_picture.py`` writes them into docs/images (``--book`` only that of one rule book), as SVG in
English and as PNG in every language; the same bytes for the same rules.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grognard.core.game import Game
from grognard.core.state import UMPIRE, Order, Question
from grognard.locale import LANGUAGES
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book
from grognard.show.png import png

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"

Answer = Callable[[Book, Game, Question, random.Random], Order]


@dataclass(frozen=True)
class Shot:
    """A picture: its file, the battle, who answers in it, the step at whose beginning it is halted, its size."""

    file: str
    scenario: str
    seed: str
    answer: Answer
    moment: str
    scale: float = 1.5


def lively(book: Book, game: Game, question: Question, rng: random.Random) -> Order:
    """Nobody leaves or offers to part, most strike, and the rest is chance."""
    options = game.options(question)
    if question.kind in ("parting", "artefact"):
        return options[0]
    stay = [one for one in options if not {"withdraw", "fall_back"} & set(one)]
    strikes = [one for one in stay if one[0] == "attack"]
    return rng.choice(strikes if strikes and rng.random() < 0.85 else stay)


def sensible(book: Book, game: Game, question: Question, rng: random.Random) -> Order:
    """What the doctrine of the book does."""
    return book.doctrine(game.view(question.seat), question, game.options(question), rng)


SHOTS = {
    "feudal": Shot("battle", "standard", "black mill 24", lively, "1.melee.4"),
    "pike_and_shot": Shot("luetzen", "standard", "lion of the north", sensible, "4.Gustavus"),
}


def battle(book: Book, shot: Shot) -> Iterator[Game]:
    """The battle, halted at the beginning of each of its steps."""
    game = Game.new(book, book.read_setup(book.scenarios()[shot.scenario]), seed=shot.seed.encode())
    rng = random.Random(shot.seed)
    turn = ""
    while not game.state.finished:
        if turn != book.turn(game.state):
            turn = book.turn(game.state)
            yield game
        for seat in game.waiting_for():
            for question in game.asked(seat)[:1]:
                game.submit(seat, question.id, shot.answer(book, game, question, rng))


def draw(book: Book, shot: Shot) -> None:
    """Write the pictures of a shot."""
    game = next((game for game in battle(book, shot) if book.turn(game.state) == shot.moment), None)
    if game is None:
        raise SystemExit(
            f"the battle of seed '{shot.seed}' has no {shot.moment}: choose another seed or moment"
        )
    IMAGES.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        drawn = book.picture(game.view(UMPIRE), game.events(UMPIRE), lang).svg
        end = "" if lang == "en" else f".{lang}"
        (IMAGES / f"{shot.file}{end}.png").write_bytes(png(drawn, scale=shot.scale))
        if lang == "en":
            (IMAGES / f"{shot.file}.svg").write_text(drawn, encoding="utf-8")


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--book", choices=SHOTS, help="only the picture of this rule book")
    chosen = parser.parse_args().book
    for name, shot in SHOTS.items():
        if chosen in (None, name):
            draw(shelf.book(name), shot)


if __name__ == "__main__":
    main()
