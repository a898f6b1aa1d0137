"""The tables of ``data/``, checked, with a game master's own files laid over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import msgspec

from grognard.files import Document, Offered, Option, overlay, sift
from grognard.files.nodes import ListNode, MapNode, Node, ScalarNode, with_items
from grognard.rulebooks.fantasy import tablemake as make
from grognard.rulebooks.fantasy.profilecheck import ProfileCheck
from grognard.rulebooks.fantasy.spellcheck import PathCheck
from grognard.rulebooks.fantasy.spellmake import spell_id
from grognard.rulebooks.fantasy.tablecheck import AllTables, option_problem
from grognard.rulebooks.fantasy.tablefile import WORDS, TablesFile
from grognard.rulebooks.fantasy.tables import Tables
from grognard.rulebooks.options import option_of
from grognard.rulebooks.tablefiles import TableFiles

DATA = Path(__file__).parent / "data"
FILES = ("parameters", "weapons", "terrain", "spells", "profiles", "legends", "options")


@dataclass(frozen=True)
class Printed:
    """Checked tables as the files have them; ``tables`` as the rules read them under certain options."""

    document: Document
    file: TablesFile

    @cached_property
    def options(self) -> dict[str, Option]:
        """Every option with its default."""
        return {row.id: option_of(row) for row in self.file.option}

    @cached_property
    def offered(self) -> Offered:
        return Offered(self.options, option_problem, "Options")

    def tables(self, options: make.Options | None = None) -> Tables:
        """``options``: as files write them; those left out have their defaults."""
        defaults = {key: option.default for key, option in self.options.items()}
        made = make.tables(self.file, {**defaults, **(options or {})})
        return msgspec.structs.replace(made, options=self.options)

    def under(self, *layers: Document) -> Printed:
        """With further files laid over them. Raises :class:`grognard.files.Problems`."""
        return _checked(overlay(self.document, *map(with_spell_ids, layers)), _TABLES.shipped)

    @cached_property
    def default(self) -> Tables:
        """As the rules read them, with the default of every option."""
        return self.tables()


# --- ids of spells ---------------------------------------------------------------------------------------


def with_spell_ids(document: Document) -> Document:
    """With the ids of spells written out, so that a file may change one spell of a path."""
    return with_items(document, "path", _path_with_ids)


def _path_with_ids(path: Node) -> Node:
    if not isinstance(path, MapNode) or not {"id", "spells"} <= path.entries.keys():
        return path
    place, spells = path.entries["spells"]
    named = _value(path, "id")
    if not isinstance(spells, ListNode) or not isinstance(named, str):
        return path
    items = tuple(_spell_with_id(named, spell) for spell in spells.items)
    return replace(path, entries={**path.entries, "spells": (place, replace(spells, items=items))})


def _spell_with_id(path: str, spell: Node) -> Node:
    level = _value(spell, "level")
    if not isinstance(spell, MapNode) or "id" in spell.entries or not isinstance(level, int):
        return spell
    place = spell.entries["level"][0]
    named = ScalarNode(spell_id(path, level), spell.entries["level"][1].place)
    return replace(spell, entries={**spell.entries, "id": (place, named)})


def _value(node: Node, key: str) -> object:
    """What a record says under a key, if that is a single value."""
    found = node.entries.get(key) if isinstance(node, MapNode) else None
    return found[1].value if found is not None and isinstance(found[1], ScalarNode) else None


# --- all of them -----------------------------------------------------------------------------------------


def _checked(document: Document, shipped: Document) -> Printed:
    sifted = sift(document, TablesFile, words=WORDS)
    check = AllTables(document, sifted)
    check.run(shipped)
    for section in ("profile", "character"):
        for at, row in sifted.rows[section]:
            ProfileCheck(check, (section, at), row).run()
    for at, row in sifted.rows["path"]:
        PathCheck(check, ("path", at), row).run()
    check.done()
    return Printed(document, TablesFile.model_validate(document.data))


_TABLES = TableFiles(DATA, FILES, _checked, with_spell_ids)
read_tables = _TABLES.read


def load_tables(overlays: Sequence[Path | Document] = ()) -> Tables:
    """The same as the rules read them, with the default of every option."""
    return read_tables(overlays).default
