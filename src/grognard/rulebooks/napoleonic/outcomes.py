"""Step 3.5: routs, pushes, flights, neighbours, withdrawals, follow-ups (chapters Close combat, Rout)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.napoleonic import footing, forced, relations
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.casualties import bury, strength, unlock
from grognard.rulebooks.napoleonic.clash import beaten_by, new_locks, suffering, verdicts
from grognard.rulebooks.napoleonic.close_combat import (
    Gained,
    Suffered,
    Verdict,
    gained,
    keeps_its_ground,
    may_follow,
    overthrowers,
    way_of_push,
)
from grognard.rulebooks.napoleonic.events import FollowedUp, Locked, Parted, Pushed, Reforming, Repulsed
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire_table import twice_running
from grognard.rulebooks.napoleonic.melee import lock
from grognard.rulebooks.napoleonic.model import FRAY, Body, Gun, Unit
from grognard.rulebooks.napoleonic.rout import SECOND, Fallen, routs

STANDS = Suffered("stands", "")


class Result(NamedTuple):
    """All of step 3.4 as step 3.5 needs it: the rows of all pairs, and the worst of each unit."""

    rows: tuple[Verdict, ...]
    worst: dict[str, Suffered]

    def of(self, unit: str) -> Suffered:
        return self.worst.get(unit, STANDS)


def result(field: Field) -> Result:
    found: Result | None = field.kept.get("result")
    if found is None:
        rows = verdicts(field.tables, field.fray.bouts)
        found = field.kept["result"] = Result(rows, suffering(rows))
    return found


# --- (a) to (f) --------------------------------------------------------------------------------------


@rule("NA-CC-08", "NA-CC-22", "NA-CC-23", "NA-CC-30", "NA-CC-31", "NA-CC-32", "NA-CC-33", "NA-UNIT-06")
def carry_out(battle: NapoleonicBattle) -> None:
    """Routs, pushes, flights with all that they bring, then who was pushed or re-forms goes back."""
    battle.step("3.5")
    found = result(battle.field)
    routs(battle, decide(battle, found))
    bury(battle, routed=False)
    settle_locks(battle, found)
    _go_back(battle, found)
    _reform_in_place(battle, found)


@clause("NA-CC-08", "NA-ROUT-01", "NA-ROUT-12")
def decide(battle: NapoleonicBattle, found: Result) -> list[Fallen]:
    """Who routs; pushes are written down. Nobody has moved yet."""
    _first_attacks(battle)
    fallen = [*_beaten(battle.field, found), *second_routs(battle.field)]
    pushed = _pushes(battle.field, found)
    routed_by_push = [one for unit in pushed if (one := _routed_by_push(battle, found, unit))]
    gone = {one.unit for one in routed_by_push}
    for unit in pushed:
        _mark_push(battle, unit, found, routs=unit in gone)
    return [*fallen, *routed_by_push]


@clause("NA-MOD-05")
def _first_attacks(battle: NapoleonicBattle) -> None:
    """Whose attack was carried home has attacked in this battle: its lances count no more."""
    for unit in battle.field.units:
        if unit.attacked and not unit.has_attacked:
            battle.change(unit.id, has_attacked=True)


@clause("NA-ROUT-01", "NA-ROUT-19")
def _beaten(field: Field, found: Result) -> list[Fallen]:
    """Way 1: lost a close combat by 5 or more."""
    return [
        _fallen(field, found.rows, unit, 1)
        for unit, worst in found.worst.items()
        if worst.what == "rout" and can_run(field.body(unit))
    ]


@clause("NA-UNIT-06", "NA-ART-15")
def can_run(body: Body) -> bool:
    """A regiment routs even if its last figures have just fallen; a gun that nobody serves stands."""
    return isinstance(body, Unit) or (isinstance(body, Gun) and strength(body) > 0)


def _fallen(field: Field, rows: Sequence[Verdict], unit: str, way: int) -> Fallen:
    heading = relations.direction(field, unit, beaten_by(rows, unit))
    return Fallen(unit, str(way), heading, overthrowers(rows, unit, way))


@clause("NA-ROUT-12", "NA-ROUT-13")
def second_routs(field: Field) -> list[Fallen]:
    """Who was struck in its flight runs anew; those who struck it have overthrown it, the higher die first. One that is
    spent already has nothing more to lose but figures."""
    dice = dict(field.fray.dice)
    found = []
    for one in dict.fromkeys(blow.target for blow in field.fray.strikes):
        body = field.body(one)
        if body.standing != "fleeing" or field.is_spent(body) or not can_run(body):
            continue
        by = sorted(
            (blow.striker for blow in field.fray.strikes if blow.target == one),
            key=lambda striker: (-dice[striker], striker),
        )
        found.append(Fallen(one, SECOND, relations.direction(field, one, by), tuple(by)))
    return found


# --- pushes ------------------------------------------------------------------------------------------


def _pushes(field: Field, found: Result) -> list[str]:
    """Regiments and guns that are pushed and have somebody left to push, in the order of dice."""
    hit = [field.body(one) for one, worst in found.worst.items() if worst.what == "pushed"]
    return [one.id for one in field.in_order(hit) if not isinstance(one, Unit) or one.figures]


@clause("NA-ROUT-02", "NA-ROUT-03", "NA-ROUT-05", "NA-ROUT-06", "NA-ROUT-19")
def _routed_by_push(battle: NapoleonicBattle, found: Result, one: str) -> Fallen | None:
    """Ways 2 to 5."""
    field, unit = battle.field, battle.body(one)
    if not isinstance(unit, Unit):
        return None
    heading = relations.direction(field, one, beaten_by(found.rows, one))
    way = way_of_push(
        pushed_before=twice_running(unit.push_turn, field.turn),
        onto_obstacle=bool(footing.onto_obstacle(field, unit, heading)),
        narrow=relations.in_narrow(field, unit),
        stopped=unit.stopped == field.turn,
    )
    return _fallen(field, found.rows, one, way) if way else None


@clause("NA-CC-22", "NA-CC-30", "NA-CC-32", "NA-MOD-10")
def _mark_push(battle: NapoleonicBattle, one: str, found: Result, routs: bool) -> None:
    """Two pushes in one turn count once; the minus lasts through the next turn."""
    battle.change(FRAY, pushed=(*battle.fray.pushed, one))
    if not isinstance(battle.pieces[one], Unit):
        return
    unlock(battle, one, "rout" if routs else "pushed")
    until = battle.turn + 1 if found.of(one).next_turn else 0
    by = beaten_by(found.rows, one)
    battle.change(one, push_turn=battle.turn, pushed=until, pushed_by=by)


# --- firefights --------------------------------------------------------------------------------------


@clause("NA-CC-20", "NA-ROUT-16")
def settle_locks(battle: NapoleonicBattle, found: Result) -> None:
    """New firefights; who withdraws leaves his, and who has fallen back as a neighbour gets none."""
    for one, worst in found.worst.items():
        unit = battle.pieces[one]
        if isinstance(unit, Unit) and worst.what == "withdraws":
            unlock(battle, one, "withdrawal")
    for pair in new_locks(found.rows, found.worst):
        units = [battle.pieces[one] for one in pair]
        if all(isinstance(one, Unit) and _stays(battle, one) for one in units):
            lock(battle, pair)
            battle.tell(Locked(pair, 0))


def _stays(battle: NapoleonicBattle, unit: Unit) -> bool:
    return unit.figures > 0 and unit.standing == "ready" and unit.id not in battle.fray.backed


# --- the way back ------------------------------------------------------------------------------------


@clause("NA-CC-09", "NA-CC-10", "NA-CC-22", "NA-CC-30", "NA-CC-31", "NA-CC-32", "NA-CC-36")
def _go_back(battle: NapoleonicBattle, found: Result) -> None:
    """Pushed and re-forming units go back, all in one step: none of them is in the way of another."""
    field = battle.field
    going = [
        body
        for one, worst in found.worst.items()
        if worst.what in ("pushed", "withdraws")
        and (body := field.body(one)).standing in ("ready", "rallied")
    ]
    ways = {one.id: relations.direction(field, one.id, beaten_by(found.rows, one.id)) for one in going}
    for body in field.in_order(going):
        own = found.of(body.id)
        kind = "push" if own.what == "pushed" else "back"
        went = forced.back(battle, body.id, ways[body.id], own.back, kind, tuple(ways))
        if own.what == "pushed":
            by = beaten_by(found.rows, body.id)
            battle.tell(Pushed(body.id, went.distance, ways[body.id], by))
        else:
            _reforms_after(battle, found, body.id, went.distance, ways[body.id])


@clause("NA-CC-30", "NA-CC-31", "NA-CC-34")
def _reforms_after(battle: NapoleonicBattle, found: Result, one: str, distance: int, direction: int) -> None:
    """Horse that parted or was repulsed re-forms; parted horse may not attack in the next turn."""
    own = found.of(one)
    event = Parted if own.no_attack else Repulsed
    battle.tell(event(one, distance, direction))
    if isinstance(battle.pieces[one], Unit):
        battle.change(one, reforming=battle.turn + 1)
        if own.no_attack:
            battle.change(one, no_attack=battle.turn + 1)


@clause("NA-CC-30", "NA-CC-32", "NA-CC-34", "NA-CC-08")
def _reform_in_place(battle: NapoleonicBattle, found: Result) -> None:
    """Horse that pushed an enemy back re-forms where it stands."""
    for row in found.rows:
        one, reward = row.winner.unit, gained(row)
        unit = battle.pieces[one]
        if not (reward.reforms and keeps_its_ground(found.of(one)) and isinstance(unit, Unit)):
            continue
        if unit.standing == "ready" and unit.figures and unit.reforming <= battle.turn:
            battle.change(one, reforming=battle.turn + 1)
            battle.tell(Reforming(one, battle.turn + 1))


# --- (g) follow-ups ----------------------------------------------------------------------------------


@rule("NA-CC-22", "NA-CC-32", "NA-CMD-08", "NA-ART-17")
def ask_follow(battle: NapoleonicBattle) -> None:
    """Foot that pushed an enemy may follow it."""
    field = battle.field
    winners = {row.winner.unit for row in result(field).rows}
    for unit in field.in_order([one for one in field.units if one.id in winners]):
        chance = follow_chance(field, unit)
        if chance is not None:
            about = (unit.id, chance.enemy, chance.follow)
            battle.ask("follow", field.seat(unit), *about, then=take_follow)


@clause("NA-CC-08", "NA-CC-22", "NA-CC-32", "NA-CMD-08", "NA-ART-17", "NA-ROUT-16", "NA-ROUT-19")
def follow_chance(field: Field, unit: Unit) -> Gained | None:
    """Whom a winner may follow and how far; the enemy that it beat by more goes first. A rout is no push: it is
    pursued."""
    if unit.standing != "ready" or not unit.figures or not unit.commanded or unit.stopped == field.turn:
        return None
    if unit.id in field.fray.backed:
        return None
    found = result(field)
    rows = [row for row in found.rows if row.winner.unit == unit.id and _was_pushed(field, row.loser.unit)]
    for row in sorted(rows, key=lambda row: (-row.difference, row.loser.unit)):
        reward = gained(row)
        if row.outcome.result == "pushed" and may_follow(found.of(unit.id), reward):
            return reward
    return None


def _was_pushed(field: Field, one: str) -> bool:
    fray = field.fray
    return one in fray.pushed and one not in fray.routed and not isinstance(field.body(one), Gun)


@rule("NA-CC-22", "NA-CC-32")
def take_follow(battle: NapoleonicBattle, unit: str, loser: str, most: int, *order: Arg) -> None:
    """It follows in the direction of the push; after pushed foot that is paid from its next turn, a step after pushed
    horse is free."""
    if order[0] != "follow":
        return
    found = result(battle.field)
    heading = relations.direction(battle.field, loser, beaten_by(found.rows, loser))
    went = forced.follow(battle, unit, heading, min(int(order[1]), most))
    battle.tell(FollowedUp(unit, loser, went.distance))
    if battle.field.is_foot(battle.body(loser)):
        battle.change(unit, paid=went.distance)
