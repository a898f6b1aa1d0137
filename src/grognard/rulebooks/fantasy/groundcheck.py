"""The ground of a scenario: written in the file, drawn in Tiled, or both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import TypeAlias

from grognard.core.rule import clause
from grognard.files import Collector, Path, Sifted, unknown
from grognard.locale import Name, T
from grognard.rulebooks import grounds
from grognard.rulebooks.fantasy.scenariofile import ObjectiveRow, TerrainRow
from grognard.rulebooks.fantasy.setup import Objective, Terrain
from grognard.rulebooks.fantasy.tables import TerrainKind
from grognard.rulebooks.grounds import MAP, OBJECTIVE, GroundReader, crossed_edge
from grognard.rulebooks.writing import READY, dashed_id, name_of, spot
from grognard.space.terrain import Broken, Piece, fences, polygon

SIZED = T("{size} cells")
Ground: TypeAlias = grounds.Ground[Terrain, Objective]


class GroundCheck(GroundReader[Terrain, Objective]):
    """On a map an area of class objective is one, with a property ``points``."""

    def __init__(
        self, problems: Collector, sifted: Sifted, kinds: Mapping[str, TerrainKind], folder: FilePath
    ) -> None:
        super().__init__(problems, sifted, folder, "FA-TER-01", SIZED)
        self.kinds = kinds

    @clause("FA-TER-01", "FA-VIC-04")
    def run(self, sides: Sequence[str]) -> Ground:
        for piece in self.drawn():
            self._piece(piece)
        for at, terrain in self.sifted.rows["terrain"]:
            self._terrain(("terrain", at), terrain)
        for at, objective in self.sifted.rows["objective"]:
            self._objective(("objective", at), objective, sides)
        return self.ground

    # --- drawn ------------------------------------------------------------------------------------------

    def _piece(self, piece: Piece) -> None:
        if piece.kind == OBJECTIVE:
            self._marked(piece)
            return
        kind = self._known(MAP, piece.kind, piece.id)
        if kind is None:
            return
        own, name = self.id_of(piece, dashed_id), self.called(piece)
        self.on_table(MAP, piece.id, fences(piece.line) if kind.line else piece.shapes)
        if kind.line:
            self._drawn_line(piece, own, name)
        elif not piece.shapes:
            self.say(MAP, piece.id, T("a line needs a property width, an area is a polygon"))
        for number, shape in enumerate(() if kind.line else piece.shapes, 1):
            one = own if len(piece.shapes) == 1 else f"{own}_{number}"
            self.lay(MAP, Terrain(one, piece.kind, shape.ring, name=name))

    def _drawn_line(self, piece: Piece, own: str, name: Name | None) -> None:
        if len(piece.line) < 2:
            message = T("{kind} is a line of 2 points or more", kind=self.kinds[piece.kind].name)
            self.say(MAP, piece.id, message, "FA-TER-03")
            return
        self.lay(MAP, Terrain(own, piece.kind, line=piece.line, name=name))

    def _marked(self, piece: Piece) -> None:
        points = dict(piece.facts).get("points")
        whole = isinstance(points, int) and not isinstance(points, bool) and points > 0
        if len(piece.shapes) != 1 or not whole:
            message = T("an objective is an area with a property points, a whole number above 0")
            self.say(MAP, piece.id, message, "FA-VIC-04")
            return
        assert isinstance(points, int)
        own = self.id_of(piece, dashed_id)
        name = self.called(piece) or Name(own)
        self._mark(MAP, Objective(own, name, piece.shapes[0].ring, points))

    # --- written ----------------------------------------------------------------------------------------

    @clause("FA-TER-01", "FA-TER-03")
    def _terrain(self, path: Path, row: TerrainRow) -> None:
        label = row.id or str(int(path[-1]) + 1)
        kind = self._known((*path, "kind"), row.kind, label)
        if (row.poly is None) == (row.line is None):
            self.say(path, label, T("give poly (an area) or line"))
            return
        if kind is not None and kind.line != (row.line is not None):
            right = "line" if kind.line else "poly"
            message = T("{kind} is drawn with {key}", kind=kind.name, key=right)
            self.say(path, label, message, "FA-TER-03" if kind.line else "FA-TER-01")
            return
        own = row.id or self.number(row.kind)
        name = name_of(row.name) if row.name else None
        if row.line is not None:
            self._line(path, row, own, name)
        elif (outline := self.outline((*path, "poly"), label, row.poly or [])) is not None and kind:
            self.on_table((*path, "poly"), own, [outline])
            self.lay((*path, "id"), Terrain(own, row.kind, outline.ring, name=name))

    def _line(self, path: Path, row: TerrainRow, own: str, name: Name | None) -> None:
        points = tuple(spot(point) for point in row.line or ())
        if len(dict.fromkeys(points)) < 2:
            self.say((*path, "line"), own, T("a line needs at least 2 points"), "FA-TER-03")
        else:
            self.on_table((*path, "line"), own, fences(points))
            self.lay((*path, "id"), Terrain(own, row.kind, line=points, name=name))

    def zone(self, path: Path, side: str, corners: Sequence[Sequence[float]]) -> None:
        """The area in which a side places its units: a polygon on the table."""
        try:
            outline = polygon([spot(point) for point in corners])
        except Broken as broken:
            for wrong in broken.problems:
                self.problems.add(path, T("zone of side '{id}': {message}", id=side, message=wrong), READY)
            return
        if (edge := crossed_edge(self.ground.table, outline)) is not None:
            message = T("reaches over the {edge} edge of the table", edge=edge)
            self.problems.add(path, T("zone of side '{id}': {message}", id=side, message=message), READY)

    def _known(self, path: Path, kind: str, piece: str) -> TerrainKind | None:
        if kind not in self.kinds:
            self.say(path, piece, unknown(T("terrain kind"), kind, self.kinds))
        return self.kinds.get(kind)

    @clause("FA-VIC-04")
    def _objective(self, path: Path, row: ObjectiveRow, sides: Sequence[str]) -> None:
        outline = self.outline((*path, "area"), row.id or row.en, row.area, "FA-VIC-04")
        for at, side in enumerate(row.sides):
            if side not in sides:
                self.say((*path, "sides", at), row.id or row.en, unknown(T("side"), side, sides), "FA-VIC-04")
        if outline is not None:
            own = row.id or self.number(OBJECTIVE)
            self._mark(path, Objective(own, name_of(row), outline.ring, row.points, tuple(row.sides)))

    def _mark(self, path: Path, one: Objective) -> None:
        if (edge := crossed_edge(self.ground.table, one.shape)) is not None:
            message = T("reaches over the {edge} edge of the table", edge=edge)
            self.say(path, one.id, message, "FA-VIC-04")
        self.mark(path, one)
