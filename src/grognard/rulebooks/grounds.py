"""The ground of a scenario on a table: what every book reads alike of it, written in the file or drawn in Tiled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path as FilePath
from typing import Any, Generic, Protocol, TypeVar

from grognard.files import Collector, Path, Sifted, Wrong
from grognard.locale import Name, T, Text
from grognard.rulebooks.scenarios import off_table
from grognard.rulebooks.writing import READY, spot
from grognard.space.outline import Outline, Shape
from grognard.space.pose import Point, decimal, place_words
from grognard.space.terrain import Broken, Piece, Table, polygon
from grognard.space.tiled import MapProblems, TiledMap, read_map

OBJECTIVE = "objective"
"""Class of an object on a map that is an objective."""
NAMES = "name", "name_ru"
"""Properties of an object on a map: what it is called in English and in Russian."""
MAP: Path = ("scenario", "map")
"""Where the map stands in the file; all that is wrong with what is drawn on it is said there."""
_EDGES: Mapping[str, Text] = {
    "north": T("north"),
    "east": T("east"),
    "south": T("south"),
    "west": T("west"),
}


class Laid(Protocol):
    @property
    def id(self) -> str: ...


Terrain = TypeVar("Terrain", bound=Laid)
Objective = TypeVar("Objective", bound=Laid)


@dataclass
class Ground(Generic[Terrain, Objective]):
    """What is sound of it; ``table`` None where nothing says how large it is."""

    table: Table | None = None
    terrain: list[Terrain] = field(default_factory=list)
    objectives: list[Objective] = field(default_factory=list)


class GroundReader(Generic[Terrain, Objective]):
    """Reads the ground of a scenario into ``ground`` and reports to ``problems`` what is wrong with it.

    ``clause_id``: the book's on terrain; ``sized``: the size of a table in its unit, ``{size} inches``.
    """

    def __init__(
        self, problems: Collector, sifted: Sifted, folder: FilePath, clause_id: str, sized: Text
    ) -> None:
        self.problems, self.sifted, self.folder = problems, sifted, folder
        self.clause_id, self.sized = clause_id, sized
        self.ground: Ground[Terrain, Objective] = Ground()

    def say(self, path: Path, piece: str, message: Text, clause_id: str | None = None) -> None:
        """A problem with a piece that is drawn, or written at ``path``."""
        if path == MAP:
            what = T("map, '{id}'", id=piece)
        else:
            what = T("objective '{id}'", id=piece) if path[0] == OBJECTIVE else T("terrain '{id}'", id=piece)
        message = T("{what}: {message}", what=what, message=message)
        self.problems.add(path, message, clause_id or self.clause_id)

    # --- table and map ---------------------------------------------------------------------------------

    def drawn(self) -> tuple[Piece, ...]:
        """What is drawn on the map, if there is one; with that it is known how large the table is."""
        head: Any = self.sifted.parts.get("scenario")
        if head is None:
            return ()
        map = self._map(head.map) if head.map else None
        written = Table(*spot(head.table)) if head.table else None
        if written and map and written != map.table:
            message = T(
                "table is {written}, map {file} {drawn}; leave table out",
                written=in_unit(self.sized, written),
                file=head.map,
                drawn=size_words(map.table),
            )
            self.problems.add(("scenario", "table"), message, READY)
        if not written and not head.map:
            self.problems.add(("scenario",), T("give table: [width, height], or a map"), READY)
        self.ground.table = written or (map.table if map else None)
        return map.pieces if map else ()

    def _map(self, name: str) -> TiledMap | None:
        try:
            return read_map(self.folder / name)
        except MapProblems as wrong:
            for problem in wrong.problems:
                self.problems.add(MAP, problem, self.clause_id)
            return None

    def id_of(self, piece: Piece, plain_id: Callable[[str], str]) -> str:
        """The name of an object is its id if it can be one; else it is numbered among those of its class."""
        try:
            return plain_id(piece.id)
        except Wrong:
            return self.number(f"{piece.kind}_no")

    def number(self, stem: str) -> str:
        """The first id of that stem that is free."""
        taken = {one.id for one in (*self.ground.terrain, *self.ground.objectives)}
        return next(one for number in count(1) if (one := f"{stem}_{number}") not in taken)

    def names_of(self, piece: Piece) -> tuple[str, str]:
        """What an object is called by its properties, in English and Russian; "" where they don't say."""
        facts: dict[str, Any] = dict(piece.facts)
        for key in NAMES:
            if not isinstance(facts.get(key, ""), str):
                message = T("property {key} must be words, not {found}", key=key, found=facts[key])
                self.say(MAP, piece.id, message)
        english, russian = (str(facts.get(key, "")) for key in NAMES)
        return english, russian

    def called(self, piece: Piece) -> Name | None:
        """The same as a name, or the name of the object; None where Tiled knows none."""
        english, russian = self.names_of(piece)
        if not english and re.fullmatch(rf"{re.escape(piece.kind)}_\d+", piece.id):
            return Name(russian, russian) if russian else None
        return Name(english or piece.id.replace("_", " "), russian)

    # --- what is laid on the table ---------------------------------------------------------------------

    def outline(
        self, path: Path, piece: str, corners: Iterable[Sequence[float]], clause_id: str | None = None
    ) -> Outline | None:
        """The polygon of these corners, if they make one."""
        try:
            return polygon([spot(corner) for corner in corners])
        except Broken as broken:
            for wrong in broken.problems:
                self.say(path, piece, wrong, clause_id)
            return None

    def on_table(self, path: Path, piece: str, shapes: Sequence[Outline]) -> None:
        """Some of a piece of terrain is on the table; what has no shape is wrong otherwise."""
        if shapes and (wrong := off_table(self.ground.table, shapes)) is not None:
            self.say(path, piece, wrong)

    def lay(self, path: Path, terrain: Terrain) -> None:
        if any(other.id == terrain.id for other in self.ground.terrain):
            self.problems.add(path, T("terrain id '{id}' is used twice", id=terrain.id), READY)
        self.ground.terrain.append(terrain)

    def mark(self, path: Path, objective: Objective) -> None:
        if any(other.id == objective.id for other in self.ground.objectives):
            self.problems.add(path, T("objective id '{id}' is used twice", id=objective.id), READY)
        self.ground.objectives.append(objective)


def radius_of(piece: Piece) -> float | None:
    """Property ``radius`` of a point, if it is a length."""
    radius = dict(piece.facts).get("radius")
    point = len(piece.line) == 1
    return radius if point and isinstance(radius, int | float) and radius > 0 and radius is not True else None


def beyond(table: Table | None, point: Point, sized: Text) -> Text | None:
    """What to say of a point that is off the table; None where it is on it, and where nobody knows how large it is."""
    if table is None or (0 <= point[0] <= table.width and 0 <= point[1] <= table.height):
        return None
    return T("{spot} is off the table of {size}", spot=place_words(point), size=in_unit(sized, table))


def crossed_edge(table: Table | None, shape: Shape) -> Text | None:
    """The edge that a shape reaches over, in words; None where it stands on the table, and where nobody knows how large
    that is."""
    edges = table.crossed(shape) if table is not None else ()
    return _EDGES[edges[0].value] if edges else None


def size_words(table: Table) -> str:
    return f"{decimal(table.width)} x {decimal(table.height)}"


def in_unit(sized: Text, table: Table) -> Text:
    return Text(sized.source, {"size": size_words(table)})
