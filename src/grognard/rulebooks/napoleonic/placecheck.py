"""What is wrong with the places of a scenario: off the table, on top of each other, guns too near, closed ground."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from grognard.core.rule import clause
from grognard.files import Path
from grognard.locale import T, Text
from grognard.rulebooks.grounds import crossed_edge
from grognard.rulebooks.napoleonic import lineup
from grognard.rulebooks.napoleonic.model import Terrain
from grognard.rulebooks.napoleonic.scenariofile import UnitRow
from grognard.rulebooks.napoleonic.tablemodel import Branch
from grognard.rulebooks.writing import pose, spot
from grognard.space.measure import overlap
from grognard.space.outline import Base, boxes_near
from grognard.space.pose import decimal, distance, place_words, turn_to

if TYPE_CHECKING:
    from grognard.rulebooks.napoleonic.scenariocheck import ScenarioCheck

WAYS = ("bridge", "ford", "defile")


class Stand(msgspec.Struct, frozen=True):
    """A thing where it stands at the start or comes on. ``branch`` None: train, which goes where foot does."""

    id: str
    path: Path
    base: Base
    side: str
    turn: int
    branch: Branch | None
    dismounted: bool = False

    @property
    def what(self) -> Text:
        return T("wagon '{id}'", id=self.id) if self.branch is None else T("unit '{id}'", id=self.id)


class PlaceCheck:
    def __init__(self, whole: ScenarioCheck) -> None:
        self.whole = whole
        self.stands = [*self._units(), *self._wagons()]

    @clause("NA-ART-08", "NA-MOVE-16", "NA-OBS-12")
    def run(self) -> None:
        for stand in self.stands:
            self._on_table(stand)
            self._open(stand)
            self._in_zone(stand)
        for one, other in combinations(self.stands, 2):
            if one.turn == other.turn:
                self._pair(one, other)

    def _units(self) -> Iterator[Stand]:
        for at, row in self.whole.sifted.rows["unit"]:
            size = self._size(row)
            if size is not None:
                yield Stand(
                    id=row.id,
                    path=("unit", at, "at"),
                    base=lineup.base_at(pose(row.at), size),
                    side=self.whole.side_of(row.formation),
                    turn=lineup.turn_of(self.whole.formations, row.formation),
                    branch=self.whole.tables.arms[row.arm].branch,
                    dismounted=row.kind == "dismounted",
                )

    def _size(self, row: UnitRow) -> tuple[int, int] | None:
        """None where arm, formation or strength is not known."""
        tables = self.whole.tables
        if row.arm not in tables.arms or row.kind not in tables.kinds:
            return None
        branch = tables.arms[row.arm].branch
        figures = 1 if branch == "gun" else row.figures
        if figures is None or not 1 <= figures <= tables.limits.most_figures:
            return None
        return lineup.footprint(tables, branch, row.kind, figures)

    def _wagons(self) -> Iterator[Stand]:
        for at, row in self.whole.sifted.rows["wagon"]:
            yield Stand(
                id=row.id,
                path=("wagon", at, "at"),
                base=lineup.base_at(pose(row.at), lineup.wagon_footprint(self.whole.tables)),
                side=self.whole.side_of(row.formation),
                turn=lineup.turn_of(self.whole.formations, row.formation),
                branch=None,
            )

    def _on_table(self, stand: Stand) -> None:
        if (edge := crossed_edge(self.whole.ground.table, stand.base)) is not None:
            facts = {"spot": place_words(stand.base.at), "edge": edge}
            message = T("at {spot} it reaches over the {edge} edge of the table", **facts)
            self.whole.say(stand.path, stand.what, message, "Model, table")

    @clause("NA-SEQ-07")
    def _in_zone(self, stand: Stand) -> None:
        """Where a side places its units itself, the printed places are what it does if it says nothing."""
        side = self.whole.sides.get(stand.side)
        if side is None or side.zone is None or stand.turn:
            return
        (west, south), (east, north) = spot(side.zone[:2]), spot(side.zone[2:])
        left, low, right, high = stand.base.box
        if left < west or low < south or right > east or high > north:
            message = T("at {spot} it is not within its zone", spot=place_words(stand.base.at))
            self.whole.say(stand.path, stand.what, message, "NA-SEQ-07")

    def _open(self, stand: Stand) -> None:
        """Nothing begins on ground that is closed to it."""
        ways = [one for one in self.whole.ground.terrain if one.kind in WAYS]
        if any(overlap(stand.base, shape) for one in ways for shape in one.shapes):
            return
        for terrain in self.whole.ground.terrain:
            if not self._closed(terrain, stand):
                continue
            message = T(
                "at {spot} it stands in {terrain} '{id}', which is closed to it",
                spot=place_words(stand.base.at),
                terrain=self.whole.tables.obstacles[terrain.kind].name,
                id=terrain.id,
            )
            self.whole.say(stand.path, stand.what, message, "NA-OBS-12")

    def _closed(self, terrain: Terrain, stand: Stand) -> bool:
        kind = self.whole.tables.obstacles[terrain.kind]
        branch = stand.branch or "gun"
        return not kind.open_to(branch, stand.dismounted) and any(
            overlap(stand.base, shape) for shape in terrain.shapes
        )

    def _pair(self, one: Stand, other: Stand) -> None:
        if boxes_near(one.base.box, other.base.box) and overlap(one.base, other.base):
            message = T(
                "it overlaps '{other}': {here} and {there}",
                other=one.id,
                here=place_words(other.base.at),
                there=place_words(one.base.at),
            )
            self.whole.say(other.path, other.what, message, "NA-MOVE-16")
        elif one.branch == other.branch == "gun" and one.side == other.side:
            self._guns(one, other)

    def _guns(self, one: Stand, other: Stand) -> None:
        """Side by side, not nearer than the interval."""
        tables = self.whole.tables
        between = distance(one.base.at, other.base.at)
        parallel = abs(turn_to(one.base.heading, other.base.heading)) <= tables.angles.battery
        if parallel and between < tables.distances.gun_interval:
            message = T(
                "guns '{one}' and '{other}': {between} merka between axes; at least {least}",
                one=one.id,
                other=other.id,
                between=decimal(between),
                least=decimal(tables.distances.gun_interval),
            )
            self.whole.add(other.path, message, "NA-ART-08")
