"""Orders in words: what was understood, said back with every doubt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from grognard.locale import say
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
    rows = [_row(sight, one, questions[one.question], wording, lang) for one in reading.orders]
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
        "battle/reading.html", lang, base=base_of(sight), rows=rows, doubts=doubts, silent=silent, text=text
    )


def _row(sight: Sight, order: Understood, asked: Asked, wording: Wording, lang: str) -> Row:
    option = next(one for one in asked.options if one.order == order.order)
    return Row(
        given(sight, order.question, order.order),
        order_line(asked, option, wording, lang),
        order.confidence == "sure",
        [say(one, lang) for one in order.remarks],
    )


def _meant(sight: Sight, one: Suggestion, lang: str) -> tuple[str, str]:
    is_order = one.question is not None and one.order is not None
    return say(one.words, lang), given(sight, str(one.question), one.order or ()) if is_order else ""


def given(sight: Sight, question: str, order: Sequence[str | int]) -> str:
    """An answer as the page hands it in with others."""
    occasion = times_answered(sight.course.lines, sight.seat, question)
    return json.dumps([question, list(order), occasion], ensure_ascii=False)


def suggestions(sight: Sight, text: str, lang: str) -> list[dict[str, str | int]]:
    """Completions of the last line."""
    found = suggest(text, sight.asked_for(text), sight.vocabulary, lang)
    return [{"start": one.start, "text": one.text} for one in found]
