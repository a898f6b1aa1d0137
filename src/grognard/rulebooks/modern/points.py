"""Control points and what they pay (chapter Control points and the reserve phase)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern import decks
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.effects import TIERS, Tier
from grognard.rulebooks.modern.events import (
    CreditsExchanged,
    CreditsLost,
    PointPaid,
    PointRun,
    VoucherKept,
)
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Point, PointSheet
from grognard.rulebooks.modern.values import turns_to_hold

CHEAP: Tier = "cheap"


# --- counting --------------------------------------------------------------------------------------------


@clause("MO-CP-01", "MO-CP-07")
def holder_of(field: Field, point: Point) -> str:
    """The general whose unit stands on a point and can hold it, "" for none."""
    unit = field.at(point.hex)
    return unit.general if unit is not None and not field.has(unit, "no_hold") else ""


@rule("MO-CP-01", "MO-CP-02", "MO-CP-03")
def count_points(battle: ModernBattle) -> None:
    """For each point the run of whose turn it is: one more, or none; the enemy's runs end where he holds it."""
    active = battle.clock.active
    for point in battle.field.points:
        seat = holder_of(battle.field, point)
        if seat and battle.field.holder(seat) == active:
            _held(battle, point, seat)
        elif point.run(active):
            _set_run(battle, point, {active: 0})
            battle.tell(PointRun(point.id, active, 0))


def _set_run(battle: ModernBattle, point: Point, changes: dict[str, int]) -> None:
    runs = {**dict(point.runs), **changes}
    battle.change(point.id, runs=tuple(sorted((one, run) for one, run in runs.items() if run)))


@clause("MO-CP-02")
def _held(battle: ModernBattle, point: Point, seat: str) -> None:
    field = battle.field
    holder, side = field.holder(seat), field.side_of(seat)
    enemies = {one: 0 for one, _ in point.runs if side not in (one, _side_of(field, one))}
    run = point.run(holder) + 1
    _set_run(battle, point, {**enemies, holder: run})
    battle.tell(PointRun(point.id, holder, run))
    if is_due(field, point, seat, run):
        pay(battle, point, seat)


def _side_of(field: Field, holder: str) -> str:
    return field.side_of(holder) if holder in field.setup.generals else holder


@clause("MO-CP-03", "MO-CP-06")
def is_due(field: Field, point: Point, seat: str, run: int) -> bool:
    """The run is long enough; by options a rich point pays at first sight, and none pays twice."""
    paid = field.holder(seat) in point.paid
    if paid and not field.option("repeat_pay"):
        return False
    rich = field.setup.points[point.id].yields != CHEAP
    at_once = rich and not paid and field.option("rich_points") == "immediate"
    return at_once or run >= turns_to_hold(field, seat)


@clause("MO-CP-03", "MO-CP-04", "MO-CP-06", "MO-CP-08")
def pay(battle: ModernBattle, point: Point, seat: str) -> None:
    """A credit, or the right to a card of the point's tier; the run begins again."""
    sheet: PointSheet = battle.setup.points[point.id]
    holder, general = battle.field.holder(seat), battle.general(seat)
    now: Point = battle.pieces[point.id]  # type: ignore[assignment]
    _set_run(battle, now, {holder: 0})
    battle.change(point.id, paid=tuple(sorted({*point.paid, holder})))
    battle.tell(PointPaid(point.id, seat, sheet.yields))
    if sheet.yields == CHEAP:
        battle.change(seat, credits=general.credits + 1, fresh=general.fresh + 1)
    else:
        award(battle, seat, sheet.yields)


@clause("MO-CP-06", "MO-CP-08", "MO-KSO-16", "MO-KSO-18")
def award(battle: ModernBattle, seat: str, tier: Tier) -> None:
    """A card at once, where there is room and none to be named; else it waits."""
    drawn = battle.option("card_award") == "draw" and decks.has_room(battle.field, seat)
    if not drawn or not decks.draw(battle, seat, tier, "award"):
        battle.change(seat, vouchers=tuple(sorted((*battle.general(seat).vouchers, tier))))
        battle.tell(VoucherKept(seat, tier))


# --- credits and cards -----------------------------------------------------------------------------------


@clause("MO-CP-04", "MO-CP-08", "MO-KSO-16")
def buyable(field: Field, seat: str) -> list[tuple[str, str]]:
    """What he can have: (``take`` for credits or ``voucher``, tier)."""
    general, costs = field.general(seat), field.parameters.credit_cost
    found = [("voucher", tier) for tier in TIERS if tier in general.vouchers]
    found += [("take", tier) for tier in TIERS if costs[tier] <= general.credits]
    return [one for one in found if not decks.is_spent(field, one[1])]


@rule("MO-CP-04", "MO-CP-08", "MO-KSO-18")
def exchange(battle: ModernBattle) -> None:
    """Who has credits or vouchers may exchange them."""
    for seat in battle.field.active:
        battle.then(ask_exchange, seat)


@rule("MO-CP-04", "MO-KSO-17", "MO-KSO-18")
def ask_exchange(battle: ModernBattle, seat: str) -> None:
    """One card after another, until he has enough."""
    if not battle.general(seat).gone and buyable(battle.field, seat):
        battle.ask("exchange", seat, seat, then=exchanged)
    else:
        settle_credits(battle, [seat])


@rule("MO-CP-04", "MO-CP-05", "MO-KSO-17", "MO-KSO-18")
def exchanged(battle: ModernBattle, seat: str, verb: Arg, *words: Arg) -> None:
    """``take`` or ``voucher``, tier, the card to discard first ("" for none), the card named ("" to draw)."""
    if verb in ("take", "voucher"):
        tier, gone, named = (str(word) for word in words)
        if gone:
            decks.shed(battle, seat, gone, "room")
        if verb == "take":
            _pay_for(battle, seat, tier)
        else:
            battle.change(seat, vouchers=decks.without(battle.general(seat).vouchers, tier))
        decks.draw(battle, seat, tier, "award" if verb == "take" else "voucher", named)
        battle.then(ask_exchange, seat)
        return
    if verb == "end":
        settle_credits(battle, [seat])
        return
    battle.later("own_turn.in_reserve", seat, verb, *words)


@clause("MO-CP-04")
def _pay_for(battle: ModernBattle, seat: str, tier: str) -> None:
    general, cost = battle.general(seat), battle.parameters.credit_cost[tier]
    left = general.credits - cost
    battle.change(seat, credits=left, fresh=max(0, general.fresh - cost))
    battle.tell(CreditsExchanged(seat, tier, cost, left))


@rule("MO-TURN-06", "MO-CP-05")
def keep_awards(battle: ModernBattle) -> None:
    """Time was out: nothing is exchanged."""
    settle_credits(battle, battle.field.active)


@clause("MO-CP-05")
def settle_credits(battle: ModernBattle, seats: Iterable[str]) -> None:
    """By option credits can't be saved: each gives a cheap card while there is room, the rest is lost."""
    for seat in seats:
        general = battle.general(seat)
        if battle.option("bank_credits"):
            battle.change(seat, fresh=0)
            continue
        lost = general.credits
        while lost and decks.has_room(battle.field, seat) and decks.draw(battle, seat, CHEAP, "award"):
            lost -= 1
        battle.change(seat, credits=0, fresh=0)
        if lost:
            battle.tell(CreditsLost(seat, lost))
