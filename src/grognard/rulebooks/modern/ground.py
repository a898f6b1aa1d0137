"""What cards and engineers change on the map: forts, crossings, bridges, mines."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import (
    CrossingLaid,
    FortChanged,
    MinesCleared,
    MinesLaid,
    PassageDemolished,
    PointInterrupted,
)
from grognard.rulebooks.modern.model import WORKS, Minefield, mines_id
from grognard.rulebooks.modern.values import on_general
from grognard.space.hex_grid import Hex


@clause("MO-TERR-12", "MO-WORK-02", "MO-WORK-03")
def change_fort(battle: ModernBattle, by: str, hex: Hex, levels: int) -> int:
    """Raise or lower the fort of a hex, within 0 and the highest level; the level after it."""
    before = battle.works.fort(hex)
    level = max(0, min(before + levels, battle.tables.fort.max_level))
    if level != before:
        battle.place(battle.works.with_fort(hex, level))
        battle.tell(FortChanged(by, hex, level))
    return level


@clause("MO-GNL-05", "MO-KSO-20")
def extra_levels(battle: ModernBattle, seat: str) -> int:
    """What a general's ability adds when his engineers raise a fort."""
    built = on_general(battle.field, seat, fx.Build)
    return sum(effect.levels for effect in built if effect.trigger == "engineer_fort")


@clause("MO-WORK-02", "MO-WORK-05")
def lay_crossing(battle: ModernBattle, by: str, hex: Hex) -> None:
    battle.change(WORKS, passages=battle.works.passages.laying(hex))
    battle.tell(CrossingLaid(by, hex))


@clause("MO-WORK-02", "MO-WORK-03", "MO-WORK-05")
def demolish(battle: ModernBattle, by: str, hex: Hex) -> None:
    """A bridge or crossing is gone, with the road links into its hex."""
    battle.change(WORKS, passages=battle.works.passages.breaking(hex))
    battle.tell(PassageDemolished(by, hex))


@clause("MO-TERR-14")
def lay_mines(battle: ModernBattle, by: str, side: str, hex: Hex) -> None:
    """A side's mines; only it knows of them."""
    battle.place(Minefield(mines_id(side, battle.field.label(hex)), side, hex))
    battle.tell_side(side, MinesLaid(by, side, hex))


@clause("MO-TERR-14", "MO-WORK-02")
def clear_mines(battle: ModernBattle, by: str, hex: Hex) -> None:
    """All mines of a hex are gone, and no secret any more."""
    for mine in [one for one in battle.field.mines if one.hex == hex]:
        battle.remove(mine.id)
        battle.tell(MinesCleared(by, mine.side, hex))


@clause("MO-WORK-03", "MO-CP-02")
def interrupt(battle: ModernBattle, by: str, hex: Hex) -> None:
    """All runs on a control point become 0."""
    for point in battle.field.points:
        if point.hex == hex and point.runs:
            battle.change(point.id, runs=())
            battle.tell(PointInterrupted(point.id, by))
