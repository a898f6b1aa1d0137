"""Orders of a companion that change who is how strong: regiments that split and reunite, gunners who go to another gun
(chapters Units, Artillery)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T
from grognard.rulebooks.napoleonic import changes, command, refusals
from grognard.rulebooks.napoleonic.companion_after import first
from grognard.rulebooks.napoleonic.companion_floor import Floor, check_there
from grognard.rulebooks.napoleonic.companion_words import Line
from grognard.rulebooks.napoleonic.model import Gun, Unit

# --- when ---------------------------------------------------------------------------------------------------


@clause("NA-SEQ-01")
def check_phase(floor: Floor) -> None:
    """Refused once a shot or a fight of this turn has been told: these are orders of its first phase."""
    if floor.memory.fire is not None or floor.memory.combat is not None:
        raise Refused(
            "NA-SEQ-01",
            T("this is an order of phase 1, and the fire of turn {turn} has begun", turn=floor.battle.turn),
            T("write the line before the first shot or fight of the turn"),
        )


# --- parts of regiments -------------------------------------------------------------------------------------


@clause("NA-UNIT-08", "NA-UNIT-10")
def split(floor: Floor, line: Line) -> None:
    """``split odessa 6 4: 4``: figures of the parts, that with colours and persons first; one number is what goes
    off. An even die, unless a general is with it."""
    check_phase(floor)
    unit = _ready(floor, floor.unit(first(line, T("split odessa 6 6: 4"))), "NA-UNIT-08")
    numbers = [int(number) for number in line.numbers]
    if any(number != int(number) for number in line.numbers) or not numbers:
        raise Refused(
            "NA-UNIT-08", T("say the figures of each part: {example}", example=T("split odessa 6 6: 4"))
        )
    if len(numbers) == 1:
        numbers = [unit.figures - numbers[0], *numbers]
    _check(floor, unit, ("split", *numbers))
    if _allowed(floor, [unit]):
        changes.divide(floor.battle, floor.battle.unit(unit.id), numbers, [unit.shape] * len(numbers))


@clause("NA-UNIT-09", "NA-UNIT-10", "NA-UNIT-11")
def reunite(floor: Floor, line: Line) -> None:
    """``reunite odessa, odessa.2: 4``: the main part first, then the others, without them all that there are. An even
    die for each without a general."""
    check_phase(floor)
    main = _ready(floor, floor.unit(first(line, T("reunite odessa, odessa.2: 4 6"))), "NA-UNIT-09")
    named = [floor.unit(bit) for bit in line.names[1:]]
    every = [
        one.id for one in floor.field.units_of(main.side) if one.sheet == main.sheet and one.id != main.id
    ]
    strangers = [one for one in named if one not in every]
    if strangers or not every:
        stranger = floor.names.name(strangers[0] if strangers else main.id)
        raise Refused("NA-UNIT-11", T("{unit} is no part of a regiment that was split; remnants of different "
                                      "regiments never merge", unit=stranger))  # fmt: skip
    parts = [_ready(floor, one, "NA-UNIT-09") for one in dict.fromkeys(named or every)]
    for one in (main, *parts):
        _check(floor, one, ("rejoin", main.id))
    if _allowed(floor, [main, *parts]):
        now = floor.battle.unit
        changes.unite(floor.battle, now(main.id), [now(one.id) for one in parts])


def _ready(floor: Floor, one: str, where: str) -> Unit:
    unit = check_there(floor, floor.field, one)
    assert isinstance(unit, Unit)
    if unit not in refusals.may_be_ordered(floor.field) or unit.split_malus == floor.battle.turn:
        raise Refused(where, T("{unit} flees, rests after its pursuit, or has split or reunited in this turn",
                               unit=floor.names.name(one)))  # fmt: skip
    formation = floor.field.inactive_above(floor.field.formation_of(unit))
    if formation:
        raise Refused("NA-CMD-11", T("{formation} has no general and takes no active part",
                                     formation=floor.names.name(formation)))  # fmt: skip
    return unit


def _check(floor: Floor, unit: Unit, order: Order) -> None:
    """Whether the order could be given if the die allowed it; where parts stand is seen on the floor."""
    able = replace(unit, may_split=floor.battle.turn)
    field = floor.field.put(able)
    refusals.check_order(field, able, order)


@clause("NA-UNIT-08", "NA-UNIT-09", "NA-UNIT-10", "NA-CMD-21")
def _allowed(floor: Floor, units: Sequence[Unit]) -> bool:
    """Whether a general is with each of them, or an even die was thrown for it; the others get another order."""
    alone = [one.id for one in units if not floor.field.has_general(one.id)]
    thrown = [command.split_die(floor.battle, one) for one in alone]
    return all(thrown)


# --- gunners ------------------------------------------------------------------------------------------------


@clause("NA-ART-16", "NA-TROPH-02")
def crew(floor: Floor, line: Line) -> None:
    """``crew bat1 > bat2 2``: gunners go from a gun to another of its battery; without a number as many as may."""
    check_phase(floor)
    if len(line.names) != 2:
        raise Refused(
            "NA-ART-16", T("say from which gun to which: {example}", example=T("crew bat1 > bat2 2"))
        )
    giver, taker = (floor.body(bit) for bit in line.names)
    gun, field = floor.battle.body(taker), floor.field
    served = isinstance(gun, Gun) and gun in refusals.may_be_ordered(field)
    known = dict(refusals.crews(field, floor.battle.gun(taker))) if served else {}
    if giver not in known:
        raise Refused("NA-ART-16", T("{gun} can't get gunners from {giver}: only guns of one battery that were never "
                                     "apart change crews", gun=floor.names.name(taker),
                                     giver=floor.names.name(giver)))  # fmt: skip
    number = line.numbers[0] if line.numbers else known[giver]
    count = 0 if number % 1 else int(number)
    refusals.check_order(field, gun, ("swap_crew", giver, count))
    changes.hand_over(floor.battle, giver, taker, count)
