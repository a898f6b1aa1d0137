"""What must always hold of a position and of the step to it, and the numbers by which battles are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.formations import ranks_of
from grognard.rulebooks.pike_and_shot.going import on_table
from grognard.rulebooks.pike_and_shot.model import (
    TURN,
    Commander,
    Objective,
    PikeSetup,
    PikeState,
    Smoke,
    Thing,
    Turn,
    Unit,
)
from grognard.rulebooks.pike_and_shot.victory import losses, objective_id, points
from grognard.space.measure import overlap, overlapping
from grognard.space.outline import boxes_near


def broken(setup: PikeSetup, before: PikeState, after: PikeState) -> list[str]:
    """Everything that doesn't hold, each with the piece and the clause; ``before`` may have no pieces (the start)."""
    old = {piece.id: piece for piece in before.pieces}
    field = Field(setup, {piece.id: piece for piece in after.pieces})
    found = [*_pieces(setup, after), *_overlaps(field, old), *_questions(setup, after)]
    same_turn = _number(old.get(TURN)) == field.turn.number
    for piece in after.pieces:
        was = old.get(piece.id)
        if isinstance(piece, Unit):
            problems = (
                *_unit(field, piece),
                *_step(was, piece),
                *(_in_turn(was, piece) if same_turn else ()),
            )
        elif isinstance(piece, Commander):
            problems = (*_commander(field, piece), *_post(was, piece, same_turn))
        elif isinstance(piece, Objective):
            problems = (*_objective(was, piece),)
        else:
            continue
        found += (f"{piece.id}: {what}" for what in problems)
    found += _turn(old.get(TURN), field)
    return found


def _number(turn: Thing | None) -> int:
    return turn.number if isinstance(turn, Turn) else 0


def _pieces(setup: PikeSetup, after: PikeState) -> Iterator[str]:
    """Nobody comes or goes but smoke: whoever leaves the table stays as destroyed or gone."""
    ids = [piece.id for piece in after.pieces]
    if len(set(ids)) != len(ids):
        yield "one piece twice (PS-BASE-10)"
    wanted = {*setup.sheets, *setup.commanders, *map(objective_id, setup.objectives), TURN}
    there = {piece.id for piece in after.pieces if not isinstance(piece, Smoke)}
    if there != wanted:
        yield f"pieces have come or gone: {sorted(there ^ wanted)} (PS-BASE-10, PS-ROUT-08)"


# --- where units stand ---


def _overlaps(field: Field, old: Mapping[str, Thing]) -> Iterator[str]:
    """Only units whose bases have changed are looked at again."""
    moved = {unit.id for unit in field.units if _has_moved(old.get(unit.id), unit)}
    for unit in field.units:
        if unit.id not in moved:
            continue
        yield from _alone(field, unit)
        for other in field.units:
            if other.id == unit.id or (other.id in moved and other.id < unit.id):
                continue
            if boxes_near(unit.box, other.box) and _meet(unit, other) and not _may_lie(unit, other):
                yield f"{unit.id} overlaps {other.id} (PS-BASE-09)"


def _alone(field: Field, unit: Unit) -> Iterator[str]:
    if unit.hanging is None and not unit.routing and overlapping(unit.shapes):
        yield f"{unit.id}: its own bases overlap (PS-BASE-09)"
    if not on_table(field.setup, unit.shapes):
        yield f"{unit.id}: off the table (PS-BASE-09)"
    if unit.hanging is None and not unit.routing and len({base.heading for base in unit.bases}) > 1:
        yield f"{unit.id}: its bases face several ways (PS-FORM-02)"


def _has_moved(old: Thing | None, unit: Unit) -> bool:
    return not isinstance(old, Unit) or old.bases is not unit.bases or old.status != unit.status


def _meet(unit: Unit, other: Unit) -> bool:
    return any(overlap(a, b) for a in unit.shapes for b in other.shapes)


def _may_lie(unit: Unit, other: Unit) -> bool:
    """A router may be upon a friend between two of its moves."""
    return any(one.routing and one.mode == "rout" for one in (unit, other))


# --- units ---


def _unit(field: Field, unit: Unit) -> Iterator[str]:
    if unit.dp < 0 or unit.left < 0 or unit.used < 0 or unit.mp < 0:
        yield f"dp {unit.dp}, left {unit.left}, used {unit.used}, mp {unit.mp} (PS-RALLY-03, PS-IMP-01)"
    if unit.formation == "hanging":
        yield "a formation that only the engine sets (PS-FORM-01)"
    if (unit.status in ("ready", "waiting")) != bool(unit.bases) and unit.status != "gone":
        yield f"{unit.status} with {len(unit.bases)} bases (PS-BASE-10)"
    if unit.routing and (unit.hanging or unit.braced or unit.status != "ready"):
        yield "routing, and hanging, braced or not on the table (PS-ROUT-02)"
    if unit.status == "ready" and unit.hanging is None and not unit.routing:
        files = max(map(len, ranks_of(unit.bases)))
        if files != unit.files:
            yield f"{files} files stand, {unit.files} are written (PS-BASE-06)"
    if unit.hanging is not None and len(unit.hanging.goal) != len(unit.bases):
        yield "a plan for other bases (PS-MAN-11)"
    if field.sheet(unit.id).turn > field.turn.number and unit.status != "waiting":
        yield "has come before its turn (PS-DEP-02)"


