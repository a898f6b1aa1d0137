"""From checked files to the setup of a battle, and the pieces as they stand before the first order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from grognard.core.rule import clause
from grognard.core.state import Seat, Side
from grognard.files import Document, HouseRules, Options, Place, Problem, Problems, Source, read_yaml, unknown
from grognard.locale import Name, T
from grognard.rulebooks.napoleonic import lineup
from grognard.rulebooks.napoleonic.campaign import laid_over, on_day
from grognard.rulebooks.napoleonic.campaignfile import ArmyFile, read_army, write_army
from grognard.rulebooks.napoleonic.files import (
    SCENARIOS,
    ScenarioData,
    read_house_rules,
    read_scenario,
)
from grognard.rulebooks.napoleonic.model import (
    CLOCK,
    FRAY,
    WORKS,
    Camp,
    Clock,
    Formation,
    FormationSheet,
    Fray,
    Gun,
    GunSheet,
    NapoleonicSetup,
    Objective,
    Person,
    PersonSheet,
    SideSheet,
    Standing,
    Thing,
    Unit,
    UnitSheet,
    Wagon,
    WagonSheet,
    Works,
    camp_id,
    objective_id,
)
from grognard.rulebooks.napoleonic.order_of_battle import Chain
from grognard.rulebooks.napoleonic.scenariofile import FormationRow, SideRow, UnitRow, WagonRow
from grognard.rulebooks.napoleonic.tablemodel import Tables
from grognard.rulebooks.napoleonic.tables import read_tables
from grognard.rulebooks.writing import name_of, pose, spot
from grognard.space.terrain import Compass

VERSION = "1"


def scenarios() -> dict[str, Path]:
    """Shipped scenarios by id."""
    return {path.stem: path for path in sorted(SCENARIOS.glob("*.yaml"))}


def read_setup(
    source: Source,
    name: str | None = None,
    *,
    house: Path | None = None,
    overlays: Sequence[Path] = (),
    rosters: Mapping[str, Path] | None = None,
    options: Options | None = None,
) -> NapoleonicSetup:
    """A setup from a scenario file (path) or text.

    ``house``: a house-rules file (options and table files); ``overlays``: further table files; ``rosters``: seat ->
    army file that comes from its last battle; ``options``: values that go before all files'. Raises Problems with
    everything that is wrong.
    """
    rules = read_house_rules(house, None, read_tables()) if house is not None else HouseRules()
    rules = rules.under(overlays, options)
    printed = read_tables(rules.overlays)
    armies = {seat: read_army(path, tables=printed.under({})) for seat, path in (rosters or {}).items()}
    layers = _carried(read_yaml(source, name), armies.values(), printed.under({})) if armies else []
    if layers:
        rules.options.setdefault("oob_limits", "warn")
    found = make_setup(read_scenario(source, name, printed, layers, options=rules.options))
    _check_armies(found, armies, rosters or {})
    carried = {seat: write_army(on_day(army, found.date, found.tables)) for seat, army in armies.items()}
    return msgspec.structs.replace(found, carried=carried) if carried else found


@clause("NA-CAMP-01", "NA-OOB-05")
def _carried(scenario: Document, armies: Collection[ArmyFile], known: Tables) -> list[str]:
    """What armies that come from another battle change in a scenario. They are what is left of them, so that the
    limits of the order of battle only warn; the battle is fought on the day on which the last of them is there."""
    head = scenario.data.get("scenario")
    printed = head.get("date") if isinstance(head, dict) else None
    date = max([str(printed)] * bool(printed) + [army.army.date for army in armies])
    today = "" if str(printed) == date else f"scenario: {{date: '{date}'}}\n"
    return [today + laid_over(scenario, army, known, date) for army in armies]


@clause("NA-CAMP-01")
def _check_armies(
    setup: NapoleonicSetup, armies: Mapping[str, ArmyFile], rosters: Mapping[str, Path]
) -> None:
    """Problems for the army of a seat that there is not, and for one of which nobody fights for its seat."""
    seats = {one: setup.formations[sheet.formation].seat for one, sheet in (setup.units | setup.guns).items()}
    problems = []
    for seat, army in armies.items():
        left = [*(one.id for one in army.unit if one.figures), *(one.id for one in army.gun if not one.lost)]
        if seat not in [one.id for one in setup.seats]:
            message = unknown(T("seat"), seat, [one.id for one in setup.seats])
        elif left and seat not in map(seats.get, left):
            message = T("none of these regiments and guns is of seat '{seat}' in the scenario", seat=seat)
        else:
            continue
        problems.append(Problem.at(Place(str(rosters[seat])), message, "NA-CAMP-01"))
    if problems:
        raise Problems(problems)


@clause("NA-UNIT-01", "NA-OOB-04", "NA-END-01")
def make_setup(scenario: ScenarioData) -> NapoleonicSetup:
    """The scenario as the rules read it."""
    head, table = scenario.file.scenario, scenario.ground.table
    assert table is not None
    hours, _, minutes = head.start.partition(":")
    sheets = _Sheets(scenario)
    return NapoleonicSetup(
        book="napoleonic",
        version=VERSION,
        scenario=head.id,
        name=Name(head.en, head.ru),
        notes=name_of(head.notes) if head.notes else Name(""),
        sides=tuple(Side(row.id, name_of(row)) for row in scenario.file.side),
        seats=tuple(Seat(seat.id, row.id, seat.kind) for row in scenario.file.side for seat in row.seats),
        options=scenario.options,
        tables=scenario.tables,
        width=table.width,
        height=table.height,
        turns=head.turns,
        start=int(hours) * 60 + int(minutes),
        date=head.date or "",
        terrain=tuple(scenario.ground.terrain),
        objectives={one.id: one for one in scenario.ground.objectives},
        armies={row.id: _side(row) for row in scenario.file.side},
        formations={row.id: sheets.formation(row) for row in scenario.file.formation},
        persons=dict(sheets.persons()),
        units={row.id: sheets.unit(row) for row in scenario.file.unit if row.crew is None},
        guns={row.id: sheets.gun(row) for row in scenario.file.unit if row.crew is not None},
        wagons={row.id: sheets.wagon(row) for row in scenario.file.wagon},
    )


def _side(row: SideRow) -> SideSheet:
    zone = (*spot(row.zone[:2]), *spot(row.zone[2:])) if row.zone else None
    return SideSheet(row.id, Compass(row.rear), zone)


class _Sheets:
    """Sheets from a scenario that is sound."""

    def __init__(self, scenario: ScenarioData) -> None:
        self.scenario, self.tables = scenario, scenario.tables
        self.rows = {row.id: row for row in scenario.file.formation}
        self.first_seats = {row.id: row.seats[0].id for row in scenario.file.side}

    def side(self, formation: str) -> str:
        return lineup.side_of(self.rows, formation)

    def turn(self, formation: str) -> int:
        return lineup.turn_of(self.rows, formation)

    @clause("NA-OOB-01", "NA-SEQ-06")
    def formation(self, row: FormationRow) -> FormationSheet:
        side = self.side(row.id)
        seats = [one.seat for one in lineup.way_up(self.rows, row.id) if one.seat]
        return FormationSheet(
            id=row.id,
            name=name_of(row),
            side=side,
            seat=seats[0] if seats else self.first_seats[side],
            level=row.level,
            parent=row.parent,
            turn=self.turn(row.id),
        )

    def persons(self) -> Iterator[tuple[str, PersonSheet]]:
        for row in self.scenario.file.person:
            side = self.side(row.formation)
            yield row.id, PersonSheet(row.id, name_of(row), side, row.rank, row.post, row.formation, row.at)

    def unit(self, row: UnitRow) -> UnitSheet:
        at, figures = pose(row.at), row.figures or 0
        return UnitSheet(
            id=row.id,
            name=name_of(row),
            side=self.side(row.formation),
            formation=row.formation,
            arm=row.arm,
            branch=self.tables.arms[row.arm].branch,
            status=row.status,
            figures=figures,
            x=at.x,
            y=at.y,
            heading=at.heading,
            lances=row.lances,
            full=row.full or figures,
            recruits=row.recruits,
            colours=row.colours,
            kind=row.kind,  # type: ignore[arg-type]
            tired=row.tired,
            turn=self.turn(row.formation),
        )

    def gun(self, row: UnitRow) -> GunSheet:
        at = pose(row.at)
        return GunSheet(
            id=row.id,
            name=name_of(row),
            side=self.side(row.formation),
            formation=row.formation,
            arm=row.arm,
            crew=row.crew or 0,
            x=at.x,
            y=at.y,
            heading=at.heading,
            battery=row.battery,
            turn=self.turn(row.formation),
        )

    def wagon(self, row: WagonRow) -> WagonSheet:
        at, side = pose(row.at), self.side(row.formation)
        turn = self.turn(row.formation)
        return WagonSheet(row.id, name_of(row), side, row.formation, at.x, at.y, at.heading, turn)


# --- the first position --------------------------------------------------------------------------------


@clause("NA-SEQ-06", "NA-OOB-04", "NA-CAMP-04", "NA-TROPH-01")
def first_pieces(setup: NapoleonicSetup) -> tuple[Thing, ...]:
    """Everything before anything is decided or rolled; what comes later waits at its place of entry."""
    chain = Chain.printed(setup)
    leaders = {one: chain.own_leader(one) for one in setup.formations}
    return (
        Clock(CLOCK),
        Works(WORKS),
        Fray(FRAY),
        *(Objective(objective_id(one)) for one in setup.objectives),
        *(Camp(camp_id(side.id), side.id) for side in setup.sides),
        *(Formation(one, commander) for one, commander in leaders.items()),
        *(_person(setup, one) for one in setup.persons.values()),
        *(_unit(setup, one) for one in setup.units.values()),
        *(_gun(setup, one) for one in setup.guns.values()),
        *(_wagon(setup, one) for one in setup.wagons.values()),
    )


def _standing(turn: int) -> Standing:
    return "waiting" if turn else "ready"


def _person(setup: NapoleonicSetup, sheet: PersonSheet) -> Person:
    stand = setup.units.get(sheet.at) or setup.guns[sheet.at]
    waiting = stand.turn > 0
    return Person(sheet.id, sheet.side, sheet.post, sheet.formation, sheet.at, waiting=waiting)


def _unit(setup: NapoleonicSetup, sheet: UnitSheet) -> Unit:
    frontage, depth = lineup.footprint(setup.tables, sheet.branch, sheet.kind, sheet.figures)
    return Unit(
        sheet.id,
        side=sheet.side,
        sheet=sheet.id,
        x=sheet.x,
        y=sheet.y,
        heading=sheet.heading,
        frontage=frontage,
        depth=depth,
        standing=_standing(sheet.turn),
        figures=sheet.figures,
        recruits=sheet.recruits,
        colours=sheet.colours,
        kind=sheet.kind,
        tired=sheet.tired,
    )


def _gun(setup: NapoleonicSetup, sheet: GunSheet) -> Gun:
    frontage, depth = lineup.footprint(setup.tables, "gun", "line", 1)
    return Gun(
        sheet.id,
        side=sheet.side,
        sheet=sheet.id,
        x=sheet.x,
        y=sheet.y,
        heading=sheet.heading,
        frontage=frontage,
        depth=depth,
        standing=_standing(sheet.turn),
        crew=sheet.crew,
        owner=sheet.side,
    )


def _wagon(setup: NapoleonicSetup, sheet: WagonSheet) -> Wagon:
    frontage, depth = lineup.wagon_footprint(setup.tables)
    return Wagon(
        sheet.id,
        side=sheet.side,
        sheet=sheet.id,
        x=sheet.x,
        y=sheet.y,
        heading=sheet.heading,
        frontage=frontage,
        depth=depth,
        standing=_standing(sheet.turn),
        owner=sheet.side,
    )
