"""Declaring a card, and the windows in which sudden cards may answer (MO-KSO-06, MO-KSO-10 to MO-KSO-14).

Who is awaited at the table is no secret, so nobody may learn from it what anybody holds: a seat is asked whenever,
by what everybody knows, it could hold a card that fits, also if it has none and can but pass.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.cards import end_of, lasts_for_the_turn, lay, spend_use, tell_declared
from grognard.rulebooks.modern.conferences import propose
from grognard.rulebooks.modern.decks import lay_off, without
from grognard.rulebooks.modern.effects_run import run_effects
from grognard.rulebooks.modern.events import CardResolved, WindowPassed
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import OperationCard, Played
from grognard.rulebooks.modern.passing import TIME_UP, time_up
from grognard.rulebooks.modern.targets import cancels_card, resolved
from grognard.rulebooks.modern.values import cards_a_turn
from grognard.rulebooks.modern.visibility import inspect, look

CARD = "enemy_card"
PASS = "pass"


# --- who is asked, by what everybody knows --------------------------------------------------------------


@clause("MO-KSO-13")
def in_turn_order(field: Field, side: str) -> list[str]:
    """A side's generals in the order in which they play next, those that are left."""
    order, place = field.clock.order, field.clock.place
    holders = (*order[place + 1 :], *order[: place + 1]) if order else ()
    seats = [seat for holder in holders for seat in field.seats_in(holder)]
    return [seat for seat in seats if field.side_of(seat) == side]


@clause("MO-KSO-11")
def has_use_left(field: Field, seat: str) -> bool:
    """He may play a sudden card still in this turn."""
    if not field.option("sudden_counts"):
        return True
    return field.general(seat).uses < cards_a_turn(field, seat)


def is_about(field: Field, piece_id: Arg) -> Played | None:
    """The declared card that a window is about."""
    piece = field.pieces.get(str(piece_id))
    return piece if isinstance(piece, Played) else None


@clause("MO-KSO-12", "MO-KSO-14")
def opens_for(field: Field, seat: str, card: OperationCard, window: str, about: Arg) -> bool:
    """A sudden card fits a window. In his own turn a general needs none, but what answers a card must fit it."""
    if not card.sudden or (window not in card.windows and seat not in field.active):
        return False
    cancels = [effect for effect in card.effects if isinstance(effect, fx.Cancel)]
    if not cancels or _in_play(field, seat, cancels):
        return True
    declared = is_about(field, about) if window == CARD else None
    return declared is not None and any(cancels_card(field, effect, declared) for effect in cancels)


def _in_play(field: Field, seat: str, cancels: Iterable[fx.Cancel]) -> bool:
    side = field.side_of(seat)
    return any(
        piece.status == "working"
        and field.side_of(piece.owner) != side
        and cancels_card(field, effect, piece)
        for piece in field.cards
        for effect in cancels
    )


@clause("MO-KSO-13")
def could_answer(field: Field, seat: str, window: str, about: Arg) -> bool:
    """By what everybody knows he could hold a card that fits: cards in hand, a use left, and a copy of such a card
    that lies neither on the table nor in the open discards."""
    general = field.general(seat)
    if general.gone or general.silent or not general.hand or not has_use_left(field, seat):
        return False
    open_cards = [piece.card for piece in field.cards]
    for card in field.tables.operations.values():
        if opens_for(field, seat, card, window, about):
            shown = open_cards.count(card.id) + field.deck(card.tier).seen.count(card.id)
            if shown < field.parameters.deck_copies:
                return True
    return False


# --- a card -----------------------------------------------------------------------------------------------


@rule("MO-KSO-06", "MO-KSO-08", "MO-KSO-11", "MO-KSO-13", "MO-GNL-04")
def declare(battle: ModernBattle, seat: str, card_id: str, answers: str, *words: Arg) -> None:
    """A card is on the table; its use is spent. The other side may answer, then it works."""
    card = battle.tables.operations[card_id]
    spend_use(battle, seat, card)
    battle.change(seat, hand=without(battle.general(seat).hand, card_id))
    targets = resolved(battle.field, seat, card.target, card.effects, words)
    piece = lay(battle, card_id, seat, targets)
    tell_declared(battle, piece, answers)
    enemy = battle.field.enemy(battle.field.side_of(seat))
    battle.then(offer, CARD, enemy, piece.id, "", resolve, piece.id)


@rule("MO-KSO-02", "MO-KSO-03", "MO-KSO-04", "MO-KSO-05", "MO-KSO-13", "MO-KSO-14")
def resolve(battle: ModernBattle, piece_id: str) -> None:
    """The chain comes back to a card: it works, or it has been cancelled. Quick cards are discarded."""
    piece = battle.field.played(piece_id)
    if piece.status == "cancelled":
        lay_off(battle, piece_id)
        return
    card = battle.tables.operations[piece.card]
    stays = card.kind != "Q" or lasts_for_the_turn(battle, piece)
    battle.tell(CardResolved(piece.owner, piece.card, piece.id, card.kind != "Q"))
    if stays:
        battle.change(piece_id, status="working", expires=end_of(battle, card))
    else:
        lay_off(battle, piece_id)
    run_effects(battle, piece.owner, piece.card, card.effects, piece.targets)
    battle.then(look)


# --- asking ---------------------------------------------------------------------------------------------


@rule("MO-KSO-12", "MO-KSO-13")
def offer(battle: ModernBattle, window: str, side: str, about: Arg = "", at: Arg = "") -> None:
    """Offer a window to the generals of ``side``, one after another; the first who plays a card closes it.

    ``about``: the declared card (``enemy_card``); with ``enemy_attack_declared`` ``about`` and ``at`` are the hexes of
    firer and target.
    """
    seats = in_turn_order(battle.field, side)
    battle.then(ask_next, window, about, at, ",".join(seats))


@rule("MO-KSO-13")
def ask_next(battle: ModernBattle, window: str, about: Arg, at: Arg, seats: str) -> None:
    """The first of those who could answer is asked; the others wait."""
    left = seats.split(",") if seats else []
    while left:
        seat, left = left[0], left[1:]
        if could_answer(battle.field, seat, window, about):
            battle.ask("answer", seat, window, about, at, seat, ",".join(left), then=answered)
            return


@rule("MO-KSO-11", "MO-KSO-13")
def answered(
    battle: ModernBattle, window: str, about: Arg, at: Arg, seat: str, left: str, verb: Arg, *words: Arg
) -> None:
    """He plays a card, or the next one is asked. ``pass turn``: he wants to be asked no more in this turn."""
    if verb == "play":
        battle.then(declare, seat, str(words[0]), str(about) if window == CARD else "", *words[1:])
        return
    if verb == "inspect":
        inspect(battle, seat, words)
        battle.then(ask_next, window, about, at, ",".join(filter(None, (seat, left))))
        return
    if verb == "propose":
        propose(battle, seat, str(words[0]), int(words[1]))
        battle.then(ask_next, window, about, at, ",".join(filter(None, (seat, left))))
        return
    if verb == TIME_UP:
        time_up(battle, int(words[0]))
    elif words:
        battle.change(seat, silent=True)
    battle.tell(WindowPassed(seat, window), (seat,))
    battle.then(ask_next, window, about, at, left)
