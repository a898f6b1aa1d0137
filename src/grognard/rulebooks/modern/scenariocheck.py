"""What is wrong with a scenario that no single row shows (chapter Bad input)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from grognard.core.rule import clause
from grognard.files import Collector, Document, Path, Sifted, unknown
from grognard.locale import T, Text
from grognard.rulebooks.modern import lineup, moments
from grognard.rulebooks.modern.mapcheck import Land, MapCheck
from grognard.rulebooks.modern.model import CLOCK, WORKS, Span, Tables
from grognard.rulebooks.modern.scenariofile import (
    GeneralIn,
    RequestRow,
    ScenarioHead,
    SideRow,
    ZoneRow,
)
from grognard.rulebooks.modern.tables import Printed
from grognard.rulebooks.modern.unitcheck import UnitsCheck
from grognard.rulebooks.scenarios import seats_once, two_sides
from grognard.rulebooks.tablechecks import ids_in

WORDS: Mapping[str, Text] = {
    "side": T("side"),
    "general": T("general"),
    "units": T("unit"),
    "reserve": T("reserve unit"),
    "zones": T("zone"),
    "control_points": T("control point"),
    "forts": T("fort"),
    "mines": T("minefield"),
    "press": T("journalist"),
    "observer": T("observer"),
}


class ScenarioCheck(Collector):
    """A whole scenario; ``land`` holds what is sound of the map."""

    def __init__(self, document: Document, printed: Printed, sifted: Sifted, folder: FilePath) -> None:
        super().__init__(document)
        self.problems.extend(sifted.problems)
        self.folder = folder
        self.tables: Tables = printed.tables
        self.printed, self.sifted = printed, sifted
        self.sides: list[tuple[int, SideRow]] = sifted.rows["side"]
        self.land = Land()

    def run(self) -> None:
        """Raises Problems if anything is wrong."""
        self._head()
        if (row := self.sifted.parts.get("map")) is not None:
            self.land = MapCheck(self, self.tables, self.known_sides(), self.folder).run(row, self.head)
        self._sides()
        self._seats()
        self._order()
        for at, row in self.sides:
            SideCheck(self, ("side", at), row).run()
        UnitsCheck(self, self.tables, self.land.map, self.sides).run()
        self._decks()
        self._guests()
        self._request()
        self.done()

    @property
    def head(self) -> ScenarioHead | None:
        found: ScenarioHead | None = self.sifted.parts.get("scenario")
        return found

    def known_sides(self) -> list[str]:
        """Ids of sides, of rows well-formed or not."""
        return ids_in(self.document.data.get("side"))

    def _records(self) -> list[Any]:
        rows = self.document.data.get("side")
        return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []

    # --- head ------------------------------------------------------------------------------------------

    @clause("MO-TURN-05", "MO-END-03")
    def _head(self) -> None:
        head = self.head
        if head is None:
            return
        offered = self.printed.offered
        offered.check(self, ("scenario", "options"), head.options)
        if head.turn_seconds is not None:
            offered.check(self, ("scenario",), {"turn_seconds": head.turn_seconds})
        minor = head.score_minor or self.tables.score.minor
        major = head.score_major or self.tables.score.major
        if major <= minor:
            message = T("major {major} is not above minor {minor}", major=major, minor=minor)
            where = "score_major" if head.score_major else "score_minor"
            self.add(("scenario", where), message, "MO-END-03")

    # --- sides and seats -------------------------------------------------------------------------------

    @clause("MO-GEN-04")
    def _sides(self) -> None:
        ids = self.known_sides()
        two_sides(self, len(self._records()), "MO-GEN-04")
        for at, row in self.sides:
            if ids.count(row.id) > 1:
                self.add(("side", at, "id"), T("id '{id}' is used twice", id=row.id), "MO-GEN-04")

    @clause("MO-SEAT-01")
    def _seats(self) -> None:
        """Seats have different names, whatever the capitals, and none that the table needs."""
        places: list[tuple[Path, str]] = [
            (("side", at, "general", number, "seat"), general.seat)
            for at, row in self.sides
            for number, general in enumerate(row.general)
        ]
        for section in ("press", "observer"):
            places += [((section, at, "seat"), row.seat) for at, row in self.sifted.rows[section]]
        seats_once(self, places, "MO-SEAT-01", (CLOCK, WORKS))

    @clause("MO-TURN-02")
    def _order(self) -> None:
        head = self.head
        if head is None or any(path[0] == "side" for path in self.sifted.bad):
            return
        seats = [general.seat for _, row in self.sides for general in row.general]
        for at, seat in enumerate(head.turn_order):
            if seat not in seats:
                self.add(("scenario", "turn_order", at), unknown(T("seat"), seat, seats), "MO-TURN-02")
            elif head.turn_order.index(seat) != at:
                message = T("turn_order names '{seat}' twice", seat=seat)
                self.add(("scenario", "turn_order", at), message, "MO-TURN-02")
        missing = tuple(seat for seat in seats if seat not in head.turn_order)
        if missing:
            message = T("turn_order leaves out {seats}", seats=missing)
            self.add(("scenario", "turn_order"), message, "MO-TURN-02")

    @clause("MO-SEAT-01", "MO-SEAT-02")
    def _guests(self) -> None:
        for at, row in self.sifted.rows["press"]:
            if row.side:
                message = T("journalist '{seat}': the press is on no side", seat=row.seat)
                self.add(("press", at, "side"), message, "MO-SEAT-01")
        for at, row in self.sifted.rows["observer"]:
            if row.side and row.side not in self.known_sides():
                message = unknown(T("side"), row.side, self.known_sides())
                self.add(("observer", at, "side"), message, "MO-SEAT-02")

    # --- cards -----------------------------------------------------------------------------------------

    @clause("MO-KSO-16")
    def _decks(self) -> None:
        """No more named cards than there are copies."""
        head = self.head
        copies = (head.deck_copies if head else None) or self.tables.parameters.deck_copies
        named: Counter[str] = Counter()
        for at, row in self.sides:
            for number, general in enumerate(row.general):
                for place, card in enumerate(general.kso):
                    named[card] += 1
                    if named[card] == copies + 1:
                        message = T("{card}: the decks hold {copies}", card=card, copies=copies)
                        self.add(("side", at, "general", number, "kso", place), message, "MO-KSO-16")

    # --- the request -----------------------------------------------------------------------------------

    @clause("MO-GEN-02", "MO-GEN-03")
    def _request(self) -> None:
        row: RequestRow | None = self.sifted.parts.get("request")
        if row is None:
            return
        for key in ("filed_by", "opponent"):
            side = getattr(row, key)
            if side not in self.known_sides():
                self.add(("request", key), unknown(T("side"), side, self.known_sides()), "MO-GEN-02")
        if row.filed_by == row.opponent:
            self.add(("request", "opponent"), T("a side makes no war on itself"), "MO-GEN-02")
        self._notice(row)

    @clause("MO-GEN-03")
    def _notice(self, row: RequestRow) -> None:
        right = True
        for key in ("filed_at", "start"):
            value = getattr(row, key)
            if value is not None and not moments.is_time(value):
                self.add(("request", key), T("there is no time {time}", time=value), "MO-GEN-03")
                right = False
        if not right or row.start is None:
            return
        earliest = moments.later(row.filed_at, self.tables.parameters.request_notice_hours)
        if row.start < earliest:
            message = T("battle {battle} may start at {time}, not before", battle=row.battle, time=earliest)
            self.add(("request", "start"), message, "MO-GEN-03")


class SideCheck:
    """A side: its generals, zones, percentages and hands."""

    def __init__(self, whole: ScenarioCheck, path: Path, row: SideRow) -> None:
        self.whole, self.path, self.row = whole, path, row
        self.tables = whole.tables

    def say(self, steps: Path, message: Text, clause_id: str) -> None:
        self.whole.add((*self.path, *steps), message, clause_id)

    def run(self) -> None:
        self._generals()
        self._percent("opinion_percent", self.tables.parameters.opinion, "MO-OPIN-01")
        self._percent("supply_percent", self.tables.parameters.supply, "MO-GEN-08")
        for at, zone in enumerate(self.row.zones):
            self._zone(("zones", at), zone)
        for at, general in enumerate(self.row.general):
            self._hand(("general", at), general)

    @clause("MO-GEN-04", "MO-GEN-06")
    def _generals(self) -> None:
        count, span = len(self.row.general), self.tables.parameters.generals_per_side
        if not span.least <= count <= span.most:
            message = T(
                "side {side} has {count} generals; valid: {least} to {most}",
                side=self.row.id,
                count=count,
                least=span.least,
                most=span.most,
            )
            self.say(("general",), message, "MO-GEN-04")
        if count and not any(general.units for general in self.row.general):
            self.say(("general",), T("side {side} has no units", side=self.row.id), "MO-GEN-06")

    @clause("MO-GEN-08", "MO-OPIN-01")
    def _percent(self, key: str, span: Span, clause_id: str) -> None:
        value = getattr(self.row, key)
        if (wrong := percent_wrong(key, value, span)) is not None:
            self.say((key,), wrong, clause_id)

    @clause("MO-TURN-08")
    def _zone(self, steps: Path, zone: ZoneRow) -> None:
        map = self.whole.land.map
        for key, pair, most in (
            ("cols", zone.cols, map.grid.columns if map else None),
            ("rows", zone.rows, map.grid.rows if map else None),
        ):
            if pair[0] > pair[1]:
                message = T("from {low} to {high} is no span", low=pair[0], high=pair[1])
                self.say((*steps, key), message, "MO-TURN-08")
            elif most is not None and pair[1] > most:
                message = T(
                    "zone of {side}: {key} {last} is off the map; valid: 1 to {most}",
                    side=self.row.id,
                    key=key,
                    last=pair[1],
                    most=most,
                )
                self.say((*steps, key), message, "MO-TURN-08")

    @clause("MO-GNL-01", "MO-KSO-19")
    def _hand(self, steps: Path, general: GeneralIn) -> None:
        cards = self.tables.generals
        for at, one in enumerate(general.kso):
            if one not in self.tables.operations:
                message = unknown(T("operation card"), one, self.tables.operations)
                self.say((*steps, "kso", at), message, "MO-KSO-01")
        if general.card not in cards:
            message = unknown(T("general card"), general.card, cards)
            self.say((*steps, "card"), message, "MO-GNL-01")
            return
        card = cards[general.card]
        draw = lineup.hand_of(general, card, self.tables.operations, self.tables.parameters)
        held = len(general.kso) + sum(draw.values())
        if held > card.kso_limit:
            message = T(
                "{seat} starts with {held} cards; {card} holds at most {limit}",
                seat=general.seat,
                held=held,
                card=general.card,
                limit=card.kso_limit,
            )
            key = "draw" if general.draw else "kso" if general.kso else "card"
            self.say((*steps, key), message, "MO-KSO-19")


def percent_wrong(key: str, value: int, span: Span) -> Text | None:
    """Why a percentage cannot be that; None if it can."""
    if span.least <= value <= span.most and (value - span.least) % span.step == 0:
        return None
    facts: dict[str, Any] = {"key": key, "value": value, "least": span.least, "most": span.most}
    if span.step == 1:
        return T("{key} {value}; valid: {least} to {most}", **facts)
    return T("{key} {value}; valid: {least} to {most} in steps of {step}", **facts, step=span.step)
