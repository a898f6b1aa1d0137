"""Why the way of an order may not be gone (chapter Movement, Bad input)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import Name, T, Text
from grognard.orders.wording import decimal
from grognard.rulebooks.napoleonic import crossing, moving
from grognard.rulebooks.napoleonic.allowance import allowance, horse_near
from grognard.rulebooks.napoleonic.deployment import too_near
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import Thing, effect, flag, is_barred, kind_of, land_of
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit, Wagon, corridor_id
from grognard.rulebooks.napoleonic.relations import first_line, nearest_line
from grognard.rulebooks.napoleonic.tracks import Track, is_about_face, lay, read_legs
from grognard.rulebooks.napoleonic.words_names import name_of
from grognard.space.measure import enters, gap
from grognard.space.outline import box_of, boxes_near
from grognard.space.pose import Pose, between2

STEP = 100
"""Thousandths between the places at which a way is looked at."""


def _name(field: Field, body: Body) -> Name:
    return field.sheet(body).name


def _length(thousandths: int) -> Name:
    return decimal(thousandths, 1000)


# --- ways written as poses ---------------------------------------------------------------------------


def check_legs(field: Field, body: Body, order: Order) -> None:
    """A way of poses: cheap enough, over open ground, away from the enemy if it is a withdrawal."""
    verb, poses = str(order[0]), read_legs(order[1:])
    if poses is None:
        why = T("{unit}: the way of '{verb}' can't be read", unit=_name(field, body), verb=verb)
        hint = T("give x, y and heading of each leg in whole numbers")
        raise Refused("NA-MOVE-04", why, hint)
    withdraws = verb in moving.WITHDRAWALS
    track = lay(body.shape, poses, about=withdraws)
    _check_cost(field, body, order, track)
    if withdraws:
        _check_withdrawal(field, body, order, poses)
    _check_ground(field, body, track)
    if isinstance(body, Gun):
        _check_guns(field, body, poses[-1])


@clause("NA-MOVE-04", "NA-MOVE-08")
def _check_cost(field: Field, body: Body, order: Order, track: Track) -> None:
    most = allowance(field, body, order)
    if track.total <= most:
        return
    name, cost = _name(field, body), _length(track.total)
    horse = horse_near(field, body) if isinstance(body, Unit) else ""
    if horse and most == field.distances.near_horse_move:
        far = _length(field.gap(body, field.body(horse)))
        raise Refused(
            "NA-MOVE-08",
            T("{unit}: the way costs {cost} merka; '{horse}' is {far} away, so at most {most}",
              unit=name, cost=cost, horse=name_of(field.setup, horse), far=far, most=_length(most)),
        )  # fmt: skip
    why = T("{unit}: the way costs {cost} merka; it may go {most}", unit=name, cost=cost, most=_length(most))
    raise Refused("NA-MOVE-04", why)


@clause("NA-MOVE-12")
def leads_away(field: Field, body: Body, order: Order) -> bool:
    """Whether a withdrawal that can be read ends away from the enemy."""
    poses = read_legs(order[1:])
    return poses is not None and crossing.away(field, body, poses[-1])


@clause("NA-MOVE-12", "NA-MOVE-05")
def _check_withdrawal(field: Field, body: Body, order: Order, poses: tuple[Pose, ...]) -> None:
    about = is_about_face(body.pose, poses[0])
    heading = poses[0].heading if about else body.heading
    if any(pose.heading != heading for pose in poses):
        why = T("{unit}: a withdrawal keeps its heading or begins by turning about", unit=_name(field, body))
        raise Refused("NA-MOVE-12", why)
    if leads_away(field, body, order):
        return
    there = body.shape.put(poses[-1])
    worst = max(
        field.threats(body.side), key=lambda one: (field.gap(body, one) - gap(there, one.shape), one.id)
    )
    nearer = field.gap(body, worst) - gap(there, worst.shape)
    why = T("{unit}: the withdrawal ends {nearer} nearer to '{enemy}'; it must end farther away",
            unit=_name(field, body), nearer=_length(max(nearer, 0)), enemy=name_of(field.setup, worst.id))  # fmt: skip
    raise Refused("NA-MOVE-12", why)


@clause("NA-OBS-12", "NA-ROUT-15", "NA-OBS-07", "NA-OBS-13")
def _check_ground(field: Field, body: Body, track: Track) -> None:
    """Nothing closed to it lies on the way; what only ends the move there does not matter."""
    land, kind = land_of(field), kind_of(field, body)
    (west, south, east, north), far = box_of(pose.at for pose in track.poses), body.shape.reach
    near = [
        one
        for one in land.near((west - far, south - far, east + far, north + far), flag(body), body.id)
        if (one.row is None or is_barred(one, kind))
        and not one.bridges
        and effect(one, kind, body.id, 0) == "stop"
        and not one.meets(body.shape)
    ]
    if not near:
        return
    for cost in (*range(STEP, track.total, STEP), track.total):
        base = body.shape.put(track.at(cost))
        for one in near:
            if boxes_near(one.box, base.box) and one.meets(base):
                raise _barred(field, body, one)


def _barred(field: Field, body: Body, thing: Thing) -> Refused:
    name = _name(field, body)
    if thing.row is None:
        corridor = next(one for one in field.corridors if one.id == thing.id)
        assert corridor_id(corridor.unit) == thing.id
        return Refused(
            "NA-ROUT-15",
            T("{unit}: the way enters the corridor of '{routed}', closed through turn {turn}",
              unit=name, routed=corridor.unit, turn=corridor.until),
        )  # fmt: skip
    facts = {"unit": name, "kind": thing.row.name, "place": thing.id}
    if thing.closed:
        return Refused(
            "NA-OBS-13", T("{unit} may not enter {kind} '{place}': it burns or is destroyed", **facts)
        )
    clause_id = "NA-OBS-07" if thing.row.max_move else "NA-OBS-13" if thing.row.who == "none" else "NA-OBS-05"
    hints: dict[str, Text] = {
        "foot": T("only foot may"),
        "foot_or_dismounted": T("only foot and dismounted light horse may"),
        "none": T("nobody may, but over bridges and fords"),
    }
    return Refused(clause_id, T("{unit} may not enter {kind} '{place}'", **facts), hints.get(thing.row.who))


@clause("NA-ART-08")
def _check_guns(field: Field, gun: Gun, end: Pose) -> None:
    interval2 = field.distances.gun_interval**2
    for one in field.guns:
        if one.id == gun.id or between2(one.pose.at, end.at) >= interval2:
            continue
        there = replace(gun, x=end.x, y=end.y, heading=end.heading)
        stays = one.order[:1] in ((), ("hold",))
        if flag(one) == flag(gun) and stays and too_near(field, there, one):
            if too_near(field, gun, one):
                continue
            least, named = _length(field.distances.gun_interval), name_of(field.setup, one.id)
            why = T(
                "{unit} would stand nearer than {least} to '{gun}'",
                unit=_name(field, gun),
                least=least,
                gun=named,
            )
            raise Refused("NA-ART-08", why)


# --- the others ----------------------------------------------------------------------------------------


@clause("NA-MOVE-01", "NA-MOVE-06", "NA-MOVE-18")
def check_attack(field: Field, body: Body, order: Order) -> None:
    """An enemy on the table, and way points in pairs."""
    target = field.find(str(order[1])) if len(order) > 1 else None
    if target is None or not target.on_table or flag(target) == flag(body):
        given = str(order[1]) if len(order) > 1 else ""
        why = T("{unit} can't attack '{target}'", unit=_name(field, body), target=given)
        raise Refused("NA-MOVE-01", why, T("name an enemy unit, gun or wagon on the table"))
    if len(order) % 2 or any(not isinstance(word, int) for word in order[2:]):
        why = T("{unit}: way points can't be read", unit=_name(field, body))
        raise Refused("NA-MOVE-06", why, T("give x and y of each in whole numbers"))


@clause("NA-OBS-09")
def check_cross(field: Field, body: Body, order: Order) -> None:
    """An obstacle that takes a turn, at whose edge it stands, and that is open to it."""
    name, given = _name(field, body), str(order[1]) if len(order) == 2 else ""
    thing = next((one for one in land_of(field).terrain if one.id == given), None)
    if thing is None or thing.row is None or not thing.row.one_turn:
        raise Refused(
            "NA-OBS-09",
            T("'{place}' is nothing that takes a turn to cross", place=name_of(field.setup, given)),
        )
    if is_barred(thing, kind_of(field, body)):
        raise _barred(field, body, thing)
    if not crossing.at_edge(body.shape, thing) or crossing.landing(body.shape, thing) is None:
        why = T(
            "{unit} does not stand before or behind '{place}', at its edge",
            unit=name,
            place=name_of(field.setup, given),
        )
        raise Refused("NA-OBS-09", why)


@clause("NA-TROPH-03")
def check_escort(field: Field, unit: Unit, order: Order) -> None:
    """A captured gun or wagon that the enemy can't hinder, taken by second-line foot or horse."""
    given = str(order[1]) if len(order) == 2 else ""
    gun = field.find(given)
    if (
        not isinstance(gun, Gun | Wagon)
        or not gun.on_table
        or gun.side == unit.side
        or gun.owner != unit.side
    ):
        raise Refused(
            "NA-TROPH-03", T("'{gun}' is no captured gun or wagon of ours", gun=name_of(field.setup, given))
        )
    why = _why_no_escort(field, unit, gun)
    if why is not None:
        raise Refused(
            "NA-TROPH-03",
            T(
                "{unit} can't escort '{gun}': {why}",
                unit=_name(field, unit),
                gun=name_of(field.setup, given),
                why=why,
            ),
        )


