"""Fire in a companion: guns at what the umpire names, skirmishers (chapters Artillery and Skirmishers)."""

from __future__ import annotations

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic import events, fire_table
from grognard.rulebooks.napoleonic.casualties import lose
from grognard.rulebooks.napoleonic.companion_floor import Floor, bury, check_there, owe_fates, rout
from grognard.rulebooks.napoleonic.companion_words import Line
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire import may_fire, silence
from grognard.rulebooks.napoleonic.fire_table import Hit
from grognard.rulebooks.napoleonic.model import Gun, Trooper, Unit
from grognard.rulebooks.napoleonic.rout import Fallen

TENTHS, THOUSANDTHS = 10, 1000


@clause("NA-ART-03", "NA-SKIR-03", "NA-SEQ-04")
def fire(floor: Floor, line: Line) -> None:
    """``fire battery at odessa, canister: 6`` or ``fire odessa at fr57, skirmishers 4: 1 6 2 2``."""
    if floor.memory.combat is not None:
        raise Refused("NA-SEQ-02", T("fire comes before close combat: write this line above the first fight"))
    if line.has("skirmish"):
        _skirmish(floor, line)
        return
    if not line.has("ball", "canister"):
        raise Refused("NA-ART-03", T("say with what: ball or canister (or skirmishers)"))
    kinds = sorted(kind for part in line.parts for kind in part.kinds)
    place = kinds[0] if kinds else ""
    firers = line.names if place else line.names[:-1]
    if not firers:
        raise Refused("NA-ART-03", T("say who fires at whom"))
    guns, target = [floor.trooper(bit) for bit in firers], "" if place else floor.body(line.names[-1])
    for gun in guns:
        _check_gun(floor, gun, target)
    sixes = [one for gun in guns for one in _shot(floor, gun, target, place, line)]
    owe_fates(floor, sixes)
    bury(floor, lambda unit: "")


@clause("NA-ART-10", "NA-ART-15", "NA-ART-03")
def _check_gun(floor: Floor, one: str, target: str) -> None:
    field, named = floor.fire_field(), floor.names.name
    gun = field.body(one)
    if not isinstance(gun, Gun):
        raise Refused(
            "NA-SKIR-03", T("{unit} is no gun; foot in open order fires as skirmishers", unit=named(one))
        )
    if one in floor.memory.fired:
        raise Refused("NA-ART-09", T("{gun} has fired in this turn", gun=named(one)))
    if not may_fire(field, gun):
        raise Refused(
            "NA-ART-10", T("{gun} may not fire: silenced, taken, fleeing or without gunners", gun=named(one))
        )
    if target:
        _check_target(floor, field, gun, target)
    floor.remember(fired=floor.memory.fired | {one})


def _check_target(floor: Floor, field: Field, firer: Trooper, target: str) -> None:
    body = check_there(floor, floor.field, target)
    if (getattr(body, "owner", "") or body.side) == firer.side:
        raise Refused("NA-ART-03", T("{unit} is on its own side", unit=floor.names.name(target)))


