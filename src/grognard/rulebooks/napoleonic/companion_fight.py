"""Close combat in a companion: who strikes whom and from which side is said, the dice lie on the floor (chapters Close
combat, Fighting value, Rout)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic import events, melee, outcomes
from grognard.rulebooks.napoleonic.casualties import last_hitter, lose, unlock
from grognard.rulebooks.napoleonic.clash import (
    Clash,
    Harm,
    beaten_by,
    bouts,
    falls_on,
    harm,
    new_locks,
    rollers,
    suffering,
    verdicts,
    why_unlocked,
)
from grognard.rulebooks.napoleonic.close_combat import (
    Pair,
    gained,
    keeps_its_ground,
    overthrowers,
    way_of_push,
)
from grognard.rulebooks.napoleonic.companion_fire import silence_gun
from grognard.rulebooks.napoleonic.companion_floor import Floor, Owed, bury, check_there, owe_fates, rout
from grognard.rulebooks.napoleonic.companion_words import Line, Part
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import Flank
from grognard.rulebooks.napoleonic.fire_table import twice_running
from grognard.rulebooks.napoleonic.model import FRAY, Blow, Fray, Gun, Unit, Wagon
from grognard.rulebooks.napoleonic.outcomes import Result
from grognard.rulebooks.napoleonic.pursuit import earn
from grognard.rulebooks.napoleonic.rout import SECOND, Fallen

SIDES: Mapping[str, Flank] = {
    "front": "front",
    "left": "left",
    "right": "right",
    "rear": "rear",
    "flank": "left",
}


class Said(NamedTuple):
    """A fight as a line tells it: strikes, horse that answers without an attack, horse that rode past a front, on which
    striker losses should fall, what obstacles take from a unit against an enemy ("": all), who was pushed onto one,
    horse whose attack was not carried home, everybody in the order of naming."""

    blows: tuple[Blow, ...]
    standing: frozenset[str]
    passed: frozenset[str]
    wishes: Mapping[str, str]
    minus: Mapping[Pair, int]
    onto: frozenset[str]
    charges: frozenset[str]
    order: tuple[str, ...]


@clause("NA-CC-02", "NA-CC-05", "NA-CC-06", "NA-SEQ-04")
def fight(floor: Floor, line: Line) -> None:
    """``fight odessa > fr57 front, kievdr > fr57 left flank, fr57 ravine: 5 3 2``: all its strikes."""
    said = _read(floor, line)
    field = floor.combat_field()
    for blow in said.blows:
        _check(floor, field, said, blow)
    floor.battle.step("3.2", "combat")
    clash = _begin(floor, field, said)
    faces = _dice(floor, clash, said)
    _losses(floor, clash, faces)
    found = _compare(floor, clash, faces)
    _carry_out(floor, clash, found, said)


# --- what is said -----------------------------------------------------------------------------------------


def _read(floor: Floor, line: Line) -> Said:
    blows, standing, passed = list[Blow](), set[str](), set[str]()
    wishes, minus, order = dict[str, str](), dict[Pair, int](), list[str]()
    onto, charges = set[str](), set[str]()
    for part in line.parts:
        named = [floor.body(bit) for bit in part.names]
        order += named
        if part.arrow:
            for one in named[: part.arrow]:
                blows.append(_blow(one, named[part.arrow :], part))
                standing |= {one} if part.has("standing") else set()
                passed |= {one} if part.has("passed") else set()
                charges |= {one} if part.has("other") else set()
                if part.has("wish"):
                    wishes[blows[-1].target] = one
        elif named:
            _circumstances(floor, part, named, minus, onto)
            charges |= {named[0]} if part.has("attacks") else set()
            passed |= {named[0]} if part.has("passed") else set()
    if not blows:
        raise Refused("NA-CC-02", T("say who strikes whom: odessa > fr57 front"))
    return Said(
        tuple(blows),
        frozenset(standing),
        frozenset(passed),
        wishes,
        minus,
        frozenset(onto),
        frozenset(charges),
        tuple(dict.fromkeys(order)),
    )


def _blow(one: str, targets: list[str], part: Part) -> Blow:
    if len(targets) != 1:
        raise Refused("NA-CC-02", T("each unit strikes one enemy: name one behind the arrow"))
    sides = [side for side in SIDES if part.has(side)]
    return Blow(one, targets[0], SIDES[sides[0]] if sides else "front", 0)


@clause("NA-OBS-10", "NA-OBS-11", "NA-ROUT-03", "NA-ROUT-05", "NA-MOVE-09")
def _circumstances(
    floor: Floor, part: Part, named: list[str], minus: dict[Pair, int], onto: set[str]
) -> None:
    """What holds of a unit in this fight: an obstacle that spoils it, by its kind or by what it takes (against the
    enemies named behind it, or all); an obstacle behind it; a narrow place; a square."""
    first, *enemies = named
    taken = _taken(floor, first, part)
    minus |= {(first, enemy): taken for enemy in enemies or [""] if taken}
    if part.has("onto"):
        onto.add(first)
    if part.has("narrow"):
        floor.remember(narrow=floor.memory.narrow | {first})
    if part.has("square"):
        floor.remember(squares=floor.memory.squares | {first})


@clause("NA-OBS-10")
def _taken(floor: Floor, one: str, part: Part) -> int:
    body = floor.battle.body(one)
    if part.kinds and isinstance(body, Unit):
        rows = [floor.battle.tables.obstacles[kind] for kind in part.kinds]
        return min(row.minus(floor.field.branch(body), body.kind == "dismounted") for row in rows)
    return -int(abs(next(iter(part.numbers), 1))) if part.has("obstacle") else 0


# --- who may strike -----------------------------------------------------------------------------------------


@clause("NA-CC-02", "NA-CC-04", "NA-CC-20", "NA-CC-30", "NA-MOVE-11", "NA-ROUT-18", "NA-PURS-02", "NA-CMD-08")
def _check(floor: Floor, field: Field, said: Said, blow: Blow) -> None:
    """Whether a unit may strike so, as far as it can be told without a map."""
    one, target, named = blow.striker, blow.target, floor.names.name
    unit, body = check_there(floor, field, one), check_there(floor, field, target)
    facts = {"unit": named(one), "enemy": named(target)}
    if not isinstance(unit, Unit):
        raise Refused("NA-CC-01", T("{unit} does not strike: only foot and horse do", **facts))
    if unit.side == (body.owner if isinstance(body, Gun | Wagon) else body.side):
        raise Refused("NA-CC-02", T("{unit} and {enemy} are on one side", **facts))
    busy = [each for each in (one, target) if each in floor.memory.fought]
    if busy:
        raise Refused("NA-CC-02", T("{unit} has fought in this turn; put all strikes of a fight in one line",
                                    unit=named(busy[0])))  # fmt: skip
    if sum(each.striker == one for each in said.blows) > 1:
        raise Refused("NA-CC-02", T("{unit} strikes twice; each unit strikes one enemy a turn", **facts))
    if unit.standing != "ready" or field.gives_way(unit):
        raise Refused("NA-CC-04", T("{unit} may not strike: it flees, withdraws or is in the rear", **facts))
    answers = any(each.striker == target and each.target == one for each in said.blows)
    _check_first(floor, field, unit, body, answers, one in said.standing)


def _check_first(floor: Floor, field: Field, unit: Unit, body: object, answers: bool, standing: bool) -> None:
    """What only an answer to that enemy's strike may do."""
    named = floor.names.name(unit.id)
    enemy = getattr(body, "id", "")
    locked = field.locked_with(unit)
    if locked and enemy not in locked:
        raise Refused("NA-CC-20", T("{unit} is in a firefight and strikes only its partner", unit=named))
    if answers:
        return
    if not unit.commanded and not locked:
        raise Refused("NA-CMD-08", T("{unit} is without command and strikes only who strikes it", unit=named))
    if field.rests(unit):
        raise Refused(
            "NA-PURS-02", T("{unit} rests after its pursuit and strikes only who strikes it", unit=named)
        )
    if field.is_horse(unit) and (standing or max(unit.no_attack, unit.split_malus) >= field.turn):
        raise Refused("NA-CC-04", T("{unit} may not attack now and strikes only who strikes it", unit=named))
    if field.is_horse(unit) and isinstance(body, Unit) and field.rests(body) and body.exposed < field.turn:
        raise Refused("NA-ROUT-18", T("horse may not strike a pursuer in the turn after its pursuit"))


