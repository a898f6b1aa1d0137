"""The ground of a scenario: written in the file, drawn in Tiled, or both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from grognard.core.rule import clause
from grognard.files import Collector, Path, Sifted, Wrong, unknown
from grognard.locale import Name, T, Text
from grognard.rulebooks.fantasy.lineup import spot
from grognard.rulebooks.fantasy.scenariofile import ObjectiveRow, ScenarioHead, TerrainRow
from grognard.rulebooks.fantasy.setup import Objective, Terrain
from grognard.rulebooks.fantasy.tables import TerrainKind
from grognard.rulebooks.scenarios import off_table
from grognard.rulebooks.writing import READY, dashed_id
from grognard.space.outline import Outline
from grognard.space.pose import Point, decimal
from grognard.space.terrain import Broken, Fact, Piece, Table, fences, polygon
from grognard.space.tiled import MapProblems, TiledMap, read_map

OBJECTIVE = "objective"
"""Class of an area on a map that is an objective, with a property ``points``."""
NAMES = "name", "name_ru"
"""Properties of an object on a map: what it is called in English and in Russian."""


@dataclass
class Ground:
    """What is sound of it; ``table`` None where nothing says how large it is."""

    table: Table | None = None
    terrain: list[Terrain] = field(default_factory=list)
    objectives: list[Objective] = field(default_factory=list)


class GroundCheck:
    """Reads the ground and reports to ``problems`` what is wrong with it."""

    def __init__(
        self, problems: Collector, sifted: Sifted, kinds: Mapping[str, TerrainKind], folder: FilePath
    ) -> None:
        self.problems, self.sifted, self.kinds, self.folder = problems, sifted, kinds, folder
        self.ground = Ground()
        self.unnamed = Counter[str]()

    @clause("FA-TER-01", "FA-VIC-04")
    def run(self, sides: Sequence[str]) -> Ground:
        head: ScenarioHead | None = self.sifted.parts.get("scenario")
        drawn = self._map(head.map) if head and head.map else None
        if head is not None:
            self._table(head, drawn)
        for piece in drawn.pieces if drawn else ():
            self._piece(piece)
        for at, terrain in self.sifted.rows["terrain"]:
            self._terrain(("terrain", at), terrain)
        for at, objective in self.sifted.rows["objective"]:
            self._objective(("objective", at), objective, sides)
        return self.ground

    def _map(self, name: str) -> TiledMap | None:
        try:
            return read_map(self.folder / name)
        except MapProblems as wrong:
            for problem in wrong.problems:
                self.problems.add(("scenario", "map"), problem, "FA-TER-01")
            return None

    def _table(self, head: ScenarioHead, drawn: TiledMap | None) -> None:
        written = Table(*spot(head.table)) if head.table else None
        if written and drawn and written != drawn.table:
            message = T(
                "table is {written} cells, map {file} {drawn}; leave table out",
                written=_size(written),
                file=head.map,
                drawn=_size(drawn.table),
            )
            self.problems.add(("scenario", "table"), message, READY)
        if not written and not head.map:
            self.problems.add(("scenario",), T("give table: [width, height], or a map"), READY)
        self.ground.table = written or (drawn.table if drawn else None)

    # --- drawn ------------------------------------------------------------------------------------------

    def _piece(self, piece: Piece) -> None:
        path: Path = ("scenario", "map")
        if piece.kind == OBJECTIVE:
            self._marked(path, piece)
            return
        kind = self._known(path, piece.kind, piece.id)
        if kind is None:
            return
        own, name = self._id_of(piece), self._named(path, piece)
        self._within(path, piece.id, fences(piece.line) if kind.line else piece.shapes)
        if kind.line:
            self._drawn_line(path, piece, own, name)
        elif not piece.shapes:
            self._say(path, piece.id, T("a line needs a property width, an area is a polygon"), "FA-TER-01")
        for number, shape in enumerate(() if kind.line else piece.shapes, 1):
            one = own if len(piece.shapes) == 1 else f"{own}_{number}"
            self._lay(path, Terrain(one, piece.kind, shape.ring, name=name))

    def _drawn_line(self, path: Path, piece: Piece, own: str, name: Name | None) -> None:
        if len(piece.line) < 2:
            message = T("{kind} is a line of 2 points or more", kind=self.kinds[piece.kind].name)
            self._say(path, piece.id, message, "FA-TER-03")
            return
        self._lay(path, Terrain(own, piece.kind, line=piece.line, name=name))

    def _id_of(self, piece: Piece) -> str:
        """The name of an object is its id if it can be one; else it is numbered among those of its class."""
        try:
            return dashed_id(piece.id)
        except Wrong:
            return self._number(piece.kind)

    def _number(self, kind: str) -> str:
        taken = {one.id for one in self.ground.terrain} | {one.id for one in self.ground.objectives}
        while True:
            self.unnamed[kind] += 1
            if (own := f"{kind}_{self.unnamed[kind]}") not in taken:
                return own

    def _named(self, path: Path, piece: Piece) -> Name | None:
        """Its properties ``name`` and ``name_ru``, or the name of the object; None where Tiled knows none."""
        facts: dict[str, Fact] = dict(piece.facts)
        for key in NAMES:
            if not isinstance(facts.get(key, ""), str):
                message = T("property {key} must be words, not {found}", key=key, found=facts[key])
                self._say(path, piece.id, message, "FA-TER-01")
        english, russian = (str(facts.get(key, "")) for key in NAMES)
        if not english and re.fullmatch(rf"{re.escape(piece.kind)}_\d+", piece.id):
            return Name(russian, russian) if russian else None
        return Name(english or piece.id.replace("_", " "), russian)

    def _marked(self, path: Path, piece: Piece) -> None:
        points = dict(piece.facts).get("points")
        whole = isinstance(points, int) and not isinstance(points, bool) and points > 0
        if len(piece.shapes) != 1 or not whole:
            message = T("an objective is an area with a property points, a whole number above 0")
            self._say(path, piece.id, message, "FA-VIC-04")
            return
        assert isinstance(points, int)
        own = self._id_of(piece)
        name = self._named(path, piece) or Name(own)
        self._mark(path, Objective(own, name, piece.shapes[0].ring, points))

    # --- written ----------------------------------------------------------------------------------------

    @clause("FA-TER-01", "FA-TER-03")
    def _terrain(self, path: Path, row: TerrainRow) -> None:
        label = row.id or str(int(path[-1]) + 1)
        kind = self._known((*path, "kind"), row.kind, label)
        if (row.poly is None) == (row.line is None):
            self._say(path, label, T("give poly (an area) or line"), "FA-TER-01")
            return
        if kind is not None and kind.line != (row.line is not None):
            right = "line" if kind.line else "poly"
            message = T("{kind} is drawn with {key}", kind=kind.name, key=right)
            self._say(path, label, message, "FA-TER-03" if kind.line else "FA-TER-01")
            return
        own = row.id or self._number(row.kind)
        name = Name(row.name.en, row.name.ru) if row.name else None
        if row.line is not None:
            self._line(path, row, own, name)
        elif (outline := self._outline((*path, "poly"), label, row.poly or [])) is not None and kind:
            self._within((*path, "poly"), own, [outline])
            self._lay((*path, "id"), Terrain(own, row.kind, outline.ring, name=name))

    def _line(self, path: Path, row: TerrainRow, own: str, name: Name | None) -> None:
        points = tuple(spot(point) for point in row.line or ())
        if len(dict.fromkeys(points)) < 2:
            self._say((*path, "line"), own, T("a line needs at least 2 points"), "FA-TER-03")
        else:
            self._within((*path, "line"), own, fences(points))
            self._lay((*path, "id"), Terrain(own, row.kind, line=points, name=name))

    def zone(self, path: Path, side: str, corners: Sequence[Sequence[float]]) -> None:
        """The area in which a side places its units: a polygon on the table."""
        try:
            outline = polygon([spot(point) for point in corners])
        except Broken as broken:
            for wrong in broken.problems:
                self.problems.add(path, T("zone of side '{id}': {message}", id=side, message=wrong), READY)
            return
        if self.ground.table is not None and (edges := self.ground.table.crossed(outline)):
            message = T("reaches over the {edge} edge of the table", edge=EDGE_WORDS[edges[0].value])
            self.problems.add(path, T("zone of side '{id}': {message}", id=side, message=message), READY)

    def _outline(self, path: Path, label: str, corners: Sequence[Sequence[float]]) -> Outline | None:
        try:
            return polygon([spot(point) for point in corners])
        except Broken as broken:
            for wrong in broken.problems:
                self._say(path, label, wrong, "FA-TER-01" if path[0] == "terrain" else "FA-VIC-04")
            return None

    def _known(self, path: Path, kind: str, piece: str) -> TerrainKind | None:
        if kind not in self.kinds:
            self._say(path, piece, unknown(T("terrain kind"), kind, self.kinds), "FA-TER-01")
        return self.kinds.get(kind)

    def _within(self, path: Path, piece: str, shapes: Sequence[Outline]) -> None:
        """Some of it is on the table; what has no shape is wrong otherwise."""
        if shapes and (wrong := off_table(self.ground.table, shapes)) is not None:
            self._say(path, piece, wrong, "FA-TER-01")

    def _lay(self, path: Path, terrain: Terrain) -> None:
        if any(other.id == terrain.id for other in self.ground.terrain):
            self.problems.add(path, T("terrain id '{id}' is used twice", id=terrain.id), READY)
        self.ground.terrain.append(terrain)

    @clause("FA-VIC-04")
    def _objective(self, path: Path, row: ObjectiveRow, sides: Sequence[str]) -> None:
        outline = self._outline((*path, "area"), row.id or row.en, row.area)
        for at, side in enumerate(row.sides):
            if side not in sides:
                self._say(
                    (*path, "sides", at), row.id or row.en, unknown(T("side"), side, sides), "FA-VIC-04"
                )
        if outline is not None:
            own = row.id or self._number(OBJECTIVE)
            name = Name(row.en, row.ru)
            self._mark(path, Objective(own, name, outline.ring, row.points, tuple(row.sides)))

    def _mark(self, path: Path, one: Objective) -> None:
        if any(other.id == one.id for other in self.ground.objectives):
            self.problems.add(path, T("objective id '{id}' is used twice", id=one.id), READY)
        table = self.ground.table
        if table is not None and (edges := table.crossed(one.shape)):
            message = T("reaches over the {edge} edge of the table", edge=EDGE_WORDS[edges[0].value])
            self._say(path, one.id, message, "FA-VIC-04")
        self.ground.objectives.append(one)

    def _say(self, path: Path, what: str, message: Text, clause_id: str) -> None:
        named = T("objective '{id}'", id=what) if path[0] == "objective" else T("terrain '{id}'", id=what)
        self.problems.add(path, T("{what}: {message}", what=named, message=message), clause_id)


EDGE_WORDS: Mapping[str, Text] = {
    "north": T("north"),
    "east": T("east"),
    "south": T("south"),
    "west": T("west"),
}


def place_words(point: Point) -> str:
    return f"({decimal(point[0])}, {decimal(point[1])})"


def _size(table: Table) -> str:
    return f"{decimal(table.width)} x {decimal(table.height)}"
