"""Impact and melee: strengths, the test, DP on both sides (chapters Close combat, Impact, brace, melee)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import Contact, Fought, Replied, Struck
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.going import kind, terrain_at
from grognard.rulebooks.pike_and_shot.impulses import begin_reaction
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.morale import panic
from grognard.rulebooks.pike_and_shot.rolls import Roll, roll_of, rounded, throw
from grognard.rulebooks.pike_and_shot.shooting import ignores_disorder
from grognard.rulebooks.pike_and_shot.touch import (
    depth,
    fighting,
    opponents,
    pairs,
    strikes_flank,
    supporting,
    touched,
)
from grognard.space.outline import Edge

Role: TypeAlias = Literal["attack", "defence", "melee"]


# --- strengths ---


@clause("PS-HTH-04", "PS-IMPACT-01", "PS-MELEE-01", "PS-REACT-12")
def value(field: Field, unit: Unit, index: int, role: Role) -> int:
    """One base's strength in halves; whoever counter-charged uses the higher of attack and defence."""
    one = field.type_of(unit.bases[index])
    if role == "melee":
        return one.mel
    if unit.countered:
        return max(one.att, one.defence)
    return one.att if role == "attack" else one.defence


@clause("PS-HTH-06", "PS-HTH-07", "PS-HTH-12", "PS-HTH-13", "PS-IMPACT-02", "PS-IMPACT-04", "PS-BRACE-01")
def strength(field: Field, unit: Unit, enemy: Unit, role: Role) -> Struck:
    """One side of a fight. A routing unit, or one of which no base fights, deals nothing."""
    fights, supports = fighting(field, unit, enemy), supporting(field, unit, enemy)
    if unit.routing or not fights:
        return Struck(unit.id, (), (), 0, 0, 0, 0, 0)
    deep = depth(field, unit, enemy) if role != "melee" else 0
    flank = flank_bonus(field, unit, enemy) if role == "attack" else 0
    brace = brace_bonus(field, unit, (*fights, *supports)) if role == "defence" else 0
    total = sum(value(field, unit, i, role) for i in supports) + _fighters(field, unit, enemy, fights, role)
    return Struck(unit.id, fights, supports, deep, flank, brace, total + deep + flank + brace, 0)


@clause("PS-HTH-16")
def _fighters(field: Field, unit: Unit, enemy: Unit, fights: Sequence[int], role: Role) -> int:
    """Full strength on whatever edge (option ``flank_halving``: half of those touched on flanks and rear only)."""
    if not field.is_on("flank_halving"):
        return sum(value(field, unit, i, role) for i in fights)
    fronts = {p.own for p in pairs(field, unit, enemy) if p.contact.edge is Edge.FRONT}
    full = sum(value(field, unit, i, role) for i in fights if i in fronts)
    rest = sum(value(field, unit, i, role) for i in fights if i not in fronts)
    return full + (rest + 1) // 2


@clause("PS-IMPACT-04")
def flank_bonus(field: Field, attacker: Unit, defender: Unit) -> int:
    return field.parameters.flank_bonus if strikes_flank(field, attacker, defender) else 0


@clause("PS-BRACE-01", "PS-BRACE-02", "PS-BRACE-03")
def brace_bonus(field: Field, unit: Unit, taking_part: Sequence[int]) -> int:
    """Halves of impact defence for each braced base that fights or supports."""
    if field.option("brace_effect") == "enemy_die":
        return 0
    return field.parameters.brace_defence * sum(is_braced(field, unit, i) for i in taking_part)


@clause("PS-BRACE-02")
def is_braced(field: Field, unit: Unit, index: int) -> bool:
    """The pikes of a part brace, all bases of a whole one."""
    return unit.braced == "whole" or (unit.braced == "part" and field.is_pike(unit.bases[index]))


@clause("PS-BRACE-01", "PS-BRACE-03")
def brace_die(field: Field, unit: Unit, taking_part: Sequence[int]) -> bool:
    """The attacker's extra die needs all fighting and supporting bases braced (``brace_share``)."""
    if field.option("brace_effect") == "defence" or not unit.braced or not taking_part:
        return False
    braced = sum(is_braced(field, unit, i) for i in taking_part)
    return braced * 100 >= len(taking_part) * field.parameters.brace_share


# --- the test ---


