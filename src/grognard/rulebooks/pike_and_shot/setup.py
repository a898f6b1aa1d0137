"""From checked files to the setup of a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from grognard.core.rule import clause
from grognard.files import HouseRules, Options, Source
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot import muster
from grognard.rulebooks.pike_and_shot.files import (
    SCENARIOS,
    ScenarioData,
    read_house_rules,
    read_scenario,
)
from grognard.rulebooks.pike_and_shot.model import PikeSetup, SideSheet
from grognard.rulebooks.pike_and_shot.tablemake import hundredths
from grognard.rulebooks.pike_and_shot.tables import read_tables
from grognard.space.pose import thousandths

VERSION = "1"
SIGHT_LIMIT = "sight_limit_by_turn"


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
) -> PikeSetup:
    """A setup from a scenario file (path) or text.

    ``house``: a house-rules file (options and table files); ``overlays``: further table files; ``options``: values
    that go before all files'. Raises Problems with everything that is wrong.
    """
    rules = read_house_rules(house, None, read_tables()) if house is not None else HouseRules()
    rules = rules.under(overlays, options)
    printed = read_tables(rules.overlays)
    return make_setup(read_scenario(source, name, printed, options=rules.options))


@clause("PS-VIS-06", "PS-VIC-05")
def make_setup(scenario: ScenarioData) -> PikeSetup:
    """The scenario as the rules read it: options that are numbers as whole numbers."""
    table = scenario.ground.table
    assert table is not None
    options = {key: value for key, value in scenario.options.items() if key != SIGHT_LIMIT}
    options["army_break"] = hundredths(options["army_break"])
    return PikeSetup(
        book="pike_and_shot",
        version=VERSION,
        scenario=scenario.id,
        name=scenario.name,
        notes=scenario.notes,
        sides=scenario.sides,
        seats=scenario.seats,
        options=options,
        tables=scenario.tables,
        width=table.width,
        height=table.height,
        turns=scenario.turns,
        terrain=tuple(scenario.ground.terrain),
        objectives={one.id: one for one in scenario.ground.objectives},
        armies=scenario.armies,
        commanders=scenario.commanders,
        sheets=scenario.sheets,
        sight_limit=tuple(thousandths(limit) for limit in scenario.options[SIGHT_LIMIT]),
    )


@clause("PS-VIC-06")
def points(setup: PikeSetup, side: str) -> int:
    """What the units of a side cost together."""
    return sum(
        muster.points(
            muster.types_of(setup.tables, (base.type for base in sheet.bases)), sheet.quality, sheet.morale
        )
        for sheet in setup.sheets.values()
        if sheet.side == side
    )


@clause("PS-VIC-06")
def departures(setup: PikeSetup) -> list[Text]:
    """Where a battle has more or fewer units than its army lists give: notes, no errors (scenarios are history)."""
    return [note for side in setup.armies.values() for note in _departures(setup, side)]


def _departures(setup: PikeSetup, side: SideSheet) -> Iterator[Text]:
    held = Counter((one.army, one.entry) for one in setup.sheets.values() if one.side == side.id)
    named = dict.fromkeys((side.army, *(army for army, _ in held)))
    for army, entry in ((one, unit) for one in named for unit in setup.tables.armies[one].units.values()):
        count = held[army, entry.id]
        least = entry.least if army == side.army else 0
        if not least <= count <= entry.most:
            yield T(
                "side '{side}' has {count} of '{entry}'; its list gives {least} to {most}",
                side=side.id,
                count=count,
                entry=entry.id,
                least=entry.least,
                most=entry.most,
            )
