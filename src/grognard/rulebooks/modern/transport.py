"""Transports and passengers (chapter Transport)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.errors import Refused
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.locale import T
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import Disembarked, Embarked
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.hits import enter
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.values import is_restricted
from grognard.rulebooks.modern.visibility import off_map
from grognard.space.hex_grid import Hex, members

AIRPLANE, AIRBORNE = "airplane", "airborne"


# --- room ------------------------------------------------------------------------------------------------


@clause("MO-TRAN-01", "MO-TRAN-08")
def has_room_for(field: Field, transport: Unit, aboard: Sequence[Unit], unit: Unit) -> bool:
    """Whether a unit could go aboard a transport of its side with these passengers. Who carries somebody himself
    can't."""
    if transport.id == unit.id or transport.side != unit.side or field.passengers(unit.id):
        return False
    arms = [field.arm(one) for one in aboard]
    room = room_of(field, transport, field.arm(unit))
    if room and field.has(transport, AIRPLANE) and field.option("airlift_limit") == "either":
        return len(arms) < room and set(arms) <= {field.arm(unit)}
    return arms.count(field.arm(unit)) < room


@clause("MO-TRAN-01")
def room_of(field: Field, transport: Unit, arm: str) -> int:
    """How many of an arm it carries; aviation and fleet are never passengers."""
    return 0 if arm in ("aviation", "fleet") else field.card(transport).carries.get(arm, 0)


# --- going aboard ----------------------------------------------------------------------------------------


@clause("MO-TRAN-03")
def hosts(field: Field, unit: Unit) -> list[Unit]:
    """The transports beside a unit that it could go aboard."""
    if is_restricted(field, unit, "embark"):
        return []
    near = (field.at(hex) for hex in field.grid.neighbours[unit.hex])
    own = [one for one in near if one is not None and one.side == unit.side]
    return [one for one in own if has_room_for(field, one, field.passengers(one.id), unit)]


@clause("MO-TRAN-01", "MO-TRAN-03", "MO-TRAN-05", "MO-TRAN-08", "MO-KSO-20")
def why_no_embarking(field: Field, unit: Unit, word: Arg) -> Refused | None:
    """Why a unit on the map can't go aboard a transport; None if it can."""
    host = field.pieces.get(str(word))
    if not isinstance(host, Unit) or host.side != unit.side or host.status != "map":
        return Refused("MO-TRAN-03", T("there is no transport '{unit}' of yours on the map", unit=word))
    if is_restricted(field, unit, "embark"):
        return Refused("MO-KSO-20", T("a card keeps unit {unit} from embarking", unit=unit.id))
    if field.grid.distance(unit.hex, host.hex) != 1:
        facts = {"unit": unit.id, "other": host.id}
        return Refused("MO-TRAN-03", T("unit {unit} is not adjacent to transport {other}", **facts))
    return None if has_room_for(field, host, field.passengers(host.id), unit) else _no_room(field, host, unit)


def _no_room(field: Field, host: Unit, unit: Unit) -> Refused:
    arm = field.arm(unit)
    most = room_of(field, host, arm)
    if field.passengers(unit.id):
        return Refused("MO-TRAN-01", T("unit {unit} has passengers itself", unit=unit.id))
    there = [one for one in field.passengers(host.id) if field.arm(one) == arm]
    facts = {"unit": host.id, "arm": field.parameters.arm_names[arm], "count": len(there), "most": most}
    if not most:
        return Refused("MO-TRAN-01", T("transport {unit} does not carry {arm}", **facts))
    if len(there) < most:
        return Refused("MO-TRAN-08", T("aeroplane {unit} carries one arm at a time", **facts))
    return Refused("MO-TRAN-01", T("transport {unit} carries {count} of {most}: {arm}", **facts))


@rule("MO-TRAN-02", "MO-TRAN-03", "MO-VIS-06")
def embark(battle: ModernBattle, unit_id: str, transport_id: str) -> None:
    """A unit goes aboard, and does nothing else in this turn."""
    battle.tell_each(lambda eye: Embarked(eye.counter(unit_id), eye.counter(transport_id)))
    off_map(battle, unit_id, status="aboard", aboard=transport_id, moved=True)


# --- going ashore ----------------------------------------------------------------------------------------


@clause("MO-TRAN-06")
def leap(field: Field, unit: Unit, transport: Unit) -> int:
    """How far from its transport a unit may get off."""
    drops = field.has(unit, AIRBORNE) and field.arm(transport) == "aviation"
    return field.parameters.airborne_distance if drops else 1


@clause("MO-TRAN-04", "MO-TRAN-06", "MO-KSO-20")
def landings(field: Field, unit: Unit) -> list[Hex]:
    """The hexes in which a unit that is aboard may get off, lowest first."""
    if is_restricted(field, unit, "embark"):
        return []
    host = field.unit(unit.aboard)
    near = field.grid.disc(host.hex, leap(field, unit, host)) & ~field.occupied
    return [hex for hex in members(near) if field.can_stand(unit, hex)]


@clause("MO-TRAN-04", "MO-TRAN-06", "MO-KSO-20")
def why_no_landing(field: Field, unit: Unit, hex: Hex) -> Refused | None:
    """Why a unit that is aboard can't get off there; None if it can."""
    host = field.unit(unit.aboard)
    most, far = leap(field, unit, host), field.grid.distance(host.hex, hex)
    if is_restricted(field, unit, "embark"):
        return Refused("MO-KSO-20", T("a card keeps unit {unit} from disembarking", unit=unit.id))
    if far > most:
        facts = {"hex": field.label(hex), "far": far, "other": host.id, "most": most}
        why = T("hex {hex} is {far} hexes from transport {other}, at most {most}", **facts)
        return Refused("MO-TRAN-06" if most > 1 else "MO-TRAN-04", why)
    if field.occupied >> hex & 1:
        return Refused("MO-MAP-06", T("hex {hex} is occupied", hex=field.label(hex)))
    if not field.can_stand(unit, hex):
        facts = {"unit": unit.id, "hex": field.label(hex), "terrain": field.terrain(hex).name}
        return Refused("MO-TRAN-04", T("unit {unit} cannot stand in {terrain} {hex}", **facts))
    return None


@rule("MO-TRAN-02", "MO-TRAN-04", "MO-TRAN-06")
def disembark(battle: ModernBattle, unit_id: str, hex: int) -> None:
    """A unit gets off: it goes no farther in this turn, but it may attack."""
    host = battle.unit(unit_id).aboard
    battle.change(unit_id, status="map", hex=hex, aboard="", moved=True)
    battle.tell_each(lambda eye: Disembarked(eye.counter(unit_id), eye.counter(host)))
    enter(battle, unit_id)
