"""Who may attack whom: melee orders, vetoes, second choices, striking back (chapter Targets and vetoes)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.rule import clause, rule
from grognard.core.state import UMPIRE, Arg
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.concession import concede
from grognard.rulebooks.feudal.effects import Bearer, Moment
from grognard.rulebooks.feudal.events import Moved, TargetChosenAnew, Vetoed
from grognard.rulebooks.feudal.missiles import enter_melee
from grognard.rulebooks.feudal.model import FIELD, Intent, Veto


@rule("FE-MULTI-02", "FE-MULTI-03", "FE-ATT-08", "FE-END-04")
def order_melee(battle: FeudalBattle) -> None:
    """Step M3: for each army attack, hold, fall back, withdraw or tend; a seat that conceded withdraws."""
    for army in battle.on_field():
        seat = battle.sheet(army.id).seat
        if battle.lord(seat).conceded:
            battle.then(melee_ordered, army.id, "withdraw")
        else:
            battle.ask("melee_order", seat, army.id, then=melee_ordered, secret=True)


@rule("FE-MULTI-02", "FE-MULTI-05", "FE-END-04")
def melee_ordered(battle: FeudalBattle, army_id: str, act: Arg, target: Arg = "") -> None:
    if act == "concede":
        concede(battle, battle.sheet(army_id).seat)
        act = "withdraw"
    battle.change(FIELD, intents=(*battle.field.intents, Intent(army_id, str(act), str(target))))
    if act == "attack":
        battle.change(army_id, last_target=str(target))


@rule("FE-END-04")
def conceders_withdraw(battle: FeudalBattle) -> None:
    """A seat that conceded in this very step takes all its orders back and withdraws."""
    changed = tuple(
        (Intent(i.army, "", "", "withdraw") if battle.field.phase == "ranged" else Intent(i.army, "withdraw"))
        if battle.lord(battle.sheet(i.army).seat).conceded
        else i
        for i in battle.field.intents
    )
    battle.change(FIELD, intents=changed)


# --- vetoes ---


class Orders:
    """The attack orders of a pass as vetoes see them: who is aimed at by whom."""

    def __init__(self, battle: FeudalBattle, act: str) -> None:
        self.battle = battle
        self.act = act
        self.aims = {i.army: i.target for i in battle.field.intents if i.act == act}

    def on(self, target: str) -> list[str]:
        """Attackers of a target, in order of battle."""
        found = [army for army, aim in self.aims.items() if aim == target]
        return self.battle.in_order(found)

    def side_has(self, side: str, tags: Sequence[str]) -> bool:
        """Some army of that side on the field has all these tags."""
        here = (a.id for a in self.battle.on_field() if self.battle.side(a.id) == side)
        return any(self.battle.bearer(one).tags.issuperset(tags) for one in here)


@clause("FE-VETO-02", "FE-VETO-05")
def screens(policy: Veto, orders: Orders, attacker: Bearer, target: Bearer) -> bool:
    """A policy of table ``veto`` that looks at tags: the default one covers armies behind a line."""
    if policy.over_max_attackers:
        return False
    return (
        target.tags.issuperset(policy.target_has)
        and attacker.tags.isdisjoint(policy.attacker_lacks)
        and (not policy.target_side_has or orders.side_has(target.sheet.side, policy.target_side_has))
    )


@clause("FE-VETO-03")
def room_at(target: Bearer, moment: Moment) -> int | None:
    """How many attackers a target takes (the lowest ``max_attackers`` counts), None for any number."""
    limits = [item.value for item in effects.parts("max_attackers", target, moment)]
    return min(limits) if limits else None


@clause("FE-VETO-05")
def policies(battle: FeudalBattle, phase: str) -> Sequence[Veto]:
    """Policies in force: with option ``targets = free`` none, with ``human`` every veto is the umpire's."""
    if battle.option("targets") != "screen":
        return []
    return [one for one in battle.tables.vetoes if one.phase in (phase, "any")]


@clause("FE-VETO-01", "FE-VETO-02", "FE-VETO-03", "FE-VETO-05")
def forbidden_by(battle: FeudalBattle, orders: Orders, attacker_id: str, target_id: str) -> str:
    """Id of the policy that forbids this target as things stand, "" if none."""
    attacker, target = battle.bearer(attacker_id), battle.bearer(target_id)
    for policy in policies(battle, battle.field.phase):
        if policy.over_max_attackers:
            room = room_at(target, battle.moment())
            queue = orders.on(target_id)
            if (
                room is not None
                and (queue.index(attacker_id) if attacker_id in queue else len(queue)) >= room
            ):
                return policy.id
        elif screens(policy, orders, attacker, target):
            return policy.id
    return ""


@rule("FE-VETO-01", "FE-VETO-06")
def veto(battle: FeudalBattle) -> None:
    """Steps R3 and M4: all vetoes are found on the orders as given, then the vetoed choose again one by one."""
    act = "shoot" if battle.field.phase == "ranged" else "attack"
    orders = Orders(battle, act)
    if battle.option("targets") == "human":
        for army_id in orders.aims:
            battle.ask("veto", UMPIRE, army_id, then=umpire_vetoes)
        battle.then(veto_by_policy)
    else:
        battle.then(veto_by_policy)


