"""A map of 200 x 200 hexes with 200 units a side: what a person or the computer waits for there.

    python benchmarks/huge_map.py [--quick]

Prints JSON lines like the other benchmarks: the longest and the mean time of a view, a list of options, an answer of
the doctrine and its working out, over a battle of three rounds, and the time of a picture.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grognard.core.game import Game
from grognard.players import DoctrinePlayer
from grognard.players.playing import answer_of
from grognard.rulebooks import shelf
from grognard.space.hex_map import HexMap
from grognard.space.hex_random import random_map

WIDE, UNITS, ROUNDS = 200, 200, 1 if "--quick" in sys.argv else 3
CARDS = ("15", "1", "2", "17", "5", "6", "8")
FRONTS = {"west": (90, 99), "east": (102, 111)}


def army(drawn: HexMap, rng: random.Random, side: str) -> dict[str, Any]:
    """Three generals with their units on open ground near the middle."""
    first, last = FRONTS[side]
    numbers = [drawn.grid.number(x, y) for y in range(1, WIDE + 1) for x in range(first, last + 1)]
    spots = rng.sample([one for one in numbers if drawn.terrain(one) in ".S"], UNITS)
    third = -(-UNITS // 3)
    generals = [
        {
            "seat": f"{side}-{n + 1}",
            "card": f"G0{n + 1}",
            "draw": {"cheap": 2, "medium": 1},
            "units": [
                f"{CARDS[i % len(CARDS)]}@{drawn.grid.label(spot)}"
                for i, spot in enumerate(spots[n * third : (n + 1) * third])
            ],
        }
        for n in range(3)
    ]
    zones = [{"cols": [first, last], "rows": [1, WIDE]}]
    return {"id": side, "en": side.title(), "ru": side.title(), "zones": zones, "general": generals}


def scenario(drawn: HexMap, rng: random.Random) -> dict[str, Any]:
    label = drawn.grid.label
    seats = [f"{side}-{n}" for n in (1, 2, 3) for side in FRONTS]
    rows = [
        "".join(drawn.terrain(drawn.grid.number(x, y)) for x in range(1, WIDE + 1))
        for y in range(1, WIDE + 1)
    ]
    points = [
        {
            "hex": label(one.hex),
            "kind": "factory",
            "yields": "cheap",
            "en": one.name.en,
            "ru": one.name.ru,
        }
        for one in drawn.sites[:40]
    ]
    return {
        "scenario": {
            "id": "huge",
            "en": "Huge",
            "ru": "Огромная",
            "rounds": ROUNDS,
            "turn_seconds": 120,
            "hex_km": 2,
            "turn_order": seats,
            "score_minor": 2,
            "score_major": 8,
        },
        "map": {"grid": rows, "control_points": points},
        "side": [army(drawn, rng, side) for side in FRONTS],
    }


def timed(times: dict[str, list[float]], what: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    times.setdefault(what, []).append(time.perf_counter() - began)


def main() -> None:
    rng = random.Random(1)
    book = shelf.book("modern")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "huge.yaml"  # JSON is YAML too
        path.write_text(json.dumps(scenario(random_map(rng, WIDE, WIDE), rng)), encoding="utf-8")
        setup = book.read_setup(path)
    game, player = Game.new(book, setup, seed=b"1" * 32), DoctrinePlayer()
    times: dict[str, list[float]] = {}
    while not game.state.finished:
        question = next(one for one in game.state.questions if one.answer is None)
        for _ in timed(times, "view"):
            view = book.view(game.setup, game.state, question.seat)
        for _ in timed(times, "options"):
            book.decisions[question.kind].options(view, question)
        for _ in timed(times, "doctrine"):
            order = answer_of(book, player, view, question, rng)
        for _ in timed(times, "answer"):
            game.submit_all({question.id: order}, question.seat)
    for _ in range(2):
        for _ in timed(times, "picture"):
            book.picture(book.view(game.setup, game.state, "west-1"))
    for what, found in times.items():
        for key, value in (("mean", statistics.fmean(found)), ("worst", max(found))):
            print(json.dumps({"key": f"grognard.modern.huge.{what}.{key}", "value": value, "unit": "s"}))


if __name__ == "__main__":
    main()
