"""What a seat has heard, as a chronicle: one line an event, in the reader's language when it is rendered.

A volley, a fight and a panic test share a line with the test that decides them, a reaction with the impulse that it
takes; smoke that lifts, friends that are dismayed and units that take the same impulse share a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.rulebooks.chronicle import referred
from grognard.rulebooks.pike_and_shot import events as told
from grognard.rulebooks.pike_and_shot import words_after as after
from grognard.rulebooks.pike_and_shot import words_fight as fight
from grognard.rulebooks.pike_and_shot import words_move as move
from grognard.rulebooks.pike_and_shot import words_turn as turn
from grognard.rulebooks.pike_and_shot.events import (
    Dismay,
    Fought,
    ImpulseUsed,
    Panicked,
    Reacted,
    Replied,
    SmokeCleared,
    Tested,
    Volley,
)
from grognard.rulebooks.pike_and_shot.rolls import PANIC
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words_turn import Telling
from grognard.show.model import Block

Teller: TypeAlias = Callable[[Telling, Any], Iterator[Block]]
Partners: TypeAlias = dict[int, Event]
"""Place of a deed in what was heard -> the test that decided it, or the impulse that it took."""

TELLERS: Mapping[type[Event], Teller] = {
    told.BattleBegan: turn.battle_began,
    told.Deployed: turn.deployed,
    told.TurnStarted: turn.turn_started,
    told.CardDrawn: turn.card_drawn,
    told.NoCpCard: turn.no_cp_card,
    told.CpRolled: turn.cp_rolled,
    told.ProfileShown: turn.profile_shown,
    told.Reinforcement: turn.reinforcement,
    told.CpSpent: turn.cp_spent,
    told.CommanderMoved: turn.commander_moved,
    told.CpPassed: turn.cp_passed,
    told.OrderChanged: turn.order_changed,
    told.CommanderReplaced: turn.commander_replaced,
    told.CommanderActivated: turn.commander_activated,
    told.CommanderFell: turn.commander_fell,
    told.RiskTaken: turn.risk_taken,
    told.Succeeded: turn.succeeded,
    told.Coordinated: turn.coordinated,
    told.DpRemoved: turn.dp_removed,
    told.Activated: move.activated,
    told.Stopped: move.stopped,
    told.Tested: move.tested,
    told.Advanced: move.advanced,
    told.ManoeuvreOpened: move.manoeuvre_opened,
    told.ManoeuvreProgress: move.manoeuvre_progress,
    told.ManoeuvreDone: move.manoeuvre_done,
    told.Hangs: move.hangs,
    told.QualityAdjusted: move.quality_adjusted,
    told.RoughGround: move.rough_ground,
    told.StoodShort: move.stood_short,
    told.Restored: move.restored,
    told.LeftTable: move.left_table,
    told.UnitSeen: move.unit_seen,
    told.ReactWindow: fight.react_window,
    told.ReactionPassed: fight.reaction_passed,
    told.ReactionFailed: fight.reaction_failed,
    told.SmokeLaid: fight.smoke_laid,
    told.Contact: fight.contact,
    told.Braced: fight.braced,
    told.BaseLost: after.base_lost,
    told.Routed: after.routed,
    told.Rallied: after.rallied,
    told.Destroyed: after.destroyed,
    told.RunThrough: after.run_through,
    told.ObjectiveTaken: after.objective_taken,
    told.ObjectiveSacked: after.objective_sacked,
    told.Scored: after.scored,
    told.GameEnded: after.game_ended,
    **after.TABLE.tellers,
}
"""Who tells one event."""
DECIDED: Mapping[type[Event], Callable[[Telling, Any, Any], Iterator[Block]]] = {
    Volley: fight.volley,
    Fought: fight.fought,
    Panicked: after.panicked,
    Reacted: fight.reacted,
    Replied: fight.replied,
}
"""Who tells an event together with the test that decided it, or the impulse that it took."""
GATHERED: Mapping[type[Event], Teller] = {
    SmokeCleared: fight.smoke_cleared,
    Dismay: after.dismayed,
    ImpulseUsed: move.impulses_used,
}
"""Who tells several events that follow each other in one line."""


def lines(view: PikeView, heard: Sequence[Heard]) -> tuple[Block, ...]:
    """Headings and lines in the order of hearing."""
    telling = Telling(view)
    partners, taken = joined([one.event for one in heard])
    left = [(at, one) for at, one in enumerate(heard) if at not in taken]
    blocks: list[Block] = []
    for _, run in groupby(left, lambda pair: _run_of(*pair)):
        blocks += _told(telling, list(run), partners)
    return tuple(blocks)


def joined(events: Sequence[Event]) -> tuple[Partners, frozenset[int]]:
    """Which test or impulse belongs to which deed, and the places of those that need no line of their own."""
    partners: Partners = {}
    taken: set[int] = set()
    waiting: dict[tuple[str, str], int] = {}
    for at, event in enumerate(events):
        if isinstance(event, Tested):
            waiting[event.kind, event.unit] = at
        elif isinstance(event, ImpulseUsed) and event.use == "reply":
            waiting["reply", event.unit] = at
        elif isinstance(event, Reacted):
            waiting["reaction", event.unit] = at
        elif isinstance(event, ImpulseUsed) and event.use == "reaction":
            place = waiting.pop(("reaction", event.unit), None)
            if place is not None:
                partners[place] = event
                taken.add(at)
        elif (key := _belongs(event)) in waiting:
            place = waiting.pop(key)
            partners[at] = events[place]
            taken.add(place)
    return partners, frozenset(taken)


def _belongs(event: Event) -> tuple[str, str]:
    """Kind and unit of the test that decides an event, or of the impulse spent on it."""
    if isinstance(event, Volley):
        return "shoot", event.shooter
    if isinstance(event, Fought):
        return event.kind, event.roller.unit
    if isinstance(event, Panicked):
        return PANIC, event.unit
    return ("reply", event.unit) if isinstance(event, Replied) else ("", "")


def _run_of(at: int, heard: Heard) -> str:
    """Events of one run share a line; any other is a run of its own."""
    event = heard.event
    if isinstance(event, SmokeCleared):
        return "smoke"
    if isinstance(event, Dismay):
        return f"dismay:{event.cause}"
    if isinstance(event, ImpulseUsed):
        return f"impulse:{event.number}:{event.use}:{event.hung}"
    return str(at)


def _told(telling: Telling, run: Sequence[tuple[int, Heard]], partners: Partners) -> Iterable[Block]:
    at, first = run[0]
    kind = type(first.event)
    teller: Any = GATHERED.get(kind) or DECIDED.get(kind) or TELLERS[kind]
    if kind in GATHERED:
        blocks = teller(telling, tuple(one.event for _, one in run))
    elif kind in DECIDED:
        blocks = teller(telling, first.event, partners.get(at))
    else:
        blocks = teller(telling, first.event)
    return referred(blocks, teller, first.clauses)
