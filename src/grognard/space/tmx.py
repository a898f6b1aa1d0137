"""Tiled's XML in the shape of Tiled's JSON. Entities and anything outside the file are refused."""

from __future__ import annotations

import math
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from grognard.core.errors import GrognardError
from grognard.locale import T

_NUMBERS = (
    "id",
    "gid",
    "x",
    "y",
    "width",
    "height",
    "rotation",
    "offsetx",
    "offsety",
    "tilewidth",
    "tileheight",
    "hexsidelength",
    "firstgid",
)
_LAYERS = {"objectgroup": "objectgroup", "group": "group", "layer": "tilelayer", "imagelayer": "imagelayer"}
_MARKS = ("ellipse", "capsule", "point", "text")


class Unreadable(GrognardError):
    """Bytes that are no Tiled XML."""


def as_json(data: bytes) -> dict[str, Any]:
    """The map element and what is in it, with the keys and types that Tiled's JSON has."""
    try:
        root = fromstring(data)
    except DefusedXmlException:
        raise Unreadable(T("XML with entities of its own is not read: save the map anew in Tiled")) from None
    except ParseError as error:
        line, column = error.position
        raise Unreadable(
            T("no XML at line {line}, column {column}: {why}", line=line, column=column + 1, why=str(error))
        ) from None
    except (ValueError, LookupError) as error:
        raise Unreadable(T("no XML: {why}", why=str(error))) from None
    if root.tag != "map":
        raise Unreadable(T("the outermost element is <{found}>, not <map>", found=root.tag))
    found = _group(root)
    found["infinite"] = root.get("infinite", "0") not in ("0", "false")
    found["tilesets"] = [_tileset(item) for item in root.findall("tileset")]
    return found


def _group(root: Element) -> dict[str, Any]:
    """A map or group with its layers; a stack of work, so that deep nesting does no harm."""
    whole = _attributes(root)
    waiting = [(root, whole)]
    while waiting:
        element, found = waiting.pop()
        for child in element:
            if child.tag not in _LAYERS:
                continue
            layer = _attributes(child) | {"type": _LAYERS[child.tag]}
            layer["objects"] = [_object(item) for item in child.findall("object")]
            layer |= _tiles(child.find("data"))
            found.setdefault("layers", []).append(layer)
            if child.tag == "group":
                waiting.append((child, layer))
    return whole


def _tileset(element: Element) -> dict[str, Any]:
    return _attributes(element) | {"tiles": [_attributes(item) for item in element.findall("tile")]}


def _tiles(data: Element | None) -> dict[str, Any]:
    """What fills a layer of tiles: numbers, or a text that is packed."""
    if data is None:
        return {}
    text, encoding = (data.text or "").strip(), data.get("encoding")
    if encoding == "csv":
        return {"data": [_number(part.strip()) for part in text.split(",")]}
    if encoding is None:
        return {"data": [_number(tile.get("gid", "0")) for tile in data.findall("tile")]}
    return {"data": text, "encoding": encoding, "compression": data.get("compression", "")}


def _object(element: Element) -> dict[str, Any]:
    found = _attributes(element)
    found |= {mark: True for mark in _MARKS if element.find(mark) is not None}
    for key in ("polygon", "polyline"):
        shape = element.find(key)
        if shape is not None:
            found[key] = [_pair(pair) for pair in shape.get("points", "").split()]
    return found


def _attributes(element: Element) -> dict[str, Any]:
    found: dict[str, Any] = {
        key: _number(text) if key in _NUMBERS else text for key, text in element.attrib.items()
    }
    properties = element.find("properties")
    if properties is not None:
        found["properties"] = [_property(item) for item in properties.findall("property")]
    return found


def _pair(text: str) -> dict[str, Any]:
    x, _, y = text.partition(",")
    return {"x": _number(x), "y": _number(y)}


def _property(element: Element) -> dict[str, Any]:
    text = element.get("value", element.text or "")
    kind = element.get("type", "string")
    value: Any = text
    if kind in ("int", "float", "object"):
        value = _number(text or "0")
    elif kind == "bool":
        value = text == "true"
    elif kind in ("class", "list"):
        value = None
    return {"name": element.get("name"), "value": value}


def _number(text: str) -> int | float | str:
    """A finite number; a text that is none is left for the reader to complain about."""
    try:
        number = float(text)
    except ValueError:
        return text
    if not math.isfinite(number):
        return text
    return int(number) if number.is_integer() and abs(number) < 2**53 else number
