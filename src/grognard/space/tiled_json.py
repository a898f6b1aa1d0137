"""What the readers of Tiled's maps share: opening a file, values that may be of any kind, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from grognard.core.errors import GrognardError
from grognard.locale import T, Text
from grognard.space.terrain import Fact
from grognard.space.tmx import Unreadable, as_json

BIGGEST_FILE = 16_000_000
"""Bytes."""

Json: TypeAlias = Mapping[str, Any]
Spot: TypeAlias = tuple[Fraction, Fraction]
"""A place in pixels, y down."""


class MapProblems(GrognardError):
    """Everything that is wrong with a map, one sentence each: file, layer, object, what, what would be right."""

    def __init__(self, problems: Iterable[Text]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0])

    def say(self, lang: str = "en") -> str:
        return "\n".join(problem.say(lang) for problem in self.problems)

    def __str__(self) -> str:
        return self.say()


def read_bytes(path: Path) -> bytes:
    """What is in a file; raises MapProblems."""
    try:
        if path.stat().st_size > BIGGEST_FILE:
            raise MapProblems(
                [at_place(path.name, T("the file is larger than {most} bytes", most=BIGGEST_FILE))]
            )
        return path.read_bytes()
    except OSError as error:
        raise MapProblems([at_place(path.name, T("cannot be read: {why}", why=error.strerror))]) from None


def parse_json(data: bytes, file: str) -> Json:
    """The map in the bytes of a file, in the shape of Tiled's JSON; raises MapProblems."""
    try:
        found = as_json(data) if file.lower().endswith(".tmx") else msgspec.json.decode(data)
    except Unreadable as error:
        raise MapProblems([at_place(file, error.message)]) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MapProblems([at_place(file, T("no JSON: {why}", why=str(error)))]) from None
    if not isinstance(found, dict) or not isinstance(found.get("layers", []), list):
        raise MapProblems([at_place(file, T("not a map of Tiled"))])
    return found


def at_place(file: str, what: Text, layer: str = "", thing: str = "") -> Text:
    if thing:
        return T("{file}: layer “{layer}”, object {id}: {what}", file=file, layer=layer, id=thing, what=what)
    if layer:
        return T("{file}: layer “{layer}”: {what}", file=file, layer=layer, what=what)
    return T("{file}: {what}", file=file, what=what)


class Wrong(Exception):
    """Something is wrong here; whoever knows the place adds it."""

    def __init__(self, *problems: Text) -> None:
        self.problems = problems


class Layer(msgspec.Struct):
    """A layer with its class, what Tiled calls its type, where it is shifted to, and the objects on it."""

    name: str
    kind: str
    type: str
    shift: Spot
    objects: list[Any]
    json: Json


def layers_of(file: str, root: Json, problems: list[Text]) -> Iterator[Layer]:
    """The layers of a map, those inside groups too, each with the offsets of its groups; no groups."""
    waiting = [(layer, (Fraction(0), Fraction(0))) for layer in root.get("layers", [])]
    while waiting:
        layer, (x, y) = waiting.pop(0)
        name = layer.get("name", "") if isinstance(layer, dict) else ""
        try:
            if not isinstance(layer, dict):
                raise Wrong(T("a layer must be an object, not {found}", found=shown(layer)))
            here = x + number_of(layer, "offsetx"), y + number_of(layer, "offsety")
            if layer.get("type") == "group":
                waiting[:0] = [(inner, here) for inner in list_of(layer, "layers")]
                continue
            kind, type_of = str(layer.get("class") or ""), str(layer.get("type"))
            objects = list_of(layer, "objects") if type_of == "objectgroup" else []
            yield Layer(str(name), kind, type_of, here, objects, layer)
        except Wrong as wrong:
            problems += [at_place(file, problem, str(name) or "?") for problem in wrong.problems]


def list_of(thing: Json, key: str) -> list[Any]:
    found = thing.get(key) or []
    if not isinstance(found, list):
        raise Wrong(T("{key} must be a list, not {found}", key=key, found=shown(found)))
    return found


def number_of(thing: Json, key: str) -> Fraction:
    found = thing.get(key, 0)
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise Wrong(T("{key} must be a number, not {found}", key=key, found=shown(found)))
    return exactly(found)


def shown(found: Any) -> str:
    """What the file says instead, as Python writes it, cut short."""
    text = repr(found)
    return text if len(text) <= 60 else f"{text[:57]}..."


def exactly(number: Any) -> Fraction:
    """Exactly what the file says: 0.1 is a tenth, not its nearest double."""
    return Fraction(repr(number))


def facts_of(thing: Json) -> dict[str, Fact]:
    """The custom properties that are words, numbers or yes and no; others are passed over."""
    found: dict[str, Fact] = {}
    for item in list_of(thing, "properties"):
        if not isinstance(item, dict) or not isinstance(item.get("name"), str):
            raise Wrong(T("a property needs a name and a value, not {found}", found=shown(item)))
        if isinstance(item.get("value"), str | int | float | bool):
            found[item["name"]] = item["value"]
    return found
