"""What is wrong with a scenario that no single row shows (chapter Bad input)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath

from grognard.core.rule import clause
from grognard.files import Collector, Document, Path, Sifted, unknown
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import lineup
from grognard.rulebooks.napoleonic.formationcheck import FormationCheck, PersonCheck, posts_twice
from grognard.rulebooks.napoleonic.ground import Ground, GroundCheck
from grognard.rulebooks.napoleonic.limits import Roll, batteries, excesses, most_gunners
from grognard.rulebooks.napoleonic.model import RESERVED
from grognard.rulebooks.napoleonic.placecheck import PlaceCheck
from grognard.rulebooks.napoleonic.scenariofile import (
    FormationRow,
    PersonRow,
    ScenarioHead,
    SideRow,
    UnitRow,
    WagonRow,
)
from grognard.rulebooks.napoleonic.tablemodel import Tables
from grognard.rulebooks.napoleonic.tables import Printed
from grognard.rulebooks.napoleonic.unitcheck import UnitCheck
from grognard.rulebooks.scenarios import seats_of_sides, seats_once, two_sides, zone_wrong
from grognard.rulebooks.tablechecks import ids_in
from grognard.rulebooks.writing import READY

WORDS: Mapping[str, Text] = {
    "side": T("side"),
    "seats": T("seat"),
    "terrain": T("terrain"),
    "objective": T("objective"),
    "formation": T("higher formation"),
    "person": T("person"),
    "unit": T("unit"),
    "wagon": T("wagon"),
}
NAMED = ("formation", "person", "unit", "wagon")
"""Orders name these, and terrain, so that no two may have one id."""


class ScenarioCheck(Collector):
    """A whole scenario; ``ground`` holds what is sound of it."""

    def __init__(
        self,
        document: Document,
        tables: Tables,
        printed: Printed,
        sifted: Sifted,
        folder: FilePath,
        limits: str,
    ) -> None:
        """``limits``: the value of option ``oob_limits``."""
        super().__init__(document)
        self.problems.extend(sifted.problems)
        self.tables, self.printed, self.sifted, self.folder = tables, printed, sifted, folder
        self.limits = limits
        self.sides: dict[str, SideRow] = {row.id: row for _, row in sifted.rows["side"]}
        self.formations: dict[str, FormationRow] = {row.id: row for _, row in sifted.rows["formation"]}
        self.persons: list[tuple[int, PersonRow]] = sifted.rows["person"]
        self.units: dict[str, UnitRow] = {row.id: row for _, row in sifted.rows["unit"]}
        self.wagons: dict[str, WagonRow] = {row.id: row for _, row in sifted.rows["wagon"]}
        self.ground = Ground()

    def run(self) -> None:
        """Raises Problems if anything is wrong."""
        self._options()
        self.ground = GroundCheck(self, self.sifted, self.tables, self.folder).run()
        self._sides()
        self._ids()
        for at, row in self.sifted.rows["formation"]:
            FormationCheck(self, ("formation", at), row).run()
        for at, person in self.persons:
            PersonCheck(self, ("person", at), person).run()
        posts_twice(self)
        for at, unit in self.sifted.rows["unit"]:
            UnitCheck(self, ("unit", at), unit).run()
        for at, wagon in self.sifted.rows["wagon"]:
            self.known_formation(("wagon", at), T("wagon '{id}'", id=wagon.id), wagon.formation)
        self._batteries()
        if not self.problems:
            self._armies()
        PlaceCheck(self).run()
        self.done()

    # --- for the checks of rows ------------------------------------------------------------------------

    def ids(self, section: str) -> list[str]:
        """Ids in a list, of rows well-formed or not."""
        return ids_in(self.document.data.get(section))

    @property
    def turns(self) -> int:
        head: ScenarioHead | None = self.sifted.parts.get("scenario")
        return head.turns if head else 999

    def side_of(self, formation: str) -> str:
        return lineup.side_of(self.formations, formation)

    def say(self, path: Path, what: Text, message: Text, clause_id: str) -> None:
        self.add(path, T("{what}: {message}", what=what, message=message), clause_id)

    def known_formation(self, path: Path, what: Text, formation: str) -> None:
        if formation not in self.ids("formation"):
            message = unknown(T("higher formation"), formation, self.ids("formation"))
            self.say((*path, "formation"), what, message, "NA-OOB-01")

    # --- options, sides, ids ---------------------------------------------------------------------------

    def _options(self) -> None:
        head: ScenarioHead | None = self.sifted.parts.get("scenario")
        self.printed.offered.check(self, ("scenario", "options"), head.options if head else {})

    def _sides(self) -> None:
        two_sides(self, len(self.ids("side")), "Model, side")
        seats_once(self, seats_of_sides(self.sifted.rows["side"]), "Model, seat")
        for at, row in self.sifted.rows["side"]:
            self._zone(("side", at), row)

    def _zone(self, path: Path, row: SideRow) -> None:
        if row.zone is not None and (wrong := zone_wrong("zone", row.zone)) is not None:
            self.say((*path, "zone"), T("side '{id}'", id=row.id), wrong, "NA-SEQ-07")

    def _ids(self) -> None:
        """Orders name terrain, formations, persons and units without regard to capitals."""
        taken = {*RESERVED, *(one.id.casefold() for one in self.ground.terrain)}
        for section in NAMED:
            for at, row in self.sifted.rows[section]:
                if row.id.casefold() in taken:
                    self.add((section, at, "id"), T("id '{id}' is used twice", id=row.id), READY)
                taken.add(row.id.casefold())
        for at, row in self.sifted.rows["side"]:
            if self.ids("side").index(row.id) != at:
                self.add(("side", at, "id"), T("id '{id}' is used twice", id=row.id), READY)

    # --- armies ----------------------------------------------------------------------------------------

    @clause("NA-UNIT-03")
    def _batteries(self) -> None:
        guns = [row for row in self.units.values() if row.crew is not None]
        for name, own in batteries((row.id, row.battery) for row in guns).items():
            crew, most = (
                sum(self.units[gun].crew or 0 for gun in own),
                most_gunners(self.tables.limits, len(own)),
            )
            at = next(at for at, row in self.sifted.rows["unit"] if row.id == own[0])
            if crew > most:
                message = T(
                    "{crew} gunners for {guns} guns; at most {most}", crew=crew, guns=len(own), most=most
                )
                self.say(("unit", at, "crew"), T("battery '{id}'", id=name), message, "NA-UNIT-03")
            if len({self.units[gun].formation for gun in own}) > 1:
                message = T("its guns are of several formations")
                self.say(("unit", at, "battery"), T("battery '{id}'", id=name), message, "NA-ART-08")

    @clause("NA-OOB-05")
    def _armies(self) -> None:
        """Only of armies without a fault: half-read ones have wrong numbers."""
        for at, row in self.sifted.rows["side"]:
            units = [one for one in self.units.values() if self.side_of(one.formation) == row.id]
            if not units:
                self.add(("side", at), T("side '{id}' has no units", id=row.id), "Model, side")
            elif self.limits == "error":
                for excess in excesses(self.tables.limits, self._roll(row.id, units)):
                    self.say(("side", at, "id"), T("side '{id}'", id=row.id), excess, "NA-OOB-05")

    def _roll(self, side: str, units: Iterable[UnitRow]) -> Roll:
        foot = [one for one in units if one.figures is not None]
        guns = [one for one in units if one.figures is None]
        ranks, statuses = self.tables.ranks, self.tables.statuses
        persons = [one for _, one in self.persons if self.side_of(one.formation) == side]
        return Roll(
            regiments=len(foot),
            batteries=len(batteries((one.id, one.battery) for one in guns)),
            guns=len(guns),
            figures=sum(one.figures or one.crew or 0 for one in units),
            elite=sum(one.figures or 0 for one in foot if statuses[one.status].elite),
            generals=sum(ranks[one.rank].general for one in persons),
        )
