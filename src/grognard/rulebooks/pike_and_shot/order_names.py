"""What units, places and figures are called in questions and orders: plain words that can be read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.rule import clause
from grognard.locale import Name, T, Text
from grognard.orders.wording import decimal, digits_of, readable
from grognard.rulebooks.pike_and_shot.field import middle_of_table
from grognard.rulebooks.pike_and_shot.model import Commander, PikeSetup
from grognard.rulebooks.pike_and_shot.standing import beside
from grognard.rulebooks.pike_and_shot.words_names import label

if TYPE_CHECKING:
    from grognard.rulebooks.pike_and_shot.view import PikeView
    from grognard.show.model import Words


def unit_name(setup: PikeSetup, unit_id: object) -> Name:
    """``S1 Swedish brigade``; the id alone of a unit that the seat doesn't know."""
    sheet = setup.sheets.get(str(unit_id))
    return readable(label(setup, sheet)) if sheet else Name(str(unit_id))


def number_key(value: int, parts: int) -> str | int:
    """The key that the order language reads from these digits."""
    digits = digits_of(value, parts)
    return digits if "." in digits else int(digits)


# --- places ---


def point_words(x: int, y: int) -> Text:
    return T("({x}; {y})", x=decimal(x, 1000), y=decimal(y, 1000))


def unit_behind(view: PikeView, commander_id: str, at: tuple[int, int]) -> str:
    """The unit of his command behind which a commander would stand at a point; "" for none."""
    commander = view.field.pieces.get(commander_id)
    if isinstance(commander, Commander):
        for unit in view.field.command_units(commander_id):
            if beside(view.field, commander, unit) == at:
                return unit.id
    return ""


@clause("PS-ORD-01")
def place_key(view: PikeView, commander_id: str, x: int, y: int) -> str:
    """Key of a flag point: an objective, the middle of the table, where the commander stands; "" for none of them."""
    for one in view.setup.objectives.values():
        if (one.x, one.y) == (x, y):
            return f"place:{one.id}"
    if middle_of_table(view.setup) == (x, y):
        return "at:middle"
    commander = view.field.pieces.get(commander_id)
    if isinstance(commander, Commander) and (commander.x, commander.y) == (x, y):
        return "at:here"
    return ""


def flag_place(view: PikeView, commander_id: str, x: int, y: int) -> Words:
    """Where a flag stands."""
    key = place_key(view, commander_id, x, y)
    match key:
        case "":
            return T("flag at {place}", place=point_words(x, y))
        case "at:middle":
            return T("the middle of the table")
        case "at:here":
            return T("where he stands")
    return readable(view.setup.objectives[key.partition(":")[2]].name)
