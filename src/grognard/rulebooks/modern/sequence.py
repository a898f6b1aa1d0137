"""The sequence of play. Read it beside the chapter of that name: one line a step, in order."""

from __future__ import annotations

from grognard.core.chance import Table
from grognard.core.rule import clause, rule
from grognard.core.state import State
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.cards import TURN, expire
from grognard.rulebooks.modern.conferences import conferences
from grognard.rulebooks.modern.decks import draw
from grognard.rulebooks.modern.deployment import deployment
from grognard.rulebooks.modern.effects import TIERS
from grognard.rulebooks.modern.events import (
    ArmourRestored,
    BattleOpened,
    PhaseStarted,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from grognard.rulebooks.modern.model import CLOCK, ModernSetup, ModernState, Phase
from grognard.rulebooks.modern.own_turn import has_something_to_play, menu
from grognard.rulebooks.modern.points import count_points, exchange, keep_awards
from grognard.rulebooks.modern.setup import first_pieces
from grognard.rulebooks.modern.victory import victory_check
from grognard.rulebooks.modern.visibility import look
from grognard.rulebooks.modern.windows import offer

# --- before the first turn -----------------------------------------------------------------------------


@rule("MO-GEN-01", "MO-TURN-01")
def battle(battle: ModernBattle) -> None:
    """Order of turns, starting hands, deployment; then round after round."""
    battle.then(order_of_turns, starting_hands, deployment, look, begin_round)


@rule("MO-TURN-02", "MO-TURN-03")
def order_of_turns(battle: ModernBattle) -> None:
    """As the umpire has fixed it, or shuffled once; sides instead of seats where they act in common."""
    order = list(battle.setup.order)
    if battle.option("turn_order_mode") == "random":
        order = shuffled(battle, order)
    holders = tuple(dict.fromkeys(battle.field.holder(seat) for seat in order))
    battle.change(CLOCK, order=holders)
    battle.tell(BattleOpened(battle.setup.scenario, holders))


def shuffled(battle: ModernBattle, seats: list[str]) -> list[str]:
    """Each order as likely as any other."""
    found: list[str] = []
    while len(seats) > 1:
        seat = battle.roll(Table(seats), "order").meaning
        seats = [one for one in seats if one != seat]
        found.append(seat)
    return found + seats


@rule("MO-KSO-01", "MO-KSO-16", "MO-KSO-24")
def starting_hands(battle: ModernBattle) -> None:
    """What the scenario doesn't name is drawn."""
    for sheet in battle.setup.generals.values():
        for tier in TIERS:
            for _ in range(sheet.draw.get(tier, 0)):
                draw(battle, sheet.seat, tier, "start")


# --- rounds and turns ----------------------------------------------------------------------------------


@rule("MO-TURN-01")
def begin_round(battle: ModernBattle) -> None:
    """A new round begins with the first of the order."""
    number = battle.clock.round + 1
    battle.change(CLOCK, round=number, place=0)
    battle.tell(RoundStarted(number))
    battle.then(begin_turn)


@rule("MO-TURN-01", "MO-TURN-04", "MO-TURN-05", "MO-TURN-11", "MO-KSO-04")
def begin_turn(battle: ModernBattle) -> None:
    """Turn start, then the five phases. Of those who are gone only the tactical cards end."""
    holder = battle.clock.order[battle.clock.place]
    expire(battle, holder)
    seats = battle.field.seats_in(holder)
    if not seats:
        battle.then(next_turn)
        return
    forget_last_turn(battle, seats)
    seconds = length_of_turn(battle, seats)
    battle.change(CLOCK, turn=battle.clock.turn + 1, phase="kso1", seconds=seconds)
    battle.tell(TurnStarted(holder, battle.clock.round, seconds))
    battle.then(look, kso_1, movement, attack, kso_2, reserve)


@clause("MO-TURN-11", "MO-VIS-03", "MO-KSO-11", "MO-GNL-02", "MO-GNL-04", "MO-GNL-05")
def forget_last_turn(battle: ModernBattle, seats: list[str]) -> None:
    """What the active generals' units did is forgotten; uses of cards are back for everybody."""
    for unit in battle.field.units:
        if unit.general in seats and (unit.activated or unit.attacks or unit.exposed):
            battle.change(
                unit.id, activated=False, moved=False, worked=False, attacks=0, exposed=False, mended=False
            )
        elif unit.mended:
            battle.change(unit.id, mended=False)
    for seat in battle.setup.generals:
        battle.change(seat, uses=0, proposed=False, silent=False)
    for seat in seats:
        once = battle.field.general_card(seat).ability.use == "once"
        used = battle.general(seat).ability_used and once
        battle.change(
            seat,
            phase_card=False,
            ability_used=used,
            activations=0,
            extra_moves=0,
            done=False,
            turns=battle.general(seat).turns + 1,
        )


@clause("MO-TURN-05", "MO-KSO-20")
def length_of_turn(battle: ModernBattle, seats: list[str]) -> int:
    """The umpire's seconds and what cards add to them, within the limits of the clock; 0 is no clock."""
    seconds = int(battle.option("turn_seconds"))
    more = sum(battle.general(seat).seconds for seat in seats)
    for seat in seats:
        battle.change(seat, seconds=0)
    return battle.parameters.turn_seconds.keep(seconds + more) if seconds else 0


# --- the phases ----------------------------------------------------------------------------------------


def begin_phase(battle: ModernBattle, phase: Phase) -> None:
    battle.change(CLOCK, phase=phase)
    battle.tell(PhaseStarted(battle.clock.active, phase))
    for seat in battle.field.active:
        battle.change(seat, done=False, phase_card=False)


def enemy_of_active(battle: ModernBattle) -> str:
    return battle.field.enemy(battle.field.side_of(battle.field.active[0]))


@rule("MO-TURN-04", "MO-KSO-06")
def kso_1(battle: ModernBattle) -> None:
    """One card, on what; or none."""
    begin_phase(battle, "kso1")
    skip_the_idle(battle)
    battle.then(menu)


@rule("MO-TURN-04", "MO-KSO-12", "MO-MOVE-01")
def movement(battle: ModernBattle) -> None:
    """A window; then units move, embark, disembark, work; a window."""
    begin_phase(battle, "movement")
    enemy = enemy_of_active(battle)
    battle.then(offer, "enemy_movement_start", enemy, menu, offer, "enemy_movement_end", enemy)


@rule("MO-TURN-04", "MO-KSO-12", "MO-FIRE-01")
def attack(battle: ModernBattle) -> None:
    """A window; then units fire one after another, each shot with a window of its own."""
    begin_phase(battle, "attack")
    battle.then(offer, "enemy_attack_start", enemy_of_active(battle), menu)


@rule("MO-TURN-04", "MO-KSO-06")
def kso_2(battle: ModernBattle) -> None:
    """As KSO-1."""
    begin_phase(battle, "kso2")
    skip_the_idle(battle)
    battle.then(menu)


@clause("MO-KSO-06")
def skip_the_idle(battle: ModernBattle) -> None:
    """Who has no card in hand and no ability to use has nothing to decide here, as everybody knows."""
    for seat in battle.field.active:
        if not has_something_to_play(battle.field, seat):
            battle.change(seat, done=True)


@rule("MO-TURN-04", "MO-RES-01", "MO-RES-02")
def reserve(battle: ModernBattle) -> None:
    """Armour is whole again; points are counted; credits are exchanged; a conference; the end or the next turn."""
    begin_phase(battle, "reserve")
    battle.then(restore_armour, count_points, exchange, conferences, end_turn)


@rule("MO-TURN-06", "MO-RES-01")
def late_reserve(battle: ModernBattle) -> None:
    """The same without the player: what he is awarded stays as credits."""
    begin_phase(battle, "reserve")
    battle.then(restore_armour, count_points, keep_awards, conferences, end_turn)


@rule("MO-FIRE-09", "MO-RES-01")
def restore_armour(battle: ModernBattle) -> None:
    """Every fire sum returns to 0."""
    hit = [unit.id for unit in battle.field.by_hex(battle.field.units) if unit.hits]
    for one in hit:
        battle.change(one, hits=())
    if hit:
        battle.tell_each(lambda eye: ArmourRestored(tuple(eye.counter(one) for one in hit)))


@rule("MO-TURN-01", "MO-END-01")
def end_turn(battle: ModernBattle) -> None:
    """What lasts for the turn ends."""
    expire(battle, TURN)
    battle.tell(TurnEnded(battle.clock.active))
    battle.then(look, next_turn)


@rule("MO-TURN-01", "MO-END-01")
def next_turn(battle: ModernBattle) -> None:
    """The next of the order; after the last the round ends."""
    place = battle.clock.place + 1
    if place < len(battle.clock.order):
        battle.change(CLOCK, place=place)
        battle.then(begin_turn)
    else:
        battle.then(victory_check, begin_round)


# --- the first position --------------------------------------------------------------------------------


def start(setup: ModernSetup) -> ModernState:
    """All pieces as the setup has them, the battle on the agenda."""
    return State(first_pieces(setup), ((battle.name, ()),))
