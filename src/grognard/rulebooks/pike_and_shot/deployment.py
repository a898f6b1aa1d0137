"""Before the first turn and at the edge of the table: deployment, orders, reinforcements (chapter Deployment)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.locale import T
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.command import draw_profile, set_order
from grognard.rulebooks.pike_and_shot.events import Deployed, Reinforcement
from grognard.rulebooks.pike_and_shot.field import Field, close_by, middle_of_table, natural
from grognard.rulebooks.pike_and_shot.formations import laid, ranks_of
from grognard.rulebooks.pike_and_shot.going import in_the_way, on_table, too_near
from grognard.rulebooks.pike_and_shot.model import Bases, Commander, Flag, Unit
from grognard.rulebooks.pike_and_shot.plans import shifted
from grognard.rulebooks.pike_and_shot.standing import beside, is_seen_by, show_if_seen, tell_of_commander
from grognard.space.measure import overlap
from grognard.space.moves import nearest_free
from grognard.space.pose import Point, Pose, between2, step

FACING = {"south": 0, "west": 900, "north": 1800, "east": 2700}
"""Heading that looks from an edge to the opposite one."""
ALONG = {"south": 900, "north": 900, "west": 0, "east": 0}
SLIDE_IN = 12_000
GAP = 500
"""Room between units that are set up by rule."""


# --- profiles and orders ---


@rule("PS-CMD-02")
def draw_profiles(battle: PikeBattle) -> None:
    """Option ``commander_profiles`` random: one d6 for each commander."""
    if battle.option("commander_profiles") == "random":
        for one in battle.setup.commanders:
            draw_profile(battle, one)


@rule("PS-ORD-01", "PS-ORD-04", "PS-ORD-05")
def initial_orders(battle: PikeBattle) -> None:
    """Free, one for each commander with a superior; the superior's seat gives it, and all stay sealed till the
    last."""
    if battle.option("orders") == "none":
        return
    for one, post in battle.setup.commanders.items():
        if post.under and battle.commander(one).order is None:
            seat = battle.setup.commanders[post.under].seat
            battle.ask("initial_order", seat, one, then=ordered, secret=True)


@rule("PS-ORD-01", "PS-ORD-05")
def ordered(battle: PikeBattle, commander_id: str, stance: Arg, x: int, y: int) -> None:
    set_order(battle, commander_id, Flag(stance, x, y))  # type: ignore[arg-type]


@clause("PS-ORD-05")
def default_flag(field: Field, commander: Commander) -> Flag:
    """Attack, with the flag on the objective nearest to him, or on the middle of the table."""
    here = commander.x, commander.y
    places = [(sheet.x, sheet.y) for sheet in field.setup.objectives.values()]
    at = min(places, key=lambda place: between2(here, place), default=middle_of_table(field.setup))
    return Flag("attack", *at)


# --- deployment ---


@rule("PS-DEP-01")
def deploy(battle: PikeBattle) -> None:
    """Sides with zones place their commands in turn, the one with more units first."""
    queues = [
        [one for one in battle.setup.commanders if _to_place(battle.field, side, one)]
        for side in sides_in_order(battle.field)
    ]
    for i in range(max(map(len, queues), default=0)):
        for queue in queues:
            if i < len(queue):
                battle.then(ask_place, queue[i])
    battle.then(hide_unseen)


@clause("PS-DEP-01")
def sides_in_order(field: Field) -> list[str]:
    """Sides that deploy in zones, more units first."""
    count = {side: sum(s.side == side for s in field.setup.sheets.values()) for side in field.setup.armies}
    zones = [side for side, sheet in field.setup.armies.items() if sheet.deploy]
    return sorted(zones, key=lambda side: (-count[side], natural(side)))


def _to_place(field: Field, side: str, commander: str) -> bool:
    return field.setup.commanders[commander].side == side and bool(command_of(field, commander))


def command_of(field: Field, commander: str) -> list[Unit]:
    """Units of a command that are there from the start and still to be placed."""
    sheets = field.setup.sheets.values()
    ids = [sheet.id for sheet in sheets if sheet.command == commander and not sheet.turn]
    return [field.unit(one) for one in ids if field.unit(one).status == "waiting"]


@rule("PS-DEP-01")
def ask_place(battle: PikeBattle, commander_id: str) -> None:
    battle.ask("deploy", battle.setup.commanders[commander_id].seat, commander_id, then=placed)


@rule("PS-DEP-01")
def placed(battle: PikeBattle, commander_id: str, verb: Arg, *words: Arg) -> None:
    """``auto``, or ``place`` with id, x and y of the anchor for each unit."""
    places = default_places(battle.field, commander_id) if verb == "auto" else read_places(words)
    units = []
    for unit_id, at in places.items():
        unit = standing_at(battle.field, battle.unit(unit_id), at)
        battle.change(unit_id, bases=unit.bases, status="ready")
        units.append(unit_id)
    x, y = _behind(battle.field, commander_id)
    battle.change(commander_id, x=x, y=y)
    to = battle.seats_of(_side(battle.field, commander_id)) if battle.option("fog") == "full" else None
    battle.tell(Deployed(commander_id, tuple(units)), to)


def _side(field: Field, commander_id: str) -> str:
    return field.setup.commanders[commander_id].side


def _behind(field: Field, commander_id: str) -> Point:
    """A commander is set up behind the middle of his first unit."""
    own = field.command_units(commander_id)
    commander = field.commander(commander_id)
    return beside(field, commander, own[0]) if own else (commander.x, commander.y)


def read_places(words: Sequence[Arg]) -> dict[str, Point]:
    """Triples of id, x, y."""
    if not words or len(words) % 3 or any(isinstance(words[i], str) for i in range(len(words)) if i % 3):
        raise Refused("PS-DEP-01", T("each unit needs x and y"))
    return {str(words[i]): (int(words[i + 1]), int(words[i + 2])) for i in range(0, len(words), 3)}


def standing_at(field: Field, unit: Unit, at: Point) -> Unit:
    """The unit laid out at an anchor, facing the opposite edge."""
    heading = FACING[field.setup.armies[field.side(unit.id)].edge]
    bases = laid(Pose(at[0], at[1], heading), ranks_of(unit.bases), unit.bases)
    return replace(unit, bases=bases, status="ready")


@clause("PS-DEP-01", "PS-BASE-09")
def check_places(field: Field, commander_id: str, places: dict[str, Point]) -> None:
    """Every unit of the command once, whole bases inside the zone, upon nothing."""
    wanted = {unit.id for unit in command_of(field, commander_id)}
    if set(places) != wanted:
        raise Refused(
            "PS-DEP-01", T("place each of these once: {options}", options=tuple(sorted(wanted, key=natural)))
        )
    for unit_id, at in places.items():
        unit = standing_at(field, field.unit(unit_id), at)
        why = why_not_there(field, unit)
        if why:
            raise Refused("PS-DEP-01", T("'{unit}' can't stand there: {why}", unit=unit_id, why=why))
        field = field.put(unit)


def why_not_there(field: Field, unit: Unit) -> str:
    """Id of what is in the way, or ``zone``; "" where the unit may be set up."""
    zone = field.setup.armies[field.side(unit.id)].deploy
    assert zone is not None
    west, south, east, north = unit.box
    if west < zone[0] or south < zone[1] or east > zone[2] or north > zone[3]:
        return "zone"
    if not on_table(field.setup, unit.shapes):
        return "zone"
    near = too_near(field, unit, unit.shapes, field.parameters.contact_gap, ())
    return near or in_the_way(field, unit, unit.shapes)


@clause("PS-TURN-10", "PS-DEP-01")
def default_places(field: Field, commander_id: str) -> dict[str, Point]:
    """In scenario order from the left of the zone, line behind line; raises Refused where the zone is full."""
    found: dict[str, Point] = {}
    for unit in command_of(field, commander_id):
        at = first_room(field, unit)
        if at is None:
            raise Refused("PS-DEP-01", T("the zone has no room for '{unit}'", unit=unit.id))
        found[unit.id] = at
        field = field.put(standing_at(field, unit, at))
    return found


def first_room(field: Field, unit: Unit) -> Point | None:
    """The first free anchor, seen from the side's own edge: front line first, from the left."""
    side = field.setup.armies[field.side(unit.id)]
    assert side.deploy is not None
    heading = FACING[side.edge]
    west, south, east, north = side.deploy
    corners = [(west, south), (west, north), (east, north), (east, south)]
    front_left = corners[(heading // 900 + 1) % 4]
    wide, deep = (east - west, north - south) if heading in (0, 1800) else (north - south, east - west)
    size = standing_at(field, unit, (0, 0)).box
    breadth = size[2] - size[0] if heading in (0, 1800) else size[3] - size[1]
    for back in range(0, deep, 2 * GAP):
        for across in range(breadth // 2, wide, GAP):
            dx, dy = step(heading, -back, across)
            at = front_left[0] + dx, front_left[1] + dy
            if not why_not_there(field, standing_at(field, unit, at)):
                return at
    return None


@rule("PS-FOG-01")
def hide_unseen(battle: PikeBattle) -> None:
    """Option ``fog`` full: whoever no enemy sees and none is near to begins hidden."""
    if battle.option("fog") != "full":
        return
    field = battle.field
    for unit in field.units:
        if not any(is_seen_by(field, unit, enemy) for enemy in field.enemies(unit.id)):
            battle.change(unit.id, shown=False)


# --- reinforcements ---


@rule("PS-DEP-02")
def reinforcements(battle: PikeBattle) -> None:
    """Units and commanders of this turn, or that waited, come on; what finds no room within 12 inches waits."""
    number = battle.turn.number
    for one, post in battle.setup.commanders.items():
        if 0 < post.turn <= number and battle.commander(one).status == "waiting":
            battle.change(one, status="ready")
            tell_of_commander(battle, one, Reinforcement(one, post.x, post.y, 0, waits=False))
    for one, sheet in battle.setup.sheets.items():
        if 0 < sheet.turn <= number and battle.unit(one).status == "waiting":
            come_on(battle, one)


@clause("PS-DEP-02")
def come_on(battle: PikeBattle, unit_id: str) -> None:
    sheet = battle.sheet(unit_id)
    bases = room_for(battle.field, replace(battle.unit(unit_id), bases=sheet.bases))
    first = (bases or sheet.bases)[0]
    if bases is not None:
        battle.change(unit_id, bases=bases, status="ready", shown=battle.option("fog") != "full")
        show_if_seen(battle, unit_id)
    battle.tell_of(unit_id, Reinforcement(unit_id, first.x, first.y, first.heading, waits=bases is None))


@clause("PS-DEP-02")
def room_for(field: Field, unit: Unit) -> Bases | None:
    """Its place, slid along the edge by the least distance if that is taken; None where there is no room."""
    heading = ALONG[field.setup.armies[field.side(unit.id)].edge]
    near_by = close_by(field.others(unit.id), unit.box, SLIDE_IN)
    shapes = [shape for other in near_by for shape in other.shapes]
    if not any(overlap(own, shape) for own in unit.shapes for shape in shapes):
        return unit.bases
    along, back = (
        nearest_free(unit.shapes, way, SLIDE_IN, shapes, back=False)
        for way in (heading, (heading + 1800) % 3600)
    )
    ways = [(along, step(heading, along))] if along is not None else []
    ways += [(back, step(heading, -back))] if back is not None else []
    for _, by in sorted(ways, key=lambda found: found[0]):
        bases = shifted(unit.bases, by)
        moved = [base.shape for base in bases]
        if on_table(field.setup, moved) and not in_the_way(field, unit, moved):
            return bases
    return None
