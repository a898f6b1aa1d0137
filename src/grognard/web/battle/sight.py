"""A battle as one seat sees it at one moment, and who keeps such sights for all windows."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from grognard.core.errors import Refused
from grognard.core.game import Heard, is_sealed
from grognard.core.record import Answered, Line
from grognard.core.state import Order, Question, encode
from grognard.locale import T
from grognard.orders import Asked, Vocabulary
from grognard.web.battle.course import Course
from grognard.web.moment import Moment
from grognard.web.tables import Overtaken, Tables

KEPT = 256
"""More battles than lie on tables: a course is long to follow from its beginning."""
SEATS = 4
"""Seats of a battle whose sights are kept."""


@dataclass(frozen=True)
class Sight:
    """What a seat sees; whatever takes time is made once. ``step``: the seat's moment if this is the past, else 0."""

    moment: Moment
    seat: str
    course: Course
    step: int = 0

    @property
    def eyes(self) -> str:
        return self.moment.eyes(self.seat)

    @cached_property
    def view(self) -> Any:
        return self.moment.view(self.seat)

    @cached_property
    def asked(self) -> tuple[Question, ...]:
        return self.moment.asked(self.seat)

    @cached_property
    def answered(self) -> tuple[Question, ...]:
        """Questions that the seat has answered and that wait for others' answers."""
        questions = self.moment.state.questions
        return tuple(one for one in questions if one.seat == self.seat and one.answer is not None)

    @cached_property
    def steps(self) -> int:
        """Moments of this seat so far."""
        return self.course.step_at(self.seat, self.moment.version - 1)

    @cached_property
    def has_answered(self) -> bool:
        """Whether there is an answer of this seat that it might take back."""
        entries = (line.entry for line in self.course.lines)
        return any(isinstance(one, Answered) and one.seat == self.seat for one in entries)

    @cached_property
    def _writing(self) -> Moment:
        """The position for what the seat writes."""
        return self.moment.reopened(self.seat) if self.sealed else self.moment

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return self.moment.book.vocabulary(self._writing.view(self.seat))

    def heard(self, told: Sequence[Any], before: int) -> list[Heard]:
        """Of a stretch of the log what this seat hears, numbered on from ``before``."""
        found = ((one.clauses, one.heard_by(self.eyes)) for one in told)
        kept = [(clauses, event) for clauses, event in found if event is not None]
        return [Heard(n, clauses, event) for n, (clauses, event) in enumerate(kept, before + 1)]

    def question(self, question_id: str) -> Question:
        """The open question of that id; Refused if the seat is not asked it."""
        found = self.find(question_id)
        if found is None:
            raise Overtaken("", T("this is not asked (any more)"))
        return found

    def find(self, question_id: str) -> Question | None:
        """The open question of that name; None for one that is answered meanwhile."""
        return next((one for one in self.asked if one.id == question_id), None)

    def options(self, question: Question) -> tuple[Order, ...]:
        return self.moment.book.decisions[question.kind].options(self.view, question)

    @cached_property
    def sealed(self) -> dict[str, Question]:
        """Answers of the seat that wait under seal: what it writes may correct them."""
        return {one.id: one for one in self.answered if is_sealed(one, self.seat)}

    def asked_for(self, text: str) -> Sequence[Asked]:
        """What a text may answer: open questions, and those that were answered under seal."""
        moment = self._writing
        found = moment.book.asked_for(moment.view(self.seat), moment.asked(self.seat), text)
        return [msgspec.structs.replace(one, answered=one.question in self.sealed) for one in found]


def times_answered(lines: Sequence[Line], seat: str, question_id: str) -> int:
    """How often a seat has answered a question of that name. The same is asked again and again (the next step of a
    unit), so a window says which time it means: an order sent twice counts once."""
    entries = (line.entry for line in lines)
    return sum(
        isinstance(one, Answered) and one.seat == seat and one.question == question_id for one in entries
    )


class Sights:
    """Sights of the present and of the past, kept while they are wanted."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._now: OrderedDict[tuple[str, str], Sight] = OrderedDict()
        self._courses: OrderedDict[str, Course] = OrderedDict()
        self._moments: OrderedDict[str, Moment] = OrderedDict()
        self._guard = threading.Lock()
        tables.when_put_away(self.forget)

    def forget(self, battle: str) -> None:
        """Let go of a battle that has left its table."""
        with self._guard:
            self._courses.pop(battle, None)
            self._moments.pop(battle, None)
            for key in [one for one in self._now if one[0] == battle]:
                del self._now[key]

    def of(self, battle: str, seat: str) -> Sight:
        """The present, with everything that any process has written."""
        moment, course = self._present(battle)
        with self._guard:
            kept = self._now.get((battle, seat))
            if kept is None or kept.moment is not moment:
                kept = self._now[battle, seat] = Sight(moment, seat, course)
            _trim(self._now, (battle, seat), SEATS * KEPT)
            return kept

    def past(self, battle: str, seat: str, step: int) -> Sight:
        """The seat's moment number ``step``, as it saw it then."""
        moment, course = self._present(battle)
        line = course.line_of(seat, step)
        then = Moment(
            battle,
            moment.book,
            moment.setup,
            course.state(line),
            course.log(line),
            line + 1,
            course.lines[line].sha,
        )
        return Sight(then, seat, course, step)

    def _present(self, battle: str) -> tuple[Moment, Course]:
        with self.tables.reading(battle) as table, self._guard:
            moment, course = self._moments.get(battle), self._courses.get(battle)
            now = (table.game.record.sha, table.game.undo_asked)
            if moment is None or (moment.sha, moment.undo_asked) != now:
                moment = self._moments[battle] = table.moment()
            if course is None:
                course = self._courses[battle] = Course(table.book, table.game.setup)
            course.follow(table.game.record.lines)
            _trim(self._moments, battle)
            _trim(self._courses, battle)
            return moment, course


def _trim(kept: OrderedDict[Any, Any], used: Any, most: int = KEPT) -> None:
    kept.move_to_end(used)
    while len(kept) > most:
        kept.popitem(last=False)


def as_json(order: Order) -> str:
    """An order as windows hand it in."""
    return encode(order).decode()


def read_order(words: str | bytes) -> Order:
    """An order from JSON such as ``["attack", "d_knights"]``."""
    try:
        found = msgspec.json.decode(words, type=list[str | int])
    except msgspec.DecodeError:
        found = []
    if not found:
        shown = words if isinstance(words, str) else words.decode(errors="replace")
        raise Refused("", T("'{order}' is no order", order=shown[:80]), T('an order looks like ["hold"]'))
    return tuple(found)
