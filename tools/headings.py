"""Keep the headings of each book's shipped scenarios beside them, so that they are listed without entering the book.

``python tools/headings.py`` writes them; ``--check`` says which are not as the book reads its scenarios.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book
from grognard.rulebooks.headings import FILE, heading_of


def file_of(book: Book) -> Path:
    return next(iter(book.scenarios().values())).parent / FILE


def written(book: Book) -> bytes:
    """The file as it should be."""
    found = {name: heading_of(book, path) for name, path in book.scenarios().items()}
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    stale = 0
    for book in shelf.books():
        path, data = file_of(book), written(book)
        if path.is_file() and path.read_bytes() == data:
            continue
        stale += 1
        print(f"{path}: {'not as the scenarios are' if check else 'written'}")
        if not check:
            path.write_bytes(data)
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
