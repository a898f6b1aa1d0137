"""What a hand on the picture may mean: a drag or click as orders, likeliest first.

A unit led somewhere moves or marches there, led onto an enemy it attacks, turned on the spot it reforms or wheels, led
backwards it retreats; an enemy that is pointed at is shot at, attacked, cast at. What the draft on the table says
besides (spells, reactions, duels) stays in the new order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.fantasy import aim_paths, aiming, charging, orders, placing
from grognard.rulebooks.fantasy.decisions import DECISIONS
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import OrderWord, Unit, UnitOrder
from grognard.rulebooks.fantasy.paper import paper
from grognard.rulebooks.fantasy.paths import Path, most
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.meanings import legal
from grognard.space.pose import Point, distance, heading_to, local, step
from grognard.space.sine import TURN

if TYPE_CHECKING:
    from grognard.rulebooks.book import Drag

RINGS = (0, 250, 500, 1000, 1500, 2500)
"""A unit that can't be set up where it was put is set up so far beside it, if it can."""
Aimed = Iterable[Order]


class Hand(msgspec.Struct, frozen=True):
    """A drag or click over the table: ``piece`` "" for a click; ``at`` in thousandths, ``heading`` in tenths; ids that
    are no unit of the view are ""."""

    view: FantasyView
    question: Question
    piece: str
    at: Point
    heading: int | None
    target: str
    draft: Order

    @property
    def field(self) -> Field:
        return self.view.field

    @property
    def listed(self) -> tuple[Order, ...]:
        found: tuple[Order, ...] = DECISIONS[self.question.kind].options(self.view, self.question)
        return found

    @property
    def side(self) -> str:
        return self.view.setup.side_of(self.question.seat)

    def is_foe(self, unit_id: str) -> bool:
        return bool(unit_id) and self.field.unit(unit_id).side != self.side


def aim(
    view: FantasyView, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
) -> tuple[Order, ...]:
    """Orders that a drag or click may mean, likeliest first; all pass the check, or the nearest one that does not
    stands alone."""
    if question.kind not in _AIMS:
        return ()
    at = paper(view, lang).to_table(drag.x, drag.y)
    heading = None if drag.heading is None else round(drag.heading * 10) % TURN
    piece, target = (name if view.field.ready(name) else "" for name in (drag.piece, drag.target))
    if piece and heading is None and distance(view.field.unit(piece).centre, at) <= aim_paths.HERE:
        piece, target = "", piece
    target = "" if target == piece else target
    hand = Hand(view, question, piece, at, heading, target, drag.draft)
    nearest = bool(hand.piece or hand.target)
    return legal(DECISIONS[question.kind], view, question, _AIMS[question.kind](hand), nearest)


# --- orders ---


@clause("FA-ORD-01", "FA-ORD-13")
def _order(hand: Hand) -> Aimed:
    unit = hand.field.unit(str(hand.question.about[0]))
    if hand.piece not in ("", unit.id):
        return ()
    if unit.retreating:
        return _running(hand, unit)
    meant = _led(hand, unit) if hand.piece else _clicked(hand, unit)
    return (orders.flat(_kept(hand, one)) for one in meant)


def _running(hand: Hand, unit: Unit) -> Iterator[Order]:
    """A unit in flight can only be told where to look when it is rallied."""
    heading = hand.heading if hand.heading is not None else heading_to(unit.centre, hand.at)
    if hand.piece or hand.target != unit.id:
        yield orders.flat_rally(UnitOrder("hold", heading=heading))
    yield from hand.listed


@clause("FA-ORD-10", "FA-MAG-08")
def _kept(hand: Hand, order: UnitOrder) -> UnitOrder:
    """The order with what the draft says besides."""
    try:
        draft = orders.read(hand.draft) if hand.draft else UnitOrder("hold")
    except Refused:
        return order
    casts = (*order.casts, *(one for one in draft.casts if one not in order.casts))
    reaction = draft.if_charged if order.if_charged == "hold" else order.if_charged
    pursue = draft.pursue if order.pursue is None else order.pursue
    return replace(
        order,
        casts=casts,
        if_charged=reaction,
        pursue=pursue,
        challenge=order.challenge or draft.challenge,
        accept=order.accept or draft.accept,
    )


