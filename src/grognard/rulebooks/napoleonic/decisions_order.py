"""Step 1.4: the order for one unit, gun or wagon."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import Preview
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.napoleonic import allowance, command, refusals, ways
from grognard.rulebooks.napoleonic.decisions_base import Choice
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit
from grognard.rulebooks.napoleonic.view import NapoleonicView


class UnitOrder(Choice):
    """One order; the flat words are those of chapter Movement: a verb, and a target or the poses of a way."""

    clauses = ("NA-MOVE-01", "NA-MOVE-02")

    @clause("NA-SEQ-07", "NA-MOVE-18")
    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        """Hold (or re-form where that is compulsory), then what each verb offers."""
        body = field.body(str(question.about[0]))
        for verb in refusals.verbs(field, body):
            yield from _of_verb(field, body, verb)

    def only(self, field: Field, question: Question) -> Order | None:
        """Who may turn about, or go any way at all, has a choice: nothing else need be judged."""
        body = field.body(str(question.about[0]))
        if isinstance(body, Unit) and refusals.must_reform(field, body):
            return ("reform",)
        if isinstance(body, Unit) and refusals.why_not(field, body, "about_face") is None:
            return None
        others = (verb for verb in refusals.verbs(field, body) if verb != "hold")
        return None if any(_offers(field, body, verb) for verb in others) else ("hold",)

    def check(self, view: NapoleonicView, question: Question, order: Order) -> Order:
        """The list need not be made: an order is judged by itself."""
        field = view.field
        refusals.check_order(field, field.body(str(question.about[0])), order)
        return order

    def preview(self, view: NapoleonicView, question: Question, order: Order) -> Preview:
        from grognard.rulebooks.napoleonic import previews

        return previews.of_order(view, str(question.about[0]), order)


def _offers(field: Field, body: Body, verb: str) -> bool:
    """Whether there is any order with that verb."""
    if verb in allowance.MOVES:
        return ways.has_way(field, body, verb)
    return any(True for _ in _of_verb(field, body, verb))


def _of_verb(field: Field, body: Body, verb: str) -> Iterator[Order]:
    if verb in ("hold", "about_face", "reform"):
        yield (verb,)
    elif isinstance(body, Unit) and verb == "form":
        yield from (("form", kind) for kind in refusals.forms(field, body))
    elif isinstance(body, Unit) and verb == "split":
        half = body.figures // 2
        yield ("split", body.figures - half, half)
    elif isinstance(body, Unit) and verb == "rejoin":
        main = min((body, *command.parts_near(field, body)), key=lambda part: (len(part.id), part.id))
        yield ("rejoin", main.id)
    elif isinstance(body, Gun) and verb == "swap_crew":
        for gun, most in refusals.crews(field, body):
            yield ("swap_crew", gun, max(most // 2, 1))
    else:
        yield from ways.ways(field, body, verb)
