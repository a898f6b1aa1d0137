"""Who stands where at the start: the units of a scenario's lists, and where a unit can stand at all."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.rulebooks.modern.effects import TIERS
from grognard.rulebooks.modern.model import (
    NOWHERE,
    GeneralCard,
    OperationCard,
    Parameters,
    Road,
    TerrainKind,
    UnitCard,
    UnitSheet,
)
from grognard.rulebooks.modern.scenariofile import GeneralIn, SideRow, UnitRow
from grognard.space.hex_grid import Grid, Hex


@clause("MO-TERR-04", "MO-TERR-06", "MO-TERR-08", "MO-TERR-09", "MO-TERR-10", "MO-TURN-08", "MO-TRAN-04")
def can_stand(card: UnitCard, kind: TerrainKind, road: Road, on_road: bool, passage: bool) -> bool:
    """Whether units of a card could stand in a hex of that terrain, with a road, a bridge or a crossing or not.

    A road helps where there is land under it; over a river it is the bridge that counts.
    """
    if card.arm in kind.cost or (passage and card.arm in kind.bridge_cost):
        return True
    if on_road and kind.land and card.arm in road.cost:
        return True
    return any(card.arm in kind.cost_with.get(ability, ()) for ability in card.abilities)


def unit_ids(seat: str) -> Iterator[str]:
    """``west-1-01``, ``west-1-02`` ... in the order of the list."""
    number = 0
    while True:
        number += 1
        yield f"{seat}-{number:02}"


def reserve_ids(side: str) -> Iterator[str]:
    """``west-r01``, ``west-r02`` ..."""
    return (one.replace("-r-", "-r") for one in unit_ids(f"{side}-r"))


@clause("MO-TURN-08", "MO-SEAT-03", "MO-ACAD-11")
def units_of(side: SideRow, cards: dict[int, UnitCard], grid: Grid) -> Iterator[UnitSheet]:
    """A side's units in the order of the file, the generals' first."""
    for general in side.general:
        for unit_id, row in zip(unit_ids(general.seat), general.units, strict=False):
            yield _sheet(unit_id, side, general.seat, row, cards[row.card], grid)
    for unit_id, row in zip(reserve_ids(side.id), side.reserve, strict=False):
        yield _sheet(unit_id, side, "", row, cards[row.card], grid)


def _sheet(unit_id: str, side: SideRow, general: str, row: UnitRow, card: UnitCard, grid: Grid) -> UnitSheet:
    return UnitSheet(
        id=unit_id,
        side=side.id,
        general=general,
        number=row.card,
        hex=_hex(grid, row.hex),
        aboard=row.aboard or "",
        lost=card.statuses - (row.statuses or card.statuses),
        supply=side.supply_percent if row.supply is None else row.supply,
    )


def _hex(grid: Grid, label: str | None) -> Hex:
    return NOWHERE if label is None else grid.at(label)


@clause("MO-KSO-01", "MO-KSO-24")
def hand_of(
    row: GeneralIn, card: GeneralCard, operations: dict[str, OperationCard], printed: Parameters
) -> dict[str, int]:
    """How many cards of each tier a general draws: a named card takes the place of a drawn one of its tier where
    both would be more than his limit. The sum with the named cards may still be too high."""
    draw = row.draw.model_dump() if row.draw else dict(printed.starting_draw)
    named = [operations[one].tier for one in row.kso if one in operations]
    for tier in named:
        if len(row.kso) + sum(draw.values()) > card.kso_limit and draw[tier]:
            draw[tier] -= 1
    return {tier: draw[tier] for tier in TIERS}
