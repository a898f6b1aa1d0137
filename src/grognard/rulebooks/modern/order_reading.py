"""The order language of the book: words that count now, and how every answer may be put. What somebody wrote is looked
through for labels, so that any way, target or place may be said, not only those that are offered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.book import allows
from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import Name
from grognard.orders import Asked, Option, Thing, Vocabulary
from grognard.orders.apart import unmistakable
from grognard.orders.wording import readable
from grognard.rulebooks.modern.card_words import ARM_WORDS
from grognard.rulebooks.modern.conferences import KINDS
from grognard.rulebooks.modern.deployment import proposal
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.lines import enemies
from grognard.rulebooks.modern.model import Played, Unit
from grognard.rulebooks.modern.order_keywords import FILLERS, VERBS
from grognard.rulebooks.modern.order_ways import card_key, ways
from grognard.rulebooks.modern.order_words import (
    ability_name,
    card_words,
    enemy_words,
    general_words,
    order_words,
    played_words,
)
from grognard.rulebooks.modern.targets import in_pairs
from grognard.rulebooks.modern.ways import long_way
from grognard.rulebooks.modern.words_names import call_sign, unit_name
from grognard.space.hex_grid import Hex

if TYPE_CHECKING:
    from grognard.rulebooks.modern.view import ModernView

OWN = ("kso", "movement", "attack", "exchange")
MOST = 300
"""So many orders at most are made up from what somebody wrote."""
_SIGN = re.compile(r"\b([A-ZА-Я]{1,2}\d{2,3})\b", re.IGNORECASE)
_VIA = re.compile(r"\b(?:via|through|by|через)\b", re.IGNORECASE)
_LATIN = str.maketrans("АВЕКМНОРСТХ", "ABEKMHOPCTX")


# --- what is asked ---------------------------------------------------------------------------------------


def asked(view: ModernView, questions: Sequence[Question], text: str = "") -> tuple[Asked, ...]:
    """Open questions for the order language, with their defaults; with ``text`` also what is written in it."""
    return tuple(_asked(view, question, text) for question in questions)


def _asked(view: ModernView, question: Question, text: str) -> Asked:
    from grognard.rulebooks.modern.decisions import DECISIONS

    default = DECISIONS[question.kind].default(view, question)
    listed = sayable(view, question)
    options = [_option(view, question, order, listed) for order in listed]
    if text:
        known = set(listed)
        more = dict.fromkeys(order for order in _written(view, question, text) if order not in known)
        options += [_option(view, question, order, listed) for order in islice(more, MOST)]
    return Asked(question.id, tuple(options), None, None, order_words(view, question, default))


def _option(view: ModernView, question: Question, order: Order, listed: Sequence[Order]) -> Option:
    return Option(order, tuple(ways(view.field, question, order, listed)), order_words(view, question, order))


def sayable(view: ModernView, question: Question) -> tuple[Order, ...]:
    """Every answer on the list, and what may be done at any moment of one's own turn."""
    from grognard.rulebooks.modern.decisions import DECISIONS

    key = ("sayable", question.kind, question.about)
    found: tuple[Order, ...] | None = view.field.kept.get(key)
    if found is None:
        decision = DECISIONS[question.kind]
        listed = decision.options(view, question)
        more = (one for one in _at_any_time(view.field, question) if allows(decision, view, question, one))
        found = view.field.kept[key] = tuple(dict.fromkeys((*listed, *more)))
    return found


@clause("MO-RES-02", "MO-TURN-04", "MO-END-01")
def _at_any_time(field: Field, question: Question) -> Iterator[Order]:
    if question.kind in OWN:
        yield from (("end_turn",), ("concede",), ("leave",))
    if question.kind == "movement":
        own = field.of_general(str(question.about[0]))
        yield from (("move", unit.id, unit.hex) for unit in own if not unit.activated)
    if question.kind in (*OWN, "answer"):
        yield from (("propose", kind, field.parameters.conference_minutes.most) for kind in KINDS)


# --- what somebody wrote ---------------------------------------------------------------------------------


def _written(view: ModernView, question: Question, text: str) -> Iterator[Order]:
    """Orders with the hexes that stand in a text. They may be refused: then the rules say what would be right."""
    field, seat = view.field, str(question.about[0]) if question.about else question.seat
    match question.kind:
        case "movement":
            yield from _moves(field, seat, text)
        case "attack":
            yield from _shots(field, seat, text)
        case "deployment":
            yield from _places(field, seat, text)
    if question.kind in OWN or question.kind == "answer":
        yield from _conferences(field, text)
        yield from _plays(field, str(question.about[3]) if question.kind == "answer" else seat, text)


