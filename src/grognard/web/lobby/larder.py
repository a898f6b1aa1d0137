"""What was worked out from shipped files, kept on disk from one start of the server to the next."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import grognard
from grognard.rulebooks.book import Book

SUFFIX = ".kept"


class Larder:
    """A folder of things by name, each good for as long as our files are the same. ``folder`` None: nothing is kept.
    It may be emptied at any time."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._used: set[str] = set()

    def get(self, book: Book, name: str, make: Callable[[], bytes]) -> bytes:
        """The thing of that name, made if it is not there (any more)."""
        if self.folder is None:
            return make()
        key = hashlib.sha256(f"{_stamp(book)}\0{name}".encode()).hexdigest()[:32] + SUFFIX
        self._used.add(key)
        path = self.folder / key
        with suppress(OSError):
            return path.read_bytes()
        found = make()
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            half = path.with_name(f"{key}.{secrets.token_hex(4)}")
            half.write_bytes(found)
            half.replace(path)
        return found

    def tidy(self) -> None:
        """Throw away what nobody has asked for since the server started: it belongs to files that are no more."""
        for path in self.folder.glob("*") if self.folder is not None else ():
            if path.name not in self._used:
                with suppress(OSError):
                    path.unlink()


@lru_cache(None)
def _stamp(book: Book) -> str:
    """Another one whenever a file of ours has changed that what is kept may hang on."""
    home = Path(grognard.__file__).parent
    newest = max(_times(home, home / "rulebooks" / book.id))
    return f"{grognard.__version__}:{book.id}:{book.version}:{newest}"


def _times(home: Path, own: Path) -> Iterator[int]:
    for room in (own, home / "show", home / "space", home / "locale", home / "web" / "lobby"):
        for folder, _, files in os.walk(room):
            yield from (Path(folder, one).stat().st_mtime_ns for one in files)
    yield from (one.stat().st_mtime_ns for one in own.parent.glob("*.py"))
