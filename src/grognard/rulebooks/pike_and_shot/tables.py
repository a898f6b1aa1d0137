"""The tables of ``data/``, checked, with a game master's own files laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.core.rule import clause
from grognard.files import Document, Offered, Option, sift
from grognard.rulebooks.options import option_of
from grognard.rulebooks.pike_and_shot import tablemake as make
from grognard.rulebooks.pike_and_shot.model import Tables
from grognard.rulebooks.pike_and_shot.tablecheck import check_tables, option_problem
from grognard.rulebooks.pike_and_shot.tablefile import WORDS, TablesFile
from grognard.rulebooks.tablefiles import TableFiles

DATA = Path(__file__).parent / "data"
FILES = (
    "parameters",
    "bases",
    "formations",
    "traits",
    "terrain",
    "commanders",
    "armies",
    "victory",
    "options",
)


@dataclass(frozen=True)
class Printed:
    """Checked tables as the files have them; what an option chooses between is not chosen yet."""

    file: TablesFile

    @cached_property
    def options(self) -> dict[str, Option]:
        """Every option with its default."""
        return {row.id: option_of(row) for row in self.file.option}

    @cached_property
    def offered(self) -> Offered:
        return Offered(self.options, option_problem)

    @clause("PS-BASE-02", "PS-PANIC-02")
    def under(self, options: Mapping[str, Any]) -> Tables:
        """The tables of a battle under these options (those not named: as printed)."""
        chosen = {key: option.default for key, option in self.options.items()} | dict(options)
        return make.tables(self.file, self.options, str(chosen["gun_base"]), str(chosen["cohesion"]))

    @cached_property
    def default(self) -> Tables:
        """The same under the printed options."""
        return self.under({})


@clause("PS-FORM-01", "PS-TERR-01", "PS-VIC-01", "PS-VIC-06", "PS-VIC-07", "PS-CMD-02", "PS-HTH-04")
def _checked(document: Document, shipped: Document) -> Printed:
    check_tables(document, shipped, sift(document, TablesFile, words=WORDS))
    return Printed(TablesFile.model_validate(document.data))


read_tables = TableFiles(DATA, FILES, _checked).read


def load_tables(overlays: Sequence[Path | Document] = ()) -> Tables:
    """The same as the rules read them, under the printed options."""
    return read_tables(overlays).default
