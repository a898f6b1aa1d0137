"""What must always hold of a position and of the step to it, and the numbers by which battles are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.formations import ranks_of
from grognard.rulebooks.pike_and_shot.going import on_table
from grognard.rulebooks.pike_and_shot.model import (
    TURN,
    Commander,
    PikeSetup,
    PikeState,
    Thing,
    Turn,
    Unit,
)
from grognard.rulebooks.pike_and_shot.victory import losses, points
from grognard.space.measure import overlap, overlapping
from grognard.space.outline import boxes_near


def broken(setup: PikeSetup, before: PikeState, after: PikeState) -> list[str]:
    """Everything that doesn't hold, each with the piece and the clause; ``before`` may have no pieces (the start)."""
    old = {piece.id: piece for piece in before.pieces}
    field = Field(setup, {piece.id: piece for piece in after.pieces})
    found = [*_overlaps(field, old), *_questions(setup, after)]
    for piece in after.pieces:
        if isinstance(piece, Unit):
            found += (f"{piece.id}: {what}" for what in _unit(field, piece))
            found += (f"{piece.id}: {what}" for what in _step(old.get(piece.id), piece))
        if isinstance(piece, Commander):
            found += (f"{piece.id}: {what}" for what in _commander(field, piece))
    found += _turn(old.get(TURN), field)
    return found


def _overlaps(field: Field, old: Mapping[str, Thing]) -> Iterator[str]:
    """Only units whose bases have changed are looked at again."""
    moved = {unit.id for unit in field.units if _has_moved(old.get(unit.id), unit)}
    for unit in field.units:
        if unit.id not in moved:
            continue
        if unit.hanging is None and not unit.routing and overlapping(unit.shapes):
            yield f"{unit.id}: its own bases overlap (PS-BASE-09)"
        if not on_table(field.setup, unit.shapes):
            yield f"{unit.id}: off the table (PS-BASE-09)"
        for other in field.units:
            if other.id == unit.id or (other.id in moved and other.id < unit.id):
                continue
            if boxes_near(unit.box, other.box) and _meet(unit, other) and not _may_lie(unit, other):
                yield f"{unit.id} overlaps {other.id} (PS-BASE-09)"


def _has_moved(old: Thing | None, unit: Unit) -> bool:
    return not isinstance(old, Unit) or old.bases is not unit.bases


def _meet(unit: Unit, other: Unit) -> bool:
    return any(overlap(a, b) for a in unit.shapes for b in other.shapes)


def _may_lie(unit: Unit, other: Unit) -> bool:
    """A router may be upon a friend between two of its moves."""
    return any(one.routing and one.mode == "rout" for one in (unit, other))


def _unit(field: Field, unit: Unit) -> Iterator[str]:
    if unit.dp < 0 or unit.left < 0 or unit.used < 0 or unit.mp < 0:
        yield f"dp {unit.dp}, left {unit.left}, used {unit.used}, mp {unit.mp} (PS-RALLY-03, PS-IMP-01)"
    if (unit.status in ("ready", "waiting")) != bool(unit.bases) and unit.status != "gone":
        yield f"{unit.status} with {len(unit.bases)} bases (PS-BASE-10)"
    if unit.routing and (unit.hanging or unit.braced):
        yield "routing, and hanging or braced (PS-ROUT-02)"
    if unit.status == "ready" and unit.hanging is None and not unit.routing:
        files = max(map(len, ranks_of(unit.bases)))
        if files != unit.files:
            yield f"{files} files stand, {unit.files} are written (PS-BASE-06)"
    if unit.hanging is not None and len(unit.hanging.goal) != len(unit.bases):
        yield "a plan for other bases (PS-MAN-11)"


def _step(old: Thing | None, new: Unit) -> Iterator[str]:
    if not isinstance(old, Unit):
        return
    if old.status in ("destroyed", "gone") and new.status != old.status:
        yield f"{old.status}, then {new.status} (PS-BASE-10)"
    if len(new.bases) > len(old.bases):
        yield "bases have come from nowhere (PS-MAN-11)"
    if old.fired and not new.fired:
        yield "a first volley came back (PS-SHOT-05)"
    if old.loot and not new.loot:
        yield "loot is gone (PS-VIC-04)"


def _commander(field: Field, commander: Commander) -> Iterator[str]:
    if commander.cp < 0:
        yield f"{commander.cp} CP (PS-CP-01)"
    if commander.attached and (not commander.alive or field.unit(commander.attached).status != "ready"):
        yield f"attached to {commander.attached} (PS-CMD-03)"


def _turn(old: Thing | None, field: Field) -> Iterator[str]:
    turn = field.turn
    if len(set(turn.deck)) != len(turn.deck):
        yield "a card is twice in the deck (PS-TURN-02)"
    if isinstance(old, Turn) and old.scores != turn.scores[: len(old.scores)]:
        yield "points were taken back (PS-VIC-07)"


def _questions(setup: PikeSetup, after: PikeState) -> Iterator[str]:
    seats = {seat.id for seat in setup.seats}
    for question in after.questions:
        if question.seat not in seats:
            yield f"{question.id} asks nobody"
    if after.outcome is not None and after.questions:
        yield "something is asked after the end (PS-VIC-05)"


def measures(setup: PikeSetup, state: PikeState) -> Mapping[str, str | int]:
    """Winner, reason, turns, points and losses by side, routing and destroyed units."""
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    winners = ",".join(state.outcome.winners) if state.outcome else ""
    found: dict[str, str | int] = {
        "winner": winners,
        "reason": state.outcome.reason if state.outcome else "",
        "turns": field.turn.number,
    }
    for side in setup.armies:
        units = [field.unit(one) for one, sheet in setup.sheets.items() if sheet.side == side]
        found[f"points_{side}"] = points(field, side)
        found[f"lost_{side}"] = losses(field, side).lost
        found[f"routing_{side}"] = sum(unit.routing for unit in units)
        found[f"destroyed_{side}"] = sum(unit.status == "destroyed" for unit in units)
    return found
