"""Scenario and house-rules files, read, checked and made ready for setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel

from grognard.core.rule import clause
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
from grognard.rulebooks.modern.mapcheck import Land
from grognard.rulebooks.modern.scenariocheck import WORDS, ScenarioCheck
from grognard.rulebooks.modern.scenariofile import RulesFile, ScenarioFile
from grognard.rulebooks.modern.tablefile import TablesFile
from grognard.rulebooks.modern.tables import Printed
from grognard.rulebooks.options import all_from_words
from grognard.rulebooks.writing import READY

SCENARIOS = FilePath(__file__).parent / "scenarios"
SCHEMAS: Mapping[str, type[BaseModel] | Partial] = {
    "scenario": ScenarioFile,
    "rules": RulesFile,
    "tables": Partial(TablesFile),
}


@dataclass(frozen=True)
class ScenarioData:
    """A checked scenario; ``options`` all have a value, ``land`` is its map with what stands on it."""

    file: ScenarioFile
    printed: Printed
    land: Land
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
    scenario's own. A Tiled map is looked for beside the file. Raises :class:`grognard.files.Problems` with everything
    that is wrong.
    """
    document = overlaid(source, name, overlays)
    sifted = sift(document, ScenarioFile, clause=READY, words=WORDS)
    chosen = _options(printed, document, options or {})
    checker = ScenarioCheck(document, printed, sifted, folder_of(source))
    checker.run()
    file = ScenarioFile.model_validate(document.data)
    return ScenarioData(file, printed, checker.land, chosen, document)


def read_house_rules(source: Source, name: str | None, printed: Printed) -> HouseRules:
    """Options and overlays of a game master; paths of overlays are taken from the file's own folder.

    Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    return read_houses(source, name, RulesFile, WORDS, printed.offered)


@clause("MO-TURN-05")
def _options(printed: Printed, document: Document, house: Options) -> dict[str, Any]:
    """Every option: the house's, else the scenario's (``turn_seconds`` of its head too), else the printed value."""
    head, own = document.data.get("scenario"), options_in(document)
    seconds = head.get("turn_seconds") if isinstance(head, dict) else None
    said = {"turn_seconds": seconds, **(own if isinstance(own, dict) else {})}
    return printed.offered.every(said, all_from_words(printed.options, house))