# --- dice and losses ------------------------------------------------------------------------------------------


@clause("NA-CC-20", "NA-CC-21", "NA-UNIT-05", "NA-FATE-04", "NA-MOD-05", "NA-MOD-15", "NA-OBS-10")
def _begin(floor: Floor, field: Field, said: Said) -> Clash:
    """The fight as the phase began: strengths, leaders, attacks; firefights that are decided anew end."""
    in_it = said.order
    fray = Fray(
        FRAY,
        strikes=said.blows,
        figures=tuple((one, melee.strength_of(field, one)) for one in in_it),
        leaders=tuple((one, field.leader(one)) for one in in_it),
    )
    attackers = [
        replace(field.unit(blow.striker), attacked=blow.target, passed_front=blow.striker in said.passed)
        for blow in said.blows
        if field.is_horse(field.unit(blow.striker)) and blow.striker not in said.standing | said.charges
    ]
    others = [
        replace(field.unit(one), order=("attack",), passed_front=one in said.passed) for one in said.charges
    ]
    before = field.put(fray, *attackers, *others)
    clash = melee.clash_now(before)
    foes = {
        one: replace(foe, fighter=replace(foe.fighter, square=one in floor.memory.squares))
        for one, foe in clash.foes.items()
    }
    clash = replace(clash, foes=foes, wishes=said.wishes, obstacles=_obstacles(said))
    for one in attackers:
        floor.battle.change(one.id, has_attacked=True)
    floor.battle.place(fray)
    return replace(clash, firefights=_firefights(floor, before, clash))


