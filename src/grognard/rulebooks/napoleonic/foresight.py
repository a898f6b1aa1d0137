"""How good a position is for a side, for search: the outcome, before it strength and objectives."""

from __future__ import annotations

from math import tanh

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import NapoleonicSetup, NapoleonicState
from grognard.rulebooks.napoleonic.victory import fit_units, score

DECISIVE = 0.9
"""No position that isn't decided is worth as much as a victory."""
SCALE = 0.35


@clause("NA-END-01", "NA-END-02")
def worth(setup: NapoleonicSetup, state: NapoleonicState, side: str) -> float:
    """From -1 to 1: at the end who has won, before it the share of fit figures and of points of objectives."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return 0.0 if not winners else 1.0 if side in winners else -1.0
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    own, other = (_strength(field, one) for one in (side, field.enemy(side)))
    points = score(field)
    every = max(sum(one.points for one in setup.objectives.values()), 1)
    ahead = (own - other) / max(own + other, 1) + 0.5 * (points[side] - points[field.enemy(side)]) / every
    return DECISIVE * tanh(ahead / SCALE)


def _strength(field: Field, side: str) -> int:
    return sum(
        one.figures * (2 if field.branch(one) == "horse" else 1) for one in fit_units(field, side)
    ) + sum(2 * one.crew for one in field.guns if one.side == side and one.owner == side)
