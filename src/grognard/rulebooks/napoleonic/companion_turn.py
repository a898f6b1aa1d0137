"""Turns, states and the end in a companion: what lasts and how long, what the umpire says of a unit, who has won
(chapters Sequence, Command, End)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import Name, T
from grognard.rulebooks.napoleonic import events, persons, upkeep, victory
from grognard.rulebooks.napoleonic.casualties import lose, strength, unlock
from grognard.rulebooks.napoleonic.companion_after import first, left_field
from grognard.rulebooks.napoleonic.companion_floor import FREE, Floor, Memory
from grognard.rulebooks.napoleonic.companion_posts import owe_joining
from grognard.rulebooks.napoleonic.companion_words import Line, Part, one_of
from grognard.rulebooks.napoleonic.losses import Cause, is_even
from grognard.rulebooks.napoleonic.model import (
    CLOCK,
    FRAY,
    Fray,
    Gun,
    Person,
    PersonSheet,
    Trooper,
    Unit,
)

MOST_TURNS = 99

# --- turns --------------------------------------------------------------------------------------------------


@clause("NA-UNIT-01", "NA-SEQ-01")
def turn(floor: Floor, line: Line) -> None:
    """``turn 3``; without a number the next one."""
    now = floor.battle.turn
    wanted = int(line.numbers[0]) if line.numbers else now + 1
    if not now < wanted <= min(now + 10, MOST_TURNS):
        raise Refused("NA-SEQ-01", T("turn {turn} is on; the next is {next}", turn=now, next=now + 1))
    for number in range(now + 1, wanted + 1):
        begin(floor, number)


@clause("NA-ROUT-07", "NA-CMD-13", "NA-ROUT-09", "NA-SEQ-06")
def begin(floor: Floor, number: int) -> None:
    """The next turn: what ended with the last is over; what must be done stays owed."""
    battle = floor.battle
    _rally(floor)
    owed = tuple(
        one for one in floor.memory.owed if one.what not in FREE and (one.must or one.what == "refuge")
    )
    for one in floor.memory.helped:
        battle.change(one, commanded=False)
    floor.memory = Memory(owed=owed)
    battle.change(CLOCK, turn=number, phase="movement", step="1.1")
    battle.place(Fray(FRAY))
    battle.tell(events.TurnStarted(number, upkeep.minutes(floor.setup, number)))
    for body in battle.field.bodies:
        battle.place(upkeep.fresh(body, number))
    persons.come_back(battle)
    owe_joining(floor)
    _arrivals(floor)


@clause("NA-ROUT-09", "NA-ART-18")
def _rally(floor: Floor) -> None:
    """Whose four turns are over is in order again."""
    for one in floor.field.troopers:
        rout = one.rout
        if (
            one.standing == "fleeing"
            and rout
            and rout.count == 1
            and floor.battle.turn >= rout.turn + upkeep.COURSE
        ):
            floor.battle.change(one.id, standing="rallied")
            floor.battle.tell(events.Rallied(one.id, "course"))
            if floor.field.persons_at(one.id):
                _return(floor, one.id, "led")


def _return(floor: Floor, one: str, why: str) -> None:
    led = {"led": True} if isinstance(floor.battle.body(one), Unit) else {}
    floor.change_now(one, standing="ready", **led)
    floor.battle.tell(events.ReturnedToBattle(one, why))


@clause("NA-SEQ-06")
def _arrivals(floor: Floor) -> None:
    """Who is due comes on."""
    for piece in list(floor.battle.pieces.values()):
        waits = isinstance(piece, Trooper) and piece.standing == "waiting"
        if waits and floor.field.sheet(floor.battle.trooper(piece.id)).turn <= floor.battle.turn:
            _arrive(floor, piece.id)


def _arrive(floor: Floor, one: str) -> None:
    floor.change_now(one, standing="ready")
    floor.line(T("{unit} comes on", unit=floor.names.of(one)), "NA-SEQ-06", who=one)
    for man in floor.field.persons:
        if man.waiting and man.at == one:
            floor.battle.change(man.id, waiting=False)


# --- what the umpire says of a unit ---------------------------------------------------------------------------


@clause("NA-CAS-06")
def take_off(floor: Floor, line: Line) -> None:
    """``lose odessa 2, by fire``: figures that fell otherwise than by a line of this ledger."""
    one = floor.trooper(first(line, T("lose odessa 2")))
    if not line.numbers:
        raise Refused("NA-CAS-06", T("say how many: lose odessa 2"))
    cause: Cause = "fire" if line.has("fire") else "prisoners" if line.has("taken") else "combat"
    there = strength(floor.battle.trooper(one))
    if not there:
        raise Refused("NA-UNIT-06", T("{unit} has no figures left", unit=floor.names.name(one)))
    if not 1 <= line.numbers[0] <= there or line.numbers[0] % 1:
        raise Refused(
            "NA-CAS-06",
            T("{unit} can lose 1 to {figures} figures", unit=floor.names.name(one), figures=there),
        )
    lost = lose(floor.battle, one, int(line.numbers[0]), cause)
    if cause == "prisoners" or not lost:
        floor.line(T("{unit} loses {figures}", unit=floor.names.of(one), figures=lost), "NA-CAS-06", who=one)


KINDS = ("line", "march_column", "open_order", "dismounted")
LASTING: Mapping[str, tuple[str, int]] = {
    "pushed": ("pushed", 0),
    "disordered": ("disordered", 1),
    "unruly": ("unruly", 1),
    "reforming": ("reforming", 0),
    "changed": ("split_malus", 0),
    "withdraws": ("full_withdrawal", 0),
    "stopped": ("stopped", 0),
}
"""What may be said of a regiment -> its field, and through how many turns after this one it lasts."""


@clause("NA-MOD-24", "NA-MOVE-09", "NA-MOVE-11", "NA-MOVE-13", "NA-CMD-06", "NA-ROUT-11", "NA-UNIT-07")
def state(floor: Floor, line: Line) -> None:
    """``state odessa square, fr57 march column``: each name with what holds of it from now on."""
    who = ""
    if not line.parts:
        raise Refused("", T("say who: {example}", example=T("state odessa square")))
    for at, part in enumerate(line.parts):
        bit = part.names[0] if part.names else None
        if bit is not None and floor.is_person(bit):
            _of_person(floor, floor.person(bit), part)
            continue
        who = floor.trooper(bit) if bit is not None else who
        if not who:
            raise Refused("", T("say who: {example}", example=T("state odessa square")))
        more = at + 1 < len(line.parts) and not line.parts[at + 1].names
        if not _of_trooper(floor, who, part) and not (more and not part.details):
            raise Refused("", T("say what holds of {unit}: square, march column, open order, without command, "
                                "withdraws, disordered, narrow place ...", unit=floor.names.name(who)))  # fmt: skip
        words = tuple(sorted(one.removeprefix("d:") for one in part.details))
        floor.line(T("{unit}: noted", unit=floor.names.of(who)), who=who) if words else None


def _of_person(floor: Floor, man: str, part: Part) -> None:
    if not part.has("left_field"):
        raise Refused("NA-UNIT-06", T("a person is with a unit (join) or has left the field"))
    left_field(floor, man)


def _of_trooper(floor: Floor, one: str, part: Part) -> bool:
    body, now = floor.battle.trooper(one), floor.battle.turn
    fields: dict[str, Any] = {}
    if part.has("commanded", "uncommanded"):
        fields["commanded"] = part.has("commanded")
    if part.has("apart", "withdraws"):
        unlock(floor.battle, one, "withdrawal")
    if part.has("left_field"):
        fields["standing"] = "gone"
        floor.battle.tell(events.LeftField(one, "order"))
    if isinstance(body, Unit):
        fields |= {name: now + more for said, (name, more) in LASTING.items() if part.has(said)}
        stands = next((kind for kind in KINDS if part.has(kind)), "line" if part.has("mounted") else "")
        fields |= {"kind": stands} if stands else {}
        fields |= {"stops": body.stops + 1} if part.has("stopped") else {}
    elif isinstance(body, Gun) and part.has("silenced"):
        fields |= {"silenced": now + 1, "silenced_in": now}
    if part.has("square"):
        floor.remember(squares=floor.memory.squares | {one})
    if part.has("narrow"):
        floor.remember(narrow=floor.memory.narrow | {one})
    floor.change_now(one, **fields)
    persons.leave_with_units(floor.battle)
    return bool(fields) | _further(floor, one, part)


def _further(floor: Floor, one: str, part: Part) -> bool:
    body = floor.battle.trooper(one)
    if part.has("general"):
        _general(floor, one)
    if part.has("arrives") and body.standing == "waiting":
        _arrive(floor, one)
    if part.has("returns"):
        if body.standing != "rallied":
            raise Refused(
                "NA-ROUT-11", T("{unit} is not in the rear after a rout", unit=floor.names.name(one))
            )
        _return(floor, one, "battle_line")
    return part.has("square", "narrow", "general", "arrives", "returns", "apart")


@clause("NA-MOD-04", "NA-OOB-07")
def _general(floor: Floor, one: str) -> None:
    """A general of whom nothing more is known than that he stands with a unit, for armies without printed persons."""
    man = f"general.{one}"
    if man in floor.battle.pieces:
        raise Refused("NA-MOD-04", T("{unit} has one already", unit=floor.names.name(one)))
    body, unit = floor.battle.trooper(one), floor.names.name(one)
    formation, post = floor.field.formation_of(body), "division_commander"
    rank = floor.battle.tables.posts[post].ranks[-1]
    name = Name(f"general with {unit.en}", f"генерал при {unit.ru or unit.en}")
    sheet = PersonSheet(man, name, body.side, rank, post, formation, one)
    floor.battle.setup = replace(floor.setup, persons={**floor.setup.persons, man: sheet})
    floor.battle.kept.clear()
    floor.battle.place(Person(man, body.side, post, formation, one))
    for phase in ("fire", "combat"):
        pieces = getattr(floor.memory, phase)
        if pieces is not None:
            floor.remember(**{phase: {**pieces, man: floor.battle.pieces[man]}})


@clause("NA-CMD-06", "NA-CMD-07", "NA-CMD-21")
def initiative(floor: Floor, line: Line) -> None:
    """``initiative odessa: 4``: even, and it is as if under command this turn."""
    one = floor.trooper(first(line, T("initiative odessa: 4")))
    even = is_even(floor.battle.die("initiative", one))
    if even and not floor.battle.trooper(one).commanded:
        floor.remember(helped=floor.memory.helped | {one})
    floor.change_now(one, commanded=even)
    words = T("{unit} has the initiative", unit=floor.names.of(one))
    if not even:
        words = T("{unit} has no initiative: it holds or withdraws", unit=floor.names.of(one))
    floor.line(words, "NA-CMD-06", who=one)


# --- the end --------------------------------------------------------------------------------------------------


@clause("NA-END-01", "NA-END-02")
def end(floor: Floor, line: Line) -> None:
    """``end russian win``, ``end french concedes``, ``end truce``, ``end draw``: the losses are broken down."""
    sides = {side.id for side in floor.setup.sides}
    named = [one_of(bit, lambda key: key[5:] in sides, T("side"), {})[5:] for bit in line.names]
    winners: tuple[str, ...]
    peace, victory_said = line.has("truce", "draw"), line.has("wins", "concedes")
    if peace and not named and not victory_said:
        winners, reason = (), "truce" if line.has("truce") else "turn_limit"
    elif len(named) == 1 and victory_said and not peace:
        side = named[0] if line.has("wins") else floor.field.enemy(named[0])
        winners, reason = (side,), "concession" if line.has("concedes") else "no_fit_units"
    else:
        raise Refused("NA-END-02", T("say how it ends: SIDE wins, SIDE concedes, truce, draw"))
    if line.has("concedes"):
        floor.battle.tell(events.Concession(named[0]))
    victory.finish(floor.battle, winners, reason)
