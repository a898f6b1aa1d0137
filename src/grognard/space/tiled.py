"""Maps drawn in Tiled: what the object layers of a ``.tmj`` or ``.tmx`` file say about the ground.

A map property ``pixels_per_unit`` (or ``pixels_per_inch``) gives the scale. An object's class is the kind of
terrain (a layer's class holds for its objects without one); its name, if it has one, is the id. Rectangles,
ellipses and capsules become polygons, a polyline with a property ``width`` (in units) a strip. Tiled's y runs
down; here it runs up. Tile and image layers and texts are passed over; nothing outside the file is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from grognard.locale import T, Text
from grognard.space.outline import Outline
from grognard.space.pose import Point, decimal, nearest
from grognard.space.sine import COS, ONE, SIN, sin_cos
from grognard.space.terrain import Broken, Fact, Piece, Table, legs, polygon
from grognard.space.tiled_json import (
    Json,
    Layer,
    MapProblems,
    Spot,
    Wrong,
    at_place,
    exactly,
    facts_of,
    layers_of,
    list_of,
    number_of,
    parse_json,
    read_bytes,
    shown,
)

__all__ = ["MapProblems", "TiledMap", "parse_map", "read_map"]

SCALES = ("pixels_per_unit", "pixels_per_inch")
LONGEST = 10_000_000
"""Nothing on a map is farther than this from its corner, in thousandths: 10,000 units."""
MOST_CORNERS = 1000
"""Of one shape."""
_ROUND = 100
"""Tenths of a degree between the corners of the polygon that stands for an ellipse."""


class TiledMap(msgspec.Struct, frozen=True):
    """The table and the pieces of terrain on it, in the order of the layers; the map's own properties."""

    table: Table
    pieces: tuple[Piece, ...]
    facts: tuple[tuple[str, Fact], ...] = ()


def read_map(path: Path) -> TiledMap:
    """The map in a file; raises MapProblems. The name's ending tells the format: ``.tmx``, else JSON."""
    return parse_map(read_bytes(path), path.name)


def parse_map(data: bytes, file: str) -> TiledMap:
    """The map in the bytes of a file named ``file``; raises MapProblems with all that is wrong."""
    return _Reader(file, parse_json(data, file)).read()


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
        except Wrong as wrong:
            raise MapProblems(at_place(self.file, problem) for problem in wrong.problems) from None
        for layer in layers_of(self.file, self.root, self.problems):
            for thing in layer.objects:
                self._object(layer, thing)
        if self.problems:
            raise MapProblems(self.problems)
        return TiledMap(table, tuple(self.pieces), tuple(facts.items()))

    # --- the map --------------------------------------------------------------------------------------

    def _frame(self) -> tuple[dict[str, Fact], Table]:
        root, problems = self.root, []
        facts = facts_of(root)
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
            raise Wrong(*problems)
        self.scale = exactly(scale)
        self.height = number_of(root, "height") * number_of(root, "tileheight")
        width, height = number_of(root, "width") * number_of(root, "tilewidth"), self.height
        if width <= 0 or height <= 0:
            raise Wrong(T("the map has no size"))
        return facts, Table(self._length(width), self._length(height))

    # --- one object -----------------------------------------------------------------------------------

    def _object(self, layer: Layer, thing: Any) -> None:
        number = str(thing.get("id", "?")) if isinstance(thing, dict) else "?"
        try:
            if not isinstance(thing, dict):
                raise Wrong(T("an object must have fields, not be {found}", found=shown(thing)))
            if "text" not in thing:
                self.pieces.append(self._piece(layer, thing, number))
        except Wrong as wrong:
            where = layer.name or "?"
            self.problems += [at_place(self.file, problem, where, number) for problem in wrong.problems]

    def _piece(self, layer: Layer, thing: Json, number: str) -> Piece:
        if thing.get("template"):
            raise Wrong(T("it is made from a template, a file of its own: detach it in Tiled"))
        if thing.get("gid"):
            raise Wrong(T("it is a picture (a tile); only drawn shapes are ground"))
        kind = str(thing.get("type") or thing.get("class") or layer.kind)
        problems = [] if kind else [T("it has no class: the class is the kind of terrain")]
        name = self._name(thing, kind, number, problems)
        try:
            facts = facts_of(thing)
            shapes, line = self._shape(layer, thing, facts)
        except Wrong as wrong:
            raise Wrong(*problems, *wrong.problems) from None
        if problems:
            raise Wrong(*problems)
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
        self, layer: Layer, thing: Json, facts: Mapping[str, Fact]
    ) -> tuple[tuple[Outline, ...], tuple[Point, ...]]:
        spots = self._spots(thing)
        points = tuple(self._point(layer, thing, spot) for spot in spots)
        if thing.get("point"):
            return (), points
        if thing.get("polyline") is None:
            return (_checked(points),), ()
        line = tuple(p for i, p in enumerate(points) if i == 0 or p != points[i - 1])
        if len(line) < 2:
            raise Wrong(T("a line needs at least 2 points"))
        width = facts.get("width")
        if width is None:
            return (), line
        if isinstance(width, bool) or not isinstance(width, int | float) or not 0 < width < LONGEST:
            raise Wrong(T("width must be a number above 0, in units of the table, not {found}", found=width))
        return legs(line, self._length(exactly(width) * self.scale)), line

    def _spots(self, thing: Json) -> list[Spot]:
        """The corners of an object in pixels, from its own place, before it is turned."""
        for key in ("polygon", "polyline"):
            if thing.get(key) is not None:
                corners = list_of(thing, key)
                if len(corners) > MOST_CORNERS:
                    raise Wrong(
                        T(
                            "{count} corners are too many: at most {most}",
                            count=len(corners),
                            most=MOST_CORNERS,
                        )
                    )
                return [_spot(point) for point in corners]
        if thing.get("point"):
            return [(Fraction(0), Fraction(0))]
        width, height = number_of(thing, "width"), number_of(thing, "height")
        if width <= 0 or height <= 0:
            raise Wrong(T("its width and height must be above 0; for a single place use a point"))
        if thing.get("ellipse"):
            return _rounded(width, height, width, height)
        if thing.get("capsule"):
            return _rounded(width, height, min(width, height), min(width, height))
        return [(Fraction(0), Fraction(0)), (width, Fraction(0)), (width, height), (Fraction(0), height)]

    def _point(self, layer: Layer, thing: Json, spot: Spot) -> Point:
        """Turned clockwise about the object's place, shifted by the layer, y turned up, in thousandths."""
        sine, cosine = sin_cos(number_of(thing, "rotation"))
        x, y = spot
        east = number_of(thing, "x") + layer.shift[0] + (x * cosine - y * sine) / ONE
        south = number_of(thing, "y") + layer.shift[1] + (x * sine + y * cosine) / ONE
        return self._length(east), self._length(self.height - south)

    def _length(self, pixels: Fraction) -> int:
        exact = pixels * 1000 / self.scale
        if abs(exact) > LONGEST:
            raise Wrong(T("{length} units is too far away", length=decimal(int(exact))))
        return nearest(exact.numerator, exact.denominator)


def _checked(points: tuple[Point, ...]) -> Outline:
    try:
        return polygon(points)
    except Broken as broken:
        raise Wrong(*broken.problems) from None


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
        raise Wrong(T("a point needs x and y, not {found}", found=shown(point)))
    return number_of(point, "x"), number_of(point, "y")
