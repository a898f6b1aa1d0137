"""For search from a view alone: a full position that the view allows, and how good a position is for a side."""

from __future__ import annotations

from collections.abc import Iterator
from math import tanh

from msgspec.structs import replace

from grognard.core.dice import Rng
from grognard.core.state import UMPIRE, Question, State
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import FantasyState, Unit
from grognard.rulebooks.fantasy.ordering import may_be_rallied, take_order
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.victory import holder, is_general_dead, worth_lost
from grognard.rulebooks.fantasy.view import FantasyView

DECISIVE = 0.9
"""No position that isn't decided is worth as much as a victory."""
SCALE = 30.0
"""Points of score after which a lead counts for about three quarters of a victory."""
GRADES = {"draw": 0.0, "minor": 0.85, "major": 1.0}


def imagine(view: FantasyView, rng: Rng) -> FantasyState:
    """A full state that the view allows: its pieces, in which what isn't known is guessed already (any number of a
    last rank is as likely as any other), and an order still to be given for every unit that takes one."""
    pieces = tuple(_imagined(view, piece, rng) if isinstance(piece, Unit) else piece for piece in view.pieces)
    return State(pieces, view.agenda, tuple(_questions(view)), view.outcome)


def _imagined(view: FantasyView, unit: Unit, rng: Rng) -> Unit:
    if view.side in (unit.side, UMPIRE) or unit.models <= unit.files or unit.kind == "machine":
        return unit
    return replace(unit, models=unit.models - rng.randrange(unit.files))


def _questions(view: FantasyView) -> Iterator[Question]:
    """Those open for the seat, and the orders of all others, whom nobody has heard yet."""
    yield from view.asked
    if any(one.kind == "order" for one in view.asked):
        for unit in view.field.units:
            if unit.seat != view.seat and (not unit.retreating or may_be_rallied(view.field, unit)):
                yield Question("order", unit.seat, (unit.id,), take_order.name, True)


def worth(setup: FantasySetup, state: FantasyState, side: str) -> float:
    """From -1 to 1: at the end the verdict, before it the score as it would be now."""
    others = [one.id for one in setup.sides if one.id != side]
    if state.outcome is not None:
        grade = GRADES[state.outcome.reason.rpartition(".")[2]]
        return grade if side in state.outcome.winners else -grade if state.outcome.winners else 0.0
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    ahead = _standing(field, side) - max(_standing(field, one) for one in others)
    return DECISIVE * tanh(ahead / SCALE)


def _standing(field: Field, side: str) -> float:
    """Points of score by which a side stands better than if it had done and suffered nothing."""
    lost = 100 * float(worth_lost(field, side)) / max(1, field.setup.worths[side])
    general = field.tables.victory.general_dead * is_general_dead(field, side)
    return sum(one.points for one in field.setup.objectives if holder(field, one) == side) - lost - general
