"""The grammar of orders: what is said of a unit or by a seat made into its answer.

Words that may mean several regiments make several orders; those are meant which the rules take, where there are such.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import Text
from grognard.orders import Said
from grognard.orders.model import Key
from grognard.orders.stretch import Keys, Unclear
from grognard.rulebooks.napoleonic.order_fights import Fighting
from grognard.rulebooks.napoleonic.order_parser import BodyOrder
from grognard.rulebooks.napoleonic.order_seats import SeatOrder, together
from grognard.rulebooks.napoleonic.order_words import order_words
from grognard.rulebooks.napoleonic.view import NapoleonicView

MOST = 12
"""So many orders at most are made of words with several meanings."""
FIGHTS = ("fire", "skirmish", "strike", "follow", "pursue")


class OrderGrammar:
    """Answers to one question."""

    def __init__(
        self, view: NapoleonicView, question: Question, keys: frozenset[Key], speakers: Sequence[str]
    ) -> None:
        self.view, self.question, self.keys = view, question, keys
        self.speakers = frozenset[Key](speakers)
        self._read: dict[tuple[Keys, ...], tuple[Said, ...]] = {}

    def read(self, said: tuple[Keys, ...]) -> tuple[Said, ...]:
        if said not in self._read:
            try:
                self._read[said] = self._meant(*self._orders(said))
            except Unclear:
                self._read[said] = ()
        return self._read[said]

    def problem(self, said: tuple[Keys, ...]) -> Text | None:
        try:
            self._orders(said)
        except Unclear as unclear:
            return unclear.why
        return None

    def _orders(self, said: tuple[Keys, ...]) -> tuple[list[Order], tuple[Text, ...]]:
        field, question = self.view.field, self.question
        if len(said) > 1 and said[0] <= self.speakers and "do:face" not in said[1]:
            said = said[1:]  # its division was spoken to
        if question.kind == "order":
            parser = BodyOrder(field, field.body(str(question.about[0])), said)
            return parser.orders(), tuple(parser.doubts)
        if question.kind in FIGHTS:
            fighting = Fighting(field, question, said)
            return fighting.orders(), tuple(fighting.doubts)
        seat = SeatOrder(field, question.seat, said)
        return seat.orders(question.kind), tuple(seat.doubts)

    def _meant(self, orders: Sequence[Order], doubts: tuple[Text, ...]) -> tuple[Said, ...]:
        """Of several meanings those that the rules take; where they take none, the first."""
        found = list(orders[:MOST])
        if len(found) > 1:
            found = [one for one in found if self.allows(one)] or found[:1]
        return tuple(Said(one, doubts) for one in found)

    def joined(self, parts: Sequence[Order]) -> tuple[Order, bool]:
        return together(self.question.kind, parts)

    @clause("NA-MOVE-01")
    def allows(self, order: Order) -> bool:
        from grognard.rulebooks.napoleonic.decisions import DECISIONS

        try:
            DECISIONS[self.question.kind].check(self.view, self.question, order)
        except Refused:
            return False
        return True

    def words(self, order: Order) -> Text:
        return order_words(self.view, self.question, order)
