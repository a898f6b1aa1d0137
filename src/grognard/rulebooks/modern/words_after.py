"""The end of the battle, and what the table itself tells, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.events import (
    AnswerVetoed,
    Change,
    DefaultTaken,
    Ruling,
    UmpireEnded,
    Undone,
    WentBack,
    WordsAdded,
)
from grognard.core.rule import clause
from grognard.core.state import Arg, Question
from grognard.locale import T, Text
from grognard.rulebooks.modern.events import BattleEnded, SideScore
from grognard.rulebooks.modern.hand_words import WORDS
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.order_words import order_words, question_words
from grognard.rulebooks.modern.words_names import Names, unit_at
from grognard.rulebooks.modern.words_turn import Telling
from grognard.show.model import Block, Column, Content, Detail, Heading, Line, Number, Table

REASONS: Mapping[str, Text] = {
    "rounds": T("the last round is over"),
    "annihilated": T("a side has nothing left on the map"),
    "conceded": T("a side has conceded"),
    "armistice": T("an armistice"),
    "umpire": T("the umpire's word"),
}
LEVELS: Mapping[str, Text] = {
    "draw": T("a draw"),
    "minor": T("a minor victory"),
    "major": T("a major victory"),
}


@clause("MO-END-01", "MO-END-02", "MO-END-03")
def battle_ended(telling: Telling, event: BattleEnded) -> Iterator[Block]:
    yield Heading(1, T("The end"), "end")
    yield Line(end_words(telling.names, event), side=telling.names.colour(event.winner))
    yield score_table(telling.names, event.scores)


@clause("MO-END-03")
def end_words(names: Names, event: BattleEnded) -> Text:
    """Who won, how clearly, and why it is over."""
    why = REASONS.get(event.reason, event.reason)
    if not event.winner:
        return T("The battle is over ({why}): a draw", why=why)
    winner = names.side(event.winner)
    if event.level == "major":
        return T("The battle is over ({why}): a major victory of {winner}", why=why, winner=winner)
    return T("The battle is over ({why}): a minor victory of {winner}", why=why, winner=winner)


@clause("MO-END-02")
def score_table(names: Names, scores: tuple[SideScore, ...]) -> Table:
    columns = (
        Column(T("Side")),
        Column(T("Points held"), "right"),
        Column(T("Statuses taken"), "right"),
        Column(T("Units destroyed"), "right"),
        Column(T("Score"), "right"),
    )
    rows: tuple[tuple[Content, ...], ...] = tuple(
        (
            names.side(one.side),
            Number(one.points),
            Number(one.statuses),
            Number(one.destroyed),
            Number(one.total),
        )
        for one in scores
    )
    return Table(columns, rows, T("Score"))


# --- the table -------------------------------------------------------------------------------------------


def ruling(telling: Telling, event: Ruling) -> Iterator[Block]:
    """The umpire's words; what he changed, for himself."""
    words = T("The umpire rules: {reason}", reason=event.reason)
    if event.scope:
        words = T("The umpire rules: {reason} ({scope})", reason=event.reason, scope=event.scope)
    details = tuple(_changed(telling, one) for one in event.changes)
    yield Line(words, details=details)


def _changed(telling: Telling, one: Change) -> Detail:
    piece = telling.view.field.pieces.get(one.piece)
    who: Content = unit_at(telling.view.field, piece) if isinstance(piece, Unit) else one.piece
    return Detail((who, ", ", WORDS.change(one)[0]), WORDS.change(one)[1])


def undone(telling: Telling, event: Undone) -> Iterator[Block]:
    names = telling.names
    asked = question_words(telling.view, question_of(event.seat, event.question))
    yield Line(
        T("{seat} took an answer back: {question}", seat=names.strong(event.seat), question=asked),
        ("MO-TURN-09",),
        details=_lost(event.dice_lost),
        side=names.at(event.seat),
    )


def _lost(dice: int) -> tuple[Detail, ...]:
    return (Detail(T("draws made and not to be made again"), Number(dice)),) if dice else ()


def answer_vetoed(telling: Telling, event: AnswerVetoed) -> Iterator[Block]:
    asked = question_words(telling.view, question_of(event.seat, event.question))
    yield Line(
        T("The umpire gives an answer back ({question}): {reason}", question=asked, reason=event.reason),
        side=telling.names.at(event.seat),
    )


def went_back(telling: Telling, event: WentBack) -> Iterator[Block]:
    words = T("The umpire turns the battle back: {reason}", reason=event.reason)
    yield Line(words, details=_lost(event.dice_lost))


def umpire_ended(telling: Telling, event: UmpireEnded) -> Iterator[Block]:
    yield Line(stopped_words(telling.names, event), ("MO-END-01",))


def stopped_words(names: Names, event: UmpireEnded) -> Text:
    """Why the umpire ended the battle, and who has won."""
    if not event.winners:
        return T("The umpire ends the battle: {reason}. Nobody has won", reason=event.reason)
    winners = tuple(names.side(one) for one in event.winners)
    return T(
        "The umpire ends the battle: {reason}. Victory of {winners}", reason=event.reason, winners=winners
    )


def words_added(telling: Telling, event: WordsAdded) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{seat} stirred words into the draws: “{words}”", seat=names.strong(event.seat), words=event.words
    )
    yield Line(words, side=names.at(event.seat))


def default_taken(telling: Telling, event: DefaultTaken) -> Iterator[Block]:
    names = telling.names
    question = question_of(event.seat, event.question)
    yield Line(
        T(
            "No answer from {seat} ({question}); the rules say: {order}",
            seat=names.strong(event.seat),
            question=question_words(telling.view, question),
            order=order_words(telling.view, question, event.order),
        ),
        side=names.at(event.seat),
    )


def question_of(seat: str, question_id: str) -> Question:
    """The question that had this name. Of a window only which it was, and who was asked, are told apart: ids of
    cards have colons themselves."""
    kind, *words = question_id.split(":")
    if kind == "answer":
        return Question(kind, seat, (words[0] if words else "", "", "", seat, ""))
    about: list[Arg] = [int(one) if one.isdigit() else one for one in words]
    return Question(kind, seat, tuple(about))
