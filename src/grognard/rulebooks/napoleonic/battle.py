"""The draft of a Napoleonic battle with the book's own ways of looking at it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from grognard.core.battle import Battle
from grognard.core.chance import d
from grognard.core.events import Event
from grognard.core.rule import Rule, clause
from grognard.core.state import Arg, Question, State
from grognard.rulebooks.napoleonic.aiming import side_sees
from grognard.rulebooks.napoleonic.field import Field, Value
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


class NapoleonicBattle(Battle[NapoleonicSetup, Thing]):
    """A position being played on."""

    __slots__ = ()

    # --- looking ---

    @property
    def field(self) -> Field:
        """The pieces as they are now."""
        field: Field | None = self.kept.get("field")
        if field is None:
            field = self.kept["field"] = Field(self.setup, self._pieces)
        return field

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
        super().change(piece_id, **fields)
        self._forget()

    def place(self, piece: Thing) -> None:
        super().place(piece)
        self._forget()

    def remove(self, piece_id: str) -> None:
        super().remove(piece_id)
        self._forget()

    def rewind(self, pieces: dict[str, Thing], state: State[Thing]) -> None:
        super().rewind(pieces, state)
        self.kept.clear()

    def _forget(self) -> None:
        field = self.kept.get("field")
        if field is not None:
            field.kept.clear()

    def step(self, step: str, phase: Phase | None = None) -> None:
        """The clock goes on to a step of the sequence (``1.4``)."""
        self.change(CLOCK, step=step, **({"phase": phase} if phase else {}))

    # --- telling ---

    def tell_of(self, one: str, event: Event) -> None:
        """Tell what a unit does or suffers: with fog the enemy hears it only of one that he sees."""
        if not self.listening:
            return
        body = self.body(one)
        enemy = self.field.enemy(body.side)
        hidden = self.option("fog") == "line_of_sight" and not side_sees(self.field, enemy, body)
        self.tell(event, self.seats_of(body.side) if hidden else None)

    # --- dice ---

    @clause("NA-GEN-02")
    def die(self, purpose: str, who: str = "") -> int:
        """The face of one die."""
        return self.roll(D6, purpose, who).face

    # --- asking ---

    def ask(self, kind: str, seat: str, *about: Arg, then: Rule[Any, ...], secret: bool = False) -> None:
        """As ever, but orders are named one by one: a choice is known to be one when a second is there."""
        question = Question(kind, seat, about, then.name, secret)
        orders: Iterator[Any] = iter(self.book.decisions[kind].orders(self.view(seat), question))  # type: ignore[attr-defined]
        first = next(orders)
        if next((order for order in orders if order != first), None) is None:
            question = replace(question, answer=first)
        self.questions.append(question)
