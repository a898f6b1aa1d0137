"""What must always hold of a feudal position and of the step to it, and the numbers by which battles are counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast, get_args

from grognard.core.state import UMPIRE
from grognard.rulebooks.feudal.conditions import MANY
from grognard.rulebooks.feudal.ending import RANGED_PASSES
from grognard.rulebooks.feudal.model import (
    FIELD,
    Army,
    FeudalSetup,
    FeudalState,
    Field,
    InForce,
    Lord,
    Posture,
    Sheet,
    Status,
)


def broken(setup: FeudalSetup, before: FeudalState, after: FeudalState) -> list[str]:
    """Everything that doesn't hold, each with the piece and the clause; ``before`` may have no pieces (the start)."""
    old = {piece.id: piece for piece in before.pieces}
    found = [*_pieces(setup, after), *_questions(setup, after)]
    field = cast(Field, after.piece(FIELD))
    found += _field(setup, cast("Field | None", old.get(FIELD)), field, finished=after.finished)
    for one, sheet in setup.sheets.items():
        army = cast(Army, after.piece(one))
        found += (f"{one}: {what}" for what in _army(setup, army, sheet))
        if one in old:
            found += (
                f"{one}: {what}"
                for what in _step(cast(Army, old[one]), army, field, over=after.outcome is not None)
            )
    for seat in setup.seats:
        lord = cast(Lord, after.piece(f"seat:{seat.id}"))
        found += (f"{lord.id}: {what}" for what in _lord(cast("Lord | None", old.get(lord.id)), lord))
    found += _outcome(setup, after)
    return found


def _pieces(setup: FeudalSetup, after: FeudalState) -> Iterator[str]:
    want = [*setup.sheets, *(f"seat:{seat.id}" for seat in setup.seats), FIELD]
    if [piece.id for piece in after.pieces] != want:
        yield "pieces have come, gone or changed places (FE-MULTI-01)"


def _army(setup: FeudalSetup, army: Army, sheet: Sheet) -> Iterator[str]:
    constants, tables = setup.tables.constants, setup.tables
    if not 0 <= army.hp <= sheet.hp_max:
        yield f"HP {army.hp} outside 0..{sheet.hp_max} (FE-GEN-05)"
    if (army.status == "destroyed") != (army.hp == 0):
        yield f"{army.status} with {army.hp} HP (FE-DMG-05)"
    if army.posture not in get_args(Posture) or army.status not in get_args(Status):
        yield f"posture {army.posture}, status {army.status}"
    if army.missiles < 0 or not 0 <= army.men <= sheet.men:
        yield f"{army.missiles} missiles, {army.men} men (FE-RNG-04, FE-AFT-01)"
    if army.strategy is not None and army.strategy not in tables.grades:
        yield f"strategy {army.strategy} (FE-STR-01)"
    if army.tactic not in tables.tactics or army.tactic_pass < 0:
        yield f"tactic {army.tactic}, pass {army.tactic_pass} (FE-TAC-01)"
    if not constants.record_min <= army.morale_record <= constants.record_max:
        yield f"morale record {army.morale_record} (FE-MOR-03)"
    if len(set(army.tactics)) != len(army.tactics):
        yield "a tactic is known twice (FE-GEN-04)"
    yield from _conditions(setup, army.conditions, "army")


def _conditions(setup: FeudalSetup, here: tuple[InForce, ...], scope: str) -> Iterator[str]:
    conditions = [setup.tables.conditions[one.id] for one in here]
    groups = [one.group for one in conditions if one.group != MANY]
    if len(set(groups)) != len(groups) or len({one.id for one in conditions}) != len(conditions):
        yield f"two conditions of one group: {[one.id for one in conditions]} (FE-COND-03)"
    if any(one.scope != scope for one in conditions):
        yield f"a condition that is not of the {scope} (FE-COND-03)"


def _step(old: Army, new: Army, field: Field, over: bool) -> Iterator[str]:
    if old.status != "ready" and (new.status, new.hp) != (old.status, old.hp):
        yield f"{old.status} with {old.hp} HP, then {new.status} with {new.hp} (FE-ROUT-04, FE-ROUT-05)"
    healed = field.phase in ("tactical", "setup") or new.tended != old.tended
    if new.hp > old.hp and not healed:
        yield f"HP rose from {old.hp} to {new.hp} (FE-CMD-12)"
    if old.tended and not new.tended:
        yield "tended, then not (FE-CMD-12)"
    if not over and (new.men, new.morale_record, new.tactics) != (old.men, old.morale_record, old.tactics):
        yield "head-count, record or known tactics changed before the aftermath (FE-ARMY-05)"
    if not set(old.spent_tactics) <= set(new.spent_tactics):
        yield "a spent tactic came back (FE-TAC-07)"
    if new.missiles > old.missiles and field.phase in ("ranged", "melee"):
        yield f"missiles rose from {old.missiles} to {new.missiles} (FE-RNG-05)"


