"""Panic and losses, becoming routing, dismay (chapters Panic and losses, Rout, Dismay)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.core.chance import d
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import (
    BaseLost,
    Destroyed,
    Dismay,
    Panicked,
    Rallied,
    Routed,
)
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.formations import anchor, laid, left_in, plain, ranks_of
from grognard.rulebooks.pike_and_shot.model import TURN, Bases, Panic, Parameters, Unit
from grognard.rulebooks.pike_and_shot.rolls import PANIC, Roll, d3, roll_of, throw
from grognard.rulebooks.pike_and_shot.seeing import near, sees
from grognard.rulebooks.pike_and_shot.standing import follow, put, risk
from grognard.rulebooks.pike_and_shot.touch import pairs, touched
from grognard.space.formation import rows
from grognard.space.measure import overlapping
from grognard.space.moves import advanced, nearest_free

STEADY, SHAKEN, BROKEN = "steady", "shaken", "broken"


# --- the test ---


@clause("PS-PANIC-02")
def cohesion(field: Field, unit: Unit) -> str:
    """Steady, shaken or broken, from bases and disorder points; the two ratios are data (option ``cohesion``)."""
    return cohesion_of(field.parameters, len(unit.bases), unit.dp)


@clause("PS-PANIC-02")
def cohesion_of(parameters: Parameters, bases: int, dp: int) -> str:
    """The class of so many bases under so many DP."""
    if dp * 100 < bases * parameters.shaken_at:
        return STEADY
    return SHAKEN if dp * 100 < bases * parameters.broken_at else BROKEN


@clause("PS-PANIC-03", "PS-PANIC-04")
def panic_roll(field: Field, unit: Unit) -> Roll:
    """DP and morale only change the dice."""
    return panic_roll_of(field, field.sheet(unit.id).morale, leaders(field, unit), cohesion(field, unit))


@clause("PS-PANIC-03")
def panic_roll_of(field: Field, morale: str, led: Sequence[str], state: str) -> Roll:
    """The test of a unit of that morale and class under these commanders' eyes."""
    worst = [*led, morale == "high" and "morale", state == STEADY and STEADY]
    return roll_of(field, PANIC, worst=worst, best=[morale == "bad" and "morale", state == BROKEN and BROKEN])


@clause("PS-PANIC-03")
def leaders(field: Field, unit: Unit) -> tuple[str, ...]:
    """A commander of its chain of command, attached; an inspiring one counts more than once."""
    found: list[str] = []
    for commander in field.attached_to(unit.id):
        if commander.id in field.chain(unit.id):
            profile = field.profile(commander)
            found = found or ["commander"]
            found += ["inspiring"] * (profile.panic_extra_worst if profile else 0)
    return tuple(found)


@clause("PS-PANIC-05")
def panic_table(field: Field, cause: str) -> dict[str, Panic]:
    """One table for all (option ``panic_tables``: one by cause)."""
    tables = field.parameters.panic
    return (
        tables.get(cause, tables["single"])
        if field.option("panic_tables") == "by_cause"
        else tables["single"]
    )


@clause("PS-ROUT-01", "PS-ROUT-11")
def routs(field: Field, state: str, band: str) -> bool:
    """Whether a panic result makes a unit of that class run (option ``rout_scale``)."""
    parameters = field.parameters
    table = parameters.rout_on_mild if field.option("rout_scale") == "mild" else parameters.rout_on
    return band in table[state]


@rule("PS-PANIC-01", "PS-PANIC-05", "PS-PANIC-06", "PS-PANIC-08", "PS-ROUT-01", "PS-ROUT-07", "PS-DISMAY-02")
def panic(battle: PikeBattle, unit_id: str, cause: str) -> None:
    """The class is fixed before the roll. ``cause`` rout: the test at the end of a router's impulse."""
    unit = battle.unit(unit_id)
    if unit.status != "ready":
        return
    state = cohesion(battle.field, unit)
    band = throw(battle, unit_id, panic_roll(battle.field, unit))
    result = panic_table(battle.field, cause)[band]
    battle.tell_of(unit_id, Panicked(unit_id, cause, len(unit.bases), unit.dp, state, band))
    battle.change(unit_id, dp=unit.dp + result.dp)
    runs = routs(battle.field, state, band)
    for _ in range(min(result.bases, len(unit.bases))):
        battle.then(base_is_lost, unit_id)
    if runs:
        battle.then(become_routing, unit_id)
    elif cause == "rout":
        battle.then(rally, unit_id)