# --- a drag ---


def _led(hand: Hand, unit: Unit) -> Iterator[UnitOrder]:
    field, target = hand.field, hand.target
    if field.engaged(unit.id):
        yield from _out_of_melee(hand, unit)
        return
    if target and hand.is_foe(target):
        yield from _at_enemy(hand, unit, target)
    where = field.unit(target).centre if target else hand.at
    if distance(unit.centre, where) <= aim_paths.HERE and hand.heading is not None:
        yield UnitOrder("reform", heading=hand.heading)
    yield from _ways(hand, unit, where)


def _out_of_melee(hand: Hand, unit: Unit) -> Iterator[UnitOrder]:
    """Led upon an enemy it fights on, led away it draws back."""
    (x, y), (ax, ay) = unit.centre, hand.at
    foes = [hand.field.unit(foe).centre for foe in hand.field.foes(unit.id)]
    nearer = any((fx - x) * (ax - x) + (fy - y) * (ay - y) > 0 for fx, fy in foes)
    away = UnitOrder("retreat", heading=heading_to(unit.centre, hand.at)), UnitOrder("retreat")
    stay = UnitOrder("attack"), UnitOrder("hold")
    yield from (*stay, *away) if nearer or hand.is_foe(hand.target) else (*away, *stay)


@clause("FA-CHG-12", "FA-CHG-03", "FA-CHG-04")
def _at_enemy(hand: Hand, unit: Unit, target: str) -> Iterator[UnitOrder]:
    """Within reach it attacks, by its own path or the one that was drawn; else shoots, where it can."""
    field = hand.field
    shots = list(_shots(field, unit, target))
    in_reach = target in charging.in_reach(field, unit.id)
    if not in_reach:
        yield from shots
    yield UnitOrder("attack", (target,))
    yield UnitOrder("attack", (target,), pursue=False)
    if in_reach:
        yield from shots


def _shots(field: Field, unit: Unit, target: str) -> Iterator[UnitOrder]:
    if aiming.may_shoot(field, unit.id) is None:
        yield UnitOrder("stand_and_shoot", (target,))


@clause("FA-ORD-02", "FA-ORD-03", "FA-ORD-07", "FA-ORD-08")
def _ways(hand: Hand, unit: Unit, at: Point) -> Iterator[UnitOrder]:
    """Moves and marches to a place, as far as they go; backwards a retreat."""
    field = hand.field
    right, ahead = local(unit.shape.pose, at)
    back = UnitOrder("retreat", heading=heading_to(unit.centre, at)) if (right, ahead) != (0, 0) else None
    behind = ahead < 0 and abs(right) < -ahead and hand.heading is None
    if back and behind:
        yield back
    words: tuple[OrderWord, ...] = ("move", "march") if unit.kind != "machine" else ("move",)
    short: list[UnitOrder] = []
    for word in words:
        limit = most(field, unit.id, word)
        found = [path for path in aim_paths.towards(field, unit.id, at, hand.heading)
                 if aim_paths.fitted(field, unit.id, path, limit) == path]  # fmt: skip
        nearest = aim_paths.nearest_within(field, unit.id, at, limit)
        yield from (UnitOrder(word, path=path) for path in found)
        short += [UnitOrder(word, path=nearest)] if nearest and not found else []
        if word == "move":
            short += _shots_on_the_way(field, unit, found[0] if found else nearest)
    yield from reversed(short)
    if back:
        yield back


def _shots_on_the_way(field: Field, unit: Unit, path: Path) -> list[UnitOrder]:
    able = aiming.may_shoot(field, unit.id) is None and aiming.shoots_on_the_move(field, unit.id)
    return [UnitOrder("move_and_shoot", (), path)] if able and path else []


# --- a click ---


