"""Hex maps drawn in Tiled: read from ``.tmj`` and ``.tmx`` and written back.

The map is hexagonal, staggered along x with the odd index (Tiled counts from 0: the even columns of the labels
sit lower). The first layer of tiles is the ground: the class of a tile names its terrain. Objects lie on top:
a line of class ``road`` with a corner in every hex; a point or a box of class ``bridge`` or ``crossing``; any
other class is a site of that kind, with its name (Russian in a property ``ru``) and its properties.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from struct import unpack
from typing import Any

import msgspec

from grognard.locale import Name, T, Text
from grognard.space.hex_grid import MOST, Grid, Hex, hex_set, members
from grognard.space.hex_map import HexMap, Link, Site
from grognard.space.tiled_json import (
    Json,
    Layer,
    MapProblems,
    Spot,
    Wrong,
    at_place,
    facts_of,
    layers_of,
    list_of,
    number_of,
    parse_json,
    read_bytes,
    shown,
)

ROAD, BRIDGE, CROSSING = "road", "bridge", "crossing"
_TILE = 0x0FFFFFFF
"""A tile's number without the bits that say how it is turned."""
_MOST_TOLD = 10


def read_hexes(
    path: Path, terrain: Mapping[str, str], rivers: str = "", kinds: Collection[str] | None = None
) -> HexMap:
    """The map in a file; raises MapProblems. The name's ending tells the format: ``.tmx``, else JSON."""
    return parse_hexes(read_bytes(path), path.name, terrain, rivers, kinds)


def parse_hexes(
    data: bytes,
    file: str,
    terrain: Mapping[str, str],
    rivers: str = "",
    kinds: Collection[str] | None = None,
) -> HexMap:
    """The map in the bytes of a file named ``file``; raises MapProblems with all that is wrong.

    ``terrain`` gives the symbol for each class of tiles, ``kinds`` the classes that sites may have (None: any).
    A road into or out of a hex of ``rivers`` makes a bridge.
    """
    return _Reader(file, parse_json(data, file), terrain, rivers, kinds).read()


class Layout(msgspec.Struct, frozen=True):
    """Where hexes lie on the picture, in pixels: the size of a tile, its flat side, the shift of the ground."""

    width: Fraction
    height: Fraction
    side: Fraction
    shift: Spot = (Fraction(0), Fraction(0))

    def centre(self, grid: Grid, hex: Hex) -> Spot:
        column, row = grid.place(hex)
        x = (column - 1) * (self.width + self.side) / 2 + self.width / 2 + self.shift[0]
        lower = 0 if column % 2 else self.height / 2
        return x, (row - 1) * self.height + lower + self.height / 2 + self.shift[1]

    def hex(self, grid: Grid, spot: Spot) -> Hex | None:
        """The hex whose centre is nearest, of equal ones the first; None beyond the edge of the map."""
        column = round((spot[0] - self.shift[0] - self.width / 2) * 2 / (self.width + self.side)) + 1
        row = round((spot[1] - self.shift[1]) / self.height) + 1
        found = [
            (self._gap2(grid, hex, spot), hex)
            for x in range(max(column - 1, 1), min(column + 1, grid.columns) + 1)
            for y in range(max(row - 2, 1), min(row + 1, grid.rows) + 1)
            for hex in [grid.number(x, y)]
        ]
        gap2, hex = min(found, default=(Fraction(5), 0))
        return hex if gap2 <= _CORNER2 else None

    def _gap2(self, grid: Grid, hex: Hex, spot: Spot) -> Fraction:
        """The squared distance from a centre, as if the hex were regular and its corners 2 away."""
        x, y = self.centre(grid, hex)
        across = (spot[0] - x) * 6 / (self.width + self.side)
        down = (spot[1] - y) * 2 / self.height
        return across * across + 3 * down * down


_CORNER2 = 4


