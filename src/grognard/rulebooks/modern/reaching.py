"""What a chosen counter can reach: hexes by cost, range and sight, whom it may fire at; of an enemy all that may fire
at him, and the sum that they would make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.ghost import planned
from grognard.rulebooks.modern.lines import attack_on, shots
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.paper import laid, paper
from grognard.rulebooks.modern.picture import Sheet
from grognard.rulebooks.modern.picture_deeds import fire_line
from grognard.rulebooks.modern.transport import landings
from grognard.rulebooks.modern.values import value
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.ways import allowance, reach_of
from grognard.show.drawing import label
from grognard.show.markup import Markup, tag
from grognard.show.style import paint, side_of
from grognard.space.hex_grid import HexSet, hex_set


def reach(view: ModernView, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
    """As an SVG ``<g>`` over the picture; "" for what isn't on the map or has no card that the seat knows and no
    enemies that may fire at it."""
    unit = view.field.pieces.get(piece)
    if not isinstance(unit, Unit) or unit.status not in ("map", "aboard"):
        return ""
    sheet = paper(view, lang)
    parts = list(_own(view.field, unit, sheet)) if view.field.is_read(unit) else []
    if view.side and unit.side != view.side and unit.status == "map":
        parts += _threats(view, unit, sheet)
    return laid(sheet, parts, data_reach_of=piece)


# --- what it can do --------------------------------------------------------------------------------------


@clause("MO-MOVE-02", "MO-MOVE-04", "MO-TRAN-04", "MO-UNIT-05")
def _own(field: Field, unit: Unit, sheet: Sheet) -> Iterator[Markup]:
    ink = side_of(sheet.scene.sides[unit.side]).ink
    if unit.status == "aboard":
        yield _shade(sheet, hex_set(landings(field, unit)), ink, 0.3)
        return
    found, own = reach_of(field, unit), 1 << unit.hex
    near = found.within(allowance(field, unit) // 2) & ~own
    yield _shade(sheet, found.hexes & ~own, ink, 0.16)
    yield _shade(sheet, near & ~found.ended, ink, 0.14)
    yield _edge(sheet, found.hexes, ink, 2.0, None)
    far, sight = value(field, unit, "range"), value(field, unit, "sight")
    if far:
        yield _edge(sheet, field.grid.disc(unit.hex, far), "s1", 2.2, "8 4", "range")
    if sight:
        yield _edge(sheet, field.grid.disc(unit.hex, sight), "ink", 1.2, "2 4", "sight")
    yield from _costs(field, unit, sheet)
    yield from (fire_line(sheet.plan, unit.hex, hex, ink, True) for hex in shots(field, unit))


def _shade(sheet: Sheet, hexes: HexSet, ink: str, strength: float) -> Markup:
    d = sheet.plan.outlines(hexes)
    return tag("path", d=d, fill_opacity=strength, **paint(ink)) if d else Markup("")


def _edge(
    sheet: Sheet, hexes: HexSet, ink: str, width: float, dash: str | None, what: str = "reach"
) -> Markup:
    d = sheet.plan.border(hexes)
    return tag("path", d=d, stroke_width=width, stroke_dasharray=dash, data_edge=what, **paint("none", ink))


def _costs(field: Field, unit: Unit, sheet: Sheet) -> Iterator[Markup]:
    """What each hex costs, in hexes, where there is room for it."""
    if not sheet.plan.fine:
        return
    size = sheet.plan.radius * 0.3
    for hex, cost in reach_of(field, unit).costs().items():
        if cost and field.at(hex) is None:
            x, y = sheet.plan.at(hex)
            words = f"{cost // 2}½" if cost % 2 else str(cost // 2)
            yield label((x, y + sheet.plan.pitch * 0.36), words.removeprefix("0") or "0", size, "sans-bold")


# --- who can fire at it ----------------------------------------------------------------------------------


@clause("MO-FIRE-02", "MO-FIRE-04")
def _threats(view: ModernView, target: Unit, sheet: Sheet) -> list[Markup]:
    """Lines from all own units that may fire at it, each with its attack, and the sum of all."""
    field = view.field
    able = [unit for unit in field.of_side(view.side) if target.hex in shots(field, unit)]
    if not able:
        return []
    plan, ink = sheet.plan, side_of(sheet.scene.sides[view.side]).ink
    attacks = [attack_on(field, unit, target) for unit in able]
    size = max(10.0, plan.radius * 0.36)
    parts = [fire_line(plan, unit.hex, target.hex, ink, True) for unit in able]
    for unit, attack in zip(able, attacks, strict=True):
        (ax, ay), (bx, by) = plan.at(unit.hex), plan.at(target.hex)
        parts.append(
            label(
                (ax + (bx - ax) * 0.42, ay + (by - ay) * 0.42 - 4), str(attack), size, "sans-bold", fill=ink
            )
        )
    x, y = plan.at(target.hex)
    parts.append(
        label((x, y + plan.radius * 0.55 + size), planned(field, target, attacks), size * 1.1, "sans-bold")
    )
    return parts
