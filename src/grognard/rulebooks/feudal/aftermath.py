"""After the battle: commanders, morale record, head-counts, learning, upkeep (chapter After the battle)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.chance import Table
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.effects import tags_of
from grognard.rulebooks.feudal.events import (
    CommanderFate,
    FeatureTaken,
    LearningTested,
    LevelGained,
    Reckoned,
    TacticLearned,
    Upkeep,
)
from grognard.rulebooks.feudal.model import Army, Commander, FeatureHeld, Share, Sheet, Tables
from grognard.rulebooks.feudal.morale import check_morale


@rule("FE-AFT-05", "FE-AFT-09")
def aftermath(battle: FeudalBattle) -> None:
    """In this order: levels and features, morale record, head-count, learning, fate of commanders, upkeep."""
    if battle.outcome and battle.outcome.winners:
        battle.then(levels)
    battle.then(records, head_counts)
    if battle.outcome and battle.outcome.winners:
        battle.then(learning)
    battle.then(fates, upkeep)


@clause("FE-AFT-01", "FE-END-05")
def outcome_of(battle: FeudalBattle, army: Army) -> str:
    """Row of table ``aftermath``: an army that withdrew or routed keeps its own row even if its side wins."""
    if army.status != "ready":
        return army.status
    return "victor" if won(battle, army) else "parted"


def won(battle: FeudalBattle, army: Army) -> bool:
    return battle.outcome is not None and battle.side(army.id) in battle.outcome.winners


# --- commanders ---


@rule("FE-AFT-02", "FE-CMD-07")
def levels(battle: FeudalBattle) -> None:
    """One victory, one level, for named commanders who neither fled nor fell."""
    for army in battle.armies():
        who = army.commander
        if who.nameless or not won(battle, army) or army.status in ("routed", "destroyed"):
            continue
        battle.change(army.id, commander=replace(who, level=who.level + 1))
        due = feature_due(battle, army.id)
        battle.tell(LevelGained(army.id, who.name, who.level, who.level + 1, due))
        if due:
            battle.then(ask_feature, army.id)


@clause("FE-AFT-03", "FE-CMD-05")
def feature_due(battle: FeudalBattle, army_id: str) -> bool:
    who = battle.army(army_id).commander
    cadence = str(battle.option("feature_cadence"))
    allowed = muster.features_allowed(battle.constants, who.level, cadence, who.extra_features)
    return len(who.features) < allowed


@rule("FE-AFT-03", "FE-CMD-06")
def ask_feature(battle: FeudalBattle, army_id: str) -> None:
    if features_open(battle.tables, battle.army(army_id).commander):
        battle.ask("feature", battle.sheet(army_id).seat, army_id, then=feature_taken)


@clause("FE-CMD-06")
def features_open(tables: Tables, who: Commander) -> tuple[str, ...]:
    """Features whose leadership is met, none twice, in table order."""
    held = {one.id for one in who.features}
    return tuple(
        f.id for f in tables.features.values() if f.id not in held and f.leadership <= who.leadership
    )


@rule("FE-AFT-03", "FE-CMD-06")
def feature_taken(battle: FeudalBattle, army_id: str, feature: Arg, choice: Arg = "") -> None:
    army = battle.army(army_id)
    held = (*army.commander.features, FeatureHeld(str(feature), str(choice)))
    battle.change(army_id, commander=replace(army.commander, features=held))
    battle.tell(FeatureTaken(army_id, army.commander.name, str(feature), str(choice)))


@rule("FE-AFT-08", "FE-CMD-11")
def fates(battle: FeudalBattle) -> None:
    """A named commander of a destroyed army: 1d20 on table ``commander_fate``; a nameless one is lost."""
    for army in battle.armies():
        if army.status == "destroyed" and not army.commander.nameless:
            battle.then(fate, army.id)


@rule("FE-AFT-08")
def fate(battle: FeudalBattle, army_id: str) -> None:
    name = battle.army(army_id).commander.name
    if battle.option("commander_fate") == "escapes":
        battle.change(army_id, fate="escaped")
        battle.tell(CommanderFate(army_id, name, 0, "escaped"))
        return
    rows = battle.tables.commander_fate
    read = Table.of(20, lambda face: next(row.result for row in rows if row.from_ <= face <= row.to))
    throw = battle.roll(read, "commander_fate", army_id)
    battle.change(army_id, fate=throw.meaning)
    battle.tell(CommanderFate(army_id, name, throw.face, throw.meaning))


# --- armies ---


@rule("FE-AFT-05", "FE-MOR-03")
def records(battle: FeudalBattle) -> None:
    """+1 after a victory, -1 after a rout, within the limits."""
    constants = battle.constants
    for army in battle.armies():
        change = battle.tables.aftermath[outcome_of(battle, army)].morale
        record = min(constants.record_max, max(constants.record_min, army.morale_record + change))
        if record != army.morale_record:
            battle.change(army.id, morale_record=record)


@clause("FE-AFT-01")
def reckon(men_start: int, hp: int, hp_start: int, share: Share) -> tuple[int, int, int, int]:
    """(standing, recovered, scattered, men after the battle)."""
    standing = min(men_start, -(-men_start * hp // hp_start))
    recovered = (men_start - standing) * share.recover[0] // share.recover[1]
    scattered = standing * share.scatter[0] // share.scatter[1]
    return standing, recovered, scattered, standing + recovered - scattered


@rule("FE-AFT-01", "FE-AFT-05", "FE-ARMY-05")
def head_counts(battle: FeudalBattle) -> None:
    """HP lost become men lost; some come back, some scatter."""
    for army in battle.armies():
        sheet = battle.sheet(army.id)
        outcome = outcome_of(battle, army)
        standing, recovered, scattered, men = reckon(
            sheet.men, army.hp, sheet.hp_start, battle.tables.aftermath[outcome]
        )
        battle.change(army.id, men=men)
        state, strength = condition_of(battle.tables, sheet, men)
        battle.tell(
            Reckoned(
                army.id,
                outcome,
                sheet.men,
                standing,
                recovered,
                scattered,
                men,
                strength,
                state,
                battle.army(army.id).morale_record,
            )
        )


@clause("FE-SIZE-11")
def condition_of(tables: Tables, sheet: Sheet, men: int) -> tuple[str, int]:
    """(ready, short_handed, remnant or destroyed; Strength with so many men)."""
    troop = tables.troops[sheet.troop]
    if men == 0:
        return "destroyed", 0
    if muster.remnant(tables, troop, men):
        return "remnant", muster.strength(tables, troop, men)
    state = "short_handed" if muster.short_handed(tables, troop, men) else "ready"
    return state, muster.strength(tables, troop, men)


# --- learning ---


@rule("FE-AFT-04", "FE-TAC-03", "FE-TAC-10")
def learning(battle: FeudalBattle) -> None:
    """Every winning army still on the field may learn one tactic (option ``tactic_gain``)."""
    if battle.option("tactic_gain") == "none":
        return
    for army in battle.on_field():
        if won(battle, army) and learnable(battle.tables, army, battle.sheet(army.id)):
            battle.then(learn, army.id)


@clause("FE-AFT-04", "FE-TAC-10", "FE-AFT-05")
def learnable(tables: Tables, army: Army, sheet: Sheet) -> tuple[str, ...]:
    """Tactics that it doesn't know and whose needs it meets (as it fought, before losses), in table order."""
    cap = tables.constants.tactics_known_max
    if cap and len(army.tactics) >= cap:
        return ()
    tags = tags_of(army, sheet) | ({"shooter"} if sheet.missiles else set())
    known = {"standard", *army.tactics, *lent(tables, army)}
    return tuple(
        tactic.id
        for tactic in tables.tactics.values()
        if tactic.id not in known and tags.issuperset(tactic.needs)
    )


