"""Steps 4.2 and 4.3: concession and truce, objectives, the end, and what is told then (chapter End)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.napoleonic import changes, losses, upkeep
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import (
    BattleEnded,
    Concession,
    LossBreakdown,
    ObjectiveHeld,
    PersonAfter,
    SideBreakdown,
    Truce,
    TruceOffered,
)
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.losses import Ending, Share
from grognard.rulebooks.napoleonic.model import Trooper, Unit, camp_id, objective_id
from grognard.space.measure import within
from grognard.space.outline import Disc

# --- who holds what ----------------------------------------------------------------------------------


@clause("NA-END-01")
def fit_units(field: Field, side: str) -> list[Unit]:
    """A side's regiments that can fight."""
    return [unit for unit in field.units_of(side) if field.is_fit(unit)]


@clause("NA-END-01", "NA-SEQ-06")
def is_done_for(field: Field, side: str) -> bool:
    """Nothing fit on the table and no regiment to come."""
    if fit_units(field, side):
        return False
    return not any(
        isinstance(one, Unit) and one.side == side and one.standing == "waiting"
        for one in field.pieces.values()
    )


@clause("NA-END-08")
def hold_objectives(battle: NapoleonicBattle) -> None:
    """Whoever alone has a fit unit within the radius holds it; otherwise nothing changes."""
    field = battle.field
    for one, sheet in battle.setup.objectives.items():
        disc = Disc((sheet.x, sheet.y), sheet.radius)
        there = [side.id for side in battle.setup.sides if _is_in(field, side.id, disc)]
        before = field.objective(one).holder
        if len(there) == 1 and (side := there[0]) != before:
            battle.change(objective_id(one), holder=side)
            battle.tell(ObjectiveHeld(one, side, before))


def _is_in(field: Field, side: str, disc: Disc) -> bool:
    """Whether any part of the footprint of a side's fit unit lies within; most are far away."""
    (x, y), most = disc.at, disc.radius
    near = (unit for unit in field.units_of(side) if abs(unit.x - x) <= most + unit.shape.reach)
    near = (unit for unit in near if abs(unit.y - y) <= most + unit.shape.reach)
    return any(within(unit.shape, disc, 0) for unit in near if field.is_fit(unit))


@clause("NA-END-02", "NA-END-08")
def score(field: Field) -> dict[str, int]:
    """Points of the objectives that each side holds."""
    points = {side.id: 0 for side in field.setup.sides}
    for one, sheet in field.setup.objectives.items():
        holder = field.objective(one).holder
        if holder:
            points[holder] += sheet.points
    return points


# --- step 4.2 ----------------------------------------------------------------------------------------


@clause("NA-END-01")
def speaks_for(field: Field, side: str) -> str:
    """The seat that answers for a side: that of its highest formation on the table, in the order of the file."""
    tops = [one for one in field.setup.formations.values() if one.side == side and not one.parent]
    return next((one.seat for one in tops if not one.turn), tops[0].seat)


@rule("NA-END-01")
def ask(battle: NapoleonicBattle) -> None:
    """Each side concedes, offers or accepts a truce, or goes on."""
    battle.step("4.2", "end")
    for side in battle.setup.sides:
        battle.ask("end", speaks_for(battle.field, side.id), side.id, then=take, secret=True)


@rule("NA-END-01")
def take(battle: NapoleonicBattle, side: str, what: Arg) -> None:
    """What a side has said; an offer stands for this turn."""
    battle.change(camp_id(side), truce=what == "truce", conceded=what == "concede")
    if what == "truce":
        battle.tell(TruceOffered(side))
    elif what == "concede":
        battle.tell(Concession(side))


# --- step 4.3 ----------------------------------------------------------------------------------------


@rule("NA-END-01", "NA-END-08", "NA-ROUT-09")
def close_turn(battle: NapoleonicBattle) -> None:
    """Who has run its course rallies; objectives change hands; the battle ends or goes on."""
    battle.step("4.3", "end")
    changes.form_up(battle)
    upkeep.rally(battle)
    hold_objectives(battle)
    ended = outcome(battle.field)
    if ended is not None:
        finish(battle, *ended)