@clause("MO-RES-02")
def _conferences(field: Field, text: str) -> Iterator[Order]:
    """Conferences of as many minutes as are written."""
    span = field.parameters.conference_minutes
    lengths = [int(word) for word in re.findall(r"\b\d{1,2}\b", text) if span.least <= int(word) <= span.most]
    yield from (("propose", kind, minutes) for minutes in dict.fromkeys(lengths) for kind in KINDS)


def labels_in(field: Field, text: str) -> list[Hex]:
    """The hexes whose labels stand in a text, in order."""
    found = (field.grid.find(word) for word in re.findall(r"\d+", text))
    return [hex for hex in found if hex is not None]


def signs_in(field: Field, text: str) -> list[str]:
    """Ids of own units whose call signs stand in a text, also in Cyrillic letters that look alike."""
    known = {call_sign(field.setup, unit.id): unit.id for unit in field.units if unit.number > 0}
    words = (word.upper().translate(_LATIN) for word in _SIGN.findall(text))
    return [known[word] for word in words if known.get(word)]


@clause("MO-MOVE-09")
def _moves(field: Field, seat: str, text: str) -> Iterator[Order]:
    """Each line's labels as an end or as a way, for the units that could be meant."""
    for line in re.split(r"[\n;]", text):
        hexes = labels_in(field, line)
        meant = list(dict.fromkeys(signs_in(field, line)))
        for unit in field.of_general(seat):
            yield from _ways_in(field, unit, line, unit.id in meant or unit.hex in hexes)
        if len(meant) == 2:
            yield ("embark", *meant)
        for unit in field.units:
            if unit.general == seat and unit.status == "aboard":
                yield from (("disembark", unit.id, hex) for hex in hexes)


def _ways_in(field: Field, unit: Unit, line: str, meant: bool) -> Iterator[Order]:
    hexes = through(field, line)
    path = hexes[hexes.index(unit.hex) + 1 :] if unit.hex in hexes else hexes
    steps = all(b in field.grid.neighbours[a] for a, b in pairwise([unit.hex, *path]))
    if len(path) > 1 and (meant or steps):
        way = route(field, unit, path)
        yield ("move", unit.id, *(way or (unit.hex, *path)))
    yield from (("move", unit.id, hex) for hex in dict.fromkeys(path))


def through(field: Field, line: str) -> list[Hex]:
    """The hexes of a line in the order in which they are passed: those after "via" come before the end."""
    first, via, rest = _parted(line)
    before, after = labels_in(field, first), labels_in(field, rest)
    return [*before[:-1], *after, *before[-1:]] if via else before


def _parted(line: str) -> tuple[str, str, str]:
    found = _VIA.search(line)
    return (line[: found.start()], found[0], line[found.end() :]) if found else (line, "", "")


@clause("MO-MOVE-09")
def route(field: Field, unit: Unit, path: Sequence[Hex]) -> tuple[Hex, ...]:
    """A way from a unit's hex through all of these, in cheapest legs; () where a leg can't be gone."""
    way: list[Hex] = [unit.hex]
    for goal in path:
        if goal in field.grid.neighbours[way[-1]]:
            way.append(goal)
            continue
        leg = long_way(field, replace(unit, hex=way[-1]), goal) if field.is_read(unit) else None
        if leg is None:
            return ()
        way += leg[1:]
    return tuple(way)


@clause("MO-FIRE-02")
def _shots(field: Field, seat: str, text: str) -> Iterator[Order]:
    foes = enemies(field, field.side_of(seat))
    there = [hex for hex in dict.fromkeys(labels_in(field, text)) if foes >> hex & 1]
    for unit in field.of_general(seat):
        yield from (("fire", unit.id, hex) for hex in there)


@clause("MO-KSO-08")
def _plays(field: Field, seat: str, text: str) -> Iterator[Order]:
    """Cards that take one hex or one counter, at any hex in the text."""
    hexes = dict.fromkeys(labels_in(field, text))
    for card_id in dict.fromkeys(field.general(seat).hand):
        card = field.tables.operations.get(card_id)
        if card is None or in_pairs(card.effects):
            continue
        if card.target.what == "hex" or (card.target.what == "unit" and card.target.side != "own"):
            yield from (("play", card_id, hex) for hex in hexes)