def _lord(old: Lord | None, lord: Lord) -> Iterator[str]:
    left = dict(lord.artefacts)
    if any(charges < 0 for charges in left.values()):
        yield f"charges {left} (FE-ART-03)"
    if old is None:
        return
    if any(left.get(one, 0) > charges for one, charges in old.artefacts):
        yield "charges of an artefact rose (FE-ART-03)"
    if old.conceded and not lord.conceded:
        yield "a concession was forgotten (FE-END-04)"


def _field(setup: FeudalSetup, old: Field | None, field: Field, finished: bool) -> Iterator[str]:
    if field.hits or field.routing:
        yield "damage or routs of a pass are left over (FE-SEQ-12)"
    if field.phase == "tactical" and field.intents:
        yield "orders in the tactical phase (FE-MULTI-03)"
    if len({one.army for one in field.intents}) != len(field.intents):
        yield "two orders for one army (FE-MULTI-05)"
    if field.round > int(setup.options["last_round"]) or field.ranged > RANGED_PASSES:
        yield f"round {field.round}, ranged pass {field.ranged} (FE-SEQ-09)"
    if field.melee > int(setup.options["nightfall"]):
        yield f"melee pass {field.melee} after nightfall (FE-SEQ-09)"
    if old is not None and _when(field) < _when(old):
        yield "time ran backwards (FE-SEQ-01)"
    if finished and field.phase == "setup":
        yield "over before it began (FE-GEN-01)"
    yield from _conditions(setup, field.conditions, "field")


def _when(field: Field) -> tuple[int, int]:
    return field.round, field.ranged + field.melee


def _questions(setup: FeudalSetup, after: FeudalState) -> Iterator[str]:
    seats = {seat.id for seat in setup.seats}
    ids = [question.id for question in after.questions]
    if len(set(ids)) != len(ids):
        yield "one question twice (FE-SEQ-10)"
    for question in after.questions:
        about = str(question.about[0]) if question.about else ""
        if question.seat == UMPIRE:
            continue
        if question.seat not in seats:
            yield f"{question.id}: no seat {question.seat}"
        if about in setup.sheets and setup.sheets[about].seat != question.seat:
            yield f"{question.id}: asked of {question.seat}, whose army it isn't (FE-MULTI-02)"
        if (
            about in setup.sheets
            and after.outcome is None
            and cast(Army, after.piece(about)).status != "ready"
        ):
            yield f"{question.id}: the army is gone (FE-ROUT-04)"


def _outcome(setup: FeudalSetup, after: FeudalState) -> Iterator[str]:
    there = {
        sheet.side for one, sheet in setup.sheets.items() if cast(Army, after.piece(one)).status == "ready"
    }
    if after.outcome is None:
        if len(there) < 2 and after.questions:
            yield "nobody left to fight, yet something is asked (FE-END-01)"
    elif after.outcome.winners and set(after.outcome.winners) != there:
        yield f"winners {after.outcome.winners}, on the field {sorted(there)} (FE-END-01)"


def measures(setup: FeudalSetup, state: FeudalState) -> dict[str, str | int]:
    """Outcome, winning sides joined by ``+`` ("" for nobody), rounds, passes of the last round, and for every side
    HP left, its share in thousandths, armies lost (routed or destroyed), men lost (after the aftermath)."""
    field = cast(Field, state.piece(FIELD))
    outcome = state.outcome
    found: dict[str, str | int] = {
        "reason": outcome.reason if outcome else "",
        "winner": "+".join(outcome.winners) if outcome else "",
        "rounds": field.round,
        "ranged_passes": field.ranged,
        "melee_passes": field.melee,
    }
    for side in setup.sides:
        found.update({f"{side.id}.{key}": value for key, value in _side(setup, state, side.id).items()})
    return found


def _side(setup: FeudalSetup, state: FeudalState, side: str) -> dict[str, int]:
    sheets = [sheet for sheet in setup.sheets.values() if sheet.side == side]
    armies = [cast(Army, state.piece(sheet.id)) for sheet in sheets]
    left, full = sum(army.hp for army in armies), sum(sheet.hp_start for sheet in sheets)
    return {
        "hp": left,
        "hp_permille": left * 1000 // max(full, 1),
        "armies_lost": sum(army.status in ("routed", "destroyed") for army in armies),
        "men_lost": sum(sheet.men - army.men for sheet, army in zip(sheets, armies, strict=True)),
    }
