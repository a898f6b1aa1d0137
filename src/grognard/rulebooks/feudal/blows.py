"""What shots, blows and pursuit have in common once the die has fallen, and the blows of a melee pass."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.chance import Table
from grognard.core.rule import clause, rule
from grognard.rulebooks.feudal.attack import Figures, Strike, figures, succeeds, table_of
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.effects import Moment
from grognard.rulebooks.feudal.events import Attacked, BecameStalled
from grognard.rulebooks.feudal.fog import show
from grognard.rulebooks.feudal.model import FIELD, Hit, Stall
from grognard.rulebooks.feudal.secrecy import is_secret, tell_attack


@clause("FE-ATT-04", "FE-ATT-06", "FE-ATT-08", "FE-MULTI-04")
def after_attack(battle: FeudalBattle, army_id: str, target: str, strike: Strike) -> None:
    """Damage waits for all attacks of the pass; a natural 1 stalls the attacker."""
    if strike.damage:
        battle.change(FIELD, hits=add_hit(battle.field.hits, target, strike.damage))
    if strike.one:
        stall(battle, army_id)


@clause("FE-ATT-06", "FE-ATT-08")
def stall(battle: FeudalBattle, army_id: str) -> None:
    field = battle.field
    number = field.ranged if field.phase == "ranged" else field.melee
    battle.place(replace(battle.army(army_id), stalled=Stall(field.phase, number)))


def add_hit(hits: tuple[Hit, ...], target: str, damage: int) -> tuple[Hit, ...]:
    """One sum for each target, in the order of ids, so that equal situations are equal."""
    if not hits:
        return (Hit(target, damage),)
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
    aimed = aim(battle, army_id, intent.target, battle.moment())
    after_attack(battle, army_id, intent.target, exchange(battle, army_id, intent.target, aimed))


class Aim(NamedTuple):
    """An attack worked out: its figures, the die that it is read from, what is told of each face (as far as it has
    fallen), whether the fog of intelligence lifts from what is used in it, whether some may not know all of it,
    and the most damage that it can do."""

    numbers: Figures
    table: Table[Strike]
    told: dict[int, Attacked]
    shows: bool
    secret: bool
    most: int
    capped: dict[int, Table[Strike]]

    def enough_for(self, hp: int) -> Table[Strike]:
        """The same die where damage above ``hp`` makes no difference: exact odds have fewer branches to follow."""
        if self.most <= hp:
            return self.table
        found = self.capped.get(hp)
        if found is None:
            strikes = (throw.meaning for throw in self.table.throws)
            found = self.capped[hp] = Table(Strike(min(one.damage, hp), one.one) for one in strikes)
        return found


def aim(battle: FeudalBattle, army_id: str, target_id: str, moment: Moment) -> Aim:
    """The figures of a blow; between armies that look the same as before they are remembered."""
    key = (battle.look(army_id), battle.look(target_id), moment)
    found: Aim | None = battle.memo.found.get(key)
    if found is None:
        setup = battle.setup
        numbers = figures(setup, battle.bearer(army_id), battle.bearer(target_id), moment)
        shows = setup.options["fog"] == "intelligence"
        secret = is_secret(setup, army_id) or is_secret(setup, target_id)
        table = table_of(setup, numbers)
        most = max(throw.meaning.damage for throw in table.throws)
        found = battle.memo.found[key] = Aim(numbers, table, {}, shows, secret, most, {})
    return found


def exchange(battle: FeudalBattle, army_id: str, target_id: str, aimed: Aim, hp: int = 0) -> Strike:
    """Roll, tell; what the die did is still to take effect. ``hp``: more than that makes no difference (0: it does,
    others strike at the same target); what is told is the whole damage all the same."""
    table = aimed.enough_for(hp) if hp and not battle.listening else aimed.table
    throw = battle.roll(table, "blow", army_id)
    if aimed.shows:
        _show_used(battle, army_id, target_id, aimed.numbers)
    if battle.listening:
        face = throw.faces[0]
        event = aimed.told.get(face) or _attacked(battle, army_id, target_id, aimed, face)
        if aimed.secret:
            tell_attack(battle, event)
        else:
            battle.tell(event)
    return throw.meaning


def _attacked(battle: FeudalBattle, army_id: str, target_id: str, aimed: Aim, face: int) -> Attacked:
    numbers = aimed.numbers
    total, goal = face + numbers.bonus, numbers.goal
    event = aimed.told[face] = Attacked(
        "blow",
        army_id,
        target_id,
        face,
        numbers.attack,
        total,
        numbers.defence,
        goal,
        numbers.damage,
        bool(numbers.halve),
        succeeds(battle.setup, face, total, goal),
        aimed.table.throws[face - 1].meaning.damage,
    )
    return event


def _show_used(battle: FeudalBattle, army_id: str, target_id: str, numbers: Figures) -> None:
    show(battle, army_id, [item.source for item in (*numbers.attack, *numbers.damage)])
    show(battle, target_id, [item.source for item in numbers.defence])


@rule("FE-ATT-06")
def tell_stalls(battle: FeudalBattle) -> None:
    """Whoever rolled a natural 1 in this pass is stalled from its end."""
    field = battle.field
    number = field.ranged if field.phase == "ranged" else field.melee
    for army in battle.on_field():
        if army.stalled and (army.stalled.kind, army.stalled.number) == (field.phase, number):
            battle.tell(BecameStalled(army.id))
