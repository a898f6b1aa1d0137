"""Phase 1: the umpire's conditions, artefacts, ambushes (chapter Phase 1: conditions and artefacts)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.chance import Modifier, Table, d
from grognard.core.rule import clause, rule
from grognard.core.state import UMPIRE, Arg
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.effects import Bearer, total
from grognard.rulebooks.feudal.events import (
    AmbushTried,
    ArtefactPassed,
    ArtefactUsed,
    ConditionsAnnounced,
    SkyDrifted,
)
from grognard.rulebooks.feudal.model import FIELD, Effect, FeudalSetup, InForce, RoundScript, Tables
from grognard.rulebooks.feudal.secrecy import tell_ambush

MANY = "state"
"""The one group of which an army may have any number of conditions."""


@clause("FE-COND-03", "FE-COND-05")
def put(tables: Tables, before: tuple[InForce, ...], new: str, natural: bool) -> tuple[InForce, ...]:
    """Put a condition in force: it replaces the other of its group (group ``state`` holds any number)."""
    group = tables.conditions[new].group
    kept = tuple(
        one for one in before if one.id != new and (group == MANY or tables.conditions[one.id].group != group)
    )
    return (*kept, InForce(new, natural))


def clear_group(tables: Tables, before: tuple[InForce, ...], group: str) -> tuple[InForce, ...]:
    return tuple(one for one in before if tables.conditions[one.id].group != group)


def script_of(setup: FeudalSetup, number: int) -> RoundScript | None:
    return next((script for script in setup.rounds if script.number == number), None)


@rule("FE-COND-01", "FE-COND-02")
def conditions_of_round(battle: FeudalBattle) -> None:
    """Step T1: what has run out goes, then the umpire decides, then the sky may drift."""
    if battle.field.round > 1:
        battle.then(conditions_run_out)
    if battle.option("umpire") == "human":
        battle.then(ask_umpire, announce)
    else:
        battle.then(scripted_conditions, sky_drifts, announce)


@rule("FE-COND-07")
def conditions_run_out(battle: FeudalBattle) -> None:
    """What an artefact put in force for the round is gone, and so is all surprise."""
    tables = battle.tables

    def stays(one: InForce) -> bool:
        condition = tables.conditions[one.id]
        return condition.group != "surprise" and (one.natural or condition.lasts == "battle")

    battle.change(FIELD, conditions=tuple(filter(stays, battle.field.conditions)))
    for army in battle.armies():
        kept = tuple(filter(stays, army.conditions))
        if kept != army.conditions:
            battle.change(army.id, conditions=kept)


@rule("FE-COND-01", "FE-COND-08")
def scripted_conditions(battle: FeudalBattle) -> None:
    """The automatic umpire: as scripted for the round; what the script doesn't mention goes on as it is."""
    script = script_of(battle.setup, battle.field.round)
    battle.change(FIELD, sky_scripted=script is not None and script.field is not None)
    if script is None:
        return
    if script.field is not None:
        set_field(battle, script.field)
    for army_id, conditions in script.armies.items():
        if battle.army(army_id).status == "ready":
            set_army(battle, army_id, conditions)


def set_field(battle: FeudalBattle, conditions: Iterable[str]) -> None:
    """The field's conditions are these; groups not named are at their empty value."""
    found: tuple[InForce, ...] = ()
    for one in conditions:
        found = put(battle.tables, found, one, natural=True)
    battle.change(FIELD, conditions=found)


def set_army(battle: FeudalBattle, army_id: str, conditions: Iterable[str]) -> None:
    """The army's natural conditions are these; what magic has put there stays."""
    found = tuple(one for one in battle.army(army_id).conditions if not one.natural)
    for one in conditions:
        found = put(battle.tables, found, one, natural=True)
    battle.change(army_id, conditions=found)


@rule("FE-COND-08")
def sky_drifts(battle: FeudalBattle) -> None:
    """Unscripted round 2 or later: 1d20 may move the sky a step on its ladder."""
    drift = battle.tables.sky_drift
    sky = sky_of(battle)
    if battle.field.round == 1 or battle.field.sky_scripted or sky not in drift.ladder:
        return
    at = drift.ladder.index(sky)
    last = len(drift.ladder) - 1
    throw = battle.roll(Table.of(20, lambda face: _step(face, drift.worse, drift.better)), "sky_drift")
    after = drift.ladder[min(max(at + throw.meaning, 0), last)]
    if after != sky:
        battle.change(FIELD, conditions=put(battle.tables, battle.field.conditions, after, natural=True))
    battle.tell(SkyDrifted(throw.face, sky, after))


