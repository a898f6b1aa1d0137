"""What a seat is asked, in words: the questions, the answers to choose from, what is answered already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.state import UMPIRE, Order, Question
from grognard.locale import LANGUAGES, Name, T, Text, say
from grognard.show.speech import clause_id
from grognard.web.battle.sight import Sight, as_json, times_answered
from grognard.web.people.names import Sketch
from grognard.web.record.armies import army_seats
from grognard.web.templating import fragment

SHOWN = 24
"""Answers in the panel; the others are found by words or by their piece."""
FILTER_FROM = 9
"""Answers from which on a field to look for one is worth its room."""


class Choice(NamedTuple):
    """An answer as a button: what is handed in, and its words."""

    order: str
    words: Text


def panel(sight: Sight, lang: str, chosen: str = "") -> str:
    """The question panel; ``chosen`` is the id of the question to show where several are open."""
    asked = sight.asked
    question = next((one for one in asked if one.id == chosen), asked[0] if asked else None)
    return fragment(
        "battle/question.html",
        lang,
        sight=sight,
        base=base_of(sight),
        question=question,
        asked=[(one, words_of(sight, one)) for one in asked],
        answered=[(one, words_of(sight, one), _answer(sight, one)) for one in sight.answered],
        clauses=clauses_of(sight, question),
        occasion=times_answered(sight.course.lines, sight.seat, question.id) if question else 0,
        filter_from=FILTER_FROM,
        may_answer=may_answer(sight),
        winners=_winners(sight),
        has_armies=bool(army_seats(sight.moment, sight.seat)),
        **_choices(sight, question),
    )


def _choices(sight: Sight, question: Question | None) -> dict[str, object]:
    if question is None:
        return {"choices": [], "more": 0}
    options = sight.options(question)
    return {"choices": choices(sight, question, options[:SHOWN]), "more": max(0, len(options) - SHOWN)}


def _winners(sight: Sight) -> list[Name]:
    outcome = sight.moment.state.outcome
    return [side.name for side in sight.moment.setup.sides if outcome and side.id in outcome.winners]


def base_of(sight: Sight) -> str:
    """Address of the seat's page, for forms. (Only seats that may answer have any.)"""
    return f"/b/{sight.moment.battle}/{sight.seat}"


def words_of(sight: Sight, question: Question) -> Text:
    return sight.moment.book.question_words(sight.view, question)


def _answer(sight: Sight, question: Question) -> Text | str:
    if question.answer is None:
        return ""
    return sight.moment.answer_words(sight.view, question, question.answer)


def clauses_of(sight: Sight, question: Question | None) -> list[str]:
    """The paragraphs behind a question, as they are called in the rules."""
    if question is None:
        return []
    return [clause_id(one) for one in sight.moment.book.decisions[question.kind].clauses]


def choices(sight: Sight, question: Question, orders: Sequence[Order]) -> list[Choice]:
    """Answers as buttons."""
    words = sight.moment.book.order_words
    return [Choice(as_json(order), words(sight.view, question, order)) for order in orders]


def found(sight: Sight, question: Question, words: str, unit: str, lang: str) -> list[Choice]:
    """The answers that have all of these words (or beginnings of words) in them, and that piece."""
    wanted = words.casefold().split()
    orders = [one for one in sight.options(question) if not unit or unit in one]
    if not wanted:
        return choices(sight, question, orders[: 2 * SHOWN])
    hits: list[Choice] = []
    for order in orders:
        said = sight.moment.book.order_words(sight.view, question, order)
        heard = " ".join(say(said, one) for one in {lang, *LANGUAGES}).casefold()
        if all(word in heard for word in wanted):
            hits.append(Choice(as_json(order), said))
            if len(hits) == 2 * SHOWN:
                break
    return hits


# --- what an answer costs and what it may bring ---


class Odds(NamedTuple):
    """Chances for a bar: ``rows`` are (words, share in per cent, as said); ``whole``: they are the parts of one."""

    rows: list[tuple[str, float, str]]
    whole: bool
    guessed: bool


def preview(sight: Sight, question: Question, order: Order, lang: str) -> dict[str, str]:
    """Price and chance of an answer: ``short`` for the corner of its button, ``html`` for under its words."""
    decision = sight.moment.book.decisions[question.kind]
    return shown_preview(decision.preview(sight.view, question, order), lang)


def shown_preview(found: Preview, lang: str) -> dict[str, str]:
    """A preview as parts of the page."""
    odds = _odds(found, lang)
    short = (
        " / ".join(said for _, _, said in odds.rows) if odds.whole else odds.rows[0][2] if odds.rows else ""
    )
    short = short.replace(" %", "", short.count(" %") - 1)
    lines = [say(line, lang) for line in found.lines]
    html = fragment("battle/preview.html", lang, lines=lines, odds=odds)
    return {"short": short, "html": html.strip()}


def _odds(found: Preview, lang: str) -> Odds:
    rows = [
        (say(words, lang), round(share * 100, 2), percent(share, found.guessed, lang))
        for words, share in found.chances
    ]
    whole = len(rows) > 1 and abs(sum(share for _, share in found.chances) - 1) < 0.005
    return Odds(rows, whole, found.guessed)


def percent(share: float, guessed: bool, lang: str) -> str:
    """A chance in per cent: none is called certain or impossible that is not."""
    about = "≈" if guessed else ""
    number = share * 100
    if 0 < number < 1:
        return f"{about}<1 %"
    if 99 < number < 100:
        return f"{about}>99 %"
    written = f"{number:.0f}"
    return f"{about}{written.replace('.', ',') if lang == 'ru' else written} %"


def judged(sight: Sight, question: Question, order: Order, lang: str) -> dict[str, object]:
    """An order as the rules see it before it is given: legal with its preview, or why not."""
    book = sight.moment.book
    decision = book.decisions[question.kind]
    try:
        taken = decision.check(sight.view, question, order)
    except Refused as error:
        return {
            "order": as_json(order),
            "words": order_said(sight, question, order, lang),
            "legal": False,
            "why": error.reason.say(lang) + (f"; {error.hint.say(lang)}" if error.hint else ""),
            "clause": clause_id(error.clause) if error.clause else "",
        }
    return {
        "order": as_json(taken),
        "words": book.order_words(sight.view, question, taken).say(lang),
        "legal": True,
        **preview(sight, question, taken, lang),
    }


def order_said(sight: Sight, question: Question, order: Order, lang: str) -> str:
    """An illegal order in words, as far as the book has words for it."""
    try:
        return sight.moment.book.order_words(sight.view, question, order).say(lang)
    except (KeyError, IndexError, ValueError, TypeError, StopIteration):
        return T("this is not possible").say(lang)


def seat_words(sight: Sight, seat: str) -> Name | Text:
    """What a seat of the battle is called."""
    setup = sight.moment.setup
    return Sketch(setup.sides, setup.seats).words(seat)


def may_answer(sight: Sight) -> bool:
    """Whether somebody in that seat can be asked anything."""
    return sight.seat == UMPIRE or any(one.id == sight.seat for one in sight.moment.setup.seats)
