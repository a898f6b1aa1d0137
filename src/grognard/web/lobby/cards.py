"""The ready-made scenarios of every book on the shelf, read once a process: files that are shipped don't change."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import structlog

from grognard.core.errors import GrognardError
from grognard.core.state import PUBLIC, UMPIRE, Setup
from grognard.files import Problems
from grognard.locale import LANGUAGES, Name
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book
from grognard.web.lobby.larder import Larder

log = structlog.get_logger()
_DRAWING = threading.Lock()
LARDER = Larder()


class Corner(msgspec.Struct, frozen=True):
    """A side that a newcomer may play: ``seat`` is the one he gets, ``index`` the side's number in pictures."""

    index: int
    name: Name
    seat: str


class Card(msgspec.Struct, frozen=True):
    """A scenario as the lobby shows it. ``units``: how many fight in it, 0 where the book does not say;
    ``weight``: all its pieces, markers too."""

    book: str
    key: str
    name: Name
    corners: tuple[Corner, ...]
    players: int
    units: int
    weight: int


def corners(setup: Setup) -> tuple[Corner, ...]:
    """For each side the first seat that is meant for a player, else its first."""
    found = []
    for index, side in enumerate(setup.sides):
        seats = sorted(
            (one for one in setup.seats if one.side == side.id), key=lambda one: one.kind != "player"
        )
        if seats:
            found.append(Corner(index, side.name, seats[0].id))
    return tuple(found)


@lru_cache(None)
def cards(book_id: str) -> tuple[Card, ...]:
    """The scenarios of a book, small ones first. One that cannot be read is left out and logged."""
    book = shelf.book(book_id)
    kept = LARDER.get(book, "cards", lambda: msgspec.json.encode(_cards(book)))
    return msgspec.json.decode(kept, type=tuple[Card, ...])


def _cards(book: Book) -> tuple[Card, ...]:
    found = []
    for key, path in book.scenarios().items():
        try:
            found.append(_card(book, key, book.read_setup(path)))
        except (GrognardError, Problems) as error:
            log.error("a shipped scenario cannot be read", book=book.id, scenario=key, why=str(error))
    return tuple(sorted(found, key=lambda card: card.weight))


def _card(book: Book, key: str, setup: Any) -> Card:
    state = book.start(setup)
    rows = book.strengths(book.view(setup, state, UMPIRE))
    players = sum(one.kind == "player" for one in setup.seats) or len(setup.seats)
    units = sum(row.units for row in rows if not row.gone)
    return Card(book.id, key, setup.name, corners(setup), players, units, len(state.pieces))


@lru_cache(256)
def _picture(book_id: str, key: str, lang: str) -> bytes | None:
    """The table before the battle as everybody may see it, as a compressed SVG (a browser draws it faster than we
    could); None for a scenario that there is not."""
    book = shelf.book(book_id)
    path = book.scenarios().get(key)
    if path is None:
        return None
    return LARDER.get(book, f"picture {key} {lang}", lambda: _drawn(book, path, lang))


def _drawn(book: Book, path: Path, lang: str) -> bytes:
    setup = book.read_setup(path)
    svg = book.picture(book.view(setup, book.start(setup), PUBLIC), (), lang).svg
    return gzip.compress(svg.encode(), mtime=0)


def picture(book_id: str, key: str, lang: str) -> bytes | None:
    """:func:`_picture`, each drawn once, whoever asks for it meanwhile."""
    with _DRAWING:
        return _picture(book_id, key, lang)


def warm(folder: Path | None = None) -> None:
    """Read everything before anybody asks: the cards at once, for the first page wants them all, the pictures beside
    the server's start. ``folder`` keeps both for the next start."""
    LARDER.folder = folder
    found = [card for name in shelf.names() for card in cards(name)]
    threading.Thread(target=_draw, args=(found,), name="lobby", daemon=True).start()


def _draw(found: Sequence[Card]) -> None:
    for lang in LANGUAGES:
        for card in found:
            picture(card.book, card.key, lang)
    LARDER.tidy()