def _step(face: int, worse: tuple[int, int], better: tuple[int, int]) -> int:
    if worse[0] <= face <= worse[1]:
        return 1
    return -1 if better[0] <= face <= better[1] else 0


def sky_of(battle: FeudalBattle) -> str:
    """The sky now; an empty group means the first of the ladder (clear)."""
    for one in battle.field.conditions:
        if battle.tables.conditions[one.id].group == "sky":
            return one.id
    return battle.tables.sky_drift.ladder[0]


@rule("FE-COND-01")
def ask_umpire(battle: FeudalBattle) -> None:
    battle.ask("conditions", UMPIRE, then=umpire_sets)


@rule("FE-COND-01", "FE-COND-03")
def umpire_sets(battle: FeudalBattle, verb: Arg, *items: Arg) -> None:
    """A human umpire's answer: ``auto``, or ``set`` with field ids and ``army=id`` items (``-id`` takes away)."""
    if verb == "auto":
        battle.then(scripted_conditions, sky_drifts)
        return
    for item in map(str, items):
        army_id, _, name = item.rpartition("=")
        here = battle.army(army_id).conditions if army_id else battle.field.conditions
        if name.startswith("-"):
            changed = tuple(one for one in here if one.id != name[1:])
        else:
            changed = put(battle.tables, here, name, natural=True)
        battle.change(army_id or FIELD, conditions=changed)


@rule("FE-COND-01", "FE-COND-04", "FE-COND-06")
def announce(battle: FeudalBattle) -> None:
    """Everybody hears what holds this round."""
    field = tuple(one.id for one in battle.field.conditions)
    armies = tuple((a.id, tuple(c.id for c in a.conditions)) for a in battle.on_field() if a.conditions)
    battle.tell(ConditionsAnnounced(field, armies))


# --- artefacts ---


@rule("FE-ART-02")
def artefact_window(battle: FeudalBattle) -> None:
    """Step T2 begins with seat ((round - 1) mod seats) + 1."""
    battle.change(FIELD, passed=0, seat=(battle.field.round - 1) % len(battle.setup.seats))
    battle.then(artefact_turn)


@rule("FE-ART-02")
def artefact_turn(battle: FeudalBattle) -> None:
    """The seat whose turn it is uses one artefact or passes; over when all have passed in unbroken succession."""
    field = battle.field
    if field.passed >= len(battle.setup.seats):
        return
    seat = battle.setup.seats[field.seat].id
    battle.ask("artefact", seat, then=artefact_answer)


@rule("FE-ART-01", "FE-ART-02", "FE-ART-03")
def artefact_answer(battle: FeudalBattle, verb: Arg, artefact: Arg = "", target: Arg = "") -> None:
    """It acts at once and takes a charge; then it's the next seat's turn, so every effect can be answered."""
    field = battle.field
    seat = battle.setup.seats[field.seat].id
    if verb == "pass":
        battle.change(FIELD, passed=field.passed + 1)
        if battle.lord(seat).artefacts:
            _tell_pass(battle, seat)
    else:
        _use(battle, seat, str(artefact), str(target))
        battle.change(FIELD, passed=0)
    battle.change(FIELD, seat=(field.seat + 1) % len(battle.setup.seats))
    battle.then(artefact_turn)


def _tell_pass(battle: FeudalBattle, seat: str) -> None:
    """That a seat has something to pass with is in the fog of intelligence known to its own side only."""
    fog = battle.option("fog") == "intelligence"
    battle.tell(ArtefactPassed(seat), battle.setup.allies(seat) if fog else None)


def _use(battle: FeudalBattle, seat: str, artefact: str, target: str) -> None:
    lord = battle.lord(seat)
    left = dict(lord.artefacts)
    left[artefact] -= 1
    battle.change(lord.id, artefacts=tuple(left.items()))
    before = _conditions_at(battle, target)
    for effect in battle.tables.artefacts[artefact].effects:
        artefact_effect(battle, effect, target)
    gone = tuple(one for one in before if one not in _conditions_at(battle, target))
    battle.tell(ArtefactUsed(seat, artefact, target, left[artefact], gone))


