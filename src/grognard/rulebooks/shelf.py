"""Which rule books there are: those registered in the entry-point group ``grognard.rulebooks``, ours among them."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from grognard.core.errors import GrognardError
from grognard.locale import T
from grognard.rulebooks.book import Book

GROUP = "grognard.rulebooks"


class NoSuchBook(GrognardError):
    """No rule book of that name is on the shelf."""


def names() -> tuple[str, ...]:
    """Ids of all rule books, without loading any."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


@cache
def book(book_id: str) -> Book:
    """The rule book of that id; NoSuchBook names those that there are."""
    for entry in entry_points(group=GROUP):
        if entry.name == book_id:
            found = entry.load()
            assert isinstance(found, Book)
            return found
    raise NoSuchBook(T("there is no rule book '{book}'; on the shelf: {known}", book=book_id, known=names()))


def books() -> tuple[Book, ...]:
    """All rule books."""
    return tuple(book(name) for name in names())
