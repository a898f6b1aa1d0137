"""Which kind of file a file is, told by its keys, and the check that belongs to it."""

from __future__ import annotations

from pathlib import Path

from grognard.files import Collector, Document, read_yaml
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.files import read_house_rules
from grognard.rulebooks.pike_and_shot.setup import departures, points, read_setup
from grognard.rulebooks.pike_and_shot.tablefile import TablesFile
from grognard.rulebooks.pike_and_shot.tables import load_tables, read_tables
from grognard.rulebooks.scenarios import same_edges


def check_file(path: Path) -> Text:
    """Check a file of any kind; what it is, in words. Raises :class:`grognard.files.Problems`."""
    document = read_yaml(path)
    kind = kind_of(document)
    if kind == "scenario":
        return _scenario(path, document)
    if kind == "rules":
        house = read_house_rules(path, None, read_tables())
        load_tables(house.overlays)
        return T("house rules, options set: {options}", options=len(house.options))
    if kind == "tables":
        load_tables([path])
        return T("tables laid over the shipped ones: {tables}", tables=tuple(document.data))
    _unknown(document)
    raise AssertionError(kind)


def kind_of(document: Document) -> str:
    """``scenario``, ``rules``, ``tables``, or "" where no key says."""
    keys = set(document.data)
    if keys & {"scenario", "side", "commander", "unit"}:
        return "scenario"
    if keys & {"options", "overlays"}:
        return "rules"
    return "tables" if keys & set(TablesFile.model_fields) else ""


def _scenario(path: Path, document: Document) -> Text:
    """What it is, what each side costs, and what looks odd: enemies who run the same way, departures from the lists."""
    setup = read_setup(path)
    costs = [
        T("points of {side}: {points}", side=side.id, points=points(setup, side.id)) for side in setup.sides
    ]
    return T(
        "scenario “{name}”, seats: {seats}, units: {units}, {notes}",
        name=setup.name,
        seats=len(setup.seats),
        units=len(setup.sheets),
        notes=(*costs, *same_edges(document, "edge", "PS-ROUT-05"), *departures(setup)),
    )


def _unknown(document: Document) -> None:
    problems = Collector(document)
    problems.add((), T("this is no scenario, house-rules or table file: none of their keys is here"))
    problems.done()
