"""Scenario and house-rules files, read, checked and made ready for play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel

from grognard.files import (
    Document,
    HouseRules,
    Options,
    Partial,
    Problem,
    Problems,
    Source,
    folder_of,
    options_in,
    overlaid,
    read_houses,
    sift,
)
from grognard.files.nodes import MapNode
from grognard.rulebooks.fantasy.printed import Printed, load_tables, read_tables
from grognard.rulebooks.fantasy.scenariocheck import WORDS, ScenarioCheck
from grognard.rulebooks.fantasy.scenariofile import OWN_TABLES, RulesFile, ScenarioFile
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.setupmake import ScenarioData, make_setup
from grognard.rulebooks.fantasy.tablefile import TablesFile
from grognard.rulebooks.options import all_from_words
from grognard.rulebooks.writing import READY

__all__ = [
    "SCENARIOS",
    "SCHEMAS",
    "HouseRules",
    "ScenarioData",
    "load_tables",
    "read_house_rules",
    "read_scenario",
    "read_setup",
    "read_tables",
    "scenarios",
]

SCENARIOS = FilePath(__file__).parent / "scenarios"
SCHEMAS: Mapping[str, type[BaseModel] | Partial] = {
    "scenario": ScenarioFile,
    "rules": RulesFile,
    "tables": Partial(TablesFile),
}


def scenarios() -> dict[str, FilePath]:
    """Shipped scenarios by id."""
    return {path.stem: path for path in sorted(SCENARIOS.glob("*.yaml"))}


def read_setup(
    source: Source,
    name: str | None = None,
    *,
    house: FilePath | None = None,
    overlays: Sequence[FilePath] = (),
    options: Options | None = None,
) -> FantasySetup:
    """A setup from a scenario file (path) or text.

    ``house``: a house-rules file (options and table files); ``overlays``: further table files; ``options``: values
    that go before all files'. Raises Problems with everything that is wrong.
    """
    rules = read_house_rules(house, None, read_tables()) if house is not None else HouseRules()
    rules = rules.under(overlays, options)
    printed = read_tables(rules.overlays)
    return make_setup(read_scenario(source, name, printed, options=rules.options))


def read_scenario(
    source: Source,
    name: str | None,
    printed: Printed,
    overlays: Sequence[Source] = (),
    options: Options | None = None,
) -> ScenarioData:
    """The battle in a scenario file (path) or text.

    ``overlays`` are variants that state only what differs from it; ``options`` are house rules that go before the
    scenario's own. Profiles, weapons and paths that it states lie over ``printed``. A map is looked for beside it.
    Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    document = overlaid(source, name, overlays)
    printed, wrong = _with_own_tables(printed, document)
    force = without(document, OWN_TABLES)
    sifted = sift(force, ScenarioFile, clause=READY, words=WORDS)
    chosen = _options(printed, document, options or {})
    tables = printed.tables(chosen)
    checker = ScenarioCheck(document, printed, tables, sifted, folder_of(source), wrong)
    checker.run()
    file = ScenarioFile.model_validate(force.data)
    return ScenarioData(
        file, printed, tables, checker.ground, checker.listed, checker.heroes, chosen, document
    )


def read_house_rules(source: Source, name: str | None, printed: Printed) -> HouseRules:
    """Options and overlays of a game master; paths of overlays are taken from the file's own folder.

    Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    return read_houses(source, name, RulesFile, WORDS, printed.offered)


# --- tables of a scenario's own ------------------------------------------------------------------------


def only(document: Document, keys: Sequence[str]) -> Document:
    return _kept(document, [key for key in document.root.entries if key in keys])


def without(document: Document, keys: Sequence[str]) -> Document:
    return _kept(document, [key for key in document.root.entries if key not in keys])


def _kept(document: Document, keys: Sequence[str | int]) -> Document:
    entries = {key: document.root.entries[key] for key in keys}
    return Document(document.name, MapNode(entries, document.root.place))


def _with_own_tables(printed: Printed, document: Document) -> tuple[Printed, tuple[Problem, ...]]:
    """The tables with the scenario's own laid over them, or without, and why."""
    own = only(document, OWN_TABLES)
    if not own.root.entries:
        return printed, ()
    try:
        return printed.under(own), ()
    except Problems as wrong:
        return printed, wrong.problems


# --- options -------------------------------------------------------------------------------------------


def _options(printed: Printed, document: Document, house: Options) -> dict[str, Any]:
    """Every option: the house's, else the scenario's, else the printed value."""
    return printed.offered.every(options_in(document), all_from_words(printed.options, house))
