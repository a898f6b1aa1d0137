"""What the enemy may do about a charge, a passing unit or a volley (chapter Reactions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.charge import charge_over, close_in, mark_surprised, strike
from grognard.rulebooks.pike_and_shot.events import (
    Braced,
    Reacted,
    ReactionFailed,
    ReactionPassed,
    ReactWindow,
)
from grognard.rulebooks.pike_and_shot.field import Field, close_by
from grognard.rulebooks.pike_and_shot.formations import ranks_of
from grognard.rulebooks.pike_and_shot.going import in_the_way, longest, on_table, straight
from grognard.rulebooks.pike_and_shot.impulses import begin_reaction, settle_quality
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.plans import rigid_turn
from grognard.rulebooks.pike_and_shot.seeing import FRONT_ZONE, in_zone_of, near, sees, sight_limit
from grognard.rulebooks.pike_and_shot.shooting import Aim, aim, can_shoot, fire, may_be_shot
from grognard.rulebooks.pike_and_shot.standing import put
from grognard.rulebooks.pike_and_shot.steps import (
    advance,
    check_open,
    end_move,
    heading_of,
    moved,
    movement,
    movement_test,
    open_plan,
    shift,
)
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.space.arcs import front_strip
from grognard.space.measure import overlap
from grognard.space.moves import sweep
from grognard.space.outline import boxes_near
from grognard.space.pose import heading_to, turn_to

CHARGE, PASS, SHOT = "charge", "pass", "shot"
STAND_AND_SHOOT, COUNTER, BRACE, MIXED = "stand_and_shoot", "counter_charge", "brace", "mixed"
SHOOT, RIDE, REFORM, EVADE = "shoot", "charge", "reform", "evade"


# --- who may, and what ---


@clause("PS-REACT-04")
def reach(field: Field, unit: Unit) -> int:
    """How near an enemy must be to be charged, evaded or turned to: impulses left, best MP, M."""
    return unit.left * max(movement(field).points.values()) * field.move(unit)


@clause("PS-REACT-02")
def is_meant(field: Field, unit: Unit, trigger: str, target: str, length: int, actor: Unit) -> bool:
    """Whether an enemy's step or volley threatens this very unit."""
    if trigger == CHARGE:
        return unit.id in charged(field, actor, length)
    if trigger == SHOT:
        return unit.id == target
    return near(unit, actor, field.parameters.close_to_enemy)


def _may_be_meant(field: Field, unit: Unit, trigger: str, target: str, actor: Unit) -> bool:
    """The same at a glance: most units are neither shot at nor near."""
    if trigger == SHOT:
        return unit.id == target
    return trigger == CHARGE or boxes_near(unit.box, actor.box, field.parameters.close_to_enemy)


@clause("PS-REACT-02")
def charged(field: Field, actor: Unit, length: int) -> tuple[str, ...]:
    """Units that a step of a charger would touch."""
    key = ("charged", actor.id, actor.bases, actor.formation, length)
    found: tuple[str, ...] | None = field.still.get(key)
    if found is None:
        light = field.has(actor, "light")
        way = straight(field, actor, heading_of(actor), length, contact=True, through=light)
        found = field.still[key] = way.hits
    return found


@clause("PS-REACT-01", "PS-REACT-03", "PS-REACT-05", "PS-REACT-06", "PS-ROUT-03")
def options(field: Field, unit: Unit, trigger: str, target: str, length: int, actor: Unit) -> tuple[str, ...]:
    """What a unit may do about it; nothing if it is not eligible."""
    if unit.left < 1 or unit.routing or not _may_be_meant(field, unit, trigger, target, actor):
        return ()
    key = ("react", unit, trigger, target, length, actor, sight_limit(field))
    found: tuple[str, ...] | None = field.still.get(key)
    if found is None:
        found = field.still[key] = _options(field, unit, trigger, target, length, actor)
    return found


def _options(
    field: Field, unit: Unit, trigger: str, target: str, length: int, actor: Unit
) -> tuple[str, ...]:
    able = unit.status == "ready" and not unit.routing and unit.left > 0
    if not able or not is_meant(field, unit, trigger, target, length, actor):
        return ()
    engaged = bool(touched(field, unit))
    if (engaged and trigger != CHARGE) or not sees(field, unit, actor):
        return ()
    if trigger == CHARGE:
        return tuple(_against_charge(field, unit, actor, length, engaged))
    return tuple(_against_others(field, unit, actor))


