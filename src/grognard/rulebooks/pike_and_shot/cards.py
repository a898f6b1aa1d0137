"""The card in play: whom it lets act, and how a unit goes through its impulses (chapter Turn and cards)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.pike_and_shot import command
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.combat import melees
from grognard.rulebooks.pike_and_shot.coordination import coordinate
from grognard.rulebooks.pike_and_shot.events import Activated, CommanderActivated, NoCpCard, Stopped
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.impulses import begin_impulse, restore, settle_quality
from grognard.rulebooks.pike_and_shot.model import TURN, Commander, Flag, Unit
from grognard.rulebooks.pike_and_shot.movement import move_impulse
from grognard.rulebooks.pike_and_shot.reactions import SHOT, offer
from grognard.rulebooks.pike_and_shot.rout import rout_impulse
from grognard.rulebooks.pike_and_shot.shooting import volley

OWN, NESTED = 0, 1
"""How a commander acts: by the card of his command, or by his superior's."""


# --- the card ---


@rule("PS-TURN-03", "PS-TURN-05", "PS-TURN-09", "PS-TURN-11", "PS-CP-01", "PS-ROUT-03")
def play_card(battle: PikeBattle, commander_id: str) -> None:
    """He has CP if he was not activated before; his routing units owe their impulses now."""
    battle.change(TURN, card=commander_id)
    for unit in battle.field.command_units(commander_id):
        if unit.routing and not unit.activated and unit.left > 0:
            battle.change(unit.id, owes=True)
    commander = battle.commander(commander_id)
    if commander.alive and not commander.activated:
        command.begin_activation(battle, commander_id)
    else:
        battle.tell(NoCpCard(commander_id, "activated" if commander.alive else "fallen"))
    battle.then(menu, commander_id, OWN)


@rule("PS-TURN-03", "PS-TURN-08")
def menu(battle: PikeBattle, commander_id: str, nested: int) -> None:
    """What next, until his seat ends it."""
    seat = battle.setup.commanders[commander_id].seat
    battle.ask("card", seat, commander_id, nested, then=chosen)


@rule("PS-TURN-03", "PS-TURN-04", "PS-TURN-06", "PS-TURN-08", "PS-CP-02", "PS-CP-08")
def chosen(battle: PikeBattle, commander_id: str, nested: int, verb: Arg, *words: Arg) -> None:
    match verb:
        case "end":
            battle.change(commander_id, cp=0)
            return
        case "activate":
            battle.then(activate, words[0], commander_id)
        case "coordinate":
            battle.then(coordinate, commander_id, *words)
        case "command":
            activate_commander(battle, commander_id, str(words[0]), 0)
        case "pass":
            arrived = command.pass_cp(battle, commander_id, str(words[0]), int(words[1]))
            activate_commander(battle, commander_id, str(words[0]), arrived)
        case "replace":
            command.replace(battle, commander_id, str(words[0]), str(words[1]))
        case _:
            spend_cp(battle, commander_id, str(verb), words)
            if verb == "impulse" and nested:
                _at_once(battle, str(words[0]), commander_id)
    battle.then(menu, commander_id, nested)


@clause("PS-TURN-06", "PS-CP-08")
def activate_commander(battle: PikeBattle, by: str, commander_id: str, extra: int) -> None:
    """Nested: he acts at once, then his superior's card goes on."""
    battle.tell(CommanderActivated(commander_id, by))
    command.begin_activation(battle, commander_id, extra)
    battle.then(menu, commander_id, NESTED)


@clause("PS-TURN-06", "PS-CP-05")
def _at_once(battle: PikeBattle, unit_id: str, commander_id: str) -> None:
    """A unit that gets an impulse in a nested activation uses all it has now, if it may still be activated."""
    if may_activate(battle.unit(unit_id)):
        battle.then(activate, unit_id, commander_id)