STATUSES = {"waiting": 0, "ready": 1, "destroyed": 2, "gone": 2}
"""A unit comes on once and leaves once."""


def _step(old: Thing | None, new: Unit) -> Iterator[str]:
    if not isinstance(old, Unit):
        return
    if STATUSES[new.status] < STATUSES[old.status] or (
        STATUSES[old.status] == 2 and new.status != old.status
    ):
        yield f"{old.status}, then {new.status} (PS-BASE-10)"
    if len(new.bases) > len(old.bases):
        yield "bases have come from nowhere (PS-MAN-11)"
    if old.fired and not new.fired:
        yield "a first volley came back (PS-SHOT-05)"
    if old.loot and not new.loot and new.status != "gone":
        yield "loot is gone (PS-VIC-04)"
    if old.shown and not new.shown:
        yield "seen, then hidden (PS-FOG-01)"


def _in_turn(old: Thing | None, new: Unit) -> Iterator[str]:
    """What only ever grows within one turn."""
    if not isinstance(old, Unit):
        return
    if new.used < old.used or new.move_impulses < old.move_impulses or new.raw_move_dp < old.raw_move_dp:
        yield "impulses or movement DP were taken back within a turn (PS-IMP-02, PS-MOVE-06)"
    if new.left + new.used < old.left + old.used:
        yield "an impulse is gone that nobody used (PS-IMP-03)"
    for flag in ("activated", "reacted", "coordinated", "under_fire"):
        if getattr(old, flag) and not getattr(new, flag):
            yield f"no longer {flag} within a turn (PS-TURN-05, PS-IMP-04)"


# --- commanders, objectives, turns ---


def _commander(field: Field, commander: Commander) -> Iterator[str]:
    if commander.cp < 0 or commander.lost_cp < 0:
        yield f"{commander.cp} CP, {commander.lost_cp} lost (PS-CP-01, PS-CP-12)"
    if commander.attached and (not commander.alive or field.unit(commander.attached).status != "ready"):
        yield f"attached to {commander.attached} (PS-CMD-03)"
    if commander.attached and field.side(commander.attached) != field.post(commander.id).side:
        yield f"attached to an enemy, {commander.attached} (PS-CP-03)"
    if commander.alive == bool(commander.fate):
        yield f"alive {commander.alive}, and {commander.fate or 'no fate'} (PS-CMD-03)"
    if not field.post(commander.id).under and commander.order is not None:
        yield "an order without a superior (PS-ORD-04)"


def _post(old: Thing | None, new: Commander, same_turn: bool) -> Iterator[str]:
    if not isinstance(old, Commander):
        return
    if same_turn and old.activated and not new.activated and new.holder == old.holder:
        yield "activated, then not, within a turn (PS-TURN-05)"
    if old.status == "ready" and new.status != "ready":
        yield "has left the table as if he had never come (PS-DEP-02)"


def _objective(old: Thing | None, new: Objective) -> Iterator[str]:
    if isinstance(old, Objective) and old.holder and not new.holder:
        yield "held, then by nobody (PS-VIC-03)"
    if isinstance(old, Objective) and old.sacked and new.sacked != old.sacked:
        yield "sacked a second time (PS-VIC-04)"


def _turn(old: Thing | None, field: Field) -> Iterator[str]:
    turn = field.turn
    if len(set(turn.deck)) != len(turn.deck):
        yield "a card is twice in the deck (PS-TURN-02)"
    if turn.number > field.setup.turns:
        yield f"turn {turn.number} of {field.setup.turns} (PS-VIC-05)"
    if not isinstance(old, Turn):
        return
    if old.scores != turn.scores[: len(old.scores)] or old.happened != turn.happened[: len(old.happened)]:
        yield "points or events were taken back (PS-VIC-07)"
    if turn.number not in (old.number, old.number + 1):
        yield f"turn {old.number}, then {turn.number} (PS-TURN-01)"
    if turn.number == old.number and old.card and not set(turn.deck) <= set(old.deck):
        yield "cards have come back into the deck (PS-TURN-02)"


def _questions(setup: PikeSetup, after: PikeState) -> Iterator[str]:
    seats = {seat.id for seat in setup.seats}
    ids = [question.id for question in after.questions]
    if len(set(ids)) != len(ids):
        yield "one question twice (PS-TURN-10)"
    for question in after.questions:
        about = str(question.about[0]) if question.about else ""
        if question.seat not in seats:
            yield f"{question.id} asks nobody"
        elif about in setup.sheets and setup.sheets[about].seat != question.seat:
            yield f"{question.id}: asked of {question.seat}, whose unit it isn't (PS-TURN-10)"
    if after.outcome is not None and (after.questions or after.agenda):
        yield "something is still to come after the end (PS-VIC-05)"


def measures(setup: PikeSetup, state: PikeState) -> Mapping[str, str | int]:
    """Winner, reason, turns; by side points, losses, units routing, destroyed and gone from the table, and how often
    units have broken into rout."""
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
        found[f"gone_{side}"] = sum(unit.status == "gone" for unit in units)
        found[f"routs_{side}"] = sum(unit.routs for unit in units)
    return found
