"""Activations: moving, embarking, disembarking, work (chapters Movement, Transport, Works)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from grognard.core.rule import Rule, clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern.battle import Eye, ModernBattle
from grognard.rulebooks.modern.events import Stayed, UnitMoved
from grognard.rulebooks.modern.hits import enter
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.transport import disembark, embark
from grognard.rulebooks.modern.values import value
from grognard.rulebooks.modern.visibility import find_mines, look, watched
from grognard.rulebooks.modern.ways import Way, walk_of, way_of
from grognard.rulebooks.modern.works import ENGINEER, work
from grognard.space.hex_grid import HexSet


@rule("MO-MOVE-01", "MO-GNL-02", "MO-TRAN-02", "MO-WORK-01")
def act(battle: ModernBattle, seat: str, verb: str, *words: Arg) -> None:
    """A unit is activated: ``move`` (where to, or its way from its own hex on), ``embark`` (a transport),
    ``disembark`` (a hex) or ``work`` (which, and the hex)."""
    battle.change(seat, activations=battle.general(seat).activations + 1)
    battle.change(str(words[0]), activated=True)
    battle.then(ACTS[verb], *words, look)


@rule("MO-MOVE-02", "MO-MOVE-09", "MO-MOVE-10", "MO-TRAN-05")
def move(battle: ModernBattle, unit_id: str, *words: int) -> None:
    """The way is walked hex by hex; mines may end it. Who has only his own hex on it stays, and hasn't moved."""
    way = way_of(battle.field, battle.unit(unit_id), words)
    if len(way) == 1:
        battle.tell_each(lambda eye: Stayed(eye.counter(unit_id)))
        return
    costs = walk_of(battle.field, battle.unit(unit_id), way).costs
    battle.change(unit_id, moved=True)
    eyes, at = lookout(battle, battle.unit(unit_id)), 0
    while at < len(costs) and battle.unit(unit_id).status == "map":
        end = _next_mine(battle, unit_id, way, at)
        tell_moved(battle, unit_id, way[at : end + 1], sum(costs[at:end]))
        for hex in way[at + 1 : end + 1]:
            battle.change(unit_id, hex=hex)
            eyes = peer(battle, unit_id, eyes)
        enter(battle, unit_id)
        at = end


@clause("MO-TERR-14")
def _next_mine(battle: ModernBattle, unit_id: str, way: Way, at: int) -> int:
    """Where on the way the next mines go off, else its end."""
    unit = battle.unit(unit_id)
    laid = {mine.hex for mine in battle.field.mines if mine.side != unit.side}
    if battle.field.arm(unit) == "aviation":
        return len(way) - 1
    return next((step for step in range(at + 1, len(way)) if way[step] in laid), len(way) - 1)


def tell_moved(battle: ModernBattle, unit_id: str, way: Way, cost: int) -> None:
    """What a move costs tells something of who moves."""

    def words(eye: Eye) -> UnitMoved:
        counter = replace(eye.counter(unit_id), hex=way[-1])
        return UnitMoved(counter, way, cost if eye.knows(battle.unit(unit_id)) else 0)

    battle.tell_each(words)


ACTS: Mapping[str, Rule[Any, ...]] = {"move": move, "embark": embark, "disembark": disembark, "work": work}


# --- looking round on the way ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Lookout:
    """What may be read on the way: ``watch``, where the mover would be seen; ``strangers``, the counters that its side
    doesn't know. Nothing else changes while one unit moves, so ``look`` is called only where it may find something."""

    watch: HexSet
    strangers: HexSet


def lookout(battle: ModernBattle, unit: Unit) -> Lookout:
    field = battle.field
    foe = field.enemy(unit.side)
    plain, close = watched(field, foe)
    hides = field.has(unit, "stealth") and not unit.exposed
    strangers = field.hexes_of(one for one in field.of_side(foe) if not one.known)
    return Lookout(0 if unit.known else close if hides else plain, strangers)


@clause("MO-MOVE-09", "MO-VIS-05")
def peer(battle: ModernBattle, unit_id: str, eyes: Lookout) -> Lookout:
    """After a step: who can be read from here, or reads the mover, is read; engineers find mines."""
    field, unit = battle.field, battle.unit(unit_id)
    if field.has(unit, ENGINEER):
        find_mines(battle, unit.side)
    if battle.option("inspection") != "auto":
        return eyes
    near = eyes.strangers and field.grid.disc(unit.hex, value(field, unit, "sight"))
    if eyes.watch >> unit.hex & 1 or eyes.strangers & near:
        look(battle)
        return lookout(battle, battle.unit(unit_id))
    return eyes