@clause("PS-REACT-05", "PS-BRACE-02", "PS-MAN-07")
def _against_charge(field: Field, unit: Unit, actor: Unit, length: int, engaged: bool) -> Iterable[str]:
    brace = field.formation(unit).may_brace and not unit.braced
    volley = not engaged and bool(aim_at_charger(field, unit, actor, length).shots)
    if volley:
        yield STAND_AND_SHOOT
    if brace:
        yield BRACE
    if brace and volley and any(field.is_pike(base) for base in unit.bases):
        yield MIXED
    if not engaged and may_move(field, unit) and _in_reach(field, unit, actor):
        if may_counter(field, unit, actor, length):
            yield COUNTER
        yield EVADE


@clause("PS-REACT-05", "PS-REACT-13")
def _against_others(field: Field, unit: Unit, actor: Unit) -> Iterable[str]:
    if can_shoot(field, unit) and may_be_shot(field, actor) and aim(field, unit, actor).shots:
        yield SHOOT
    if not _in_reach(field, unit, actor):
        return
    if may_move(field, unit):
        most = max(movement(field).points.values()) * field.move(unit)
        if actor.id in straight(field, unit, heading_of(unit), most, contact=True).hits:
            yield RIDE
        yield EVADE
    yield REFORM


def _in_reach(field: Field, unit: Unit, actor: Unit) -> bool:
    return near(unit, actor, reach(field, unit))


def may_move(field: Field, unit: Unit) -> bool:
    """It may go straight on: neither hanging nor in a formation or with a trait that stands still."""
    return unit.hanging is None and field.formation(unit).may_advance and not field.has(unit, "turn_only")


@clause("PS-REACT-11")
def at_point_of_fire(field: Field, actor: Unit, length: int) -> Unit:
    """The charger 1 inch short of contact on its path, or where it stands if nearer."""
    way = straight(field, actor, heading_of(actor), length, contact=True)
    ahead = max(0, way.distance - field.parameters.stand_and_shoot)
    return replace(actor, bases=moved(actor, ahead))


@clause("PS-REACT-11", "PS-BRACE-02")
def aim_at_charger(field: Field, unit: Unit, actor: Unit, length: int, but_pikes: bool = False) -> Aim:
    """The volley of a unit that stands and shoots; no shots where it can't."""
    key = "stand", unit.stand, unit.fired, actor.stand, length, but_pikes
    found: Aim | None = field.kept.get(key)
    if found is None:
        found = Aim((), False, False, False, False)
        if can_shoot(field, unit) and may_be_shot(field, actor):
            there = at_point_of_fire(field, actor, length)
            found = aim(field.put(there), unit, there, but_pikes=but_pikes)
        field.kept[key] = found
    return found


@clause("PS-REACT-12")
def may_counter(field: Field, unit: Unit, actor: Unit, length: int) -> bool:
    """The charger is in the front zone, and the unit's front, led straight on, crosses the ground of its step."""
    if not in_zone_of(field, unit, actor, FRONT_ZONE):
        return False
    way = straight(field, actor, heading_of(actor), length, contact=True)
    there = replace(actor, bases=moved(actor, way.distance))
    swept = [sweep(a, b) for a, b in zip(actor.shapes, there.shapes, strict=True)]
    most = max(movement(field).points.values()) * field.move(unit)
    strips = [front_strip(unit.shapes[i], most) for i in ranks_of(unit.bases)[0]]
    return any(overlap(strip, ground) for strip in strips for ground in swept)


# --- the window ---


@rule("PS-REACT-02", "PS-REACT-03", "PS-REACT-08", "PS-REACT-09", "PS-TURN-10")
def offer(battle: PikeBattle, trigger: str, target: str, length: int, passed: str, *actors: str) -> None:
    """The opposing seats are asked in turn, the target's owner first; after a reaction all are asked again.

    Only seats that can react are asked, and nobody else hears of it.
    """
    acting = tuple(one for one in actors if _goes_on(battle, trigger, one))
    if not acting:
        return
    field = battle.field
    for seat in seats_in_order(field, trigger, target, length, acting[0]):
        units = () if seat in passed.split() else eligible(field, seat, trigger, target, length, acting)
        if units:
            battle.tell(ReactWindow(trigger, acting, units), battle.seats_of(battle.setup.side_of(seat)))
            battle.ask("react", seat, seat, trigger, target, length, passed, *acting, then=reacted)
            return


@clause("PS-REACT-10")
def _goes_on(battle: PikeBattle, trigger: str, actor: str) -> bool:
    """A unit that is destroyed, runs or is in contact can't be reacted to any more."""
    unit = battle.unit(actor)
    return unit.status == "ready" and not unit.routing and not touched(battle.field, unit)


@clause("PS-REACT-08")
def seats_in_order(field: Field, trigger: str, target: str, length: int, actor: str) -> list[str]:
    hits = charged(field, field.unit(actor), length) if trigger == CHARGE else (target,) if target else ()
    first = [field.seat(one) for one in hits]
    side = field.side(actor)
    return list(dict.fromkeys([*first, *(s.id for s in field.setup.seats if s.side != side)]))


