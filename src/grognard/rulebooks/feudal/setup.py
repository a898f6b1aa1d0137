"""From checked files to the setup and the first position (steps S1 and S3)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grognard.core.rule import clause
from grognard.files import HouseRules, Options, Source
from grognard.rulebooks.feudal import muster, sequence
from grognard.rulebooks.feudal.conditions import put
from grognard.rulebooks.feudal.files import (
    SCENARIOS,
    ArmyData,
    ScenarioData,
    read_army_file,
    read_house_rules,
    read_scenario,
    with_roster,
)
from grognard.rulebooks.feudal.model import (
    FIELD,
    NAMELESS,
    Army,
    FeudalSetup,
    FeudalState,
    Field,
    InForce,
    Lord,
    Sheet,
    Tables,
    Thing,
)
from grognard.rulebooks.feudal.tables import load_tables

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
    rosters: dict[str, Path] | None = None,
    options: Options | None = None,
) -> FeudalSetup:
    """A setup from a scenario file (path) or text.

    ``house``: a house-rules file (options and table files); ``overlays``: further table files; ``rosters``: seat ->
    army file that takes the place of the scenario's armies; ``options``: values that go before all files'.
    Raises Problems with everything that is wrong.
    """
    rules = read_house_rules(house, None, load_tables()) if house is not None else HouseRules()
    rules = rules.under(overlays, options)
    tables = load_tables(rules.overlays)
    scenario = read_scenario(source, name, tables, options=rules.options)
    for seat, path in (rosters or {}).items():
        scenario = with_roster(scenario, seat, read_army_file(path, None, tables, scenario.options))
    return make_setup(scenario, tables)


@clause("FE-MULTI-01", "FE-GEN-06", "FE-SIZE-12")
def make_setup(scenario: ScenarioData, tables: Tables) -> FeudalSetup:
    """All numbers of all armies are computed here, once (FE-ARMY-05)."""
    sides = {seat.id: seat.side for seat in scenario.seats}
    return FeudalSetup(
        book="feudal",
        version=VERSION,
        scenario=scenario.id,
        name=scenario.name,
        sides=scenario.sides,
        seats=scenario.seats,
        options=scenario.options,
        tables=tables,
        sheets={army.id: sheet(army, tables, sides[army.seat]) for army in scenario.armies},
        rounds=scenario.rounds,
        shared_victory=scenario.shared_victory,
        artefacts=scenario.artefacts,
        free_commanders=scenario.free_commanders,
    )


@clause("FE-ARMY-05", "FE-ARMY-07", "FE-SIZE-01", "FE-CMD-03")
def sheet(army: ArmyData, tables: Tables, side: str) -> Sheet:
    """The army sheet: what is computed from the head-count when the battle begins."""
    troop = tables.troops[army.troop]
    strength = muster.strength(tables, troop, army.men)
    return Sheet(
        id=army.id,
        oob=army.oob,
        name=army.name,
        seat=army.seat,
        side=side,
        troop=army.troop,
        men=army.men,
        row=muster.size_row(tables, troop, army.men).name,
        strength=strength,
        hp_max=muster.hit_points(tables.constants, strength),
        hp_start=army.hp,
        attack=muster.base_attack(strength),
        defence=muster.base_defence(tables.constants, strength),
        tags=troop.tags,
        missiles=army.missiles,
        morale_record=army.morale_record,
        tactics=army.tactics,
        commander=army.commander,
        conditions=army.conditions,
        short_handed=muster.short_handed(tables, troop, army.men),
    )


def start(setup: FeudalSetup) -> FeudalState:
    """All armies in standoff, all lords with their artefacts, an empty field, the battle on the agenda."""
    armies: list[Thing] = [_army(setup.tables, one) for one in setup.sheets.values()]
    lords = [
        Lord(
            f"seat:{seat.id}",
            artefacts=_charges(setup.tables, setup.artefacts.get(seat.id, ())),
            commanders=setup.free_commanders.get(seat.id, ()),
        )
        for seat in setup.seats
    ]
    return FeudalState((*armies, *lords, Field(FIELD)), ((sequence.battle.name, ()),))


@clause("FE-ART-03")
def _charges(tables: Tables, artefacts: Sequence[str]) -> tuple[tuple[str, int], ...]:
    held: dict[str, int] = {}
    for one in artefacts:
        held[one] = held.get(one, 0) + tables.artefacts[one].charges
    return tuple(held.items())


def _army(tables: Tables, one: Sheet) -> Army:
    conditions: tuple[InForce, ...] = ()
    for condition in one.conditions:
        conditions = put(tables, conditions, condition, natural=True)
    return Army(
        one.id,
        hp=one.hp_start,
        commander=one.commander or NAMELESS,
        missiles=one.missiles,
        conditions=conditions,
        tactics=one.tactics,
        morale_record=one.morale_record,
        men=one.men,
    )
