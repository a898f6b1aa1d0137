"""A computer player that looks ahead: Monte-Carlo tree search over information sets, of any rule book.

Every run imagines a full position behind the view (``Book.imagine``), so that only what the seat knows can tell.
In the present turn the seat's own decisions form a tree that all runs share; whatever others answer, and everything
after the turn, the doctrine plays. Where a run ends, ``Book.worth`` says how good the position is. A rule book whose
imagination can't be played on (nothing is asked in it) is answered by its doctrine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.state import Order, Question, State
from grognard.players.playing import Offer
from grognard.rulebooks.book import Book

SECONDS = 1.0
LONGEST = 400
"""Answers after which a run is cut off wherever it is."""
CURIOSITY = 0.35
"""How much untried orders are preferred; worth of positions is stretched to the span that was met."""
WIDTH, WIDER = 3.0, 1.5
"""Orders tried at once, and how many more for the root of the visits."""
DOUBT = 0.5
"""Another order than the doctrine's must be better by so many standard errors."""


@dataclass
class Node:
    """A decision of the seat after its own orders so far: ``ideas`` in the order in which they are tried."""

    ideas: tuple[Order, ...]
    visits: int = 0
    tries: dict[Order, Try] = field(default_factory=dict)


@dataclass
class Try:
    """An order at a node, what came of it, and the decisions after it."""

    visits: int = 0
    total: float = 0.0
    squares: float = 0.0
    nodes: dict[str, Node] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.total / self.visits

    @property
    def error(self) -> float:
        """Standard error of the mean; large for a single visit."""
        if self.visits < 2:
            return 1.0
        spread = max(self.squares / self.visits - self.mean**2, 0.0)
        return sqrt(spread / (self.visits - 1))


class SearchPlayer:
    """Thinks about each decision for ``seconds``, or with ``runs`` above 0 for so many runs, which makes its choice
    the same on every machine."""

    def __init__(self, seconds: float = SECONDS, runs: int = 0) -> None:
        self.seconds, self.runs = seconds, runs

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        first = book.doctrine(view, question, options, rng)
        ideas = tuple(dict.fromkeys((first, *book.ideas(view, question, options))))
        if len(ideas) < 2:
            return first
        search = Search(book, view, question, ideas, rng)
        if not search.possible():
            return first
        until = self._limit()
        while not until(search.root.visits):
            search.run()
        return search.best()

    def _limit(self) -> Callable[[int], bool]:
        if self.runs:
            return lambda done: done >= self.runs
        end = time.perf_counter() + self.seconds
        return lambda _: time.perf_counter() >= end


class Search:
    """The tree over one question."""

    def __init__(
        self, book: Book, view: Any, question: Question, ideas: tuple[Order, ...], rng: random.Random
    ) -> None:
        self.book, self.view, self.rng = book, view, rng
        self.setup, self.seat = view.setup, question.seat
        self.side = self.setup.side_of(question.seat)
        self.question = question
        self.root = Node(ideas)
        self.least, self.most = 1.0, -1.0
        self.horizon = sum(bool(one.side) for one in self.setup.seats)

    def possible(self) -> bool:
        """The rule book imagines positions in which the question is asked."""
        mine = (self.question.kind, self.seat)
        return any((one.kind, one.seat) == mine for one in self._world().questions)

    def _world(self) -> State[Any]:
        found: State[Any] = self.book.imagine(self.setup, self.view, self.rng)
        return found

    # --- one run ---

    def run(self) -> None:
        """One imagined battle, from the question to a turn of everybody."""
        path: list[Try] = []
        state = self._play(self._world(), path)
        worth = self.book.worth(self.setup, state, self.side)
        self.least, self.most = min(self.least, worth), max(self.most, worth)
        for one in path:
            one.visits += 1
            one.total += worth
            one.squares += worth * worth

    def _play(self, state: State[Any], path: list[Try]) -> State[Any]:
        """From the question through the rest of the turn and one turn of all the others."""
        dice, place = Fast(self.rng.getrandbits(32)), Place(self.root)
        turn, changes = self.book.turn(state), 0
        for _ in range(LONGEST):
            if state.finished or changes >= self.horizon:
                break
            answers = self._answers(state, place, path)
            state = engine.answer(self.book, self.setup, state, answers, dice, False).state
            if self.book.turn(state) != turn:
                turn, changes, place.node = self.book.turn(state), changes + 1, None
        return state

    def _answers(self, state: State[Any], place: Place, path: list[Try]) -> dict[str, Order]:
        found: dict[str, Order] = {}
        for question in state.questions:
            if question.answer is None:
                view = self.book.view(self.setup, state, question.seat)
                offer = Offer(self.book.decisions[question.kind], view, question)
                mine = question.seat == self.seat and place.is_open
                found[question.id] = self._chosen(offer, place, path) if mine else self._played(offer)
        return found

    def _played(self, offer: Offer) -> Order:
        return offer.takes(self.book.doctrine(offer.view, offer.question, offer, self.rng))

    # --- the tree ---

    def _chosen(self, offer: Offer, place: Place, path: list[Try]) -> Order:
        """The next order of the tree; one that is new there is the last of the tree in this run."""
        node = self._node(offer, place)
        node.visits += 1
        legal = list(self._legal(node, offer))
        if not legal:
            place.node = None
            return self._played(offer)
        order, taken = self._preferred(node, legal)
        found = node.tries.setdefault(order, Try())
        path.append(found)
        place.node, place.last = (None, None) if not found.visits else (node, found)
        return taken

    def _node(self, offer: Offer, place: Place) -> Node:
        if place.last is None:
            assert place.node is not None
            return place.node
        key = offer.question.id
        if key not in place.last.nodes:
            first = self.book.doctrine(offer.view, offer.question, offer, self.rng)
            more = self.book.ideas(offer.view, offer.question, offer)
            place.last.nodes[key] = Node(tuple(dict.fromkeys((first, *more))))
        return place.last.nodes[key]

    def _legal(self, node: Node, offer: Offer) -> Iterator[tuple[Order, Order]]:
        """The orders tried so far and the next ones, each with the form that the rules take."""
        width = int(WIDTH + WIDER * sqrt(node.visits))
        for order in node.ideas[:width]:
            with suppress(Refused):
                yield order, offer.takes(order)

    def _preferred(self, node: Node, legal: list[tuple[Order, Order]]) -> tuple[Order, Order]:
        """The first that is new, or else the one that promises most."""
        span = max(self.most - self.least, 0.01)

        def promise(one: tuple[Order, Order]) -> float:
            tried = node.tries.get(one[0])
            if tried is None or not tried.visits:
                return float("inf")
            return (tried.mean - self.least) / span + CURIOSITY * sqrt(log(node.visits + 1) / tried.visits)

        return max(legal, key=promise)

    def best(self) -> Order:
        """The order that came out best beyond doubt; the doctrine's own needs no margin."""
        first = self.root.ideas[0]

        def merit(order: Order) -> float:
            tried = self.root.tries[order]
            return tried.mean - DOUBT * tried.error * (order != first)

        return max((one for one in self.root.ideas if one in self.root.tries), key=merit, default=first)


@dataclass
class Place:
    """Where a run is in the tree: the root, or after ``last``; it has left the tree where ``node`` is None."""

    node: Node | None
    last: Try | None = None

    @property
    def is_open(self) -> bool:
        return self.node is not None
