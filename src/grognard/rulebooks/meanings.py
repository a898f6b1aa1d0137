"""What a hand on the picture may mean, told from what the rules forbid: the same in every book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.core.book import Decision, allows
from grognard.core.state import Order, Question

MOST = 40
"""So many meanings at most."""


def legal(
    decision: Decision, view: Any, question: Question, orders: Iterable[Order], nearest: bool = True
) -> tuple[Order, ...]:
    """Those of ``orders`` that pass the check, likeliest first; if none does, the first alone, so that the window says
    why not. Not ``nearest``: then nothing (a click on bare ground means nothing that is forbidden)."""
    found: list[Order] = []
    first: Order | None = None
    for order in dict.fromkeys(orders):
        first = first or order
        if len(found) < MOST and allows(decision, view, question, order):
            found.append(order)
    if found or first is None or not nearest:
        return tuple(found)
    return (first,)
