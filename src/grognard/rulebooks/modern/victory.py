"""Giving up, the end of the battle, score (chapter End and reports)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.rulebooks.modern import decks
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import BattleEnded, ConcededBy, SideScore
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import PointSheet
from grognard.rulebooks.modern.passing import cut_short

ROUNDS, ANNIHILATED, CONCEDED, ARMISTICE = "rounds", "annihilated", "conceded", "armistice"
REASONS = {ROUNDS: "a", ANNIHILATED: "b", CONCEDED: "c", ARMISTICE: "d", "umpire": "e"}
"""Reasons by their letters in MO-END-01."""


# --- giving up -------------------------------------------------------------------------------------------


@clause("MO-GNL-08", "MO-END-01")
def give_up(battle: ModernBattle, seat: str, why: str) -> None:
    """A general concedes or leaves: his units go to the mate who plays next, his hand to the discards. Without a
    mate his side has conceded."""
    side = battle.field.side_of(seat)
    was_active = seat in battle.field.active
    heir = heir_of(battle.field, seat)
    for card in battle.general(seat).hand:
        decks.shed(battle, seat, card, why)
    battle.change(seat, gone="conceded" if why == "concede" else "left", done=True, proposal=("", 0))
    battle.tell(ConcededBy(seat, heir, why))
    if not heir:
        finish(battle, CONCEDED, loser=side)
        return
    for unit in battle.field.units:
        if unit.general == seat:
            battle.change(unit.id, general=heir)
    if was_active and not battle.field.active:
        cut_short(battle, late=True)


@clause("MO-GNL-08")
def heir_of(field: Field, seat: str) -> str:
    """The side mate who plays next, "" if nobody is left."""
    clock = field.clock
    order = (*clock.order[clock.place :], *clock.order[: clock.place])
    seats = [one for holder in order for one in field.seats_in(holder)]
    mates = [one for one in seats if one != seat and field.side_of(one) == field.side_of(seat)]
    return mates[0] if mates else ""


# --- score -----------------------------------------------------------------------------------------------


@clause("MO-END-02", "MO-CP-07")
def points_held(field: Field, side: str) -> list[PointSheet]:
    """Points on which a unit of the side stands that can hold."""
    found = []
    for sheet in field.setup.points.values():
        unit = field.at(sheet.hex)
        if unit is not None and unit.side == side and not field.has(unit, "no_hold"):
            found.append(sheet)
    return found


@clause("MO-END-02")
def score(field: Field, side: str) -> SideScore:
    """Points held, enemy statuses taken, enemy units destroyed."""
    table, losses = field.tables.score, field.tally(field.enemy(side))
    points = sum(table.point[sheet.yields] for sheet in points_held(field, side))
    statuses, destroyed = sum(losses.lost), sum(losses.destroyed)
    total = points + statuses * table.status + destroyed * table.destroyed
    return SideScore(side, points, statuses, destroyed, total)


@clause("MO-END-03")
def verdict(field: Field, reason: str, loser: str = "") -> tuple[str, str]:
    """The winning side ("" for none) and draw, minor or major."""
    if loser:
        return field.enemy(loser), "major"
    first, second = (score(field, side.id) for side in field.setup.sides)
    ahead, gap = (first if first.total >= second.total else second), abs(first.total - second.total)
    table = field.tables.score
    if gap < table.minor:
        return "", "draw"
    return ahead.side, "major" if gap >= table.major else "minor"


# --- the end ---------------------------------------------------------------------------------------------


@rule("MO-END-01", "MO-END-03")
def victory_check(battle: ModernBattle) -> None:
    """At the end of a round: a side without units on the map has lost; after the last round the score decides."""
    empty = [side.id for side in battle.setup.sides if not battle.field.of_side(side.id)]
    if empty:
        finish(battle, ANNIHILATED, loser=empty[0] if len(empty) == 1 else "")
    elif battle.clock.round >= battle.setup.rounds:
        finish(battle, ROUNDS)


@clause("MO-END-01", "MO-END-03", "MO-END-04")
def finish(battle: ModernBattle, reason: str, loser: str = "") -> None:
    """The battle is over, whatever was to come."""
    winner, level = verdict(battle.field, reason, loser)
    scores = tuple(score(battle.field, side.id) for side in battle.setup.sides)
    battle.clear_agenda()
    battle.tell(BattleEnded(reason, winner, level, scores))
    battle.end((winner,) if winner else (), f"{reason}.{level}")
