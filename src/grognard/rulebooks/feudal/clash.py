"""A described clash: armies strike at each other, pass after pass, with nothing to decide.

The laboratory's small battle (``grognard odds``): the very rule functions of a melee pass, without the steps in
which a seat is asked. Two armies fight a whole pass in one call; for more the blows go through the agenda one by
one, so that equal sums of damage become one position (exact odds stay small).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.blows import Aim, aim, exchange, stall, strike_all
from grognard.rulebooks.feudal.ending import is_own_pass, recover, stalls_served
from grognard.rulebooks.feudal.events import BattleEnded
from grognard.rulebooks.feudal.model import FIELD, Army, Intent
from grognard.rulebooks.feudal.rout import (
    attrition,
    lose,
    must_test,
    pursuits,
    rout_check,
    routed_leave,
    suffer,
)
from grognard.rulebooks.feudal.tactics import tactics_run_out
from grognard.rulebooks.feudal.targets import room_at

Blows: TypeAlias = Sequence[tuple[str, str]]
"""(army, target) of everyone who strikes in a pass, in order of battle."""


@rule("FE-ATT-01", "FE-ATT-02", "FE-ATT-04", "FE-DMG-01", "FE-DMG-05", "FE-SEQ-05", "FE-SEQ-12")
def clash_pass(battle: FeudalBattle, passes: int = 0) -> None:
    """One melee pass: every army that isn't stalled strikes. ``passes``: how many more at most, 0: to the end."""
    duel: Duel | None = battle.kept.get(DUEL)
    if duel is None:
        duel = battle.kept[DUEL] = Duel(battle)
    if duel.of_two:
        duel.fight(battle, passes)
        return
    armies = _begin(battle)
    blows = [(army.id, army.last_target) for army in armies if not army.stalled and may_strike(battle, army)]
    battle.change(FIELD, intents=_intents(with_room(battle, blows)))
    battle.then(strike_all, clash_losses, passes)


DUEL = "duel"
"""Under this key a draft keeps its :class:`Duel`."""


class Plan(NamedTuple):
    """A pass of a duel worked out: the aims (None: may not attack) and what attrition takes from each."""

    one_aim: Aim | None
    two_aim: Aim | None
    one_worn: int
    two_worn: int


class Duel:
    """The only two armies on the field; a whole pass is one call. Plans are kept by all that can change in a duel."""

    __slots__ = ("looks", "of_two", "one", "one_sheet", "plan", "plans", "two", "two_sheet")

    def __init__(self, battle: FeudalBattle) -> None:
        ids = [army.id for army in battle.on_field()]
        self.of_two = len(ids) == 2
        if not self.of_two:
            return
        self.one, self.two = ids
        self.one_sheet, self.two_sheet = battle.sheet(self.one), battle.sheet(self.two)
        self.looks: tuple[object, ...] = ()
        self.plan = Plan(None, None, 0, 0)
        key = (DUEL, battle.look(self.one), battle.look(self.two))
        self.plans: dict[tuple[object, ...], Plan] = battle.memo.found.setdefault(key, {})

    def fight(self, battle: FeudalBattle, passes: int) -> None:
        """Blows, then losses, then whoever must test for rout."""
        one, two = battle.army(self.one), battle.army(self.two)
        if one.tactic != "standard" or two.tactic != "standard":
            one, two = count_pass(battle, one), count_pass(battle, two)
        plan = self.size_up(battle, one, two)
        by_one = by_two = 0
        if one.stalled is None and plan.one_aim is not None:
            by_one = _blow(battle, one.id, two.id, plan.one_aim)
        if two.stalled is None and plan.two_aim is not None:
            by_two = _blow(battle, two.id, one.id, plan.two_aim)
        if by_two or plan.one_worn:
            lose(battle, one, by_two, plan.one_worn)
        if by_one or plan.two_worn:
            lose(battle, two, by_one, plan.two_worn)
        if one.stalled is not None or two.stalled is not None:
            _serve(battle, one, two)
        if battle.setup.options["rout"] != "never":
            lost = {one.id: by_two + plan.one_worn, two.id: by_one + plan.two_worn}
            if testing := _testing(battle, lost):
                battle.change(FIELD, intents=_intents(self._blows(one, two)))
                _test(battle, testing, passes)
                return
        _end(battle, passes)

    def _blows(self, one: Army, two: Army) -> Blows:
        """Who struck whom in this pass."""
        both = ((one, two, self.plan.one_aim), (two, one, self.plan.two_aim))
        return [(army.id, foe.id) for army, foe, aimed in both if aimed is not None and army.stalled is None]

    def size_up(self, battle: FeudalBattle, one: Army, two: Army) -> Plan:
        """Plan of this pass; new where an effect could act otherwise: thresholds of HP, the pass, tactics."""
        looks = (
            battle.field.melee,
            one.hp * 2 <= self.one_sheet.hp_max,
            one.hp <= self.one_sheet.strength,
            one.tactic_pass,
            one.spent_tactics,
            two.hp * 2 <= self.two_sheet.hp_max,
            two.hp <= self.two_sheet.strength,
            two.tactic_pass,
            two.spent_tactics,
        )
        if looks != self.looks:
            self.looks = looks
            self.plan = self.plans.get(looks) or self._planned(battle, one, two)
        return self.plan

    def _planned(self, battle: FeudalBattle, one: Army, two: Army) -> Plan:
        moment = battle.moment()
        plan = self.plans[self.looks] = Plan(
            aim(battle, one.id, two.id, moment) if may_strike(battle, one) else None,
            aim(battle, two.id, one.id, moment) if may_strike(battle, two) else None,
            attrition(battle, one.id),
            attrition(battle, two.id),
        )
        return plan