def _obstacles(said: Said) -> dict[Pair, int]:
    pairs = [
        pair for blow in said.blows for pair in ((blow.striker, blow.target), (blow.target, blow.striker))
    ]
    taken = {pair: said.minus.get(pair, said.minus.get((pair[0], ""), 0)) for pair in pairs}
    return {pair: value for pair, value in taken.items() if value}


@clause("NA-CC-20", "NA-CC-21")
def _firefights(floor: Floor, field: Field, clash: Clash) -> frozenset[Pair]:
    locks = {unit.id: field.locked_with(unit) for unit in field.units if unit.locks}
    left = set(clash.firefights)
    for pair in sorted(pair for pair in clash.firefights if all(one in clash.foes for one in pair)):
        weak = melee.below_strength(field, clash, pair)
        why = why_unlocked(clash, pair, locks, melee.general_came(field, pair), weak)
        if why:
            unlock(floor.battle, pair[0], why, pair[1])
            left.discard(pair)
    return frozenset(left)


@clause("NA-CC-05", "NA-CAS-02")
def _dice(floor: Floor, clash: Clash, said: Said) -> dict[str, int]:
    """One die for each who strikes, or is struck and resists, in the order in which they are named."""
    battle, throws = floor.battle, rollers(clash)
    faces = {one: battle.die("strike", one) for one in said.order if one in throws}
    falls = {one: falls_on(clash, one) for one in faces}
    battle.change(FRAY, dice=tuple(faces.items()), falls=tuple(falls.items()))
    for one, face in faces.items():
        lost = harm(battle.tables, clash, {one: face}).get(falls[one], Harm()).losses
        battle.tell(events.CombatDie(one, face, falls[one], lost, melee.kind_of_die(clash, one, falls[one])))
    floor.remember(fought=floor.memory.fought | set(said.order), dice={**floor.memory.dice, **faces})
    return faces


@clause("NA-CAS-01", "NA-CAS-02", "NA-FATE-01", "NA-ART-10")
def _losses(floor: Floor, clash: Clash, faces: Mapping[str, int]) -> None:
    battle, sixes = floor.battle, list[str]()
    for one, harmed in harm(battle.tables, clash, faces).items():
        if not isinstance(battle.body(one), Unit | Gun):
            continue
        lose(battle, one, harmed.losses, "combat")
        sixes += [one] * harmed.sixes
        if harmed.silenced and isinstance(battle.body(one), Gun):
            silence_gun(floor, one, harmed.by[0] if harmed.by else "")
    owe_fates(floor, sixes)


