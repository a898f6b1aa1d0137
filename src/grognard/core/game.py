"""The only door for windows: who is asked, orders with receipts, views, undo, rulings, the record.

It holds policies, not rules.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grognard.core import engine, steps
from grognard.core.book import Preview, RuleBook
from grognard.core.dice import Dice, Typed, Verifiable
from grognard.core.engine import Step
from grognard.core.errors import RecordError, Refused
from grognard.core.events import Event, Told
from grognard.core.record import (
    FORMAT,
    Answered,
    Ended,
    Header,
    Journal,
    Line,
    Moved,
    Revealed,
    RolledBack,
    Ruled,
    Snapshot,
    Started,
    Undid,
    UndoAnswered,
    UndoAsked,
    Vetoed,
    Worded,
)
from grognard.core.replay import Replay, read_setup, read_told, recorded_dice
from grognard.core.state import UMPIRE, Arg, Order, Question, Setup, State, digest, encode, shared
from grognard.locale import T

KEPT = 512
"""Positions kept for undo."""

Scribe = Callable[[Setup, State[Any], Sequence[Told]], dict[str, str]]


def is_sealed(question: Question, seat: str) -> bool:
    """Whether the seat's answer lies sealed and waits for others."""
    return question.seat == seat and question.secret and question.answer is not None


class Receipt(msgspec.Struct, frozen=True):
    """Proof of an order: ``seal = sha256(canonical JSON of [salt, seat, question, order])``. The seal may be shown
    to everybody at once; order and salt prove afterwards that nothing was changed."""

    seat: str
    question: str
    order: Order
    line: int
    salt: str
    seal: str

    def valid(self) -> bool:
        return self.seal == seal(self.salt, self.seat, self.question, self.order)


def seal(salt: str, seat: str, question: str, order: Order) -> str:
    """The hash that stands for a sealed order."""
    return digest([salt, seat, question, order])


class Heard(msgspec.Struct, frozen=True):
    """One line of a seat's log; ``number`` counts what this seat has heard, so gaps tell nothing."""

    number: int
    clauses: tuple[str, ...]
    event: Event


def reopened(state: State[Any], answered: Collection[Question]) -> State[Any]:
    """The position with these questions open again."""
    replace = msgspec.structs.replace
    questions = (replace(one, answer=None) if one in answered else one for one in state.questions)
    return replace(state, questions=tuple(questions))


def awaited(questions: Sequence[Question]) -> tuple[str, ...]:
    """Seats that still have to answer, in asking order, which does not tell what of it is answered."""
    still = {one.seat for one in questions if one.answer is None}
    return tuple(dict.fromkeys(one.seat for one in questions if one.seat in still))


def heard_by(told: Iterable[Told], eyes: str, since: int = 0) -> list[Heard]:
    """What is heard of it with those eyes after line ``since``, numbered from 1."""
    found = ((one.clauses, one.heard_by(eyes)) for one in told)
    kept = [(clauses, event) for clauses, event in found if event is not None]
    return [Heard(n, clauses, event) for n, (clauses, event) in enumerate(kept[since:], since + 1)]


class Undoing(msgspec.Struct, frozen=True):
    """An undo that was asked for: by whom, the line of the answer, and who has agreed."""

    seat: str
    line: int
    given: frozenset[str] = frozenset()


def undo_after(before: Undoing | None, entry: UndoAsked | UndoAnswered) -> Undoing | None:
    """How an undo stands after something was said about it."""
    if isinstance(entry, UndoAsked):
        return Undoing(entry.seat, entry.line)
    if before is None or not entry.agrees:
        return None
    return msgspec.structs.replace(before, given=before.given | {entry.seat})


