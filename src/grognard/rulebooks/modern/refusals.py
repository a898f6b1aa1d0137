"""Why an activation is not possible, and what would be right (chapter Bad input)."""

from __future__ import annotations

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg
from grognard.locale import T, Text
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.values import command, is_restricted
from grognard.rulebooks.modern.ways import (
    Way,
    allowance,
    going_of,
    is_in_thicket,
    long_way,
    walk_of,
)
from grognard.space.hex_grid import Hex
from grognard.space.hex_moves import Stop, Walk

IMPASSABLE = {"mountain": "MO-TERR-04", "water": "MO-TERR-08", "river": "MO-TERR-09"}
"""Clauses by terrain; any other is MO-MOVE-07."""


# --- words of an order -----------------------------------------------------------------------------------


@clause("MO-SEAT-03")
def own_unit(field: Field, seat: str, word: Arg) -> Unit:
    """The unit that a general means; raises Refused."""
    piece = field.pieces.get(str(word))
    if not isinstance(piece, Unit) or piece.side != field.side_of(seat):
        own = tuple(unit.id for unit in field.of_general(seat))
        hint = T("choose {options}", options=own)
        raise Refused("MO-SEAT-03", T("there is no unit '{unit}' of yours", unit=word), hint)
    if piece.general != seat:
        if not piece.general:
            raise Refused("MO-SEAT-03", T("unit {unit} is in reserve", unit=piece.id))
        facts = {"unit": piece.id, "general": piece.general}
        raise Refused("MO-SEAT-03", T("unit {unit} is commanded by {general}", **facts))
    return piece


@clause("MO-MAP-02")
def hex_on_map(field: Field, word: Arg) -> Hex:
    """The hex that is meant; raises Refused."""
    if not isinstance(word, int) or not field.grid.holds(word):
        raise Refused("MO-MAP-02", T("there is no hex '{hex}' on the map", hex=word))
    return word


# --- activations -----------------------------------------------------------------------------------------


@clause("MO-MOVE-01", "MO-GNL-02", "MO-TRAN-05")
def why_not_active(field: Field, seat: str, unit: Unit) -> Refused | None:
    """Why a unit of a general can't be activated; None if it can."""
    used, most = field.general(seat).activations, command(field, seat)
    if unit.activated:
        clause_id = "MO-TRAN-05" if unit.status == "aboard" else "MO-MOVE-01"
        return Refused(clause_id, T("unit {unit} was already activated this turn", unit=unit.id))
    if used >= most:
        return Refused("MO-GNL-02", T("command {used} of {most} used", used=used, most=most))
    if unit.status not in ("map", "aboard"):
        return Refused("MO-MOVE-01", T("unit {unit} is not on the map", unit=unit.id))
    return None


@clause("MO-TRAN-02")
def why_not_here(unit: Unit, verb: str) -> Refused | None:
    """Whoever is aboard disembarks and does nothing else; others don't disembark."""
    if verb == "disembark" and unit.status != "aboard":
        return Refused("MO-TRAN-04", T("unit {unit} is not aboard a transport", unit=unit.id))
    if verb != "disembark" and unit.status == "aboard":
        return Refused(
            "MO-TRAN-07", T("unit {unit} is aboard a transport: it can only disembark", unit=unit.id)
        )
    return None


# --- ways ------------------------------------------------------------------------------------------------


@clause("MO-MOVE-02", "MO-MOVE-04", "MO-MOVE-05", "MO-MOVE-06", "MO-MOVE-07")
def why_no_way(field: Field, unit: Unit, way: Way) -> Refused | None:
    """Why a unit on the map can't follow a way from its own hex on; None if it can."""
    if is_restricted(field, unit, "move"):
        return Refused("MO-KSO-20", T("a card keeps unit {unit} from moving", unit=unit.id))
    if way[0] != unit.hex:
        facts = {"unit": unit.id, "start": field.label(way[0]), "hex": field.label(unit.hex)}
        return Refused(
            "MO-MOVE-02", T("unit {unit}: the path starts in {start}, the unit is in {hex}", **facts)
        )
    if len(way) > 1 and not allowance(field, unit):
        return Refused("MO-UNIT-12", T("unit {unit} has speed 0", unit=unit.id))
    walk = walk_of(field, unit, way)
    return None if walk.stop is None else _stopped(field, unit, walk)


