"""Steps 3.1 to 3.4: strikes, dice, losses, results (chapter Close combat)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause, rule
from grognard.rulebooks.napoleonic import allowance, footing, relations, striking
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.casualties import fates, lose, strength, unlock
from grognard.rulebooks.napoleonic.clash import (
    Clash,
    Foe,
    Harm,
    Stroke,
    bouts,
    falls_on,
    fighting_value,
    harm,
    rollers,
    why_unlocked,
)
from grognard.rulebooks.napoleonic.close_combat import Pair, compare
from grognard.rulebooks.napoleonic.events import CombatDie, Fight, StrikeDeclared
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import Fighter, Flank, half_recruits, is_weak
from grognard.rulebooks.napoleonic.fire import silence
from grognard.rulebooks.napoleonic.model import FRAY, Blow, Body, Bout, Gun, Lock, Unit

HEAVY = "heavy_horse"

# --- step 3.1 ----------------------------------------------------------------------------------------


@rule("NA-CC-02", "NA-CC-04", "NA-MOD-23", "NA-UNIT-05", "NA-FATE-04", "NA-CMD-09")
def strikes(battle: NapoleonicBattle) -> None:
    """Declared strikes with the sides that they meet; strengths and leaders as the phase begins are written down."""
    battle.step("3.2")
    _end_distant_locks(battle)
    field = battle.field
    blows = tuple(
        Blow(unit.id, one, relations.flank(field, unit, field.body(one)), field.gap(unit, field.body(one)))
        for unit, one in _declared(field)
    )
    in_it = dict.fromkeys(one for blow in blows for one in (blow.striker, blow.target))
    battle.change(
        FRAY,
        strikes=blows,
        figures=tuple((one, strength_of(field, one)) for one in in_it),
        leaders=tuple((one, field.leader(one)) for one in in_it),
    )
    for blow in blows:
        battle.tell(StrikeDeclared(blow.striker, blow.target, blow.flank, blow.distance))
        if isinstance(battle.pieces[blow.target], Unit | Gun):
            battle.change(blow.target, pressed=battle.turn)
    _decide_anew(battle)
    clash = clash_now(battle.field)
    battle.change(FRAY, falls=tuple((one, falls_on(clash, one)) for one in rollers(clash)))


def _declared(field: Field) -> Iterator[tuple[Unit, str]]:
    """Strikes that count: an answer only where that enemy strikes first."""
    wanted = {unit.id: str(unit.declared[1]) for unit in field.units if unit.declared[:1] == ("strike",)}
    for unit in field.in_order([field.unit(one) for one in wanted]):
        one = wanted[unit.id]
        if one and (one in striking.freely(field, unit) or wanted.get(one) == unit.id):
            yield unit, one


def strength_of(field: Field, one: str) -> int:
    body = field.body(one)
    return strength(body) if isinstance(body, Unit | Gun) else 0


@clause("NA-CC-20", "NA-CC-21", "NA-FATE-04")
def _decide_anew(battle: NapoleonicBattle) -> None:
    """Firefights to which fresh forces or a general have come are over, and compared like any fight."""
    field = battle.field
    if not any(unit.locks for unit in field.units):
        return
    clash = clash_now(field)
    locks = {unit.id: field.locked_with(unit) for unit in field.units if unit.locks}
    for pair in sorted(clash.firefights):
        why = why_unlocked(clash, pair, locks, general_came(field, pair), below_strength(field, clash, pair))
        if why:
            unlock(battle, pair[0], why, pair[1])


@clause("NA-CC-20", "NA-CC-21")
def _end_distant_locks(battle: NapoleonicBattle) -> None:
    """A firefight is over when the two are no longer within reach of each other."""
    for unit in battle.field.in_order([one for one in battle.field.units if one.locks]):
        for lock in unit.locks:
            if lock.enemy not in striking.firing_at(battle.field, battle.unit(unit.id)):
                unlock(battle, unit.id, "withdrawal", lock.enemy)


# --- the clash as the pieces have it -----------------------------------------------------------------


@clause("NA-CC-02", "NA-MOVE-11", "NA-ART-19", "NA-ROUT-12", "NA-ROUT-13")
def clash_now(field: Field, *, compared: bool = False) -> Clash:
    """Everybody who strikes or is struck this turn, as the strikes of step 3.1 have it; firefights are all locked
    pairs. ``compared``: obstacles are looked at too, which only a comparison asks for."""
    blows = field.fray.strikes
    in_it = {one for blow in blows for one in (blow.striker, blow.target)}
    bodies = field.in_order([field.body(one) for one in in_it])
    figures, leaders = dict(field.fray.figures), dict(field.fray.leaders)
    return Clash(
        foes={
            one.id: Foe(
                fighter(field, one, figures.get(one.id, 0), leaders.get(one.id, 0)),
                field.own_move(one),
                why_not_resisting(field, one),
            )
            for one in bodies
        },
        strokes=tuple(Stroke(blow.striker, blow.target, _flank(blow)) for blow in blows),
        wishes=_wishes(field),
        obstacles=_obstacles(field) if compared else {},
        firefights=frozenset(_locked_pairs(field)),
    )


def _flank(blow: Blow) -> Flank:
    return blow.flank  # type: ignore[return-value]


def _wishes(field: Field) -> dict[str, str]:
    return {
        unit.id: str(unit.declared[1])
        for unit in field.units
        if unit.declared[:1] == ("none",) and len(unit.declared) > 1
    }


@clause("NA-OBS-10")
def _obstacles(field: Field) -> dict[Pair, int]:
    found: dict[Pair, int] = {}
    for blow in field.fray.strikes:
        for one, two in ((blow.striker, blow.target), (blow.target, blow.striker)):
            unit, enemy = field.body(one), field.body(two)
            if isinstance(unit, Unit) and (minus := footing.obstacle_minus(field, unit, enemy)):
                found[one, two] = minus
    return found


def _locked_pairs(field: Field) -> Iterator[Pair]:
    for unit in field.units:
        for lock in unit.locks:
            yield min(unit.id, lock.enemy), max(unit.id, lock.enemy)


@clause("NA-MOVE-11", "NA-ART-19", "NA-ROUT-12", "NA-ROUT-13", "NA-UNIT-06")
def why_not_resisting(field: Field, body: Body) -> str:
    """Why a body throws no die when it is struck; "" for one that resists."""
    if isinstance(body, Unit):
        if body.standing == "fleeing":
            return "spent" if field.is_spent(body) else "second"
        return "non_resisting" if field.gives_way(body) else ""
    defends = field.option("gun_defence") == "crew_defends"
    if isinstance(body, Gun) and body.standing == "fleeing":
        return "spent" if field.is_spent(body) else "second"
    return "" if defends and isinstance(body, Gun) and body.crew else "gun"


@clause("NA-MOD-05", "NA-MOD-06", "NA-MOD-08", "NA-MOD-10", "NA-MOD-12", "NA-MOD-24", "NA-CC-34")
def fighter(field: Field, body: Body, figures: int, leader: int) -> Fighter:
    """What is true of a unit in this turn's close combat; ``figures`` and ``leader`` as the phase began."""
    if not isinstance(body, Unit):
        return Fighter(branch="gun", figures=figures)
    sheet, turn = field.unit_sheet(body), field.turn
    raw = half_recruits(sheet.recruits, sheet.figures)
    return Fighter(
        branch=sheet.branch,
        figures=figures,
        status=sheet.status,
        recruits=figures if raw else 0,
        leader=leader,
        heavy=sheet.arm == HEAVY,
        dismounted=body.kind == "dismounted",
        attacks=striking.charges(body),
        lances=sheet.lances and bool(body.attacked) and not body.has_attacked,
        reforming=body.reforming >= turn,
        passed_front=body.passed_front,
        routed_enemy=body.has_routed_enemy and turn >= body.bonus_from,
        routed=body.has_routed,
        pushed=body.pushed >= turn,
        stopped=body.stopped == turn,
        unruly=body.unruly >= turn,
        disordered=body.disordered >= turn,
        column=body.kind == "march_column",
        changed=body.split_malus == turn,
        tired=body.tired,
        square=in_square(field, body),
    )


