"""Names of things as one seat's view has them: sides, generals, units, cards, hexes, points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from grognard.core.rule import clause
from grognard.core.state import Arg
from grognard.locale import Name, T, Text
from grognard.orders.wording import readable
from grognard.rulebooks.modern.card_words import ARM_WORDS
from grognard.rulebooks.modern.effects import ARMS, Four
from grognard.rulebooks.modern.events import Counter
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import ModernSetup, Played, Unit
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.names import SideNames, named
from grognard.show.model import Content, Number, Strong, Words

PHASE_WORDS: Mapping[str, Text] = {
    "deployment": T("deployment"),
    "kso1": T("KSO-1"),
    "movement": T("movement"),
    "attack": T("attack"),
    "kso2": T("KSO-2"),
    "reserve": T("reserve phase"),
}
TIER_OF_CARD: Mapping[str, Text] = {
    "cheap": T("a cheap card"),
    "medium": T("a medium card"),
    "expensive": T("an expensive card"),
}
YIELDS: Mapping[str, Text] = {
    "cheap": T("a credit"),
    "medium": T("a medium card"),
    "expensive": T("an expensive card"),
}
PARTS: Mapping[str, Text] = {
    "printed": T("on the card"),
    "percent": T("opinion and supply"),
    "terrain": T("terrain"),
    "fort": T("fort"),
    "least": T("never below 1"),
    "mines": T("mines"),
}
CONFERENCES: Mapping[str, Text] = {
    "generals": T("a conference of generals"),
    "press": T("a talk with the press"),
    "armistice": T("an armistice"),
}
_ID = re.compile(r"(.+)-(r?)(\d+)")


# --- units -----------------------------------------------------------------------------------------------


def call_sign(setup: ModernSetup, unit_id: str) -> str:
    """``W102``: first letter of the side, which of its generals, which of his units; ``WR03`` of the reserve. "" for
    what is no unit of a scenario."""
    found = _ID.fullmatch(unit_id)
    if found is None:
        return ""
    owner, reserve, serial = found.groups()
    side = owner if reserve else next((s.side for s in setup.generals.values() if s.seat == owner), owner)
    if reserve:
        return f"{_letter(setup, side)}R{int(serial):02}"
    seats = [one.seat for one in setup.generals.values() if one.side == side]
    which = seats.index(owner) + 1 if owner in seats else 0
    return f"{_letter(setup, side)}{which}{int(serial):02}"


def _letter(setup: ModernSetup, side: str) -> str:
    """A Latin letter that no other side has."""
    letters = [one.id[0].upper() for one in setup.sides]
    at = [one.id for one in setup.sides].index(side) if side in [one.id for one in setup.sides] else 0
    return letters[at] if letters.count(letters[at]) == 1 else "ABCDEF"[at]


@clause("MO-UNIT-03", "MO-UNIT-04")
def unit_name(field: Field, unit: Unit) -> Name:
    """``W102 Motor rifles`` of an own unit; an enemy's by its card where that is known, else by its arm."""
    if not field.is_read(unit):
        words = ARM_WORDS[field.arm(unit)]
        return Name(words.say("en"), words.say("ru"))
    name = readable(field.card(unit).name)
    sign = call_sign(field.setup, unit.id)
    return Name(f"{sign} {name.en}", f"{sign} {name.ru or name.en}") if sign else name


def unit_at(field: Field, unit: Unit) -> Text:
    """The same with where it is."""
    name = unit_name(field, unit)
    if unit.status == "map":
        return Text("{unit} ({hex})", {"unit": name, "hex": field.label(unit.hex)})
    if unit.status == "aboard":
        return T("{unit} (aboard)", unit=name)
    return T("{unit} (off the map)", unit=name)


class Names(SideNames):
    """Words for the ids in events, as the seat of the view knows them; an id that it doesn't know stays an id."""

    def __init__(self, view: ModernView) -> None:
        super().__init__(view.setup)
        self.view = view
        self.field = view.field
        self.setup = view.setup
        self.tables = view.setup.tables

    # --- sides and seats ---

    def who(self, seat: str) -> Words:
        """A seat by its side, with its place among the side's generals where there are several; a side by its name."""
        side = self.side_of(seat)
        generals = [one.seat for one in self.setup.generals.values() if one.side == side]
        if len(generals) < 2 or seat not in generals:
            return super().who(seat)
        return Text("{side} {which}", {"side": self._sides[side].words, "which": generals.index(seat) + 1})

    def doer(self, by: str) -> Content:
        """A seat, or a card by its id."""
        return (
            self.card(by) if by in self.tables.operations or by in self.tables.generals else self.strong(by)
        )

    # --- units ---

    @clause("MO-UNIT-01", "MO-VIS-07")
    def counter(self, one: Counter) -> Content:
        """A unit as the event names it, with its hex."""
        return T("{unit} ({hex})", unit=self.unit(one), hex=self.hex(one.hex))

    def unit(self, one: Counter) -> Strong:
        """The same without the hex."""
        card = self.tables.units.get(one.number)
        if card is None:
            arm = ARM_WORDS.get(one.arm, T("unit"))
            words: Words = T("{side}, {arm}", side=self._sides[one.side].words, arm=arm) if one.side else arm
            return Strong(words, self.colour(one.side))
        sign = call_sign(self.setup, one.unit) if one.unit else ""
        name: Words = Text("{sign} {name}", {"sign": sign, "name": card.name}) if sign else card.name
        return Strong(name, self.colour(one.side))

    def counters(self, some: Iterable[Counter]) -> tuple[Content, ...]:
        return tuple(map(self.counter, some))

    def number(self, number: int) -> Words:
        """A unit card by its number."""
        card = self.tables.units.get(number)
        return T("{name} (card {number})", name=card.name, number=number) if card else str(number)

    def arms(self, counts: Four) -> tuple[Content, ...]:
        """``infantry 2, armour 1``; nothing where there are none."""
        return tuple(
            T("{arm} {value}", arm=ARM_WORDS[arm], value=count)
            for arm, count in zip(ARMS, counts, strict=True)
            if count
        )

    # --- ground ---

    def hex(self, hex: int) -> str:
        return self.field.label(hex)

    def hexes(self, hexes: Iterable[int]) -> str:
        return "–".join(map(self.hex, hexes))

    def point(self, point_id: str) -> Words:
        return named(self.setup.points, point_id)

    # --- cards ---

    def card(self, card_id: str) -> Strong:
        """An operation card, or a general card's ability."""
        operation = self.tables.operations.get(card_id)
        if operation:
            return Strong(Text("{id} {name}", {"id": card_id, "name": operation.name}))
        general = self.tables.generals.get(card_id)
        return Strong(general.ability.name if general else card_id)

    def cards(self, ids: Iterable[str]) -> tuple[Content, ...]:
        return tuple(self.card(one) for one in ids)

    def target(self, one: Arg) -> Content:
        """A hex, a seat, or a card on the table."""
        if isinstance(one, int):
            return self.hex(one)
        if one in self.setup.generals:
            return self.strong(one)
        piece = self.view.field.pieces.get(one)
        return self.card(piece.card if isinstance(piece, Played) else one)

    # --- figures ---

    def part(self, source: str) -> Content:
        """What an item of an effective value comes from."""
        key = source.removeprefix("set:")
        return PARTS[key] if key in PARTS else self.card(key)


def half(cost: int) -> Number:
    """A cost in half hexes as hexes."""
    return Number(cost / 2, cost % 2, unit=T("hexes"))
