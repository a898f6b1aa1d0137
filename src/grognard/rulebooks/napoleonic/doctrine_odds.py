"""What a pair promises by the difference of fighting values: by the very tables of the chapter Close combat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.close_combat import Result, compare, suffered
from grognard.rulebooks.napoleonic.fighting_value import Manner
from grognard.rulebooks.napoleonic.model import NapoleonicSetup

FACES = range(1, 7)
PUSHED, REPULSED = 0.35, 0.06
"""What a push and a repulse are worth where a rout is 1."""


class Odds(NamedTuple):
    """Chances of one of a pair: that the enemy routs or is pushed, that it is itself pushed or routs, and that it goes
    back to re-form."""

    routs: float
    pushes: float
    pushed: float
    routed: float
    goes_back: float

    @property
    def gain(self) -> float:
        return self.routs + PUSHED * self.pushes

    @property
    def risk(self) -> float:
        return self.routed + PUSHED * self.pushed + REPULSED * self.goes_back


@lru_cache(maxsize=1024)
@clause("NA-CC-06", "NA-CC-07")
def odds(setup: NapoleonicSetup, own: Manner, enemy: Manner, ahead: int) -> Odds:
    """All 36 pairs of dice between two whose fighting values differ by ``ahead``."""
    count = [0, 0, 0, 0, 0]
    for face in FACES:
        for other in FACES:
            verdict = compare(
                setup.tables, Result("a", own, face, ahead, 1000), Result("b", enemy, other, 0, 1000)
            )
            mine, theirs = (suffered(verdict, one).what for one in _both(verdict.winner, verdict.loser))
            count[0] += theirs == "rout"
            count[1] += theirs == "pushed"
            count[2] += mine == "pushed"
            count[3] += mine == "rout"
            count[4] += mine == "withdraws"
    return Odds(*(one / 36 for one in count))


def _both(winner: Result, loser: Result) -> tuple[Result, Result]:
    return (winner, loser) if winner.unit == "a" else (loser, winner)


class Blow(NamedTuple):
    """One striker in a fight: its fighting value against that enemy, how it fights, and what it is worth."""

    value: int
    manner: Manner
    worth: float


@clause("NA-CC-08")
def fight_worth(
    setup: NapoleonicSetup, blows: Sequence[Blow], value: int, manner: Manner, worth: float
) -> float:
    """What it is worth that those strike one enemy together: its rout or push, less what they risk."""
    safe, risk = 1.0, 0.0
    for blow in blows:
        found = odds(setup, blow.manner, manner, blow.value - value)
        safe *= 1 - found.gain
        risk += blow.worth * found.risk
    return worth * (1 - safe) - risk
