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
from grognard.rulebooks.fantasy.events import BattleOver
from grognard.rulebooks.fantasy.hand_words import WORDS
from grognard.rulebooks.fantasy.model import Character, Unit
from grognard.rulebooks.fantasy.order_words import order_words, question_words
from grognard.rulebooks.fantasy.words_names import Names
from grognard.rulebooks.fantasy.words_turn import Telling
from grognard.show.model import Block, Column, Content, Detail, Heading, Line, Number, Table

REASONS: Mapping[str, Text] = {
    "turns": T("the last turn is over"),
    "alone": T("one side alone still stands"),
    "beaten": T("a side is beaten"),
    "umpire": T("the umpire's word"),
}
GRADES: Mapping[str, Text] = {
    "draw": T("a draw"),
    "minor": T("a minor victory"),
    "major": T("a major victory"),
}


@clause("FA-VIC-01", "FA-VIC-02", "FA-VIC-03")
def battle_over(telling: Telling, event: BattleOver) -> Iterator[Block]:
    yield Heading(1, T("The end"), "end")
    side = telling.names.colour(event.winners[0]) if len(event.winners) == 1 else None
    yield Line(end_words(telling.names, event), side=side)
    yield score_table(telling.names, event.scores)


@clause("FA-VIC-02")
def end_words(names: Names, event: BattleOver) -> Text:
    """Who won, how clearly, and why it is over."""
    why = REASONS.get(event.reason, event.reason)
    if not event.winners:
        return T("The battle is over ({why}): a draw", why=why)
    winners = tuple(names.side(one) for one in event.winners)
    if event.grade == "major":
        return T("The battle is over ({why}): a major victory, {winners}", why=why, winners=winners)
    return T("The battle is over ({why}): a minor victory, {winners}", why=why, winners=winners)


@clause("FA-VIC-02")
def score_table(names: Names, scores: tuple[tuple[str, int], ...]) -> Table:
    rows: tuple[tuple[Content, ...], ...] = tuple((names.side(side), Number(score)) for side, score in scores)
    return Table((Column(T("Side")), Column(T("Score"), "right")), rows, T("Score"))


# --- the table -------------------------------------------------------------------------------------------


@clause("FA-GEN-05")
def ruling(telling: Telling, event: Ruling) -> Iterator[Block]:
    """The umpire's words; what he changed, for himself."""
    words = T("The umpire rules: {reason}", reason=event.reason)
    if event.scope:
        words = T("The umpire rules: {reason} ({scope})", reason=event.reason, scope=event.scope)
    details = tuple(_changed(telling, one) for one in event.changes)
    yield Line(words, details=details)


def _changed(telling: Telling, one: Change) -> Detail:
    piece = telling.view.field.pieces.get(one.piece)
    known = isinstance(piece, Unit | Character)
    who: Content = telling.names.piece(one.piece) if known else one.piece
    return Detail((who, ", ", WORDS.change(one)[0]), WORDS.change(one)[1])


def undone(telling: Telling, event: Undone) -> Iterator[Block]:
    names = telling.names
    asked = question_words(telling.view, question_of(event.seat, event.question))
    yield Line(
        T("{seat} took an answer back: {question}", seat=names.strong(event.seat), question=asked),
        details=_lost(event.dice_lost),
        side=names.at(event.seat),
    )


def _lost(dice: int) -> tuple[Detail, ...]:
    return (Detail(T("dice thrown and not to be thrown again"), Number(dice)),) if dice else ()


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
    yield Line(stopped_words(telling.names, event))


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
        "{seat} stirred words into the dice: “{words}”", seat=names.strong(event.seat), words=event.words
    )
    yield Line(words, side=names.at(event.seat))


@clause("FA-ORD-12", "FA-GEN-10")
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
    """The question that had this name."""
    kind, *words = question_id.split(":")
    about: list[Arg] = [int(one) if one.isdigit() else one for one in words]
    return Question(kind, seat, tuple(about))
