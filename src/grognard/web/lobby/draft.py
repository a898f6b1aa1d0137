"""A battle that is being set up: what stands on the form, and the setup that it makes, or all its problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from grognard.core.errors import GrognardError, Refused
from grognard.files import Problem, Problems, read_yaml
from grognard.files.nodes import ListNode, MapNode, Node, Place, ScalarNode
from grognard.locale import T, Text
from grognard.rulebooks.book import Book
from grognard.web.lobby.options import chosen

SCENARIO, HOUSE, TABLES, MAP = "scenario", "house-rules", "tables", "map"
ARMY = "army-"


class Wrong(msgspec.Struct, frozen=True):
    """One problem beside its line: ``field`` is the text on the form in which it lies ("" for none of them)."""

    field: str
    line: int
    column: int
    words: str
    clause: str
    source: str


class Draft(msgspec.Struct, frozen=True):
    """``texts``: what stands in the text fields, by field: ``scenario``, ``house-rules``, ``tables``, ``map`` and
    ``army-SEAT``; ``form``: all other fields."""

    book: Book
    scenario: str
    texts: dict[str, str]
    form: dict[str, str]

    @property
    def shipped(self) -> Path | None:
        """The scenario's file if its text was left as it is."""
        path = self.book.scenarios().get(self.scenario)
        same = path is not None and _lines(self.texts.get(SCENARIO, "")) in (
            [],
            _lines(path.read_text("utf-8")),
        )
        return path if same else None


def _lines(text: str) -> list[str]:
    return text.strip("\ufeff\n\r ").splitlines()


def shipped_text(book: Book, scenario: str, lang: str) -> str:
    """The text that the form begins with: the scenario's, else the book's commented file to start from."""
    path = book.scenarios().get(scenario)
    return book.template("scenario", lang) if path is None else path.read_text("utf-8")


@lru_cache(16)
def usual(book: Book) -> Any:
    """A setup of that book that can be read, whose options the form shows where its own cannot; None if none can."""
    for path in book.scenarios().values():
        try:
            return book.read_setup(path)
        except (GrognardError, Problems):
            continue
    return None


def read(draft: Draft) -> Any:
    """The setup; raises Problems (or Refused) with what is wrong. Files that are named in the texts are looked for
    among those of the form only."""
    with TemporaryDirectory(prefix="grognard-") as folder:
        files = {
            name: _written(Path(folder), name, text) for name, text in draft.texts.items() if text.strip()
        }
        strangers = [wrong for name, path in files.items() if name != MAP for wrong in leading_away(path)]
        if strangers:
            raise Problems(strangers)
        more: dict[str, Any] = {"options": chosen(usual(draft.book), draft.form)}
        if HOUSE in files:
            more["house"] = files[HOUSE]
        if TABLES in files:
            more["overlays"] = [files[TABLES]]
        rosters = {name.removeprefix(ARMY): path for name, path in files.items() if name.startswith(ARMY)}
        if rosters:
            more["rosters"] = rosters
        source = draft.shipped or files.get(SCENARIO)
        if source is None:
            raise Refused("", T("there is no text of a scenario"))
        return draft.book.read_setup(source, **more)


def _written(folder: Path, name: str, text: str) -> Path:
    """Our own names for files: nothing of a name that somebody sent. A map names no other file that is read."""
    ending = ("tmx" if text.lstrip("\ufeff \r\n").startswith("<") else "tmj") if name == MAP else "yaml"
    path = folder / f"{name}.{ending}"
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def leading_away(path: Path) -> Iterator[Problem]:
    """Values of a file that would name a file elsewhere on this machine, and letters that were none."""
    try:
        document = read_yaml(path)
    except Problems:
        return  # the book says so with everything else
    for place, value in _words(document.root):
        if "\ufffd" in value:
            yield Problem.at(place, T("not UTF-8; save the file as UTF-8"))
        posix, windows = PurePosixPath(value), PureWindowsPath(value)
        if posix.is_absolute() or ".." in posix.parts or windows.anchor or ".." in windows.parts:
            yield Problem.at(place, T("'{path}' lies outside the files of this form", path=value[:80]))


def _words(node: Node) -> Iterator[tuple[Place, str]]:
    if isinstance(node, ScalarNode):
        if isinstance(node.value, str) and "\n" not in node.value:
            yield node.place, node.value
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from _words(item)
    else:
        assert isinstance(node, MapNode)
        for _, item in node.entries.values():
            yield from _words(item)


def tried(draft: Draft, lang: str) -> tuple[Any, list[Wrong]]:
    """The setup, or None and everything that is wrong."""
    try:
        return read(draft), []
    except Problems as problems:
        return None, [_wrong(draft, problem, lang) for problem in problems.problems]
    except GrognardError as error:
        return None, [Wrong("", 0, 0, error.say(lang), "", "")]


def _wrong(draft: Draft, problem: Problem, lang: str) -> Wrong:
    field = PurePosixPath(problem.file).stem
    lines = draft.texts.get(field, "").splitlines() if field in draft.texts else []
    source = lines[problem.line - 1] if 0 < problem.line <= len(lines) else ""
    known = field if field in draft.texts else ""
    words = problem.message.say(lang)
    return Wrong(
        known, problem.line if known else 0, problem.column, words, problem.clause or "", source[:200]
    )


def text_fields(draft: Draft, seats: Mapping[str, Any]) -> list[tuple[str, Text]]:
    """The texts beside the scenario's that the form takes, by field, with their titles."""
    found = [
        (HOUSE, T("House rules (options and tables of a game master)")),
        (TABLES, T("Tables that say only what differs")),
    ]
    if draft.book.takes_maps:
        found.append((MAP, T("Map drawn in Tiled")))
    if draft.book.has_army_files:
        found += [(f"{ARMY}{seat}", T("Army of {seat}", seat=name)) for seat, name in seats.items()]
    return found
