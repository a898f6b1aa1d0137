"""What an answer would come to, from what the seat sees: shots, strikes, orders, pursuits, throws for initiative."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import cast

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.orders.wording import decimal
from grognard.rulebooks.napoleonic import aiming, fire_table
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire_table import SIX, HalfDie, Hit
from grognard.rulebooks.napoleonic.losses import pursuit_loss
from grognard.rulebooks.napoleonic.model import Gun, Terrain, Trooper, Unit
from grognard.rulebooks.napoleonic.previews_fight import of_attack, of_strike
from grognard.rulebooks.napoleonic.previews_hits import DIE, FACES, MERKA, Chances, of_hits, seen_from_afar
from grognard.rulebooks.napoleonic.previews_order import of_order
from grognard.rulebooks.napoleonic.view import NapoleonicView

__all__ = [
    "of_attack",
    "of_follow",
    "of_initiative",
    "of_order",
    "of_pursuit",
    "of_shot",
    "of_skirmish",
    "of_strike",
]
EVEN = 0.5
STRENGTHS = {
    "full": T("full die"),
    "minus_one": T("die less 1"),
    "half": T("half a die"),
}


# --- fire --------------------------------------------------------------------------------------------


@clause("NA-ART-04", "NA-ART-06", "NA-ART-10", "NA-ART-12", "NA-ART-17", "NA-FATE-01")
def of_shot(view: NapoleonicView, gun_id: str, order: Order) -> Preview:
    """How strong the shot is; figures that it costs, and the marks of its best row."""
    field = view.field
    if len(order) != 3:
        return Preview()
    try:
        shot = aiming.aim(field, field.gun(gun_id), str(order[1]), str(order[0]), int(order[2]))
    except Refused:
        return Preview()
    target = field.find(shot.target)
    line = T(
        "{strength} at {distance} merka",
        strength=STRENGTHS[shot.strength],
        distance=decimal(shot.distance, MERKA),
    )
    if not isinstance(target, Trooper):
        place = None if target is not None else field.terrain(shot.target)
        return Preview((line,), tuple(_of_place(field, place, shot.strength)))
    half, branch = cast(HalfDie, field.option("half_die")), field.branch(target)
    hits = [
        fire_table.shot(field.tables, face, branch, shot.ammunition, shot.strength, half) for face in FACES
    ]
    return Preview((line, *_after_marks(field, target, hits)), tuple(of_hits(field, target, hits)))


@clause("NA-ART-12", "NA-ART-13")
def _of_place(field: Field, place: Terrain | None, strength: fire_table.Strength) -> Chances:
    if place is None:
        return
    row = field.obstacle(place)
    done = sum(bool(fire_table.place_hit(row, face, strength)) for face in FACES)
    name = place.name or row.name
    if done:
        words = (
            T("{place} catches fire", place=name) if row.burns else T("{place} is shot to pieces", place=name)
        )
        yield words, done / DIE


@clause("NA-ROUT-07", "NA-ART-11")
def _after_marks(field: Field, target: Trooper, hits: Sequence[Hit]) -> Iterator[Text]:
    """What a mark more would mean for it."""
    name = field.sheet(target).name
    if isinstance(target, Unit) and target.stopped_before and any(hit.stopped for hit in hits):
        yield T("stopped once more {unit} routs", unit=name)
    before = target.silenced_in if isinstance(target, Gun) else 0
    if fire_table.twice_running(before, field.turn) and any(hit.silenced for hit in hits):
        yield T("silenced once more {unit} routs", unit=name)


@clause("NA-SKIR-03")
def of_skirmish(view: NapoleonicView, unit_id: str, order: Order) -> Preview:
    """Dice by target: at least so many sixes."""
    field = view.field
    if order[:1] != ("fire",):
        return Preview()
    wish = str(order[1]) if len(order) > 1 else ""
    dice = Counter(
        wish if wish in near else near[0] for near in aiming.skirmish_aims(field, field.unit(unit_id)) if near
    )
    lines, chances = [], []
    for target, count in dice.items():
        name = field.sheet(field.body(target)).name
        lines.append(T("{count} dice at {unit}", count=count, unit=name))
        chances.append((T("{unit} loses a figure or more", unit=name), 1 - ((SIX - 1) / SIX) ** count))
    return Preview(tuple(lines), tuple(chances))


# --- after a fight -----------------------------------------------------------------------------------


@clause("NA-CC-22", "NA-CC-32")
def of_follow(view: NapoleonicView, loser: str, order: Order) -> Preview:
    """What a step after pushed foot leaves for the next turn."""
    if order[:1] != ("follow",) or len(order) < 2 or not isinstance(order[1], int):
        return Preview()
    if not view.field.is_foot(view.field.body(loser)):
        return Preview((T("the step is free"),))
    return Preview((T("{length} merka less to go in the next turn", length=decimal(order[1], MERKA)),))


@clause("NA-PURS-02", "NA-PURS-06", "NA-PURS-07", "NA-PURS-08", "NA-PURS-09", "NA-PURS-13")
def of_pursuit(view: NapoleonicView, unit_id: str, must: bool, order: Order) -> Preview:
    """Chances of the dice in their order, and what the pursuit is paid with."""
    field = view.field
    routed = field.find(str(order[1])) if len(order) > 1 else None
    if order[:1] != ("pursue",) or not isinstance(routed, Trooper):
        return Preview((T("it keeps its orders of the next turn"),))
    share = field.tables.pursuit.unruly if must else field.tables.pursuit.obeys
    length = field.own_move(field.unit(unit_id)) * share // MERKA
    line = T("runs up to {length} merka; in the next turn it rests", length=decimal(length, MERKA))
    chances = tuple(_of_dice(field, routed))
    return Preview((line,), chances, seen_from_afar(view, routed))


def _of_dice(field: Field, routed: Trooper) -> Chances:
    unit, branch = field.sheet(routed).name, field.branch(routed)
    left = routed.figures if isinstance(routed, Unit) else routed.crew if isinstance(routed, Gun) else 0
    fallen = [pursuit_loss(field.tables, "casualties", face, branch, left) for face in FACES]
    taken = [pursuit_loss(field.tables, "prisoners", face, branch, left) for face in FACES]
    yield T("{unit} loses a figure or more", unit=unit), sum(map(bool, fallen)) / DIE
    yield T("{unit} loses prisoners", unit=unit), _of_two(fallen, taken, left)
    won = float(Fraction(sum(one > other for one in FACES for other in FACES), DIE * DIE))
    if isinstance(routed, Unit) and routed.colours:
        yield T("its colours are taken"), 1 - (1 - won) ** routed.colours
    for man in field.persons_at(routed.id):
        yield T("{person} is taken", person=field.person_sheet(man).name), won


def _of_two(fallen: Sequence[int], taken: Sequence[int], left: int) -> float:
    """Prisoners are taken of those who are left."""
    return sum(min(prisoners, left - lost) > 0 for lost in fallen for prisoners in taken) / DIE**2


# --- command -----------------------------------------------------------------------------------------


@clause("NA-CMD-07", "NA-CMD-21")
def of_initiative(order: Order) -> Preview:
    """Each die is even or odd."""
    return Preview((), ((T("each die: made good"), EVEN),)) if len(order) > 1 else Preview()
