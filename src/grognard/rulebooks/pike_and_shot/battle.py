"""The draft of a Pike and Shot battle with the book's own ways of looking at it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.core.battle import Battle
from grognard.core.book import RuleBook
from grognard.core.dice import Dice
from grognard.core.events import Event
from grognard.core.rule import Rule, clause
from grognard.core.state import Arg, Question, State
from grognard.rulebooks.pike_and_shot.field import Field, field_of
from grognard.rulebooks.pike_and_shot.model import (
    TURN,
    Commander,
    Parameters,
    PikeSetup,
    Sheet,
    Tables,
    Thing,
    Turn,
    Unit,
)


@clause("PS-FOG-01", "PS-FOG-03")
class PikeBattle(Battle[PikeSetup, Thing]):
    """A position being played on."""

    __slots__ = ("field",)

    field: Field
    """The pieces as they are now."""

    def __init__(
        self,
        book: RuleBook,
        setup: PikeSetup,
        state: State[Thing],
        dice: Dice,
        listening: bool = True,
    ) -> None:
        super().__init__(book, setup, state, dice, listening)
        self._look_at(state)

    # --- looking ---

    @property
    def tables(self) -> Tables:
        return self.setup.tables

    @property
    def parameters(self) -> Parameters:
        return self.setup.tables.parameters

    @property
    def turn(self) -> Turn:
        return self._pieces[TURN]  # type: ignore[return-value]

    def unit(self, unit_id: str) -> Unit:
        return self._pieces[unit_id]  # type: ignore[return-value]

    def commander(self, one: str) -> Commander:
        return self._pieces[one]  # type: ignore[return-value]

    def sheet(self, unit_id: str) -> Sheet:
        return self.setup.sheets[unit_id]

    def side(self, unit_id: str) -> str:
        return self.setup.sheets[unit_id].side

    def seat(self, unit_id: str) -> str:
        return self.setup.sheets[unit_id].seat

    def option(self, key: str) -> str | int | bool:
        return self.setup.options[key]

    def stands(self, unit_id: str) -> bool:
        """The unit is on the table."""
        return self.unit(unit_id).status == "ready"

    def seats_of(self, side: str) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.setup.seats if seat.side == side)

    # --- changing; what was worked out about the pieces is forgotten ---

    def change(self, piece_id: str, **fields: Any) -> None:
        before = self._pieces[piece_id]
        after = replace(before, **fields)
        stands = "bases" not in fields and "status" not in fields
        if stands and isinstance(after, Unit):
            after.__dict__.update(before.__dict__)
        super().place(after)
        self.field.forget(after, stands)

    def place(self, piece: Thing) -> None:
        super().place(piece)
        self.field.forget(piece, False)

    def remove(self, piece_id: str) -> None:
        piece = self._pieces[piece_id]
        super().remove(piece_id)
        self.field.forget(piece, False)

    # --- what is known of the units goes with the position ---

    def _by_id(self, state: State[Thing]) -> dict[str, Thing]:
        return dict(field_of(self.setup, state.pieces).pieces)

    def rewind(self, pieces: dict[str, Thing], state: State[Thing]) -> None:
        super().rewind(pieces, state)
        self._look_at(state)

    def state(self) -> State[Thing]:
        anew = self._frozen is None
        state = super().state()
        if anew:
            field_of(self.setup, state.pieces, Field(self.setup, dict(self._pieces), self.field.host))
        return state

    def _look_at(self, state: State[Thing]) -> None:
        self.field = Field(self.setup, self._pieces, field_of(self.setup, state.pieces).host)

    # --- asking ---

    def ask(self, kind: str, seat: str, *about: Arg, then: Rule[Any, ...], secret: bool = False) -> None:
        """As ever, but a glance mostly tells that there is a choice; else orders are named one by one, until there is
        a second."""
        decision: Any = self.book.decisions[kind]
        if not hasattr(decision, "orders"):
            super().ask(kind, seat, *about, then=then, secret=secret)
            return
        question = Question(kind, seat, about, then.name, secret)
        choice = decision.glance(self.field, question)
        if not choice:
            field = self.view(seat).field if choice is None else self.field
            orders = decision.orders(field, question)
            first = next(orders)
            if choice is False or next((order for order in orders if order != first), None) is None:
                question = replace(question, answer=first)
        self.questions.append(question)

    # --- telling ---

    @clause("PS-FOG-01", "PS-FOG-03")
    def tell_of(self, unit_id: str, event: Event) -> None:
        """Tell what a unit does or suffers: of a hidden one its own side alone hears."""
        if self.listening:
            self.tell(event, None if self.unit(unit_id).shown else self.seats_of(self.side(unit_id)))
