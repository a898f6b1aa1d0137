"""Phase 2: missiles and the closing of the lines (chapter Phase 2: missiles)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.attack import figures, succeeds, table_of
from grognard.rulebooks.feudal.battle import FeudalBattle, moment_of, next_ranged
from grognard.rulebooks.feudal.blows import after_attack
from grognard.rulebooks.feudal.concession import concede
from grognard.rulebooks.feudal.effects import Bearer
from grognard.rulebooks.feudal.events import Attacked, DidNotAttack, MissilesOut, Moved
from grognard.rulebooks.feudal.fog import show
from grognard.rulebooks.feudal.model import FIELD, FeudalSetup, Field, Intent
from grognard.rulebooks.feudal.secrecy import tell_attack


@clause("FE-RNG-01", "FE-ARMY-06", "FE-COND-10")
def able_to_shoot(setup: FeudalSetup, who: Bearer, field: Field) -> bool:
    """On the field, in standoff, missiles left, nothing forbids it; judged for the next ranged pass between passes.
    A stall is not looked at."""
    army = who.army
    if army.status != "ready" or army.posture != "standoff" or army.missiles < 1:
        return False
    moment = next_ranged(field)
    if moment.first and lines_only_close(setup, field):
        return False
    return not effects.has("no_attack", who, moment)


@clause("FE-SEQ-11")
def lines_only_close(setup: FeudalSetup, field: Field) -> bool:
    """Option ``later_rounds = first``: from round 2 on nobody may shoot in the first ranged pass."""
    return setup.options["later_rounds"] == "first" and field.round > 1


def may_shoot(setup: FeudalSetup, who: Bearer, field: Field) -> bool:
    return able_to_shoot(setup, who, field) and who.army.stalled is None


@rule("FE-RNG-01", "FE-RNG-02", "FE-RNG-03", "FE-SEQ-03", "FE-END-04")
def order_ranged(battle: FeudalBattle) -> None:
    """Step R2: a shot or none, and advance, hold or withdraw, for each army in standoff; offers to part."""
    for army in battle.on_field():
        if army.posture != "standoff":
            continue
        seat = battle.sheet(army.id).seat
        if battle.lord(seat).conceded:
            battle.then(ranged_ordered, army.id, "none", "withdraw")
        else:
            battle.ask("ranged_order", seat, army.id, then=ranged_ordered, secret=True)


@rule("FE-RNG-03", "FE-SEQ-03", "FE-SEQ-10", "FE-END-04")
def ranged_ordered(battle: FeudalBattle, army_id: str, target: Arg, move: Arg = "") -> None:
    """An order is ``(target or none, advance | hold | withdraw)``, or ``(concede,)``."""
    if target == "concede":
        concede(battle, battle.sheet(army_id).seat)
        target, move = "none", "withdraw"
    act, aim = ("", "") if target == "none" else ("shoot", str(target))
    battle.change(FIELD, intents=(*battle.field.intents, Intent(army_id, act, aim, str(move))))
    if aim:
        battle.change(army_id, last_target=aim)


@rule("FE-RNG-03", "FE-ATT-04")
def shoot_all(battle: FeudalBattle) -> None:
    """Step R4: all shots, in order of battle; they take effect together."""
    battle.each(shoot, [intent.army for intent in battle.field.intents if intent.act == "shoot"])


@rule("FE-RNG-03", "FE-RNG-04", "FE-RNG-06", "FE-ATT-01", "FE-ATT-02", "FE-ATT-03", "FE-DMG-01")
def shoot(battle: FeudalBattle, army_id: str) -> None:
    """One shot: an Attack check at any enemy on the field, also one that fights friends."""
    intent = next(i for i in battle.field.intents if i.army == army_id)
    shooter, target = battle.bearer(army_id), battle.bearer(intent.target)
    numbers = figures(battle.setup, shooter, target, moment_of(battle.field))
    throw = battle.roll(table_of(battle.setup, numbers), "shot", army_id)
    after_attack(battle, army_id, intent.target, throw.meaning)
    show(battle, army_id, ("missiles:", *(item.source for item in (*numbers.attack, *numbers.damage))))
    show(battle, intent.target, (item.source for item in numbers.defence))
    if battle.listening:
        total = throw.face + numbers.bonus
        left = shooter.army.missiles - (battle.option("missiles") == "tracked")
        tell_attack(
            battle,
            Attacked(
                "shot",
                army_id,
                intent.target,
                throw.face,
                numbers.attack,
                total,
                numbers.defence,
                numbers.goal,
                numbers.damage,
                bool(numbers.halve),
                succeeds(battle.setup, throw.face, total, numbers.goal),
                throw.meaning.damage,
                left,
            ),
        )


@rule("FE-RNG-04", "FE-RNG-05")
def spend_missiles(battle: FeudalBattle) -> None:
    """Every shot takes 1 missile, hit or not (option ``missiles``)."""
    if battle.option("missiles") == "unlimited":
        return
    for intent in battle.field.intents:
        if intent.act == "shoot":
            left = battle.army(intent.army).missiles - 1
            battle.change(intent.army, missiles=left)
            if left == 0:
                battle.tell(MissilesOut(intent.army))


@rule("FE-SEQ-04", "FE-COND-06")
def close_lines(battle: FeudalBattle) -> None:
    """End of a ranged pass: whoever was ordered to advance is in melee, the others stay at a distance."""
    for intent in battle.field.intents:
        army = battle.army(intent.army)
        if army.status != "ready" or intent.move == "withdraw":
            continue
        if intent.move == "advance":
            enter_melee(battle, army.id)
        battle.tell(Moved(army.id, intent.move))


@clause("FE-COND-06")
def enter_melee(battle: FeudalBattle, army_id: str, by_own_will: bool = True) -> None:
    """Posture ``in_melee``; works and position are left behind only under option ``static_conditions``."""
    battle.change(army_id, posture="in_melee")
    battle.change(FIELD, moved=True)
    if by_own_will and battle.option("static_conditions") == "lost_on_advance":
        kept = tuple(c for c in battle.army(army_id).conditions if not battle.tables.conditions[c.id].static)
        battle.change(army_id, conditions=kept)


@rule("FE-RNG-02", "FE-ATT-07", "FE-COND-10")
def explain_silence(battle: FeudalBattle) -> None:
    """Says which armies did not shoot though they have missiles, and why."""
    if not battle.listening:
        return
    for intent in battle.field.intents:
        who = battle.bearer(intent.army)
        if intent.act == "shoot" or who.army.missiles < 1 or who.army.status != "ready":
            continue
        if who.army.stalled:
            _tell_silence(battle, intent.army, "stalled")
        elif not able_to_shoot(battle.setup, who, battle.field):
            _tell_silence(battle, intent.army, "condition")


def _tell_silence(battle: FeudalBattle, army_id: str, why: str) -> None:
    """That it has missiles is in the fog of intelligence known to its own side only, until it has shot."""
    open_to_all = battle.option("fog") != "intelligence" or "missiles:" in battle.army(army_id).shown
    to = None if open_to_all else battle.seats_of_side(battle.side(army_id))
    battle.tell(DidNotAttack(army_id, why), to)
