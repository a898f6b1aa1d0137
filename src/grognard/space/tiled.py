"""Maps drawn in Tiled: what the object layers of a ``.tmj`` or ``.tmx`` file say about the ground.

A map property ``pixels_per_unit`` (or ``pixels_per_inch``) gives the scale. An object's class is the kind of
terrain (a layer's class holds for its objects without one); its name, if it has one, is the id. Rectangles,
ellipses and capsules become polygons, a polyline with a property ``width`` (in units) a strip. Tiled's y runs
down; here it runs up. Tile and image layers and texts are passed over; nothing outside the file is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from grognard.core.errors import GrognardError
from grognard.locale import T, Text
from grognard.space.outline import Outline
from grognard.space.pose import Point, decimal, nearest
from grognard.space.sine import COS, ONE, SIN, sin_cos
from grognard.space.terrain import Broken, Fact, Piece, Table, legs, polygon
from grognard.space.tmx import Unreadable, as_json

SCALES = ("pixels_per_unit", "pixels_per_inch")
LONGEST = 10_000_000
"""Nothing on a map is farther than this from its corner, in thousandths: 10,000 units."""
BIGGEST_FILE = 16_000_000
"""Bytes."""
MOST_CORNERS = 1000
"""Of one shape."""
_ROUND = 100
"""Tenths of a degree between the corners of the polygon that stands for an ellipse."""

Json: TypeAlias = Mapping[str, Any]
Spot: TypeAlias = tuple[Fraction, Fraction]
"""A place in pixels, y down."""


class TiledMap(msgspec.Struct, frozen=True):
    """The table and the pieces of terrain on it, in the order of the layers; the map's own properties."""

    table: Table
    pieces: tuple[Piece, ...]
    facts: tuple[tuple[str, Fact], ...] = ()


class MapProblems(GrognardError):
    """Everything that is wrong with a map, one sentence each: file, layer, object, what, what would be right."""

    def __init__(self, problems: Iterable[Text]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0])

    def say(self, lang: str = "en") -> str:
        return "\n".join(problem.say(lang) for problem in self.problems)

    def __str__(self) -> str:
        return self.say()


def read_map(path: Path) -> TiledMap:
    """The map in a file; raises MapProblems. The name's ending tells the format: ``.tmx``, else JSON."""
    try:
        if path.stat().st_size > BIGGEST_FILE:
            raise MapProblems([_at(path.name, T("the file is larger than {most} bytes", most=BIGGEST_FILE))])
        data = path.read_bytes()
    except OSError as error:
        raise MapProblems([_at(path.name, T("cannot be read: {why}", why=error.strerror))]) from None
    return parse_map(data, path.name)


def parse_map(data: bytes, file: str) -> TiledMap:
    """The map in the bytes of a file named ``file``; raises MapProblems with all that is wrong."""
    try:
        found = as_json(data) if file.lower().endswith(".tmx") else msgspec.json.decode(data)
    except Unreadable as error:
        raise MapProblems([_at(file, error.message)]) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MapProblems([_at(file, T("no JSON: {why}", why=str(error)))]) from None
    if not isinstance(found, dict) or not isinstance(found.get("layers", []), list):
        raise MapProblems([_at(file, T("not a map of Tiled"))])
    return _Reader(file, found).read()


def _at(file: str, what: Text, layer: str = "", thing: str = "") -> Text:
    if thing:
        return T("{file}: layer “{layer}”, object {id}: {what}", file=file, layer=layer, id=thing, what=what)
    if layer:
        return T("{file}: layer “{layer}”: {what}", file=file, layer=layer, what=what)
    return T("{file}: {what}", file=file, what=what)


class _Wrong(Exception):
    """Something is wrong here; whoever knows the place adds it."""

    def __init__(self, *problems: Text) -> None:
        self.problems = problems


class _Layer(msgspec.Struct):
    name: str
    kind: str
    shift: Spot
    objects: list[Any]