@clause("PS-HTH-10", "PS-REACT-06", "PS-REACT-14")
def without_impulses(field: Field, unit: Unit, *, at_impact: bool) -> bool:
    """At a disadvantage: no impulse left, routing, or at impact charged unseen, hanging or caught evading."""
    if field.option("no_impulse_penalty") == "none":
        return False
    if unit.routing or (at_impact and unit.evaded):
        return True
    if unit.replied or (at_impact and (unit.braced or unit.countered)):
        return False
    return unit.left == 0 or (at_impact and (unit.surprised or unit.hanging is not None))


@clause("PS-HTH-08")
def fight_roll(
    field: Field, kind: str, unit: Unit, enemy: Unit, worst: Sequence[str | bool], best: Sequence[str | bool]
) -> Roll:
    own = 0 if ignores_disorder(field, unit) else unit.dp
    return roll_of(field, kind, worst=worst, best=best, disorder=-own, enemy_disorder=enemy.dp)


@clause("PS-HTH-08", "PS-HTH-10", "PS-IMPACT-03", "PS-IMPACT-05", "PS-FORM-05", "PS-BRACE-01")
def impact_roll(field: Field, attacker: Unit, defender: Unit) -> Roll:
    """Several obstacles count once; a laager is one of them."""
    taking_part = (*fighting(field, defender, attacker), *supporting(field, defender, attacker))
    worst = [without_impulses(field, defender, at_impact=True) and "no_impulses"]
    best = [
        brace_die(field, defender, taking_part) and "braced",
        obstacle(field, attacker, defender),
    ]
    return fight_roll(field, "impact", attacker, defender, worst, best)


@clause("PS-IMPACT-03", "PS-FORM-05")
def obstacle(field: Field, attacker: Unit, defender: Unit) -> str:
    """What the attacker has to get over; "" for nothing."""
    if field.formation(defender).impact_enemy_die:
        return "laager"
    return "obstacle" if is_defended(field, attacker, defender) else ""


@clause("PS-IMPACT-05")
def is_defended(field: Field, attacker: Unit, defender: Unit) -> bool:
    """The attacker crossed the edge of a defended obstacle, or stands outside one that holds half the defenders."""
    if attacker.crossed:
        return True
    fights = fighting(field, defender, attacker)
    for piece in field.setup.terrain:
        if kind(field, piece).defend:
            inside = sum(piece in terrain_at(field.setup, defender.shapes[i].at) for i in fights)
            outside = all(piece not in terrain_at(field.setup, shape.at) for shape in attacker.shapes)
            if inside and 2 * inside >= len(fights) and outside:
                return True
    return False


@clause("PS-MELEE-03", "PS-MELEE-04", "PS-HTH-10")
def melee_roll(field: Field, unit: Unit, enemy: Unit, *, fights: bool) -> Roll:
    """``fights``: the impulse is used for close combat itself."""
    worst = [fights and "fight", without_impulses(field, enemy, at_impact=False) and "no_impulses"]
    return fight_roll(field, "melee", unit, enemy, worst, [enemy.replied and "reply"])


@clause("PS-HTH-09", "PS-DICE-07")
def damage(field: Field, roller: int, other: int, band: str) -> tuple[int, int]:
    """DP that the roller takes and that it deals, from the two strengths (halves)."""
    parameters = field.parameters
    return (
        rounded(field, other * parameters.taken[band], 4),
        rounded(field, roller * parameters.dealt[band], 4),
    )


def _strike(battle: PikeBattle, kind: str, roll: Roll, roller: Struck, other: Struck) -> None:
    """Roll, put DP on both at once, and let both test: first the one that did not roll (PS-HTH-11)."""
    band = throw(battle, roller.unit, roll)
    taken, dealt = damage(battle.field, roller.strength, other.strength, band)
    for unit_id, dp in ((roller.unit, taken), (other.unit, dealt)):
        battle.change(unit_id, dp=battle.unit(unit_id).dp + dp)
    if battle.listening:
        battle.tell(Fought(kind, _with(roller, taken), _with(other, dealt), band))
    if dealt:
        battle.then(panic, other.unit, kind)
    if taken:
        battle.then(panic, roller.unit, kind)


def _with(struck: Struck, dp: int) -> Struck:
    return Struck(
        struck.unit,
        struck.fighting,
        struck.supporting,
        struck.depth,
        struck.flank,
        struck.brace,
        struck.strength,
        dp,
    )


def both_stand(battle: PikeBattle, one: str, other: str) -> bool:
    """Both are on the table and still touch."""
    if not (battle.stands(one) and battle.stands(other)):
        return False
    return other in touched(battle.field, battle.unit(one))