@clause("NA-END-01", "NA-END-02")
def outcome(field: Field) -> tuple[tuple[str, ...], str] | None:
    """Winners (nobody: a draw) and reason, if the battle is over."""
    sides = [side.id for side in field.setup.sides]
    camps = [field.camp(side) for side in sides]
    if any(camp.conceded for camp in camps):
        return tuple(camp.side for camp in camps if not camp.conceded), "concession"
    done = [side for side in sides if is_done_for(field, side)]
    if done:
        return tuple(side for side in sides if side not in done), "no_fit_units"
    if all(camp.truce for camp in camps):
        return (), "truce"
    if field.turn >= field.setup.turns:
        points = score(field)
        best = max(points.values())
        winners = tuple(side for side in sides if points[side] == best)
        return (winners if len(winners) == 1 else ()), "turn_limit"
    return None


@clause("NA-END-02", "NA-END-03", "NA-END-07", "NA-CAS-06")
def finish(battle: NapoleonicBattle, winners: Sequence[str], reason: str) -> None:
    """The outcome, and what was lost on either side."""
    field = battle.field
    if reason == "truce":
        battle.tell(Truce())
    battle.tell(BattleEnded(reason, tuple(winners), tuple(score(field).items())))
    for side in battle.setup.sides:
        _break_down(battle, side.id, ending(side.id, winners), reason == "truce")
    battle.end(winners, reason)


def ending(side: str, winners: Sequence[str]) -> Ending:
    return "won" if side in winners else "lost" if winners else "draw"


@clause("NA-END-03", "NA-END-04", "NA-END-05", "NA-END-06")
def shares(field: Field, trooper: Trooper, how: Ending, truce: bool) -> tuple[Share, ...]:
    """The breakdown of one unit's losses."""
    whole = field.option("loss_rounding") == "whole_figures"
    split = losses.split(how, truce)
    return losses.breakdown(field.tables, trooper.ledger.struck_out, split, whole_figures=whole)


def _break_down(battle: NapoleonicBattle, side: str, how: Ending, truce: bool) -> None:
    field = battle.field
    own = [one for one in field.pieces.values() if isinstance(one, Trooper) and one.side == side]
    for one in own:
        lost, prisoners = one.ledger.struck_out, one.ledger.prisoners
        if lost or prisoners:
            parts = _rows(shares(field, one, how, truce))
            battle.tell(LossBreakdown(one.id, side, lost, parts, prisoners, _colours_lost(field, one)))
    for man in field.persons:
        if man.side == side and man.fate:
            battle.tell(PersonAfter(man.id, side, man.fate, _returns(field, man.fate)))
    _tell_side(battle, side, own, how, truce)


def _tell_side(battle: NapoleonicBattle, side: str, own: Sequence[Trooper], how: Ending, truce: bool) -> None:
    field, camp = battle.field, battle.field.camp(side)
    total = losses.together(shares(field, one, how, truce) for one in own)
    lost = sum(one.ledger.struck_out for one in own)
    captured = sum(one.ledger.prisoners for one in own)
    battle.tell(
        SideBreakdown(
            side,
            lost,
            _rows(total),
            captured,
            camp.prisoners,
            camp.colours,
            camp.persons,
            camp.guns,
            camp.wagons,
        )
    )


def _rows(parts: Sequence[Share]) -> tuple[tuple[str, int, str], ...]:
    return tuple((one.part, one.quarters, one.returns) for one in parts)


def _colours_lost(field: Field, trooper: Trooper) -> int:
    """Colours of a unit that are no longer with it; parts of a regiment have none of their own."""
    if not isinstance(trooper, Unit) or trooper.id != trooper.sheet:
        return 0
    return max(field.unit_sheet(trooper).colours - trooper.colours, 0)


@clause("NA-END-07", "NA-FATE-02")
def _returns(field: Field, fate: str) -> str:
    """When a person is back: as his fate says; captured ones stay prisoners; who left with his unit comes next day."""
    if fate in ("captured", "left"):
        return "never" if fate == "captured" else "next_day"
    return next(row.returns for row in field.tables.fate.values() if row.id == fate)
