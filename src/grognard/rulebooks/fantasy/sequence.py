"""The sequence of play. Read it beside the chapter of that name: one rule a step, in order."""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.core.state import UMPIRE, State
from grognard.rulebooks.fantasy import (
    alignment,
    charging,
    leadership,
    legend,
    magic,
    melee,
    motion,
    ordering,
    placing,
    reforming,
    result,
    retreats,
    shooting,
    upkeep,
    victory,
)
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import BattleOpened, PhaseBegan, TurnStarted
from grognard.rulebooks.fantasy.model import TURN, FantasyState, Turn
from grognard.rulebooks.fantasy.setup import FantasySetup


def start(setup: FantasySetup) -> FantasyState:
    """The pieces of the setup, and the battle still to be opened."""
    return State((*setup.units, *setup.characters, Turn(TURN)), ((open_battle.name, ()),))


# --- before the battle ---------------------------------------------------------------------------------


@rule("FA-GEN-05")
def open_battle(battle: FantasyBattle) -> None:
    """Profiles are decided and what was changed in them is kept; legend, spells, deployment; then turn after turn."""
    name, changes = battle.setup.scenario, battle.setup.changes
    battle.tell_each(lambda eye: BattleOpened(name, changes if eye.side == UMPIRE else ()))
    battle.then(legend.name_best, learn, placing.deploy, begin_turn)


@rule("FA-MAG-03")
def learn(battle: FantasyBattle) -> None:
    """Every wizard rolls for his spells."""
    magic.learn(battle)


# --- O: orders -----------------------------------------------------------------------------------------


@rule("FA-GEN-03", "FA-ORD-01")
def begin_turn(battle: FantasyBattle) -> None:
    """Every seat is asked for an order for each of its units, all at once and in secret."""
    battle.change(TURN, number=battle.turn.number + 1, phase="orders", step="")
    battle.tell(TurnStarted(battle.turn.number))
    battle.then(ordering.ask_orders, ordering.read_orders, ordering.react, phase_a)


# --- A: melee ------------------------------------------------------------------------------------------


@rule("FA-GEN-03")
def phase_a(battle: FantasyBattle) -> None:
    """Melees that exist now are fought."""
    _begin_phase(battle, "A")
    battle.then(a1, phase_b)


@rule("FA-MEL-01")
def a1(battle: FantasyBattle) -> None:
    """List melees; all of them go through each step together."""
    upkeep.mark(battle, "A1")
    _fight(battle, melee.begin(battle, clash=False))


def _fight(battle: FantasyBattle, melees: tuple[str, ...]) -> None:
    """A2 to A7 for these melees, step by step."""
    for step in (a2, a3, a4, a5, a6):
        battle.each(step, melees)
    battle.then(a7)


@rule("FA-MEL-12")
def a2(battle: FantasyBattle, melee_id: str) -> None:
    """Challenges."""
    melee.challenges(battle, melee_id)


@rule("FA-MEL-06", "FA-MEL-07", "FA-GEN-04")
def a3(battle: FantasyBattle, melee_id: str) -> None:
    """Strike steps."""
    melee.strike(battle, melee_id)


@rule("FA-CR-01", "FA-CR-06")
def a4(battle: FantasyBattle, melee_id: str) -> None:
    """Combat results."""
    result.compare(battle, melee_id)


@rule("FA-CR-07")
def a5(battle: FantasyBattle, melee_id: str) -> None:
    """Break tests."""
    result.break_tests(battle, melee_id, late=battle.turn.phase == "C")


@rule("FA-CR-10")
def a6(battle: FantasyBattle, melee_id: str) -> None:
    """Breakthroughs."""
    result.breakthrough(battle, melee_id)


@rule("FA-MEL-15", "FA-LD-03")
def a7(battle: FantasyBattle) -> None:
    """Closing up, and tests for those who saw a commander fall."""
    upkeep.sweep(battle)
    alignment.close_up(battle)
    melee.finish(battle)
    upkeep.sweep(battle)


# --- B: shooting and magic -----------------------------------------------------------------------------


@rule("FA-GEN-03")
def phase_b(battle: FantasyBattle) -> None:
    """Winds, dispelling, casting, what they do, shots, casualties, tests, expiry."""
    _begin_phase(battle, "B")
    battle.then(b1, b2, b3, b4, b5, b5_spells, b6, swept, b7, b8, phase_c)


@rule("FA-MAG-07")
def b1(battle: FantasyBattle) -> None:
    """Winds of magic."""
    upkeep.mark(battle, "B1")
    magic.winds(battle)


@rule("FA-MAG-13")
def b2(battle: FantasyBattle) -> None:
    """Dispelling."""
    upkeep.mark(battle, "B2")
    magic.dispel(battle)


@rule("FA-MAG-09")
def b3(battle: FantasyBattle) -> None:
    """Casting."""
    upkeep.mark(battle, "B3")
    magic.cast(battle)


@rule("FA-MAG-21")
def b4(battle: FantasyBattle) -> None:
    """Blessings, curses and terrain take effect."""
    upkeep.mark(battle, "B4")
    magic.take_effect(battle)


@rule("FA-SHO-13", "FA-MAG-21")
def b5(battle: FantasyBattle) -> None:
    """Shots."""
    upkeep.mark(battle, "B5")
    shooting.shoot(battle)


@rule("FA-SHO-13", "FA-MAG-21")
def b5_spells(battle: FantasyBattle) -> None:
    """Damaging spells, from the same state: casualties of the shots are still to be taken off."""
    upkeep.unsilence(battle)
    magic.strike(battle)


