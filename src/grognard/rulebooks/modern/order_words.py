"""Questions and orders in words. What is said of an offered order is read as that order (``order_reading``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import Name, T, Text
from grognard.orders.wording import readable
from grognard.rulebooks.modern.card_words import WINDOW_WORDS
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import NOWHERE, Played, Unit
from grognard.rulebooks.modern.ways import way_to
from grognard.rulebooks.modern.words_names import CONFERENCES, TIER_OF_CARD, unit_name

if TYPE_CHECKING:
    from grognard.rulebooks.modern.view import ModernView
    from grognard.show.model import Words

# --- questions -------------------------------------------------------------------------------------------


def question_words(view: ModernView, question: Question) -> Text:
    """What is asked, as one short question."""
    field, about = view.field, question.about
    seat = str(about[0]) if about else question.seat
    match question.kind:
        case "deployment":
            return T("Where do your units stand?")
        case "kso":
            return T("KSO phase: which card do you play? Cards in hand: {count}", count=_held(field, seat))
        case "movement":
            return _movement_words(field, seat)
        case "attack":
            ready = sum(not unit.attacks for unit in field.of_general(seat))
            return T("Attack: who fires at what? Units that have not fired: {count}", count=ready)
        case "shot":
            return T("A shot at once: at whom?")
        case "answer":
            return _answer_words(field, about)
    return _rarer_words(field, question, seat)


def _held(field: Field, seat: str) -> int:
    return len(field.general(seat).hand) if seat in field.setup.generals else 0


@clause("MO-GNL-02", "MO-MOVE-01")
def _movement_words(field: Field, seat: str) -> Text:
    from grognard.rulebooks.modern.values import command

    if seat not in field.setup.generals:
        return T("Movement: which unit does what?")
    left = max(0, command(field, seat) - field.general(seat).activations)
    return T("Movement: which unit does what? Activations left: {left}", left=left)


@clause("MO-KSO-12")
def _answer_words(field: Field, about: tuple[Arg, ...]) -> Text:
    """Which window, and about what."""
    window, subject, at = (*about, "", "", "")[:3]
    if window == "enemy_card":
        piece = field.pieces.get(str(subject))
        if isinstance(piece, Played):
            return T("{card} is declared: answer it?", card=card_words(field, piece.card))
    if window == "enemy_attack_declared" and isinstance(subject, int) and isinstance(at, int):
        facts = {"shooter": field.label(subject), "target": field.label(at)}
        return T("A shot from {shooter} at {target}: answer it?", **facts)
    return T("Play a sudden card? Now: {window}", window=WINDOW_WORDS.get(str(window), str(window)))


def _rarer_words(field: Field, question: Question, seat: str) -> Text:
    match question.kind:
        case "exchange":
            credits = field.general(seat).credits if seat in field.setup.generals else 0
            return T("Exchange credits for cards? Credits: {credits}", credits=credits)
        case "discard":
            return T("Which card do you discard?")
        case "conference":
            kind = str((*question.about, "", "")[1])
            return T("Do you agree to {what}?", what=CONFERENCES.get(kind, kind))
        case "inspection":
            return T("Which counter do you look at?")
    return Text("{kind}", {"kind": question.kind})


# --- orders ----------------------------------------------------------------------------------------------

Saying: TypeAlias = "Callable[[Field, Question, Order], Text]"
PLAIN: Mapping[str, Text] = {
    "end_turn": T("end the turn"),
    "wait": T("let the other general act"),
    "concede": T("concede"),
    "leave": T("leave the battle"),
    "time_up": T("the time is up"),
    "accept": T("agree"),
    "refuse": T("refuse"),
}
"""Orders of one word; a ``time_up`` has its seconds after it."""


def order_words(view: ModernView, question: Question, order: Order) -> Text:
    """An order in words; those that are offered are read back as themselves, free ones are only said."""
    if not order:
        return T("nothing")
    verb = str(order[0])
    if verb in PLAIN:
        return PLAIN[verb]
    saying = _SAYINGS.get(verb)
    return saying(view.field, question, order) if saying else _words(order)


TURN_LOST = T("the rest of your turn is left out")
"""What comes of silence of the general whose turn it is."""


def _words(order: Order) -> Text:
    """What has no words of its own."""
    return Text("{order}", {"order": " ".join(map(str, order))})


def card_words(field: Field, card_id: str) -> Name:
    """``K03 Dig in``."""
    card = field.tables.operations.get(card_id)
    name = readable(card.name) if card else Name("")
    return Name(f"{card_id} {name.en}".strip(), f"{card_id} {name.ru or name.en}".strip())


def piece_words(field: Field, word: Arg) -> Words:
    """Whatever an order may name: a unit, a counter or a hex by its label, a seat, a card on the table."""
    if isinstance(word, int):
        return field.label(word)
    piece = field.pieces.get(word)
    if isinstance(piece, Unit):
        return unit_name(field, piece)
    if isinstance(piece, Played):
        return played_words(field, piece)
    return general_words(field, word) if word in field.setup.generals else word


def played_words(field: Field, piece: Played) -> Name:
    """A card on the table; of several alike with the number under which it was played."""
    name = card_words(field, piece.card)
    alike = sum(one.card == piece.card for one in field.cards)
    number = piece.id.rpartition(":")[2]
    return Name(f"{name.en} №{number}", f"{name.ru} №{number}") if alike > 1 else name


def general_words(field: Field, seat: str) -> Name:
    """A general by his side, and by his place where it has several."""
    sheet = field.setup.generals[seat]
    side = next(one.name for one in field.setup.sides if one.id == sheet.side)
    mates = [one.seat for one in field.setup.generals.values() if one.side == sheet.side]
    if len(mates) == 1:
        return readable(side)
    which = mates.index(seat) + 1
    return readable(Name(f"{side.en} {which}", f"{side.ru or side.en} {which}"))


@clause("MO-UNIT-01")
def enemy_words(field: Field, hex: Arg) -> Words:
    """A counter as a target: what it is known to be, and where."""
    unit = field.at(hex) if isinstance(hex, int) else None
    if unit is None:
        return piece_words(field, hex)
    name, label = unit_name(field, unit), field.label(unit.hex)
    return Name(f"{name.en} {label}", f"{name.ru} {label}")


def _list(field: Field, words: Sequence[Arg]) -> tuple[Words, ...]:
    return tuple(
        enemy_words(field, one) if isinstance(one, int) else piece_words(field, one) for one in words
    )


# --- phases ----------------------------------------------------------------------------------------------


def _end(field: Field, question: Question, order: Order) -> Text:
    return T("no more cards") if question.kind == "exchange" else T("end the phase")


def _move(field: Field, question: Question, order: Order) -> Text:
    unit, path = piece_words(field, order[1]), path_of(order)
    if not path or path == (where_is(field, order[1]),):
        return T("{unit} stays where it is", unit=unit)
    via = waypoints(field, order)
    facts = {"unit": unit, "hex": field.label(path[-1])}
    if via:
        return T("move {unit} to {hex} via {way}", **facts, way=tuple(map(field.label, via)))
    return T("move {unit} to {hex}", **facts)


def path_of(order: Order) -> tuple[int, ...]:
    """The hexes of a move."""
    return tuple(one for one in order[2:] if isinstance(one, int))


def where_is(field: Field, unit_id: Arg) -> int:
    unit = field.pieces.get(str(unit_id))
    return unit.hex if isinstance(unit, Unit) else NOWHERE


@clause("MO-MOVE-09")
def waypoints(field: Field, order: Order) -> tuple[int, ...]:
    """The hexes on the way, unless it is the way that the unit takes of itself."""
    path, unit = path_of(order), field.pieces.get(str(order[1]))
    if len(path) < 2 or not isinstance(unit, Unit) or unit.status != "map" or not field.is_read(unit):
        return path[:-1]
    return () if way_to(field, unit, path[-1]) == path else path[1:-1]


def _embark(field: Field, question: Question, order: Order) -> Text:
    return T("{unit} goes aboard {transport}", unit=piece_words(field, order[1]),
             transport=piece_words(field, order[2]))  # fmt: skip


def _disembark(field: Field, question: Question, order: Order) -> Text:
    return T("{unit} gets off in {hex}", unit=piece_words(field, order[1]), hex=piece_words(field, order[2]))


WORK: Mapping[str, Text] = {
    "fort": T("{unit} raises the fort"),
    "crossing": T("{unit} lays a crossing in {hex}"),
    "demolish": T("{unit} demolishes the passage in {hex}"),
    "clear": T("{unit} clears mines in {hex}"),
    "lower": T("{unit} lowers the fort in {hex}"),
    "interrupt": T("{unit} interrupts the point in {hex}"),
    "repair": T("{unit} mends {hex}"),
    "medic": T("{unit} treats {hex}"),
}


@clause("MO-WORK-01")
def _work(field: Field, question: Question, order: Order) -> Text:
    kind = str(order[2]) if len(order) > 2 else ""
    words = WORK.get(kind)
    if words is None:
        return _words(order)
    where = piece_words(field, order[3]) if len(order) > 3 else ""
    return Text(words.source, {"unit": piece_words(field, order[1]), "hex": where})


@clause("MO-FIRE-01")
def _fire(field: Field, question: Question, order: Order) -> Text:
    if len(order) < 3:
        return T("fire at {target}", target=enemy_words(field, order[-1]))
    facts = {"unit": piece_words(field, order[1]), "target": enemy_words(field, order[2])}
    return T("{unit} fires at {target}", **facts)


# --- cards -----------------------------------------------------------------------------------------------


@clause("MO-KSO-08")
def _play(field: Field, question: Question, order: Order) -> Text:
    card, targets = card_words(field, str(order[1])), order[2:]
    if not targets:
        return T("play {card}", card=card)
    return T("play {card} on {targets}", card=card, targets=_list(field, targets))


def ability_name(field: Field, seat: str) -> Name:
    return readable(field.general_card(seat).ability.name)


def _ability(field: Field, question: Question, order: Order) -> Text:
    seat = next((str(one) for one in (*question.about[:1], question.seat) if one in field.setup.generals), "")
    name: Words = ability_name(field, seat) if seat else ""
    if len(order) > 1:
        return T("use the ability {name} on {targets}", name=name, targets=_list(field, order[1:]))
    return T("use the ability {name}", name=name)


def _withdraw(field: Field, question: Question, order: Order) -> Text:
    return T("take {card} off the table", card=piece_words(field, order[1]))


def _inspect(field: Field, question: Question, order: Order) -> Text:
    return T("inspect {hexes}", hexes=_list(field, order[1:]))


def _propose(field: Field, question: Question, order: Order) -> Text:
    kind = str(order[1])
    what = CONFERENCES.get(kind, kind)
    return T("propose {what}, minutes {minutes}", what=what, minutes=order[2] if len(order) > 2 else 0)


def _pass(field: Field, question: Question, order: Order) -> Text:
    if len(order) > 1:
        return T("no answer for the whole turn")
    return T("look at nothing") if question.kind == "inspection" else T("no answer")


def _take(field: Field, question: Question, order: Order) -> Text:
    """``take`` for credits or ``voucher``: tier, card to discard first, card named."""
    verb, tier, gone, named = (*map(str, order), "", "", "")[:4]
    card: Words = TIER_OF_CARD.get(tier, T("a card"))
    words = T("take {card}", card=card) if verb == "take" else T("take {card} for a voucher", card=card)
    if named:
        words = T("{order}, namely {card}", order=words, card=card_words(field, named))
    if gone:
        words = T("{order}, discard {card}", order=words, card=card_words(field, gone))
    return words


def _discard(field: Field, question: Question, order: Order) -> Text:
    return T("discard {card}", card=card_words(field, str(order[1])))


# --- deployment ------------------------------------------------------------------------------------------


@clause("MO-TURN-08")
def _deploy(field: Field, question: Question, order: Order) -> Text:
    words = order[1:]
    if not words:
        return T("deploy as proposed")
    places = tuple(_placed(field, one, place) for one, place in zip(words[::2], words[1::2], strict=False))
    return T("deploy {units}", units=places)


def _placed(field: Field, unit_id: Arg, place: Arg) -> Text:
    unit = piece_words(field, unit_id)
    if isinstance(place, int):
        return T("{unit} in {hex}", unit=unit, hex=field.label(place))
    if place == "reserve":
        return T("{unit} in reserve", unit=unit)
    return T("{unit} aboard {transport}", unit=unit, transport=piece_words(field, place))


_SAYINGS: Mapping[str, Saying] = {
    "end": _end,
    "move": _move,
    "embark": _embark,
    "disembark": _disembark,
    "work": _work,
    "fire": _fire,
    "play": _play,
    "ability": _ability,
    "withdraw": _withdraw,
    "inspect": _inspect,
    "propose": _propose,
    "pass": _pass,
    "take": _take,
    "voucher": _take,
    "discard": _discard,
    "deploy": _deploy,
}
