"""What is wrong with a scenario that no single row shows (chapter Bad input)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from grognard.core.rule import clause
from grognard.files import Collector, Document, Path, Problem, Sifted, unknown
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.groundcheck import Ground, GroundCheck
from grognard.rulebooks.fantasy.herocheck import HeroCheck
from grognard.rulebooks.fantasy.lineup import Hero, Listed, SideLists
from grognard.rulebooks.fantasy.model import TURN, Unit
from grognard.rulebooks.fantasy.printed import Printed
from grognard.rulebooks.fantasy.scenariofile import (
    AttachedIn,
    BlockRow,
    ScenarioHead,
    SeatRow,
    SideRow,
    UnitRow,
)
from grognard.rulebooks.fantasy.tables import Tables
from grognard.rulebooks.fantasy.unitcheck import UnitCheck
from grognard.rulebooks.scenarios import seats_once
from grognard.rulebooks.tablechecks import ids_in
from grognard.rulebooks.writing import READY

WORDS: Mapping[str, Text] = {
    "side": T("side"),
    "seats": T("seat"),
    "units": T("unit"),
    "blocks": T("block"),
    "chars": T("character"),
    "terrain": T("terrain"),
    "objective": T("objective"),
}
"""What no seat may be called."""
_SPELL = re.compile(r"spell_\d+")
Row = TypeVar("Row", bound=BaseModel)


class ScenarioCheck(Collector):
    """A whole scenario. ``ground``, ``lists``, ``units`` and ``heroes`` hold what is sound of it.

    ``own``: what is wrong with the tables of its own, whose profiles are known all the same.
    """

    def __init__(
        self,
        document: Document,
        printed: Printed,
        tables: Tables,
        sifted: Sifted,
        folder: FilePath,
        own: Sequence[Problem] = (),
    ) -> None:
        super().__init__(document)
        self.problems.extend((*sifted.problems, *own))
        self.printed, self.tables, self.sifted, self.folder = printed, tables, sifted, folder
        self.data: Any = document.data
        self.ground = Ground()
        self.lists = tuple(self._lists())
        self.listed = tuple(one for side in self.lists for one in side.listed())
        self.units: dict[str, Unit] = {}
        self.heroes: tuple[Hero, ...] = tuple(one for side in self.lists for one in side.heroes())

    def run(self) -> None:
        """Raises Problems if anything is wrong."""
        self._options()
        self.ground = GroundCheck(self, self.sifted, self.tables.terrain, self.folder).run(self.known("side"))
        self._sides()
        self._seats()
        self._ids()
        self.units = UnitCheck(self, self.tables, self.ground, self._known_too("profile")).run(self.listed)
        HeroCheck(self, self.tables, self.lists, self._known_too("character")).run(self.listed, self.heroes)
        self.done()

    # --- what is there ---------------------------------------------------------------------------------

    def known(self, section: str) -> list[str]:
        """Ids in a list of the scenario, of rows well-formed or not."""
        return ids_in(self.data.get(section))

    def _known_too(self, section: str) -> list[str]:
        """Ids of a list of the tables, those of the scenario's own included that are not sound."""
        printed: Mapping[str, Any] = getattr(self.tables, f"{section}s")
        return list(dict.fromkeys([*printed, *self.known(section)]))

    def _lists(self) -> Iterator[SideLists]:
        """Every side that has an id, with the rows of its lists that are well-formed."""
        rows = self.data.get("side")
        for at, side in enumerate(rows if isinstance(rows, list) else []):
            if not isinstance(side, dict) or not isinstance(side.get("id"), str):
                continue
            yield _lists_of(at, side)

    # --- options, sides, seats -------------------------------------------------------------------------

    def _options(self) -> None:
        head: ScenarioHead | None = self.sifted.parts.get("scenario")
        self.printed.offered.check(self, ("scenario", "options"), head.options if head else {})

    @clause("FA-UNIT-03")
    def _sides(self) -> None:
        ids = self.known("side")
        count = len(_records(self.data, "side"))
        if "side" in self.data and count < 2:
            message = T("a battle has two sides or more, not {count}", count=count)
            self.add(("side",), message, "Model, side", key=True)
        for side in self.lists:
            if ids.count(side.id) > 1:
                self.add((*side.path, "id"), T("id '{id}' is used twice", id=side.id), "Model, side")
            record = self.data["side"][side.path[1]]
            if not record.get("units") and not record.get("blocks"):
                self.add(side.path, T("side '{id}' has no units", id=side.id), "FA-UNIT-03")
        for at, row in self.sifted.rows["side"]:
            self._zone(("side", at, "zone"), row)

    def _zone(self, path: Path, row: SideRow) -> None:
        if row.zone is not None:
            checker = GroundCheck(self, self.sifted, self.tables.terrain, self.folder)
            checker.ground.table = self.ground.table
            checker.zone(path, row.id, row.zone)

    def _seats(self) -> None:
        """Seats have different names, whatever the capitals; units are commanded by seats of their side."""
        places = [
            ((*side.path, "seats", number) if self._has_seats(side) else (*side.path, "id"), seat)
            for side in self.lists
            for number, seat in enumerate(side.seats)
        ]
        seats_once(self, places, "Model, seat")
        for side in self.lists:
            for at, row in (*side.units, *side.blocks):
                if row.seat is not None and row.seat not in side.seats:
                    section = "units" if isinstance(row, UnitRow) else "blocks"
                    message = unknown(T("seat"), row.seat, side.seats)
                    self.add((*side.path, section, at, "seat"), message, "Model, seat")

    def _has_seats(self, side: SideLists) -> bool:
        return bool(self.data["side"][side.path[1]].get("seats"))

    # --- ids -------------------------------------------------------------------------------------------

    @clause("FA-GEN-11")
    def _ids(self) -> None:
        """Units and characters share their ids, without regard to capitals; spells in force have theirs."""
        things: list[Listed | Hero] = [*self.listed, *self.heroes]
        counted: dict[str, int] = {}
        for one in things:
            key = one.id.casefold()
            counted[key] = counted.get(key, 0) + 1
            if counted[key] == 2:
                self.add(one.path, T("id '{id}' is used twice", id=one.id), READY)
            elif key == TURN or _SPELL.fullmatch(key):
                self.add(one.path, T("id '{id}' is not free: choose another name", id=one.id), "FA-GEN-11")


def _lists_of(at: int, side: dict[str, Any]) -> SideLists:
    seats = tuple(row.id for _, row in _sound(side.get("seats"), SeatRow, _as_record("id")))
    general = side.get("general")
    units = tuple(_sound(side.get("units"), UnitRow))
    blocks = tuple(_sound(side.get("blocks"), BlockRow))
    chars = tuple(_sound(side.get("chars"), AttachedIn))
    written = sum(
        len(rows) for key in ("units", "blocks", "chars") if isinstance(rows := side.get(key), list)
    )
    return SideLists(
        id=side["id"],
        path=("side", at),
        seats=seats or (side["id"],),
        general=general if isinstance(general, str) else "",
        units=units,
        blocks=blocks,
        chars=chars,
        whole=written == len(units) + len(blocks) + len(chars),
    )


def _records(data: Any, section: str) -> list[Any]:
    rows = data.get(section)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _as_record(key: str) -> Any:
    return lambda item: {key: item} if isinstance(item, str) else item


def _sound(items: Any, model: type[Row], prepare: Any = None) -> Iterator[tuple[int, Row]]:
    """The items of a list that are well-formed, with their index."""
    for at, item in enumerate(items if isinstance(items, list) else []):
        try:
            yield at, model.model_validate(prepare(item) if prepare else item)
        except ValidationError:
            continue
