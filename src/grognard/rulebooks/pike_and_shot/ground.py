"""The ground of a scenario: written in the file, drawn in Tiled, or both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from grognard.core.rule import clause
from grognard.files import Collector, Path, Sifted, Wrong, unknown
from grognard.locale import Name, T, Text
from grognard.rulebooks.pike_and_shot.lineup import spot
from grognard.rulebooks.pike_and_shot.model import ObjectiveSheet, Tables, Terrain
from grognard.rulebooks.pike_and_shot.scenariofile import ObjectiveRow, ScenarioHead, TerrainRow
from grognard.rulebooks.scenarios import off_table as wholly_off
from grognard.rulebooks.writing import READY, plain_id
from grognard.space.outline import Outline
from grognard.space.pose import decimal, thousandths
from grognard.space.terrain import Broken, Piece, Table, polygon
from grognard.space.tiled import MapProblems, TiledMap, read_map

OBJECTIVE = "objective"
"""Class of a point on a map that is an objective, with properties ``radius`` and ``loot``."""
NAMES = "name", "name_ru"
"""Properties of an object on a map: what it is called in English and in Russian."""


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
        self.ground = Ground()
        self.unnamed = Counter[str]()

    @clause("PS-TERR-01", "PS-VIC-03")
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
                self.problems.add(("scenario", "map"), problem, "PS-TERR-01")
            return None

    def _table(self, head: ScenarioHead, drawn: TiledMap | None) -> None:
        written = Table(*spot(head.table)) if head.table else None
        if written and drawn and written != drawn.table:
            message = T(
                "table is {written} inches, map {file} {drawn}; leave table out",
                written=_size(written),
                file=head.map,
                drawn=_size(drawn.table),
            )
            self.problems.add(("scenario", "table"), message, READY)
        if not written and not head.map:
            self.problems.add(("scenario",), T("give table: [width, height], or a map"), READY)
        self.ground.table = written or (drawn.table if drawn else None)

    def _piece(self, piece: Piece) -> None:
        path: Path = ("scenario", "map")
        if piece.kind == OBJECTIVE:
            self._marked(path, piece)
        elif not piece.shapes:
            message = T("map, '{id}': a line needs a property width, an area is a polygon", id=piece.id)
            self.problems.add(path, message, "PS-TERR-01")
        elif self._known(path, piece.kind, piece.id):
            own, name = self._id_of(piece), self._named(path, piece)
            self._within(path, own, piece.shapes)
            for number, shape in enumerate(piece.shapes, 1):
                one = own if len(piece.shapes) == 1 else f"{own}_{number}"
                self._lay(path, Terrain(one, piece.kind, shape.ring, name))

    def _id_of(self, piece: Piece) -> str:
        """The name of an object is its id if it can be one; else it is numbered among those of its class."""
        try:
            return plain_id(piece.id)
        except Wrong:
            self.unnamed[piece.kind] += 1
            return f"{piece.kind}_no_{self.unnamed[piece.kind]}"

    def _named(self, path: Path, piece: Piece) -> Name | None:
        """Its properties ``name`` and ``name_ru``, or the name of the object; None where Tiled knows none."""
        said = [dict(piece.facts).get(one, "") for one in NAMES]
        for key, value in zip(NAMES, said, strict=True):
            if not isinstance(value, str):
                message = T(
                    "map, '{id}': property {key} must be words, not {found}",
                    id=piece.id,
                    key=key,
                    found=value,
                )
                self.problems.add(path, message, "PS-TERR-01")
        english, russian = map(str, said)
        if not english and re.fullmatch(rf"{re.escape(piece.kind)}_\d+", piece.id):
            return Name(russian, russian) if russian else None
        return Name(english or piece.id.replace("_", " "), russian)

    def _marked(self, path: Path, piece: Piece) -> None:
        facts = dict(piece.facts)
        radius = facts.get("radius")
        if (
            len(piece.line) != 1
            or isinstance(radius, bool)
            or not isinstance(radius, int | float)
            or radius <= 0
        ):
            message = T("map, '{id}': an objective is a point with a property radius above 0", id=piece.id)
            self.problems.add(path, message, "PS-VIC-03")
            return
        x, y = piece.line[0]
        loot = facts.get("loot") is True
        own = self._id_of(piece)
        name = self._named(path, piece) or Name(own)
        self._mark(path, ObjectiveSheet(own, name, x, y, thousandths(radius), loot))

    def _terrain(self, path: Path, row: TerrainRow) -> None:
        known = self._known((*path, "kind"), row.kind, row.id)
        try:
            outline = polygon([spot(point) for point in row.poly])
        except Broken as broken:
            for wrong in broken.problems:
                self._say((*path, "poly"), T("terrain '{id}'", id=row.id), wrong, "PS-TERR-01")
            return
        if known:
            name = Name(row.name.en, row.name.ru) if row.name else None
            self._within((*path, "poly"), row.id, [outline])
            self._lay((*path, "id"), Terrain(row.id, row.kind, outline.ring, name))

    def _known(self, path: Path, kind: str, piece: str) -> bool:
        if kind in self.tables.terrain:
            return True
        message = unknown(T("terrain kind"), kind, self.tables.terrain)
        self._say(path, T("terrain '{id}'", id=piece), message, "PS-TERR-01")
        return False

    def _within(self, path: Path, piece: str, shapes: Sequence[Outline]) -> None:
        if (wrong := wholly_off(self.ground.table, shapes)) is not None:
            self._say(path, T("terrain '{id}'", id=piece), wrong, "PS-TERR-01")

    def _lay(self, path: Path, terrain: Terrain) -> None:
        if any(other.id == terrain.id for other in self.ground.terrain):
            self.problems.add(path, T("terrain id '{id}' is used twice", id=terrain.id), READY)
        self.ground.terrain.append(terrain)

    def _objective(self, path: Path, row: ObjectiveRow) -> None:
        x, y = spot(row.at)
        name = Name(row.name.en, row.name.ru) if row.name else Name(row.id)
        self._mark(path, ObjectiveSheet(row.id, name, x, y, thousandths(row.radius), row.loot))

    def _mark(self, path: Path, sheet: ObjectiveSheet) -> None:
        if any(other.id == sheet.id for other in self.ground.objectives):
            self.problems.add(path, T("objective id '{id}' is used twice", id=sheet.id), READY)
        table = self.ground.table
        if table is not None and not on_table(table, (sheet.x, sheet.y)):
            self._say(
                path, T("objective '{id}'", id=sheet.id), off_table(table, (sheet.x, sheet.y)), "PS-VIC-03"
            )
        self.ground.objectives.append(sheet)

    def _say(self, path: Path, what: Text, message: Text, clause_id: str) -> None:
        self.problems.add(path, T("{what}: {message}", what=what, message=message), clause_id)


def on_table(table: Table, point: tuple[int, int]) -> bool:
    return 0 <= point[0] <= table.width and 0 <= point[1] <= table.height


def off_table(table: Table, point: tuple[int, int]) -> Text:
    return T("{spot} is off the table of {size} inches", spot=place_words(point), size=_size(table))


def place_words(point: tuple[int, int]) -> str:
    return f"({decimal(point[0])}, {decimal(point[1])})"


def _size(table: Table) -> str:
    return f"{decimal(table.width)} x {decimal(table.height)}"
