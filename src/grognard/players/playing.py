"""Battles played by computer players: to the end as fast as possible, or through the door of a game."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

from grognard.core import engine
from grognard.core.book import Decision
from grognard.core.dice import Dice
from grognard.core.engine import Step
from grognard.core.errors import GrognardError
from grognard.core.game import Game
from grognard.core.state import Order, Question, Setup, State
from grognard.locale import T
from grognard.players.player import Player
from grognard.rulebooks.book import Book

TIDIED = 1000
"""Steps after which a battle clears its garbage away."""
LONGEST = 100_000
"""Steps after which a battle is given up: a rule book that never comes to an end has a fault."""
SWEPT = 32
"""Battles after which rings among what they all have left behind are looked for."""
_rests = count(1)


class Undecided(GrognardError):
    """A battle that nobody can end."""


def play_out(
    book: Book,
    setup: Setup,
    players: Mapping[str, Player],
    dice: Dice,
    *,
    seed: int = 0,
    listening: bool = False,
    watch: Callable[[Step], None] | None = None,
) -> State[Any]:
    """Play a whole battle and return its last position.

    ``players`` by seat; a seat without one (the umpire's too) gets the defaults of the rules. ``seed`` is for the
    players' own chance. ``watch`` sees every step, the first included; ``listening`` fills them with events.
    """
    rngs = chances(seed, (*players, ""))
    with undisturbed():
        step = engine.begin(book, setup, dice, listening)
        for number in range(1, LONGEST + 1):
            if watch is not None:
                watch(step)
            if step.state.finished:
                return step.state
            answers = all_answers(book, setup, step.state, players, rngs)
            step = engine.answer(book, setup, step.state, answers, dice, listening)
            if number % TIDIED == 0:
                gc.collect(0)
    raise Undecided(T("the battle is not over after {steps} steps", steps=LONGEST))


@contextmanager
def undisturbed() -> Iterator[None]:
    """The garbage collector rests meanwhile. A battle makes many small things that go by themselves; looking for
    rings among them over and over took a seventh of its time, and once more at its end a twentieth."""
    worked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if worked:
            _lay_by()
            gc.enable()


def _lay_by() -> None:
    """What a battle has left counts as old, unlooked at (frozen and thawed it is put there), but for every so many
    battles. Whoever has frozen something himself keeps it so."""
    if next(_rests) % SWEPT == 0:
        gc.collect()
    elif not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


def chances(seed: int, seats: Iterable[str]) -> dict[str, random.Random]:
    """Each seat's own chance, so that one player's choices don't shift another's."""
    return {seat: random.Random(f"{seed}:{seat}") for seat in seats}


def all_answers(
    book: Book,
    setup: Setup,
    state: State[Any],
    players: Mapping[str, Player],
    rngs: Mapping[str, random.Random],
) -> dict[str, Order]:
    """An answer to every open question; each seat sees the position once, before any of them."""
    views: dict[str, Any] = {}
    found: dict[str, Order] = {}
    for question in state.questions:
        seat = question.seat
        if question.answer is not None:
            continue
        if seat not in views:
            views[seat] = book.view(setup, state, seat)
        player = players.get(seat)
        if player is None:
            found[question.id] = book.decisions[question.kind].default(views[seat], question)
        else:
            found[question.id] = answer_of(book, player, views[seat], question, rngs[seat])
    return found


class Offer(Sequence[Order]):
    """The options of a question, listed when somebody looks at them: whoever knows what he wants need not."""

    __slots__ = ("_decision", "_listed", "question", "view")

    def __init__(self, decision: Decision, view: Any, question: Question) -> None:
        self._decision, self.view, self.question = decision, view, question
        self._listed: tuple[Order, ...] | None = None

    @property
    def listed(self) -> tuple[Order, ...]:
        if self._listed is None:
            self._listed = self._decision.options(self.view, self.question)
        return self._listed

    def takes(self, order: Order) -> Order:
        """The order as the rules take it: on the list, if that is known, or else allowed."""
        if self._listed is not None and order in self._listed:
            return order
        return self._decision.check(self.view, self.question, order)

    def __len__(self) -> int:
        return len(self.listed)

    def __getitem__(self, at: Any) -> Any:
        return self.listed[at]

    def __contains__(self, order: object) -> bool:
        return order in self.listed


def answer_of(book: Book, player: Player, view: Any, question: Question, rng: random.Random) -> Order:
    """A player's answer; Refused if it's neither on the list nor allowed all the same."""
    offer = Offer(book.decisions[question.kind], view, question)
    return offer.takes(player.answer(book, view, question, offer, rng))


def drive(
    game: Game,
    players: Mapping[str, Player],
    *,
    seed: int = 0,
    progress: Callable[[Game], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> bool:
    """Let computer players answer through the game's door until only seats without one are asked.

    ``progress`` is called after each seat's batch of answers, ``stop`` before it. True if the battle is over.
    """
    book = game.book
    assert isinstance(book, Book)
    while not game.state.finished:
        seat = next((one for one in game.waiting_for() if one in players), None)
        if seat is None or (stop is not None and stop()):
            break
        rng = random.Random(f"{seed}:{seat}:{len(game.record.lines)}")
        view = game.view(seat)
        answers = {q.id: answer_of(book, players[seat], view, q, rng) for q in game.asked(seat)}
        game.submit_all(answers, seat)
        if progress is not None:
            progress(game)
    return game.state.finished
