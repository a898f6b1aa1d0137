"""The order for one unit: a list of sensible ones, and the check of any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.chance import Sum
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.fantasy import aiming, charging, magic, orders, paths, refusals, shooting
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import HOLD, OrderWord, Unit, UnitOrder
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.space.sine import TURN

MOST_CHARGES = 5
MOST_SHOTS = 4
MOST_CASTS = 8


class UnitDecision:
    """``question.about[0]`` is the unit. ``("default",)``: as if no order had come."""

    clauses: ClassVar[tuple[str, ...]] = ("FA-ORD-01", "FA-ORD-12")

    @clause("FA-ORD-01", "FA-ORD-13")
    def options(self, view: FantasyView, question: Question) -> tuple[Order, ...]:
        unit_id = str(question.about[0])
        memo = view.field.kept
        key = ("options", unit_id)
        found: tuple[Order, ...] | None = memo.get(key)
        if found is None:
            found = memo[key] = options_of(view.field, unit_id)
        return found

    @clause("FA-ORD-01", "FA-ORD-13", "FA-ORD-15")
    def check(self, view: FantasyView, question: Question, order: Order) -> Order:
        unit_id, field = str(question.about[0]), view.field
        if order == (orders.DEFAULT,):
            return order
        given = orders.read(order)
        if field.unit(unit_id).retreating:
            return _checked_rally(order, given)
        if given.by_default or order[0] in (orders.RALLY, orders.RUN):
            raise Refused("FA-ORD-01", T("unit {unit} is not running", unit=unit_id))
        problem = refusals.why_not(field, unit_id, given)
        if problem is not None:
            raise refusals.named(unit_id, given, problem)
        return orders.flat(given)

    @clause("FA-ORD-12", "FA-GEN-10")
    def default(self, view: FantasyView, question: Question) -> Order:
        return (orders.DEFAULT,)

    def preview(self, view: FantasyView, question: Question, order: Order) -> Preview:
        """Costs, chances and risks of an order; of one that isn't given yet, nothing."""
        from grognard.rulebooks.fantasy import previews

        given = orders.read(order)
        return Preview() if given.by_default else previews.of_order(view, str(question.about[0]), given)


@clause("FA-ORD-13", "FA-RET-04")
def _checked_rally(order: Order, given: UnitOrder) -> Order:
    """A unit in forced retreat takes no order but to rally, with a heading, or not to."""
    bare = replace(given, heading=None, rally=True)
    fine = order[0] in (orders.RALLY, orders.RUN) and bare == HOLD
    if not fine or (given.heading is not None and not 0 <= given.heading < TURN):
        raise Refused("FA-ORD-13", T("a unit in forced retreat takes no order"), T("only rally"))
    return orders.flat_rally(given)


@clause("FA-CHG-01")
def charge_chance(distance: int, move: int) -> Fraction:
    """Chance that 2d6 + M is at least a distance, the wheel left out."""
    return _chance_of(-(-distance // 1000) - move)


@lru_cache(maxsize=64)
def _chance_of(need: int) -> Fraction:
    dice = Sum(2, 6, lambda kept: kept >= need)
    return sum(
        (Fraction(weight, dice.total) for throw, weight in dice.branches if throw.meaning), Fraction(0)
    )


# --- the list ------------------------------------------------------------------------------------------


def options_of(field: Field, unit_id: str) -> tuple[Order, ...]:
    """Sensible orders for a unit of one's own, all legal, ``hold`` (or ``rally``) first."""
    unit = field.unit(unit_id)
    if unit.retreating:
        turns = (None, 0, TURN // 4, TURN // 2, TURN * 3 // 4)
        return (*(orders.flat_rally(UnitOrder("hold", heading=one)) for one in turns), (orders.RUN,))
    legal = (one for one in _sensible(field, unit) if refusals.why_not(field, unit_id, one) is None)
    return tuple(dict.fromkeys(orders.flat(one) for one in legal))


def _sensible(field: Field, unit: Unit) -> Iterator[UnitOrder]:
    plain = [*(_in_melee() if field.engaged(unit.id) else _free(field, unit))]
    yield from plain
    yield from _with_duels(field, unit, plain)
    yield from _with_casts(field, unit, plain)


def _in_melee() -> Iterator[UnitOrder]:
    yield HOLD
    yield UnitOrder("hold", pursue=True)
    yield UnitOrder("attack")
    yield UnitOrder("attack", pursue=False)
    yield UnitOrder("retreat")


def _free(field: Field, unit: Unit) -> Iterator[UnitOrder]:
    yield HOLD
    yield from _charges(field, unit)
    yield from _shots(field, unit)
    words: tuple[OrderWord, ...] = ("march", "move")
    for word in words:
        yield from (UnitOrder(word, path=path) for path in paths.candidates(field, unit.id, word))
    yield UnitOrder("hold", if_charged="retreat")
    yield UnitOrder("retreat")
    if unit.kind in ("foot", "monster"):
        yield from _reforms(field, unit)


def _charges(field: Field, unit: Unit) -> Iterator[UnitOrder]:
    if unit.kind == "machine":
        return
    able = charging.in_reach(field, unit.id)[:MOST_CHARGES]
    for one in able:
        yield UnitOrder("attack", (one,))
    if len(able) > 1:
        yield UnitOrder("attack", able[:3])
        yield UnitOrder("attack", able[:1], pursue=False)


def _shots(field: Field, unit: Unit) -> Iterator[UnitOrder]:
    if aiming.may_shoot(field, unit.id) is not None:
        return
    yield UnitOrder("stand_and_shoot")
    targets = shooting.targets(field, unit.id)[:MOST_SHOTS]
    yield from (UnitOrder("stand_and_shoot", (one,)) for one in targets)
    yield UnitOrder("hold", if_charged="stand_and_shoot")
    for path in paths.candidates(field, unit.id, "move"):
        yield UnitOrder("move_and_shoot", targets[:1], path)


@clause("FA-ORD-09")
def _reforms(field: Field, unit: Unit) -> Iterator[UnitOrder]:
    """A turn to each side and about, and to line or column."""
    for turn in (TURN // 4, TURN // 2, TURN * 3 // 4):
        yield UnitOrder("reform", heading=(unit.heading + turn) % TURN)
    row = field.tables.bases[unit.kind]
    full = row.full_rank
    if unit.files != full <= unit.models:
        yield UnitOrder("reform", files=full, formation="line")
    if unit.files >= full > 2:
        yield UnitOrder("reform", files=min(full // 2, max(unit.models, 1)), formation="column")


def _with_duels(field: Field, unit: Unit, plain: Iterable[UnitOrder]) -> Iterator[UnitOrder]:
    """With characters opposite each other, the first orders of the list with a challenge or an acceptance."""
    own = tuple(one.id for one in field.characters_in(unit.id))
    theirs = any(field.characters_in(foe) for foe in field.foes(unit.id))
    if own and theirs:
        for order in list(plain)[:3]:
            yield replace(order, challenge=own, accept=own)
            yield replace(order, accept=own)


def _with_casts(field: Field, unit: Unit, plain: Iterable[UnitOrder]) -> Iterator[UnitOrder]:
    """A wizard's unit does what comes first, and he tries one spell."""
    first = next(iter(plain))
    for one in field.characters_in(unit.id):
        if one.level and not one.barred:
            casts = magic.candidates(field, one.id)[:MOST_CASTS]
            yield from (replace(first, casts=(cast,)) for cast in casts)
