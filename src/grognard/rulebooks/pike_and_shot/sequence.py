"""The sequence of play. Read it beside the chapter of that name: one line a step, in order."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.chance import Table
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.cards import play_card
from grognard.rulebooks.pike_and_shot.deployment import (
    deploy,
    draw_profiles,
    initial_orders,
    reinforcements,
)
from grognard.rulebooks.pike_and_shot.events import BattleBegan, CardDrawn, Succeeded, TurnStarted
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import (
    TURN,
    Commander,
    Objective,
    PikeSetup,
    PikeState,
    Sheet,
    SideSheet,
    Thing,
    Turn,
    Unit,
)
from grognard.rulebooks.pike_and_shot.shooting import clear_smoke
from grognard.rulebooks.pike_and_shot.standing import show_all_seen
from grognard.rulebooks.pike_and_shot.victory import (
    hold_objectives,
    objective_id,
    sack,
    score_turn,
    victory_check,
)


@rule("PS-TURN-01")
def battle(battle: PikeBattle) -> None:
    """Setup, then turn after turn until the end."""
    battle.tell(BattleBegan(battle.setup.scenario))
    battle.then(draw_profiles, deploy, initial_orders, begin_turn)


@rule("PS-TURN-01", "PS-IMP-01")
def begin_turn(battle: PikeBattle) -> None:
    """Turn start: impulses are back, marks of the last turn are gone; heirs, reinforcements, one deck."""
    number = battle.turn.number + 1
    battle.change(TURN, number=number, card="", deck=())
    battle.tell(TurnStarted(number))
    for unit in battle.field.units:
        battle.change(unit.id, **fresh(battle))
    for commander in battle.field.commanders:
        battle.change(commander.id, activated=False, cp=0, gave_impulses=False, coordinated=False)
    battle.then(successions, reinforcements, make_deck, next_card)


@clause("PS-IMP-01", "PS-IMP-03", "PS-MOVE-06", "PS-SHOT-10")
def fresh(battle: PikeBattle) -> dict[str, int | bool]:
    """What the start of a turn does to a unit."""
    return {
        "left": battle.parameters.per_turn,
        "used": 0,
        "activated": False,
        "reacted": False,
        "coordinated": False,
        "under_fire": False,
        "owes": False,
        "raw_move_dp": 0,
        "move_impulses": 0,
        "settled": 0,
    }


@rule("PS-TURN-02", "PS-TURN-09", "PS-DEP-02")
def make_deck(battle: PikeBattle) -> None:
    """A card for every commander on the table, and for a command without one."""
    field = battle.field
    cards = [one.id for one in field.commanders if one.alive or field.command_units(one.id)]
    battle.change(TURN, deck=tuple(cards))


@rule("PS-TURN-02", "PS-FOG-02")
def next_card(battle: PikeBattle) -> None:
    """One of the cards left, each as likely as another: that is a shuffled deck whose order nobody knows."""
    show_all_seen(battle)
    deck = battle.turn.deck
    if not deck:
        battle.then(end_turn)
        return
    card = battle.roll(Table(deck), "card").meaning if len(deck) > 1 else deck[0]
    left = tuple(one for one in deck if one != card)
    battle.change(TURN, deck=left)
    battle.tell(CardDrawn(card, battle.setup.commanders[card].side, len(left)))
    battle.then(play_card, card, next_card)


@rule("PS-TURN-01", "PS-SMOKE-02", "PS-VIC-03", "PS-VIC-04", "PS-VIC-05")
def end_turn(battle: PikeBattle) -> None:
    """Turn end: smoke, objectives, loot, points, the end or the next turn."""
    battle.change(TURN, card="")
    battle.then(clear_smoke, hold_objectives, sack, score_turn, victory_check, begin_turn)


# --- heirs ---


@rule("PS-CMD-04")
def successions(battle: PikeBattle) -> None:
    """A side whose army commander has fallen names one of its division commanders (or brigade commanders)."""
    for one, post in battle.setup.commanders.items():
        commander = battle.commander(one)
        fallen = post.level == "army" and commander.status == "ready" and not commander.alive
        if fallen and heirs(battle.field, one):
            battle.ask("successor", post.seat, one, then=succeed)


@clause("PS-CMD-04")
def heirs(field: Field, post: str) -> list[str]:
    side = field.post(post).side
    alive = [one.id for one in field.commanders if one.alive and field.post(one.id).side == side]
    for level in ("division", "brigade"):
        found = [one for one in alive if field.post(one).level == level]
        if found:
            return found
    return []


@rule("PS-CMD-04")
def succeed(battle: PikeBattle, post: str, heir: Arg) -> None:
    """He takes the army and leaves his own command without a commander."""
    man = battle.commander(str(heir))
    battle.change(
        post,
        alive=True,
        fate="",
        holder=man.holder,
        x=man.x,
        y=man.y,
        attached=man.attached,
        profile=man.profile,
        profile_shown=man.profile_shown,
        lost_cp=0,
    )
    battle.change(man.id, alive=False, fate="promoted", attached="")
    battle.tell(Succeeded(post, man.id))


# --- the first position ---


def start(setup: PikeSetup) -> PikeState:
    """All pieces as the setup has them, the battle on the agenda."""
    units: list[Thing] = [
        _unit(sheet, setup.armies[sheet.side], setup.tables.parameters.per_turn)
        for sheet in setup.sheets.values()
    ]
    commanders = [
        Commander(
            one.id,
            one.x,
            one.y,
            holder=one.id,
            profile=one.profile,
            order=one.order if setup.options["orders"] != "none" else None,
            status="waiting" if one.turn else "ready",
        )
        for one in setup.commanders.values()
    ]
    objectives = [Objective(objective_id(one)) for one in setup.objectives]
    return PikeState((*units, *commanders, *objectives, Turn(TURN)), ((battle.name, ()),))


@clause("PS-DEP-01", "PS-DEP-02", "PS-SHOT-05")
def _unit(sheet: Sheet, side: SideSheet, impulses: int) -> Unit:
    """A unit that comes later or is still to be set up waits beside the table."""
    waits = sheet.turn > 0 or side.deploy is not None
    unit = Unit(sheet.id, sheet.bases, sheet.files, sheet.formation, left=impulses)
    return replace(unit, status="waiting", shown=sheet.turn == 0) if waits else unit
