"""The map of a scenario: drawn in the file or in Tiled, with what stands on it at the start (chapter Map)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from grognard.core.rule import clause
from grognard.files import Collector, Path, Problem
from grognard.locale import T, Text
from grognard.rulebooks.modern.effects import TIERS
from grognard.rulebooks.modern.model import PointSheet, Tables, TerrainKind, point_id
from grognard.rulebooks.modern.scenariofile import MapRow, PointAt, ScenarioHead
from grognard.rulebooks.writing import name_of
from grognard.space.hex_grid import Grid, Hex
from grognard.space.hex_map import Fault, HexMap, MapFaults, Site, Sketch, drawn, off_map, sketched
from grognard.space.hex_tiled import read_hexes
from grognard.space.tiled_json import MapProblems

RIVER = "river"
POINT, FORT, MINES = "control_point", "fort", "mines"
"""Classes of objects on a Tiled map: a control point has properties ``kind`` and ``yields``, a fort ``level``, mines
``side``."""
_CLAUSES = {
    "grid": "MO-MAP-04",
    "roads": "MO-MAP-05",
    "bridges": "MO-MAP-05",
    "crossings": "MO-TERR-10",
}
_NAMES = {
    "roads": T("road {number}"),
    "bridges": T("bridge {number}"),
    "crossings": T("crossing {number}"),
}


@dataclass
class Land:
    """What is sound of the map; ``map`` None where it isn't."""

    map: HexMap | None = None
    forts: list[tuple[Hex, int]] = field(default_factory=list)
    mines: list[tuple[Hex, str]] = field(default_factory=list)
    points: dict[str, PointSheet] = field(default_factory=dict)


