"""Who sees what (chapter Deployment and hidden information). A view is built up from nothing for each seat."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.core.dice import Rng
from grognard.core.rule import clause
from grognard.core.state import UMPIRE, Order, Outcome, Question, State
from grognard.rulebooks.pike_and_shot.deployment import default_flag
from grognard.rulebooks.pike_and_shot.field import Field, field_of
from grognard.rulebooks.pike_and_shot.model import Commander, PikeSetup, PikeState, Thing, Unit
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
        tuple([q for q in open_now if q.seat == seat]),
        tuple([(q.id, q.answer) for q in state.questions if q.answer is not None and q.seat in allies]),
        tuple(dict.fromkeys([q.seat for q in open_now])),
        state.outcome,
        state.finished,
    )


def _seen(
    setup: PikeSetup, pieces: tuple[Thing, ...], seat: str, over: bool
) -> tuple[PikeSetup, tuple[Thing, ...]]:
    """Setup and pieces as a seat knows them; what is known of units that are all seen serves it too."""
    if seat == UMPIRE or over:
        return setup, pieces
    field, side = field_of(setup, pieces), setup.side_of(seat)
    found: tuple[PikeSetup, tuple[Thing, ...]] | None = field.kept.get(("seen", side))
    if found is None:
        hidden = hidden_from(field, side)
        scored = frozenset([(one.side, one.condition) for one in field.turn.scores])
        known = known_setup(setup, side, hidden, scored)
        shown = {**field.pieces, **_dimmed(field, side)}
        for one in hidden:
            del shown[one]
        found = field.kept["seen", side] = known, tuple(shown.values())
        field_of(*found, Field(known, shown, None if hidden else field.host))
    return found


def _dimmed(field: Field, side: str) -> dict[str, Commander]:
    """The commanders of the other side as this one knows them."""
    others = [one for one, post in field.setup.commanders.items() if post.side != side]
    return {one: _dim(field.setup, field.commander(one)) for one in others if one in field.pieces}


@lru_cache(maxsize=256)
@clause("PS-FOG-01", "PS-FOG-02", "PS-ORD-01")
def _dim(setup: PikeSetup, piece: Commander) -> Commander:
    """Orders and unused random profiles are for a commander's own side."""
    if piece.order is not None and setup.options["fog"] != "open":
        piece = replace(piece, order=None)
    if piece.profile and not piece.profile_shown and setup.options["commander_profiles"] == "random":
        piece = replace(piece, profile="")
    return piece


@clause("PS-FOG-01")
def hidden_from(field: Field, side: str) -> frozenset[str]:
    """With fog ``full``: enemy units that are hidden, and commanders whom nobody is near to that is seen."""
    if field.option("fog") != "full":
        return frozenset()
    units = {
        p.id
        for p in field.pieces.values()
        if isinstance(p, Unit) and not p.shown and field.side(p.id) != side
    }
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
