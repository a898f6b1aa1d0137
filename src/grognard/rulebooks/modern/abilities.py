"""Abilities of general cards that are used at a moment (MO-GNL-05); passive ones work in ``values``."""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.core.state import Arg
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.battle import Eye, ModernBattle
from grognard.rulebooks.modern.cards import TURN, counters, lay, others
from grognard.rulebooks.modern.effects_run import run_effects
from grognard.rulebooks.modern.events import AbilityUsed
from grognard.rulebooks.modern.targets import resolved
from grognard.rulebooks.modern.visibility import look


@rule("MO-GNL-05")
def use_ability(battle: ModernBattle, seat: str, *words: Arg) -> None:
    """The ability of a general card works at once: it is no card, costs no use and can't be answered."""
    card = battle.field.general_card(seat)
    ability = card.ability
    battle.change(seat, ability_used=True)
    targets = resolved(battle.field, seat, ability.target, ability.effects, words)

    def told(eye: Eye) -> AbilityUsed:
        rest = others(battle, targets, ability.effects, seat, eye)
        return AbilityUsed(seat, card.id, counters(battle, targets, eye), rest)

    battle.tell_each(told)
    if any(isinstance(one, fx.Lasting) for one in ability.effects):
        piece = lay(battle, card.id, seat, targets)
        battle.change(piece.id, status="working", expires=TURN)
    run_effects(battle, seat, card.id, ability.effects, targets)
    battle.then(look)