@clause("FE-AFT-04")
def lent(tables: Tables, army: Army) -> tuple[str, ...]:
    """Tactics that the commander lends: the army counts as knowing them."""
    return tuple(
        held.choice or str(effect.value)
        for held in army.commander.features
        for effect in tables.features[held.id].effects
        if effect.kind == "lend_tactic"
    )


@rule("FE-AFT-04", "FE-MOR-04")
def learn(battle: FeudalBattle, army_id: str) -> None:
    """Morale check DC 15, with the new morale record."""
    roll = None
    if battle.option("tactic_gain") == "check":
        roll = check_morale(battle, army_id, "learn", battle.constants.dc_learn)
    success = roll is None or roll.success
    battle.tell(LearningTested(army_id, roll, success))
    if success:
        battle.ask("learn", battle.sheet(army_id).seat, army_id, then=learned)


@rule("FE-AFT-04")
def learned(battle: FeudalBattle, army_id: str, tactic: Arg) -> None:
    battle.change(army_id, tactics=(*battle.army(army_id).tactics, str(tactic)))
    battle.tell(TacticLearned(army_id, str(tactic)))


@rule("FE-AFT-06", "FE-ARMY-04", "FE-CMD-10")
def upkeep(battle: FeudalBattle) -> None:
    """What each army eats and its commander costs each fief turn."""
    for army in battle.armies():
        if army.men > 0:
            troop = battle.tables.troops[battle.sheet(army.id).troop]
            eaten = muster.consumption(battle.tables, army, troop)
            battle.tell(Upkeep(army.id, eaten, muster.wage(battle.constants, army)))
