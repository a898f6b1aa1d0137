"""Keep the catalogues of translations: ``--check`` says what is wrong, ``--update`` brings them up to date.

A room is a folder of the package; every rule book and every folder of the web is a room of its own. What the
code of a room says goes into ``locale/<language>/LC_MESSAGES/<room>.po``; the ``.mo`` beside it is what the
program reads.
"""

from __future__ import annotations

import argparse
import gettext
import io
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "grognard"
KEYWORDS = {"T": None, "translate": None, "N_": None}
HEADER = [
    "Project-Id-Version: grognard",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
]

Sources = dict[str, list[tuple[Path, int]]]
"""What a room says: each English sentence with the places (file, line) where the code says it."""


class Book(Catalog):
    """A catalogue whose header holds no date and no tool's version: the same words, the same bytes."""

    def __iter__(self) -> Iterator[Message]:
        header = [*HEADER, f"Language: {self.locale}"]
        yield Message("", "\n".join(header) + "\n")
        yield from (message for message in super().__iter__() if message.id)


class Unreadable(Exception):
    """A file that is no catalogue: ``file:line: why``."""


@dataclass(frozen=True)
class Room:
    """One catalogue: its language, its file, and what the code of its room says."""

    language: str
    po: Path
    sources: Sources

    @property
    def mo(self) -> Path:
        return self.po.with_suffix(".mo")


# --- what the code says ---------------------------------------------------------------------------------


def room_of(file: Path) -> str:
    """The room of a source file, its path given from the package's folder."""
    folders = file.parts[:-1]
    if len(folders) > 1 and folders[0] == "rulebooks":
        return folders[1]
    if len(folders) > 1 and folders[0] == "web":
        return f"web_{folders[1]}"
    return folders[0] if folders else "grognard"


def sentences(package: Path) -> dict[str, Sources]:
    """Room by room, every sentence marked for translation, in the order of files and lines."""
    rooms: dict[str, Sources] = {}
    for path in sorted((*package.rglob("*.py"), *package.rglob("web/*/templates/*.html"))):
        method, keywords = ("python", KEYWORDS) if path.suffix == ".py" else ("jinja2", {"_": None})
        with path.open("rb") as code:
            for line, found, _, _ in extract(method, code, keywords=keywords, options={"encoding": "utf-8"}):
                source = found if isinstance(found, str) else found[0]
                rooms.setdefault(room_of(path.relative_to(package)), {}).setdefault(source, []).append(
                    (path, line)
                )
    return rooms


def rooms_to_keep(package: Path, wanted: list[str]) -> list[Room]:
    """The catalogues there are or should be, in every language that has a folder."""
    said = sentences(package)
    kept = []
    for folder in sorted((package / "locale").glob("*/LC_MESSAGES")):
        names = sorted({*said, *(po.stem for po in folder.glob("*.po"))})
        kept += [
            Room(folder.parent.name, folder / f"{name}.po", said.get(name, {}))
            for name in names
            if not wanted or name in wanted
        ]
    return kept


# --- what the catalogue says ----------------------------------------------------------------------------


def read(po: Path, language: str) -> Catalog:
    """The catalogue in ``po``; an empty one where there is no such file; Unreadable where it is broken."""
    if not po.exists():
        return Catalog(locale=language)
    try:
        with po.open("rb") as text:
            return read_po(text, locale=language, abort_invalid=True)
    except PoFileError as error:
        raise Unreadable(f"{_short(po)}:{error.lineno + 1}: not a gettext catalogue: {error}") from None
    except UnicodeDecodeError as error:
        raise Unreadable(f"{_short(po)}:1: not UTF-8: {error}") from None


def entries(catalog: Catalog) -> dict[str, Message]:
    """The sentences in use, without the header."""
    return {str(message.id): message for message in catalog if message.id}


def compiled(catalog: Catalog, language: str) -> bytes:
    """The bytes of the ``.mo``: finished sentences only."""
    book = Book(locale=language)
    for source, message in entries(catalog).items():
        if message.string and not message.fuzzy:
            book.add(source, message.string)
    out = io.BytesIO()
    write_mo(out, book)
    return out.getvalue()


def spoken(mo: bytes) -> dict[str, str]:
    """What a ``.mo`` says: English sentence to translation."""
    translations = gettext.GNUTranslations(io.BytesIO(mo))
    catalog: dict[str, str] = translations._catalog  # type: ignore[attr-defined]
    return {source: words for source, words in catalog.items() if source}


# --- checking -------------------------------------------------------------------------------------------


