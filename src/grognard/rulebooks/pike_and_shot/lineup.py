"""Where units stand at the start: a unit's row and its army-list entry made into bases on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.rule import clause
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot import muster
from grognard.rulebooks.pike_and_shot.model import Base, Bases, Entry, Morale, Quality, SideSheet, Tables
from grognard.rulebooks.pike_and_shot.scenariofile import UnitRow
from grognard.rulebooks.writing import name_of
from grognard.space import formation as layout
from grognard.space.pose import Pose
from grognard.space.sine import TURN
from grognard.space.terrain import Compass

LACKING = ("bases", "files", "formation", "quality", "morale")
"""What a unit without an entry must say itself."""


@dataclass(frozen=True)
class Plan:
    """A unit as it is raised: the entry of its army list with what its own row changes."""

    name: Name
    bases: tuple[str, ...]
    files: int
    formation: str
    quality: Quality
    morale: Morale
    traits: tuple[str, ...]


@clause("PS-BASE-11")
def plan(row: UnitRow, entry: Entry | None) -> Plan:
    """``entry`` None: the row says everything itself (KeyError where it does not)."""
    said = {key: getattr(row, key) for key in LACKING if getattr(row, key) is not None}
    printed = {key: getattr(entry, key) for key in LACKING} if entry else {}
    raised: dict[str, Any] = {**printed, **said}
    name = name_of(row.name) if row.name else entry.name if entry else Name(row.id)
    traits = (*(entry.traits if entry else ()), *row.traits)
    return Plan(
        name=name,
        bases=tuple(raised["bases"]),
        files=raised["files"],
        formation=raised["formation"],
        quality=raised["quality"],
        morale=raised["morale"],
        traits=tuple(dict.fromkeys(traits)),
    )


@clause("PS-BASE-05", "PS-BASE-06")
def bases_at(tables: Tables, plan: Plan, anchor: Pose) -> Bases:
    """The unit laid out behind its anchor: front rank first, left to right, edge to edge."""
    types = muster.types_of(tables, plan.bases)
    sizes = [(base.frontage, base.depth) for base in types]
    shapes = layout.laid(anchor, layout.rows(len(types), plan.files), sizes)
    return tuple(
        Base(base.id, shape.pose.x, shape.pose.y, shape.pose.heading, shape.frontage, shape.depth)
        for base, shape in zip(types, shapes, strict=True)
    )


@clause("PS-DEP-01")
def deployed(side: SideSheet) -> Pose:
    """Where units wait for their deployment: in the middle of the zone, facing the opposite edge."""
    assert side.deploy is not None
    west, south, east, north = side.deploy
    heading = (Compass(side.edge).heading + TURN // 2) % TURN
    return Pose((west + east) // 2, (south + north) // 2, heading)


def numbered(names: Mapping[str, Name], own: Mapping[str, str]) -> dict[str, Name]:
    """``names``: unit id -> what its entry is called; those that are called alike on a side get a number.

    ``own``: unit id -> its side, for units without a name of their own.
    """
    alike = Counter((side, names[unit]) for unit, side in own.items())
    seen: Counter[tuple[str, Name]] = Counter()
    found = dict(names)
    for unit, side in own.items():
        name = names[unit]
        seen[side, name] += 1
        if alike[side, name] > 1:
            number = seen[side, name]
            found[unit] = Name(f"{name.en} {number}", f"{name.ru} {number}" if name.ru else "")
    return found
