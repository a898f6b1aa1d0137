"""Playing a record again: to go on with it, to look at any moment of it, and to verify it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from grognard.core import engine
from grognard.core.book import RuleBook
from grognard.core.dice import Dice, DiceError, Scripted, Verifiable
from grognard.core.engine import Step
from grognard.core.errors import GrognardError, RecordError, Refused
from grognard.core.events import Rolled, Told
from grognard.core.record import (
    Answered,
    Ended,
    Entry,
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
    Vetoed,
    Worded,
)
from grognard.core.state import Setup, State, encode
from grognard.core.steps import (
    by_default,
    ended,
    restored,
    rolled_back,
    ruled,
    vetoed,
    withdrawn,
    worded,
)
from grognard.locale import T, Text


def read_setup(book: RuleBook, header: Header) -> Setup:
    """The setup that a record starts from."""
    try:
        return msgspec.json.decode(header.setup, type=book.setup_type)
    except (msgspec.DecodeError, ValueError) as error:
        raise RecordError(1, T("the setup can't be read: {error}", error=str(error))) from None


def read_told(book: RuleBook, raw: msgspec.Raw) -> tuple[Told, ...]:
    """What a line tells, as events of the book."""
    events = book.event_type()
    rows: list[dict[str, Any]] = msgspec.json.decode(raw)
    return tuple(
        Told(
            tuple(row["clauses"]),
            tuple(
                (msgspec.convert(event, events), None if seats is None else tuple(seats))
                for event, seats in row["versions"]
            ),
        )
        for row in rows
    )


def read_state(book: RuleBook, raw: msgspec.Raw) -> State[Any]:
    state: State[Any] = msgspec.json.decode(raw, type=book.state_type)
    return state


class Replay:
    """A record being played again, line by line. ``dice_of(line)`` gives the dice for a line."""

    def __init__(self, book: RuleBook, setup: Setup, dice_of: Callable[[Moved], Dice]) -> None:
        self.book, self.setup, self.dice_of = book, setup, dice_of
        self.state: State[Any] = State(())
        self.before: deque[tuple[int, State[Any]]] = deque(maxlen=512)

    def play(self, line: Line) -> Step | None:
        """The step of that line; None for lines in which nothing moves."""
        entry = line.entry
        if not isinstance(entry, Moved):
            return None
        step = self._step(line.n, entry)
        self.state = step.state
        return step

    def _step(self, n: int, entry: Entry) -> Step:
        match entry:
            case Started():
                return engine.begin(self.book, self.setup, self.dice_of(entry))
            case Answered():
                return self._answer(n, entry)
            case Ruled():
                changes = [
                    (piece, field, msgspec.json.decode(value)) for piece, field, value in entry.changes
                ]
                self.before.append((n, self.state))
                return ruled(self.book, self.setup, self.state, entry.reason, entry.scope, changes)[0]
            case Worded():
                dice = self.dice_of(entry)
                if isinstance(dice, Verifiable):
                    dice.mix([(entry.seat, entry.words)])
                return worded(self.state, entry.seat, entry.words)
            case Vetoed():
                return vetoed(self.state, entry.seat, entry.question, entry.reason)
            case RolledBack():
                return rolled_back(self._before(entry.to + 1), entry.reason, _dice_lost(entry))
            case Ended():
                self.before.append((n, self.state))
                return ended(self.setup, self.state, entry.reason, entry.winners)
            case Undid():
                return self._undo(entry)
        raise RecordError(n + 1, T("this is no line of a record: {error}", error=type(entry).__name__))

    def _answer(self, n: int, entry: Answered) -> Step:
        order = engine.check(self.book, self.setup, self.state, entry.seat, entry.question, entry.order)
        self.before.append((n, self.state))
        step = engine.answer(self.book, self.setup, self.state, {entry.question: order}, self.dice_of(entry))
        if entry.by == "default":
            step = by_default(step, entry.seat, entry.question, order)
        return step

    def _undo(self, entry: Undid) -> Step:
        if not entry.to:
            return withdrawn(self.state, entry.seat, entry.question)
        return restored(self._before(entry.to + 1), entry.seat, entry.question, _dice_lost(entry))

    def _before(self, line: int) -> State[Any]:
        state = next((state for n, state in self.before if n == line), None)
        if state is None:
            raise Refused("", T("that answer is too far back to be taken back"))
        return state


def _dice_lost(entry: Moved) -> int:
    told = msgspec.json.decode(entry.told)
    return int(told[0]["versions"][0][0]["dice_lost"]) if told else 0


def recorded_dice(moved: Moved) -> Dice:
    """The dice of a line as the record holds them."""
    return Scripted([face for rolled in moved.dice for face in rolled.faces])


class Divergence(msgspec.Struct, frozen=True):
    """The first place where a record and its replay part: line (from 1), what differs, both values in short."""

    line: int
    what: Text
    recorded: str = ""
    replayed: str = ""

    def say(self, lang: str = "en") -> str:
        words = self.what.say(lang)
        if self.recorded or self.replayed:
            words += ": " + T(
                "recorded {recorded}, replayed {replayed}", recorded=self.recorded, replayed=self.replayed
            ).say(lang)
        return words


class Verdict(msgspec.Struct, frozen=True):
    """What verification found: lines and dice checked; ``dice`` says how the dice were checked."""

    lines: int
    dice_checked: int
    dice: Text
    finished: bool
    divergence: Divergence | None = None

    @property
    def good(self) -> bool:
        return self.divergence is None


def verify(book: RuleBook, journal: Journal) -> Verdict:
    """Recompute everything: chain, setup, commitment, dice, events, states. Names the first divergence."""
    header = journal.header
    dice, how = _dice(header, journal)
    counted = 0
    found: Divergence | None = None
    replay: Replay | None = None
    try:
        setup = read_setup(book, header)
        if setup.digest() != header.setup_digest:
            found = Divergence(1, T("the setup does not fit its digest"))
        replay = Replay(book, setup, lambda moved: dice or recorded_dice(moved))
        if dice is not None and dice.commitment != header.commitment:
            found = Divergence(1, T("the revealed seed does not fit the commitment"))
        for line in journal.lines[1:]:
            if found is not None:
                break
            found = _compare(replay, line, dice)
            counted += sum(len(r.faces) for r in getattr(line.entry, "dice", ()))
    except RecordError as error:
        found = Divergence(error.line, error.message)
    finished = replay is not None and replay.state.finished
    return Verdict(len(journal.lines), counted, how, finished, found)


def _dice(header: Header, journal: Journal) -> tuple[Verifiable | None, Text]:
    if header.dice != "verifiable":
        return None, T("the dice were thrown by hand; their reading was checked")
    for line in reversed(journal.lines):
        if isinstance(line.entry, Revealed) and line.entry.link == header.links:
            try:
                return Verifiable(bytes.fromhex(line.entry.secret), header.links), T(
                    "all dice come from the committed seed"
                )
            except ValueError:
                break
    return None, T("the seed is not revealed yet; only the reading of the dice was checked")


def _compare(replay: Replay, line: Line, dice: Verifiable | None) -> Divergence | None:
    entry, number = line.entry, line.n + 1
    if isinstance(entry, Snapshot):
        if encode(replay.state) != bytes(entry.state):
            return Divergence(number, T("the snapshot of turn {turn} differs", turn=entry.turn))
        return None
    if isinstance(entry, Revealed) and dice is not None:
        if dice.reveal(entry.link) != entry.secret:
            return Divergence(number, T("the revealed secret of link {link} is wrong", link=entry.link))
        if entry.link < dice.links:
            dice.next_link()
        return None
    try:
        step = replay.play(line)
    except (DiceError, Refused) as error:
        return Divergence(
            number,
            error.message
            if isinstance(error, DiceError)
            else T("the rules refuse it: {why}", why=_reason(error)),
        )
    return None if step is None or not isinstance(entry, Moved) else _differs(number, entry, step)


def _reason(error: GrognardError) -> Text:
    return error.reason if isinstance(error, Refused) else error.message


def _differs(number: int, entry: Moved, step: Step) -> Divergence | None:
    for recorded, thrown in zip(entry.dice, step.rolled, strict=False):
        if recorded != thrown:
            return Divergence(number, T("a die differs"), _die(recorded), _die(thrown))
    if len(entry.dice) != len(step.rolled):
        return Divergence(
            number, T("the number of dice differs"), str(len(entry.dice)), str(len(step.rolled))
        )
    if bytes(entry.told) != encode(step.told):
        return Divergence(
            number, T("the events differ"), *_first(bytes(entry.told).decode(), encode(step.told).decode())
        )
    if entry.state != (step.state.digest() if step.moved else ""):
        return Divergence(number, T("the position differs"), entry.state[:12], step.state.digest()[:12])
    return None


def _die(rolled: Rolled) -> str:
    return f"{rolled.purpose} {rolled.who} d{rolled.sides} {','.join(map(str, rolled.faces))}"


def _first(a: str, b: str) -> tuple[str, str]:
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return a[max(0, at - 30) : at + 30], b[max(0, at - 30) : at + 30]


def moments(book: RuleBook, journal: Journal) -> Iterator[tuple[int, State[Any], tuple[Told, ...]]]:
    """(line number, position, what was told) after each line that moved, for stepping through a battle."""
    setup = read_setup(book, journal.header)
    replay = Replay(book, setup, recorded_dice)
    for line in journal.lines[1:]:
        step = replay.play(line)
        if step is not None and (step.told or step.moved):
            yield line.n, step.state, step.told
