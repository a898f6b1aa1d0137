"""What the active general may do in the movement phase."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.state import Order
from grognard.rulebooks.modern.decisions_base import OwnTurn, unlisted
from grognard.rulebooks.modern.view import ModernView


class Movement(OwnTurn):
    """Move, embark, disembark, work; or end the phase."""

    clauses = ("MO-MOVE-01",)
    verbs = ("move", "embark", "disembark", "work")

    def phase_orders(self, view: ModernView, seat: str) -> Iterator[Order]:
        return iter(())

    def check_phase(self, view: ModernView, seat: str, order: Order) -> None:
        raise unlisted("MO-MOVE-01", order, ())
