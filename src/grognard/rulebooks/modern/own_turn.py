"""A general's own turn: one decision after another until he ends the phase (chapter The turn)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern.abilities import use_ability
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.cards import withdraw
from grognard.rulebooks.modern.conferences import propose
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.fire import fire
from grognard.rulebooks.modern.movement import act
from grognard.rulebooks.modern.passing import TIME_UP, cut_short, time_up
from grognard.rulebooks.modern.points import ask_exchange, keep_awards
from grognard.rulebooks.modern.victory import give_up
from grognard.rulebooks.modern.visibility import inspect, offer_inspection
from grognard.rulebooks.modern.windows import declare

MENUS = {"kso1": "kso", "kso2": "kso", "movement": "movement", "attack": "attack"}
"""What the active general is asked in each phase."""
ACTS = ("move", "embark", "disembark", "work")


# --- asking ----------------------------------------------------------------------------------------------


@rule("MO-TURN-03", "MO-TURN-04")
def menu(battle: ModernBattle, seat: str = "") -> None:
    """The next decision of the phase: of ``seat``, or where he has done, of the next who hasn't."""
    left = [one for one in battle.field.active if not battle.general(one).done]
    if left:
        asked = seat if seat in left else left[0]
        battle.ask(MENUS[battle.clock.phase], asked, asked, then=ordered)


@clause("MO-TURN-03")
def next_mate(field: Field, seat: str) -> str:
    """Who acts when a general waits for his side mates."""
    active = field.active
    at = active.index(seat)
    rest = (*active[at + 1 :], *active[:at])
    return next((one for one in rest if not field.general(one).done), seat)


@clause("MO-KSO-06", "MO-GNL-05")
def has_something_to_play(field: Field, seat: str) -> bool:
    """A card in hand, or an ability for this phase."""
    return bool(field.general(seat).hand) or may_use_ability(field, seat)


@clause("MO-GNL-05")
def may_use_ability(field: Field, seat: str) -> bool:
    """It's declared in this phase and has not been used; movement and attack offer it before the first unit acts."""
    general, ability = field.general(seat), field.general_card(seat).ability
    if ability.use == "passive" or general.ability_used:
        return False
    phase = field.clock.phase
    match ability.when:
        case "own_kso":
            return phase in ("kso1", "kso2")
        case "own_movement":
            return phase == "movement" and not general.activations
        case "own_attack":
            fired = any(unit.attacks for unit in field.of_general(seat))
            return phase == "attack" and not fired
    return False


# --- answers ---------------------------------------------------------------------------------------------


@rule("MO-TURN-03", "MO-TURN-04", "MO-MOVE-01", "MO-FIRE-01")
def ordered(battle: ModernBattle, seat: str, verb: Arg, *words: Arg) -> None:
    """What he does; then he is asked again, until he ends the phase."""
    match verb:
        case "end":
            battle.change(seat, done=True)
            battle.then(menu, next_mate(battle.field, seat))
        case "wait":
            battle.then(menu, next_mate(battle.field, seat))
        case "fire":
            battle.then(fire, seat, *words, menu, seat)
        case _ if verb in ACTS:
            battle.then(act, seat, str(verb), *words, offer_inspection, menu, seat)
        case _:
            at_any_moment(battle, seat, str(verb), words)
            if battle.outcome is None:
                battle.then(menu, seat)


@clause("MO-TURN-04", "MO-TURN-06", "MO-TURN-07", "MO-KSO-07", "MO-KSO-10", "MO-END-01")
def at_any_moment(battle: ModernBattle, seat: str, verb: str, words: tuple[Arg, ...]) -> None:
    """What a general may do at any decision of his own turn."""
    match verb:
        case "play":
            battle.then(declare, seat, str(words[0]), "", *words[1:])
        case "ability":
            battle.then(use_ability, seat, *words)
        case "withdraw":
            battle.then(withdraw, str(words[0]))
        case "inspect":
            inspect(battle, seat, words)
        case "propose":
            propose(battle, seat, str(words[0]), int(words[1]))
        case "end_turn":
            cut_short(battle)
        case "concede" | "leave":
            give_up(battle, seat, verb)
        case _:
            assert verb == TIME_UP
            time_up(battle, int(words[0]))


@rule("MO-TURN-06", "MO-KSO-07", "MO-KSO-10")
def in_reserve(battle: ModernBattle, seat: str, verb: Arg, *words: Arg) -> None:
    """The same while credits are exchanged, which then goes on, unless the time was out."""
    at_any_moment(battle, seat, str(verb), words)
    if verb == TIME_UP:
        battle.then(keep_awards)
    elif battle.outcome is None:
        battle.then(ask_exchange, seat)
