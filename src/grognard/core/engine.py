"""Playing a position on: pure functions from a state and an answer to the next state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.battle import Battle
from grognard.core.book import RuleBook
from grognard.core.dice import Dice
from grognard.core.errors import Refused
from grognard.core.events import Rolled, Told
from grognard.core.state import Arg, Order, Question, Setup, State
from grognard.locale import T


class Step(msgspec.Struct, frozen=True):
    """A position reached, with what was told and rolled on the way. ``moved``: rules ran."""

    state: State[Any]
    told: tuple[Told, ...] = ()
    rolled: tuple[Rolled, ...] = ()
    moved: bool = True


def begin(book: RuleBook, setup: Setup, dice: Dice, listening: bool = True) -> Step:
    """The first position, played on to the first question."""
    return _run(book.draft(setup, book.start(setup), dice, listening))


def find(state: State[Any], question_id: str) -> Question:
    """The open question of that name; Refused if there is none."""
    for question in state.questions:
        last = (question.about or (question.seat,))[-1]  # tells most apart before their names are written out
        if question_id.endswith(str(last)) and question.id == question_id:
            return question
    open_ones = tuple(question.id for question in state.questions if question.answer is None)
    if not open_ones:
        raise Refused("", T("nothing is asked any more: the battle is over"))
    raise Refused("", T("'{question}' is not asked now", question=question_id))


def check(
    book: RuleBook, setup: Setup, state: State[Any], seat: str, question_id: str, order: Sequence[Arg]
) -> Order:
    """The order in the form that the rules take; Refused for anything that may not be answered so."""
    question = find(state, question_id)
    if question.seat != seat:
        raise Refused(
            "", T("'{question}' belongs to seat '{seat}'", question=question_id, seat=question.seat)
        )
    if question.answer is not None:
        raise Refused("", T("'{question}' is already answered", question=question_id))
    return book.decisions[question.kind].check(book.view(setup, state, seat), question, tuple(order))


def answer(
    book: RuleBook,
    setup: Setup,
    state: State[Any],
    answers: Mapping[str, Order],
    dice: Dice,
    listening: bool = True,
) -> Step:
    """Put checked answers (question id -> order) in; when the last open one is there, play on."""
    filled = [_filled(question, answers.get(question.id)) for question in state.questions]
    state = replace(state, questions=tuple(filled))
    for question in filled:
        if question.answer is None:
            return Step(state, moved=False)
    draft = book.draft(setup, state, dice, listening)
    draft.settle()
    return _run(draft)


def _filled(question: Question, given: Order | None) -> Question:
    return question if given is None else replace(question, answer=given)


def _run(draft: Battle[Any, Any]) -> Step:
    draft.run()
    return Step(draft.state(), tuple(draft.told), tuple(draft.rolled))
