"""How a described clash came out: what is counted of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import outcomes
from grognard.rulebooks.napoleonic.clash_rules import obeys
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Gun, NapoleonicSetup, NapoleonicState, Trooper, Unit

Value: TypeAlias = str | int
SCENARIO = "clash"
CHASE = "chase"
"""A close combat whose winners pursue."""
TURN = 5
"""The turn of the clash; there was one before it."""
UNHURT = "unhurt"
YES, NO, NONE = "yes", "no", "none"


def is_clash(setup: NapoleonicSetup) -> bool:
    """``clash_`` and what it is: attack, chase (an attack with pursuit), pursue, firefight, fire."""
    return setup.scenario.startswith(f"{SCENARIO}_")


def measures(setup: NapoleonicSetup, state: NapoleonicState) -> Mapping[str, Value]:
    """Of each regiment and gun: ``<id>.result`` (``stands``, ``locked``, ``withdraws``, ``pushed``, ``destroyed``,
    ``rout_<way>``), ``<id>.lost`` to fire or in close combat, with pursuit ``<id>.obeys``, ``<id>.run_down``,
    ``<id>.prisoners`` and ``<id>.colours`` lost; under fire ``<id>.stopped``, of guns ``<id>.silenced``. Of each person
    ``<id>.fate``. Of a place ``place``: ``stands``, ``burns``, ``destroyed``. ``turns`` where it may take several."""
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    kind = setup.scenario.partition("_")[2]
    troopers = [piece for piece in field.pieces.values() if isinstance(piece, Trooper)]
    if len({one.side for one in troopers}) < 2:
        done = state.outcome.reason.partition(".")[2] if state.outcome else ""
        return {"place": done if done in ("burns", "destroyed") else "stands"}
    acting = setup.sides[0].id if kind == "fire" else ""
    found: dict[str, Value] = {}
    for one in troopers:
        if one.side != acting:
            found |= dict(_trooper(field, one, kind))
    found |= {f"{man.id}.fate": man.fate or UNHURT for man in field.persons if man.side != acting}
    return found | ({"turns": field.turn - TURN + 1} if setup.turns > TURN else {})


def _trooper(field: Field, one: Trooper, kind: str) -> Iterator[tuple[str, Value]]:
    if kind != "pursue":
        yield f"{one.id}.result", result(field, one)
        yield f"{one.id}.lost", one.ledger.combat + one.ledger.fire + one.ledger.skirmish
    if kind == "fire" and isinstance(one, Unit):
        yield f"{one.id}.stopped", YES if one.stopped == field.turn else NO
    elif isinstance(one, Gun) and kind != "pursue":
        yield f"{one.id}.silenced", YES if one.silenced >= field.turn else NO
    if kind in (CHASE, "pursue"):
        yield from _pursuit(field, one, both=kind == CHASE)


@clause("NA-CC-08", "NA-ROUT-01", "NA-ROUT-02", "NA-UNIT-06")
def result(field: Field, one: Trooper) -> str:
    """What became of it: its single worst outcome."""
    if one.standing == "fleeing" and one.rout is not None:
        return f"rout_{one.rout.way}"
    if isinstance(one, Gun):
        return "stands"
    assert isinstance(one, Unit)
    if one.standing == "destroyed":
        return "destroyed"
    if one.push_turn == field.turn:
        return "pushed"
    if outcomes.result(field).of(one.id).what == "withdraws":
        return "withdraws"
    return "locked" if one.locks else "stands"


@clause("NA-PURS-06", "NA-PURS-01")
def _pursuit(field: Field, one: Trooper, both: bool) -> Iterator[tuple[str, Value]]:
    """Of the pursuer whether it obeyed, of who routed what it lost; where it isn't known before, of both."""
    acting = one.side == field.setup.sides[0].id
    if both or acting:
        obeyed = obeys(field.fray, one.id)
        yield f"{one.id}.obeys", NONE if obeyed is None else YES if obeyed else NO
    if both or not acting:
        yield f"{one.id}.run_down", one.ledger.pursuit
        yield f"{one.id}.prisoners", one.ledger.prisoners
        if isinstance(one, Unit) and (printed := field.unit_sheet(one).colours):
            yield f"{one.id}.colours", printed - one.colours
