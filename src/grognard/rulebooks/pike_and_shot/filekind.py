"""The kinds of files of the book: the keys that tell them, and what each is in words once it is found sound."""

from __future__ import annotations

from pathlib import Path

from grognard.files import Document
from grognard.locale import T, Text
from grognard.rulebooks.filekinds import Kind, house_rules, scenario_words, table_files
from grognard.rulebooks.pike_and_shot.files import read_house_rules
from grognard.rulebooks.pike_and_shot.setup import departures, points, read_setup
from grognard.rulebooks.pike_and_shot.tablefile import TablesFile
from grognard.rulebooks.pike_and_shot.tables import load_tables, read_tables
from grognard.rulebooks.scenarios import same_edges


def _scenario(path: Path, document: Document) -> Text:
    """What it is, what each side costs, and what looks odd: enemies who run the same way, departures from the lists."""
    setup = read_setup(path)
    costs = [
        T("points of {side}: {points}", side=side.id, points=points(setup, side.id)) for side in setup.sides
    ]
    notes = (*costs, *same_edges(document, "edge", "PS-ROUT-05"), *departures(setup))
    return scenario_words(setup, len(setup.sheets), notes)


KINDS = (
    Kind("scenario", ("scenario", "side", "commander", "unit"), _scenario),
    house_rules(lambda path: read_house_rules(path, None, read_tables()), load_tables),
    table_files(TablesFile, load_tables),
)
