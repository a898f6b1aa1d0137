"""What a seat has heard, as a chronicle: one line an event, in the reader's language when it is rendered.

A shot stands in one line with what came of it, unless something came between; a phase in which nothing happened has no
heading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.rulebooks.chronicle import told as told_by
from grognard.rulebooks.chronicle import with_phases
from grognard.rulebooks.modern import events as told
from grognard.rulebooks.modern import words_after as after
from grognard.rulebooks.modern import words_fight as fight
from grognard.rulebooks.modern import words_turn as turn
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.words_turn import Telling
from grognard.show.model import Block

PHASE = 3
"""The level of headings that stand only over something."""

Teller: TypeAlias = Callable[[Telling, Any], Iterator[Block]]

TELLERS: Mapping[type[Event], Teller] = {
    told.BattleOpened: turn.battle_opened,
    told.Deployed: turn.deployed,
    told.RoundStarted: turn.round_started,
    told.TurnStarted: turn.turn_started,
    told.PhaseStarted: turn.phase_started,
    told.TurnEnded: turn.turn_ended,
    told.TurnTimedOut: turn.turn_timed_out,
    told.ConcededBy: turn.conceded_by,
    told.CardDeclared: turn.card_declared,
    told.AbilityUsed: turn.ability_used,
    told.CardResolved: turn.card_resolved,
    told.CardCancelled: turn.card_cancelled,
    told.CardExpired: turn.card_expired,
    told.CardWithdrawn: turn.card_withdrawn,
    told.WindowPassed: turn.window_passed,
    told.CardDrawn: turn.card_drawn,
    told.CardDiscarded: turn.card_discarded,
    told.NoCardLeft: turn.no_card_left,
    told.HandSeen: turn.hand_seen,
    told.HandPeeked: turn.hand_peeked,
    told.ClockChanged: turn.clock_changed,
    told.MovesAdded: turn.moves_added,
    told.Healed: fight.healed,
    told.Reinforced: fight.reinforced,
    told.Relocated: fight.relocated,
    told.FortChanged: fight.fort_changed,
    told.CrossingLaid: fight.crossing_laid,
    told.PassageDemolished: fight.passage_demolished,
    told.MinesLaid: fight.mines_laid,
    told.MinesFound: fight.mines_found,
    told.MinesCleared: fight.mines_cleared,
    told.UnitMoved: fight.unit_moved,
    told.Stayed: fight.stayed,
    told.Embarked: fight.embarked,
    told.Disembarked: fight.disembarked,
    told.WorkDone: fight.work_done,
    told.Inspected: fight.inspected,
    told.ShotDeclared: fight.shot_declared,
    told.Shot: fight.shot,
    told.Strike: fight.strike,
    told.Destroyed: fight.destroyed,
    told.ArmourRestored: fight.armour_restored,
    told.PointRun: turn.point_run,
    told.PointPaid: turn.point_paid,
    told.PointInterrupted: turn.point_interrupted,
    told.CreditsExchanged: turn.credits_exchanged,
    told.CreditsLost: turn.credits_lost,
    told.VoucherKept: turn.voucher_kept,
    told.Conference: turn.conference,
    told.BattleEnded: after.battle_ended,
    **after.TABLE.tellers,
}
"""Who tells one event."""


def lines(view: ModernView, heard: Sequence[Heard]) -> tuple[Block, ...]:
    """Headings and lines in the order of hearing."""
    return tuple(with_phases(_told_by_all(Telling(view), heard), PHASE))


def _told_by_all(telling: Telling, heard: Sequence[Heard]) -> Iterator[Block]:
    for at, one in enumerate(heard):
        if not _is_said_next(heard, at):
            yield from told_by(TELLERS, telling, one)


def _is_said_next(heard: Sequence[Heard], at: int) -> bool:
    """A declared shot whose result comes with nothing between but silence."""
    event = heard[at].event
    if not isinstance(event, told.ShotDeclared):
        return False
    rest = (one.event for one in heard[at + 1 :] if not isinstance(one.event, told.WindowPassed))
    following = next(rest, None)
    return isinstance(following, told.Shot) and following.shooter.hex == event.shooter.hex
