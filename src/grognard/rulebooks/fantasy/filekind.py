"""Which kind of file a file is, told by its keys, and the check that belongs to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grognard.core.rule import clause
from grognard.files import Collector, Document, read_yaml
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.files import read_house_rules, read_setup
from grognard.rulebooks.fantasy.printed import load_tables, read_tables
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.tablefile import TablesFile
from grognard.rulebooks.fantasy.tables import Tables


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
        notes = tuple(warnings(load_tables([path])))
        found = T("tables laid over the shipped ones: {tables}", tables=tuple(document.data))
        return T("{found}; {notes}", found=found, notes=notes) if notes else found
    _unknown(document)
    raise AssertionError(kind)


def kind_of(document: Document) -> str:
    """``scenario``, ``rules``, ``tables``, or "" where no key says."""
    keys = set(document.data)
    if keys & {"scenario", "side", "objective"}:
        return "scenario"
    if keys & {"options", "overlays"}:
        return "rules"
    return "tables" if keys & set(TablesFile.model_fields) else ""


def _scenario(path: Path) -> Text:
    """What it is, what each side is worth, and what looks odd."""
    setup = read_setup(path)
    worth = [
        T("models of {side}: {models}, worth {worth}", side=side.id, models=setup.strengths[side.id],
          worth=setup.worths[side.id])
        for side in setup.sides
    ]  # fmt: skip
    return T(
        "scenario “{name}”, seats: {seats}, units: {units}, {notes}",
        name=setup.name,
        seats=len(setup.seats),
        units=len(setup.units),
        notes=(*worth, *oddities(setup)),
    )


def oddities(setup: FantasySetup) -> Iterator[Text]:
    """What is allowed in a scenario, but hardly meant: of the profiles that it uses."""
    used = {unit.profile for unit in setup.units}
    yield from warnings(setup.tables, used)
    for one in setup.characters:
        if one.rank == "wizard" and not one.level:
            yield T("character {id} is a wizard without level and path: he casts nothing", id=one.id)


@clause("FA-WPN-11")
def warnings(tables: Tables, used: set[str] | None = None) -> Iterator[Text]:
    """Shields that give no parry, because the weapon needs both hands; ``used``: only of these profiles."""
    for profile in tables.profiles.values():
        if (
            (used is None or profile.id in used)
            and profile.shield
            and tables.melee[profile.weapon].hands == 2
        ):
            yield T(
                "unit profile {id}: with {weapon} the shield gives no parry (FA-WPN-11)",
                id=profile.id,
                weapon=tables.melee[profile.weapon].name,
            )


def _unknown(document: Document) -> None:
    problems = Collector(document)
    problems.add((), T("this is no scenario, house-rules or table file: none of their keys is here"))
    problems.done()
