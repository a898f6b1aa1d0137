"""The pieces of a battle as rules and players look at them: the same questions of a position and of a view.

In a view an enemy counter whose number isn't known has a number below 0 that stands for its arm (``mystery``), and
its id is its hex (``counter_id``). What must not be known can't be asked: ``card`` raises, ``has`` says no.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from grognard.core.rule import clause
from grognard.rulebooks.modern import lineup
from grognard.rulebooks.modern.effects import ARMS, Arm
from grognard.rulebooks.modern.model import (
    CLOCK,
    WORKS,
    Clock,
    Deck,
    General,
    GeneralCard,
    Minefield,
    ModernSetup,
    Parameters,
    Played,
    Point,
    Tables,
    Tally,
    TerrainKind,
    Thing,
    Unit,
    UnitCard,
    Works,
    deck_id,
    tally_id,
)
from grognard.space.hex_grid import Grid, Hex, HexSet, hex_set
from grognard.space.hex_map import HexMap

Value = str | int | bool


def mystery(arm: Arm) -> int:
    """The number of a counter of which only the arm is known."""
    return -1 - ARMS.index(arm)


@lru_cache(maxsize=1 << 16)
def _label(grid: Grid, hex: Hex) -> str:
    return grid.label(hex) if grid.holds(hex) else "-"


def counter_id(label: str) -> str:
    """The id of an enemy counter in a view: where it stands."""
    return f"counter:{label}"


class Field:
    """``seen``: in a view, the hexes of the enemy counters that the viewer's ``side`` sees now; None in a position,
    where the rules work it out. ``kept``: what was worked out about these pieces."""

    __slots__ = ("kept", "pieces", "seen", "setup", "side")

    def __init__(
        self, setup: ModernSetup, pieces: Mapping[str, Thing], side: str = "", seen: HexSet | None = None
    ) -> None:
        self.setup = setup
        self.pieces = pieces
        self.side = side
        self.seen = seen
        self.kept: dict[Any, Any] = {}

    # --- what never changes ---

    @property
    def tables(self) -> Tables:
        return self.setup.tables

    @property
    def parameters(self) -> Parameters:
        return self.setup.tables.parameters

    @property
    def map(self) -> HexMap:
        return self.setup.map

    @property
    def grid(self) -> Grid:
        return self.setup.map.grid

    def option(self, key: str) -> Value:
        return self.setup.options[key]

    def label(self, hex: Hex) -> str:
        return _label(self.grid, hex)

    def terrain(self, hex: Hex) -> TerrainKind:
        kinds: dict[str, TerrainKind] | None = self.kept.get("kinds")
        if kinds is None:
            kinds = self.kept["kinds"] = self.tables.by_symbol()
        return kinds[self.map.terrain(hex)]

    # --- sides and seats ---

    def side_of(self, seat: str) -> str:
        """Side of a general."""
        return self.setup.generals[seat].side

    def enemy(self, side: str) -> str:
        """The other side."""
        first, second = self.setup.sides
        return second.id if side == first.id else first.id

    def generals_of(self, side: str) -> list[General]:
        """A side's generals in the order of the file, those who are gone too."""
        return [self.general(seat) for seat, sheet in self.setup.generals.items() if sheet.side == side]

    def general_card(self, seat: str) -> GeneralCard:
        return self.tables.generals[self.setup.generals[seat].card]

    @clause("MO-TURN-03")
    def is_common(self) -> bool:
        """The generals of a side act in one turn."""
        return self.option("turn_unit") == "side"

    @clause("MO-TURN-03")
    def holder(self, seat: str) -> str:
        """In whose name a general's turn is taken and his runs are counted: his own or his side's."""
        return self.side_of(seat) if self.is_common() else seat

    def seats_in(self, holder: str) -> list[str]:
        """The generals who act in a turn, those that are left."""
        if not holder:
            return []
        seats = (holder,) if holder in self.setup.generals else (g.id for g in self.generals_of(holder))
        return [seat for seat in seats if not self.general(seat).gone]

    @property
    def active(self) -> list[str]:
        """The generals whose turn it is."""
        return self.seats_in(self.clock.active)

    # --- pieces ---

    @property
    def clock(self) -> Clock:
        return self.pieces[CLOCK]  # type: ignore[return-value]

    @property
    def works(self) -> Works:
        return self.pieces[WORKS]  # type: ignore[return-value]

    def unit(self, unit_id: str) -> Unit:
        return self.pieces[unit_id]  # type: ignore[return-value]

    def general(self, seat: str) -> General:
        return self.pieces[seat]  # type: ignore[return-value]

    def deck(self, tier: str) -> Deck:
        return self.pieces[deck_id(tier)]  # type: ignore[return-value]

    def tally(self, side: str) -> Tally:
        return self.pieces[tally_id(side)]  # type: ignore[return-value]

    def played(self, card_id: str) -> Played:
        return self.pieces[card_id]  # type: ignore[return-value]

    def _all(self, kind: type[Any]) -> list[Any]:
        found: list[Any] | None = self.kept.get(kind)
        if found is None:
            found = self.kept[kind] = [piece for piece in self.pieces.values() if isinstance(piece, kind)]
        return found

    @property
    def units(self) -> list[Unit]:
        """All of them, wherever they are."""
        return self._all(Unit)

    @property
    def points(self) -> list[Point]:
        return self._all(Point)

    @property
    def cards(self) -> list[Played]:
        """Cards on the table in the order in which they were played."""
        return self._all(Played)

    @property
    def mines(self) -> list[Minefield]:
        return self._all(Minefield)

    # --- units ---

    @property
    def on_map(self) -> list[Unit]:
        found: list[Unit] | None = self.kept.get("on_map")
        if found is None:
            found = self.kept["on_map"] = [unit for unit in self.units if unit.status == "map"]
        return found

    def of_side(self, side: str) -> list[Unit]:
        """A side's units on the map."""
        return [unit for unit in self.on_map if unit.side == side]

    def of_general(self, seat: str) -> list[Unit]:
        """A general's units on the map."""
        return [unit for unit in self.on_map if unit.general == seat]

    @clause("MO-MAP-06")
    def at(self, hex: Hex) -> Unit | None:
        """The unit on a hex."""
        found: dict[Hex, Unit] | None = self.kept.get("at")
        if found is None:
            found = self.kept["at"] = {unit.hex: unit for unit in self.on_map}
        return found.get(hex)

    @property
    def occupied(self) -> HexSet:
        """The hexes on which units stand (MO-MAP-06)."""
        found: HexSet | None = self.kept.get("occupied")
        if found is None:
            found = self.kept["occupied"] = hex_set(unit.hex for unit in self.on_map)
        return found

    @clause("MO-UNIT-01")
    def by_hex(self, units: Iterable[Unit]) -> list[Unit]:
        """Units in an order that tells nothing: that of the scenario's list would give their numbers away."""
        return sorted(units, key=lambda unit: unit.hex)

    def hexes_of(self, units: Iterable[Unit]) -> HexSet:
        return hex_set(unit.hex for unit in units)

    def passengers(self, unit_id: str) -> list[Unit]:
        """Who is aboard a transport."""
        return [unit for unit in self.units if unit.status == "aboard" and unit.aboard == unit_id]

    def is_read(self, unit: Unit) -> bool:
        """Its card may be looked at here."""
        return unit.number > 0

    def card(self, unit: Unit) -> UnitCard:
        """Its card (MO-UNIT-03); KeyError for a counter whose number isn't known."""
        return self.tables.units[unit.number]

    @clause("MO-UNIT-01", "MO-UNIT-02")
    def arm(self, unit: Unit) -> Arm:
        return self.card(unit).arm if unit.number > 0 else ARMS[-1 - unit.number]

    def has(self, unit: Unit, ability: str) -> bool:
        return unit.number > 0 and ability in self.card(unit).abilities

    @clause("MO-UNIT-06", "MO-UNIT-07")
    def left(self, unit: Unit) -> int:
        """Statuses that it has still."""
        return self.card(unit).statuses - unit.lost

    # --- ground ---

    @property
    def passages(self) -> HexSet:
        """The hexes with a bridge or a crossing now (MO-TERR-10)."""
        found: HexSet | None = self.kept.get("passages")
        if found is None:
            found = self.kept["passages"] = self.works.passages.passages(self.map)
        return found

    @clause("MO-TERR-10", "MO-TURN-08", "MO-TRAN-04")
    def can_stand(self, unit: Unit, hex: Hex) -> bool:
        """Whether a unit could stand in a hex by its terrain, road, bridge or crossing; who is there isn't asked."""
        on_road, passage = bool(self.map.roads >> hex & 1), bool(self.passages >> hex & 1)
        return lineup.can_stand(self.card(unit), self.terrain(hex), self.tables.road, on_road, passage)

    @clause("MO-WORK-02")
    def may_hold_fort(self, hex: Hex) -> bool:
        """Land without a bridge."""
        return self.terrain(hex).land and not self.passages >> hex & 1

    def is_river(self, hex: Hex) -> bool:
        """Where a crossing can be laid (MO-WORK-02)."""
        return bool(self.terrain(hex).bridge_cost)
