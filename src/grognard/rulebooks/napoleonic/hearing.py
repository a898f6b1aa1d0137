"""Who hears what in the fog (chapter Model, hidden information).

Dice, fights and fire are public. What else bodies do a side hears of those it sees; what persons do, and exact
figures, of those within 1 merka; of a die thrown for anybody else only what it was for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from grognard.core.events import Event, Version
from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import aiming, allowance
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Corridor, Person
from grognard.rulebooks.napoleonic.view import Eyes

UNKNOWN = -1
"""In the place of a number that a side can't count."""


class Ears(Eyes):
    """What a side sees of those of whom something is told, by their ids."""

    def sees_one(self, one: str) -> bool:
        """A body in sight; whatever is no body (a place, a kind of terrain) is no secret."""
        body = self.field.find(one)
        return self.sees(body) if body is not None else not isinstance(self.field.pieces.get(one), Corridor)

    def near_one(self, one: str) -> bool:
        """A body within 1 merka, or a person who stands with one."""
        piece = self.field.pieces.get(one)
        if isinstance(piece, Person):
            body = self.field.find(piece.at)
            return piece.side == self.side or (body is not None and self.is_near(body))
        return isinstance(piece, Body) and self.is_near(piece)

    def own(self, one: str) -> bool:
        """A body, person or formation of the side."""
        setup = self.field.setup
        piece = self.field.pieces.get(one)
        side = piece.side if isinstance(piece, Body | Person) else ""
        sheet = setup.formations.get(one)
        return self.side == (sheet.side if sheet else side)

    def seen(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in ids if self.sees_one(one))

    def saw(self, one: str, at: told.Spot) -> bool:
        """Whether the body was seen where it stood before: at the start of the turn, or just now."""
        body = self.field.body(one)
        if self.owns(body):
            return True
        there = replace(body, x=at[0], y=at[1], heading=at[2])
        field = allowance.as_it_began(self.field) if body.start == at else self.field.put(there)
        return bool(self.side) and aiming.side_sees(field, self.side, there)


@clause("NA-GEN-02")
def versions(field: Field, event: Event, sides: Mapping[str, tuple[str, ...]]) -> tuple[Version, ...]:
    """What each side (with its seats) hears of it, the umpire's version first and the public's last."""
    found: list[Version] = [(event, ())]
    tell = TELLERS.get(type(event))
    if tell is None:
        return ((event, None),)
    for side, seats in sides.items():
        heard = tell(Ears(field, side), event)
        if heard == event:
            found[0] = event, (*(found[0][1] or ()), *seats)
        elif heard is not None:
            found.append((heard, seats))
    public = tell(Ears(field, ""), event)
    if public is not None:
        found.append((public, None))
    return tuple(found)


# --- one kind of event each --------------------------------------------------------------------------

Teller = Callable[[Ears, Any], Event | None]


def _by_sight(name: str) -> Teller:
    """Of a body that is seen."""
    return lambda ears, event: event if ears.sees_one(getattr(event, name)) else None


def _by_nearness(name: str) -> Teller:
    """Of a body or person within 1 merka."""
    return lambda ears, event: event if ears.near_one(getattr(event, name)) else None


def _of_its_own(name: str) -> Teller:
    """Of one's own side alone."""
    return lambda ears, event: event if ears.own(getattr(event, name)) else None


def _initiative(ears: Ears, event: told.InitiativeRolled) -> Event:
    purpose = "initiative" if event.upper else "split"
    return event if ears.own(event.lower) else told.DieFell(purpose, event.die)


def _replacement(ears: Ears, event: told.ReplacementRolled) -> Event:
    return event if ears.own(event.formation) else told.DieFell("replacement", event.die)


def _fate(ears: Ears, event: told.PersonHit) -> Event:
    return event if ears.near_one(event.person) else told.DieFell("fate", event.die)


def _passed(ears: Ears, event: told.RoutersPass) -> Event | None:
    if ears.sees_one(event.unit):
        return event
    return told.DieFell("routers", event.die) if event.die else None