def _blow(battle: FeudalBattle, army_id: str, target_id: str, aimed: Aim) -> int:
    """Damage of one blow; a natural 1 stalls the army."""
    damage, one = exchange(battle, army_id, target_id, aimed)
    if one:
        stall(battle, army_id)
    return damage


def _serve(battle: FeudalBattle, *armies: Army) -> None:
    """The stalls with which the pass began are served in it."""
    for army in armies:
        if army.stalled is not None and is_own_pass(battle, army):
            battle.change(army.id, stalled=replace(army.stalled, serving=True))


@rule("FE-DMG-05", "FE-ROUT-01", "FE-SEQ-12")
def clash_losses(battle: FeudalBattle, passes: int) -> None:
    """Losses of a pass, and who must test for rout after them."""
    lost = suffer(battle, {hit.target: hit.damage for hit in battle.field.hits})
    battle.change(FIELD, hits=())
    if testing := _testing(battle, lost):
        _test(battle, testing, passes)
    else:
        _end(battle, passes)


@rule("FE-END-01", "FE-END-02", "FE-SEQ-12")
def clash_over(battle: FeudalBattle, passes: int) -> None:
    """Over as soon as at most one side is on the field, or after the last pass that was asked for."""
    _end(battle, passes)


def _begin(battle: FeudalBattle) -> list[Army]:
    """The pass begins for stalls, tactics and targets; armies on the field."""
    stalls_served.fn(battle)
    for army in battle.on_field():
        count_pass(battle, army)
        if battle.army(army.last_target).status != "ready":
            battle.change(army.id, last_target=next_target(battle, army))
    return battle.on_field()


@clause("FE-TAC-08")
def count_pass(battle: FeudalBattle, army: Army) -> Army:
    """One more melee pass with the tactic, counted as far as its effects tell passes apart."""
    numbered = max((effect.tactic_pass for effect in battle.tables.tactics[army.tactic].effects), default=0)
    if numbered and army.tactic_pass <= numbered:
        battle.change(army.id, tactic_pass=army.tactic_pass + 1)
    return battle.army(army.id)


@clause("FE-MULTI-02", "FE-MULTI-03")
def next_target(battle: FeudalBattle, army: Army) -> str:
    """Whoever loses his opponent turns on the first enemy that is left."""
    return battle.enemies(army.id)[0].id


@clause("FE-COND-10", "FE-ATT-04")
def may_strike(battle: FeudalBattle, army: Army) -> bool:
    """Nothing forbids it to attack in this pass."""
    key = ("no_attack", battle.look(army.id), battle.moment())
    found: bool | None = battle.memo.found.get(key)
    if found is None:
        found = not effects.has("no_attack", battle.bearer(army.id), battle.moment())
        battle.memo.found[key] = found
    return found


@clause("FE-VETO-03")
def with_room(battle: FeudalBattle, blows: Blows) -> list[tuple[str, str]]:
    """Without those for whom there is no room at their target; they don't strike in this pass."""
    kept: list[tuple[str, str]] = []
    for army_id, target in blows:
        room = room_at(battle.bearer(target), battle.moment())
        if room is None or sum(aim == target for _, aim in kept) < room:
            kept.append((army_id, target))
    return kept


def _intents(blows: Blows) -> tuple[Intent, ...]:
    return tuple(Intent(army_id, "attack", target) for army_id, target in blows)


@clause("FE-ROUT-01")
def _testing(battle: FeudalBattle, lost: Mapping[str, int]) -> list[str]:
    """Armies that must make a rout check; nobody where no enemy is left."""
    line = str(battle.setup.options["rout"])
    if line == "never" or len(battle.sides_on_field()) < 2:
        return []
    armies = battle.on_field()
    return [army.id for army in armies if must_test(army, battle.sheet(army.id), lost.get(army.id, 0), line)]


def _test(battle: FeudalBattle, testing: Sequence[str], passes: int) -> None:
    battle.each(rout_check, testing)
    battle.then(pursuits, routed_leave, clash_over, passes)


@clause("FE-SEQ-12", "FE-END-01", "FE-END-02")
def _end(battle: FeudalBattle, passes: int) -> None:
    """Stalls and tactics that end with the pass end; then the next pass, if two sides are left for it."""
    field = battle.field
    if field.melee == 1 or field.intents:
        battle.change(FIELD, melee=2, intents=(), hits=(), routing=(), moved=False)
    armies = battle.on_field()
    for army in armies:
        if army.stalled is not None and army.stalled.serving:
            recover(battle, army.id)
        if army.tactic != "standard":
            tactics_run_out.fn(battle)
    sides = {battle.setup.sheets[army.id].side for army in armies}
    if len(sides) < 2:
        reason = "victory" if sides else "mutual_destruction"
        battle.end(sides, reason)
        battle.tell(BattleEnded(tuple(sides), reason, field.round))
    elif passes == 0:
        battle.then(clash_pass)
    elif passes > 1:
        battle.then(clash_pass, passes - 1)
