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
WIDTH, WIDER, PATIENCE = 3.0, 1.0, 12.0
"""Orders compared at the root at once, how many more for the root of its visits; visits of a later decision before a
second order is tried there."""
DOUBT, LEAST = 0.5, 2
"""Another order than the doctrine's must be better by so many standard errors, in so many worlds at least."""
ROUNDS = 1
"""How many turns of everybody a run plays."""


@dataclass
class Node:
    """A decision of the seat after its own orders so far: ``ideas`` in the order in which they are tried."""

    ideas: tuple[Order, ...]
    visits: int = 0
    tries: dict[Order, Try] = field(default_factory=dict)


@dataclass
class Try:
    """An order at a node, what came of it (at the root: world by world), and the decisions after it."""

    worths: list[float] = field(default_factory=list)
    total: float = 0.0
    nodes: dict[str, Node] = field(default_factory=dict)

    @property
    def visits(self) -> int:
        return len(self.worths)

    @property
    def mean(self) -> float:
        return self.total / self.visits

    def add(self, worth: float) -> None:
        self.worths.append(worth)
        self.total += worth

    def gain_on(self, other: Try) -> float:
        """By how much it is better in the worlds in which both were tried, less a margin for doubt."""
        gains = [one - two for one, two in zip(self.worths, other.worths, strict=False)]
        count = len(gains)
        if count < LEAST:
            return -1.0
        mean = sum(gains) / count
        spread = sum((one - mean) ** 2 for one in gains) / (count - 1)
        return mean - DOUBT * sqrt(spread / count)


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
        if not self.runs:
            end = time.perf_counter() + self.seconds
            search.is_late = lambda: time.perf_counter() >= end
        while not (search.root.visits >= self.runs if self.runs else search.is_late()):
            search.run()
        return search.best()


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
        self.horizon = ROUNDS * sum(bool(one.side) for one in self.setup.seats)
        self.worlds: list[tuple[State[Any], int]] = []
        self.is_late: Callable[[], bool] = lambda: False

    def possible(self) -> bool:
        """The rule book imagines positions in which the question is asked, and nothing else."""
        world = self._world()
        return [(one.kind, one.seat) for one in world.questions] == [(self.question.kind, self.seat)]

    def _world(self) -> State[Any]:
        found: State[Any] = self.book.imagine(self.setup, self.view, self.rng)
        return found

    # --- one run ---

    def run(self) -> None:
        """One imagined battle, from the question to a turn of everybody. What time cuts short counts for nothing."""
        path: list[Try] = []
        state = self._play(path)
        if self.is_late():
            return
        worth = self.book.worth(self.setup, state, self.side)
        self.least, self.most = min(self.least, worth), max(self.most, worth)
        for one in path:
            one.add(worth)

    def _play(self, path: list[Try]) -> State[Any]:
        """From the question through the rest of the turn and turns of all the others."""
        place = Place(self.root)
        state, dice = self._first(place, path)
        turn, changes = self.book.turn(state), 0
        for _ in range(LONGEST):
            if state.finished or changes >= self.horizon or self.is_late():
                break
            answers = self._answers(state, place, path)
            state = engine.answer(self.book, self.setup, state, answers, dice, False).state
            if self.book.turn(state) != turn:
                turn, changes, place.node = self.book.turn(state), changes + 1, None
        return state

    def _first(self, place: Place, path: list[Try]) -> tuple[State[Any], Fast]:
        """The order at the root; each is tried in the same worlds, one after another, with the same dice."""
        node = self.root
        node.visits += 1
        order = self._preferred(node, list(node.ideas[: self._width(node)]))
        tried = node.tries.setdefault(order, Try())
        path.append(tried)
        place.node, place.last = node, tried
        while len(self.worlds) <= tried.visits:
            self.worlds.append((self._world(), self.rng.getrandbits(32)))
        world, seed = self.worlds[tried.visits]
        dice = Fast(seed)
        asked = next(one for one in world.questions if one.seat == self.seat)
        view = self.book.view(self.setup, world, self.seat)
        taken = Offer(self.book.decisions[asked.kind], view, asked).takes(order)
        return engine.answer(self.book, self.setup, world, {asked.id: taken}, dice, False).state, dice

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
        forms = dict(self._legal(node, offer))
        if not forms:
            place.node = None
            return self._played(offer)
        order = self._preferred(node, list(forms))
        found = node.tries.setdefault(order, Try())
        path.append(found)
        place.node, place.last = (node if found.visits else None), found
        return forms[order]

    def _node(self, offer: Offer, place: Place) -> Node:
        assert place.last is not None
        key = offer.question.id
        if key not in place.last.nodes:
            first = self.book.doctrine(offer.view, offer.question, offer, self.rng)
            place.last.nodes[key] = Node((first,))
        node = place.last.nodes[key]
        if len(node.ideas) == 1 and self._width(node) > 1:
            more = self.book.ideas(offer.view, offer.question, offer)
            node.ideas = tuple(dict.fromkeys((*node.ideas, *more)))
        return node

    def _width(self, node: Node) -> int:
        """At the root many orders are compared, later ones only where there is time for it."""
        if node is self.root:
            return int(WIDTH + WIDER * sqrt(node.visits))
        return int(1 + sqrt(node.visits / PATIENCE))

    def _legal(self, node: Node, offer: Offer) -> Iterator[tuple[Order, Order]]:
        """The orders tried so far and the next ones, each with the form that the rules take."""
        for order in node.ideas[: self._width(node)]:
            with suppress(Refused):
                yield order, offer.takes(order)

    def _preferred(self, node: Node, legal: Sequence[Order]) -> Order:
        """The first that is new, or else the one that promises most."""
        span = max(self.most - self.least, 0.01)

        def promise(order: Order) -> float:
            tried = node.tries.get(order)
            if tried is None or not tried.visits:
                return float("inf")
            return (tried.mean - self.least) / span + CURIOSITY * sqrt(log(node.visits + 1) / tried.visits)

        best = max(legal, key=promise)
        first, tried = node.tries.get(legal[0]), node.tries.get(best)
        behind = first is not None and tried is not None and first.visits < tried.visits + 1
        return legal[0] if node is self.root and behind else best

    def best(self) -> Order:
        """The order that came out best beyond doubt; the doctrine's own needs no margin."""
        tries = self.root.tries
        first = self.root.ideas[0]
        others = [order for order in tries if order != first]
        best = max(others, key=lambda order: tries[order].gain_on(tries[first]), default=first)
        return best if best != first and tries[best].gain_on(tries[first]) > 0 else first


@dataclass
class Place:
    """Where a run is in the tree: the root, or after ``last``; it has left the tree where ``node`` is None."""

    node: Node | None
    last: Try | None = None

    @property
    def is_open(self) -> bool:
        return self.node is not None
