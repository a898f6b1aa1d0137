"""What a battle comes to, counted from its events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.model import Trooper
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import Names
from grognard.rulebooks.reports import counted, greatest


@dataclass
class UnitCount:
    """A regiment or gun so far: figures lost by cause, what it took from others, fights, pushes and routs."""

    lost: Counter[str] = field(default_factory=Counter)
    shots: int = 0
    hits: int = 0
    beat: int = 0
    held: int = 0
    beaten: int = 0
    pushed: int = 0
    routs: list[tuple[int, str]] = field(default_factory=list)
    fate: str = ""
    """``destroyed`` or ``gone`` where it was told."""

    @property
    def fallen(self) -> int:
        return self.lost.total()


@dataclass
class SideCount:
    """Trophies taken as they were told; the figures of the end stand in ``breakdown``."""

    prisoners: int = 0
    freed: int = 0
    colours: int = 0
    persons: int = 0
    guns: int = 0
    retaken: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    breakdown: told.SideBreakdown | None = None


@dataclass
class Turning:
    """Turning points with their turns."""

    first_rout: tuple[int, told.Routed] | None = None
    commands: list[tuple[int, told.CommandLost]] = field(default_factory=list)
    colours: list[tuple[int, str, str]] = field(default_factory=list)
    guns: list[tuple[int, told.GunCaptured]] = field(default_factory=list)
    shot: tuple[int, told.Shot] | None = None
    fight: tuple[int, told.Fight] | None = None
    per_turn: Counter[int] = field(default_factory=Counter)


@dataclass
class Tally:
    names: Names
    units: dict[str, UnitCount]
    sides: dict[str, SideCount]
    turn: int = 0
    persons: list[tuple[int, told.PersonHit]] = field(default_factory=list)
    taken: list[tuple[int, str, str]] = field(default_factory=list)
    """(turn, person, captor)."""
    after: list[told.PersonAfter] = field(default_factory=list)
    breakdowns: list[told.LossBreakdown] = field(default_factory=list)
    turning: Turning = field(default_factory=Turning)
    end: told.BattleEnded | None = None

    @classmethod
    def of(cls, view: NapoleonicView, events: Iterable[Event]) -> Tally:
        units = {one.id: UnitCount() for one in view.field.pieces.values() if isinstance(one, Trooper)}
        tally = cls(Names(view), units, {side.id: SideCount() for side in view.setup.sides})
        return counted(COUNTERS, tally, events)

    def unit(self, unit_id: str) -> UnitCount:
        return self.units.setdefault(unit_id, UnitCount())

    def side(self, who: str) -> SideCount:
        """Of the side of somebody."""
        return self.sides.setdefault(self.names.side_of(who), SideCount())

    def of_side(self, side: str) -> list[tuple[str, UnitCount]]:
        return [(one, count) for one, count in self.units.items() if self.names.side_of(one) == side]

    @clause("NA-CMD-11")
    def generals_lost(self) -> list[tuple[int, told.CommandLost]]:
        """Commands that fell vacant by a die of fate or an enemy's hand, not by their general's taking another post."""
        away = {(turn, hit.person) for turn, hit in self.persons} | {
            (turn, who) for turn, who, _ in self.taken
        }
        return [(turn, lost) for turn, lost in self.turning.commands if (turn, lost.person) in away]

    # --- one event each ---

    def turn_started(self, event: told.TurnStarted) -> None:
        self.turn = event.turn

    @clause("NA-CAS-06")
    def losses(self, event: told.Losses) -> None:
        self.unit(event.unit).lost[event.cause] += event.figures

    def shot(self, event: told.Shot) -> None:
        unit = self.unit(event.gun)
        unit.shots += 1
        unit.hits += event.losses
        self.turning.shot = greatest(self.turning.shot, self.turn, event, lambda one: one.losses)

    def skirmish(self, event: told.SkirmishFire) -> None:
        unit = self.unit(event.unit)
        unit.shots += len(event.dice)
        unit.hits += event.hits

    @clause("NA-CC-06")
    def fight(self, event: told.Fight) -> None:
        decided = event.outcome in ("pushed", "rout")
        for one in event.units:
            unit = self.unit(one)
            unit.held += not decided
            unit.beat += decided and one == event.winner
            unit.beaten += decided and one != event.winner
        if event.outcome == "rout":
            self.turning.fight = greatest(self.turning.fight, self.turn, event, lambda one: one.difference)

    def pushed(self, event: told.Pushed) -> None:
        self.unit(event.unit).pushed += 1

    @clause("NA-ROUT-01", "NA-ROUT-12")
    def routed(self, event: told.Routed) -> None:
        self.unit(event.unit).routs.append((self.turn, event.way))
        self.side(event.unit).ways[event.way] += 1
        self.turning.per_turn[self.turn] += 1
        self.turning.first_rout = self.turning.first_rout or (self.turn, event)

    @clause("NA-PURS-06", "NA-TROPH-01")
    def pursuit(self, event: told.PursuitRoll) -> None:
        side = self.side(event.pursuer)
        if event.step == "recapture":
            side.freed += event.prisoners
            return
        if event.prisoners:
            self.unit(event.routed).lost["prisoners"] += event.prisoners
        side.prisoners += event.prisoners
        side.colours += event.colours
        side.persons += len(event.persons)
        if event.colours:
            self.turning.colours.append((self.turn, event.pursuer, event.routed))
        self.taken += [(self.turn, person, event.pursuer) for person in event.persons]

    def destroyed(self, event: told.Destroyed) -> None:
        self.unit(event.unit).fate = "destroyed"
        if event.colours_to and event.colours:
            self.side(event.colours_to).colours += event.colours
            self.turning.colours.append((self.turn, event.colours_to, event.unit))

    def left(self, event: told.LeftField) -> None:
        self.unit(event.unit).fate = "gone"

    @clause("NA-TROPH-02")
    def gun(self, event: told.GunCaptured) -> None:
        self.side(event.unit).guns += 1
        self.turning.guns.append((self.turn, event))

    @clause("NA-TROPH-04")
    def retaken(self, event: told.GunRetaken) -> None:
        self.side(event.unit).retaken += 1

    def person_hit(self, event: told.PersonHit) -> None:
        self.persons.append((self.turn, event))

    def person_taken(self, event: told.PersonTaken) -> None:
        if event.captured:
            self.side(event.unit).persons += 1
            self.taken.append((self.turn, event.person, event.unit))

    def refuge(self, event: told.PersonRefuge) -> None:
        if event.captured_by:
            self.side(event.captured_by).persons += 1
            self.taken.append((self.turn, event.person, event.captured_by))

    def command_lost(self, event: told.CommandLost) -> None:
        self.turning.commands.append((self.turn, event))

    def ended(self, event: told.BattleEnded) -> None:
        self.end = event

    def breakdown(self, event: told.LossBreakdown) -> None:
        self.breakdowns.append(event)

    def side_breakdown(self, event: told.SideBreakdown) -> None:
        self.sides[event.side].breakdown = event

    def person_after(self, event: told.PersonAfter) -> None:
        self.after.append(event)


COUNTERS: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    told.TurnStarted: Tally.turn_started,
    told.Losses: Tally.losses,
    told.Shot: Tally.shot,
    told.SkirmishFire: Tally.skirmish,
    told.Fight: Tally.fight,
    told.Pushed: Tally.pushed,
    told.Routed: Tally.routed,
    told.PursuitRoll: Tally.pursuit,
    told.Destroyed: Tally.destroyed,
    told.LeftField: Tally.left,
    told.GunCaptured: Tally.gun,
    told.GunRetaken: Tally.retaken,
    told.PersonHit: Tally.person_hit,
    told.PersonTaken: Tally.person_taken,
    told.PersonRefuge: Tally.refuge,
    told.CommandLost: Tally.command_lost,
    told.BattleEnded: Tally.ended,
    told.LossBreakdown: Tally.breakdown,
    told.SideBreakdown: Tally.side_breakdown,
    told.PersonAfter: Tally.person_after,
}
