"""Who sees what (chapter Deployment and hidden information). A view is built up from nothing for each seat."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.core.dice import Rng
from grognard.core.rule import clause
from grognard.core.state import UMPIRE, Order, Outcome, Question, State
from grognard.rulebooks.pike_and_shot.deployment import default_flag
from grognard.rulebooks.pike_and_shot.field import Field, hand_on, host_of
from grognard.rulebooks.pike_and_shot.model import Commander, PikeSetup, PikeState, Thing, Turn, Unit
from grognard.rulebooks.pike_and_shot.standing import is_away
from grognard.space.outline import once


class PikeView(msgspec.Struct, frozen=True, dict=True):
    """The battle as one seat knows it: ``pieces`` and the ``setup`` without what it may not know; ``answers`` are
    sealed orders of its own side."""

    seat: str
    side: str
    setup: PikeSetup
    pieces: tuple[Thing, ...]
    asked: tuple[Question, ...]
    answers: tuple[tuple[str, Order], ...]
    waiting: tuple[str, ...]
    outcome: Outcome | None
    finished: bool

    @once
    def field(self) -> Field:
        """The pieces as rules look at them; kept, because every question of a step looks at the same ones."""
        return field_of(self.setup, self.pieces)


@lru_cache(maxsize=32)
def field_of(setup: PikeSetup, pieces: tuple[Thing, ...]) -> Field:
    return Field(setup, {piece.id: piece for piece in pieces}, host_of(setup, pieces))


@clause("PS-FOG-03")
def view(setup: PikeSetup, state: PikeState, seat: str) -> PikeView:
    """The position with what is asked of the seat, and the sealed orders of its own side."""
    known, pieces = _seen(setup, state.pieces, seat, state.outcome is not None)
    allies = (UMPIRE, *(s.id for s in setup.seats)) if seat == UMPIRE else setup.allies(seat)
    open_now = [q for q in state.questions if q.answer is None]
    return PikeView(
        seat,
        "" if seat == UMPIRE else setup.side_of(seat),
        known,
        pieces,
        tuple(q for q in open_now if q.seat == seat),
        tuple((q.id, q.answer) for q in state.questions if q.answer is not None and q.seat in allies),
        tuple(dict.fromkeys(q.seat for q in open_now)),
        state.outcome,
        state.finished,
    )


@lru_cache(maxsize=64)
def _seen(
    setup: PikeSetup, pieces: tuple[Thing, ...], seat: str, over: bool
) -> tuple[PikeSetup, tuple[Thing, ...]]:
    """Setup and pieces as a seat knows them."""
    if seat == UMPIRE or over:
        return setup, pieces
    side = setup.side_of(seat)
    hidden = hidden_from(setup, pieces, side)
    shown = [piece for piece in pieces if piece.id not in hidden] if hidden else pieces
    seen = tuple([_dimmed(setup, one, side) if one.__class__ is Commander else one for one in shown])
    turn = next(piece for piece in reversed(pieces) if piece.__class__ is Turn)
    scored = frozenset((one.side, one.condition) for one in turn.scores)
    known = known_setup(setup, side, hidden, scored)
    if not hidden:
        hand_on(known, seen, host_of(setup, pieces))
    return known, seen


@lru_cache(maxsize=256)
@clause("PS-FOG-01", "PS-FOG-02", "PS-ORD-01")
def _dimmed(setup: PikeSetup, piece: Commander, side: str) -> Commander:
    """Orders and unused random profiles are for a commander's own side."""
    if setup.commanders[piece.id].side == side:
        return piece
    if piece.order is not None and setup.options["fog"] != "open":
        piece = replace(piece, order=None)
    if piece.profile and not piece.profile_shown and setup.options["commander_profiles"] == "random":
        piece = replace(piece, profile="")
    return piece


@clause("PS-FOG-01")
def hidden_from(setup: PikeSetup, pieces: tuple[Thing, ...], side: str) -> frozenset[str]:
    """With fog ``full``: enemy units that are hidden, and commanders whom nobody is near to that is seen."""
    if setup.options["fog"] != "full":
        return frozenset()
    units = {p.id for p in pieces if isinstance(p, Unit) and not p.shown and setup.sheets[p.id].side != side}
    field = field_of(setup, pieces)
    away = {one.id for one in field.commanders if is_away(field, one, side, units)}
    return frozenset(units | away)


@lru_cache(maxsize=256)
@clause("PS-FOG-01", "PS-FOG-02")
def known_setup(
    setup: PikeSetup, side: str, hidden: frozenset[str], scored: frozenset[tuple[str, str]] = frozenset()
) -> PikeSetup:
    """Without sheets of hidden units, places of hidden commanders, orders of the scenario and secret objectives.

    ``scored``: (side, condition) of objectives that have scored and so are no secret any more.
    """
    sheets = {one: sheet for one, sheet in setup.sheets.items() if one not in hidden}
    commanders = {
        one: post
        if post.side == side
        else replace(post, order=None, **({"x": 0, "y": 0} if one in hidden else {}))
        for one, post in setup.commanders.items()
    }
    armies = setup.armies
    if setup.options["objectives"] == "secret":
        armies = {
            one: sheet
            if one == side
            else replace(sheet, victory=tuple(c for c in sheet.victory if (one, c.id) in scored))
            for one, sheet in armies.items()
        }
    return setup.hiding(sheets=sheets, commanders=commanders, armies=armies)


def imagine(setup: PikeSetup, view: PikeView, rng: Rng) -> PikeState:
    """A full state that the view allows: orders as by default, profiles as the dice might have given them."""
    field = view.field
    pieces = tuple(_imagined(field, view.side, piece, rng) for piece in view.pieces)
    return State(pieces, (), (), view.outcome)


def _imagined(field: Field, side: str, commander: Thing, rng: Rng) -> Thing:
    if not isinstance(commander, Commander) or field.post(commander.id).side == side:
        return commander
    post = field.post(commander.id)
    if commander.order is None and post.under and field.option("orders") != "none":
        commander = replace(commander, order=default_flag(field, commander))
    if not commander.profile and field.option("commander_profiles") == "random":
        commander = replace(commander, profile=rng.choice(field.tables.profiles).id)
    return commander
