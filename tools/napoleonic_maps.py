"""Draw the ground of the shipped Napoleonic scenarios as Tiled maps, beside the scenarios: ``name.tmj``.

A scenario with ``map: name.tmj`` in place of ``table``, ``terrain`` and ``objective`` has the same ground, and the map
can be changed in Tiled.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grognard.locale import Name
from grognard.rulebooks.napoleonic.model import NapoleonicSetup, ObjectiveSheet, Terrain
from grognard.rulebooks.napoleonic.setup import read_setup, scenarios
from grognard.space.pose import Point

PIXELS = 100
"""That make a merka."""


def drawn(setup: NapoleonicSetup) -> str:
    """The map as JSON, which Tiled opens and :func:`grognard.space.tiled.read_map` reads."""
    ground = [_terrain(setup, number, one) for number, one in enumerate(setup.terrain, 1)]
    first = len(ground) + 1
    marks = [_objective(setup, number, one) for number, one in enumerate(setup.objectives.values(), first)]
    made = {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "width": setup.width // 1000,
        "height": setup.height // 1000,
        "tilewidth": PIXELS,
        "tileheight": PIXELS,
        "nextlayerid": 3,
        "nextobjectid": first + len(marks),
        "properties": [{"name": "pixels_per_unit", "type": "int", "value": PIXELS}],
        "tilesets": [],
        "layers": [_layer(1, "terrain", ground), _layer(2, "objectives", marks)],
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _layer(number: int, name: str, objects: Sequence[Any]) -> dict[str, Any]:
    return {
        "type": "objectgroup",
        "id": number,
        "name": name,
        "draworder": "index",
        "visible": True,
        "opacity": 1,
        "x": 0,
        "y": 0,
        "objects": objects,
    }


def _terrain(setup: NapoleonicSetup, number: int, piece: Terrain) -> dict[str, Any]:
    x, y = _pixels(setup, piece.points[0])
    spots = [_pixels(setup, point) for point in piece.points]
    shape = [{"x": _plain(east - x), "y": _plain(south - y)} for east, south in spots]
    facts = [*_names(piece.name), *([("level", "int", piece.level)] if piece.level else [])]
    return {
        **_object(number, piece.id, piece.kind, x, y, facts),
        "polyline" if piece.line else "polygon": shape,
    }


def _objective(setup: NapoleonicSetup, number: int, mark: ObjectiveSheet) -> dict[str, Any]:
    x, y = _pixels(setup, (mark.x, mark.y))
    facts = [*_names(mark.name), ("radius", "float", mark.radius / 1000), ("points", "int", mark.points)]
    return {**_object(number, mark.id, "objective", x, y, facts), "point": True}


def _object(number: int, name: str, kind: str, x: float, y: float, facts: Sequence[Any]) -> dict[str, Any]:
    return {
        "id": number,
        "name": name,
        "type": kind,
        "x": _plain(x),
        "y": _plain(y),
        "width": 0,
        "height": 0,
        "rotation": 0,
        "visible": True,
        "properties": [{"name": key, "type": sort, "value": value} for key, sort, value in facts],
    }


def _names(name: Name | None) -> list[tuple[str, str, Any]]:
    return [("name", "string", name.en), ("name_ru", "string", name.ru)] if name else []


def _pixels(setup: NapoleonicSetup, point: Point) -> tuple[float, float]:
    """Tiled counts down from the north-west corner."""
    return point[0] * PIXELS / 1000, (setup.height - point[1]) * PIXELS / 1000


def _plain(pixels: float) -> float | int:
    rounded = round(pixels, 4)
    return int(rounded) if rounded == int(rounded) else rounded


def main() -> None:
    """Writes the maps of all shipped scenarios."""
    for path in scenarios().values():
        map_file = Path(path).with_suffix(".tmj")
        map_file.write_text(drawn(read_setup(path)), encoding="utf-8")
        print(map_file)


if __name__ == "__main__":
    main()
