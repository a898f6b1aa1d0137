"""What shots, blows and pursuit have in common once the die has fallen, and the blows of a melee pass."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.rulebooks.feudal.attack import Strike, figures, table_of
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.effects import Moment
from grognard.rulebooks.feudal.events import Attacked, BecameStalled
from grognard.rulebooks.feudal.model import FIELD, Hit, Stall
from grognard.rulebooks.feudal.secrecy import show, tell_attack


@clause("FE-ATT-04", "FE-ATT-06", "FE-ATT-08", "FE-MULTI-04")
def after_attack(battle: FeudalBattle, army_id: str, target: str, strike: Strike) -> None:
    """Damage waits for all attacks of the pass; a natural 1 stalls the attacker."""
    if strike.damage:
        battle.change(FIELD, hits=add_hit(battle.field.hits, target, strike.damage))
    if strike.one:
        field = battle.field
        number = field.ranged if field.phase == "ranged" else field.melee
        battle.change(army_id, stalled=Stall(field.phase, number))


def add_hit(hits: tuple[Hit, ...], target: str, damage: int) -> tuple[Hit, ...]:
    """One sum for each target, in the order of ids, so that equal situations are equal."""
    sums = {hit.target: hit.damage for hit in hits}
    sums[target] = sums.get(target, 0) + damage
    return tuple(Hit(one, sums[one]) for one in sorted(sums))


def damage_on(hits: tuple[Hit, ...], target: str) -> int:
    return next((hit.damage for hit in hits if hit.target == target), 0)


@rule("FE-ATT-04", "FE-MULTI-05")
def strike_all(battle: FeudalBattle) -> None:
    """Step M5: all blows, in order of battle; they take effect together."""
    ids = [i.army for i in battle.field.intents if i.act in ("attack", "strike_back")]
    battle.each(blow, battle.in_order(ids))


@rule("FE-ATT-01", "FE-ATT-02", "FE-ATT-03", "FE-ATT-05", "FE-DMG-01")
def blow(battle: FeudalBattle, army_id: str) -> None:
    """One blow: an Attack check against the chosen target."""
    intent = next(i for i in battle.field.intents if i.army == army_id)
    exchange(battle, army_id, intent.target, battle.moment())


def exchange(battle: FeudalBattle, army_id: str, target_id: str, moment: Moment) -> None:
    """Roll, remember the damage, tell."""
    numbers = figures(battle.setup, battle.bearer(army_id), battle.bearer(target_id), moment)
    throw = battle.roll(table_of(battle.setup, numbers), "blow", army_id)
    after_attack(battle, army_id, target_id, throw.meaning)
    show(battle, army_id, (item.source for item in (*numbers.attack, *numbers.damage)))
    if battle.listening:
        total = throw.face + numbers.bonus
        tell_attack(
            battle,
            Attacked(
                "blow",
                army_id,
                target_id,
                throw.face,
                numbers.attack,
                total,
                numbers.defence,
                numbers.goal,
                numbers.damage,
                bool(numbers.halve),
                total > numbers.goal,
                throw.meaning.damage,
            ),
        )


@rule("FE-ATT-06")
def tell_stalls(battle: FeudalBattle) -> None:
    """Whoever rolled a natural 1 in this pass is stalled from its end."""
    field = battle.field
    number = field.ranged if field.phase == "ranged" else field.melee
    for army in battle.on_field():
        if army.stalled and (army.stalled.kind, army.stalled.number) == (field.phase, number):
            battle.tell(BecameStalled(army.id))
