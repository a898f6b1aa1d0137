"""What a rule book must offer to the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from grognard.core.battle import Battle
from grognard.core.dice import Dice, Rng
from grognard.core.errors import Refused
from grognard.core.events import CORE_EVENTS, Event, Told
from grognard.core.rule import Rule
from grognard.core.state import UMPIRE, Order, Question, Setup, State
from grognard.locale import Name, T, Text


class Preview(msgspec.Struct, frozen=True):
    """What a window may show before an order is given: lines of words, and chances as (what, probability).

    ``guessed``: the chances rest on numbers that the seat does not know, as a line says.
    """

    lines: tuple[Text, ...] = ()
    chances: tuple[tuple[Text, float], ...] = ()
    guessed: bool = False


class Decision(Protocol):
    """One kind of question. All four see only what the seat sees, and every option passes ``check``."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """Clauses that the decision carries out."""
        ...

    def options(self, view: Any, question: Question) -> tuple[Order, ...]:
        """The finite list of sensible answers, never empty."""
        ...

    def check(self, view: Any, question: Question, order: Order) -> Order:
        """The order as the rules take it; raises Refused with clause, reason and what would be right."""
        ...

    def default(self, view: Any, question: Question) -> Order:
        """What counts when nobody answers in time."""
        ...

    def preview(self, view: Any, question: Question, order: Order) -> Preview:
        """Costs and chances of an order, from what the seat knows."""
        ...


def allows(decision: Decision, view: Any, question: Question, order: Order) -> bool:
    """Whether an order passes the check."""
    try:
        decision.check(view, question, order)
    except Refused:
        return False
    return True


class FromList:
    """A decision whose answers are a finite list: ``check`` is membership, the preview is empty."""

    clauses: tuple[str, ...] = ()

    def options(self, view: Any, question: Question) -> tuple[Order, ...]:
        raise NotImplementedError

    def check(self, view: Any, question: Question, order: Order) -> Order:
        options = self.options(view, question)
        if order not in options:
            clause = self.clauses[0] if self.clauses else ""
            given = " ".join(map(str, order))
            allowed = tuple(" ".join(map(str, option)) for option in options)
            raise Refused(
                clause,
                T("'{order}' is not possible here", order=given),
                T("choose {options}", options=allowed),
            )
        return order

    def default(self, view: Any, question: Question) -> Order:
        return self.options(view, question)[0]

    def preview(self, view: Any, question: Question, order: Order) -> Preview:
        return Preview()


class RuleBook:
    """Base of a rule book as the table knows it: rules, decisions, views. No text, picture or file in here."""

    id: ClassVar[str]
    name: ClassVar[Name]
    version: ClassVar[str]
    battle: type[Battle[Any, Any]] = Battle

    rules: Mapping[str, Rule[Any, ...]]
    decisions: Mapping[str, Decision]
    setup_type: type[Setup]
    state_type: Any
    event_types: Sequence[type[Event]]

    def start(self, setup: Any) -> State[Any]:
        """First position: pieces as the setup has them, and the first rule on the agenda."""
        raise NotImplementedError

    def view(self, setup: Any, state: Any, seat: str) -> Any:
        """What ``seat`` may know, built up from nothing: a frozen msgspec Struct of its own type."""
        raise NotImplementedError

    def eyes(self, setup: Any, state: Any, seat: str) -> str:
        """With whose eyes a seat looks: its own, and when all is over the umpire's, for everything is open to all."""
        return UMPIRE if state.finished else seat

    def check_take_back(self, setup: Any, seat: str, told: Sequence[Told], answered: Sequence[str]) -> None:
        """Refused where the rules let a seat take nothing back. ``told``: everything told since, by that answer too;
        ``answered``: the seats that have answered since."""

    def names_for(self, setup: Any, state: Any, piece: Any, field: str) -> Collection[Any]:
        """What that field of a piece may name, such as the rows of a table; empty where anything goes."""
        return ()

    def imagine(self, setup: Any, view: Any, rng: Rng) -> State[Any]:
        """A plausible full state behind a view, for search; ``setup`` as that seat knows it."""
        raise NotImplementedError

    def turn(self, state: Any) -> str:
        """Name of the present turn, e.g. ``1.melee.2``: a new one is worth a snapshot in the record."""
        raise NotImplementedError

    def draft(self, setup: Any, state: Any, dice: Dice, listening: bool = True) -> Battle[Any, Any]:
        """A draft of that position."""
        return self.battle(self, setup, state, dice, listening)

    def event_type(self) -> Any:
        """Union of everything that this book (and the table itself) can tell, for decoding."""
        union: Any = None
        for one in (*CORE_EVENTS, *self.event_types):
            union = one if union is None else union | one
        return union
