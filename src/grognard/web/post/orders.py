"""Orders pasted from a post or a mail: read, said back, given only when they are confirmed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from grognard.core.errors import Refused
from grognard.core.game import Game, Receipt, is_sealed, seal
from grognard.core.record import Answered, Line, Undid
from grognard.core.state import Order, Question
from grognard.locale import T, Text
from grognard.orders import Asked, Suggestion, Understood, Wording, order_line, read
from grognard.orders.model import Words
from grognard.web.moment import Moment

MOST = 20_000
"""Characters of a post."""


class Row(NamedTuple):
    """An order as it was read: ``given`` is its form value, ``words`` say it, ``remarks`` what is doubtful."""

    given: str
    words: str
    sure: bool
    remarks: Sequence[Text]
    refused: str = ""


class Doubt(NamedTuple):
    """Words that were not taken for an order, why, and what may have been meant (with its form value)."""

    quoted: str
    why: Text
    meant: list[tuple[Words, str]]


class Silence(NamedTuple):
    """A question that nobody has answered yet, and what happens if nobody does."""

    question: Text
    default: Text


class ReadBack(NamedTuple):
    """What a post says, for the page. ``version``: lines of record at which it was read."""

    rows: list[Row]
    doubts: list[Doubt]
    replaced: list[str]
    silent: list[Silence]
    version: int


def silences(moment: Moment, questions: Sequence[Question]) -> list[Silence]:
    """Questions with the rules' defaults."""
    book = moment.book
    found = []
    for question in questions:
        view = moment.view(question.seat)
        found.append(Silence(book.question_words(view, question), book.default_words(view, question)))
    return found


def read_post(moment: Moment, seat: str, post: str, lang: str) -> ReadBack:
    """Understand a post against what the seat is asked. Nothing counts yet."""
    if len(post) > MOST:
        raise Refused("", T("a post has at most {count} characters", count=MOST))
    sealed = {one.id: one for one in moment.state.questions if is_sealed(one, seat)}
    moment = moment.reopened(seat) if sealed else moment
    view, open_now = moment.view(seat), moment.asked(seat)
    questions = {one.id: one for one in open_now} | sealed
    asked = [
        msgspec.structs.replace(one, answered=one.question in sealed)
        for one in moment.book.asked_for(view, open_now, post)
    ]
    vocabulary = moment.book.vocabulary(view)
    reading = read(post, asked, vocabulary)
    wording = Wording(vocabulary)
    by_id = {one.question: one for one in asked}
    return ReadBack(
        [
            _row(moment, questions, by_id, wording, one, lang)
            for one in reading.orders
            if questions[one.question].answer != one.order
        ],
        [_doubt(doubt.span, doubt.text, doubt.suggestions, post) for doubt in reading.doubts],
        [_line(by_id, wording, one, lang) for one in reading.replaced],
        silences(moment, [questions[one] for one in reading.unanswered if one in questions]),
        moment.version,
    )


def _line(asked: Mapping[str, Asked], wording: Wording, order: Understood, lang: str) -> str:
    one = asked[order.question]
    option = next(option for option in one.options if option.order == order.order)
    return order_line(one, option, wording, lang)


def _row(
    moment: Moment,
    questions: Mapping[str, Question],
    asked: Mapping[str, Asked],
    wording: Wording,
    order: Understood,
    lang: str,
) -> Row:
    refused = ""
    question, remarks = questions[order.question], order.remarks
    if question.answer is not None:
        before = moment.book.order_words(moment.view(question.seat), question, question.answer)
        remarks = (*remarks, T("in place of what was given before: {order}", order=before))
    try:
        moment.check(question, order.order)
    except Refused as error:
        refused = error.say(lang)
    return Row(
        form_value(order.question, order.order),
        _line(asked, wording, order, lang),
        order.confidence == "sure",
        remarks,
        refused,
    )


def _doubt(span: tuple[int, int], why: Text, suggestions: Sequence[Suggestion], post: str) -> Doubt:
    meant = [
        (one.words, form_value(one.question, one.order) if one.question and one.order else "")
        for one in suggestions
    ]
    return Doubt(" ".join(post[slice(*span)].split()), why, meant)


def form_value(question: str, order: Order) -> str:
    """An order on a form."""
    return json.dumps([question, list(order)], ensure_ascii=False)


def from_form(values: Sequence[str]) -> dict[str, Order]:
    """The orders that were confirmed; Refused where two answer one question."""
    given: dict[str, Order] = {}
    for value in values:
        try:
            question, order = json.loads(value)
            well = isinstance(question, str) and all(isinstance(one, str | int) for one in order)
        except (ValueError, TypeError):
            well = False
        if not well:
            raise Refused("", T("'{order}' is no order", order=value[:80]))
        if question in given and given[question] != tuple(order):
            raise Refused("", T("two orders were chosen for one question; choose one of them"))
        given[question] = tuple(order)
    if not given:
        raise Refused("", T("no order was chosen"))
    return given


def confirm(game: Game, seat: str, given: Mapping[str, Order], version: int) -> list[Receipt]:
    """Give the orders, unless a question was answered since the post was read: one of the same name may mean
    another moment of the battle."""
    for line in game.record.lines[version:]:
        entry = line.entry
        if isinstance(entry, Undid) or (
            isinstance(entry, Answered) and (entry.state or (entry.seat == seat and entry.question in given))
        ):
            raise Refused(
                "",
                T("the battle has gone on since this was read"),
                T("read the orders again: they are not given"),
            )
    return game.submit_anew(given, seat)


# --- what has been given ---


def receipts(lines: Sequence[Line], seat: str, wanted: Sequence[int]) -> list[Receipt]:
    """The seat's own receipts for those lines of the record."""
    found = []
    for n in wanted:
        entry = lines[n].entry if 0 <= n < len(lines) else None
        if isinstance(entry, Answered) and entry.seat == seat:
            sealed = seal(entry.salt, entry.seat, entry.question, entry.order)
            found.append(Receipt(entry.seat, entry.question, entry.order, n, entry.salt, sealed))
    return found


def waiting_answers(moment: Moment, seat: str) -> list[tuple[Text, Text]]:
    """What the seat has answered that waits for the others: question and order in words."""
    view = moment.view(seat)
    return [
        (moment.book.question_words(view, one), moment.answer_words(view, one, one.answer))
        for one in moment.state.questions
        if one.seat == seat and one.answer is not None
    ]


def take_back(game: Game, seat: str) -> None:
    """Take back the seat's last answer if it still waits for the others; nothing else is undone here."""
    if not any(one.seat == seat and one.answer is not None for one in game.state.questions):
        raise Refused("", T("none of your orders waits any more"))
    game.undo(seat)


def when(at: datetime | None) -> str:
    """A time of the store for browsers."""
    return f"{at.isoformat(timespec='seconds')}Z" if at is not None else ""
