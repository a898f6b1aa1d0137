"""The referee plays a whole battle of any rule book through the game's door, and checks at every step what must
always hold: of options and orders, of positions and views, of the record."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from grognard.core.errors import GrognardError, Refused
from grognard.core.game import Game, secret
from grognard.core.record import Journal, Moved
from grognard.core.replay import verify
from grognard.core.state import UMPIRE, Arg, Order, Question, Setup, State, digest, encode
from grognard.players.player import Player
from grognard.players.playing import answer_of, chances
from grognard.rulebooks.book import Book

NONSENSE: Order = ("hocus", "pocus", 7)
"""An order that no decision takes."""


class Violation(msgspec.Struct, frozen=True):
    """Something that must hold and didn't: at which turn, after how many answers, and what."""

    turn: str
    answers: int
    what: str


class RefereeReport(msgspec.Struct, frozen=True):
    """What a refereed battle came to. ``good`` if nothing was found; ``outcome`` is ids of the rule book."""

    book: str
    scenario: str
    seed: int
    answers: int
    options: int
    dice: int
    outcome: tuple[tuple[str, ...], str]
    violations: tuple[Violation, ...]

    @property
    def good(self) -> bool:
        return not self.violations


def referee(
    book: Book,
    setup: Setup,
    players: Mapping[str, Player],
    seed: int,
    *,
    sample: int = 24,
    longest: int = 20_000,
) -> RefereeReport:
    """Play a battle and check it. ``sample``: options of a question that are put to the test (drawn at random if there
    are more); ``longest``: answers after which the battle counts as endless. Errors of the rules are reported too."""
    watch = _Referee(book, setup, players, seed, sample)
    try:
        watch.play(longest)
        watch.check_record()
    except (GrognardError, LookupError, TypeError, ValueError, AssertionError) as error:
        watch.find(f"the rules broke down: {type(error).__name__}: {error}")
    outcome = watch.game.state.outcome
    return RefereeReport(
        book.id,
        setup.scenario,
        seed,
        watch.answers,
        watch.options,
        watch.dice,
        (outcome.winners, outcome.reason) if outcome else ((), ""),
        tuple(watch.found),
    )