def _stopped(field: Field, unit: Unit, walk: Walk) -> Refused:
    """What ends a way too early, and how far it can be followed."""
    at = len(walk.costs)
    here, there = walk.way[at], walk.way[at + 1]
    farthest = T("farthest hex on this path: {hex}", hex=field.label(walk.end))
    match walk.stop:
        case Stop.GAP:
            return _gap(field, unit, walk, here, there)
        case Stop.BARRED:
            return Refused(_barred_by(field, unit, there), _impassable(field, unit, there), farthest)
        case Stop.BLOCKED:
            return Refused("MO-MOVE-06", _occupied(field, there), farthest)
        case Stop.ENDED:
            return Refused(*_ended(field, unit, here, at), farthest)
    facts = {"unit": unit.id, "cost": walk.cost + walk.price, "most": allowance(field, unit)}
    why = T("unit {unit}: the path to {hex} costs {cost} half hexes, allowance {most}",
            hex=field.label(there), **facts)  # fmt: skip
    return Refused("MO-MOVE-02", why, farthest)


def _gap(field: Field, unit: Unit, walk: Walk, here: Hex, there: Hex) -> Refused:
    path = "-".join(map(field.label, walk.way))
    facts = {"unit": unit.id, "path": path, "hex": field.label(there), "other": field.label(here)}
    near = tuple(map(field.label, field.grid.neighbours[here]))
    why = T("unit {unit}: path {path}: {hex} is not adjacent to {other}", **facts)
    return Refused("MO-MOVE-02", why, T("valid next: {options}", options=near))


def _barred_by(field: Field, unit: Unit, hex: Hex) -> str:
    if field.arm(unit) == "fleet":
        return "MO-MOVE-11"
    return IMPASSABLE.get(field.terrain(hex).id, "MO-MOVE-07")


def _impassable(field: Field, unit: Unit, hex: Hex) -> Text:
    facts = {
        "hex": field.label(hex),
        "terrain": field.terrain(hex).name,
        "arm": field.parameters.arm_names[field.arm(unit)],
    }
    if field.map.roads >> hex & 1 and field.arm(unit) in field.tables.road.cost:
        return T("hex {hex} ({terrain}) is impassable off road: {arm}", **facts)
    return T("hex {hex} ({terrain}) is impassable: {arm}", **facts)


def _occupied(field: Field, hex: Hex) -> Text:
    other = field.at(hex)
    assert other is not None
    return T("hex {hex} is occupied by a counter of {side}", hex=field.label(hex), side=other.side)


def _ended(field: Field, unit: Unit, here: Hex, steps: int) -> tuple[str, Text]:
    """Terrain that ends moves, or a hex dearer than all that the unit had."""
    if is_in_thicket(field, unit):
        facts = {"unit": unit.id, "terrain": field.terrain(unit.hex).name, "hex": field.label(unit.hex)}
        return "MO-MOVE-04", T("unit {unit} starts in {terrain} {hex}: it may enter one hex only", **facts)
    facts = {"terrain": field.terrain(here).name, "hex": field.label(here)}
    if going_of(field, unit).need(here) is not None:
        return "MO-MOVE-04", T("the move ends in {terrain} {hex}", **facts)
    return "MO-MOVE-05", T("the move ends in {hex}, which cost more than the allowance", **facts)


@clause("MO-MOVE-02", "MO-MOVE-06", "MO-MOVE-07")
def why_out_of_reach(field: Field, unit: Unit, goal: Hex) -> Refused:
    """Why a unit can't move to a hex, whichever way it takes."""
    way = long_way(field, unit, goal)
    refusal = why_no_way(field, unit, way or (unit.hex,))
    if refusal is not None:
        return refusal
    if field.occupied >> goal & 1:
        return Refused("MO-MOVE-06", _occupied(field, goal))
    if not going_of(field, unit).open >> goal & 1:
        return Refused(_barred_by(field, unit, goal), _impassable(field, unit, goal))
    return Refused("MO-MOVE-07", T("unit {unit}: no way leads to {hex}", unit=unit.id, hex=field.label(goal)))
