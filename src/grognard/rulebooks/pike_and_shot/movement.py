"""A unit's own move impulse: test, steps, and the enemy's windows after each (chapter Movement: common)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.charge import charge_over, close_in, mark_surprised, strike
from grognard.rulebooks.pike_and_shot.combat import melees
from grognard.rulebooks.pike_and_shot.events import LeftTable
from grognard.rulebooks.pike_and_shot.going import on_table
from grognard.rulebooks.pike_and_shot.impulses import begin_impulse
from grognard.rulebooks.pike_and_shot.model import TURN, Mode
from grognard.rulebooks.pike_and_shot.reactions import CHARGE, PASS, offer
from grognard.rulebooks.pike_and_shot.standing import fall
from grognard.rulebooks.pike_and_shot.steps import (
    advance,
    check_open,
    end_move,
    moved,
    movement_test,
    open_plan,
    shift,
    way_ahead,
)
from grognard.rulebooks.pike_and_shot.touch import touched


@rule("PS-MOVE-02", "PS-MELEE-02", "PS-HTH-03", "PS-HTH-14")
def move_impulse(battle: PikeBattle, unit_id: str, use: str) -> None:
    """In contact: first the melee, without a bonus, then the movement test. ``use``: move or charge."""
    begin_impulse(battle, unit_id, use)
    if touched(battle.field, battle.unit(unit_id)):
        battle.then(melees, unit_id, "move")
    battle.then(test_and_go, unit_id, use)


@rule("PS-MOVE-02", "PS-MELEE-02")
def test_and_go(battle: PikeBattle, unit_id: str, use: str) -> None:
    unit = battle.unit(unit_id)
    if unit.status == "ready" and not unit.routing:
        mode: Mode = "leave" if touched(battle.field, unit) else "charge" if use == "charge" else "move"
        movement_test(battle, unit_id, mode)
        battle.then(steps, unit_id, end_move, unit_id)


@rule("PS-MOVE-03", "PS-MOVE-09", "PS-REACT-10", "PS-MOVE-14")
def steps(battle: PikeBattle, unit_id: str) -> None:
    """Which step for each move point, until none is left, the seat stops, or an enemy has taken a hand."""
    unit = battle.unit(unit_id)
    if unit.status != "ready" or unit.routing or unit.mp < 1:
        return
    if unit.mode == "leave" or not touched(battle.field, unit):
        battle.ask("step", battle.seat(unit_id), unit_id, then=stepped)


@rule("PS-MOVE-08", "PS-MOVE-12", "PS-MOVE-14", "PS-MAN-01", "PS-REACT-02")
def stepped(battle: PikeBattle, unit_id: str, verb: Arg, *words: Arg) -> None:
    match verb:
        case "advance":
            step_ahead(battle, unit_id, int(words[0]))
        case "manoeuvre":
            open_plan(battle, unit_id, check_open(battle.field, battle.unit(unit_id), words))
            battle.then(after_step, unit_id)
        case "go_on":
            shift(battle, unit_id)
            battle.then(after_step, unit_id)
        case _:
            battle.change(unit_id, mp=0)


def step_ahead(battle: PikeBattle, unit_id: str, length: int) -> None:
    """Into contact after the enemy has had his say, or straight on."""
    unit, field = battle.unit(unit_id), battle.field
    way = way_ahead(field, unit, length)
    if way.hits:
        mark_surprised(battle, unit_id, way.hits)
        battle.then(offer, CHARGE, "", length, "", unit_id, complete_charge, unit_id, length)
        return
    after = [base.shape for base in moved(unit, length)]
    if not on_table(battle.setup, after):
        leave(battle, unit_id, home=True)
        return
    battle.change(unit_id, mp=unit.mp - 1)
    advance(battle, unit_id, length, "charge" if unit.mode == "charge" else "advance")
    battle.then(after_step, unit_id)


@rule("PS-REACT-02", "PS-MOVE-14")
def after_step(battle: PikeBattle, unit_id: str) -> None:
    """A window for those within 8 inches, if the mover is in contact with nobody; then the next step."""
    unit = battle.unit(unit_id)
    if unit.status != "ready":
        return
    if not touched(battle.field, unit):
        battle.then(offer, PASS, "", 0, "", unit_id)
    battle.then(steps, unit_id)


@rule("PS-MOVE-13", "PS-MOVE-14", "PS-REACT-10", "PS-REACT-12", "PS-REACT-14")
def complete_charge(battle: PikeBattle, unit_id: str, length: int) -> None:
    """After the window: contact and impact, or, where the target has gone, straight on or stop."""
    unit, field = battle.unit(unit_id), battle.field
    if unit.status != "ready" or unit.routing:
        battle.then(charge_over, unit_id)
        return
    if touched(field, unit):
        battle.change(unit_id, mp=0)
        battle.then(strike, unit_id)
    elif way_ahead(field, unit, length).hits:
        if close_in(battle, unit_id, length, "charge"):
            battle.then(strike, unit_id)
        else:
            battle.change(unit_id, mp=unit.mp - 1)
            battle.then(charge_over, unit_id, after_step, unit_id)
    else:
        battle.change(unit_id, mode="straight")
        battle.then(steps, unit_id, charge_over, unit_id)


@clause("PS-VIC-04", "PS-CMD-03")
def leave(battle: PikeBattle, unit_id: str, *, home: bool) -> None:
    """Off the table, with whoever is attached to it; loot counts if it is brought ``home``, over the own edge, and is
    lost over another."""
    unit = battle.unit(unit_id)
    if unit.loot and home:
        happened = (*battle.turn.happened, ("loot_home", battle.side(unit_id), unit_id))
        battle.change(TURN, happened=happened)
    for commander in battle.field.attached_to(unit_id):
        fall(battle, commander.id, "left")
    battle.tell_of(unit_id, LeftTable(unit_id, unit.loot and home))
    loot = unit.loot and home
    battle.change(unit_id, status="gone", loot=loot, mode="", mp=0, hanging=None, routing=False, owes=False)
