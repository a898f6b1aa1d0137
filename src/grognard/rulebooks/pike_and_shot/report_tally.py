"""What a battle comes to, counted from its events alone: for each unit, and the turning points."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grognard.core.events import Event, Ruling
from grognard.core.rule import clause
from grognard.rulebooks.pike_and_shot.events import (
    Activated,
    BaseLost,
    CommanderFell,
    Destroyed,
    Dismay,
    DpRemoved,
    Fought,
    GameEnded,
    ImpulseUsed,
    LeftTable,
    Panicked,
    QualityAdjusted,
    Rallied,
    Restored,
    RoughGround,
    Routed,
    RunThrough,
    Scored,
    Tested,
    TurnStarted,
    Volley,
)
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words_after import panic_result
from grognard.rulebooks.pike_and_shot.words_move import move_result
from grognard.rulebooks.pike_and_shot.words_names import Names
from grognard.rulebooks.reports import counted, greatest

STANDING, ROUTING, DESTROYED, GONE, HOME = "standing", "routing", "destroyed", "gone", "home"


@dataclass
class UnitCount:
    """One unit so far. DP by cause: fire, close combat, marching (impulses, movement, rough ground), fear (panic,
    dismay, friends that ran through it); ``restored`` is what was taken off; ``dp`` is what is left of it all."""

    side: str
    start: int
    bases: int
    men: int = 0
    guns: int = 0
    dp: int = 0
    fire: int = 0
    combat: int = 0
    marching: int = 0
    fear: int = 0
    restored: int = 0
    volleys: int = 0
    fire_dealt: int = 0
    combat_dealt: int = 0
    routs: int = 0
    outcome: str = STANDING


@dataclass
class Turning:
    """The turning points: each with the turn in which it came."""

    first_rout: tuple[int, Routed] | None = None
    first_fallen: tuple[int, CommanderFell] | None = None
    first_destroyed: tuple[int, Destroyed] | None = None
    impact: tuple[int, Fought] | None = None
    volley: tuple[int, Volley] | None = None


@dataclass
class Tally:
    """Counts by unit id, turning points, points scored, the end."""

    names: Names
    units: dict[str, UnitCount]
    turn: int = 0
    turning: Turning = field(default_factory=Turning)
    scored: list[tuple[int, Scored]] = field(default_factory=list)
    fallen: list[CommanderFell] = field(default_factory=list)
    end: GameEnded | None = None

    @classmethod
    def of(cls, view: PikeView, events: Iterable[Event]) -> Tally:
        sheets = view.setup.sheets.values()
        units = {one.id: UnitCount(one.side, len(one.bases), len(one.bases)) for one in sheets}
        return counted(COUNTERS, cls(Names(view), units), events)

    def unit(self, unit_id: str) -> UnitCount:
        """KeyError never: a unit that the seat has only just heard of begins here."""
        if unit_id not in self.units:
            self.units[unit_id] = UnitCount("", 0, 0)
        return self.units[unit_id]

    def side(self, side_id: str) -> list[UnitCount]:
        return [one for one in self.units.values() if one.side == side_id]

    # --- disorder ---

    def hang(self, unit_id: str, dp: int, cause: str) -> None:
        """DP more (or, of marching, fewer) for one cause."""
        unit = self.unit(unit_id)
        unit.dp += dp
        setattr(unit, cause, getattr(unit, cause) + dp)

    def impulse(self, event: ImpulseUsed) -> None:
        self.hang(event.unit, event.hung, "marching")

    @clause("PS-MOVE-04")
    def tested(self, event: Tested) -> None:
        if event.kind == "move":
            self.hang(event.unit, move_result(self.names, event.band)[1], "marching")

    def quality(self, event: QualityAdjusted) -> None:
        self.hang(event.unit, event.dp - self.unit(event.unit).dp, "marching")

    def rough(self, event: RoughGround) -> None:
        self.hang(event.unit, 1, "marching")

    def restore(self, event: Restored) -> None:
        unit = self.unit(event.unit)
        unit.dp -= event.removed
        unit.restored += event.removed

    def removed(self, event: DpRemoved) -> None:
        unit = self.unit(event.unit)
        taken = min(unit.dp, 1)
        unit.dp -= taken
        unit.restored += taken

    def panicked(self, event: Panicked) -> None:
        self.hang(event.unit, panic_result(self.names, event).dp, "fear")

    def dismayed(self, event: Dismay) -> None:
        self.hang(event.unit, event.dp, "fear")

    def trampled(self, event: RunThrough) -> None:
        self.hang(event.unit, event.bases, "fear")

    def activated(self, event: Activated) -> None:
        """Whoever has not heard everything learns here how much disorder a unit has."""
        unit = self.unit(event.unit)
        unit.marching += event.dp - unit.dp
        unit.dp = event.dp

    # --- blows ---

    def volley(self, event: Volley) -> None:
        shooter = self.unit(event.shooter)
        shooter.volleys += 1
        shooter.fire_dealt += event.dp
        self.hang(event.target, event.dp, "fire")
        self.turning.volley = greatest(self.turning.volley, self.turn, event, lambda one: one.dp)

    def fought(self, event: Fought) -> None:
        for own, other in ((event.roller, event.other), (event.other, event.roller)):
            self.hang(own.unit, own.dp, "combat")
            self.unit(own.unit).combat_dealt += other.dp
        best = self.turning.impact
        if event.kind == "impact" and (best is None or shock(event) > shock(best[1])):
            self.turning.impact = (self.turn, event)

    # --- losses and fates ---

    def base_lost(self, event: BaseLost) -> None:
        unit = self.unit(event.unit)
        unit.bases = event.left
        unit.men += event.men
        known = self.names.tables.bases.get(event.type)
        unit.guns += known.guns if known else 0

    def routed(self, event: Routed) -> None:
        unit = self.unit(event.unit)
        unit.routs += 1
        unit.outcome = ROUTING
        self.turning.first_rout = self.turning.first_rout or (self.turn, event)

    def rallied(self, event: Rallied) -> None:
        self.unit(event.unit).outcome = STANDING

    def destroyed(self, event: Destroyed) -> None:
        self.unit(event.unit).outcome = DESTROYED
        self.turning.first_destroyed = self.turning.first_destroyed or (self.turn, event)

    def left(self, event: LeftTable) -> None:
        self.unit(event.unit).outcome = HOME if event.loot else GONE

    def fell(self, event: CommanderFell) -> None:
        self.fallen.append(event)
        if event.how != "left":
            self.turning.first_fallen = self.turning.first_fallen or (self.turn, event)

    # --- the table ---

    def turn_started(self, event: TurnStarted) -> None:
        self.turn = event.turn

    def score(self, event: Scored) -> None:
        self.scored.append((self.turn, event))

    def ended(self, event: GameEnded) -> None:
        self.end = event

    def ruling(self, event: Ruling) -> None:
        """What the umpire set counts from then on."""
        for change in event.changes:
            unit = self.units.get(change.piece)
            if unit and change.field == "dp":
                after = json.loads(change.after)
                unit.marching += after - unit.dp
                unit.dp = after


def shock(event: Fought) -> int:
    """How large an impact was: the DP of both sides together."""
    return event.roller.dp + event.other.dp


Counter: TypeAlias = Callable[[Tally, Any], None]

COUNTERS: Mapping[type[Event], Counter] = {
    TurnStarted: Tally.turn_started,
    Activated: Tally.activated,
    ImpulseUsed: Tally.impulse,
    Tested: Tally.tested,
    QualityAdjusted: Tally.quality,
    RoughGround: Tally.rough,
    Restored: Tally.restore,
    DpRemoved: Tally.removed,
    Panicked: Tally.panicked,
    Dismay: Tally.dismayed,
    RunThrough: Tally.trampled,
    Volley: Tally.volley,
    Fought: Tally.fought,
    BaseLost: Tally.base_lost,
    Routed: Tally.routed,
    Rallied: Tally.rallied,
    Destroyed: Tally.destroyed,
    LeftTable: Tally.left,
    CommanderFell: Tally.fell,
    Scored: Tally.score,
    GameEnded: Tally.ended,
    Ruling: Tally.ruling,
}
