"""What the active general may fire at, and what a unit that attacks out of turn may."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.state import Order
from grognard.rulebooks.modern.decisions_base import OwnTurn, unlisted
from grognard.rulebooks.modern.view import ModernView


class Attack(OwnTurn):
    """Fire with a unit at a counter; or end the phase."""

    clauses = ("MO-FIRE-01",)
    verbs = ("fire",)

    def phase_orders(self, view: ModernView, seat: str) -> Iterator[Order]:
        return iter(())

    def check_phase(self, view: ModernView, seat: str, order: Order) -> None:
        raise unlisted("MO-FIRE-01", order, ())
