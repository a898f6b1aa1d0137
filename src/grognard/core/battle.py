"""The draft on which rules work: short-lived, and the only place where anything changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from grognard.core.chance import Chance, Throw
from grognard.core.dice import Dice
from grognard.core.events import Event, Rolled, Seats, Told, Version
from grognard.core.rule import Rule
from grognard.core.state import Arg, Call, Outcome, P, Question, Setup, State

if TYPE_CHECKING:
    from grognard.core.book import RuleBook

S = TypeVar("S", bound=Setup)
M = TypeVar("M")


class Battle(Generic[S, P]):
    """A position being played on.

    ``told`` and ``rolled`` stay empty when nobody listens (laboratory): then events cost nothing, so a rule may ask
    ``battle.listening`` before it puts a costly one together. ``kept`` is for what a book's own draft has worked
    out about pieces; it's never a part of the position.
    """

    __slots__ = (
        "_frozen",
        "_next",
        "_pieces",
        "_views",
        "agenda",
        "book",
        "dice",
        "kept",
        "listening",
        "outcome",
        "questions",
        "rolled",
        "rule",
        "setup",
        "told",
    )

    def __init__(self, book: RuleBook, setup: S, state: State[P], dice: Dice, listening: bool = True) -> None:
        self.book = book
        self.setup: S = setup
        self.dice = dice
        self.listening = listening
        self.told: list[Told] = []
        self.rolled: list[Rolled] = []
        self._pieces = self._by_id(state)
        self._frozen: tuple[P, ...] | None = state.pieces
        self.agenda: list[Call] = list(state.agenda)
        self.questions: list[Question] = list(state.questions)
        self.outcome = state.outcome
        self.rule: Rule[Any, ...] | None = None
        self._next: list[Call] = []
        self._views: dict[str, Any] = {}
        self.kept: dict[Any, Any] = {}

    def _by_id(self, state: State[P]) -> dict[str, P]:
        """The pieces of a state, for this draft alone; a book that has them by id already need not ask each."""
        return {piece.id: piece for piece in state.pieces}

    # --- reading ---

    def piece(self, piece_id: str) -> P:
        """The piece as it is now; KeyError if there is none."""
        return self._pieces[piece_id]

    @property
    def pieces(self) -> Mapping[str, P]:
        """All pieces by id, in table order. Don't write into it."""
        return self._pieces

    def rewind(self, pieces: dict[str, P], state: State[P]) -> None:
        """Begin again from the same state, whose ``pieces`` these are (they're copied)."""
        self._pieces = pieces.copy()
        self._frozen = None
        self.agenda = list(state.agenda)
        self.questions = list(state.questions)
        self.outcome = state.outcome
        self._next = []
        if self._views:
            self._views = {}

    def state(self) -> State[P]:
        """The position as it stands, frozen. As long as no piece changes its pieces are one and the same."""
        if self._frozen is None:
            self._frozen = tuple(self._pieces.values())
        questions = tuple(self.questions) if self.questions else ()
        return State(self._frozen, tuple(self.agenda), questions, self.outcome)

    def view(self, seat: str) -> Any:
        """What that seat may know now (kept until something changes)."""
        if seat not in self._views:
            self._views[seat] = self.book.view(self.setup, self.state(), seat)
        return self._views[seat]

    # --- what a rule may do ---

    def change(self, piece_id: str, **fields: Any) -> None:
        """The one way to change a piece (with :meth:`place`, where every nanosecond counts)."""
        self._pieces[piece_id] = replace(self._pieces[piece_id], **fields)
        self._frozen = None
        if self._views:
            self._views.clear()

    def place(self, piece: P) -> None:
        """Put a new piece on the table (or another in the place of the one with its id)."""
        self._pieces[piece.id] = piece
        self._frozen = None
        if self._views:
            self._views.clear()

    def remove(self, piece_id: str) -> None:
        """Take a piece off the table."""
        del self._pieces[piece_id]
        self._frozen = None
        self._views.clear()

    def roll(self, chance: Chance[M], purpose: str, who: str = "") -> Throw[M]:
        """Throw dice for a purpose; every die is kept for the record."""
        throw = self.dice.throw(chance)
        if self.listening:
            self.rolled.append(Rolled(purpose, who, chance.sides, throw.faces))
        return throw

    def tell(self, event: Event, to: Seats = None) -> None:
        """Say what happened, to everybody or to these seats; the umpire always hears it."""
        if self.listening:
            self.told.append(Told(self.rule.clauses if self.rule else (), ((event, to),)))

    def tell_apart(self, *versions: Version) -> None:
        """Say one thing in several versions, the fullest first; each seat hears the first one meant for it."""
        if self.listening:
            self.told.append(Told(self.rule.clauses if self.rule else (), versions))

    def then(self, *sequence: Rule[Any, ...] | Arg) -> None:
        """Put rule calls on the agenda, to run in the order of reading: each rule takes the ids that follow it."""
        if len(sequence) == 1:
            self._next.append((sequence[0].name, ()))  # type: ignore[union-attr]
            return
        name = ""
        args: list[Arg] = []
        for item in sequence:
            if isinstance(item, Rule):
                if name:
                    self._next.append((name, tuple(args)))
                name, args = item.name, []
            else:
                args.append(item)
        self._next.append((name, tuple(args)))

    def each(self, rule: Rule[Any, ...], ids: Iterable[Arg]) -> None:
        """One call of the rule a piece, in the order given."""
        self._next.extend((rule.name, (one,)) for one in ids)

    def ask(self, kind: str, seat: str, *about: Arg, then: Rule[Any, ...], secret: bool = False) -> None:
        """Ask a seat; ``then`` is called with ``about`` and the answer. What leaves no choice isn't asked.

        All questions asked by one rule are one step: they are open together, and their answers are applied in
        asking order when the last one is in.
        """
        question = Question(kind, seat, about, then.name, secret)
        options = self.book.decisions[kind].options(self.view(seat), question)
        if len(options) == 1:
            question = replace(question, answer=options[0])
        self.questions.append(question)

    def end(self, winners: Iterable[str], reason: str) -> None:
        """The battle has an outcome. What follows it (aftermath) may still be on the agenda."""
        self.outcome = Outcome(tuple(winners), reason)

    def clear_agenda(self) -> None:
        """Forget everything that was to come (a battle ends in the middle of a step)."""
        self.agenda.clear()
        self._next.clear()

    # --- running ---

    def run(self, calls: int = 0) -> None:
        """Do what is on the agenda until a seat must answer or nothing is left (``calls``: at most so many)."""
        rules = self.book.rules
        agenda = self.agenda
        done = 0
        while agenda and not self.questions:
            name, args = agenda.pop()
            self.rule = current = rules[name]
            current.fn(self, *args)
            if self._next:
                self._next.reverse()
                agenda += self._next
                self._next = []
            if self.questions:
                self.settle()
            done += 1
            if done == calls:
                return

    def settle(self) -> None:
        """When every open question has its answer, put the answers on the agenda in asking order."""
        calls: list[Call] = []
        for question in self.questions:
            if question.answer is None:
                return
            calls.append((question.then, question.about + question.answer))
        calls.reverse()
        self.agenda += calls
        self.questions.clear()
