"""The order language of the book: what is asked, and the words that count now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.state import UMPIRE, Order, Question
from grognard.orders import Asked, Keyword, Option, Vocabulary, with_said
from grognard.orders.compass import COMPASS
from grognard.rulebooks.napoleonic.order_grammar import OrderGrammar
from grognard.rulebooks.napoleonic.order_keywords import BY_KIND, FILLERS, MINOR
from grognard.rulebooks.napoleonic.order_names import speakers, things
from grognard.rulebooks.napoleonic.order_ways import ways
from grognard.rulebooks.napoleonic.order_words import order_words

if TYPE_CHECKING:
    from grognard.rulebooks.napoleonic.view import NapoleonicView

OF_A_BODY = ("order", "fire", "skirmish", "strike", "follow", "pursue")
"""Kinds of questions about one unit, gun or wagon."""
TURNING = ("order", "fire", "deploy")
"""Kinds whose answers may name a heading."""


# --- what is asked ---------------------------------------------------------------------------------------


def asked(view: NapoleonicView, questions: Sequence[Question], text: str = "") -> tuple[Asked, ...]:
    """Open questions for the order language, with their defaults; with ``text`` also what is ordered in it."""
    every = [_asked(view, question) for question in questions]
    by_id = {question.id: question for question in questions}
    return with_said(text, every, vocabulary(view), lambda id, order: _option(view, by_id[id], order))


def _asked(view: NapoleonicView, question: Question) -> Asked:
    key = ("asked", question.id, question.kind, question.about)
    found: Asked | None = view.field.kept.get(key)
    if found is None:
        found = view.field.kept[key] = _made(view, question)
    return found


def _made(view: NapoleonicView, question: Question) -> Asked:
    from grognard.rulebooks.napoleonic.decisions import DECISIONS

    decision = DECISIONS[question.kind]
    options = tuple(_option(view, question, order) for order in decision.options(view, question))
    default = order_words(view, question, decision.default(view, question))
    about, spoken_to = None, tuple[str, ...]()
    if question.kind in OF_A_BODY:
        about = str(question.about[0])
        spoken_to = speakers(view.field, view.field.body(about))
    elif question.kind == "replacement":
        about = str(question.about[0])
    grammar = OrderGrammar(view, question, vocabulary(view).keys, spoken_to)
    return Asked(question.id, options, about, None, default, grammar, spoken_to)


def _option(view: NapoleonicView, question: Question, order: Order) -> Option:
    return Option(order, ways(question.kind, order), order_words(view, question, order))


# --- words -----------------------------------------------------------------------------------------------


def vocabulary(view: NapoleonicView) -> Vocabulary:
    """The words that count for what is asked now."""
    key = ("vocabulary", view.seat, view.asked)
    found: Vocabulary | None = view.field.kept.get(key)
    if found is None:
        seat = next((question.seat for question in view.asked if question.seat != UMPIRE), view.seat)
        side = next((one.side for one in view.setup.seats if one.id == seat), "")
        found = view.field.kept[key] = Vocabulary(
            tuple(_keywords(view)), tuple(things(view.field, side, seat)), FILLERS, decimals=True
        )
    return found


def _keywords(view: NapoleonicView) -> Iterator[Keyword]:
    kinds = dict.fromkeys(question.kind for question in view.asked)
    words = {one.concept: one for kind in kinds for one in BY_KIND.get(kind, ())}
    if kinds.keys() & {*TURNING}:
        words |= {one.concept: one for one in COMPASS}
    for one in words.values():
        yield replace(one, minor=one.concept.startswith(MINOR))
