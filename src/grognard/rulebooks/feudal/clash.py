"""A described clash: two armies strike at each other, pass after pass, with nothing to decide.

The laboratory's small battle (``grognard odds``): the very rule functions of a melee pass, without the steps in
which a seat is asked.
"""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.blows import strike_all
from grognard.rulebooks.feudal.ending import stalls_end, stalls_served
from grognard.rulebooks.feudal.model import FIELD, Intent
from grognard.rulebooks.feudal.rout import losses, pursuits, rout_checks, routed_leave


@rule("FE-ATT-04", "FE-SEQ-05", "FE-SEQ-12")
def clash_pass(battle: FeudalBattle) -> None:
    """One melee pass: every army that isn't stalled strikes at its last target."""
    battle.change(FIELD, phase="melee", melee=min(battle.field.melee + 1, 2), intents=(), hits=(), routing=())
    stalls_served(battle)
    intents = tuple(
        Intent(army.id, "attack", army.last_target)
        for army in battle.on_field()
        if army.last_target and not army.stalled
    )
    battle.change(FIELD, intents=intents)
    battle.then(strike_all, losses, rout_checks, pursuits, routed_leave, clash_over)


@rule("FE-END-01", "FE-END-02", "FE-SEQ-12")
def clash_over(battle: FeudalBattle) -> None:
    """Over as soon as at most one side is on the field, else the next pass."""
    stalls_end(battle)
    sides = battle.sides_on_field()
    battle.change(FIELD, intents=(), moved=False)
    if len(sides) < 2:
        battle.end(sides, "victory" if sides else "mutual_destruction")
    else:
        battle.then(clash_pass)
