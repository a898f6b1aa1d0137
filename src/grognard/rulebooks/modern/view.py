"""Who sees what (chapter Who sees what). A view is built up from nothing for each kind of seat.

Enemy counters stand in a view under the id of their hex, with the number of their card or, where it isn't known, a
number for their arm (``field.mystery``). Whatever else a seat must not know isn't there, or is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import PUBLIC, UMPIRE, Arg, Call, Outcome, Question
from grognard.rulebooks.modern.effects import ARMS, Four
from grognard.rulebooks.modern.field import Field, counter_id, mystery
from grognard.rulebooks.modern.model import (
    Deck,
    General,
    Hit,
    Minefield,
    ModernSetup,
    ModernState,
    Played,
    Thing,
    Unit,
)
from grognard.rulebooks.modern.values import effects_of, hides_its_place
from grognard.rulebooks.modern.visibility import seen_by
from grognard.space.hex_grid import HexSet

HIDDEN = ("answer", "inspection")
"""Questions of which only the side that is asked knows which general is."""
NOBODY = ""
"""Whose eyes look where a viewer is of no side."""


class ModernView(msgspec.Struct, frozen=True):
    """The battle as one seat knows it. ``side``: whose knowledge it has, "" for the public. ``seen``: hexes of the
    enemy counters that this side sees now. ``reserves``: each side's units off the map by arm. ``agenda``: what comes
    next, for search, only for whom is asked."""

    seat: str
    side: str
    setup: ModernSetup
    pieces: tuple[Thing, ...]
    seen: HexSet
    reserves: tuple[tuple[str, Four], ...]
    asked: tuple[Question, ...]
    waiting: tuple[str, ...]
    agenda: tuple[Call, ...]
    outcome: Outcome | None
    finished: bool

    @property
    def field(self) -> Field:
        """The pieces as rules look at them; kept, because every question of a step looks at the same ones."""
        return _field_of(self.setup, self.pieces, self.side, self.seen)


@lru_cache(maxsize=32)
def _field_of(setup: ModernSetup, pieces: tuple[Thing, ...], side: str, seen: HexSet) -> Field:
    everything = side == UMPIRE
    return Field(setup, {piece.id: piece for piece in pieces}, side, None if everything else seen)


@clause("MO-SEAT-01", "MO-SEAT-02", "MO-VIS-07")
def side_seen(setup: ModernSetup, seat: str) -> str:
    """With whose eyes a seat looks: its side's, for guests by option their host's, the public's, the umpire's."""
    if seat in (UMPIRE, PUBLIC):
        return UMPIRE if seat == UMPIRE else NOBODY
    if setup.options["observer_view"] == "side" and seat in setup.guests:
        return setup.guests[seat]
    return setup.side_of(seat)


@clause("MO-END-04")
def view(setup: ModernSetup, state: ModernState, seat: str) -> ModernView:
    """What a seat may know. When all is over generals know everything, the press no more than before."""
    side = side_seen(setup, seat)
    if state.outcome is not None and seat in setup.generals:
        side = UMPIRE
    known = _known(setup, state.pieces, side, _chooses(setup, state, seat))
    open_now = [one for one in state.questions if one.answer is None]
    asked = tuple(one for one in open_now if one.seat == seat)
    return ModernView(
        seat,
        side,
        known_setup(setup, side),
        known.pieces,
        known.seen,
        known.reserves,
        asked,
        tuple(dict.fromkeys(one for question in open_now for one in _awaited(setup, state, seat, question))),
        known.agenda(state.agenda) if asked else (),
        state.outcome,
        state.finished,
    )


@clause("MO-KSO-13")
def _awaited(setup: ModernSetup, state: ModernState, seat: str, question: Question) -> Iterator[str]:
    """Who must answer. Which general may answer a card or a shot only his own side sees; to others it is the side."""
    side = setup.generals[question.seat].side if question.seat in setup.generals else ""
    if question.kind not in HIDDEN or side_seen(setup, seat) in (UMPIRE, side):
        yield question.seat
        return
    for one in setup.generals.values():
        general = state.piece(one.seat)
        if one.side == side and isinstance(general, General) and not general.gone:
            yield one.seat


@clause("MO-KSO-17")
def _chooses(setup: ModernSetup, state: ModernState, seat: str) -> bool:
    """He names a card of the deck, so he may look through it."""
    if setup.options["card_award"] != "choose":
        return False
    return any(one.kind == "exchange" and one.seat == seat for one in state.questions)


class Known(msgspec.Struct, frozen=True):
    """What a pair of eyes sees of a position; ``names``: ids of units -> what they are called there."""

    pieces: tuple[Thing, ...]
    seen: HexSet
    reserves: tuple[tuple[str, Four], ...]
    names: dict[str, str]

    def agenda(self, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        return tuple((name, tuple(self.names.get(one, one) if isinstance(one, str) else one for one in args))
                     for name, args in calls)  # fmt: skip


@lru_cache(maxsize=64)
def _known(setup: ModernSetup, pieces: tuple[Thing, ...], side: str, chooses: bool) -> Known:
    field = Field(setup, {piece.id: piece for piece in pieces})
    if side == UMPIRE:
        return Known(pieces, 0, _reserves(field), {})
    names = dict(_names(field, side))
    shown = tuple(sorted(_shown(field, side, names, chooses), key=_place))
    return Known(shown, seen_by(field, side) if side else 0, _reserves(field), names)


@clause("MO-UNIT-01")
def _place(piece: Thing) -> str:
    """Counters of others stand last, by their hexes: the order of the scenario's list would give numbers away."""
    return piece.id if piece.id.startswith(counter_id("")) else ""