def _losses(ears: Ears, event: told.Losses) -> Event:
    return event if ears.near_one(event.unit) else replace(event, left=UNKNOWN)


def _deployed(ears: Ears, event: told.Deployed) -> Event:
    return replace(event, places=tuple(one for one in event.places if ears.sees_one(one[0])))


def _contested(ears: Ears, event: told.PlaceContested) -> Event | None:
    units = ears.seen(event.units)
    winner = event.winner if event.winner in units else ""
    return replace(event, units=units, winner=winner) if units else None


def _reinforced(ears: Ears, event: told.Reinforcement) -> Event | None:
    """Of one that still waits beyond the edge only its own side."""
    heard = ears.own(event.unit) if event.waits else ears.sees_one(event.unit)
    return event if heard else None


def _place_lost(ears: Ears, event: told.BuildingBurning | told.BridgeDestroyed) -> Event:
    return replace(event, units_moved=ears.seen(event.units_moved))


@clause("NA-ART-07")
def _moved(ears: Ears, event: told.Moved) -> Event | None:
    """The way of one that was seen before and after; of one that comes into sight where it is now."""
    if not ears.sees_one(event.unit):
        return None
    by = event.by if ears.sees_one(event.by) else ""
    if ears.saw(event.unit, event.before):
        return replace(event, by=by)
    return told.Sighted(event.unit, event.after)


@clause("NA-ROUT-15")
def _routed(ears: Ears, event: told.Routed) -> Event | None:
    """Of one that ran out of sight only that it ran."""
    if ears.sees_one(event.unit):
        return event
    corridor = ears.field.pieces.get(event.corridor)
    if isinstance(corridor, Corridor) and ears.finds(corridor):
        return replace(event, direction=0, distance=0, corridor="")
    return None


def _person_moved(ears: Ears, event: told.PersonMoved) -> Event | None:
    if not ears.near_one(event.person):
        return None
    return event if ears.near_one(event.before) else replace(event, before="")


def _refuge(ears: Ears, event: told.PersonRefuge) -> Event | None:
    """Whoever takes him knows whom he took."""
    near = ears.near_one(event.person) or (event.captured_by and ears.own(event.captured_by))
    return event if near else None


def _pursuit(ears: Ears, event: told.Pursuit) -> Event:
    return event if ears.sees_one(event.stopped_by) else replace(event, stopped_by="")


TELLERS: Mapping[type[Event], Teller] = {
    told.Deployed: _deployed,
    told.Reinforcement: _reinforced,
    told.PersonMoved: _person_moved,
    told.PersonBack: _by_nearness("person"),
    told.PostTaken: _by_nearness("person"),
    told.CoverOrdered: _of_its_own("unit"),
    told.InitiativeRolled: _initiative,
    told.CommandLost: _by_nearness("person"),
    told.Replaced: _of_its_own("formation"),
    told.ReplacementRolled: _replacement,
    told.OrderRevealed: _by_sight("unit"),
    told.Moved: _moved,
    told.Formed: _by_sight("unit"),
    told.Split: _by_nearness("unit"),
    told.Rejoined: _by_nearness("unit"),
    told.CrewChanged: _by_nearness("after"),
    told.PlaceContested: _contested,
    told.Crossed: _by_sight("unit"),
    told.BuildingBurning: _place_lost,
    told.BridgeDestroyed: _place_lost,
    told.PersonHit: _fate,
    told.Losses: _losses,
    told.Pushed: _by_sight("unit"),
    told.Parted: _by_sight("unit"),
    told.Repulsed: _by_sight("unit"),
    told.Reforming: _by_sight("unit"),
    told.FollowedUp: _by_sight("unit"),
    told.Routed: _routed,
    told.NeighbourBack: _by_sight("unit"),
    told.RoutersPass: _passed,
    told.Pursuit: _pursuit,
    told.PersonRefuge: _refuge,
    told.Escorted: _by_sight("unit"),
    told.Rallied: _by_sight("unit"),
    told.ReturnedToBattle: _by_sight("unit"),
    told.LeftField: _by_sight("unit"),
}
"""What is not here everybody hears."""
