"""From checked files to the setup of a battle, and the pieces as they lie before the first order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import Seat, Side
from grognard.files import HouseRules, Options, Source
from grognard.locale import Name
from grognard.rulebooks.modern import lineup, moments
from grognard.rulebooks.modern.effects import TIERS
from grognard.rulebooks.modern.files import (
    SCENARIOS,
    ScenarioData,
    read_house_rules,
    read_scenario,
)
from grognard.rulebooks.modern.model import (
    CLOCK,
    WORKS,
    Clock,
    Deck,
    General,
    GeneralSheet,
    Minefield,
    ModernSetup,
    Point,
    Request,
    SideSheet,
    Tables,
    Tally,
    Thing,
    Unit,
    UnitSheet,
    Works,
    Zone,
    deck_id,
    mines_id,
    tally_id,
)
from grognard.rulebooks.modern.scenariofile import RequestRow, ScenarioHead, SideRow
from grognard.rulebooks.modern.tables import read_tables
from grognard.rulebooks.writing import name_of

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
    options: Options | None = None,
) -> ModernSetup:
    """A setup from a scenario file (path) or text.

    ``house``: a house-rules file (options and table files); ``overlays``: further table files; ``options``: values
    that go before all files'. Raises Problems with everything that is wrong.
    """
    rules = read_house_rules(house, None, read_tables()) if house is not None else HouseRules()
    rules = rules.under(overlays, options)
    printed = read_tables(rules.overlays)
    return make_setup(read_scenario(source, name, printed, options=rules.options))


@clause("MO-GEN-01", "MO-GEN-06", "MO-ACAD-03", "MO-SEAT-01", "MO-MAP-03", "MO-END-03")
def make_setup(scenario: ScenarioData) -> ModernSetup:
    """The scenario as the rules read it."""
    file, land = scenario.file, scenario.land
    head, tables = file.scenario, _tables(scenario.printed.tables, file.scenario)
    assert land.map is not None
    guests = {row.seat: row.side for row in file.observer}
    return ModernSetup(
        book="modern",
        version=VERSION,
        scenario=head.id,
        name=Name(head.en, head.ru),
        notes=name_of(head.notes) if head.notes else Name(""),
        sides=tuple(Side(row.id, name_of(row)) for row in file.side),
        seats=(
            *(Seat(one.seat, row.id, one.kind) for row in file.side for one in row.general),
            *(Seat(row.seat, "", "press") for row in file.press),
            *(Seat(row.seat, "", "observer") for row in file.observer),
        ),
        options=scenario.options,
        tables=tables,
        map=land.map,
        forts=tuple(sorted(land.forts)),
        mines=tuple(sorted(land.mines)),
        rounds=head.rounds,
        order=tuple(head.turn_order),
        armies={row.id: _side(row) for row in file.side},
        generals={one.seat: one for row in file.side for one in _generals(row, tables)},
        units={one.id: one for row in file.side for one in lineup.units_of(row, tables.units, land.map.grid)},
        points=land.points,
        guests=guests,
        request=_request(file.request, tables) if file.request else None,
    )


@clause("MO-END-03", "MO-KSO-16", "MO-MAP-03")
def _tables(tables: Tables, head: ScenarioHead) -> Tables:
    """With what a scenario may set for itself."""
    score = replace(
        tables.score,
        minor=head.score_minor or tables.score.minor,
        major=head.score_major or tables.score.major,
    )
    printed = tables.parameters
    parameters = replace(
        printed,
        hex_km=head.hex_km or printed.hex_km,
        deck_copies=head.deck_copies or printed.deck_copies,
    )
    return replace(tables, score=score, parameters=parameters)


def _side(row: SideRow) -> SideSheet:
    zones = tuple(Zone((one.cols[0], one.cols[1]), (one.rows[0], one.rows[1])) for one in row.zones)
    return SideSheet(row.id, zones, row.opinion_percent)


@clause("MO-GNL-01", "MO-GNL-06", "MO-KSO-24")
def _generals(row: SideRow, tables: Tables) -> Iterator[GeneralSheet]:
    for one in row.general:
        draw = lineup.hand_of(one, tables.generals[one.card], tables.operations, tables.parameters)
        yield GeneralSheet(one.seat, row.id, one.card, draw, tuple(one.kso))


@clause("MO-GEN-02", "MO-GEN-03")
def _request(row: RequestRow, tables: Tables) -> Request:
    return Request(
        battle=row.battle,
        filed_by=row.filed_by,
        opponent=row.opponent,
        region=row.region,
        filed_at=row.filed_at,
        earliest_start=moments.later(row.filed_at, tables.parameters.request_notice_hours),
        start=row.start or "",
        reason=row.reason,
    )


# --- the first position --------------------------------------------------------------------------------


@clause("MO-TURN-08", "MO-KSO-01", "MO-KSO-16", "MO-SEAT-03", "MO-CP-02")
def first_pieces(setup: ModernSetup) -> tuple[Thing, ...]:
    """Everything on the table before anything is decided or drawn: units wait or are in reserve, generals hold their
    named cards, the decks hold all others, the clock stands at the deployment."""
    grid = setup.map.grid
    return (
        Clock(CLOCK, order=setup.order, seconds=int(setup.options["turn_seconds"])),
        Works(WORKS, forts=setup.forts),
        *(Minefield(mines_id(side, grid.label(hex)), side, hex) for hex, side in setup.mines),
        *(Point(one.id, one.hex) for one in setup.points.values()),
        *(Tally(tally_id(side.id)) for side in setup.sides),
        *_decks(setup),
        *(General(one.seat, hand=tuple(sorted(one.kso))) for one in setup.generals.values()),
        *(_unit(one) for one in setup.units.values()),
    )


def _unit(sheet: UnitSheet) -> Unit:
    return Unit(
        sheet.id,
        side=sheet.side,
        number=sheet.number,
        general=sheet.general,
        status="waiting" if sheet.general else "reserve",
        supply=sheet.supply,
        lost=sheet.lost,
    )


@clause("MO-KSO-16", "MO-KSO-23")
def _decks(setup: ModernSetup) -> Iterator[Deck]:
    """So many copies of each card, without those that are named in hands."""
    named = [card for one in setup.generals.values() for card in one.kso]
    copies = setup.tables.parameters.deck_copies
    for tier in TIERS:
        cards = [
            card.id
            for card in setup.tables.operations.values()
            if card.tier == tier
            for _ in range(copies - named.count(card.id))
        ]
        yield Deck(deck_id(tier), tuple(sorted(cards)))
