"""What an answer would come to: a shot, a strike, a throw for initiative."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import aiming, fire_table, melee, relations, striking
from grognard.rulebooks.napoleonic.doctrine_odds import odds
from grognard.rulebooks.napoleonic.doctrine_scene import Scene
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import Strike, modifiers, total
from grognard.rulebooks.napoleonic.fire_table import HalfDie, Hit
from grognard.rulebooks.napoleonic.model import Body, Unit

FACES = range(1, 7)
EVEN = 0.5
Chances = Iterator[tuple[Text, float]]


@clause("NA-ART-06", "NA-ART-10", "NA-ART-17", "NA-FATE-01")
def of_shot(field: Field, gun_id: str, order: Order) -> Preview:
    """Figures that a shot costs, and the marks of its best row."""
    gun = field.gun(gun_id)
    if len(order) != 3:
        return Preview()
    try:
        shot = aiming.aim(field, gun, str(order[1]), str(order[0]), int(order[2]))
    except Refused:
        return Preview()
    target = field.find(shot.target)
    if target is None:
        return Preview((T("only a natural 6 of a full shot does anything"),))
    half = cast(HalfDie, field.option("half_die"))
    branch = field.branch(target)
    hits = [
        fire_table.shot(field.tables, face, branch, shot.ammunition, shot.strength, half) for face in FACES
    ]
    return Preview((), tuple(_of_hits(field, target, hits)))


def _of_hits(field: Field, target: Body, hits: list[Hit]) -> Chances:
    unit = field.sheet(target).name
    for lost, count in sorted(Counter(hit.losses for hit in hits).items()):
        if lost:
            yield T("{unit}: figures lost {lost}", unit=unit, lost=lost), count / len(hits)
    marks = (
        (T("{unit} is stopped by canister", unit=unit), sum(hit.stopped for hit in hits)),
        (T("{unit} falls silent", unit=unit), sum(hit.silenced for hit in hits)),
        (T("persons there are in danger"), sum(hit.fate for hit in hits) * bool(field.persons_at(target.id))),
    )
    yield from ((what, count / len(hits)) for what, count in marks if count)


@clause("NA-CC-06", "NA-CC-20", "NA-CC-30", "NA-CC-31")
def of_strike(field: Field, unit_id: str, order: Order) -> Preview:
    """The pair by itself: chances of rout and push on either side, and what the die costs."""
    if order[:1] != ("strike",) or len(order) != 2:
        return Preview()
    unit, enemy = field.unit(unit_id), field.body(str(order[1]))
    hits = [fire_table.blow(field.tables, face, field.branch(enemy)) for face in FACES]
    lost = tuple(_of_hits(field, enemy, hits))
    if not isinstance(enemy, Unit) or melee.why_not_resisting(field, enemy):
        return Preview((), lost)
    if enemy.id in striking.firing_at(field, unit):
        return Preview((T("a firefight: it is decided anew only if somebody joins it"),), lost)
    return _pair(field, unit, enemy, lost)


def _pair(field: Field, unit: Unit, enemy: Unit, lost: tuple[tuple[Text, float], ...]) -> Preview:
    scene = Scene(field, unit.side)
    manner = field.manner(unit)
    strikes = [Strike(unit.id, manner, relations.flank(field, unit, enemy))]
    own = total(modifiers(field.tables, scene.fighter(unit), ())) + scene.across(unit, enemy)
    value = scene.struck(enemy, strikes)
    found = odds(field.setup, manner, field.manner(enemy), own - value)
    us, them = field.sheet(unit).name, field.sheet(enemy).name
    rows = (
        (T("{unit} routs", unit=them), found.routs),
        (T("{unit} is pushed", unit=them), found.pushes),
        (T("{unit} is pushed", unit=us), found.pushed),
        (T("{unit} routs", unit=us), found.routed),
    )
    line = T("fighting value {own} against {value}, if nobody else strikes", own=own, value=value)
    return Preview((line,), (*((what, chance) for what, chance in rows if chance), *lost))


@clause("NA-CMD-07", "NA-CMD-21")
def of_initiative(order: Order) -> Preview:
    """Each die is even or odd."""
    return Preview((), ((T("each die: made good"), EVEN),)) if len(order) > 1 else Preview()
