"""Which kind of file a file is, told by its keys, and the check that belongs to it."""

from __future__ import annotations

from pathlib import Path

from grognard.files import Collector, Document, read_yaml
from grognard.locale import T, Text
from grognard.rulebooks.modern.files import read_house_rules
from grognard.rulebooks.modern.model import ModernSetup
from grognard.rulebooks.modern.setup import read_setup
from grognard.rulebooks.modern.tablefile import TablesFile
from grognard.rulebooks.modern.tables import load_tables, read_tables


def check_file(path: Path) -> Text:
    """Check a file of any kind; what it is, in words. Raises :class:`grognard.files.Problems`."""
    document = read_yaml(path)
    kind = kind_of(document)
    if kind == "scenario":
        return _scenario(path)
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
    if keys & {"scenario", "side", "map"}:
        return "scenario"
    if keys & {"options", "overlays"}:
        return "rules"
    return "tables" if keys & set(TablesFile.model_fields) else ""


def _scenario(path: Path) -> Text:
    """What it is, and what the units of each side are worth."""
    setup = read_setup(path)
    worth = [T("price of {side}: {price}", side=side.id, price=price(setup, side.id)) for side in setup.sides]
    return T(
        "scenario “{name}”, seats: {seats}, units: {units}, {notes}",
        name=setup.name,
        seats=len(setup.seats),
        units=len(setup.units),
        notes=tuple(worth),
    )


def price(setup: ModernSetup, side: str) -> int:
    """What the units of a side cost together, its reserve included."""
    return sum(setup.tables.units[one.number].price for one in setup.units.values() if one.side == side)


def _unknown(document: Document) -> None:
    problems = Collector(document)
    problems.add((), T("this is no scenario, house-rules or table file: none of their keys is here"))
    problems.done()
