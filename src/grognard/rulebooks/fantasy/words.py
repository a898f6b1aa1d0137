"""What a seat has heard, as a chronicle: one line an event, in the reader's language when it is rendered.

A phase in which nothing happened has no heading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.rulebooks.chronicle import told as told_by
from grognard.rulebooks.chronicle import with_phases
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy import words_after as after
from grognard.rulebooks.fantasy import words_fight as fight
from grognard.rulebooks.fantasy import words_magic as magic
from grognard.rulebooks.fantasy import words_move as move
from grognard.rulebooks.fantasy import words_shoot as shoot
from grognard.rulebooks.fantasy import words_turn as turn
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words_turn import Telling
from grognard.show.model import Block

PHASE = 2
"""The level of headings that stand only over something."""

Teller: TypeAlias = Callable[[Telling, Any], Iterator[Block]]

TELLERS: Mapping[type[Event], Teller] = {
    told.BattleOpened: turn.battle_opened,
    told.LegendNamed: turn.legend_named,
    told.BonusTaken: turn.bonus_taken,
    told.SpellsLearnt: turn.spells_learnt,
    told.Deployed: turn.deployed,
    told.TurnStarted: turn.turn_started,
    told.PhaseBegan: turn.phase_began,
    told.OrdersRead: turn.orders_read,
    told.OrderReplaced: turn.order_replaced,
    told.ChallengeIgnored: fight.challenge_ignored,
    told.MeleeJoined: fight.melee_joined,
    told.Challenged: fight.challenged,
    told.Struck: fight.struck,
    told.CombatResult: fight.combat_result,
    told.Crumbled: fight.crumbled,
    told.Tested: fight.tested,
    told.Broke: fight.broke,
    told.SplitApart: fight.split_apart,
    told.CommanderKilled: fight.commander_killed,
    told.WindsBlew: magic.winds_blew,
    told.SpellCast: magic.spell_cast,
    told.SpellDispelled: magic.spell_dispelled,
    told.SpellTook: magic.spell_took,
    told.SpellEnded: magic.spell_ended,
    told.Shot: shoot.shot,
    told.NoShot: shoot.no_shot,
    told.BallFlew: shoot.ball_flew,
    told.BombFell: shoot.bomb_fell,
    told.Misfired: shoot.misfired,
    told.CasualtiesTaken: shoot.casualties_taken,
    told.Rallied: move.rallied,
    told.Reformed: move.reformed,
    told.Moved: move.moved,
    told.Charged: move.charged,
    told.Clashed: move.clashed,
    told.Aligned: move.aligned,
    told.Retreated: move.retreated,
    told.Pursued: move.pursued,
    told.Shifted: move.shifted,
    told.Summoned: move.summoned,
    told.UnitLost: turn.unit_lost,
    told.StandardLost: turn.standard_lost,
    told.TurnEnded: turn.turn_ended,
    told.BattleOver: after.battle_over,
    **after.TABLE.tellers,
}
"""Who tells one event."""


def lines(view: FantasyView, heard: Sequence[Heard]) -> tuple[Block, ...]:
    """Headings and lines in the order of hearing."""
    return tuple(with_phases(_told_by_all(Telling(view), heard), PHASE))


def _told_by_all(telling: Telling, heard: Sequence[Heard]) -> Iterator[Block]:
    for one in heard:
        yield from told_by(TELLERS, telling, one)