@clause("NA-CC-06", "NA-CC-08")
def _compare(floor: Floor, clash: Clash, faces: Mapping[str, int]) -> Result:
    battle = floor.battle
    best = battle.option("multi_fight") == "best_attacker"
    pairs = bouts(battle.tables, clash, faces, best=best)
    battle.change(FRAY, bouts=pairs)
    for bout in pairs:
        battle.tell(melee.fight_told(battle, clash, bout))
    rows = verdicts(battle.tables, pairs)
    return Result(rows, suffering(rows))


# --- what came of it ------------------------------------------------------------------------------------------


@clause("NA-CC-08", "NA-ROUT-01", "NA-ROUT-12", "NA-UNIT-06")
def _carry_out(floor: Floor, clash: Clash, found: Result, said: Said) -> None:
    """Routs, pushes, the fallen, firefights, who goes back, who may follow, obeys or takes guns."""
    battle, kept = floor.battle, floor.memory.kept
    kept |= {one for one in said.order if keeps_its_ground(found.of(one))}
    floor.remember(kept=kept)
    fallen = [
        Fallen(one, "1", 0, overthrowers(found.rows, one, 1))
        for one, worst in found.worst.items()
        if worst.what == "rout" and outcomes.can_run(battle.body(one))
    ]
    fallen += [*_second(floor), *_pushed(floor, found, said)]
    for each in sorted(fallen, key=lambda each: each.unit):
        rout(floor, each)
    for each in fallen:
        overthrown(floor, each)
    bury(floor, lambda unit: last_hitter(battle.field, unit))
    _settle(floor, found)
    _go_back(floor, found)
    for unit in battle.field.in_order([one for one in battle.field.units if one.id in said.order]):
        chance = outcomes.follow_chance(battle.field, unit)
        if chance is not None:
            floor.owe(Owed("follow", unit.id, chance.enemy, must=False, count=chance.follow))
    _guns(floor, clash, found)


@clause("NA-ROUT-12", "NA-ROUT-13")
def _second(floor: Floor) -> list[Fallen]:
    """Who was struck in its flight runs anew; those who struck it have overthrown it, the higher die first."""
    field, dice = floor.field, dict(floor.battle.fray.dice)
    found = []
    for one in dict.fromkeys(blow.target for blow in floor.battle.fray.strikes):
        body = field.body(one)
        if body.standing != "fleeing" or field.is_spent(body) or not outcomes.can_run(body):
            continue
        if _ran_now(floor, one):
            continue
        by = [blow.striker for blow in floor.battle.fray.strikes if blow.target == one]
        found.append(Fallen(one, SECOND, 0, tuple(sorted(by, key=lambda each: (-dice[each], each)))))
    return found


def _ran_now(floor: Floor, one: str) -> bool:
    """Whether it still stood when the phase began: all fights of a turn are one."""
    before = floor.combat_field().find(one)
    return before is not None and before.standing == "ready"


