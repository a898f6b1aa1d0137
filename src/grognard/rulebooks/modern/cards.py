"""Cards on the table: how they come there, how long they stay, how they end (chapter Operation cards)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.battle import Eye, ModernBattle
from grognard.rulebooks.modern.decks import lay_off
from grognard.rulebooks.modern.effects import AnyEffect
from grognard.rulebooks.modern.events import (
    CardCancelled,
    CardDeclared,
    CardExpired,
    CardWithdrawn,
    Counter,
)
from grognard.rulebooks.modern.model import CLOCK, OperationCard, Played, played_id
from grognard.rulebooks.modern.values import effects_of, hides_its_place
from grognard.rulebooks.modern.visibility import look

TURN = "turn"


# --- declaring -----------------------------------------------------------------------------------------


@clause("MO-KSO-11", "MO-GNL-04")
def spend_use(battle: ModernBattle, seat: str, card: OperationCard) -> None:
    """Sudden cards take a use (by option none), but not the place of the one card of a KSO phase."""
    general = battle.general(seat)
    if not card.sudden:
        battle.change(seat, phase_card=True, uses=general.uses + 1)
    elif battle.option("sudden_counts"):
        battle.change(seat, uses=general.uses + 1)


def lay(battle: ModernBattle, card_id: str, seat: str, targets: tuple[Arg, ...]) -> Played:
    number = battle.clock.played + 1
    battle.change(CLOCK, played=number)
    piece = Played(played_id(number), card_id, seat, targets, turn=battle.clock.turn)
    battle.place(piece)
    return piece


def counters(battle: ModernBattle, targets: tuple[Arg, ...], eye: Eye) -> tuple[Counter, ...]:
    """The units among the targets that are on the map, as a hearer knows them."""
    units = battle.field.by_hex(one for one in battle.field.on_map if one.id in targets)
    return tuple(eye.counter(one.id) for one in units)


def others(
    battle: ModernBattle, targets: tuple[Arg, ...], effects: Sequence[AnyEffect], owner: str, eye: Eye
) -> tuple[Arg, ...]:
    """Targets that a hearer may know besides units: seats, cards by their numbers, and hexes unless mines are laid
    there."""
    if hides_its_place(effects) and not eye.owns(battle.field.side_of(owner)):
        return ()
    units = {unit.id for unit in battle.field.units}
    on_table = {piece.id: piece.card for piece in battle.field.cards}
    return tuple(on_table.get(str(one), one) for one in targets if one not in units)


def tell_declared(battle: ModernBattle, piece: Played, answers: str) -> None:
    def words(eye: Eye) -> CardDeclared:
        named = counters(battle, piece.targets, eye)
        rest = others(battle, piece.targets, effects_of(battle.field, piece), piece.owner, eye)
        return CardDeclared(piece.owner, piece.card, piece.id, named, rest, answers)

    battle.tell_each(words)


# --- how long it stays -------------------------------------------------------------------------------------------


@clause("MO-KSO-04", "MO-KSO-05")
def end_of(battle: ModernBattle, card: OperationCard) -> str:
    """When a card ends: with the turn, at the start of the next turn of whose turn it is, or never."""
    return {"Q": TURN, "T": battle.clock.active, "S": ""}[card.kind]


def lasts_for_the_turn(battle: ModernBattle, piece: Played) -> bool:
    effects = effects_of(battle.field, piece)
    return any(isinstance(one, fx.Lasting) and one.lasts == "turn" for one in effects)


@clause("MO-KSO-14")
def cancel(battle: ModernBattle, by: tuple[str, str], piece_id: str) -> None:
    """A declared card will have no effect; one in play ends."""
    piece = battle.field.pieces.get(piece_id)
    if not isinstance(piece, Played) or piece.status == "cancelled":
        return
    battle.tell(CardCancelled(piece.owner, piece.card, piece.id, by))
    if piece.status == "declared":
        battle.change(piece_id, status="cancelled")
    else:
        lay_off(battle, piece_id)


@rule("MO-KSO-07")
def withdraw(battle: ModernBattle, piece_id: str) -> None:
    """Its owner ends it; what was done stays."""
    piece = battle.field.played(piece_id)
    battle.tell(CardWithdrawn(piece.owner, piece.card, piece.id))
    lay_off(battle, piece_id)
    battle.then(look)


@clause("MO-KSO-04")
def expire(battle: ModernBattle, when: str) -> None:
    """Cards that end now: at the start of this holder's turn, or with the turn that is on."""
    for piece in [one for one in battle.field.cards if one.status == "working" and one.expires == when]:
        if piece.card in battle.tables.operations:
            battle.tell(CardExpired(piece.owner, piece.card, piece.id))
        lay_off(battle, piece.id)
