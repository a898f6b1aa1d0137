"""All kinds of questions: legend, award, deployment, orders, the game master's nod."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.fantasy import legend, placing
from grognard.rulebooks.fantasy.decisions_order import UnitDecision
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.space.sine import TURN

MOST_SWAPS = 30


class Choice:
    """A decision with a list of sensible answers, the default first; ``check_own`` judges whatever isn't on it."""

    clauses: ClassVar[tuple[str, ...]] = ()

    def orders(self, view: FantasyView, question: Question) -> Iterable[Order]:
        raise NotImplementedError

    def options(self, view: FantasyView, question: Question) -> tuple[Order, ...]:
        return tuple(dict.fromkeys(self.orders(view, question)))

    def check(self, view: FantasyView, question: Question, order: Order) -> Order:
        if order not in self.options(view, question):
            self.check_own(view, question, order)
        return order

    def check_own(self, view: FantasyView, question: Question, order: Order) -> None:
        """Refused unless an answer that isn't on the list is right all the same."""
        options = tuple(" ".join(map(str, option)) for option in self.options(view, question))
        given = " ".join(map(str, order))
        why = T("'{order}' is not possible here", order=given)
        raise Refused(self.clauses[0], why, T("choose {options}", options=options[:12]))

    def default(self, view: FantasyView, question: Question) -> Order:
        return next(iter(self.orders(view, question)))

    def preview(self, view: FantasyView, question: Question, order: Order) -> Preview:
        return Preview()


class Legend(Choice):
    """(``best``, seat) of one that has handed in a description, or (``nobody``,) if none has. The question has no
    clock: at a table the event waits for the game master, and only where nobody holds his seat (a simulation) is the
    first description the best."""

    clauses = ("FA-LEG-01",)

    @clause("FA-LEG-01", "FA-GEN-10")
    def orders(self, view: FantasyView, question: Question) -> Iterator[Order]:
        yield from (("best", seat) for seat in view.setup.descriptions)
        if not view.setup.descriptions:
            yield legend.NOBODY


class Award(Choice):
    """(``bonus``, entry, unit or character): the first that fits where nobody answers."""

    clauses = ("FA-LEG-01",)

    def orders(self, view: FantasyView, question: Question) -> Iterator[Order]:
        yield from legend.awards(view.field, str(question.about[0]))


class Deployment(Choice):
    """(``deploy``, then id, x, y, heading, files, formation of each unit that stands elsewhere than listed)."""

    clauses = ("FA-GEN-10",)

    @clause("FA-GEN-10")
    def orders(self, view: FantasyView, question: Question) -> Iterator[Order]:
        yield ("deploy",)
        swaps = placing.swaps(view.field, str(question.about[0]))
        yield from (("deploy", *words) for words in islice(swaps, MOST_SWAPS))

    @clause("FA-GEN-10", "FA-UNIT-09")
    def check_own(self, view: FantasyView, question: Question, order: Order) -> None:
        seat, words = str(question.about[0]), order[1:]
        field = view.field
        own = tuple(unit.id for unit in placing.units_of(field, seat))
        if not order or order[0] != "deploy" or len(words) % placing.PLACE:
            super().check_own(view, question, order)
        for at in range(0, len(words), placing.PLACE):
            unit_id, *numbers, formation = words[at : at + placing.PLACE]
            if unit_id not in own:
                why = T("unit {unit} is not yours", unit=unit_id)
                raise Refused("FA-ORD-01", why, T("your units are {options}", options=own))
            whole = all(isinstance(one, int) for one in numbers) and 0 <= int(numbers[2]) < TURN
            if not whole or formation not in field.tables.formations:
                super().check_own(view, question, order)
        problem = placing.why_not(field, seat, placing.placed(field, seat, words))
        if problem is not None:
            raise _refusal(*problem)


def _refusal(unit_id: str, clause_id: str, why: str) -> Refused:
    words = {
        "zone": T("unit {unit} stands outside its zone", unit=unit_id),
        "ground": T("unit {unit} stands in ground that nobody can enter", unit=unit_id),
        "taken": T("unit {unit} overlaps another unit", unit=unit_id),
        "files": T("unit {unit} cannot have so many files in that formation", unit=unit_id),
    }
    return Refused(clause_id, words[why])


class Confirmation(Choice):
    """The game master has seen the orders (option ``gm_confirms``)."""

    clauses = ("FA-GEN-10",)

    def orders(self, view: FantasyView, question: Question) -> Iterator[Order]:
        yield ("confirm",)


DECISIONS: dict[str, Any] = {
    "legend": Legend(),
    "legend_bonus": Award(),
    "deploy": Deployment(),
    "order": UnitDecision(),
    "confirm": Confirmation(),
}