@rule("FA-SHO-13")
def b6(battle: FantasyBattle) -> None:
    """Casualties are taken off together."""
    upkeep.mark(battle, "B6")
    shooting.take_off(battle)


@rule("FA-GEN-08")
def swept(battle: FantasyBattle) -> None:
    """Whoever is no more is removed at the end of the step."""
    upkeep.sweep(battle)


@rule("FA-LD-03")
def b7(battle: FantasyBattle) -> None:
    """Tests of those with heavy losses."""
    upkeep.mark(battle, "B7")
    leadership.after_losses(battle, "B7")


@rule("FA-MAG-17")
def b8(battle: FantasyBattle) -> None:
    """Spells whose time is up end."""
    upkeep.mark(battle, "B8")
    magic.expire(battle)


# --- C: movement ---------------------------------------------------------------------------------------


@rule("FA-GEN-03")
def phase_c(battle: FantasyBattle) -> None:
    """Rallies, dice and paths, held shots, facing, motion, alignment, clashes, late retreats."""
    _begin_phase(battle, "C")
    battle.then(c1, c2, c3, c3_losses, swept, c3_tests, c4, c5, c6, c7, clashes, c8, c9, end_turn)


@rule("FA-RET-04")
def c1(battle: FantasyBattle) -> None:
    """Rally tests."""
    upkeep.mark(battle, "C1")
    leadership.rally(battle)


@rule("FA-CHG-01", "FA-CHG-04", "FA-RET-01", "FA-RET-07")
def c2(battle: FantasyBattle) -> None:
    """Distances are rolled, paths fixed."""
    upkeep.mark(battle, "C2")
    charging.plan(battle)


@rule("FA-SHO-09")
def c3(battle: FantasyBattle) -> None:
    """Held reaction shots."""
    upkeep.mark(battle, "C3")
    shooting.held(battle)


@rule("FA-SHO-09")
def c3_losses(battle: FantasyBattle) -> None:
    """Their casualties."""
    shooting.take_off(battle)


@rule("FA-LD-03", "FA-LD-08")
def c3_tests(battle: FantasyBattle) -> None:
    """Their tests; who fails goes back in C5 too."""
    fled = [unit.id for unit in battle.field.units if unit.retreating]
    leadership.after_losses(battle, "C3")
    battle.then(flee, *fled)


@rule("FA-LD-08")
def flee(battle: FantasyBattle, *fled: str) -> None:
    """Who has broken since, whatever he was ordered, rolls at once and goes back in C5."""
    broken = [unit.id for unit in battle.field.units if unit.retreating and unit.id not in fled]
    retreats.plan(battle, broken)


@rule("FA-ORD-09", "FA-RET-02")
def c4(battle: FantasyBattle) -> None:
    """Reforms, and the facing of retreats."""
    upkeep.mark(battle, "C4")
    retreats.face(battle)
    reforming.reform(battle)


@rule("FA-MOV-04", "FA-MOV-07")
def c5(battle: FantasyBattle) -> None:
    """All motion, in 100 ticks."""
    upkeep.mark(battle, "C5")
    motion.run(battle)
    if battle.option("move_and_shoot") == "move_then_shoot":
        battle.then(c5_shots, c3_losses, swept)


@rule("FA-ORD-07")
def c5_shots(battle: FantasyBattle) -> None:
    """By option those who move and shoot shoot now."""
    shooting.shoot_after(battle)


@rule("FA-CHG-08", "FA-CHG-09")
def c6(battle: FantasyBattle) -> None:
    """New contacts are aligned."""
    upkeep.mark(battle, "C6")
    alignment.align(battle)


@rule("FA-MOV-08", "FA-LD-03")
def c7(battle: FantasyBattle) -> None:
    """Tests of those attacked in the rear; then clashes are fought."""
    upkeep.mark(battle, "C7")
    leadership.rear_tests(battle)


@rule("FA-MOV-08", "FA-RET-07")
def clashes(battle: FantasyBattle) -> None:
    """A round for each contact of two that were both moving, and for those who were caught."""
    melees = melee.begin(battle, clash=True)
    if melees:
        _fight(battle, melees)


@rule("FA-RET-11")
def c8(battle: FantasyBattle) -> None:
    """Who broke in C7 goes back, with pursuers after him; a caught unit is struck at once."""
    upkeep.mark(battle, "C8")
    retreats.plan_late(battle)
    motion.run(battle)
    alignment.align(battle)
    for contact in battle.field.contacts:
        if contact.clash and not contact.caught:
            battle.change(contact.id, clash=False)
    melees = melee.begin(battle, clash=True)
    battle.each(a3, melees)
    if melees:
        battle.then(a7)


@rule("FA-RET-06", "FA-GEN-08")
def c9(battle: FantasyBattle) -> None:
    """Those who have run off the table are gone."""
    upkeep.mark(battle, "C9")
    retreats.leave(battle)
    upkeep.sweep(battle)


# --- E: end --------------------------------------------------------------------------------------------


@rule("FA-SPC-12", "FA-VIC-01")
def end_turn(battle: FantasyBattle) -> None:
    """Counters go down, wounds of trolls close; the battle ends or goes on."""
    battle.change(TURN, phase="end", step="")
    upkeep.end_of_turn(battle)
    if victory.check(battle):
        victory.finish(battle)
    else:
        battle.then(begin_turn)


def _begin_phase(battle: FantasyBattle, phase: str) -> None:
    battle.change(TURN, phase=phase, step="")
    upkeep.count_models(battle)
    battle.tell(PhaseBegan(phase))