class MapCheck:
    """Reads the map and reports to ``problems`` what is wrong with it; ``sides`` are the known ones."""

    def __init__(self, problems: Collector, tables: Tables, sides: Sequence[str], folder: FilePath) -> None:
        self.problems, self.tables, self.sides, self.folder = problems, tables, sides, folder
        self.kinds = tables.by_symbol()
        river = tables.terrain.get(RIVER)
        self.rivers = river.symbol if river else ""
        self.land = Land()

    @clause("MO-MAP-04", "MO-MAP-05", "MO-MAP-07")
    def run(self, row: MapRow, head: ScenarioHead | None) -> Land:
        if (row.grid is None) == (row.tiled is None):
            self._say(("map",), T("give a grid, or a tiled map"), "MO-MAP-04")
            return self.land
        map = self.land.map = self._drawn(row) if row.tiled is None else self._tiled(row, row.tiled)
        if map is not None:
            if head is not None:
                self._size(head, map.grid)
            for site in map.sites:
                self._site(site, map)
            self._passages(row, map)
            self._standing(row, map)
        return self.land

    # --- the map itself --------------------------------------------------------------------------------

    def _drawn(self, row: MapRow, below: Sketch | None = None) -> HexMap | None:
        """The map of a grid, or what the file adds to a map ``below``."""
        if below is None:
            sketch = Sketch(rows_of(row.grid), row.roads, row.bridges, row.crossings)
        else:
            bridges, crossings = [*below.bridges, *row.bridges], [*below.crossings, *row.crossings]
            sketch = Sketch(below.grid, [*row.roads, *below.roads], bridges, crossings, below.sites)
        try:
            return drawn(sketch, "".join(self.kinds), self.rivers)
        except MapFaults as wrong:
            for fault in wrong.faults:
                self._fault(row, fault)
            return None

    def _tiled(self, row: MapRow, name: str) -> HexMap | None:
        terrain = {kind.id: kind.symbol for kind in self.tables.terrain.values()}
        try:
            map = read_hexes(self.folder / name, terrain, self.rivers, (POINT, FORT, MINES))
        except MapProblems as wrong:
            for problem in wrong.problems:
                self._say(("map", "tiled"), problem, "MO-MAP-04")
            return None
        return self._drawn(row, sketched(map)) if row.roads or row.bridges or row.crossings else map

    @clause("MO-TERR-12", "MO-TERR-13", "MO-TERR-14")
    def _site(self, site: Site, map: HexMap) -> None:
        """A control point, fort or minefield that is drawn on the map."""
        path, label = ("map", "tiled"), map.grid.label(site.hex)
        if site.kind == POINT:
            yields = site.fact("yields") or "cheap"
            if yields not in TIERS:
                message = T("control point {hex}: yields '{value}'; valid: {tiers}", hex=label, value=str(yields),
                            tiers=TIERS)  # fmt: skip
                self._say(path, message, "MO-TERR-13")
                return
            row = PointAt.model_construct(en=site.name.en or label, ru=site.name.ru, hex=label, yields=yields,
                                          kind=str(site.fact("kind") or "factory"))  # fmt: skip
            self._point(path, map, row)
        elif site.kind == FORT:
            level = site.fact("level")
            self._fort(path, map, label, level if isinstance(level, int) and level > 0 else 1)
        else:
            self._mined(path, map, label, str(site.fact("side") or ""))

    def _fault(self, row: MapRow, fault: Fault) -> None:
        part, *steps = fault.path
        where, clause_id = ("map", part, *steps), _CLAUSES.get(str(part), "MO-MAP-04")
        if part == "grid" and isinstance(row.grid, str) and steps:
            place = self.problems.document.place(("map", "grid"))
            line = place.line + int(steps[0]) + 1
            self.problems.problems.append(Problem(place.file, line, 1, fault.message, clause_id))
            return
        message = fault.message
        if part in _NAMES and steps:
            what = Text(_NAMES[str(part)].source, {"number": int(steps[0]) + 1})
            message = T("{what}: {message}", what=what, message=message)
        self._say(where, message, clause_id)

    @clause("MO-MAP-01")
    def _size(self, head: ScenarioHead, grid: Grid) -> None:
        for key, said, found in (("cols", head.cols, grid.columns), ("rows", head.rows, grid.rows)):
            if said is not None and said != found:
                message = T("{key} {said}; the grid has {found}", key=key, said=said, found=found)
                self._say(("scenario", key), message, "MO-MAP-04")

    @clause("MO-MAP-05", "MO-TERR-10")
    def _passages(self, row: MapRow, map: HexMap) -> None:
        """Bridges and crossings lie in river hexes, roads on land or over rivers."""
        for key, labels in (("bridges", row.bridges), ("crossings", row.crossings)):
            for at, label in enumerate(labels):
                kind = self._kind(map, map.grid.at(label))
                if not kind.bridge_cost:
                    message = T("{hex} is {terrain}, no river", hex=label, terrain=kind.name)
                    self._say(("map", key, at), message, _CLAUSES[key])
        for at, label in enumerate(row.crossings):
            if map.grid.at(label) in map.bridges:
                message = T("{hex} has a bridge already", hex=label)
                self._say(("map", "crossings", at), message, "MO-TERR-10")
        for number, road in enumerate(row.roads):
            for at, label in enumerate(road):
                kind = self._kind(map, map.grid.at(label))
                if not kind.land and not kind.bridge_cost:
                    message = T(
                        "road {number}: {hex} is {terrain}", number=number + 1, hex=label, terrain=kind.name
                    )
                    self._say(("map", "roads", number, at), message, "MO-MAP-05")

    # --- what stands on it -----------------------------------------------------------------------------

    @clause("MO-TERR-12", "MO-TERR-13", "MO-TERR-14")
    def _standing(self, row: MapRow, map: HexMap) -> None:
        for at, fort in enumerate(row.forts):
            self._fort(("map", "forts", at), map, fort.hex, fort.level)
        for at, mine in enumerate(row.mines):
            self._mined(("map", "mines", at), map, mine.hex, mine.side)
        for at, point in enumerate(row.control_points):
            self._point(("map", "control_points", at), map, point)

    def _mined(self, path: Path, map: HexMap, label: str, side: str) -> None:
        hex = self._hex(path, map.grid, label, "MO-TERR-14")
        if side not in self.sides:
            facts = {"hex": label, "side": side, "sides": tuple(self.sides)}
            self._say(path, T("mines in {hex}: unknown side '{side}'; valid: {sides}", **facts), "MO-TERR-14")
        elif hex is not None:
            if (hex, side) in self.land.mines:
                self._say(path, T("mines in {hex} are there twice", hex=label), "MO-TERR-14")
            self.land.mines.append((hex, side))

    def _fort(self, path: Path, map: HexMap, label: str, level: int) -> None:
        hex = self._hex((*path, "hex"), map.grid, label, "MO-TERR-12")
        most = self.tables.fort.max_level
        if level > most:
            message = T("fort in {hex}: level {level}; valid: 1 to {most}", hex=label, level=level, most=most)
            self._say((*path, "level"), message, "MO-TERR-12")
        if hex is None:
            return
        kind = self._kind(map, hex)
        if not kind.land:
            message = T("fort in {hex}: {terrain} is no land", hex=label, terrain=kind.name)
            self._say((*path, "hex"), message, "MO-TERR-12")
        if any(hex == other for other, _ in self.land.forts):
            self._say((*path, "hex"), T("fort in {hex} is there twice", hex=label), "MO-TERR-12")
        self.land.forts.append((hex, level))

    def _point(self, path: Path, map: HexMap, row: PointAt) -> None:
        hex = self._hex((*path, "hex"), map.grid, row.hex, "MO-TERR-13")
        if hex is None:
            return
        kind, one = self._kind(map, hex), point_id(row.hex)
        if not kind.land and hex not in (*map.bridges, *map.crossings):
            message = T(
                "control point {hex}: {terrain} is impassable on land", hex=row.hex, terrain=kind.name
            )
            self._say((*path, "hex"), message, "MO-TERR-13")
        if one in self.land.points:
            message = T("control point {hex} is there twice", hex=row.hex)
            self._say((*path, "hex"), message, "MO-TERR-13")
        self.land.points[one] = PointSheet(one, hex, name_of(row), row.kind, row.yields)

    def _hex(self, path: Path, grid: Grid, label: str, clause_id: str) -> Hex | None:
        found = grid.find(label)
        if found is None:
            self._say(path, off_map(grid, label), clause_id)
        return found

    def _kind(self, map: HexMap, hex: Hex) -> TerrainKind:
        return self.kinds[map.terrain(hex)]

    def _say(self, path: Path, message: Text, clause_id: str) -> None:
        self.problems.add(path, message, clause_id)


def rows_of(grid: str | list[str] | None) -> list[str]:
    """The rows of a grid, written as one text with a line for each or as a list."""
    if isinstance(grid, str):
        return [line.rstrip() for line in grid.strip("\n").split("\n")]
    return grid or []
