"""Breaks files, orders and records in many ways and feeds them to the program.

python -m tests.fuzz.broken --seconds 600        # as long as you like; prints what brought it down
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from grognard.core.errors import GrognardError, Refused
from grognard.core.game import Game, secret
from grognard.core.record import Journal
from grognard.core.replay import verify
from grognard.core.state import Order, encode
from grognard.files import Problems
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book

SAID = (Problems, GrognardError)
"""What the program may raise: one clear message each."""
SPICES = (
    "",
    "x",
    "-1",
    "999999999999999999999",
    "0",
    "null",
    "true",
    "[]",
    "{}",
    "!!python/object:os.system",
    "&a",
    "*a",
)
ODD = (
    "\x00",
    "\t",
    "\ufeff",
    "😀",
    "\u202e",
    "\r",
    ": ",
    "- ",
    "#",
    "'",
    '"',
    "{",
    "}",
    "[",
    "]",
    "|",
    ">",
    "%",
    "@",
    "`",
)


def break_text(text: str, rng: random.Random) -> str:
    """A text with one to four things wrong: lines dropped, doubled, indented, values and characters changed."""
    for _ in range(rng.randint(1, 4)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[rng.randrange(len(lines))])
            case 2:
                lines[at] = " " * rng.randint(0, 9) + lines[at].strip()
            case 3:
                key, colon, _ = lines[at].partition(":")
                lines[at] = key + colon + " " + rng.choice(SPICES)
            case 4:
                place = rng.randint(0, len(lines[at]))
                lines[at] = lines[at][:place] + rng.choice(ODD) + lines[at][place:]
            case 5:
                words = lines[at].split(" ")
                words[rng.randrange(len(words))] = rng.choice(SPICES)
                lines[at] = " ".join(words)
            case 6:
                lines = lines[: at + 1]
            case 7:
                lines[at] = lines[at].replace("a", "а", 1)
        text = "\n".join(lines) or "\n"
    return text


@cache
def sources(book: Book) -> tuple[str, ...]:
    """Everything that people may write for a book: its scenarios and its templates."""
    small = [path for path in book.scenarios().values() if path.stat().st_size < 8000]
    return (*(path.read_text(encoding="utf-8") for path in small), *templates(book))


def templates(book: Book) -> Iterator[str]:
    """Of every kind of file that the book has."""
    for kind in ("scenario", "army", "rules", "tables"):
        try:
            yield book.template(kind)
        except Refused as refused:
            said(refused)


def broken_file(book: Book, rng: random.Random, folder: Path) -> None:
    """A file with mistakes is read whole or refused with its problems, in both languages."""
    path = folder / "broken.yaml"
    path.write_text(break_text(rng.choice(sources(book)), rng), encoding="utf-8", errors="surrogatepass")
    try:
        book.check_file(path)
    except SAID as problems:
        said(problems)


def said(error: Any) -> None:
    """The message can be said in both languages and is no rubbish."""
    for lang in ("en", "ru"):
        words = error.say(lang)
        assert words.strip(), error
        assert "Traceback" not in words


def broken_orders(book: Book, rng: random.Random, folder: Path) -> None:
    """Wrong orders to open questions are refused and change nothing."""
    scenario = book.scenarios()[rng.choice(("skirmish", "standard"))]
    game = Game.new(book, book.read_setup(scenario), seed=secret(str(rng.random())))
    for _ in range(60):
        if game.state.finished:
            return
        seat = game.waiting_for()[0]
        question = game.asked(seat)[0]
        before, lines = game.state, len(game.record.lines)
        try:
            game.submit(
                rng.choice((seat, "nobody", "umpire", *game.seats)),
                wrong_id(question.id, rng),
                wrong_order(rng, game.options(question)),
            )
        except SAID as error:
            said(error)
            assert game.state is before
            assert len(game.record.lines) == lines
        if game.state is before:
            game.submit(seat, question.id, rng.choice(game.options(question)))


def wrong_id(question: str, rng: random.Random) -> str:
    return rng.choice((question, question, question, question + "x", "", "tactic:nobody", ":"))


def wrong_order(rng: random.Random, right: Sequence[Order]) -> tuple[Any, ...]:
    """Words at random, half of the time with those of a right order among them."""
    words = (
        *(rng.choice(right) * rng.randint(0, 9)),
        "attack",
        "hold",
        "change",
        "keep",
        "use",
        "set",
        "walls",
        "standard",
        "none",
        "",
        "umpire",
        "а",
        "x=rain",
        "part",
        7,
        -1,
    )
    return tuple(rng.choice(words) for _ in range(rng.randint(0, 4)))


@cache
def a_record(book: Book) -> bytes:
    """A whole short battle by default answers."""
    game = Game.new(book, book.read_setup(book.scenarios()["skirmish"]), seed=secret("fuzz"))
    while not game.state.finished:
        game.take_default(game.asked(game.waiting_for()[0])[0])
    return b"".join(encode(line) + b"\n" for line in game.record.lines)


def broken_record(book: Book, rng: random.Random, folder: Path) -> None:
    """A record cut, spliced or changed is refused or found out; nothing else happens."""
    whole = a_record(book)
    data = bytearray(whole)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randint(1, 400)]
            case 2:
                data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 30)))
            case 3:
                lines = bytes(data).split(b"\n")
                rng.shuffle(lines)
                data = bytearray(b"\n".join(lines))
        if not data:
            data = bytearray(b"\n")
    try:
        journal = Journal.parse(bytes(data))
        verdict = verify(book, journal)
        assert not verdict.good or whole.startswith(bytes(data).rpartition(b"\n")[0])
    except SAID as error:
        said(error)


KINDS: dict[str, Callable[[Book, random.Random, Path], None]] = {
    "file": broken_file,
    "orders": broken_orders,
    "record": broken_record,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--folder", type=Path, default=Path("/tmp"))
    chosen = parser.parse_args()
    end, seed, bad = time.monotonic() + chosen.seconds, chosen.seed, 0
    while time.monotonic() < end:
        for name, feed in KINDS.items():
            for book in shelf.books():
                try:
                    feed(book, random.Random(f"{name}:{seed}"), chosen.folder)
                except Exception:
                    bad += 1
                    print(f"{name} {book.id} {seed}", traceback.format_exc(), sep="\n")
        seed += 1
    print(f"{seed - chosen.seed} rounds, {bad} brought it down")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
