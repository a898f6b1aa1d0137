"""What a seat has heard, as a chronicle: one line an event, in the reader's language when it is rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.rulebooks.chronicle import referred
from grognard.rulebooks.feudal import events as told
from grognard.rulebooks.feudal import words_after as after
from grognard.rulebooks.feudal import words_battle as battle
from grognard.rulebooks.feudal import words_tactical as tactical
from grognard.rulebooks.feudal.view import FeudalView
from grognard.rulebooks.feudal.words_names import Names
from grognard.rulebooks.feudal.words_tactical import Telling
from grognard.show.model import Block

Teller: TypeAlias = Callable[[Telling, Any], Iterator[Block]]

TELLERS: Mapping[type[Event], Teller] = {
    told.BattleBegan: tactical.battle_began,
    told.PassBegan: tactical.pass_began,
    told.ConditionsAnnounced: tactical.conditions_announced,
    told.SkyDrifted: tactical.sky_drifted,
    told.ArtefactUsed: tactical.artefact_used,
    told.AmbushTried: tactical.ambush_tried,
    told.TacticChanged: tactical.tactic_changed,
    told.StrategyChosen: tactical.strategy_chosen,
    told.Vetoed: battle.vetoed,
    told.TargetChosenAnew: battle.target_chosen_anew,
    told.Attacked: battle.attacked,
    told.BecameStalled: battle.became_stalled,
    told.Recovered: battle.recovered,
    told.DidNotAttack: battle.did_not_attack,
    told.Lost: battle.lost,
    told.Annihilated: battle.annihilated,
    told.Tended: battle.tended,
    told.RoutTested: battle.rout_tested,
    told.Left: battle.left,
    told.MissilesOut: battle.missiles_out,
    told.Conceded: after.conceded,
    told.PartingOffered: after.parting_offered,
    told.Parted: after.parted,
    told.BattleEnded: after.battle_ended,
    told.Reckoned: after.reckoned,
    told.LevelGained: after.level_gained,
    told.FeatureTaken: after.feature_taken,
    told.LearningTested: after.learning_tested,
    told.TacticLearned: after.tactic_learned,
    told.CommanderFate: after.commander_fate,
    told.Upkeep: after.upkeep,
    **after.TABLE.tellers,
}
"""Who tells one event."""

GATHERED: Mapping[str, Teller] = {
    "passes": tactical.artefacts_passed,
    "moves": battle.moved_all,
    "tactics": tactical.tactics_revealed,
    "strategies": tactical.strategies_taken,
}
"""Who tells several events that follow each other in one line."""


def lines(view: FeudalView, heard: Sequence[Heard]) -> tuple[Block, ...]:
    """Headings and lines in the order of hearing. Quiet things of many armies (who advances, who holds, what is
    in force) share a line."""
    telling = Telling(Names(view))
    blocks: list[Block] = []
    for key, run in groupby(enumerate(heard), lambda pair: _run_of(*pair)):
        blocks += _told(telling, key, [one for _, one in run])
    return tuple(blocks)


def _run_of(at: int, heard: Heard) -> str:
    """Events of one run share a line; any other is a run of its own."""
    event = heard.event
    if isinstance(event, told.ArtefactPassed):
        return "passes"
    if isinstance(event, told.Moved):
        return "moves"
    if isinstance(event, told.TacticRevealed):
        return "tactics"
    if isinstance(event, told.StrategyChosen) and event.before is None and event.roll is None:
        return "strategies"
    return str(at)


def _told(telling: Telling, key: str, run: Sequence[Heard]) -> Iterable[Block]:
    if key in GATHERED:
        blocks = GATHERED[key](telling, [one.event for one in run])
    else:
        blocks = TELLERS[type(run[0].event)](telling, run[0].event)
    return referred(blocks, None, run[0].clauses)
