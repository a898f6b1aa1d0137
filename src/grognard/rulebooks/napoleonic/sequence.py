"""The sequence of play. Read it beside the chapter of that name: one line a step, in order."""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.core.state import Arg
from grognard.rulebooks.napoleonic import (
    aiming,
    capture,
    command,
    deployment,
    fire,
    melee,
    movement,
    outcomes,
    persons,
    pursuit,
    replacement,
    striking,
    upkeep,
    victory,
)
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import BattleBegan, OrderRevealed, TargetDeclared
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Gun, NapoleonicSetup, NapoleonicState, Trooper, Unit
from grognard.rulebooks.napoleonic.refusals import may_be_ordered
from grognard.rulebooks.napoleonic.setup import first_pieces


def start(setup: NapoleonicSetup) -> NapoleonicState:
    """The pieces of the setup, and the battle still to be opened."""
    return NapoleonicState(first_pieces(setup), ((open_battle.name, ()),))


@rule("NA-SEQ-01")
def open_battle(battle: NapoleonicBattle) -> None:
    """Step 0, deployment; then turn after turn."""
    battle.tell(BattleBegan(battle.setup.scenario))
    battle.then(deployment.deploy, turn)


@rule("NA-SEQ-01", "NA-SEQ-02")
def turn(battle: NapoleonicBattle) -> None:
    """Movement, fire, close combat, the end of the turn."""
    battle.then(phase_1, phase_2, phase_3, end_of_turn)


# --- phase 1: movement -------------------------------------------------------------------------------


@rule("NA-SEQ-01", "NA-SEQ-03", "NA-MOVE-21")
def phase_1(battle: NapoleonicBattle) -> None:
    """1.1 upkeep, 1.2 persons, 1.3 command, 1.4 orders, 1.5 withdrawals, then all other moves."""
    battle.then(upkeep.upkeep, persons.ask, returned, command.ask, ask_orders, reveal)
    battle.then(movement.withdrawals)
    battle.then(movement.moves)
    battle.then(movement.settle)
    battle.then(upkeep.close_phase)


@rule("NA-ROUT-11")
def returned(battle: NapoleonicBattle) -> None:
    """Who has been joined by a person in step 1.2 may fight again."""
    upkeep.return_to_battle(battle)


@rule("NA-MOVE-01", "NA-MOVE-18")
def ask_orders(battle: NapoleonicBattle) -> None:
    """Step 1.4: one order for each unit, gun and wagon that may have one, in secret."""
    battle.step("1.4")
    for body in battle.field.in_order(may_be_ordered(battle.field)):
        battle.ask("order", battle.field.seat(body), body.id, then=take_order, secret=True)


@rule("NA-MOVE-01")
def take_order(battle: NapoleonicBattle, unit: str, *order: Arg) -> None:
    """The order of one unit."""
    battle.change(unit, order=order)


@rule("NA-MOVE-01", "NA-SEQ-03")
def reveal(battle: NapoleonicBattle) -> None:
    """Step 1.5 begins: all orders are shown."""
    battle.step("1.5")
    if battle.listening:
        for body in battle.field.in_order(battle.field.bodies):
            if body.order:
                battle.tell(OrderRevealed(body.side, body.id, body.order))


# --- phase 2: fire -----------------------------------------------------------------------------------


@rule("NA-SEQ-02", "NA-SEQ-04")
def phase_2(battle: NapoleonicBattle) -> None:
    """2.1 targets, 2.2 dice, 2.3 losses and marks, 2.4 routs by fire."""
    upkeep.begin_phase(battle, "2.1", "fire")
    battle.then(ask_fire)
    battle.then(announce)
    battle.then(fire.fire_dice)
    battle.then(fire.fire_results)
    battle.then(fire.fire_routs)
    battle.then(upkeep.close_phase)


@rule("NA-ART-03", "NA-SKIR-03")
def ask_fire(battle: NapoleonicBattle) -> None:
    """Step 2.1: each gun and each unit in open order that can fire says at whom, in secret."""
    field = battle.field
    for trooper in field.in_order([one for one in field.troopers if _fires(field, one)]):
        kind = "fire" if isinstance(trooper, Gun) else "skirmish"
        battle.ask(kind, field.seat(trooper), trooper.id, then=take_declaration, secret=True)


def _fires(field: Field, trooper: Trooper) -> bool:
    if isinstance(trooper, Gun):
        return fire.may_fire(field, trooper)
    return isinstance(trooper, Unit) and trooper.kind == "open_order" and fire.may_skirmish(field, trooper)


@rule("NA-ART-03")
def take_declaration(battle: NapoleonicBattle, unit: str, *order: Arg) -> None:
    """A target is written down."""
    battle.change(unit, declared=order)


@rule("NA-ART-03")
def announce(battle: NapoleonicBattle) -> None:
    """All targets are called before any die falls."""
    battle.step("2.2")
    for gun in battle.field.in_order([one for one in battle.field.guns if len(one.declared) == 3]):
        ammunition, target, pivot = gun.declared
        shot = aiming.aim(battle.field, gun, str(target), str(ammunition), int(pivot))
        battle.tell(TargetDeclared(gun.id, shot.target, shot.ammunition, shot.distance, shot.pivot))


# --- phase 3: close combat ---------------------------------------------------------------------------


@rule("NA-SEQ-02", "NA-SEQ-04")
def phase_3(battle: NapoleonicBattle) -> None:
    """3.1 strikes, 3.2 dice, 3.3 losses, 3.4 results, 3.5 carrying out, 3.6 pursuit, 3.7 guns."""
    upkeep.begin_phase(battle, "3.1", "combat")
    battle.then(ask_strikes)
    battle.then(melee.strikes)
    battle.then(melee.dice)
    battle.then(melee.losses)
    battle.then(melee.results)
    battle.then(outcomes.carry_out)
    battle.then(outcomes.ask_follow)
    battle.then(pursuit.obedience)
    battle.then(pursuit.pursue_all)
    battle.then(capture.guns)
    battle.then(upkeep.close_phase)


@rule("NA-CC-02", "NA-CC-05")
def ask_strikes(battle: NapoleonicBattle) -> None:
    """Step 3.1: whom each unit strikes, or on whom its losses fall, in secret."""
    field = battle.field
    able = [one for one in field.units if striking.targets(field, one) or striking.may_be_struck(field, one)]
    for unit in field.in_order(able):
        battle.ask("strike", field.seat(unit), unit.id, then=take_declaration, secret=True)


# --- the end of the turn -----------------------------------------------------------------------------


@rule("NA-SEQ-01", "NA-END-01")
def end_of_turn(battle: NapoleonicBattle) -> None:
    """4.1 replacement, 4.2 concession and truce, 4.3 the end or the next turn."""
    battle.then(replacement.ask)
    battle.then(victory.ask)
    battle.then(victory.close_turn)
    battle.then(next_turn)


@rule("NA-END-01")
def next_turn(battle: NapoleonicBattle) -> None:
    """Nothing follows an outcome."""
    if battle.outcome is None:
        battle.then(turn)
