"""Exact odds from the very rules: branch, merge, solve. Beyond a budget a certified interval, never a silent cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.book import RuleBook
from grognard.core.dice import Brancher
from grognard.core.state import Order, Question, Setup, State
from grognard.lab.branch import Policy, Unfolding
from grognard.lab.graph import Budget, Graph, Progress, explore
from grognard.lab.solve import Number, Visits

Value: TypeAlias = str | int
Measure: TypeAlias = Callable[[State[Any]], Mapping[str, Value]]
"""What counts at the end: numbers and words by name, such as ``Book.measures`` gives."""
Result: TypeAlias = tuple[tuple[str, Value], ...]
"""One way in which it can end: every measure with its value."""


class Interval(NamedTuple):
    """A chance lies between these, ends included."""

    low: Number
    high: Number


class Answer(msgspec.Struct, frozen=True):
    """Chances of everything that was measured.

    ``results``: chance of each way to end, as Fraction where ``exact``, else float. ``open``: chance of all that was
    not followed to its end; 0 unless ``stopped`` says why (``states``, ``seconds``, ``asked``) or the battle can go
    round for ever. Then every chance is one of an interval: see :meth:`interval`. ``calls``: expected number of
    calls of each rule on the agenda (least numbers where something is open).
    """

    results: dict[Result, Number]
    open: Number
    calls: dict[str, Number]
    branched: int
    found: int
    exact: bool
    stopped: str = ""

    def of(self, name: str) -> dict[Value, Number]:
        """Chance of each value of one measure, values in ascending order (words before numbers)."""
        chances: dict[Value, Number] = {}
        for result, chance in self.results.items():
            value = dict(result)[name]
            chances[value] = chances.get(value, 0) + chance
        return dict(sorted(chances.items(), key=lambda item: (isinstance(item[0], int), item[0])))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of what was measured."""
        return tuple(dict.fromkeys(name for result in self.results for name, _ in result))

    def table(self) -> dict[str, dict[Value, Number]]:
        """:meth:`of` for every name."""
        return {name: self.of(name) for name in self.names}

    def chance(self, when: Callable[[Mapping[str, Value]], bool]) -> Number:
        """Chance that what was measured fulfils ``when`` (the lower end, if something is open)."""
        return sum((chance for result, chance in self.results.items() if when(dict(result))), self.open * 0)

    def interval(self, low: Number) -> Interval:
        """Where a chance lies whose known part is ``low``."""
        return Interval(low, low + self.open)

    def mean(self, name: str) -> Number:
        """Mean of a numeric measure over all that was followed to its end."""
        return sum((chance * value for value, chance in self.of(name).items()), self.open * 0) / (
            1 - self.open
        )

    def builtins(self) -> dict[str, Any]:
        """For JSON: chances as decimals, and as ``n/d`` beside them where they're exact."""
        shown = {name: {str(v): _shown(c) for v, c in of.items()} for name, of in self.table().items()}
        calls = {name: _shown(number) for name, number in self.calls.items()}
        rest = {"branched": self.branched, "found": self.found, "exact": self.exact, "stopped": self.stopped}
        return {"chances": shown, "open": _shown(self.open), "calls": calls, **rest}


def _shown(number: Number) -> Any:
    if isinstance(number, Fraction):
        return {"value": float(number), "exact": f"{number.numerator}/{number.denominator}"}
    return float(number)


def absorb(
    book: RuleBook,
    setup: Setup,
    state: State[Any],
    measure: Measure | None = None,
    *,
    exact: bool = True,
    budget: Budget | None = None,
    policy: Policy | None = None,
    progress: Progress | None = None,
) -> Answer:
    """The odds of everything that can come of a position.

    ``measure``: what counts (the book's own measures if None). Followed to the end of the battle or to the next
    question; with a ``policy`` questions are answered and the battle goes on. Beyond the ``budget`` or when
    ``progress`` says so the answer is an interval.
    """
    graph = explore(Unfolding(book, setup, policy), state, budget or Budget(), progress)
    if measure is None:
        measure = measure_of(book, setup)
    return _answer(graph, measure, exact)


def until_asked(
    book: RuleBook,
    setup: Setup,
    state: State[Any],
    question: str,
    order: Order,
    others: Mapping[str, Order] | None = None,
    **more: Any,
) -> Answer:
    """What may come of an answer: the odds of the positions in which a seat is asked next, or the end.

    The other open questions are answered as ``others`` says (question id -> order), else by the rules' defaults.
    Refused if an order isn't allowed. This is for the umpire: a state imagined from a view asks nothing and knows not
    what comes next, so a seat's own window shows the previews of its decisions. ``more``: as in :func:`absorb`.
    """
    engine.find(state, question)
    answers = {question: order, **(others or {})}
    filled = tuple(_filled(book, setup, state, one, answers) for one in state.questions)
    draft = book.draft(setup, replace(state, questions=filled), Brancher(()), listening=False)
    draft.settle()
    return absorb(book, setup, draft.state(), **more)


def _filled(
    book: RuleBook, setup: Setup, state: State[Any], one: Question, answers: Mapping[str, Order]
) -> Question:
    """The question with its own answer, else the one given, else the default."""
    if one.answer is not None:
        return one
    if one.id in answers:
        return replace(one, answer=engine.check(book, setup, state, one.seat, one.id, answers[one.id]))
    return replace(one, answer=book.decisions[one.kind].default(book.view(setup, state, one.seat), one))


def measure_of(book: Any, setup: Setup) -> Measure:
    """The book's own measures."""
    found: Measure = lambda state: book.measures(setup, state)  # noqa: E731
    return found


def _answer(graph: Graph, measure: Measure, exact: bool) -> Answer:
    visits = Visits(graph.edges, exact)
    undecided = visits.trapped + sum((visits.count[one] for one in graph.waiting), visits.zero)
    undecided = min(undecided, visits.zero + 1)  # floats may add up to a hair more
    waiting = set(graph.waiting)
    results: dict[Result, Number] = {}
    calls: dict[str, Number] = {}
    for number, (state, way, count) in enumerate(zip(graph.states, graph.edges, visits.count, strict=True)):
        if way is None and number not in waiting:
            result = tuple(measure(state).items())
            results[result] = results.get(result, visits.zero) + count
        elif way is not None and state.agenda and not state.questions:
            name = state.agenda[-1][0]
            calls[name] = calls.get(name, visits.zero) + count
    return Answer(results, undecided, calls, graph.branched, len(graph.states), exact, graph.stopped)