def _why_no_escort(field: Field, unit: Unit, gun: Gun | Wagon) -> Text | None:
    limit = field.distances.close_combat
    if not field.within(unit, gun, limit):
        return T("it is not with it")
    if gun.escort and gun.escort != unit.id:
        return T("another escorts it")
    if first_line(field, unit) and field.threats(unit.side):
        return T("it stands in the first line")
    if gun.captured >= field.turn - 1 or _fought_near(field, gun, limit):
        return T("there was close combat near it in the turn before")
    threats = [one for one in field.threats(unit.side) if field.within(one, gun, field.distances.escort)]
    if any(not _covered(field, unit, gun, one) for one in threats):
        return T("the enemy can hinder it")
    return None


def _covered(field: Field, unit: Unit, gun: Body, enemy: Body) -> bool:
    """Whether a first-line regiment of ours stands between a gun and an enemy."""
    start, end = nearest_line(gun.shape, enemy.shape)
    own = (one for one in field.units_of(unit.side) if one.id != unit.id and one.standing == "ready")
    return any(enters(start, end, one.shape) and first_line(field, one) for one in own)


def _fought_near(field: Field, gun: Body, limit: int) -> bool:
    return any(one.pressed == field.turn - 1 and field.within(one, gun, limit) for one in field.units)
