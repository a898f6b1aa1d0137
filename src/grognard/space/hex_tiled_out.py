"""Hex maps written for Tiled, as ``.tmj`` or ``.tmx``, with a picture of the tiles beside them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import msgspec

from grognard.space.hex_grid import Hex
from grognard.space.hex_map import HexMap, chains
from grognard.space.hex_tiled import BRIDGE, CROSSING, ROAD, Layout
from grognard.space.terrain import Fact

WIDTH, HEIGHT, SIDE = 36, 32, 18
"""A tile in pixels, and the length of its flat side; a new map has tiles of this size."""
_LAYOUT = Layout(Fraction(WIDTH), Fraction(HEIGHT), Fraction(SIDE))


class Tile(msgspec.Struct, frozen=True):
    """How a terrain is written: its symbol on the map, the class of its tiles, their colour (``#rrggbb``)."""

    symbol: str
    kind: str
    colour: str


def write_hexes(map: HexMap, path: Path, tiles: Sequence[Tile]) -> None:
    """Writes a map to a file whose ending (``.tmx`` or else) tells the format, and ``NAME-tiles.png`` beside it.

    ``tiles`` has every terrain of the map; ``read_hexes`` gives the same map back. Raises OSError.
    """
    picture = path.with_name(f"{path.stem}-tiles.png")
    picture.write_bytes(tiles_png(tiles))
    write = as_tmx if path.suffix.lower() == ".tmx" else as_tmj
    path.write_bytes(write(map, tiles, picture.name))


def as_tmj(map: HexMap, tiles: Sequence[Tile], picture: str) -> bytes:
    """The map as Tiled's JSON; ``picture`` is the file with the pictures of the tiles."""
    return msgspec.json.encode(_world(map, tiles, picture)) + b"\n"


def as_tmx(map: HexMap, tiles: Sequence[Tile], picture: str) -> bytes:
    """The map as Tiled's XML; ``picture`` is the file with the pictures of the tiles."""
    root = _element(None, "map", _world(map, tiles, picture))
    indent(root, " ")
    body: bytes = tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + body + b"\n"


def tiles_png(tiles: Sequence[Tile]) -> bytes:
    """The pictures of the tiles side by side: a hex in the terrain's colour with its symbol."""
    from PIL import Image, ImageDraw

    image = Image.new("RGBA", (WIDTH * len(tiles), HEIGHT))
    draw = ImageDraw.Draw(image)
    edge = (WIDTH - SIDE) // 2
    for at, tile in enumerate(tiles):
        left, right, middle = at * WIDTH, (at + 1) * WIDTH - 1, HEIGHT // 2
        ring = [(left + edge, 0), (right - edge, 0), (right, middle), (right - edge, HEIGHT - 1),
                (left + edge, HEIGHT - 1), (left, middle)]  # fmt: skip
        draw.polygon(ring, fill=tile.colour, outline="#404040")
        draw.text((left + WIDTH // 2, middle), tile.symbol, fill="#202020", anchor="mm")
    target = io.BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


# --- the map as Tiled's JSON has it ---------------------------------------------------------------------


def _world(map: HexMap, tiles: Sequence[Tile], picture: str) -> dict[str, Any]:
    objects = [{"id": number, **thing} for number, thing in enumerate(_objects(map), 1)]
    numbers = {tile.symbol: number for number, tile in enumerate(tiles, 1)}
    ground = {
        "id": 1, "name": "terrain", "type": "tilelayer", "x": 0, "y": 0, "opacity": 1, "visible": True,
        "width": map.grid.columns, "height": map.grid.rows,
        "data": [numbers[symbol] for row in map.ground for symbol in row],
    }  # fmt: skip
    things = {
        "id": 2, "name": "objects", "type": "objectgroup", "x": 0, "y": 0, "opacity": 1, "visible": True,
        "draworder": "index", "objects": objects,
    }  # fmt: skip
    return {
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "hexagonal",
        "renderorder": "right-down", "width": map.grid.columns, "height": map.grid.rows,
        "tilewidth": WIDTH, "tileheight": HEIGHT, "hexsidelength": SIDE,
        "staggeraxis": "x", "staggerindex": "odd", "infinite": False, "compressionlevel": -1,
        "nextlayerid": 3, "nextobjectid": len(objects) + 1,
        "tilesets": [_tileset(tiles, picture)], "layers": [ground, things],
    }  # fmt: skip


def _tileset(tiles: Sequence[Tile], picture: str) -> dict[str, Any]:
    return {
        "firstgid": 1, "name": "terrain", "tilewidth": WIDTH, "tileheight": HEIGHT, "tilecount": len(tiles),
        "columns": len(tiles), "margin": 0, "spacing": 0,
        "image": picture, "imagewidth": WIDTH * len(tiles), "imageheight": HEIGHT,
        "tiles": [{"id": number, "type": tile.kind} for number, tile in enumerate(tiles)],
    }  # fmt: skip


def _objects(map: HexMap) -> Iterator[dict[str, Any]]:
    for chain in chains(map):
        (x, y), *_ = spots = [_centre(map, hex) for hex in chain]
        line = [{"x": to_x - x, "y": to_y - y} for to_x, to_y in spots]
        yield _object(ROAD, "", x, y) | {"polyline": line}
    for kind, hexes in ((BRIDGE, map.bridges), (CROSSING, map.crossings)):
        for hex in hexes:
            yield _object(kind, "", *_centre(map, hex)) | {"point": True}
    for site in map.sites:
        facts = [("ru", site.name.ru)] if site.name.ru else []
        thing = _object(site.kind, site.name.en, *_centre(map, site.hex)) | {"point": True}
        properties = [_property(key, fact) for key, fact in (*facts, *site.facts)]
        yield thing | ({"properties": properties} if properties else {})


def _centre(map: HexMap, hex: Hex) -> tuple[int, int]:
    x, y = _LAYOUT.centre(map.grid, hex)
    return int(x), int(y)


def _object(kind: str, name: str, x: int, y: int) -> dict[str, Any]:
    return {
        "name": name, "type": kind, "x": x, "y": y, "width": 0, "height": 0, "rotation": 0, "visible": True,
    }  # fmt: skip


def _property(key: str, fact: Fact) -> dict[str, Any]:
    kinds = {bool: "bool", int: "int", float: "float", str: "string"}
    return {"name": key, "type": kinds[type(fact)], "value": fact}


# --- the same as XML ------------------------------------------------------------------------------------

_TAGS = {"tilelayer": "layer", "objectgroup": "objectgroup"}
_INNER = ("layers", "tilesets", "tiles", "objects", "properties", "polyline", "point", "data", "image")
_LEFT_OUT = {
    "layer": ("type", "x", "y"),
    "objectgroup": ("type", "x", "y"),
    "map": ("type", "compressionlevel"),
}


def _element(parent: Element | None, tag: str, thing: dict[str, Any]) -> Element:
    """An element with the plain values as attributes and the rest inside."""
    left_out = (*_INNER, *_LEFT_OUT.get(tag, ()), "imagewidth", "imageheight")
    attributes = {key: _attribute(value) for key, value in thing.items() if key not in left_out}
    element = Element(tag, attributes) if parent is None else SubElement(parent, tag, attributes)
    if "properties" in thing:
        inner = SubElement(element, "properties")
        for item in thing["properties"]:
            value = str(item["value"])
            truth = value.lower() if item["type"] == "bool" else value
            SubElement(inner, "property", {**item, "value": truth})
    if "image" in thing:
        size = {"width": str(thing["imagewidth"]), "height": str(thing["imageheight"])}
        SubElement(element, "image", {"source": thing["image"], **size})
    if "point" in thing:
        SubElement(element, "point")
    if "polyline" in thing:
        points = " ".join(f"{point['x']},{point['y']}" for point in thing["polyline"])
        SubElement(element, "polyline", {"points": points})
    if "data" in thing:
        SubElement(element, "data", {"encoding": "csv"}).text = _csv(thing["data"], thing["width"])
    for key, inner_tag in (("tilesets", "tileset"), ("tiles", "tile"), ("layers", ""), ("objects", "object")):
        for item in thing.get(key, ()):
            _element(element, inner_tag or _TAGS[item["type"]], item)
    return element


def _csv(tiles: list[int], columns: int) -> str:
    rows = (tiles[at : at + columns] for at in range(0, len(tiles), columns))
    return "\n" + ",\n".join(",".join(map(str, row)) for row in rows) + "\n"


def _attribute(value: Any) -> str:
    """Tiled writes yes and no as 1 and 0 here, and as words in properties."""
    return str(int(value)) if isinstance(value, bool) else str(value)
