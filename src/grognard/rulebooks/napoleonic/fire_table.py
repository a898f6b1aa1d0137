"""What a die of fire or of a strike costs (chapters Artillery, Skirmishers, Losses), without any positions.

The table battle and the battle followed on a floor read these functions alike; a chance of :mod:`grognard.core`
made of them serves play, replay and exact odds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from grognard.core.chance import Table
from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.tablemodel import Branch, Obstacle, Tables

Strength: TypeAlias = Literal["full", "minus_one", "half"]
"""How strong a shot is, the strongest first."""
Ammunition: TypeAlias = Literal["ball", "canister"]
HalfDie: TypeAlias = Literal["round_down", "round_up", "half_losses"]
"""Values of option ``half_die``."""
SIX = 6


class Hit(NamedTuple):
    """What one die does to a unit or gun: figures, a gun silenced, a unit stopped by canister, a call for fate."""

    losses: int = 0
    silenced: bool = False
    stopped: bool = False
    fate: bool = False


# --- how strong ---


@clause("NA-ART-04", "NA-ART-05", "NA-ART-09")
def strength(tables: Tables, pivot: int, moved: int, move: int) -> Strength | None:
    """Of a gun that turned by ``pivot`` (tenths of a degree, either way) and used ``moved`` of its ``move``.

    None: it may not fire. The worst of the two penalties counts.
    """
    if abs(pivot) > tables.angles.pivot_half or 2 * moved > move:
        return None
    if moved or abs(pivot) > tables.angles.pivot_minus_one:
        return "half"
    return "minus_one" if pivot else "full"


@clause("NA-ART-06")
def row(face: int, strength: Strength, half_die: HalfDie = "round_down") -> int:
    """The row of table ``casualties`` for a natural face; 0 is nothing."""
    if strength == "minus_one":
        return face - 1
    if strength == "full" or half_die == "half_losses":
        return face
    return (face + (half_die == "round_up")) // 2


# --- what it costs ---


@clause("NA-CAS-01", "NA-CAS-03", "NA-CAS-04", "NA-ART-06", "NA-ART-10", "NA-ART-17", "NA-FATE-01")
def shot(
    tables: Tables,
    face: int,
    target: Branch,
    ammunition: Ammunition,
    strength: Strength = "full",
    half_die: HalfDie = "round_down",
) -> Hit:
    """What a shot at a unit or gun does. A natural 6 silences a gun however weak the shot; a stop needs row 6."""
    read = row(face, strength, half_die)
    lost = tables.casualties.column(ammunition, read, target)
    halved = strength == "half" and half_die == "half_losses"
    return Hit(
        lost // 2 if halved else lost,
        face == SIX and target == "gun" and _silences(tables, ammunition),
        read == SIX and not halved and ammunition == "canister" and _stops(tables, target),
        face == SIX,
    )


@clause("NA-CAS-02", "NA-CC-05", "NA-ART-19", "NA-MOVE-11", "NA-CC-20")
def blow(tables: Tables, face: int, target: Branch) -> Hit:
    """What a die of close combat costs the unit or gun on which it falls."""
    return shot(tables, face, target, "ball")


def _silences(tables: Tables, ammunition: Ammunition) -> bool:
    table = tables.casualties
    return table.ball_silences if ammunition == "ball" else table.canister_silences


def _stops(tables: Tables, target: Branch) -> bool:
    table = tables.casualties
    return {"foot": table.canister_stops_foot, "horse": table.canister_stops_horse, "gun": False}[target]


@clause("NA-GEN-02", "NA-ART-06")
def shots(
    tables: Tables, target: Branch, ammunition: Ammunition, strength: Strength, half_die: HalfDie
) -> Table[Hit]:
    """The die of a shot, to be rolled or branched over."""
    return Table.of(6, lambda face: shot(tables, face, target, ammunition, strength, half_die))


@clause("NA-ART-12", "NA-ART-13", "NA-ART-14", "NA-FATE-05")
def place_hit(place: Obstacle, face: int, strength: Strength) -> Literal["burns", "destroyed", ""]:
    """What a shot at a building, bridge or work does to the place; nobody in it or near it is lost."""
    if face != SIX or strength != "full":
        return ""
    return "burns" if place.burns else "destroyed" if place.destroyed else ""


@clause("NA-SKIR-03")
def skirmish_hits(faces: Sequence[int]) -> Hit:
    """Dice of the figures of an open order that fire at one target: each 6 is a figure and calls for fate."""
    sixes = sum(face == SIX for face in faces)
    return Hit(losses=sixes, fate=sixes > 0)


# --- what follows from marks ---


@clause("NA-ART-10")
def silent_through(turn: int, turns: int) -> int:
    """The last turn in which a gun silenced in ``turn`` may not fire; ``turns``: option ``silence_turns``."""
    return turn + turns


@clause("NA-ART-11", "NA-ROUT-02")
def twice_running(before: int, turn: int) -> bool:
    """Whether a push, or a silencing, in ``turn`` is the second in two turns; ``before``: the last turn of one before
    this turn, 0 for none. Two in one turn count once, so ``before`` is not this turn's."""
    return before > 0 and before == turn - 1


@clause("NA-ROUT-07", "NA-ART-17")
def stopped_to_rout(stops: int, stops_before: int) -> bool:
    """Way 6: canister stops of this turn and of the turn before."""
    return stops >= 2 or (stops == 1 and stops_before >= 1)