class _Reader:
    """Reads one map; gathers problems as it goes."""

    def __init__(self, file: str, root: Json) -> None:
        self.file = file
        self.root = root
        self.problems: list[Text] = []
        self.pieces: list[Piece] = []
        self.owners: dict[str, str] = {}
        self.scale = Fraction(1)
        self.height = Fraction(0)

    def read(self) -> TiledMap:
        try:
            facts, table = self._frame()
        except _Wrong as wrong:
            raise MapProblems(_at(self.file, problem) for problem in wrong.problems) from None
        for layer in self._layers(self.root.get("layers", []), (Fraction(0), Fraction(0))):
            for thing in layer.objects:
                self._object(layer, thing)
        if self.problems:
            raise MapProblems(self.problems)
        return TiledMap(table, tuple(self.pieces), tuple(facts.items()))

    # --- the map --------------------------------------------------------------------------------------

    def _frame(self) -> tuple[dict[str, Fact], Table]:
        root, problems = self.root, []
        facts = _facts(root)
        if root.get("orientation", "orthogonal") != "orthogonal":
            problems.append(T("the map is {found}, not orthogonal", found=root.get("orientation")))
        if root.get("infinite"):
            problems.append(T("an infinite map has no edges: switch “Infinite” off in the map's properties"))
        scale = next((facts[name] for name in SCALES if name in facts), None)
        if isinstance(scale, bool) or not isinstance(scale, int | float) or scale <= 0:
            problems.append(
                T(
                    "the map needs a property {name}, a number above 0: how many pixels make a unit of the table",
                    name=SCALES[0],
                )
            )
        if problems:
            raise _Wrong(*problems)
        self.scale = _fraction(scale)
        self.height = _number(root, "height") * _number(root, "tileheight")
        width, height = _number(root, "width") * _number(root, "tilewidth"), self.height
        if width <= 0 or height <= 0:
            raise _Wrong(T("the map has no size"))
        return facts, Table(self._length(width), self._length(height))

    def _layers(self, layers: list[Any], shift: Spot) -> Iterator[_Layer]:
        """The object layers, those inside groups too, each with the offsets of its groups."""
        waiting = [(layer, shift) for layer in layers]
        while waiting:
            layer, (x, y) = waiting.pop(0)
            name = layer.get("name", "") if isinstance(layer, dict) else ""
            try:
                if not isinstance(layer, dict):
                    raise _Wrong(T("a layer must be an object, not {found}", found=_shown(layer)))
                here = x + _number(layer, "offsetx"), y + _number(layer, "offsety")
                if layer.get("type") == "group":
                    waiting[:0] = [(inner, here) for inner in _list(layer, "layers")]
                if layer.get("type") == "objectgroup":
                    kind = layer.get("class") or ""
                    yield _Layer(str(name), str(kind), here, _list(layer, "objects"))
            except _Wrong as wrong:
                self.problems += [_at(self.file, problem, str(name) or "?") for problem in wrong.problems]

    # --- one object -----------------------------------------------------------------------------------

    def _object(self, layer: _Layer, thing: Any) -> None:
        number = str(thing.get("id", "?")) if isinstance(thing, dict) else "?"
        try:
            if not isinstance(thing, dict):
                raise _Wrong(T("an object must have fields, not be {found}", found=_shown(thing)))
            if "text" not in thing:
                self.pieces.append(self._piece(layer, thing, number))
        except _Wrong as wrong:
            where = layer.name or "?"
            self.problems += [_at(self.file, problem, where, number) for problem in wrong.problems]

    def _piece(self, layer: _Layer, thing: Json, number: str) -> Piece:
        if thing.get("template"):
            raise _Wrong(T("it is made from a template, a file of its own: detach it in Tiled"))
        if thing.get("gid"):
            raise _Wrong(T("it is a picture (a tile); only drawn shapes are ground"))
        kind = str(thing.get("type") or thing.get("class") or layer.kind)
        problems = [] if kind else [T("it has no class: the class is the kind of terrain")]
        name = self._name(thing, kind, number, problems)
        try:
            facts = _facts(thing)
            shapes, line = self._shape(layer, thing, facts)
        except _Wrong as wrong:
            raise _Wrong(*problems, *wrong.problems) from None
        if problems:
            raise _Wrong(*problems)
        return Piece(name, kind, shapes, line, tuple(facts.items()))

    def _name(self, thing: Json, kind: str, number: str, problems: list[Text]) -> str:
        name = str(thing.get("name") or f"{kind or 'object'}_{number}")
        if name in self.owners:
            problems.append(
                T(
                    "the name {name} is taken by object {other}; without a name it gets one of its own",
                    name=name,
                    other=self.owners[name],
                )
            )
        self.owners.setdefault(name, number)
        return name

    def _shape(
        self, layer: _Layer, thing: Json, facts: Mapping[str, Fact]
    ) -> tuple[tuple[Outline, ...], tuple[Point, ...]]:
        spots = self._spots(thing)
        points = tuple(self._point(layer, thing, spot) for spot in spots)
        if thing.get("point"):
            return (), points
        if thing.get("polyline") is None:
            return (_checked(points),), ()
        line = tuple(p for i, p in enumerate(points) if i == 0 or p != points[i - 1])
        if len(line) < 2:
            raise _Wrong(T("a line needs at least 2 points"))
        width = facts.get("width")
        if width is None:
            return (), line
        if isinstance(width, bool) or not isinstance(width, int | float) or not 0 < width < LONGEST:
            raise _Wrong(T("width must be a number above 0, in units of the table, not {found}", found=width))
        return legs(line, self._length(_fraction(width) * self.scale)), line

    def _spots(self, thing: Json) -> list[Spot]:
        """The corners of an object in pixels, from its own place, before it is turned."""
        for key in ("polygon", "polyline"):
            if thing.get(key) is not None:
                corners = _list(thing, key)
                if len(corners) > MOST_CORNERS:
                    raise _Wrong(
                        T(
                            "{count} corners are too many: at most {most}",
                            count=len(corners),
                            most=MOST_CORNERS,
                        )
                    )
                return [_spot(point) for point in corners]
        if thing.get("point"):
            return [(Fraction(0), Fraction(0))]
        width, height = _number(thing, "width"), _number(thing, "height")
        if width <= 0 or height <= 0:
            raise _Wrong(T("its width and height must be above 0; for a single place use a point"))
        if thing.get("ellipse"):
            return _rounded(width, height, width, height)
        if thing.get("capsule"):
            return _rounded(width, height, min(width, height), min(width, height))
        return [(Fraction(0), Fraction(0)), (width, Fraction(0)), (width, height), (Fraction(0), height)]

    def _point(self, layer: _Layer, thing: Json, spot: Spot) -> Point:
        """Turned clockwise about the object's place, shifted by the layer, y turned up, in thousandths."""
        sine, cosine = sin_cos(_number(thing, "rotation"))
        x, y = spot
        east = _number(thing, "x") + layer.shift[0] + (x * cosine - y * sine) / ONE
        south = _number(thing, "y") + layer.shift[1] + (x * sine + y * cosine) / ONE
        return self._length(east), self._length(self.height - south)

    def _length(self, pixels: Fraction) -> int:
        exact = pixels * 1000 / self.scale
        if abs(exact) > LONGEST:
            raise _Wrong(T("{length} units is too far away", length=decimal(int(exact))))
        return nearest(exact.numerator, exact.denominator)


