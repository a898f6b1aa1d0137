"""What lies on the umpire's desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.record import Answered, Line, Ruled, standing
from grognard.core.state import UMPIRE, Order, Piece, Question, State
from grognard.locale import T
from grognard.rulebooks.book import Book
from grognard.show.model import Words
from grognard.web.battle.wording import Wording
from grognard.web.desk.typed import Known, read_typed
from grognard.web.moment import Moment

LATEST = 40
"""Answers and rulings that the desk offers to roll back to."""
OFFERED = 60
"""Options of an absent seat's question that the desk lists."""


class Open(msgspec.Struct, frozen=True):
    """One question: its words, the answer that waits if there is one, and what may be answered; ``default``: what
    comes of it if nobody does."""

    question: Question
    words: Words
    answer: Words | None
    options: tuple[tuple[Order, Words], ...]
    default: Words


class Deed(msgspec.Struct, frozen=True):
    """An answer or a ruling in the record, by the line that it can be rolled back to."""

    line: int
    seat: str
    words: Words
    by: str


class PieceRow(msgspec.Struct, frozen=True):
    """A piece that may be changed."""

    id: str
    name: Words
    kind: Words


def questions(moment: Moment) -> list[Open]:
    """Every question of the moment, answered or not, in the order of asking."""
    view = moment.view(UMPIRE)
    return [_open(moment, view, one) for one in moment.state.questions]


def _open(moment: Moment, view: Any, question: Question) -> Open:
    book = moment.book

    def words(order: Order) -> Words:
        return book.order_words(view, question, order)

    given = question.answer
    answer = None if given is None else moment.answer_words(view, question, given)
    options = () if question.answer is not None else moment.options(question)[:OFFERED]
    listed = tuple((order, words(order)) for order in options)
    default = book.default_words(view, question)
    return Open(question, book.question_words(view, question), answer, listed, default)


def asked_now(game: Game, question_id: str) -> Question:
    """The open question of that id; Refused if there is none."""
    for one in game.state.questions:
        if one.id == question_id and one.answer is None:
            return one
    raise Refused("", T("'{question}' is not asked now", question=question_id))


def deeds(moment: Moment, lines: Sequence[Line]) -> list[Deed]:
    """The latest answers and rulings that still count, newest first."""
    kept = [line for line in standing(lines) if isinstance(line.entry, Answered | Ruled)]
    wording = Wording(moment.book, moment.view(UMPIRE))
    return [_deed(wording, line) for line in reversed(kept[-LATEST:])]


def _deed(wording: Wording, line: Line) -> Deed:
    entry = line.entry
    if isinstance(entry, Answered):
        words = wording.said(entry.seat, entry.question, entry.order)
        return Deed(line.n, entry.seat, words, entry.by)
    assert isinstance(entry, Ruled)
    return Deed(line.n, UMPIRE, entry.reason, "")


def pieces(moment: Moment) -> list[PieceRow]:
    """Every piece on the table."""
    named = Wording(moment.book, moment.view(UMPIRE)).names
    words = moment.book.hand_words()
    return [
        PieceRow(one.id, named.get(one.id, ""), words.kind(str(one.__struct_config__.tag)))
        for one in moment.state.pieces
    ]


def known(book: Book, setup: Any, state: State[Any], piece: Piece, names: Mapping[str, Words]) -> Known:
    """What each field of a piece may name; ``names``: of pieces."""
    words, kind = book.hand_words(), str(piece.__struct_config__.tag)
    rows = {field: words.named(field, kind, setup, state.pieces) for field in piece.__struct_fields__}
    return {
        field: {one: said or names.get(str(one), "") for one, said in found.items()}
        for field, found in rows.items()
    }


def changes(
    game: Game, piece_id: str, fields: Sequence[str], typed: Sequence[str], before: Sequence[str]
) -> list[tuple[str, str, Any]]:
    """What is to be changed of a piece: the fields for which something else was typed than stood there ``before`` (all
    where that is not said); Refused for what can't be read."""
    piece = next((one for one in game.state.pieces if one.id == piece_id), None)
    if piece is None:
        raise Refused("", T("there is no piece '{piece}'", piece=piece_id))
    assert isinstance(game.book, Book)
    words = game.book.hand_words()
    rows = zip_longest(fields, typed, before)
    allowed = known(game.book, game.setup, game.state, piece, {})
    return [
        (piece_id, field, read_typed(piece, field, value or "", words, allowed))
        for field, value, stood in rows
        if field and value != stood
    ]
