"""Steps that are no rule's doing: rulings, words for the dice, withdrawn and taken-back answers, defaults.

The game makes them, and the replay of a record makes them again: the same functions for both.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.book import RuleBook
from grognard.core.engine import Step
from grognard.core.errors import Refused
from grognard.core.events import (
    AnswerVetoed,
    Change,
    DefaultTaken,
    Event,
    Ruling,
    Seats,
    Told,
    UmpireEnded,
    Undone,
    WentBack,
    WordsAdded,
)
from grognard.core.state import Order, Outcome, Question, Setup, State, encode
from grognard.locale import T

Row = tuple[str, str, msgspec.Raw]
"""A change as the record keeps it: piece id, field, new value as JSON."""


def _told(event: Event, to: Seats = None) -> tuple[Told, ...]:
    return (Told((), ((event, to),)),)


def by_default(step: Step, seat: str, question: str, order: Order) -> Step:
    """The step that a default answer led to; the seat hears that it was taken for it."""
    return replace(step, told=_told(DefaultTaken(seat, question, order), (seat,)) + step.told)


def worded(state: State[Any], seat: str, words: str) -> Step:
    """A seat stirred the dice; everybody hears with what."""
    return Step(state, _told(WordsAdded(seat, words)), moved=False)


def withdrawn(state: State[Any], seat: str, question: str) -> Step:
    """A waiting answer was taken back; only its seat hears of it."""
    questions = tuple(replace(q, answer=None) if q.id == question else q for q in state.questions)
    told = _told(Undone(seat, question, 0), (seat,))
    return Step(replace(state, questions=questions), told, moved=False)


def restored(before: State[Any], seat: str, question: str, dice_lost: int) -> Step:
    """The position before an answer stands again; everybody hears it, and how many dice are lost."""
    return Step(before, _told(Undone(seat, question, dice_lost)))


def vetoed(state: State[Any], seat: str, question: str, reason: str) -> Step:
    """A waiting answer was given back to its seat, which alone hears why."""
    told = _told(AnswerVetoed(seat, question, reason), (seat,))
    return replace(withdrawn(state, seat, question), told=told)


def rolled_back(before: State[Any], reason: str, dice_lost: int) -> Step:
    """An earlier position stands again; everybody hears why, and how many dice are lost."""
    return Step(before, _told(WentBack(reason, dice_lost)))


def ended(setup: Setup, state: State[Any], reason: str, winners: Sequence[str]) -> Step:
    """The umpire ended the battle: nothing is asked any more, and these sides have won."""
    known = tuple(side.id for side in setup.sides)
    unknown = next((one for one in winners if one not in known), None)
    if unknown is not None:
        raise Refused("", T("there is no side '{side}'", side=unknown), T("choose {options}", options=known))
    over = replace(state, agenda=(), questions=(), outcome=Outcome(tuple(winners), "umpire"))
    return Step(over, _told(UmpireEnded(reason, tuple(winners))))


def ruled(
    book: RuleBook,
    setup: Setup,
    state: State[Any],
    reason: str,
    scope: str,
    changes: Sequence[tuple[str, str, Any]],
) -> tuple[Step, tuple[Row, ...]]:
    """The position after an umpire's changes, with its event and the rows for the record."""
    pieces = {piece.id: piece for piece in state.pieces}
    told: list[Change] = []
    rows: list[Row] = []
    for piece_id, field, value in changes:
        old = pieces.get(piece_id)
        if old is None:
            raise Refused(
                "",
                T("there is no piece '{piece}'", piece=piece_id),
                T("choose {options}", options=tuple(pieces)),
            )
        plain = msgspec.to_builtins(old)
        if field not in plain or field in ("id", "piece"):
            known = tuple(name for name in plain if name not in ("id", "piece"))
            raise Refused(
                "",
                T("'{piece}' has no '{field}'", piece=piece_id, field=field),
                T("choose {options}", options=known),
            )
        try:
            new = msgspec.convert({**plain, field: value}, type(old))
        except msgspec.ValidationError as error:
            raise Refused("", T("'{field}' can't be that: {error}", field=field, error=str(error))) from None
        _check_names(book.names_for(setup, state, old, field), plain[field], value, field)
        told.append(Change(piece_id, field, _json(plain[field]), _json(msgspec.to_builtins(new)[field])))
        rows.append((piece_id, field, msgspec.Raw(encode(value))))
        pieces[piece_id] = new
    after = _playable(book, setup, replace(state, pieces=tuple(pieces.values())))
    full = Ruling(reason, scope, tuple(told))
    return Step(after, (Told((), ((full, ()), (Ruling(reason, scope, ()), None))),)), tuple(rows)


def _playable(book: RuleBook, setup: Setup, state: State[Any]) -> State[Any]:
    """The position with its questions as they are now; Refused where the book can't show or ask it."""
    try:
        seats = dict.fromkeys((*(one.id for one in setup.seats), *(q.seat for q in state.questions)))
        views = {seat: book.view(setup, state, seat) for seat in seats}
        state = replace(state, questions=tuple(_still(book, views[q.seat], q) for q in state.questions))
        for question in state.questions:
            book.decisions[question.kind].options(views[question.seat], question)
    except Exception as error:  # whatever is typed by hand, the battle goes on as it was
        why = T("the battle can't go on with that: {error}", error=str(error)[:200])
        raise Refused("", why) from error
    return state


def _check_names(known: Collection[Any], before: Any, value: Any, field: str) -> None:
    if wrong := strangers(known, before, value):
        why = T("'{field}' can't be '{words}'", field=field, words=str(wrong[0])[:80])
        raise Refused("", why, T("choose {options}", options=tuple(str(one) for one in known if one != "")))


def strangers(known: Collection[Any], before: Any, value: Any) -> list[Any]:
    """What a new value of a field names (one thing or a list) that is not ``known`` and did not stand there before;
    none where anything goes."""
    fine = (*known, *_each(before), None)
    return [one for one in _each(value) if known and one not in fine]


def _each(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)


def _still(book: RuleBook, view: Any, question: Question) -> Question:
    if question.answer is None:
        return question
    try:
        book.decisions[question.kind].check(view, question, question.answer)
    except Refused:
        return replace(question, answer=None)
    return question


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
