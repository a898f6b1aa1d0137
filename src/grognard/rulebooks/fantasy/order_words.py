"""Questions and orders in words. What is said of an order is read as that order: one order word with what belongs to
it, then what is attached, each part after a comma and each begun by a word of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import Name, T, Text
from grognard.orders.wording import decimal, readable
from grognard.rulebooks.fantasy import ordering, orders, placing
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Cast, Character, Leg, SpellInForce, Unit, UnitOrder
from grognard.rulebooks.fantasy.targeting import NEW
from grognard.rulebooks.fantasy.words_names import hero_name, spell_name, unit_name

if TYPE_CHECKING:
    from grognard.rulebooks.fantasy.view import FantasyView
    from grognard.show.model import Words

# --- questions -------------------------------------------------------------------------------------------


def question_words(view: FantasyView, question: Question) -> Text:
    """What is asked, as one short question."""
    field, about = view.field, question.about
    match question.kind:
        case "order":
            return _unit_question(field, str(about[0]))
        case "deploy":
            return T("Where do your units stand?")
        case "legend":
            return T("Whose legend is the best?")
        case "legend_bonus":
            return T("The award for the best legend: which, and to whom?")
        case "confirm":
            return T("All orders are in: shall they be carried out?")
    return Text("{kind}", {"kind": question.kind})


@clause("FA-ORD-01", "FA-ORD-13")
def _unit_question(field: Field, unit_id: str) -> Text:
    name = unit_name(field, unit_id)
    unit = field.pieces.get(unit_id)
    if isinstance(unit, Unit) and unit.retreating:
        return T("{unit} is running: shall it be rallied?", unit=name)
    if field.contacts_of(unit_id):
        foes = tuple(unit_name(field, foe) for foe in field.foes(unit_id))
        return T("{unit}, in melee with {enemies}: what is its order?", unit=name, enemies=foes)
    return T("{unit}: what is its order?", unit=name)


# --- orders ----------------------------------------------------------------------------------------------


def order_words(view: FantasyView, question: Question, order: Order) -> Text:
    """An order in words; whatever is no order is said as it is written."""
    if not order:
        return T("no order")
    saying = _OTHERS.get(question.kind)
    if saying is not None:
        return saying(view.field, order)
    return unit_order_words(view.field, order)


@clause("FA-ORD-12", "FA-GEN-10")
def default_words(view: FantasyView, question: Question) -> Text:
    """What comes of it if nobody answers."""
    if question.kind != "order":
        from grognard.rulebooks.fantasy.decisions import DECISIONS

        return order_words(view, question, DECISIONS[question.kind].default(view, question))
    unit = view.field.unit(str(question.about[0]))
    return (
        T("let it run") if unit.retreating else sheet_line(view.field, ordering.default(view.field, unit.id))
    )


def unit_order_words(field: Field, order: Order) -> Text:
    """A flat order for a unit."""
    word = str(order[0]) if order else ""
    if word == orders.DEFAULT:
        return T("as the rules have it")
    try:
        given = orders.read(order)
    except Refused:
        return Text("{order}", {"order": " ".join(map(str, order))})
    if word == orders.RUN:
        return T("let it run")
    if word == orders.RALLY:
        if given.heading is None:
            return T("rally")
        return T("rally, facing {degrees}°", degrees=decimal(given.heading, 10))
    return sheet_line(field, given)


@clause("FA-ORD-01", "FA-ORD-10", "FA-ORD-11")
def sheet_line(field: Field, order: UnitOrder) -> Text:
    """A line of an order sheet: the order, then everything attached to it."""
    parts = (_WORDS[order.word](field, order), *_attached(field, order))
    return Text("{parts}", {"parts": parts})


def _units(field: Field, order: UnitOrder) -> tuple[Name, ...]:
    return tuple(unit_name(field, one) for one in order.targets)


@clause("FA-MOV-02")
def legs(path: tuple[Leg, ...]) -> tuple[Text, ...]:
    return tuple(map(_leg, path))


def _leg(leg: Leg) -> Text:
    if leg.kind == "fwd":
        return T("forward {cells}", cells=decimal(leg.amount, 1000))
    angle = decimal(abs(leg.amount), 10)
    return (
        T("wheel right {degrees}°", degrees=angle)
        if leg.amount > 0
        else T("wheel left {degrees}°", degrees=angle)
    )


def _march(field: Field, order: UnitOrder) -> Text:
    return T("march {path}", path=legs(order.path)) if order.path else T("march on")


def _move(field: Field, order: UnitOrder) -> Text:
    return T("move {path}", path=legs(order.path)) if order.path else T("ordinary move")


@clause("FA-ORD-04", "FA-CHG-03")
def _attack(field: Field, order: UnitOrder) -> Text:
    """``attack o1 Orcs, o2 Orcs, by way of wheel right 30°, forward 4``."""
    words = T("attack {targets}", targets=_units(field, order)) if order.targets else T("attack")
    return T("{order}, by way of {path}", order=words, path=legs(order.path)) if order.path else words


def _hold(field: Field, order: UnitOrder) -> Text:
    return T("hold position")


def _stand_and_shoot(field: Field, order: UnitOrder) -> Text:
    if order.targets:
        return T("stand and shoot at {targets}", targets=_units(field, order))
    return T("stand and shoot at the nearest")


@clause("FA-ORD-07")
def _move_and_shoot(field: Field, order: UnitOrder) -> Text:
    words = T("move and shoot")
    if order.targets:
        words = T("move and shoot at {targets}", targets=_units(field, order))
    return T("{order}, by way of {path}", order=words, path=legs(order.path)) if order.path else words


@clause("FA-ORD-08", "FA-RET-06")
def _retreat(field: Field, order: UnitOrder) -> Text:
    if order.heading is None:
        return T("retreat")
    heading = decimal(order.heading, 10)
    if order.leave:
        return T("retreat to {degrees}°, off the table", degrees=heading)
    return T("retreat to {degrees}°", degrees=heading)


@clause("FA-ORD-09")
def _reform(field: Field, order: UnitOrder) -> Text:
    """``re-form facing 90°, files 10, formation line``."""
    words = T("re-form")
    if order.heading is not None:
        words = T("re-form facing {degrees}°", degrees=decimal(order.heading, 10))
    if order.files:
        words = T("{order}, files {files}", order=words, files=order.files)
    if order.formation:
        name = field.tables.formations[order.formation].name
        words = T("{order}, formation {formation}", order=words, formation=name)
    return words


_WORDS: Mapping[str, Callable[[Field, UnitOrder], Text]] = {
    "march": _march,
    "move": _move,
    "attack": _attack,
    "hold": _hold,
    "stand_and_shoot": _stand_and_shoot,
    "move_and_shoot": _move_and_shoot,
    "retreat": _retreat,
    "reform": _reform,
}

# --- what is attached ------------------------------------------------------------------------------------


@clause("FA-ORD-10")
def _attached(field: Field, order: UnitOrder) -> Iterator[Text]:
    if order.if_charged == "stand_and_shoot":
        yield T("if charged stand and shoot")
    if order.if_charged == "retreat":
        yield T("if charged retreat")
    if order.pursue is not None:
        yield T("pursue") if order.pursue else T("do not pursue")
    for hero in order.challenge:
        yield T("challenge by {hero}", hero=hero_name(field, hero))
    for hero in order.accept:
        yield T("duel accepted by {hero}", hero=hero_name(field, hero))
    if order.shots == "single":
        yield T("single shots")
    for cast in order.casts:
        yield cast_words(field, cast)


@clause("FA-MAG-08")
def cast_words(field: Field, cast: Cast) -> Text:
    """``Mage magus casts Ball of Fire at o1 Orcs, dice 3, at least 2``."""
    facts: dict[str, Words | tuple[Words, ...]] = {
        "wizard": hero_name(field, cast.wizard),
        "spell": spell_name(field, cast.spell),
    }
    words = T("{wizard} casts {spell}", **facts)
    if cast.targets:
        facts["targets"] = tuple(target_words(field, one) for one in cast.targets)
        words = T("{wizard} casts {spell} at {targets}", **facts)
    words = T("{order}, dice {dice}", order=words, dice=cast.dice)
    return T("{order}, at least {least}", order=words, least=cast.least) if cast.least > 1 else words


@clause("FA-MAG-16")
def target_words(field: Field, target: str | tuple[int, int]) -> Words:
    """A unit, a character, a spell in force, a point."""
    if isinstance(target, tuple):
        return T("point {x} {y}", x=decimal(target[0], 1000), y=decimal(target[1], 1000))
    if target == NEW:
        return T("new spells")
    piece = field.pieces.get(target)
    if isinstance(piece, Character):
        return hero_name(field, target)
    if isinstance(piece, SpellInForce):
        return spell_in_force(field, piece)
    return unit_name(field, target)


def spell_in_force(field: Field, force: SpellInForce) -> Text:
    """``spell 3 Bark Skin``: by the number under which it was cast."""
    number = force.id.rpartition("_")[2]
    return T("spell {number} {spell}", number=number, spell=spell_name(field, force.spell))


# --- other questions -------------------------------------------------------------------------------------


@clause("FA-LEG-01")
def _legend(field: Field, order: Order) -> Text:
    if order[0] == "nobody" or len(order) < 2:
        return T("nobody's")
    seat = str(order[1])
    side = next((one.side for one in field.setup.seats if one.id == seat), seat)
    name: Words = next((one.name for one in field.setup.sides if one.id == side), seat)
    alone = sum(one.side == side for one in field.setup.seats) == 1
    return T("the legend of {seat}", seat=name if alone else seat)


@clause("FA-LEG-01")
def _bonus(field: Field, order: Order) -> Text:
    if len(order) < 3:
        return Text("{order}", {"order": " ".join(map(str, order))})
    row = field.tables.bonuses.get(str(order[1]))
    piece = target_words(field, str(order[2]))
    return T("{bonus} to {piece}", bonus=bonus_name(row.name) if row else order[1], piece=piece)


def bonus_name(name: Name) -> Name:
    """``Fine steel`` of ``Fine steel: one unit's armour +1``."""
    return readable(Name(name.en.partition(":")[0], name.ru.partition(":")[0]))


@clause("FA-GEN-10", "FA-UNIT-09")
def _deploy(field: Field, order: Order) -> Text:
    words = order[1:]
    if not words or len(words) % placing.PLACE:
        return T("deploy as listed")
    rows = (words[at : at + placing.PLACE] for at in range(0, len(words), placing.PLACE))
    return T("deploy {units}", units=tuple(_placed(field, row) for row in rows))


def _placed(field: Field, row: tuple[Arg, ...]) -> Text:
    unit, x, y, heading, files, formation = row
    kind = field.tables.formations.get(str(formation))
    return T(
        "{unit} at {x} {y} facing {degrees}° files {files} formation {formation}",
        unit=unit_name(field, str(unit)),
        x=decimal(int(x), 1000),
        y=decimal(int(y), 1000),
        degrees=decimal(int(heading), 10),
        files=files,
        formation=kind.name if kind else formation,
    )


def _confirm(field: Field, order: Order) -> Text:
    return T("carry out the orders")


_OTHERS: Mapping[str, Callable[[Field, Order], Text]] = {
    "legend": _legend,
    "legend_bonus": _bonus,
    "deploy": _deploy,
    "confirm": _confirm,
}
