"""What is told of contact before it is made: who is in reach, who may react, how all come out of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot import fates, reactions, steps
from grognard.rulebooks.pike_and_shot.combat import damage, impact_roll, strength
from grognard.rulebooks.pike_and_shot.decisions_base import BANDS, chances
from grognard.rulebooks.pike_and_shot.fates import Arrival, Ends, Fights, Spread
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.going import longest, rough, straight
from grognard.rulebooks.pike_and_shot.model import PikeSetup, Unit
from grognard.rulebooks.pike_and_shot.rolls import odds
from grognard.rulebooks.pike_and_shot.seeing import in_zone_of
from grognard.space.pose import decimal

Lines = tuple[Text, ...]

REACTIONS: Mapping[str, Text] = {
    "stand_and_shoot": T("stand and shoot"),
    "counter_charge": T("counter-charge"),
    "brace": T("brace"),
    "mixed": T("brace and shoot"),
    "evade": T("evade"),
    "shoot": T("shoot"),
    "charge": T("charge"),
    "reform": T("re-form"),
}
"""Reactions that an enemy may choose from."""


# --- words ----------------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """A chance in whole hundredths; what is neither sure nor impossible is not told as if it were."""
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 < share < 0.999999 else f"{round(100 * share)}%"


def _one(setup: PikeSetup, at: Spread, before: Unit, only: str = "") -> Text:
    """A unit and the chances of how it comes out; ``only``: of one way alone."""
    found = fates.fates(setup, at, before)
    shown = {only: found.get(only, 0.0)} if only else found
    words = tuple(_fate(fate, percent(share)) for fate, share in shown.items())
    return Text("{unit} {fates}", {"unit": before.id, "fates": words})


def _fate(fate: str, chance: str) -> Text:
    return {
        fates.HOLDS: T("holds {chance}", chance=chance),
        fates.SHAKEN: T("shaken {chance}", chance=chance),
        fates.LOSES: T("loses a base {chance}", chance=chance),
        fates.ROUTS: T("routs {chance}", chance=chance),
    }[fate]


def told(setup: PikeSetup, ends: Ends, *units: Unit, only: str = "") -> Text:
    """How each of some units comes out, as it was before."""
    every = {f"unit_{i}": _one(setup, ends[unit.id], unit, only) for i, unit in enumerate(units)}
    return Text("; ".join(f"{{{name}}}" for name in every), every)


def blows(field: Field, unit: Unit, enemy: Unit, kind: str) -> Text:
    """DP dealt and taken by each result of the roller."""
    mine = strength(field, unit, enemy, "melee" if kind == "melee" else "attack").strength
    theirs = strength(field, enemy, unit, "melee" if kind == "melee" else "defence").strength
    taken_dealt = {band: damage(field, mine, theirs, band) for band in BANDS}
    results = {band: f"{dealt}/{taken}" for band, (taken, dealt) in taken_dealt.items()}
    return T("{enemy}: DP dealt/taken on bad {bad}, normal {normal}, good {good}", enemy=enemy.id, **results)


# --- a charge that gets home ------------------------------------------------------------------------------


class Charge(NamedTuple):
    """A step into contact: the field with the charger where the step begins, its length and whom it meets. ``loads``:
    DP that it may have more by then, each with its chance."""

    field: Field
    length: int
    hits: tuple[str, ...]
    loads: fates.Loads = fates.AS_IT_IS


def marked(field: Field, unit: Unit, hits: Iterable[str]) -> Field:
    """The charger on its way, and who doesn't see it coming (PS-REACT-06)."""
    met = [replace(one, surprised=not in_zone_of(field, one, unit)) for one in map(field.unit, hits)]
    return field.put(unit, *met)


