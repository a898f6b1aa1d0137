"""Scenario and house-rules files, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel

from grognard.files import (
    Document,
    HouseRules,
    Options,
    Partial,
    Source,
    folder_of,
    options_in,
    overlaid,
    read_houses,
    sift,
)
from grognard.rulebooks.napoleonic.campaignfile import ArmyFile
from grognard.rulebooks.napoleonic.ground import Ground
from grognard.rulebooks.napoleonic.scenariocheck import WORDS, ScenarioCheck
from grognard.rulebooks.napoleonic.scenariofile import RulesFile, ScenarioFile
from grognard.rulebooks.napoleonic.tablefile import TablesFile
from grognard.rulebooks.napoleonic.tablemodel import Tables
from grognard.rulebooks.napoleonic.tables import Printed
from grognard.rulebooks.options import all_from_words
from grognard.rulebooks.writing import READY

SCENARIOS = FilePath(__file__).parent / "scenarios"
SCHEMAS: Mapping[str, type[BaseModel] | Partial] = {
    "army": ArmyFile,
    "scenario": ScenarioFile,
    "rules": RulesFile,
    "tables": Partial(TablesFile),
}


@dataclass(frozen=True)
class ScenarioData:
    """A checked scenario; ``options`` all have a value as the rules read it, ``tables`` are those under them."""

    file: ScenarioFile
    ground: Ground
    tables: Tables
    options: dict[str, bool | int | str]
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
    scenario's own. A Tiled map is looked for beside the file. Raises :class:`grognard.files.Problems` with everything
    that is wrong.
    """
    document = overlaid(source, name, overlays)
    sifted = sift(document, ScenarioFile, clause=READY, words=WORDS)
    chosen = _options(printed, document, options or {})
    tables = printed.under(chosen)
    checker = ScenarioCheck(document, tables, printed, sifted, folder_of(source), chosen["oob_limits"])
    checker.run()
    file = ScenarioFile.model_validate(document.data)
    return ScenarioData(file, checker.ground, tables, printed.settled(chosen), document)


def read_house_rules(source: Source, name: str | None, printed: Printed) -> HouseRules:
    """Options and overlays of a game master; paths of overlays are taken from the file's own folder.

    Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    return read_houses(source, name, RulesFile, WORDS, printed.offered)


def _options(printed: Printed, document: Document, house: Options) -> dict[str, Any]:
    """Every option as files write it: the house's, else the scenario's, else the printed value."""
    return printed.offered.every(options_in(document), all_from_words(printed.options, house))


def checked_options(printed: Printed, house: Options) -> dict[str, Any]:
    """The options as files would have them; raises Problems if one of them cannot be set so."""
    return printed.offered.sound(all_from_words(printed.options, house))
