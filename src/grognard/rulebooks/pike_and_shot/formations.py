"""Formations: their limits, how they are laid out, what is left of them after losses (chapter Formations)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Base, Bases, Formation, Tables, Unit
from grognard.space import formation as layout
from grognard.space.formation import Rows
from grognard.space.pose import Pose, local

LINE, COLUMN, OPEN = "line", "column", "open"


@lru_cache(maxsize=1024)
@clause("PS-BASE-06")
def ranks_of(bases: Bases) -> Rows:
    """Ranks from the front, each left to right: read from where the bases stand, so that a short rank may lead."""
    first = bases[0].shape
    frame = Pose(first.at[0], first.at[1], first.heading)
    places = [(local(frame, base.shape.at), i) for i, base in enumerate(bases)]
    found: list[list[tuple[int, int]]] = []
    head = 0
    for (right, ahead), i in sorted(places, key=lambda place: -place[0][1]):
        if found and head - ahead < bases[i].depth // 2:
            found[-1].append((right, i))
        else:
            found.append([(right, i)])
            head = ahead
    return tuple(tuple(i for _, i in sorted(rank)) for rank in found)


def listed(ranks: Rows) -> tuple[int, ...]:
    """Slots in list order."""
    return tuple(i for rank in ranks for i in rank)


@lru_cache(maxsize=1024)
@clause("PS-BASE-06")
def anchor(bases: Bases) -> Pose:
    """The middle of the front rank's front edge."""
    return layout.anchor([base.shape for base in bases], ranks_of(bases))


@clause("PS-BASE-06")
def laid(at: Pose, ranks: Rows, bases: Sequence[Base], gap: int = 0) -> Bases:
    """Bases laid out in ranks behind an anchor, each keeping its place in the list."""
    sizes = [(base.frontage, base.depth) for base in bases]
    shapes = layout.laid(at, ranks, sizes, gap)
    return tuple(base.put(shape) for base, shape in zip(bases, shapes, strict=True))


# --- limits ---


@clause("PS-FORM-01", "PS-FORM-02", "PS-FORM-03", "PS-FORM-04", "PS-FORM-05", "PS-FORM-07")
def fits(tables: Tables, formation: Formation, bases: Sequence[Base], ranks: int, files: int) -> bool:
    """Whether bases in so many ranks and files keep the limits of a formation. A one-base unit is a line."""
    if formation.id == "hanging":
        return False
    if formation.id == LINE and len(bases) == 1:
        return True
    return (
        formation.min_files <= files <= formation.max_files
        and formation.min_ranks <= ranks <= formation.max_ranks
        and len(bases) >= formation.min_bases
        and _has_shape(formation, ranks, files)
        and _has_needed(tables, formation, bases)
    )


@clause("PS-FORM-02")
def _has_shape(formation: Formation, ranks: int, files: int) -> bool:
    """A line is at least as wide as deep, a column deeper than wide."""
    if formation.shape == "wide":
        return files >= ranks
    return ranks > files if formation.shape == "deep" else True


def _has_needed(tables: Tables, formation: Formation, bases: Sequence[Base]) -> bool:
    """The share of pikes, and a trait that all bases must have (pike is asked of the share alone)."""
    pikes = sum("pike" in tables.bases[base.type].traits for base in bases)
    if pikes * 100 < formation.min_pike_share * len(bases):
        return False
    trait = formation.needs_trait
    return trait in ("", "pike") or all(trait in tables.bases[base.type].traits for base in bases)


def may_take(field: Field, unit: Unit, name: str, bases: Sequence[Base], ranks: int, files: int) -> bool:
    """The same for a unit, whose own traits count for all its bases."""
    formation = field.tables.formations[name]
    if fits(field.tables, formation, bases, ranks, files):
        return True
    if not formation.needs_trait or formation.needs_trait not in field.sheet(unit.id).traits:
        return False
    return fits(field.tables, replace(formation, needs_trait=""), bases, ranks, files)


@clause("PS-ROUT-02", "PS-FORM-07")
def plain(ranks: int, files: int) -> str:
    """What a unit is in without a formation of its own: a line, or a column if it has more ranks than files."""
    return COLUMN if ranks > files and files <= 2 else LINE


@clause("PS-FORM-07")
def left_in(field: Field, unit: Unit, bases: Bases) -> tuple[str, int]:
    """Formation and files of a unit after losses."""
    files = min(unit.files, len(bases))
    ranks = -(-len(bases) // files)
    if may_take(field, unit, unit.formation, bases, ranks, files):
        return unit.formation, files
    return plain(ranks, files), files
