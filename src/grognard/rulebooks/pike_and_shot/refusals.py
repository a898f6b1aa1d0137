"""Why a volley or a reaction is not possible, and what would be (chapter Bad input)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot import reactions
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.reactions import CHARGE, PASS, SHOT
from grognard.rulebooks.pike_and_shot.seeing import (
    FRONT_ZONE,
    Sight,
    apart,
    in_zone_of,
    points_in_zone,
    sees,
    zone,
)
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.space.measure import gap
from grognard.space.outline import Edge, Outline
from grognard.space.pose import decimal

AGAINST_CHARGE = (
    reactions.STAND_AND_SHOOT,
    reactions.COUNTER,
    reactions.BRACE,
    reactions.MIXED,
    reactions.EVADE,
)
AGAINST_OTHERS = (reactions.SHOOT, reactions.RIDE, reactions.REFORM, reactions.EVADE)
DOES: Mapping[str, Text] = {
    reactions.STAND_AND_SHOOT: T("stand and shoot"),
    reactions.COUNTER: T("counter-charge"),
    reactions.BRACE: T("brace"),
    reactions.MIXED: T("brace its pikes and fire its shot"),
    reactions.EVADE: T("evade"),
    reactions.SHOOT: T("shoot"),
    reactions.RIDE: T("charge"),
    reactions.REFORM: T("re-form"),
}
"""After "can't"."""


# --- volleys ---


@clause("PS-SHOT-01", "PS-VIS-01")
def why_no_shot(field: Field, unit: Unit, target_id: str) -> Text:
    """Why no base of a unit shoots at a target: which bases fail, and why."""
    if target_id not in {enemy.id for enemy in field.enemies(unit.id)}:
        return T("it is no enemy unit on the table")
    target = field.unit(target_id)
    if touched(field, unit):
        return T("the shooters are in contact with an enemy")
    if unit.hanging is not None:
        return T("the shooters hang in an unfinished manoeuvre")
    if touched(field, target):
        return T("it is in contact with a friend")
    return T("{faults}", faults=tuple(_faults(field, unit, target)))


def _faults(field: Field, unit: Unit, target: Unit) -> Iterator[Text]:
    """Bases counted from 1, by what keeps them from shooting."""
    found: dict[str, list[int]] = {}
    sight = Sight(field, unit, target)
    for i in range(len(unit.bases)):
        found.setdefault(_fault(field, sight, i), []).append(i + 1)
    words = {
        "weapon": T("no weapon: base {bases}", bases=tuple(found.get("weapon", ()))),
        "range": T("out of range: base {bases}", bases=tuple(found.get("range", ()))),
        "zone": T("not in the zone: base {bases}", bases=tuple(found.get("zone", ()))),
        "sight": T("no line of sight: base {bases}", bases=tuple(found.get("sight", ()))),
    }
    return (text for key, text in words.items() if key in found)


def _fault(field: Field, sight: Sight, index: int) -> str:
    base, unit = sight.unit.shapes[index], sight.unit
    weapon, angle = field.type_of(unit.bases[index]).max, zone(field, unit, index)
    if weapon is None:
        return "weapon"
    start = Outline(base.edge(Edge.FRONT)) if angle <= FRONT_ZONE else base
    near = [shape for shape in sight.target.shapes if gap(start, shape) <= weapon.range]
    if not near:
        return "range"
    return "sight" if any(points_in_zone(base, angle, shape) for shape in near) else "zone"


# --- reactions ---


@clause("PS-REACT-03", "PS-REACT-04", "PS-REACT-05", "PS-REACT-06", "PS-BRACE-02")
def refuse_reaction(
    field: Field, seat: str, trigger: str, actors: Sequence[str], order: Order, able: Sequence[Order]
) -> NoReturn:
    """Say why ``order`` (option, unit, enemy) can't be given; ``able``: what can."""
    hint = T("choose {options}", options=tuple(" ".join(map(str, one)) for one in able))
    words = [str(word) for word in order]
    if len(words) != 3 or words[2] not in actors:
        raise Refused("PS-REACT-05", T("'{order}' is no reaction to this", order=" ".join(words)), hint)
    option, unit_id, actor = words
    own = {unit.id for unit in field.enemies(actor) if field.seat(unit.id) == seat}
    if unit_id not in own:
        raise Refused("PS-REACT-08", T("'{unit}' is no unit of '{seat}'", unit=unit_id, seat=seat), hint)
    unit, other = field.unit(unit_id), field.unit(actor)
    clause_id, why = _why_no_reaction(field, unit, other, trigger, option)
    does = DOES.get(option, Text("{option}", {"option": option}))
    raise Refused(clause_id, T("'{unit}' can't {option}: {why}", unit=unit_id, option=does, why=why), hint)


def _why_no_reaction(field: Field, unit: Unit, other: Unit, trigger: str, option: str) -> tuple[str, Text]:
    if option not in (AGAINST_CHARGE if trigger == CHARGE else AGAINST_OTHERS):
        return "PS-REACT-05", _no_answer(trigger)
    if unit.routing:
        return "PS-REACT-03", T("it is routing")
    if unit.left < 1:
        return "PS-REACT-03", T("it has no impulse left")
    if not in_zone_of(field, unit, other):
        return "PS-REACT-06", T("the enemy is not in its zone of visibility")
    if not sees(field, unit, other):
        return "PS-REACT-03", T("it does not see the enemy")
    if touched(field, unit) and option != reactions.BRACE:
        return "PS-REACT-03", T("it is in contact with an enemy")
    return _why_not_so(field, unit, other, option)


def _no_answer(trigger: str) -> Text:
    return {
        CHARGE: T("that is no answer to a charge"),
        PASS: T("that is no answer to a unit that passes"),
        SHOT: T("that is no answer to a volley"),
    }[trigger]


def _why_not_so(field: Field, unit: Unit, other: Unit, option: str) -> tuple[str, Text]:
    if option == reactions.MIXED and not any(field.is_pike(base) for base in unit.bases):
        return "PS-BRACE-02", T("it has no pikes")
    if option in (reactions.BRACE, reactions.MIXED) and not field.formation(unit).may_brace:
        return "PS-MAN-07", T("it hangs in an unfinished manoeuvre")
    if option in (reactions.SHOOT, reactions.STAND_AND_SHOOT, reactions.MIXED):
        return "PS-SHOT-01", why_no_shot(field, unit, other.id)
    far, reach = apart(unit, other), reactions.reach(field, unit)
    if far > reach:
        return "PS-REACT-04", T(
            "{far}″ is out of its reach of {reach}″", far=decimal(far), reach=decimal(reach)
        )
    if not reactions.may_move(field, unit):
        return "PS-REACT-03", T("it can't advance as it stands")
    if option == reactions.COUNTER:
        return "PS-REACT-12", T("its front would not cross the charger's way")
    return "PS-REACT-05", T("the enemy's move does not threaten it, or the way to him is not free")
