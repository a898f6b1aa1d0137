"""The kinds of files of the book: the keys that tell them, and what each is in words once it is found sound."""

from __future__ import annotations

from pathlib import Path

from grognard.files import Document
from grognard.locale import T, Text
from grognard.rulebooks.feudal.files import read_army_file, read_house_rules, read_scenario
from grognard.rulebooks.feudal.tables import TablesFile, load_tables
from grognard.rulebooks.filekinds import Kind, house_rules, table_files


def _scenario(path: Path, _: Document) -> Text:
    scenario = read_scenario(path, None, load_tables())
    return T(
        "scenario “{name}”, seats: {seats}, armies: {armies}",
        name=scenario.name,
        seats=len(scenario.seats),
        armies=len(scenario.armies),
    )


def _army(path: Path, _: Document) -> Text:
    roster = read_army_file(path, None, load_tables())
    return T("army file, armies: {armies}", armies=len(roster.armies))


KINDS = (
    Kind("scenario", ("scenario", "side", "seat", "round", "block"), _scenario),
    Kind("army", ("army", "artefacts", "commanders"), _army),
    house_rules(lambda path: read_house_rules(path, None, load_tables()), load_tables),
    table_files(TablesFile, load_tables),
)