def _conditions_at(battle: FeudalBattle, target: str) -> tuple[str, ...]:
    where = battle.army(target).conditions if target else battle.field.conditions
    return tuple(one.id for one in where)


@clause("FE-ART-04", "FE-ART-05", "FE-ART-06")
def artefact_effect(battle: FeudalBattle, effect: Effect, target: str) -> None:
    """One effect of an artefact on the field or on the chosen army."""
    tables, value = battle.tables, effect.value
    match effect.kind:
        case "set_field":
            battle.change(FIELD, conditions=put(tables, battle.field.conditions, str(value), natural=False))
        case "clear_group":
            battle.change(FIELD, conditions=clear_group(tables, battle.field.conditions, str(value)))
        case "set_army":
            changed = put(tables, battle.army(target).conditions, str(value), natural=False)
            battle.change(target, conditions=changed)
        case "clear_army_group":
            battle.change(target, conditions=clear_group(tables, battle.army(target).conditions, str(value)))
        case "give_missiles":
            battle.change(target, missiles=battle.army(target).missiles + int(value or 0))
        case "heal":
            sheet = battle.sheet(target)
            healed = min(sheet.hp_max, battle.army(target).hp + heal_amount(value, sheet.strength))
            battle.change(target, hp=healed)


def heal_amount(value: int | str | None, strength: int) -> int:
    """HP restored: a number, the army's Strength, or half of it (at least 1)."""
    if value == "strength":
        return strength
    return max(1, strength // 2) if value == "half_strength" else int(value or 0)


# --- ambush ---


@rule("FE-COND-09")
def ambushes(battle: FeudalBattle) -> None:
    """Step T3, round 1 only: each hidden army may try one enemy."""
    if battle.field.round != 1:
        return
    hidden = [army for army in battle.on_field() if any(one.id == "hidden" for one in army.conditions)]
    for army in hidden:
        battle.ask("ambush", battle.sheet(army.id).seat, army.id, then=try_ambush, secret=True)


@rule("FE-COND-09")
def try_ambush(battle: FeudalBattle, army_id: str, target: Arg) -> None:
    """d20 + base Attack against base Defence, with timeless effects only; either way the army is hidden no more."""
    conditions = tuple(one for one in battle.army(army_id).conditions if one.id != "hidden")
    battle.change(army_id, conditions=conditions)
    if target == "none":
        return
    attack, defence = ambush_figures(battle.bearer(army_id), battle.bearer(str(target)))
    throw = battle.roll(d(20), "ambush", army_id)
    score = throw.face + total(attack)
    success = score > total(defence)
    if success:
        _surprise(battle, army_id, "ambusher")
        _surprise(battle, str(target), "ambushed")
    tell_ambush(battle, AmbushTried(army_id, str(target), throw.face, attack, score, total(defence), success))


def _surprise(battle: FeudalBattle, army_id: str, condition: str) -> None:
    battle.change(
        army_id, conditions=put(battle.tables, battle.army(army_id).conditions, condition, natural=False)
    )


@clause("FE-COND-09")
def ambush_figures(army: Bearer, target: Bearer) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """Attack and Defence of an ambush: base values and the effects without phase, pass or tactic filter."""

    def timeless(kind: str, who: Bearer, other: frozenset[str]) -> tuple[Modifier, ...]:
        return tuple(
            Modifier(source, effect.value)
            for source, effect in who.acting
            if effect.kind == kind
            and isinstance(effect.value, int)
            and (effect.phase, effect.pass_, effect.tactic_pass) == ("any", "any", 0)
            and who.tags.issuperset(effect.self_)
            and who.tags.isdisjoint(effect.not_self)
            and other.issuperset(effect.vs)
            and other.isdisjoint(effect.not_vs)
        )

    attack = (Modifier("strength", army.sheet.attack), *timeless("attack", army, target.tags))
    return attack, (Modifier("defence", target.sheet.defence), *timeless("defence", target, army.tags))
