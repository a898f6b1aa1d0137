"""Which shots are legal (chapters Fire, Lines of fire): questions only, for views and positions."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.values import attack_param, is_restricted, shots_allowed, value
from grognard.rulebooks.modern.visibility import lines_over, sees
from grognard.space.hex_grid import Hex, HexSet, members
from grognard.space.hex_lines import met
from grognard.space.hex_map import HexMap


@clause("MO-FIRE-02")
def shots(field: Field, unit: Unit, out_of_turn: bool = False) -> list[Hex]:
    """The hexes of the enemy counters at which a unit may fire now, lowest first. ``out_of_turn``: for a card
    (``attack_now``), which doesn't need or use the shot of its own attack phase."""
    if why_silent(field, unit, out_of_turn) is not None:
        return []
    near = enemies(field, unit.side) & field.grid.disc(unit.hex, value(field, unit, "range"))
    return [hex for hex in members(near) if why_not_at(field, unit, hex) is None]


def enemies(field: Field, side: str) -> HexSet:
    """The hexes of a side's enemies."""
    key = ("enemies", side)
    found: HexSet | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = field.occupied & ~field.hexes_of(field.of_side(side))
    return found


@clause("MO-FIRE-03")
def attack_on(field: Field, unit: Unit, target: Unit) -> int:
    """Its effective attack against the target's arm."""
    return value(field, unit, attack_param(field.arm(target)))


# --- the firer -------------------------------------------------------------------------------------------


@clause("MO-FIRE-01", "MO-FIRE-02", "MO-TURN-10", "MO-TURN-11", "MO-WORK-01", "MO-TRAN-07", "MO-UNIT-12")
def why_silent(field: Field, unit: Unit, out_of_turn: bool = False) -> Refused | None:
    """Why a unit may fire at nobody; None if it may."""
    name = unit.id
    if unit.status != "map":
        return Refused("MO-TRAN-07", T("unit {unit} is not on the map", unit=name))
    if not out_of_turn and unit.attacks >= shots_allowed(field, unit):
        return Refused("MO-FIRE-01", T("unit {unit} has already fired this turn", unit=name))
    if unit.worked:
        return Refused("MO-WORK-01", T("unit {unit} has worked, so it cannot attack", unit=name))
    if unit.moved and field.has(unit, "deploy_to_fire"):
        return Refused("MO-FIRE-02", T("unit {unit} has moved and must deploy", unit=name))
    if _is_bound(field, unit):
        return Refused("MO-TURN-10", T("unit {unit} was activated, so it cannot attack", unit=name))
    if is_restricted(field, unit, "attack"):
        return Refused("MO-KSO-20", T("a card keeps unit {unit} from attacking", unit=name))
    if not value(field, unit, "range"):
        return Refused("MO-UNIT-12", T("unit {unit} has range 0", unit=name))
    return None


@clause("MO-TURN-10")
def _is_bound(field: Field, unit: Unit) -> bool:
    """By option who was activated in the turn that is on doesn't attack."""
    return not field.option("fire_after_move") and unit.activated and unit.general in field.active


# --- firer and target ------------------------------------------------------------------------------------


@clause("MO-FIRE-02", "MO-FIRE-13")
def why_not_at(field: Field, unit: Unit, hex: Hex) -> Refused | None:
    """Why a unit may not fire at a hex; None if it may."""
    target, where = field.at(hex), field.label(hex)
    if target is None or target.side == unit.side:
        return Refused("MO-FIRE-13", T("hex {hex} holds no enemy counter", hex=where))
    far, most = field.grid.distance(unit.hex, hex), value(field, unit, "range")
    if far > most:
        facts = {"hex": where, "far": far, "range": most}
        why = T("the counter in {hex} is {far} hexes away, effective range {range}", **facts)
        return Refused("MO-FIRE-02", why)
    if not sees(field, unit.side, target):
        why = T("no unit of {side} sees the counter in {hex}", side=unit.side, hex=where)
        return Refused("MO-FIRE-02", why)
    if not attack_on(field, unit, target):
        return Refused("MO-FIRE-02", _toothless(field, unit, target))
    return (why_too_far(field, unit, target) if far > 1 else None) or why_no_line(field, unit, target)


def _toothless(field: Field, unit: Unit, target: Unit) -> Text:
    card, arm = field.card(unit), field.parameters.arm_names[field.arm(target)]
    return T("unit {number} {name} has attack 0 against {arm}", number=card.number, name=card.name, arm=arm)


# --- broken ground and settlements -----------------------------------------------------------------------


