"""Results of close combat: pairs, differences, outcomes and what each unit suffers and gains (chapter Close combat).

Everything here is said of units and of who strikes whom, never of positions: directions, obstacles behind a unit
and the way back are the business of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.fighting_value import Flank, Manner
from grognard.rulebooks.napoleonic.tablemodel import ClashId, Outcome, Tables

Pair: TypeAlias = tuple[str, str]
What: TypeAlias = Literal["rout", "pushed", "withdraws", "locked", "stands"]
WORST: tuple[What, ...] = ("rout", "pushed", "withdraws", "locked", "stands")
"""From the worst down (NA-CC-08)."""
_ORDER: dict[Flank, int] = {"front": 0, "left": 1, "right": 1, "rear": 2}


class Result(msgspec.Struct, frozen=True):
    """What a unit brings to its pairs: its die and fighting value; ``move``: its own in thousandths (NA-CC-35)."""

    unit: str
    manner: Manner
    face: int
    fv: int
    move: int

    @property
    @clause("NA-CC-06", "NA-CAS-02")
    def score(self) -> int:
        return self.face + self.fv


class Verdict(msgspec.Struct, frozen=True):
    """A pair compared. With equal results ``winner`` is the one named first; the row is the same for both then."""

    clash: ClashId
    winner: Result
    loser: Result
    outcome: Outcome

    @property
    def difference(self) -> int:
        return self.winner.score - self.loser.score

    @property
    def units(self) -> Pair:
        return self.winner.unit, self.loser.unit


class Suffered(msgspec.Struct, frozen=True):
    """What a unit suffers from one enemy: ``back`` thousandths to go back; ``no_attack``: not in the next turn;
    ``next_turn``: fighting value in the next turn; ``no_relief``: it may not be relieved (NA-CC-22)."""

    what: What
    enemy: str
    back: int = 0
    next_turn: int = 0
    no_attack: bool = False
    no_relief: bool = False


class Gained(msgspec.Struct, frozen=True):
    """What a winner gets: thousandths that it may ``follow``, whether it ``reforms`` in place, ``overthrew`` an enemy;
    ``battle``: fighting value to the end of the battle."""

    enemy: str
    follow: int = 0
    reforms: bool = False
    overthrew: bool = False
    battle: int = 0


# --- pairs and losses ---


@clause("NA-CC-02")
def pairs(strikes: Iterable[Pair]) -> tuple[Pair, ...]:
    """(striker, target) of all strikes as pairs of enemies, each once, in order of their ids."""
    return tuple(sorted({(min(strike), max(strike)) for strike in strikes}))


@clause("NA-CC-05", "NA-SEQ-07")
def losses_fall_on(target: str, strikers: Mapping[str, Flank], wish: str = "") -> str:
    """On whom a unit's losses fall: on its own ``target``; else on the striker that its owner wished, else front before
    flank before rear before the lower id. "" without anybody."""
    if target or not strikers:
        return target
    return wish if wish in strikers else min(strikers, key=lambda one: (_ORDER[strikers[one]], one))


# --- results ---


@clause("NA-CC-07")
def clash_of(one: Manner, two: Manner) -> ClashId:
    if one != two:
        return "horse_foot"
    return "foot_foot" if one == "foot" else "horse_horse"


@clause("NA-CC-06", "NA-CC-20", "NA-CC-23", "NA-CC-30", "NA-CC-31", "NA-CC-33", "NA-ROUT-01")
def compare(tables: Tables, one: Result, two: Result) -> Verdict:
    """The pair's row of its close-combat table."""
    winner, loser = (one, two) if one.score >= two.score else (two, one)
    clash = clash_of(one.manner, two.manner)
    return Verdict(clash, winner, loser, tables.outcome(clash, winner.score - loser.score))


@clause("NA-CC-08")
def best_attacker(strikers: Sequence[Result]) -> Result:
    """Whose result is compared under option ``multi_fight`` ``best_attacker``: the highest, of equals the lower id."""
    return min(strikers, key=lambda one: (-one.score, one.unit))


