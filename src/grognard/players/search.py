"""A computer player that looks ahead: Monte-Carlo tree search over information sets, of any rule book.

Every run imagines a full position behind the view (``Book.imagine``), so that only what the seat knows can tell. At
the question itself orders race against the doctrine's: each is tried in the same worlds, and goes on as long as it
comes out better. In the rest of the turn the seat's own decisions form a tree that all runs share; whatever others
answer, and everything after the turn, the doctrine plays. Where a run ends, ``Book.worth`` says how good the position
is. A rule book whose imagination can't be played on (nothing is asked in it) is answered by its doctrine.
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
from grognard.players.playing import Offer, undisturbed
from grognard.rulebooks.book import Book

SECONDS = 1.0
LONGEST = 400
"""Answers after which a run is cut off wherever it is."""
CURIOSITY = 0.35
"""How much untried orders are preferred in the tree; worth of positions is stretched to the span that was met."""
PATIENCE = 12.0
"""Visits of a decision in the tree before a second order is tried there."""
WIDTH = 6
"""Orders that race against the doctrine's at once; when they have lost, the next ones come."""
LEAST, ENOUGH = 2, 12
"""An order is tried in so many worlds before it is judged, and in so many if it goes on being better."""
DOUBT, SLIGHT = 0.5, 0.01
"""Another order than the doctrine's must be better by so many standard errors, and by so much worth."""
BEST = 0.8
"""The worth of a victory that leaves nothing to wish for."""
STEPS = 120
"""Runs play whole rounds, at least one, until the first run has taken so many steps: small battles to their end."""


@dataclass
class Node:
    """A decision of the seat after its own orders so far: ``ideas`` in the order in which they are tried."""

    ideas: tuple[Order, ...]
    visits: int = 0
    tries: dict[Order, Try] = field(default_factory=dict)


@dataclass
class Try:
    """An order, what came of it (at the question itself: world by world), and the decisions after it."""

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

    def gains_on(self, other: Try) -> list[float]:
        """By how much it is better, world by world in which both were tried."""
        return [one - two for one, two in zip(self.worths, other.worths, strict=False)]

    def sure_gain_on(self, other: Try) -> float:
        """By how much it is better on average, less a margin for doubt."""
        gains = self.gains_on(other)
        if len(gains) < LEAST:
            return -1.0
        mean = sum(gains) / len(gains)
        spread = sum((one - mean) ** 2 for one in gains) / (len(gains) - 1)
        return mean - DOUBT * sqrt(spread / len(gains))


class Race:
    """Which order is tried next at the question itself; the doctrine's is the first in every world."""

    def __init__(self, ideas: Sequence[Order]) -> None:
        self.first, self.waiting = ideas[0], list(ideas[1:])
        self.tries: dict[Order, Try] = {self.first: Try()}
        self.running: list[Order] = []

    def following(self) -> Order | None:
        """The next one to be tried in its next world; None when there is nothing more to find out."""
        lead = self.tries[self.first]
        if lead.visits < LEAST:
            return self.first
        if min(lead.worths) >= BEST:
            return None
        self.running = [order for order in self.running if self._goes_on(self.tries[order])]
        if not self.running and not (len(self.tries) > 1 and self._is_idle()):
            self.running, self.waiting = self.waiting[:WIDTH], self.waiting[WIDTH:]
            self.tries |= {order: Try() for order in self.running}
        behind = min(self.running, key=lambda order: self.tries[order].visits, default=None)
        return self.first if behind is not None and self.tries[behind].visits >= lead.visits else behind

    def _goes_on(self, tried: Try) -> bool:
        """It was never worse, or soon it was better, and that isn't certain yet."""
        gains = tried.gains_on(self.tries[self.first])
        if len(gains) < LEAST:
            return sum(gains) > -SLIGHT
        return len(gains) < ENOUGH and sum(gains) > SLIGHT * len(gains)

    def _is_idle(self) -> bool:
        """Whatever has been tried comes to the same."""
        lead = self.tries[self.first]
        return all(abs(gain) <= SLIGHT for tried in self.tries.values() for gain in tried.gains_on(lead))

    def best(self) -> Order:
        """The order that came out best beyond doubt; the doctrine's own needs no margin."""
        lead = self.tries[self.first]
        gains = {order: tried.sure_gain_on(lead) for order, tried in self.tries.items() if tried is not lead}
        best = max(gains, key=lambda order: gains[order], default=self.first)
        return best if gains.get(best, 0.0) > SLIGHT else self.first


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
        with undisturbed():
            while not (search.runs >= self.runs if self.runs else search.is_late()) and search.run():
                pass
        return search.race.best()


