"""Where things stand: places as files write them, footprints, the way up from a formation to its side."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.scenariofile import FormationRow
from grognard.rulebooks.napoleonic.tablemodel import Branch, Tables
from grognard.space.outline import Base
from grognard.space.pose import Pose


@clause("NA-SKIR-02", "NA-UNIT-07")
def footprint(tables: Tables, branch: Branch, kind: str, figures: int) -> tuple[int, int]:
    """Frontage and depth of so many figures (of a gun: whatever its crew)."""
    row = tables.footprints[tables.kinds[kind].footprint or branch]
    files = row.files or -(-figures // row.ranks)
    ranks = row.ranks or -(-figures // row.files)
    return max(tables.distances.min_frontage, files * row.file), ranks * row.rank


def wagon_footprint(tables: Tables) -> tuple[int, int]:
    row = tables.footprints["train"]
    return row.files * row.file, row.ranks * row.rank


def base_at(at: Pose, size: tuple[int, int]) -> Base:
    return Base(at, *size)


def way_up(rows: Mapping[str, FormationRow], formation: str) -> list[FormationRow]:
    """The formation and all above it, the highest last; ends where a parent is not known or comes again."""
    way: list[FormationRow] = []
    while formation in rows and rows[formation] not in way:
        way.append(rows[formation])
        formation = rows[formation].parent
    return way


def side_of(rows: Mapping[str, FormationRow], formation: str) -> str:
    """The side of a formation, "" where its way up leads nowhere."""
    way = way_up(rows, formation)
    return way[-1].side if way and not way[-1].parent else ""


@clause("NA-SEQ-06")
def turn_of(rows: Mapping[str, FormationRow], formation: str) -> int:
    """The turn in which a formation comes on the table: it waits for all above it."""
    return max((row.turn for row in way_up(rows, formation)), default=0)
