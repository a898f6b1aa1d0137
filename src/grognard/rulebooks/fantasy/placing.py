"""Deployment: seats of a side with a zone place their units in secret, and all are revealed together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import Deployed
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.ground import barred, land_of
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.regiment import fits
from grognard.space.measure import covers, overlap
from grognard.space.outline import Outline
from grognard.space.pose import Pose

PLACE = 6
"""Words for each unit: id, x, y, heading, files, formation."""


@rule("FA-GEN-10")
def deploy(battle: FantasyBattle) -> None:
    """Each seat of a side with a zone is asked; the others stand as the scenario lists them."""
    for seat in battle.setup.seats:
        if battle.setup.armies[seat.side].zone and units_of(battle.field, seat.id):
            battle.ask("deploy", seat.id, seat.id, then=take_places, secret=True)


@rule("FA-GEN-10")
def take_places(battle: FantasyBattle, seat: str, word: str, *words: Arg) -> None:
    """Its units stand where it says, the others as they're listed."""
    for unit in placed(battle.field, seat, words).values():
        battle.place(unit)
    own = units_of(battle.field, seat)
    poses = tuple(Pose(unit.x, unit.y, unit.heading) for unit in own)
    battle.tell(Deployed(seat, tuple(unit.id for unit in own), poses))


def units_of(field: Field, seat: str) -> list[Unit]:
    """Units on the table that a seat commands, by id."""
    return [unit for unit in field.units if unit.seat == seat]


def placed(field: Field, seat: str, words: tuple[Arg, ...]) -> dict[str, Unit]:
    """A seat's units as its words place them. ``words`` are whole rows of ``PLACE``."""
    found = {unit.id: unit for unit in units_of(field, seat)}
    for at in range(0, len(words), PLACE):
        unit_id, x, y, heading, files, formation = words[at : at + PLACE]
        unit = found[str(unit_id)]
        found[unit.id] = replace(unit, x=x, y=y, heading=heading, files=files, formation=formation)
    return found


def row_of(unit: Unit) -> tuple[Arg, ...]:
    """How a unit stands, as words of an answer."""
    return unit.id, unit.x, unit.y, unit.heading, unit.files, unit.formation


@clause("FA-UNIT-09")
def swaps(field: Field, seat: str) -> Iterator[tuple[Arg, ...]]:
    """Pairs of units of one seat that may change places."""
    own = units_of(field, seat)
    for at, one in enumerate(own):
        for other in own[at + 1 :]:
            if one.profile != other.profile:
                there = replace(one, x=other.x, y=other.y, heading=other.heading)
                here = replace(other, x=one.x, y=one.y, heading=one.heading)
                words = (*row_of(there), *row_of(here))
                if why_not(field, seat, placed(field, seat, words)) is None:
                    yield words


@clause("FA-UNIT-09", "FA-TER-01")
def why_not(field: Field, seat: str, units: Mapping[str, Unit]) -> tuple[str, str, str] | None:
    """(unit, clause, why) of the first that can't stand so: ``zone``, ``ground``, ``taken``, ``files``; None if all
    can. Units of other seats of the side stand as they're listed."""
    zone = Outline(field.setup.armies[field.setup.side_of(seat)].zone)
    land = land_of(field.setup)
    others = [unit for unit in field.of_side(field.setup.side_of(seat)) if unit.id not in units]
    every = [*others, *units.values()]
    for unit in units.values():
        row = field.tables.bases[unit.kind]
        if not 1 <= unit.files <= max(1, unit.models) or not fits(row, unit.formation, unit.files):
            return unit.id, "FA-UNIT-09", "files"
        if not covers(zone, unit.shape):
            return unit.id, "FA-GEN-10", "zone"
        if barred(land, unit.shape):
            return unit.id, "FA-TER-04", "ground"
        if any(one.id != unit.id and overlap(one.shape, unit.shape) for one in every):
            return unit.id, "FA-TER-01", "taken"
    return None
