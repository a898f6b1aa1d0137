"""Draw the battle picture of the READMEs: a seeded battle, answered by a simple policy, halted at a good moment.

``python tools/readme_picture.py`` writes docs/images/battle.svg, battle.png and battle.ru.png; the same bytes
for the same rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from grognard.core.game import Game
from grognard.core.state import UMPIRE, Order, Question
from grognard.locale import LANGUAGES
from grognard.rulebooks.feudal import BOOK
from grognard.show.png import png

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SCENARIO = "standard"
SEED = "black mill 24"
MOMENT = "1.melee.4"
SCALE = 1.5


def answer(game: Game, question: Question, rng: random.Random) -> Order:
    """Nobody leaves or offers to part, most strike, and the rest is chance."""
    options = game.options(question)
    if question.kind in ("parting", "artefact"):
        return options[0]
    stay = [one for one in options if not {"withdraw", "fall_back"} & set(one)]
    strikes = [one for one in stay if one[0] == "attack"]
    return rng.choice(strikes if strikes and rng.random() < 0.85 else stay)


def battle(seed: str) -> Iterator[Game]:
    """The battle, halted at the beginning of each of its steps."""
    game = Game.new(BOOK, BOOK.read_setup(BOOK.scenarios()[SCENARIO]), seed=seed.encode())
    rng = random.Random(seed)
    turn = ""
    while not game.state.finished:
        if turn != BOOK.turn(game.state):
            turn = BOOK.turn(game.state)
            yield game
        for seat in game.waiting_for():
            for question in game.asked(seat)[:1]:
                game.submit(seat, question.id, answer(game, question, rng))


def main() -> None:
    """Write the pictures."""
    game = next((game for game in battle(SEED) if BOOK.turn(game.state) == MOMENT), None)
    if game is None:
        raise SystemExit(f"the battle of seed '{SEED}' ends before {MOMENT}: choose another seed or moment")
    IMAGES.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        drawn = BOOK.picture(game.view(UMPIRE), game.events(UMPIRE), lang).svg
        end = "" if lang == "en" else f".{lang}"
        (IMAGES / f"battle{end}.png").write_bytes(png(drawn, scale=SCALE))
        if lang == "en":
            (IMAGES / "battle.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
