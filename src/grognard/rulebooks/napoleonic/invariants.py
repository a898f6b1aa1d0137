"""What must always hold of a position and of the step to it, and the numbers by which battles are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from grognard.rulebooks.napoleonic import victory
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import (
    Corridor,
    Gun,
    Ledger,
    NapoleonicSetup,
    NapoleonicState,
    Person,
    Trooper,
    Unit,
)
from grognard.space.measure import overlap
from grognard.space.pose import SLACK

ROOM = 4 * SLACK
"""Enemies may overlap by so much where fronts were reckoned anew about the same centre."""


def broken(setup: NapoleonicSetup, before: NapoleonicState, after: NapoleonicState) -> list[str]:
    """Everything that doesn't hold, each with the piece and the clause; ``before`` may have no pieces (the start)."""
    field = Field(setup, {piece.id: piece for piece in after.pieces})
    old = {piece.id: piece for piece in before.pieces}
    found = [*_pieces(field, after), *_strengths(field), *_command(field), *_ground(field)]
    for piece in after.pieces:
        was = old.get(piece.id)
        if isinstance(piece, Trooper):
            found += (f"{piece.id}: {what}" for what in _trooper(field, piece))
        if isinstance(piece, Person):
            found += (f"{piece.id}: {what}" for what in _person(field, piece))
        if isinstance(piece, Trooper) and isinstance(was, Trooper):
            found += (f"{piece.id}: {what}" for what in _step(was, piece))
    return found


def _pieces(field: Field, after: NapoleonicState) -> Iterator[str]:
    double = [one for one, count in Counter(piece.id for piece in after.pieces).items() if count > 1]
    if double:
        yield f"pieces twice: {double} (Model)"
    if field.turn > field.setup.turns:
        yield f"turn {field.turn} of {field.setup.turns} (NA-END-01)"
    missing = [
        one
        for one in (*field.setup.units, *field.setup.guns, *field.setup.persons)
        if one not in field.pieces
    ]
    if missing:
        yield f"pieces are missing: {missing} (NA-UNIT-06)"


# --- strength ----------------------------------------------------------------------------------------


def _strengths(field: Field) -> Iterator[str]:
    """No figure comes from nowhere or goes there (NA-CAS-06, NA-UNIT-08)."""
    now = Counter[str]()
    for piece in field.pieces.values():
        if isinstance(piece, Unit):
            now[piece.sheet] += piece.figures + _lost(piece.ledger)
    for one, sheet in field.setup.units.items():
        if now[one] != sheet.figures:
            yield f"{one}: {now[one]} figures with its losses, not {sheet.figures} (NA-CAS-06)"
    yield from _crews(field)


def _crews(field: Field) -> Iterator[str]:
    """Crews change within their battery alone (NA-ART-16)."""
    now, printed = Counter[str](), Counter[str]()
    for sheet in field.setup.guns.values():
        gun, battery = field.gun(sheet.id), sheet.battery or sheet.id
        now[battery] += gun.crew + gun.spare + _lost(gun.ledger)
        printed[battery] += sheet.crew
    for battery, count in printed.items():
        if now[battery] != count:
            yield f"{battery}: {now[battery]} gunners with losses, not {count} (NA-ART-16)"


def _lost(ledger: Ledger) -> int:
    return ledger.struck_out + ledger.prisoners


# --- units -------------------------------------------------------------------------------------------


def _trooper(field: Field, trooper: Trooper) -> Iterator[str]:
    if trooper.standing == "fleeing" and trooper.rout is None:
        yield "flees without a rout (NA-ROUT-09)"
    if trooper.on_table and not _is_on(field, trooper):
        yield "its centre is off the table (NA-MOVE-17)"
    if isinstance(trooper, Unit):
        yield from _unit(field, trooper)
    elif isinstance(trooper, Gun) and trooper.crew < 0:
        yield f"a crew of {trooper.crew} (NA-CAS-05)"


def _is_on(field: Field, trooper: Trooper) -> bool:
    return 0 <= trooper.x <= field.setup.width and 0 <= trooper.y <= field.setup.height


