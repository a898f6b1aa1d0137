"""The kinds of files of the book: the keys that tell them, and what each is in words once it is found sound."""

from __future__ import annotations

from pathlib import Path

from grognard.files import Document
from grognard.locale import T, Text
from grognard.rulebooks.filekinds import Kind, house_rules, scenario_words, table_files
from grognard.rulebooks.modern.files import read_house_rules
from grognard.rulebooks.modern.model import ModernSetup
from grognard.rulebooks.modern.setup import read_setup
from grognard.rulebooks.modern.tablefile import TablesFile
from grognard.rulebooks.modern.tables import load_tables, read_tables


def _scenario(path: Path, _: Document) -> Text:
    """What it is, and what the units of each side are worth."""
    setup = read_setup(path)
    worth = [T("price of {side}: {price}", side=side.id, price=price(setup, side.id)) for side in setup.sides]
    return scenario_words(setup, len(setup.units), worth)


def price(setup: ModernSetup, side: str) -> int:
    """What the units of a side cost together, its reserve included."""
    return sum(setup.tables.units[one.number].price for one in setup.units.values() if one.side == side)


KINDS = (
    Kind("scenario", ("scenario", "side", "map"), _scenario),
    house_rules(lambda path: read_house_rules(path, None, read_tables()), load_tables),
    table_files(TablesFile, load_tables),
)
