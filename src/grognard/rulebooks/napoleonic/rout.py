"""How a unit routs, whatever brought it to it: flight, corridor, units in the way, neighbours (chapter Rout; step 3.5,
(c) to (e))."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import forced, relations
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.casualties import strength, unlock
from grognard.rulebooks.napoleonic.events import NeighbourBack, Routed, RoutersPass
from grognard.rulebooks.napoleonic.losses import is_even
from grognard.rulebooks.napoleonic.model import (
    FRAY,
    Corridor,
    Gun,
    Rout,
    Trooper,
    Unit,
    corridor_id,
)
from grognard.space.outline import Base

CONTAGION = "contagion"
SECOND = "second"
HALF_CIRCLE, CIRCLE = 1800, 3600


class Fallen(NamedTuple):
    """A unit or gun that routs: by which way (1 to 6, contagion, second), with which heading, overthrown by whom (the
    first dices first), stopped or silenced by which guns."""

    unit: str
    way: str
    heading: int
    overthrowers: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


# --- all that a rout brings with it ------------------------------------------------------------------


@clause("NA-ROUT-15", "NA-ROUT-16", "NA-ROUT-17")
def routs(battle: NapoleonicBattle, fallen: Sequence[Fallen]) -> None:
    """Flights in the order of ids; those in the way, who may rout too; then neighbours fall back."""
    stood = {one.unit: battle.body(one.unit).shape for one in fallen}
    for one in fallen:
        mark(battle, one)
    waiting = sorted(fallen, key=lambda one: one.unit)
    for one in waiting:
        _flee(battle, one)
    while waiting:
        more: list[Fallen] = []
        for one in waiting:
            more += _pass_through(battle, one.unit, stood)
        waiting = more
    _neighbours(battle, stood)


@clause("NA-ROUT-09", "NA-ROUT-12", "NA-ROUT-13", "NA-ROUT-20", "NA-MOD-20")
def mark(battle: NapoleonicBattle, one: Fallen) -> None:
    """It is unfit from now on, and leaves every firefight; guns get no minus for it (NA-ART-18)."""
    trooper = battle.trooper(one.unit)
    unlock(battle, one.unit, "rout")
    count = 2 if one.way == SECOND else 1
    first = trooper.rout.way if trooper.rout and count > 1 else ""
    rout = Rout(battle.turn, count, one.way, one.heading, one.overthrowers, one.by, first)
    fields: dict[str, Any] = {"standing": "fleeing", "rout": rout, "has_routed": True}
    if isinstance(trooper, Unit):
        fields |= {"led": False, "escorts": ""}
        if trooper.escorts:
            battle.change(trooper.escorts, escort="")
    battle.change(one.unit, **fields)
    battle.change(FRAY, routed=(*battle.fray.routed, one.unit))


@clause("NA-ROUT-08", "NA-ROUT-09", "NA-ROUT-15")
def _flee(battle: NapoleonicBattle, one: Fallen) -> None:
    """The first dash at once; only those who overthrew it may enter its corridor."""
    own = battle.field.own_move(battle.body(one.unit))
    went = forced.flee(battle, one.unit, one.heading, own * battle.tables.pursuit.dash // 1000)
    name = corridor_id(one.unit)
    if name in battle.pieces:
        battle.change(name, open_to=one.overthrowers)
    battle.tell(Routed(one.unit, one.way, one.heading, went.distance, name, one.overthrowers))


# --- units in the way --------------------------------------------------------------------------------


@clause("NA-ROUT-17")
def _pass_through(battle: NapoleonicBattle, routed: str, stood: dict[str, Base]) -> list[Fallen]:
    """Friends in a corridor, each tested once a phase; those who rout with it run at once."""
    corridor = battle.pieces.get(corridor_id(routed))
    if not isinstance(corridor, Corridor):
        return []
    found = []
    for one, distance in relations.in_the_way(battle.field, corridor, stood[routed]):
        body = battle.trooper(one)
        if one in battle.fray.tested or body.standing == "fleeing" or not strength(body):
            continue
        battle.change(FRAY, tested=(*battle.fray.tested, one))
        if distance < battle.field.distances.contagion:
            stood[one] = body.shape
            battle.tell(RoutersPass(one, routed, 0, "routs"))
            found.append(Fallen(one, CONTAGION, corridor.heading))
        else:
            _let_pass(battle, body, routed)
    for fallen in found:
        mark(battle, fallen)
    for fallen in found:
        _flee(battle, fallen)
    return found


@clause("NA-ROUT-17", "NA-ART-18")
def _let_pass(battle: NapoleonicBattle, body: Trooper, routed: str) -> None:
    """Horse and horse guns withdraw half a move and re-form; foot and foot guns throw a die."""
    if _rides(battle, body):
        way = (body.heading + HALF_CIRCLE) % CIRCLE
        forced.back(battle, body.id, way, battle.field.own_move(body) // 2, "back", battle.fray.routed)
        if isinstance(body, Unit):
            battle.change(body.id, reforming=battle.turn + 1)
        battle.tell(RoutersPass(body.id, routed, 0, "reforms"))
        return
    die = battle.die("routers", body.id)
    result = "stands"
    if not is_even(die) and isinstance(body, Unit):
        result = "disordered"
        battle.change(body.id, disordered=battle.turn + 1)
    elif not is_even(die) and isinstance(body, Gun):
        result = "silenced"
        battle.change(body.id, silenced=max(body.silenced, battle.turn + 1))
    battle.tell(RoutersPass(body.id, routed, die, result))


def _rides(battle: NapoleonicBattle, body: Trooper) -> bool:
    return battle.field.is_horse(body) or battle.field.arm(body) == "horse_gun"


# --- neighbours --------------------------------------------------------------------------------------


@clause("NA-ROUT-16")
def _neighbours(battle: NapoleonicBattle, stood: dict[str, Base]) -> None:
    """To the left and right of each routed unit the nearest friend of the first line falls back, once a phase, and is
    out of its fights. One that overthrew an enemy and may pursue keeps its place."""
    beside: dict[str, str] = {}
    for routed, base in sorted(stood.items()):
        for one in relations.neighbours(battle.field, routed, base):
            if _gives_ground(battle, one):
                beside.setdefault(one, routed)
    for one, routed in sorted(beside.items()):
        body = battle.body(one)
        unlock(battle, one, "neighbour")
        way = (body.heading + HALF_CIRCLE) % CIRCLE
        went = forced.back(battle, one, way, battle.field.own_move(body) // 2, "back", tuple(beside))
        battle.change(FRAY, backed=(*battle.fray.backed, one))
        battle.tell(NeighbourBack(one, routed, went.distance))


def _gives_ground(battle: NapoleonicBattle, one: str) -> bool:
    fray, body = battle.fray, battle.trooper(one)
    if body.standing == "fleeing" or one in (*fray.pushed, *fray.tested, *fray.backed) or not strength(body):
        return False
    return one not in overthrowers_now(battle)


def overthrowers_now(battle: NapoleonicBattle) -> set[str]:
    """Who has overthrown an enemy in this phase."""
    routs_now = (battle.trooper(one).rout for one in battle.fray.routed)
    return {one for rout in routs_now if rout for one in rout.overthrowers}