# --- what follows for each of the two ---


@clause("NA-CC-20", "NA-CC-22", "NA-CC-23", "NA-CC-30", "NA-CC-31", "NA-CC-32", "NA-CC-33", "NA-CC-35")
def suffered(verdict: Verdict, one: Result) -> Suffered:
    """What the pair's outcome does to ``one`` of its two units."""
    row, (first, second) = verdict.outcome, verdict.units
    enemy = second if one.unit == first else first
    if row.result == "locked":
        return Suffered("locked", enemy)
    if one.unit == first and not row.both:
        return Suffered("stands", enemy)
    if row.result == "rout":
        return Suffered("rout", enemy)
    back = _back(row, one)
    what: What = "pushed" if row.result == "pushed" else "withdraws" if back else "stands"
    return Suffered(what, enemy, back, row.next_turn, row.no_attack, one.manner in row.no_relief)


@clause("NA-CC-35")
def _back(row: Outcome, one: Result) -> int:
    back = row.back.get(one.manner)
    return back.moves * one.move // 1000 + back.length if back else 0


@clause("NA-CC-22", "NA-CC-23", "NA-CC-30", "NA-CC-32", "NA-ROUT-19")
def gained(verdict: Verdict) -> Gained:
    """What the winner of a pair gets, if it keeps its own ground (:func:`keeps_its_ground`)."""
    row, winner = verdict.outcome, verdict.winner
    follow = row.follow.get(winner.manner, 0)
    return Gained(
        verdict.loser.unit,
        follow,
        winner.manner in row.reforms,
        row.result == "rout",
        row.winner_battle,
    )


@clause("NA-CC-08")
def worst(suffering: Sequence[Suffered]) -> Suffered:
    """The single outcome that a unit in several pairs suffers: the worst; of several pushes the longest."""
    return min(suffering, key=lambda one: (WORST.index(one.what), -one.back, one.enemy))


@clause("NA-CC-08", "NA-PURS-01")
def keeps_its_ground(own: Suffered) -> bool:
    """Whether a winner may follow, throws for obedience and pursues: not if it itself routs, is pushed or goes back."""
    return own.what in ("locked", "stands")


@clause("NA-CC-08", "NA-CC-22")
def may_follow(own: Suffered, reward: Gained) -> int:
    """Thousandths that a winner may follow up; a unit locked with another enemy may not."""
    return reward.follow if own.what == "stands" else 0


# --- rout ---


@clause("NA-ROUT-02", "NA-ROUT-03", "NA-ROUT-05", "NA-ROUT-06")
def way_of_push(*, pushed_before: bool, onto_obstacle: bool, narrow: bool, stopped: bool) -> int:
    """The way (2 to 5) in which a pushed unit routs, the first that holds; 0: it doesn't.

    ``pushed_before``: in the turn before as well; ``onto_obstacle``: one within half its move in the direction of the
    push; ``narrow``: any part of it stands in a narrow place; ``stopped``: by canister, this turn.
    """
    ways = ((2, pushed_before), (3, onto_obstacle), (4, narrow), (5, stopped))
    return next((way for way, holds in ways if holds), 0)


@clause("NA-ROUT-19")
def overthrowers(verdicts: Iterable[Verdict], unit: str, way: int) -> tuple[str, ...]:
    """Who overthrew a unit that routed by ``way``, the highest result first, then the lower id (NA-PURS-12).

    Way 1: all that routed it in a pair; ways 2 to 5: all that pushed or routed it. Nobody after way 6.
    """
    counts = {1: ("rout",)}.get(way, ("rout", "pushed") if way <= 5 else ())
    beat = [one.winner for one in verdicts if one.loser.unit == unit and one.outcome.result in counts]
    return tuple(one.unit for one in sorted(beat, key=lambda one: (-one.score, one.unit)))
