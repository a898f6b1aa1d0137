"""What must always hold of a position and of the step to it, and the numbers by which battles are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import TURN, Character, Contact, FantasyState, Turn, Unit
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.victory import holder, share_gone
from grognard.space.measure import overlap
from grognard.space.outline import boxes_near
from grognard.space.sine import TURN as FULL_TURN

DEEP = 20
"""Thousandths by which two rectangles laid edge to edge may overlap through rounding."""


def broken(setup: FantasySetup, before: FantasyState, after: FantasyState) -> list[str]:
    """Everything that doesn't hold, each with the piece and the clause; ``before`` may have no pieces (the start)."""
    field = Field(setup, {piece.id: piece for piece in after.pieces})
    old = {piece.id: piece for piece in before.pieces}
    found = [*_pieces(after), *_overlaps(field), *_questions(field, after)]
    for unit in field.all_units:
        found += (f"{unit.id}: {what}" for what in _unit(field, unit, old.get(unit.id)))
    for one in field.characters:
        found += (f"{one.id}: {what}" for what in _character(field, one, old.get(one.id)))
    for contact in field.contacts:
        found += (f"{contact.id}: {what}" for what in _contact(field, contact))
    return found


def _pieces(after: FantasyState) -> Iterator[str]:
    ids = [piece.id for piece in after.pieces]
    if len(set(ids)) != len(ids):
        yield "one piece twice (FA-GEN-11)"
    if sum(isinstance(piece, Turn) for piece in after.pieces) != 1 or TURN not in ids:
        yield "not one turn (FA-VIC-01)"


def _overlaps(field: Field) -> Iterator[str]:
    for one, other in combinations(field.units, 2):
        if one.retreating or other.retreating or not boxes_near(one.shape.box, other.shape.box):
            continue
        if overlap(one.shape, other.shape, DEEP):
            yield f"{one.id} overlaps {other.id} (FA-MOV-05, FA-MOV-06)"


def _unit(field: Field, unit: Unit, was: object) -> Iterator[str]:
    wounds = field.stats(unit.id).W
    if unit.models < 0 or unit.models > unit.start_models:
        yield f"{unit.models} models of {unit.start_models} (FA-WND-09)"
    if not 0 <= unit.pool < max(1, wounds):
        yield f"{unit.pool} wounds in the pool of W {wounds} (FA-WND-08)"
    if unit.files < 1 or not 0 <= unit.heading < FULL_TURN:
        yield f"{unit.files} files, heading {unit.heading} (FA-UNIT-03)"
    if unit.status == "ready" and not unit.models and not field.characters_in(unit.id):
        yield "nobody is left, but it stands on the table (FA-GEN-08)"
    if unit.status == "ready" and not unit.retreating and not field.setup.table.holds(unit.shape):
        yield "stands off the table (FA-MOV-07)"
    if unit.due or (unit.motion is not None and field.turn.phase != "C"):
        yield "casualties or motion are still to come (FA-GEN-04)"
    if isinstance(was, Unit) and was.status not in ("ready", unit.status):
        yield f"came back: {was.status}, now {unit.status} (FA-GEN-08)"


def _character(field: Field, one: Character, was: object) -> Iterator[str]:
    if one.unit not in field.pieces:
        yield f"stands in {one.unit!r}, which there isn't (FA-CMD-01)"
    if isinstance(was, Character) and not was.alive and one.alive:
        yield "came back to life (FA-CMD-02)"
    if one.barred and isinstance(was, Character) and not was.barred and not one.level:
        yield "is barred, but no wizard (FA-MAG-10)"
    if one.wounds < 0 or one.points < 0:
        yield f"{one.wounds} wounds, {one.points} magic points (FA-MAG-08)"


def _contact(field: Field, contact: Contact) -> Iterator[str]:
    if not (field.ready(contact.a) and field.ready(contact.b)):
        yield "one of the two is gone (FA-GEN-08)"
    elif field.unit(contact.a).side == field.unit(contact.b).side:
        yield "of two friends (FA-MOV-05)"
    if contact.overlap <= 0:
        yield "is not aligned (FA-CHG-08)"


def _questions(field: Field, after: FantasyState) -> Iterator[str]:
    for question in after.questions:
        if question.kind == "order" and question.seat != field.unit(str(question.about[0])).seat:
            yield f"{question.seat} is asked for another's unit (FA-ORD-01)"


# --- counting --------------------------------------------------------------------------------------------


def measures(setup: FantasySetup, state: FantasyState) -> Mapping[str, str | int]:
    """How a battle ended, and of each side its score, models left, share of its strength gone, objectives held."""
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    outcome = state.outcome
    reason, _, grade = outcome.reason.partition(".") if outcome else ("", "", "")
    scores = dict(field.turn.scores)
    found: dict[str, str | int] = {
        "winner": "+".join(outcome.winners) if outcome else "",
        "reason": reason,
        "grade": grade,
        "turns": field.turn.number,
    }
    for side in setup.sides:
        found[f"score_{side.id}"] = scores.get(side.id, 0)
        found[f"models_{side.id}"] = sum(unit.models for unit in field.of_side(side.id))
        found[f"gone_{side.id}"] = int(100 * share_gone(field, side.id))
        found[f"held_{side.id}"] = sum(holder(field, one) == side.id for one in setup.objectives)
    return found