class _Referee:
    def __init__(
        self, book: Book, setup: Setup, players: Mapping[str, Player], seed: int, sample: int
    ) -> None:
        self.book, self.setup, self.players, self.sample = book, setup, players, sample
        self.seed = secret(f"referee:{seed}")
        self.game = Game.new(book, setup, seed=self.seed)
        self.rngs = chances(seed, (*players, ""))
        self.answers = self.options = 0
        self.found: list[Violation] = []

    @property
    def dice(self) -> int:
        """Dice that fell."""
        moved = [line.entry for line in self.game.record.lines if isinstance(line.entry, Moved)]
        return sum(len(rolled.faces) for entry in moved for rolled in entry.dice)

    def find(self, what: str) -> None:
        self.found.append(Violation(self.book.turn(self.game.state), self.answers, what))

    # --- playing ---

    def play(self, longest: int) -> None:
        before: State[Any] = State(())
        while True:
            self.check_position(before)
            before = self.game.state
            if before.finished:
                return
            if self.answers > longest:
                self.find(f"not over after {longest} answers")
                return
            for seat in self.game.waiting_for():
                self.answer_all(seat)
                if self.game.state.questions[: len(before.questions)] != before.questions:
                    break

    def answer_all(self, seat: str) -> None:
        """One seat's answers to everything that it's asked now, each question checked first."""
        view = self.game.view(seat)
        for question in self.game.asked(seat):
            self.check_question(view, question)
            order = self.order(view, question)
            self.check_refusal(question)
            receipt = self.game.submit(seat, question.id, order)
            if not receipt.valid():
                self.find(f"{question.id}: the receipt doesn't fit its seal")
            self.answers += 1

    def order(self, view: Any, question: Question) -> Order:
        player = self.players.get(question.seat)
        if player is None:
            return self.book.decisions[question.kind].default(view, question)
        return answer_of(self.book, player, view, question, self.rngs[question.seat])

    # --- questions and orders ---

    def check_question(self, view: Any, question: Question) -> None:
        decision = self.book.decisions[question.kind]
        options = decision.options(view, question)
        self.options += len(options)
        if not options or len(set(options)) != len(options):
            self.find(f"{question.id}: options missing or twice on the list")
        for order in self.some(options):
            self.check_option(view, question, order)
        try:
            decision.check(view, question, decision.default(view, question))
        except Refused as error:
            self.find(f"{question.id}: the default is refused: {error}")

    def some(self, options: Sequence[Order]) -> Sequence[Order]:
        rng: random.Random = self.rngs[""]
        return options if len(options) <= self.sample else rng.sample(options, self.sample)

    def check_option(self, view: Any, question: Question, order: Order) -> None:
        decision = self.book.decisions[question.kind]
        try:
            taken = decision.check(view, question, order)
            decision.preview(view, question, order)
        except Refused as error:
            self.find(f"{question.id}: option {order} is refused: {error}")
            return
        if tuple(json.loads(json.dumps(taken))) != taken or hash(taken) != hash(order):
            self.find(f"{question.id}: option {order} isn't plain data")

    def check_refusal(self, question: Question) -> None:
        """A refused order changes nothing, be it nonsense or somebody else's."""
        others = [seat.id for seat in self.setup.seats if seat.id != question.seat]
        tries: list[tuple[str, Sequence[Arg]]] = [(question.seat, NONSENSE)]
        tries += [(other, NONSENSE) for other in others[:1]]
        state, lines, dice = self.game.state, len(self.game.record.lines), encode(self.game.record.lines[-1])
        for seat, order in tries:
            try:
                self.game.submit(seat, question.id, order)
            except Refused as error:
                if not error.say("en") or not error.say("ru"):
                    self.find(f"{question.id}: a refusal without words")
            else:
                self.find(f"{question.id}: nonsense was taken from {seat}")
            here = self.game.record.lines
            if self.game.state is not state or len(here) != lines or encode(here[-1]) != dice:
                self.find(f"{question.id}: a refused order changed something")

    # --- positions ---

    def check_position(self, before: State[Any]) -> None:
        state = self.game.state
        data = encode(state)
        again: State[Any] = msgspec.json.decode(data, type=self.book.state_type)
        if again != state or hash(again) != hash(state):
            self.find("the position isn't the same after writing and reading")
        if again.digest() != state.digest() or encode(again) != data:
            self.find("the digest of a position isn't stable")
        self.check_views()
        if self.game.state is not state or state.digest() != digest(again):
            self.find("looking at the position changed it")
        for what in self.book.check_invariants(self.setup, before, state):
            self.find(what)

    def check_views(self) -> None:
        for seat in (*self.game.seats, UMPIRE):
            view = self.game.view(seat)
            if encode(view) != encode(self.book.view(self.setup, self.game.state, seat)):
                self.find(f"the view of {seat} isn't the same twice")

    # --- the record ---

    def check_record(self) -> None:
        for what in self.record_faults():
            self.find(what)

    def record_faults(self) -> Iterator[str]:
        verdict = verify(self.book, self.game.record)
        if verdict.divergence is not None:
            yield f"the record doesn't verify: {verdict.divergence.say()}"
        if verdict.finished != self.game.state.finished:
            yield "the record ends elsewhere"
        data = b"".join(encode(line) + b"\n" for line in self.game.record.lines)
        resumed = Game.resume(self.book, Journal.parse(data), self.seed)
        if resumed.state != self.game.state:
            yield "the game resumed from its record stands elsewhere"
        if encode(resumed.log) != encode(self.game.log):
            yield "the game resumed from its record has heard other things"