# --- losses ---


@rule("PS-PANIC-07")
def base_is_lost(battle: PikeBattle, unit_id: str) -> None:
    if battle.stands(unit_id):
        battle.ask("loss", battle.seat(unit_id), unit_id, then=lose_base)


@clause("PS-PANIC-07")
def losses(unit: Unit) -> list[tuple[str, ...]]:
    """What the owner may name: a type and, in a single rank, the end that closes up. The default comes first."""
    types = [base.type for base in unit.bases]
    names = sorted(set(types), key=lambda one: (-types.count(one), -_last(types, one)))
    if len(types) > 1 and len(ranks_of(unit.bases)) == 1:
        return [(name, end) for name in names for end in ("right", "left")]
    return [(name,) for name in names]


def _last(types: list[str], one: str) -> int:
    return max(i for i, name in enumerate(types) if name == one)


@rule("PS-PANIC-07", "PS-FORM-07", "PS-BASE-10", "PS-MAN-11", "PS-CMD-03")
def lose_base(battle: PikeBattle, unit_id: str, kind: Arg, end: Arg = "right") -> None:
    """It leaves from its slot and the base of the last slot takes the place."""
    unit = battle.unit(unit_id)
    men = battle.tables.bases[str(kind)].men
    battle.tell_of(unit_id, BaseLost(unit_id, str(kind), men, len(unit.bases) - 1))
    if len(unit.bases) == 1:
        destroy(battle, unit_id)
        return
    gone = slot_of(battle.field, unit, str(kind))
    bases = without(unit.bases, gone, str(end))
    formation, files = left_in(battle.field, unit, bases)
    hanging = unit.hanging and replace(
        unit.hanging,
        start=without(unit.hanging.start, gone, str(end)),
        goal=without(unit.hanging.goal, gone, str(end)),
    )
    battle.change(unit_id, bases=bases, formation=formation, files=files, hanging=hanging, faces=())
    follow(battle, unit_id)
    risk(battle, unit_id, destroyed=False)


@clause("PS-PANIC-07")
def slot_of(field: Field, unit: Unit, kind: str) -> int:
    """The rearmost base of a type, one that is not in contact if there is one."""
    busy = {p.own for enemy in touched(field, unit) for p in pairs(field, unit, field.unit(enemy))}
    slots = [i for i, base in enumerate(unit.bases) if base.type == kind]
    return next((i for i in reversed(slots) if i not in busy), slots[-1])


def without(bases: Bases, gone: int, end: str) -> Bases:
    """The bases after the one in slot ``gone`` has left and the one at an end has taken its place."""
    mover = bases[0] if end == "left" else bases[-1]
    place = bases[gone]
    moved = replace(mover, x=place.x, y=place.y, heading=place.heading)
    filled = (*bases[:gone], moved, *bases[gone + 1 :])
    return filled[1:] if end == "left" else filled[:-1]


@rule("PS-BASE-10", "PS-DISMAY-01", "PS-DISMAY-02", "PS-DISMAY-04", "PS-ROUT-10", "PS-CMD-03")
def destroy(battle: PikeBattle, unit_id: str) -> None:
    """Removed at once, after its friends have seen it, a router's too; its smoke stays."""
    dismay(battle, unit_id, "destroyed")
    risk(battle, unit_id, destroyed=True)
    unit = battle.unit(unit_id)
    if unit.loot:
        happened = (*battle.turn.happened, ("loot_lost", battle.side(unit_id), unit_id))
        battle.change(TURN, happened=happened)
    battle.tell_of(unit_id, Destroyed(unit_id))
    battle.change(unit_id, status="destroyed", bases=(), hanging=None, mode="", mp=0, routing=False)


