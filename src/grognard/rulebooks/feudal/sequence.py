"""The sequence of play. Read it beside the chapter of that name: one line a step, in order."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.blows import strike_all, tell_stalls
from grognard.rulebooks.feudal.conditions import ambushes, artefact_window, conditions_of_round
from grognard.rulebooks.feudal.ending import (
    ask_parting,
    end_test,
    parting_test,
    stalls_end,
    stalls_served,
)
from grognard.rulebooks.feudal.events import BattleBegan, PassBegan
from grognard.rulebooks.feudal.missiles import (
    able_to_shoot,
    close_lines,
    explain_silence,
    order_ranged,
    shoot_all,
    spend_missiles,
)
from grognard.rulebooks.feudal.model import FIELD, Commander, FeudalSetup
from grognard.rulebooks.feudal.rout import (
    departures,
    losses,
    pursuits,
    rout_checks,
    routed_leave,
    tend,
)
from grognard.rulebooks.feudal.strategy import choose_strategies
from grognard.rulebooks.feudal.tactics import (
    change_tactics,
    choose_tactics,
    count_tactic_pass,
    tactics_run_out,
)
from grognard.rulebooks.feudal.targets import (
    conceders_withdraw,
    enter_melee_all,
    order_melee,
    strike_back_question,
    veto,
)


@rule("FE-GEN-01", "FE-GEN-02")
def battle(battle: FeudalBattle) -> None:
    """Setup, then round after round until a side is defeated."""
    battle.tell(BattleBegan(battle.setup.scenario))
    battle.then(give_commanders, finish_setup, begin_round)


@rule("FE-CMD-01", "FE-CMD-02")
def give_commanders(battle: FeudalBattle) -> None:
    """Step S2: every army without a commander gets a free named one of its seat, or a nameless one."""
    for army in battle.armies():
        sheet = battle.sheet(army.id)
        if sheet.commander is None and battle.lord(sheet.seat).commanders:
            battle.then(ask_commander, army.id)


@rule("FE-CMD-01")
def ask_commander(battle: FeudalBattle, army_id: str) -> None:
    battle.ask("commander", battle.sheet(army_id).seat, army_id, then=commander_given)


@rule("FE-CMD-01", "FE-CMD-02")
def commander_given(battle: FeudalBattle, army_id: str, name: Arg) -> None:
    lord = battle.lord(battle.sheet(army_id).seat)
    chosen = next((one for one in lord.commanders if one.name == name), None)
    if chosen is not None:
        battle.change(army_id, commander=chosen)
        battle.change(lord.id, commanders=tuple(one for one in lord.commanders if one != chosen))


@rule("FE-ARMY-05", "FE-ARMY-06")
def finish_setup(battle: FeudalBattle) -> None:
    """Step S3: a commander's gift of missiles is added, for shooters."""
    for army in battle.armies():
        if army.missiles > 0:
            more = missiles_of(battle.setup, army.commander)
            battle.change(army.id, missiles=army.missiles + more)


def missiles_of(setup: FeudalSetup, commander: Commander) -> int:
    """Volleys that a commander's features add at setup."""
    gifts = [effect for held in commander.features for effect in setup.tables.features[held.id].effects]
    return sum(
        effect.value for effect in gifts if effect.kind == "missiles" and isinstance(effect.value, int)
    )


@rule("FE-GEN-01", "FE-SEQ-01", "FE-SEQ-02", "FE-SEQ-11")
def begin_round(battle: FeudalBattle) -> None:
    """Phase 1 once, then the first ranged pass, always."""
    number = battle.field.round + 1
    battle.change(FIELD, round=number, phase="tactical", ranged=0, melee=0, quiet=0)
    battle.tell(PassBegan(number, "tactical", 0))
    battle.then(conditions_of_round, artefact_window, ambushes, choose_tactics, ranged_pass)


@rule("FE-SEQ-02", "FE-SEQ-05", "FE-SEQ-06", "FE-SEQ-12")
def ranged_pass(battle: FeudalBattle) -> None:
    """Phase 2, one pass: R1 tactics, R2 orders, R3 vetoes, R4 shots, R5 consequences, R6 tests."""
    begin_pass(battle, "ranged")
    battle.then(stalls_served, change_tactics)
    battle.then(ranged_orders, conceders_withdraw, veto, shoot_all, explain_silence)
    battle.then(losses, spend_missiles, rout_checks, pursuits, routed_leave)
    battle.then(departures, close_lines, tell_stalls, stalls_end)
    battle.then(end_test, parting_test, next_pass)


@rule("FE-SEQ-05", "FE-SEQ-12")
def melee_pass(battle: FeudalBattle) -> None:
    """Phase 3, one pass: M1 tactics, M2 strategies, M3 orders, M4 vetoes, M5 blows, M6 consequences, M7 tests."""
    begin_pass(battle, "melee")
    battle.then(stalls_served, change_tactics)
    battle.then(count_tactic_pass, choose_strategies)
    battle.then(melee_orders, conceders_withdraw, veto, strike_back_question, enter_melee_all, strike_all)
    battle.then(losses, tend, rout_checks, pursuits, routed_leave)
    battle.then(departures, tactics_run_out, tell_stalls, stalls_end)
    battle.then(end_test, parting_test, next_pass)


@rule("FE-SEQ-10", "FE-PART-01")
def ranged_orders(battle: FeudalBattle) -> None:
    """Step R2. Orders and offers to part are one step: all stay sealed until the last is in."""
    order_ranged(battle)
    ask_parting(battle)


@rule("FE-SEQ-10", "FE-PART-01")
def melee_orders(battle: FeudalBattle) -> None:
    """Step M3, sealed as R2."""
    order_melee(battle)
    ask_parting(battle)


def begin_pass(battle: FeudalBattle, phase: str) -> None:
    field = battle.field
    ranged, melee = field.ranged + (phase == "ranged"), field.melee + (phase == "melee")
    battle.change(FIELD, phase=phase, ranged=ranged, melee=melee, intents=(), hits=(), routing=())
    battle.tell(PassBegan(field.round, phase, ranged if phase == "ranged" else melee))


@rule("FE-SEQ-05", "FE-SEQ-06", "FE-SEQ-07", "FE-PART-02")
def next_pass(battle: FeudalBattle) -> None:
    """The loop of ranged and melee passes; after a parting the next round."""
    if battle.field.phase == "parted":
        battle.then(begin_round)
    else:
        battle.then(ranged_pass if ranged_follows(battle) else melee_pass)


@clause("FE-SEQ-05", "FE-SEQ-07")
def ranged_follows(battle: FeudalBattle) -> bool:
    """After a ranged pass only if nobody is in melee and someone can shoot; after a melee pass if someone can."""
    armies = battle.on_field()
    if battle.field.phase == "ranged" and any(army.posture == "in_melee" for army in armies):
        return False
    between = replace(battle.field, phase="between")
    return any(able_to_shoot(battle.setup, battle.bearer(army.id), between) for army in armies)