@clause("MO-TURN-08")
def _places(field: Field, seat: str, text: str) -> Iterator[Order]:
    """All places that are written, together in one order: a unit by its call sign or by where it is proposed, then
    where it goes."""
    places = proposal(field, seat)
    by_hex = {place: one for one, place in places.items() if isinstance(place, int)}
    words: list[Arg] = []
    for line in re.split(r"[\n;,]", text):
        units = [one for one in signs_in(field, line) if one in places]
        hexes = labels_in(field, line)
        if not units and len(hexes) > 1 and hexes[0] in by_hex:
            units, hexes = [by_hex[hexes[0]]], hexes[1:]
        if len(units) == 2 and not hexes:
            words += [units[0], units[1]]
        elif units and hexes:
            words += [units[0], hexes[-1]]
        elif units and re.search(r"reserve|резерв", line, re.IGNORECASE):
            words += [units[0], "reserve"]
    if words:
        yield ("deploy", *words)


# --- words -----------------------------------------------------------------------------------------------


def vocabulary(view: ModernView) -> Vocabulary:
    """The words of what is asked in full; of other verbs those that mean nothing else here, so that an order which is
    not possible now is told apart from chatter."""
    keys = {
        key
        for question in view.asked
        for order in sayable(view, question)
        for way in ways(view.field, question, order, ())
        for key in way.parts
    }
    keys |= {key for question in view.asked for key in _STEADY.get(question.kind, ())}
    wanted = [one for one in VERBS if one.concept in keys]
    others = (one for one in VERBS if one.concept.startswith(("do:", "work:")) and one.concept not in keys)
    return Vocabulary((*wanted, *unmistakable(others, wanted)), tuple(_things(view)), FILLERS, decimals=True)


_STEADY = {
    "movement": ("do:move", "do:stay", "do:embark", "do:disembark"),
    "attack": ("do:fire",),
    "deployment": ("do:deploy", "at:proposed", "at:reserve"),
}
"""What may be said to a question though nothing on its list says it."""


def _things(view: ModernView) -> Iterator[Thing]:
    """Units by call sign, name, number and hex; counters by hex and what is known of them; cards; generals."""
    field = view.field
    side = next(
        (field.side_of(question.seat) for question in view.asked if question.seat in field.setup.generals), ""
    )
    for unit in field.units:
        if unit.status != "destroyed":
            yield _own(field, unit) if unit.side == side else _enemy(field, unit)
    for seat in field.setup.generals:
        yield Thing(seat, general_words(field, seat), aliases=(seat,))
    yield from _cards(view)


def _own(field: Field, unit: Unit) -> Thing:
    name = unit_name(field, unit)
    plain = readable(field.card(unit).name)
    aliases = [*_signs(field, unit), plain.en, plain.ru]
    hex = proposal(field, unit.general).get(unit.id) if unit.status == "waiting" else unit.hex
    if isinstance(hex, int) and field.grid.holds(hex):
        label = field.label(hex)
        aliases += [label, f"{plain.en} {label}", f"{plain.ru} {label}"]
    return Thing(unit.id, name, unit.number, tuple(dict.fromkeys(filter(None, aliases))))


def _signs(field: Field, unit: Unit) -> Iterator[str]:
    """Its call sign, also with the first letter of the side's Russian name where no other side has that."""
    sign = call_sign(field.setup, unit.id)
    yield sign
    names = {side.id: (side.name.ru or " ")[0].upper() for side in field.setup.sides}
    letter = names[unit.side]
    if sign and list(names.values()).count(letter) == 1:
        yield letter + sign[1:]


def _enemy(field: Field, unit: Unit) -> Thing:
    label, name = field.label(unit.hex), unit_name(field, unit)
    arm = ARM_WORDS[field.arm(unit)]
    aliases = (label, name.en, name.ru, arm.say("en"), arm.say("ru"))
    words = enemy_words(field, unit.hex)
    shown = words if isinstance(words, Name) else Name(label)
    return Thing(unit.id, shown, aliases=tuple(dict.fromkeys(filter(None, aliases))))


@clause("MO-KSO-01")
def _cards(view: ModernView) -> Iterator[Thing]:
    """Cards that the seat may name, cards on the table, its ability."""
    field = view.field
    seats = {str(one) for question in view.asked for one in (*question.about, question.seat)}
    own = [seat for seat in field.setup.generals if seat in seats and field.side_of(seat) == view.side]
    hand = {card for seat in own for card in field.general(seat).hand}
    decks = {card for tier in ("cheap", "medium", "expensive") for card in field.deck(tier).cards}
    for card in sorted(one for one in hand | decks if one):
        words = card_words(field, card)
        plain = readable(field.tables.operations[card].name)
        yield Thing(card_key(card), words, aliases=tuple(filter(None, (card, plain.en, plain.ru))))
    for piece in field.cards:
        if isinstance(piece, Played):
            yield Thing(piece.id, played_words(field, piece), aliases=(piece.card,))
    for seat in own[:1]:
        yield Thing("ability", ability_name(field, seat))