# --- impact ---


@rule("PS-HTH-01", "PS-HTH-02", "PS-HTH-11", "PS-HTH-15", "PS-IMPACT-01", "PS-MOVE-14")
def impact(battle: PikeBattle, attacker: str, defender: str) -> None:
    """The shock at the end of the impulse that made contact; the attacker rolls."""
    if not both_stand(battle, attacker, defender):
        return
    field = battle.field
    one, other = battle.unit(attacker), battle.unit(defender)
    tell_contact(battle, one, other)
    roll = impact_roll(field, one, other)
    _strike(
        battle, "impact", roll, strength(field, one, other, "attack"), strength(field, other, one, "defence")
    )


def tell_contact(battle: PikeBattle, unit: Unit, enemy: Unit) -> None:
    if battle.listening:
        found = tuple(
            (p.own, p.other, p.contact.edge.value, p.contact.other.value, p.contact.width)
            for p in pairs(battle.field, unit, enemy)
        )
        battle.tell(Contact(unit.id, enemy.id, found))


@rule("PS-HTH-07")
def settle_faces(battle: PikeBattle, unit_id: str) -> None:
    """The owner says whom a base fights that touches two enemies alike."""
    if not battle.stands(unit_id):
        return
    unit = battle.unit(unit_id)
    for i in range(len(unit.bases)):
        if len(opponents(battle.field, unit, i)) > 1:
            battle.ask("face", battle.seat(unit_id), unit_id, i, then=face_settled)


@rule("PS-HTH-07")
def face_settled(battle: PikeBattle, unit_id: str, index: int, enemy: Arg) -> None:
    kept = tuple(one for one in battle.unit(unit_id).faces if one[0] != index)
    battle.change(unit_id, faces=(*kept, (index, str(enemy))))


# --- melee ---


@rule("PS-HTH-03", "PS-HTH-15", "PS-MELEE-02", "PS-MELEE-03")
def melees(battle: PikeBattle, unit_id: str, use: str) -> None:
    """A unit in contact that uses an impulse fights every enemy it touches. ``use``: fight, or move."""
    unit = battle.unit(unit_id)
    enemies = touched(battle.field, unit)
    battle.change(unit_id, melee=enemies)
    battle.then(settle_faces, unit_id)
    battle.each(settle_faces, enemies)
    battle.then(next_melee, unit_id, use)


@rule("PS-HTH-15")
def next_melee(battle: PikeBattle, unit_id: str, use: str) -> None:
    """One test for each enemy, in the order that the acting seat likes."""
    unit = battle.unit(unit_id)
    left = tuple(one for one in unit.melee if both_stand(battle, unit_id, one))
    battle.change(unit_id, melee=left)
    if left and not (unit.routing and use != "rout"):
        battle.ask("fight_next", battle.seat(unit_id), unit_id, use, then=melee_with)


@rule("PS-HTH-03", "PS-MELEE-04")
def melee_with(battle: PikeBattle, unit_id: str, use: str, enemy: Arg) -> None:
    left = tuple(one for one in battle.unit(unit_id).melee if one != enemy)
    battle.change(unit_id, melee=left)
    other = battle.unit(str(enemy))
    if other.left and not other.routing:
        battle.ask("reply", battle.seat(other.id), other.id, unit_id, then=replied)
    battle.then(melee, unit_id, other.id, use, next_melee, unit_id, use)


@rule("PS-MELEE-04", "PS-IMP-04")
def replied(battle: PikeBattle, unit_id: str, against: str, verb: Arg) -> None:
    """The opponent spends an impulse of its own, or doesn't."""
    if verb == "reply":
        begin_reaction(battle, unit_id, "reply")
        battle.change(unit_id, replied=True)
        battle.tell(Replied(unit_id, against))


@rule("PS-MELEE-01", "PS-MELEE-03", "PS-HTH-09", "PS-HTH-11")
def melee(battle: PikeBattle, unit_id: str, enemy: str, use: str) -> None:
    """The unit that used the impulse rolls."""
    if not both_stand(battle, unit_id, enemy):
        return
    field = battle.field
    one, other = battle.unit(unit_id), battle.unit(enemy)
    roll = melee_roll(field, one, other, fights=use == "fight")
    _strike(battle, "melee", roll, strength(field, one, other, "melee"), strength(field, other, one, "melee"))
    battle.change(enemy, replied=False)
