"""Steps 2.1, 3.1, 3.5 and 3.6: targets of fire, strikes, follow-ups, pursuits."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import Preview
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.napoleonic import aiming, striking
from grognard.rulebooks.napoleonic.decisions_base import Choice, unlisted
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.view import NapoleonicView

HOLD: Order = ("hold",)
NONE: Order = ("none",)
STAY: Order = ("stay",)


class Fire(Choice):
    """(``ball`` or ``canister``, target, pivot in tenths) or (``hold``,)."""

    clauses = ("NA-ART-03", "NA-ART-04", "NA-ART-05")

    @clause("NA-SEQ-07", "NA-ART-03")
    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        """The nearest target that needs no pivot first (the default), or hold; then the others."""
        gun = field.gun(str(question.about[0]))
        shots = aiming.aims(field, gun)
        straight = [one for one in shots if not one.pivot and field.find(one.target) is not None]
        if straight:
            best = min(straight, key=lambda one: (one.distance, one.target))
            yield best.ammunition, best.target, best.pivot
        yield HOLD
        yield from ((one.ammunition, one.target, one.pivot) for one in shots)

    def only(self, field: Field, question: Question) -> Order | None:
        """To hold is open to all: whoever has any target has a choice."""
        return None if aiming.has_aim(field, field.gun(str(question.about[0]))) else HOLD

    def check(self, view: NapoleonicView, question: Question, order: Order) -> Order:
        """The list need not be made: a shot is judged by itself."""
        if order != HOLD:
            self.check_own(view, question, order)
        return order

    @clause("NA-ART-03")
    def check_own(self, view: NapoleonicView, question: Question, order: Order) -> None:
        gun = view.field.gun(str(question.about[0]))
        if len(order) != 3 or order[0] not in ("ball", "canister") or not isinstance(order[2], int):
            raise unlisted("NA-ART-03", order, self.options(view, question))
        aiming.aim(view.field, gun, str(order[1]), str(order[0]), order[2])

    def preview(self, view: NapoleonicView, question: Question, order: Order) -> Preview:
        from grognard.rulebooks.napoleonic import previews

        return previews.of_shot(view, str(question.about[0]), order)


class Skirmish(Choice):
    """(``fire``,), (``fire``, whom of equally near enemies) or (``hold``,)."""

    clauses = ("NA-SKIR-03",)

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield ("fire",)
        yield HOLD
        aims = aiming.skirmish_aims(field, field.unit(str(question.about[0])))
        for target in sorted({one for figure in aims if len(figure) > 1 for one in figure}):
            yield "fire", target

    def preview(self, view: NapoleonicView, question: Question, order: Order) -> Preview:
        from grognard.rulebooks.napoleonic import previews

        return previews.of_skirmish(view, str(question.about[0]), order)


class Strike(Choice):
    """(``strike``, target), (``none``,), or (``none``, striker on whom losses should fall)."""

    clauses = ("NA-CC-02", "NA-CC-04", "NA-CC-05")

    @clause("NA-SEQ-07")
    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        unit = field.unit(str(question.about[0]))
        first = striking.default(field, unit)
        if first:
            yield "strike", first
        yield NONE
        yield from (("strike", one) for one in striking.targets(field, unit))
        yield from (("none", one) for one in striking.may_be_struck(field, unit))

    def preview(self, view: NapoleonicView, question: Question, order: Order) -> Preview:
        from grognard.rulebooks.napoleonic import previews

        return previews.of_strike(view, str(question.about[0]), order)


class Follow(Choice):
    """(``stay``,) or (``follow``, thousandths up to what the outcome gives); about unit, loser, most."""

    clauses = ("NA-CC-22", "NA-CC-32")

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield STAY
        most = int(question.about[2])
        yield "follow", most
        if most > 1:
            yield "follow", most // 2

    def check_own(self, view: NapoleonicView, question: Question, order: Order) -> None:
        most = int(question.about[2])
        if (
            len(order) != 2
            or order[0] != "follow"
            or not isinstance(order[1], int)
            or not 0 < order[1] <= most
        ):
            raise unlisted("NA-CC-22", order, self.options(view, question))

    def preview(self, view: NapoleonicView, question: Question, order: Order) -> Preview:
        from grognard.rulebooks.napoleonic import previews

        return previews.of_follow(view, str(question.about[1]), order)


class Pursue(Choice):
    """(``stay``,) if it obeys, or (``pursue``, whom); about unit, whether it must, the routed."""

    clauses = ("NA-PURS-03", "NA-PURS-04")

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        _, must, *routed = question.about
        if not must:
            yield STAY
        yield from (("pursue", one) for one in routed)

    def preview(self, view: NapoleonicView, question: Question, order: Order) -> Preview:
        from grognard.rulebooks.napoleonic import previews

        unit, must = str(question.about[0]), bool(question.about[1])
        return previews.of_pursuit(view, unit, must, order)
