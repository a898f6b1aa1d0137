"""What a seat has heard, as a chronicle: one line an event, in the reader's language when it is rendered.

Orders that are shown together are told together; a phase in which nothing happened has no heading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.rulebooks.chronicle import told as told_by
from grognard.rulebooks.chronicle import with_phases
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic import words_after as after
from grognard.rulebooks.napoleonic import words_fight as fight
from grognard.rulebooks.napoleonic import words_fire as fire
from grognard.rulebooks.napoleonic import words_move as move
from grognard.rulebooks.napoleonic import words_rout as rout
from grognard.rulebooks.napoleonic import words_turn as turn
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_turn import Telling
from grognard.show.model import Block

PHASE = 2
"""The level of headings that stand only over something."""

Teller: TypeAlias = Callable[[Telling, Any], Iterator[Block]]

TELLERS: Mapping[type[Event], Teller] = {
    told.BattleBegan: turn.battle_began,
    told.Deployed: turn.deployed,
    told.TurnStarted: turn.turn_started,
    told.PhaseStarted: turn.phase_started,
    told.Reinforcement: turn.reinforcement,
    told.PersonMoved: turn.person_moved,
    told.PersonBack: turn.person_back,
    told.PostTaken: turn.post_taken,
    told.CoverOrdered: turn.cover_ordered,
    told.InitiativeRolled: turn.initiative_rolled,
    told.DieFell: turn.die_fell,
    told.CommandLost: turn.command_lost,
    told.Replaced: turn.replaced,
    told.ReplacementRolled: turn.replacement_rolled,
    told.OrderRevealed: turn.order_revealed,
    told.Moved: move.moved,
    told.Sighted: move.sighted,
    told.Formed: move.formed,
    told.Split: move.split,
    told.Rejoined: move.rejoined,
    told.CrewChanged: move.crew_changed,
    told.PlaceContested: move.place_contested,
    told.Crossed: move.crossed,
    told.Escorted: move.escorted,
    told.LeftField: move.left_field,
    told.TargetDeclared: fire.target_declared,
    told.Shot: fire.shot,
    told.SkirmishFire: fire.skirmish_fire,
    told.GunSilenced: fire.gun_silenced,
    told.UnitStopped: fire.unit_stopped,
    told.BuildingBurning: fire.building_burning,
    told.BridgeDestroyed: fire.bridge_destroyed,
    told.WorkDestroyed: fire.work_destroyed,
    told.PersonHit: fire.person_hit,
    told.StrikeDeclared: fight.strike_declared,
    told.CombatDie: fight.combat_die,
    told.Fight: fight.fight,
    told.Losses: fight.losses,
    told.Pushed: fight.pushed,
    told.Parted: fight.parted,
    told.Repulsed: fight.repulsed,
    told.Reforming: fight.reforming,
    told.Locked: fight.locked,
    told.LockEnded: fight.lock_ended,
    told.FollowedUp: fight.followed_up,
    told.Destroyed: fight.destroyed,
    told.PersonRefuge: fight.person_refuge,
    told.Routed: rout.routed,
    told.NeighbourBack: rout.neighbour_back,
    told.RoutersPass: rout.routers_pass,
    told.Obedience: rout.obedience,
    told.Pursuit: rout.pursuit,
    told.PursuitRoll: rout.pursuit_roll,
    told.GunCaptured: rout.gun_captured,
    told.GunRetaken: rout.gun_retaken,
    told.PersonTaken: rout.person_taken,
    told.Rallied: rout.rallied,
    told.ReturnedToBattle: rout.returned_to_battle,
    told.ObjectiveHeld: after.objective_held,
    told.TruceOffered: after.truce_offered,
    told.Truce: after.truce,
    told.Concession: after.concession,
    told.BattleEnded: after.battle_ended,
    told.LossBreakdown: after.loss_breakdown,
    told.PersonAfter: after.person_after,
    told.SideBreakdown: after.side_breakdown,
    **after.TABLE.tellers,
}
"""Who tells one event."""


def lines(view: NapoleonicView, heard: Sequence[Heard], *, brief: bool = False) -> tuple[Block, ...]:
    """Headings and lines in the order of hearing. ``brief``: of a shot nothing is told twice."""
    telling = Telling(view, [one.event for one in heard], brief=brief)
    return tuple(with_phases(_told_by_all(telling, heard), PHASE, deeper=True))


def _told_by_all(telling: Telling, heard: Sequence[Heard]) -> Iterator[Block]:
    for together, run in groupby(heard, lambda one: isinstance(one.event, told.OrderRevealed)):
        if together:
            orders = [one.event for one in run if isinstance(one.event, told.OrderRevealed)]
            yield from turn.orders_revealed(telling, orders)
        else:
            for one in run:
                yield from _end_of_turn(telling, one.event)
                yield from told_by(TELLERS, telling, one)
    for left in telling.went.values():
        yield from move.way_line(telling, left)


@clause("NA-SEQ-01")
def _end_of_turn(telling: Telling, event: Event) -> Iterator[Block]:
    """The heading of the end of a turn, before the first that only it can bring."""
    ends = isinstance(event, (*turn.ENDINGS, told.ObjectiveHeld)) and telling.phase != "end" and telling.turn
    if ends:
        yield from turn.phase_started(telling, told.PhaseStarted(telling.turn, "end"))