class _Reader:
    """Reads one map; gathers problems as it goes."""

    def __init__(
        self,
        file: str,
        root: Json,
        terrain: Mapping[str, str],
        rivers: str,
        kinds: Collection[str] | None,
    ) -> None:
        self.file = file
        self.root = root
        self.terrain = terrain
        self.rivers = rivers
        self.kinds = kinds
        self.problems: list[Text] = []
        self.links: set[Link] = set()
        self.passages: dict[str, set[Hex]] = {BRIDGE: set(), CROSSING: set()}
        self.sites: list[Site] = []

    def read(self) -> HexMap:
        try:
            self.grid, self.layout = _frame(self.root)
        except Wrong as wrong:
            self._tell(wrong)
            raise MapProblems(self.problems) from None
        layers = list(layers_of(self.file, self.root, self.problems))
        ground = self._ground(layers)
        for layer in layers:
            for thing in layer.objects:
                self._object(layer, thing)
        if self.problems:
            raise MapProblems(self.problems)
        return self._map(ground)

    def _tell(self, wrong: Wrong, layer: str = "", thing: str = "") -> None:
        self.problems += [at_place(self.file, problem, layer, thing) for problem in wrong.problems]

    def _map(self, ground: tuple[str, ...]) -> HexMap:
        crossings = tuple(sorted(self.passages[CROSSING]))
        map = HexMap(self.grid, ground, tuple(sorted(self.links)), (), crossings, tuple(self.sites))
        bridges = hex_set(self.passages[BRIDGE]) | map.roads & map.of(self.rivers)
        return msgspec.structs.replace(map, bridges=tuple(members(bridges)))

    # --- the ground -----------------------------------------------------------------------------------

    def _ground(self, layers: list[Layer]) -> tuple[str, ...]:
        """The rows of symbols; none where something is wrong."""
        layer = next((layer for layer in layers if layer.type == "tilelayer"), None)
        if layer is None:
            self._tell(Wrong(T("there is no layer of tiles: its tiles are the terrain")))
            return ()
        self.layout = msgspec.structs.replace(self.layout, shift=layer.shift)
        columns, rows = self.grid.columns, self.grid.rows
        try:
            tiles = _tiles(layer.json, columns * rows)
            symbols = "".join(self._symbols(tiles, _classes(self.root)))
        except Wrong as wrong:
            self._tell(wrong, layer.name or "?")
            return ()
        return tuple(symbols[at : at + columns] for at in range(0, columns * rows, columns))

    def _symbols(self, tiles: list[int], classes: Mapping[int, str]) -> Iterator[str]:
        wrong: list[Text] = []
        for at, tile in enumerate(tiles):
            row, column = divmod(at, self.grid.columns)
            found = classes.get(tile & _TILE, "")
            if found not in self.terrain:
                label = self.grid.label(self.grid.number(column + 1, row + 1))
                wrong.append(self._no_terrain(label, tile, found))
            yield self.terrain.get(found, " ")
        if len(wrong) > _MOST_TOLD:
            wrong[_MOST_TOLD:] = [T("and {count} more hexes", count=len(wrong) - _MOST_TOLD)]
        if wrong:
            raise Wrong(*wrong)

    def _no_terrain(self, label: str, tile: int, found: str) -> Text:
        valid = ", ".join(self.terrain)
        if not tile:
            return T("hex {hex} has no tile", hex=label)
        if not found:
            return T("hex {hex}: its tile has no class; valid: {valid}", hex=label, valid=valid)
        return T("hex {hex}: {found} is no terrain; valid: {valid}", hex=label, found=found, valid=valid)

    # --- objects --------------------------------------------------------------------------------------

    def _object(self, layer: Layer, thing: Any) -> None:
        number = str(thing.get("id", "?")) if isinstance(thing, dict) else "?"
        try:
            if not isinstance(thing, dict):
                raise Wrong(T("an object must have fields, not be {found}", found=shown(thing)))
            if "text" not in thing:
                self._placed(layer, thing)
        except Wrong as wrong:
            self._tell(wrong, layer.name or "?", number)

    def _placed(self, layer: Layer, thing: Json) -> None:
        if thing.get("template"):
            raise Wrong(T("it is made from a template, a file of its own: detach it in Tiled"))
        kind = str(thing.get("type") or thing.get("class") or layer.kind)
        if not kind:
            raise Wrong(T("it has no class: road, bridge, crossing, or the kind of a site"))
        lines = [list_of(thing, key) for key in ("polyline", "polygon")]
        if kind == ROAD:
            corners = lines[0] or [*lines[1], *lines[1][:1]]
            self._road([self._hex(layer, thing, _corner(corner)) for corner in corners])
        elif any(lines):
            raise Wrong(T("only roads are lines: mark a {kind} with a point", kind=kind))
        else:
            self._mark(kind, self._hex(layer, thing, _middle(thing)), thing)

    def _road(self, chain: list[Hex]) -> None:
        if len(set(chain)) < 2:
            raise Wrong(T("a road needs at least 2 hexes"))
        steps = [pair for pair in pairwise(chain) if pair[0] != pair[1]]
        wrong = [
            T(
                "{hex} and {other} are not adjacent: a road needs a corner in every hex",
                hex=self.grid.label(hex),
                other=self.grid.label(other),
            )
            for hex, other in steps
            if self.grid.side(hex, other) is None
        ]
        if wrong:
            raise Wrong(*wrong)
        self.links |= {(min(pair), max(pair)) for pair in steps}

    def _mark(self, kind: str, hex: Hex, thing: Json) -> None:
        if kind in self.passages:
            self.passages[kind].add(hex)
            return
        if self.kinds is not None and kind not in self.kinds:
            valid = (ROAD, BRIDGE, CROSSING, *self.kinds)
            raise Wrong(T("its class {kind} means nothing here; valid: {valid}", kind=kind, valid=valid))
        facts = facts_of(thing)
        name = Name(str(thing.get("name") or ""), str(facts.pop("ru", "")))
        self.sites.append(Site(hex, kind, name, tuple(facts.items())))

    def _hex(self, layer: Layer, thing: Json, spot: Spot) -> Hex:
        x = number_of(thing, "x") + layer.shift[0] + spot[0]
        y = number_of(thing, "y") + layer.shift[1] + spot[1]
        found = self.layout.hex(self.grid, (x, y))
        if found is None:
            raise Wrong(T("it lies beyond the edge of the map"))
        return found