def _unit(field: Field, unit: Unit) -> Iterator[str]:
    if unit.figures < 0:
        yield f"{unit.figures} figures (NA-CAS-05)"
    if unit.on_table and not unit.figures and field.clock.phase in ("movement", "end"):
        yield "stands without figures (NA-UNIT-06)"
    if unit.locks and unit.standing != "ready":
        yield f"is locked while {unit.standing} (NA-ROUT-20)"
    for enemy in field.locked_with(unit):
        other = field.find(enemy)
        if not isinstance(other, Unit) or unit.id not in field.locked_with(other):
            yield f"is locked with {enemy}, who isn't with it (NA-CC-20)"


def _step(was: Trooper, now: Trooper) -> Iterator[str]:
    if was.standing in ("gone", "destroyed") and now.on_table:
        yield f"comes back from {was.standing} (NA-MOVE-17)"
    if _lost(now.ledger) < _lost(was.ledger) and was.on_table and now.on_table:
        yield "has lost fewer than before (NA-CAS-06)"
    if was.has_routed and not now.has_routed:
        yield "forgets that it routed (NA-MOD-20)"


def _ground(field: Field) -> Iterator[str]:
    """Enemies don't overlap between phases (NA-MOVE-22)."""
    if field.clock.phase not in ("movement", "end"):
        return
    first, second = (field.units_of(side.id) for side in field.setup.sides)
    for one in first:
        for two in second:
            if overlap(one.shape, two.shape, ROOM) and one.kind != "open_order" != two.kind:
                yield f"{one.id} stands on {two.id} (NA-MOVE-22)"


# --- command -----------------------------------------------------------------------------------------


def _command(field: Field) -> Iterator[str]:
    for one in field.setup.formations:
        commander = field.formation(one).commander
        if not commander:
            continue
        man = field.person(commander)
        if man.formation != one or not field.tables.posts[man.post].commands:
            yield f"{one} is led by {commander}, a {man.post} of {man.formation} (NA-CMD-18)"
    for corridor in (piece for piece in field.pieces.values() if isinstance(piece, Corridor)):
        if corridor.until < field.turn:
            yield f"{corridor.id} is closed too long (NA-ROUT-15)"


def _person(field: Field, man: Person) -> Iterator[str]:
    body = field.find(man.at)
    if man.present and (body is None or (not body.on_table and field.clock.phase in ("movement", "end"))):
        yield f"stands with {man.at!r}, which isn't on the table (NA-OOB-04)"
    if man.present and body is not None and body.side != man.side:
        yield f"stands with {man.at}, an enemy (NA-OOB-04)"
    if man.acting and not man.present:
        yield f"does the work of {man.acting} and isn't there (NA-CMD-16)"


# --- measures ----------------------------------------------------------------------------------------


def measures(setup: NapoleonicSetup, state: NapoleonicState) -> Mapping[str, str | int]:
    """Of each side: figures at the end, losses by cause, routs, trophies, points; who won, why, in which turn."""
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    outcome = state.outcome
    found: dict[str, str | int] = {
        "winner": "+".join(outcome.winners) if outcome else "",
        "reason": outcome.reason if outcome else "",
        "turns": field.turn,
    }
    points = victory.score(field)
    for side in setup.sides:
        found |= {f"{side.id}_{name}": value for name, value in _side(field, side.id).items()}
        found[f"{side.id}_points"] = points[side.id]
    return found


def _side(field: Field, side: str) -> dict[str, int]:
    own = [one for one in field.pieces.values() if isinstance(one, Trooper) and one.side == side]
    units = [one for one in own if isinstance(one, Unit)]
    camp = field.camp(side)
    return {
        "figures": sum(unit.figures for unit in units if unit.on_table),
        "fit": len(victory.fit_units(field, side)),
        "fire": sum(one.ledger.fire + one.ledger.skirmish for one in own),
        "combat": sum(one.ledger.combat for one in own),
        "pursuit": sum(one.ledger.pursuit for one in own),
        "captured": sum(one.ledger.prisoners for one in own),
        "routed": sum(one.has_routed for one in own),
        "colours_taken": camp.colours,
        "guns_taken": camp.guns,
    }