def eligible(
    field: Field, seat: str, trigger: str, target: str, length: int, actors: tuple[str, ...]
) -> tuple[str, ...]:
    """Units of a seat that may react to at least one of the actors."""
    threats = [field.unit(one) for one in actors]
    return tuple(
        [
            unit.id
            for unit in _concerned(field, trigger, target, length, threats)
            if field.seat(unit.id) == seat
            and any(options(field, unit, trigger, target, length, actor) for actor in threats)
        ]
    )


def _concerned(field: Field, trigger: str, target: str, length: int, actors: Sequence[Unit]) -> list[Unit]:
    """Enemies whom it may be about: who is charged or shot at, or near. A first cut: most are not."""
    foes = field.enemies(actors[0].id)
    if trigger == PASS:
        close = field.parameters.close_to_enemy
        meant = {unit.id for one in actors for unit in close_by(foes, one.box, close)}
    elif trigger == SHOT:
        meant = {target}
    else:
        meant = {hit for one in actors for hit in charged(field, one, length)}
    return [unit for unit in foes if unit.id in meant]


@rule("PS-REACT-05", "PS-REACT-08", "PS-REACT-09")
def reacted(
    battle: PikeBattle, seat: str, trigger: str, target: str, length: int, passed: str, *rest: str
) -> None:
    """The answer follows the actors: ``pass``, or an option, the unit and the enemy it is about."""
    if rest[-1] == "pass":
        battle.tell(ReactionPassed(seat, trigger), battle.seats_of(battle.setup.side_of(seat)))
        battle.then(offer, trigger, target, length, f"{passed} {seat}".strip(), *rest[:-1])
        return
    actors, (option, unit_id, actor) = rest[:-3], rest[-3:]
    battle.tell(Reacted(unit_id, option, battle.unit(unit_id).used + 1, actor))
    moving = option in (COUNTER, RIDE, REFORM, EVADE)
    begin_reaction(battle, unit_id, "reaction", moving=moving)
    match option:
        case "shoot":
            battle.then(react_shoot, unit_id, actor)
        case "stand_and_shoot":
            battle.then(stand_and_shoot, unit_id, actor, length, 0)
        case "mixed":
            battle.then(stand_and_shoot, unit_id, actor, length, 1, brace, unit_id, "part")
        case "brace":
            battle.then(brace, unit_id, "whole")
        case "counter_charge":
            battle.then(counter_charge, unit_id, actor, length)
        case "charge":
            battle.then(reaction_charge, unit_id, actor)
        case "evade":
            battle.then(evade, unit_id, actor)
        case "reform":
            battle.then(reform, unit_id)
    if moving:
        battle.then(end_move, unit_id, settle_quality, unit_id)
    battle.then(offer, trigger, target, length, "", *actors)


def penalty(battle: PikeBattle) -> int:
    return int(battle.option("reaction_penalty"))


# --- fire and pikes ---


@rule("PS-REACT-05", "PS-REACT-07")
def react_shoot(battle: PikeBattle, unit_id: str, actor: str) -> None:
    """A volley at the unit that passes or has shot."""
    seen = aim(battle.field, battle.unit(unit_id), battle.unit(actor))
    fire(battle, unit_id, actor, seen, penalty(battle))


@rule("PS-REACT-11", "PS-REACT-07", "PS-BRACE-02")
def stand_and_shoot(battle: PikeBattle, unit_id: str, actor: str, length: int, but_pikes: int) -> None:
    field = battle.field
    seen = aim_at_charger(field, battle.unit(unit_id), battle.unit(actor), length, bool(but_pikes))
    fire(battle, unit_id, actor, seen, penalty(battle))


@rule("PS-REACT-15", "PS-BRACE-01", "PS-BRACE-02")
def brace(battle: PikeBattle, unit_id: str, how: Arg) -> None:
    """No test: an impulse for close combat."""
    unit = battle.unit(unit_id)
    if unit.status == "ready" and not unit.routing:
        battle.change(unit_id, braced=how)
        battle.tell(Braced(unit_id, how == "whole"))


# --- feet and hooves ---


