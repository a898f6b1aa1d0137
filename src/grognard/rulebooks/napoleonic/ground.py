"""The ground of a scenario: written in the file, drawn in Tiled, or both."""

from __future__ import annotations

import re
from pathlib import Path as FilePath
from typing import Any, TypeAlias

from grognard.core.rule import clause
from grognard.files import Collector, Path, Sifted, unknown
from grognard.locale import Name, T, Text
from grognard.rulebooks import grounds
from grognard.rulebooks.grounds import MAP, OBJECTIVE, GroundReader, beyond, radius_of
from grognard.rulebooks.napoleonic.model import ObjectiveSheet, Terrain
from grognard.rulebooks.napoleonic.scenariofile import ObjectiveRow, TerrainRow
from grognard.rulebooks.napoleonic.tablemodel import Obstacle, Tables
from grognard.rulebooks.writing import name_of, plain_id, spot
from grognard.space.pose import Point, thousandths
from grognard.space.terrain import Piece

HILL = "hill"
SIZED = T("{size} merka")
Ground: TypeAlias = grounds.Ground[Terrain, ObjectiveSheet]


class GroundCheck(GroundReader[Terrain, ObjectiveSheet]):
    """On a map a point of class objective is one, with properties ``radius`` and ``points``."""

    def __init__(self, problems: Collector, sifted: Sifted, tables: Tables, folder: FilePath) -> None:
        super().__init__(problems, sifted, folder, "Model, terrain", SIZED)
        self.kinds = {key: row for key, row in tables.obstacles.items() if row.shape}

    @clause("NA-OBS-01", "NA-END-08")
    def run(self) -> Ground:
        for piece in self.drawn():
            self._piece(piece)
        for at, row in self.sifted.rows["terrain"]:
            self._terrain(("terrain", at), row)
        for at, row in self.sifted.rows["objective"]:
            self._objective(("objective", at), row)
        return self.ground

    # --- drawn in Tiled --------------------------------------------------------------------------------

    def _piece(self, piece: Piece) -> None:
        facts: dict[str, Any] = dict(piece.facts)
        name = self._called(piece)
        if piece.kind == OBJECTIVE:
            self._marked(piece, name, facts)
            return
        if not self._known(MAP, piece.kind, piece.id):
            return
        points = piece.line or piece.shapes[0].ring
        kind = self.kinds[piece.kind]
        if (kind.shape == "line") != bool(piece.line) or (piece.line and len(piece.line) < 2):
            self.say(MAP, piece.id, _shape_wanted(kind))
            return
        level = facts.get("level", 0)
        if not isinstance(level, int) or isinstance(level, bool) or level < 0:
            self.say(MAP, piece.id, T("level must be a whole number, not {found}", found=level))
            return
        self._level(MAP, piece.id, piece.kind, level)
        self._lay(
            MAP, Terrain(self.id_of(piece, plain_id), piece.kind, points, bool(piece.line), level, name)
        )

    def _called(self, piece: Piece) -> Name | None:
        """By its properties; else what Tiled calls it where that is no id; else None."""
        english, russian = self.names_of(piece)
        if english or russian:
            return Name(english or russian, russian)
        return None if re.fullmatch(r"\w+", piece.id) else Name(piece.id)

    def _marked(self, piece: Piece, name: Name | None, facts: dict[str, Any]) -> None:
        radius, points = radius_of(piece), facts.get("points")
        if radius is None or type(points) is not int or points < 1:
            message = T("an objective is a point with properties radius and points above 0")
            self.say(MAP, piece.id, message, "NA-END-08")
            return
        x, y = piece.line[0]
        own = self.id_of(piece, plain_id)
        self._mark(MAP, ObjectiveSheet(own, name or Name(own), x, y, thousandths(str(radius)), points))

    # --- written in the file ---------------------------------------------------------------------------

    def _terrain(self, path: Path, row: TerrainRow) -> None:
        if not self._known((*path, "kind"), row.kind, row.id):
            return
        kind = self.kinds[row.kind]
        ring = self._line(path, row) if kind.shape == "line" else self._area(path, row)
        self._level((*path, "level"), row.id, row.kind, row.level)
        if ring:
            name = Name(row.en or row.ru, row.ru) if row.en or row.ru else None
            self._lay((*path, "id"), Terrain(row.id, row.kind, ring, kind.shape == "line", row.level, name))

    def _area(self, path: Path, row: TerrainRow) -> tuple[Point, ...]:
        if len(row.points) < 3:
            facts = {"count": len(row.points), "kind": self.kinds[row.kind].name}
            self.say((*path, "points"), row.id, T("{count} points; {kind} needs at least 3", **facts))
            return ()
        outline = self.outline((*path, "points"), row.id, row.points)
        return outline.ring if outline else ()

    def _line(self, path: Path, row: TerrainRow) -> tuple[Point, ...]:
        points = [spot(point) for point in row.points]
        line = tuple(point for i, point in enumerate(points) if i == 0 or point != points[i - 1])
        if len(line) < 2:
            facts = {"count": len(line), "kind": self.kinds[row.kind].name}
            self.say((*path, "points"), row.id, T("{count} points; {kind} needs at least 2", **facts))
            return ()
        return line

    @clause("NA-OBS-02")
    def _level(self, path: Path, piece: str, kind: str, level: int) -> None:
        if level and kind != HILL:
            self.say(path, piece, T("only a hill has a level"))
        if kind == HILL and not level:
            self.say(path, piece, T("a hill needs a level of 1 or more"), "NA-OBS-02")

    def _known(self, path: Path, kind: str, piece: str) -> bool:
        if kind not in self.kinds:
            self.say(path, piece, unknown(T("kind of terrain"), kind, self.kinds))
        return kind in self.kinds

    def _lay(self, path: Path, terrain: Terrain) -> None:
        self.on_table(path if path == MAP else (*path[:-1], "points"), terrain.id, terrain.shapes)
        self.lay(path, terrain)

    def _objective(self, path: Path, row: ObjectiveRow) -> None:
        x, y = spot(row.at)
        name = name_of(row)
        self._mark(path, ObjectiveSheet(row.id, name, x, y, thousandths(row.radius), row.points))

    def _mark(self, path: Path, sheet: ObjectiveSheet) -> None:
        if (wrong := beyond(self.ground.table, (sheet.x, sheet.y), SIZED)) is not None:
            self.say(path, sheet.id, wrong, "NA-END-08")
        self.mark(path, sheet)


def _shape_wanted(kind: Obstacle) -> Text:
    if kind.shape == "line":
        return T("{kind} is a line of at least 2 points", kind=kind.name)
    return T("{kind} is an area, drawn as a polygon", kind=kind.name)
