"""The units of a scenario: known cards, places in which they can stand, transports with room (chapter Bad input)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from grognard.core.rule import clause
from grognard.files import Collector, Path
from grognard.locale import T, Text
from grognard.rulebooks.modern.lineup import can_stand, unit_ids
from grognard.rulebooks.modern.model import Tables, TerrainKind, UnitCard
from grognard.rulebooks.modern.scenariofile import SideRow, UnitRow
from grognard.space.hex_grid import Hex, HexSet, hex_set
from grognard.space.hex_map import HexMap, off_map


@dataclass(frozen=True)
class _Listed:
    """A unit of a list with its place in the file."""

    id: str
    side: str
    path: Path
    row: UnitRow
    card: UnitCard


class UnitsCheck:
    """All units of all sides that are well-formed."""

    def __init__(
        self, problems: Collector, tables: Tables, map: HexMap | None, sides: Iterable[tuple[int, SideRow]]
    ) -> None:
        self.problems, self.tables, self.map = problems, tables, map
        self.sides = list(sides)
        self.kinds = tables.by_symbol()
        self.listed: dict[str, _Listed] = {}
        self.taken: dict[Hex, str] = {}

    def run(self) -> None:
        for at, side in self.sides:
            for number, general in enumerate(side.general):
                head: Path = ("side", at, "general", number, "units")
                for unit_id, place, row in zip(
                    unit_ids(general.seat), range(999), general.units, strict=False
                ):
                    self._known((*head, place), unit_id, side, row)
        for one in self.listed.values():
            self._place(one)
        self._aboard()
        for at, side in self.sides:
            for place, row in enumerate(side.reserve):
                self._reserve(("side", at, "reserve", place), row)

    def say(self, path: Path, message: Text, clause_id: str) -> None:
        self.problems.add(path, message, clause_id)

    # --- one unit --------------------------------------------------------------------------------------

    @clause("MO-UNIT-03")
    def _known(self, path: Path, unit_id: str, side: SideRow, row: UnitRow) -> None:
        card = self._card(path, row)
        if card is not None:
            self.listed[unit_id] = _Listed(unit_id, side.id, path, row, card)

    def _card(self, path: Path, row: UnitRow) -> UnitCard | None:
        card = self.tables.units.get(row.card)
        if card is None:
            numbers = tuple(self.tables.units)
            message = T(
                "unknown unit card {card}; known: {first} to {last}",
                card=row.card,
                first=min(numbers),
                last=max(numbers),
            )
            self.say(path, message, "MO-UNIT-03")
            return None
        if row.statuses is not None and row.statuses > card.statuses:
            message = T(
                "unit {card} has {most} statuses, not {said}",
                card=row.card,
                most=card.statuses,
                said=row.statuses,
            )
            self.say((*path, "statuses"), message, "MO-UNIT-06")
        span = self.tables.parameters.supply
        if row.supply is not None and not span.least <= row.supply <= span.most:
            message = T(
                "supply {value}; valid: {least} to {most}", value=row.supply, least=span.least, most=span.most
            )
            self.say((*path, "supply"), message, "MO-GEN-08")
        return card

    @clause("MO-UNIT-10")
    def _reserve(self, path: Path, row: UnitRow) -> None:
        self._card(path, row)
        if row.hex is not None or row.aboard is not None:
            self.say(path, T("a unit in reserve has no place"), "MO-TURN-08")

    # --- where it stands -------------------------------------------------------------------------------

    @clause("MO-MAP-06", "MO-TURN-08")
    def _place(self, one: _Listed) -> None:
        row, map = one.row, self.map
        if row.hex is not None and row.aboard is not None:
            self.say(one.path, T("give hex or aboard, not both"), "MO-TURN-08")
        if row.hex is None or map is None:
            return
        hex = map.grid.find(row.hex)
        if hex is None:
            message = T("unit {card}: {what}", card=row.card, what=off_map(map.grid, row.hex))
            self.say(one.path, message, "MO-TURN-08")
            return
        if hex in self.taken:
            message = T("hex {hex} is taken by {other}", hex=row.hex, other=self.taken[hex])
            self.say(one.path, message, "MO-MAP-06")
        self.taken.setdefault(hex, one.id)
        self._stands(one, map, hex)

    @clause("MO-TURN-08")
    def _stands(self, one: _Listed, map: HexMap, hex: Hex) -> None:
        if not self._zone(one.side, map) >> hex & 1:
            message = T("unit {card}: {hex} is outside the start zone of {side}", card=one.row.card, hex=one.row.hex,
                        side=one.side)  # fmt: skip
            self.say(one.path, message, "MO-TURN-08")
        kind = self.kinds[map.terrain(hex)]
        passage = hex in map.bridges or hex in map.crossings
        if not can_stand(one.card, kind, self.tables.road, bool(map.roads >> hex & 1), passage):
            self.say(one.path, cannot_stand(one.card, kind, str(one.row.hex)), "MO-TURN-08")

    def _zone(self, side: str, map: HexMap) -> HexSet:
        found = hex_set(())
        for _, row in self.sides:
            for zone in row.zones if row.id == side else ():
                found |= map.grid.rectangle((zone.cols[0], zone.cols[1]), (zone.rows[0], zone.rows[1]))
        return found

    # --- transports ------------------------------------------------------------------------------------

    @clause("MO-TRAN-01", "MO-TURN-08")
    def _aboard(self) -> None:
        carried: Counter[tuple[str, str]] = Counter()
        for one in self.listed.values():
            if one.row.aboard is None:
                continue
            transport = self.listed.get(one.row.aboard)
            if transport is None or transport.side != one.side:
                message = T("aboard: {side} has no unit {id}", side=one.side, id=one.row.aboard)
                self.say(one.path, message, "MO-TRAN-01")
                continue
            carried[transport.id, one.card.arm] += 1
            room = transport.card.carries.get(one.card.arm, 0)
            if carried[transport.id, one.card.arm] > room:
                message = T(
                    "transport {id} has room for {room} of {arm}",
                    id=transport.id,
                    room=room,
                    arm=self.tables.parameters.arm_names[one.card.arm],
                )
                self.say(one.path, message, "MO-TRAN-01")
            elif transport.row.hex is None:
                self.say(one.path, T("transport {id} is not on the map", id=transport.id), "MO-TRAN-01")


def cannot_stand(card: UnitCard, kind: TerrainKind, label: str) -> Text:
    """``unit 15 cannot stand in mountain 0503``."""
    return T("unit {card} cannot stand in {terrain} {hex}", card=card.number, terrain=kind.name, hex=label)