@clause("NA-ART-04", "NA-ART-05", "NA-ART-09", "NA-ART-01")
def _strength(floor: Floor, gun: str, line: Line) -> fire_table.Strength:
    """How strong the shot is, by what the umpire says: a pivot in degrees, half a move, or the strength itself."""
    part = next((one for one in line.parts if one.has("pivot")), None)
    pivot = int(part.numbers[0] * TENTHS) if part and part.numbers else 0
    own = floor.field.own_move(floor.battle.body(gun))
    found = fire_table.strength(floor.battle.tables, pivot, own // 2 if line.has("moved") else 0, own)
    if found is None:
        raise Refused("NA-ART-04", T("a gun that pivots over 45 degrees does not fire"))
    if line.has("half"):
        return "half"
    return "minus_one" if line.has("minus_one") and found == "full" else found


@clause("NA-ART-01", "NA-ART-03")
def _check_range(floor: Floor, line: Line, ammunition: str) -> None:
    """A length behind the ammunition is its distance in merka."""
    part = next((one for one in line.parts if one.has("ball", "canister") and one.numbers), None)
    if part is None:
        return
    table = floor.battle.tables.distances
    most = table.canister_range if ammunition == "canister" else table.ball_range
    if part.numbers[0] * THOUSANDTHS > most:
        facts = {"most": most / THOUSANDTHS, "said": part.numbers[0]}
        raise Refused("NA-ART-01", T("{said} merka is out of range: it reaches {most}", **facts))


@clause("NA-ART-06", "NA-ART-10", "NA-ART-14", "NA-ART-17", "NA-CAS-03", "NA-FATE-05")
def _shot(floor: Floor, gun: str, target: str, place: str, line: Line) -> list[str]:
    """One die, and what it does at once; whose persons it calls for."""
    battle = floor.battle
    ammunition: fire_table.Ammunition = "canister" if line.has("canister") else "ball"
    _check_range(floor, line, ammunition)
    strength, half_die = _strength(floor, gun, line), str(battle.option("half_die"))
    face = battle.die("shot", gun)
    row = fire_table.row(face, strength, half_die)  # type: ignore[arg-type]
    if place:
        done = fire_table.place_hit(battle.tables.obstacles[place], face, strength)
        battle.tell(events.Shot(gun, place, face, strength, row, 0, (done,) if done else (), ammunition))
        return []
    body = battle.body(target)
    if not isinstance(body, Trooper):
        battle.tell(events.Shot(gun, target, face, strength, row, 0, (), ammunition))
        return []
    hit = fire_table.shot(battle.tables, face, battle.field.branch(body), ammunition, strength, half_die)  # type: ignore[arg-type]
    marks = tuple(mark for mark in ("silenced", "stopped") if getattr(hit, mark))
    battle.tell(events.Shot(gun, target, face, strength, row, hit.losses, marks, ammunition))
    lose(battle, target, hit.losses, "fire")
    _mark(floor, target, hit, gun)
    return [target] if hit.fate else []


@clause("NA-ART-10", "NA-ART-11", "NA-ART-17", "NA-ROUT-02", "NA-ROUT-07")
def _mark(floor: Floor, target: str, hit: Hit, by: str) -> None:
    """A gun silenced, a unit stopped; the second time running, or twice in a turn, it routs."""
    battle, body = floor.battle, floor.battle.body(target)
    if hit.silenced and isinstance(body, Gun):
        silence_gun(floor, target, by)
    if hit.stopped and isinstance(body, Unit):
        stops = body.stops + 1 if body.stopped == battle.turn else 1
        battle.change(target, stopped=battle.turn, stops=stops)
        battle.tell(events.UnitStopped(target, battle.turn, stops))
        if body.standing != "fleeing" and fire_table.stopped_to_rout(stops, body.stopped_before):
            rout(floor, Fallen(target, "6", 0, by=(by,)))


@clause("NA-ART-10", "NA-ART-11", "NA-ROUT-02", "NA-ART-18")
def silence_gun(floor: Floor, one: str, by: str) -> None:
    """A natural 6 at a gun; in two turns running it routs."""
    battle, gun = floor.battle, floor.battle.gun(one)
    silence(battle, one)
    twice = fire_table.twice_running(gun.silenced_in, battle.turn)
    battle.change(one, silenced_in=battle.turn)
    if twice and battle.gun(one).crew and gun.standing != "fleeing" and gun.owner == gun.side:
        rout(floor, Fallen(one, "2", 0, by=(by,)))


@clause("NA-SKIR-03", "NA-FATE-01")
def _skirmish(floor: Floor, line: Line) -> None:
    """A die for each figure that the umpire says is in range; without a number all of them."""
    field, named = floor.fire_field(), floor.names.name
    if len(line.names) != 2:
        raise Refused("NA-SKIR-03", T("say who fires at whom"))
    one, target = floor.unit(line.names[0]), floor.trooper(line.names[1])
    unit = field.unit(one)
    if unit.kind != "open_order" or unit.standing != "ready" or field.rests(unit):
        raise Refused(
            "NA-SKIR-03",
            T("{unit} is not in open order and ready", unit=named(one)),
            T("if it is: state {unit}, open order", unit=one),
        )
    _check_target(floor, field, unit, target)
    count = int(next(iter(line.numbers), unit.figures))
    if not 1 <= count <= unit.figures or one in floor.memory.fired:
        raise Refused("NA-SKIR-03", T("{unit} has {figures} figures, each of which fires once a turn",
                                      unit=named(one), figures=unit.figures))  # fmt: skip
    floor.remember(fired=floor.memory.fired | {one})
    faces = tuple(floor.battle.die("skirmish", one) for _ in range(count))
    hits = fire_table.skirmish_hits(faces).losses
    floor.battle.tell(events.SkirmishFire(one, target, faces, hits))
    lose(floor.battle, target, hits, "skirmish")
    owe_fates(floor, [target] * hits)
    bury(floor, lambda unit: "")