@rule("PS-REACT-12", "PS-REACT-07")
def counter_charge(battle: PikeBattle, unit_id: str, actor: str, length: int) -> None:
    """Straight on to meet the charger, half-way if both get there; with 0 MP it is caught standing."""
    points = movement_test(battle, unit_id, "charge", penalty=penalty(battle))
    if points < 1:
        battle.tell(ReactionFailed(unit_id, COUNTER))
        return
    field, unit = battle.field, battle.unit(unit_id)
    most = points * longest(field, unit, heading_of(unit))
    way = straight(field, unit, heading_of(unit), most, contact=True)
    ahead = way.distance
    half = -(-way.distance // 2)
    if actor in way.hits and length >= half:
        ahead = half
    battle.change(unit_id, countered=True)
    if ahead < way.distance or not way.hits:
        if ahead:
            advance(battle, unit_id, ahead, COUNTER)
    else:
        close_in(battle, unit_id, most, COUNTER)


@rule("PS-REACT-13", "PS-REACT-07")
def reaction_charge(battle: PikeBattle, unit_id: str, actor: str) -> None:
    """Straight on into contact; the reactor is the attacker, and the interrupted unit's move ends there."""
    points = movement_test(battle, unit_id, "charge", penalty=penalty(battle))
    field, unit = battle.field, battle.unit(unit_id)
    most = points * longest(field, unit, heading_of(unit))
    if most < 1:
        battle.tell(ReactionFailed(unit_id, RIDE))
        return
    way = straight(field, unit, heading_of(unit), most, contact=True)
    if not way.hits:
        if way.distance:
            advance(battle, unit_id, way.distance, "reaction_charge")
        battle.tell(ReactionFailed(unit_id, RIDE))
        return
    mark_surprised(battle, unit_id, way.hits)
    if not close_in(battle, unit_id, most, "reaction_charge"):
        battle.then(charge_over, unit_id)
        return
    for one in way.hits:
        battle.change(one, mp=0)
    battle.then(strike, unit_id)


@rule("PS-REACT-14", "PS-REACT-07", "PS-MAN-09")
def evade(battle: PikeBattle, unit_id: str, actor: str) -> None:
    """One MP turns it away from the threat (evaders turn free), each further one moves it M that way."""
    points = movement_test(battle, unit_id, "straight", penalty=penalty(battle))
    if points < 1 or not turn_away(battle, unit_id, battle.unit(actor)):
        battle.tell(ReactionFailed(unit_id, EVADE))
        return
    battle.change(unit_id, evaded=True)
    free = battle.field.has(battle.unit(unit_id), "evader")
    for _ in range(points if free else points - 1):
        length = way_off(battle.field, battle.unit(unit_id))
        if length:
            advance(battle, unit_id, length, EVADE)


@clause("PS-REACT-14", "PS-MOVE-11")
def way_off(field: Field, unit: Unit) -> int:
    """How far one MP takes an evader: M, or to 0.1 inch short of what it may not cross (light troops cross friends)."""
    heading, gap = heading_of(unit), field.parameters.contact_gap
    most = longest(field, unit, heading)
    for through in (True, False) if field.has(unit, "light") else (False,):
        way = straight(field, unit, heading, most, contact=False, through=through).distance
        if way < most:
            beyond = [base.shape for base in moved(unit, way + gap)]
            if not on_table(field.setup, beyond) or in_the_way(field, unit, beyond):
                way = max(0, way - gap)
        if not in_the_way(field, unit, [base.shape for base in moved(unit, way)]):
            return way
    return 0


@clause("PS-REACT-14")
def turn_away(battle: PikeBattle, unit_id: str, threat: Unit) -> bool:
    """The whole unit about its centroid, to face away along the line from the threat's; False: no room."""
    unit, field = battle.unit(unit_id), battle.field
    heading = heading_to(threat.centroid, unit.centroid)
    bases = rigid_turn(unit.bases, turn_to(heading_of(unit), heading), unit.centroid)
    shapes = [base.shape for base in bases]
    if not on_table(field.setup, shapes) or in_the_way(field, unit, shapes):
        return False
    put(battle, unit_id, bases)
    return True


# --- re-forming ---


@rule("PS-REACT-05", "PS-REACT-07")
def reform(battle: PikeBattle, unit_id: str) -> None:
    """A movement test whose points go into a manoeuvre."""
    if movement_test(battle, unit_id, "reform", penalty=penalty(battle)) < 1:
        battle.tell(ReactionFailed(unit_id, REFORM))
    battle.then(reform_steps, unit_id)


@rule("PS-REACT-09")
def reform_steps(battle: PikeBattle, unit_id: str) -> None:
    """Step by step, without windows of its own."""
    unit = battle.unit(unit_id)
    if unit.status == "ready" and unit.mp > 0 and not unit.routing:
        battle.ask("step", battle.seat(unit_id), unit_id, then=reform_stepped)


@rule("PS-REACT-05")
def reform_stepped(battle: PikeBattle, unit_id: str, verb: Arg, *words: Arg) -> None:
    if verb == "manoeuvre":
        open_plan(battle, unit_id, check_open(battle.field, battle.unit(unit_id), words))
    elif verb == "go_on":
        shift(battle, unit_id)
    else:
        battle.change(unit_id, mp=0)
    battle.then(reform_steps, unit_id)
