"""Orders in words: what was understood, said back with every doubt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from grognard.locale import T, say
from grognard.orders import Asked, Reading, Suggestion, Understood, Wording, order_line, suggest
from grognard.web.battle.panel import base_of
from grognard.web.battle.sight import Sight, times_answered
from grognard.web.templating import fragment


class Row(NamedTuple):
    """An order that was read: ``given`` is what is handed in, ``line`` its words, ``sure`` without a doubt."""

    given: str
    line: str
    sure: bool
    remarks: list[str]


class DoubtRow(NamedTuple):
    """Words that were not understood, why, and what may have been meant (words, what is handed in or "")."""

    words: str
    why: str
    meant: list[tuple[str, str]]


def shown_reading(sight: Sight, reading: Reading, asked: Sequence[Asked], text: str, lang: str) -> str:
    """The reading as a form: the sure orders are ticked, the doubtful ones are not."""
    wording = Wording(sight.vocabulary)
    questions = {one.question: one for one in asked}
    stands = [one.question for one in reading.orders if _stands(sight, one)]
    lines = {one.question: _line(questions[one.question], one, wording, lang) for one in reading.orders}
    rows = [
        _row(sight, one, lines[one.question], lang) for one in reading.orders if one.question not in stands
    ]
    doubts = [
        DoubtRow(
            " ".join(text[slice(*doubt.span)].split()),
            say(doubt.text, lang),
            [_meant(sight, one, lang) for one in doubt.suggestions],
        )
        for doubt in reading.doubts
    ]
    open_ = [one for one in sight.asked if one.id in reading.unanswered]
    silent = [sight.moment.book.question_words(sight.view, one) for one in open_]
    return fragment(
        "battle/reading.html",
        lang,
        base=base_of(sight),
        rows=rows,
        stands=[lines[one] for one in stands],
        doubts=doubts,
        silent=silent,
        text=text,
    )


def _stands(sight: Sight, order: Understood) -> bool:
    """Whether this very order lies sealed already."""
    return order.question in sight.sealed and sight.sealed[order.question].answer == order.order


def _line(asked: Asked, order: Understood, wording: Wording, lang: str) -> str:
    option = next(one for one in asked.options if one.order == order.order)
    return order_line(asked, option, wording, lang)


def _row(sight: Sight, order: Understood, line: str, lang: str) -> Row:
    remarks = [*order.remarks]
    sealed = sight.sealed.get(order.question)
    if sealed is not None and sealed.answer is not None:
        before = sight.moment.book.order_words(sight.view, sealed, sealed.answer)
        remarks.append(T("in place of what was given before: {order}", order=before))
    said = [say(one, lang) for one in remarks]
    return Row(given(sight, order.question, order.order), line, order.confidence == "sure", said)


def _meant(sight: Sight, one: Suggestion, lang: str) -> tuple[str, str]:
    is_order = one.question is not None and one.order is not None
    return say(one.words, lang), given(sight, str(one.question), one.order or ()) if is_order else ""


def given(sight: Sight, question: str, order: Sequence[str | int]) -> str:
    """An answer as the page hands it in with others; one that takes the place of a sealed one has the occasion of
    that with a minus."""
    occasion = times_answered(sight.course.lines, sight.seat, question)
    if question in sight.sealed:
        occasion = -occasion
    return json.dumps([question, list(order), occasion], ensure_ascii=False)


def suggestions(sight: Sight, text: str, lang: str) -> list[dict[str, str | int]]:
    """Completions of the last line."""
    found = suggest(text, sight.asked_for(text), sight.vocabulary, lang)
    return [{"start": one.start, "text": one.text} for one in found]
