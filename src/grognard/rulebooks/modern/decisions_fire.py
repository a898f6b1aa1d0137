"""What the active general may fire at, and what a unit that attacks out of turn may."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.modern import previews_unit
from grognard.rulebooks.modern.decisions_base import Choice, OwnTurn, unlisted
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.lines import shots, why_not_at, why_silent
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.passing import TIME_UP
from grognard.rulebooks.modern.refusals import hex_on_map, own_unit
from grognard.rulebooks.modern.view import ModernView


class Attack(OwnTurn):
    """(``fire``, unit, hex of the target); or end the phase."""

    clauses = ("MO-FIRE-01",)
    verbs = ("fire",)

    @clause("MO-FIRE-01", "MO-SEAT-03")
    def phase_orders(self, view: ModernView, seat: str) -> Iterator[Order]:
        """Every legal shot of the general's units."""
        field = view.field
        for unit in field.of_general(seat):
            yield from (("fire", unit.id, hex) for hex in shots(field, unit))

    def check_phase(self, view: ModernView, seat: str, order: Order) -> None:
        if len(order) != 3:
            raise Refused("MO-FIRE-01", T("a shot needs a unit and the hex of a target"))
        unit = own_unit(view.field, seat, order[1])
        check_shot(view.field, unit, order[2:])

    def preview_phase(self, view: ModernView, seat: str, order: Order) -> Preview:
        return previews_unit.of_shot(view.field, view.field.unit(str(order[1])), int(order[2]))


class Shot(Choice):
    """A card lets a unit attack at once: (``fire``, hex of the target); or pass. ``about``: the unit."""

    clauses = ("MO-KSO-20", "MO-FIRE-02")

    def orders(self, view: ModernView, question: Question) -> Iterator[Order]:
        unit = view.field.unit(str(question.about[0]))
        yield from (("fire", hex) for hex in shots(view.field, unit, out_of_turn=True))
        yield ("pass",)

    def check_own(self, view: ModernView, question: Question, order: Order) -> None:
        if len(order) != 2:
            raise unlisted(self.clauses[0], order, self.options(view, question))
        if order[0] == "fire":
            unit = view.field.unit(str(question.about[0]))
            check_shot(view.field, unit, order[1:], out_of_turn=True)
        elif not _is_time_up(view.field, question.seat, order):
            raise unlisted(self.clauses[0], order, self.options(view, question))

    @clause("MO-TURN-05", "MO-TURN-06")
    def default(self, view: ModernView, question: Question) -> Order:
        """Silence is a pass; of the active general it is that his time is out."""
        seconds = view.field.clock.seconds
        return (TIME_UP, seconds) if seconds and question.seat in view.field.active else ("pass",)

    def preview(self, view: ModernView, question: Question, order: Order) -> Preview:
        if order[:1] != ("fire",):
            return Preview()
        return previews_unit.of_shot(view.field, view.field.unit(str(question.about[0])), int(order[1]))


def _is_time_up(field: Field, seat: str, order: Order) -> bool:
    fits = order[0] == TIME_UP and isinstance(order[1], int) and order[1] >= 0
    return fits and bool(field.clock.seconds) and seat in field.active


@clause("MO-FIRE-02")
def check_shot(field: Field, unit: Unit, words: Order, out_of_turn: bool = False) -> None:
    """Refused unless a unit may fire at that hex now; the hint says at what it may."""
    refusal = why_silent(field, unit, out_of_turn) or why_not_at(field, unit, hex_on_map(field, words[0]))
    if refusal is None:
        return
    others = tuple(map(field.label, shots(field, unit, out_of_turn)))
    hint = T("it may fire at {options}", options=others) if others else None
    raise Refused(refusal.clause, refusal.reason, hint)
