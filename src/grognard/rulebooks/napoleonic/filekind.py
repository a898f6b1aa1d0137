"""The kinds of files of the book: the keys that tell them, and what each is in words once it is found sound."""

from __future__ import annotations

from pathlib import Path

from grognard.files import Document
from grognard.locale import T, Text
from grognard.rulebooks.filekinds import Kind, house_rules, scenario_words, table_files
from grognard.rulebooks.napoleonic.campaignfile import read_army
from grognard.rulebooks.napoleonic.files import read_house_rules
from grognard.rulebooks.napoleonic.guides import departures
from grognard.rulebooks.napoleonic.model import NapoleonicSetup
from grognard.rulebooks.napoleonic.order_of_battle import roll
from grognard.rulebooks.napoleonic.setup import read_setup
from grognard.rulebooks.napoleonic.tablefile import TablesFile
from grognard.rulebooks.napoleonic.tables import load_tables, read_tables
from grognard.rulebooks.scenarios import same_edges


def _scenario(path: Path, document: Document) -> Text:
    """What it is, how large its armies are, and where they depart from the guides."""
    setup = read_setup(path)
    armies = [_army(setup, side.id) for side in setup.sides]
    notes = (*armies, *same_edges(document, "rear", "NA-ROUT-09"), *departures(setup))
    return scenario_words(setup, len(setup.units) + len(setup.guns), notes)


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


def _army_file(path: Path, _: Document) -> Text:
    file = read_army(path, tables=read_tables().under({}))
    return T(
        "army of seat '{seat}' on {date}: regiments {regiments}, guns {guns}, away {away}",
        seat=file.army.seat,
        date=file.army.date,
        regiments=len(file.unit),
        guns=len(file.gun),
        away=len(file.person),
    )


KINDS = (
    Kind("army", ("army",), _army_file),
    Kind("scenario", ("scenario", "side", "formation", "person", "unit"), _scenario),
    house_rules(lambda path: read_house_rules(path, None, read_tables()), load_tables),
    table_files(TablesFile, load_tables),
)