def problems(package: Path = PACKAGE, wanted: list[str] | None = None) -> list[str]:
    """Everything wrong with the catalogues, each as ``file:line: what``; none when they are in order."""
    rooms = rooms_to_keep(package, wanted or [])
    found = [problem for room in rooms for problem in _room_problems(room)]
    return found or list(_quarrels(rooms))


def _room_problems(room: Room) -> Iterator[str]:
    try:
        catalog = read(room.po, room.language)
    except Unreadable as error:
        yield str(error)
        return
    known = entries(catalog)
    for source, places in room.sources.items():
        if source not in known:
            path, line = places[0]
            yield f"{_short(path)}:{line}: not in {room.po.name} ({room.language}): {source!r}"
    for source, message in known.items():
        fault = _fault(room, source, message)
        if fault:
            yield f"{_short(room.po)}:{message.lineno or 1}: {fault}: {source!r}"
    for source in map(str, catalog.obsolete):
        yield f"{_short(room.po)}:1: a comment nobody says (--update --prune drops it): {source!r}"
    if known and not _in_step(room, catalog):
        yield f"{_short(room.mo)}:1: does not say what {room.po.name} says (--update compiles it)"


def _fault(room: Room, source: str, message: Message) -> str | None:
    if source not in room.sources:
        return "said nowhere in the room"
    if not message.string:
        return "not translated"
    if message.fuzzy:
        return "marked fuzzy"
    try:
        here, there = _places(source), _places(str(message.string))
    except ValueError as error:
        return f"braces do not match ({error})"
    return None if here == there else f"places differ, {_listed(here)} against {_listed(there)}"


def _in_step(room: Room, catalog: Catalog) -> bool:
    return room.mo.exists() and spoken(room.mo.read_bytes()) == spoken(compiled(catalog, room.language))


def _places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def _listed(places: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(places)) or "none"


def _quarrels(rooms: list[Room]) -> Iterator[str]:
    """The program reads all rooms as one, so a sentence has one translation a language."""
    first: dict[tuple[str, str], tuple[str, Room]] = {}
    for room in rooms:
        for source, message in entries(read(room.po, room.language)).items():
            words, owner = first.setdefault((room.language, source), (str(message.string), room))
            if words != message.string:
                yield (
                    f"{_short(room.po)}:{message.lineno}: {owner.po.name} translates it differently, "
                    f"{words!r} against {message.string!r}: {source!r}"
                )


def _short(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


# --- updating -------------------------------------------------------------------------------------------


def update(package: Path = PACKAGE, wanted: list[str] | None = None, prune: bool = False) -> None:
    """Merge what the code says into the catalogues and compile them.

    Translations are kept. What is said no longer stays as a comment and comes back to life when it is said
    again; ``prune`` drops it. A broken catalogue is left as it is: a check names it.
    """
    for room in rooms_to_keep(package, wanted or []):
        with suppress(Unreadable):
            _write(room, _merged(room, read(room.po, room.language), prune))


def _merged(room: Room, old: Catalog, prune: bool) -> Catalog:
    known = {str(source): message for source, message in old.obsolete.items()} | entries(old)
    new = Book(locale=room.language, header_comment="")
    for source, places in room.sources.items():
        was = known.pop(source, Message(source))
        files = dict.fromkeys(path.relative_to(_package(room)).as_posix() for path, _ in places)
        flags = {"fuzzy"} if was.fuzzy and was.string else set()
        new.add(source, was.string, [(file, 0) for file in files], flags, user_comments=was.user_comments)
    if not prune:
        new.obsolete.update({source: message for source, message in known.items() if message.string})
    return new


def _package(room: Room) -> Path:
    return room.po.parents[3]


def _write(room: Room, catalog: Catalog) -> None:
    out = io.BytesIO()
    write_po(out, catalog, width=110, include_lineno=False)
    room.po.write_bytes(out.getvalue().strip() + b"\n")
    room.mo.write_bytes(compiled(catalog, room.language))


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when all is well, 1 when a check found something."""
    parser = argparse.ArgumentParser(description="Check or update the catalogues of translations.")
    parser.add_argument(
        "rooms", nargs="*", help="only these rooms (core, show, feudal, ...); all when left out"
    )
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--check", action="store_true", help="list what is wrong, change nothing")
    action.add_argument("--update", action="store_true", help="merge new sentences in and compile")
    parser.add_argument("--prune", action="store_true", help="with --update: drop what is said no longer")
    asked = parser.parse_args(arguments)
    if asked.update:
        update(PACKAGE, asked.rooms, asked.prune)
    found = problems(PACKAGE, asked.rooms)
    for problem in found:
        print(problem)
    if found:
        print(f"{len(found)} to put right in the catalogues", file=sys.stderr)
    return 1 if found and asked.check else 0


if __name__ == "__main__":
    sys.exit(main())
