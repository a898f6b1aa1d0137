"""A plausible full position behind a view, for search: unknown counters get cards of their arm, hidden cards are dealt
anew from those that nobody has shown. Nothing but the view is looked at."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.dice import Rng
from grognard.core.rule import clause
from grognard.core.state import Arg, State
from grognard.rulebooks.modern.effects import ARMS, TIERS, Reinforce
from grognard.rulebooks.modern.field import Field, counter_id
from grognard.rulebooks.modern.model import (
    Deck,
    General,
    Hit,
    ModernState,
    Played,
    Thing,
    Unit,
    deck_id,
)
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.visibility import sees, watched

COUNTER = counter_id("")


def imagine(view: ModernView, rng: Rng) -> ModernState:
    """A full state that the view allows."""
    field = view.field
    dealt = _dealt(field, rng)
    reserves = tuple(_reserves(view, rng))
    pieces = [_imagined(field, piece, dealt, rng) for piece in view.pieces]
    pieces = [_bringing(field, piece, reserves) for piece in pieces] + list(reserves)
    agenda = tuple((name, _named(args)) for name, args in view.agenda)
    asked = tuple(replace(one, about=_named(one.about)) for one in view.asked)
    return State(tuple(map(_renamed, pieces)), agenda, asked, view.outcome)


@clause("MO-UNIT-01")
def _named(words: tuple[Arg, ...]) -> tuple[Arg, ...]:
    """Counters that are called by the hex in which they stand now get a name that lasts when they move on."""
    return tuple(
        f"imagined:{one}" if isinstance(one, str) and one.startswith(COUNTER) else one for one in words
    )


def _renamed(piece: Thing) -> Thing:
    match piece:
        case Unit() if piece.id.startswith(COUNTER):
            return replace(piece, id=f"imagined:{piece.id}")
        case Played():
            return replace(piece, targets=_named(piece.targets))
    return piece


def _imagined(field: Field, piece: Thing, dealt: dict[str, tuple[str, ...]], rng: Rng) -> Thing:
    match piece:
        case Unit() if piece.number < 0:
            known = replace(piece, number=_number(field, piece, rng))
            return replace(known, hits=_hits(piece.hits))
        case Unit():
            return replace(piece, hits=_hits(piece.hits))
        case General() if "" in piece.hand:
            return replace(piece, hand=tuple(sorted(dealt[piece.id])))
        case Deck():
            return replace(piece, cards=dealt[piece.id], shed=dealt[f"shed:{piece.id}"])
    return piece


def _hits(hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """A share of fire that isn't known is put at 4, as of rifles."""
    return tuple(hit if hit.known or hit.value else replace(hit, value=4) for hit in hits)


def _number(field: Field, unit: Unit, rng: Rng) -> int:
    """A card of the arm with a status left, that could stand where the counter is; stealthy, if it isn't seen where
    others would be."""
    arm = field.arm(unit)
    cards = [one for one in field.tables.units.values() if one.arm == arm and one.statuses > unit.lost]
    if field.side and not unit.exposed and _would_be_seen(field, unit) and not sees(field, field.side, unit):
        cards = [one for one in cards if "stealth" in one.abilities] or cards
    there = [one for one in cards if field.can_stand(replace(unit, number=one.number), unit.hex)]
    return rng.choice(there or cards).number


def _would_be_seen(field: Field, unit: Unit) -> bool:
    return bool(watched(field, field.side)[0] >> unit.hex & 1)


# --- cards -----------------------------------------------------------------------------------------------


def _hidden(field: Field, tier: str) -> list[str]:
    """Cards of a tier that nobody has shown to the viewer."""
    copies = field.parameters.deck_copies
    cards = [one.id for one in field.tables.operations.values() if one.tier == tier for _ in range(copies)]
    shown = [piece.card for piece in field.cards]
    shown += field.deck(tier).seen
    shown += [card for seat in field.setup.generals for card in field.general(seat).hand]
    for card in shown:
        if card in cards:
            cards.remove(card)
    return cards


def _dealt(field: Field, rng: Rng) -> dict[str, tuple[str, ...]]:
    """Decks and discards as big as they are, the rest to the hands that aren't known."""
    found: dict[str, tuple[str, ...]] = {}
    rest: list[str] = []
    for tier in TIERS:
        deck, cards = field.deck(tier), _hidden(field, tier)
        rng.shuffle(cards)
        size, gone = len(deck.cards), len(deck.shed)
        found[deck_id(tier)] = tuple(sorted(cards[:size]))
        found[f"shed:{deck_id(tier)}"] = tuple(sorted(cards[size : size + gone]))
        rest += cards[size + gone :]
    rng.shuffle(rest)
    for seat in field.setup.generals:
        hand = field.general(seat).hand
        if "" in hand:
            found[seat], rest = tuple(rest[: len(hand)]), rest[len(hand) :]
    return found


# --- reserves --------------------------------------------------------------------------------------------


def _reserves(view: ModernView, rng: Rng) -> Iterator[Unit]:
    """Units of the other side off the map, as many of each arm as everybody knows."""
    tables = view.setup.tables
    for side, counts in view.reserves:
        if side == view.side:
            continue
        for arm, count in zip(ARMS, counts, strict=True):
            cards = [one.number for one in tables.units.values() if one.arm == arm]
            for number in range(count):
                yield Unit(f"{side}-{arm}-{number}", side, rng.choice(cards), "", "reserve")


@clause("MO-KSO-22")
def _bringing(field: Field, piece: Thing, reserves: tuple[Unit, ...]) -> Thing:
    """A declared card that brings on reserves, which nobody names to the other side, brings on imagined ones."""
    if not isinstance(piece, Played) or "" not in piece.targets:
        return piece
    card = field.tables.operations.get(piece.card)
    effects = card.effects if card is not None else ()
    arms = {arm for one in effects if isinstance(one, Reinforce) for arm in one.arms}
    side = field.side_of(piece.owner)
    able = (one.id for one in reserves if one.side == side and field.arm(one) in arms)
    return replace(piece, targets=tuple(one if one != "" else next(able, "") for one in piece.targets))