def ends(
    fights: Fights, found: Iterable[Arrival], *unit_ids: str, loads: fates.Loads = fates.AS_IT_IS
) -> Ends:
    """How some units come out, whichever way the charge comes to its end; ``loads`` are those of the first."""
    every: Ends = {one: {} for one in unit_ids}
    for arrived in found:
        field, striker = arrived.field, arrived.striker
        at = fates.loaded(arrived, unit_ids, loads)
        enemies = fates.struck(field, field.unit(striker)) if striker else ()
        for enemy in enemies if len(enemies) > 1 else ():
            at = fights.impact(at, striker, enemy)
        last = fights.last_impact(at, striker, enemies[0]) if len(enemies) == 1 else {}
        for one in unit_ids:
            fates.added(every[one], last.get(one, at))
    return every


def shock(fights: Fights, unit: Unit, one: Charge) -> Preview:
    """Blows, the charger's chances, how both sides come out if nobody reacts, and with each reaction."""
    setup, before = one.field.setup, [unit, *map(one.field.unit, one.hits)]
    home = next(fates.arrivals(one.field, fates.home(unit.id, one.length)))
    if not home.striker:
        return Preview((T("cannot close in, and would stop short"),))
    there = home.field.unit(unit.id)
    met = fates.struck(home.field, there)
    at = fates.loaded(home, [two.id for two in before], one.loads)
    for enemy in met:
        at = fights.impact(at, unit.id, enemy)
    outcome = told(setup, dict.fromkeys((two.id for two in before), at), *before)
    lines = [blows(home.field, there, home.field.unit(two), "impact") for two in met]
    lines.append(T("impact: {outcome}", outcome=outcome))
    if len(met) != 1:
        return Preview(tuple(lines))
    lines += _fight_on(fights, at, *before)
    lines += _answered(fights, one, home, *before)
    return chances(home.field, impact_roll(home.field, there, home.field.unit(met[0])), *lines)


def _fight_on(fights: Fights, at: Spread, unit: Unit, enemy: Unit) -> Iterator[Text]:
    """The melee that the charger may begin at once, if it has an impulse left."""
    if unit.left > 0:
        found = fights.fight_on(at, unit.id, enemy.id)
        yield T("and a melee at once: {outcome}", outcome=told(fights.setup, found, unit, enemy))


def _answered(fights: Fights, one: Charge, home: Arrival, unit: Unit, enemy: Unit) -> Iterator[Text]:
    """How it ends with each reaction of the one who is charged; an evasion has no end that could be foreseen."""
    there = one.field.unit(unit.id)
    for option in reactions.options(one.field, enemy, reactions.CHARGE, "", one.length, there):
        if option != reactions.EVADE:
            found = _met(fights, one, home, (unit.id, enemy.id), option)
            outcome = told(fights.setup, found, unit, enemy, only=fates.ROUTS)
            yield T("{reaction}: {outcome}", reaction=REACTIONS[option], outcome=outcome)


def _met(fights: Fights, one: Charge, home: Arrival, ids: tuple[str, str], option: str) -> Ends:
    """How charger and charged come out with a reaction."""
    charger, stander = ids
    order = option, stander, charger
    react = fates.reaction(one.field.seat(stander), reactions.CHARGE, one.length, order, charger)
    agenda = fates.home(charger, one.length), react
    if option == reactions.COUNTER:
        return ends(fights, fates.arrivals(one.field, *agenda), *ids, loads=one.loads)
    found = fights.stood(home, one.field, one.length, option, ids, one.loads)
    if found is not None:
        return found
    every: Ends = {charger: {}, stander: {}}
    for dp, share in one.loads:
        unit = one.field.unit(charger)
        field = one.field.put(replace(unit, dp=unit.dp + dp))
        for name, spread in ends(fights, fates.arrivals(field, *agenda), *ids).items():
            fates.added(every[name], spread, share)
    return every


def may_react(after: Field, unit: Unit, there: Unit, trigger: str, length: int) -> Iterator[Text]:
    """Enemies who could do something about a step, as far as one can see."""
    for enemy in after.enemies(unit.id):
        found = reactions.options(after, enemy, trigger, "", length, there)
        if found:
            words = tuple(REACTIONS[one] for one in found)
            yield T("{enemy} may react: {options}", enemy=enemy.id, options=words)


