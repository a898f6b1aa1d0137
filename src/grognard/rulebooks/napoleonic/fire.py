"""Steps 2.2 to 2.4: shots, what they do, routs by fire (chapters Artillery, Skirmishers)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.rule import clause, rule
from grognard.rulebooks.napoleonic import aiming, events, fire_table, forced, relations
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.casualties import fates, lose
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire_table import Hit
from grognard.rulebooks.napoleonic.losses import Cause
from grognard.rulebooks.napoleonic.model import FRAY, WORKS, Gun, Shot, Terrain, Trooper, Unit
from grognard.rulebooks.napoleonic.rout import Fallen, routs

SKIRMISH = "skirmish"


# --- who may fire ------------------------------------------------------------------------------------


@clause("NA-ART-10", "NA-ART-15", "NA-ROUT-09", "NA-TROPH-02")
def may_fire(field: Field, gun: Gun) -> bool:
    """Whether a gun may fire this turn, whatever is before it: served by its own crew, in order, not silenced."""
    return gun.crew > 0 and gun.owner == gun.side and gun.standing == "ready" and not is_silenced(field, gun)


@clause("NA-ART-10")
def is_silenced(field: Field, gun: Gun) -> bool:
    return gun.silenced >= field.turn > 0


@clause("NA-SKIR-03", "NA-PURS-02", "NA-ROUT-09")
def may_skirmish(field: Field, unit: Unit) -> bool:
    """Whether a unit in open order may fire this turn: in order, not resting, with an enemy in range."""
    if unit.kind != "open_order" or unit.standing != "ready" or not unit.figures or field.rests(unit):
        return False
    return any(aiming.skirmish_aims(field, unit))


# --- step 2.2 ----------------------------------------------------------------------------------------


@rule("NA-SEQ-04", "NA-SEQ-05", "NA-ART-03", "NA-SKIR-03")
def fire_dice(battle: NapoleonicBattle) -> None:
    """All dice, in the order of sides and ids, of which nothing takes effect yet."""
    shots: list[Shot] = []
    for trooper in battle.field.in_order([one for one in battle.field.troopers if one.declared]):
        if isinstance(trooper, Gun) and len(trooper.declared) == 3:
            shots.append(_gun_shot(battle, trooper))
        elif isinstance(trooper, Unit) and trooper.declared[:1] == ("fire",):
            shots += _skirmish_shots(battle, trooper)
    battle.change(FRAY, shots=tuple(shots))


@clause("NA-ART-04", "NA-ART-06", "NA-CAS-03", "NA-ART-14", "NA-FATE-05")
def _gun_shot(battle: NapoleonicBattle, gun: Gun) -> Shot:
    """One die, read in the column of the target; at a place it costs nobody anything."""
    ammunition, target, pivot = gun.declared
    aim = aiming.aim(battle.field, gun, str(target), str(ammunition), int(pivot))
    face = battle.die("shot", gun.id)
    body, half_die = battle.field.find(aim.target), _half_die(battle)
    hit, marks = Hit(), tuple[str, ...]()
    if isinstance(body, Trooper):
        branch = battle.field.branch(body)
        hit = fire_table.shot(battle.tables, face, branch, aim.ammunition, aim.strength, half_die)
        marks = tuple(mark for mark in ("silenced", "stopped") if getattr(hit, mark))
    elif body is None:
        place = battle.field.obstacle(battle.field.terrain(aim.target))
        done = fire_table.place_hit(place, face, aim.strength)
        marks = (done,) if done else ()
    row = fire_table.row(face, aim.strength, half_die)
    battle.tell(events.Shot(gun.id, aim.target, face, aim.strength, row, hit.losses, marks, aim.ammunition))
    return Shot(
        gun.id, aim.target, aim.ammunition, aim.strength, (face,), hit.losses, hit.silenced, hit.stopped,
        int(hit.fate),
    )  # fmt: skip


def _half_die(battle: NapoleonicBattle) -> fire_table.HalfDie:
    return battle.option("half_die")  # type: ignore[return-value]


@clause("NA-SKIR-03", "NA-FATE-01")
def _skirmish_shots(battle: NapoleonicBattle, unit: Unit) -> Iterator[Shot]:
    """A die for each figure in range, told target by target."""
    wish = str(unit.declared[1]) if len(unit.declared) > 1 else ""
    dice: dict[str, list[int]] = {}
    for near in aiming.skirmish_aims(battle.field, unit):
        if near:
            target = wish if wish in near else near[0]
            dice.setdefault(target, []).append(battle.die(SKIRMISH, unit.id))
    for target, faces in dice.items():
        hits = fire_table.skirmish_hits(faces).losses
        battle.tell(events.SkirmishFire(unit.id, target, tuple(faces), hits))
        yield Shot(unit.id, target, SKIRMISH, "full", tuple(faces), hits, sixes=hits)


# --- step 2.3 ----------------------------------------------------------------------------------------


@rule("NA-ART-05", "NA-ART-10", "NA-ART-17", "NA-CAS-06", "NA-SEQ-04", "NA-FATE-01", "NA-FATE-03")
def fire_results(battle: NapoleonicBattle) -> None:
    """Losses, marks, burning and destroyed places, fate; barrels stay where they were turned."""
    shots = battle.fray.shots
    _pivot(battle)
    targets = {shot.target for shot in shots}
    for trooper in battle.field.in_order([one for one in battle.field.troopers if one.id in targets]):
        at_it = [shot for shot in shots if shot.target == trooper.id]
        for cause in ("fire", "skirmish"):
            _lose(battle, trooper, at_it, "skirmish" if cause == "skirmish" else "fire")
        _mark(battle, trooper, at_it)
    _ruin(battle, shots)
    fates(battle, [shot.target for shot in shots for _ in range(shot.sixes)])


@clause("NA-ART-05")
def _pivot(battle: NapoleonicBattle) -> None:
    """Guns turn about their muzzles, and keep the new facing."""
    for gun in battle.field.guns:
        if len(gun.declared) == 3 and gun.declared[2]:
            pose = gun.pose.turned(int(gun.declared[2]), gun.muzzle)
            battle.change(gun.id, x=pose.x, y=pose.y, heading=pose.heading)


def _lose(battle: NapoleonicBattle, trooper: Trooper, shots: list[Shot], cause: Cause) -> None:
    kinds = (SKIRMISH,) if cause == "skirmish" else ("ball", "canister")
    lose(battle, trooper.id, sum(shot.losses for shot in shots if shot.kind in kinds), cause)


@clause("NA-ART-10", "NA-ART-17", "NA-CAS-04")
def _mark(battle: NapoleonicBattle, trooper: Trooper, shots: list[Shot]) -> None:
    """A gun silenced, a unit stopped; several stops count singly for way 6."""
    if any(shot.silenced for shot in shots):
        silence(battle, trooper.id)
    stops = sum(shot.stopped for shot in shots)
    if stops and isinstance(trooper, Unit):
        battle.change(trooper.id, stopped=battle.turn, stops=stops)
        battle.tell(events.UnitStopped(trooper.id, battle.turn, stops))


@clause("NA-ART-10")
def silence(battle: NapoleonicBattle, gun_id: str) -> None:
    """A gun may not fire for a while; another six begins the time anew. Whether it is the second turn running
    (``silenced_in``) is looked at, and entered, at the end of the phase."""
    gun = battle.gun(gun_id)
    until = fire_table.silent_through(battle.turn, int(battle.option("silence_turns")))
    battle.change(gun_id, silenced=max(gun.silenced, until))
    twice = fire_table.twice_running(gun.silenced_in, battle.turn)
    battle.tell(events.GunSilenced(gun_id, until, 2 if twice else 1))


@clause("NA-ART-12", "NA-ART-13", "NA-ART-14", "NA-OBS-13")
def _ruin(battle: NapoleonicBattle, shots: tuple[Shot, ...]) -> None:
    """Buildings burn, bridges and works are destroyed; those in them or near them step away unhurt."""
    for shot in shots:
        if shot.target in battle.pieces:
            continue
        terrain = battle.field.terrain(shot.target)
        done = fire_table.place_hit(battle.field.obstacle(terrain), shot.faces[0], _strength(shot))
        works = battle.works
        if done and terrain.id not in (*works.burning, *works.destroyed):
            marked = "burning" if done == "burns" else "destroyed"
            battle.change(WORKS, **{marked: (*getattr(works, marked), terrain.id)})
            _tell_ruin(battle, terrain, shot.firer)


def _strength(shot: Shot) -> fire_table.Strength:
    return shot.strength  # type: ignore[return-value]


def _tell_ruin(battle: NapoleonicBattle, terrain: Terrain, gun: str) -> None:
    place = battle.field.obstacle(terrain)
    if place.burns:
        moved = forced.step_away(battle, terrain.id)
        battle.tell(events.BuildingBurning(terrain.id, gun, moved))
    elif place.crossing:
        moved = forced.step_away(battle, terrain.id)
        battle.tell(events.BridgeDestroyed(terrain.id, gun, moved))
    else:
        battle.tell(events.WorkDestroyed(terrain.id, gun))


# --- step 2.4 ----------------------------------------------------------------------------------------


@rule("NA-ROUT-02", "NA-ROUT-07", "NA-ROUT-19", "NA-ART-11", "NA-ROUT-08")
def fire_routs(battle: NapoleonicBattle) -> None:
    """Routs by ways 2 (guns silenced twice running) and 6 (units stopped twice), without anybody who overthrew them."""
    shots = battle.fray.shots
    fallen = [
        *silenced_routs(battle, {shot.target: _by(shots, shot.target) for shot in shots if shot.silenced})
    ]
    for unit in battle.field.units:
        if unit.stopped != battle.turn or unit.standing == "fleeing":
            continue
        if fire_table.stopped_to_rout(unit.stops, unit.stopped_before):
            by = tuple(shot.firer for shot in shots if shot.target == unit.id and shot.stopped)
            fallen.append(Fallen(unit.id, "6", relations.away_from(battle.field, unit.id, by), by=by))
    routs(battle, fallen)


def _by(shots: tuple[Shot, ...], target: str) -> tuple[str, ...]:
    return tuple(shot.firer for shot in shots if shot.target == target and shot.silenced)


@clause("NA-ART-11", "NA-ROUT-02", "NA-ART-18")
def silenced_routs(battle: NapoleonicBattle, silenced: dict[str, tuple[str, ...]]) -> Iterator[Fallen]:
    """Guns silenced now, by whom, and in the turn before as well; a crew that is no more can't run."""
    for one, by in sorted(silenced.items()):
        gun = battle.gun(one)
        twice = fire_table.twice_running(gun.silenced_in, battle.turn)
        fields: dict[str, Any] = {} if gun.silenced_in == battle.turn else {"silenced_in": battle.turn}
        battle.change(one, **fields)
        if twice and gun.crew and gun.standing != "fleeing" and gun.owner == gun.side:
            yield Fallen(one, "2", relations.away_from(battle.field, one, by), by=by)