class Search:
    """The tree over one question."""

    def __init__(
        self, book: Book, view: Any, question: Question, ideas: tuple[Order, ...], rng: random.Random
    ) -> None:
        self.book, self.view, self.rng = book, view, rng
        self.setup, self.seat = view.setup, question.seat
        self.side = self.setup.side_of(question.seat)
        self.question = question
        self.race = Race(ideas)
        self.runs = 0
        self.least, self.most = 1.0, -1.0
        self.turns = sum(bool(one.side) for one in self.setup.seats)
        self.horizon = 0
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

    def run(self) -> bool:
        """One imagined battle, from the question to the end of a round; False if there is nothing more to try. What
        time cuts short counts for nothing."""
        order = self.race.following()
        if order is None:
            return False
        path = [self.race.tries[order]]
        state = self._play(order, path)
        self.runs += 1
        if not self.is_late():
            self._reckon(state, path)
        return True

    def _reckon(self, state: State[Any], path: Sequence[Try]) -> None:
        self.horizon = self.horizon or LONGEST
        worth = self.book.worth(self.setup, state, self.side)
        self.least, self.most = min(self.least, worth), max(self.most, worth)
        for one in path:
            one.add(worth)

    def _play(self, order: Order, path: list[Try]) -> State[Any]:
        """From the question through the rest of the turn and turns of all the others."""
        place = Place(path[0])
        state, dice = self._first(order, path[0].visits)
        turn, changes = self.book.turn(state), 0
        for step in range(LONGEST):
            if state.finished or self.is_late() or self._is_far(step, changes):
                break
            answers = self._answers(state, place, path)
            state = engine.answer(self.book, self.setup, state, answers, dice, False).state
            if self.book.turn(state) != turn:
                turn, changes, place.is_open = self.book.turn(state), changes + 1, False
        return state

    def _is_far(self, step: int, changes: int) -> bool:
        """So many turns have been played as in the first run; that ends with a round."""
        if not self.horizon and step >= STEPS and changes and changes % self.turns == 0:
            self.horizon = changes
        return changes >= self.horizon > 0

    def _first(self, order: Order, number: int) -> tuple[State[Any], Fast]:
        """The order in the world of that number, and the dice that go with it."""
        while len(self.worlds) <= number:
            self.worlds.append((self._world(), self.rng.getrandbits(32)))
        world, seed = self.worlds[number]
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
            place.is_open = False
            return self._played(offer)
        order = max(forms, key=lambda one: self._promise(node, one))
        found = node.tries.setdefault(order, Try())
        path.append(found)
        place.is_open, place.last = bool(found.visits), found
        return forms[order]

    def _node(self, offer: Offer, place: Place) -> Node:
        key = offer.question.id
        if key not in place.last.nodes:
            first = self.book.doctrine(offer.view, offer.question, offer, self.rng)
            place.last.nodes[key] = Node((first,))
        node = place.last.nodes[key]
        if len(node.ideas) == 1 and _width(node) > 1:
            more = self.book.ideas(offer.view, offer.question, offer)
            node.ideas = tuple(dict.fromkeys((*node.ideas, *more)))
        return node

    def _legal(self, node: Node, offer: Offer) -> Iterator[tuple[Order, Order]]:
        """The orders tried so far and the next ones, each with the form that the rules take."""
        for order in node.ideas[: _width(node)]:
            with suppress(Refused):
                yield order, offer.takes(order)

    def _promise(self, node: Node, order: Order) -> float:
        """What an order may be worth; what is new comes first."""
        tried = node.tries.get(order)
        if tried is None or not tried.visits:
            return float("inf")
        span = max(self.most - self.least, 0.01)
        return (tried.mean - self.least) / span + CURIOSITY * sqrt(log(node.visits + 1) / tried.visits)


def _width(node: Node) -> int:
    """How many orders are compared: more where there is time for it."""
    return int(1 + sqrt(node.visits / PATIENCE))


@dataclass
class Place:
    """Where a run is in the tree: after ``last``; ``is_open``: it hasn't left the tree yet."""

    last: Try
    is_open: bool = True