@clause("NA-CC-22", "NA-ROUT-02", "NA-ROUT-03", "NA-ROUT-05", "NA-ROUT-06", "NA-MOD-10")
def _pushed(floor: Floor, found: Result, said: Said) -> list[Fallen]:
    """Marks of a push, and who routs by it (ways 2 to 5)."""
    battle, fallen = floor.battle, list[Fallen]()
    for one in [one for one, worst in found.worst.items() if worst.what == "pushed"]:
        body = battle.body(one)
        if isinstance(body, Unit) and not body.figures:
            continue
        battle.change(FRAY, pushed=(*battle.fray.pushed, one))
        by = overthrowers(found.rows, one, 2)
        floor.remember(beaten={**floor.memory.beaten, one: by})
        if not isinstance(body, Unit):
            continue
        way = way_of_push(
            pushed_before=twice_running(body.push_turn, battle.turn),
            onto_obstacle=one in said.onto,
            narrow=one in floor.memory.narrow,
            stopped=body.stopped == battle.turn,
        )
        unlock(battle, one, "rout" if way else "pushed")
        until = battle.turn + 1 if found.of(one).next_turn else 0
        battle.change(one, push_turn=battle.turn, pushed=until, pushed_by=beaten_by(found.rows, one))
        if way:
            fallen.append(Fallen(one, str(way), 0, by))
        else:
            floor.owe(Owed("rout", one, must=False, count=floor.field.own_move(body) // 2))
    return fallen


@clause("NA-PURS-01", "NA-CC-08", "NA-ROUT-19", "NA-ROUT-16", "NA-ROUT-17")
def overthrown(floor: Floor, fallen: Fallen) -> None:
    """Who overthrew it throws for obedience, if it keeps its ground; who stood beside or behind it is asked for."""
    battle = floor.battle
    for one in fallen.overthrowers:
        unit = battle.unit(one)
        before = floor.owing("obey", one)
        if unit.standing == "fleeing":
            continue
        if one not in floor.memory.kept or not unit.figures:
            earn(battle, unit, battle.turn + 1)
        elif before is not None:
            floor.pay(before)
            floor.owe(replace(before, about=f"{before.about} {fallen.unit}"))
        else:
            floor.owe(Owed("obey", one, fallen.unit))
    for follow in [one for one in floor.memory.owed if one.what == "follow" and one.about == fallen.unit]:
        floor.pay(follow)
    floor.owe(Owed("pass", fallen.unit, must=False))


@clause("NA-CC-20", "NA-CC-34")
def _settle(floor: Floor, found: Result) -> None:
    """Firefights that begin and end."""
    battle = floor.battle
    for one, worst in found.worst.items():
        if worst.what == "withdraws" and isinstance(battle.pieces[one], Unit):
            unlock(battle, one, "withdrawal")
    for pair in new_locks(found.rows, found.worst):
        units = [battle.pieces[one] for one in pair]
        if all(isinstance(one, Unit) and one.figures and one.standing == "ready" for one in units):
            melee.lock(battle, pair)
            battle.tell(events.Locked(pair, 0))


@clause("NA-CC-22", "NA-CC-30", "NA-CC-31", "NA-CC-32", "NA-CC-34", "NA-CC-35")
def _go_back(floor: Floor, found: Result) -> None:
    """How far those go who are pushed or re-form; winning horse re-forms where it stands."""
    battle = floor.battle
    for one, own in found.worst.items():
        body = battle.body(one)
        if body.standing != "ready" or own.what not in ("pushed", "withdraws"):
            continue
        if own.what == "pushed":
            battle.tell(events.Pushed(one, own.back, 0, beaten_by(found.rows, one)))
            continue
        battle.tell((events.Parted if own.no_attack else events.Repulsed)(one, own.back, 0))
        if isinstance(body, Unit):
            battle.change(one, reforming=battle.turn + 1)
            if own.no_attack:
                battle.change(one, no_attack=battle.turn + 1)
    for row in found.rows:
        one = row.winner.unit
        unit = battle.pieces[one]
        if not (gained(row).reforms and keeps_its_ground(found.of(one)) and isinstance(unit, Unit)):
            continue
        if unit.standing == "ready" and unit.figures and unit.reforming <= battle.turn:
            battle.change(one, reforming=battle.turn + 1)
            battle.tell(events.Reforming(one, battle.turn + 1))


@clause("NA-TROPH-02", "NA-TROPH-04")
def _guns(floor: Floor, clash: Clash, found: Result) -> None:
    """Who may take a gun or wagon that it struck, if nobody covers it: the highest die."""
    dice = floor.memory.dice
    for one in dict.fromkeys(stroke.target for stroke in clash.strokes):
        body = floor.battle.body(one)
        gone = not body.on_table or one in floor.battle.fray.routed
        if not isinstance(body, Gun | Wagon) or gone:
            continue
        able = [
            striker
            for striker in clash.strikers[one]
            if (unit := floor.field.unit(striker)).standing == "ready"
            and unit.figures
            and keeps_its_ground(found.of(striker))
        ]
        if able:
            captor = min(able, key=lambda each: (-dice[each], each))
            floor.owe(Owed("take", captor, one, must=False))
