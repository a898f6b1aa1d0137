"""YAML 1.2 subset: no yes/no booleans, no tags, no key twice, and a place for every value.

Works on the event stream of PyYAML, not on its loader: nothing is constructed from a file, depth and
size are bounded before anything recursive sees it, and the faster libyaml parser is used where it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path as FilePath
from typing import Any, Protocol, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from grognard.files.nodes import Document, ListNode, MapNode, Node, Place, Scalar, ScalarNode
from grognard.files.problems import Problem, Problems
from grognard.files.syntax import plain_words
from grognard.locale import T, Text

LARGEST_BYTES = 4_000_000
LARGEST_VALUES = 400_000
Source: TypeAlias = FilePath | str | bytes
"""A file (its path) or a text."""
DEEPEST = 40
LONGEST_INT = 18

_UNPRINTABLE = re.compile("[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Scalar] = {"true": True, "false": False, "null": None, "~": None, "": None}


class Parser(Protocol):
    """What both parsers of PyYAML offer."""

    def check_event(self) -> bool: ...

    def get_event(self) -> Event | None: ...


class PurePython(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """PyYAML's own parser, where libyaml is missing."""

    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)


def fastest_parser(text: str) -> Parser:
    """libyaml's parser if PyYAML was built with it."""
    if yaml.__with_libyaml__:
        from yaml._yaml import CParser

        return CParser(text)
    return PurePython(text)


def folder_of(source: Source) -> FilePath:
    """Where what a file names is looked for: beside it, or here where it is a text."""
    return source.parent if isinstance(source, FilePath) else FilePath()


def read_yaml(source: Source, name: str | None = None) -> Document:
    """The document in a file (a path) or in a text; ``name`` is what problems call it.

    Raises :class:`Problems` with everything that is wrong with it.
    """
    called = name or (str(source) if isinstance(source, FilePath) else "text")
    text = _decode(_fetch(source, called), called)
    return Document(called, _Builder(called, text).build())


def _fetch(source: Source, name: str) -> bytes | str:
    if not isinstance(source, FilePath):
        found: bytes | str = source
    else:
        try:
            if not source.is_file():
                raise Problems([_at_top(name, T("no such file"))])
            if source.stat().st_size > LARGEST_BYTES:
                raise _too_large(name)
            found = source.read_bytes()
        except OSError as error:
            raise Problems([_at_top(name, T("cannot be read: {why}", why=error.strerror or ""))]) from error
    if len(found) > LARGEST_BYTES:
        raise _too_large(name)
    return found


def _at_top(name: str, message: Text) -> Problem:
    return Problem(name, 1, 1, message)


