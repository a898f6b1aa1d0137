"""The kinds of files of the book: the keys that tell them, and what each is in words once it is found sound."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grognard.core.rule import clause
from grognard.files import Document
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.files import read_house_rules, read_setup
from grognard.rulebooks.fantasy.printed import load_tables, read_tables
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.tablefile import TablesFile
from grognard.rulebooks.fantasy.tables import Tables
from grognard.rulebooks.filekinds import Kind, house_rules, scenario_words, table_files


def _scenario(path: Path, _: Document) -> Text:
    """What it is, what each side is worth, and what looks odd."""
    setup = read_setup(path)
    worth = [
        T("models of {side}: {models}, worth {worth}", side=side.id, models=setup.strengths[side.id],
          worth=setup.worths[side.id])
        for side in setup.sides
    ]  # fmt: skip
    return scenario_words(setup, len(setup.units), (*worth, *oddities(setup)))


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


KINDS = (
    Kind("scenario", ("scenario", "side", "objective"), _scenario),
    house_rules(lambda path: read_house_rules(path, None, read_tables()), load_tables),
    table_files(TablesFile, load_tables, warnings),
)
