"""The draft of a modern battle with the book's own ways of looking at it, and of telling what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grognard.core.battle import Battle
from grognard.core.events import Event, Version
from grognard.core.rule import Rule, clause
from grognard.core.state import UMPIRE, Arg, Question, State
from grognard.rulebooks.modern.events import Counter
from grognard.rulebooks.modern.field import Field, Value
from grognard.rulebooks.modern.model import (
    Clock,
    General,
    ModernSetup,
    Parameters,
    Tables,
    Thing,
    Unit,
    Works,
)


@dataclass(frozen=True)
class Eye:
    """Who hears a version of an event: ``umpire``, a side, or "" for everybody else."""

    battle: ModernBattle
    side: str

    def knows(self, unit: Unit) -> bool:
        """Its number may be said to this ear (chapter Who sees what)."""
        return self.side in (UMPIRE, unit.side) or (unit.known and self.side != "")

    def owns(self, side: str) -> bool:
        """What belongs to a side may be said in full."""
        return self.side in (UMPIRE, side)

    @clause("MO-UNIT-01", "MO-VIS-07")
    def counter(self, unit_id: str) -> Counter:
        """How a unit is named: its number for those who know it, its id for its own side."""
        unit = self.battle.unit(unit_id)
        return Counter(
            unit.hex,
            unit.side,
            self.battle.field.arm(unit),
            unit.number if self.knows(unit) else 0,
            unit.id if self.owns(unit.side) else "",
        )


class ModernBattle(Battle[ModernSetup, Thing]):
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
    def parameters(self) -> Parameters:
        return self.setup.tables.parameters

    @property
    def clock(self) -> Clock:
        return self.field.clock

    @property
    def works(self) -> Works:
        return self.field.works

    def unit(self, unit_id: str) -> Unit:
        return self._pieces[unit_id]  # type: ignore[return-value]

    def general(self, seat: str) -> General:
        return self._pieces[seat]  # type: ignore[return-value]

    def option(self, key: str) -> Value:
        return self.setup.options[key]

    @clause("MO-SEAT-02")
    def seats_of(self, side: str) -> tuple[str, ...]:
        """Who hears what is for a side alone: its generals, and observers whom it has invited."""
        seats = [seat.id for seat in self.setup.seats if seat.side == side]
        if self.option("observer_view") == "side":
            seats += [seat for seat, host in self.setup.guests.items() if host == side]
        return tuple(seats)

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

    # --- asking ---

    @clause("MO-KSO-13")
    def ask(self, kind: str, seat: str, *about: Arg, then: Rule[Any, ...], secret: bool = False) -> None:
        """As ever, but whoever has no choice is asked too: not to be asked would tell the others what he holds."""
        self.questions.append(Question(kind, seat, about, then.name, secret))

    def later(self, rule_name: str, *args: Arg) -> None:
        """Like ``then``, for a rule of a chapter that itself stands on this one."""
        self._next.append((rule_name, args))

    # --- telling ---

    @clause("MO-UNIT-01", "MO-SEAT-02")
    def tell_each(self, words: Callable[[Eye], Event]) -> None:
        """Tell one thing to all, each side in the version that it may hear; the umpire's is the fullest."""
        if not self.listening:
            return
        versions: list[Version] = [(words(Eye(self, UMPIRE)), ())]
        versions += [(words(Eye(self, side.id)), self.seats_of(side.id)) for side in self.setup.sides]
        self.tell_apart(*versions, (words(Eye(self, "")), None))

    def tell_side(self, side: str, event: Event) -> None:
        """Tell something that only one side may know that it happened."""
        if self.listening:
            self.tell(event, self.seats_of(side))
