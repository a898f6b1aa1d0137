"""What all decisions share: orders listed one by one, options worked out once for a position, chances in words."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import FromList, Preview
from grognard.core.state import Order, Question
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Band
from grognard.rulebooks.pike_and_shot.rolls import Roll, odds
from grognard.rulebooks.pike_and_shot.view import PikeView

BANDS: tuple[Band, ...] = ("bad", "normal", "good")


class Choice(FromList):
    """A decision with a list of sensible orders, the default first. ``orders`` names them one by one, so that a
    battle need not know them all to see that there is a choice; ``options`` keeps the whole list."""

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        raise NotImplementedError

    def glance(self, field: Field, question: Question) -> bool | None:
        """Whether there is a choice, as far as the battle can tell without a view of the seat (None: it can't)."""
        return None

    def options(self, view: PikeView, question: Question) -> tuple[Order, ...]:
        memo = view.field.kept
        key = ("options", question.kind, question.about)
        found: tuple[Order, ...] | None = memo.get(key)
        if found is None:
            found = memo[key] = tuple(dict.fromkeys(self.orders(view.field, question)))
        return found

    def offers(self, view: PikeView, question: Question, order: Order) -> bool:
        """Whether an order is on the list, which is gone through no farther than needed."""
        known = view.field.kept.get(("options", question.kind, question.about))
        if known is not None:
            return order in known
        return any(one == order for one in self.orders(view.field, question))

    def default(self, view: PikeView, question: Question) -> Order:
        return next(self.orders(view.field, question))


def band_words(band: Band) -> Text:
    return {"bad": T("bad"), "normal": T("normal"), "good": T("good")}[band]


def chances(field: Field, roll: Roll, *lines: Text) -> Preview:
    """Chances of the bands of a test."""
    found = odds(field, roll)
    return Preview(lines, tuple((band_words(band), found[band]) for band in BANDS if band in found))