@clause("MO-FIRE-06", "MO-FIRE-07", "MO-FIRE-08")
def why_too_far(field: Field, unit: Unit, target: Unit) -> Refused | None:
    """Why terrain makes more than one hex too far; None if it doesn't."""
    hidden, out = is_in_broken(field, target), is_in_broken(field, unit)
    if hidden and not _reaches_into(field, unit, target):
        return Refused("MO-FIRE-06", _only_next(field, target))
    if out and not _share_patch(field, unit, target):
        facts = {"unit": unit.id, "hex": field.label(unit.hex), "terrain": field.terrain(unit.hex).name}
        why = T("unit {unit} is in {terrain} {hex}: it fires at adjacent hexes only", **facts)
        return Refused("MO-FIRE-06", why)
    if is_in_town(field, target) and not field.has(unit, "siege") and not _reaches_into(field, unit, target):
        return Refused("MO-FIRE-07", _only_next(field, target))
    return None


def _only_next(field: Field, target: Unit) -> Text:
    facts = {"terrain": field.terrain(target.hex).name, "hex": field.label(target.hex)}
    if field.option("broken_ground_fire") == "region":
        return T("the target is in {terrain} {hex}: only from there or from next to that patch", **facts)
    return T("the target is in {terrain} {hex}: only from adjacent hexes", **facts)


@clause("MO-TERR-02")
def _is_bound_by_ground(field: Field, unit: Unit) -> bool:
    return field.arm(unit) != "aviation" or field.option("aviation_in_terrain") == "as_others"


@clause("MO-TERR-03")
def is_in_broken(field: Field, unit: Unit) -> bool:
    """It's in broken ground; by option settlements are that too."""
    kind = field.terrain(unit.hex)
    town = kind.adjacent_only_as_target and bool(field.option("settlement_is_broken"))
    return (kind.broken or town) and _is_bound_by_ground(field, unit)


@clause("MO-TERR-02", "MO-TERR-07")
def is_in_town(field: Field, unit: Unit) -> bool:
    """It's where it can be fired at from next to it only."""
    return field.terrain(unit.hex).adjacent_only_as_target and _is_bound_by_ground(field, unit)


@lru_cache(maxsize=4096)
def _patch(map: HexMap, hex: Hex) -> HexSet:
    return map.patch(hex)


@clause("MO-FIRE-06", "MO-FIRE-07")
def _reaches_into(field: Field, unit: Unit, target: Unit) -> bool:
    """By option from anywhere in or next to the target's patch of terrain."""
    if field.option("broken_ground_fire") != "region":
        return False
    return bool(field.grid.spread(_patch(field.map, target.hex)) >> unit.hex & 1)


@clause("MO-FIRE-06")
def _share_patch(field: Field, unit: Unit, target: Unit) -> bool:
    """By option both are in the same patch."""
    if field.option("broken_ground_fire") != "region":
        return False
    return bool(_patch(field.map, target.hex) >> unit.hex & 1)


# --- lines -----------------------------------------------------------------------------------------------


@clause("MO-LOS-01", "MO-LOS-06", "MO-FIRE-08")
def why_no_line(field: Field, unit: Unit, target: Unit) -> Refused | None:
    """What stops the line of fire; None if it is free or needn't be."""
    if field.has(unit, "indirect_fire") or _flies_over(field, unit, target):
        return None
    lines = lines_over(field.setup)
    if lines.free(unit.hex, target.hex):
        return None
    stops = lines.stop(unit.hex, target.hex)
    facts = {"start": field.label(unit.hex), "end": field.label(target.hex), "hexes": _named(field, stops)}
    if len(stops) == 1 and not _runs_beside(field, unit, target, stops[0]):
        return Refused("MO-LOS-03", T("line {start}-{end} crosses {hexes}", **facts))
    return Refused("MO-LOS-04", T("line {start}-{end} runs along {hexes}", **facts))


@clause("MO-LOS-06")
def _flies_over(field: Field, unit: Unit, target: Unit) -> bool:
    return field.option("aviation_los") == "free" and "aviation" in (field.arm(unit), field.arm(target))


def _runs_beside(field: Field, unit: Unit, target: Unit, hex: Hex) -> bool:
    """The line runs along a side of that hex, and doesn't cross it."""
    return any(hex in pair and len(pair) > 1 for pair in met(field.grid, unit.hex, target.hex))


def _named(field: Field, hexes: tuple[Hex, ...]) -> tuple[Text, ...]:
    """Each hex with its terrain."""
    return tuple(
        Text("{terrain} {hex}", {"terrain": field.terrain(hex).name, "hex": field.label(hex)})
        for hex in hexes
    )