@clause("NA-MOVE-09")
def in_square(field: Field, unit: Unit) -> bool:
    """Option ``square`` ``all_round``: foot near enemy horse that moved no more than it may in square."""
    return (
        field.option("square") == "all_round"
        and field.is_foot(unit)
        and unit.moved <= field.distances.near_horse_move
        and allowance.near_enemy_horse(field, unit)
    )


# --- step 3.2 ----------------------------------------------------------------------------------------


@rule("NA-CC-05", "NA-CAS-02", "NA-SEQ-05")
def dice(battle: NapoleonicBattle) -> None:
    """One die for each unit that strikes, or is struck and resists."""
    clash = clash_now(battle.field)
    faces = {one: battle.die("strike", one) for one in rollers(clash)}
    battle.change(FRAY, dice=tuple(faces.items()))
    for one, face in faces.items():
        on = falls_on(clash, one)
        lost = harm(battle.tables, clash, {one: face}).get(on, Harm()).losses
        battle.tell(CombatDie(one, face, on, lost, kind_of_die(clash, one, on)))


def kind_of_die(clash: Clash, one: str, on: str) -> str:
    if on and clash.foes[on].why:
        return clash.foes[on].why
    return "firefight" if (min(one, on), max(one, on)) in clash.firefights else "fight"


