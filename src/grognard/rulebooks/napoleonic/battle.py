"""The draft of a Napoleonic battle with the book's own ways of looking at it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.core.battle import Battle
from grognard.core.chance import d
from grognard.core.events import Event, Seats
from grognard.core.rule import Rule, clause
from grognard.core.state import Arg, Question, State
from grognard.rulebooks.napoleonic import hearing
from grognard.rulebooks.napoleonic.field import Field, Value, field_of
from grognard.rulebooks.napoleonic.model import (
    CLOCK,
    FRAY,
    WORKS,
    Body,
    Clock,
    Fray,
    Gun,
    NapoleonicSetup,
    Person,
    Phase,
    Thing,
    Trooper,
    Unit,
    Works,
)
from grognard.rulebooks.napoleonic.tablemodel import Tables

D6 = d(6)
_PLACE = frozenset(("x", "y", "heading", "frontage", "depth"))
"""Where a body stands, and how large it is."""


class NapoleonicBattle(Battle[NapoleonicSetup, Thing]):
    """A position being played on."""

    __slots__ = ()

    def _by_id(self, state: State[Thing]) -> dict[str, Thing]:
        return dict(field_of(self.setup, state.pieces).pieces)

    # --- looking ---

    @property
    def field(self) -> Field:
        """The pieces as they are now; of those that have not changed yet all is known that views found out."""
        field: Field | None = self.kept.get("field")
        if field is None:
            if self._frozen is None:
                field = Field(self.setup, self._pieces)
            else:
                field = field_of(self.setup, self._frozen).copy(self._pieces)
            self.kept["field"] = field
        return field

    def state(self) -> State[Thing]:
        """As ever; views of it will know what has been worked out."""
        state = super().state()
        field_of(self.setup, state.pieces, self.kept.get("field"))
        return state

    @property
    def tables(self) -> Tables:
        return self.setup.tables

    @property
    def clock(self) -> Clock:
        return self._pieces[CLOCK]  # type: ignore[return-value]

    @property
    def turn(self) -> int:
        return self.clock.turn

    @property
    def works(self) -> Works:
        return self._pieces[WORKS]  # type: ignore[return-value]

    @property
    def fray(self) -> Fray:
        return self._pieces[FRAY]  # type: ignore[return-value]

    def unit(self, unit_id: str) -> Unit:
        return self._pieces[unit_id]  # type: ignore[return-value]

    def gun(self, gun_id: str) -> Gun:
        return self._pieces[gun_id]  # type: ignore[return-value]

    def trooper(self, one: str) -> Trooper:
        return self._pieces[one]  # type: ignore[return-value]

    def body(self, one: str) -> Body:
        return self._pieces[one]  # type: ignore[return-value]

    def person(self, one: str) -> Person:
        return self._pieces[one]  # type: ignore[return-value]

    def option(self, key: str) -> Value:
        return self.setup.options[key]

    def seats_of(self, side: str) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.setup.seats if seat.side == side)

    # --- changing; what was worked out about the pieces is forgotten ---

    def change(self, piece_id: str, **fields: Any) -> None:
        before = self._pieces[piece_id]
        super().change(piece_id, **fields)
        after = self._pieces[piece_id]
        if isinstance(after, Body) and _PLACE.isdisjoint(fields):
            _keep_shape(before, after)
        self._forget(after)

    def place(self, piece: Thing) -> None:
        before = self._pieces.get(piece.id)
        super().place(piece)
        if isinstance(piece, Body) and _same_place(before, piece):
            _keep_shape(before, piece)
        self._forget(piece, names=before is None)

    def remove(self, piece_id: str) -> None:
        piece = self._pieces[piece_id]
        super().remove(piece_id)
        self._forget(piece, names=True)

    def rewind(self, pieces: dict[str, Thing], state: State[Thing]) -> None:
        super().rewind(pieces, state)
        self.kept.clear()

    def _forget(self, changed: Thing, *, names: bool = False) -> None:
        field = self.kept.get("field")
        if field is not None:
            field.forget(changed, names=names)

    def step(self, step: str, phase: Phase | None = None) -> None:
        """The clock goes on to a step of the sequence (``1.4``). What is worked out about the pieces hangs on the turn,
        not on the step."""
        super().change(CLOCK, step=step, **({"phase": phase} if phase else {}))

    # --- telling ---

    def tell(self, event: Event, to: Seats = None) -> None:
        """With fog each side hears what it may."""
        if not self.listening or to is not None or self.option("fog") != "line_of_sight":
            super().tell(event, to)
            return
        sides = {side.id: self.seats_of(side.id) for side in self.setup.sides}
        self.tell_apart(*hearing.versions(self.field, event, sides))

    # --- dice ---

    @clause("NA-GEN-02")
    def die(self, purpose: str, who: str = "") -> int:
        """The face of one die."""
        return self.roll(D6, purpose, who).face

    # --- asking ---

    def ask(self, kind: str, seat: str, *about: Arg, then: Rule[Any, ...], secret: bool = False) -> None:
        """As ever, but orders are named one by one: a choice is known to be one when a second is there. Only in the fog
        has a seat to look for itself."""
        question = Question(kind, seat, about, then.name, secret)
        field = self.field if self.setup.options["fog"] != "line_of_sight" else self.view(seat).field
        order = self.book.decisions[kind].only(field, question)  # type: ignore[attr-defined]
        if order is not None:
            question = replace(question, answer=order)
        self.questions.append(question)


def _same_place(before: Thing | None, after: Body) -> bool:
    if not isinstance(before, Body) or (before.x, before.y) != (after.x, after.y):
        return False
    return (before.heading, before.frontage, before.depth) == (after.heading, after.frontage, after.depth)


def _keep_shape(before: Any, after: Any) -> None:
    """Who stands where he stood has the footprint that he had; it need not be worked out anew."""
    after.__dict__.update(before.__dict__)