def _checked(points: tuple[Point, ...]) -> Outline:
    try:
        return polygon(points)
    except Broken as broken:
        raise _Wrong(*broken.problems) from None


def _rounded(width: Fraction, height: Fraction, across: Fraction, down: Fraction) -> list[Spot]:
    """A box whose corners are quarters of an ellipse ``across`` wide and ``down`` high; 36 corners or 40."""
    spots: list[Spot] = []
    for quarter in range(4):
        right, low = quarter in (0, 1), quarter in (1, 2)
        x = width - across / 2 if right else across / 2
        y = height - down / 2 if low else down / 2
        for angle in range(quarter * 900, quarter * 900 + 901, _ROUND):
            turn = angle % 3600
            spots.append((x + across / 2 * SIN[turn] / ONE, y - down / 2 * COS[turn] / ONE))
    return [spot for i, spot in enumerate(spots) if spot != spots[i - 1]]


def _spot(point: Any) -> Spot:
    if not isinstance(point, dict):
        raise _Wrong(T("a point needs x and y, not {found}", found=_shown(point)))
    return _number(point, "x"), _number(point, "y")


def _list(thing: Json, key: str) -> list[Any]:
    found = thing.get(key) or []
    if not isinstance(found, list):
        raise _Wrong(T("{key} must be a list, not {found}", key=key, found=_shown(found)))
    return found


def _number(thing: Json, key: str) -> Fraction:
    found = thing.get(key, 0)
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise _Wrong(T("{key} must be a number, not {found}", key=key, found=_shown(found)))
    return _fraction(found)


def _shown(found: Any) -> str:
    """What the file says instead, as Python writes it, cut short."""
    text = repr(found)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _fraction(number: Any) -> Fraction:
    """Exactly what the file says: 0.1 is a tenth, not its nearest double."""
    return Fraction(repr(number))


def _facts(thing: Json) -> dict[str, Fact]:
    """The custom properties that are words, numbers or yes and no; others are passed over."""
    found: dict[str, Fact] = {}
    for item in _list(thing, "properties"):
        if not isinstance(item, dict) or not isinstance(item.get("name"), str):
            raise _Wrong(T("a property needs a name and a value, not {found}", found=_shown(item)))
        if isinstance(item.get("value"), str | int | float | bool):
            found[item["name"]] = item["value"]
    return found
