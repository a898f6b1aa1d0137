"""Tactics: chosen in phase 1, changed at the start of a pass on a Morale check (chapter Phase 1: tactics)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.events import TacticChanged, TacticRevealed
from grognard.rulebooks.feudal.fog import show
from grognard.rulebooks.feudal.model import FIELD, Army, Intent, Tables
from grognard.rulebooks.feudal.morale import check_morale
from grognard.rulebooks.feudal.secrecy import tell_about


@rule("FE-TAC-01", "FE-MULTI-03")
def choose_tactics(battle: FeudalBattle) -> None:
    """Step T4: a tactic for each own army, secretly. No targets are chosen here."""
    for army in battle.on_field():
        battle.ask("tactic", battle.sheet(army.id).seat, army.id, then=tactic_chosen, secret=True)


@rule("FE-TAC-01", "FE-TAC-02")
def tactic_chosen(battle: FeudalBattle, army_id: str, tactic: Arg) -> None:
    battle.change(army_id, tactic=str(tactic), tactic_pass=0)
    if tactic != "standard":
        show(battle, army_id, (f"tactic:{tactic}",))
        battle.tell(TacticRevealed(army_id, str(tactic)))


@rule("FE-TAC-05")
def change_tactics(battle: FeudalBattle) -> None:
    """Steps R1 and M1: each army may try once, secretly, to change its tactic."""
    for army in battle.on_field():
        battle.ask("change_tactic", battle.sheet(army.id).seat, army.id, then=try_tactic, secret=True)
    battle.then(adopt_tactics)


@rule("FE-TAC-05", "FE-MOR-04")
def try_tactic(battle: FeudalBattle, army_id: str, verb: Arg, tactic: Arg = "") -> None:
    """Morale check DC 15; on failure the old tactic stays."""
    if verb == "keep":
        return
    roll = check_morale(battle, army_id, "tactic", battle.constants.dc_tactic)
    if roll.success:
        intent = Intent(army_id, "adopt", str(tactic))
        battle.change(FIELD, intents=(*battle.field.intents, intent))
    before = battle.army(army_id).tactic
    event = TacticChanged(army_id, before, str(tactic), roll, roll.success)
    tell_about(battle, army_id, event, roll=None)


@rule("FE-TAC-05", "FE-TAC-08", "FE-GEN-03")
def adopt_tactics(battle: FeudalBattle) -> None:
    """All changes that succeeded take effect together, from this pass on."""
    for intent in battle.field.intents:
        leave_tactic(battle, intent.army)
        battle.change(intent.army, tactic=intent.target, tactic_pass=0)
        show(battle, intent.army, (f"tactic:{intent.target}",))
    battle.change(FIELD, intents=())


@clause("FE-TAC-07")
def leave_tactic(battle: FeudalBattle, army_id: str) -> None:
    """A once-a-battle tactic that ceases to be in force after its first melee pass is spent."""
    army = battle.army(army_id)
    if battle.tables.tactics[army.tactic].once_per_battle and army.tactic_pass > 0:
        spend(battle, army)


def spend(battle: FeudalBattle, army: Army) -> None:
    if army.tactic not in army.spent_tactics:
        battle.change(army.id, spent_tactics=(*army.spent_tactics, army.tactic))


@rule("FE-TAC-08")
def count_tactic_pass(battle: FeudalBattle) -> None:
    """Step M2: one more melee pass begins with the tactic in force, for armies in melee."""
    for army in battle.on_field():
        if army.posture == "in_melee" and (army.tactic != "standard"):
            battle.change(army.id, tactic_pass=army.tactic_pass + 1)


@clause("FE-TAC-07")
def last_pass(tables: Tables, tactic: str) -> int:
    """The last numbered ``tactic_pass`` of a once-a-battle tactic; 0 if it has none."""
    one = tables.tactics[tactic]
    return max((effect.tactic_pass for effect in one.effects), default=0) if one.once_per_battle else 0


@rule("FE-TAC-07")
def tactics_run_out(battle: FeudalBattle) -> None:
    """End of a melee pass: a once-a-battle tactic is spent after its last numbered pass."""
    for army in battle.on_field():
        last = last_pass(battle.tables, army.tactic)
        if last and army.tactic_pass >= last:
            spend(battle, army)


@clause("FE-TAC-06")
def end_tactics(battle: FeudalBattle) -> None:
    """The round is over: every army is under Standard again."""
    for army in battle.armies():
        leave_tactic(battle, army.id)
        if army.tactic != "standard" or army.tactic_pass:
            battle.change(army.id, tactic="standard", tactic_pass=0)