# --- step 3.3 ----------------------------------------------------------------------------------------


@rule("NA-CAS-01", "NA-CAS-02", "NA-CC-20", "NA-MOVE-11", "NA-ART-19", "NA-FATE-01", "NA-SEQ-04")
def losses(battle: NapoleonicBattle) -> None:
    """Losses from the natural faces, silenced guns, dice of fate."""
    clash = clash_now(battle.field)
    suffered = harm(battle.tables, clash, dict(battle.fray.dice))
    sixes: list[str] = []
    for body in battle.field.in_order([battle.body(one) for one in suffered]):
        if isinstance(body, Unit | Gun):
            own = suffered[body.id]
            lose(battle, body.id, own.losses, "combat")
            sixes += [body.id] * own.sixes
            if isinstance(body, Gun) and own.silenced:
                silence(battle, body.id)
    fates(battle, sixes)


# --- step 3.4 ----------------------------------------------------------------------------------------


@rule("NA-CC-02", "NA-CC-06", "NA-CC-20", "NA-CC-21")
def results(battle: NapoleonicBattle) -> None:
    """Pairs are compared, but for those that are locked in a firefight."""
    clash = clash_now(battle.field, compared=True)
    best = battle.option("multi_fight") == "best_attacker"
    found = bouts(battle.tables, clash, dict(battle.fray.dice), best=best)
    battle.change(FRAY, bouts=found)
    if battle.listening:
        for bout in found:
            battle.tell(fight_told(battle, clash, bout))


@clause("NA-CC-21")
def general_came(field: Field, pair: Pair) -> bool:
    """A general who did not stand with either when the firefight began stands with one of them now."""
    one, two = pair
    lock = next(lock for lock in field.unit(one).locks if lock.enemy == two)
    return any(
        field.bonus(man) > 0 and man.id not in lock.persons for unit in pair for man in field.persons_at(unit)
    )


@clause("NA-CC-20")
def below_strength(field: Field, clash: Clash, pair: Pair) -> bool:
    if field.option("lock_break") != "below_strength":
        return False
    foes = (clash.foes[one].fighter for one in pair if one in clash.foes)
    return any(is_weak(field.tables.modifiers, one) for one in foes)


def fight_told(battle: NapoleonicBattle, clash: Clash, bout: Bout) -> Fight:
    one, two = bout.one, bout.two
    verdict = compare(battle.tables, one, two)
    return Fight(
        (one.unit, two.unit),
        (one.face, two.face),
        (
            fighting_value(battle.tables, clash, one.unit, two.unit),
            fighting_value(battle.tables, clash, two.unit, one.unit),
        ),
        (one.score, two.score),
        verdict.difference,
        verdict.outcome.result,
        verdict.winner.unit if verdict.difference else "",
    )


@clause("NA-CC-20", "NA-CC-21")
def lock(battle: NapoleonicBattle, pair: Pair) -> None:
    """Two units are locked in a firefight from now on; who stands with them now is remembered."""
    known = tuple(man.id for unit in pair for man in battle.field.persons_at(unit))
    for one, two in (pair, pair[::-1]):
        kept = tuple(each for each in battle.unit(one).locks if each.enemy != two)
        battle.change(one, locks=(*kept, Lock(two, battle.turn, known)))
