"""The draft of a fantasy battle with the book's own ways of looking at it, and of telling what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grognard.core.battle import Battle
from grognard.core.events import Event, Version
from grognard.core.rule import Rule
from grognard.core.state import UMPIRE, Arg, Question, State
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import STANDS, TURN, Character, Thing, Turn, Unit
from grognard.rulebooks.fantasy.setup import FantasySetup, Value
from grognard.rulebooks.fantasy.tables import Tables


@dataclass(frozen=True)
class Eye:
    """Who hears a version of an event: ``umpire``, a side, or "" for everybody else."""

    side: str

    def owns(self, side: str) -> bool:
        """What only that side may know may be said."""
        return self.side in (UMPIRE, side)


class FantasyBattle(Battle[FantasySetup, Thing]):
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
    def turn(self) -> Turn:
        return self._pieces[TURN]  # type: ignore[return-value]

    def unit(self, unit_id: str) -> Unit:
        return self._pieces[unit_id]  # type: ignore[return-value]

    def character(self, one: str) -> Character:
        return self._pieces[one]  # type: ignore[return-value]

    def option(self, key: str) -> Value:
        return self.setup.options[key]

    def seats_of(self, side: str) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.setup.seats if seat.side == side)

    # --- changing; what was worked out about the pieces is forgotten ---

    def change(self, piece_id: str, **fields: Any) -> None:
        before = self._pieces[piece_id]
        super().change(piece_id, **fields)
        piece = self._pieces[piece_id]
        if piece.__class__ is Unit and STANDS.isdisjoint(fields):
            piece.__dict__.update(before.__dict__)
        self._forget(piece)

    def place(self, piece: Thing) -> None:
        super().place(piece)
        self._forget(piece)

    def remove(self, piece_id: str) -> None:
        piece = self._pieces[piece_id]
        super().remove(piece_id)
        self._forget(piece)

    def rewind(self, pieces: dict[str, Thing], state: State[Thing]) -> None:
        super().rewind(pieces, state)
        self.kept.clear()

    def _forget(self, piece: Thing) -> None:
        field: Field | None = self.kept.get("field")
        if field is not None:
            field.forget(piece.__class__)

    # --- asking ---

    def ask(self, kind: str, seat: str, *about: Arg, then: Rule[Any, ...], secret: bool = False) -> None:
        """As ever, but nobody looks first whether there is a choice: rules ask only where there is one."""
        self.questions.append(Question(kind, seat, about, then.name, secret))

    # --- telling ---

    def tell_each(self, words: Callable[[Eye], Event]) -> None:
        """Tell one thing to all, each side in the version that it may hear; the umpire's is the fullest."""
        if not self.listening:
            return
        versions: list[Version] = [(words(Eye(UMPIRE)), ())]
        versions += [(words(Eye(side.id)), self.seats_of(side.id)) for side in self.setup.sides]
        self.tell_apart(*versions, (words(Eye("")), None))

    def tell_side(self, side: str, event: Event) -> None:
        """Tell something that only one side may know that it happened."""
        if self.listening:
            self.tell(event, self.seats_of(side))
