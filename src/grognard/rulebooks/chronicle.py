"""What every book's chronicle has in common: clauses beside lines, headings of phases, and what the table itself tells.

The table's own events (rulings, answers taken back, defaults) are told in the same words by all books; a book says how
it names seats, pieces, questions and orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec.structs import replace

from grognard.core.events import (
    AnswerVetoed,
    DefaultTaken,
    Event,
    Ruling,
    UmpireEnded,
    Undone,
    WentBack,
    WordsAdded,
)
from grognard.core.game import Heard
from grognard.core.state import Arg, Order, Question
from grognard.locale import T, Text
from grognard.rulebooks.hand import HandWords
from grognard.rulebooks.names import SideNames
from grognard.show.model import Block, Content, Detail, Heading, Line, Number


def referred(blocks: Iterable[Block], teller: Any, clauses: Sequence[str]) -> Iterator[Block]:
    """Lines with the clauses of who tells them and of what they tell, where they have none of their own."""
    kept = tuple(dict.fromkeys((*getattr(teller, "__clauses__", ()), *clauses)))
    for block in blocks:
        yield replace(block, clauses=kept) if isinstance(block, Line) and not block.clauses else block


def told(
    tellers: Mapping[type[Event], Callable[[K, Any], Iterator[Block]]], telling: K, heard: Heard
) -> Iterator[Block]:
    """What one event is told as, by who tells its kind."""
    teller = tellers[type(heard.event)]
    yield from referred(teller(telling, heard.event), teller, heard.clauses)


def with_phases(blocks: Iterable[Block], level: int, *, deeper: bool = False) -> Iterator[Block]:
    """Headings of a level only before what happened under them; ``deeper`` headings are something that did."""
    waiting: Heading | None = None
    for block in blocks:
        if isinstance(block, Heading):
            if block.level == level:
                waiting = block
                continue
            if block.level < level or not deeper:
                waiting = None
        if waiting is not None:
            yield waiting
            waiting = None
        yield block


class Telling(Protocol):
    """What a book's chronicle goes by, as far as it is the same in every book."""

    @property
    def view(self) -> Any: ...

    @property
    def names(self) -> SideNames: ...


K = TypeVar("K", bound=Telling)


def stopped_words(names: SideNames, event: UmpireEnded) -> Text:
    """Why the umpire ended the battle, and who has won."""
    if not event.winners:
        return T("The umpire ends the battle: {reason}. Nobody has won", reason=event.reason)
    winners = tuple(names.side(one) for one in event.winners)
    return T(
        "The umpire ends the battle: {reason}. Victory of {winners}", reason=event.reason, winners=winners
    )


def question_of(seat: str, question_id: str) -> Question:
    """The question that had this name."""
    kind, *words = question_id.split(":")
    about: list[Arg] = [int(one) if one.isdigit() else one for one in words]
    return Question(kind, seat, tuple(about))


class TableWords(Generic[K]):
    """What the table itself tells. ``hand``: words for what the umpire changed, ``piece``: what he changed it on;
    ``asked`` and ``answered``: a question, and an order that answers it, as a view has them."""

    lost: ClassVar[Text] = T("dice thrown and not to be thrown again")

    def __init__(
        self,
        hand: HandWords,
        piece: Callable[[K, str], Content],
        asked: Callable[[Any, Question], Text],
        answered: Callable[[Any, Question, Order], Text],
    ) -> None:
        self._hand, self._piece, self._asked, self._answered = hand, piece, asked, answered

    def answered(self, telling: K, question: Question, order: Order) -> Text:
        return self._answered(telling.view, question, order)

    def question(self, seat: str, question_id: str) -> Question:
        """The question that had this name."""
        return question_of(seat, question_id)

    # --- who tells what ---

    @property
    def tellers(self) -> dict[type[Event], Callable[[K, Any], Iterator[Block]]]:
        return {
            Ruling: self.ruling,
            Undone: self.undone,
            WordsAdded: self.words_added,
            DefaultTaken: self.default_taken,
            AnswerVetoed: self.answer_vetoed,
            WentBack: self.went_back,
            UmpireEnded: self.umpire_ended,
        }

    def ruling(self, telling: K, event: Ruling) -> Iterator[Block]:
        """The umpire's words; what he changed, for himself."""
        words = T("The umpire rules: {reason}", reason=event.reason)
        if event.scope:
            words = T("The umpire rules: {reason} ({scope})", reason=event.reason, scope=event.scope)
        changes = ((self._piece(telling, one.piece), self._hand.change(one)) for one in event.changes)
        details = tuple(Detail((piece, ", ", field), value) for piece, (field, value) in changes)
        yield Line(words, details=details)

    def undone(self, telling: K, event: Undone) -> Iterator[Block]:
        asked = self._asked(telling.view, self.question(event.seat, event.question))
        yield Line(
            T(
                "{seat} took an answer back: {question}",
                seat=telling.names.strong(event.seat),
                question=asked,
            ),
            details=self._lost(event.dice_lost),
            side=telling.names.at(event.seat),
        )

    def _lost(self, dice: int) -> tuple[Detail, ...]:
        return (Detail(self.lost, Number(dice)),) if dice else ()

    def answer_vetoed(self, telling: K, event: AnswerVetoed) -> Iterator[Block]:
        asked = self._asked(telling.view, self.question(event.seat, event.question))
        yield Line(
            T("The umpire gives an answer back ({question}): {reason}", question=asked, reason=event.reason),
            side=telling.names.at(event.seat),
        )

    def went_back(self, telling: K, event: WentBack) -> Iterator[Block]:
        words = T("The umpire turns the battle back: {reason}", reason=event.reason)
        yield Line(words, details=self._lost(event.dice_lost))

    def umpire_ended(self, telling: K, event: UmpireEnded) -> Iterator[Block]:
        yield Line(stopped_words(telling.names, event))

    def words_added(self, telling: K, event: WordsAdded) -> Iterator[Block]:
        seat = telling.names.strong(event.seat)
        words = T("{seat} stirred words into the dice: “{words}”", seat=seat, words=event.words)
        yield Line(words, side=telling.names.at(event.seat))

    def default_taken(self, telling: K, event: DefaultTaken) -> Iterator[Block]:
        question = self.question(event.seat, event.question)
        yield Line(
            T(
                "No answer from {seat} ({question}); the rules say: {order}",
                seat=telling.names.strong(event.seat),
                question=self._asked(telling.view, question),
                order=self.answered(telling, question, event.order),
            ),
            side=telling.names.at(event.seat),
        )
