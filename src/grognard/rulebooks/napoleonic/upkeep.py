"""What begins and ends turns and phases: states that end, reinforcements, footprints, who rallies and who may fight
again (step 1.1, chapters Sequence and Rout)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.rulebooks.napoleonic import casualties, persons
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import (
    PhaseStarted,
    Rallied,
    Reinforcement,
    ReturnedToBattle,
    TurnStarted,
)
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import (
    CLOCK,
    FRAY,
    WORKS,
    Body,
    Fray,
    NapoleonicSetup,
    Phase,
    Trooper,
    Unit,
)
from grognard.space.measure import overlap
from grognard.space.pose import Pose
from grognard.space.sine import TURN as CIRCLE

COURSE = 4
"""Turns after a rout until the unit has put itself in order (NA-ROUT-09)."""

# --- the turn ----------------------------------------------------------------------------------------


@clause("NA-UNIT-01")
def minutes(setup: NapoleonicSetup, turn: int) -> int:
    """Minutes after midnight at which a turn begins."""
    return setup.start + (turn - 1) * setup.tables.scale.turn_minutes


@rule("NA-UNIT-01", "NA-SEQ-06", "NA-CMD-13", "NA-ROUT-15")
def upkeep(battle: NapoleonicBattle) -> None:
    """Step 1.1: marks of the last turn are taken off, corridors are open again, who comes now comes."""
    turn = battle.turn + 1
    battle.change(CLOCK, turn=turn, phase="movement", step="1.1")
    battle.tell(TurnStarted(turn, minutes(battle.setup, turn)))
    battle.change(WORKS, taken=())
    for corridor in [one for one in battle.field.corridors if one.until < turn]:
        battle.remove(corridor.id)
    for body in battle.field.bodies:
        battle.place(fresh(body, turn))
    persons.come_back(battle)
    reinforcements(battle)
    return_to_battle(battle)


@clause("NA-ROUT-07", "NA-CC-22")
def fresh(body: Body, turn: int) -> Any:
    """A body as it begins a turn."""
    start = (body.x, body.y, body.heading)
    if not isinstance(body, Unit):
        return replace(body, start=start, moved=0, order=())
    stops = body.stops if body.stopped == turn - 1 else 0
    return replace(
        body,
        start=start,
        moved=0,
        order=(),
        stopped_before=stops,
        stops=0,
        attacked="",
        passed_front=False,
        obstacle="",
    )


@clause("NA-SEQ-06", "NA-OOB-04")
def reinforcements(battle: NapoleonicBattle) -> None:
    """Who is due comes on where his place is free, with the persons who stand with him."""
    field = battle.field
    waiting = [one for one in field.pieces.values() if isinstance(one, Body) and one.standing == "waiting"]
    for body in waiting:
        if field.sheet(body).turn > battle.turn:
            continue
        at = (body.x, body.y, body.heading)
        if _is_taken(battle.field, body):
            battle.tell(Reinforcement(body.id, at, waits=True))
            continue
        battle.change(body.id, standing="ready", start=at)
        battle.tell(Reinforcement(body.id, at))
        for man in battle.field.persons:
            if man.waiting and man.at == body.id:
                battle.change(man.id, waiting=False)


def _is_taken(field: Field, body: Body) -> bool:
    return any(overlap(body.shape, other.shape) for other in field.bodies)


# --- phases ------------------------------------------------------------------------------------------


def begin_phase(battle: NapoleonicBattle, step: str, phase: Phase) -> None:
    """The clock goes on to a phase; what the steps of the last one handed on is forgotten."""
    battle.step(step, phase)
    battle.place(Fray(FRAY))
    battle.tell(PhaseStarted(battle.turn, phase))


@rule("NA-UNIT-06", "NA-ROUT-11", "NA-MOVE-17")
def close_phase(battle: NapoleonicBattle) -> None:
    """Units without figures go, lines close up, those in the rear who are met by the battle may fight again."""
    casualties.bury(battle)
    persons.leave_with_units(battle)
    field = battle.field
    for trooper in field.troopers:
        fields = _closed(field, trooper)
        if fields:
            battle.change(trooper.id, **fields)
    return_to_battle(battle)


def _closed(field: Field, trooper: Trooper) -> dict[str, Any]:
    """What changes of a trooper when a phase is over: its front is reckoned anew about the same centre."""
    fields: dict[str, Any] = {"declared": ()} if trooper.declared else {}
    if isinstance(trooper, Unit):
        size = field.footprint(trooper)
        if size != (trooper.frontage, trooper.depth):
            fields |= {"frontage": size[0], "depth": size[1]}
    return fields


# --- after a rout ------------------------------------------------------------------------------------


@clause("NA-ROUT-09", "NA-ART-18")
def rally(battle: NapoleonicBattle) -> None:
    """At the end of the fourth turn after its rout a unit is in order again, and faces away from its rear edge."""
    for trooper in battle.field.troopers:
        rout = trooper.rout
        if trooper.standing == "fleeing" and rout and rout.count == 1 and battle.turn >= rout.turn + COURSE:
            battle.change(trooper.id, standing="rallied", heading=_outward(battle.field, trooper))
            battle.tell(Rallied(trooper.id, "course"))


@clause("NA-ROUT-09", "NA-MOVE-22")
def _outward(field: Field, trooper: Trooper) -> int:
    """Away from its rear edge; as it stands where it would turn onto an enemy."""
    ahead = (field.setup.armies[trooper.side].rear.heading + CIRCLE // 2) % CIRCLE
    base = trooper.shape.put(Pose(trooper.x, trooper.y, ahead))
    enemies = (one for one in field.units if one.side != trooper.side)
    return trooper.heading if any(overlap(base, one.shape) for one in enemies) else ahead


@clause("NA-ROUT-11")
def return_to_battle(battle: NapoleonicBattle) -> None:
    """Who has rallied may fight again when a person leads it or the battle reaches it."""
    for trooper in battle.field.troopers:
        if trooper.standing != "rallied":
            continue
        why = _met(battle.field, trooper)
        if why:
            led = {"led": True} if isinstance(trooper, Unit) else {}
            battle.change(trooper.id, standing="ready", **led)
            battle.tell(ReturnedToBattle(trooper.id, why))


@clause("NA-ROUT-11")
def _met(field: Field, trooper: Trooper) -> str:
    if field.persons_at(trooper.id):
        return "led"
    line = field.distances.rally_line
    return (
        "battle_line" if any(field.within(one, trooper, line) for one in field.threats(trooper.side)) else ""
    )
