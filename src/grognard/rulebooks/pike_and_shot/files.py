"""Scenario and house-rules files, read, checked and made ready for setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel

from grognard.core.rule import clause
from grognard.core.state import Seat, Side
from grognard.files import (
    Document,
    HouseRules,
    Option,
    Options,
    Partial,
    Source,
    folder_of,
    options_in,
    overlaid,
    read_houses,
    sift,
)
from grognard.locale import Name
from grognard.rulebooks.options import from_words
from grognard.rulebooks.pike_and_shot import lineup
from grognard.rulebooks.pike_and_shot.ground import Ground
from grognard.rulebooks.pike_and_shot.model import (
    Bases,
    CommanderSheet,
    Flag,
    Sheet,
    SideSheet,
    Tables,
)
from grognard.rulebooks.pike_and_shot.scenariocheck import WORDS, ScenarioCheck
from grognard.rulebooks.pike_and_shot.scenariofile import (
    CommanderRow,
    RulesFile,
    ScenarioFile,
    SideRow,
    UnitRow,
)
from grognard.rulebooks.pike_and_shot.tablefile import TablesFile
from grognard.rulebooks.pike_and_shot.tables import Printed
from grognard.rulebooks.writing import READY, Named, name_of, pose, spot
from grognard.space.pose import thousandths

SCENARIOS = FilePath(__file__).parent / "scenarios"
SCHEMAS: Mapping[str, type[BaseModel] | Partial] = {
    "scenario": ScenarioFile,
    "rules": RulesFile,
    "tables": Partial(TablesFile),
}


@dataclass(frozen=True)
class ScenarioData:
    """A checked scenario with everything that a setup needs; ``options`` all have a value, as files write them."""

    id: str
    name: Name
    notes: Name
    turns: int
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    armies: dict[str, SideSheet]
    commanders: dict[str, CommanderSheet]
    sheets: dict[str, Sheet]
    ground: Ground
    tables: Tables
    options: dict[str, Any]
    document: Document


def read_scenario(
    source: Source,
    name: str | None,
    printed: Printed,
    overlays: Sequence[Source] = (),
    options: Options | None = None,
) -> ScenarioData:
    """The battle in a scenario file (path) or text.

    ``overlays`` are variants that state only what differs from it; ``options`` are house rules that go before the
    scenario's own. A map is looked for beside the file. Raises :class:`grognard.files.Problems` with everything
    that is wrong.
    """
    document = overlaid(source, name, overlays)
    sifted = sift(document, ScenarioFile, clause=READY, words=WORDS)
    chosen = _options(printed, document, options or {})
    checker = ScenarioCheck(document, printed.under(chosen), printed, sifted, folder_of(source))
    checker.run()
    return _Builder(checker, ScenarioFile.model_validate(document.data)).build(chosen)


def read_house_rules(source: Source, name: str | None, printed: Printed) -> HouseRules:
    """Options and overlays of a game master; paths of overlays are taken from the file's own folder.

    Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    return read_houses(source, name, RulesFile, WORDS, printed.offered)


def _options(printed: Printed, document: Document, house: Options) -> dict[str, Any]:
    """Every option: the house's, else the scenario's, else the printed value."""
    said = {key: _from_words(printed.options.get(key), value) for key, value in house.items()}
    return printed.offered.every(options_in(document), said)


def _from_words(option: Option | None, value: Any) -> Any:
    """What a command line says in words: ``12,12`` for lengths, the rest as in every book."""
    if option is None or option.kind != "inches" or not isinstance(value, str | int):
        return from_words(option, value)
    try:
        return [float(word) for word in str(value).split(",") if word.strip()]
    except ValueError:
        return value


class _Builder:
    """Sheets from a scenario that is sound."""

    def __init__(self, checker: ScenarioCheck, file: ScenarioFile) -> None:
        self.checker, self.file, self.tables = checker, file, checker.tables
        self.armies = {row.id: self._side(row) for row in file.side}
        self.commanders = {row.id: self._commander(row) for row in file.commander}

    def build(self, options: dict[str, Any]) -> ScenarioData:
        head = self.file.scenario
        return ScenarioData(
            id=head.id,
            name=Name(head.en, head.ru),
            notes=_name(head.notes) or Name(""),
            turns=head.turns,
            sides=tuple(Side(row.id, self._called(row)) for row in self.file.side),
            seats=tuple(Seat(seat.id, row.id, seat.kind) for row in self.file.side for seat in row.seats),
            armies=self.armies,
            commanders=self.commanders,
            sheets=self._sheets(),
            ground=self.checker.ground,
            tables=self.tables,
            options=options,
            document=self.checker.document,
        )

    def _called(self, row: SideRow) -> Name:
        return Name(row.en, row.ru) if row.en else self.tables.armies[row.army].name

    @clause("PS-VIC-01", "PS-DEP-01")
    def _side(self, row: SideRow) -> SideSheet:
        victory = row.victory or self.tables.armies[row.army].victory
        west, south, east, north = (thousandths(limit) for limit in row.deploy or (0, 0, 0, 0))
        zone = (west, south, east, north) if row.deploy else None
        return SideSheet(row.id, row.army, row.edge, self.tables.victory[victory], zone)

    @clause("PS-CMD-01", "PS-CP-01", "PS-ORD-01")
    def _commander(self, row: CommanderRow) -> CommanderSheet:
        side = next(one for one in self.file.side if one.id == row.side)
        x, y = spot(row.at) if row.at else lineup.deployed(self.armies[row.side]).at
        order = Flag(row.order.stance, *spot(row.order.flag)) if row.order else None
        return CommanderSheet(
            id=row.id,
            name=_name(row.name) or Name(row.id),
            side=row.side,
            seat=row.seat or side.seats[0].id,
            level=row.level,
            under=row.under,
            cp=self.tables.parameters.cp[row.level] if row.cp is None else row.cp,
            x=x,
            y=y,
            turn=row.turn,
            profile=row.profile,
            order=order,
        )

    def _sheets(self) -> dict[str, Sheet]:
        plans = {row.id: self._plan(row) for row in self.file.unit}
        own = {row.id: self.commanders[row.command].side for row in self.file.unit if row.name is None}
        names = lineup.numbered({unit: plan.name for unit, plan in plans.items()}, own)
        return {row.id: self._sheet(row, plans[row.id], names[row.id]) for row in self.file.unit}

    def _army(self, row: UnitRow) -> str:
        return row.army or self.armies[self.commanders[row.command].side].army

    def _plan(self, row: UnitRow) -> lineup.Plan:
        entry = self.tables.armies[self._army(row)].units[row.entry] if row.entry else None
        return lineup.plan(row, entry)

    def _sheet(self, row: UnitRow, plan: lineup.Plan, name: Name) -> Sheet:
        post = self.commanders[row.command]
        return Sheet(
            id=row.id,
            name=name,
            side=post.side,
            seat=post.seat,
            army=self._army(row),
            entry=row.entry or "",
            command=row.command,
            quality=plan.quality,
            morale=plan.morale,
            bases=self._bases(row, plan),
            files=plan.files,
            formation=plan.formation,
            traits=plan.traits,
            turn=row.turn,
        )

    def _bases(self, row: UnitRow, plan: lineup.Plan) -> Bases:
        side = self.armies[self.commanders[row.command].side]
        anchor = pose(row.at) if row.at else lineup.deployed(side)
        return lineup.bases_at(self.tables, plan, anchor)


def _name(row: Named | None) -> Name | None:
    return name_of(row) if row else None
