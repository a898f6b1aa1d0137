"""The tables of ``data/``, checked, with a game master's own files laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.core.rule import clause
from grognard.files import Document, Offered, Option, sift
from grognard.rulebooks.napoleonic import tablemake as make
from grognard.rulebooks.napoleonic.tablecheck import check_tables, option_problem
from grognard.rulebooks.napoleonic.tablefile import WORDS, TablesFile
from grognard.rulebooks.napoleonic.tablemodel import Tables
from grognard.rulebooks.options import option_of
from grognard.rulebooks.tablefiles import TableFiles
from grognard.space.pose import thousandths

DATA = Path(__file__).parent / "data"
FILES = ("troops", "obstacles", "combat", "command", "parameters", "options")


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

    def settled(self, options: Mapping[str, Any]) -> dict[str, bool | int | str]:
        """Every option as the rules read it: lengths in thousandths; those not named as printed."""
        chosen = {key: option.default for key, option in self.options.items()} | dict(options)
        return {
            key: thousandths(value) if self.options[key].kind == "length" else value
            for key, value in chosen.items()
        }

    @clause("NA-OBS-08", "NA-OOB-08", "NA-ART-01", "NA-CMD-10")
    def under(self, options: Mapping[str, Any]) -> Tables:
        """The tables of a battle under these options (those not named: as printed)."""
        return make.tables(self.file, self.options, self.settled(options))

    @cached_property
    def default(self) -> Tables:
        """The same under the printed options."""
        return self.under({})


@clause("NA-GEN-01", "NA-OBS-01", "NA-CAS-01", "NA-FATE-02", "NA-CC-07", "NA-MOD-02", "NA-OOB-06")
def _checked(document: Document, shipped: Document) -> Printed:
    check_tables(document, shipped, sift(document, TablesFile, words=WORDS))
    return Printed(TablesFile.model_validate(document.data))


read_tables = TableFiles(DATA, FILES, _checked).read


def load_tables(overlays: Sequence[Path | Document] = ()) -> Tables:
    """The same as the rules read them, under the printed options."""
    return read_tables(overlays).default
