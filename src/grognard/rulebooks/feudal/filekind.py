"""Which kind of file a file is, told by its keys, and the check that belongs to it."""

from __future__ import annotations

from pathlib import Path

from grognard.files import Collector, Document, read_yaml
from grognard.locale import T, Text
from grognard.rulebooks.feudal.files import read_army_file, read_house_rules, read_scenario
from grognard.rulebooks.feudal.tables import TablesFile, load_tables


def check_file(path: Path) -> Text:
    """Check a file of any kind; what it is, in words. Raises :class:`grognard.files.Problems`."""
    document = read_yaml(path)
    kind = kind_of(document)
    if kind == "scenario":
        return _scenario(path)
    if kind == "army":
        roster = read_army_file(path, None, load_tables())
        return T("army file, armies: {armies}", armies=len(roster.armies))
    if kind == "rules":
        house = read_house_rules(path, None, load_tables())
        load_tables(house.overlays)
        return T("house rules, options set: {options}", options=len(house.options))
    if kind == "tables":
        load_tables([path])
        return T("tables laid over the shipped ones: {tables}", tables=tuple(document.data))
    _unknown(document)
    raise AssertionError(kind)


def kind_of(document: Document) -> str:
    """``scenario``, ``army``, ``rules``, ``tables``, or "" where no key says."""
    keys = set(document.data)
    if keys & {"scenario", "side", "seat", "round", "block"}:
        return "scenario"
    if keys & {"army", "artefacts", "commanders"}:
        return "army"
    if keys & {"options", "overlays"}:
        return "rules"
    return "tables" if keys & set(TablesFile.model_fields) else ""


def _scenario(path: Path) -> Text:
    scenario = read_scenario(path, None, load_tables())
    return T(
        "scenario “{name}”, seats: {seats}, armies: {armies}",
        name=scenario.name,
        seats=len(scenario.seats),
        armies=len(scenario.armies),
    )


def _unknown(document: Document) -> None:
    problems = Collector(document)
    message = T("this is no scenario, army, house-rules or table file: none of their keys is here")
    problems.add((), message)
    problems.done()
