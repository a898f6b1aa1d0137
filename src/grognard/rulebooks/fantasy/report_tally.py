"""What a battle comes to, counted from its events alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words_names import Names
from grognard.rulebooks.reports import counted, greatest

STANDING, RUNNING = "standing", "running"


@dataclass
class UnitCount:
    """A unit so far: who fell of it to what, what it did to others, its tests, how it ended."""

    melee: int = 0
    shot: int = 0
    crumbled: int = 0
    felled: int = 0
    volleys: int = 0
    wounds_shot: int = 0
    charges: int = 0
    reached: int = 0
    passed: int = 0
    failed: int = 0
    routs: int = 0
    outcome: str = STANDING

    @property
    def fallen(self) -> int:
        return self.melee + self.shot + self.crumbled


@dataclass
class Turning:
    """Turning points with their turns."""

    first_rout: tuple[int, told.Broke] | None = None
    first_lost: tuple[int, told.UnitLost] | None = None
    generals: list[tuple[int, told.CommanderKilled]] = field(default_factory=list)
    splits: list[tuple[int, told.SplitApart]] = field(default_factory=list)
    blow: tuple[int, told.Struck] | None = None
    volley: tuple[int, told.Shot] | None = None
    ball: tuple[int, told.BallFlew] | None = None


@dataclass
class Tally:
    names: Names
    units: dict[str, UnitCount]
    turn: int = 0
    strengths: dict[str, int] = field(default_factory=dict)
    objectives: dict[str, str] = field(default_factory=dict)
    dead: list[told.CommanderKilled] = field(default_factory=list)
    standards: dict[str, int] = field(default_factory=dict)
    casts: dict[str, tuple[int, int]] = field(default_factory=dict)
    turning: Turning = field(default_factory=Turning)
    end: told.BattleOver | None = None

    @classmethod
    def of(cls, view: FantasyView, events: Iterable[Event]) -> Tally:
        tally = cls(Names(view), {unit.id: UnitCount() for unit in view.field.all_units})
        return counted(COUNTERS, tally, events)

    def unit(self, unit_id: str) -> UnitCount:
        return self.units.setdefault(unit_id, UnitCount())

    def side(self, side: str) -> list[tuple[str, UnitCount]]:
        return [(one, count) for one, count in self.units.items() if self.names.side_of(one) == side]

    # --- one event each ---

    def turn_started(self, event: told.TurnStarted) -> None:
        self.turn = event.number

    @clause("FA-WND-08", "FA-CR-01")
    def struck(self, event: told.Struck) -> None:
        self.unit(event.target).melee += event.fallen
        self.unit(event.unit).felled += event.fallen
        self.turning.blow = greatest(self.turning.blow, self.turn, event, lambda one: one.fallen)

    def shot(self, event: told.Shot) -> None:
        unit = self.unit(event.unit)
        unit.volleys += 1
        unit.wounds_shot += event.unsaved
        self.turning.volley = greatest(self.turning.volley, self.turn, event, lambda one: one.unsaved)

    def ball(self, event: told.BallFlew) -> None:
        unit = self.unit(event.machine)
        unit.volleys += 1
        unit.wounds_shot += event.wounds
        self.turning.ball = greatest(self.turning.ball, self.turn, event, lambda one: one.wounds)

    def bomb(self, event: told.BombFell) -> None:
        unit, side = self.unit(event.machine), self.names.side_of(event.machine)
        unit.volleys += 1
        unit.wounds_shot += sum(one.unsaved for one in event.struck if self.names.side_of(one.unit) != side)

    @clause("FA-SHO-13")
    def casualties(self, event: told.CasualtiesTaken) -> None:
        self.unit(event.unit).shot += event.fallen

    @clause("FA-SPC-11")
    def crumbled(self, event: told.Crumbled) -> None:
        self.unit(event.unit).crumbled += event.fallen

    def charged(self, event: told.Charged) -> None:
        unit = self.unit(event.unit)
        unit.charges += 1
        unit.reached += bool(event.met)

    def tested(self, event: told.Tested) -> None:
        unit = self.unit(event.unit)
        unit.passed += event.passed
        unit.failed += not event.passed

    def broke(self, event: told.Broke) -> None:
        if event.silenced:
            return
        unit = self.unit(event.unit)
        unit.routs += 1
        unit.outcome = RUNNING
        self.turning.first_rout = self.turning.first_rout or (self.turn, event)

    def rallied(self, event: told.Rallied) -> None:
        if event.passed:
            self.unit(event.unit).outcome = STANDING

    @clause("FA-GEN-08", "FA-WM-10")
    def lost(self, event: told.UnitLost) -> None:
        """A crew without its engine fights on as foot."""
        if event.how not in ("abandoned", "engine"):
            self.unit(event.unit).outcome = "left" if event.how == "left" else "destroyed"
            self.turning.first_lost = self.turning.first_lost or (self.turn, event)

    def reformed(self, event: told.Reformed) -> None:
        if event.merged:
            self.unit(event.merged).outcome = "merged"

    def killed(self, event: told.CommanderKilled) -> None:
        self.dead.append(event)
        self.turning.generals.append((self.turn, event))

    def standard(self, event: told.StandardLost) -> None:
        side = self.names.side_of(event.unit)
        self.standards[side] = self.standards.get(side, 0) + 1

    def split(self, event: told.SplitApart) -> None:
        self.turning.splits.append((self.turn, event))

    @clause("FA-MAG-09")
    def cast(self, event: told.SpellCast) -> None:
        side = self.names.side_of(event.wizard)
        tried, done = self.casts.get(side, (0, 0))
        self.casts[side] = tried + 1, done + (event.result not in ("failed", "barred"))

    def turn_ended(self, event: told.TurnEnded) -> None:
        self.strengths = dict(event.strengths)
        self.objectives = dict(event.objectives)

    def over(self, event: told.BattleOver) -> None:
        self.end = event


COUNTERS: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    told.TurnStarted: Tally.turn_started,
    told.Struck: Tally.struck,
    told.Shot: Tally.shot,
    told.BallFlew: Tally.ball,
    told.BombFell: Tally.bomb,
    told.CasualtiesTaken: Tally.casualties,
    told.Crumbled: Tally.crumbled,
    told.Charged: Tally.charged,
    told.Tested: Tally.tested,
    told.Broke: Tally.broke,
    told.Rallied: Tally.rallied,
    told.UnitLost: Tally.lost,
    told.Reformed: Tally.reformed,
    told.CommanderKilled: Tally.killed,
    told.StandardLost: Tally.standard,
    told.SplitApart: Tally.split,
    told.SpellCast: Tally.cast,
    told.TurnEnded: Tally.turn_ended,
    told.BattleOver: Tally.over,
}
