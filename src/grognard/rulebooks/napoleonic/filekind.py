"""Which kind of file a file is, told by its keys, and the check that belongs to it."""

from __future__ import annotations

from pathlib import Path

from grognard.files import Collector, Document, read_yaml
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.campaignfile import ArmyFile, read_army
from grognard.rulebooks.napoleonic.files import read_house_rules
from grognard.rulebooks.napoleonic.guides import departures
from grognard.rulebooks.napoleonic.model import NapoleonicSetup
from grognard.rulebooks.napoleonic.order_of_battle import roll
from grognard.rulebooks.napoleonic.setup import read_setup
from grognard.rulebooks.napoleonic.tablefile import TablesFile
from grognard.rulebooks.napoleonic.tables import load_tables, read_tables
from grognard.rulebooks.scenarios import same_edges


def check_file(path: Path) -> Text:
    """Check a file of any kind; what it is, in words. Raises :class:`grognard.files.Problems`."""
    document = read_yaml(path)
    kind = kind_of(document)
    if kind == "scenario":
        return _scenario(read_setup(path), document)
    if kind == "army":
        return _army_file(read_army(path, tables=read_tables().under({})))
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
    """``scenario``, ``army``, ``rules``, ``tables``, or "" where no key says."""
    keys = set(document.data)
    if "army" in keys:
        return "army"
    if keys & {"scenario", "side", "formation", "person", "unit"}:
        return "scenario"
    if keys & {"options", "overlays"}:
        return "rules"
    return "tables" if keys & set(TablesFile.model_fields) else ""


def _scenario(setup: NapoleonicSetup, document: Document) -> Text:
    """What it is, how large its armies are, and where they depart from the guides."""
    armies = [_army(setup, side.id) for side in setup.sides]
    return T(
        "scenario “{name}”, seats: {seats}, units: {units}, {notes}",
        name=setup.name,
        seats=len(setup.seats),
        units=len(setup.units) + len(setup.guns),
        notes=(*armies, *same_edges(document, "rear", "NA-ROUT-09"), *departures(setup)),
    )


def _army(setup: NapoleonicSetup, side: str) -> Text:
    army = roll(setup, side)
    return T(
        "{side}: regiments {regiments}, figures {figures}, guns {guns}, generals {generals}",
        side=side,
        regiments=army.regiments,
        figures=army.figures,
        guns=army.guns,
        generals=army.generals,
    )


def _army_file(file: ArmyFile) -> Text:
    return T(
        "army of seat '{seat}' on {date}: regiments {regiments}, guns {guns}, away {away}",
        seat=file.army.seat,
        date=file.army.date,
        regiments=len(file.unit),
        guns=len(file.gun),
        away=len(file.person),
    )


def _unknown(document: Document) -> None:
    problems = Collector(document)
    problems.add((), T("this is no scenario, army, house-rules or table file: none of their keys is here"))
    problems.done()