def _corner(point: Any) -> Spot:
    if not isinstance(point, dict):
        raise Wrong(T("a point needs x and y, not {found}", found=shown(point)))
    return number_of(point, "x"), number_of(point, "y")


def _middle(thing: Json) -> Spot:
    """From an object's place to its middle; a picture stands on its place, other boxes hang from it."""
    if number_of(thing, "rotation") and not thing.get("point"):
        raise Wrong(T("it is turned: set its rotation to 0, or mark the place with a point"))
    width, height = number_of(thing, "width"), number_of(thing, "height")
    return width / 2, -height / 2 if thing.get("gid") else height / 2


def _frame(root: Json) -> tuple[Grid, Layout]:
    problems = []
    for key, wanted in (("orientation", "hexagonal"), ("staggeraxis", "x"), ("staggerindex", "odd")):
        if root.get(key) != wanted:
            found = shown(root.get(key))
            problems.append(T("{key} is {found}; it must be {wanted}", key=key, found=found, wanted=wanted))
    if root.get("infinite"):
        problems.append(T("an infinite map has no edges: switch “Infinite” off in the map's properties"))
    columns, rows = (number_of(root, key) for key in ("width", "height"))
    if not all(1 <= count <= MOST and count.denominator == 1 for count in (columns, rows)):
        problems.append(T("the map must have 1 to {most} columns and rows", most=MOST))
    width, height, side = (number_of(root, key) for key in ("tilewidth", "tileheight", "hexsidelength"))
    if width <= 0 or height <= 0 or not 0 <= side <= width:
        problems.append(T("the tiles have no size, or their side is longer than they are wide"))
    if problems:
        raise Wrong(*problems)
    return Grid(int(columns), int(rows)), Layout(width, height, side)


def _classes(root: Json) -> dict[int, str]:
    """The class of each tile by its number in the layers."""
    found: dict[int, str] = {}
    for tiles in list_of(root, "tilesets"):
        if not isinstance(tiles, dict):
            raise Wrong(T("an object must have fields, not be {found}", found=shown(tiles)))
        if tiles.get("source"):
            raise Wrong(T("the tileset {file} is a file of its own: embed it in Tiled", file=tiles["source"]))
        first = int(number_of(tiles, "firstgid"))
        for tile in list_of(tiles, "tiles"):
            if isinstance(tile, dict):
                name = tile.get("type") or tile.get("class") or facts_of(tile).get("terrain", "")
                found[first + int(number_of(tile, "id"))] = str(name)
    return found


def _tiles(layer: Json, count: int) -> list[int]:
    """The numbers of the tiles, row by row."""
    data = layer.get("data")
    found = _unpacked(data, layer, count) if isinstance(data, str) else data
    if not isinstance(found, list) or any(type(tile) is not int or tile < 0 for tile in found):
        raise Wrong(T("its tiles are no list of whole numbers"))
    if len(found) != count:
        raise Wrong(T("it has {count} tiles; the map has {wanted} hexes", count=len(found), wanted=count))
    return found


def _unpacked(data: str, layer: Json, count: int) -> list[int]:
    packing = layer.get("compression") or ""
    if layer.get("encoding") != "base64" or packing not in ("", "zlib", "gzip"):
        raise Wrong(
            T(
                "tiles packed with {packing} are not read: choose CSV in the map's properties",
                packing=packing or shown(layer.get("encoding")),
            )
        )
    try:
        raw = base64.b64decode(data, validate=True)
        if packing:
            # one more tile than there are hexes shows that there are too many; no more is ever unpacked
            raw = zlib.decompressobj(wbits=47).decompress(raw, 4 * count + 4)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise Wrong(T("its tiles can't be unpacked: {why}", why=str(error))) from None
    return list(unpack(f"<{len(raw) // 4}I", raw[: len(raw) // 4 * 4]))
