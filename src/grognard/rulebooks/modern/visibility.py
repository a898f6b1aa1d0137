"""Who sees which counter, and what is read of it (chapter Sight and inspection)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import Counter, Inspected, MinesFound
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import NOWHERE, ModernSetup, Unit
from grognard.rulebooks.modern.values import is_hidden, value, working
from grognard.space.hex_grid import HexSet, members
from grognard.space.hex_lines import Edges, Lines, lines, sight


@lru_cache(maxsize=8)
@clause("MO-LOS-01", "MO-LOS-02", "MO-LOS-03", "MO-LOS-04", "MO-LOS-05")
def lines_over(setup: ModernSetup) -> Lines:
    """Lines over the map of a battle; terrain that blocks fire stops them."""
    stops = "".join(kind.symbol for kind in setup.tables.terrain.values() if kind.blocks_fire)
    return lines(setup.map, stops, Edges(str(setup.options["los_edge"])))


@clause("MO-VIS-01", "MO-VIS-02", "MO-VIS-03", "MO-TRAN-07")
def watched(field: Field, side: str) -> tuple[HexSet, HexSet]:
    """The hexes in which a side sees counters, and those in which it sees stealthy ones too."""
    key = ("watched", side)
    found: tuple[HexSet, HexSet] | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = _watched(field, side)
    return found


def _watched(field: Field, side: str) -> tuple[HexSet, HexSet]:
    near = field.parameters.stealth_distance
    over = lines_over(field.setup) if field.option("los_blocks_sight") else None
    watchers = [(unit.hex, value(field, unit, "sight"), unit) for unit in field.of_side(side)]
    watchers = [one for one in watchers if one[1]]
    plain = ((hex, far) for hex, far, _ in watchers)
    close = ((hex, far if field.has(unit, "radar") else min(far, near)) for hex, far, unit in watchers)
    return sight(field.grid, plain, over), sight(field.grid, close, over)


@clause("MO-VIS-01", "MO-VIS-03", "MO-VIS-07")
def sees(field: Field, side: str, unit: Unit) -> bool:
    """Whether a side sees an enemy counter on the map now."""
    if unit.status != "map":
        return False
    if field.seen is not None:
        return bool(field.seen >> unit.hex & 1)
    plain, close = watched(field, side)
    hides = field.has(unit, "stealth") and not unit.exposed
    return bool((close if hides else plain) >> unit.hex & 1)


def seen_by(field: Field, side: str) -> HexSet:
    """The hexes of all enemy counters that a side sees now."""
    found = 0
    for unit in field.on_map:
        if unit.side != side and sees(field, side, unit):
            found |= 1 << unit.hex
    return found


# --- reading -------------------------------------------------------------------------------------------


@clause("MO-VIS-04")
def may_read(field: Field, side: str, unit: Unit) -> bool:
    """A counter in sight that is not known yet and that no card hides."""
    return not unit.known and sees(field, side, unit) and not is_hidden(field, unit)


@rule("MO-VIS-04", "MO-VIS-05", "MO-KSO-20")
def look(battle: ModernBattle) -> None:
    """Whatever can be read now is read, of both sides; a card that reveals the whole map reads everything. Call it
    after whatever may have brought a counter into sight."""
    auto = battle.option("inspection") == "auto"
    for side in battle.setup.sides:
        everything = _reveals_all(battle.field, side.id)
        for unit in battle.field.on_map:
            if unit.side == side.id or unit.known:
                continue
            if everything or (auto and may_read(battle.field, side.id, unit)):
                read(battle, side.id, unit.id)
        find_mines(battle, side.id)


def _reveals_all(field: Field, side: str) -> bool:
    return any(
        isinstance(one.effect, fx.Reveal) and one.effect.radius < 0 and field.side_of(one.owner) == side
        for one in working(field)
    )


@clause("MO-VIS-04", "MO-VIS-06", "MO-VIS-07")
def read(battle: ModernBattle, side: str, unit_id: str) -> None:
    """A side knows the number of an enemy counter from now on; only it hears of this."""
    unit = battle.unit(unit_id)
    battle.change(unit_id, known=True)
    counter = Counter(unit.hex, unit.side, battle.field.arm(unit), unit.number)
    battle.tell_side(side, Inspected(counter, side))


@clause("MO-VIS-04", "MO-VIS-05")
def inspect(battle: ModernBattle, seat: str, hexes: Iterable[Arg]) -> None:
    """A player has counters turned."""
    for hex in hexes:
        unit = battle.field.at(int(hex))
        if unit is not None:
            read(battle, battle.field.side_of(seat), unit.id)


@rule("MO-VIS-05")
def offer_inspection(battle: ModernBattle) -> None:
    """By option players must ask for it: the generals who aren't active may after each activation."""
    if battle.option("inspection") != "ask":
        return
    for seat in battle.setup.generals:
        if not battle.general(seat).gone and seat not in battle.field.active:
            battle.ask("inspection", seat, seat, then=looked)


@rule("MO-VIS-04", "MO-VIS-05")
def looked(battle: ModernBattle, seat: str, verb: Arg, *hexes: Arg) -> None:
    inspect(battle, seat, hexes)


@clause("MO-TERR-14")
def find_mines(battle: ModernBattle, side: str) -> None:
    """Engineers find enemy mines in their own and in adjacent hexes."""
    hidden = [mine for mine in battle.field.mines if mine.side != side and not mine.known]
    if not hidden:
        return
    engineers = [unit for unit in battle.field.of_side(side) if battle.field.has(unit, "engineer")]
    near = battle.field.grid.spread(battle.field.hexes_of(engineers)) if engineers else 0
    for mine in hidden:
        if near >> mine.hex & 1:
            battle.change(mine.id, known=True)
            battle.tell_side(side, MinesFound(side, mine.hex))


@clause("MO-VIS-06")
def off_map(battle: ModernBattle, unit_id: str, **fields: object) -> None:
    """A unit leaves the map (aboard, into reserve): its number is a secret again."""
    battle.change(unit_id, hex=NOWHERE, known=False, **fields)


def readable(field: Field, side: str) -> list[int]:
    """The hexes of the counters that a side may read now, lowest first (option ``inspection`` ``ask``)."""
    found = 0
    for unit in field.on_map:
        if unit.side != side and may_read(field, side, unit):
            found |= 1 << unit.hex
    return members(found)
