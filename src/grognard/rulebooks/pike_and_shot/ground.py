"""The ground of a scenario: written in the file, drawn in Tiled, or both."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TypeAlias

from grognard.core.rule import clause
from grognard.files import Collector, Path, Sifted, unknown
from grognard.locale import Name, T
from grognard.rulebooks import grounds
from grognard.rulebooks.grounds import MAP, OBJECTIVE, GroundReader, beyond, radius_of
from grognard.rulebooks.pike_and_shot.model import ObjectiveSheet, Tables, Terrain
from grognard.rulebooks.pike_and_shot.scenariofile import ObjectiveRow, TerrainRow
from grognard.rulebooks.writing import name_of, plain_id, spot
from grognard.space.pose import thousandths
from grognard.space.terrain import Piece

SIZED = T("{size} inches")
Ground: TypeAlias = grounds.Ground[Terrain, ObjectiveSheet]


class GroundCheck(GroundReader[Terrain, ObjectiveSheet]):
    """On a map a point of class objective is one, with properties ``radius`` and ``loot``."""

    def __init__(self, problems: Collector, sifted: Sifted, tables: Tables, folder: FilePath) -> None:
        super().__init__(problems, sifted, folder, "PS-TERR-01", SIZED)
        self.tables = tables

    @clause("PS-TERR-01", "PS-VIC-03")
    def run(self) -> Ground:
        for piece in self.drawn():
            self._piece(piece)
        for at, row in self.sifted.rows["terrain"]:
            self._terrain(("terrain", at), row)
        for at, row in self.sifted.rows["objective"]:
            self._objective(("objective", at), row)
        return self.ground

    def _piece(self, piece: Piece) -> None:
        if piece.kind == OBJECTIVE:
            self._marked(piece)
        elif not piece.shapes:
            self.say(MAP, piece.id, T("a line needs a property width, an area is a polygon"))
        elif self._known(MAP, piece.kind, piece.id):
            own, name = self.id_of(piece, plain_id), self.called(piece)
            self.on_table(MAP, piece.id, piece.shapes)
            for number, shape in enumerate(piece.shapes, 1):
                one = own if len(piece.shapes) == 1 else f"{own}_{number}"
                self.lay(MAP, Terrain(one, piece.kind, shape.ring, name))

    def _marked(self, piece: Piece) -> None:
        if (radius := radius_of(piece)) is None:
            self.say(MAP, piece.id, T("an objective is a point with a property radius above 0"), "PS-VIC-03")
            return
        x, y = piece.line[0]
        loot = dict(piece.facts).get("loot") is True
        own = self.id_of(piece, plain_id)
        name = self.called(piece) or Name(own)
        self._mark(MAP, ObjectiveSheet(own, name, x, y, thousandths(radius), loot))

    def _terrain(self, path: Path, row: TerrainRow) -> None:
        known = self._known((*path, "kind"), row.kind, row.id)
        outline = self.outline((*path, "poly"), row.id, row.poly)
        if known and outline is not None:
            name = name_of(row.name) if row.name else None
            self.on_table((*path, "poly"), row.id, [outline])
            self.lay((*path, "id"), Terrain(row.id, row.kind, outline.ring, name))

    def _known(self, path: Path, kind: str, piece: str) -> bool:
        if kind in self.tables.terrain:
            return True
        self.say(path, piece, unknown(T("terrain kind"), kind, self.tables.terrain))
        return False

    def _objective(self, path: Path, row: ObjectiveRow) -> None:
        x, y = spot(row.at)
        name = name_of(row.name) if row.name else Name(row.id)
        self._mark(path, ObjectiveSheet(row.id, name, x, y, thousandths(row.radius), row.loot))

    def _mark(self, path: Path, sheet: ObjectiveSheet) -> None:
        if (wrong := beyond(self.ground.table, (sheet.x, sheet.y), SIZED)) is not None:
            self.say(path, sheet.id, wrong, "PS-VIC-03")
        self.mark(path, sheet)
