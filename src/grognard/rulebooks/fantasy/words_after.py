"""The end of the battle, and what the table itself tells, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.events import DefaultTaken, Ruling
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T, Text
from grognard.rulebooks.chronicle import TableWords
from grognard.rulebooks.fantasy.events import BattleOver
from grognard.rulebooks.fantasy.hand_words import WORDS
from grognard.rulebooks.fantasy.model import Character, Unit
from grognard.rulebooks.fantasy.order_words import order_words, question_words
from grognard.rulebooks.fantasy.orders import DEFAULT, SHOOTERS
from grognard.rulebooks.fantasy.words_names import Names
from grognard.rulebooks.fantasy.words_turn import Telling
from grognard.show.model import Block, Column, Content, Heading, Line, Number, Table

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


class _TableWords(TableWords[Telling]):
    def answered(self, telling: Telling, question: Question, order: Order) -> Text:
        if question.kind == "order" and order == (DEFAULT,):
            return _default_order(telling, str(question.about[0]))
        return super().answered(telling, question, order)

    @clause("FA-GEN-05")
    def ruling(self, telling: Telling, event: Ruling) -> Iterator[Block]:
        return super().ruling(telling, event)

    @clause("FA-ORD-12", "FA-GEN-10")
    def default_taken(self, telling: Telling, event: DefaultTaken) -> Iterator[Block]:
        return super().default_taken(telling, event)


@clause("FA-ORD-12")
def _default_order(telling: Telling, unit: str) -> Text:
    """What the rules have a unit do. Whether it could shoot then, nobody knows any more when it is told."""
    if unit in telling.running:
        return T("let it run")
    found = telling.view.field.pieces.get(unit)
    if isinstance(found, Unit) and telling.names.tables.profiles[found.profile].role in SHOOTERS:
        return T("stand and shoot at the nearest, or hold position if it cannot")
    return T("hold position")


def _piece(telling: Telling, piece: str) -> Content:
    found = telling.view.field.pieces.get(piece)
    return telling.names.piece(piece) if isinstance(found, Unit | Character) else piece


TABLE = _TableWords(WORDS, _piece, question_words, order_words)
"""What the table itself tells."""
