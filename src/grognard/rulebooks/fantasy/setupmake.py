"""From a checked scenario to the setup of a battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grognard.core.rule import clause
from grognard.core.state import Seat, Side
from grognard.files import Document
from grognard.locale import Name
from grognard.rulebooks.fantasy import lineup
from grognard.rulebooks.fantasy.groundcheck import Ground
from grognard.rulebooks.fantasy.lineup import Hero, Listed
from grognard.rulebooks.fantasy.printed import Printed, read_tables
from grognard.rulebooks.fantasy.scenariofile import ScenarioFile, SeatRow, SideRow
from grognard.rulebooks.fantasy.setup import VERSION, Army, FantasySetup
from grognard.rulebooks.fantasy.tablemake import hundredths
from grognard.rulebooks.fantasy.tables import Tables
from grognard.rulebooks.writing import Named, name_of, spot
from grognard.space.terrain import polygon


@dataclass(frozen=True)
class ScenarioData:
    """A checked scenario; ``options`` all have a value, as files write them; ``tables`` under those options."""

    file: ScenarioFile
    printed: Printed
    tables: Tables
    ground: Ground
    listed: tuple[Listed, ...]
    heroes: tuple[Hero, ...]
    options: dict[str, Any]
    document: Document


@clause("FA-GEN-01", "FA-GEN-05", "FA-VIC-01")
def make_setup(scenario: ScenarioData) -> FantasySetup:
    """The scenario as the rules read it: options that are shares in hundredths."""
    file, ground, tables = scenario.file, scenario.ground, scenario.tables
    head = file.scenario
    assert ground.table is not None
    units = {one.id: lineup.unit(one, tables) for one in scenario.listed}
    options = {**scenario.options, "beaten": _beaten(scenario)}
    return FantasySetup(
        book="fantasy",
        version=VERSION,
        scenario=head.id,
        name=Name(head.en, head.ru),
        notes=_name(head.notes),
        sides=tuple(Side(row.id, name_of(row)) for row in file.side),
        seats=tuple(Seat(seat.id, row.id, seat.kind) for row in file.side for seat in seats_of(row)),
        options=options,
        tables=tables,
        width=ground.table.width,
        height=ground.table.height,
        turns=head.turns,
        terrain=tuple(ground.terrain),
        objectives=tuple(ground.objectives),
        armies={row.id: _army(row, scenario.heroes, tables) for row in file.side},
        units=tuple(units.values()),
        characters=tuple(lineup.character(one, units[one.unit], tables) for one in scenario.heroes),
        descriptions={
            seat.id: _name(seat.legend) for row in file.side for seat in seats_of(row) if seat.legend
        },
        changes=tuple(changes(scenario.printed)),
    )


@clause("FA-VIC-03")
def _beaten(scenario: ScenarioData) -> int:
    """The option where somebody has set it, else the table's figure."""
    said = scenario.options["beaten"]
    default = scenario.printed.options["beaten"].default
    return scenario.tables.victory.beaten if said == default else hundredths(said)


def seats_of(row: SideRow) -> tuple[SeatRow, ...]:
    """A side without seats has one of its own id."""
    return tuple(row.seats or [SeatRow(id=row.id)])


@clause("FA-CMD-04", "FA-SPC-07")
def _army(row: SideRow, heroes: tuple[Hero, ...], tables: Tables) -> Army:
    """Its general is whom the side names, or its only character of that rank."""
    ranked = [
        hero.id
        for hero in heroes
        if hero.side == row.id and lineup.rank_of(hero, tables.characters[hero.row.profile]) == "general"
    ]
    zone = polygon([spot(point) for point in row.zone]).ring if row.zone else ()
    return Army(row.id, row.home_ground, row.general or (ranked[0] if ranked else ""), zone)


def _name(row: Named | None) -> Name:
    return name_of(row) if row else Name("")


@clause("FA-GEN-05")
def changes(printed: Printed) -> Iterator[tuple[str, str, str, str]]:
    """What a game master changed in profiles: profile, field, before, after; a new profile once, with its id."""
    before = {row.id: row.model_dump() for row in read_tables().file.profile}
    for row in printed.file.profile:
        if row.id not in before:
            yield row.id, "profile", "", row.en
            continue
        for field, value in row.model_dump().items():
            if value != before[row.id][field]:
                yield row.id, field, _said(before[row.id][field]), _said(value)


def _said(value: Any) -> str:
    """As files write it."""
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(one)}" for key, one in value.items())
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
