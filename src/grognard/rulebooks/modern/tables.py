"""The tables of ``data/``, checked, with a game master's own files laid over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from grognard.core.rule import clause
from grognard.files import Document, Offered, Option, sift
from grognard.files.nodes import ListNode, MapNode, Node, ScalarNode, with_items
from grognard.rulebooks.modern import tablemake as make
from grognard.rulebooks.modern.model import Tables
from grognard.rulebooks.modern.tablecheck import check_tables, option_problem
from grognard.rulebooks.modern.tablefile import WORDS, TablesFile
from grognard.rulebooks.options import option_of
from grognard.rulebooks.tablefiles import TableFiles

DATA = Path(__file__).parent / "data"
FILES = ("parameters", "units", "terrain", "operations", "generals", "victory", "options")


@dataclass(frozen=True)
class Printed:
    """Checked tables as the files have them, and as the rules read them."""

    file: TablesFile

    @cached_property
    def options(self) -> dict[str, Option]:
        """Every option with its default."""
        return {row.id: option_of(row) for row in self.file.option}

    @cached_property
    def offered(self) -> Offered:
        return Offered(self.options, option_problem)

    @cached_property
    def tables(self) -> Tables:
        return make.tables(self.file, self.options)


@clause("MO-UNIT-03")
def named(document: Document) -> Document:
    """With the numbers of unit cards as words, so that messages name the card and not its place in the list."""
    return with_items(document, "unit_card", _named)


def _named(card: Node) -> Node:
    """A record with its id, or what it strikes, as words."""
    if not isinstance(card, MapNode):
        return card
    words = {
        key: (place, _word(node) if key in ("id", "remove") else node)
        for key, (place, node) in card.entries.items()
    }
    return replace(card, entries=words)


def _word(node: Node) -> Node:
    if isinstance(node, ListNode):
        return replace(node, items=tuple(map(_word, node.items)))
    if isinstance(node, ScalarNode) and type(node.value) is int:
        return ScalarNode(str(node.value), node.place)
    return node


@clause("MO-UNIT-10", "MO-UNIT-11", "MO-TERR-01", "MO-KSO-15", "MO-KSO-20", "MO-GNL-01", "MO-END-02")
def _checked(document: Document, shipped: Document) -> Printed:
    check_tables(document, shipped, sift(document, TablesFile, words=WORDS))
    return Printed(TablesFile.model_validate(document.data))


read_tables = TableFiles(DATA, FILES, _checked, named).read


def load_tables(overlays: Sequence[Path | Document] = ()) -> Tables:
    """The same as the rules read them."""
    return read_tables(overlays).tables
