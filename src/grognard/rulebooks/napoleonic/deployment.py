"""Step 0: where each seat places its units, in its side's zone (chapter Sequence)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.napoleonic import command, victory
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import Deployed
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Gun
from grognard.space.measure import overlap
from grognard.space.outline import Outline
from grognard.space.pose import Pose, turn_to
from grognard.space.sine import TURN

Places = Mapping[str, Pose]
PLACE = 4
"""Words a unit: id, x, y, heading."""


def of_seat(field: Field, seat: str) -> list[Body]:
    """What a seat places; nothing where its side has no zone."""
    return field.of_seat(seat) if field.setup.armies[field.setup.side_of(seat)].zone else []


@rule("NA-SEQ-07")
def deploy(battle: NapoleonicBattle) -> None:
    """Each seat of a side with a zone places its units, all in secret."""
    for seat in battle.setup.seats:
        if of_seat(battle.field, seat.id):
            battle.ask("deploy", seat.id, seat.id, then=take, secret=True)
    battle.then(deployed)


@rule("NA-SEQ-07")
def take(battle: NapoleonicBattle, seat: str, *order: Arg) -> None:
    """Units stand where they were put; those not named as printed."""
    places = read(order) or {}
    for one, pose in places.items():
        battle.change(one, x=pose.x, y=pose.y, heading=pose.heading)
    stands = tuple((one.id, (one.x, one.y, one.heading)) for one in of_seat(battle.field, seat))
    battle.tell(Deployed(seat, stands))


@rule("NA-END-08")
def deployed(battle: NapoleonicBattle) -> None:
    """Objectives that a side holds from the start."""
    victory.hold_objectives(battle)


def read(order: Sequence[Arg]) -> dict[str, Pose] | None:
    """("deploy", unit, x, y, heading, ...); None where it can't be read."""
    words = order[1:]
    if order[:1] != ("deploy",) or len(words) % PLACE:
        return None
    places = {}
    for at in range(0, len(words), PLACE):
        unit, *numbers = words[at : at + PLACE]
        if not isinstance(unit, str) or any(isinstance(one, str) for one in numbers):
            return None
        x, y, heading = map(int, numbers)
        if not 0 <= heading < TURN:
            return None
        places[unit] = Pose(x, y, heading)
    return places


# --- checks ------------------------------------------------------------------------------------------


def placed(field: Field, places: Places) -> Field:
    """The field as it would be."""
    bodies = [replace(field.body(one), x=at.x, y=at.y, heading=at.heading) for one, at in places.items()]
    return field.put(*bodies)


@clause("NA-ART-08", "NA-CMD-01")
def why_not(field: Field, seat: str, places: Places) -> tuple[str, str] | None:
    """(unit, why) of the first that may not stand so: yours, zone, taken, ground, guns, link."""
    own = {body.id for body in of_seat(field, seat)}
    for one in places:
        if one not in own:
            return one, "yours"
    after = placed(field, places)
    for one in places:
        why = _why_not_there(after, after.body(one))
        if why:
            return one, why
    return _broken_link(field, after, seat)


def _why_not_there(field: Field, body: Body) -> str:
    zone = field.setup.armies[body.side].zone
    west, south, east, north = body.shape.box
    if zone and not (zone[0] <= west and zone[1] <= south and east <= zone[2] and north <= zone[3]):
        return "zone"
    others = [other for other in field.bodies if other.id != body.id and other.side == body.side]
    if any(overlap(body.shape, other.shape) for other in others):
        return "taken"
    if any(
        _bars(field, body, shape)
        for one in field.terrains
        for shape in one.shapes
        if not _open(field, body, one.id)
    ):
        return "ground"
    return "guns" if isinstance(body, Gun) and any(too_near(field, body, one) for one in others) else ""


def _open(field: Field, body: Body, terrain: str) -> bool:
    """Whether that arm may stand in a piece of terrain; lines it may stand astride of none but open ones."""
    obstacle = field.obstacle(field.terrain(terrain))
    kind = "foot" if field.is_foot(body) else field.branch(body)
    return obstacle.open_to(kind) and not obstacle.one_turn


def _bars(field: Field, body: Body, shape: Outline) -> bool:
    return overlap(body.shape, shape)


@clause("NA-ART-08")
def too_near(field: Field, gun: Gun, other: Body) -> bool:
    """Two friendly guns whose axes are nearer than the interval, facing much the same way."""
    if not isinstance(other, Gun) or abs(turn_to(gun.heading, other.heading)) > field.tables.angles.battery:
        return False
    dx, dy = other.x - gun.x, other.y - gun.y
    return dx * dx + dy * dy < field.distances.gun_interval**2


def _broken_link(before: Field, after: Field, seat: str) -> tuple[str, str] | None:
    """A link that the printed places hold must hold still."""
    bad = set(command.broken(before, seat))
    return next(((one, "link") for one in command.broken(after, seat) if one not in bad), None)


def swaps(field: Field, seat: str) -> Iterator[tuple[Arg, ...]]:
    """Pairs of units of one size that change places."""
    own = of_seat(field, seat)
    for at, one in enumerate(own):
        for two in own[at + 1 :]:
            if (one.frontage, one.depth) == (two.frontage, two.depth):
                yield one.id, two.x, two.y, two.heading, two.id, one.x, one.y, one.heading
