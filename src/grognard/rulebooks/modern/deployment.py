"""Where units stand before the first turn (MO-TURN-08)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import Deployed
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import NOWHERE, Unit
from grognard.rulebooks.modern.transport import has_room_for
from grognard.space.hex_grid import Hex

RESERVE = "reserve"
Place = Arg
"""Where a unit begins: a hex, the id of a transport, or ``reserve``."""


@rule("MO-TURN-08")
def deployment(battle: ModernBattle) -> None:
    """In order of turns each general places his units, or they stand as listed."""
    seats = [seat for holder in battle.clock.order for seat in battle.field.seats_in(holder)]
    if battle.option("deployment") == "listed":
        for seat in seats:
            place_all(battle, seat, proposal(battle.field, seat))
    else:
        battle.each(ask_deployment, seats)


@rule("MO-TURN-08")
def ask_deployment(battle: ModernBattle, seat: str) -> None:
    if any(unit.general == seat for unit in battle.field.units):
        battle.ask("deployment", seat, seat, then=deploy)


@rule("MO-TURN-08")
def deploy(battle: ModernBattle, seat: str, verb: Arg, *words: Arg) -> None:
    """Units that he names stand where he says, the others as proposed."""
    place_all(battle, seat, changed(battle.field, seat, words))


@clause("MO-TURN-08")
def proposal(field: Field, seat: str) -> dict[str, Place]:
    """The scenario's places of a general's units, in its order; those that have none are in reserve."""
    found: dict[str, Place] = {}
    for sheet in field.setup.units.values():
        if sheet.general == seat:
            found[sheet.id] = sheet.aboard or (sheet.hex if sheet.hex != NOWHERE else RESERVE)
    return found


def changed(field: Field, seat: str, words: tuple[Arg, ...]) -> dict[str, Place]:
    """The proposal with what the words (unit, place, unit, place ...) say."""
    return {**proposal(field, seat), **{str(a): b for a, b in zip(words[::2], words[1::2], strict=True)}}


@clause("MO-TURN-08", "MO-MAP-06")
def place_all(battle: ModernBattle, seat: str, places: dict[str, Place]) -> None:
    for unit_id, place in places.items():
        if isinstance(place, int):
            battle.change(unit_id, status="map", hex=place)
        elif place == RESERVE:
            battle.change(unit_id, status="reserve", general="")
        else:
            battle.change(unit_id, status="aboard", aboard=place)
    for unit in battle.field.by_hex(battle.field.of_general(seat)):
        _tell(battle, seat, unit.id)


def _tell(battle: ModernBattle, seat: str, unit_id: str) -> None:
    side = battle.unit(unit_id).side
    aboard = tuple(one.number for one in battle.field.passengers(unit_id))
    battle.tell_each(lambda eye: Deployed(seat, eye.counter(unit_id), aboard if eye.owns(side) else ()))


# --- what fits -------------------------------------------------------------------------------------------


@clause("MO-TURN-08", "MO-TRAN-01")
def why_not(field: Field, seat: str, places: dict[str, Place]) -> tuple[str, Place, str] | None:
    """The first unit that can't be where it is meant to be: its id, the place, and ``zone``, ``ground``, ``taken``
    or ``aboard``."""
    zone = field.setup.armies[field.side_of(seat)].zone(field.grid)
    taken: set[Hex] = {unit.hex for unit in field.on_map}
    for unit_id, place in places.items():
        unit = field.unit(unit_id)
        if isinstance(place, int):
            found = _hex_no(field, unit, place, zone, taken)
            if found:
                return unit_id, place, found
            taken.add(place)
        elif place != RESERVE and not _fits_aboard(field, unit, place, places):
            return unit_id, place, "aboard"
    return None


def _hex_no(field: Field, unit: Unit, hex: Hex, zone: int, taken: set[Hex]) -> str:
    if not field.grid.holds(hex) or not zone >> hex & 1:
        return "zone"
    if not field.can_stand(unit, hex):
        return "ground"
    return "taken" if hex in taken else ""


def _fits_aboard(field: Field, unit: Unit, transport_id: str, places: dict[str, Place]) -> bool:
    """The transport is one of his that stands on the map, with room for all who are to go aboard."""
    if not isinstance(places.get(transport_id), int):
        return False
    aboard = [field.unit(one) for one, place in places.items() if place == transport_id and one != unit.id]
    return has_room_for(field, field.unit(transport_id), aboard, unit)
