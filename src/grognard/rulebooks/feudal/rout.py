"""What follows the dice of a pass: losses, tending, rout, pursuit, leaving (chapter Rout, leaving, end)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.attack import pursuit_figures, succeeds, table_of
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.blows import after_attack, damage_on
from grognard.rulebooks.feudal.conditions import heal_amount
from grognard.rulebooks.feudal.events import Annihilated, Attacked, Left, Lost, RoutTested, Tended
from grognard.rulebooks.feudal.fog import show
from grognard.rulebooks.feudal.model import FIELD, Army, Hit, Sheet
from grognard.rulebooks.feudal.morale import MoraleRoll, check_morale
from grognard.rulebooks.feudal.secrecy import band, is_secret, tell_about, tell_attack, tell_losses


@clause("FE-COND-11")
def attrition(battle: FeudalBattle, army_id: str) -> int:
    """HP that conditions take in each combat pass; the same source once."""
    key = ("attrition", battle.look(army_id), battle.moment())
    found: int | None = battle.memo.found.get(key)
    if found is None:
        found = effects.total(effects.parts("attrition", battle.bearer(army_id), battle.moment()))
        battle.memo.found[key] = found
    return found


@rule("FE-DMG-05", "FE-ATT-04", "FE-COND-11", "FE-GEN-05", "FE-SEQ-12")
def losses(battle: FeudalBattle) -> None:
    """All damage and attrition together; HP 0 is annihilation. Both sides of a fight can perish."""
    hits = {hit.target: hit.damage for hit in battle.field.hits}
    lost = suffer(battle, hits)
    if lost != hits:
        battle.change(FIELD, hits=tuple(Hit(one, lost[one]) for one in sorted(lost)))


@clause("FE-DMG-05", "FE-COND-11")
def suffer(battle: FeudalBattle, hits: Mapping[str, int]) -> dict[str, int]:
    """These hits and all attrition take effect; what each army lost."""
    lost: dict[str, int] = {}
    for army in battle.on_field():
        worn = attrition(battle, army.id)
        damage = hits.get(army.id, 0)
        if damage or worn:
            lost[army.id] = damage + worn
            lose(battle, army, damage, worn)
    return lost


@clause("FE-DMG-05", "FE-END-01")
def lose(battle: FeudalBattle, army: Army, damage: int, worn: int) -> None:
    """An army loses these HP; at 0 it is annihilated."""
    after = army.hp - damage - worn
    now = battle.army(army.id)
    if after > 0:
        battle.place(replace(now, hp=after))
    else:
        after = 0
        battle.place(replace(now, hp=0, status="destroyed"))
    if battle.listening:
        sheet = battle.sheet(army.id)
        event = Lost(army.id, damage, worn, army.hp, after, band(battle.army(army.id), sheet))
        if is_secret(battle.setup, army.id):
            tell_losses(battle, event, band(army, sheet))
        else:
            battle.tell(event)
        if after == 0:
            battle.tell(Annihilated(army.id, tuple(battle.attackers_of(army.id))))


@rule("FE-CMD-12", "FE-SEQ-12")
def tend(battle: FeudalBattle) -> None:
    """Tending the wounded: after the damage and before rout checks, whoever still has HP regains some."""
    for intent in battle.field.intents:
        army = battle.army(intent.army)
        if intent.act != "tend" or army.status != "ready":
            continue
        sheet = battle.sheet(army.id)
        healed = min(sheet.hp_max, army.hp + heal_amount("strength", sheet.strength))
        battle.change(army.id, hp=healed, tended=True)
        tell_about(battle, army.id, Tended(army.id, army.hp, healed), before=None, after=None)


# --- rout and pursuit ---


@clause("FE-ROUT-01")
def must_test(army: Army, sheet: Sheet, lost: int, line: str) -> bool:
    """At or below the rout line (option ``rout``) and hurt in this pass."""
    if line == "never" or lost < 1 or army.hp < 1:
        return False
    return army.hp <= sheet.strength if line == "strength" else army.hp * 2 <= sheet.hp_max


@rule("FE-ROUT-01", "FE-ROUT-02", "FE-SEQ-12")
def rout_checks(battle: FeudalBattle) -> None:
    """Who must test; nobody if only one side is left on the field."""
    if len(battle.sides_on_field()) < 2:
        return
    line, hits = str(battle.option("rout")), battle.field.hits
    testing = [
        army.id
        for army in battle.on_field()
        if must_test(army, battle.sheet(army.id), damage_on(hits, army.id), line)
    ]
    battle.each(rout_check, testing)


@rule("FE-ROUT-01", "FE-ROUT-02", "FE-MOR-04", "FE-MOR-05")
def rout_check(battle: FeudalBattle, army_id: str) -> None:
    """Morale check DC 15; nobody leaves before all have tested."""
    roll = check_morale(battle, army_id, "rout", battle.constants.dc_rout)
    if not roll.success:
        battle.change(FIELD, routing=(*battle.field.routing, army_id))
    event = RoutTested(army_id, battle.army(army_id).hp, battle.sheet(army_id).strength, roll, roll.success)
    tell_about(battle, army_id, event, hp=None, strength=None, roll=None)


@rule("FE-ROUT-03", "FE-SEQ-12")
def pursuits(battle: FeudalBattle) -> None:
    """Melee passes only: each attacker of a routing army that can, strikes once more, all together."""
    battle.change(FIELD, hits=())
    if battle.field.phase == "melee" and battle.option("pursuit") == "one_attack":
        chases = [
            (i.army, i.target) for i in battle.field.intents if pursues(battle, i.army, i.target, i.act)
        ]
        for army_id, target in sorted(chases, key=lambda chase: battle.sheet(chase[0]).oob):
            battle.then(pursue, army_id, target)
        if chases:
            battle.then(pursuit_losses)


@clause("FE-ROUT-03", "FE-ROUT-07", "FE-COND-10")
def pursues(battle: FeudalBattle, army_id: str, target: str, act: str) -> bool:
    """It struck at a routing army, is neither gone, routing nor stalled, and nothing forbids it."""
    if act not in ("attack", "strike_back") or target not in battle.field.routing:
        return False
    army, moment = battle.army(army_id), battle.moment()
    if army.status != "ready" or army_id in battle.field.routing or army.stalled:
        return False
    if effects.has("no_attack", battle.bearer(army_id), moment):
        return False
    return not effects.has("no_pursuit", battle.bearer(target), moment)


@rule("FE-ROUT-03", "FE-ATT-08")
def pursue(battle: FeudalBattle, army_id: str, target_id: str) -> None:
    """One pursuit attack on the bare Strength + 10."""
    figures = pursuit_figures(battle.setup, battle.bearer(army_id), battle.bearer(target_id), battle.moment())
    throw = battle.roll(table_of(battle.setup, figures), "pursuit", army_id)
    after_attack(battle, army_id, target_id, throw.meaning)
    show(battle, army_id, (item.source for item in (*figures.attack, *figures.damage)))
    if battle.listening:
        score = throw.face + figures.bonus
        event = Attacked(
            "pursuit",
            army_id,
            target_id,
            throw.face,
            figures.attack,
            score,
            figures.defence,
            figures.goal,
            figures.damage,
            bool(figures.halve),
            succeeds(battle.setup, throw.face, score, figures.goal),
            throw.meaning.damage,
        )
        tell_attack(battle, event)


@rule("FE-ROUT-03", "FE-DMG-05")
def pursuit_losses(battle: FeudalBattle) -> None:
    """Their damage together; HP 0: destroyed instead of routed."""
    for hit in battle.field.hits:
        lose(battle, battle.army(hit.target), hit.damage, 0)


@rule("FE-ROUT-04", "FE-CMD-11", "FE-SEQ-12")
def routed_leave(battle: FeudalBattle) -> None:
    """Routed armies are off the field for the rest of the battle."""
    for army_id in battle.field.routing:
        if battle.army(army_id).status == "ready":
            battle.change(army_id, status="routed")
            battle.change(FIELD, moved=True)
            battle.tell(Left(army_id, "routed"))
    battle.change(FIELD, routing=(), hits=())


# --- leaving in good order ---


@rule("FE-ROUT-05", "FE-ROUT-06", "FE-ROUT-07", "FE-SEQ-12")
def departures(battle: FeudalBattle) -> None:
    """Withdrawals and fallings back, in order of battle, all judged by the attacks made in this pass."""
    wanting = [i for i in battle.field.intents if i.act in ("withdraw", "fall_back") or i.move == "withdraw"]
    for intent in sorted(wanting, key=lambda i: battle.sheet(i.army).oob):
        if battle.army(intent.army).status == "ready":
            battle.then(depart, intent.army)


@rule("FE-ROUT-05", "FE-ROUT-06", "FE-MOR-04")
def depart(battle: FeudalBattle, army_id: str) -> None:
    """At once if no enemy struck at it in this melee pass, else on a Morale check DC 15."""
    roll: MoraleRoll | None = None
    if battle.field.phase == "melee" and battle.attackers_of(army_id):
        roll = check_morale(battle, army_id, "break_off", battle.constants.dc_break_off)
    how = "fell_back" if battle.act_of(army_id) == "fall_back" else "withdrew"
    if roll is not None and not roll.success:
        how = "failed"
    elif how == "withdrew":
        battle.change(army_id, status="withdrawn")
    else:
        battle.change(army_id, posture="standoff")
    if how != "failed":
        battle.change(FIELD, moved=True)
    tell_about(battle, army_id, Left(army_id, how, roll), roll=None)
