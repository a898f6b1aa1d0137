"""What an order of step 1.4 costs and brings: its way, what lies on it, what it takes from the fighting value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.orders.wording import decimal
from grognard.rulebooks.napoleonic import fire_table, moving
from grognard.rulebooks.napoleonic.allowance import allowance, horse_near
from grognard.rulebooks.napoleonic.doctrine_scene import scene_of
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import missing
from grognard.rulebooks.napoleonic.hindrances import Thing, effect, kind_of, land_of, minus
from grognard.rulebooks.napoleonic.melee import fighter
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit
from grognard.rulebooks.napoleonic.previews_fight import of_attack
from grognard.rulebooks.napoleonic.previews_hits import MERKA
from grognard.rulebooks.napoleonic.relations import first_line
from grognard.rulebooks.napoleonic.tracks import Track
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import name_of
from grognard.space.outline import box_of, boxes_near
from grognard.space.pose import distance

STEP = 100
"""Thousandths between the places at which a way is looked at."""
MOST_PLACES = 3
Lines = Iterator[Text]


def of_order(view: NapoleonicView, body_id: str, order: Order) -> Preview:
    """Cost and allowance, what lies on the way, what it brings; of an attack its chances too."""
    body, verb = view.field.body(body_id), str(order[0]) if order else ""
    if verb == "attack" and isinstance(body, Unit):
        return _attack(view, body, order)
    if verb in moving.WITH_LEGS or verb == "escort":
        return Preview(tuple(_way(view.field, body, order)))
    words = OTHERS.get(verb)
    return Preview(tuple(words(view.field, body, order)) if words else ())


# --- ways --------------------------------------------------------------------------------------------


@clause("NA-MOVE-04", "NA-MOVE-08", "NA-MOVE-10", "NA-MOVE-11", "NA-ART-09")
def _way(field: Field, body: Body, order: Order) -> Lines:
    track = moving.track(field, body, order)
    if track is None:
        return
    most = allowance(field, body, order)
    yield T("costs {cost} of {most} merka", cost=decimal(track.total, MERKA), most=decimal(most, MERKA))
    if (
        isinstance(body, Unit)
        and (horse := horse_near(field, body))
        and most <= field.distances.near_horse_move
    ):
        yield T("near enemy horse ({unit}) it goes no farther", unit=field.sheet(field.body(horse)).name)
    yield from _places(field, body, track)
    if order[0] == "withdraw_full" and field.is_foot(body) and first_line(field, body):
        yield T("it does not resist in this turn: who strikes it suffers nothing")
    if isinstance(body, Gun):
        yield _gun_after(field, body, track.total)


@clause("NA-ART-04", "NA-ART-09")
def _gun_after(field: Field, gun: Gun, cost: int) -> Text:
    strength = fire_table.strength(field.tables, 0, cost, field.own_move(gun))
    if strength is None:
        return T("it will not fire in this turn")
    return T("it will fire with half a die") if strength == "half" else T("it will fire with the full die")


@clause("NA-OBS-01", "NA-OBS-03", "NA-OBS-04", "NA-OBS-05", "NA-OBS-07", "NA-OBS-10")
def _places(field: Field, body: Body, track: Track) -> Lines:
    """Obstacles in the order in which the way meets them."""
    kind, land = kind_of(field, body), land_of(field)
    level = land.level(body.pose.at)
    bases = [body.shape.put(track.at(cost)) for cost in range(0, track.total + STEP, STEP)]
    near = land.near(box_of([point for base in bases for point in base.ring]), body.side, body.id)
    said = 0
    for thing in near:
        what = effect(thing, kind, body.id, level)
        if what == "free" or thing.meets(body.shape) or said >= MOST_PLACES:
            continue
        if any(boxes_near(base.box, thing.box) and thing.meets(base) for base in bases):
            said += 1
            yield from _met(field, body, thing, what)


def _met(field: Field, body: Body, thing: Thing, what: str) -> Lines:
    name = name_of(field.setup, thing.id) if thing.row else T("a corridor of flight")
    row = thing.row
    if what == "delay" and row:
        yield T("{place} takes {length} merka", place=name, length=decimal(row.delay, MERKA))
    elif what == "slow" and row:
        yield T("{place}: no more than {length} merka", place=name, length=decimal(row.max_move, MERKA))
    elif what == "place":
        yield T("{place}: one unit a turn goes in", place=name)
    else:
        yield T("it stops at the edge: {place}", place=name)
    loss = minus(row, kind_of(field, body)) if row and isinstance(body, Unit) else 0
    if loss and what != "stop":
        yield T("{place}: fighting value {value} in this turn", place=name, value=loss)


# --- an attack ---------------------------------------------------------------------------------------


@clause("NA-MOVE-03", "NA-MOVE-06", "NA-MOVE-07")
def _attack(view: NapoleonicView, unit: Unit, order: Order) -> Preview:
    field = view.field
    enemy = field.find(str(order[1])) if len(order) > 1 else None
    if enemy is None:
        return Preview()
    far, most = field.gap(unit, enemy), allowance(field, unit, order)
    lines = [
        T("{far} merka to the target; it may go {most}", far=decimal(far, MERKA), most=decimal(most, MERKA))
    ]
    if not _comes_home(view, unit, enemy, order, most):
        return Preview((*lines, T("it will hardly come home in this turn")))
    found = of_attack(view, unit, enemy)
    return Preview((*lines, *found.lines), found.chances, found.guessed)


def _comes_home(view: NapoleonicView, unit: Unit, enemy: Body, order: Order, most: int) -> bool:
    """Whether it reaches an enemy who stays: straight ahead, or by way points as far as they go."""
    field = view.field
    points = moving.way_points(order)
    if not points:
        return scene_of(field, unit.side).can_attack(unit, enemy)
    legs = [unit.pose.at, *points, enemy.pose.at]
    length = sum(distance(one, two) for one, two in pairwise(legs))
    return length - unit.depth // 2 - enemy.depth // 2 - field.distances.close_combat <= most


# --- orders without a way ----------------------------------------------------------------------------


@clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-07", "NA-SKIR-03")
def _form(field: Field, body: Body, order: Order) -> Lines:
    if not isinstance(body, Unit) or len(order) < 2:
        return
    kind = str(order[1])
    yield T("takes the turn without moving; done at its end")
    if body.kind == "march_column":
        yield T(
            "until then it is a march column: fighting value {value}",
            value=field.tables.modifiers.march_column,
        )
    if kind == "march_column":
        move = decimal(field.tables.kinds[kind].move, MERKA)
        value = field.tables.modifiers.march_column
        yield T("goes {length} merka a turn; fighting value {value}", length=move, value=value)
    elif kind == "open_order":
        reach = decimal(field.distances.skirmish_range, MERKA)
        yield T("{count} dice a turn at enemies within {length} merka", count=body.figures, length=reach)


@clause("NA-UNIT-04", "NA-UNIT-08", "NA-UNIT-09", "NA-MOD-24")
def _split(field: Field, body: Body, order: Order) -> Lines:
    if not isinstance(body, Unit):
        return
    table = field.tables.modifiers
    yield T("in this turn fighting value {value}", value=table.split_or_rejoin)
    if order[0] == "split":
        parts = [int(word) for word in order[1:] if isinstance(word, int)]
        base = fighter(field, body, body.figures, 0)
        short = [missing(table, replace(base, figures=part)) for part in parts]
        for part, loss in dict(zip(parts, short, strict=True)).items():
            if loss:
                yield T("a part of {figures}: fighting value {value}", figures=part, value=loss)


@clause("NA-OBS-05", "NA-OBS-10")
def _cross(field: Field, body: Body, order: Order) -> Lines:
    yield T("takes the whole turn")
    thing = (
        next((one for one in land_of(field).terrain if one.id == order[1]), None) if len(order) > 1 else None
    )
    loss = minus(thing.row, kind_of(field, body)) if thing and thing.row and isinstance(body, Unit) else 0
    if thing and loss:
        place = name_of(field.setup, thing.id)
        yield T("{place}: fighting value {value} in this turn", place=place, value=loss)


@clause("NA-MOVE-18", "NA-CC-34", "NA-PURS-04")
def _reform(field: Field, body: Body, order: Order) -> Lines:
    yield T(
        "re-forms in place; horse struck meanwhile has {value}", value=field.tables.modifiers.horse_reforming
    )


@clause("NA-ART-09", "NA-CC-04", "NA-MOD-13")
def _hold(field: Field, body: Body, order: Order) -> Lines:
    if isinstance(body, Gun):
        yield _gun_after(field, body, 0)
    elif isinstance(body, Unit) and field.is_horse(body) and field.threats(body.side):
        yield T("horse that does not attack strikes only who strikes it")


OTHERS: Mapping[str, Callable[[Field, Body, Order], Lines]] = {
    "hold": _hold,
    "about_face": _hold,
    "form": _form,
    "split": _split,
    "rejoin": _split,
    "cross": _cross,
    "reform": _reform,
}