def spend_cp(battle: PikeBattle, commander_id: str, verb: str, words: tuple[Arg, ...]) -> None:
    """The uses of CP that are possible during a unit's activation too."""
    match verb:
        case "go":
            command.move(battle, commander_id, (int(words[0]), int(words[1])))
        case "attach":
            command.attach(battle, commander_id, str(words[0]))
        case "remove_dp":
            command.remove_dp(battle, commander_id, str(words[0]))
        case "impulse":
            command.add_impulse(battle, commander_id, str(words[0]))
        case "order":
            flag = Flag(words[1], int(words[2]), int(words[3]))  # type: ignore[arg-type]
            command.change_order(battle, commander_id, str(words[0]), flag)


# --- whom it lets act ---


@clause("PS-TURN-05", "PS-IMP-04", "PS-ROUT-03")
def may_activate(unit: Unit) -> bool:
    """Once a turn; not after a reaction, but routers must run."""
    if unit.status != "ready" or unit.activated or unit.left < 1:
        return False
    return unit.routing or not unit.reacted


@clause("PS-TURN-03", "PS-TURN-04", "PS-TURN-06", "PS-TURN-07")
def activatable(field: Field, commander_id: str, nested: int) -> list[str]:
    """Units directly under him that may be activated now; in a nested activation only with the option."""
    if nested and field.option("nested_activation") != "whole_command":
        return []
    return [unit.id for unit in field.command_units(commander_id) if may_activate(unit)]


@clause("PS-ROUT-03", "PS-TURN-11")
def owing(field: Field, commander_id: str, nested: int) -> list[str]:
    """Routing units without which the card can't end."""
    if nested:
        return []
    units = field.command_units(commander_id)
    return [unit.id for unit in units if unit.owes and unit.routing and may_activate(unit)]


@clause("PS-TURN-04", "PS-TURN-05", "PS-TURN-06")
def may_command(field: Field, commander: Commander) -> list[str]:
    """Subordinates whom he may activate without passing CP."""
    return [one.id for one in field.subordinates(commander.id) if not one.activated]


# --- a unit ---


@rule("PS-TURN-05", "PS-TURN-08")
def activate(battle: PikeBattle, unit_id: str, commander_id: str) -> None:
    unit = battle.unit(unit_id)
    battle.change(unit_id, activated=True, owes=False)
    battle.tell_of(unit_id, Activated(unit_id, unit.left, unit.dp))
    battle.then(act, unit_id, commander_id, settle_quality, unit_id)


@rule("PS-IMP-01", "PS-IMP-03", "PS-ROUT-03", "PS-ROUT-07", "PS-CP-05")
def act(battle: PikeBattle, unit_id: str, commander_id: str) -> None:
    """Impulse after impulse; a router has no choice, one that has rallied goes on as it likes."""
    unit = battle.unit(unit_id)
    if unit.status != "ready":
        return
    if unit.routing:
        if unit.left > 0:
            battle.then(rout_impulse, unit_id, act, unit_id, commander_id)
    else:
        battle.ask("use", battle.seat(unit_id), unit_id, commander_id, then=used)


@rule("PS-IMP-01", "PS-IMP-03", "PS-IMP-05", "PS-TURN-08", "PS-MELEE-03")
def used(battle: PikeBattle, unit_id: str, commander_id: str, verb: Arg, *words: Arg) -> None:
    match verb:
        case "stop":
            battle.tell_of(unit_id, Stopped(unit_id, battle.unit(unit_id).left))
            return
        case "restore":
            battle.then(restore, unit_id)
        case "move" | "charge":
            battle.then(move_impulse, unit_id, verb)
        case "shoot":
            begin_impulse(battle, unit_id, "shoot")
            battle.then(volley, unit_id, words[0], offer, SHOT, words[0], 0, "", unit_id)
        case "fight":
            begin_impulse(battle, unit_id, "fight")
            battle.then(melees, unit_id, "fight")
        case _:
            spend_cp(battle, commander_id, str(words[0]), words[1:])
    battle.then(act, unit_id, commander_id)
