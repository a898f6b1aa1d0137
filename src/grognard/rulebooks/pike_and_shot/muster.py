"""What raising an army takes: limits of formations in words, points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.model import BaseType, Formation, Tables

LINE, HANGING, PIKE = "line", "hanging", "pike"
WORTH = {"good": Fraction(5, 4), "high": Fraction(5, 4), "bad": Fraction(4, 5)}
_CLAUSES = {
    "line": "PS-FORM-02",
    "column": "PS-FORM-02",
    "tercio": "PS-FORM-03",
    "square": "PS-FORM-03",
    "caracole": "PS-FORM-04",
    "open": "PS-FORM-05",
    "laager": "PS-FORM-05",
}


@clause("PS-VIC-06")
def points(types: Iterable[BaseType], quality: str, morale: str) -> int:
    """What a unit costs: its bases, more for good quality and high morale, less for bad ones, rounded up."""
    worth = WORTH.get(quality, Fraction(1)) * WORTH.get(morale, Fraction(1))
    return ceil(sum(base.cost for base in types) * worth)


def formation_clause(formation: Formation) -> str:
    return _CLAUSES.get(formation.id, "PS-FORM-01")


@clause("PS-FORM-01", "PS-FORM-02", "PS-FORM-03", "PS-FORM-04", "PS-FORM-05")
def formation_fault(
    formation: Formation, types: Sequence[BaseType], files: int, traits: Sequence[str] = ()
) -> Text | None:
    """Why bases so many files wide cannot be in a formation; None if they can. ``traits``: the unit's own."""
    if formation.id == HANGING:
        return T("{formation} is set by the rules alone", formation=formation.id)
    count, ranks = len(types), -(-len(types) // files)
    if formation.id == LINE and count == 1:
        return None
    return (
        _out_of_range(formation, count, ranks, files)
        or _shape(formation, ranks, files)
        or _needed(formation, types, traits)
    )


def _out_of_range(formation: Formation, count: int, ranks: int, files: int) -> Text | None:
    where = {"formation": formation.id}
    if count < formation.min_bases:
        return T(
            "{formation} needs {least} bases, not {found}", **where, least=formation.min_bases, found=count
        )
    if files < formation.min_files:
        return T(
            "{formation} needs {least} files, not {found}", **where, least=formation.min_files, found=files
        )
    if files > formation.max_files:
        return T(
            "{formation} has {most} files at most, not {found}",
            **where,
            most=formation.max_files,
            found=files,
        )
    if ranks < formation.min_ranks:
        return T(
            "{formation} needs {least} ranks, not {found}", **where, least=formation.min_ranks, found=ranks
        )
    if ranks > formation.max_ranks:
        return T(
            "{formation} has {most} ranks at most, not {found}",
            **where,
            most=formation.max_ranks,
            found=ranks,
        )
    return None


def _shape(formation: Formation, ranks: int, files: int) -> Text | None:
    shape = {"formation": formation.id, "files": files, "ranks": ranks}
    if formation.shape == "wide" and files < ranks:
        return T(
            "{formation} has at least as many files as ranks, not {files} files and {ranks} ranks", **shape
        )
    if formation.shape == "deep" and ranks <= files:
        return T("{formation} has more ranks than files, not {files} files and {ranks} ranks", **shape)
    return None


def _needed(formation: Formation, types: Sequence[BaseType], traits: Sequence[str]) -> Text | None:
    pikes = sum(PIKE in base.traits for base in types)
    if pikes * 100 < formation.min_pike_share * len(types):
        return T(
            "{formation} needs {share}% of its bases to be pikes; {pikes} of {count} are",
            formation=formation.id,
            share=formation.min_pike_share,
            pikes=pikes,
            count=len(types),
        )
    trait = formation.needs_trait
    without = [base.id for base in types if trait not in base.traits]
    if without and trait not in ("", PIKE, *traits):
        return T(
            "{formation} needs bases with trait {trait}; {base} has not",
            formation=formation.id,
            trait=trait,
            base=without[0],
        )
    return None


def types_of(tables: Tables, bases: Iterable[str]) -> list[BaseType]:
    return [tables.bases[base] for base in bases]