@rule("FE-VETO-01", "FE-VETO-04")
def umpire_vetoes(battle: FeudalBattle, army_id: str, verdict: Arg, *reason: Arg) -> None:
    """``allow``, ``forbid`` with a reason, or ``no_attack``: it can't attack at all."""
    if verdict == "allow":
        return
    intent = next(i for i in battle.field.intents if i.army == army_id and i.target)
    words = " ".join(map(str, reason))
    battle.tell(Vetoed(army_id, intent.target, "", words))
    act = "vetoed" if verdict == "forbid" else "silenced"
    _replace(battle, army_id, Intent(army_id, act, intent.target, intent.move, f":{words}"))


@rule("FE-VETO-02", "FE-VETO-03", "FE-VETO-06")
def veto_by_policy(battle: FeudalBattle) -> None:
    act = "shoot" if battle.field.phase == "ranged" else "attack"
    orders = Orders(battle, act)
    forbidden = {army: forbidden_by(battle, orders, army, target) for army, target in orders.aims.items()}
    for army_id, policy in forbidden.items():
        if policy:
            intent = next(i for i in battle.field.intents if i.army == army_id)
            battle.tell(Vetoed(army_id, intent.target, policy, ""))
            _replace(battle, army_id, Intent(army_id, "vetoed", intent.target, intent.move, policy))
    again = [i.army for i in battle.field.intents if i.act == "vetoed"]
    battle.each(second_choice, battle.in_order(again))


def _replace(battle: FeudalBattle, army_id: str, new: Intent) -> None:
    battle.change(FIELD, intents=tuple(new if i.army == army_id else i for i in battle.field.intents))


@rule("FE-VETO-04", "FE-VETO-06")
def second_choice(battle: FeudalBattle, army_id: str) -> None:
    """Any other target that the policies still allow with the choices accepted so far, or none."""
    battle.ask(
        "second_choice",
        battle.sheet(army_id).seat,
        army_id,
        *allowed_targets(battle, army_id),
        then=chosen_anew,
    )


def allowed_targets(battle: FeudalBattle, army_id: str) -> list[str]:
    orders = Orders(battle, "shoot" if battle.field.phase == "ranged" else "attack")
    vetoed = next(i.target for i in battle.field.intents if i.army == army_id)
    targets = [enemy.id for enemy in battle.enemies(army_id) if enemy.id != vetoed]
    return [one for one in targets if not forbidden_by(battle, orders, army_id, one)]


@rule("FE-VETO-04", "FE-VETO-06")
def chosen_anew(battle: FeudalBattle, army_id: str, *rest: Arg) -> None:
    """The last word is the answer; those before it were the targets on offer."""
    target = str(rest[-1])
    old = next(i for i in battle.field.intents if i.army == army_id)
    act = "shoot" if battle.field.phase == "ranged" else "attack"
    if target == "none":
        _replace(battle, army_id, Intent(army_id, "hold" if act == "attack" else "", "", old.move))
    else:
        _replace(battle, army_id, Intent(army_id, act, target, old.move))
        battle.change(army_id, last_target=target)
    battle.tell(TargetChosenAnew(army_id, "" if target == "none" else target))


# --- striking back and postures ---


@rule("FE-MULTI-06", "FE-MULTI-08")
def strike_back_question(battle: FeudalBattle) -> None:
    """Step M4b: an army in standoff that holds and is attacked may strike back at one of its attackers."""
    for army in battle.on_field():
        attackers = battle.attackers_of(army.id)
        if army.posture != "standoff" or not attackers or battle.act_of(army.id) != "hold":
            continue
        if army.stalled is None and not effects.has("no_attack", battle.bearer(army.id), battle.moment()):
            ordered = battle.in_order(attackers)
            seat = battle.sheet(army.id).seat
            battle.ask("strike_back", seat, army.id, *ordered, then=strikes_back, secret=True)


@rule("FE-MULTI-06", "FE-MULTI-08")
def strikes_back(battle: FeudalBattle, army_id: str, *rest: Arg) -> None:
    target = str(rest[-1])
    if target != "none":
        _replace(battle, army_id, Intent(army_id, "strike_back", target))
        battle.change(army_id, last_target=target)


@rule("FE-MULTI-06", "FE-MULTI-08")
def enter_melee_all(battle: FeudalBattle) -> None:
    """Before the dice every attacker and everyone who is attacked is in melee, whatever order it gave."""
    attacking = {i.army for i in battle.field.intents if i.act == "attack"}
    attacked = {i.target for i in battle.field.intents if i.act == "attack"}
    for army in battle.on_field():
        if army.posture == "standoff" and army.id in attacking | attacked:
            enter_melee(battle, army.id, by_own_will=army.id in attacking)
            battle.tell(Moved(army.id, "charge" if army.id in attacking else "drawn_in"))
