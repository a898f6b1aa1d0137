"""The order of battle as a seat knows it, for reports and sheets beside the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from grognard.core.rule import clause
from grognard.locale import Name, T, Text
from grognard.rulebooks.modern.card_words import ARM_WORDS
from grognard.rulebooks.modern.effects import ARMS
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.values import value
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.words_names import Names, unit_name
from grognard.show.model import Block, Column, Content, Heading, Number, Strong, Table, listed

Row: TypeAlias = tuple[Content, ...]
STATUSES: dict[str, Text] = {
    "map": T("on the map"),
    "aboard": T("aboard"),
    "reserve": T("in reserve"),
    "waiting": T("not deployed yet"),
    "destroyed": T("destroyed"),
}


def order_of_battle(view: ModernView) -> tuple[Block, ...]:
    """For each side a table of its units: of one's own and of read counters everything, of others the arm."""
    names, field = Names(view), view.field
    blocks: list[Block] = []
    for side in view.setup.sides:
        blocks.append(Heading(2, names.side(side.id), f"side-{side.id}"))
        rows = tuple(_row(names, field, unit) for unit in field.units if unit.side == side.id)
        if rows:
            blocks.append(Table(_COLUMNS, rows))
        blocks += _reserve(view, names, side.id)
    return tuple(blocks)


_COLUMNS = (
    Column(T("Unit")),
    Column(T("Card"), "right"),
    Column(T("Arm")),
    Column(T("General")),
    Column(T("Where")),
    Column(T("Statuses"), "right"),
    Column(T("Speed"), "right"),
    Column(T("Armour"), "right"),
    Column(T("Sight"), "right"),
    Column(T("Range"), "right"),
    Column(T("Attack")),
    Column(T("Abilities")),
    Column(T("State")),
)


@clause("MO-UNIT-03", "MO-UNIT-05", "MO-VIS-04")
def _row(names: Names, field: Field, unit: Unit) -> Row:
    who = Strong(unit_name(field, unit), names.colour(unit.side))
    general: Content = names.strong(unit.general) if unit.general else ""
    head: Row = (
        who,
        Number(unit.number) if field.is_read(unit) else "?",
        ARM_WORDS[field.arm(unit)],
        general,
    )
    where: Content = field.label(unit.hex) if unit.status == "map" else STATUSES[unit.status]
    if not field.is_read(unit):
        lost = T("lost {lost}", lost=unit.lost) if unit.lost else "?"
        return (*head, where, lost, "?", "?", "?", "?", "?", "", listed(list(state(unit))))
    card = field.card(unit)
    left = T("{left} of {all}", left=max(0, card.statuses - unit.lost), all=card.statuses)
    figures = tuple(Number(value(field, unit, param)) for param in ("speed", "armour", "sight", "range"))
    attacks = " / ".join(str(value(field, unit, f"attack_{arm}")) for arm in ARMS)
    abilities = listed([_ability(names, one) for one in card.abilities])
    return (*head, where, left, *figures, attacks, abilities, listed(list(state(unit))))


def _ability(names: Names, ability_id: str) -> Name | str:
    found = names.tables.abilities.get(ability_id)
    return found.name if found else ability_id


@clause("MO-TURN-11", "MO-FIRE-04")
def state(unit: Unit) -> Iterator[Text]:
    """What a unit has done since its general's last turn, and the fire sum on it."""
    for words, true in (
        (T("activated"), unit.activated and not unit.moved and not unit.worked),
        (T("moved"), unit.moved and not unit.worked),
        (T("worked"), unit.worked),
        (T("has fired"), unit.attacks > 0),
    ):
        if true:
            yield words
    if unit.hits:
        unknown = any(not hit.value for hit in unit.hits)
        yield T("under fire, sum unknown") if unknown else T("fire sum {total}", total=unit.fire_sum)


@clause("MO-UNIT-01")
def _reserve(view: ModernView, names: Names, side: str) -> Iterator[Block]:
    """Of a side whose units off the map are not known: how many of each arm."""
    counts = dict(view.reserves).get(side, (0, 0, 0, 0))
    if sum(counts) and not any(unit.status == "reserve" and unit.side == side for unit in view.field.units):
        columns = (Column(T("In reserve")), Column(T("Units"), "right"))
        rows = tuple(
            (ARM_WORDS[arm], Number(count)) for arm, count in zip(ARMS, counts, strict=True) if count
        )
        yield Table(columns, rows)
