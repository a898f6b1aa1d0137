"""What all decisions share: a list of sensible orders, the default first; the rest is judged by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.view import NapoleonicView

FEW = 12


class Choice:
    """A decision with a list of sensible orders, the default first. ``orders`` names them one by one, ``options``
    keeps the whole list, ``check_own`` judges whatever isn't on it."""

    clauses: ClassVar[tuple[str, ...]] = ()

    def orders(self, field: Field, question: Question) -> Iterable[Order]:
        raise NotImplementedError

    def options(self, view: NapoleonicView, question: Question) -> tuple[Order, ...]:
        memo = view.field.kept
        key = ("options", question.kind, question.about)
        found: tuple[Order, ...] | None = memo.get(key)
        if found is None:
            found = memo[key] = tuple(dict.fromkeys(self.orders(view.field, question)))
        return found

    def only(self, field: Field, question: Question) -> Order | None:
        """The order of one who has no choice; a choice is known to be one when a second is there."""
        orders = iter(self.orders(field, question))
        first = next(orders)
        return first if all(order == first for order in orders) else None

    def check(self, view: NapoleonicView, question: Question, order: Order) -> Order:
        if not order or order not in self.options(view, question):
            self.check_own(view, question, order)
        return order

    def check_own(self, view: NapoleonicView, question: Question, order: Order) -> None:
        """Refused unless an order that isn't on the list is legal all the same."""
        raise unlisted(self.clauses[0], order, self.options(view, question))

    def default(self, view: NapoleonicView, question: Question) -> Order:
        return next(iter(self.orders(view.field, question)))

    def preview(self, view: NapoleonicView, question: Question, order: Order) -> Preview:
        return Preview()


def unlisted(clause_id: str, order: Order, options: Iterable[Order]) -> Refused:
    given = " ".join(map(str, order))
    some = tuple(" ".join(map(str, option)) for option in list(options)[:FEW])
    why = T("'{order}' is not possible here", order=given)
    return Refused(clause_id, why, T("choose {options}", options=some))
