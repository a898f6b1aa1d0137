"""Places that a hand points at: where commanders ride, flags are planted and commands are set up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot import deployment
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.formations import anchor
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.space.pose import Point, distance, step

if TYPE_CHECKING:
    from grognard.rulebooks.pike_and_shot.aim import Hand

CLOSE = 6000
"""A flag so near to a commander tells him to hold."""
RINGS = (0, 250, 500, 1000, 1500)
"""A unit that can't be set up where it was put is set up so far beside it, if it can."""
NORTH, EAST, SOUTH, WEST = "north", "east", "south", "west"
OWN_SIDE = {NORTH: (0, 1), EAST: (1, 0), SOUTH: (0, -1), WEST: (-1, 0)}


# --- commanders ---


def ways_to_go(hand: Hand, me: str) -> Iterator[Order]:
    """Ride to a place on the list near the hand, or to the very place."""
    if hand.commander(hand.target) or hand.unit(hand.target):
        return
    listed = [(int(one[1]), int(one[2])) for one in hand.listed if one[0] == "go"]
    yield from (("go", *place) for place in hand.snapped(listed))


def stances(hand: Hand, commander_id: str, flag: Point) -> tuple[str, ...]:
    """Near himself he is to hold, towards his own edge to withdraw, elsewhere to attack; then the others."""
    commander = hand.field.commander(commander_id)
    here = commander.x, commander.y
    east, north = OWN_SIDE[hand.field.setup.armies[hand.field.post(commander_id).side].edge]
    back = (flag[0] - here[0]) * east + (flag[1] - here[1]) * north
    if distance(here, flag) <= CLOSE:
        return "hold", "attack", "withdraw"
    return ("withdraw", "hold", "attack") if back > 0 else ("attack", "hold", "withdraw")


def initial_order(hand: Hand) -> Iterator[Order]:
    """The flag where the commander is led to, or where the hand points."""
    me = hand.about()
    if hand.piece not in ("", me):
        return
    if not hand.piece and hand.target == me:
        yield from hand.listed
        return
    unit = hand.unit(hand.target)
    places = [unit.block.at] if unit else hand.snapped((int(o[1]), int(o[2])) for o in hand.listed)
    for place in places:
        yield from ((stance, *place) for stance in stances(hand, me, place))


# --- deployment ---


def deploy(hand: Hand) -> Iterator[Order]:
    """The unit put down at its place, the others as in the draft or by default; a click means the default places."""
    command = {unit.id for unit in deployment.command_of(hand.field, hand.about())}
    if not hand.piece:
        yield ("auto",)
        yield from (one for one in hand.listed if one != ("auto",))
    if hand.piece not in command:
        return
    places = places_of(hand.field, hand.about(), hand.draft)
    unit = hand.field.unit(hand.piece)
    for far in RINGS:
        for heading in range(0, 3600, 450 if far else 3600):
            dx, dy = step(heading, far)
            at = _anchor(hand.field, unit, (hand.at[0] + dx, hand.at[1] + dy))
            yield _written({**places, hand.piece: at})


def _anchor(field: Field, unit: Unit, middle: Point) -> Point:
    """The anchor of a unit that is set up with its middle at a point."""
    there = deployment.standing_at(field, unit, middle)
    at, held = anchor(there.bases), there.block.at
    return middle[0] + at.x - held[0], middle[1] + at.y - held[1]


def _written(places: dict[str, Point]) -> Order:
    return ("place", *(word for unit, (x, y) in places.items() for word in (unit, x, y)))


def places_of(field: Field, commander_id: str, order: Order) -> dict[str, Point]:
    """Where an answer sets up the units of a command; by default where it says nothing that can be read."""
    wanted = {unit.id for unit in deployment.command_of(field, commander_id)}
    try:
        if order[:1] == ("place",):
            places = deployment.read_places(order[1:])
            if set(places) == wanted:
                return places
        return deployment.default_places(field, commander_id)
    except Refused:
        return {}


def set_up(field: Field, places: dict[str, Point]) -> list[Unit]:
    """The units as they would stand."""
    found = [deployment.standing_at(field, field.unit(one), at) for one, at in places.items()]
    return [replace(unit, shown=True) for unit in found]