# --- whether it gets home -----------------------------------------------------------------------------------


class Run(NamedTuple):
    """A charge straight on, step by step as far as each goes: how far in all, the move points that it takes, the last
    step (None: it meets nobody), and the places where it stood on the way."""

    distance: int
    points: int
    last: Charge | None
    stops: tuple[Field, ...]


def run(field: Field, unit: Unit) -> Run:
    """Straight on with as many move points as there can be."""
    light, heading, gone = field.has(unit, "light"), steps.heading_of(unit), 0
    stops: list[Field] = []
    for points in range(1, max(steps.movement(field).points.values()) + 1):
        stride = longest(field, unit, heading)
        way = straight(field, unit, heading, stride, contact=True, through=light) if stride else None
        if way is None or (way.distance < 1 and not way.hits):
            break
        gone += way.distance
        if way.hits:
            last = Charge(marked(field, unit, way.hits), stride, way.hits)
            return Run(gone, points, last, tuple(stops))
        unit = _roughened(field, unit, way.distance)
        field = field.put(unit)
        stops.append(field)
    return Run(gone, len(stops), None, tuple(stops))


def _roughened(field: Field, unit: Unit, length: int) -> Unit:
    """The unit after a step, with the DP that rough ground hangs on it (PS-MOVE-10)."""
    after = steps.moved(unit, length)
    found = "" if unit.rough else rough(field, unit, unit.shapes, [base.shape for base in after])
    return replace(unit, bases=after, rough=unit.rough or bool(found), dp=unit.dp + bool(found))


def of_charge(field: Field, spent: Unit) -> Preview:
    """Whether a charge straight on gets home, how probably, what it may draw and how the clash ends."""
    unit = replace(spent, mode="charge")
    rolled = chances(field, steps.move_roll(field, spent))
    gone = run(field, unit)
    lines = [line for stop in gone.stops for line in _drawn(stop, unit)]
    if gone.last is None:
        nobody = T("nobody to charge straight ahead within {distance}″", distance=decimal(gone.distance))
        return Preview((nobody, *lines), rolled.chances)
    last = gone.last
    reach = T(
        "contact with {enemies} after {distance}″ (move points: {points}): {chance}",
        enemies=last.hits,
        distance=decimal(gone.distance),
        points=gone.points,
        chance=percent(_gets_home(field, spent, gone)),
    )
    refused = _refused(last.field, last.field.unit(unit.id), last.length)
    if refused is not None:
        return Preview((reach, refused), rolled.chances)
    lines += may_react(last.field, unit, last.field.unit(unit.id), reactions.CHARGE, last.length)
    clash = shock(Fights.of(field), spent, last._replace(loads=_loads(field, spent, gone)))
    return Preview((reach, *lines, *clash.lines), rolled.chances)


def _refused(field: Field, unit: Unit, length: int) -> Text | None:
    """Why the last step may not be taken, such as by the order of its command."""
    try:
        steps.check_advance(field, unit, length)
    except Refused as refused:
        return refused.reason
    return None


def _drawn(stop: Field, unit: Unit) -> Iterator[Text]:
    return may_react(stop, unit, stop.unit(unit.id), reactions.PASS, 0)


def _gets_home(field: Field, unit: Unit, gone: Run) -> float:
    table = steps.movement(field).points
    found = odds(field, steps.move_roll(field, unit))
    return sum(share for band, share in found.items() if table[band] >= gone.points)


def _loads(field: Field, unit: Unit, gone: Run) -> fates.Loads:
    """A good result hangs a DP; only those count that bring the charger so far."""
    table = steps.movement(field)
    total = _gets_home(field, unit, gone)
    return tuple(
        (table.good_dp if band == "good" else 0, share / total)
        for band, share in odds(field, steps.move_roll(field, unit)).items()
        if table.points[band] >= gone.points
    )
