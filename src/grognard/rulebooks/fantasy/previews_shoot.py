"""What a shot would come to: what it needs and why, who falls, whether that calls for a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.locale import Name, T, Text
from grognard.rulebooks.fantasy import machines, shooting
from grognard.rulebooks.fantasy.aiming import Aim, aim
from grognard.rulebooks.fantasy.attacks import losses
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.leadership import leadership, takes_tests
from grognard.rulebooks.fantasy.model import Unit, UnitOrder
from grognard.rulebooks.fantasy.ordnance import gun_die
from grognard.rulebooks.fantasy.previews_fight import cells, fall_words, tenth
from grognard.rulebooks.fantasy.prospects import Odds, gun_harm, volley_odds
from grognard.rulebooks.fantasy.spell_words import signed
from grognard.rulebooks.fantasy.words_names import spell_name, unit_name
from grognard.rulebooks.fantasy.words_shoot import SHOT_ITEMS

WORTH_TELLING = Fraction(1, 20)
"""Wounds on average below which nothing is said of a unit that a bomb may strike."""


@clause("FA-ORD-06", "FA-SHO-06")
def of_shot(field: Field, unit: Unit, order: UnitOrder) -> Preview:
    """At the first target of its list that may be shot at now, else at the nearest."""
    moving = order.word == "move_and_shoot"
    wanted = (one for one in order.targets if not shooting.why_not(field, unit.id, one, moving))
    target = next(wanted, "") or next(iter(shooting.targets(field, unit.id)), "")
    if not target:
        return Preview((T("nobody can be shot at now"),))
    if machines.is_gun(field, unit.id):
        return _gun(field, unit, target)
    seen = aim(field, unit.id, target, moving=moving)
    if order.shots == "single":
        single = Field(field.setup, {**field.pieces, unit.id: replace(unit, order=order)}, field.side)
        field, seen = single, aim(single, unit.id, target, moving=moving)
    return _volley(field, unit, target, seen, volley_odds(field, unit.id, target, moving=moving))


# --- a volley ---------------------------------------------------------------------------------------------


@clause("FA-SHO-01", "FA-SHO-02", "FA-LD-03")
def _volley(field: Field, unit: Unit, target: str, seen: Aim, odds: Odds) -> Preview:
    foe = field.unit(target)
    fallen = fallen_of(field, foe, odds)
    lines = [_shot_words(field, target, seen), fall_words(field, target, fallen)]
    return Preview(tuple(lines), tuple(_tests(field, foe, fallen)), guessed=True)


def _shot_words(field: Field, target: str, seen: Aim) -> Text:
    facts = {
        "target": unit_name(field, target),
        "distance": cells(seen.distance),
        "shots": seen.shots,
        "need": f"{seen.need}+",
    }
    if not seen.items:
        return T("{target}, {distance} cells: shots {shots}, to hit {need}", **facts)
    items = tuple(_item(field, one) for one in seen.items)
    return T("{target}, {distance} cells: shots {shots}, to hit {need} ({items})", items=items, **facts)


def _item(field: Field, item: Modifier) -> Text:
    """A modifier by its name: of the rules, an award or a spell."""
    name: Text | Name | str = item.source
    if item.source in SHOT_ITEMS:
        name = SHOT_ITEMS[item.source][0]
    elif item.source in field.tables.bonuses:
        name = field.tables.bonuses[item.source].name
    elif item.source in field.tables.spells:
        name = spell_name(field, item.source)
    return T("{what} {value}", what=name, value=signed(item.value))


@clause("FA-WND-08", "FA-WND-09")
def fallen_of(field: Field, foe: Unit, odds: Odds) -> dict[int, float]:
    """Models that fall to so many wounds."""
    each, found = max(field.stats(foe.id).W, 1), dict[int, float]()
    for wounds, part in odds.items():
        models = losses(foe.models, foe.pool, each, wounds).models
        found[models] = found.get(models, 0.0) + float(part)
    return found


@clause("FA-LD-03")
def _tests(field: Field, foe: Unit, fallen: Mapping[int, float]) -> Iterator[tuple[Text, float]]:
    """That its losses call for a test, and that it runs; if nobody else shoots at it."""
    row = field.tables.triggers["heavy_losses"]
    if not row.on or not takes_tests(field, foe):
        return
    over, under = row.fraction
    heavy = {dead: part for dead, part in fallen.items() if dead and dead * under >= over * foe.models}
    tested = sum(part for dead, part in heavy.items() if dead < foe.models)
    if not tested:
        return
    yield T("it must take a test for its losses"), tested
    yield (
        T("{unit} breaks", unit=unit_name(field, foe.id)),
        sum(
            part * (1 - leadership(field, replace(foe, models=foe.models - dead)).passes)
            for dead, part in heavy.items()
            if dead < foe.models
        ),
    )


# --- machines ---------------------------------------------------------------------------------------------


@clause("FA-WM-04", "FA-WM-05", "FA-WM-07", "FA-WM-09")
def _gun(field: Field, unit: Unit, target: str) -> Preview:
    """Wounds to be expected, and what the die to hit may show."""
    there = machines.laid(field, unit.id, target)
    assert there is not None
    items, need = machines.aimed_at(there, unit.id, target, reaction=False)
    distance = cells(field.distance(unit.id, target))
    said = {"target": unit_name(field, target), "distance": distance, "need": f"{need}+"}
    lines = [T("{target}, {distance} cells: to hit {need}", **said), *(_item(field, one) for one in items)]
    for struck, wounds in gun_harm(field, unit.id, target).items():
        if wounds >= WORTH_TELLING:
            facts = {"target": unit_name(field, struck), "wounds": tenth(float(wounds))}
            lines.append(T("{target}: {wounds} wounds on average", **facts))
    table = gun_die(need)
    shares = {throw.meaning: part / table.total for throw, part in table.branches}
    misfires = field.tables.misfire
    blows = shares.get("misfire", 0.0) * misfires.count("explodes") / len(misfires)
    rows = (
        (T("it hits"), shares.get("hit", 0.0)),
        (T("it misfires"), shares.get("misfire", 0.0)),
        (T("it blows up"), blows),
    )
    return Preview(tuple(lines), rows, guessed=True)
