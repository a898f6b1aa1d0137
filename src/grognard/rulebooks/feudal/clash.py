"""A described clash: armies strike at each other, pass after pass, with nothing to decide.

The laboratory's small battle (``grognard odds``): the very rule functions of a melee pass, without the steps in
which a seat is asked. Two armies fight a whole pass in one call; for more the blows go through the agenda one by
one, so that equal sums of damage become one position (exact odds stay small).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
Looks: TypeAlias = tuple[object, ...]


@rule("FE-ATT-01", "FE-ATT-02", "FE-ATT-04", "FE-DMG-01", "FE-DMG-05", "FE-SEQ-05", "FE-SEQ-12")
def clash_pass(battle: FeudalBattle, passes: int = 0) -> None:
    """One melee pass: every army that isn't stalled strikes. ``passes``: how many more at most, 0: to the end."""
    duel: Duel | None = battle.kept.get(DUEL)
    if duel is None:
        duel = battle.kept[DUEL] = duel_of(battle)
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
    """A pass of a duel worked out: the aims (None: may not attack), what attrition takes from each; ``calm``: but
    for stalls, nothing ends with this pass but the pass."""

    one_aim: Aim | None
    two_aim: Aim | None
    one_worn: int
    two_worn: int
    calm: bool


class Duel:
    """The only two armies on the field; a whole pass is one call.

    Kept with the setup: nothing in it depends on more than what the armies look like. ``plans`` by all that can
    change their looks in a duel; ``last`` is the latest of them.
    """

    __slots__ = (
        "last",
        "of_two",
        "one",
        "one_half",
        "one_wavers",
        "plans",
        "tests",
        "two",
        "two_half",
        "two_wavers",
    )

    def __init__(self, battle: FeudalBattle) -> None:
        ids = [army.id for army in battle.on_field()]
        self.of_two = len(ids) == 2
        if not self.of_two:
            return
        self.tests = battle.option("rout") != "never"
        self.one, self.two = ids
        one, two = battle.sheet(self.one), battle.sheet(self.two)
        self.one_half, self.two_half = one.hp_max // 2, two.hp_max // 2
        self.one_wavers, self.two_wavers = one.strength, two.strength
        key = (DUEL, battle.look(self.one), battle.look(self.two))
        self.plans: dict[Looks, Plan] = battle.memo.found.setdefault(key, {})
        self.last: tuple[Looks, Plan] = ((), Plan(None, None, 0, 0, False))

    def fight(self, battle: FeudalBattle, passes: int) -> None:
        """Blows, then losses, then whoever must test for rout."""
        one, two = battle.army(self.one), battle.army(self.two)
        plan = self.size_up(battle, one, two)
        one_aim, two_aim, lost_one, lost_two, _ = plan
        by_one = by_two = 0
        if one_aim is not None and one.stalled is None:
            by_one, rolled_one = exchange(battle, one.id, two.id, one_aim, two.hp)
            lost_two += by_one
            if rolled_one:
                stall(battle, one.id)
        if two_aim is not None and two.stalled is None:
            by_two, rolled_one = exchange(battle, two.id, one.id, two_aim, one.hp)
            lost_one += by_two
            if rolled_one:
                stall(battle, two.id)
        both_stand = one.hp > lost_one and two.hp > lost_two
        if battle.listening and not both_stand:
            battle.change(FIELD, intents=_intents(_blows(one, two, plan)))  # the report names who did it
        if lost_one:
            lose(battle, one, by_two, plan.one_worn)
        if lost_two:
            lose(battle, two, by_one, plan.two_worn)
        if self.tests and both_stand and (testing := _testing(battle, {one.id: lost_one, two.id: lost_two})):
            _serve(battle, one, two)
            battle.change(FIELD, intents=_intents(_blows(one, two, plan)))
            _test(battle, testing, passes)
        elif both_stand and plan.calm and one.stalled is None and two.stalled is None:
            _next_pass(battle, passes)
        else:
            self._end(battle, one, two, passes)

    def _end(self, battle: FeudalBattle, one: Army, two: Army, passes: int) -> None:
        """As :func:`_end`, for two armies of which nobody had to test; ``one`` and ``two`` as they began the pass."""
        if one.stalled is not None and is_own_pass(battle, one):
            recover(battle, one.id)
        if two.stalled is not None and is_own_pass(battle, two):
            recover(battle, two.id)
        if one.tactic != "standard" or two.tactic != "standard":
            tactics_run_out.fn(battle)
        field = battle.field
        if field.melee == 1 or field.intents:
            battle.change(FIELD, melee=2, intents=())
        one, two = battle.army(self.one), battle.army(self.two)
        if one.hp and two.hp:
            _next_pass(battle, passes)
        else:
            _finish(battle, [battle.side(army.id) for army in (one, two) if army.hp])

    def size_up(self, battle: FeudalBattle, one: Army, two: Army) -> Plan:
        """Plan of this pass; new where an effect could act otherwise: thresholds of HP, the pass, tactics."""
        looks: Looks = (
            battle.field.melee,
            one.hp <= self.one_half,
            one.hp <= self.one_wavers,
            two.hp <= self.two_half,
            two.hp <= self.two_wavers,
        )
        if one.tactic != "standard" or two.tactic != "standard":
            one, two = count_pass(battle, one), count_pass(battle, two)
            looks += (one.tactic_pass, one.spent_tactics, two.tactic_pass, two.spent_tactics)
        last, plan = self.last
        if looks != last:
            plan = self.plans.get(looks) or self._planned(battle, one, two, looks)
            self.last = (looks, plan)
        return plan

    def _planned(self, battle: FeudalBattle, one: Army, two: Army, looks: Looks) -> Plan:
        moment = battle.moment()
        plan = self.plans[looks] = Plan(
            aim(battle, one.id, two.id, moment) if may_strike(battle, one) else None,
            aim(battle, two.id, one.id, moment) if may_strike(battle, two) else None,
            attrition(battle, one.id),
            attrition(battle, two.id),
            battle.field.melee > 1 and one.tactic == "standard" and two.tactic == "standard",
        )
        return plan


def duel_of(battle: FeudalBattle) -> Duel:
    """Worked out once for a position."""
    key = tuple(battle.pieces.values())
    found = battle.memo.found
    duel: Duel | None = found.get(key)
    if duel is None:
        duel = found[key] = Duel(battle)
    return duel


def _blows(one: Army, two: Army, plan: Plan) -> Blows:
    """Who struck whom in this pass."""
    both = ((one, two, plan.one_aim), (two, one, plan.two_aim))
    return [(army.id, foe.id) for army, foe, aimed in both if aimed is not None and army.stalled is None]


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
        _finish(battle, sides)
    else:
        _next_pass(battle, passes)


@clause("FE-END-01", "FE-END-02")
def _finish(battle: FeudalBattle, sides: Iterable[str]) -> None:
    winners = tuple(sides)
    reason = "victory" if winners else "mutual_destruction"
    battle.end(winners, reason)
    if battle.listening:
        battle.tell(BattleEnded(winners, reason, battle.field.round))


def _next_pass(battle: FeudalBattle, passes: int) -> None:
    if passes == 0:
        battle.then(clash_pass)
    elif passes > 1:
        battle.then(clash_pass, passes - 1)
