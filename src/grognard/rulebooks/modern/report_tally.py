"""What a battle comes to, counted from its events alone."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.rulebooks.modern.effects import ARMS
from grognard.rulebooks.modern.events import (
    AbilityUsed,
    BattleEnded,
    CardCancelled,
    CardDeclared,
    Counter,
    CreditsExchanged,
    Destroyed,
    Inspected,
    PointPaid,
    PointRun,
    RoundStarted,
    Shot,
    Strike,
    TurnStarted,
    TurnTimedOut,
)
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.words_names import Names
from grognard.rulebooks.reports import counted

HELD, LOST, DESTROYED = "held", "lost", "destroyed"


@dataclass
class SideCount:
    """A side so far: statuses and units that it lost by arm, what its fire did, its cards and credits. ``fire``:
    attack added up over shots and strikes as far as it was heard."""

    lost: Count[str] = field(default_factory=Count)
    destroyed: Count[str] = field(default_factory=Count)
    shots: int = 0
    taken: int = 0
    fire: int = 0
    cards: int = 0
    cancelled: int = 0
    paid: int = 0
    spent: int = 0
    timeouts: int = 0


@dataclass
class RoundCount:
    """What a round's paragraph tells: points taken up, units lost, statuses lost by side, cards played."""

    number: int
    taken: list[tuple[str, str]] = field(default_factory=list)
    paid: list[PointPaid] = field(default_factory=list)
    destroyed: list[Destroyed] = field(default_factory=list)
    lost: Count[str] = field(default_factory=Count)
    cards: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Tally:
    names: Names
    sides: dict[str, SideCount]
    rounds: list[RoundCount] = field(default_factory=list)
    turns: int = 0
    inspected: int = 0
    holders: dict[str, dict[str, int]] = field(default_factory=dict)
    pays: Count[tuple[str, str]] = field(default_factory=Count)
    end: BattleEnded | None = None

    @classmethod
    def of(cls, view: ModernView, events: Iterable[Event]) -> Tally:
        return counted(
            COUNTERS, cls(Names(view), {side.id: SideCount() for side in view.setup.sides}), events
        )

    @property
    def now(self) -> RoundCount:
        """The round that is on; one before the first takes what came before it."""
        if not self.rounds:
            self.rounds.append(RoundCount(0))
        return self.rounds[-1]

    def side(self, who: str) -> SideCount:
        """Of a seat's side, or of a side."""
        return self.sides.get(self.names.side_of(who) or who, SideCount())

    # --- one event each ---

    def round_started(self, event: RoundStarted) -> None:
        self.rounds.append(RoundCount(event.round))

    def turn_started(self, event: TurnStarted) -> None:
        self.turns += 1

    def timed_out(self, event: TurnTimedOut) -> None:
        self.side(event.holder).timeouts += 1

    @clause("MO-FIRE-03", "MO-UNIT-08")
    def shot(self, event: Shot) -> None:
        shooter = self.side(event.shooter.side)
        shooter.shots += 1
        shooter.fire += max(0, event.attack)
        self._hit(event.target, event.result, shooter)

    def strike(self, event: Strike) -> None:
        enemy = next((one for one in self.sides if one != event.target.side), "")
        self._hit(event.target, event.result, self.sides.get(enemy, SideCount()))

    def _hit(self, target: Counter, result: str, by: SideCount) -> None:
        if result in (LOST, DESTROYED):
            by.taken += 1
            self.side(target.side).lost[target.arm] += 1
            self.now.lost[target.side] += 1

    @clause("MO-UNIT-06", "MO-UNIT-09")
    def destroyed(self, event: Destroyed) -> None:
        """With everybody who was aboard."""
        side = self.side(event.counter.side)
        side.destroyed[event.counter.arm] += 1
        side.destroyed.update(dict(zip(ARMS, event.passengers, strict=True)))
        self.now.destroyed.append(event)

    def declared(self, event: CardDeclared) -> None:
        self.side(event.owner).cards += 1
        self.now.cards.append((event.owner, event.card))

    def ability(self, event: AbilityUsed) -> None:
        self.now.cards.append((event.owner, event.card))

    def cancelled(self, event: CardCancelled) -> None:
        self.side(event.owner).cancelled += 1

    @clause("MO-CP-02")
    def run(self, event: PointRun) -> None:
        runs = self.holders.setdefault(event.point, {})
        if event.run == 1:
            self.now.taken.append((event.point, event.holder))
            for holder in [
                one for one in runs if self.names.side_of(one) != self.names.side_of(event.holder)
            ]:
                del runs[holder]
        runs[event.holder] = event.run
        if not event.run:
            del runs[event.holder]

    def paid(self, event: PointPaid) -> None:
        self.side(event.general).paid += 1
        self.pays[event.point, event.general] += 1
        self.now.paid.append(event)

    def exchanged(self, event: CreditsExchanged) -> None:
        self.side(event.general).spent += event.paid

    def inspect(self, event: Inspected) -> None:
        self.inspected += 1

    def ended(self, event: BattleEnded) -> None:
        self.end = event


COUNTERS: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    RoundStarted: Tally.round_started,
    TurnStarted: Tally.turn_started,
    TurnTimedOut: Tally.timed_out,
    Shot: Tally.shot,
    Strike: Tally.strike,
    Destroyed: Tally.destroyed,
    CardDeclared: Tally.declared,
    AbilityUsed: Tally.ability,
    CardCancelled: Tally.cancelled,
    PointRun: Tally.run,
    PointPaid: Tally.paid,
    CreditsExchanged: Tally.exchanged,
    Inspected: Tally.inspect,
    BattleEnded: Tally.ended,
}