# --- running ---


@rule("PS-ROUT-01", "PS-ROUT-02", "PS-DISMAY-05")
def become_routing(battle: PikeBattle, unit_id: str) -> None:
    """Nothing moves yet. A unit that runs already causes nothing new."""
    unit = battle.unit(unit_id)
    if unit.status != "ready" or unit.routing:
        return
    battle.change(
        unit_id, routing=True, hanging=None, braced="", countered=False, mode="", mp=0, routs=unit.routs + 1
    )
    battle.tell_of(unit_id, Routed(unit_id))
    dismay(battle, unit_id, "rout")


@rule("PS-ROUT-02", "PS-ROUT-07")
def rally(battle: PikeBattle, unit_id: str) -> None:
    """It stands again, in line with the files it has."""
    unit = battle.unit(unit_id)
    if unit.status != "ready" or not unit.routing:
        return
    bases = in_ranks(battle.field, unit)
    ranks = ranks_of(bases)
    files = max(map(len, ranks))
    formation = plain(len(ranks), files)
    put(battle, unit_id, bases, routing=False, owes=False, formation=formation, files=files)
    battle.tell_of(unit_id, Rallied(unit_id))


@clause("PS-ROUT-02", "PS-BASE-09")
def in_ranks(field: Field, unit: Unit) -> Bases:
    """Where a unit broke in the middle of a manoeuvre, its bases close up, at the nearest free place behind."""
    shapes = unit.shapes
    if len({base.heading for base in unit.bases}) == 1 and not overlapping(shapes):
        return unit.bases
    bases = laid(anchor(unit.bases), rows(len(unit.bases), min(unit.files, len(unit.bases))), unit.bases)
    there = [base.shape for base in bases]
    around = [shape for other in field.others(unit.id) for shape in other.shapes]
    heading = (bases[0].heading + 1800) % 3600
    way = nearest_free(there, heading, field.setup.width, around) or 0
    return tuple(base.put(shape) for base, shape in zip(bases, advanced(there, heading, way), strict=True))


# --- dismay ---


@clause("PS-DISMAY-03")
def causes_dismay(field: Field, unit: Unit) -> bool:
    """Light units and artillery cause none (option ``light_no_dismay``)."""
    exempt = field.parameters.dismay_exempt
    return not (field.is_on("light_no_dismay") and any(field.has(unit, trait) for trait in exempt))


@clause("PS-DISMAY-01", "PS-DISMAY-04", "PS-DISMAY-05")
def dismay(battle: PikeBattle, unit_id: str, cause: str) -> None:
    """Every friend that sees it takes DP, more within 8 inches, rolled for each."""
    field, unit = battle.field, battle.unit(unit_id)
    if not causes_dismay(field, unit):
        return
    close = battle.parameters.close_to_enemy
    for friend, is_close in list(_witnesses(field, unit, close)):
        text = battle.parameters.dismay_close if is_close else battle.parameters.dismay_seen
        die, dp = _amount(battle, text, friend.id)
        battle.change(friend.id, dp=friend.dp + dp)
        battle.tell_of(friend.id, Dismay(friend.id, cause, die, dp))


def _witnesses(field: Field, unit: Unit, close: int) -> Iterable[tuple[Unit, bool]]:
    for friend in field.friends(unit.id):
        if sees(field, friend, unit):
            yield friend, near(friend, unit, close)


def _amount(battle: PikeBattle, text: str, who: str) -> tuple[int, int]:
    """The die (0: none) and what a table's amount comes to: a number, d3 or d6."""
    if not text.startswith("d"):
        return 0, int(text)
    thrown = battle.roll(d3() if text == "d3" else d(int(text[1:])), "dismay", who)
    return thrown.face, thrown.meaning