def _names(field: Field, side: str) -> Iterator[tuple[str, str]]:
    """Units of others are called by their hex, or not at all."""
    for unit in field.units:
        if unit.side != side:
            yield unit.id, counter_id(field.label(unit.hex)) if unit.status == "map" else ""


@clause("MO-UNIT-01")
def _reserves(field: Field) -> tuple[tuple[str, Four], ...]:
    """How many of each arm each side has in reserve."""
    found = []
    for side in field.setup.sides:
        arms = [field.arm(one) for one in field.units if one.status == "reserve" and one.side == side.id]
        first, second, third, fourth = (arms.count(arm) for arm in ARMS)
        found.append((side.id, (first, second, third, fourth)))
    return tuple(found)


# --- piece by piece --------------------------------------------------------------------------------------


def _shown(field: Field, side: str, names: Mapping[str, str], chooses: bool) -> Iterator[Thing]:
    for piece in field.pieces.values():
        match piece:
            case Unit():
                if piece.side == side:
                    yield replace(piece, known=False, hits=tuple(_suffered(field, hit) for hit in piece.hits))
                elif piece.status == "map":
                    yield _counter(field, side, piece, names[piece.id])
            case General():
                yield piece if field.side_of(piece.id) == side else _other_general(piece)
            case Played():
                hidden = field.side_of(piece.owner) != side and hides_its_place(effects_of(field, piece))
                yield replace(piece, targets=() if hidden else _named(piece.targets, names))
            case Deck():
                cards = piece.cards if chooses else ("",) * len(piece.cards)
                yield replace(piece, cards=cards, shed=("",) * len(piece.shed))
            case Minefield():
                if piece.side == side:
                    yield replace(piece, known=False)
                elif piece.known and side:
                    yield piece
            case _:
                yield piece


def _named(targets: tuple[Arg, ...], names: Mapping[str, str]) -> tuple[Arg, ...]:
    return tuple(names.get(one, one) if isinstance(one, str) else one for one in targets)


@clause("MO-UNIT-01", "MO-UNIT-08", "MO-VIS-04")
def _counter(field: Field, side: str, unit: Unit, name: str) -> Unit:
    """A counter of another side: what everybody sees of it, and its number for those who have read it."""
    known = unit.known and bool(side)
    return Unit(
        name,
        unit.side,
        unit.number if known else mystery(field.arm(unit)),
        unit.general,
        "map",
        unit.hex,
        supply=unit.supply if known else 100,
        lost=unit.lost,
        known=known,
        hits=unit.hits if side else tuple(_heard(field, hit) for hit in unit.hits),
        activated=unit.activated,
        moved=unit.moved,
        worked=unit.worked,
        attacks=unit.attacks,
        exposed=unit.exposed,
        mended=unit.mended,
    )


def _is_open(field: Field, hit: Hit) -> bool:
    """Of a card or of mines, as everybody knows; anything else is a unit's."""
    return bool(hit.source) and hit.source not in field.pieces


@clause("MO-FIRE-04")
def _suffered(field: Field, hit: Hit) -> Hit:
    """Fire on one's own unit: by whom isn't said, how much only where the firer's number was known."""
    if not hit.known:
        return Hit("", 0, False)
    return hit if _is_open(field, hit) else replace(hit, source="")


@clause("MO-FIRE-04", "MO-SEAT-02")
def _heard(field: Field, hit: Hit) -> Hit:
    """Fire as those know it who know no numbers."""
    return hit if _is_open(field, hit) else Hit("", 0, False)


@clause("MO-KSO-01")
def _other_general(general: General) -> General:
    """How many cards, but not which; what he means to propose is his own affair."""
    return replace(general, hand=("",) * len(general.hand), proposed=False, proposal=("", 0))


# --- the setup -------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
@clause("MO-UNIT-01", "MO-KSO-01", "MO-TERR-14")
def known_setup(setup: ModernSetup, side: str) -> ModernSetup:
    """The setup without other sides' units, mines and named cards."""
    if side == UMPIRE:
        return setup
    return replace(
        setup,
        mines=tuple(one for one in setup.mines if side and one[1] == side),
        units={key: one for key, one in setup.units.items() if one.side == side},
        generals={
            key: one if one.side == side else replace(one, draw={}, kso=())
            for key, one in setup.generals.items()
        },
    )
