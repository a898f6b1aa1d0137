"""An order as it would lie on the map: a unit at the end of its way, a line of fire with the sum that it would make,
the places that a card would fall on; and the risks beside it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.rulebooks.modern.decisions import DECISIONS
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.lines import attack_on
from grognard.rulebooks.modern.model import NOWHERE, Unit
from grognard.rulebooks.modern.order_words import order_words
from grognard.rulebooks.modern.paper import laid, paper
from grognard.rulebooks.modern.picture import Sheet
from grognard.rulebooks.modern.picture_counters import Piece, counter
from grognard.rulebooks.modern.picture_deeds import fire_line
from grognard.rulebooks.modern.values import value
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.ways import way_to
from grognard.rulebooks.risks import card, risks
from grognard.show import marks
from grognard.show.drawing import Point, group, label
from grognard.show.markup import Markup, tag
from grognard.show.style import paint, side_of
from grognard.space.hex_grid import Hex


def ghost(
    view: ModernView, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
) -> str:
    """The order as an SVG ``<g>`` over the picture; "" if it draws nothing."""
    if not order or question.kind not in DECISIONS:
        return ""
    sheet = paper(view, lang)
    parts = list(_parts(view, question, order, sheet))
    if not parts:
        return ""
    at = _where(view.field, question, order, sheet)
    words = order_words(view, question, order).say(lang)
    parts.append(marks.badge((at[0], at[1] + sheet.plan.radius * 1.3), words, "pip", 11.5))
    lines = risks(DECISIONS[question.kind], view, question, order, lang)
    parts.append(card(lines, at, (4.0, 4.0, sheet.plan.width - 4, sheet.plan.height + 120)))
    return laid(sheet, parts, data_ghost=str(order[0]))


def _parts(view: ModernView, question: Question, order: Order, sheet: Sheet) -> Iterator[Markup]:
    field, words = view.field, order[1:]
    match order[0]:
        case "move" if len(words) > 1:
            yield from _move(
                field, sheet, str(words[0]), tuple(one for one in words[1:] if isinstance(one, int))
            )
        case "embark" | "disembark" if len(words) > 1:
            yield from _ride(field, sheet, str(words[0]), words[1])
        case "work" if len(words) > 2:
            yield from _outlines(field, sheet, words[::2])
        case "fire":
            yield from _fire(field, question, sheet, words)
        case "deploy":
            for one, place in zip(words[::2], words[1::2], strict=False):
                yield from _ghost_at(sheet, str(one), _place(field, place))
        case "play" | "ability" | "inspect":
            yield from _outlines(field, sheet, words)


# --- units -----------------------------------------------------------------------------------------------


def _piece(sheet: Sheet, unit_id: str) -> Piece | None:
    every = (*sheet.scene.counters, *sheet.scene.tray)
    return next((one.piece for one in every if one.piece.id == unit_id), None)


def _ghost_at(sheet: Sheet, unit_id: str, hex: Hex) -> Iterator[Markup]:
    """The counter as a shadow of itself."""
    piece = _piece(sheet, unit_id)
    if piece is not None and sheet.plan.grid.holds(hex):
        made = counter(piece, sheet.plan.radius)
        yield group(made, at=sheet.plan.at(hex), opacity=0.6)


@clause("MO-MOVE-09")
def _move(field: Field, sheet: Sheet, unit_id: str, path: tuple[Hex, ...]) -> Iterator[Markup]:
    unit = field.pieces.get(unit_id)
    if not isinstance(unit, Unit) or not path:
        return
    points = [sheet.plan.at(hex) for hex in _way(field, unit, path) if sheet.plan.grid.holds(hex)]
    if len(points) > 1:
        yield marks.arrow(points, _ink(sheet, unit), "dashed", max(2.4, sheet.plan.radius * 0.1))
    yield from _ghost_at(sheet, unit_id, path[-1])


def _way(field: Field, unit: Unit, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """From where it stands; where only the end is said and can be reached, the way that it takes."""
    if path[0] == unit.hex:
        return path
    found = (
        way_to(field, unit, path[-1])
        if len(path) == 1 and unit.status == "map" and field.is_read(unit)
        else None
    )
    return found or (unit.hex, *path)


def _ride(field: Field, sheet: Sheet, unit_id: str, end: Arg) -> Iterator[Markup]:
    unit = field.pieces.get(unit_id)
    host = field.pieces.get(unit.aboard) if isinstance(unit, Unit) and unit.status == "aboard" else unit
    goal = _place(field, end)
    if isinstance(unit, Unit) and isinstance(host, Unit) and NOWHERE not in (host.hex, goal):
        points = [sheet.plan.at(host.hex), sheet.plan.at(goal)]
        yield marks.arrow(points, _ink(sheet, unit), "dashed", max(2.4, sheet.plan.radius * 0.1))
        yield from _ghost_at(sheet, unit_id, goal)


def _ink(sheet: Sheet, unit: Unit) -> str:
    return side_of(sheet.scene.sides[unit.side]).ink


def _place(field: Field, word: Arg) -> Hex:
    """The hex of a place: itself, or where a unit stands."""
    if isinstance(word, int):
        return word if field.grid.holds(word) else NOWHERE
    unit = field.pieces.get(word)
    return unit.hex if isinstance(unit, Unit) else NOWHERE


# --- fire ------------------------------------------------------------------------------------------------


@clause("MO-FIRE-02", "MO-FIRE-03")
def _fire(field: Field, question: Question, sheet: Sheet, words: Order) -> Iterator[Markup]:
    shooter = str(words[0]) if len(words) > 1 else str(question.about[0])
    unit, target = field.pieces.get(shooter), _place(field, words[-1])
    if not isinstance(unit, Unit) or NOWHERE in (unit.hex, target):
        return
    yield fire_line(sheet.plan, unit.hex, target, _ink(sheet, unit), True)
    yield from _outlines(field, sheet, (target,))
    foe = field.at(target)
    if foe is not None and field.is_read(unit):
        (x, y), size = sheet.plan.at(target), max(10.0, sheet.plan.radius * 0.38)
        words_ = planned(field, foe, [attack_on(field, unit, foe)])
        yield label((x, y + sheet.plan.radius * 0.55 + size), words_, size, "sans-bold")


@clause("MO-FIRE-04", "MO-FIRE-05")
def planned(field: Field, target: Unit, attacks: Sequence[int]) -> str:
    """``8 + 5 = 13 of 11``: the sum that stands and what would be added, against the armour where it is known."""
    shares = [*([target.fire_sum] if target.fire_sum else []), *attacks]
    total = sum(shares)
    words = f"{' + '.join(map(str, shares))} = {total}" if len(shares) > 1 else str(total)
    if not field.is_read(target):
        return f"{words} / ?"
    armour = value(field, target, "armour")
    return f"{words} {'≥' if total >= armour else '<'} {armour}"


# --- places ----------------------------------------------------------------------------------------------


def _outlines(field: Field, sheet: Sheet, words: Sequence[Arg]) -> Iterator[Markup]:
    """Gold around every hex that is named, or on which a named unit stands."""
    hexes = [hex for word in words if (hex := _place(field, word)) != NOWHERE]
    if hexes:
        d = sheet.plan.outlines(hexes)
        yield tag("path", d=d, stroke_width=3, stroke_linejoin="round", **paint("none", "gold"))


def _where(field: Field, question: Question, order: Order, sheet: Sheet) -> Point:
    """Where the words stand: by the last hex that is named, or by the unit."""
    named = [hex for word in reversed(order[1:]) if (hex := _place(field, word)) != NOWHERE]
    if question.kind == "shot":
        named.append(_place(field, question.about[0]))
    return sheet.plan.at(named[0]) if named else (sheet.plan.width / 2, sheet.plan.height / 2)
