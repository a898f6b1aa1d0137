"""Decks, hands and discards (MO-KSO-16 to MO-KSO-19). The order of a deck doesn't exist before it is drawn."""

from __future__ import annotations

from grognard.core.chance import Table
from grognard.core.rule import clause
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import CardDiscarded, CardDrawn, NoCardLeft
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import deck_id
from grognard.rulebooks.modern.values import hand_limit


@clause("MO-GNL-03", "MO-KSO-18")
def has_room(field: Field, seat: str) -> bool:
    return len(field.general(seat).hand) < hand_limit(field, seat)


@clause("MO-KSO-16")
def is_spent(field: Field, tier: str) -> bool:
    """Neither the deck nor its discards have a card."""
    deck = field.deck(tier)
    return not (deck.cards or deck.seen or deck.shed)


@clause("MO-KSO-16")
def refill(battle: ModernBattle, tier: str) -> None:
    """An empty deck takes its discards back."""
    deck = battle.field.deck(tier)
    if not deck.cards and (deck.seen or deck.shed):
        battle.change(deck.id, cards=tuple(sorted((*deck.seen, *deck.shed))), seen=(), shed=())


@clause("MO-KSO-01", "MO-KSO-16", "MO-KSO-17")
def draw(battle: ModernBattle, seat: str, tier: str, why: str, named: str = "") -> bool:
    """A card of the tier comes to his hand: any of the deck, each as likely, or the ``named`` one. False where none
    is left."""
    refill(battle, tier)
    deck = battle.field.deck(tier)
    if not deck.cards:
        battle.tell(NoCardLeft(seat, tier))
        return False
    card = named if named in deck.cards else deck.cards[0]
    if not named and len(deck.cards) > 1:
        card = battle.roll(Table(deck.cards), "draw", seat).meaning
    battle.change(deck.id, cards=without(deck.cards, card))
    hand = battle.general(seat).hand
    battle.change(seat, hand=tuple(sorted((*hand, card))))
    side = battle.field.side_of(seat)
    battle.tell_each(lambda eye: CardDrawn(seat, tier, card if eye.owns(side) else "", why))
    return True


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards with one copy less."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


@clause("MO-KSO-16", "MO-KSO-18")
def shed(battle: ModernBattle, seat: str, card: str, why: str) -> None:
    """He discards a card from his hand; only his side sees which."""
    tier = battle.tables.operations[card].tier
    battle.change(seat, hand=without(battle.general(seat).hand, card))
    deck = battle.field.deck(tier)
    battle.change(deck.id, shed=tuple(sorted((*deck.shed, card))))
    side = battle.field.side_of(seat)
    battle.tell_each(lambda eye: CardDiscarded(seat, tier, card if eye.owns(side) else "", why))


@clause("MO-KSO-16")
def lay_off(battle: ModernBattle, piece_id: str) -> None:
    """A card on the table goes to the open discards of its tier; an ability's marker just goes."""
    card = battle.tables.operations.get(battle.field.played(piece_id).card)
    battle.remove(piece_id)
    if card is not None:
        deck = battle.field.deck(card.tier)
        battle.change(deck_id(card.tier), seen=tuple(sorted((*deck.seen, card.id))))
