"""The end of the battle, and what the table itself tells, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.events import UmpireEnded, Undone, WordsAdded
from grognard.core.rule import clause
from grognard.core.state import Arg, Question
from grognard.locale import T, Text
from grognard.rulebooks.chronicle import TableWords, referred
from grognard.rulebooks.modern.events import BattleEnded, SideScore
from grognard.rulebooks.modern.hand_words import WORDS
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.order_words import order_words, question_words
from grognard.rulebooks.modern.words_names import Names, unit_at
from grognard.rulebooks.modern.words_turn import Telling
from grognard.show.model import Block, Column, Content, Heading, Line, Number, Table

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


class _TableWords(TableWords[Telling]):
    lost = T("draws made and not to be made again")

    def question(self, seat: str, question_id: str) -> Question:
        return question_of(seat, question_id)

    def undone(self, telling: Telling, event: Undone) -> Iterator[Block]:
        return referred(super().undone(telling, event), None, ("MO-TURN-09",))

    def umpire_ended(self, telling: Telling, event: UmpireEnded) -> Iterator[Block]:
        return referred(super().umpire_ended(telling, event), None, ("MO-END-01",))

    def words_added(self, telling: Telling, event: WordsAdded) -> Iterator[Block]:
        seat = telling.names.strong(event.seat)
        words = T("{seat} stirred words into the draws: “{words}”", seat=seat, words=event.words)
        yield Line(words, side=telling.names.at(event.seat))


def _piece(telling: Telling, piece: str) -> Content:
    found = telling.view.field.pieces.get(piece)
    return unit_at(telling.view.field, found) if isinstance(found, Unit) else piece


TABLE = _TableWords(WORDS, _piece, question_words, order_words)
"""What the table itself tells."""


def question_of(seat: str, question_id: str) -> Question:
    """The question that had this name. Of a window only which it was, and who was asked, are told apart: ids of
    cards have colons themselves."""
    kind, *words = question_id.split(":")
    if kind == "answer":
        return Question(kind, seat, (words[0] if words else "", "", "", seat, ""))
    about: list[Arg] = [int(one) if one.isdigit() else one for one in words]
    return Question(kind, seat, tuple(about))