def _too_large(name: str) -> Problems:
    message = T("the file is larger than {most} MB", most=LARGEST_BYTES // 1_000_000)
    return Problems([_at_top(name, message)])


def _decode(raw: bytes | str, name: str) -> str:
    """The text, without a byte order mark; refuses what is not UTF-8 or not text."""
    if isinstance(raw, bytes):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            place = _place(name, raw[: error.start].decode("utf-8"))
            raise Problems([Problem.at(place, T("not UTF-8; save the file as UTF-8"))]) from error
    else:
        text = raw
    text = text.removeprefix("\ufeff")
    odd = [
        Problem.at(
            _place(name, text[: found.start()]), T("character {code} is not text", code=_code(found[0]))
        )
        for found in islice(_UNPRINTABLE.finditer(text), 20)
    ]
    if odd:
        raise Problems(odd)
    return text


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"


def _place(name: str, before: str) -> Place:
    last = before.rfind("\n")
    return Place(name, before.count("\n") + 1, len(before) - last)


@dataclass
class _Open:
    """A list or mapping that is still being read."""

    place: Place
    is_map: bool
    anchor: str | None
    items: list[Node] = field(default_factory=list)
    entries: dict[str | int, tuple[Place, Node]] = field(default_factory=dict)
    key: tuple[Place, str | int] | None = None
    await_value: bool = False

    def close(self) -> Node:
        return MapNode(self.entries, self.place) if self.is_map else ListNode(tuple(self.items), self.place)


class _Builder:
    """Turns the event stream into nodes, noting everything that the subset refuses."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.problems: list[Problem] = []
        self.anchors: dict[str, Node | None] = {}
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.documents = 0

    def build(self) -> MapNode:
        try:
            for event in _events(self.text):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            self.problems.append(plain_words(error, self.name, self.text))
        if not self.problems:
            self._check_root()
        if self.problems or not isinstance(self.root, MapNode):
            raise Problems(self.problems)
        return self.root

    def _check_root(self) -> None:
        if self.root is None or (isinstance(self.root, ScalarNode) and self.root.value is None):
            self.problems.append(_at_top(self.name, T("the file is empty")))
        elif not isinstance(self.root, MapNode):
            self._refuse(self.root.place, T("the file must be a mapping, lines of the form `key: value`"))
        elif self.root.size > LARGEST_VALUES:
            self._refuse(self.root.place, T("the file holds more than {most} values", most=LARGEST_VALUES))

    def _refuse(self, place: Place, message: Text) -> None:
        self.problems.append(Problem.at(place, message))

    def _take(self, event: Event) -> None:
        mark = event.start_mark
        place = Place(self.name, mark.line + 1, mark.column + 1) if mark else Place(self.name)
        if isinstance(event, DocumentStartEvent):
            self.documents += 1
            if self.documents == 2:
                self._refuse(place, T("a second document begins here; one file holds one"))
        elif self.documents > 1:
            return
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            self._begin(event, place)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            self._end()
        elif isinstance(event, ScalarEvent):
            self._check_tag(event.tag, place)
            node = ScalarNode(self._scalar(event, place), place)
            self._keep(event.anchor, node)
            self._put(node, event.value)
        elif isinstance(event, AliasEvent):
            self._put(self._alias(str(event.anchor), place), None)

    def _begin(self, event: Any, place: Place) -> None:
        self._check_tag(event.tag, place)
        if len(self.open) >= DEEPEST:
            self._refuse(place, T("nested deeper than {most} levels", most=DEEPEST))
            raise Problems(self.problems)
        if event.anchor:
            self.anchors[event.anchor] = None
        self.open.append(_Open(place, isinstance(event, MappingStartEvent), event.anchor))

    def _end(self) -> None:
        closed = self.open.pop()
        node = closed.close()
        self._keep(closed.anchor, node)
        self._put(node, None)

    def _keep(self, anchor: str | None, node: Node) -> None:
        if anchor:
            self.anchors[anchor] = node

    def _alias(self, anchor: str, place: Place) -> Node:
        node = self.anchors.get(anchor)
        if node is None:
            inside = anchor in self.anchors
            why = T("alias *{name} stands inside what it names", name=anchor)
            self._refuse(place, why if inside else T("alias *{name} names nothing above", name=anchor))
            return ScalarNode(None, place)
        if node.size > LARGEST_VALUES:
            self._refuse(place, T("the file holds more than {most} values", most=LARGEST_VALUES))
            raise Problems(self.problems)
        return node

    def _check_tag(self, tag: str | None, place: Place) -> None:
        if tag is not None and tag != "!":
            self._refuse(place, T("tags such as {tag} are not used here; write the plain value", tag=tag))

    def _put(self, node: Node, source: str | None) -> None:
        if not self.open:
            self.root = node
            return
        top = self.open[-1]
        if not top.is_map:
            top.items.append(node)
        elif not top.await_value:
            top.await_value = True
            top.key = self._key(top, node, source)
        else:
            top.await_value = False
            if top.key is not None:
                top.entries[top.key[1]] = (top.key[0], node)

    def _key(self, top: _Open, node: Node, source: str | None) -> tuple[Place, str | int] | None:
        if not isinstance(node, ScalarNode) or source is None:
            self._refuse(node.place, T("a key must be a single word or number"))
            return None
        whole = isinstance(node.value, int) and not isinstance(node.value, bool)
        key = node.value if isinstance(node.value, str) or whole else source
        assert isinstance(key, str | int)
        if key in top.entries:
            first = top.entries[key][0]
            message = T(
                "key '{key}' is written twice; the first stands in line {line}, column {column}",
                key=key,
                line=first.line,
                column=first.column,
            )
            self._refuse(node.place, message)
            return None
        return node.place, key

    def _scalar(self, event: ScalarEvent, place: Place) -> Scalar:
        text = event.value
        if not event.implicit[0] or event.style in ("'", '"', "|", ">"):
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            return self._number(text, place)
        return self._float(text, place) if _FLOAT.fullmatch(text) else text

    def _number(self, text: str, place: Place) -> int:
        if len(text) > LONGEST_INT:
            self._refuse(place, T("a number of more than {most} digits", most=LONGEST_INT))
            return 0
        return int(text)

    def _float(self, text: str, place: Place) -> float:
        value = float(text)
        if value in (float("inf"), float("-inf")):
            self._refuse(place, T("the number {text} is too large", text=text))
            return 0.0
        return value


def _events(text: str) -> Iterator[Event]:
    parser = fastest_parser(text)
    while parser.check_event():
        event = parser.get_event()
        if event is not None:
            yield event
