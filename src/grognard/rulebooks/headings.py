"""What a list of scenarios says of each, without entering the rule book.

A book keeps the headings of its shipped scenarios beside them in ``headings.json`` (``tools/headings.py`` writes it).
A heading is good as long as the scenario's text is the one it was taken from; for all others, and of books that keep
none, the scenario is read by the book.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from grognard.locale import Name
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book

FILE = "headings.json"


class Heading(msgspec.Struct, frozen=True):
    """A scenario's name, its sides and its seats with their kinds; ``sha256`` of the text it was taken from."""

    name: Name
    sides: tuple[Name, ...]
    seats: tuple[tuple[str, str], ...]
    sha256: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """Seats that a player holds."""
        return tuple(seat for seat, kind in self.seats if kind == "player")


def scenarios(book_id: str) -> Mapping[str, Path]:
    """Shipped scenarios of a book by id."""
    folder = _folder(book_id)
    if folder is None:
        return shelf.book(book_id).scenarios()
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def headings(book_id: str) -> Mapping[str, Heading]:
    """The headings of a book's shipped scenarios by id. Problems of a scenario that has been spoilt."""
    folder = _folder(book_id)
    kept = (
        {} if folder is None else msgspec.json.decode((folder / FILE).read_bytes(), type=dict[str, Heading])
    )
    found = {}
    for name, path in scenarios(book_id).items():
        heading = kept.get(name)
        if heading is None or heading.sha256 != digest(path):
            heading = heading_of(shelf.book(book_id), path)
        found[name] = heading
    return found


def heading_of(book: Book, path: Path) -> Heading:
    """A scenario's heading as the book reads it."""
    setup: Any = book.read_setup(path)
    seats = tuple((seat.id, seat.kind) for seat in setup.seats)
    return Heading(setup.name, tuple(side.name for side in setup.sides), seats, digest(path))


def digest(path: Path) -> str:
    """Of a scenario's text, whatever its line ends."""
    return hashlib.sha256(path.read_text(encoding="utf-8").encode()).hexdigest()


def _folder(book_id: str) -> Path | None:
    """The folder in which a book keeps scenarios and headings; None if it keeps none there."""
    for entry in entry_points(group=shelf.GROUP):
        spec = find_spec(entry.module) if entry.name == book_id else None
        for place in (spec.submodule_search_locations or ()) if spec is not None else ():
            folder = Path(place) / "scenarios"
            if (folder / FILE).is_file():
                return folder
    return None
