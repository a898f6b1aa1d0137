"""What must always hold of a position and of the step to it, and the numbers by which battles are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from grognard.rulebooks.modern.effects import TIERS
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import NOWHERE, General, ModernSetup, ModernState, Played, Unit
from grognard.rulebooks.modern.values import cards_a_turn, hand_limit, value
from grognard.rulebooks.modern.victory import points_held, score


def broken(setup: ModernSetup, before: ModernState, after: ModernState) -> list[str]:
    """Everything that doesn't hold, each with the piece and the clause; ``before`` may have no pieces (the start)."""
    field = Field(setup, {piece.id: piece for piece in after.pieces})
    old = {piece.id: piece for piece in before.pieces}
    found = [*_pieces(setup, after), *_hexes(field), *_cards(field, after), *_questions(field, after)]
    for unit in field.units:
        was = old.get(unit.id)
        found += (f"{unit.id}: {what}" for what in _unit(field, unit))
        if isinstance(was, Unit):
            found += (f"{unit.id}: {what}" for what in _step(was, unit))
    for seat in setup.generals:
        found += (f"{seat}: {what}" for what in _general(field, field.general(seat)))
    return found


def _pieces(setup: ModernSetup, after: ModernState) -> Iterator[str]:
    ids = [piece.id for piece in after.pieces]
    if len(set(ids)) != len(ids):
        yield "one piece twice (MO-UNIT-03)"
    units = {piece.id for piece in after.pieces if isinstance(piece, Unit)}
    if units != set(setup.units):
        yield f"units have come or gone: {sorted(units ^ set(setup.units))} (MO-UNIT-06)"


def _hexes(field: Field) -> Iterator[str]:
    taken = Counter(unit.hex for unit in field.on_map)
    for hex, count in taken.items():
        if count > 1:
            yield f"{count} units in {field.label(hex)} (MO-MAP-06)"
    for hex, level in field.works.forts:
        if not 1 <= level <= field.tables.fort.max_level:
            yield f"fort of level {level} in {field.label(hex)} (MO-TERR-12)"


# --- units -----------------------------------------------------------------------------------------------


def _unit(field: Field, unit: Unit) -> Iterator[str]:
    if unit.status == "map" and not field.grid.holds(unit.hex):
        yield f"on the map at {unit.hex} (MO-MAP-02)"
    if unit.status in ("aboard", "reserve", "waiting") and unit.hex != NOWHERE:
        yield f"{unit.status}, but in {field.label(unit.hex)} (MO-MAP-06)"
    if unit.status == "map":
        yield from _on_map(field, unit)
    if unit.status == "aboard":
        yield from _aboard(field, unit)
    gone = unit.lost >= field.card(unit).statuses
    if (unit.status == "destroyed") != gone and unit.status != "destroyed":
        yield f"{unit.status} with {field.left(unit)} statuses left (MO-UNIT-06)"
    if unit.known and unit.status in ("aboard", "reserve", "waiting"):
        yield f"known while {unit.status} (MO-VIS-06)"


def _on_map(field: Field, unit: Unit) -> Iterator[str]:
    if unit.general not in field.setup.generals or field.side_of(unit.general) != unit.side:
        yield f"commanded by {unit.general!r} (MO-SEAT-03)"
    elif field.general(unit.general).gone:
        yield f"commanded by {unit.general}, who is gone (MO-GNL-08)"
    if unit.hits and unit.fire_sum >= value(field, unit, "armour") and not field.cards:
        yield f"a sum of {unit.fire_sum} stands against armour {value(field, unit, 'armour')} (MO-FIRE-04)"


def _aboard(field: Field, unit: Unit) -> Iterator[str]:
    transport = field.pieces.get(unit.aboard)
    if not isinstance(transport, Unit) or transport.status != "map" or transport.side != unit.side:
        yield f"aboard {unit.aboard!r} (MO-TRAN-01)"
        return
    card = field.card(transport)
    arms = Counter(field.arm(one) for one in field.passengers(transport.id))
    if any(count > card.carries.get(arm, 0) for arm, count in arms.items()):
        yield f"too many aboard {transport.id} (MO-TRAN-01)"


def _step(was: Unit, unit: Unit) -> Iterator[str]:
    if was.status == "destroyed" and unit.status != "destroyed":
        yield "came back from destruction (MO-UNIT-06)"
    if (was.side, was.number, was.supply) != (unit.side, unit.number, unit.supply):
        yield "side, number or supply changed (MO-UNIT-03)"
    if was.known and not unit.known and was.status == unit.status == "map":
        yield "its number was forgotten on the map (MO-VIS-06)"


# --- generals and cards ----------------------------------------------------------------------------------


def _general(field: Field, general: General) -> Iterator[str]:
    start = field.clock.turn == 0
    if not start and len(general.hand) > max(
        hand_limit(field, general.id), len(general.hand) * _shrunk(field)
    ):
        yield f"{len(general.hand)} cards in hand (MO-KSO-18)"
    if general.credits < 0 or general.fresh < 0:
        yield f"credits {general.credits}, fresh {general.fresh} (MO-CP-04)"
    if field.option("sudden_counts") and general.uses > cards_a_turn(field, general.id) + _shrunk(field):
        yield f"{general.uses} KSO used (MO-KSO-11)"


def _shrunk(field: Field) -> int:
    """1 where a card may have lowered a general's numbers, or has just raised them no longer."""
    return int(any("general" in _ops(field, piece) for piece in field.cards))


def _ops(field: Field, piece: Played) -> set[str]:
    card = field.tables.operations.get(piece.card)
    return {str(one.__struct_config__.tag) for one in card.effects} if card else set()


def _cards(field: Field, after: ModernState) -> Iterator[str]:
    """Every card is in exactly one place (MO-KSO-16)."""
    copies = field.parameters.deck_copies
    there = Counter[str]()
    for tier in TIERS:
        deck = field.deck(tier)
        there.update((*deck.cards, *deck.seen, *deck.shed))
    for seat in field.setup.generals:
        there.update(field.general(seat).hand)
    there.update(piece.card for piece in field.cards if piece.card in field.tables.operations)
    for card in field.tables.operations:
        if there[card] != copies:
            yield f"{there[card]} of {copies} copies of {card} (MO-KSO-16)"


def _questions(field: Field, after: ModernState) -> Iterator[str]:
    for question in after.questions:
        if question.seat in field.setup.generals and field.general(question.seat).gone:
            yield f"{question.seat} is asked, though gone (MO-GNL-08)"
        if question.kind in ("kso", "movement", "attack", "exchange") and question.seat not in field.active:
            yield f"{question.seat} is asked {question.kind} in another's turn (MO-TURN-01)"


# --- counting --------------------------------------------------------------------------------------------


def measures(setup: ModernSetup, state: ModernState) -> Mapping[str, str | int]:
    """How a battle ended, and of each side score, points, units left and lost."""
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    outcome = state.outcome
    reason, _, level = outcome.reason.partition(".") if outcome else ("", "", "")
    found: dict[str, str | int] = {
        "winner": "+".join(outcome.winners) if outcome else "",
        "reason": reason,
        "level": level,
        "rounds": field.clock.round,
        "turns": field.clock.turn,
        "cards": field.clock.played,
    }
    for side in setup.sides:
        tally = field.tally(side.id)
        found[f"score_{side.id}"] = score(field, side.id).total
        found[f"points_{side.id}"] = len(points_held(field, side.id))
        found[f"units_{side.id}"] = len(field.of_side(side.id))
        found[f"destroyed_{side.id}"] = sum(tally.destroyed)
        found[f"statuses_lost_{side.id}"] = sum(tally.lost)
    return found
