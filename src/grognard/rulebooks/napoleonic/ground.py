"""The ground of a scenario: written in the file, drawn in Tiled, or both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from grognard.core.rule import clause
from grognard.files import Collector, Path, Sifted, Wrong, unknown
from grognard.locale import Name, T, Text
from grognard.rulebooks.napoleonic.lineup import place_words, spot
from grognard.rulebooks.napoleonic.model import ObjectiveSheet, Terrain
from grognard.rulebooks.napoleonic.scenariofile import ObjectiveRow, ScenarioHead, TerrainRow
from grognard.rulebooks.napoleonic.tablemodel import Obstacle, Tables
from grognard.rulebooks.scenarios import off_table as wholly_off
from grognard.rulebooks.writing import READY, plain_id
from grognard.space.pose import Point, decimal, thousandths
from grognard.space.terrain import Broken, Piece, Table, polygon
from grognard.space.tiled import MapProblems, TiledMap, read_map

MODEL = "Model, terrain"
OBJECTIVE = "objective"
"""Class of a point on a map that is an objective, with properties ``radius`` and ``points``."""
HILL = "hill"
MAP: Path = ("scenario", "map")


@dataclass
class Ground:
    """What is sound of it; ``table`` None where nothing says how large it is."""

    table: Table | None = None
    terrain: list[Terrain] = field(default_factory=list)
    objectives: list[ObjectiveSheet] = field(default_factory=list)


class GroundCheck:
    """Reads the ground and reports to ``problems`` what is wrong with it."""

    def __init__(self, problems: Collector, sifted: Sifted, tables: Tables, folder: FilePath) -> None:
        self.problems, self.sifted, self.tables, self.folder = problems, sifted, tables, folder
        self.kinds = {key: row for key, row in tables.obstacles.items() if row.shape}
        self.ground = Ground()
        self.unnamed = Counter[str]()

    @clause("NA-OBS-01", "NA-END-08")
    def run(self) -> Ground:
        head: ScenarioHead | None = self.sifted.parts.get("scenario")
        drawn = self._map(head.map) if head and head.map else None
        if head is not None:
            self._table(head, drawn)
        for piece in drawn.pieces if drawn else ():
            self._piece(piece)
        for at, row in self.sifted.rows["terrain"]:
            self._terrain(("terrain", at), row)
        for at, row in self.sifted.rows["objective"]:
            self._objective(("objective", at), row)
        return self.ground

    def _map(self, name: str) -> TiledMap | None:
        try:
            return read_map(self.folder / name)
        except MapProblems as wrong:
            for problem in wrong.problems:
                self.problems.add(MAP, problem, MODEL)
            return None

    def _table(self, head: ScenarioHead, drawn: TiledMap | None) -> None:
        written = Table(*spot(head.table)) if head.table else None
        if written and drawn and written != drawn.table:
            message = T(
                "table is {written} merka, map {file} {drawn}; leave table out",
                written=_size(written),
                file=head.map,
                drawn=_size(drawn.table),
            )
            self.problems.add(("scenario", "table"), message, READY)
        if not written and not head.map:
            self.problems.add(("scenario",), T("give table: [width, height], or a map"), READY)
        self.ground.table = written or (drawn.table if drawn else None)

    # --- drawn in Tiled --------------------------------------------------------------------------------

    def _piece(self, piece: Piece) -> None:
        path = MAP
        facts: dict[str, Any] = dict(piece.facts)
        name = self._named(path, piece, facts)
        if piece.kind == OBJECTIVE:
            self._marked(path, piece, name, facts)
            return
        if not self._known(path, piece.kind, piece.id):
            return
        points = piece.line or piece.shapes[0].ring
        kind = self.kinds[piece.kind]
        if (kind.shape == "line") != bool(piece.line) or (piece.line and len(piece.line) < 2):
            self._say(path, piece.id, _shape_wanted(kind), MODEL)
            return
        level = facts.get("level", 0)
        if not isinstance(level, int) or isinstance(level, bool) or level < 0:
            self._say(path, piece.id, T("level must be a whole number, not {found}", found=level), MODEL)
            return
        self._level(path, piece.id, piece.kind, level)
        self._lay(path, Terrain(self._id_of(piece), piece.kind, points, bool(piece.line), level, name))

    def _id_of(self, piece: Piece) -> str:
        """The name of an object is its id if it can be one; else it is numbered among those of its class."""
        try:
            return plain_id(piece.id)
        except Wrong:
            self.unnamed[piece.kind] += 1
            return f"{piece.kind}_no_{self.unnamed[piece.kind]}"

    def _named(self, path: Path, piece: Piece, facts: dict[str, Any]) -> Name | None:
        """Its properties ``name`` and ``name_ru``; else what Tiled calls it where that is no id; else None."""
        said = [facts.get(key, "") for key in ("name", "name_ru")]
        for key, value in zip(("name", "name_ru"), said, strict=True):
            if not isinstance(value, str):
                message = T("property {key} must be words, not {found}", key=key, found=value)
                self._say(path, piece.id, message, MODEL)
        english, russian = map(str, said)
        if english or russian:
            return Name(english or russian, russian)
        return None if re.fullmatch(r"\w+", piece.id) else Name(piece.id)

    def _marked(self, path: Path, piece: Piece, name: Name | None, facts: dict[str, Any]) -> None:
        radius, points = facts.get("radius"), facts.get("points")
        numbers = not isinstance(radius, bool) and isinstance(radius, int | float) and radius > 0
        if len(piece.line) != 1 or not numbers or type(points) is not int or points < 1:
            message = T("an objective is a point with properties radius and points above 0")
            self._say(path, piece.id, message, "NA-END-08")
            return
        x, y = piece.line[0]
        own = self._id_of(piece)
        self._mark(path, ObjectiveSheet(own, name or Name(own), x, y, thousandths(str(radius)), points))

    # --- written in the file ---------------------------------------------------------------------------

    def _terrain(self, path: Path, row: TerrainRow) -> None:
        if not self._known((*path, "kind"), row.kind, row.id):
            return
        kind = self.kinds[row.kind]
        points = [spot(point) for point in row.points]
        ring = self._line(path, row, points) if kind.shape == "line" else self._area(path, row, points)
        self._level((*path, "level"), row.id, row.kind, row.level)
        if ring:
            name = Name(row.en or row.ru, row.ru) if row.en or row.ru else None
            self._lay((*path, "id"), Terrain(row.id, row.kind, ring, kind.shape == "line", row.level, name))

    def _area(self, path: Path, row: TerrainRow, points: Sequence[Point]) -> tuple[Point, ...]:
        if len(points) < 3:
            message = T(
                "{count} points; {kind} needs at least 3", count=len(points), kind=self.kinds[row.kind].name
            )
            self._say((*path, "points"), row.id, message, MODEL)
            return ()
        try:
            return polygon(points).ring
        except Broken as broken:
            for wrong in broken.problems:
                self._say((*path, "points"), row.id, wrong, MODEL)
            return ()

    def _line(self, path: Path, row: TerrainRow, points: Sequence[Point]) -> tuple[Point, ...]:
        line = tuple(point for i, point in enumerate(points) if i == 0 or point != points[i - 1])
        if len(line) < 2:
            message = T(
                "{count} points; {kind} needs at least 2", count=len(line), kind=self.kinds[row.kind].name
            )
            self._say((*path, "points"), row.id, message, MODEL)
            return ()
        return line

    @clause("NA-OBS-02")
    def _level(self, path: Path, piece: str, kind: str, level: int) -> None:
        if level and kind != HILL:
            self._say(path, piece, T("only a hill has a level"), MODEL)
        if kind == HILL and not level:
            self._say(path, piece, T("a hill needs a level of 1 or more"), "NA-OBS-02")

    def _known(self, path: Path, kind: str, piece: str) -> bool:
        if kind not in self.kinds:
            self._say(path, piece, unknown(T("kind of terrain"), kind, self.kinds), MODEL)
        return kind in self.kinds

    def _lay(self, path: Path, terrain: Terrain) -> None:
        if any(other.id == terrain.id for other in self.ground.terrain):
            self.problems.add(path, T("terrain id '{id}' is used twice", id=terrain.id), READY)
        if (wrong := wholly_off(self.ground.table, terrain.shapes)) is not None:
            self._say(path if path == MAP else (*path[:-1], "points"), terrain.id, wrong, MODEL)
        self.ground.terrain.append(terrain)

    def _objective(self, path: Path, row: ObjectiveRow) -> None:
        x, y = spot(row.at)
        name = Name(row.en, row.ru)
        self._mark(path, ObjectiveSheet(row.id, name, x, y, thousandths(row.radius), row.points))

    def _mark(self, path: Path, sheet: ObjectiveSheet) -> None:
        if any(other.id == sheet.id for other in self.ground.objectives):
            self.problems.add(path, T("objective id '{id}' is used twice", id=sheet.id), READY)
        table = self.ground.table
        if table is not None and not on_table(table, (sheet.x, sheet.y)):
            message = T(
                "{what}: {message}", what=T("objective '{id}'", id=sheet.id), message=off_table(table, sheet)
            )
            self.problems.add(path, message, "NA-END-08")
        self.ground.objectives.append(sheet)

    def _say(self, path: Path, piece: str, message: Text, clause_id: str) -> None:
        what = T("map, '{id}'", id=piece) if path == MAP else T("terrain '{id}'", id=piece)
        self.problems.add(path, T("{what}: {message}", what=what, message=message), clause_id)


def _shape_wanted(kind: Obstacle) -> Text:
    if kind.shape == "line":
        return T("{kind} is a line of at least 2 points", kind=kind.name)
    return T("{kind} is an area, drawn as a polygon", kind=kind.name)


def on_table(table: Table, point: Point) -> bool:
    return 0 <= point[0] <= table.width and 0 <= point[1] <= table.height


def off_table(table: Table, sheet: ObjectiveSheet) -> Text:
    return T(
        "{spot} is off the table of {size} merka", spot=place_words((sheet.x, sheet.y)), size=_size(table)
    )


def _size(table: Table) -> str:
    return f"{decimal(table.width)} x {decimal(table.height)}"