class Game:
    """A battle on the table with its record. Make one with :meth:`new` or :meth:`resume`."""

    def __init__(self, book: RuleBook, setup: Setup, journal: Journal, dice: Dice, seed: bytes) -> None:
        self.book = book
        self.setup = setup
        self.journal = journal
        self.dice = dice
        self.scribe: Scribe | None = None
        self._seed = seed
        self.state: State[Any] = State(())
        self.log: list[Told] = []
        self._history: deque[tuple[int, State[Any], int]] = deque(maxlen=KEPT)
        self._turn = ""
        self._turn_began = 0
        self._undo: Undoing | None = None

    # --- beginning and going on ---

    @classmethod
    def new(
        cls,
        book: RuleBook,
        setup: Setup,
        *,
        seed: bytes,
        path: Path | None = None,
        dice: str = "verifiable",
        links: int = 1,
        faces: Sequence[int] = (),
        scribe: Scribe | None = None,
    ) -> Game:
        """Set up a battle. ``dice``: ``verifiable`` or ``typed`` (then ``faces`` are those thrown so far)."""
        setup = shared(setup)
        game = cls(
            book,
            setup,
            Journal(path),
            Verifiable(seed, links) if dice == "verifiable" else Typed(faces),
            seed,
        )
        game.scribe = scribe
        step = engine.begin(book, setup, game.dice)
        title = setup.name.en
        raw = msgspec.Raw(encode(setup))
        commitment = game.dice.commitment if isinstance(game.dice, Verifiable) else ""
        game.journal.append(
            Header(FORMAT, book.id, book.version, raw, setup.digest(), dice, commitment, links, title)
        )
        game._take(step, Started())
        return game

    @classmethod
    def resume(cls, book: RuleBook, journal: Journal, seed: bytes, scribe: Scribe | None = None) -> Game:
        """Go on where a record ends: it is played again with the dice that it holds."""
        header = journal.header
        setup = shared(read_setup(book, header))
        if (header.book, header.version) != (book.id, book.version):
            made = {"book": header.book, "version": header.version}
            raise RecordError(1, T("the record was made by {book} {version}", **made))
        dice: Verifiable | Typed = Typed(())
        if header.dice == "verifiable":
            dice = Verifiable(seed, header.links)
            if dice.commitment != header.commitment:
                raise RecordError(1, T("this is not the seed that the record was begun with"))
        game = cls(book, setup, journal, dice, seed)
        game.scribe = scribe
        game._replay(journal.lines[1:])
        game._mend()
        return game

    def follow(self, lines: Sequence[Line]) -> None:
        """Take over lines that another process wrote after ours (their chain is the caller's to check)."""
        self.journal.lines.extend(lines)
        self._undo = None
        self._replay(lines)

    def _replay(self, lines: Sequence[Line]) -> None:
        replay = Replay(self.book, self.setup, recorded_dice)
        replay.state = self.state
        replay.before.extend((n, state) for n, state, _ in self._history)
        for line in lines:
            self._catch_up(replay, line)

    def _catch_up(self, replay: Replay, line: Line) -> None:
        """Resuming: one line is played again; nothing is written."""
        entry = line.entry
        if isinstance(entry, Snapshot):
            self._turn, self._turn_began = entry.turn, len(self.log)
        elif isinstance(entry, Revealed) and isinstance(self.dice, Verifiable):
            self.dice.next_link()
        elif isinstance(entry, UndoAsked | UndoAnswered):
            self._undo = undo_after(self._undo, entry)
        elif isinstance(entry, Moved):
            step = replay.play(line)
            assert step is not None
            if isinstance(entry, Answered | Ruled | Ended):
                self._history.append((line.n, self.state, len(self.log)))
            elif isinstance(entry, Undid) and entry.to:
                del self.log[next((log for n, _, log in self._history if n == entry.to + 1), len(self.log)) :]
            self.state = step.state
            self._undo = None
            self.log.extend(step.told)
            self._dice_as_after(entry)

    def _dice_as_after(self, entry: Moved) -> None:
        if isinstance(self.dice, Verifiable):
            if isinstance(entry, Worded):
                self.dice.mix([(entry.seat, entry.words)])
            self.dice.go_to(entry.place)

    def _mend(self) -> None:
        """Resuming: write what a kill kept from being written after the last whole line."""
        last = self.journal.lines[-1].entry
        if not any(isinstance(line.entry, Started) for line in self.journal.lines):
            self._take(engine.begin(self.book, self.setup, self.dice), Started())
        elif not isinstance(last, Snapshot | Revealed):
            self._turn_over()
        elif isinstance(last, Snapshot):
            self._reveal_turn(self.dice)

    # --- reading ---

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.setup.seats)

    def asked(self, seat: str) -> tuple[Question, ...]:
        """Open questions of a seat (of the umpire too where the rules ask him)."""
        return tuple(q for q in self.state.questions if q.seat == seat and q.answer is None)

    def waiting_for(self) -> tuple[str, ...]:
        """Seats that still have to answer. Who is awaited is no secret; what he is asked is."""
        return awaited(self.state.questions)

    def view(self, seat: str) -> Any:
        return self.book.view(self.setup, self.state, seat)

    def options(self, question: Question) -> tuple[Order, ...]:
        return self.book.decisions[question.kind].options(self.view(question.seat), question)

    def preview(self, question: Question, order: Order) -> Preview:
        return self.book.decisions[question.kind].preview(self.view(question.seat), question, order)

    def events(self, seat: str, since: int = 0) -> list[Heard]:
        """What a seat has heard after its line ``since``, with the eyes that the book gives it (``RuleBook.eyes``)."""
        return heard_by(self.log, self.book.eyes(self.setup, self.state, seat), since)

    # --- answering ---

    def submit(
        self, seat: str, question_id: str, order: Sequence[Arg], *, by: str = "", faces: Sequence[int] = ()
    ) -> Receipt:
        """Answer a question. Refused changes nothing. With typed dice NeedDice says what to throw; call again
        with all ``faces`` of this step. ``by``: ``umpire`` answering for an absent seat, or ``default``."""
        checked = engine.check(self.book, self.setup, self.state, seat, question_id, order)
        return self._answer(seat, question_id, checked, by, faces)

    def submit_all(
        self, answers: Mapping[str, Sequence[Arg]], seat: str, faces: Sequence[int] = ()
    ) -> list[Receipt]:
        """Several answers of one seat, all checked before any counts."""
        checked = {
            q: engine.check(self.book, self.setup, self.state, seat, q, order) for q, order in answers.items()
        }
        return [self._answer(seat, q, order, "", faces) for q, order in checked.items()]

    def submit_anew(self, answers: Mapping[str, Sequence[Arg]], seat: str) -> list[Receipt]:
        """As :meth:`submit_all`, but an answer may take the place of a sealed one of the same seat that still waits
        for the others': nobody has seen that one, and the last counts. Refused changes nothing; so does the book where
        it lets nothing be taken back."""
        waiting = [q for q in self.state.questions if q.id in answers and is_sealed(q, seat)]
        if waiting:
            state = reopened(self.state, waiting)
            for question, order in answers.items():
                engine.check(self.book, self.setup, state, seat, question, order)
        given = [self._answer_to(one.id) for one in waiting]
        for line, _ in given:
            self._ask_book(seat, line)
        for _, entry in given:
            self._withdraw(entry)
        return self.submit_all(answers, seat)

    def _answer_to(self, question_id: str) -> tuple[int, Answered]:
        """The answer that waits on a question, with its line."""
        lines = ((line.n, line.entry) for line in reversed(self.journal.lines))
        return next((n, one) for n, one in lines if isinstance(one, Answered) and one.question == question_id)

    def take_default(self, question: Question, faces: Sequence[int] = ()) -> Receipt:
        """The rules' default for a seat that did not answer in time."""
        order = self.book.decisions[question.kind].default(self.view(question.seat), question)
        return self._answer(question.seat, question.id, order, "default", faces)

    def _answer(self, seat: str, question_id: str, order: Order, by: str, faces: Sequence[int]) -> Receipt:
        if isinstance(self.dice, Typed):
            self.dice = Typed(faces)
        before = self.state
        step = engine.answer(self.book, self.setup, before, {question_id: order}, self.dice)
        if isinstance(self.dice, Typed) and self.dice.left:
            raise Refused("", T("{left} dice too many were typed", left=self.dice.left))
        if by == "default":
            step = steps.by_default(step, seat, question_id, order)
        salt = hmac.digest(self._seed, f"receipt:{len(self.journal.lines)}".encode(), "sha256").hex()[:32]
        entry = Answered(seat=seat, question=question_id, order=order, by=by, salt=salt)
        line = self._take(step, entry, before)
        return Receipt(seat, question_id, order, line, salt, seal(salt, seat, question_id, order))

    def _take(self, step: Step, entry: Moved, before: State[Any] | None = None) -> int:
        """Write what happened and make it the present position; returns the line number."""
        filled = msgspec.structs.replace(
            entry,
            dice=step.rolled,
            told=msgspec.Raw(encode(step.told)),
            state=step.state.digest() if step.moved else "",
            place=self.dice.place if isinstance(self.dice, Verifiable) else (0, 0),
        )
        line = self.journal.append(filled).n  # type: ignore[arg-type]
        if before is not None:
            self._history.append((line, before, len(self.log)))
        self.state = step.state
        self.log.extend(step.told)
        self._undo = None
        if step.moved:
            self._turn_over()
        return line

    def _turn_over(self) -> None:
        turn = self.book.turn(self.state)
        if turn != self._turn or self.state.finished:
            page = self.scribe(self.setup, self.state, self.log[self._turn_began :]) if self.scribe else {}
            self.journal.append(Snapshot(turn, msgspec.Raw(encode(self.state)), page))
            self._reveal_turn(self.dice)
            self._turn, self._turn_began = turn, len(self.log)

    def _reveal_turn(self, dice: Dice) -> None:
        if not isinstance(dice, Verifiable):
            return
        if self.state.finished:
            self.journal.append(Revealed(dice.links, dice.reveal(dice.links)))
        elif dice.link < dice.links and dice.place[1]:
            self.journal.append(Revealed(dice.link, dice.reveal(dice.link)))
            dice.next_link()

    # --- the seats' own words in the dice ---

    def add_words(self, seat: str, words: str) -> None:
        """Stir a seat's own words into the dice; possible until the first die of the present link is drawn."""
        if seat not in self.seats or not isinstance(self.dice, Verifiable):
            raise Refused("", T("only a seat may stir verifiable dice"))
        if self.dice.place[1]:
            raise Refused("", T("dice of this turn have fallen already; words come before the first die"))
        self.dice.mix([(seat, words)])
        self._take(steps.worded(self.state, seat, words), Worded(seat=seat, words=words))

    # --- undo ---

    def undo(self, seat: str, by_umpire: bool = False) -> bool:
        """Take back the seat's last answer. Free (True) while nothing was thrown, revealed or handed over;
        otherwise the other players are asked for :meth:`consent` (False). Dice that fell are never thrown again."""
        line, entry = self._last_answer(seat)
        if not by_umpire:
            self._ask_book(seat, line)
        waiting = next(
            (q for q in self.state.questions if q.id == entry.question and q.answer is not None), None
        )
        if waiting is not None and waiting.seat == seat:
            self._withdraw(entry)
            return True
        since = [x.entry for x in self.journal.lines[line:] if isinstance(x.entry, Moved)]
        quiet = all(not e.dice and bytes(e.told) == b"[]" for e in since)
        if by_umpire or (quiet and self.waiting_for() == (seat,)):
            self._go_back(line, entry, (UMPIRE,) if by_umpire else ())
            return True
        self._note(UndoAsked(seat, line))
        return False

    def _ask_book(self, seat: str, line: int) -> None:
        """Refused where the rule book lets nothing be taken back."""
        since = [x.entry for x in self.journal.lines[line:] if isinstance(x.entry, Moved)]
        told = [one for entry in since for one in read_told(self.book, entry.told)]
        answered = [x.seat for x in since[1:] if isinstance(x, Answered)]
        self.book.check_take_back(self.setup, seat, told, answered)

    @property
    def undo_asked(self) -> str:
        """Seat that asks to take back its answer, "" if none."""
        return self._undo.seat if self._undo else ""

    def consent(self, seat: str) -> bool:
        """A player agrees to the undo that was asked for; True when that was the last consent needed."""
        asked = self._asked_undo()
        self._note(UndoAnswered(seat, True))
        given = asked.given | {seat}
        needed = {s.id for s in self.setup.seats if s.kind == "player" and s.id != asked.seat}
        if not needed <= given and seat != UMPIRE:
            return False
        entry = self.journal.lines[asked.line].entry
        assert isinstance(entry, Answered)
        self._go_back(asked.line, entry, tuple(sorted(given)))
        return True

    def drop_undo(self, seat: str = UMPIRE) -> None:
        """A player refuses the undo that was asked for, or the asker thinks better of it."""
        self._asked_undo()
        self._note(UndoAnswered(seat, False))

    def _asked_undo(self) -> Undoing:
        if self._undo is None:
            raise Refused("", T("nobody has asked to take anything back"))
        return self._undo

    def _note(self, entry: UndoAsked | UndoAnswered) -> None:
        """Write down what is said about an undo, so that it's known wherever the battle goes on."""
        self._undo = undo_after(self._undo, entry)
        self.journal.append(entry)

    def _last_answer(self, seat: str) -> tuple[int, Answered]:
        undone = set[int]()
        for line in reversed(self.journal.lines):
            entry = line.entry
            if isinstance(entry, Undid):
                undone.update(range(entry.to + 1, line.n) if entry.to else self._withdrawn(line.n, entry))
            if isinstance(entry, Answered) and entry.seat == seat and line.n not in undone:
                return line.n, entry
        raise Refused("", T("seat '{seat}' has given no answer that could be taken back", seat=seat))

    def _withdrawn(self, n: int, undid: Undid) -> Iterable[int]:
        for line in reversed(self.journal.lines[:n]):
            if isinstance(line.entry, Answered) and line.entry.question == undid.question:
                return (line.n,)
        return ()

    def _withdraw(self, entry: Answered) -> None:
        step = steps.withdrawn(self.state, entry.seat, entry.question)
        self._take(step, Undid(seat=entry.seat, question=entry.question, to=0))

    def _go_back(self, line: int, entry: Answered, consents: tuple[str, ...]) -> None:
        state, lost = self._before(line)
        undid = Undid(seat=entry.seat, question=entry.question, to=line - 1, consents=consents)
        self._take(steps.restored(state, entry.seat, entry.question, lost), undid)

    def _before(self, line: int) -> tuple[State[Any], int]:
        """The position before that line, its log cut back; and how many dice have fallen since."""
        if self.state.finished and isinstance(self.dice, Verifiable):
            raise Refused("", T("the battle is over and its dice are revealed; it cannot be turned back"))
        kept = next((row for row in self._history if row[0] == line), None)
        if kept is None:
            raise Refused("", T("that answer is too far back to be taken back"))
        _, state, log = kept
        del self.log[log:]
        return state, sum(
            len(r.faces) for x in self.journal.lines[line:] for r in getattr(x.entry, "dice", ())
        )

    # --- the umpire ---

    def rule_by_umpire(
        self, reason: str, changes: Sequence[tuple[str, str, Any]], scope: str = "", faces: Sequence[int] = ()
    ) -> None:
        """Change pieces by hand: (piece id, field, new value as plain data). An event with reason, before and after.
        Waiting orders that the change makes illegal are asked again."""
        _needs_reason(reason)
        step, rows = steps.ruled(self.book, self.setup, self.state, reason, scope, changes)
        self._take(step, Ruled(reason=reason, scope=scope, changes=rows), self.state)

    def veto(self, question_id: str, reason: str) -> None:
        """Give a waiting answer back to its seat, which is asked again and alone hears why."""
        _needs_reason(reason)
        question = engine.find(self.state, question_id)
        if question.answer is None:
            raise Refused("", T("'{question}' has no answer yet", question=question_id))
        step = steps.vetoed(self.state, question.seat, question_id, reason)
        self._take(step, Vetoed(seat=question.seat, question=question_id, to=0, reason=reason))

    def roll_back(self, line: int, reason: str) -> None:
        """Take back the answer or ruling of that line of the record (numbered from 0) and everything after it. Dice
        that fell are never thrown again."""
        _needs_reason(reason)
        state, lost = self._before(line)
        entry = RolledBack(seat=UMPIRE, question="", to=line - 1, reason=reason)
        self._take(steps.rolled_back(state, reason, lost), entry)

    def roll_again(self, reason: str, faces: Sequence[int] = ()) -> Receipt:
        """Throw the last dice anew: the answer that led to them is taken back and given once more."""
        _needs_reason(reason)
        moved = (line for line in reversed(self.journal.lines) if isinstance(line.entry, Moved))
        thrown = next((line for line in moved if getattr(line.entry, "dice", ())), None)
        since = [x.entry for x in self.journal.lines[thrown.n :]] if thrown else []
        if (
            thrown is None
            or not isinstance(thrown.entry, Answered)
            or any(isinstance(x, Undid) for x in since)
        ):
            raise Refused("", T("there are no dice that could be thrown again"))
        entry = thrown.entry
        self.roll_back(thrown.n, reason)
        return self._answer(entry.seat, entry.question, entry.order, entry.by, faces)

    def end(self, reason: str, winners: Sequence[str] = ()) -> None:
        """End the battle by the umpire's word; ``winners`` are sides (none: nobody has won)."""
        _needs_reason(reason)
        if self.state.finished:
            raise Refused("", T("nothing is asked any more: the battle is over"))
        step = steps.ended(self.setup, self.state, reason, winners)
        self._take(step, Ended(reason=reason, winners=tuple(winners)), self.state)

    @property
    def record(self) -> Journal:
        return self.journal


def _needs_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused("", T("a ruling needs a reason"))


def secret(words: str) -> bytes:
    """A seed from words (``--seed``): sha256 of them."""
    return hashlib.sha256(words.encode()).digest()