def _clicked(hand: Hand, unit: Unit) -> Iterator[UnitOrder]:
    """On itself: what it does where it stands. On an enemy: attack, shots and spells at him; on a friend: blessings;
    on bare ground: there it goes."""
    field, target = hand.field, hand.target
    if target == unit.id:
        yield from _standing(hand)
    elif target and hand.is_foe(target):
        shots = [] if field.engaged(unit.id) else list(_shots(field, unit, target))
        charge = [UnitOrder("attack", (target,) if not field.engaged(unit.id) else ())]
        first = shots and field.profile(unit.id).role in orders.SHOOTERS
        yield from (*shots, *charge) if first else (*charge, *shots)
        yield from _spells(hand, target)
    elif target:
        yield from _spells(hand, target)
    elif not field.engaged(unit.id):
        yield from _ways(hand, unit, hand.at)


def _standing(hand: Hand) -> Iterator[UnitOrder]:
    """Orders on the list that lead nowhere."""
    for order in hand.listed:
        known = orders.read(order)
        if not known.path and not known.targets:
            yield known


@clause("FA-MAG-08", "FA-MAG-16")
def _spells(hand: Hand, target: str) -> Iterator[UnitOrder]:
    """Castings on the list that are aimed at a unit or at somebody in it."""
    inside = {target, *(one.id for one in hand.field.characters_in(target))}
    try:
        plain = orders.read(hand.draft) if hand.draft else UnitOrder("hold")
    except Refused:
        plain = UnitOrder("hold")
    for order in hand.listed:
        casts = orders.read(order).casts
        if any(inside & set(cast.targets) for cast in casts):
            yield replace(plain, casts=casts)


# --- before the battle ---


@clause("FA-GEN-10", "FA-UNIT-09")
def _deploy(hand: Hand) -> Iterator[Order]:
    """The unit stands where it was put, or beside it where it can't, the others as in the draft."""
    field, seat = hand.field, str(hand.question.about[0])
    own = {unit.id for unit in placing.units_of(field, seat)}
    if not hand.piece:
        yield from hand.listed[:1] if hand.target in own else ()
        return
    if hand.piece not in own:
        return
    words = hand.draft[1:] if hand.draft[:1] == ("deploy",) else ()
    if len(words) % placing.PLACE or not set(words[:: placing.PLACE]) <= own:
        words = ()
    units = placing.placed(field, seat, words)
    unit = units[hand.piece]
    heading = unit.heading if hand.heading is None else hand.heading
    for far in RINGS:
        for direction in range(0, TURN, TURN // 8) if far else (0,):
            east, north = step(direction, far)
            middle = (hand.at[0] + east, hand.at[1] + north)
            yield _deployed(field, units, put_down(unit, middle, heading))


def put_down(unit: Unit, middle: Point, heading: int) -> Unit:
    """The unit with its middle at a point."""
    dx, dy = step(heading, unit.depth, over=2)
    return replace(unit, x=middle[0] + dx, y=middle[1] + dy, heading=heading)


def _deployed(field: Field, units: dict[str, Unit], unit: Unit) -> Order:
    """Only those are named that stand elsewhere than listed."""
    rows = ({**units, unit.id: unit}[one] for one in sorted(units))
    moved = (placing.row_of(one) for one in rows if placing.row_of(one) != placing.row_of(field.unit(one.id)))
    return ("deploy", *(word for row in moved for word in row))


@clause("FA-LEG-01")
def _named(hand: Hand) -> Aimed:
    """Awards and seats that name what is pointed at: a unit, somebody in it, or whose it is."""
    if not hand.target:
        return ()
    inside = {hand.target, hand.field.unit(hand.target).seat}
    inside |= {one.id for one in hand.field.characters_in(hand.target)}
    return [order for order in hand.listed if inside & set(order)]


_AIMS: dict[str, Callable[[Hand], Aimed]] = {
    "order": _order,
    "deploy": _deploy,
    "legend": _named,
    "legend_bonus": _named,
}
