"""From checked rows to the spells that the rules read (FA-MAG-16, FA-MAG-20)."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.spellfile import EffectRow, PathRow, SpellRow
from grognard.rulebooks.fantasy.tablefile import TablesFile
from grognard.rulebooks.fantasy.tables import AnyEffect, Path, Spell
from grognard.rulebooks.fantasy.writing import dice
from grognard.rulebooks.writing import name_of
from grognard.space.pose import thousandths

BATTLE = -1
"""Duration of a spell that lasts until it is dispelled."""


@clause("FA-MAG-04")
def spells(file: TablesFile) -> dict[str, Spell]:
    """All spells by id, the free one first."""
    free = [
        Spell(row.id, name_of(row), "", row.level, row.type, range=0, duration=0, effects=())
        for row in file.spell
    ]
    return {one.id: one for one in (*free, *(spell(path, row) for path in file.path for row in path.spells))}


def spell_id(path: str, level: int) -> str:
    return f"{path}_{level}"


def path(row: PathRow) -> Path:
    return Path(row.id, name_of(row), tuple(spell_id(row.id, level) for level in range(1, 7)))


@clause("FA-MAG-16", "FA-MAG-17")
def spell(path: PathRow, row: SpellRow) -> Spell:
    return Spell(
        id=spell_id(path.id, row.level),
        name=name_of(row),
        path=path.id,
        level=row.level,
        type=row.type,
        range=thousandths(row.range),
        duration=BATTLE if isinstance(row.duration, str) else row.duration,
        effects=tuple(effect(one) for one in row.effects),
    )


@clause("FA-MAG-20")
def effect(row: EffectRow) -> AnyEffect:
    """One word of the vocabulary with its parameters: dice are read, lengths become thousandths of a cell."""
    said: dict[str, Any] = row.model_dump()
    if "n" in said:
        said["n"] = msgspec.to_builtins(dice(said["n"]))
    for key in ("radius", "cells"):
        if key in said:
            said[key] = thousandths(said[key])
    made: AnyEffect = msgspec.convert(said, AnyEffect)
    return made
