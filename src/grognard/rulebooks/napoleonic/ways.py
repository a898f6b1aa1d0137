"""Orders with a way: the sensible ones, and the check of any other (chapter Movement)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T
from grognard.rulebooks.napoleonic import crossing, moving, waychecks
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import flag, land_of
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit, Wagon
from grognard.rulebooks.napoleonic.moving import cost, legs
from grognard.rulebooks.napoleonic.tracks import leg_cost, written
from grognard.space.outline import boxes_near
from grognard.space.pose import Pose, step
from grognard.space.sine import TURN

__all__ = ["check_way", "cost", "legs", "ways"]
FEW = 12
TURNS = (0, 300, -300, 600, -600, 900, -900)
"""Tenths of a degree by which a unit wheels on its way, as far as options go."""
SLOPES = (0, 450, -450)
SHARES = (2, 1)
"""Halves of the allowance."""


def ways(field: Field, body: Body, verb: str) -> Iterator[Order]:
    """Sensible orders of a verb with a way, the most natural first; all of them legal."""
    yield from islice(_legal(field, body, verb), FEW)


def _legal(field: Field, body: Body, verb: str) -> Iterator[Order]:
    seen = set[Order]()
    for order in _candidates(field, body, verb):
        if order not in seen and is_legal(field, body, order):
            yield order
        seen.add(order)


def _candidates(field: Field, body: Body, verb: str) -> Iterator[Order]:
    if verb == "attack" and isinstance(body, Unit):
        yield from _attacks(field, body)
    elif verb in moving.WITHDRAWALS:
        yield from _withdrawals(field, body, verb)
    elif verb == "cross":
        near = (one for one in land_of(field).terrain if one.row and one.row.one_turn)
        yield from (("cross", one.id) for one in near if crossing.at_edge(body.shape, one))
    elif verb == "escort" and isinstance(body, Unit):
        yield from (("escort", one.id) for one in (*field.guns, *field.wagons) if flag(one) != one.side)
    elif verb in moving.WITH_LEGS:
        yield from _moves(field, body, verb)


def has_way(field: Field, body: Body, verb: str) -> bool:
    """Whether ``ways`` lists any: what is likeliest to be open, to step aside or back, is tried first."""
    most = allowance(field, body, (verb,))
    if verb in moving.WITH_LEGS and verb not in moving.WITHDRAWALS and most > 0:
        easy = _kept_on_table(field, verb, _aside(body, most))
        if any(is_legal(field, body, order) for order in easy):
            return True
    return next(_legal(field, body, verb), None) is not None


def is_legal(field: Field, body: Body, order: Order) -> bool:
    if order[0] in moving.WITHDRAWALS and not waychecks.leads_away(field, body, order):
        return False
    try:
        check_way(field, body, order)
    except Refused:
        return False
    return True


# --- sensible ones -----------------------------------------------------------------------------------


def _moves(field: Field, body: Body, verb: str) -> Iterator[Order]:
    most = allowance(field, body, (verb,))
    if most > 0:
        yield from _kept_on_table(field, verb, _ahead_and_aside(body, most))


def _kept_on_table(field: Field, verb: str, found: Iterable[tuple[Pose, ...]]) -> Iterator[Order]:
    """Whoever wants to leave the table has to say so himself."""
    for poses in found:
        if 0 <= poses[-1].x <= field.setup.width and 0 <= poses[-1].y <= field.setup.height:
            yield verb, *written(poses)


def _ahead_and_aside(body: Body, most: int) -> Iterator[tuple[Pose, ...]]:
    for share in SHARES:
        for turn in TURNS:
            yield _wheeled(body, turn, most * share // 2)
    yield from _aside(body, most)


def _aside(body: Body, most: int) -> Iterator[tuple[Pose, ...]]:
    for aside in (900, -900, 1800):
        yield (body.pose.shifted(step((body.heading + aside) % TURN, most)),)


def _wheeled(body: Body, turn: int, most: int) -> tuple[Pose, ...]:
    """Turn on the spot, then straight on with what is left."""
    turned = body.pose.turned(turn)
    spent = leg_cost(body.shape, turned)
    if not turn:
        return (turned.ahead(most),)
    return (turned, turned.ahead(most - spent)) if spent < most else (turned,)


def _attacks(field: Field, unit: Unit) -> Iterator[Order]:
    """Everybody within reach, the nearest first."""
    reach = allowance(field, unit, ("attack", "", 0, 0)) + field.distances.close_combat
    enemies = [one for one in field.bodies if flag(one) != unit.side]
    near = [one for one in enemies if boxes_near(unit.shape.box, one.shape.box, 2 * reach)]
    for one in sorted(near, key=lambda one: (field.gap(unit, one), one.id)):
        yield "attack", one.id


def _withdrawals(field: Field, body: Body, verb: str) -> Iterator[Order]:
    yield from _kept_on_table(field, verb, _backwards(field, body, allowance(field, body, (verb,))))


def _backwards(field: Field, body: Body, most: int) -> Iterator[tuple[Pose, ...]]:
    for share in SHARES:
        for slope in SLOPES:
            for heading in (moving.rear_heading(field, body), (body.heading + 1800) % TURN):
                yield (body.pose.shifted(step((heading + slope) % TURN, most * share // 2)),)
    about = body.pose.turned(1800)
    yield about, about.ahead(most)


# --- checks ------------------------------------------------------------------------------------------


@clause("NA-MOVE-04", "NA-MOVE-05", "NA-MOVE-12", "NA-MOVE-16", "NA-OBS-12", "NA-ROUT-15", "NA-ART-08")
def check_way(field: Field, body: Body, order: Order) -> None:
    """Refused unless the way of an order is legal."""
    verb = order[0] if order else ""
    if verb == "attack":
        waychecks.check_attack(field, body, order)
    elif verb == "cross":
        waychecks.check_cross(field, body, order)
    elif verb == "escort" and isinstance(body, Unit):
        waychecks.check_escort(field, body, order)
    elif verb in moving.WITH_LEGS and isinstance(body, Unit | Gun | Wagon):
        waychecks.check_legs(field, body, order)
    else:
        given = " ".join(map(str, order))
        raise Refused("NA-MOVE-01", T("'{order}' is not possible here", order=given))
